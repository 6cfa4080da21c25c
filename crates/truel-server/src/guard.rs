//! Access control: rejects requests from other sites' pages, without the token if there is one, and
//! beyond the rate limit.

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

/// The cookie of a browser that has shown the token, and the cookie that identifies a browser.
const COOKIE_NAME: &str = "truel_token";
const VISITOR: &str = "truel_visitor";

/// The rules for requests.
#[derive(Clone, Debug)]
pub(crate) struct Guard(Arc<Rules>);

#[derive(Debug)]
struct Rules {
    token: Option<Token>,
    /// The value of the token's cookie.
    cookie: String,
    proxies: Proxies,
    budget: Budget,
    rooms: Rooms,
}

/// The result of a token check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenCheck {
    /// It is right, or the server needs none.
    Accepted,
    /// There is none.
    Missing,
    /// It is another one.
    Wrong,
    /// This address has sent so many wrong tokens that none is checked for now.
    TooManyTries,
}

impl Guard {
    /// Rules with this token, or without one for everybody who reaches the port. Each address may
    /// send `rate` requests a second. The cookie is made with `secret`.
    pub(crate) fn new(token: Option<Token>, secret: &str, rate: f64, proxies: Proxies, rooms: Rooms) -> Self {
        Guard(Arc::new(Rules {
            cookie: token.as_ref().map(|token| token.cookie(secret)).unwrap_or_default(),
            token,
            proxies,
            budget: Budget::new(rate),
            rooms,
        }))
    }

    /// Checks the tokens of a request.
    pub(crate) fn check_tokens(&self, address: IpAddr, given: &[&str]) -> TokenCheck {
        let Some(token) = &self.0.token else {
            return TokenCheck::Accepted;
        };
        if given.is_empty() {
            return TokenCheck::Missing;
        }
        // Counted before it is compared: beyond the limit nobody learns whether a guess is right.
        if !self.0.budget.take_guess(address) {
            return TokenCheck::TooManyTries;
        }
        if !given.iter().any(|given| token.is(given)) {
            return TokenCheck::Wrong;
        }
        self.0.budget.give_back_guess(address);
        TokenCheck::Accepted
    }

    fn check_request(&self, address: IpAddr, request: &Request) -> TokenCheck {
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
        self.check_tokens(address, &given)
    }

    /// The cookie for a browser that has shown the token. Browsers send it when they follow a link
    /// from another site (`Lax`), so people can send each other the address of a room. Requests
    /// that change something are checked by their origin.
    pub(crate) fn cookie(&self) -> Option<HeaderValue> {
        self.0.token.as_ref()?;
        HeaderValue::from_str(&set(COOKIE_NAME, &self.0.cookie)).ok()
    }

    /// The player, if the request is for a room in use.
    fn player(&self, request: &Request) -> Option<Player> {
        let rest = request.uri().path().strip_prefix("/api/rooms/")?;
        let room = rest.split('/').next()?;
        let visitor = cookies(request.headers(), VISITOR).find(|value| is_visitor(value));
        let is_live = self.0.rooms.is_live(room);
        is_live.then(|| visitor.unwrap_or(room).to_owned())
    }
}

fn set(name: &str, value: &str) -> String {
    format!("{name}={value}; HttpOnly; SameSite=Lax; Path=/")
}

/// The values of a cookie. The crate `cookie` would not make this or `set` shorter, and brings five
/// crates for dates that nobody needs here.
fn cookies<'a>(headers: &'a HeaderMap, name: &'static str) -> impl Iterator<Item = &'a str> {
    let all = headers.get_all(COOKIE).into_iter();
    let pairs = all.flat_map(|value| value.to_str().unwrap_or_default().split(';'));
    pairs.filter_map(move |pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Whether a value may be one that this server has set.
fn is_visitor(value: &str) -> bool {
    value.len() == VISITOR_LENGTH && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

const VISITOR_LENGTH: usize = 16;

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether a request comes from no page, or from a page of this server. Pages of other sites can
/// make a browser send requests, too.
fn is_same_origin(headers: &HeaderMap) -> bool {
    if !headers.contains_key(ORIGIN) {
        return true;
    }
    let origin = text(headers, ORIGIN.as_str()).unwrap_or_default();
    let host = origin.split_once("://").map(|(_, host)| host);
    host.is_some() && host == text(headers, HOST.as_str())
}

/// Whether the host is `localhost` or a plain address. A stranger's name may point at this machine,
/// so a server without a token answers to no other host.
fn is_known_host(headers: &HeaderMap) -> bool {
    let host = text(headers, HOST.as_str()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    name == "localhost" || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok()
}

/// The address of a request, as limits count it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        // `guard` puts it there.
        parts
            .extensions
            .get::<ClientAddress>()
            .copied()
            .ok_or(ApiError::Internal)
    }
}

fn reject(status: StatusCode, why: &str) -> Response {
    (status, error_body(why)).into_response()
}

/// Passes a request on, or rejects it.
pub(crate) async fn guard(
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
    // An event stream would keep the connection for as long as it likes.
    let is_short = !request.uri().path().ends_with("/events");
    if request.extensions().get::<PlayersOnly>().is_some() && !(is_playing && is_short) {
        let mut full = reject(
            StatusCode::SERVICE_UNAVAILABLE,
            "too many connections; try again in a moment",
        );
        full.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        full.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
        return full;
    }
    if !guard.0.budget.take(address, player) {
        let mut often = reject(StatusCode::TOO_MANY_REQUESTS, "too many requests; slow down");
        often.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        return often;
    }
    if guard.0.token.is_none() && !is_known_host(request.headers()) {
        return reject(StatusCode::FORBIDDEN, "this address is not known here");
    }
    if request.method() != Method::GET && !is_same_origin(request.headers()) {
        return reject(StatusCode::FORBIDDEN, "another site's page may not ask for this");
    }
    let (to, has_token) = enter::without_token(request.uri());
    if !enter::is_public(&request) {
        let check = guard.check_request(address, &request);
        if check != TokenCheck::Accepted {
            return unauthorized(check, &request, &to);
        }
    }
    // The token must leave the address bar, and so the history, screenshots and copied addresses.
    if has_token && enter::is_for_page(&request) {
        return enter::redirect_with_cookie(&guard, &to);
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

/// Rejects a request without the token. People get a page that asks for it, programs a line.
fn unauthorized(check: TokenCheck, request: &Request, to: &str) -> Response {
    if enter::wants_page(request) {
        return enter::page(check, to);
    }
    match check {
        TokenCheck::TooManyTries => {
            let why = "too many wrong tokens came from this address; wait a few seconds";
            let mut often = reject(StatusCode::TOO_MANY_REQUESTS, why);
            often.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
            often
        }
        _ => reject(
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
    fn only_its_own_pages_may_send_requests() {
        assert!(is_same_origin(&headers(&[("host", "127.0.0.1:7")])), "no browser");
        assert!(is_same_origin(&headers(&[
            ("host", "127.0.0.1:7"),
            ("origin", "http://127.0.0.1:7")
        ])));
        assert!(!is_same_origin(&headers(&[
            ("host", "127.0.0.1:7"),
            ("origin", "http://evil.example")
        ])));
        assert!(!is_same_origin(&headers(&[
            ("host", "127.0.0.1:7"),
            ("origin", "null")
        ])));
    }

    #[test]
    fn a_strangers_name_for_this_machine_is_rejected() {
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
