//! What the exact searches share: deepening, and telling what they found.
//!
//! A search by depth completes one depth after the other. When a limit ends it, the last complete
//! depth speaks; when no line was cut off, the value is proven and it ends by itself.

use truel_core::{Bounds, Game, Joint, Payoffs, Seat};

use crate::builders::builders;
use crate::sorting::sort_cold;
use crate::{Bound, Candidate, Choice, Limits, Opinion};

use super::memo::{Interval, Transpositions, Worth};
use super::prune::Prune;
use super::walk::{Cell, Frame, Side, Walk};

/// Whether the exact searches can play a game: two seats, or seats that take turns.
///
/// ```
/// use truel_core::doc::Nim;
/// assert!(truel_search::joint::is_foldable::<Nim>());
/// ```
pub const fn is_foldable<G: Game>() -> bool {
    G::Joint::WIDTH == 1 || (G::Joint::WIDTH == 2 && G::Payoffs::SEATS == 2)
}

/// A search that finds the value of a game to the end.
///
/// # Panics
/// Both doors of an exact search panic on a game that [`is_foldable`] rejects.
pub trait Exact<G: Game> {
    /// What `seat` gets from `game` when it and its opponent play optimally. Takes as long as it
    /// takes: for small games.
    fn value(&self, game: &G, seat: Seat) -> f64;
}

/// What an exact search found at the root.
#[derive(Clone, Debug, Default)]
pub(super) struct Root {
    pub value: f64,
    pub is_proven: bool,
    /// The optimal shares of both sides.
    pub rows: Vec<f64>,
    pub cols: Vec<f64>,
    /// What each choice earns the searching seat against the other side's optimal shares, or a
    /// bound of it.
    pub row_values: Vec<Earned>,
    pub col_values: Vec<Earned>,
}

/// What a choice earns the searching seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Earned {
    value: f64,
    bound: Bound,
}

impl Root {
    /// Strategies over all moves, with what each move earns against the other side's. `cell` is
    /// between what a cell lies. A move that was not searched to the end has its bound, and is
    /// never better than the value.
    pub(super) fn new(worth: Worth, rows: Vec<f64>, cols: Vec<f64>, cell: impl Fn(Cell) -> Interval) -> Self {
        let values = |side: Side, choices: usize, met: &[f64]| -> Vec<Earned> {
            let earned = |own: usize| {
                let met = met.iter().enumerate().filter(|(_, share)| **share > 0.0);
                let met = met.map(|(other, share)| (share, cell(side.cell(own, other))));
                let is_exact = met.clone().all(|(_, cell)| cell.is_exact());
                let earned = met.map(|(share, cell)| share * side.gains(cell).high);
                let earned = side.gain(earned.sum::<f64>().min(side.gain(worth.value)));
                Earned {
                    value: earned,
                    bound: if is_exact { Bound::Exact } else { Bound::AtMost },
                }
            };
            (0..choices).map(earned).collect()
        };
        Root {
            value: worth.value,
            is_proven: worth.is_proven,
            row_values: values(Side::Row, rows.len(), &cols),
            col_values: values(Side::Col, cols.len(), &rows),
            rows,
            cols,
        }
    }
}

