//! At a table: sitting down, looking, moving, asking why not, taking back.

use super::Server;
use super::error::ApiError;
use super::lobby::{in_background, person};
use crate::room::{ActRefused, LiveTable, NoTable, Seen, UndoAnswer, Viewer};
use crate::secret;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use railwright::core::id::SeatId;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// A move has no more letters than that.
const LONGEST_MOVE: usize = 2000;

/// The secret that somebody shows.
pub fn token(headers: &HeaderMap) -> Option<String> {
    let shown = headers.get(AUTHORIZATION)?.to_str().ok()?;
    shown.strip_prefix("Bearer ").map(str::to_owned)
}

/// Does something at a table as whoever shows the secret.
pub async fn as_viewer<T: Send + 'static>(
    server: &Server,
    id: &str,
    headers: &HeaderMap,
    what: impl FnOnce(&mut LiveTable, Viewer) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    if !secret::is_table_id(id) {
        return Err(NoTable::Unknown.into());
    }
    let token = token(headers);
    let done = server.rooms.at(id, move |table| match table.viewer(token.as_deref()) {
        Some(viewer) => what(table, viewer),
        None => Err(not_here(token.is_some())),
    });
    done.await?
}

/// The same for those who sit there.
async fn as_seat<T: Send + 'static>(
    server: &Server,
    id: &str,
    headers: &HeaderMap,
    what: impl FnOnce(&mut LiveTable, SeatId) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let what = |table: &mut LiveTable, viewer: Viewer| match viewer.seat() {
        Some(seat) => what(table, seat),
        None => Err(ApiError::forbidden("you watch this table; only those who sit at it can do that")),
    };
    as_viewer(server, id, headers, what).await
}

/// What is said to somebody who may not look.
pub fn not_here(shown: bool) -> ApiError {
    let message =
        if shown { "this link opens no seat at this table" } else { "this table is for those who have a link to a seat" };
    ApiError::new(StatusCode::UNAUTHORIZED, "no-seat", message)
}

/// Somebody who was invited.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Joining {
    invite: String,
    #[serde(default)]
    name: String,
}

/// Takes up an invitation.
pub async fn join(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    Json(joining): Json<Joining>,
) -> Result<Json<Value>, ApiError> {
    if !secret::is_table_id(&id) {
        return Err(NoTable::Unknown.into());
    }
    let name = person(&joining.name);
    let joined = server.rooms.at(&id, move |table| table.join(&joining.invite, &name)).await?;
    let taken = |_| {
        ApiError::new(StatusCode::CONFLICT, "taken", "this invitation was taken up before, or is none; ask for your own link")
    };
    let (seat, token) = joined.map_err(taken)?;
    Ok(Json(json!({ "seat": seat + 1, "token": token })))
}

/// The board and all that is known before the game begins.
pub async fn board(State(server): State<Arc<Server>>, Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    let kept = as_viewer(&server, &id, &headers, |table, _| Ok(table.kept().clone())).await?;
    let kind = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "private, max-age=600")];
    Ok((kind, kept.about().to_owned()).into_response())
}

/// The rules of the game in Markdown.
pub async fn rules(State(server): State<Arc<Server>>, Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    let of = |table: &mut LiveTable, _| Ok((table.kept().clone(), table.header().clone()));
    let (kept, header) = as_viewer(&server, &id, &headers, of).await?;
    in_background(move || {
        let kind = [(CONTENT_TYPE, "text/markdown; charset=utf-8"), (CACHE_CONTROL, "private, max-age=600")];
        Ok((kind, kept.rulebook(&header).to_owned()).into_response())
    })
    .await
}

/// How it stands.
pub async fn position(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, ApiError> {
    as_viewer(&server, &id, &headers, |table, viewer| Ok(Json(whole(table, viewer)))).await
}

/// Everything a viewer may know, with who that is.
pub fn whole(table: &mut LiveTable, viewer: Viewer) -> Value {
    let mut told = table.position(viewer, &mut Seen::default()).unwrap_or_default();
    told["you"] = viewer.seat().map(|seat| seat.0 + 1).into();
    told
}

/// A move and the revision it follows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Acting {
    #[serde(rename = "do")]
    text: String,
    after: usize,
}

