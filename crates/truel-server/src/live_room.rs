//! A room that is in memory: its agents, what they are thinking about, and whoever listens.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::broadcast;
use truel_agents::Agent;
use truel_arena::store::now;
use truel_search::Stop;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::room::Room;
use crate::view::{LegalMove, Moment, legal};

/// Changes that a slow watcher may be behind.
const NEWS: usize = 16;

/// What a page needs to show a room.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoomView {
    /// The room, without what is hidden.
    pub room: Room,
    /// The moment it has come to.
    pub moment: Moment,
    /// What may be played.
    pub legal: Vec<LegalMove>,
    /// The seats whose agents are thinking.
    pub thinking: Vec<usize>,
}

/// A view with its text, which is written once for everybody who hears of it.
#[derive(Debug)]
pub struct RoomEvent {
    view: RoomView,
    text: OnceLock<String>,
}

impl RoomEvent {
    /// As JSON.
    pub fn text(&self) -> &str {
        self.text
            .get_or_init(|| serde_json::to_string(&self.view).unwrap_or_default())
    }

    /// As the answer to a request.
    pub(crate) fn answer(&self) -> Response {
        ([(CONTENT_TYPE, "application/json")], self.text().to_owned()).into_response()
    }
}

impl Deref for RoomEvent {
    type Target = RoomView;

    fn deref(&self) -> &RoomView {
        &self.view
    }
}

/// A room, its agents and its listeners.
pub(crate) struct LiveRoom {
    pub(crate) room: Room,
    pub(crate) agents: HashMap<usize, Box<dyn Agent>>,
    pub(crate) thinking: HashMap<usize, Stop>,
    /// When somebody's time runs out, in milliseconds since 1970.
    pub(crate) deadline: Option<i64>,
    news: broadcast::Sender<Arc<RoomEvent>>,
}

impl LiveRoom {
    pub(crate) fn new(room: Room) -> Result<Self, ApiError> {
        let mut open = LiveRoom {
            room,
            agents: HashMap::new(),
            thinking: HashMap::new(),
            deadline: None,
            news: broadcast::channel(NEWS).0,
        };
        open.wind()?;
        Ok(open)
    }

    /// Notes the next deadline after a change.
    pub(crate) fn wind(&mut self) -> Result<(), ApiError> {
        self.deadline = self.room.deadline()?.map(|(_, end)| end);
        Ok(())
    }

    pub(crate) fn view(&self) -> Result<Arc<RoomEvent>, ApiError> {
        let table = self.room.table()?;
        let moves = &self.room.line.moves;
        let is_over = self.room.is_over(table);
        let mut thinking: Vec<usize> = self.thinking.keys().copied().collect();
        thinking.sort_unstable();
        let view = RoomView {
            room: self.room.shown(),
            moment: Moment::of(table, moves.len(), moves.last().map(String::as_str)),
            legal: if is_over { Vec::new() } else { legal(table) },
            thinking,
        };
        Ok(Arc::new(RoomEvent {
            view,
            text: OnceLock::new(),
        }))
    }

    /// Tells whoever watches how the room stands; nobody watching is no trouble.
    pub(crate) fn tell(&self) -> Result<Arc<RoomEvent>, ApiError> {
        let event = self.view()?;
        let _ = self.news.send(Arc::clone(&event));
        Ok(event)
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<Arc<RoomEvent>> {
        self.news.subscribe()
    }

    pub(crate) fn has_listeners(&self) -> bool {
        self.news.receiver_count() > 0
    }

    /// Makes a choice; when it completes a joint move, the agents hear of it.
    pub(crate) fn place(&mut self, seat: usize, mv: &str) -> Result<(), ApiError> {
        let before = match self.agents.is_empty() {
            true => None,
            false => Some(self.room.table()?.boxed()),
        };
        let joint = self.room.choose(seat, mv, now())?;
        if let (Some(joint), Some(before)) = (joint, before) {
            for agent in self.agents.values_mut() {
                agent.played(&*before, &joint);
            }
        }
        Ok(())
    }

    /// Ends whatever is being thought: the room stands differently now.
    pub(crate) fn interrupt(&mut self) {
        for (_, stop) in self.thinking.drain() {
            stop.raise();
        }
    }
}
