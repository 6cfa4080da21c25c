//! Who may ask: strangers' pages may not, nor anybody without the token where one is set, nor anybody too often.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::header::{AUTHORIZATION, CONNECTION, COOKIE, HOST, ORIGIN, RETRY_AFTER, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::address::{Proxies, group};
use crate::budget::{Budget, Player};
use crate::enter;
use crate::error::{ApiError, error_body};
use crate::random;
use crate::rooms::Rooms;
use crate::slots::PlayersOnly;
use crate::token::{Token, same_secret};

/// The cookie of a browser that has shown the token, and the one that tells browsers apart.
const COOKIE_NAME: &str = "truel_token";
const VISITOR: &str = "truel_visitor";

/// What is asked of a request.
#[derive(Clone, Debug)]
pub(crate) struct Guard(Arc<Rules>);

#[derive(Debug)]
struct Rules {
    token: Option<Token>,
    /// What is in the cookie.
    cookie: String,
    proxies: Proxies,
    budget: Budget,
    rooms: Rooms,
}

/// What somebody has shown for a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenCheck {
    /// The right one, or none is needed.
    Accepted,
    /// None.
    Missing,
    /// Another.
    Wrong,
    /// So many wrong ones came from this address that no more are looked at.
    TooManyTries,
}

impl Guard {
    /// With this token, or for everybody who reaches the port; each address so many times a second. The cookie is made with
    /// `secret`.
    pub(crate) fn new(token: Option<Token>, secret: &str, rate: f64, proxies: Proxies, rooms: Rooms) -> Self {
        Guard(Arc::new(Rules {
            cookie: token.as_ref().map(|token| token.cookie(secret)).unwrap_or_default(),
            token,
            proxies,
            budget: Budget::new(rate),
            rooms,
        }))
    }

    /// Looks at the tokens that somebody shows.
    pub(crate) fn look_at(&self, address: IpAddr, given: &[&str]) -> TokenCheck {
        let Some(token) = &self.0.token else {
            return TokenCheck::Accepted;
        };
        if given.is_empty() {
            return TokenCheck::Missing;
        }
        // Taken before it is compared: whoever may not guess learns nothing, not even that a guess was right.
        if !self.0.budget.take_guess(address) {
            return TokenCheck::TooManyTries;
        }
        if !given.iter().any(|given| token.is(given)) {
            return TokenCheck::Wrong;
        }
        self.0.budget.give_back_guess(address);
        TokenCheck::Accepted
    }

    fn shown(&self, address: IpAddr, request: &Request) -> TokenCheck {
        let headers = request.headers();
        if self.0.token.is_some() && cookies(headers, COOKIE_NAME).any(|value| same_secret(value, &self.0.cookie)) {
            return TokenCheck::Accepted;
        }
        let header = headers.get(AUTHORIZATION).map(HeaderValue::as_bytes);
        let bearer = header
            .and_then(|value| str::from_utf8(value).ok())
            .and_then(|value| value.strip_prefix("Bearer "));
        let query = request.uri().query().unwrap_or_default();
        let asked: Vec<_> = form_urlencoded::parse(query.as_bytes())
            .filter(|(name, _)| name == "token")
            .map(|(_, value)| value)
            .collect();
        let given: Vec<&str> = asked.iter().map(AsRef::as_ref).chain(bearer).collect();
        self.look_at(address, &given)
    }

    /// The cookie for a browser that has shown the token. It goes with a link that leads here from elsewhere (`Lax`), or
    /// nobody could be sent the address of a room; what changes something is checked by its origin.
    pub(crate) fn cookie(&self) -> Option<HeaderValue> {
        self.0.token.as_ref()?;
        HeaderValue::from_str(&set(COOKIE_NAME, &self.0.cookie)).ok()
    }

    /// Who plays, if a request is for a room that somebody is in.
    fn player(&self, request: &Request) -> Option<Player> {
        let rest = request.uri().path().strip_prefix("/api/rooms/")?;
        let room = rest.split('/').next()?;
        let visitor = cookies(request.headers(), VISITOR).find(|value| is_visitor(value));
        let is_open = self.0.rooms.is_open(room);
        is_open.then(|| visitor.unwrap_or(room).to_owned())
    }
}

fn set(name: &str, value: &str) -> String {
    format!("{name}={value}; HttpOnly; SameSite=Lax; Path=/")
}

