//! One line about a store with damaged matches, or without checksums.

use std::path::Path;

use truel_arena::store::{Damaged, Store};

use crate::Exit;
use crate::output::remark;

/// The most matches that are named one by one.
const MOST_NAMED: usize = 10;

/// Names the matches that were left out, and says so by the exit code.
pub(crate) fn tell(store: &Store, damaged: &[Damaged]) -> Exit {
    if damaged.is_empty() {
        tell_unsealed(store);
    }
    tell_of_file(store.path(), damaged)
}

/// The same for a file of records.
pub(crate) fn tell_of_file(path: &Path, damaged: &[Damaged]) -> Exit {
    match line(path, damaged) {
        Some(line) => {
            remark(&format!("{line}, and left out"));
            Exit::No
        }
        None => Exit::Done,
    }
}

/// The same for a tournament that goes on.
pub(crate) fn tell_played_again(store: &Store, damaged: &[Damaged]) {
    if let Some(line) = line(store.path(), damaged) {
        remark(&format!("{line}, and played again"));
    }
}

/// Says that damage may stay unseen in a store of an older version.
pub(crate) fn tell_unsealed(store: &Store) {
    if !store.is_sealed() {
        remark(&format!(
            "{} has no checksums, since an older truel wrote it; `truel verify` replays its matches",
            store.path().display()
        ));
    }
}

fn line(path: &Path, damaged: &[Damaged]) -> Option<String> {
    let path = path.display();
    match damaged {
        [] => None,
        [Damaged { id, why }] => Some(format!("{path}: match {id} is damaged ({why})")),
        several => {
            let mut ids: Vec<String> = several.iter().take(MOST_NAMED).map(|one| one.id.to_string()).collect();
            if several.len() > MOST_NAMED {
                ids.push("…".to_owned());
            }
            let count = several.len();
            Some(format!("{path}: {count} matches are damaged ({})", ids.join(", ")))
        }
    }
}
