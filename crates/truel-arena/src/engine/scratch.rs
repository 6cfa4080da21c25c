//! Temporary folders that are found again when the process that made them was killed.
//!
//! A folder is locked (`flock`) for as long as its owner lives; the kernel gives the lock back when
//! the owner dies, however that happens. So a folder of ours without a lock is [`abandoned`], and
//! the next run removes it. A process number in its place would not do: numbers are used again, and
//! containers that share a folder for temporary files do not share them.

use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags, open};
use rustix::process::geteuid;
use tempfile::TempDir;

/// What the names of our temporary folders begin with. The number of the process that made it
/// follows.
const PREFIX: &str = "truel-run-";

/// A temporary folder that goes when this is dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    /// None on a file system without locks. There nobody takes the folder for abandoned either.
    _lock: Option<File>,
}

impl Scratch {
    /// Makes a folder for this user alone.
    pub fn new() -> io::Result<Self> {
        loop {
            let folder = TempDir::with_prefix(format!("{}-", prefix(std::process::id())))?;
            let lock = match locked(folder.path()) {
                Ok(Some(lock)) if is_at(&lock, folder.path()) => Some(lock),
                // Before it was locked, another process took it for abandoned.
                Ok(_) => continue,
                Err(_) => None,
            };
            return Ok(Scratch { folder, _lock: lock });
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Its name, which no other folder has.
    pub fn name(&self) -> String {
        name(self.path())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The next run tries again to remove what cannot be removed now.
        let _ = remove(self.folder.path());
    }
}

/// A folder whose owner is dead. While this lives, nobody else clears it up.
#[derive(Debug)]
pub struct Abandoned {
    path: PathBuf,
    _lock: File,
}

impl Abandoned {
    /// Its name.
    pub fn name(&self) -> String {
        name(&self.path)
    }

    /// Removes it with all that is in it.
    pub fn remove(self) -> io::Result<()> {
        remove(&self.path)
    }
}

/// The folders of this user whose owners are dead.
pub fn abandoned() -> Vec<Abandoned> {
    of(PREFIX).into_iter().filter_map(take).collect()
}

/// Whether a process with this number has left folders behind.
pub fn has_folders(process: u32) -> bool {
    !of(&format!("{}-", prefix(process))).is_empty()
}

fn prefix(process: u32) -> String {
    format!("{PREFIX}{process}")
}

fn of(prefix: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
    let named = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix));
    named.map(|entry| entry.path()).collect()
}

fn take(path: PathBuf) -> Option<Abandoned> {
    let lock = locked(&path).ok()??;
    let is_ours = lock.metadata().ok()?.uid() == geteuid().as_raw();
    (is_ours && is_at(&lock, &path)).then_some(Abandoned { path, _lock: lock })
}

/// The folder, locked; nothing where somebody else has the lock. A link is no folder.
fn locked(path: &Path) -> io::Result<Option<File>> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = match open(path, flags, Mode::empty()) {
        Ok(folder) => File::from(folder),
        Err(rustix::io::Errno::NOENT) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    match folder.try_lock() {
        Ok(()) => Ok(Some(folder)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}

/// Whether an open folder still is the one at this path.
fn is_at(folder: &File, path: &Path) -> bool {
    let same = |found: fs::Metadata| Ok(folder.metadata()?.ino() == found.ino());
    fs::symlink_metadata(path).and_then(same).unwrap_or(false)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Removes a folder, also where a program took away the permission to do so in folders below it.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            open_up(path);
            fs::remove_dir_all(path)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

fn open_up(folder: &Path) {
    // The removal that follows reports what stays closed.
    let _ = fs::set_permissions(folder, Permissions::from_mode(0o700));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open_up(&entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_abandoned_when_its_lock_is_gone_and_not_before() {
        let scratch = Scratch::new().expect("a folder");
        let name = scratch.name();
        let is_listed = |name: &str| of(PREFIX).iter().any(|path| super::name(path) == name);
        let mine = |path: &Path| take(path.to_owned());
        assert!(mine(scratch.path()).is_none(), "it is in use");
        // What a killed process leaves: the folder without a lock.
        let orphan = TempDir::with_prefix(format!("{}-", prefix(1)))
            .expect("a folder")
            .keep();
        fs::create_dir_all(orphan.join("a/b")).expect("a folder");
        fs::set_permissions(orphan.join("a"), Permissions::from_mode(0o000)).expect("closed");
        // Another test's sweep may have been faster.
        if let Some(found) = mine(&orphan) {
            assert!(mine(&orphan).is_none(), "two do not clear up the same folder");
            found.remove().expect("removed");
        }
        assert!(!orphan.exists());
        assert!(is_listed(&name));
        drop(scratch);
        assert!(!is_listed(&name));
    }

    #[test]
    fn a_link_is_never_followed() {
        let target = TempDir::new().expect("a folder");
        fs::write(target.path().join("kept"), "").expect("a file");
        let link = std::env::temp_dir().join(format!("{}-link", prefix(std::process::id())));
        std::os::unix::fs::symlink(target.path(), &link).expect("a link");
        assert!(take(link.clone()).is_none());
        fs::remove_file(&link).expect("ours");
        assert!(target.path().join("kept").exists());
    }
}
