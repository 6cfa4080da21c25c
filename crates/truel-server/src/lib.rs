//! The web arena: rooms to play in, live analysis and tournaments over HTTP, with its pages inside the binary.
//!
//! [`view`] is a position as the pages see it, [`room`] a match that people play, [`record`] what is kept of it in files, [`store`] keeps rooms, [`desk`] has the
//! open ones and their agents, [`hall`] the tournaments, [`pool`] is where searches run. `routes` is what can be asked, `guard` who may ask,
//! `assets` the pages; [`serve`] puts them together.

mod assets;
pub mod desk;
pub mod error;
pub mod guard;
pub mod hall;
pub mod pool;
pub mod record;
pub mod room;
mod routes;
pub mod store;
pub mod view;

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS};
use axum::{Json, Router, middleware};
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use desk::Desk;
use error::Refusal;
use guard::Guard;
use hall::Hall;
use pool::{Client, Pool};
use store::Rooms;

/// What the server needs to know.
#[derive(Clone, Debug)]
pub struct Config {
    /// The file that keeps rooms; tournaments are kept in a folder beside it that ends in `.tournaments`.
    pub store: PathBuf,
    /// What everybody must show, where others than this machine can reach it.
    pub token: Option<String>,
    /// Threads that think.
    pub threads: usize,
}

/// What all handlers share.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub desk: Desk,
    pub hall: Hall,
    /// Where positions are analysed. Apart from the rooms' own pool, so that a move never waits for an analysis.
    pub thinkers: Pool,
    clients: Arc<AtomicU64>,
}

impl App {
    /// A number for somebody who asks without a room.
    pub(crate) fn next_client(&self) -> Client {
        self.clients.fetch_add(1, Ordering::Relaxed)
    }
}

/// Bytes of a request at most.
const MOST_BYTES: usize = 256 * 1024;
/// Tasks that may wait for a thread.
const MOST_WAITING: usize = 1000;

/// Nothing from anywhere else, no scripts inside pages.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The whole application.
pub fn router(config: &Config) -> Result<Router, Refusal> {
    let app = App {
        desk: Desk::new(Rooms::open(&config.store)?, Pool::new(config.threads, MOST_WAITING)),
        hall: Hall::open(&config.store.with_extension("tournaments"))?,
        thinkers: Pool::new(config.threads, MOST_WAITING),
        clients: Arc::default(),
    };
    let desk = app.desk.clone();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(100));
            desk.look_at_clocks();
        }
    });
    let (api, document) = OpenApiRouter::with_openapi(routes::Document::openapi())
        .merge(routes::api())
        .split_for_parts();
    let header = |name, value| SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value));
    Ok(api
        .route("/api", axum::routing::get(move || async { Json(document) }))
        .with_state(app)
        .fallback(assets::serve)
        .layer(RequestBodyLimitLayer::new(MOST_BYTES))
        .layer(middleware::from_fn_with_state(
            Guard::new(config.token.clone()),
            guard::watch,
        ))
        .layer(header(CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(X_FRAME_OPTIONS, "DENY"))
        .layer(header(REFERRER_POLICY, "no-referrer"))
        .layer(CatchPanicLayer::new()))
}

/// Answers on `listener` by `router` until `stop` is ready.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service).with_graceful_shutdown(stop).await
}
