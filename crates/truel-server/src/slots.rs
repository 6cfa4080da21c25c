//! Slots for connections, in all and for each address.
//!
//! A connection that waits for a request, be it half-open or kept alive, costs its owner nothing, so it has no right to stay:
//! when a place is needed, the one that has waited longest goes, first of the address that has the most. Whoever sends a
//! request is therefore served at once, however many half-open connections there are.
//!
//! Where every place is busy, the last eighth is kept for people who play. Only the request tells who that is, so such a
//! connection is accepted, and answers a player's short requests and no others: moves come first.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::sync::Notify;

/// The part of all places that is kept for people who play: one in so many.
const KEPT: usize = 8;

/// Says that a request came in a place that is kept for people who play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayersOnly;

/// All places.
#[derive(Debug)]
pub(crate) struct Slots {
    /// At most so many connections, those kept for players included.
    most: usize,
    /// The same for each address.
    most_per_address: usize,
    held: Mutex<Connections>,
}

#[derive(Debug, Default)]
struct Connections {
    next: u64,
    all: HashMap<u64, Connection>,
    counts: HashMap<IpAddr, usize>,
}

#[derive(Debug)]
struct Connection {
    /// Nothing for a proxy, behind which there are many.
    address: Option<IpAddr>,
    /// Since when it waits for a request; nothing while it has one.
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

    /// Closes the connection that has waited longest, of this address or of the one that has the most. Returns whether any
    /// was waiting.
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
            held: Mutex::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Connections> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Slots for everybody; the rest is for players.
    fn open(&self) -> usize {
        self.most - self.most / KEPT
    }

    fn open_per_address(&self) -> usize {
        self.most_per_address - self.most_per_address / KEPT
    }

    /// Takes a place for a connection from this address, or from a proxy. Nothing when all are busy.
    pub(crate) fn enter(self: &Arc<Self>, address: Option<IpAddr>) -> Option<Slot> {
        let mut held = self.lock();
        let mut is_for_players = false;
        if address.is_some() {
            let open = self.open_per_address();
            while held.count(address) >= open && held.make_room(address) {}
            if held.count(address) >= self.most_per_address {
                return None;
            }
            is_for_players = held.count(address) >= open;
        }
        while held.all.len() >= self.open() && held.make_room(None) {}
        if held.all.len() >= self.most {
            return None;
        }
        is_for_players |= held.all.len() >= self.open();
        let (id, close) = (held.next, Arc::new(Notify::new()));
        held.next += 1;
        if let Some(address) = address {
            *held.counts.entry(address).or_default() += 1;
        }
        let connection = Connection {
            address,
            idle: Some(Instant::now()),
            is_for_players,
            close: Arc::clone(&close),
        };
        held.all.insert(id, connection);
        Some(Slot {
            id,
            places: Arc::clone(self),
            close,
        })
    }
}

/// A place; it is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    id: u64,
    places: Arc<Slots>,
    close: Arc<Notify>,
}

impl Slot {
    /// Ready when somebody else needs the place.
    pub(crate) fn closed(&self) -> impl Future<Output = ()> + use<> {
        let close = Arc::clone(&self.close);
        async move { close.notified().await }
    }

    /// A request begins. It lasts until its answer has been sent.
    pub(crate) fn begin(self: &Arc<Self>) -> BusySlot {
        let mut held = self.places.lock();
        let all = held.all.len();
        let of_address = held.all.get(&self.id).map_or(0, |found| held.count(found.address));
        let is_full = all > self.places.open() || of_address > self.places.open_per_address();
        let mut is_for_players = false;
        if let Some(connection) = held.all.get_mut(&self.id) {
            connection.idle = None;
            connection.is_for_players &= is_full;
            is_for_players = connection.is_for_players;
        }
        BusySlot {
            place: Arc::clone(self),
            is_for_players,
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.places.lock().remove(self.id);
    }
}

/// A request in its place, until this is dropped.
#[derive(Debug)]
pub(crate) struct BusySlot {
    place: Arc<Slot>,
    /// Whether only a player may have it.
    pub(crate) is_for_players: bool,
}

impl BusySlot {
    /// Lasts until this body has been sent.
    pub(crate) fn until_sent(self, body: Body) -> Body {
        Body::new(Sending { body, _busy: self })
    }
}

impl Drop for BusySlot {
    fn drop(&mut self) {
        if let Some(connection) = self.place.places.lock().all.get_mut(&self.place.id) {
            connection.idle = Some(Instant::now());
        }
    }
}

/// A body, and the place it keeps busy.
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

    fn enter(places: &Arc<Slots>, last: u8) -> Option<Arc<Slot>> {
        places.enter(ip(last)).map(Arc::new)
    }

    fn is_there(place: &Slot) -> bool {
        place.places.lock().all.contains_key(&place.id)
    }

    #[test]
    fn who_waits_longest_goes_first_and_of_the_same_address() {
        let places = Slots::new(80, 8);
        let other = enter(&places, 1).expect("a place");
        let waiting: Vec<_> = (0..7).map(|_| enter(&places, 2).expect("a place")).collect();
        let busy = waiting[0].begin();
        let next = enter(&places, 2).expect("a place");
        assert!(is_there(&other) && is_there(&next) && is_there(&waiting[0]));
        assert!(!is_there(&waiting[1]) && is_there(&waiting[2]));
        assert!(!next.begin().is_for_players);
        drop(busy);
        drop((other, waiting, next));
        assert!(places.lock().all.is_empty() && places.lock().counts.is_empty());
    }

    #[test]
    fn when_all_are_busy_an_eighth_is_for_players() {
        let places = Slots::new(16, 16);
        let busy: Vec<_> = (0..14)
            .map(|last| enter(&places, last).expect("a place").begin())
            .collect();
        assert!(busy.iter().all(|busy| !busy.is_for_players));
        let one = enter(&places, 20).expect("kept");
        let first = one.begin();
        let two = enter(&places, 21).expect("kept");
        assert!(first.is_for_players && two.begin().is_for_players);
        // The second waits again, so it makes room for the third; while both are busy nobody comes in.
        let three = enter(&places, 22).expect("kept");
        let third = three.begin();
        assert!(!is_there(&two) && third.is_for_players);
        assert!(enter(&places, 23).is_none());
        drop(busy);
        assert!(!enter(&places, 24).expect("a place").begin().is_for_players);
        drop((first, third));
        assert!(!one.begin().is_for_players, "there is room again");
    }

    #[test]
    fn one_address_cannot_take_all_and_a_proxy_is_many() {
        let places = Slots::new(100, 16);
        let busy: Vec<_> = (0..14).map(|_| enter(&places, 1).expect("a place").begin()).collect();
        let kept: Vec<_> = (0..2).map(|_| enter(&places, 1).expect("kept").begin()).collect();
        assert!(kept.iter().all(|busy| busy.is_for_players));
        assert!(enter(&places, 1).is_none() && enter(&places, 2).is_some());
        let proxied: Vec<_> = (0..50)
            .map(|_| Arc::new(places.enter(None).expect("a place")).begin())
            .collect();
        assert!(proxied.iter().all(|busy| !busy.is_for_players));
        drop((busy, kept));
    }
}
