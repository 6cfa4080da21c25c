//! A logical agent against tree search.

use truel_core::AnyGame;

use super::beats_chance;
use crate::experiments::claim::Expect::{Above, AtLeast, AtMost, Reaches};
use crate::experiments::claim::Share::{Points, Won};
use crate::experiments::claim::{Fact, Paper, Size, Verdict, claim, duel, line};
use crate::experiments::trial::finals;

pub(super) fn paper() -> Paper {
    let two = |a, b| duel(line(a), line(b)).opening(4);
    Paper {
        game: "pentago-swap",
        about: "McGill COMP424 2019: an agent that reasons on line potentials against tree search, at 2 s a move.",
        claims: vec![
            claim("P1", "tree search beats a random agent in about 90 % of matches").by(duel(
                line("report-mcts:time=100ms").said_won(0.9),
                line("random"),
            )
            .matches(4, 100)
            .opening(4)
            .expect(AtLeast(0, Won, 0.9))),
            claim("P2", "tree search wins about 5 % against the logical agent")
                .by(duel(line("report-mcts").said_won(0.05), line("logical"))
                    .matches(2, 20)
                    .opening(4)
                    .expect(AtMost(0, Won, 0.1)))
                .by(two("report-mcts:sims=1000", "logical")
                    .matches(4, 100)
                    .expect(AtMost(0, Won, 0.1))),
            claim(
                "P3",
                "logical beats minimax clearly; minimax is the weakest of the three",
            )
            .by(two("logical", "report-minimax").matches(20, 200).expect(Above(0, 1)))
            .by(two("report-mcts:time=100ms", "report-minimax")
                .matches(2, 60)
                .expect(Above(0, 1))),
            claim("P4", "superposing potentials beats adding them").by(two("logical", "logical:superpose=sum")
                .matches(20, 400)
                .expect(Above(0, 1))),
            claim(
                "P5",
                "with the logical agent losing, most of the winner's pieces lie in the bottom right quadrant",
            )
            .counting(quadrants),
            claim("P6", "without the other's perspective a greedy row of five beats it")
                .by(two("greedy", "logical:perspectives=own")
                    .matches(20, 200)
                    .expect(Above(0, 1)))
                .by(two("greedy", "logical").matches(20, 200)),
            claim("P7", "it decides very quickly; see the time of a move")
                .by(two("logical", "random").matches(20, 200).expect(AtLeast(0, Won, 0.9))),
            claim(
                "P8",
                "repaired: ties by both perspectives, swaps by what they leave, tuned biases",
            )
            .by(two("repaired-logical", "logical").matches(20, 400).expect(Above(0, 1))),
            claim(
                "P9",
                "champion at 100 ms a move takes 95 % of the points from the logical agent",
            )
            .by(two("champion:time=100ms", "logical")
                .matches(4, 100)
                .expect(Reaches(0, Points, 0.95))),
            beats_chance("P10", two("champion:time=100ms", "random").matches(4, 100)),
        ],
    }
}

/// Where the winner's pieces lie in matches that the logical agent lost.
fn quadrants(size: Size) -> Vec<Fact> {
    let matches = size.of([20, 200]);
    let mut counts = [0usize; 4];
    for (seat, table) in finals("pentago-swap", ["logical", "report-mcts:sims=1000"], matches) {
        if has_lost(&*table, seat) {
            let scene = table.scene();
            for piece in scene
                .pieces
                .iter()
                .filter(|piece| piece.seat.is_some_and(|owner| owner.index() != seat))
            {
                let centre = scene.board.cells[piece.cell].centre;
                counts[2 * usize::from(centre.y > 3.0) + usize::from(centre.x > 3.0)] += 1;
            }
        }
    }
    let all: usize = counts.iter().sum();
    let percent = |count: usize| 100 * count / all.max(1);
    vec![Fact {
        what: "the winner's pieces in the top left, top right, bottom left and bottom right quadrant".into(),
        claimed: "most in the bottom right".into(),
        measured: counts.map(|count| format!("{} %", percent(count))).join(", "),
        verdict: Verdict::exactly(2 * counts[3] > all),
    }]
}

fn has_lost(table: &dyn AnyGame, seat: usize) -> bool {
    matches!(table.phase(), truel_core::Phase::Over(payoffs) if payoffs[seat] < payoffs[1 - seat])
}
