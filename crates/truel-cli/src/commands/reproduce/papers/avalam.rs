//! Ranked alpha-beta against tree search.

use super::super::claim::Expect::{Above, AtLeast, AtMost};
use super::super::claim::Share::{Lost, Points, Won};
use super::super::claim::{Paper, claim, duel, line};

pub(super) fn paper() -> Paper {
    let without = |variant| {
        duel(line("fischer-mcts:time=1s"), line(variant))
            .matches(2, 30)
            .opening(4)
            .expect(Above(0, 1))
    };
    Paper {
        game: "avalam",
        about: "Polytechnique INF8215 2022: ranked alpha-beta, Fischer, against tree search, at 15 minutes a match.",
        claims: vec![
            claim(
                "A1",
                "Fischer beats its author's tree search: 8:7, 8:6, 7:5 and 8:7 towers in the last four matches",
            )
            .by(duel(line("fischer").said_won(1.0), line("fischer-mcts").said_won(0.0))
                .matches(2, 8)
                .time("10s/game", "180s/game")
                .expect(Above(0, 1))),
            claim("A4", "the group term gains games").by(duel(line("fischer"), line("fischer:groups=off"))
                .matches(2, 60)
                .opening(4)
                .expect(Above(0, 1))),
            claim(
                "A6",
                "repaired: incremental evaluation, a table and whole endgames against Fischer on its schedule",
            )
            .by(duel(line("repaired-fischer:time=100ms"), line("fischer"))
                .matches(2, 60)
                .opening(4)
                .expect(Above(0, 1))),
            claim(
                "A7",
                "champion at 100 ms a move takes 95 % of the points from Fischer on its schedule",
            )
            .by(duel(line("champion:time=100ms"), line("fischer"))
                .matches(2, 100)
                .opening(4)
                .expect(AtLeast(0, Points, 0.95))),
            claim(
                "A8",
                "champion wins 98 of 100 matches against a random agent and loses none",
            )
            .by(duel(line("champion:time=100ms"), line("random"))
                .matches(2, 100)
                .opening(4)
                .expect(AtLeast(0, Won, 0.98))
                .expect(AtMost(0, Lost, 0.0))),
        ],
    }
}
