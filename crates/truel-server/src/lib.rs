//! The web arena: rooms to play in, live analysis and tournaments over HTTP, with its pages inside
//! the binary.
//!
//! [`Arena`] is the server. Its parts, from the inside out:
//!
//! - [`view`] is a position as pages see it, and [`record`] a match as files keep it.
//! - [`room`] is a match that people play, [`store`] keeps rooms on disk, [`live_room`] is a room
//!   with its agents and watchers, and [`rooms`] has all of them.
//! - [`tournaments`] has the tournaments. Searches run on a [`pool`].
//! - `routes` has the handlers, `error_shape` the JSON of errors, `assets` the pages.
//! - `listen` accepts connections into `slots`. `guard` decides which requests are served, by their
//!   `address`, their rate (`budget`) and the `token`; `enter` is the page that asks for the token.
//!
//! No request names a file or a program.

mod address;
mod assets;
mod budget;
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

use std::collections::HashMap;
use std::future::Future;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
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
use truel_agents::Roster;
use truel_arena::lock::Lock;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

pub use address::{Network, NetworkError};
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

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The games that can be played.
    pub roster: Roster,
    /// The file that keeps rooms. Tournaments are kept in a folder beside it that ends in
    /// `.tournaments`.
    pub store: PathBuf,
    /// The token that every request needs, if others than this machine can reach the server.
    pub token: Option<Token>,
    /// Threads for the agents of rooms, and as many for analysis.
    pub threads: usize,
    /// Limits on connections and requests.
    pub limits: Limits,
    /// Proxies that are trusted to name a request's address.
    pub trusted_proxies: Vec<Network>,
}

/// Limits on connections and requests.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Connections at the same time; an eighth of them is reserved for people who play.
    pub connections: usize,
    /// The same for each address.
    pub connections_per_address: usize,
    /// Requests a second that one address may send, on average.
    pub rate: f64,
}

impl Limits {
    /// Practically no limits, for measurements in which all requests come from one address.
    pub const NONE: Limits = Limits {
        connections: usize::MAX,
        connections_per_address: usize::MAX,
        rate: 1e9,
    };
}

/// The state that all handlers share.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub roster: Roster,
    pub rooms: Rooms,
    pub tournaments: Tournaments,
    /// Searches of the analysis. Rooms have a pool of their own, so a move never waits for an
    /// analysis.
    pub analysis_pool: Pool,
    /// Usual lengths of matches that were measured already, by game.
    pub usual_plies: Arc<Mutex<HashMap<&'static str, u32>>>,
    clients: Arc<AtomicU64>,
}

impl App {
    /// A new number for a client without a room.
    pub(crate) fn next_client(&self) -> Client {
        self.clients.fetch_add(1, Ordering::Relaxed)
    }
}

/// The longest body of a request, in bytes.
const MAX_BODY: usize = 256 * 1024;
/// How long a client may pause within a body, and how long an answer may take to begin.
const SILENCE: Duration = Duration::from_secs(10);
const PATIENCE: Duration = Duration::from_secs(30);
/// The most tasks that wait for a thread.
const MAX_WAITING: usize = 1000;

/// Nothing from other sites, no scripts inside pages.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src \
                      'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The whole application.
#[derive(Debug)]
pub struct Arena {
    app: App,
    router: Router,
    slots: Arc<Slots>,
    proxies: Proxies,
    has_token: bool,
    /// The locks of the store and of the tournaments' folder.
    locks: [Lock; 2],
}

impl Arena {
    /// Opens and locks the store, and resumes tournaments that were being played.
    pub fn open(config: &Config) -> Result<Self, ApiError> {
        let tournaments = config.store.with_extension("tournaments");
        let store = Lock::take(&config.store)?;
        // First, so that a file that is no store of rooms gets no folder beside it.
        let rooms_store = RoomStore::open(&config.store, &config.roster)?;
        std::fs::create_dir_all(&tournaments).map_err(ApiError::file(&tournaments))?;
        // Two stores whose names differ only in their extension share it.
        let folder = Lock::take(&tournaments)?;
        let secret = rooms_store.secret()?;
        let app = App {
            roster: config.roster.clone(),
            rooms: Rooms::new(
                rooms_store,
                config.roster.clone(),
                Pool::new(config.threads, MAX_WAITING),
            ),
            tournaments: Tournaments::open(&tournaments, config.roster.clone(), config.threads)?,
            analysis_pool: Pool::new(config.threads, MAX_WAITING),
            usual_plies: Arc::default(),
            clients: Arc::default(),
        };
        app.rooms.start_housekeeping();
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

    /// The names of damaged rooms. Lists leave them out, and a request for one gets an error.
    pub fn damaged_rooms(&self) -> Result<Vec<String>, ApiError> {
        self.app.rooms.damaged()
    }

    /// Answers on `listener` until `stop` is ready. Tournaments that are being played then resume
    /// at the next start.
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
    // It never changes, so it is written once.
    let document = Bytes::from(routes::complete(&document, &app.roster).to_string());
    let document = move || async move { ([(CONTENT_TYPE, "application/json")], document) };
    let header = |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
    let form = axum::routing::post(enter::enter).get(enter::open_form);
    api.route("/api", axum::routing::get(document))
        .with_state(app)
        .route(enter::PATH, form.with_state(guard.clone()))
        .fallback(assets::serve)
        .layer(RequestBodyLimitLayer::new(MAX_BODY))
        .layer(RequestBodyTimeoutLayer::new(SILENCE))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, PATIENCE))
        .layer(middleware::from_fn_with_state(guard, guard::guard))
        .layer(CatchPanicLayer::new())
        .layer(middleware::from_fn(error_shape::as_json))
        .layer(header(CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(X_FRAME_OPTIONS, "DENY"))
        .layer(header(REFERRER_POLICY, "no-referrer"))
}
