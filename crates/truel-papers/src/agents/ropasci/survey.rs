//! What the report says about rollouts, branching and dominance, measured (digest, claims R3, R4
//! and R5).

use truel_core::{BySeat, Game, Phase, Rng, Seat, random_joint};
use truel_games::RoPaSci;
use truel_games::ropasci::Move;
use truel_search::joint::{CellBounds, Induction, SmAlphaBeta, sm_alphabeta};
use truel_search::{Limits, Search};

use super::linear::Linear;
use super::pruning::{Pruning, Rules};
use super::rollout::Playing;

/// What rollouts from the start are like.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Rollouts {
    /// How many were made.
    pub count: u32,
    /// Their mean length in turns.
    pub turns: f64,
    /// The share that ended as a draw at the last turn.
    pub at_the_limit: f64,
    /// The share that ended as any draw.
    pub drawn: f64,
    /// The share of throws among all moves.
    pub throws: f64,
    /// The share of throws among the moves of a seat that had throws left.
    pub throws_of_possible: f64,
}

/// Makes so many rollouts from the start (claim R3).
pub fn rollouts(playing: Playing, count: u32, seed: u64) -> Rollouts {
    let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
    let (mut turns, mut limit, mut drawn, mut throws, mut possible) = (0, 0, 0, 0, 0);
    for _ in 0..count {
        let mut game = RoPaSci::default();
        while let Some(joint) = joint(playing, &game, &mut rng, &mut scratch) {
            for (seat, mv) in Seat::all(2).zip(joint) {
                throws += u32::from(matches!(mv, Move::Throw { .. }));
                possible += u32::from(game.throws_left(seat) > 0);
            }
            game.play(joint);
            turns += 1;
        }
        limit += u32::from(game.reason() == Some("max-turns"));
        drawn += u32::from(matches!(game.phase(), Phase::Over(BySeat([upper, _])) if upper == 0.5));
    }
    let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1));
    Rollouts {
        count,
        turns: share(turns, count),
        at_the_limit: share(limit, count),
        drawn: share(drawn, count),
        throws: share(throws, 2 * turns),
        throws_of_possible: share(throws, possible),
    }
}

/// The next joint move of a rollout; `None` at its end.
fn joint(playing: Playing, game: &RoPaSci, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<[Move; 2]> {
    match playing {
        Playing::Heavy(_) if game.phase().is_over() => None,
        Playing::Heavy(rules) => Some(rules.joint(game, rng, scratch)),
        Playing::Uniform => random_joint(game, rng, scratch),
    }
}

/// How many moves a seat has after a turn.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Branching {
    /// Turns played.
    pub turn: u16,
    /// Positions looked at, twice: once for each seat.
    pub count: u32,
    /// The mean number of moves.
    pub mean: f64,
    /// The largest number.
    pub most: u32,
    /// The share of lists with more than 200 moves.
    pub above_200: f64,
}

/// How many moves a seat has after each of the first turns of so many rollouts (claim R5).
pub fn branching(playing: Playing, turns: u16, count: u32, seed: u64) -> Vec<Branching> {
    let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
    let fresh = |turn| Branching {
        turn,
        ..Branching::default()
    };
    let mut rows: Vec<Branching> = (0..turns).map(fresh).collect();
    for _ in 0..count {
        let mut game = RoPaSci::default();
        for row in &mut rows {
            for seat in Seat::all(2) {
                row.note(game.move_count(seat, &mut scratch) as u32);
            }
            let Some(joint) = joint(playing, &game, &mut rng, &mut scratch) else {
                break;
            };
            game.play(joint);
            if game.phase().is_over() {
                break;
            }
        }
    }
    rows
}

impl Branching {
    fn note(&mut self, moves: u32) {
        self.count += 1;
        let share = 1.0 / f64::from(self.count);
        self.mean += (f64::from(moves) - self.mean) * share;
        self.above_200 += (f64::from(u8::from(moves > 200)) - self.above_200) * share;
        self.most = self.most.max(moves);
    }
}

/// What dominance saves of a search of depth 2.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Dominance {
    /// Positions that a search without dominance visits.
    pub all: u64,
    /// Positions left with bounds from payoffs alone, (-1, 1).
    pub by_payoffs: u64,
    /// Positions left with bounds that know of invincible tokens.
    pub by_invincible: u64,
    /// Positions searched.
    pub roots: u32,
    /// Those in which a seat had an invincible token.
    pub invincible: u32,
}

/// Searches positions of heavy rollouts to depth 2 with lists of `size` moves by rules, with and
/// without dominance (claim R4). One position is taken every ten turns.
pub fn dominance(size: usize, count: u32, seed: u64) -> Dominance {
    let rules = Rules { size, few: 4, seed };
    let (mut rng, mut scratch, mut found) = (Rng::new(seed), Vec::new(), Dominance::default());
    while found.roots < count {
        let mut game = RoPaSci::default();
        while !game.phase().is_over() && found.roots < count {
            if game.turns() % 10 == 9 {
                found.compare(&game, rules);
            }
            game.play(rules.joint(&game, &mut rng, &mut scratch));
        }
    }
    found
}

impl Dominance {
    fn compare(&mut self, game: &RoPaSci, rules: Rules) {
        let (opinion, prune) = (Linear::default(), Pruning::Rules(rules));
        let nodes = |search: &mut dyn Search<RoPaSci>| {
            let choice = search.search(game, Seat::new(0), &Limits::depth(2));
            choice.nodes
        };
        let with = |bounds: CellBounds| {
            let config = sm_alphabeta::Config::default().with_bounds(bounds);
            SmAlphaBeta::with_config(opinion, config).with_prune(prune)
        };
        self.all += nodes(&mut Induction::new(opinion).with_prune(prune));
        self.by_payoffs += nodes(&mut with(CellBounds::Payoffs));
        self.by_invincible += nodes(&mut with(CellBounds::Stated));
        self.roots += 1;
        self.invincible += u32::from(Seat::all(2).any(|seat| game.is_invincible(seat)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAVY: Playing = Playing::Heavy(Rules {
        size: 12,
        few: 4,
        seed: 1,
    });

    #[test]
    fn uniform_rollouts_are_crowded_with_throws() {
        let (uniform, heavy) = (rollouts(Playing::Uniform, 200, 1), rollouts(HEAVY, 200, 1));
        // As long as there are throws a uniform seat does little else.
        assert!(uniform.throws_of_possible > 0.8, "{uniform:?}");
        assert!(heavy.throws_of_possible < 0.5, "{heavy:?}");
    }

    #[test]
    fn branching_is_counted_for_both_seats() {
        let rows = branching(Playing::Uniform, 10, 100, 1);
        assert_eq!((rows[0].count, rows[0].mean, rows[0].most), (200, 15.0, 15));
        assert!(rows[8].mean > 100.0, "{:?}", rows[8]);
    }

    #[test]
    fn dominance_never_adds_positions() {
        let found = dominance(5, 6, 1);
        assert_eq!(found.roots, 6);
        assert!(
            found.by_payoffs <= found.all && found.by_invincible <= found.all,
            "{found:?}"
        );
    }
}