/// Moves.
pub async fn act(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(acting): Json<Acting>,
) -> Result<Json<Value>, ApiError> {
    if acting.text.len() > LONGEST_MOVE {
        return Err(ApiError::bad("no move is that long"));
    }
    let act = move |table: &mut LiveTable, seat: SeatId| {
        let done = table.act(seat, &acting.text, acting.after);
        done.map_err(|refused| not_done(table, seat, &refused))?;
        Ok(Json(json!({ "done": true })))
    };
    as_seat(&server, &id, &headers, act).await
}

fn not_done(table: &mut LiveTable, seat: SeatId, refused: &ActRefused) -> ApiError {
    match refused {
        ActRefused::Act(error) => ApiError::act(error),
        ActRefused::Store(reason) => ApiError::unsaved(reason.clone()),
        ActRefused::Stale => {
            let now = whole(table, Viewer::Seat(seat));
            ApiError::new(StatusCode::CONFLICT, "stale", "something has happened since; look again").with("position", now)
        }
    }
}

/// What somebody wonders about: a move, or a thing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wondering {
    #[serde(default, rename = "do")]
    text: Option<String>,
    #[serde(default)]
    thing: Option<String>,
}

/// Says why something is not possible.
pub async fn why(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(wondering): Json<Wondering>,
) -> Result<Json<Value>, ApiError> {
    let asked = wondering.text.as_deref().or(wondering.thing.as_deref()).unwrap_or_default();
    if asked.is_empty() || asked.len() > LONGEST_MOVE {
        return Err(ApiError::bad("say `do` or `thing`"));
    }
    let why = move |table: &mut LiveTable, seat: SeatId| {
        Ok(Json(match (&wondering.text, &wondering.thing) {
            (Some(text), _) => table.why(seat, text),
            (None, thing) => table.why_not(seat, thing.as_deref().unwrap_or_default()),
        }))
    };
    as_seat(&server, &id, &headers, why).await
}

/// The revision that taking back follows, and whether it is meant though it looks back.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakingBack {
    after: usize,
    #[serde(default)]
    anyway: bool,
}

/// Takes back, or asks the others whether that may be.
pub async fn undo(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(taking): Json<TakingBack>,
) -> Result<Json<Value>, ApiError> {
    let undo = move |table: &mut LiveTable, seat: SeatId| {
        let answer = table.take_back(seat, taking.after, taking.anyway);
        undone(table, seat, answer)
    };
    as_seat(&server, &id, &headers, undo).await
}

/// Whether somebody agrees.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreeing {
    agree: bool,
}

/// Agrees that something is taken back, or does not.
pub async fn agree(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(agreeing): Json<Agreeing>,
) -> Result<Json<Value>, ApiError> {
    let agree = move |table: &mut LiveTable, seat: SeatId| {
        let answer = table.answer_undo(seat, agreeing.agree);
        undone(table, seat, answer)
    };
    as_seat(&server, &id, &headers, agree).await
}

fn undone(table: &mut LiveTable, seat: SeatId, answer: UndoAnswer) -> Result<Json<Value>, ApiError> {
    match answer {
        UndoAnswer::Done => Ok(Json(json!({ "done": true }))),
        UndoAnswer::Asked => Ok(Json(json!({ "done": false, "asked": true }))),
        UndoAnswer::Refused(reason) => Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "not-undone", reason)),
        UndoAnswer::LookingBack(reason) => Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "looking-back", reason)),
        UndoAnswer::Failed(refused) => Err(not_done(table, seat, &refused)),
    }
}

/// What somebody would like to be called.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Naming {
    name: String,
}

/// Changes what others call a seat.
pub async fn rename(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(naming): Json<Naming>,
) -> Result<Json<Value>, ApiError> {
    let rename = move |table: &mut LiveTable, seat: SeatId| {
        table.rename(seat, &person(&naming.name))?;
        Ok(Json(json!({ "done": true })))
    };
    as_seat(&server, &id, &headers, rename).await
}

/// The whole game as a save file, once it is over: before, it would tell every secret.
pub async fn save(State(server): State<Arc<Server>>, Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    let save = |table: &mut LiveTable, _| {
        let message = "a save holds every secret of its game; it is here once the game is over";
        table.save().ok_or_else(|| ApiError::new(StatusCode::CONFLICT, "not-over", message))
    };
    let text = as_viewer(&server, &id, &headers, save).await?;
    let name = format!("attachment; filename=\"{id}.railwright\"");
    Ok(([(CONTENT_TYPE, "application/jsonl".to_owned()), (CONTENT_DISPOSITION, name)], text).into_response())
}
