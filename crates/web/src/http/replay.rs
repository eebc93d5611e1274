//! Looking back step by step; of games that are over with what a search would have done, and tables that go on from a step.

use super::Server;
use super::error::ApiError;
use super::lobby::{Place, in_background, keep, kind};
use super::seated::as_viewer;
use crate::room::{LiveTable, NOT_NOW};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use railwright::core::id::SeatId;
use railwright::script::Rhai;
use railwright::session::{Header, Session};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// Which step somebody would like to see, and as whom: a seat, or everything without one. Before the game is over that is always oneself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Looking {
    step: usize,
    #[serde(default)]
    seat: Option<u8>,
}

fn not_over() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "not-over", "a game can be gone on with from a step once it is over")
}

/// How it stood after a step.
pub async fn replay(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    Query(looking): Query<Looking>,
    headers: HeaderMap,
) -> Result<Json<Value>, ApiError> {
    let look = move |table: &mut LiveTable, viewer| {
        let seat = looking.seat.filter(|seat| (1..=table.header().players).contains(seat));
        Ok(Json(table.replay(looking.step, viewer, seat.map(|seat| SeatId(seat - 1)))))
    };
    as_viewer(&server, &id, &headers, look).await
}

/// A table that goes on from a step.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forking {
    step: usize,
    seats: Vec<Place>,
}

/// Makes a table that goes on from a step of a game that is over.
pub async fn fork(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(forking): Json<Forking>,
) -> Result<Json<Value>, ApiError> {
    let step = forking.step;
    let of = move |table: &mut LiveTable, _| {
        let entries = table.first_steps(step).ok_or_else(not_over)?;
        Ok((entries, table.header().clone(), table.kept().clone()))
    };
    let (entries, header, kept) = as_viewer(&server, &id, &headers, of).await?;
    in_background(move || {
        if forking.seats.len() != usize::from(header.players) {
            return Err(ApiError::bad(format!("the game has {} seats", header.players)));
        }
        let seats = forking.seats.iter().map(|place| kind(&place.who)).collect::<Result<Vec<_>, _>>()?;
        let session = Session::with_rules(Header { seats, ..header }, kept.rules.clone(), &Rhai);
        let mut session = session.map_err(|error| ApiError::bad(error.to_string()))?;
        for entry in &entries {
            session.follow(entry).map_err(|error| ApiError::bad(error.to_string()))?;
        }
        keep(&server, &kept, &session, &forking.seats, false)
    })
    .await
}

/// Of which step somebody asks what a search would do; of now without one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asking {
    #[serde(default)]
    step: Option<usize>,
}

/// What a search would do: its three best moves, and how many points each promises less than the first.
pub async fn think(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(asking): Json<Asking>,
) -> Result<Json<Value>, ApiError> {
    let ask = move |table: &mut LiveTable, viewer| {
        table.think(viewer, asking.step).map_err(|reason| ApiError::new(StatusCode::CONFLICT, "not-now", reason))
    };
    let thought = as_viewer(&server, &id, &headers, ask).await?.await;
    let best = thought.unwrap_or_else(|_| Err(NOT_NOW.to_owned())).map_err(ApiError::bad)?;
    let one = |(text, worse): &(String, f64)| json!({ "do": text, "worse": (worse * 10.0).round() / 10.0 });
    Ok(Json(best.iter().map(one).collect()))
}
