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
pub enum ApiError {
    /// No such game.
    #[error(transparent)]
    UnknownGame(#[from] truel_games::UnknownGame),
    /// No such position.
    #[error(transparent)]
    Position(#[from] truel_core::ParseError),
    /// A move that is not legal.
    #[error(transparent)]
    IllegalLine(#[from] truel_core::IllegalLine),
    /// A move that is not legal here.
    #[error(transparent)]
    IllegalMove(#[from] truel_core::IllegalMove),
    /// No such agent.
    #[error(transparent)]
    Agent(#[from] truel_agents::SpecError),
    /// More moves than any match has.
    #[error("a line of {0} moves is longer than any match")]
    LineTooLong(usize),
    /// Something else is wrong with what was asked.
    #[error("{0}")]
    Invalid(String),
    /// There is no such thing.
    #[error("{0}")]
    NotFound(String),
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
    Internal,
}

impl From<rusqlite::Error> for ApiError {
    fn from(error: rusqlite::Error) -> Self {
        ApiError::Store(error.to_string())
    }
}

/// A refusal as it is sent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// What and where, in one line.
    pub error: String,
}

impl ApiError {
    fn status(&self) -> StatusCode {
        match self {
            ApiError::UnknownGame(_) | ApiError::NotFound(_) => StatusCode::NOT_FOUND,
            ApiError::Conflict(_) => StatusCode::CONFLICT,
            ApiError::Busy(_) => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Store(_) | ApiError::Lock(_) | ApiError::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status(), error_body(&self.to_string())).into_response()
    }
}

/// Words as a refusal says them: one line, and not a long one, whatever the request had in it.
pub(crate) fn error_body(words: &str) -> Json<ErrorBody> {
    const LONGEST: usize = 400;
    Json(ErrorBody {
        error: clean::sentence(words, LONGEST),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_one_line_of_a_bearable_length() {
        assert_eq!(error_body("no\r\n such \u{0}thing ").error, r"no such \u{0}thing");
        assert_eq!(error_body("\x1b[31m\u{202e}").error, r"\u{1b}[31m\u{202e}");
        assert_eq!(error_body(&"é".repeat(1000)).error.chars().count(), 401);
    }
}
