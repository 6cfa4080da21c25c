//! Below the root.

use truel_core::{BySeat, Game, Phase, Seat};
use truel_games::ThreeChess;
use truel_games::threechess::{Kind, Move};
use truel_search::{Budget, SharpOpinion};

use super::Config;
use super::memory::Memory;
use super::order::{Experience, Ranked, Ranking, sort, value};
use crate::heuristics::threechess::chances::{Chances, Standing};
use crate::heuristics::threechess::threats::{Attacks, Threats};

/// The longest path, captures at its end included.
pub(super) const DEEPEST: usize = 80;
/// Moves of one position with a reduction of their own, and depths.
const NUMBERED: usize = 64;
const DEPTHS: usize = 32;

/// How many moves are looked at one ply above the leaves, and how many more for each further ply.
struct Breadth {
    least: u32,
    more: u32,
}

const OWN: Breadth = Breadth { least: 10, more: 4 };
const OTHERS: Breadth = Breadth { least: 5, more: 1 };
/// Plies of captures that are followed at a leaf, and how many of them at each position.
const CAPTURES: u32 = 2;
const CAPTURES_AT_ONCE: usize = 3;
/// How many leaves of a path are searched a ply deeper, because a king is attacked.
pub(super) const EXTENSIONS: u32 = 2;
/// What is left of a value one ply earlier, so that a seat wins soon and loses late.
const PATIENCE: f32 = 0.999;
/// From here on a value is a king that is taken.
pub(super) const TAKEN: f32 = 0.9;

pub(super) type Values = BySeat<f32, 3>;

/// A walk through the tree with all that it carries along.
pub(super) struct Walk<'a> {
    pub(super) chances: &'a Chances,
    pub(super) config: Config,
    pub(super) memory: &'a mut Memory,
    pub(super) experience: &'a mut Experience,
    pub(super) searcher: Seat,
    pub(super) budget: Budget,
    /// How many leaves of this iteration were estimated rather than decided by the rules.
    pub(super) estimates: u64,
    /// Asked for attacks on kings.
    pub(super) threats: Threats,
    /// The moves of all positions on the path, as they are searched.
    pub(super) ranked: Vec<Ranked>,
    /// The moves of one position, as they are listed.
    pub(super) listed: Vec<Move>,
    /// By depth and number of the move.
    pub(super) reductions: Box<[[u8; NUMBERED]; DEPTHS]>,
}

/// Where a position is.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) ply: usize,
    /// How many more leaves of this path may be searched deeper.
    pub(super) extensions: u32,
    pub(super) standing: Standing,
}

/// How much less deep late moves are searched first, as chess engines have it.
pub(super) fn reductions() -> Box<[[u8; NUMBERED]; DEPTHS]> {
    let plies = |depth: usize, number: usize| {
        if depth < 2 || number < 2 {
            return 0;
        }
        (0.5 + (depth as f32).ln() * (number as f32).ln() / 2.0) as u8
    };
    Box::new(std::array::from_fn(|depth| {
        std::array::from_fn(|number| plies(depth, number))
    }))
}

