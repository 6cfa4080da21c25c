//! What happens in a tournament that is being played, for whoever watches.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde::Serialize;
use tokio::sync::broadcast;
use truel_arena::Job;
use truel_arena::referee::Spectator;
use truel_arena::tournament::{News, Observer};
use utoipa::ToSchema;

use crate::rooms::lock;
use crate::tournaments::shown;
use crate::view::LineOfPlay;

/// News that a slow watcher may be behind.
const NEWS: usize = 1024;

/// A match that is being played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LiveMatch {
    /// Its number.
    pub id: u64,
    /// Where it began and what has been played.
    #[serde(flatten)]
    pub line: LineOfPlay,
    /// Who sits where.
    pub seats: Vec<String>,
}

/// Something that happened.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TournamentEvent {
    /// A match began.
    Began(LiveMatch),
    /// A joint move was played in a match.
    Moved {
        /// The match.
        id: u64,
        /// How many plies have been played with it.
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
    /// All is played, or somebody stopped it.
    Ended,
}

/// What happens on the matches, for whoever watches.
pub(crate) struct LiveMatches {
    live: Mutex<BTreeMap<u64, LiveMatch>>,
    news: broadcast::Sender<TournamentEvent>,
}

impl Default for LiveMatches {
    fn default() -> Self {
        LiveMatches {
            live: Mutex::default(),
            news: broadcast::channel(NEWS).0,
        }
    }
}

impl LiveMatches {
    /// The matches that are being played.
    pub(crate) fn live(&self) -> Vec<LiveMatch> {
        lock(&self.live).values().cloned().collect()
    }

    /// Hears of everything from now on.
    pub(crate) fn listen(&self) -> broadcast::Receiver<TournamentEvent> {
        self.news.subscribe()
    }

    pub(crate) fn tell(&self, event: TournamentEvent) {
        // Nobody watching is no trouble.
        let _ = self.news.send(event);
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
            seats: job.seats.iter().map(|seat| shown(&seat.to_string())).collect(),
        };
        lock(&self.live).insert(job.id, live.clone());
        self.tell(TournamentEvent::Began(live));
    }

    fn moved(&self, job: &Job, joint: &str) {
        let ply = lock(&self.live).get_mut(&job.id).map_or(0, |live| {
            live.line.moves.push(joint.to_owned());
            live.line.moves.len()
        });
        self.tell(TournamentEvent::Moved {
            id: job.id,
            ply,
            mv: joint.to_owned(),
        });
    }
}

/// Tells the matches of every result.
pub(crate) struct Broadcaster(pub(crate) Arc<LiveMatches>);

impl Observer for Broadcaster {
    fn stored(&mut self, news: &News<'_>) {
        lock(&self.0.live).remove(&news.job.id);
        self.0.tell(TournamentEvent::Stored {
            id: news.job.id,
            done: news.done,
            total: news.total,
        });
    }
}
