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
use crate::error::Refusal;

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
async fn aside<T: Send + 'static>(work: impl FnOnce() -> Result<T, Refusal> + Send + 'static) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.unwrap_or(Err(Refusal::Broken))
}
