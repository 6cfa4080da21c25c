//! Clears up after an arena that was killed.
//!
//! Every program has a scratch folder, locked while its arena lives, and the folder's name as a
//! mark in its environment. So what an arena leaves behind when it is killed with `SIGKILL` can be
//! told from what others use: a folder without a lock, and the processes with its mark.

use std::thread::sleep;
use std::time::{Duration, Instant};

use super::family::kill_marked;
use super::scratch::{Abandoned, abandoned, has_folders};

/// How long the kernel may take to give back the locks of a process that has died.
const PATIENCE: Duration = Duration::from_secs(10);

/// Ends the programs of arenas that are dead, and removes their folders. Those of arenas that live
/// are left alone.
///
/// Without such folders this is one look at the folder for temporary files.
pub fn sweep() {
    let folders = abandoned();
    if folders.is_empty() {
        return;
    }
    let marks: Vec<String> = folders.iter().map(Abandoned::name).collect();
    // Processes first: as long as the folder is there, somebody will look for them again.
    kill_marked(&marks);
    for folder in folders {
        // The next sweep tries again.
        let _ = folder.remove();
    }
}

/// [`sweep`] for an arena that has just died, whose locks the kernel may still be giving back.
pub fn sweep_after(arena: u32) {
    let start = Instant::now();
    loop {
        sweep();
        if !has_folders(arena) || start.elapsed() > PATIENCE {
            return;
        }
        sleep(Duration::from_millis(5));
    }
}
