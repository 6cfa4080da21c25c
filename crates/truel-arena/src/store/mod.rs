//! The store of a tournament: one SQLite file with the plan and every match.
//!
//! Each match is a transaction of its own. The journal is a write-ahead log with
//! `synchronous = NORMAL`. A committed match survives the end of the process, `kill -9` included,
//! because the operating system has it. Only a power cut may lose the last matches, and those are
//! simply played again. Waiting for the disk after every match (`FULL`) would cost milliseconds for
//! each and save nothing that cannot be replayed. Readers never wait for the writer. The log is
//! folded into the file when the writer ends.
//!
//! There is one writer at a time: it holds a lock on `STORE.lock`, which the operating system takes
//! back from a process that dies. Cost: one insert for a match, one range of the primary key for a
//! round, and nothing that grows with the table.
//!
//! Every row has a checksum over all its columns. SQLite's `quick_check` finds a damaged structure,
//! and refuses the file; a row whose checksum is wrong is a damaged match, which is named and left
//! out wherever matches are read. The next run of the tournament plays it again. Nothing is looked
//! up through an index, which no checksum covers.

mod error;
mod matches;
mod migrate;
mod rows;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use serde_json::Value;

pub use error::{StoreError, look};
pub use matches::{Blame, Damaged, Score, Stored, now};

use crate::Setup;
use crate::lock::Lock;
use crate::tournament::Plan;
use error::named;
use rows::Sealed;

/// `trul`, so that a file says whose it is.
const APPLICATION: i64 = 0x7472_756c;
/// The version of the tables below. Version 1 had no checksums.
const SCHEMA: i64 = 2;

const TABLES: &str = "
CREATE TABLE plan (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    plan TEXT NOT NULL,         -- JSON
    fingerprint TEXT NOT NULL,  -- of all that decides what is played
    version TEXT NOT NULL,      -- of truel
    created INTEGER NOT NULL,   -- milliseconds since 1970
    checksum INTEGER            -- over all columns before it, in every table
);
CREATE TABLE entrant (
    number INTEGER PRIMARY KEY, -- counted from 0
    name TEXT NOT NULL,
    agent TEXT NOT NULL,
    checksum INTEGER
);
CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    round INTEGER NOT NULL,     -- counted from 0
    block INTEGER NOT NULL,     -- the id of the first match with this opening and these entrants
    entrants TEXT NOT NULL,     -- numbers by seat, JSON
    opening TEXT NOT NULL,      -- JSON
    seed INTEGER NOT NULL,
    moves TEXT NOT NULL,        -- separated by blanks, the opening's included
    result TEXT NOT NULL,       -- JSON
    points TEXT NOT NULL,       -- by seat, JSON
    faults TEXT,                -- JSON, if any
    claims TEXT,                -- JSON, if any
    times TEXT NOT NULL,        -- by seat, JSON
    started INTEGER NOT NULL,   -- milliseconds since 1970
    finished INTEGER NOT NULL,
    checksum INTEGER
);
";

/// An open store.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    db: Connection,
    plan: Plan,
    /// Whether its rows have checksums.
    is_sealed: bool,
    /// Nothing for a reader.
    lock: Option<Lock>,
}

impl Drop for Store {
    /// A store at rest is one plain file: without this every reader would leave parts of the log
    /// beside it.
    fn drop(&mut self) {
        if self.lock.is_some() {
            // Not while somebody reads, and not worth waiting for: then the log stays, which is as
            // good.
            let _ = self.db.busy_timeout(Duration::ZERO);
            let _ = self.db.pragma_update(None, "journal_mode", "DELETE");
        }
    }
}

impl Store {
    /// Opens the store of this plan to write, and makes it when there is none. One of an older
    /// version gets checksums.
    ///
    /// `fingerprint` is over all that decides what is played; a store with another is refused.
    pub fn open(path: &Path, plan: &Plan, fingerprint: &str, setup: &Setup) -> Result<Self, StoreError> {
        look(path, true)?;
        let lock = Lock::take(path)?;
        let db = Connection::open(path).map_err(named(path))?;
        let version = check(path, &db)?;
        quick_check(path, &db)?;
        let pragmas = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 10000;";
        db.execute_batch(pragmas).map_err(named(path))?;
        if version == 0 {
            create(&db, plan, fingerprint).map_err(named(path))?;
        }
        let mut store = Self::over(path, db, if version == 0 { SCHEMA } else { version }, Some(lock), setup)?;
        store.compare(plan, fingerprint)?;
        if !store.is_sealed {
            store.migrate(setup)?;
        }
        Ok(store)
    }

