//! Rows with a checksum: how they are written, selected and checked, the same for every table.

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Row, params_from_iter};
use truel_core::checksum;

/// A table whose rows end with a checksum over all other columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sealed {
    pub(super) table: &'static str,
    /// All columns but the checksum, in the order in which they are hashed; the first is the
    /// primary key.
    pub(super) columns: &'static [&'static str],
}

impl Sealed {
    pub(super) const PLAN: Sealed = Sealed {
        table: "plan",
        columns: &["only", "plan", "fingerprint", "version", "created"],
    };
    pub(super) const ENTRANT: Sealed = Sealed {
        table: "entrant",
        columns: &["number", "name", "agent"],
    };
    pub(super) const MATCH: Sealed = Sealed {
        table: "match",
        columns: &[
            "id", "game", "round", "block", "entrants", "opening", "seed", "moves", "result", "points", "faults",
            "claims", "times", "started", "finished",
        ],
    };

    /// Selects all columns and the checksum, which is nothing where the table has none. An index is
    /// never used: no checksum covers it.
    pub(super) fn select(self, is_sealed: bool) -> String {
        let checksum = if is_sealed { "checksum" } else { "NULL" };
        format!(
            "SELECT {}, {checksum} FROM {} NOT INDEXED",
            self.columns.join(", "),
            self.table
        )
    }

    /// What is wrong with a row that [`select`](Self::select) gave; nothing where it has no
    /// checksum.
    pub(super) fn damage(self, row: &Row<'_>, is_sealed: bool) -> rusqlite::Result<Option<String>> {
        if !is_sealed {
            return Ok(None);
        }
        let mut found = checksum::Row::default();
        for column in 0..self.columns.len() {
            found = add(found, row.get_ref(column)?);
        }
        Ok(match row.get_ref(self.columns.len())? {
            ValueRef::Integer(message) if message == found.finish() => None,
            ValueRef::Null => Some("it has no checksum".to_owned()),
            _ => Some("its checksum is wrong".to_owned()),
        })
    }

    /// Inserts a row if it is not there yet. Returns whether it was inserted.
    pub(super) fn insert(self, db: &Connection, row: Vec<Value>) -> rusqlite::Result<bool> {
        self.write(db, "INSERT OR IGNORE", row)
    }

    /// Inserts a row in place of the one that has its number.
    pub(super) fn replace(self, db: &Connection, row: Vec<Value>) -> rusqlite::Result<bool> {
        self.write(db, "INSERT OR REPLACE", row)
    }

    fn write(self, db: &Connection, how: &str, mut row: Vec<Value>) -> rusqlite::Result<bool> {
        row.push(seal(&row).into());
        let holes = vec!["?"; row.len()].join(", ");
        let names = self.columns.join(", ");
        let insert = format!("{how} INTO {} ({names}, checksum) VALUES ({holes})", self.table);
        let added = db.prepare_cached(&insert)?.execute(params_from_iter(row))?;
        Ok(added == 1)
    }

    /// Gives the row with this key the checksum of what it holds now.
    pub(super) fn stamp(self, db: &Connection, key: i64) -> rusqlite::Result<()> {
        let select = format!("{} WHERE {} = ?1", self.select(false), self.columns[0]);
        let checksum = db.prepare_cached(&select)?.query_row([key], |row| {
            let mut found = checksum::Row::default();
            for column in 0..self.columns.len() {
                found = add(found, row.get_ref(column)?);
            }
            Ok(found.finish())
        })?;
        let update = format!("UPDATE {} SET checksum = ?1 WHERE {} = ?2", self.table, self.columns[0]);
        db.prepare_cached(&update)?.execute([checksum, key])?;
        Ok(())
    }
}

/// The checksum of a row that is about to be written.
fn seal(row: &[Value]) -> i64 {
    let sum = row
        .iter()
        .fold(checksum::Row::default(), |sum, value| add(sum, value.into()));
    sum.finish()
}

fn add(sum: checksum::Row, value: ValueRef<'_>) -> checksum::Row {
    match value {
        ValueRef::Null => sum.nothing(),
        ValueRef::Integer(number) => sum.number(number),
        ValueRef::Text(bytes) => sum.text(bytes),
        // No column holds these; a row that does is damaged, and hashes to something else than any
        // text or number.
        ValueRef::Real(real) => sum.nothing().number(real.to_bits().cast_signed()),
        ValueRef::Blob(bytes) => sum.nothing().text(bytes),
    }
}
