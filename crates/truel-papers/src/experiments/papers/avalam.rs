//! Ranked alpha-beta against tree search.

use truel_core::{AnyGame, Game, Rng, random_joint};
use truel_games::Avalam;
use truel_search::alphabeta::{self, AlphaBeta};
use truel_search::{Indifferent, Limits, Search};

use super::beats_chance;
use crate::experiments::claim::Expect::{Above, Reaches};
use crate::experiments::claim::Share::Points;
use crate::experiments::claim::{Fact, Paper, Size, Verdict, claim, duel, line};
use crate::experiments::trial::finals;

/// Tree search with so few simulations that its variants can be compared in many matches.
const MCTS: &str = "fischer-mcts:sims=1000";

pub(super) fn paper() -> Paper {
    let without = |variant| {
        duel(line(MCTS), line(variant))
            .matches(2, 20)
            .opening(4)
            .expect(Above(0, 1))
    };
    Paper {
        game: "avalam",
        about: "Polytechnique INF8215 2022: ranked alpha-beta, Fischer, against tree search. The contest's clock was \
                15 minutes a \
                match; Fischer is bounded by depth and takes what it needs, tree search gets half a minute.",
        claims: vec![
            claim(
                "A1",
                "Fischer beats its author's tree search: 8:7, 8:6, 7:5 and 8:7 towers in the last four matches, not \
                 losing with \
                 Red and mostly winning with Yellow (A2)",
            )
            .by(duel(line("fischer").said_won(1.0), line("fischer-mcts").said_won(0.0))
                .matches(2, 4)
                .time("4s/game", "30s/game")
                .expect(Above(0, 1)))
            .counting(towers),
            claim(
                "A3",
                "each change of the tree search helped: against itself without one of them",
            )
            .by(without("fischer-mcts:sims=1000,explore=constant"))
            .by(without("fischer-mcts:sims=1000,scores=normalised"))
            .by(without("fischer-mcts:sims=1000,expand=plain"))
            .by(without("fischer-mcts:sims=1000,expand=bare"))
            .by(without("fischer-mcts:sims=1000,rollout=uniform"))
            .by(without("fischer-mcts:sims=1000,reuse=off")),
            claim("A4", "the group term gains games").by(duel(line("fischer"), line("fischer:groups=off"))
                .matches(2, 20)
                .opening(4)
                .expect(Above(0, 1))),
            claim("A5", "alpha-beta matters more the deeper").counting(pruning),
            claim(
                "A7",
                "repaired: a table, all moves and whole endgames at 100 ms a move against Fischer on its \
                         schedule",
            )
            .by(duel(line("repaired-fischer:time=100ms"), line("fischer"))
                .matches(2, 20)
                .opening(4)
                .expect(Above(0, 1))),
            claim(
                "A8",
                "champion at 100 ms a move takes 95 % of the points from Fischer on its schedule",
            )
            .by(duel(line("champion:time=100ms"), line("fischer"))
                .matches(2, 60)
                .balanced(4)
                .expect(Reaches(0, Points, 0.95)))
            .by(duel(line("champion:time=100ms"), line("fischer"))
                .matches(2, 40)
                .opening(4)),
            beats_chance(
                "A9",
                duel(line("champion:time=100ms"), line("random"))
                    .matches(2, 100)
                    .opening(4),
            ),
        ],
    }
}

/// The towers of matches from the start position, Fischer's first.
fn towers(size: Size) -> Vec<Fact> {
    let agents = match size {
        Size::Quick => ["fischer:most=5", "fischer-mcts:sims=300"],
        Size::Full => ["fischer", "fischer-mcts:sims=20000"],
    };
    let count = |table: &dyn AnyGame, seat: usize| {
        let facts = table.facts();
        let towers = facts
            .iter()
            .find(|(name, _)| *name == "towers")
            .map(|(_, towers)| towers.clone());
        towers.and_then(|towers| towers.get(seat).and_then(serde_json::Value::as_u64))
    };
    let score = |(seat, table): (usize, Box<dyn AnyGame>)| {
        let of = |seat| count(&*table, seat).map_or_else(|| "?".to_owned(), |towers| towers.to_string());
        format!("{}:{}", of(seat), of(1 - seat))
    };
    let scores: Vec<String> = finals("avalam", agents, 4).into_iter().map(score).collect();
    vec![Fact {
        what: format!("towers of {} : {}, by turns as Yellow and Red", agents[0], agents[1]),
        claimed: "8:7, 8:6, 7:5, 8:7".into(),
        measured: scores.join(", "),
        verdict: Verdict::Undecided,
    }]
}

/// Positions that alpha-beta visits, as a share of those that there are.
fn pruning(_: Size) -> Vec<Fact> {
    const PLIES: u32 = 20;
    let (mut game, mut rng) = (Avalam::default(), Rng::new(1));
    for _ in 0..PLIES {
        if let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            game.play(joint);
        }
    }
    let seat = game.phase().acting().first();
    let share = |depth: u32| {
        let all: u64 = (1..=depth)
            .map(|plies| truel_core::perft(&mut game.clone(), plies, &mut Vec::new()))
            .sum();
        let mut search = AlphaBeta::with_config(Indifferent, alphabeta::Config::exact());
        let visited = search.search(&game, seat, &Limits::depth(depth)).nodes;
        visited as f64 / all as f64
    };
    let shares: Vec<f64> = (2..=4).map(share).collect();
    let told: Vec<String> = shares.iter().map(|share| format!("{:.2} %", 100.0 * share)).collect();
    vec![Fact {
        what: format!("positions visited at depths 2, 3 and 4 after {PLIES} random plies, of all"),
        claimed: "fewer the deeper".into(),
        measured: told.join(", "),
        verdict: Verdict::exactly(shares.windows(2).all(|pair| pair[1] < pair[0])),
    }]
}
