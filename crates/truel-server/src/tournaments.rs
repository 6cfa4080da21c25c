//! Tournaments: each has a store in a folder, plays a few matches at once, and can be watched live.
//!
//! Requests can only enter agents of the catalogue. A tournament with programs is started on the
//! machine itself, by `truel tournament`. If its store lies in the folder, it is shown like any
//! other.
//!
//! While a tournament is being played here, an empty file `ID.playing` lies beside its store. It is
//! removed when the tournament is finished or stopped. It stays if the server ends in any other
//! way, and the next server resumes the tournament.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

use serde::Serialize;
use tokio::sync::broadcast;
use truel_arena::executor::Threads;
use truel_arena::referee::Spectator;
use truel_arena::report::{Report, write_page};
use truel_arena::store::{Store, StoreError};
use truel_arena::tournament::{Ended, Plan, Progress, Table, Total, Tournament, standings, totals};
use truel_arena::{Fault, Setup};
use truel_core::clean;
use truel_core::record::Record;
use truel_search::Stop;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::live_matches::{Broadcaster, LiveMatches};
pub use crate::live_matches::{LiveMatch, TournamentEvent};
pub use crate::new_tournament::NewTournament;
use crate::new_tournament::{DEFAULT_CONCURRENCY, MAX_CONCURRENCY};
use crate::rooms::{lock, new_id};
use crate::schemas;
use crate::view::LineOfPlay;
use truel_agents::Roster;

/// A tournament in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentView {
    /// Its name in addresses.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The ids of its games.
    pub games: Vec<String>,
    /// The format, which says who meets whom.
    pub format: &'static str,
    /// Matches played.
    pub done: u64,
    /// Matches known so far; a format that pairs by results adds more.
    pub total: u64,
    /// Matches played at once.
    pub concurrency: usize,
    /// Whether it is being played now.
    pub is_running: bool,
}

/// A tournament in full.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentStandings {
    /// Its entry in the list.
    #[serde(flatten)]
    pub tournament: TournamentView,
    /// A table for each game.
    #[schema(value_type = Vec<schemas::GameTable>)]
    pub tables: Vec<Table>,
    /// Each entrant's total over all games.
    #[schema(value_type = Vec<schemas::Total>)]
    pub totals: Vec<Total>,
    /// Matches that are being played.
    pub live: Vec<LiveMatch>,
}

/// A match that was played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatchView {
    /// Its number.
    pub id: u64,
    /// The start position and the joint moves.
    #[serde(flatten)]
    pub line: LineOfPlay,
    /// Who sat where.
    pub seats: Vec<String>,
    /// The points of each seat, from 0 to 1.
    pub points: Vec<f32>,
    /// Why it ended.
    pub reason: String,
    /// Faults of entrants, with the evidence.
    #[schema(value_type = Vec<schemas::Fault>)]
    pub faults: Vec<Fault>,
}

/// A tournament that is being played.
struct Running {
    stop: Stop,
    matches: Arc<LiveMatches>,
}

/// All tournaments of a folder.
#[derive(Clone)]
pub struct Tournaments(Arc<Inner>);

struct Inner {
    folder: PathBuf,
    roster: Roster,
    /// Matches at once if the plan does not say.
    default_concurrency: usize,
    running: Mutex<HashMap<String, Running>>,
}

impl std::fmt::Debug for Tournaments {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tournaments of {}", self.0.folder.display())
    }
}

impl Tournaments {
    /// The most tournaments at the same time: each takes a core for every match at once.
    const MAX_RUNNING: usize = 4;

    /// The tournaments of this folder, for a server of this many threads. Makes the folder if there
    /// is none, and resumes tournaments that were being played.
    pub fn open(folder: &Path, roster: Roster, threads: usize) -> Result<Self, ApiError> {
        std::fs::create_dir_all(folder).map_err(ApiError::file(folder))?;
        let tournaments = Tournaments(Arc::new(Inner {
            folder: folder.to_owned(),
            roster,
            default_concurrency: DEFAULT_CONCURRENCY.min(threads).max(1),
            running: Mutex::default(),
        }));
        for id in tournaments.ids("playing")? {
            // Forget a tournament whose store is gone. One that another server plays is left to it.
            if let Err(ApiError::NotFound(_)) = tournaments.resume(&id) {
                tournaments.unmark(&id);
            }
        }
        Ok(tournaments)
    }