    /// A store that ends with this process, for a tournament that nobody will take up again.
    pub fn in_memory(plan: &Plan, fingerprint: &str, setup: &Setup) -> Result<Self, StoreError> {
        let path = Path::new(":memory:");
        let db = Connection::open_in_memory().map_err(named(path))?;
        create(&db, plan, fingerprint).map_err(named(path))?;
        Self::over(path, db, SCHEMA, None, setup)
    }

    /// Opens a store to read, also while another process writes.
    pub fn read(path: &Path, setup: &Setup) -> Result<Self, StoreError> {
        let store = Self::peek(path, setup)?;
        quick_check(path, &store.db)?;
        Ok(store)
    }

    /// The same without checking the structure of the whole file, for callers that open a store
    /// many times a minute. Damaged matches are still found.
    pub fn peek(path: &Path, setup: &Setup) -> Result<Self, StoreError> {
        look(path, false)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(path, flags).map_err(named(path))?;
        match check(path, &db)? {
            0 => Err(StoreError::Foreign { path: path.to_owned() }),
            version => Self::over(path, db, version, None, setup),
        }
    }

    fn over(path: &Path, db: Connection, version: i64, lock: Option<Lock>, setup: &Setup) -> Result<Self, StoreError> {
        let is_sealed = version == SCHEMA;
        let broken = |why: String| StoreError::Broken {
            path: path.to_owned(),
            why,
        };
        // A damaged definition is found here, and not in the middle of an export.
        let mut tables = [Sealed::PLAN, Sealed::ENTRANT, Sealed::MATCH].into_iter();
        if let Some(Sealed { table, .. }) = tables.find(|table| db.prepare(&table.select(is_sealed)).is_err()) {
            return Err(broken(format!("its table `{table}` is not that of a store")));
        }
        let sealed = Sealed::PLAN;
        let (text, damage) = db
            .query_row(&sealed.select(is_sealed), [], |row| {
                Ok((row.get::<_, String>(1)?, sealed.damage(row, is_sealed)?))
            })
            .map_err(named(path))?;
        if let Some(why) = damage {
            return Err(broken(format!("its plan was altered: {why}")));
        }
        let unreadable = |error: &dyn Error| broken(format!("its plan cannot be read: {error}"));
        let mut plan: Plan = serde_json::from_str(&text).map_err(|error| unreadable(&error))?;
        plan.resolve(setup).map_err(|unknown| unreadable(&unknown))?;
        Ok(Store {
            path: path.to_owned(),
            db,
            plan,
            is_sealed,
            lock,
        })
    }

    /// Whether its rows have checksums; those of an older version have none, so that damage may
    /// stay unseen there.
    pub fn is_sealed(&self) -> bool {
        self.is_sealed
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Limits the size of the file, as a full disk would.
    #[doc(hidden)]
    pub fn limit_pages(&self, pages: u32) -> Result<(), StoreError> {
        let limited = self.db.pragma_update(None, "max_page_count", pages);
        limited.map_err(named(&self.path))
    }

    /// The plan it was made for.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The hash of all that decides what is played.
    pub fn fingerprint(&self) -> Result<String, StoreError> {
        let found = self.db.query_row("SELECT fingerprint FROM plan", [], |row| row.get(0));
        found.map_err(named(&self.path))
    }

    /// What is wrong with the table of entrants, which tells readers of the file what the plan
    /// says; we read the plan.
    pub(crate) fn entrants_damage(&self) -> Result<Option<String>, StoreError> {
        let table = Sealed::ENTRANT;
        let read = || {
            let mut select = self.db.prepare(&table.select(self.is_sealed))?;
            let mut rows = select.query([])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                if let Some(why) = table.damage(row, self.is_sealed)? {
                    return Ok(Some(why));
                }
                found.push((row.get::<_, String>(1)?, row.get::<_, String>(2)?));
            }
            let planned = self.plan.entrants.iter();
            let planned: Vec<_> = planned.map(|one| (one.name.clone(), one.agent.to_string())).collect();
            Ok((found != planned).then(|| "it differs from the plan".to_owned()))
        };
        read().map_err(named(&self.path))
    }

