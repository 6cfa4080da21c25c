//! Rate limits.
//!
//! Each address has a bucket of requests that fills again with time. A class or a family may share
//! one address. When one of them floods the server, the others must be able to play on. So each
//! browser that plays has a bucket of its own for requests in rooms, and nobody else can empty it.
//! Programs without cookies have one bucket for each room.
//!
//! This must not lift the limit. An address has a fixed number of such buckets, and those in use
//! are kept. Together they hold little more than the address's own bucket: the more are in use, the
//! less each gets. A flood that takes all of them still leaves each player as much as a person
//! needs.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A player: the random name of a browser, or the room for a program without cookies.
pub(crate) type Player = String;

/// The most players with a bucket of their own behind one address.
const MOST_PLAYERS: usize = 128;
/// How long a player who does nothing keeps the bucket: people think.
const THINKING: Duration = Duration::from_secs(10 * 60);
/// How long a player counts as active after a request.
const ACTIVE: Duration = Duration::from_secs(10);
/// What all players behind an address share, as a multiple of its rate, and what each has at least,
/// in requests a second.
const SHARED: f64 = 2.0;
const LEAST: f64 = 5.0;
/// Wrong tokens a second from one address.
const GUESSES: f64 = 2.0;
/// How long the server remembers an address that sends nothing.
const MEMORY: Duration = Duration::from_secs(60);
const MOST_ADDRESSES: usize = 10_000;

/// The requests that are left; it fills up again with time.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    /// The size of a bucket, in seconds of its rate: a page requests all its parts together.
    const SECONDS: f64 = 4.0;

    fn full(rate: f64, now: Instant) -> Self {
        Bucket {
            left: rate * Self::SECONDS,
            at: now,
        }
    }

    fn take(&mut self, rate: f64, now: Instant) -> bool {
        let filled = self.left + now.duration_since(self.at).as_secs_f64() * rate;
        (self.left, self.at) = (filled.min(rate * Self::SECONDS), now);
        let is_enough = self.left >= 1.0;
        if is_enough {
            self.left -= 1.0;
        }
        is_enough
    }
}

/// The buckets of one address.
#[derive(Debug)]
struct Client {
    requests: Bucket,
    guesses: Bucket,
    players: HashMap<Player, Bucket>,
}

impl Client {
    fn new(rate: f64, now: Instant) -> Self {
        Client {
            requests: Bucket::full(rate, now),
            guesses: Bucket::full(GUESSES, now),
            players: HashMap::new(),
        }
    }

    /// Takes a request from a player's own bucket. There may be no bucket left for a new player.
    fn play(&mut self, player: Player, rate: f64, now: Instant) -> bool {
        let age = |bucket: &Bucket| now.duration_since(bucket.at);
        if !self.players.contains_key(&player) && self.players.len() >= MOST_PLAYERS {
            self.players.retain(|_, bucket| age(bucket) < THINKING);
            if self.players.len() >= MOST_PLAYERS {
                return false;
            }
        }
        let active = self.players.values().filter(|bucket| age(bucket) < ACTIVE).count();
        let share = (rate * SHARED / active.max(1) as f64).max(LEAST);
        let bucket = self.players.entry(player).or_insert_with(|| Bucket::full(share, now));
        bucket.take(share, now)
    }

    fn is_quiet(&self, now: Instant) -> bool {
        let last = self.players.values().map(|bucket| bucket.at + THINKING).max();
        now.duration_since(self.requests.at) > MEMORY && last.is_none_or(|end| end < now)
    }
}

/// The buckets of all addresses.
#[derive(Debug)]
pub(crate) struct Budget {
    /// Requests a second, on average.
    rate: f64,
    clients: Mutex<HashMap<IpAddr, Client>>,
}

impl Budget {
    pub(crate) fn new(rate: f64) -> Self {
        Budget {
            rate,
            clients: Mutex::default(),
        }
    }

