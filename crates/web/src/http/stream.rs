//! What happens at a table as it happens: server-sent events, each with the sections that have changed for whoever looks.
//!
//! Nothing is kept for a page that does not read: when it can be written to again, it is told how things stand then.

use super::Server;
use super::error::ApiError;
use super::guard::Address;
use super::seated::{not_here, token};
use crate::room::{LiveTable, NoTable, Seen, Viewer};
use crate::secret;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;
use serde_json::Value;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, watch};

/// How often a page hears that the server is still there.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// A page that is connected.
struct Connected {
    server: Arc<Server>,
    id: String,
    viewer: Viewer,
    seen: Seen,
    changes: watch::Receiver<u64>,
    first: bool,
    from: Option<Address>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Connected {
    fn drop(&mut self) {
        if let Some(from) = self.from {
            self.server.rates.goes(from);
        }
        let viewer = self.viewer;
        let leave = move |table: &mut LiveTable| table.page(viewer, false);
        self.server.rooms.soon(&self.server.house.runtime, self.id.clone(), Duration::ZERO, leave);
    }
}

impl Connected {
    /// Waits until something has changed for whoever looks, and says what.
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        loop {
            if !self.first {
                self.changes.changed().await.ok()?;
            }
            self.changes.borrow_and_update();
            let (viewer, mut seen, first) = (self.viewer, self.seen.clone(), self.first);
            let look = move |table: &mut LiveTable| {
                let told = table.position(viewer, &mut seen).map(|mut told| {
                    if first {
                        told["you"] = viewer.seat().map(|seat| seat.0 + 1).into();
                    }
                    told
                });
                (told, seen)
            };
            // A table that cannot be opened now ends the stream; the page comes again by itself.
            let (told, seen): (Option<Value>, Seen) = self.server.rooms.at(&self.id, look).await.ok()?;
            (self.seen, self.first) = (seen, false);
            if let Some(told) = told {
                let event = Event::default().event(if first { "position" } else { "change" }).data(told.to_string());
                return Some((Ok(event), self));
            }
        }
    }
}

/// Connects a page.
pub async fn events(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    from: Option<Extension<Address>>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    if !secret::is_table_id(&id) {
        return Err(NoTable::Unknown.into());
    }
    let permit =
        server.streams.clone().try_acquire_owned().map_err(|_| {
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too many pages are connected; try again later")
        })?;
    let token = token(&headers);
    let sit = move |table: &mut LiveTable| {
        let viewer = table.viewer(token.as_deref()).ok_or_else(|| not_here(token.is_some()))?;
        table.page(viewer, true);
        Ok::<_, ApiError>((viewer, table.subscribe()))
    };
    let from = from.map(|Extension(from)| from);
    if from.is_some_and(|from| !server.rates.comes(from)) {
        return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many", "too many pages of this address are connected"));
    }
    let sat = server.rooms.at(&id, sit).await.map_err(ApiError::from).and_then(|sat| sat);
    let (viewer, changes) = sat.inspect_err(|_| from.into_iter().for_each(|from| server.rates.goes(from)))?;
    let connected = Connected { server, id, viewer, seen: Seen::default(), changes, first: true, from, _permit: permit };
    let beat = KeepAlive::new().interval(HEARTBEAT).text("here");
    Ok(([("x-accel-buffering", "no")], Sse::new(stream::unfold(connected, Connected::next)).keep_alive(beat)))
}