    fn compare(&self, plan: &Plan, fingerprint: &str) -> Result<(), StoreError> {
        if self.fingerprint()? == fingerprint {
            return Ok(());
        }
        let what = difference("", &self.plan.essence(), &plan.essence());
        Err(StoreError::OtherPlan {
            path: self.path.clone(),
            what: what.unwrap_or_else(|| "a file of openings has changed".to_owned()),
        })
    }
}

/// The schema's version; 0 for a file that is still empty.
fn check(path: &Path, db: &Connection) -> Result<i64, StoreError> {
    let pragma = |name: &str| db.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (version, application) = (
        pragma("user_version").map_err(named(path))?,
        pragma("application_id").map_err(named(path))?,
    );
    let tables: i64 = db
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(named(path))?;
    match (application, version) {
        (0, 0) if tables == 0 => Ok(0),
        (APPLICATION, 1..=SCHEMA) => Ok(version),
        (APPLICATION, newer) if newer > SCHEMA => Err(StoreError::Newer {
            path: path.to_owned(),
            version: newer,
        }),
        _ => Err(StoreError::Foreign { path: path.to_owned() }),
    }
}

/// Rejects a file whose structure is damaged: matches may be missing from it unnoticed.
fn quick_check(path: &Path, db: &Connection) -> Result<(), StoreError> {
    let found: String = db
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(named(path))?;
    if found == "ok" {
        return Ok(());
    }
    let found = truel_core::clean::sentence(&found, 120);
    Err(StoreError::Broken {
        path: path.to_owned(),
        why: format!("{found} (`sqlite3 FILE .recover` saves what can be read, and `truel verify` checks that)"),
    })
}

/// All or nothing: a process that dies here leaves an empty file.
fn create(db: &Connection, plan: &Plan, fingerprint: &str) -> rusqlite::Result<()> {
    let making = db.unchecked_transaction()?;
    db.execute_batch(TABLES)?;
    db.pragma_update(None, "application_id", APPLICATION)?;
    db.pragma_update(None, "user_version", SCHEMA)?;
    let text = serde_json::to_string(plan).expect("a plan is plain data");
    Sealed::PLAN.insert(
        db,
        vec![
            1.into(),
            text.into(),
            fingerprint.to_owned().into(),
            env!("CARGO_PKG_VERSION").to_owned().into(),
            now().into(),
        ],
    )?;
    for (number, entrant) in plan.entrants.iter().enumerate() {
        let row = vec![
            (number as i64).into(),
            entrant.name.clone().into(),
            entrant.agent.to_string().into(),
        ];
        Sealed::ENTRANT.insert(db, row)?;
    }
    making.commit()
}

/// The first place where two texts of the same shape differ, in words.
fn difference(at: &str, was: &Value, is: &Value) -> Option<String> {
    match (was, is) {
        _ if was == is => None,
        (Value::Object(before), Value::Object(after)) => {
            let inner = |key: &str| {
                if at.is_empty() {
                    key.to_owned()
                } else {
                    format!("{at}.{key}")
                }
            };
            let none = &Value::Null;
            before.keys().chain(after.keys()).find_map(|key| {
                let (was, is) = (before.get(key).unwrap_or(none), after.get(key).unwrap_or(none));
                difference(&inner(key), was, is)
            })
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            let pairs = before.iter().zip(after).enumerate();
            pairs
                .filter_map(|(place, (was, is))| difference(&format!("{at}[{place}]"), was, is))
                .next()
        }
        (Value::Array(before), Value::Array(after)) => {
            Some(format!("`{at}` had {} entries and has {}", before.len(), after.len()))
        }
        (Value::Null, is) => Some(format!("`{at}` was not given and is {is}")),
        (was, Value::Null) => Some(format!("`{at}` was {was} and is not given")),
        _ => Some(format!("`{at}` was {was} and is {is}")),
    }
}
