//! Tournaments: one store each in a folder, run one after the other match by match, watched live.
//!
//! A web request can enter agents of ours only. A tournament with programs is started on the machine itself, by `truel
//! tournament`; when its store lies in the folder, the hall shows it like any other.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use truel_arena::executor::Threads;
use truel_arena::referee::Spectator;
use truel_arena::report::{Report, write_page};
use truel_arena::store::{Store, StoreError};
use truel_arena::tournament::{
    Course, EntrantPlan, Format, GamePlan, News, Observer, Plan, Table, Total, Tournament, standings, totals,
};
use truel_arena::{Entry, Fault, Job, Terms};
use truel_search::Stop;
use utoipa::ToSchema;

use crate::desk::{lock, new_id};
use crate::error::Refusal;
use crate::view::Line;

/// News that a slow watcher may be behind.
const NEWS: usize = 1024;
/// Who may take part at most, and how many matches there may be.
const MOST_AGENTS: usize = 32;
const MOST_BLOCKS: u64 = 10_000;

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Refusal::Store(error.to_string())
    }
}

/// What a new tournament is made from.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// What people call it.
    pub name: String,
    /// The game's id.
    #[schema(example = "chexers")]
    pub game: String,
    /// Who takes part: specs of agents.
    #[schema(example = json!(["champion:time=100ms", "greedy", "random"]))]
    pub agents: Vec<String>,
    /// `round-robin`, `gauntlet` (the first agent meets all others), `swiss`, `knock-out` or `ladder`.
    #[schema(value_type = String, example = "round-robin")]
    pub format: Format,
    /// Blocks for each table of agents that meet; each has every seating once.
    pub blocks: u64,
    /// Rounds of a Swiss.
    #[serde(default)]
    pub rounds: Option<usize>,
    /// Time of each seat, such as `100ms/move` or `30s/game`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub time: Option<String>,
    /// Plies played at random first.
    #[serde(default)]
    pub opening: u32,
    /// What chance is drawn from.
    #[serde(default = "one")]
    pub seed: u64,
}

const fn one() -> u64 {
    1
}

impl Call {
    /// The plan, checked as one that comes from a file.
    fn plan(&self) -> Result<Plan, Refusal> {
        let bad = |why: String| Refusal::Bad(why);
        if self.name.trim().is_empty() || self.name.chars().count() > 60 {
            return Err(bad("a tournament has a name of at most 60 characters".into()));
        }
        if self.agents.len() > MOST_AGENTS || self.blocks > MOST_BLOCKS {
            return Err(bad(format!(
                "at most {MOST_AGENTS} agents and {MOST_BLOCKS} blocks can be played here"
            )));
        }
        let mut entrants = Vec::new();
        for (number, agent) in self.agents.iter().enumerate() {
            let spec: truel_agents::Spec = agent.parse().map_err(truel_agents::SpecError::Malformed)?;
            truel_agents::check(&self.game, &spec)?;
            let twin = self.agents[..number].contains(agent);
            entrants.push(EntrantPlan {
                name: if twin {
                    format!("{agent} #{}", number + 1)
                } else {
                    agent.clone()
                },
                agent: Entry::Agent(spec),
                rating: None,
                games: Vec::new(),
            });
        }
        let time = self.time.as_deref().unwrap_or("unlimited");
        let terms = Terms {
            time: time.parse().map_err(|error| bad(format!("{error}")))?,
            ..Terms::default()
        };
        let plan = Plan {
            name: self.name.clone(),
            seed: self.seed,
            store: None,
            concurrency: Some(1),
            format: self.format,
            heroes: match self.format {
                Format::Gauntlet => entrants.first().map(|first| first.name.clone()).into_iter().collect(),
                _ => Vec::new(),
            },
            terms,
            games: vec![GamePlan {
                id: self.game.clone(),
                opening: (self.opening > 0).then(|| format!("random:{}", self.opening.min(100))),
                blocks: self.blocks,
                rounds: self.rounds,
                batch: None,
            }],
            entrants,
            folder: PathBuf::new(),
        };
        plan.check().map_err(bad)?;
        Ok(plan)
    }
}

