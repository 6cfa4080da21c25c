//! Matches in and out of a store.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::Row;
use rusqlite::types::Value;
use serde::Serialize;
use serde::de::DeserializeOwned;
use truel_core::clean;
use truel_core::record::{MatchResult, Record};

use super::error::named;
use super::rows::Sealed;
use super::{Store, StoreError};
use crate::stats::Entrant;
use crate::tournament::{Plan, Slot};
use crate::{Fault, FaultKind, Job, Opening, Played};

/// A stored match.
#[derive(Clone, PartialEq, Debug)]
pub struct Stored {
    /// The job.
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
        let game = plan.game(&self.job.game).expect("a match of this plan");
        let id = format!("{}-{}", plan.name, self.job.id);
        let mut record = self.played.record(&self.job, game.info(), id);
        record.entrants = self.names(plan).into_iter().map(str::to_owned).collect();
        record.round = Some(self.round + 1);
        record.block = Some(self.block);
        record.started_ms = Some(self.started);
        record.finished_ms = Some(self.finished);
        record
    }

    /// The names of those who sat there, in seat order.
    pub fn names<'a>(&self, plan: &'a Plan) -> Vec<&'a str> {
        let name = |entrant: &Entrant| plan.entrant(*entrant).name.as_str();
        self.entrants.iter().map(name).collect()
    }
}

/// Who sat where in a match, and what everybody got.
#[derive(Clone, PartialEq, Debug)]
pub struct Score {
    /// The match.
    pub id: u64,
    /// Who sat where.
    pub entrants: Vec<Entrant>,
    /// What each seat got.
    pub points: Vec<f32>,
}

/// A match that was altered after it was stored. It is left out wherever matches are read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Damaged {
    /// The match.
    #[serde(rename = "match")]
    pub id: u64,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "match {}: {}", self.id, self.why)
    }
}

/// Counts of faults, by kind.
pub type Blame = BTreeMap<FaultKind, usize>;

/// Milliseconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

const TABLE: Sealed = Sealed::MATCH;

impl Store {
    /// Stores a result. Returns whether it is new; one that is delivered twice is stored once. It
    /// takes the place of a match that is damaged, and of one between others, which was played
    /// before a damaged match of an earlier round came out anew.
    pub fn put(
        &mut self,
        job: &Job,
        slot: &Slot,
        round: usize,
        played: &Played,
        started: i64,
    ) -> Result<bool, StoreError> {
        let row: Vec<Value> = vec![
            slot.id.cast_signed().into(),
            job.game.clone().into(),
            (round as i64).into(),
            slot.block.cast_signed().into(),
            json(&slot.entrants).into(),
            json(&job.opening).into(),
            job.seed.cast_signed().into(),
            played.moves.join(" ").into(),
            json(&played.result).into(),
            json(&played.result.points).into(),
            some_json(&played.faults).into(),
            some_json(&played.claims).into(),
            json(&played.seats).into(),
            started.into(),
            now().into(),
        ];
        if TABLE.insert(&self.db, row.clone()).map_err(named(&self.path))? {
            return Ok(true);
        }
        match self.get(slot.id) {
            Ok(there) if there.entrants == slot.entrants => Ok(false),
            Ok(_) | Err(StoreError::Damaged { .. }) => TABLE.replace(&self.db, row).map_err(named(&self.path)),
            Err(error) => Err(error),
        }
    }

