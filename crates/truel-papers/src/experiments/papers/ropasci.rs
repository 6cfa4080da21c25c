//! Search where both seats move at once.

use crate::agents::ropasci::pruning::Rules;
use crate::agents::ropasci::rollout::Playing;
use crate::agents::ropasci::survey;

use super::beats_chance;
use crate::experiments::claim::Expect::{Above, Reaches};
use crate::experiments::claim::Share::Points;
use crate::experiments::claim::{Fact, Paper, Size, Verdict, claim, duel, line};

pub(super) fn paper() -> Paper {
    // A ply is a joint turn here.
    let two = |a, b| duel(line(a), line(b)).opening(2);
    Paper {
        game: "ropasci",
        about: "Melbourne COMP30024 2021: search where both seats move at once. The report has no figures; the clock \
                of its \
                contest was 60 s of processor time a match, on programs a thousand times slower.",
        claims: vec![
            claim("R1", "decoupled UCT wins more often than simultaneous-move alpha-beta").by(two(
                "report-duct",
                "report-sm-alphabeta",
            )
            .matches(2, 10)
            .time("2s/game", "30s/game")
            .expect(Above(0, 1))),
            claim("R2", "pruning by rules beats pruning by evaluation").by(two(
                "report-duct",
                "report-duct:pruning=evaluation",
            )
            .matches(2, 10)
            .time("2s/game", "10s/game")
            .expect(Above(0, 1))),
            claim(
                "R3",
                "uniform rollouts often end at turn 360, are dominated by throws, and are longer than heavy ones",
            )
            .counting(rollouts),
            claim("R4", "dominance prunes little with bounds (-1, 1), (0, 1) and (-1, 0)").counting(dominance),
            claim("R5", "branching exceeds 200 moves a seat after turn 9").counting(branching),
            claim(
                "R6",
                "repaired: mixed strategies and shorter rollouts against the report's agent at the same clock",
            )
            .by(two("repaired-duct", "report-duct")
                .matches(2, 10)
                .time("2s/game", "10s/game")
                .expect(Above(0, 1))),
            claim(
                "R7",
                "champion at 100 ms a move takes 85 % of the points from report-duct at 1 s a move",
            )
            .by(two("champion:time=100ms", "report-duct:time=1s")
                .matches(2, 16)
                .expect(Reaches(0, Points, 0.85))),
            beats_chance("R8", two("champion:time=100ms", "random").matches(2, 100)),
        ],
    }
}

/// Both kinds of rollouts, uniform first.
fn playings() -> [Playing; 2] {
    let rules = Rules {
        size: 12,
        few: 4,
        seed: 1,
    };
    [Playing::Uniform, Playing::Heavy(rules)]
}

fn rollouts(size: Size) -> Vec<Fact> {
    let [uniform, heavy] = playings().map(|playing| survey::rollouts(playing, size.of([200, 2000]), 1));
    let both = |of: fn(&survey::Rollouts) -> f64| format!("uniform {:.2}, heavy {:.2}", of(&uniform), of(&heavy));
    let fact = |what: &str, claimed: &str, measured, holds| Fact {
        what: what.into(),
        claimed: claimed.into(),
        measured,
        verdict: Verdict::exactly(holds),
    };
    vec![
        fact(
            "turns of a rollout",
            "uniform ones are longer",
            both(|r| r.turns),
            uniform.turns > heavy.turns,
        ),
        fact(
            "share of rollouts that end at turn 360",
            "often, with uniform moves (read as a quarter)",
            both(|r| r.at_the_limit),
            uniform.at_the_limit > 0.25,
        ),
        fact(
            "share of throws among moves while a seat has throws left",
            "throws dominate (read as half)",
            both(|r| r.throws_of_possible),
            uniform.throws_of_possible > 0.5,
        ),
    ]
}

fn dominance(size: Size) -> Vec<Fact> {
    let found = survey::dominance(8, size.of([5, 40]), 1);
    let share = |count: u64| count as f64 / found.all as f64;
    let fact = |bounds: &str, count| Fact {
        what: format!("positions searched with bounds {bounds}, of those without dominance"),
        claimed: "nearly as many (read as nine in ten)".into(),
        measured: format!("{:.3}", share(count)),
        verdict: Verdict::exactly(share(count) > 0.9),
    };
    vec![
        fact("(-1, 1)", found.by_payoffs),
        fact("tightened by invincible tokens", found.by_invincible),
    ]
}

fn branching(size: Size) -> Vec<Fact> {
    let [uniform, _] = playings();
    let rows = survey::branching(uniform, 12, size.of([100, 1000]), 1);
    let after = |turn: u16| rows.iter().find(|row| row.turn == turn);
    let told = after(9).map_or_else(String::new, |row| {
        format!(
            "mean {:.0}, most {}, above 200 in {:.0} %",
            row.mean,
            row.most,
            100.0 * row.above_200
        )
    });
    vec![Fact {
        what: "moves of a seat after turn 9 of random play".into(),
        claimed: "up to 200 and more".into(),
        measured: told,
        verdict: Verdict::exactly(after(9).is_some_and(|row| row.most > 200)),
    }]
}