/// The values of a cookie.
fn cookies<'a>(headers: &'a HeaderMap, name: &'static str) -> impl Iterator<Item = &'a str> {
    let all = headers.get_all(COOKIE).into_iter();
    let pairs = all.flat_map(|value| value.to_str().unwrap_or_default().split(';'));
    pairs.filter_map(move |pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Whether a value may be one that we have given out.
fn is_visitor(value: &str) -> bool {
    value.len() == VISITOR_LENGTH && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

const VISITOR_LENGTH: usize = 16;

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// A page of another site may make a browser ask; only its own pages may ask for anything here.
fn is_own(headers: &HeaderMap) -> bool {
    if !headers.contains_key(ORIGIN) {
        return true;
    }
    let origin = text(headers, ORIGIN.as_str()).unwrap_or_default();
    let host = origin.split_once("://").map(|(_, host)| host);
    host.is_some() && host == text(headers, HOST.as_str())
}

/// A name that points at this machine may belong to a stranger, so a server without a token answers to plain addresses alone.
fn is_known_host(headers: &HeaderMap) -> bool {
    let host = text(headers, HOST.as_str()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    name == "localhost" || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok()
}

/// The address that a request comes from, as limits count it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        // `watch` puts it there.
        parts
            .extensions
            .get::<ClientAddress>()
            .copied()
            .ok_or(ApiError::Internal)
    }
}

fn refused(status: StatusCode, why: &str) -> Response {
    (status, error_body(why)).into_response()
}

/// Lets a request through, or says why not.
pub(crate) async fn watch(
    State(guard): State<Guard>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = group(guard.0.proxies.client(peer.ip(), request.headers()));
    request.extensions_mut().insert(ClientAddress(address));
    let player = guard.player(&request);
    let is_playing = player
        .as_ref()
        .is_some_and(|player| guard.0.budget.is_playing(address, player));
    // An event stream would keep the place for as long as it likes.
    let is_short = !request.uri().path().ends_with("/events");
    if request.extensions().get::<PlayersOnly>().is_some() && !(is_playing && is_short) {
        let mut full = refused(
            StatusCode::SERVICE_UNAVAILABLE,
            "too many connections; try again in a moment",
        );
        full.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        full.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
        return full;
    }
    if !guard.0.budget.take(address, player) {
        let mut often = refused(StatusCode::TOO_MANY_REQUESTS, "too many requests; slow down");
        often.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        return often;
    }
    if guard.0.token.is_none() && !is_known_host(request.headers()) {
        return refused(StatusCode::FORBIDDEN, "this address is not known here");
    }
    if request.method() != Method::GET && !is_own(request.headers()) {
        return refused(StatusCode::FORBIDDEN, "another site's page may not ask for this");
    }
    let (to, has_token) = enter::without_token(request.uri());
    if !enter::is_public(&request) {
        let shown = guard.shown(address, &request);
        if shown != TokenCheck::Accepted {
            return turned_away(shown, &request, &to);
        }
    }
    // A token leaves the address bar, and with it the history, screenshots and whatever people copy.
    if has_token && enter::is_for_page(&request) {
        return enter::lead_on(&guard, &to);
    }
    let is_new = enter::wants_page(&request) && cookies(request.headers(), VISITOR).next().is_none();
    let mut response = next.run(request).await;
    if is_new
        && let Ok(visitor) = random::letters(VISITOR_LENGTH)
        && let Ok(cookie) = HeaderValue::from_str(&set(VISITOR, &visitor))
    {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// People get a page that asks for the token, programs a line.
fn turned_away(shown: TokenCheck, request: &Request, to: &str) -> Response {
    if enter::wants_page(request) {
        return enter::page(shown, to);
    }
    match shown {
        TokenCheck::TooManyTries => {
            let why = "too many wrong tokens came from this address; wait a few seconds";
            let mut often = refused(StatusCode::TOO_MANY_REQUESTS, why);
            often.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
            often
        }
        _ => refused(
            StatusCode::UNAUTHORIZED,
            "the token is missing or wrong; it was printed when the server started",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value")))
            .collect()
    }

    #[test]
    fn only_its_own_pages_may_ask() {
        assert!(is_own(&headers(&[("host", "127.0.0.1:7")])), "no browser");
        assert!(is_own(&headers(&[
            ("host", "127.0.0.1:7"),
            ("origin", "http://127.0.0.1:7")
        ])));
        assert!(!is_own(&headers(&[
            ("host", "127.0.0.1:7"),
            ("origin", "http://evil.example")
        ])));
        assert!(!is_own(&headers(&[("host", "127.0.0.1:7"), ("origin", "null")])));
    }

    #[test]
    fn a_strangers_name_for_this_machine_is_not_answered() {
        for (host, is_known) in [
            ("127.0.0.1:80", true),
            ("localhost", true),
            ("[::1]:80", true),
            ("evil.example:80", false),
            ("", false),
        ] {
            assert_eq!(is_known_host(&headers(&[("host", host)])), is_known, "{host}");
        }
    }

    #[test]
    fn cookies_are_found_among_others() {
        let headers = headers(&[
            ("cookie", "a=b; truel_visitor=x; truel_visitors=z"),
            ("cookie", "truel_visitor=y"),
        ]);
        assert_eq!(cookies(&headers, VISITOR).collect::<Vec<_>>(), ["x", "y"]);
    }
}
