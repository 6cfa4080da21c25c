//! Who may ask: strangers' pages may not, nor anybody without the token where one is set, nor anybody too often.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The cookie that carries the token.
const COOKIE_NAME: &str = "truel_token";

/// What is asked of a request.
#[derive(Clone, Debug)]
pub struct Guard(Arc<Rules>);

#[derive(Debug)]
struct Rules {
    token: Option<String>,
    /// Requests a second in the long run.
    rate: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

/// How much somebody may still ask; it fills up again with time.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    /// What may come at once, in seconds of the rate: a page asks for all its parts together.
    const SECONDS: f64 = 4.0;

    fn full(rate: f64, now: Instant) -> Self {
        Bucket {
            left: rate * Self::SECONDS,
            at: now,
        }
    }

    fn take(&mut self, rate: f64, now: Instant) -> bool {
        let filled = self.left + now.duration_since(self.at).as_secs_f64() * rate;
        (self.left, self.at) = (filled.min(rate * Self::SECONDS), now);
        let is_enough = self.left >= 1.0;
        if is_enough {
            self.left -= 1.0;
        }
        is_enough
    }
}

impl Guard {
    /// With this token, or for everybody who reaches the port; each address so many times a second.
    pub fn new(token: Option<String>, rate: f64) -> Self {
        Guard(Arc::new(Rules {
            token,
            rate,
            buckets: Mutex::default(),
        }))
    }

    fn may_ask(&self, address: IpAddr) -> bool {
        const MANY: usize = 10_000;
        let (now, mut buckets) = (
            Instant::now(),
            self.0.buckets.lock().unwrap_or_else(PoisonError::into_inner),
        );
        if buckets.len() > MANY {
            buckets.clear();
        }
        let rate = self.0.rate;
        buckets
            .entry(address)
            .or_insert_with(|| Bucket::full(rate, now))
            .take(rate, now)
    }

    fn knows(&self, request: &Request) -> bool {
        let Some(token) = &self.0.token else { return true };
        let headers = request.headers();
        let bearer = text(headers, AUTHORIZATION.as_str()).and_then(|value| value.strip_prefix("Bearer "));
        let query = request.uri().query().unwrap_or_default();
        let asked = query.split('&').find_map(|pair| pair.strip_prefix("token="));
        let cookies = text(headers, COOKIE.as_str()).unwrap_or_default();
        let cookie = cookies
            .split(';')
            .find_map(|pair| pair.trim().strip_prefix(COOKIE_NAME)?.strip_prefix('='));
        [bearer, asked, cookie]
            .into_iter()
            .flatten()
            .any(|given| is_same(given, token))
    }
}

/// Compared in a time that does not tell how much was right.
fn is_same(given: &str, token: &str) -> bool {
    given.len() == token.len()
        && given
            .bytes()
            .zip(token.bytes())
            .fold(0, |differs, (a, b)| differs | (a ^ b))
            == 0
}

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

/// Lets a request through, or says why not.
pub async fn watch(
    State(guard): State<Guard>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let refused =
        |status: StatusCode, why: &str| (status, axum::Json(serde_json::json!({ "error": why }))).into_response();
    if !guard.may_ask(from.ip()) {
        return refused(StatusCode::TOO_MANY_REQUESTS, "too many requests; slow down");
    }
    if guard.0.token.is_none() && !is_known_host(request.headers()) {
        return refused(StatusCode::FORBIDDEN, "this address is not known here");
    }
    if request.method() != Method::GET && !is_own(request.headers()) {
        return refused(StatusCode::FORBIDDEN, "another site's page may not ask for this");
    }
    if !guard.knows(&request) {
        return refused(
            StatusCode::UNAUTHORIZED,
            "the token is missing or wrong; it was printed when the server started",
        );
    }
    // Who came with the token in the address need not show it again.
    let asked = request.uri().query().is_some_and(|query| query.contains("token="));
    let mut response = next.run(request).await;
    if let Some(token) = guard.0.token.as_ref().filter(|_| asked)
        && let Ok(cookie) = HeaderValue::from_str(&format!("{COOKIE_NAME}={token}; HttpOnly; SameSite=Strict; Path=/"))
    {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let start = Instant::now();
        let mut bucket = Bucket::full(100.0, start);
        let taken = (0..1000).filter(|_| bucket.take(100.0, start)).count();
        assert_eq!(taken, 400);
        let later = start + Duration::from_secs(1);
        assert_eq!((0..1000).filter(|_| bucket.take(100.0, later)).count(), 100);
    }

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
    fn tokens_are_compared_whole() {
        assert!(is_same("abc", "abc"));
        assert!(!is_same("abd", "abc") && !is_same("ab", "abc") && !is_same("", "abc"));
    }
}
