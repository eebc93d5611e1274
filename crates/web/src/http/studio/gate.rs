//! Who may come in: whoever has the address that the program has said, and from then on their browser.

use super::super::Server;
use super::super::error::ApiError;
use crate::secret;
use axum::extract::{Request, State};
use axum::http::header::{COOKIE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Lets nobody through who has not shown the secret, where there is a studio; tables stand behind the same door.
pub async fn gate(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let Some(studio) = &server.studio else { return next.run(request).await };
    let path = request.uri().path();
    let shown = request.uri().query().and_then(|query| query.strip_prefix("key="));
    if let Some(key) = shown.filter(|_| path == "/studio" && request.method() == Method::GET) {
        if secret::hashed(key) != studio.key {
            return not_here();
        }
        // The secret does not stay in the address, where others could read it.
        let cookie = format!("{}={key}; Path=/; HttpOnly; SameSite=Strict", studio.cookie);
        return (StatusCode::SEE_OTHER, [(SET_COOKIE, cookie), (LOCATION, "/studio".to_owned())]).into_response();
    }
    let known = cookie(request.headers(), &studio.cookie).is_some_and(|key| secret::hashed(key) == studio.key);
    if known || path == "/health" { next.run(request).await } else { not_here() }
}

fn not_here() -> Response {
    let message = "the studio is for whoever started it: use the address that the program says, with its key";
    ApiError::new(StatusCode::UNAUTHORIZED, "no-key", message).into_response()
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(';'));
    all.filter_map(|pair| pair.trim().split_once('=')).find(|(known, _)| *known == name).map(|(_, value)| value)
}
