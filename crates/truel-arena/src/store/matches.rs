//! Matches in and out of a store.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{OptionalExtension, Row};
use serde::Serialize;
use serde::de::DeserializeOwned;
use truel_core::clean;
use truel_core::record::Record;

use super::error::named;
use super::{Store, StoreError};
use crate::stats::Entrant;
use crate::tournament::{Plan, Slot};
use crate::{Fault, FaultKind, Job, Opening, Played, text};

/// A match as it is kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Stored {
    /// What was asked for.
    pub job: Job,
    /// What came of it.
    pub played: Played,
    /// Who sat where.
    pub entrants: Vec<Entrant>,
    /// The round, counted from 0.
    pub round: usize,
    /// The number of the block's first match.
    pub block: u64,
    /// When it was handed out, in milliseconds since 1970.
    pub started: i64,
    /// When its result came.
    pub finished: i64,
}

impl Stored {
    /// The record of the match, for files that `truel conform` checks.
    pub fn record(&self, plan: &Plan) -> Record {
        let games = truel_games::INFOS.iter();
        let info = games.copied().find(|info| info.id == self.job.game);
        let id = format!("{}-{}", plan.name, self.job.id);
        self.played.record(&self.job, info.expect("the plan was checked"), id)
    }

    /// The names of those who sat there, in seat order.
    pub fn names<'a>(&self, plan: &'a Plan) -> Vec<&'a str> {
        let name = |entrant: &Entrant| plan.entrant(*entrant).name.as_str();
        self.entrants.iter().map(name).collect()
    }
}

/// How often somebody was to blame, by kind.
pub type Blame = BTreeMap<FaultKind, usize>;

/// Milliseconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

const COLUMNS: &str = "id, game, round, block, entrants, opening, seed, moves, result, faults, claims, times, started, \
                       finished";

impl Store {
    /// Keeps a result; says whether it is news. One that is delivered twice is kept once.
    pub fn put(
        &mut self,
        job: &Job,
        slot: &Slot,
        round: usize,
        played: &Played,
        started: i64,
    ) -> Result<bool, StoreError> {
        let mut insert = self
            .db
            .prepare_cached(
                "INSERT OR IGNORE INTO match (id, game, round, block, entrants, opening, seed, moves, result, points, \
                 faults, claims, times, started, finished) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
            )
            .map_err(named(&self.path))?;
        let row = rusqlite::params![
            slot.id.cast_signed(),
            job.game,
            round as i64,
            slot.block.cast_signed(),
            json(&slot.entrants),
            json(&job.opening),
            job.seed.cast_signed(),
            played.moves.join(" "),
            json(&played.result),
            json(&played.result.points),
            some_json(&played.faults),
            some_json(&played.claims),
            json(&played.seats),
            started,
            now(),
        ];
        let added = insert.execute(row).map_err(named(&self.path))?;
        Ok(added == 1)
    }

