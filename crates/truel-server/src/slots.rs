//! Limits on connections, in all and for each address.
//!
//! An idle connection, half-open or kept alive, costs its owner nothing, so it has no right to
//! stay. When a slot is needed, the longest idle connection is closed, first of the address with
//! the most connections. So a request is served at once, however many half-open connections there
//! are.
//!
//! When every slot is busy, the last eighth is reserved for people who play. Only the request tells
//! who they are. So such a connection is accepted, but only short requests of players are answered.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::sync::Notify;

/// One slot of this many is reserved for people who play.
const RESERVED: usize = 8;

/// Marks a request that came in a slot reserved for people who play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayersOnly;

/// All slots.
#[derive(Debug)]
pub(crate) struct Slots {
    /// The most connections, those of players included.
    most: usize,
    /// The same for each address.
    most_per_address: usize,
    connections: Mutex<Connections>,
}

#[derive(Debug, Default)]
struct Connections {
    next: u64,
    all: HashMap<u64, Connection>,
    counts: HashMap<IpAddr, usize>,
}

#[derive(Debug)]
struct Connection {
    /// `None` for a proxy, behind which there are many people.
    address: Option<IpAddr>,
    /// When it became idle; `None` while it has a request.
    idle: Option<Instant>,
    is_for_players: bool,
    close: Arc<Notify>,
}

impl Connections {
    fn count(&self, address: Option<IpAddr>) -> usize {
        address
            .and_then(|address| self.counts.get(&address))
            .copied()
            .unwrap_or(0)
    }

    fn remove(&mut self, id: u64) {
        let Some(connection) = self.all.remove(&id) else { return };
        let Some(address) = connection.address else { return };
        if let Some(count) = self.counts.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&address);
            }
        }
    }

    /// Closes the longest idle connection, of this address or of the one with the most connections.
    /// Returns whether there was one.
    fn make_room(&mut self, of: Option<IpAddr>) -> bool {
        let waiting = self.all.iter().filter_map(|(id, connection)| {
            let is_wanted = of.is_none() || connection.address == of;
            let since = connection.idle.filter(|_| is_wanted)?;
            Some((std::cmp::Reverse(self.count(connection.address)), since, *id))
        });
        let Some((_, _, id)) = waiting.min() else { return false };
        if let Some(connection) = self.all.get(&id) {
            connection.close.notify_one();
        }
        self.remove(id);
        true
    }
}