impl Walk<'_> {
    /// Plies that the move of this number loses at first.
    #[inline]
    pub(super) fn reduction(&self, depth: u32, number: usize) -> u32 {
        u32::from(self.reductions[(depth as usize).min(DEPTHS - 1)][number.min(NUMBERED - 1)])
    }

    /// What an end of the match is worth.
    #[inline]
    fn end(&self, mut payoffs: Values) -> Values {
        if payoffs[self.searcher] == ThreeChess::INFO.draw {
            payoffs[self.searcher] = self.config.third;
        }
        payoffs
    }

    /// What `values` are worth to the seat that chooses.
    #[inline]
    fn worth(&self, values: &Values, mover: Seat) -> f32 {
        if mover == self.searcher {
            values[mover]
        } else {
            values[mover] - self.config.spite * values[self.searcher]
        }
    }

    /// The end of the match, if the seat to move can take a king; else who attacks whom.
    #[inline]
    fn look(&self, game: &ThreeChess, mover: Seat) -> Result<Attacks, Values> {
        let attacks = self.threats.notes(game, mover);
        match self.threats.foregone(attacks, mover, self.searcher) {
            Some(payoffs) => Err(earlier(self.end(payoffs))),
            None => Ok(attacks),
        }
    }

    /// Where a move leads.
    #[inline]
    pub(super) fn below(&self, game: &ThreeChess, mover: Seat, mv: Move, place: &Place) -> Place {
        Place {
            ply: place.ply + 1,
            extensions: place.extensions,
            standing: self.chances.after(game, place.standing, mover, mv),
        }
    }

    /// What `game` is worth, `depth` plies above its leaves; anything once the budget is over.
    pub(super) fn value(&mut self, game: &mut ThreeChess, depth: u32, place: Place) -> Values {
        let mover = match game.phase() {
            Phase::Over(payoffs) => return self.end(payoffs),
            Phase::Act(seats) => seats.first(),
        };
        if !self.budget.spend() {
            return Values::default();
        }
        let attacks = match self.look(game, mover) {
            Ok(attacks) => attacks,
            Err(values) => return values,
        };
        if place.ply + 1 >= DEEPEST {
            return self.judge(game, mover, attacks, &place);
        }
        let is_urgent = self.threats.is_urgent(attacks, mover, self.searcher);
        if depth > 0 {
            return self.inner(game, mover, attacks, depth, place);
        }
        if !is_urgent || place.extensions == 0 {
            return self.calm(game, mover, attacks, CAPTURES, &place);
        }
        let extended = Place {
            extensions: place.extensions - 1,
            ..place
        };
        self.inner(game, mover, attacks, 1, extended)
    }

    fn judge(&mut self, game: &ThreeChess, mover: Seat, attacks: Attacks, place: &Place) -> Values {
        self.estimates += 1;
        let (searcher, third) = (self.searcher, self.config.third);
        self.chances
            .values(game, &place.standing, mover, attacks, searcher, third)
    }

    /// Puts the moves of a position on top of the others, the best first. Returns where they begin.
    pub(super) fn list(
        &mut self,
        game: &ThreeChess,
        mover: Seat,
        attacks: Attacks,
        ply: usize,
        known: Option<Move>,
    ) -> usize {
        let base = self.ranked.len();
        self.listed.clear();
        game.moves(mover, &mut self.listed);
        let ranking = Ranking {
            game,
            mover,
            attacks,
            ply,
            known,
        };
        ranking.rank(&self.listed, self.chances, self.experience, &mut self.ranked);
        base
    }

    /// A position that is no leaf.
    fn inner(&mut self, game: &mut ThreeChess, mover: Seat, attacks: Attacks, depth: u32, place: Place) -> Values {
        let key = game.key();
        let known = self.memory.find(key);
        if let Some(known) = known.filter(|known| u32::from(known.depth) >= depth) {
            // Whatever it rests on, it was not proven here.
            self.estimates += 1;
            return known.values;
        }
        let base = self.list(game, mover, attacks, place.ply, known.and_then(|known| known.best));
        let count = self.ranked.len() - base;
        let is_urgent = self.threats.is_urgent(attacks, mover, self.searcher);
        let kept = if is_urgent {
            count
        } else {
            let Breadth { least, more } = if mover == self.searcher { OWN } else { OTHERS };
            (least + more * (depth - 1)) as usize
        };
        let (mut best, mut best_worth, mut best_move) = (Values::default(), f32::NEG_INFINITY, None);
        for number in 0..count {
            let ranked = self.ranked[base + number];
            let is_first = best_move.is_none();
            if number >= kept && ranked.is_quiet() || !is_first && ranked.loses_king() {
                // So are all that follow.
                self.estimates += 1;
                break;
            }
            let may_wait = ranked.is_quiet() && !is_first && (!is_urgent || ranked.leaves_king());
            let reduction = if may_wait {
                self.reduction(depth, number).min(depth - 1)
            } else {
                0
            };
            let below = self.below(game, mover, ranked.mv, &place);
            let undo = game.play([ranked.mv]);
            let mut values = self.value(game, depth - 1 - reduction, below);
            if reduction > 0 && self.worth(&values, mover) > best_worth {
                values = self.value(game, depth - 1, below);
            }
            game.undo(undo);
            if self.budget.is_over() {
                break;
            }
            let worth = self.worth(&values, mover);
            if is_first || worth > best_worth {
                (best, best_worth, best_move) = (values, worth, Some(ranked.mv));
                if values[mover] >= TAKEN {
                    break;
                }
            }
        }
        self.ranked.truncate(base);
        if self.budget.is_over() {
            return Values::default();
        }
        if let Some(mv) = best_move.filter(|mv| game.kind_on(mv.to).is_none()) {
            let kind = game.kind_on(mv.from).unwrap_or(Kind::Pawn);
            self.experience.reward(mover, kind, mv, place.ply, depth);
        }
        let values = earlier(best);
        self.memory.keep(key, values, best_move, depth);
        values
    }

    /// A leaf: what it is worth as it stands, or after captures if the seat to move prefers one.
    fn calm(&mut self, game: &mut ThreeChess, mover: Seat, attacks: Attacks, plies: u32, place: &Place) -> Values {
        let mut best = self.judge(game, mover, attacks, place);
        if plies == 0 || place.ply + 1 >= DEEPEST {
            return best;
        }
        let mut best_worth = self.worth(&best, mover);
        let base = self.ranked.len();
        good_captures(game, mover, &mut self.ranked);
        sort(&mut self.ranked[base..]);
        let end = self.ranked.len().min(base + CAPTURES_AT_ONCE);
        for at in base..end {
            let mv = self.ranked[at].mv;
            let below = self.below(game, mover, mv, place);
            let undo = game.play([mv]);
            let values = self.calm_below(game, plies - 1, &below);
            game.undo(undo);
            if self.budget.is_over() {
                break;
            }
            let worth = self.worth(&values, mover);
            if worth > best_worth {
                (best, best_worth) = (values, worth);
            }
        }
        self.ranked.truncate(base);
        earlier(best)
    }

    fn calm_below(&mut self, game: &mut ThreeChess, plies: u32, place: &Place) -> Values {
        let mover = match game.phase() {
            Phase::Over(payoffs) => return self.end(payoffs),
            Phase::Act(seats) => seats.first(),
        };
        if !self.budget.spend() {
            return Values::default();
        }
        match self.look(game, mover) {
            Ok(attacks) => self.calm(game, mover, attacks, plies, place),
            Err(values) => values,
        }
    }
}

/// The values one ply earlier.
#[inline]
fn earlier(values: Values) -> Values {
    BySeat(values.0.map(|value| PATIENCE * value))
}

/// Appends the captures that do not give the more valuable piece for the less valuable one, as far
/// as one look tells.
#[inline]
fn good_captures(game: &ThreeChess, mover: Seat, out: &mut Vec<Ranked>) {
    let (next, last) = (mover.next(3), mover.next(3).next(3));
    game.each_capture(|mv, kind, prey| {
        let (piece, prey) = (value(kind), value(prey));
        if prey >= piece || !game.attacks(next, mv.to) && !game.attacks(last, mv.to) {
            out.push(Ranked {
                rank: 10 * prey - piece / 10,
                mv,
            });
        }
    });
}
