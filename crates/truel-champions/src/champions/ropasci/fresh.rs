//! No third time of a position while there is more to win.
//!
//! A draw by repetition takes both seats. To a search that expects other replies a move that may
//! complete one costs nothing. So the answer is looked at once more, with every reply that the
//! search knows.

use truel_core::{Evaluate, Game, Phase, Seat};
use truel_games::RoPaSci;
use truel_search::{Candidate, Choice, Limits, Search};

use crate::heuristics::ropasci::trained::Trained;

/// From these points on a seat has more to win than a draw.
const HOPE: f32 = 0.4;

/// The share of replies that may complete a repetition.
const RISK: f32 = 0.02;

/// What other moves may be worth less than the best one, if only they complete no repetition.
const PRICE: f32 = 0.1;

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
        if game.turns_since_change() >= 3 && Trained::default().evaluate(game)[seat] > HOPE {
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

/// Takes the weight from moves that some reply turns into a draw, if any other is left.
fn avoid_repetition(game: &RoPaSci, seat: Seat, choice: &mut Choice<RoPaSci>) {
    let mut copy = game.clone();
    let replies = &choice.replies;
    // Half of an opponent is the one that is expected, and half is anybody.
    let share = |reply: &Candidate<RoPaSci>| 0.5 * reply.weight + 0.5 / replies.len() as f32;
    let mut is_safe = |mv| {
        let drawing = replies
            .iter()
            .filter(|reply| ends_in_repetition(&mut copy, seat, mv, reply));
        drawing.map(share).sum::<f32>() < RISK
    };
    let is_safe: Vec<bool> = choice.candidates.iter().map(|each| is_safe(each.mv)).collect();
    let safe = || choice.candidates.iter().zip(&is_safe).filter(|(_, is_safe)| **is_safe);
    let best = choice.candidates.iter().map(|each| each.value).fold(0.0, f32::max);
    // With none of them left, the best of the others that the search knows.
    let spare = safe().map(|(each, _)| each).max_by(|a, b| a.value.total_cmp(&b.value));
    let spare = spare.filter(|each| each.value > best - PRICE).map(|each| each.mv);
    if !safe().any(|(each, _)| each.weight > 0.0) {
        let Some(spare) = spare else { return };
        for each in &mut choice.candidates {
            each.weight = f32::from(each.mv == spare);
        }
    } else {
        for (each, is_safe) in choice.candidates.iter_mut().zip(&is_safe) {
            each.weight *= f32::from(*is_safe);
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

    fn candidate(seat: usize, text: &str, weight: f32, value: f32) -> Candidate<RoPaSci> {
        let values = BySeat([value, 1.0 - value]);
        Candidate {
            weight,
            ..Candidate::new(Seat::new(seat), text.parse().expect("a move"), values)
        }
    }

    /// What is left of an answer with these weights and values.
    fn avoided(candidates: [(&str, f32, f32); 3]) -> Vec<(String, f32)> {
        let mut choice = Choice {
            seat: UPPER,
            candidates: candidates
                .map(|(text, weight, value)| candidate(0, text, weight, value))
                .to_vec(),
            replies: vec![candidate(1, "-3,0>-4,1", 0.0, 0.5), candidate(1, "-3,0>-3,1", 1.0, 0.5)],
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
        let list = avoided([
            ("4,-1>4,-2", 0.45, 0.6),
            ("4,-1>4,0", 0.55, 0.6),
            ("4,-1>3,0", 0.0, 0.5),
        ]);
        assert_eq!(list, [("4,-1>4,0".to_owned(), 1.0)]);
    }

    #[test]
    fn with_nothing_else_in_the_answer_the_next_best_is_played() {
        let list = avoided([
            ("4,-1>4,-2", 1.0, 0.6),
            ("4,-1>4,0", 0.0, 0.55),
            ("4,-1>3,0", 0.0, 0.59),
        ]);
        assert_eq!(list, [("4,-1>3,0".to_owned(), 1.0)]);
    }

    #[test]
    fn a_draw_is_not_avoided_at_any_price() {
        let list = avoided([("4,-1>4,-2", 1.0, 0.6), ("4,-1>4,0", 0.0, 0.4), ("4,-1>3,0", 0.0, 0.3)]);
        assert_eq!(list, [("4,-1>4,-2".to_owned(), 1.0)]);
    }

    #[test]
    fn other_answers_stay_as_they_are() {
        let list = avoided([("4,-1>4,0", 0.6, 0.6), ("4,-1>3,0", 0.4, 0.6), ("4,-1>3,-1", 0.0, 0.5)]);
        assert_eq!(list.len(), 2);
        assert!((list[0].1 - 0.6).abs() < 1e-6, "{list:?}");
    }
}