/// An exact search at work.
pub(super) trait Method<G: Game, O, P> {
    /// Searches the position under the walk to this depth; `None` when the budget ends first.
    fn root(&mut self, walk: &mut Walk<'_, G, O, P>, depth: u32) -> Option<Root>;
    /// The value alone.
    fn worth(&mut self, walk: &mut Walk<'_, G, O, P>, depth: u32) -> Option<Worth>;
}

/// How [`Induction`](super::Induction) and [`DoubleOracle`](super::DoubleOracle) work.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Config {
    /// Whether positions with equal keys share their value. Off by default: it is sound only in
    /// games whose keys tell everything.
    pub transpositions: Transpositions,
}

impl Config {
    builders! {
        with_transpositions(transpositions: Transpositions),
    }
}

/// The constructors and the search itself, for a struct with an `opinion`, a `prune`, a `config`
/// and a way to start `work`.
macro_rules! exact_search {
    ($search:ident, $opinion:ident) => {
        impl<O> $search<O> {
            /// The search with this opinion and the default configuration.
            pub fn new(opinion: O) -> Self {
                Self::with_config(opinion, Config::default())
            }

            /// The search with this opinion and configuration.
            pub fn with_config(opinion: O, config: Config) -> Self {
                $search {
                    opinion,
                    prune: Everything,
                    config,
                }
            }
        }

        impl<O, P> $search<O, P> {
            /// The same search with these moves left out.
            pub fn with_prune<Q>(self, prune: Q) -> $search<O, Q> {
                $search {
                    opinion: self.opinion,
                    prune,
                    config: self.config,
                }
            }
        }

        impl<G, O, P> $crate::Search<G> for $search<O, P>
        where
            G: truel_core::Game,
            O: $crate::$opinion<G>,
            P: $crate::joint::Prune<G>,
        {
            fn search_with(
                &mut self,
                game: &G,
                seat: truel_core::Seat,
                limits: &$crate::Limits,
                on_progress: &mut dyn FnMut(&$crate::Choice<G>),
            ) -> $crate::Choice<G> {
                let parts = (&self.opinion, &self.prune);
                $crate::joint::exact::deepen(self.work(), game, seat, parts, limits, on_progress)
            }
        }

        impl<G, O, P> $crate::joint::Exact<G> for $search<O, P>
        where
            G: truel_core::Game,
            O: $crate::$opinion<G>,
            P: $crate::joint::Prune<G>,
        {
            fn value(&self, game: &G, seat: truel_core::Seat) -> f64 {
                $crate::joint::exact::value(self.work(), game, seat, (&self.opinion, &self.prune))
            }
        }
    };
}
pub(super) use exact_search;

/// The value to the end, without limits.
pub(super) fn value<G: Game, O: Opinion<G>, P: Prune<G>>(
    mut method: impl Method<G, O, P>,
    game: &G,
    seat: Seat,
    (opinion, prune): (&O, &P),
) -> f64 {
    let mut walk = Walk::new(game, seat, opinion, prune, &Limits::default());
    let worth = method.worth(&mut walk, u32::MAX);
    worth.expect("without limits a search completes").value
}

/// Searches deeper and deeper within the limits.
pub(super) fn deepen<G: Game, O: Opinion<G>, P: Prune<G>>(
    mut method: impl Method<G, O, P>,
    game: &G,
    seat: Seat,
    (opinion, prune): (&O, &P),
    limits: &Limits,
    on_progress: &mut dyn FnMut(&Choice<G>),
) -> Choice<G> {
    let mut walk = Walk::new(game, seat, opinion, prune, limits);
    let frame = walk.open();
    let (rows, cols) = walk.lists(frame);
    let wanted = limits.candidates.get();
    let lists = (rows.to_vec(), cols.to_vec());
    let mut choice = tell(&walk, &lists, &undecided(&walk, frame), (0, wanted));
    walk.close(frame);
    for depth in 1..=limits.depth.unwrap_or(u32::MAX) {
        let Some(root) = method.root(&mut walk, depth) else {
            break;
        };
        choice = tell(&walk, &lists, &root, (depth, wanted));
        on_progress(&choice);
        if root.is_proven {
            break;
        }
    }
    choice.nodes = walk.budget.nodes();
    choice
}

/// Before the first depth is complete: the moves that look best, all of them alike.
fn undecided<G: Game, O: Opinion<G>, P: Prune<G>>(walk: &Walk<'_, G, O, P>, frame: Frame) -> Root {
    let value = walk.opinion_here();
    let worth = Worth {
        value,
        is_proven: false,
    };
    let [rows, cols] = [Side::Row, Side::Col].map(|side| walk.even_among_best(frame, side));
    Root::new(worth, rows, cols, |_| Interval::exact(value))
}

fn tell<G: Game, O: Opinion<G>, P: Prune<G>>(
    walk: &Walk<'_, G, O, P>,
    (rows, cols): &(Vec<G::Move>, Vec<G::Move>),
    root: &Root,
    (depth, wanted): (u32, usize),
) -> Choice<G> {
    let seat = walk.seat;
    let is_known = root.is_proven || depth > 0;
    let own = |value: f64| value as f32;
    let other = |value: f64| for_others::<G>(value as f32);
    let about = |seat: Seat| (seat, root.is_proven, is_known);
    let mut candidates = candidates(about(seat), rows, &root.rows, &root.row_values, own);
    let replier = walk.game.phase().acting().iter().find(|each| *each != seat);
    let replies = match replier.filter(|_| !cols.is_empty()) {
        Some(replier) => self::candidates(about(replier), cols, &root.cols, &root.col_values, other),
        None => Vec::new(),
    };
    let line_of = |own: G::Move| {
        let seats = walk.game.phase().acting();
        let mut acting = seats.iter();
        let of = |acting: Option<Seat>| match replies.first() {
            Some(reply) if acting != Some(seat) => reply.mv,
            _ => own,
        };
        vec![G::Joint::from_fn(seats.len(), |_| of(acting.next()))]
    };
    for candidate in candidates.iter_mut().take(if is_known { wanted } else { 0 }) {
        candidate.line = line_of(candidate.mv);
    }
    let line = candidates.first().map_or_else(Vec::new, |best| best.line.clone());
    let value = root.value as f32;
    Choice {
        seat,
        candidates,
        replies,
        value: for_seat::<G>(seat, value),
        line,
        depth,
        nodes: walk.budget.nodes(),
        scale: crate::Scale::Payoffs,
        is_proven: root.is_proven,
    }
}

/// The moves of `seat` with shares and values, best first. Before the first depth is complete no
/// value is known.
fn candidates<G: Game>(
    (seat, is_proven, is_known): (Seat, bool, bool),
    moves: &[G::Move],
    shares: &[f64],
    values: &[Earned],
    payoff: impl Fn(f64) -> f32,
) -> Vec<Candidate<G>> {
    let candidate = |mv: G::Move, Earned { value, bound }: Earned| Candidate {
        bound,
        is_proven,
        ..Candidate::new(seat, mv, for_seat::<G>(seat, payoff(value)))
    };
    let mut list: Vec<Candidate<G>> = moves
        .iter()
        .zip(shares)
        .zip(values)
        .map(|((&mv, &share), &value)| Candidate {
            weight: share as f32,
            ..if is_known {
                candidate(mv, value)
            } else {
                Candidate::unknown(seat, mv)
            }
        })
        .collect();
    sort_cold(&mut list, |a, b| {
        b.weight.total_cmp(&a.weight).then(b.value.total_cmp(&a.value))
    });
    list
}

/// What everybody gets when `seat` gets `value`.
pub(super) fn for_seat<G: Game>(seat: Seat, value: f32) -> G::Payoffs {
    G::Payoffs::from_fn(|each| if each == seat { value } else { for_others::<G>(value) })
}

/// What each of the others gets when the searching seat gets `value`: an equal share of the rest of
/// the sum. Without a constant sum the others are read as opponents of the seat, on the same scale.
fn for_others<G: Game>(value: f32) -> f32 {
    let Bounds { low, high } = G::INFO.bounds;
    match G::INFO.sum {
        Some(sum) => (sum - value) / (G::Payoffs::SEATS - 1) as f32,
        None => low + high - value,
    }
}
