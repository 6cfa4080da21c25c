//! A room in memory with its agents and its watchers.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::broadcast;
use truel_agents::Agent;
use truel_search::Stop;
use utoipa::ToSchema;

use crate::room::{PublicRoom, Room};
use crate::view::{LegalMove, Moment, legal};

/// Events that a slow watcher may be behind.
const MAX_EVENTS: usize = 16;

/// What a page needs to show a room.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoomView {
    /// The room, without hidden moves.
    pub room: PublicRoom,
    /// Its current position.
    pub moment: Moment,
    /// The legal moves.
    pub legal: Vec<LegalMove>,
    /// The seats whose agents are thinking.
    pub thinking: Vec<usize>,
}

/// A view with its JSON, which is written once for the answer and for all watchers.
#[derive(Debug)]
pub struct RoomEvent {
    view: RoomView,
    json: OnceLock<String>,
}

impl RoomEvent {
    /// The view as JSON.
    pub fn json(&self) -> &str {
        self.json
            .get_or_init(|| serde_json::to_string(&self.view).unwrap_or_default())
    }

    /// The view as the answer to a request.
    pub(crate) fn answer(&self) -> Response {
        ([(CONTENT_TYPE, "application/json")], self.json().to_owned()).into_response()
    }
}

impl Deref for RoomEvent {
    type Target = RoomView;

    fn deref(&self) -> &RoomView {
        &self.view
    }
}

/// What a change of the room means to its agents.
pub(crate) enum Change {
    /// A seat has chosen. If that completed a joint move, this is its text.
    Chosen(Option<String>),
    /// The position is another one: whatever agents think about is over, and so is their memory.
    Rewound,
    /// The match is over: whatever agents think about is over.
    Ended,
    /// Only clocks have changed.
    Clock,
}

/// A room, its agents and its watchers.
pub(crate) struct LiveRoom {
    /// As it was last written: [`commit`](LiveRoom::commit) alone replaces it.
    room: Room,
    /// The agents that remember the match, by seat.
    pub(crate) agents: HashMap<usize, Box<dyn Agent>>,
    /// The searches that run, by seat.
    pub(crate) thinking: HashMap<usize, Stop>,
    /// When a seat runs out of time, in milliseconds since 1970.
    deadline: Option<i64>,
    /// Whether it has just been read, and its clock may have stopped with the last server.
    pub(crate) is_fresh: bool,
    events: broadcast::Sender<Arc<RoomEvent>>,
}

impl LiveRoom {
    pub(crate) fn new(room: Room, is_fresh: bool) -> Self {
        LiveRoom {
            deadline: room.deadline().map(|(_, end)| end),
            room,
            agents: HashMap::new(),
            thinking: HashMap::new(),
            is_fresh,
            events: broadcast::channel(MAX_EVENTS).0,
        }
    }

    pub(crate) fn room(&self) -> &Room {
        &self.room
    }

    /// Whether a seat has run out of time.
    pub(crate) fn is_late(&self, now: i64) -> bool {
        self.deadline.is_some_and(|end| end <= now)
    }

    /// Replaces the room once `write` has written the new one. If that fails, nothing changes.
    pub(crate) fn commit<E>(
        &mut self,
        next: Room,
        change: &Change,
        write: impl FnOnce(&Room) -> Result<(), E>,
    ) -> Result<(), E> {
        write(&next)?;
        let before = std::mem::replace(&mut self.room, next);
        self.deadline = self.room.deadline().map(|(_, end)| end);
        match change {
            Change::Chosen(Some(joint)) => {
                for agent in self.agents.values_mut() {
                    agent.played(&**before.table(), joint);
                }
            }
            Change::Rewound => {
                self.interrupt();
                self.agents.clear();
            }
            Change::Ended => self.interrupt(),
            Change::Chosen(None) | Change::Clock => {}
        }
        Ok(())
    }

    pub(crate) fn view(&self) -> Arc<RoomEvent> {
        let (room, table) = (&self.room, &**self.room.table());
        let moves = &room.line.moves;
        let mut thinking: Vec<usize> = self.thinking.keys().copied().collect();
        thinking.sort_unstable();
        let view = RoomView {
            room: room.into(),
            moment: Moment::of(table, moves.len(), moves.last().map(String::as_str)),
            legal: if room.is_over() { Vec::new() } else { legal(table) },
            thinking,
        };
        Arc::new(RoomEvent {
            view,
            json: OnceLock::new(),
        })
    }

    /// Sends the current view to all watchers, if there are any.
    pub(crate) fn broadcast(&self) -> Arc<RoomEvent> {
        let event = self.view();
        let _ = self.events.send(Arc::clone(&event));
        event
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Arc<RoomEvent>> {
        self.events.subscribe()
    }

    pub(crate) fn has_watchers(&self) -> bool {
        self.events.receiver_count() > 0
    }

    /// Stops all searches.
    pub(crate) fn interrupt(&mut self) {
        for (_, stop) in self.thinking.drain() {
            stop.raise();
        }
    }
}
