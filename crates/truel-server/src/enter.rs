//! The page that asks a browser for the token.
//!
//! The form sends the token in a body and never in an address. Afterwards the browser is redirected
//! to the page that it requested. Only paths of this server are accepted there, whoever wrote the
//! form. No other page may send forms, so this one has a content policy of its own. It also lets
//! the browser send the form's origin, which `no-referrer` would forbid.

use axum::Form;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, LOCATION, REFERRER_POLICY, RETRY_AFTER, SET_COOKIE,
};
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

use crate::guard::{ClientAddress, Guard, TokenCheck};

const PAGE: &str = include_str!("enter.html");
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";
/// Where the form is sent.
pub(crate) const PATH: &str = "/enter";
/// The files that the page needs; they are public.
const PARTS: [&str; 3] = ["/style.css", "/enter.css", "/icon.svg"];

/// The fields of the form.
#[derive(Deserialize)]
pub(crate) struct Entry {
    #[serde(default)]
    token: String,
    #[serde(default)]
    to: String,
}

/// Whether a request needs no token, because it belongs to the page that asks for it.
pub(crate) fn is_public(request: &Request) -> bool {
    let path = request.uri().path();
    path == PATH || (is_reading(request.method()) && PARTS.contains(&path))
}

fn is_reading(method: &Method) -> bool {
    method == Method::GET || method == Method::HEAD
}

/// Whether a request is for a page rather than for the API.
pub(crate) fn is_for_page(request: &Request) -> bool {
    let path = request.uri().path();
    is_reading(request.method()) && path != "/api" && !path.starts_with("/api/")
}

/// Whether a browser requests a page for somebody to read.
pub(crate) fn wants_page(request: &Request) -> bool {
    let accept = request.headers().get(ACCEPT).and_then(|value| value.to_str().ok());
    is_for_page(request) && accept.is_some_and(|accept| accept.contains("text/html"))
}

/// The page, for a browser that requested `to`.
pub(crate) fn page(check: TokenCheck, to: &str) -> Response {
    let (status, complaint) = match check {
        TokenCheck::Wrong => (StatusCode::UNAUTHORIZED, "That token is not the right one."),
        TokenCheck::TooManyTries => (
            StatusCode::TOO_MANY_REQUESTS,
            "Too many wrong tokens came from your address. Wait a few seconds and try again.",
        ),
        TokenCheck::Missing | TokenCheck::Accepted => (StatusCode::UNAUTHORIZED, ""),
    };
    let (complaint, described) = match complaint {
        "" => (String::new(), ""),
        words => (
            format!(r#"<p class="complaint" id="complaint" role="alert">{words}</p>"#),
            r#"aria-invalid="true" aria-describedby="complaint""#,
        ),
    };
    let page = PAGE
        .replace("{{complaint}}", &complaint)
        .replace("{{described}}", described)
        .replace("{{to}}", &escape_html(local(to)));
    let headers = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (REFERRER_POLICY, "same-origin"),
        (CACHE_CONTROL, "no-store"),
    ];
    let mut response = (status, headers, Html(page)).into_response();
    if check == TokenCheck::TooManyTries {
        response
            .headers_mut()
            .insert(RETRY_AFTER, HeaderValue::from_static("5"));
    }
    response
}

/// Checks the token in the form, and redirects.
pub(crate) async fn enter(
    State(guard): State<Guard>,
    ClientAddress(address): ClientAddress,
    Form(entry): Form<Entry>,
) -> Response {
    match guard.check_tokens(address, &[&entry.token]) {
        TokenCheck::Accepted => redirect_with_cookie(&guard, &entry.to),
        check => page(check, &entry.to),
    }
}

/// The form's own address, opened in a browser.
pub(crate) async fn open_form() -> Response {
    redirect("/")
}

/// Redirects to a page of this server and sets the cookie.
pub(crate) fn redirect_with_cookie(guard: &Guard, to: &str) -> Response {
    let mut response = redirect(to);
    if let Some(cookie) = guard.cookie() {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}

/// Redirects to a page of this server.
pub(crate) fn redirect(to: &str) -> Response {
    let to = HeaderValue::from_str(local(to)).unwrap_or(HeaderValue::from_static("/"));
    let headers = [(LOCATION, to), (CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// The address of a request without its token, and whether there was one.
pub(crate) fn without_token(uri: &Uri) -> (String, bool) {
    let is_token = |pair: &&str| form_urlencoded::parse(pair.as_bytes()).any(|(name, _)| name == "token");
    let (tokens, rest): (Vec<&str>, Vec<&str>) = uri.query().unwrap_or_default().split('&').partition(is_token);
    let rest = match rest.join("&") {
        rest if rest.is_empty() => uri.path().to_owned(),
        rest => format!("{}?{rest}", uri.path()),
    };
    (rest, !tokens.is_empty())
}

/// `to` if it is a path of this server, or else `/`. After two slashes, or a backslash, a browser
/// expects another server's name.
fn local(to: &str) -> &str {
    let is_local = to.starts_with('/')
        && !to.starts_with("//")
        && !to.starts_with(PATH)
        && to.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if is_local { to } else { "/" }
}

fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_redirected_to_another_server() {
        for to in ["/", "/room/abc", "/analyse/chexers?moves=a%20b&ply=1", "/%2F/x"] {
            assert_eq!(local(to), to);
        }
        for to in [
            "",
            "x",
            "//evil.example",
            "/\\evil.example",
            "\\/evil.example",
            "/\t/evil.example",
            "/\n/evil.example",
            "http://evil.example/",
            "/é",
            "/enter",
        ] {
            assert_eq!(local(to), "/", "{to:?}");
        }
    }

    #[test]
    fn the_token_leaves_the_address_and_nothing_else_does() {
        for (address, rest) in [
            ("/?token=a", "/"),
            ("/?token=a&b=c&token=d", "/?b=c"),
            ("/room/x?b=%26token=1&%74oken=a", "/room/x?b=%26token=1"),
            ("/?tokens=1&a", "/?tokens=1&a"),
        ] {
            let is_gone = rest != address;
            assert_eq!(
                without_token(&address.parse().expect("an address")),
                (rest.to_owned(), is_gone)
            );
        }
    }

    #[test]
    fn what_was_wanted_cannot_leave_its_attribute() {
        assert_eq!(escape_html(r#"/?a="><script>&"#), "/?a=&quot;&gt;&lt;script&gt;&amp;");
    }
}