    /// The scores of all matches with these numbers that have been played; damaged ones are left
    /// out.
    pub fn scores(&self, ids: Range<u64>) -> Result<Vec<Score>, StoreError> {
        // SQLite counts no further than this.
        let last = ids.end.min(i64::MAX.cast_unsigned()).cast_signed();
        let mut scores = Vec::new();
        self.rows(
            "WHERE id >= ?1 AND id < ?2",
            &[ids.start.cast_signed(), last],
            |row, damage| {
                if damage.is_none()
                    && let (Some(entrants), Some(points)) = (read(row, "entrants")?, read(row, "points")?)
                {
                    let id = row.get::<_, i64>(0)?.cast_unsigned();
                    scores.push(Score { id, entrants, points });
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok(scores)
    }

    /// The match with this number.
    pub fn get(&self, id: u64) -> Result<Stored, StoreError> {
        let mut found = None;
        self.rows("WHERE id = ?1", &[id.cast_signed()], |row, damage| {
            found = Some(self.stored(row, damage)?);
            Ok(ControlFlow::Break(()))
        })?;
        let path = self.path.clone();
        match found {
            Some(Ok(stored)) => Ok(stored),
            Some(Err(Damaged { why, .. })) => Err(StoreError::Damaged { path, id, why }),
            None => Err(StoreError::NoMatch { path, id }),
        }
    }

    /// Shows every match in the order of their numbers, one at a time; gives back the damaged ones,
    /// which were not shown.
    pub fn each<E: From<StoreError>>(&self, mut show: impl FnMut(Stored) -> Result<(), E>) -> Result<Vec<Damaged>, E> {
        let (mut all, mut trouble) = (Vec::new(), None);
        self.rows("", &[], |row, damage| {
            match self.stored(row, damage)? {
                Ok(stored) => trouble = show(stored).err(),
                Err(damaged) => all.push(damaged),
            }
            Ok(match trouble {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            })
        })?;
        trouble.map_or(Ok(all), Err)
    }

    /// The matches that are damaged.
    pub fn damaged(&self) -> Result<Vec<Damaged>, StoreError> {
        self.each(|_| Ok(()))
    }

    /// Removes the damaged matches, once all have been played again. What is left of them then has
    /// a number that no match of this tournament has.
    pub(crate) fn sweep(&mut self) -> Result<(), StoreError> {
        for Damaged { id, .. } in self.damaged()? {
            let delete = self.db.execute("DELETE FROM match WHERE id = ?1", [id.cast_signed()]);
            delete.map_err(named(&self.path))?;
        }
        Ok(())
    }

    /// How often each entrant was to blame in each game, by kind.
    pub fn faults(&self) -> Result<BTreeMap<(String, Entrant), Blame>, StoreError> {
        let mut counts: BTreeMap<(String, Entrant), Blame> = BTreeMap::new();
        self.rows("WHERE faults IS NOT NULL", &[], |row, damage| {
            let (None, Some(entrants), Some(faults)) = (
                damage,
                read::<Vec<Entrant>>(row, "entrants")?,
                read::<Vec<Fault>>(row, "faults")?,
            ) else {
                return Ok(ControlFlow::Continue(()));
            };
            let game: String = row.get("game")?;
            for fault in faults {
                if let Some(blamed) = entrants.get(fault.seat) {
                    let blame = counts.entry((game.clone(), *blamed)).or_default();
                    *blame.entry(fault.kind).or_default() += 1;
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(counts)
    }

    /// Walks over rows in the order of their numbers until `show` has seen enough, each with what
    /// its checksum says is wrong with it.
    fn rows(
        &self,
        which: &str,
        params: &[i64],
        mut show: impl FnMut(&Row<'_>, Option<String>) -> rusqlite::Result<ControlFlow<()>>,
    ) -> Result<(), StoreError> {
        let query = format!("{} {which} ORDER BY id", TABLE.select(self.is_sealed));
        let mut walk = || {
            let mut select = self.db.prepare_cached(&query)?;
            let mut rows = select.query(rusqlite::params_from_iter(params))?;
            while let Some(row) = rows.next()? {
                if show(row, TABLE.damage(row, self.is_sealed)?)?.is_break() {
                    break;
                }
            }
            Ok(())
        };
        walk().map_err(named(&self.path))
    }

    /// A row as a match. One that makes no sense is damaged as well, whatever its checksum says.
    fn stored(&self, row: &Row<'_>, damage: Option<String>) -> rusqlite::Result<Result<Stored, Damaged>> {
        let id = row.get::<_, i64>("id")?.cast_unsigned();
        let read = match damage {
            Some(why) => Err(why),
            None => self.understood(row, id)?.ok_or_else(|| "it makes no sense".to_owned()),
        };
        Ok(read.map_err(|why| Damaged { id, why }))
    }

    fn understood(&self, row: &Row<'_>, id: u64) -> rusqlite::Result<Option<Stored>> {
        let game = text(row, "game")?;
        let known = game.and_then(|game| self.plan.game(game));
        let (Some(known), Some(entrants), Some(opening), Some(moves), Some(result), Some(points), Some(seats)) = (
            known,
            read::<Vec<Entrant>>(row, "entrants")?,
            read::<Opening>(row, "opening")?,
            text(row, "moves")?,
            read::<MatchResult>(row, "result")?,
            read::<Vec<f32>>(row, "points")?,
            read(row, "times")?,
        ) else {
            return Ok(None);
        };
        let (Some(faults), Some(claims)) = (read_list::<Fault>(row, "faults")?, read_list(row, "claims")?) else {
            return Ok(None);
        };
        let number = |column: &str| row.get::<_, Option<i64>>(column).ok().flatten();
        let (Some(round), Some(block), Some(seed), Some(started), Some(finished)) = (
            number("round").and_then(|round| usize::try_from(round).ok()),
            number("block"),
            number("seed"),
            number("started"),
            number("finished"),
        ) else {
            return Ok(None);
        };
        let count = known.info().seats.len();
        let fits = entrants.len() == count
            && entrants.iter().all(|one| (one.0 as usize) < self.plan.entrants.len())
            && points.len() == count
            && points == result.points
            && faults.iter().all(|fault| fault.seat < count);
        Ok(fits.then(|| Stored {
            job: Job {
                id,
                game: known.id.clone(),
                seats: entrants
                    .iter()
                    .map(|one| self.plan.entrant(*one).agent.clone())
                    .collect(),
                opening,
                seed: seed.cast_unsigned(),
                terms: self.plan.terms.clone(),
            },
            played: Played {
                job: id,
                moves: moves
                    .split_whitespace()
                    .map(|joint| clean::shown(joint).into_owned())
                    .collect(),
                result: crate::text::result(result),
                faults,
                claims,
                seats,
            },
            entrants,
            round,
            block: block.cast_unsigned(),
            started,
            finished,
        }))
    }
}

/// A column as text; nothing where it is something else.
fn text<'a>(row: &'a Row<'_>, column: &str) -> rusqlite::Result<Option<&'a str>> {
    Ok(row.get_ref(column)?.as_str().ok())
}

/// A column of JSON; nothing where it is something else.
fn read<T: DeserializeOwned>(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<T>> {
    Ok(text(row, column)?.and_then(|text| serde_json::from_str(text).ok()))
}

/// A list in JSON, which is empty where the column has no value.
fn read_list<T: DeserializeOwned>(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<Vec<T>>> {
    match row.get_ref(column)?.data_type() {
        rusqlite::types::Type::Null => Ok(Some(Vec::new())),
        _ => read(row, column),
    }
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("what is kept is plain data")
}

fn some_json<T: Serialize>(list: &[T]) -> Option<String> {
    (!list.is_empty()).then(|| json(list))
}
