//! The handlers, one file for each noun. The OpenAPI document is made from them.

mod analysis;
mod document;
mod games;
mod layouts;
mod positions;
mod rooms;
mod tournaments;

use utoipa_axum::router::OpenApiRouter;

use crate::App;
use crate::error::ApiError;

pub(crate) use document::{Document, complete};

/// Everything below `/api`.
pub(crate) fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(games::routes())
        .merge(positions::routes())
        .merge(layouts::routes())
        .merge(rooms::routes())
        .merge(analysis::routes())
        .merge(tournaments::routes())
}

/// Runs work that waits for the store or replays a long line, on a thread where it blocks no other
/// connection.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or(Err(ApiError::Internal))
}
