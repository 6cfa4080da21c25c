//! One process at a time on a store, by a lock that dies with its process.
//!
//! The operating system's lock on `STORE.lock` decides. The text in that file only says who holds
//! the lock, so a file left behind by `kill -9` locks nobody out. The lock is on a file beside the
//! store, because SQLite locks the store itself. A process loses SQLite's locks when it opens and
//! closes that file once more.
//!
//! A store has one lock under all its names: the lock file lies beside the file that links lead to.
//! A hard link has no such place, and SQLite itself damages a store that is used under two of them,
//! so a store with several is refused.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a store cannot be locked.
#[derive(Debug, Error)]
pub enum LockError {
    /// Another process has it.
    #[error("{} is in use by {holder}", .path.display())]
    Busy {
        /// The file.
        path: PathBuf,
        /// Who has it.
        holder: Holder,
    },
    /// The system refuses, or the file has several hard links.
    #[error("{}: {cause}", .path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
}

/// Who holds a lock, as far as is known.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Holder {
    /// The process.
    pub pid: Option<u32>,
    /// Where its server listens.
    #[serde(default)]
    pub address: Option<SocketAddr>,
    /// Whether that server asks for a token.
    #[serde(default)]
    pub has_token: bool,
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pid {
            Some(pid) => write!(f, "process {pid}")?,
            None => f.write_str("another process")?,
        }
        if let Some(address) = self.address {
            write!(f, "; open it at http://{}", reachable(address))?;
        }
        if self.has_token {
            f.write_str(" with its token")?;
        }
        Ok(())
    }
}

/// The address at which this machine reaches a server that listens at `address`: one that listens
/// at all interfaces has no address of its own.
#[must_use]
pub fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// A lock, held as long as this value lives.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Takes the lock of this store, a file or a folder. A file that does not exist is made, empty.
    pub fn take(store: &Path) -> Result<Self, LockError> {
        let unusable = |cause| LockError::Unusable {
            path: store.to_owned(),
            cause,
        };
        let (real, links) = real(store).map_err(unusable)?;
        if links > 1 {
            let why = "it has several names (hard links), under which two programs could damage it; use a copy";
            return Err(unusable(io::Error::other(why)));
        }
        let mut path = real.into_os_string();
        path.push(".lock");
        let path = PathBuf::from(path);
        loop {
            // Not truncated: it may tell who holds the lock.
            let mut file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)
                .map_err(unusable)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(LockError::Busy {
                        path: store.to_owned(),
                        holder: read(&mut file),
                    });
                }
                Err(TryLockError::Error(cause)) => return Err(unusable(cause)),
            }
            // Whoever had it before may have removed the file after we opened it: then nobody else
            // sees our lock.
            let is_there = |there: fs::Metadata| file.metadata().is_ok_and(|ours| ours.ino() == there.ino());
            if fs::metadata(&path).is_ok_and(is_there) {
                let mut lock = Lock { path, file };
                lock.tell(None, false);
                return Ok(lock);
            }
        }
    }

    /// Records who holds the lock, for the error message of others.
    pub fn tell(&mut self, address: Option<SocketAddr>, has_token: bool) {
        let holder = Holder {
            pid: Some(std::process::id()),
            address,
            has_token,
        };
        // It is only information: the lock holds without it.
        let _ = serde_json::to_vec(&holder)
            .map_err(io::Error::from)
            .and_then(|text| self.write(&text));
    }

    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.file.rewind()?;
        self.file.set_len(0)?;
        self.file.write_all(text)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Only tidiness: a lock file that stays behind locks nobody out.
        let _ = fs::remove_file(&self.path);
    }
}

/// The file or folder that a path leads to, and how many hard links a file has.
fn real(store: &Path) -> io::Result<(PathBuf, u64)> {
    let real = match fs::canonicalize(store) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // Made here, so that a link which leads nowhere yet has its lock beside the file, too.
            OpenOptions::new().append(true).create(true).open(store)?;
            fs::canonicalize(store)?
        }
        found => found?,
    };
    let metadata = fs::metadata(&real)?;
    let links = if metadata.is_file() { metadata.nlink() } else { 1 };
    Ok((real, links))
}

/// What a lock file says, if it can be read: anybody may have written it.
fn read(file: &mut File) -> Holder {
    const LONGEST: u64 = 1024;
    let mut text = String::new();
    let _ = file.take(LONGEST).read_to_string(&mut text);
    serde_json::from_str(&text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn busy(path: &Path) -> Holder {
        match Lock::take(path) {
            Err(LockError::Busy { holder, .. }) => holder,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_second_learns_who_has_it_under_every_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = folder.path().join("a.sqlite");
        let link = folder.path().join("b.sqlite");
        std::os::unix::fs::symlink(&store, &link).expect("a link");
        let mut lock = Lock::take(&link).expect("free, and made where the link leads");
        assert!(store.is_file());
        let ours = Some(std::process::id());
        for name in [
            &store,
            &link,
            &folder.path().join("./../").join(folder.path()).join("a.sqlite"),
        ] {
            assert_eq!(busy(name).pid, ours);
        }
        let address = "127.0.0.1:3360".parse().expect("an address");
        lock.tell(Some(address), true);
        let holder = busy(&store);
        assert_eq!((holder.address, holder.has_token), (Some(address), true));
        drop(lock);
        assert!(Lock::take(&store).is_ok());
    }

    #[test]
    fn what_a_dead_process_left_behind_locks_nobody_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = folder.path().join("a.sqlite");
        for left in [
            "",
            "{\"pid\":1}",
            "\u{1b}]0;evil\u{7}",
            "{\"pid\":1,\"address\":\"evil\"}",
        ] {
            fs::write(folder.path().join("a.sqlite.lock"), left).expect("written");
            let lock = Lock::take(&store).expect("free");
            assert_eq!(busy(&store).pid, Some(std::process::id()));
            drop(lock);
        }
    }

    #[test]
    fn a_store_with_several_hard_links_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let (one, two) = (folder.path().join("a.sqlite"), folder.path().join("b.sqlite"));
        let lock = Lock::take(&one).expect("free");
        fs::hard_link(&one, &two).expect("a link");
        let error = Lock::take(&two).expect_err("refused").to_string();
        assert!(error.contains("b.sqlite") && error.contains("several names"), "{error}");
        drop(lock);
    }

    #[test]
    fn a_folder_is_locked_too_and_the_address_can_be_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut lock = Lock::take(folder.path()).expect("free");
        lock.tell(Some("0.0.0.0:80".parse().expect("an address")), false);
        let line = Lock::take(folder.path()).expect_err("taken").to_string();
        let end = format!(
            "in use by process {}; open it at http://127.0.0.1:80",
            std::process::id()
        );
        assert!(line.ends_with(&end), "{line}");
    }
}
