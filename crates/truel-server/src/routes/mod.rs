//! What can be asked over HTTP, a file per noun. The OpenAPI document is made from these handlers.

mod analysis;
mod games;
mod layouts;
mod positions;
mod rooms;
mod tournaments;

use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

/// The document that describes all of it.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "truel",
        description = "Board games for three seats, simultaneous moves, and two-player games beside them: rooms to play in, \
                       live analysis and tournaments. Refusals are `{\"error\": \"one line\"}` with a status that fits.",
        license(name = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "games", description = "What can be played, and by whom"),
        (name = "positions", description = "The rules, asked about any position"),
        (name = "rooms", description = "Matches that people play"),
        (name = "analysis", description = "Agents thinking aloud"),
        (name = "tournaments", description = "Agents against each other"),
    )
)]
pub(crate) struct Document;

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
