//! Searches for turns on games of simultaneous moves.
//!
//! The search assumes that its seat chooses first and every other seat sees the choice. So the
//! answer is cautious: what the seat can get even if the others know its move. It costs what the
//! search inside costs, and its value is a lower bound for the seat, never a solution.

use std::num::NonZeroUsize;

use truel_core::{Game, Joint, Seat, Serial};

use crate::{Candidate, Choice, Limits, Search};

/// A search on [`Serial<G>`] as a search on `G`.
///
/// In `Serial` the first acting seat chooses first. For a later seat the choices of those before it
/// are taken as the ones the search expects of them: they are searched first and played.
///
/// ```
/// use truel_core::Seat;
/// use truel_games::Goofspiel;
/// use truel_search::{AlphaBeta, Indifferent, Limits, Search, SerialOpinion, Serialised};
///
/// let mut search = Serialised::new(AlphaBeta::new(SerialOpinion(Indifferent)));
/// let game: Goofspiel = Goofspiel::default();
/// let choice = search.search(&game, Seat::new(1), &Limits::depth(4));
/// // Seat 1 was guessed first, and seat 2 replies to the guess.
/// assert_eq!((choice.seat, choice.replies.len()), (Seat::new(1), 1));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Serialised<S> {
    /// The search for turns.
    pub search: S,
}

impl<S> Serialised<S> {
    /// `search` on a game of simultaneous moves.
    pub fn new(search: S) -> Self {
        Serialised { search }
    }
}

impl<G: Game, S: Search<Serial<G>>> Search<G> for Serialised<S> {
    fn search_with(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G> {
        let mut serial = Serial::new(game.clone());
        let before = game.phase().acting().iter().take_while(|other| *other != seat).count() as u64;
        // Every seat that must be guessed gets an equal share of the limits.
        let share = Limits {
            nodes: limits.nodes.map(|nodes| (nodes / (before + 1)).max(1)),
            time: limits.time.map(|time| time / (before as u32 + 1)),
            ..limits.clone()
        };
        let guessing = Limits {
            candidates: NonZeroUsize::MIN,
            ..share.clone()
        };
        let (mut replies, mut nodes) = (Vec::new(), 0);
        for other in game.phase().acting().iter().take_while(|other| *other != seat) {
            let guess = self.search.search(&serial, other, &guessing);
            nodes += guess.nodes;
            serial.play([guess.best()]);
            let likely = guess.candidates.iter().filter(|candidate| candidate.weight > 0.0);
            replies.extend(likely.map(in_one_instant));
        }
        let choice = self.search.search_with(&serial, seat, &share, &mut |choice| {
            on_progress(&at_once(choice, &replies, nodes));
        });
        at_once(&choice, &replies, nodes)
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}

/// A choice in turns as a choice at once; a value in turns is proven only in turns.
fn at_once<G: Game>(choice: &Choice<Serial<G>>, replies: &[Candidate<G>], nodes: u64) -> Choice<G> {
    let is_turns = G::Joint::WIDTH == 1;
    Choice {
        seat: choice.seat,
        candidates: choice.candidates.iter().map(in_one_instant).collect(),
        replies: replies.to_vec(),
        value: choice.value,
        line: at_once_line::<G>(&choice.line),
        depth: choice.depth,
        nodes: choice.nodes + nodes,
        scale: choice.scale,
        is_proven: choice.is_proven && is_turns,
    }
}

fn in_one_instant<G: Game>(candidate: &Candidate<Serial<G>>) -> Candidate<G> {
    Candidate {
        seat: candidate.seat,
        mv: candidate.mv,
        weight: candidate.weight,
        value: candidate.value,
        values: candidate.values,
        bound: candidate.bound,
        is_proven: candidate.is_proven && G::Joint::WIDTH == 1,
        visits: candidate.visits,
        line: at_once_line::<G>(&candidate.line),
    }
}

/// A line of choices one after the other says what happens at once only where nothing does.
fn at_once_line<G: Game>(line: &[[G::Move; 1]]) -> Vec<G::Joint> {
    if G::Joint::WIDTH > 1 {
        return Vec::new();
    }
    line.iter().map(|[mv]| G::Joint::from_fn(1, |_| *mv)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AlphaBeta, Indifferent, SerialOpinion};
    use truel_testkit::tree::MatrixTree;

    fn search(drawing: &str, seat: usize) -> (String, f32) {
        let tree: MatrixTree = drawing.parse().expect("a tree");
        let mut search = Serialised::new(AlphaBeta::new(SerialOpinion(Indifferent)));
        let choice = search.search(&tree, Seat::new(seat), &Limits::depth(4));
        (choice.best().to_string(), choice.value[Seat::new(seat)])
    }

    /// Who chooses first in matching pennies gets nothing; who chooses second gets all.
    #[test]
    fn the_first_seat_is_cautious_and_the_second_knows() {
        let pennies = "[<1 0> <0 1>; <0 1> <1 0>]";
        assert_eq!(search(pennies, 0).1, 0.0);
        assert_eq!(search(pennies, 1).1, 1.0);
    }

    #[test]
    fn a_saddle_point_is_found_from_both_sides() {
        let saddle = "[<4 6> <6 4>; <3 7> <9 1>]";
        assert_eq!(search(saddle, 0), ("a".into(), 4.0));
        assert_eq!(search(saddle, 1), ("a".into(), 6.0));
    }
}