/// How a tournament stands, in a line.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CupView {
    /// Its name in addresses.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The ids of its games.
    pub games: Vec<String>,
    /// Who meets whom.
    pub format: &'static str,
    /// Matches played.
    pub done: u64,
    /// Matches known so far; a format that pairs by results learns of more.
    pub total: u64,
    /// Whether it is being played here and now.
    pub is_running: bool,
}

/// A tournament in full.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CupStandings {
    /// The line.
    #[serde(flatten)]
    pub cup: CupView,
    /// A table for each game.
    #[schema(value_type = Vec<Object>)]
    pub tables: Vec<Table>,
    /// Everybody in all games.
    #[schema(value_type = Vec<Object>)]
    pub totals: Vec<Total>,
    /// Matches that are being played.
    pub live: Vec<LiveMatch>,
}

/// A match that is being played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LiveMatch {
    /// Its number.
    pub id: u64,
    /// Where it began and what has been played.
    #[serde(flatten)]
    pub line: Line,
    /// Who sits where.
    pub seats: Vec<String>,
}

/// A match that was played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatchView {
    /// Its number.
    pub id: u64,
    /// Where it began and how it went.
    #[serde(flatten)]
    pub line: Line,
    /// Who sat where.
    pub seats: Vec<String>,
    /// What each seat got, from 0 to 1.
    pub points: Vec<f32>,
    /// Why it ended.
    pub reason: String,
    /// What went wrong, with the evidence.
    #[schema(value_type = Vec<Object>)]
    pub faults: Vec<Fault>,
}

/// Something that happened.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Happening {
    /// A match began.
    Began(LiveMatch),
    /// A joint move was played in a match.
    Moved {
        /// The match.
        id: u64,
        /// The joint move.
        mv: String,
    },
    /// A match is over and stored.
    Stored {
        /// The match.
        id: u64,
        /// Matches played.
        done: u64,
        /// Matches known so far.
        total: u64,
    },
    /// All is played, or somebody stopped it.
    Ended,
}

/// A tournament that is being played.
struct Running {
    stop: Stop,
    floor: Arc<Floor>,
}

/// What happens on the floor, for whoever watches.
struct Floor {
    live: Mutex<BTreeMap<u64, LiveMatch>>,
    news: broadcast::Sender<Happening>,
}

impl Floor {
    fn tell(&self, happening: Happening) {
        // Nobody watching is no trouble.
        let _ = self.news.send(happening);
    }
}

impl Spectator for Floor {
    fn begins(&self, job: &Job) {
        let live = LiveMatch {
            id: job.id,
            line: Line {
                game: job.game.clone(),
                start: job.opening.start.clone(),
                moves: job.opening.moves.clone(),
            },
            seats: job.seats.iter().map(ToString::to_string).collect(),
        };
        lock(&self.live).insert(job.id, live.clone());
        self.tell(Happening::Began(live));
    }

    fn moved(&self, job: &Job, joint: &str) {
        if let Some(live) = lock(&self.live).get_mut(&job.id) {
            live.line.moves.push(joint.to_owned());
        }
        self.tell(Happening::Moved {
            id: job.id,
            mv: joint.to_owned(),
        });
    }
}

/// Tells the floor of every result.
struct Teller(Arc<Floor>);

impl Observer for Teller {
    fn stored(&mut self, news: &News<'_>) {
        lock(&self.0.live).remove(&news.job.id);
        self.0.tell(Happening::Stored {
            id: news.job.id,
            done: news.done,
            total: news.total,
        });
    }
}

/// All tournaments of a folder.
#[derive(Clone)]
pub struct Hall(Arc<Inner>);

struct Inner {
    folder: PathBuf,
    running: Mutex<HashMap<String, Running>>,
}

