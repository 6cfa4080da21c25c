//! Where new nodes come from: the next rows of the pool, which threads take in rooms of their own.
//!
//! Rows that lie together share cache lines. With a room for each thread, their new rows lie apart.
//! The shared count of rows is written only once a room.

use std::sync::atomic::Ordering::Relaxed;

use truel_core::Game;

use super::{NodeId, Sharing, Tree};

/// Rows that a thread takes at once.
const ROOM: usize = 64;

/// Rows that one thread has taken and not used yet. They are lost with it, which costs a fraction
/// of a [`STEP`](super::STEP).
#[derive(Default, Debug)]
pub(crate) struct Room {
    next: u32,
    end: u32,
}

/// A value on cache lines of its own: threads that read its neighbours all the time do not wait for
/// those that write it.
#[derive(Default, Debug)]
#[repr(align(128))]
pub(super) struct Apart<T>(pub(super) T);

impl<G: Game> Tree<G> {
    /// So many rows in a line, or `None` when they do not fit.
    pub(crate) fn allocate(&self, len: usize) -> Option<NodeId> {
        let fits = |used: u32| (used as usize + len <= self.nodes.len()).then(|| used + len as u32);
        match self.used.0.fetch_update(Relaxed, Relaxed, fits) {
            Ok(first) => Some(NodeId(first)),
            Err(_) => {
                self.is_full.store(true, Relaxed);
                None
            }
        }
    }

    /// The same for a thread with room of its own. A thread that is alone needs none, nor does a
    /// long line.
    pub(super) fn allocate_in(&self, room: &mut Room, len: usize) -> Option<NodeId> {
        if self.sharing == Sharing::Alone || len > ROOM / 2 {
            return self.allocate(len);
        }
        if (room.end - room.next) < len as u32 {
            let NodeId(next) = self.allocate(ROOM)?;
            *room = Room {
                next,
                end: next + ROOM as u32,
            };
        }
        let first = NodeId(room.next);
        room.next += len as u32;
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Columns;
    use super::*;
    use truel_testkit::tree::Tree as Drawn;

    #[test]
    fn threads_have_rooms_of_their_own() {
        let tree = Tree::<Drawn<2>>::new(Columns::default(), Sharing::Shared, 0);
        let (mut ours, mut theirs) = (Room::default(), Room::default());
        let rows = |room: &mut Room, len| tree.allocate_in(room, len).map(NodeId::row);
        let near = [rows(&mut ours, 4), rows(&mut theirs, 4), rows(&mut ours, 8)];
        assert_eq!(near, [Some(1), Some(1 + ROOM), Some(5)]);
        assert_eq!(rows(&mut ours, ROOM), Some(1 + 2 * ROOM), "a long line is apart anyway");
        assert_eq!(rows(&mut ours, 30), Some(13));
        assert_eq!(rows(&mut ours, 30), Some(1 + 3 * ROOM), "the rest was too short");
    }
}
