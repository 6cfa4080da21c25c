//! What a request is refused with: one line, and the status that fits.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use thiserror::Error;
use truel_core::clean;
use utoipa::ToSchema;

/// Why a request is refused.
#[derive(Debug, Error)]
pub enum Refusal {
    /// No such game.
    #[error(transparent)]
    Game(#[from] truel_games::UnknownGame),
    /// No such position.
    #[error(transparent)]
    Position(#[from] truel_core::ParseError),
    /// A move that is not legal.
    #[error(transparent)]
    Line(#[from] truel_core::IllegalLine),
    /// A move that is not legal here.
    #[error(transparent)]
    Move(#[from] truel_core::IllegalMove),
    /// No such agent.
    #[error(transparent)]
    Agent(#[from] truel_agents::SpecError),
    /// More moves than any match has.
    #[error("a line of {0} moves is longer than any match")]
    TooLong(usize),
    /// Something else is wrong with what was asked.
    #[error("{0}")]
    Bad(String),
    /// There is no such thing.
    #[error("{0}")]
    Missing(String),
    /// What was asked does not fit how things stand.
    #[error("{0}")]
    Conflict(String),
    /// Too much is being asked.
    #[error("{0}")]
    Busy(String),
    /// Another process has the store.
    #[error(transparent)]
    Lock(#[from] truel_arena::lock::LockError),
    /// The store cannot be used.
    #[error("the store cannot be used: {0}")]
    Store(String),
    /// A mistake of ours.
    #[error("this went wrong here, not with you; please report what you did")]
    Broken,
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        Refusal::Store(error.to_string())
    }
}

/// A refusal as it is sent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Told {
    /// What and where, in one line.
    pub error: String,
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Refusal::Game(_) | Refusal::Missing(_) => StatusCode::NOT_FOUND,
            Refusal::Conflict(_) => StatusCode::CONFLICT,
            Refusal::Busy(_) => StatusCode::TOO_MANY_REQUESTS,
            Refusal::Store(_) | Refusal::Lock(_) | Refusal::Broken => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status(), told(&self.to_string())).into_response()
    }
}

/// Words as a refusal says them: one line, and not a long one, whatever the request had in it.
pub(crate) fn told(words: &str) -> Json<Told> {
    const LONGEST: usize = 400;
    Json(Told {
        error: clean::sentence(words, LONGEST),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_one_line_of_a_bearable_length() {
        assert_eq!(told("no\r\n such \u{0}thing ").error, r"no such \u{0}thing");
        assert_eq!(told("\x1b[31m\u{202e}").error, r"\u{1b}[31m\u{202e}");
        assert_eq!(told(&"é".repeat(1000)).error.chars().count(), 401);
    }
}