impl std::fmt::Debug for Hall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Hall of {}", self.0.folder.display())
    }
}

impl Hall {
    /// Tournaments at the same time at most: each takes a core.
    const MOST_RUNNING: usize = 4;

    /// The tournaments of this folder, which is made when there is none.
    pub fn open(folder: &Path) -> Result<Self, Refusal> {
        std::fs::create_dir_all(folder).map_err(|error| Refusal::Store(format!("{}: {error}", folder.display())))?;
        Ok(Hall(Arc::new(Inner {
            folder: folder.to_owned(),
            running: Mutex::default(),
        })))
    }

    /// All of them, by name.
    pub fn list(&self) -> Result<Vec<CupView>, Refusal> {
        let unreadable = |error: std::io::Error| Refusal::Store(format!("{}: {error}", self.0.folder.display()));
        let mut cups = Vec::new();
        for entry in std::fs::read_dir(&self.0.folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let id = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if path.extension().is_some_and(|kind| kind == "sqlite") {
                // A store that is only just being made, or not one of ours, is no tournament yet.
                cups.extend(
                    Store::read(&path)
                        .ok()
                        .and_then(|store| self.view(id, &store).ok())
                        .map(|(cup, _)| cup),
                );
            }
        }
        cups.sort_by(|a, b| a.name.cmp(&b.name).then(a.id.cmp(&b.id)));
        Ok(cups)
    }

    /// Starts a new tournament.
    pub fn start(&self, call: &Call) -> Result<String, Refusal> {
        let (id, plan) = (new_id(), call.plan()?);
        self.run(&id, plan)?;
        Ok(id)
    }

    /// Goes on with one that was stopped.
    pub fn resume(&self, id: &str) -> Result<(), Refusal> {
        let plan = self.store(id)?.plan().clone();
        if plan.entrants.iter().any(|entrant| entrant.agent.is_program()) {
            return Err(Refusal::Conflict(
                "a tournament with programs is run by `truel tournament`".into(),
            ));
        }
        self.run(id, plan)
    }

    /// Stops one when its running match is over.
    pub fn stop(&self, id: &str) -> Result<(), Refusal> {
        match lock(&self.0.running).get(id) {
            Some(running) => {
                running.stop.raise();
                Ok(())
            }
            None => Err(Refusal::Conflict("it is not being played".into())),
        }
    }

    /// How it stands.
    pub fn standings(&self, id: &str) -> Result<CupStandings, Refusal> {
        let store = self.store(id)?;
        let (cup, course) = self.view(id, &store)?;
        let tables = standings(&store, &course)?;
        let live = lock(&self.0.running).get(id).map(|running| Arc::clone(&running.floor));
        Ok(CupStandings {
            cup,
            totals: totals(&tables),
            tables,
            live: live.map_or_else(Vec::new, |floor| lock(&floor.live).values().cloned().collect()),
        })
    }

    /// Its matches, from the newest on.
    pub fn matches(&self, id: &str, skip: usize, most: usize) -> Result<Vec<MatchView>, Refusal> {
        let store = self.store(id)?;
        // SQLite counts no further than this.
        let mut ids: Vec<u64> = store
            .points(0..i64::MAX as u64)?
            .into_iter()
            .map(|(id, _)| id)
            .collect();
        ids.reverse();
        ids.into_iter()
            .skip(skip)
            .take(most)
            .map(|number| one_match(&store, number))
            .collect()
    }

    /// One of its matches.
    pub fn one(&self, id: &str, number: u64) -> Result<MatchView, Refusal> {
        let store = self.store(id)?;
        match store.points(number..number.saturating_add(1))?.is_empty() {
            true => Err(Refusal::Missing(format!("match {number} was not played"))),
            false => one_match(&store, number),
        }
    }

