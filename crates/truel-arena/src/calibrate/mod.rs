//! Plays matches and lets agents judge positions of them, so that their values can be read as
//! chances.
//!
//! All agents of a game judge positions of the same matches, so their chances can be compared. The
//! matches are varied on purpose. They begin after random plies, so that somebody is often ahead.
//! Champions play among themselves, other agents among themselves, and both against each other with
//! different budgets. A line-up takes its seats in all rotations, so that nobody's strength is
//! taken for a seat's advantage. Every match follows from its number and the seed alone.

mod fit;

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use truel_agents::chances::{Fitted, Outcome, SeenOutcome, usual_outcomes};
use truel_agents::{Agent, Conditions, Roster, Scale, Spec, SpecError, Watch};
use truel_core::zobrist::splitmix;
use truel_core::{AnyGame, Info, Rng, Seat};
use truel_search::Stop;

pub use fit::{Sample, fit, validate};

use crate::{Entry, Executor, Job, Opening, Openings, Played, Terms, Unplayable, drive};

/// Positions of one match that are judged at most; those of one match are much alike.
const POSITIONS: usize = 6;
/// Random plies at the beginning of a match at most, and the share of the longest match.
const MOST_OPENING: u32 = 8;
/// A simulation costs about as much as this many nodes.
const NODES_PER_SIMULATION: u64 = 10;

/// Which matches are played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many.
    pub matches: u64,
    /// Nodes for each move; simulations are a tenth of it.
    pub nodes: u64,
    /// Random seed.
    pub seed: u64,
}

/// A position of a finished match, and the seat to judge it for.
pub struct Position {
    table: Box<dyn AnyGame>,
    seat: Seat,
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} for {}", self.table.position(), self.seat.index())
    }
}

/// A finished match: how it ended, and some positions on the way.
#[derive(Debug)]
pub struct Finished {
    /// Its number.
    pub number: u64,
    /// How it ended, as an index into the outcomes.
    pub outcome: usize,
    /// What an agent judges.
    pub positions: Vec<Position>,
}

/// Finished matches of a game.
#[derive(Debug)]
pub struct Collection {
    /// How matches end, and how often these did.
    pub outcomes: Vec<SeenOutcome>,
    /// The matches by number.
    pub matches: Vec<Finished>,
}

impl Plan {
    /// Plays the matches and calls `step` after each. Once `stop` is raised, those that were played
    /// are returned.
    pub fn play(
        &self,
        table: &dyn AnyGame,
        roster: &Roster,
        executor: &mut dyn Executor,
        stop: &Stop,
        mut step: impl FnMut(),
    ) -> Result<Collection, Unplayable> {
        let mut played: Vec<Played> = Vec::new();
        let jobs = (0..self.matches).map(|number| self.job(table, roster, number));
        drive(executor, jobs, stop, |_, match_played| {
            step();
            // A fault is no judgement on the position.
            if match_played.faults.is_empty() {
                played.push(match_played);
            }
            Ok::<(), Unplayable>(())
        })?;
        played.sort_by_key(|match_played| match_played.job);
        Ok(self.collect(table, &played))
    }

    fn job(&self, table: &dyn AnyGame, roster: &Roster, number: u64) -> Job {
        let info = table.info();
        let seats = info.seats.len();
        // The same line-up for as many matches as there are seats.
        let mut rng = Rng::for_match(self.seed, number / seats as u64);
        let mut line_up = line_up(roster, info, self.nodes, &mut rng);
        line_up.rotate_left((number % seats as u64) as usize);
        Job {
            id: number,
            game: info.id.to_owned(),
            seats: line_up.into_iter().map(Entry::agent).collect(),
            opening: self.opening(table, number),
            seed: splitmix(splitmix(self.seed) ^ number) >> 11,
            terms: Terms::default(),
        }
    }

    /// A few random plies.
    fn opening(&self, table: &dyn AnyGame, number: u64) -> Opening {
        let longest = table.info().longest;
        let most = longest.map_or(MOST_OPENING, |longest| MOST_OPENING.min(longest / 3));
        let openings = match splitmix(splitmix(self.seed) ^ !number) % (u64::from(most) + 1) {
            0 => Openings::Start,
            plies => Openings::Random(plies as u32),
        };
        openings.get(table, self.seed, number)
    }

