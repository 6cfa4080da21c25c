//! A store of an older version gets checksums when it is opened to be written.

use super::error::named;
use super::rows::Sealed;
use super::{SCHEMA, Store, StoreError};
use crate::{Setup, verify};

impl Store {
    /// From version 1 to 2, all or nothing.
    ///
    /// A checksum would vouch for a match that is damaged already, so each match is replayed first.
    /// One that the rules refute gets none: it is damaged from then on, and is played again.
    pub(super) fn migrate(&mut self, setup: &Setup) -> Result<(), StoreError> {
        let mut sound = Vec::new();
        self.each(|stored| {
            if verify::replay(&stored.record(&self.plan), setup).is_ok() {
                sound.push(stored.job.id.cast_signed());
            }
            Ok::<(), StoreError>(())
        })?;
        self.seal_all(&sound).map_err(named(&self.path))?;
        self.is_sealed = true;
        Ok(())
    }

    fn seal_all(&self, sound: &[i64]) -> rusqlite::Result<()> {
        let making = self.db.unchecked_transaction()?;
        for Sealed { table, .. } in [Sealed::PLAN, Sealed::ENTRANT, Sealed::MATCH] {
            self.db
                .execute_batch(&format!("ALTER TABLE {table} ADD COLUMN checksum INTEGER"))?;
        }
        self.db.execute_batch("DROP INDEX IF EXISTS match_with_faults")?;
        Sealed::PLAN.stamp(&self.db, 1)?;
        for number in 0..self.plan.entrants.len() {
            Sealed::ENTRANT.stamp(&self.db, number as i64)?;
        }
        sound.iter().try_for_each(|id| Sealed::MATCH.stamp(&self.db, *id))?;
        self.db.pragma_update(None, "user_version", SCHEMA)?;
        making.commit()
    }
}
