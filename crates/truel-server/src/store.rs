//! RoomStore on disk: one SQLite file, a row a room, written at every change, so that a restart loses nothing.
//!
//! Every row has a checksum over its columns. A damaged room is refused by name and left out of lists, and `truel verify`
//! lists it; it is never served altered.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use truel_arena::verify::Findings;
use truel_core::checksum;

use crate::error::ApiError;
use crate::random;
use crate::room::{Room, SeatConfig};

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

/// The version in which rows have got checksums.
const SEALED: i64 = 1;

/// What is hashed and the checksum, in this order.
const COLUMNS: &str = "id, game, touched, body, checksum";

/// The checksum of a row.
fn seal(id: &str, game: &str, touched: i64, body: &str) -> i64 {
    let row = checksum::Row::default().text(id).text(game).number(touched).text(body);
    row.finish()
}

/// A row of [`COLUMNS`]: its id, and its body unless it is damaged.
fn read(row: &Row<'_>) -> rusqlite::Result<(String, Option<String>)> {
    let (id, game, body) = (text(row, 0)?, text(row, 1)?, text(row, 3)?);
    let (touched, told): (i64, Option<i64>) = (row.get(2)?, row.get(4)?);
    let is_sound = told == Some(seal(&id, &game, touched, &body));
    Ok((id, is_sound.then_some(body)))
}

