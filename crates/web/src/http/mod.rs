//! What can be asked over HTTP: pages, games, tables; and what is asked of every request.

mod assets;
mod error;
mod guard;
mod lobby;
mod replay;
mod seated;
mod stream;
mod studio;

pub use lobby::{MadeTable, NewTable};
pub use studio::Studio;

use crate::catalogue::Catalogue;
use crate::room::{House, Rooms};
use crate::settings::Settings;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use guard::Rates;
use std::sync::Arc;
use std::time::Duration;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

/// The most bytes of a request, and of a save file that is brought.
const REQUEST: usize = 64 << 10;
const SAVE: usize = 4 << 20;
/// A request that is not a stream is answered in this time, or not at all.
const PATIENCE: Duration = Duration::from_secs(30);

/// What every request can ask.
pub struct Server {
    /// The games there are.
    pub catalogue: Catalogue,
    /// What tables need.
    pub house: Arc<House>,
    /// Where they stand.
    pub rooms: Rooms,
    /// What whoever started the server said.
    pub settings: Settings,
    /// The studio, where there is one.
    pub studio: Option<Studio>,
    rates: Rates,
    streams: Arc<tokio::sync::Semaphore>,
}

impl Server {
    /// A server over a house.
    pub fn new(settings: Settings, catalogue: Catalogue, house: Arc<House>, rooms: Rooms, studio: Option<Studio>) -> Self {
        let rates = Rates::new(settings.rate);
        let streams = Arc::new(tokio::sync::Semaphore::new(settings.streams));
        Server { catalogue, house, rooms, settings, studio, rates, streams }
    }
}

/// Everything that is always answered with: no script but ours, no frame, nothing kept by others.
const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// The whole service.
pub fn router(server: Arc<Server>) -> Router {
    let asked = Router::new()
        .route("/api/games", get(lobby::games))
        .route("/api/games/{game}/picture.svg", get(lobby::picture))
        .route("/api/tables", get(lobby::open_tables).post(lobby::create))
        .route("/api/mine", post(lobby::mine))
        .route("/api/tables/{id}/join", post(seated::join))
        .route("/api/tables/{id}/board", get(seated::board))
        .route("/api/tables/{id}/rules", get(seated::rules))
        .route("/api/tables/{id}/position", get(seated::position))
        .route("/api/tables/{id}/act", post(seated::act))
        .route("/api/tables/{id}/why", post(seated::why))
        .route("/api/tables/{id}/undo", post(seated::undo))
        .route("/api/tables/{id}/agree", post(seated::agree))
        .route("/api/tables/{id}/name", post(seated::rename))
        .route("/api/tables/{id}/save", get(seated::save))
        .route("/api/tables/{id}/replay", get(replay::replay))
        .route("/api/tables/{id}/fork", post(replay::fork))
        .route("/api/tables/{id}/think", post(replay::think))
        .layer(DefaultBodyLimit::max(REQUEST))
        .merge(studio::router())
        .route("/api/import", post(lobby::import).layer(DefaultBodyLimit::max(SAVE)))
        .layer(TimeoutLayer::with_status_code(axum::http::StatusCode::SERVICE_UNAVAILABLE, PATIENCE));
    let mut router = Router::new()
        .merge(asked)
        .route("/api/tables/{id}/events", get(stream::events))
        .route("/", get(assets::lobby))
        .route("/t/{id}", get(assets::table))
        .route("/assets/{file}", get(assets::asset))
        .route("/health", get(|| async { "ok" }))
        .fallback(error::nothing_here)
        .layer(from_fn_with_state(server.clone(), studio::gate))
        .layer(from_fn_with_state(server.clone(), guard::check));
    for (name, value) in HEADERS {
        router =
            router.layer(SetResponseHeaderLayer::if_not_present(HeaderName::from_static(name), HeaderValue::from_static(value)));
    }
    router.with_state(server)
}
