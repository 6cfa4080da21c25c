//! Gives every error the same JSON shape, `{"error": "one line"}`, also those that the framework
//! writes. Only the page that asks for the token stays HTML.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{ALLOW, CONTENT_TYPE};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::error_body;

/// The longest body of the framework's own errors.
const LONGEST: usize = 8 * 1024;

/// Turns an error that is not JSON into ours.
pub(crate) async fn as_json(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    let kind = response.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    let is_error = status.is_client_error() || status.is_server_error();
    let is_ours = kind.is_some_and(|kind| kind == b"application/json" || kind.starts_with(b"text/html"));
    if !is_error || is_ours {
        return response;
    }
    let allow = response.headers().get(ALLOW).cloned();
    let written = to_bytes(response.into_body(), LONGEST).await.unwrap_or_default();
    let words = String::from_utf8_lossy(&written);
    let reason = status.canonical_reason().unwrap_or("error").to_lowercase();
    let mut shaped = (
        status,
        error_body(if words.trim().is_empty() { &reason } else { &words }),
    )
        .into_response();
    if let Some(allow) = allow {
        shaped.headers_mut().insert(ALLOW, allow);
    }
    shaped.map(Body::new)
}
