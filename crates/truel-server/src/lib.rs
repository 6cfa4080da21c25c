//! The web arena: rooms to play in, live analysis and tournaments over HTTP, with its pages inside the binary.
//!
//! [`view`] is a position as the pages see it, [`room`] a match that people play, [`record`] what is kept of it in files, [`store`]
//! keeps rooms, [`rooms`] has the live ones and their agents, [`tournaments`] the tournaments, [`pool`] is where searches run.
//! `routes` is what can be asked, `error_shape` how errors look, `assets` the pages. At the door, `listen` accepts connections
//! into `slots`, and `guard` decides who may ask: `address` says who it is, `budget` how often, `token` with which secret,
//! and `enter` is the page that asks for it. [`Arena`] puts them together.

mod address;
mod assets;
mod budget;
mod cached_game;
mod enter;
pub mod error;
mod error_shape;
mod guard;
mod listen;
mod live_matches;
pub mod live_room;
mod new_tournament;
pub mod pool;
mod random;
pub mod record;
pub mod room;
pub mod rooms;
mod routes;
pub mod schemas;
mod slots;
mod spec;
pub mod store;
mod token;
pub mod tournaments;
pub mod view;

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::{Router, middleware};
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};
use truel_arena::lock::Lock;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

pub use address::Network;
pub use token::{Token, TokenError};

use address::Proxies;
use error::ApiError;
use guard::Guard;
use pool::{Client, Pool};
use rooms::Rooms;
use slots::Slots;
use store::RoomStore;
pub use store::{is_room_store, verify_rooms};
use tournaments::Tournaments;

/// What the server needs to know.
#[derive(Clone, Debug)]
pub struct Config {
    /// The file that keeps rooms; tournaments are kept in a folder beside it that ends in `.tournaments`.
    pub store: PathBuf,
    /// What everybody must show, where others than this machine can reach it.
    pub token: Option<Token>,
    /// Threads that think.
    pub threads: usize,
    /// What each address may take.
    pub limits: Limits,
    /// Proxies whose word is taken for where a request comes from.
    pub trusted_proxies: Vec<Network>,
}

/// How much strangers may take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Connections at the same time; an eighth of them is kept for people who play.
    pub connections: usize,
    /// The same for each address.
    pub connections_per_address: usize,
    /// Requests a second that one address may send in the long run.
    pub rate: f64,
}

impl Limits {
    /// None to speak of, for measurements in which everybody comes from one address.
    pub const NONE: Limits = Limits {
        connections: usize::MAX,
        connections_per_address: usize::MAX,
        rate: 1e9,
    };
}

/// What all handlers share.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub rooms: Rooms,
    pub tournaments: Tournaments,
    /// Where positions are analysed. Apart from the rooms' own pool, so that a move never waits for an analysis.
    pub analysis_pool: Pool,
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
/// How long a request may send nothing in the middle of its body, and how long an answer may take to begin.
const SILENCE: Duration = Duration::from_secs(10);
const PATIENCE: Duration = Duration::from_secs(30);
/// Tasks that may wait for a thread.
const MOST_WAITING: usize = 1000;

/// Nothing from anywhere else, no scripts inside pages.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The whole application.
#[derive(Debug)]
pub struct Arena {
    app: App,
    router: Router,
    slots: Arc<Slots>,
    proxies: Proxies,
    has_token: bool,
    /// Of the store and of the tournaments' folder.
    locks: [Lock; 2],
}

impl Arena {
    /// Opens the store, which no other process may use meanwhile, and goes on with what was being played.
    pub fn open(config: &Config) -> Result<Self, ApiError> {
        let tournaments = config.store.with_extension("tournaments");
        let store = Lock::take(&config.store)?;
        // First, so that a file that keeps no rooms gets no folder beside it.
        let rooms_store = RoomStore::open(&config.store)?;
        std::fs::create_dir_all(&tournaments)
            .map_err(|error| ApiError::Store(format!("{}: {error}", tournaments.display())))?;
        // Two stores whose names differ in their ends alone share it.
        let folder = Lock::take(&tournaments)?;
        let secret = rooms_store.secret()?;
        let app = App {
            rooms: Rooms::new(rooms_store, Pool::new(config.threads, MOST_WAITING)),
            tournaments: Tournaments::open(&tournaments, config.threads)?,
            analysis_pool: Pool::new(config.threads, MOST_WAITING),
            clients: Arc::default(),
        };
        app.rooms.tend();
        let proxies = Proxies(config.trusted_proxies.clone());
        let guard = Guard::new(
            config.token.clone(),
            &secret,
            config.limits.rate,
            proxies.clone(),
            app.rooms.clone(),
        );
        let router = router(app.clone(), guard);
        Ok(Arena {
            app,
            router,
            slots: Slots::new(config.limits.connections, config.limits.connections_per_address),
            proxies,
            has_token: config.token.is_some(),
            locks: [store, folder],
        })
    }

    /// The names of rooms that are damaged. They are left out of lists and answered with an error.
    pub fn damaged_rooms(&self) -> Result<Vec<String>, ApiError> {
        self.app.rooms.damaged()
    }

    /// Answers on `listener` until `stop` is ready. A tournament that is being played then goes on with the next start.
    pub async fn serve(mut self, listener: TcpListener, stop: impl Future<Output = ()> + Send) -> std::io::Result<()> {
        let address = listener.local_addr().ok();
        for lock in &mut self.locks {
            lock.tell(address, self.has_token);
        }
        let served = listen::listen(listener, self.router, self.slots, &self.proxies, stop).await;
        self.app.tournaments.close();
        self.app.rooms.close();
        self.app.analysis_pool.close();
        served
    }
}

fn router(app: App, guard: Guard) -> Router {
    let (api, document) = OpenApiRouter::with_openapi(routes::Document::openapi())
        .merge(routes::api())
        .split_for_parts();
    // Written once: it never changes.
    let document = Bytes::from(routes::complete(&document).to_string());
    let document = move || async move { ([(CONTENT_TYPE, "application/json")], document) };
    let header = |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
    let form = axum::routing::post(enter::enter).get(enter::reenter);
    api.route("/api", axum::routing::get(document))
        .with_state(app)
        .route(enter::PATH, form.with_state(guard.clone()))
        .fallback(assets::serve)
        .layer(RequestBodyLimitLayer::new(MOST_BYTES))
        .layer(RequestBodyTimeoutLayer::new(SILENCE))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, PATIENCE))
        .layer(middleware::from_fn_with_state(guard, guard::watch))
        .layer(CatchPanicLayer::new())
        .layer(middleware::from_fn(error_shape::as_json))
        .layer(header(CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(X_FRAME_OPTIONS, "DENY"))
        .layer(header(REFERRER_POLICY, "no-referrer"))
}
