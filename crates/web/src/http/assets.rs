//! The pages themselves: they are part of the program, and the same for every game.

use super::error::{ApiError, nothing_here};
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use std::sync::LazyLock;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

macro_rules! assets {
    ($($name:literal: $kind:expr,)*) => {
        /// Every file by its name, with its kind.
        const ASSETS: &[(&str, &str, &str)] = &[$(($name, $kind, include_str!(concat!("../../assets/", $name)))),*];
    };
}

assets! {
    "lobby.html": HTML,
    "table.html": HTML,
    "style.css": STYLE,
    "table.css": STYLE,
    "lobby.js": SCRIPT,
    "table.js": SCRIPT,
    "net.js": SCRIPT,
    "dom.js": SCRIPT,
    "mine.js": SCRIPT,
    "board.js": SCRIPT,
    "cards.js": SCRIPT,
    "moves.js": SCRIPT,
    "panels.js": SCRIPT,
    "replay.js": SCRIPT,
    "choose.js": SCRIPT,
    "rules.js": SCRIPT,
    "words.js": SCRIPT,
    "alerts.js": SCRIPT,
    "types.js": SCRIPT,
    "studio.html": HTML,
    "studio.css": STYLE,
    "studio.js": SCRIPT,
    "studio-board.js": SCRIPT,
    "studio-canvas.js": SCRIPT,
    "studio-overlay.js": SCRIPT,
    "studio-pointer.js": SCRIPT,
    "studio-keys.js": SCRIPT,
    "studio-inspector.js": SCRIPT,
    "studio-trace.js": SCRIPT,
    "studio-tickets.js": SCRIPT,
    "studio-text.js": SCRIPT,
    "studio-tokens.js": SCRIPT,
    "studio-numbers.js": SCRIPT,
    "studio-scenarios.js": SCRIPT,
    "studio-files.js": SCRIPT,
    "studio-effect.js": SCRIPT,
    "icon.svg": "image/svg+xml",
}

/// A number for all of them: a page that has the same need not be sent it again.
static STAMP: LazyLock<String> = LazyLock::new(|| {
    let all: String = ASSETS.iter().map(|(_, _, text)| *text).collect();
    format!("\"{:016x}\"", railwright::core::fnv::Fnv::of(all.as_bytes()))
});

fn served(name: &str, headers: &HeaderMap) -> Option<Response> {
    let (_, kind, text) = ASSETS.iter().find(|(known, _, _)| *known == name)?;
    let known = headers.get(IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == STAMP.as_bytes());
    let about = [(CONTENT_TYPE, *kind), (CACHE_CONTROL, "no-cache"), (ETAG, STAMP.as_str())];
    Some(if known { (StatusCode::NOT_MODIFIED, about).into_response() } else { (about, *text).into_response() })
}

/// A page by its name.
pub fn page(name: &str, headers: &HeaderMap) -> Response {
    served(name, headers).unwrap_or_default()
}

/// The first page.
pub async fn lobby(headers: HeaderMap) -> Response {
    served("lobby.html", &headers).unwrap_or_default()
}

/// The page of a table, whichever it is.
pub async fn table(headers: HeaderMap) -> Response {
    served("table.html", &headers).unwrap_or_default()
}

/// A file that the pages ask for.
pub async fn asset(Path(file): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    match served(&file, &headers) {
        Some(response) => Ok(response),
        None => Err(nothing_here().await),
    }
}
