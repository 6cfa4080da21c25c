//! The tables of the file, their version and the steps from older versions.
//!
//! SQLite keeps the version in the file (`PRAGMA user_version`). To change the tables, or the JSON
//! of a room, add a step at the end of [`STEPS`] and a file of the version before it to the tests.

use rusqlite::{Connection, Row, params};

use super::{RoomStoreError, checksum_of, text};
use crate::room::{Room, StoredRoom};
use truel_agents::Roster;

type Step = fn(&Connection, &Roster) -> rusqlite::Result<()>;

/// The step at place N leads from version N to version N + 1.
const STEPS: [Step; 1] = [add_checksums];

/// The version that this program writes.
pub(super) const VERSION: i64 = STEPS.len() as i64;

/// The version of a file; 0 for an empty one.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// The columns of a room in a file of this version, without its checksum if it has none.
pub(super) fn columns(version: i64) -> &'static str {
    match version {
        0 => "id, game, touched, body, NULL",
        _ => super::COLUMNS,
    }
}

/// Refuses a file that is damaged, keeps something else, or comes from a newer version.
///
/// To SQLite a damaged schema is sound: it has a table or a column of another name. Nothing may be
/// added to such a file, or to one of another program.
pub(super) fn check(connection: &Connection) -> Result<(), RoomStoreError> {
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found != "ok" {
        return Err(RoomStoreError::Damaged(truel_core::clean::sentence(&found, 120)));
    }
    let version = version(connection)?;
    if version > VERSION {
        return Err(RoomStoreError::Newer(version));
    }
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let select = format!("SELECT {} FROM room", columns(version));
    match tables == 0 || connection.prepare(&select).is_ok() {
        true => Ok(()),
        false => Err(RoomStoreError::Foreign),
    }
}

/// Brings a file to the current version, step by step. A step is done as a whole or not at all.
pub(super) fn migrate(connection: &Connection, roster: &Roster) -> rusqlite::Result<()> {
    for from in version(connection)?..VERSION {
        let transaction = connection.unchecked_transaction()?;
        STEPS[from as usize](&transaction, roster)?;
        transaction.pragma_update(None, "user_version", from + 1)?;
        transaction.commit()?;
    }
    // No checksum covers the indexes.
    connection.execute_batch("REINDEX room")
}

/// Makes the tables, which files of version 0 have in part, and gives every room a checksum. A room
/// that cannot be replayed was damaged before, so it gets none.
fn add_checksums(connection: &Connection, roster: &Roster) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TABLE IF NOT EXISTS room (
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
         ALTER TABLE room ADD COLUMN checksum INTEGER;",
    )?;
    let columns = |row: &Row<'_>| Ok((text(row, 0)?, text(row, 1)?, row.get(2)?, text(row, 3)?));
    let rows: Vec<(String, String, i64, String)> = connection
        .prepare("SELECT id, game, touched, body FROM room NOT INDEXED")?
        .query_map([], columns)?
        .collect::<rusqlite::Result<_>>()?;
    for (id, game, touched, body) in rows {
        let stored = serde_json::from_str::<StoredRoom<'_>>(&body);
        if stored.is_ok_and(|stored| Room::restore(stored, roster).is_ok()) {
            let checksum = checksum_of(&id, &game, touched, &body);
            connection.execute("UPDATE room SET checksum = ?1 WHERE id = ?2", params![checksum, id])?;
        }
    }
    Ok(())
}
