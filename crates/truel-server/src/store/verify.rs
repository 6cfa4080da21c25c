//! Checks a file of rooms without changing it.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use truel_arena::verify::Findings;

use super::{RoomFileError, RoomStoreError, read, schema, text};
use crate::room::{Room, StoredRoom};
use truel_agents::Roster;

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

/// Checks the structure of a file of rooms, and every room by its checksum and by the rules.
pub fn verify_rooms(path: &Path, roster: &Roster) -> Result<Findings, RoomFileError> {
    let check = || -> Result<Findings, RoomStoreError> { findings(&read_only(path)?, roster) };
    check().map_err(|error| error.in_file(path))
}

fn findings(connection: &Connection, roster: &Roster) -> Result<Findings, RoomStoreError> {
    schema::check(connection)?;
    let version = schema::version(connection)?;
    let has_checksums = version > 0;
    let mut findings = Findings::default();
    let mut select = connection.prepare(&format!("SELECT {} FROM room NOT INDEXED", schema::columns(version)))?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        findings.matches += 1;
        let (id, sound) = read(row)?;
        let body = text(row, 3)?;
        let what = format!("room {}", truel_core::clean::sentence(&id, 80));
        let stored = serde_json::from_str::<StoredRoom<'_>>(&body).ok();
        match stored.and_then(|stored| Room::restore(stored, roster).ok()) {
            _ if has_checksums && sound.is_none() => findings.damage(what, "its checksum is wrong"),
            None => findings.damage(what, "it cannot be replayed"),
            Some(room) => findings.plies += room.line.moves.len(),
        }
    }
    if !has_checksums {
        findings.unsealed = findings.matches;
    }
    Ok(findings)
}