impl Slots {
    pub(crate) fn new(most: usize, most_per_address: usize) -> Arc<Self> {
        Arc::new(Slots {
            most,
            most_per_address,
            connections: Mutex::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Connections> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Slots for everybody; the rest is reserved for players.
    fn open(&self) -> usize {
        self.most - self.most / RESERVED
    }

    fn open_per_address(&self) -> usize {
        self.most_per_address - self.most_per_address / RESERVED
    }

    /// Takes a slot for a connection from this address, or from a proxy. `None` if all are busy.
    pub(crate) fn enter(self: &Arc<Self>, address: Option<IpAddr>) -> Option<Slot> {
        let mut connections = self.lock();
        let mut is_for_players = false;
        if address.is_some() {
            let open = self.open_per_address();
            while connections.count(address) >= open && connections.make_room(address) {}
            if connections.count(address) >= self.most_per_address {
                return None;
            }
            is_for_players = connections.count(address) >= open;
        }
        while connections.all.len() >= self.open() && connections.make_room(None) {}
        if connections.all.len() >= self.most {
            return None;
        }
        is_for_players |= connections.all.len() >= self.open();
        let (id, close) = (connections.next, Arc::new(Notify::new()));
        connections.next += 1;
        if let Some(address) = address {
            *connections.counts.entry(address).or_default() += 1;
        }
        let connection = Connection {
            address,
            idle: Some(Instant::now()),
            is_for_players,
            close: Arc::clone(&close),
        };
        connections.all.insert(id, connection);
        Some(Slot {
            id,
            slots: Arc::clone(self),
            close,
        })
    }
}

/// The slot of a connection; dropping it frees the slot.
#[derive(Debug)]
pub(crate) struct Slot {
    id: u64,
    slots: Arc<Slots>,
    close: Arc<Notify>,
}

impl Slot {
    /// Ready when somebody else needs the slot.
    pub(crate) fn closed(&self) -> impl Future<Output = ()> + use<> {
        let close = Arc::clone(&self.close);
        async move { close.notified().await }
    }

    /// Marks the slot as busy with a request.
    pub(crate) fn begin(self: &Arc<Self>) -> BusySlot {
        let mut connections = self.slots.lock();
        let all = connections.all.len();
        let of_address = connections
            .all
            .get(&self.id)
            .map_or(0, |found| connections.count(found.address));
        let is_full = all > self.slots.open() || of_address > self.slots.open_per_address();
        let mut is_for_players = false;
        if let Some(connection) = connections.all.get_mut(&self.id) {
            connection.idle = None;
            connection.is_for_players &= is_full;
            is_for_players = connection.is_for_players;
        }
        BusySlot {
            slot: Arc::clone(self),
            is_for_players,
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.lock().remove(self.id);
    }
}

/// A request in its slot, until this is dropped.
#[derive(Debug)]
pub(crate) struct BusySlot {
    slot: Arc<Slot>,
    /// Whether only a player's request may be answered.
    pub(crate) is_for_players: bool,
}

impl BusySlot {
    /// Keeps the slot busy until this body has been sent.
    pub(crate) fn until_sent(self, body: Body) -> Body {
        Body::new(Sending { body, _busy: self })
    }
}

impl Drop for BusySlot {
    fn drop(&mut self) {
        if let Some(connection) = self.slot.slots.lock().all.get_mut(&self.slot.id) {
            connection.idle = Some(Instant::now());
        }
    }
}

/// A body, and the slot it keeps busy.
struct Sending {
    body: Body,
    _busy: BusySlot,
}

impl HttpBody for Sending {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(last: u8) -> Option<IpAddr> {
        Some(IpAddr::from([192, 0, 2, last]))
    }

    fn enter(slots: &Arc<Slots>, last: u8) -> Option<Arc<Slot>> {
        slots.enter(ip(last)).map(Arc::new)
    }

    fn is_there(slot: &Slot) -> bool {
        slot.slots.lock().all.contains_key(&slot.id)
    }

    #[test]
    fn who_waits_longest_goes_first_and_of_the_same_address() {
        let slots = Slots::new(80, 8);
        let other = enter(&slots, 1).expect("a slot");
        let waiting: Vec<_> = (0..7).map(|_| enter(&slots, 2).expect("a slot")).collect();
        let busy = waiting[0].begin();
        let next = enter(&slots, 2).expect("a slot");
        assert!(is_there(&other) && is_there(&next) && is_there(&waiting[0]));
        assert!(!is_there(&waiting[1]) && is_there(&waiting[2]));
        assert!(!next.begin().is_for_players);
        drop(busy);
        drop((other, waiting, next));
        assert!(slots.lock().all.is_empty() && slots.lock().counts.is_empty());
    }

    #[test]
    fn when_all_are_busy_an_eighth_is_for_players() {
        let slots = Slots::new(16, 16);
        let busy: Vec<_> = (0..14)
            .map(|last| enter(&slots, last).expect("a slot").begin())
            .collect();
        assert!(busy.iter().all(|busy| !busy.is_for_players));
        let one = enter(&slots, 20).expect("kept");
        let first = one.begin();
        let two = enter(&slots, 21).expect("kept");
        assert!(first.is_for_players && two.begin().is_for_players);
        // The second waits again, so it makes room for the third; while both are busy nobody comes
        // in.
        let three = enter(&slots, 22).expect("kept");
        let third = three.begin();
        assert!(!is_there(&two) && third.is_for_players);
        assert!(enter(&slots, 23).is_none());
        drop(busy);
        assert!(!enter(&slots, 24).expect("a slot").begin().is_for_players);
        drop((first, third));
        assert!(!one.begin().is_for_players, "there is room again");
    }

    #[test]
    fn one_address_cannot_take_all_and_a_proxy_is_many() {
        let slots = Slots::new(100, 16);
        let busy: Vec<_> = (0..14).map(|_| enter(&slots, 1).expect("a slot").begin()).collect();
        let kept: Vec<_> = (0..2).map(|_| enter(&slots, 1).expect("kept").begin()).collect();
        assert!(kept.iter().all(|busy| busy.is_for_players));
        assert!(enter(&slots, 1).is_none() && enter(&slots, 2).is_some());
        let proxied: Vec<_> = (0..50)
            .map(|_| Arc::new(slots.enter(None).expect("a slot")).begin())
            .collect();
        assert!(proxied.iter().all(|busy| !busy.is_for_players));
        drop((busy, kept));
    }
}