    /// Its records, one a line.
    pub fn records(&self, id: &str) -> Result<String, Refusal> {
        let store = self.store(id)?;
        let mut lines = String::new();
        store.each(|stored| {
            let record = stored.record(store.plan());
            lines += &serde_json::to_string(&record).map_err(|error| Refusal::Store(error.to_string()))?;
            lines.push('\n');
            Ok::<(), Refusal>(())
        })?;
        Ok(lines)
    }

    /// Its report as one page.
    pub fn report(&self, id: &str) -> Result<Vec<u8>, Refusal> {
        const BOARDS: usize = 200;
        let report = Report::of(&self.store(id)?, BOARDS)?;
        let mut page = Vec::new();
        write_page(&report, &mut page).map_err(|error| Refusal::Store(error.to_string()))?;
        Ok(page)
    }

    /// Hears of everything from now on; nothing where it is not being played.
    pub fn watch(&self, id: &str) -> Result<Option<broadcast::Receiver<Happening>>, Refusal> {
        let running = lock(&self.0.running)
            .get(id)
            .map(|running| running.floor.news.subscribe());
        if running.is_none() {
            self.store(id)?;
        }
        Ok(running)
    }

    /// Stops all that runs.
    pub fn close(&self) {
        for running in lock(&self.0.running).values() {
            running.stop.raise();
        }
    }

    fn store(&self, id: &str) -> Result<Store, Refusal> {
        let is_name = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        let path = self.0.folder.join(format!("{id}.sqlite"));
        if !is_name || !path.is_file() {
            return Err(Refusal::Missing(format!("there is no tournament `{id}`")));
        }
        Ok(Store::read(&path)?)
    }

    fn view(&self, id: &str, store: &Store) -> Result<(CupView, Course), Refusal> {
        let (plan, course) = (store.plan(), Course::of(store)?);
        let (total, done) = course.matches();
        let cup = CupView {
            id: id.to_owned(),
            name: plan.name.clone(),
            games: plan.games.iter().map(|game| game.id.clone()).collect(),
            format: plan.format.name(),
            done,
            total,
            is_running: lock(&self.0.running).contains_key(id),
        };
        Ok((cup, course))
    }

    fn run(&self, id: &str, plan: Plan) -> Result<(), Refusal> {
        let tournament = Tournament::new(plan).map_err(|error| Refusal::Bad(error.to_string()))?;
        let mut all = lock(&self.0.running);
        if all.contains_key(id) {
            return Err(Refusal::Conflict("it is being played already".into()));
        }
        if all.len() >= Self::MOST_RUNNING {
            return Err(Refusal::Busy(format!(
                "{} tournaments are being played already",
                all.len()
            )));
        }
        let path = self.0.folder.join(format!("{id}.sqlite"));
        let mut store = Store::open(&path, tournament.plan(), &tournament.fingerprint())?;
        let stop = Stop::default();
        let floor = Arc::new(Floor {
            live: Mutex::default(),
            news: broadcast::channel(NEWS).0,
        });
        all.insert(
            id.to_owned(),
            Running {
                stop: stop.clone(),
                floor: Arc::clone(&floor),
            },
        );
        let (hall, id) = (self.clone(), id.to_owned());
        thread::spawn(move || {
            let spectator: Arc<dyn Spectator> = Arc::clone(&floor) as _;
            let mut threads = Threads::before(1, &spectator);
            // What was stored is kept, whatever happens; a new start plays the rest.
            let _ = tournament.run(&mut store, &mut threads, &stop, &mut Teller(Arc::clone(&floor)));
            drop(store);
            lock(&hall.0.running).remove(&id);
            floor.tell(Happening::Ended);
        });
        Ok(())
    }
}

