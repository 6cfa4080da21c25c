//! What can be wrong with a store, in one line each.

use std::path::{Path, PathBuf};

use rusqlite::{Error, ErrorCode};
use thiserror::Error as ThisError;

use crate::lock::LockError;

/// Why a store cannot be used.
#[derive(Debug, ThisError)]
pub enum StoreError {
    /// Another process writes it.
    #[error("store {}: another process is running this tournament", .path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// It was made by another plan.
    #[error("store {}: it belongs to another plan: {what} (give this one a `store` of its own)", .path.display())]
    OtherPlan {
        /// The file.
        path: PathBuf,
        /// The first difference.
        what: String,
    },
    /// It was made by a later version of truel.
    #[error("store {}: it has schema {version}, which a newer truel has written", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        version: i64,
    },
    /// It is something else.
    #[error("store {}: this is no store of a tournament", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It is damaged.
    #[error("store {}: the file is damaged: {why}", .path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        why: String,
    },
    /// The disk is full.
    #[error("store {}: the disk is full; all matches stored so far are kept", .path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// There is no match with this number.
    #[error("store {}: there is no match {id}", .path.display())]
    NoMatch {
        /// The file.
        path: PathBuf,
        /// The number.
        id: u64,
    },
    /// A match was altered after it was stored.
    #[error("store {}: match {id} is damaged: {why}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The match.
        id: u64,
        /// What is wrong with it.
        why: String,
    },
    /// The system will not let us.
    #[error("store {}: {cause}", .path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// Anything else that SQLite says.
    #[error("store {}: {cause}", .path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What it says.
        cause: Error,
    },
}

/// Refuses what cannot be a store before SQLite complains about it in its own words. With
/// `may_be_new`, a file that is not there yet is fine as long as its folder is.
pub fn look(path: &Path, may_be_new: bool) -> Result<(), StoreError> {
    let unusable = |cause: std::io::Error| StoreError::Unusable {
        path: path.to_owned(),
        cause,
    };
    let message = |kind: std::io::ErrorKind, why: &str| unusable(std::io::Error::new(kind, why));
    match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(message(
            std::io::ErrorKind::IsADirectory,
            "this is a folder, and a store is a file",
        )),
        Ok(found) if !found.is_file() => Err(StoreError::Foreign { path: path.to_owned() }),
        // SQLite says no more than that it cannot open it.
        Ok(_) => std::fs::File::open(path).map(|_| ()).map_err(unusable),
        Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => Err(unusable(cause)),
        Err(_) if !may_be_new => Err(message(std::io::ErrorKind::NotFound, "there is no such file")),
        Err(_) => match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            Some(folder) if !folder.is_dir() => Err(message(std::io::ErrorKind::NotFound, "there is no such folder")),
            _ => Ok(()),
        },
    }
}

impl From<LockError> for StoreError {
    fn from(error: LockError) -> Self {
        match error {
            LockError::Busy { path, .. } => StoreError::Busy { path },
            LockError::Unusable { path, cause } => StoreError::Unusable { path, cause },
        }
    }
}

/// What SQLite says about this file, in our words.
pub(super) fn named(path: &Path) -> impl Fn(Error) -> StoreError {
    let path = path.to_owned();
    move |cause| {
        let path = path.clone();
        match cause.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::Foreign { path },
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Broken {
                path,
                why: "SQLite cannot read it".to_owned(),
            },
            Some(ErrorCode::DiskFull) => StoreError::Full { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
            _ => StoreError::Database { path, cause },
        }
    }
}