    /// The points of all matches with these numbers that have been played.
    pub fn points(&self, ids: Range<u64>) -> Result<Vec<(u64, Vec<f32>)>, StoreError> {
        let mut select = self
            .db
            .prepare_cached("SELECT id, points FROM match WHERE id >= ?1 AND id < ?2 ORDER BY id")
            .map_err(named(&self.path))?;
        let range = (ids.start.cast_signed(), ids.end.cast_signed());
        let rows = select
            .query_map(range, |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))
            .map_err(named(&self.path))?;
        rows.map(|row| {
            let (id, points) = row.map_err(named(&self.path))?;
            Ok((id.cast_unsigned(), self.read_json(&points, id)?))
        })
        .collect()
    }

    /// The match with this number.
    pub fn get(&self, id: u64) -> Result<Stored, StoreError> {
        let query = format!("SELECT {COLUMNS} FROM match WHERE id = ?1");
        let found = self
            .db
            .query_row(&query, [id.cast_signed()], Columns::of)
            .optional()
            .map_err(named(&self.path))?;
        match found {
            Some(columns) => self.stored(columns),
            None => Err(StoreError::NoMatch {
                path: self.path.clone(),
                id,
            }),
        }
    }

    /// Shows every match in the order of their numbers, one at a time.
    pub fn each<E: From<StoreError>>(&self, mut show: impl FnMut(Stored) -> Result<(), E>) -> Result<(), E> {
        let query = format!("SELECT {COLUMNS} FROM match ORDER BY id");
        let mut select = self.db.prepare(&query).map_err(named(&self.path))?;
        let rows = select.query_map([], Columns::of).map_err(named(&self.path))?;
        for row in rows {
            show(self.stored(row.map_err(named(&self.path))?)?)?;
        }
        Ok(())
    }

    /// How often each entrant was to blame in each game, by kind.
    pub fn faults(&self) -> Result<BTreeMap<(String, Entrant), Blame>, StoreError> {
        let mut select = self
            .db
            .prepare("SELECT id, game, entrants, faults FROM match WHERE faults IS NOT NULL")
            .map_err(named(&self.path))?;
        let rows = select
            .query_map([], |row| {
                Ok((
                    row.get::<_, i64>(0)?,
                    row.get::<_, String>(1)?,
                    row.get::<_, String>(2)?,
                    row.get::<_, String>(3)?,
                ))
            })
            .map_err(named(&self.path))?;
        let mut counts: BTreeMap<(String, Entrant), Blame> = BTreeMap::new();
        for row in rows {
            let (id, game, entrants, faults) = row.map_err(named(&self.path))?;
            let entrants: Vec<Entrant> = self.read_json(&entrants, id)?;
            for fault in self.read_json::<Vec<Fault>>(&faults, id)? {
                let blamed = *entrants.get(fault.seat).ok_or_else(|| self.broken(id))?;
                *counts
                    .entry((game.clone(), blamed))
                    .or_default()
                    .entry(fault.kind)
                    .or_default() += 1;
            }
        }
        Ok(counts)
    }

    fn stored(&self, columns: Columns) -> Result<Stored, StoreError> {
        let id = columns.id;
        let entrants: Vec<Entrant> = self.read_json(&columns.entrants, id)?;
        let is_known = |entrant: &Entrant| (entrant.0 as usize) < self.plan.entrants.len();
        if !entrants.iter().all(is_known) || !self.plan.games.iter().any(|game| game.id == columns.game) {
            return Err(self.broken(id));
        }
        let opening: Opening = self.read_json(&columns.opening, id)?;
        Ok(Stored {
            job: Job {
                id: id.cast_unsigned(),
                game: columns.game,
                seats: entrants
                    .iter()
                    .map(|entrant| self.plan.entrant(*entrant).agent.clone())
                    .collect(),
                opening,
                seed: columns.seed.cast_unsigned(),
                terms: self.plan.terms.clone(),
            },
            played: Played {
                job: id.cast_unsigned(),
                moves: columns
                    .moves
                    .split_whitespace()
                    .map(|joint| clean::shown(joint).into_owned())
                    .collect(),
                result: text::result(self.read_json(&columns.result, id)?),
                faults: self.read_some(columns.faults, id)?,
                claims: self.read_some(columns.claims, id)?,
                seats: self.read_json(&columns.times, id)?,
            },
            entrants,
            round: usize::try_from(columns.round).map_err(|_| self.broken(id))?,
            block: columns.block.cast_unsigned(),
            started: columns.started,
            finished: columns.finished,
        })
    }

    fn read_json<T: DeserializeOwned>(&self, text: &str, id: i64) -> Result<T, StoreError> {
        serde_json::from_str(text).map_err(|_| self.broken(id))
    }

    fn read_some<T: DeserializeOwned>(&self, text: Option<String>, id: i64) -> Result<Vec<T>, StoreError> {
        text.map_or(Ok(Vec::new()), |text| self.read_json(&text, id))
    }

    fn broken(&self, id: i64) -> StoreError {
        StoreError::Broken {
            path: self.path.clone(),
            why: format!("match {id} makes no sense"),
        }
    }
}

/// A row as it stands there.
struct Columns {
    id: i64,
    game: String,
    round: i64,
    block: i64,
    entrants: String,
    opening: String,
    seed: i64,
    moves: String,
    result: String,
    faults: Option<String>,
    claims: Option<String>,
    times: String,
    started: i64,
    finished: i64,
}

impl Columns {
    fn of(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Columns {
            id: row.get(0)?,
            game: row.get(1)?,
            round: row.get(2)?,
            block: row.get(3)?,
            entrants: row.get(4)?,
            opening: row.get(5)?,
            seed: row.get(6)?,
            moves: row.get(7)?,
            result: row.get(8)?,
            faults: row.get(9)?,
            claims: row.get(10)?,
            times: row.get(11)?,
            started: row.get(12)?,
            finished: row.get(13)?,
        })
    }
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("what is kept is plain data")
}

fn some_json<T: Serialize>(list: &[T]) -> Option<String> {
    (!list.is_empty()).then(|| json(list))
}
