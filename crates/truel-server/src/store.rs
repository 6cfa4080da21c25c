//! Rooms on disk: one SQLite file, a row a room, written at every change, so that a restart loses nothing.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension, params};

use crate::error::Refusal;
use crate::random;
use crate::room::{Room, Sitter};

/// What is made once, and what its version is.
const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS room (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        touched INTEGER NOT NULL,
        body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS room_touched ON room (touched);
    CREATE TABLE IF NOT EXISTS secret (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        letters TEXT NOT NULL
    ) STRICT;
";

/// Rooms on disk.
#[derive(Debug)]
pub struct Rooms {
    connection: Mutex<Connection>,
}

/// A room in a list.
#[derive(Clone, PartialEq, Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Listed {
    /// Its name in addresses.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// Milliseconds since 1970 when it was last changed.
    pub touched: i64,
    /// Who sits where.
    pub seats: Vec<Sitter>,
    /// Plies played.
    pub plies: usize,
    /// Whether nobody can move any more.
    pub is_over: bool,
}

impl Listed {
    /// Leaves out a room that this version cannot read, since a list is no place to complain.
    fn of(body: &str) -> Option<Self> {
        let room: Room = serde_json::from_str(body).ok()?;
        let is_over = room.is_over(room.table().ok()?);
        Some(Listed {
            plies: room.line.moves.len(),
            id: room.id,
            game: room.line.game,
            touched: room.touched,
            seats: room.seats,
            is_over,
        })
    }
}

impl Rooms {
    /// Opens or makes the file.
    pub fn open(path: &Path) -> Result<Self, Refusal> {
        let connection =
            Connection::open(path).map_err(|error| Refusal::Store(format!("{}: {error}", path.display())))?;
        Self::with(connection).map_err(|error| Refusal::Store(format!("{}: {error}", path.display())))
    }

    /// Rooms that last as long as the program.
    pub fn in_memory() -> Result<Self, Refusal> {
        Ok(Self::with(Connection::open_in_memory()?)?)
    }

    fn with(connection: Connection) -> rusqlite::Result<Self> {
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        connection.execute_batch(SCHEMA)?;
        Ok(Rooms {
            connection: Mutex::new(connection),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What this store's server makes cookies with: random, and the same after a restart.
    pub(crate) fn secret(&self) -> Result<String, Refusal> {
        const LENGTH: usize = 32;
        let connection = self.lock();
        connection.execute(
            "INSERT OR IGNORE INTO secret (only, letters) VALUES (1, ?1)",
            [random::letters(LENGTH)?],
        )?;
        Ok(connection.query_row("SELECT letters FROM secret", [], |row| row.get(0))?)
    }

    /// Writes a room as it is now.
    pub fn put(&self, room: &Room) -> Result<(), Refusal> {
        let body = serde_json::to_string(room).map_err(|error| Refusal::Store(error.to_string()))?;
        self.lock()
            .prepare_cached("INSERT OR REPLACE INTO room (id, game, touched, body) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![room.id, room.line.game, room.touched, body])?;
        Ok(())
    }

    /// Reads a room.
    pub fn get(&self, id: &str) -> Result<Option<Room>, Refusal> {
        let body: Option<String> = self
            .lock()
            .prepare_cached("SELECT body FROM room WHERE id = ?1")?
            .query_row([id], |row| row.get(0))
            .optional()?;
        let read =
            |body: String| serde_json::from_str(&body).map_err(|error| Refusal::Store(format!("room {id}: {error}")));
        body.map(read).transpose()
    }

    /// The rooms changed last, newest first.
    pub fn latest(&self, most: usize) -> Result<Vec<Listed>, Refusal> {
        // The matches are replayed after the lock is let go, so that nobody who moves waits for a list.
        let bodies: Vec<String> = self
            .lock()
            .prepare_cached("SELECT body FROM room ORDER BY touched DESC LIMIT ?1")?
            .query_map([most as i64], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(bodies.iter().filter_map(|body| Listed::of(body)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::{Sitter, Wish};

    fn room(id: &str, now: i64) -> Room {
        let person = || Sitter::Person { name: "Ann".into() };
        let wish = Wish {
            game: "ropasci".into(),
            seats: vec![person(), person()],
            ..Wish::default()
        };
        Room::new(id.into(), wish, now).expect("a room")
    }

    #[test]
    fn a_room_is_read_as_it_was_written_hidden_choices_included() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rooms.sqlite");
        let mut one = room("one", 1);
        let mv = one.table().expect("a table").moves(truel_core::Seat::new(0))[0].clone();
        one.choose(0, &mv, 2).expect("legal");
        Rooms::open(&path).and_then(|rooms| rooms.put(&one)).expect("written");
        let again = Rooms::open(&path).expect("opened");
        assert_eq!(again.get("one").expect("read"), Some(one));
        assert_eq!(again.get("two").expect("read"), None);
    }

    #[test]
    fn the_newest_come_first() {
        let rooms = Rooms::in_memory().expect("a store");
        for (id, now) in [("a", 5), ("b", 9), ("c", 7)] {
            rooms.put(&room(id, now)).expect("written");
        }
        let ids: Vec<String> = rooms
            .latest(2)
            .expect("read")
            .into_iter()
            .map(|listed| listed.id)
            .collect();
        assert_eq!(ids, ["b", "c"]);
    }

    #[test]
    fn a_file_that_is_no_store_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("broken.sqlite");
        std::fs::write(&path, "this is not a database, and long enough to be looked at as one").expect("written");
        let error = Rooms::open(&path).expect_err("broken").to_string();
        assert!(error.contains("broken.sqlite"), "{error}");
    }
}
