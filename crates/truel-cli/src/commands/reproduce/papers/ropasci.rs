//! Search where both seats move at once.

use super::super::claim::Expect::{Above, AtLeast, AtMost};
use super::super::claim::Share::{Lost, Points, Won};
use super::super::claim::{Paper, claim, duel, line};

pub(super) fn paper() -> Paper {
    Paper {
        game: "ropasci",
        about: "Melbourne COMP30024 2021: search where both seats move at once. The report has no figures; the clock of its \
                contest was 60 s of processor time a match.",
        claims: vec![
            claim(
                "R1",
                "decoupled UCT wins more often than simultaneous-move alpha-beta at 60 s a match",
            )
            .by(duel(line("report-duct"), line("report-sm-alphabeta"))
                .matches(2, 20)
                .time("2s/game", "60s/game")
                .opening(4)
                .expect(Above(0, 1))),
            claim("R2", "pruning by rules beats pruning by evaluation").by(duel(
                line("report-duct"),
                line("report-duct:pruning=evaluation"),
            )
            .matches(2, 40)
            .time("2s/game", "20s/game")
            .opening(4)
            .expect(Above(0, 1))),
            claim(
                "R6",
                "repaired: mixed strategies and shorter rollouts against the report's agent at the same clock",
            )
            .by(duel(line("repaired-duct"), line("report-duct"))
                .matches(2, 40)
                .time("2s/game", "20s/game")
                .opening(4)
                .expect(Above(0, 1))),
            claim(
                "R7",
                "champion at 100 ms a move takes 85 % of the points from report-duct at 1 s a move",
            )
            .by(duel(line("champion:time=100ms"), line("report-duct:time=1s"))
                .matches(2, 40)
                .opening(4)
                .expect(AtLeast(0, Points, 0.85))),
            claim(
                "R8",
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
