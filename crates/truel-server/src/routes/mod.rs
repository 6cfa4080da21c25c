//! What can be asked over HTTP, a file per noun. The OpenAPI document is made from these handlers.

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

/// Does what may wait for the store, or plays through a long line, where it holds up no other connection.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or(Err(ApiError::Internal))
}
