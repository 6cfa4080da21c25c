//! No third time of a position while there is more to win.
//!
//! A draw by repetition takes both seats: a tree that counts a drawing joint among dozens of others
//! hardly lowers the value of its move. So the answer is looked at once more, with the replies that
//! the search expects.

use truel_core::{Evaluate, Game, Phase, Seat};
use truel_games::RoPaSci;
use truel_search::{Candidate, Choice, Limits, Search};

use crate::heuristics::ropasci::pursuit::Pursuit;

/// From these points on a seat has more to win than a draw.
const HOPE: f32 = 0.4;

/// The share of expected replies that may complete a repetition.
const RISK: f64 = 0.02;

/// A search whose answers complete no repetition while its seat expects more than a draw.
#[derive(Clone, Debug)]
pub(super) struct Fresh<S>(pub S);

impl<S: Search<RoPaSci>> Search<RoPaSci> for Fresh<S> {
    fn search_with(
        &mut self,
        game: &RoPaSci,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<RoPaSci>),
    ) -> Choice<RoPaSci> {
        let mut choice = self.0.search_with(game, seat, limits, on_progress);
        // The earliest third time is four turns after the first.
        if game.turns_since_change() >= 3 && Pursuit::default().evaluate(game)[seat] > HOPE {
            avoid_repetition(game, seat, &mut choice);
        }
        choice
    }

    fn played(&mut self, before: &RoPaSci, joint: <RoPaSci as Game>::Joint) {
        self.0.played(before, joint);
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}

/// Takes the weight from moves that expected replies turn into a draw, if any other is left.
fn avoid_repetition(game: &RoPaSci, seat: Seat, choice: &mut Choice<RoPaSci>) {
    let mut copy = game.clone();
    let replies = &choice.replies;
    let visits: u64 = replies.iter().map(|reply| reply.visits).sum();
    let mut repeats = |mv| {
        let drawing = replies
            .iter()
            .filter(|reply| ends_in_repetition(&mut copy, seat, mv, reply));
        let drawing: u64 = drawing.map(|reply| reply.visits).sum();
        drawing as f64 > RISK * visits as f64
    };
    let is_safe: Vec<bool> = choice.candidates.iter().map(|each| !repeats(each.mv)).collect();
    let is_played = |(each, is_safe): &(&Candidate<RoPaSci>, &bool)| **is_safe && each.weight > 0.0;
    let kept = choice.candidates.iter().zip(&is_safe).filter(is_played).count();
    // With none of them left, the most visited of the others that the search knows.
    let spare = choice.candidates.iter().zip(&is_safe).enumerate();
    let spare = spare.filter(|(_, (each, is_safe))| **is_safe && each.visits > 0);
    let spare = spare.max_by_key(|(_, (each, _))| each.visits).map(|(at, _)| at);
    let Some(spare) = spare else { return };
    for (at, (each, is_safe)) in choice.candidates.iter_mut().zip(&is_safe).enumerate() {
        if kept == 0 && at == spare {
            each.weight = 1.0;
        } else if !is_safe {
            each.weight = 0.0;
        }
    }
    let whole: f32 = choice.candidates.iter().map(|each| each.weight).sum();
    for each in &mut choice.candidates {
        each.weight /= whole;
    }
    choice.candidates.sort_by(|a, b| b.weight.total_cmp(&a.weight));
}

fn ends_in_repetition(game: &mut RoPaSci, seat: Seat, mv: <RoPaSci as Game>::Move, reply: &Candidate<RoPaSci>) -> bool {
    let joint = if seat == Seat::new(0) {
        [mv, reply.mv]
    } else {
        [reply.mv, mv]
    };
    let undo = game.play(joint);
    let is_over = matches!(game.phase(), Phase::Over(_)) && game.reason() == Some("repetition");
    game.undo(undo);
    is_over
}

#[cfg(test)]
mod tests {
    use truel_core::BySeat;
    use truel_search::Scale;

    use super::*;

    const UPPER: Seat = Seat::new(0);

    /// Upper has two throws more. Both seats have gone to and fro; once more is a draw.
    fn circling() -> RoPaSci {
        let mut game = RoPaSci::default();
        let turns = [
            ["s@4,-2", "r@-4,1"],
            ["4,-2>4,-1", "p@-4,3"],
            ["4,-1>4,-2", "s@-3,1"],
            ["4,-2>4,-1", "-4,1>-3,0"],
            ["4,-1>4,-2", "-3,0>-4,1"],
            ["4,-2>4,-1", "-4,1>-3,0"],
        ];
        for joint in turns {
            game.play(joint.map(|text| text.parse().expect("a move")));
        }
        game
    }

    fn candidate(seat: usize, text: &str, weight: f32, visits: u64) -> Candidate<RoPaSci> {
        Candidate {
            weight,
            visits,
            ..Candidate::new(Seat::new(seat), text.parse().expect("a move"), BySeat([0.5, 0.5]))
        }
    }

    /// What is left of an answer with these weights and visits.
    fn avoided(candidates: [(&str, f32, u64); 3]) -> Vec<(String, f32)> {
        let mut choice = Choice {
            seat: UPPER,
            candidates: candidates
                .map(|(text, weight, visits)| candidate(0, text, weight, visits))
                .to_vec(),
            replies: vec![candidate(1, "-3,0>-4,1", 0.5, 50), candidate(1, "-3,0>-3,1", 0.5, 50)],
            value: BySeat([0.5, 0.5]),
            scale: Scale::Payoffs,
            line: Vec::new(),
            depth: 1,
            nodes: 100,
            is_proven: false,
        };
        avoid_repetition(&circling(), UPPER, &mut choice);
        let told = choice.candidates.iter().map(|each| (each.mv.to_string(), each.weight));
        told.filter(|(_, weight)| *weight > 0.0).collect()
    }

    #[test]
    fn a_move_that_completes_a_repetition_is_not_played() {
        let list = avoided([("4,-1>4,-2", 0.45, 60), ("4,-1>4,0", 0.55, 70), ("4,-1>3,0", 0.0, 9)]);
        assert_eq!(list, [("4,-1>4,0".to_owned(), 1.0)]);
    }

    #[test]
    fn with_nothing_else_in_the_answer_the_next_best_is_played() {
        let list = avoided([("4,-1>4,-2", 1.0, 90), ("4,-1>4,0", 0.0, 4), ("4,-1>3,0", 0.0, 9)]);
        assert_eq!(list, [("4,-1>3,0".to_owned(), 1.0)]);
    }

    #[test]
    fn other_answers_stay_as_they_are() {
        let list = avoided([("4,-1>4,0", 0.6, 60), ("4,-1>3,0", 0.4, 40), ("4,-1>3,-1", 0.0, 9)]);
        assert_eq!(list.len(), 2);
        assert!((list[0].1 - 0.6).abs() < 1e-6, "{list:?}");
    }
}
