//! Random openings that favour nobody.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use truel_agents::{Agent, Conditions, Roster, Spec, Thought, Watch};
use truel_core::{AnyGame, Rng};

use super::{random, reach};
use crate::Opening;

/// Openings tried before the most even one so far is taken.
const TRIES: usize = 40;
/// Positions looked at, or simulations made, to judge one.
const JUDGED: u64 = 20_000;
/// How far from even is even enough, in expected points.
const EVEN: f32 = 0.1;

/// Openings of random plies after which a judge sees nobody ahead. Clones share what was found.
#[derive(Clone, Debug)]
pub struct Balanced {
    plies: u32,
    roster: Roster,
    judge: Spec,
    /// What was found for a seed and an index: every match of a block asks for the same one.
    found: Arc<Mutex<HashMap<(u64, u64), Opening>>>,
}

impl Balanced {
    /// Openings of the game of this table.
    pub(super) fn new(table: &dyn AnyGame, plies: u32, roster: &Roster) -> Self {
        Balanced {
            plies,
            roster: roster.clone(),
            judge: roster.default_agent(table.info()),
            found: Arc::default(),
        }
    }

    pub(super) fn get(&self, table: &dyn AnyGame, seed: u64, index: u64) -> Opening {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let draw = || self.draw(table, &mut Rng::for_match(seed, index));
        found.entry((seed, index)).or_insert_with(draw).clone()
    }

    fn draw(&self, table: &dyn AnyGame, rng: &mut Rng) -> Opening {
        let mut judge = seated(&self.roster, table, &self.judge, rng.bits());
        let mut most_even = (f32::INFINITY, Opening::default());
        for _ in 0..TRIES {
            let opening = random(table, self.plies, rng);
            let Ok(position) = reach(&opening, table) else {
                continue;
            };
            let bias = bias(&mut *judge, &*position);
            if bias < most_even.0 {
                most_even = (bias, opening);
            }
            if bias <= EVEN {
                break;
            }
            judge.forget();
        }
        most_even.1
    }
}

fn seated(roster: &Roster, table: &dyn AnyGame, spec: &Spec, seed: u64) -> Box<dyn Agent> {
    roster
        .build(table.info().id, spec, seed)
        .expect("a judge plays its game")
}

fn thought(judge: &mut dyn Agent, position: &dyn AnyGame, nodes: u64) -> Thought {
    let conditions = Conditions {
        nodes: Some(nodes),
        ..Conditions::default()
    };
    judge.think(position, position.phase().acting().first(), &conditions, Watch::Nobody)
}

/// How far the seat that is worst off, or best, is from even, in expected points.
fn bias(judge: &mut dyn Agent, position: &dyn AnyGame) -> f32 {
    let chances = thought(judge, position, JUDGED).chances;
    let mean = chances.iter().map(|seat| seat.points).sum::<f32>() / chances.len() as f32;
    let off = chances.iter().map(|seat| (seat.points - mean).abs());
    off.fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::super::{Openings, Source};
    use super::*;

    /// How many of the first openings are not even, where looking ahead tells everything.
    fn uneven(source: &Source) -> usize {
        let roster = truel_champions::roster();
        let table = roster.table("tic-tac-toe").expect("it is there");
        let read = || Openings::read(source, &*table, &roster).expect("it needs no file");
        let (openings, again) = (read(), read());
        let uneven = |index: &u64| {
            let opening = openings.get(&*table, 1, *index);
            for same in [&openings, &again] {
                assert_eq!(
                    opening,
                    same.get(&*table, 1, *index),
                    "the same seed gives the same opening"
                );
            }
            assert_eq!(opening.moves.len(), 3);
            let position = reach(&opening, &*table).expect("an opening can be played");
            let agent = "alphabeta".parse().expect("a name is a spec");
            bias(&mut *seated(&roster, &*table, &agent, 1), &*position) > EVEN
        };
        (0..40).filter(uneven).count()
    }

    #[test]
    fn balanced_openings_favour_nobody() {
        assert_eq!(uneven(&Source::Balanced(3)), 0);
        assert!(uneven(&Source::Random(3)) > 10);
    }

    #[test]
    fn every_game_is_judged_by_chances() {
        let roster = truel_champions::roster();
        for info in roster.infos() {
            let table = roster.table(info.id).expect("it is there");
            let mut judge = seated(&roster, &*table, &roster.default_agent(info), 1);
            let thought = thought(&mut *judge, &*table, 20);
            assert_eq!(thought.chances.len(), info.seats.len(), "{}", info.id);
        }
    }
}
