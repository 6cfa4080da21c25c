//! How fast searches are: nodes or simulations per second of CPU time on one thread, the time to a fixed depth, and what a
//! second thread adds.
//!
//! Every search is given so many nodes in positions of a random match with a fixed seed, and those that go by depth so many
//! plies. What it answers (move, depth, value, nodes) goes into a checksum, which must be the one in `answers.txt`: a change
//! that should not change behaviour proves here that it did not.

use std::io::Write;
use std::time::{Duration, Instant};

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
/// Searches with one thread and with two that are compared: each position five times.
const PAIRS: usize = 5 * POSITIONS;

pub(super) fn run(args: &Bench, out: &mut Output) -> Result<Exit> {
    let (seconds, games) = (args.seconds.unwrap_or(1.0), games(args)?);
    if !args.json {
        writeln!(
            out,
            "Nodes or simulations per second of CPU time and milliseconds of it to a depth, one thread; speed-ups by the wall \
             clock.\n"
        )?;
    }
    let mut exit = Exit::Done;
    for id in games {
        let (rows, complaints) = truel_agents::with(id, Measure { seconds })??;
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
        for complaint in complaints {
            remark(&format!("{id}: {complaint}"));
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

/// What was measured of a game, and what was answered wrongly on the way.
type Measured = Result<(Vec<Row>, Vec<String>)>;

struct Measure {
    seconds: f64,
}

impl VisitWithOpinion for Measure {
    type Out = Measured;

    fn turns<G: Draw + TurnBased, O: Opinion<G> + Clone + 'static>(self, opinion: O) -> Measured {
        let (mut rows, complaints) = self.all(turns::<G, O>(opinion.clone()))?;
        if self.seconds > 0.0 {
            rows.extend(two_threads::<G, O>(&opinion).map(|(name, one, two)| self.speed_up(name, one, two)));
        }
        Ok((rows, complaints))
    }

    fn at_once<G: Draw, O: Opinion<G> + Clone + 'static>(self, opinion: O) -> Measured {
        self.all(at_once::<G, O>(opinion))
    }
}

impl Measure {
    fn all<G: Draw>(&self, lineup: Vec<Entrant<G>>) -> Measured {
        let (positions, by_nodes) = (positions::<G>(), work(G::INFO.id, "search")?);
        let (mut rows, mut complaints) = (Vec::new(), Vec::new());
        let mut said = FNV_START;
        for mut entrant in lineup {
            rows.push(self.rate(&mut entrant, &positions, by_nodes, &mut said));
            if entrant.unit == "nodes" {
                let by_depth = work(G::INFO.id, entrant.name)?;
                let mut said = FNV_START;
                rows.push(self.time_to_depth(&mut entrant, &positions, by_depth, &mut said));
                complaints.extend(complaint(&format!("{} to depth", entrant.name), said, by_depth));
            }
        }
        complaints.extend(complaint("search", said, by_nodes));
        Ok((rows, complaints))
    }

    fn rate<G: Draw>(&self, entrant: &mut Entrant<G>, positions: &[G], work: Work, said: &mut u64) -> Row {
        let rounds = self.rounds(entrant, positions, &Limits::nodes(u64::from(work.amount)), said);
        let (nodes, seconds) = rounds.iter().fold((0, 0.0), |(nodes, seconds), round| {
            (nodes + round.nodes, seconds + round.seconds)
        });
        Row {
            metric: format!("{}_{}_per_cpu_s", entrant.name, entrant.unit),
            value: (nodes as f64 / seconds.max(1e-9)).round(),
        }
    }

    fn time_to_depth<G: Draw>(&self, entrant: &mut Entrant<G>, positions: &[G], work: Work, said: &mut u64) -> Row {
        let rounds = self.rounds(entrant, positions, &Limits::depth(work.amount), said);
        Row {
            metric: format!("{}_ms_to_depth_{}", entrant.name, work.amount),
            value: median(rounds.iter().map(|round| round.seconds * 1e3)),
        }
    }

    /// Searches all positions at least once and for so many seconds; what is said in the first round goes into `said`.
    fn rounds<G: Draw>(
        &self,
        entrant: &mut Entrant<G>,
        positions: &[G],
        limits: &Limits,
        said: &mut u64,
    ) -> Vec<Round> {
        let (mut rounds, mut spent) = (Vec::new(), 0.0);
        while rounds.is_empty() || spent < self.seconds {
            let mut round = Round::default();
            for game in positions {
                entrant.search.forget();
                let seat = game.phase().acting().first();
                let begin = cpu_seconds();
                let choice = entrant.search.search(game, seat, limits, &mut |_| {});
                round.seconds += cpu_seconds() - begin;
                round.nodes += choice.nodes;
                if rounds.is_empty() {
                    *said = fnv1a(*said, told(entrant.name, &choice).as_bytes());
                }
            }
            spent += round.seconds;
            rounds.push(round);
        }
        rounds
    }

    /// How many times the nodes per wall second of one thread two threads have: the median of short searches in turn, since a
    /// machine that does something else for a while slows both of a pair or spoils one pair of many.
    fn speed_up<G: Draw>(&self, name: &str, mut one: Entrant<G>, mut two: Entrant<G>) -> Row {
        let positions = positions::<G>();
        let limits = Limits::time(Duration::from_secs_f64(self.seconds / PAIRS as f64));
        let rate = |entrant: &mut Entrant<G>, game: &G| {
            entrant.search.forget();
            let seat = game.phase().acting().first();
            let begin = Instant::now();
            let choice = entrant.search.search(game, seat, &limits, &mut |_| {});
            choice.nodes as f64 / begin.elapsed().as_secs_f64()
        };
        let pairs = positions.iter().cycle().take(PAIRS);
        Row {
            metric: format!("{name}_speedup_2_threads"),
            value: median(pairs.map(|game| rate(&mut two, game) / rate(&mut one, game))),
        }
    }
}

/// One search of all positions.
#[derive(Default)]
struct Round {
    nodes: u64,
    /// Of CPU time.
    seconds: f64,
}

/// What is wrong with a checksum, if anything. Half of its bits are enough and easier to compare by eye.
fn complaint(what: &str, said: u64, work: Work) -> Option<String> {
    let (checksum, expected) = (said >> 32, work.answer);
    (checksum != expected).then(|| format!("wrong answer: {what} checksum {checksum}, expected {expected}"))
}

/// The middle one, of at least one.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
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

#[cfg(test)]
mod tests {
    use super::*;

    struct Missing;

    impl Missing {
        fn of<G: Draw>(lineup: &[Entrant<G>]) -> Vec<String> {
            let by_depth = lineup.iter().filter(|entrant| entrant.unit == "nodes");
            by_depth
                .filter_map(|entrant| work(G::INFO.id, entrant.name).err())
                .map(|error| error.to_string())
                .collect()
        }
    }

    impl VisitWithOpinion for Missing {
        type Out = Vec<String>;

        fn turns<G: Draw + TurnBased, O: Opinion<G> + Clone + 'static>(self, opinion: O) -> Vec<String> {
            Missing::of(&turns::<G, O>(opinion))
        }

        fn at_once<G: Draw, O: Opinion<G> + Clone + 'static>(self, opinion: O) -> Vec<String> {
            Missing::of(&at_once::<G, O>(opinion))
        }
    }

    #[test]
    fn every_search_that_counts_nodes_has_a_depth_to_go_to() {
        for info in truel_games::INFOS {
            let missing = truel_agents::with(info.id, Missing).expect("a game of the list");
            assert!(missing.is_empty(), "{missing:?}");
        }
    }

    #[test]
    fn a_checksum_is_compared_by_its_upper_half() {
        let work = Work { amount: 1, answer: 7 };
        assert_eq!(complaint("search", 7 << 32 | 5, work), None);
        let told = complaint("search", 8 << 32, work).expect("8 is not 7");
        assert_eq!(told, "wrong answer: search checksum 8, expected 7");
    }

    #[test]
    fn a_median_is_in_the_middle() {
        assert_eq!(median([3.0, 1.0, 2.0].into_iter()), 2.0);
    }
}
