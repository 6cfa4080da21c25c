//! A logical agent against tree search.

use super::super::claim::Expect::{Above, AtLeast, AtMost};
use super::super::claim::Share::{Lost, Points, Won};
use super::super::claim::{Paper, claim, duel, line};

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
            claim("P2", "tree search wins about 5 % against the logical agent").by(duel(
                line("report-mcts").said_won(0.05),
                line("logical"),
            )
            .matches(2, 30)
            .opening(4)
            .expect(AtMost(0, Won, 0.1))),
            claim(
                "P3",
                "logical beats minimax clearly; minimax is the weakest of the three",
            )
            .by(two("logical", "report-minimax").matches(20, 200).expect(Above(0, 1)))
            .by(two("report-mcts:time=100ms", "report-minimax")
                .matches(2, 100)
                .expect(Above(0, 1))),
            claim("P4", "superposing potentials beats adding them").by(two("logical", "logical:superpose=sum")
                .matches(20, 400)
                .expect(Above(0, 1))),
            claim("P7", "it decides very quickly; see the time of a move")
                .by(two("logical", "random").matches(20, 200).expect(AtLeast(0, Won, 0.9))),
            claim("P8", "repaired: better choice among equal cells")
                .by(two("repaired-logical", "logical").matches(20, 400).expect(Above(0, 1))),
            claim(
                "P9",
                "champion at 100 ms a move takes 95 % of the points from the logical agent",
            )
            .by(two("champion:time=100ms", "logical")
                .matches(4, 100)
                .expect(AtLeast(0, Points, 0.95))),
            claim(
                "P10",
                "champion wins 98 of 100 matches against a random agent and loses none",
            )
            .by(two("champion:time=100ms", "random")
                .matches(4, 100)
                .expect(AtLeast(0, Won, 0.98))
                .expect(AtMost(0, Lost, 0.0))),
        ],
    }
}
