//! Which search for three seats, and can an agent be built never to lose?

use truel_champions::heuristics::chexers::Race;
use truel_core::{Game, Rng, random_joint};
use truel_games::Chexers;
use truel_search::maxn::Pruning;
use truel_search::{Limits, MaxN, Search, maxn};

use super::beats_chance;
use crate::experiments::claim::Expect::{Above, AtLeast, AtMost, Even, NoLonger};
use crate::experiments::claim::Share::{Drawn, Lost, Won};
use crate::experiments::claim::{Fact, Paper, Size, Verdict, alone, claim, duel, each, line};

pub(super) fn paper() -> Paper {
    let rung = |better, worse| duel(line(better), line(worse)).matches(12, 120).opening(6);
    let mozi_against = |others| alone(line("mozi"), line(others)).matches(6, 99).opening(6);
    Paper {
        game: "chexers",
        about: "Melbourne COMP30024 2019: which search for three seats, and an agent built to hold the exits. The \
                report has \
                no tables; the clock of its contest was 60 s of processor time a match.",
        claims: vec![
            claim(
                "C1",
                "random < greedy < max^n, paranoid no different, random max^n no worse, < MoZi",
            )
            .by(rung("report-greedy", "random").expect(Above(0, 1)))
            .by(rung("report-maxn", "report-greedy").expect(Above(0, 1)))
            .by(rung("report-paranoid", "report-maxn").expect(Even(0, 1, 0.1)))
            .by(rung("report-random-maxn", "report-maxn").expect(Above(0, 1)))
            .by(rung("mozi", "report-random-maxn").expect(Above(0, 1)))
            .by(rung("mozi", "report-paranoid").expect(Above(0, 1))),
            claim(
                "C2",
                "MoZi almost never loses, beats weaker agents, and always draws against a strong max^n",
            )
            .by(mozi_against("random")
                .expect(AtMost(0, Lost, 0.05))
                .expect(AtLeast(0, Won, 0.5)))
            .by(mozi_against("report-greedy")
                .expect(AtMost(0, Lost, 0.05))
                .expect(AtLeast(0, Won, 0.5)))
            .by(mozi_against("report-maxn").expect(AtMost(0, Lost, 0.05)))
            .by(mozi_against("maxn:depth=3")
                .expect(AtMost(0, Lost, 0.05))
                .expect(AtLeast(0, Drawn, 0.95))),
            claim("C3", "matches end within 60 rounds of three plies")
                .by(each([line("report-maxn"), line("report-random-maxn"), line("mozi")])
                    .matches(6, 102)
                    .opening(6)
                    .expect(NoLonger(180)))
                .by(
                    each([line("report-greedy"), line("report-maxn"), line("report-random-maxn")])
                        .matches(6, 102)
                        .opening(6)
                        .expect(NoLonger(180)),
                ),
            claim(
                "C4",
                "Blue gains by arriving last when all three fight; see the points by seat",
            )
            .by(each([
                line("report-random-maxn"),
                line("report-random-maxn"),
                line("report-random-maxn"),
            ])
            .matches(6, 300)
            .opening(6)),
            claim("C5", "shallow pruning hardly speeds max^n up").counting(pruning),
            claim("C6", "features that keep the team together cause loops and passivity")
                .by(duel(line("mozi:team=partners"), line("mozi"))
                    .matches(6, 60)
                    .opening(6)
                    .expect(Above(1, 0)))
                .by(duel(line("mozi:team=neighbours"), line("mozi"))
                    .matches(6, 60)
                    .opening(6)
                    .expect(Above(1, 0)))
                .by(alone(line("mozi:team=partners"), line("report-maxn"))
                    .matches(6, 60)
                    .opening(6)),
            claim(
                "C7",
                "MP-Mix and offensive search suffer when the supposed ally plays max^n",
            )
            .by(alone(line("report-mpmix"), line("report-maxn"))
                .matches(6, 99)
                .opening(6)
                .expect(Above(1, 0)))
            .by(alone(line("report-offensive"), line("report-maxn"))
                .matches(6, 99)
                .opening(6)
                .expect(Above(1, 0))),
            claim(
                "C8",
                "repaired: each agent with what its author did not adopt against two without it",
            )
            .by(alone(line("repaired-maxn"), line("report-maxn"))
                .matches(6, 99)
                .opening(6)
                .expect(Above(0, 1)))
            .by(alone(line("repaired-paranoid"), line("report-paranoid"))
                .matches(6, 99)
                .opening(6)
                .expect(Above(0, 1)))
            .by(alone(line("repaired-mozi"), line("mozi"))
                .matches(6, 99)
                .opening(6)
                .expect(Above(0, 1))),
            claim(
                "C9",
                "champion at 100 ms a move wins three of five matches against two MoZi and loses one of twenty",
            )
            .by(alone(line("champion:time=100ms"), line("mozi"))
                .matches(3, 99)
                .opening(6)
                .expect(AtLeast(0, Won, 0.6))
                .expect(AtMost(0, Lost, 0.05))),
            beats_chance(
                "C10",
                alone(line("champion:time=100ms"), line("random"))
                    .matches(3, 99)
                    .opening(6),
            ),
        ],
    }
}

/// What shallow pruning leaves of max^n to depth 4. That evaluating one seat at a time is faster is
/// left out: it is how max^n works here.
fn pruning(size: Size) -> Vec<Fact> {
    let positions: Vec<Chexers> = (0..size.of([5, 40])).map(opened).collect();
    let visited = |pruning: Pruning| -> u64 {
        let config = maxn::Config::default().with_pruning(pruning);
        let nodes = |game: &Chexers| {
            let seat = game.phase().acting().first();
            let mut search = MaxN::with_config(Race, config);
            search.search(game, seat, &Limits::depth(4)).nodes
        };
        positions.iter().map(nodes).sum()
    };
    let share = visited(Pruning::Shallow) as f64 / visited(Pruning::None) as f64;
    vec![Fact {
        what: "positions visited by max^n to depth 4 with shallow pruning, of all".into(),
        claimed: "nearly all (read as nine in ten)".into(),
        measured: format!("{share:.3}"),
        verdict: Verdict::exactly(share > 0.9),
    }]
}

/// A position after twelve random plies.
fn opened(seed: u64) -> Chexers {
    let (mut game, mut rng) = (Chexers::default(), Rng::new(seed));
    for _ in 0..12 {
        if let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            game.play(joint);
        }
    }
    game
}
