//! How fast searches are: nodes or simulations per second of CPU time on one thread, the time to a
//! fixed depth, and what a second thread adds.
//!
//! Every search is given so many nodes in positions of a random match with a fixed seed, and those
//! that go by depth so many plies. What it answers (move, depth, value, nodes) goes into a
//! checksum, which must be the one in `answers.txt`: a change that should not change behaviour
//! proves here that it did not.

use std::hash::Hasher;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::json;
use truel_agents::{Agent, Conditions, Thought, Watch};
use truel_core::hash::FnvHasher;
use truel_core::{AnyGame, Info, Seat};

use super::answers::{Work, work};
use super::lineup::{Entrant, lineup, two_threads};
use super::{cpu_seconds, games};
use crate::Exit;
use crate::args::Bench;
use crate::output::{Output, grouped, remark};

const SEED: u64 = 2026;
/// Positions each search looks at, this many plies apart.
const POSITIONS: usize = 4;
const APART: u32 = 5;
/// Searches with one thread and with two that are compared: each position twice, a quarter of the
/// time of a measurement each. Much shorter ones would measure how threads start and memory is
/// first touched.
const PAIRS: usize = 2 * POSITIONS;
const SHARE: f64 = 0.25;

pub(super) fn run(args: &Bench, out: &mut Output) -> Result<Exit> {
    let (seconds, games) = (args.seconds.unwrap_or(1.0), games(args)?);
    if !args.json {
        writeln!(
            out,
            "Nodes or simulations per second of CPU time and milliseconds of it to a depth, one thread; speed-ups by \
             the wall \
             clock.\n"
        )?;
    }
    let mut exit = Exit::Done;
    for listing in games {
        let id = listing.info().id;
        let bench = SearchBench {
            game: listing.info(),
            positions: listing.table().workbench().positions(POSITIONS, APART, SEED),
            seconds,
        };
        let (rows, complaints) = bench.all();
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
type Measured = (Vec<Row>, Vec<String>);

/// A game that is measured.
struct SearchBench {
    game: &'static Info,
    positions: Vec<Box<dyn AnyGame>>,
    seconds: f64,
}

impl SearchBench {
    fn all(&self) -> Measured {
        let by_nodes = work(self.game.id, "search");
        let (mut rows, mut complaints) = (Vec::new(), Vec::new());
        let mut said = FnvHasher::default();
        for entrant in lineup(self.game) {
            rows.push(self.rate(entrant, by_nodes, &mut said));
            if entrant.unit == "nodes" {
                let by_depth = work(self.game.id, entrant.name);
                let mut said = FnvHasher::default();
                rows.push(self.time_to_depth(entrant, by_depth, &mut said));
                complaints.extend(complaint(
                    &format!("{} to depth", entrant.name),
                    said.finish(),
                    by_depth,
                ));
            }
        }
        complaints.extend(complaint("search", said.finish(), by_nodes));
        if self.seconds > 0.0 {
            let pairs = two_threads(self.game).into_iter();
            rows.extend(pairs.map(|(name, one, two)| self.speed_up(name, &one, &two)));
        }
        (rows, complaints)
    }

    fn rate(&self, entrant: &Entrant, work: Work, said: &mut FnvHasher) -> Row {
        let conditions = Conditions {
            nodes: Some(u64::from(work.amount)),
            ..Conditions::default()
        };
        let rounds = self.rounds(entrant, &conditions, said);
        let (nodes, seconds) = rounds.iter().fold((0, 0.0), |(nodes, seconds), round| {
            (nodes + round.nodes, seconds + round.seconds)
        });
        Row {
            metric: format!("{}_{}_per_cpu_s", entrant.name, entrant.unit),
            value: (nodes as f64 / seconds.max(1e-9)).round(),
        }
    }

    fn time_to_depth(&self, entrant: &Entrant, work: Work, said: &mut FnvHasher) -> Row {
        let conditions = Conditions {
            depth: Some(work.amount),
            ..Conditions::default()
        };
        let rounds = self.rounds(entrant, &conditions, said);
        Row {
            metric: format!("{}_ms_to_depth_{}", entrant.name, work.amount),
            value: median(rounds.iter().map(|round| round.seconds * 1e3)),
        }
    }

    /// Searches all positions at least once and for so many seconds; what is said in the first
    /// round goes into `said`.
    fn rounds(&self, entrant: &Entrant, conditions: &Conditions, said: &mut FnvHasher) -> Vec<Round> {
        let mut agent = entrant.seat(self.game);
        let (mut rounds, mut spent) = (Vec::new(), 0.0);
        while rounds.is_empty() || spent < self.seconds {
            let mut round = Round::default();
            for table in &self.positions {
                agent.forget();
                let seat = first_to_move(&**table);
                let begin = cpu_seconds();
                let thought = agent.think(&**table, seat, conditions, Watch::Nobody);
                round.seconds += cpu_seconds() - begin;
                round.nodes += thought.nodes;
                if rounds.is_empty() {
                    said.write(told(entrant.name, seat, &thought).as_bytes());
                }
            }
            spent += round.seconds;
            rounds.push(round);
        }
        rounds
    }

    /// How many times the nodes per wall second of one thread two threads have: the median of
    /// searches in turn, since a machine that does something else for a while slows both of a pair
    /// or spoils one pair of many.
    fn speed_up(&self, name: &str, one: &Entrant, two: &Entrant) -> Row {
        let conditions = Conditions {
            per_move: Some(Duration::from_secs_f64(self.seconds * SHARE)),
            ..Conditions::default()
        };
        let rate = |agent: &mut dyn Agent, table: &dyn AnyGame| {
            agent.forget();
            let begin = Instant::now();
            let thought = agent.think(table, first_to_move(table), &conditions, Watch::Nobody);
            thought.nodes as f64 / begin.elapsed().as_secs_f64()
        };
        let (mut one, mut two) = (one.seat(self.game), two.seat(self.game));
        let pairs = self.positions.iter().cycle().take(PAIRS);
        Row {
            metric: format!("{name}_speedup_2_threads"),
            value: median(pairs.map(|table| rate(&mut *two, &**table) / rate(&mut *one, &**table))),
        }
    }
}

fn first_to_move(table: &dyn AnyGame) -> Seat {
    table.phase().acting().first()
}

/// One search of all positions.
#[derive(Default)]
struct Round {
    nodes: u64,
    /// Of CPU time.
    seconds: f64,
}

/// What is wrong with a checksum, if anything. Half of its bits are enough and easier to compare by
/// eye.
fn complaint(what: &str, said: u64, work: Work) -> Option<String> {
    let (checksum, expected) = (said >> 32, work.answer?);
    (checksum != expected).then(|| format!("wrong answer: {what} checksum {checksum}, expected {expected}"))
}

/// The middle one, of at least one.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// What a search answered, as text.
fn told(name: &str, seat: Seat, thought: &Thought) -> String {
    let Thought {
        mv,
        depth,
        nodes,
        value,
        ..
    } = thought;
    format!("{name} {mv} {depth} {nodes} {:.4}\n", value[seat.index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster;

    #[test]
    fn every_search_that_counts_nodes_has_a_depth_to_go_to() {
        for info in roster().infos() {
            for entrant in lineup(info).iter().filter(|entrant| entrant.unit == "nodes") {
                assert!(work(info.id, entrant.name).answer.is_some(), "{}: {entrant:?}", info.id);
            }
        }
    }

    #[test]
    fn the_line_up_fits_its_games() {
        for info in roster().infos() {
            let threads = two_threads(info).into_iter().flat_map(|(_, one, two)| [one, two]);
            for entrant in lineup(info).iter().copied().chain(threads) {
                // Panics where the spec is wrong.
                entrant.seat(info);
            }
        }
    }

    #[test]
    fn a_checksum_is_compared_by_its_upper_half() {
        let work = Work {
            amount: 1,
            answer: Some(7),
        };
        assert_eq!(complaint("search", 7 << 32 | 5, work), None);
        let told = complaint("search", 8 << 32, work).expect("8 is not 7");
        assert_eq!(told, "wrong answer: search checksum 8, expected 7");
    }

    #[test]
    fn a_median_is_in_the_middle() {
        assert_eq!(median([3.0, 1.0, 2.0].into_iter()), 2.0);
    }
}
