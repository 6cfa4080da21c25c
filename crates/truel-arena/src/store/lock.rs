//! One writer at a time, by a lock that dies with its process.
//!
//! The lock is on a file beside the store: SQLite has locks of its own on the store, which would be lost if we opened that
//! file once more and closed it.

use std::fs::{self, File, TryLockError};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::StoreError;

/// Held as long as it lives.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock of this store; refuses when somebody has it.
    pub(super) fn take(store: &Path) -> Result<Self, StoreError> {
        let mut path = store.as_os_str().to_owned();
        path.push(".lock");
        let path = PathBuf::from(path);
        let unusable = |cause| StoreError::Unusable {
            path: store.to_owned(),
            cause,
        };
        loop {
            let file = File::create(&path).map_err(unusable)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(StoreError::Busy { path: store.to_owned() }),
                Err(TryLockError::Error(cause)) => return Err(unusable(cause)),
            }
            // Whoever had it before may have removed the file after we opened it: then we hold a lock that nobody sees.
            let is_there = |there: fs::Metadata| file.metadata().is_ok_and(|ours| ours.ino() == there.ino());
            if fs::metadata(&path).is_ok_and(is_there) {
                return Ok(Lock { path, _file: file });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Only tidiness: a lock file that stays behind locks nobody out.
        let _ = fs::remove_file(&self.path);
    }
}
