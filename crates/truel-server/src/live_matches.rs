//! The matches of a tournament that are being played, and the events for its watchers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde::Serialize;
use tokio::sync::broadcast;
use truel_arena::Job;
use truel_arena::referee::Spectator;
use truel_arena::tournament::{News, Observer};
use utoipa::ToSchema;

use crate::rooms::lock;
use crate::tournaments::display_name;
use crate::view::LineOfPlay;

/// Events that a slow watcher may be behind.
const MAX_EVENTS: usize = 1024;

/// A match that is being played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LiveMatch {
    /// Its number.
    pub id: u64,
    /// The start position and the joint moves played since.
    #[serde(flatten)]
    pub line: LineOfPlay,
    /// Who sits where.
    pub seats: Vec<String>,
}

/// An event of a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TournamentEvent {
    /// A match began.
    Began(LiveMatch),
    /// A joint move was played in a match.
    Moved {
        /// The match.
        id: u64,
        /// The number of plies played, this one included.
        ply: usize,
        /// The joint move.
        mv: String,
    },
    /// A match is over and stored.
    Stored {
        /// The match.
        id: u64,
        /// Matches played.
        done: u64,
        /// Matches known so far.
        total: u64,
    },
    /// The tournament is finished, or somebody stopped it.
    Ended,
}

/// The matches that are being played, and the watchers.
pub(crate) struct LiveMatches {
    live: Mutex<BTreeMap<u64, LiveMatch>>,
    events: broadcast::Sender<TournamentEvent>,
}

impl Default for LiveMatches {
    fn default() -> Self {
        LiveMatches {
            live: Mutex::default(),
            events: broadcast::channel(MAX_EVENTS).0,
        }
    }
}

impl LiveMatches {
    /// The matches that are being played.
    pub(crate) fn live(&self) -> Vec<LiveMatch> {
        lock(&self.live).values().cloned().collect()
    }

    /// A receiver of all events from now on.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<TournamentEvent> {
        self.events.subscribe()
    }

    pub(crate) fn send(&self, event: TournamentEvent) {
        // There may be no watchers.
        let _ = self.events.send(event);
    }
}

impl Spectator for LiveMatches {
    fn begins(&self, job: &Job) {
        let live = LiveMatch {
            id: job.id,
            line: LineOfPlay {
                game: job.game.clone(),
                start: job.opening.start.clone(),
                moves: job.opening.moves.clone(),
            },
            seats: job.seats.iter().map(|seat| display_name(&seat.to_string())).collect(),
        };
        lock(&self.live).insert(job.id, live.clone());
        self.send(TournamentEvent::Began(live));
    }

    fn moved(&self, job: &Job, joint: &str) {
        let ply = lock(&self.live).get_mut(&job.id).map_or(0, |live| {
            live.line.moves.push(joint.to_owned());
            live.line.moves.len()
        });
        self.send(TournamentEvent::Moved {
            id: job.id,
            ply,
            mv: joint.to_owned(),
        });
    }
}

/// Sends every result to the watchers.
pub(crate) struct Broadcaster(pub(crate) Arc<LiveMatches>);

impl Observer for Broadcaster {
    fn stored(&mut self, news: &News<'_>) {
        lock(&self.0.live).remove(&news.job.id);
        self.0.send(TournamentEvent::Stored {
            id: news.job.id,
            done: news.done,
            total: news.total,
        });
    }
}