fn one_match(store: &Store, number: u64) -> Result<MatchView, Refusal> {
    let stored = store.get(number)?;
    let seats = stored.names(store.plan()).into_iter().map(str::to_owned).collect();
    Ok(MatchView {
        id: number,
        line: Line {
            game: stored.job.game.clone(),
            start: stored.job.opening.start.clone(),
            moves: stored.played.moves.clone(),
        },
        seats,
        points: stored.played.result.points.clone(),
        reason: stored.played.result.reason.clone(),
        faults: stored.played.faults,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call() -> Call {
        Call {
            name: "Cup".into(),
            game: "tic-tac-toe".into(),
            agents: vec!["random".into(), "greedy".into(), "random".into()],
            format: Format::RoundRobin,
            blocks: 2,
            rounds: None,
            time: None,
            opening: 0,
            seed: 1,
        }
    }

    fn hall() -> (tempfile::TempDir, Hall) {
        let folder = tempfile::tempdir().expect("a folder");
        let hall = Hall::open(folder.path()).expect("a hall");
        (folder, hall)
    }

    /// Follows a tournament to its end.
    fn to_the_end(hall: &Hall, id: &str) -> Vec<Happening> {
        let mut heard = Vec::new();
        if let Some(mut news) = hall.watch(id).expect("a tournament") {
            while let Ok(happening) = news.blocking_recv() {
                heard.push(happening);
            }
        }
        heard
    }

    #[test]
    fn a_tournament_is_played_watched_and_read() {
        let (_folder, hall) = hall();
        let id = hall.start(&call()).expect("started");
        to_the_end(&hall, &id);
        let end = hall.standings(&id).expect("standings");
        assert_eq!((end.cup.done, end.cup.total, end.cup.is_running), (12, 12, false));
        assert_eq!(end.tables[0].lines.len(), 3, "the twin has a name of its own");
        let matches = hall.matches(&id, 0, 100).expect("matches");
        assert_eq!(matches.len(), 12);
        assert!(
            matches
                .iter()
                .all(|view| view.line.end().expect("a legal line").phase().is_over())
        );
        assert_eq!(hall.one(&id, matches[0].id).expect("a match").line, matches[0].line);
        assert_eq!(hall.records(&id).expect("records").lines().count(), 12);
        assert!(hall.report(&id).expect("a page").starts_with(b"<!"));
        assert_eq!(hall.list().expect("a list").len(), 1);
    }

    #[test]
    fn a_stopped_tournament_goes_on_and_live_matches_are_seen() {
        let (_folder, hall) = hall();
        let long = Call {
            game: "avalam".into(),
            agents: vec!["random".into(), "mcts:sims=300".into()],
            blocks: 500,
            ..call()
        };
        let id = hall.start(&long).expect("started");
        let mut news = hall.watch(&id).expect("a tournament").expect("it runs");
        let mut seen = [false; 3];
        while seen != [true; 3] {
            match news.blocking_recv() {
                Ok(Happening::Began(live)) => seen[0] |= live.line.game == "avalam",
                Ok(Happening::Moved { .. }) => seen[1] = true,
                Ok(Happening::Stored { .. }) => seen[2] = true,
                other => panic!("{other:?}"),
            }
        }
        hall.stop(&id).expect("it runs");
        to_the_end(&hall, &id);
        let half = hall.standings(&id).expect("standings").cup;
        assert!(half.done > 0 && half.done < half.total && !half.is_running);
        hall.resume(&id).expect("it goes on");
        assert!(matches!(hall.resume(&id), Err(Refusal::Conflict(_))));
        hall.stop(&id).expect("it runs");
    }

    #[test]
    fn programs_and_paths_are_refused() {
        let (_folder, hall) = hall();
        let refused = |call: Call| hall.start(&call).expect_err("refused").to_string();
        let program = Call {
            agents: vec!["cmd:sh -c true".into(), "random".into()],
            ..call()
        };
        assert!(refused(program).contains("cmd"), "no path from the web to a command");
        let nobody = Call {
            agents: Vec::new(),
            ..call()
        };
        refused(nobody);
        let clock = Call {
            time: Some("soon".into()),
            ..call()
        };
        assert!(refused(clock).contains("soon"));
        for id in ["../secret", "", "a/b", "nobody"] {
            assert!(matches!(hall.standings(id), Err(Refusal::Missing(_))), "{id}");
        }
    }
}
