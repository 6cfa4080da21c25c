//! Should an agent maximise the present score, or look ahead?

use super::beats_chance;
use crate::experiments::claim::Expect::{Above, AtLeast, AtMost, Reaches};
use crate::experiments::claim::Share::{Lost, Won};
use crate::experiments::claim::{Paper, alone, claim, duel, each, line};

/// The report's own five seconds a move would take days; its program cloned a board for every
/// simulation and cannot have made more than a few thousand of them in that time.
const MCTS: &str = "report-mcts:sims=3000";

pub(super) fn paper() -> Paper {
    // Deterministic agents need different openings to play different matches.
    let deeper = |agent| alone(line(agent), line("report-greedy")).matches(3, 60).opening(6);
    Paper {
        game: "threechess",
        about: "UWA CITS3001 2020: should an agent maximise the present score, or look ahead? The yardstick is two \
                copies \
                of the referee's sample agent, `report-random`; a uniform one, `random`, stands beside it.",
        claims: vec![
            claim("T1", "tree search wins 60 of 100 matches against two random agents")
                .by(alone(
                    line(MCTS).said(0.60, 0.20).took(42.3),
                    line("report-random").said(0.20, 0.40),
                )
                .matches(3, 99)
                .expect(AtLeast(0, Won, 0.6)))
                .by(alone(line(MCTS), line("random"))
                    .matches(3, 99)
                    .expect(AtLeast(0, Won, 0.6))),
            claim("T2", "greedy wins every match against two random agents")
                .by(alone(
                    line("report-greedy").said(1.0, 0.0).took(2.5),
                    line("report-random").said(0.0, 0.5),
                )
                .matches(30, 300)
                .expect(Reaches(0, Won, 0.95)))
                .by(alone(line("report-greedy"), line("random"))
                    .matches(30, 300)
                    .expect(Reaches(0, Won, 0.95))),
            claim("T3", "paranoid search wins every match against two random agents")
                .by(alone(
                    line("report-paranoid").said(1.0, 0.0).took(185.2),
                    line("report-random").said(0.0, 0.5),
                )
                .matches(6, 99)
                .expect(Reaches(0, Won, 0.95)))
                .by(alone(line("report-paranoid"), line("random"))
                    .matches(6, 99)
                    .expect(Reaches(0, Won, 0.95))),
            claim(
                "T4",
                "of the three, greedy wins 65 of 100 matches, paranoid 35, tree search none; greedy never loses its \
                 king (T6), \
                 paranoid seldom (T7)",
            )
            .by(each([
                line("report-greedy").said(0.65, 0.0).took(1.6),
                line("report-paranoid").said(0.35, 0.10).took(78.4),
                line(MCTS).said(0.0, 0.90).took(35.7),
            ])
            .matches(6, 102)
            .expect(Above(0, 1))
            .expect(Above(1, 2))
            .expect(AtMost(0, Lost, 0.0))
            .expect(AtMost(1, Lost, 0.1))),
            claim(
                "T5",
                "looking ahead beats the present: the hypothesis, which the report found refuted",
            )
            .by(duel(line("report-paranoid"), line("report-greedy"))
                .matches(6, 120)
                .expect(Above(0, 1))),
            claim("T8", "a deeper paranoid wins more and costs more")
                .by(deeper("report-paranoid:depth=1"))
                .by(deeper("report-paranoid:depth=2"))
                .by(deeper("report-paranoid:depth=3"))
                .by(deeper("report-paranoid:depth=4"))
                .by(duel(line("report-paranoid:depth=3"), line("report-paranoid:depth=1"))
                    .matches(6, 60)
                    .opening(6)
                    .expect(Above(0, 1))),
            claim(
                "T9",
                "repaired: each agent with its author's improvements against two without them",
            )
            .by(alone(line("repaired-greedy"), line("report-greedy"))
                .matches(6, 120)
                .opening(6)
                .expect(Above(0, 1)))
            .by(alone(line("repaired-paranoid:time=100ms"), line("report-paranoid"))
                .matches(3, 60)
                .opening(6)
                .expect(Above(0, 1)))
            .by(alone(line("repaired-mcts:time=100ms"), line(MCTS))
                .matches(3, 60)
                .opening(6)
                .expect(Above(0, 1))),
            claim(
                "T10",
                "repaired: the three-way tournament again, in which looking ahead should win",
            )
            .by(each([
                line("repaired-greedy"),
                line("repaired-paranoid:time=100ms"),
                line("repaired-mcts:time=100ms"),
            ])
            .matches(6, 60)
            .opening(6)
            .expect(Above(1, 0))),
            claim(
                "T11",
                "champion at 100 ms a move takes a king in four of five matches against two report-greedy",
            )
            .by(alone(line("champion:time=100ms"), line("report-greedy"))
                .matches(3, 99)
                .opening(6)
                .expect(Reaches(0, Won, 0.8))),
            beats_chance(
                "T12",
                alone(line("champion:time=100ms"), line("random"))
                    .matches(3, 99)
                    .opening(6),
            ),
        ],
    }
}
