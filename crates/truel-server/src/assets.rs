//! The pages, inside the binary.

use std::path::Path;

use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::ApiError;

/// `pages/` has a link to each file and folder of `web/` that is served, so that tests and tools
/// stay out of the binary.
#[derive(Embed)]
#[folder = "pages"]
struct Web;

/// The file that a path names; every other path is a page of the one document.
pub(crate) async fn serve(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return ApiError::NotFound("there is nothing at this address".into()).into_response();
    }
    let is_page = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let name = if is_page { "index.html" } else { path };
    match page(name) {
        Some(data) => answer(name, data, &request),
        None => (StatusCode::NOT_FOUND, "there is no such page").into_response(),
    }
}

/// The content of a file. A debug build reads it from disk, where rust-embed would refuse what lies
/// in a linked folder.
fn page(name: &str) -> Option<Vec<u8>> {
    if cfg!(debug_assertions) {
        let is_known = Web::iter().any(|known| known == name);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("pages").join(name);
        return is_known.then(|| std::fs::read(path).ok()).flatten();
    }
    Web::get(name).map(|file| file.data.into_owned())
}

fn answer(name: &str, data: Vec<u8>, request: &Request) -> Response {
    let tag = format!("\"{:016x}\"", xxh3_64(&data));
    if request
        .headers()
        .get(IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == tag.as_bytes())
    {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let mut response = data.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    response
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Only in the repository: a package from the registry has copies in place of the links.
    #[test]
    fn every_page_of_the_web_folder_has_its_link() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let web = root.join("../../web");
        if !web.is_dir() {
            return;
        }
        let is_served = |name: &String| {
            let kind = Path::new(name).extension().and_then(|kind| kind.to_str());
            let is_folder = web.join(name).is_dir() && !["tests", "node_modules"].contains(&name.as_str());
            is_folder || kind.is_some_and(|kind| ["html", "css", "js", "svg"].contains(&kind))
        };
        let names = |folder: &Path| -> BTreeSet<String> {
            let entries = folder.read_dir().expect("the folder can be read");
            entries
                .map(|entry| {
                    entry
                        .expect("an entry can be read")
                        .file_name()
                        .to_string_lossy()
                        .into_owned()
                })
                .filter(|name| !name.starts_with('.'))
                .collect()
        };
        let served: BTreeSet<String> = names(&web).into_iter().filter(is_served).collect();
        assert_eq!(
            names(&root.join("pages")),
            served,
            "left: crates/truel-server/pages, right: web"
        );
        assert!(page("index.html").is_some() && page("board/board.js").is_some());
        assert!(page("../Cargo.toml").is_none() && page("tests/axe.test.mjs").is_none());
    }
}
