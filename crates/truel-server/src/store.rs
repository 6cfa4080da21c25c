//! Rooms on disk: one SQLite file with a row for each room, written at every change, so that a
//! restart loses nothing.
//!
//! Every row has a checksum over its columns. A damaged room is refused by name and left out of
//! lists, and `truel verify` lists it; it is never served altered.

mod schema;
mod verify;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Row, params};
use thiserror::Error;
use truel_core::checksum;

pub use verify::{is_room_store, verify_rooms};

use crate::random;
use crate::room::StoredRoom;
use truel_agents::Roster;

/// The columns that are hashed, and the checksum.
const COLUMNS: &str = "id, game, touched, body, checksum";

/// Why a store of rooms cannot be used.
#[derive(Debug, Error)]
pub enum RoomStoreError {
    /// SQLite cannot read the file's structure.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// The file has other tables.
    #[error("the file is damaged, or it keeps something else than rooms")]
    Foreign,
    /// The file has a later schema.
    #[error("a newer version of truel wrote this store (schema {0}, and this version knows {known})",
        known = schema::VERSION)]
    Newer(i64),
    /// A room is not as it was written.
    #[error("room {0} is damaged: its checksum is wrong")]
    DamagedRoom(String),
    /// A room is whole, but its JSON cannot be read or written.
    #[error("room {id}: {cause}")]
    Json {
        /// The room.
        id: String,
        /// What is wrong with it.
        cause: serde_json::Error,
    },
    /// SQLite reports an error, such as a full disk.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
}

impl RoomStoreError {
    fn in_file(self, path: &Path) -> RoomFileError {
        RoomFileError::Rooms {
            path: path.to_owned(),
            cause: self,
        }
    }
}

/// Why a file cannot be used as a store of rooms.
#[derive(Debug, Error)]
pub enum RoomFileError {
    /// It is no file, or it cannot be opened.
    #[error(transparent)]
    Unusable(#[from] truel_arena::store::StoreError),
    /// Its content is wrong.
    #[error("{}: {cause}", .path.display())]
    Rooms {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        cause: RoomStoreError,
    },
}

/// The checksum of a row.
fn checksum_of(id: &str, game: &str, touched: i64, body: &str) -> i64 {
    let row = checksum::Row::default().text(id).text(game).number(touched).text(body);
    row.finish()
}

/// A row of [`COLUMNS`]: its id, and its body unless it is damaged.
fn read(row: &Row<'_>) -> rusqlite::Result<(String, Option<String>)> {
    let (id, game, body) = (text(row, 0)?, text(row, 1)?, text(row, 3)?);
    let (touched, checksum): (i64, Option<i64>) = (row.get(2)?, row.get(4)?);
    let is_sound = checksum == Some(checksum_of(&id, &game, touched, &body));
    Ok((id, is_sound.then_some(body)))
}

/// A column of text. Damage can leave bytes that are not UTF-8. Such a row must not hide the
/// others, and its checksum shows the damage.
fn text(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    let bytes = row.get_ref(column)?.as_bytes()?;
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// Rooms on disk.
#[derive(Debug)]
pub struct RoomStore {
    connection: Mutex<Connection>,
}

impl RoomStore {
    /// Opens or makes the file. An older file is brought to the current version.
    pub fn open(path: &Path, roster: &Roster) -> Result<Self, RoomFileError> {
        truel_arena::store::look(path, true)?;
        let open = || -> Result<Self, RoomStoreError> {
            let connection = Connection::open(path)?;
            schema::check(&connection)?;
            Self::with(connection, roster)
        };
        open().map_err(|error| error.in_file(path))
    }

    /// Rooms that last as long as the program.
    pub fn in_memory(roster: &Roster) -> Result<Self, RoomStoreError> {
        Self::with(Connection::open_in_memory()?, roster)
    }

    fn with(connection: Connection, roster: &Roster) -> Result<Self, RoomStoreError> {
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.busy_timeout(Duration::from_secs(5))?;
        schema::migrate(&connection, roster)?;
        Ok(RoomStore {
            connection: Mutex::new(connection),
        })
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The secret that this store's server makes cookies with: random, and the same after a
    /// restart.
    pub(crate) fn secret(&self) -> Result<String, crate::error::ApiError> {
        const LENGTH: usize = 32;
        let letters = random::letters(LENGTH)?;
        Ok(self.keep_secret(&letters)?)
    }

    fn keep_secret(&self, letters: &str) -> Result<String, RoomStoreError> {
        let connection = self.lock();
        connection.execute("INSERT OR IGNORE INTO secret (only, letters) VALUES (1, ?1)", [letters])?;
        Ok(connection.query_row("SELECT letters FROM secret", [], |row| row.get(0))?)
    }

    /// Writes a room.
    pub fn put(&self, room: &StoredRoom<'_>) -> Result<(), RoomStoreError> {
        let body = serde_json::to_string(room).map_err(|cause| RoomStoreError::Json {
            id: room.id.to_string(),
            cause,
        })?;
        let checksum = checksum_of(&room.id, &room.line.game, room.touched, &body);
        self.lock()
            .prepare_cached(
                "INSERT OR REPLACE INTO room (id, game, touched, body, checksum) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![room.id, room.line.game, room.touched, body, checksum])?;
        Ok(())
    }

    /// Reads a room.
    pub fn get(&self, id: &str) -> Result<Option<StoredRoom<'static>>, RoomStoreError> {
        let found = self
            .lock()
            .prepare_cached(&format!("SELECT {COLUMNS} FROM room WHERE id = ?1"))?
            .query_row([id], read)
            .optional()?;
        let unreadable = |cause| RoomStoreError::Json {
            id: id.to_owned(),
            cause,
        };
        match found {
            None => Ok(None),
            Some((_, None)) => Err(RoomStoreError::DamagedRoom(id.to_owned())),
            Some((_, Some(body))) => serde_json::from_str(&body).map(Some).map_err(unreadable),
        }
    }

    /// The names of damaged rooms.
    pub fn damaged(&self) -> Result<Vec<String>, RoomStoreError> {
        let connection = self.lock();
        let mut select = connection.prepare(&format!("SELECT {COLUMNS} FROM room NOT INDEXED"))?;
        let rows = select.query_map([], read)?;
        let is_damaged = |row: &rusqlite::Result<(String, Option<String>)>| !matches!(row, Ok((_, Some(_))));
        rows.filter(is_damaged).map(|row| Ok(row?.0)).collect()
    }

    /// The rooms changed last, newest first. Leaves out damaged rooms and those that this version
    /// cannot read.
    pub fn latest(&self, most: usize) -> Result<Vec<StoredRoom<'static>>, RoomStoreError> {
        let bodies: Vec<(String, Option<String>)> = self
            .lock()
            .prepare_cached(&format!("SELECT {COLUMNS} FROM room ORDER BY touched DESC LIMIT ?1"))?
            .query_map([most as i64], read)?
            .collect::<rusqlite::Result<_>>()?;
        let sound = bodies.into_iter().filter_map(|(_, body)| body);
        Ok(sound.filter_map(|body| serde_json::from_str(&body).ok()).collect())
    }
}

#[cfg(test)]
mod tests;
