//! Errors of the API: one line, and the HTTP status that fits.

use std::io;
use std::path::{Path, PathBuf};

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use thiserror::Error;
use truel_arena::store::StoreError;
use truel_core::clean;
use utoipa::ToSchema;

use crate::store::{RoomFileError, RoomStoreError};

/// Why a request failed.
#[derive(Debug, Error)]
pub enum ApiError {
    /// There is no such game.
    #[error(transparent)]
    UnknownGame(#[from] truel_core::UnknownGame),
    /// A text is no position.
    #[error(transparent)]
    Position(#[from] truel_core::ParseError),
    /// A line has an illegal move.
    #[error(transparent)]
    IllegalLine(#[from] truel_core::IllegalLine),
    /// A move is illegal.
    #[error(transparent)]
    IllegalMove(#[from] truel_core::IllegalMove),
    /// There is no such agent.
    #[error(transparent)]
    Agent(#[from] truel_agents::SpecError),
    /// A line has more moves than any match.
    #[error("a line of {0} moves is longer than any match")]
    LineTooLong(usize),
    /// Something else in the request is wrong.
    #[error("{0}")]
    Invalid(String),
    /// There is no such room, tournament or match.
    #[error("{0}")]
    NotFound(String),
    /// The request does not fit the current state.
    #[error("{0}")]
    Conflict(String),
    /// A limit is reached; the request may succeed later.
    #[error("{0}")]
    Busy(String),
    /// Another process has the store.
    #[error(transparent)]
    Lock(#[from] truel_arena::lock::LockError),
    /// The store of rooms cannot be opened.
    #[error("the store cannot be used: {0}")]
    OpenRooms(#[from] RoomFileError),
    /// A room cannot be read or written.
    #[error("the store cannot be used: {0}")]
    Rooms(#[from] RoomStoreError),
    /// A tournament's store cannot be used.
    #[error("the store cannot be used: {0}")]
    Tournament(StoreError),
    /// A match of a tournament is damaged.
    #[error("the store cannot be used: match {id} is damaged: {why}")]
    DamagedMatch {
        /// The match.
        id: u64,
        /// What is wrong with it.
        why: String,
    },
    /// A file or a folder cannot be used.
    #[error("the store cannot be used: {}: {cause}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// Something that was found cannot be written as JSON or HTML.
    #[error("the store cannot be used: {0}")]
    Unwritable(Box<dyn std::error::Error + Send + Sync>),
    /// A bug of the server.
    #[error("this went wrong here, not with you; please report what you did")]
    Internal,
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Busy { .. } => ApiError::Conflict("another program is playing this tournament".into()),
            // Without the file's path, which is nobody's business.
            StoreError::Damaged { id, why, .. } => ApiError::DamagedMatch { id, why },
            error => ApiError::Tournament(error),
        }
    }
}

/// An error as it is sent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// What is wrong, in one line.
    pub error: String,
}

impl ApiError {
    pub(crate) fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        let path = path.to_owned();
        move |cause| ApiError::File {
            path: path.clone(),
            cause,
        }
    }

    pub(crate) fn unwritable(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        ApiError::Unwritable(Box::new(error))
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::UnknownGame(_) | ApiError::NotFound(_) => StatusCode::NOT_FOUND,
            ApiError::Conflict(_) => StatusCode::CONFLICT,
            ApiError::Busy(_) => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Position(_)
            | ApiError::IllegalLine(_)
            | ApiError::IllegalMove(_)
            | ApiError::Agent(_)
            | ApiError::LineTooLong(_)
            | ApiError::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::Lock(_)
            | ApiError::OpenRooms(_)
            | ApiError::Rooms(_)
            | ApiError::Tournament(_)
            | ApiError::DamagedMatch { .. }
            | ApiError::File { .. }
            | ApiError::Unwritable(_)
            | ApiError::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status(), error_body(&self.to_string())).into_response()
    }
}

/// An error message as it is sent: one line of limited length, whatever the request contained.
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
    fn an_error_is_one_line_of_limited_length() {
        assert_eq!(error_body("no\r\n such \u{0}thing ").error, r"no such \u{0}thing");
        assert_eq!(error_body("\x1b[31m\u{202e}").error, r"\u{1b}[31m\u{202e}");
        assert_eq!(error_body(&"é".repeat(1000)).error.chars().count(), 401);
    }
}