    /// The names of files with this extension.
    fn ids(&self, kind: &str) -> Result<Vec<String>, ApiError> {
        let unreadable = ApiError::file(&self.0.folder);
        let mut ids = Vec::new();
        for entry in std::fs::read_dir(&self.0.folder).map_err(&unreadable)? {
            let path = entry.map_err(&unreadable)?.path();
            if path.extension().is_some_and(|found| found == kind) {
                ids.extend(path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned));
            }
        }
        Ok(ids)
    }

    /// All tournaments, sorted by name.
    pub fn list(&self) -> Result<Vec<TournamentView>, ApiError> {
        // Skip stores that are being made, and files of other programs.
        let view = |id: String| Some(self.view(&id, &self.store(&id).ok()?).ok()?.0);
        let mut views: Vec<TournamentView> = self.ids("sqlite")?.into_iter().filter_map(view).collect();
        views.sort_by(|a, b| a.name.cmp(&b.name).then(a.id.cmp(&b.id)));
        Ok(views)
    }

    /// Starts a new tournament.
    pub fn start(&self, new: &NewTournament) -> Result<String, ApiError> {
        let (id, plan) = (new_id()?, new.plan(self.0.default_concurrency, &self.0.roster)?);
        self.run(&id, plan)?;
        Ok(id)
    }

    /// Resumes a tournament that was stopped.
    pub fn resume(&self, id: &str) -> Result<(), ApiError> {
        let plan = self.store(id)?.plan().clone();
        if plan.entrants.iter().any(|entrant| entrant.agent.is_program()) {
            return Err(ApiError::Conflict(
                "a tournament with programs is run by `truel tournament`".into(),
            ));
        }
        self.run(id, plan)
    }

    /// Stops a tournament when its running matches are over.
    pub fn stop(&self, id: &str) -> Result<(), ApiError> {
        match lock(&self.0.running).get(id) {
            Some(running) => {
                self.unmark(id);
                running.stop.raise();
                Ok(())
            }
            None => Err(ApiError::Conflict("it is not being played".into())),
        }
    }

    /// The standings of a tournament.
    pub fn standings(&self, id: &str) -> Result<TournamentStandings, ApiError> {
        let store = self.store(id)?;
        let (view, progress) = self.view(id, &store)?;
        let mut tables = standings(&store, &progress)?;
        let mut totals = totals(&tables);
        let lines = tables.iter_mut().flat_map(|table| &mut table.lines);
        for name in lines.flat_map(|line| [&mut line.entrant, &mut line.agent]) {
            *name = display_name(name);
        }
        for total in &mut totals {
            total.entrant = display_name(&total.entrant);
        }
        let live = lock(&self.0.running)
            .get(id)
            .map(|running| Arc::clone(&running.matches));
        Ok(TournamentStandings {
            tournament: view,
            totals,
            tables,
            live: live.map_or_else(Vec::new, |matches| matches.live()),
        })
    }

    /// The matches of a tournament, newest first.
    pub fn matches(&self, id: &str, skip: usize, most: usize) -> Result<Vec<MatchView>, ApiError> {
        let store = self.store(id)?;
        let mut ids: Vec<u64> = store.scores(0..u64::MAX)?.iter().map(|score| score.id).collect();
        ids.reverse();
        ids.into_iter()
            .skip(skip)
            .take(most)
            .map(|number| one_match(&store, number))
            .collect()
    }

    /// One match.
    pub fn one(&self, id: &str, number: u64) -> Result<MatchView, ApiError> {
        let store = self.store(id)?;
        check_played(&store, number)?;
        one_match(&store, number)
    }

    /// One match as a record.
    pub fn record(&self, id: &str, number: u64) -> Result<Record, ApiError> {
        let store = self.store(id)?;
        check_played(&store, number)?;
        let mut record = store.get(number)?.record(store.plan());
        clean_seats(&mut record);
        Ok(record)
    }

    /// The records of a tournament, one a line.
    pub fn records(&self, id: &str) -> Result<String, ApiError> {
        let store = self.store(id)?;
        let mut lines = String::new();
        store.each(|stored| {
            let mut record = stored.record(store.plan());
            clean_seats(&mut record);
            lines += &record.to_line().map_err(ApiError::unwritable)?;
            lines.push('\n');
            Ok::<(), ApiError>(())
        })?;
        Ok(lines)
    }

    /// The report of a tournament, as one page.
    pub fn report(&self, id: &str) -> Result<Vec<u8>, ApiError> {
        const BOARDS: usize = 200;
        let report = Report::of(&self.store(id)?, BOARDS, &self.setup())?;
        let mut page = Vec::new();
        write_page(&report, &mut page).map_err(ApiError::unwritable)?;
        Ok(page)
    }

    /// A receiver of all events from now on; `None` if the tournament is not being played.
    pub fn watch(&self, id: &str) -> Result<Option<broadcast::Receiver<TournamentEvent>>, ApiError> {
        let running = lock(&self.0.running).get(id).map(|running| running.matches.subscribe());
        if running.is_none() {
            self.store(id)?;
        }
        Ok(running)
    }

    /// Stops all tournaments; the next server resumes them.
    pub fn close(&self) {
        for running in lock(&self.0.running).values() {
            running.stop.raise();
        }
    }

    fn store(&self, id: &str) -> Result<Store, ApiError> {
        let is_name = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        let path = self.0.folder.join(format!("{id}.sqlite"));
        if !is_name || !path.is_file() {
            return Err(ApiError::NotFound(format!("there is no tournament `{id}`")));
        }
        // This is called many times a minute. The structure was checked when the match was started.
        Ok(Store::peek(&path, &self.setup())?)
    }

    /// The file that marks a tournament as being played here.
    fn mark(&self, id: &str) -> PathBuf {
        self.0.folder.join(format!("{id}.playing"))
    }

    fn unmark(&self, id: &str) {
        // A mark that stays behind costs one start with nothing to play.
        let _ = std::fs::remove_file(self.mark(id));
    }

    fn view(&self, id: &str, store: &Store) -> Result<(TournamentView, Progress), ApiError> {
        let (plan, progress) = (store.plan(), Progress::of(store)?);
        let (total, done) = progress.matches();
        let view = TournamentView {
            id: id.to_owned(),
            name: display_name(&plan.name),
            games: plan.games.iter().map(|game| game.id.clone()).collect(),
            format: plan.format.name(),
            done,
            total,
            concurrency: self.at_once(plan),
            is_running: lock(&self.0.running).contains_key(id),
        };
        Ok((view, progress))
    }

    /// The games of this server, and no contests: no request starts a program.
    fn setup(&self) -> Setup {
        Setup::new(self.0.roster.clone())
    }

    /// The number of matches at once. A plan from elsewhere may ask for too many, or have no
    /// number.
    fn at_once(&self, plan: &Plan) -> usize {
        plan.concurrency
            .unwrap_or(self.0.default_concurrency)
            .clamp(1, MAX_CONCURRENCY)
    }

    fn run(&self, id: &str, plan: Plan) -> Result<(), ApiError> {
        let (at_once, setup) = (self.at_once(&plan), self.setup());
        let tournament = Tournament::new(plan, &setup).map_err(|error| ApiError::Invalid(error.to_string()))?;
        let mut all = lock(&self.0.running);
        if all.contains_key(id) {
            return Err(ApiError::Conflict("it is being played already".into()));
        }
        if all.len() >= Self::MAX_RUNNING {
            return Err(ApiError::Busy(format!(
                "{} tournaments are being played already",
                all.len()
            )));
        }
        let path = self.0.folder.join(format!("{id}.sqlite"));
        let mut store = Store::open(&path, tournament.plan(), &tournament.fingerprint(), &setup)?;
        let mark = self.mark(id);
        std::fs::write(&mark, "").map_err(ApiError::file(&mark))?;
        let (stop, matches) = (Stop::default(), Arc::new(LiveMatches::default()));
        all.insert(
            id.to_owned(),
            Running {
                stop: stop.clone(),
                matches: Arc::clone(&matches),
            },
        );
        let (tournaments, id) = (self.clone(), id.to_owned());
        thread::spawn(move || {
            let spectator: Arc<dyn Spectator> = Arc::clone(&matches) as _;
            let mut threads = Threads::watched(at_once, &setup, &spectator);
            // Stored matches are kept, whatever happens; the next start plays the rest.
            let ended = tournament.run(&mut store, &mut threads, &stop, &mut Broadcaster(Arc::clone(&matches)));
            drop(store);
            if let Ok((Ended::Finished, _)) = ended {
                tournaments.unmark(&id);
            }
            lock(&tournaments.0.running).remove(&id);
            matches.send(TournamentEvent::Ended);
        });
        Ok(())
    }
}

fn check_played(store: &Store, number: u64) -> Result<(), ApiError> {
    match store.get(number) {
        Err(StoreError::NoMatch { .. }) => Err(ApiError::NotFound(format!("match {number} was not played"))),
        found => Ok(found.map(drop)?),
    }
}

/// A name without invisible characters. The names in a store that was copied here can be anything.
pub(crate) fn display_name(name: &str) -> String {
    clean::name(name, usize::MAX).unwrap_or_else(|| "?".into())
}

fn clean_seats(record: &mut Record) {
    for name in record.seats.iter_mut().chain(&mut record.entrants) {
        *name = display_name(name);
    }
}

fn one_match(store: &Store, number: u64) -> Result<MatchView, ApiError> {
    let stored = store.get(number)?;
    let seats = stored.names(store.plan()).into_iter().map(display_name).collect();
    Ok(MatchView {
        id: number,
        line: LineOfPlay {
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
mod tests;