/// A column that holds text. Damage can make bytes of it that are no text: one such row must not hide the others, and its
/// checksum tells.
fn text(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    let bytes = row.get_ref(column)?.as_bytes()?;
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// RoomStore on disk.
#[derive(Debug)]
pub struct RoomStore {
    connection: Mutex<Connection>,
}

/// A room in a list.
#[derive(Clone, PartialEq, Debug, serde::Serialize, utoipa::ToSchema)]
pub struct RoomSummary {
    /// Its name in addresses.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// Milliseconds since 1970 when it was last changed.
    pub touched: i64,
    /// Who sits where.
    pub seats: Vec<SeatConfig>,
    /// Plies played.
    pub plies: usize,
    /// Whether nobody can move any more.
    pub is_over: bool,
}

impl RoomSummary {
    /// Leaves out a room that this version cannot read, since a list is no place to complain.
    fn of(body: &str) -> Option<Self> {
        let room: Room = serde_json::from_str(body).ok()?;
        let is_over = room.is_over(room.table().ok()?);
        Some(RoomSummary {
            plies: room.line.moves.len(),
            id: room.id,
            game: room.line.game,
            touched: room.touched,
            seats: room.seats,
            is_over,
        })
    }
}

impl RoomStore {
    /// Opens or makes the file.
    pub fn open(path: &Path) -> Result<Self, ApiError> {
        truel_arena::store::look(path, true)?;
        let connection =
            Connection::open(path).map_err(|error| ApiError::Store(format!("{}: {error}", path.display())))?;
        let told = |error: rusqlite::Error| ApiError::Store(format!("{}: {error}", path.display()));
        if let Some(wrong) = structure(&connection).map_err(told)? {
            return Err(ApiError::Store(format!("{}: {wrong}", path.display())));
        }
        Self::with(connection).map_err(told)
    }

    /// RoomStore that last as long as the program.
    pub fn in_memory() -> Result<Self, ApiError> {
        Ok(Self::with(Connection::open_in_memory()?)?)
    }

    fn with(connection: Connection) -> rusqlite::Result<Self> {
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        connection.execute_batch(SCHEMA)?;
        add_checksums(&connection)?;
        Ok(RoomStore {
            connection: Mutex::new(connection),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What this store's server makes cookies with: random, and the same after a restart.
    pub(crate) fn secret(&self) -> Result<String, ApiError> {
        const LENGTH: usize = 32;
        let connection = self.lock();
        connection.execute(
            "INSERT OR IGNORE INTO secret (only, letters) VALUES (1, ?1)",
            [random::letters(LENGTH)?],
        )?;
        Ok(connection.query_row("SELECT letters FROM secret", [], |row| row.get(0))?)
    }

    /// Writes a room as it is now.
    pub fn put(&self, room: &Room) -> Result<(), ApiError> {
        let body = serde_json::to_string(room).map_err(|error| ApiError::Store(error.to_string()))?;
        self.lock()
            .prepare_cached(
                "INSERT OR REPLACE INTO room (id, game, touched, body, checksum) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                room.id,
                room.line.game,
                room.touched,
                body,
                seal(&room.id, &room.line.game, room.touched, &body)
            ])?;
        Ok(())
    }

    /// Reads a room.
    pub fn get(&self, id: &str) -> Result<Option<Room>, ApiError> {
        let found = self
            .lock()
            .prepare_cached(&format!("SELECT {COLUMNS} FROM room WHERE id = ?1"))?
            .query_row([id], read)
            .optional()?;
        match found {
            None => Ok(None),
            Some((_, None)) => Err(ApiError::Store(format!("room {id} is damaged: its checksum is wrong"))),
            Some((_, Some(body))) => match serde_json::from_str(&body) {
                Ok(room) => Ok(Some(room)),
                Err(error) => Err(ApiError::Store(format!("room {id}: {error}"))),
            },
        }
    }

    /// The names of damaged rooms.
    pub fn damaged(&self) -> Result<Vec<String>, ApiError> {
        let connection = self.lock();
        let mut select = connection.prepare(&format!("SELECT {COLUMNS} FROM room NOT INDEXED"))?;
        let rows = select.query_map([], read)?;
        let is_damaged = |row: &rusqlite::Result<(String, Option<String>)>| !matches!(row, Ok((_, Some(_))));
        rows.filter(is_damaged).map(|row| Ok(row?.0)).collect()
    }

    /// The rooms changed last, newest first.
    pub fn latest(&self, most: usize) -> Result<Vec<RoomSummary>, ApiError> {
        // The matches are replayed after the lock is let go, so that nobody who moves waits for a list.
        let bodies: Vec<(String, Option<String>)> = self
            .lock()
            .prepare_cached(&format!("SELECT {COLUMNS} FROM room ORDER BY touched DESC LIMIT ?1"))?
            .query_map([most as i64], read)?
            .collect::<rusqlite::Result<_>>()?;
        let sound = bodies.into_iter().filter_map(|(_, body)| body);
        Ok(sound.filter_map(|body| RoomSummary::of(&body)).collect())
    }
}

/// What is wrong with the structure of the file, for SQLite or for us.
fn structure(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found != "ok" {
        let found = truel_core::clean::sentence(&found, 120);
        return Ok(Some(format!("the file is damaged: {found}")));
    }
    // A damaged schema is sound for SQLite: it has a table or a column of another name. Nothing may be added to such a file,
    // or to one of another program.
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let columns = if version >= SEALED {
        COLUMNS
    } else {
        "id, game, touched, body"
    };
    let is_ours = tables == 0 || connection.prepare(&format!("SELECT {columns} FROM room")).is_ok();
    Ok((!is_ours).then(|| "the file is damaged, or it keeps something else than rooms".into()))
}

/// Gives the rows of an older file checksums, all or none, and makes the indexes anew: no checksum covers them.
fn add_checksums(connection: &Connection) -> rusqlite::Result<()> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version >= SEALED {
        return connection.execute_batch("REINDEX room");
    }
    let adding = connection.unchecked_transaction()?;
    connection.execute_batch("ALTER TABLE room ADD COLUMN checksum INTEGER")?;
    let rows: Vec<(String, String, i64, String)> = connection
        .prepare("SELECT id, game, touched, body FROM room NOT INDEXED")?
        .query_map([], |row| Ok((text(row, 0)?, text(row, 1)?, row.get(2)?, text(row, 3)?)))?
        .collect::<rusqlite::Result<_>>()?;
    // A room that cannot be replayed was damaged before, and no checksum vouches for it.
    for (id, game, touched, body) in rows.iter().filter(|(_, _, _, body)| RoomSummary::of(body).is_some()) {
        let checksum = seal(id, game, *touched, body);
        connection.execute("UPDATE room SET checksum = ?1 WHERE id = ?2", params![checksum, id])?;
    }
    connection.pragma_update(None, "user_version", SEALED)?;
    adding.commit()
}

fn read_only(path: &Path) -> rusqlite::Result<Connection> {
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)
}

/// Whether a file keeps rooms.
pub fn is_room_store(path: &Path) -> bool {
    let is_one = |connection: Connection| {
        let query = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'room'";
        connection.query_row(query, [], |row| row.get::<_, i64>(0))
    };
    read_only(path).and_then(is_one).is_ok_and(|count| count == 1)
}

/// Checks a file of rooms: its structure, and every room by its checksum and by the rules.
pub fn verify_rooms(path: &Path) -> Result<Findings, ApiError> {
    let told = |error: rusqlite::Error| ApiError::Store(format!("{}: {error}", path.display()));
    let connection = read_only(path).map_err(told)?;
    if let Some(wrong) = structure(&connection).map_err(told)? {
        return Err(ApiError::Store(format!("{}: {wrong}", path.display())));
    }
    let version: i64 = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(told)?;
    let is_sealed = version >= SEALED;
    let columns = if is_sealed {
        COLUMNS
    } else {
        "id, game, touched, body, NULL"
    };
    let mut findings = Findings::default();
    let mut look = || {
        let mut select = connection.prepare(&format!("SELECT {columns} FROM room NOT INDEXED"))?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            findings.matches += 1;
            let (id, sound) = read(row)?;
            let body = text(row, 3)?;
            let what = format!("room {}", truel_core::clean::sentence(&id, 80));
            match (sound, RoomSummary::of(&body)) {
                (None, _) if is_sealed => findings.damage(what, "its checksum is wrong"),
                (_, None) => findings.damage(what, "it cannot be replayed"),
                (_, Some(room)) => findings.plies += room.plies,
            }
        }
        Ok(())
    };
    look().map_err(told)?;
    if !is_sealed {
        findings.unsealed = findings.matches;
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::{NewRoom, SeatConfig};

    fn room(id: &str, now: i64) -> Room {
        let person = || SeatConfig::Person { name: "Ann".into() };
        let new_room = NewRoom {
            game: "ropasci".into(),
            seats: vec![person(), person()],
            ..NewRoom::default()
        };
        Room::new(id.into(), new_room, now).expect("a room")
    }

    #[test]
    fn a_room_is_read_as_it_was_written_hidden_choices_included() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rooms.sqlite");
        let mut one = room("one", 1);
        let mv = one.table().expect("a table").moves(truel_core::Seat::new(0))[0].clone();
        one.choose(0, &mv, 2).expect("legal");
        RoomStore::open(&path)
            .and_then(|rooms| rooms.put(&one))
            .expect("written");
        let again = RoomStore::open(&path).expect("opened");
        assert_eq!(again.get("one").expect("read"), Some(one));
        assert_eq!(again.get("two").expect("read"), None);
    }

    #[test]
    fn the_newest_come_first() {
        let rooms = RoomStore::in_memory().expect("a store");
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

    /// A file with a few rooms, and their names.
    fn filled(path: &Path) -> Vec<String> {
        let rooms = RoomStore::open(path).expect("a store");
        let ids = ["ann", "bob", "cleo", "dan", "eve"].map(str::to_owned);
        for (now, id) in (1..).zip(&ids) {
            let mut room = room(id, now);
            let mv = room.table().expect("a table").moves(truel_core::Seat::new(0))[now as usize].clone();
            room.choose(0, &mv, now).expect("legal");
            rooms.put(&room).expect("written");
        }
        ids.to_vec()
    }

    #[test]
    fn a_room_with_a_flipped_bit_is_never_served() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, flipped) = (folder.path().join("rooms.sqlite"), folder.path().join("flipped.sqlite"));
        let ids = filled(&path);
        let good = RoomStore::open(&path).expect("a store");
        let rooms: Vec<Option<Room>> = ids.iter().map(|id| good.get(id).expect("read")).collect();
        let list = good.latest(9).expect("a list");
        drop(good);
        let bytes = std::fs::read(&path).expect("the file");
        let (mut rng, mut refused, mut damaged) = (truel_core::Rng::new(15), 0, 0);
        for _ in 0..400 {
            let place = rng.below(bytes.len() as u32 * 8) as usize;
            let mut changed = bytes.clone();
            changed[place / 8] ^= 1 << (place % 8);
            std::fs::write(&flipped, changed).expect("a file");
            let Ok(store) = RoomStore::open(&flipped) else {
                refused += 1;
                continue;
            };
            for (id, room) in ids.iter().zip(&rooms) {
                match store.get(id) {
                    Ok(found) if found.is_some() => assert_eq!(found, *room, "bit {place}"),
                    // Its name was hit: it is among the damaged ones under another.
                    Ok(_) => assert!(!store.damaged().expect("read").is_empty(), "bit {place}"),
                    Err(error) => {
                        assert!(
                            error.to_string().contains(&format!("room {id}")),
                            "bit {place}: {error}"
                        );
                        damaged += 1;
                    }
                }
            }
            let found = store.latest(9).expect("a list");
            assert!(found.iter().all(|room| list.contains(room)), "bit {place}");
            assert!(found.len() == list.len() || !store.damaged().expect("read").is_empty());
            drop(store);
            for rest in ["-wal", "-shm"] {
                let _ = std::fs::remove_file(folder.path().join(format!("flipped.sqlite{rest}")));
            }
        }
        assert!(refused > 0 && damaged > 5, "{refused} refused, {damaged} damaged");
    }

    #[test]
    fn a_damaged_room_is_found_and_one_of_an_older_file_gets_a_checksum() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rooms.sqlite");
        filled(&path);
        assert!(is_room_store(&path));
        let alter = |sql: &str| {
            Connection::open(&path)
                .and_then(|db| db.execute_batch(sql))
                .expect("done");
        };
        alter("UPDATE room SET body = replace(body, 'Ann', 'Amn') WHERE id = 'bob'");
        let found = verify_rooms(&path).expect("a store");
        assert_eq!((found.matches, found.damaged.len()), (5, 1));
        assert_eq!(found.damaged[0].what, "room bob");
        let rooms = RoomStore::open(&path).expect("a store");
        assert_eq!(rooms.damaged().expect("read"), ["bob"]);
        let error = rooms.get("bob").expect_err("damaged").to_string();
        assert!(error.contains("room bob is damaged"), "{error}");
        assert_eq!(rooms.latest(9).expect("a list").len(), 4);
        drop(rooms);
        alter("ALTER TABLE room DROP COLUMN checksum; PRAGMA user_version = 0");
        assert_eq!(verify_rooms(&path).expect("a store").unsealed, 5);
        let rooms = RoomStore::open(&path).expect("an older store");
        assert_eq!(rooms.damaged().expect("read"), Vec::<String>::new());
        assert!(rooms.get("ann").expect("read").is_some());
    }

    #[test]
    fn a_file_that_is_no_store_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("broken.sqlite");
        std::fs::write(&path, "this is not a database, and long enough to be looked at as one").expect("written");
        let error = RoomStore::open(&path).expect_err("broken").to_string();
        assert!(error.contains("broken.sqlite"), "{error}");
    }
}
