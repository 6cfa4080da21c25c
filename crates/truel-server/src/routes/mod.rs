//! What can be asked over HTTP, a file per noun. The OpenAPI document is made from these handlers.

mod analysis;
mod games;
mod layouts;
mod positions;
mod rooms;
mod tournaments;

use utoipa::openapi::path::Operation;
use utoipa::openapi::{ContentBuilder, OpenApi as Written, Ref, RefOr, ResponseBuilder};
use utoipa::{OpenApi, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::App;
use crate::error::{Refusal, Told};

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

/// Does what may wait for the store, or plays through a long line, where it holds up no other connection.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> Result<T, Refusal> + Send + 'static) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.unwrap_or(Err(Refusal::Broken))
}

/// What any request may be refused with, before a handler sees it; the second half concerns bodies alone.
const COMMON: [(&str, &str); 6] = [
    ("400", "not readable: an address, a query or a body that breaks off"),
    ("401", "the token is missing or wrong"),
    ("403", "another site's page, or a name that is not known here"),
    ("408", "it takes too long"),
    ("429", "too many requests"),
    ("500", "the store cannot be used"),
];
const OF_BODIES: [(&str, &str); 3] = [
    ("413", "more bytes than are read"),
    ("415", "a body that is not said to be JSON"),
    ("422", "JSON that does not say what it should"),
];

/// The document with the refusals that are the same everywhere.
pub(crate) fn complete(mut document: Written) -> Written {
    for path in document.paths.paths.values_mut() {
        let operations = [&mut path.get, &mut path.post];
        for operation in operations.into_iter().flatten() {
            refuse(operation, &COMMON);
            if operation.request_body.is_some() {
                refuse(operation, &OF_BODIES);
            }
        }
    }
    document
}

fn refuse(operation: &mut Operation, statuses: &[(&str, &str)]) {
    for (status, why) in statuses {
        let content = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name(Told::name())))
            .build();
        let response = ResponseBuilder::new()
            .description(*why)
            .content("application/json", content)
            .build();
        let known = operation.responses.responses.entry((*status).to_owned());
        known.or_insert(RefOr::T(response));
    }
}