    fn collect(&self, table: &dyn AnyGame, played: &[Played]) -> Collection {
        let seen = |outcome: Outcome| SeenOutcome { outcome, matches: 0 };
        let mut outcomes: Vec<SeenOutcome> = usual_outcomes(table).into_iter().map(seen).collect();
        let mut matches = Vec::new();
        for played in played {
            let points = &played.result.points;
            let known = outcomes.iter().position(|seen| seen.outcome.scores(points));
            let outcome = known.unwrap_or_else(|| {
                outcomes.push(seen(Outcome::new(table, played.result.payoff.clone())));
                outcomes.len() - 1
            });
            outcomes[outcome].matches += 1;
            matches.push(Finished {
                number: played.job,
                outcome,
                positions: self.positions(table, played),
            });
        }
        Collection { outcomes, matches }
    }

    /// Some positions between the opening and the end, one from each part of the match.
    fn positions(&self, table: &dyn AnyGame, played: &Played) -> Vec<Position> {
        let mut rng = Rng::for_match(!self.seed, played.job);
        let opening = self.opening(table, played.job).moves.len();
        let plies = played.moves.len().saturating_sub(opening);
        let count = plies.min(POSITIONS);
        let mut wanted = (0..count).map(|part| {
            let (from, to) = (part * plies / count, (part + 1) * plies / count);
            opening + from + rng.below((to - from).max(1) as u32) as usize
        });
        let mut next = wanted.next();
        let mut chance = Rng::for_match(self.seed.rotate_left(17), played.job);
        let (mut table, mut positions) = (table.boxed(), Vec::new());
        for (ply, joint) in played.moves.iter().enumerate() {
            if next == Some(ply) {
                let acting: Vec<Seat> = table.phase().acting().iter().collect();
                let seat = acting[chance.below(acting.len() as u32) as usize];
                positions.push(Position {
                    table: table.boxed(),
                    seat,
                });
                next = wanted.next();
            }
            if table.play(joint).is_err() {
                break;
            }
        }
        positions
    }
}

/// Who sits where in one match, before the rotation.
fn line_up(roster: &Roster, info: &Info, nodes: u64, rng: &mut Rng) -> Vec<Spec> {
    let spec = |name: &str| name.parse::<Spec>().expect("a name is a spec");
    let best = |nodes: u64| limited(roster, info, roster.default_agent(info), nodes);
    let general = ["mcts", "duct", "alphabeta", "brs", "maxn", "paranoid"];
    let plays = |name: &&str| roster.agents_of(info).any(|agent| agent.name == *name);
    let others: Vec<&str> = general.into_iter().filter(plays).collect();
    let other = |rng: &mut Rng| spec(others[rng.below(others.len() as u32) as usize]);
    match rng.below(4) {
        0 | 1 => vec![best(nodes); info.seats.len()],
        2 => {
            let agent = limited(roster, info, other(rng), nodes);
            vec![agent; info.seats.len()]
        }
        _ => {
            let mut any = || match rng.below(4) {
                0 => best(nodes),
                1 => best(nodes / 8),
                2 => limited(roster, info, other(rng), nodes),
                _ => spec("greedy"),
            };
            (0..info.seats.len()).map(|_| any()).collect()
        }
    }
}

/// The agent with this budget of nodes for a move, or of simulations that cost as much. An agent
/// with neither limit is returned unchanged.
fn limited(roster: &Roster, info: &Info, spec: Spec, nodes: u64) -> Spec {
    let agent = roster.agents_of(info).find(|agent| agent.name == spec.name());
    let has = |name: &str| agent.is_some_and(|agent| agent.params().any(|param| param.name == name));
    if has("nodes") {
        spec.with("nodes", nodes.max(1))
    } else if has("sims") {
        spec.with("sims", (nodes / NODES_PER_SIMULATION).max(1))
    } else {
        spec
    }
}

