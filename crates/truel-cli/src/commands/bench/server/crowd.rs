//! Who comes to the web arena: people who play, and connections that watch them.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::watch;
use truel_core::Rng;

use super::wire::Wire;
use crate::roster;

/// What was measured; nothing is, until everybody is there.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub is_on: bool,
    /// Watchers who have heard how their match stands.
    pub there: usize,
    /// From sending a move until its answer was read.
    pub moves: Vec<Duration>,
    /// From sending a move until it was the person's turn again.
    pub replies: Vec<Duration>,
    /// From a change in the server until a watcher had read it, in milliseconds, as fine as the
    /// server's own stamp.
    pub late: Vec<i64>,
    pub bytes: u64,
    pub matches: u64,
}

#[derive(Clone, Default)]
pub(super) struct Shared(Arc<Mutex<Tally>>);

impl Shared {
    pub(super) fn with<T>(&self, note: impl FnOnce(&mut Tally) -> T) -> T {
        note(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn measured(&self, note: impl FnOnce(&mut Tally)) {
        self.with(|tally| {
            if tally.is_on {
                note(tally);
            }
        });
    }
}

/// What a person looks at in a room.
#[derive(Deserialize)]
struct Seen {
    room: SeenRoom,
    moment: SeenMoment,
    legal: Vec<SeenMove>,
}

#[derive(Deserialize)]
struct SeenRoom {
    id: String,
    chosen: Vec<usize>,
    version: u64,
}

#[derive(Deserialize)]
struct SeenMoment {
    ply: usize,
    acting: Vec<usize>,
}

#[derive(Deserialize)]
struct SeenMove {
    seat: usize,
    mv: String,
}

/// The seat of every person.
const OWN: usize = 0;

impl Seen {
    fn read(text: &[u8]) -> Result<Self> {
        serde_json::from_slice(text).context("the server sent no room")
    }

    fn is_over(&self) -> bool {
        self.moment.acting.is_empty()
    }

    fn is_own_turn(&self) -> bool {
        self.moment.acting.contains(&OWN) && !self.room.chosen.contains(&OWN)
    }
}

/// Somebody who plays one match after the other.
pub(super) struct Person {
    pub address: SocketAddr,
    pub game: &'static str,
    pub pause: Duration,
    pub rng: Rng,
    /// Where watchers find the match.
    pub room: watch::Sender<String>,
    pub tally: Shared,
}

impl Person {
    pub(super) async fn play(mut self) -> Result<()> {
        let mut wire = Wire::open(self.address).await?;
        loop {
            self.play_match(&mut wire).await?;
            self.tally.measured(|tally| tally.matches += 1);
        }
    }

    async fn play_match(&mut self, wire: &mut Wire) -> Result<()> {
        let count = roster().table(self.game)?.info().seats.len();
        let mut seats = vec![json!({ "kind": "agent", "agent": "random" }); count];
        seats[OWN] = json!({ "kind": "person" });
        let wish = json!({ "game": self.game, "seats": seats });
        let mut seen = Seen::read(&wire.post("/api/rooms", &wish).await?)?;
        let path = format!("/api/rooms/{}", seen.room.id);
        let mut events = Wire::open(self.address)
            .await?
            .listen(&format!("{path}/events"))
            .await?;
        self.room.send_replace(seen.room.id.clone());
        let mut sent = None;
        while !seen.is_over() {
            let next = if seen.is_own_turn() {
                tokio::time::sleep(self.thinks()).await;
                let choice = json!({ "seat": OWN, "ply": seen.moment.ply, "mv": self.choose(&seen) });
                let begin = Instant::now();
                let answer = wire.post(&format!("{path}/moves"), &choice).await?;
                self.tally.measured(|tally| tally.moves.push(begin.elapsed()));
                sent = Some(begin);
                Seen::read(&answer)?
            } else {
                Seen::read(&events.next().await?["data:".len()..])?
            };
            // Events of what an answer has told already come later.
            if next.room.version >= seen.room.version {
                seen = next;
            }
            if seen.is_own_turn()
                && let Some(begin) = sent.take()
            {
                self.tally.measured(|tally| tally.replies.push(begin.elapsed()));
            }
        }
        Ok(())
    }

    /// Anything up to twice the pause, so that people do not move in step.
    fn thinks(&mut self) -> Duration {
        self.pause * self.rng.below(2001) / 1000
    }

    fn choose(&mut self, seen: &Seen) -> String {
        let own: Vec<&SeenMove> = seen.legal.iter().filter(|legal| legal.seat == OWN).collect();
        self.rng.pick(&own).mv.clone()
    }
}

/// A connection that watches whatever a person plays.
pub(super) struct Watcher {
    pub address: SocketAddr,
    pub room: watch::Receiver<String>,
    pub tally: Shared,
}

impl Watcher {
    pub(super) async fn watch(mut self) -> Result<()> {
        let mut is_new = true;
        loop {
            let room = self.room.wait_for(|room| !room.is_empty()).await?.clone();
            self.room.mark_unchanged();
            let wire = Wire::open(self.address).await?;
            let mut events = wire.listen(&format!("/api/rooms/{room}/events")).await?;
            // The first event tells how it stands, which may be old.
            events.next().await?;
            if std::mem::take(&mut is_new) {
                self.tally.with(|tally| tally.there += 1);
            }
            loop {
                tokio::select! {
                    event = events.next() => self.heard(&event?)?,
                    changed = self.room.changed() => break changed?,
                }
            }
        }
    }

    fn heard(&self, event: &[u8]) -> Result<()> {
        let late = now() - touched(event).context("an event without its time")?;
        self.tally.measured(|tally| {
            tally.late.push(late);
            tally.bytes += event.len() as u64;
        });
        Ok(())
    }
}

fn now() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_millis() as i64)
}

/// When the server made the change. Two hundred watchers that read all of it would measure
/// themselves.
fn touched(event: &[u8]) -> Option<i64> {
    const NAME: &[u8] = b"\"touched\":";
    let start = event.windows(NAME.len()).position(|part| part == NAME)? + NAME.len();
    let digits = event[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&event[start..start + digits]).ok()?.parse().ok()
}
