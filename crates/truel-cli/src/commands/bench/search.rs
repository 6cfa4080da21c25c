//! How fast searches are: nodes or simulations per second of CPU time on one thread, and what a second thread adds.
//!
//! Every search is given so many nodes in positions of a random match with a fixed seed. What it answers (move, depth,
//! value, nodes) goes into one checksum per game, which must be the one in `answers.txt`: a change that should not change
//! behaviour proves here that it did not.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use serde_json::json;
use truel_agents::VisitWithOpinion;
use truel_core::trace::{FNV_START, fnv1a};
use truel_core::{Draw, Game, Rng, TurnBased, random_joint};
use truel_search::{Choice, Limits, Opinion};

use super::answers::{Work, work};
use super::lineup::{Entrant, at_once, turns, two_threads};
use super::{cpu_seconds, games};
use crate::Exit;
use crate::args::Bench;
use crate::output::{Output, grouped, remark};

const SEED: u64 = 2026;
/// Positions each search looks at, this many plies apart.
const POSITIONS: usize = 4;
const APART: u32 = 5;

pub(super) fn run(args: &Bench, out: &mut Output) -> Result<Exit> {
    let (seconds, games) = (args.seconds.unwrap_or(1.0), games(args)?);
    if !args.json {
        writeln!(
            out,
            "Nodes or simulations per second of CPU time, one thread; speed-ups by the wall clock.\n"
        )?;
    }
    let mut exit = Exit::Done;
    for id in games {
        let work = work(id, "search")?;
        let (rows, checksum) = truel_agents::with(id, Measure { seconds, work })?;
        for Row { metric, value } in rows {
            if args.json {
                out.json(&json!({ "game": id, "metric": metric, "value": value }))?;
            } else {
                let value = if value < 100.0 {
                    format!("{value:.2}")
                } else {
                    grouped(value)
                };
                writeln!(out, "{id:14}{metric:36}{value:>14}")?;
            }
        }
        out.flush()?;
        if checksum != work.answer {
            remark(&format!(
                "{id}: wrong answer: search checksum {checksum}, expected {}",
                work.answer
            ));
            exit = Exit::No;
        }
    }
    Ok(exit)
}

/// One measurement.
struct Row {
    metric: String,
    value: f64,
}

struct Measure {
    seconds: f64,
    work: Work,
}

impl VisitWithOpinion for Measure {
    type Out = (Vec<Row>, u64);

    fn turns<G: Draw + TurnBased, O: Opinion<G> + Clone + 'static>(self, opinion: O) -> Self::Out {
        let (mut rows, checksum) = self.all(turns::<G, O>(opinion.clone()));
        if self.seconds > 0.0 {
            rows.extend(two_threads::<G, O>(&opinion).map(|(name, one, two)| self.speed_up(name, one, two)));
        }
        (rows, checksum)
    }

    fn at_once<G: Draw, O: Opinion<G> + Clone + 'static>(self, opinion: O) -> Self::Out {
        self.all(at_once::<G, O>(opinion))
    }
}

impl Measure {
    fn all<G: Draw>(&self, lineup: Vec<Entrant<G>>) -> (Vec<Row>, u64) {
        let positions = positions::<G>();
        let mut checksum = FNV_START;
        let rows = lineup
            .into_iter()
            .map(|entrant| self.one(entrant, &positions, &mut checksum))
            .collect();
        // Half of the bits are enough and easier to compare by eye.
        (rows, checksum >> 32)
    }

    /// The rate of one search; the first round's answers go into the checksum.
    fn one<G: Draw>(&self, mut entrant: Entrant<G>, positions: &[G], checksum: &mut u64) -> Row {
        let limits = Limits::nodes(u64::from(self.work.amount));
        let (mut nodes, mut spent, mut is_first) = (0, 0.0, true);
        while is_first || spent < self.seconds {
            for game in positions {
                entrant.search.forget();
                let seat = game.phase().acting().first();
                let begin = cpu_seconds();
                let choice = entrant.search.search(game, seat, &limits, &mut |_| {});
                spent += cpu_seconds() - begin;
                nodes += choice.nodes;
                if is_first {
                    *checksum = fnv1a(*checksum, told(entrant.name, &choice).as_bytes());
                }
            }
            is_first = false;
        }
        Row {
            metric: format!("{}_{}_per_cpu_s", entrant.name, entrant.unit),
            value: (nodes as f64 / spent.max(1e-9)).round(),
        }
    }

    /// How many times the nodes per wall second of one thread two threads have.
    fn speed_up<G: Draw>(&self, name: &str, mut one: Entrant<G>, mut two: Entrant<G>) -> Row {
        let rate = |entrant: &mut Entrant<G>| {
            let game = G::default();
            let limits = Limits::time(std::time::Duration::from_secs_f64(self.seconds));
            entrant.search.forget();
            let begin = Instant::now();
            let choice = entrant
                .search
                .search(&game, game.phase().acting().first(), &limits, &mut |_| {});
            choice.nodes as f64 / begin.elapsed().as_secs_f64()
        };
        let (one, two) = (rate(&mut one), rate(&mut two));
        Row {
            metric: format!("{name}_speedup_2_threads"),
            value: two / one,
        }
    }
}

/// Positions of a random match, the start among them.
fn positions<G: Game>() -> Vec<G> {
    let (mut rng, mut game, mut positions) = (Rng::new(SEED), G::default(), vec![G::default()]);
    while positions.len() < POSITIONS {
        for _ in 0..APART {
            match random_joint(&game, &mut rng, &mut Vec::new()) {
                Some(joint) => _ = game.play(joint),
                None => game = G::default(),
            }
        }
        if !game.phase().is_over() {
            positions.push(game.clone());
        }
    }
    positions
}

/// What a search answered, as text.
fn told<G: Game>(name: &str, choice: &Choice<G>) -> String {
    let best = choice.best();
    format!(
        "{name} {best} {} {} {:.4}\n",
        choice.depth, choice.nodes, choice.value[choice.seat]
    )
}