/// The agent without its book, which knows moves but no values.
fn bookless(roster: &Roster, info: &Info, spec: Spec) -> Spec {
    let agent = roster.agents_of(info).find(|agent| agent.name == spec.name());
    match agent.is_some_and(|agent| agent.params().any(|param| param.name == "book")) {
        true => spec.with("book", "off"),
        false => spec,
    }
}

/// How agents judge positions.
#[derive(Clone, Copy)]
pub struct Judging<'a> {
    /// The game at its start position.
    pub table: &'a dyn AnyGame,
    /// The games with their agents.
    pub roster: &'a Roster,
    /// Nodes for each position.
    pub nodes: u64,
    /// Positions at the same time.
    pub threads: NonZero<usize>,
}

impl std::fmt::Debug for Judging<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Judging({} nodes)", self.nodes)
    }
}

impl Collection {
    /// Lets the agent that `spec` names judge all positions, and fits its values to the results.
    /// `None` when `stop` is raised meanwhile, or when there is nothing to fit.
    pub fn fit(
        &self,
        judging: &Judging<'_>,
        spec: &Spec,
        stop: &Stop,
        step: impl Fn() + Sync,
    ) -> Result<Option<Fitted>, SpecError> {
        let Judging { table, nodes, .. } = *judging;
        judging.roster.check(table.info().id, spec)?;
        let judged = self.judge(judging, spec, stop, step);
        if stop.is_raised() {
            return Ok(None);
        }
        let Some(scale) = judged
            .iter()
            .find(|judged| !judged.is_proven)
            .map(|judged| judged.scale)
        else {
            return Ok(None);
        };
        let (mut samples, mut proven) = (Vec::new(), 0);
        for judged in judged {
            if judged.is_proven {
                proven += 1;
            } else if judged.scale == scale {
                samples.push(judged.sample);
            }
        }
        let outcomes: Vec<Outcome> = self.outcomes.iter().map(|seen| seen.outcome.clone()).collect();
        let bounds = table.info().bounds;
        let mut quality = validate(&samples, &outcomes, scale, bounds);
        quality.proven = proven;
        Ok(Some(Fitted {
            agent: spec.clone(),
            nodes,
            quality,
            model: fit(&samples, &outcomes, scale, bounds),
        }))
    }

    /// A match is judged by one agent made for it, so the answer does not depend on the number of
    /// threads.
    fn judge(&self, judging: &Judging<'_>, spec: &Spec, stop: &Stop, step: impl Fn() + Sync) -> Vec<JudgedSample> {
        let Judging {
            table,
            roster,
            nodes,
            threads,
        } = *judging;
        let id = table.info().id;
        let spec = bookless(roster, table.info(), limited(roster, table.info(), spec.clone(), nodes));
        let next = AtomicUsize::new(0);
        let work = || {
            let mut judged = Vec::new();
            while !stop.is_raised() {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(finished) = self.matches.get(at) else { break };
                let Ok(mut agent) = roster.build(id, &spec, finished.number) else {
                    break;
                };
                judged.extend(finished.judge(&mut *agent, nodes));
                step();
            }
            judged
        };
        let mut all: Vec<JudgedSample> = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.get()).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .flat_map(|worker| worker.join().unwrap_or_default())
                .collect()
        });
        // Stable, so positions of a match keep their order.
        all.sort_by_key(|judged| judged.sample.number);
        all
    }
}

struct JudgedSample {
    sample: Sample,
    scale: Scale,
    is_proven: bool,
}

impl Finished {
    fn judge(&self, agent: &mut dyn Agent, nodes: u64) -> Vec<JudgedSample> {
        let conditions = Conditions {
            nodes: Some(nodes),
            ..Conditions::default()
        };
        let judge = |position: &Position| {
            agent.forget();
            let thought = agent.think(&*position.table, position.seat, &conditions, Watch::Nobody);
            JudgedSample {
                sample: Sample {
                    number: self.number,
                    seat: position.seat,
                    values: thought.value,
                    outcome: self.outcome,
                },
                scale: thought.scale,
                is_proven: thought.is_proven,
            }
        };
        self.positions.iter().map(judge).collect()
    }
}