    fn with<T>(&self, address: IpAddr, act: impl FnOnce(&mut Client, Instant) -> T) -> T {
        let now = Instant::now();
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() > MOST_ADDRESSES {
            clients.retain(|_, client| !client.is_quiet(now));
            if clients.len() > MOST_ADDRESSES {
                clients.clear();
            }
        }
        act(
            clients.entry(address).or_insert_with(|| Client::new(self.rate, now)),
            now,
        )
    }

    /// Takes a request from the player's own bucket, or else from the address's.
    pub(crate) fn take(&self, address: IpAddr, player: Option<Player>) -> bool {
        self.with(address, |client, now| {
            player.is_some_and(|player| client.play(player, self.rate, now)) || client.requests.take(self.rate, now)
        })
    }

    /// Whether this player has a bucket, so plays here.
    pub(crate) fn is_playing(&self, address: IpAddr, player: &Player) -> bool {
        self.with(address, |client, _| client.players.contains_key(player))
    }

    /// Takes a guess of the token. A right guess is given back.
    pub(crate) fn take_guess(&self, address: IpAddr) -> bool {
        self.with(address, |client, now| client.guesses.take(GUESSES, now))
    }

    pub(crate) fn give_back_guess(&self, address: IpAddr) {
        self.with(address, |client, _| client.guesses.left += 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let start = Instant::now();
        let mut bucket = Bucket::full(100.0, start);
        let taken = (0..1000).filter(|_| bucket.take(100.0, start)).count();
        assert_eq!(taken, 400);
        let later = start + Duration::from_secs(1);
        assert_eq!((0..1000).filter(|_| bucket.take(100.0, later)).count(), 100);
    }

    #[test]
    fn a_flood_cannot_take_what_a_player_has() {
        let (start, rate) = (Instant::now(), 100.0);
        let mut client = Client::new(rate, start);
        assert!(client.play("ann".into(), rate, start));
        // Requests of all kinds, and moves in the same room by another browser.
        while client.requests.take(rate, start) {}
        while client.play("ben".into(), rate, start) {}
        let moves = (0..100).filter(|_| client.play("ann".into(), rate, start)).count();
        assert_eq!(moves, 100);
    }

    #[test]
    fn a_flood_of_players_is_bounded_and_leaves_those_who_play_enough() {
        let (start, rate) = (Instant::now(), 100.0);
        let mut client = Client::new(rate, start);
        assert!(client.play("ann".into(), rate, start));
        let mut passed = 0;
        for second in 1..=20 {
            let now = start + Duration::from_secs(second);
            for visitor in 1..200 {
                passed += (0..20)
                    .filter(|_| client.play(format!("flood {visitor}"), rate, now))
                    .count();
            }
            let moves = (0..LEAST as usize)
                .filter(|_| client.play("ann".into(), rate, now))
                .count();
            assert_eq!(moves, LEAST as usize, "second {second}");
        }
        assert_eq!(client.players.len(), MOST_PLAYERS);
        let most = LEAST * MOST_PLAYERS as f64 * (20.0 + Bucket::SECONDS) + rate * SHARED * Bucket::SECONDS * 10.0;
        assert!((passed as f64) < most, "{passed} of at most {most}");
    }

    #[test]
    fn a_player_who_left_makes_room() {
        let (start, rate) = (Instant::now(), 100.0);
        let mut client = Client::new(rate, start);
        for visitor in 0..MOST_PLAYERS {
            assert!(client.play(format!("a {visitor}"), rate, start));
        }
        assert!(!client.play("b".into(), rate, start));
        assert!(client.play("b".into(), rate, start + THINKING));
    }

    #[test]
    fn right_tokens_cost_no_guess() {
        let (budget, here) = (Budget::new(100.0), IpAddr::from([127, 0, 0, 1]));
        for _ in 0..100 {
            assert!(budget.take_guess(here));
            budget.give_back_guess(here);
        }
        let wrong = (0..1000).filter(|_| budget.take_guess(here)).count();
        assert!(wrong < 100, "{wrong}");
    }
}
