//! The board: what is on it, what the mouse does to it, how it will be printed.

use super::super::Server;
use super::super::error::ApiError;
use super::at_desk;
use super::files::Named;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use railwright::draw::{Paper, pdf, ticket_sheets, true_scale};
use railwright_studio::board::{self, Outlook};
use railwright_studio::deck::deck;
use railwright_studio::edit::Edit;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Arc, PoisonError};

/// What is done to a map.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Editing {
    file: String,
    edits: Vec<Edit>,
    /// What that is called when it can be taken back.
    what: String,
}

/// Does something to a file.
pub async fn edit(State(server): State<Arc<Server>>, Json(editing): Json<Editing>) -> Result<Json<Value>, ApiError> {
    at_desk(server, move |studio| {
        let what: String = editing.what.chars().filter(|c| !c.is_control()).take(80).collect();
        // Which fields of cards name places is only of interest where places go or change their ids.
        let asks = editing.edits.iter().any(|edit| matches!(edit, Edit::Remove { .. } | Edit::RenamePlace { .. }));
        let outlook = if asks { Some(Outlook::of(&studio.desk(), &editing.file)) } else { None };
        let meaning = board::meaning(outlook.and_then(|outlook| outlook.load()).as_ref());
        let mut desk = studio.desk();
        desk.look();
        desk.edit(&editing.file, &editing.edits, &meaning, &what)?;
        Ok(Json(json!({ "version": desk.open(&editing.file)?.version })))
    })
    .await
}

/// What is on a map.
pub async fn map(State(server): State<Arc<Server>>, Json(named): Json<Named>) -> Result<Json<Value>, ApiError> {
    at_desk(server, move |studio| {
        let (outlook, version) = {
            let mut desk = studio.desk();
            let version = desk.open(&named.file)?.version;
            (Outlook::of(&desk, &named.file), version)
        };
        let loaded = outlook.load();
        let mut told = board::described(&outlook, loaded.as_ref());
        told["version"] = version.into();
        let root = studio.desk().folder().root().to_owned();
        told["game_file"] = outlook.game.as_ref().map(|game| board::within(&root, game)).into();
        Ok(Json(told))
    })
    .await
}

/// How a map will be printed, and its figures.
pub async fn picture(State(server): State<Arc<Server>>, Json(named): Json<Named>) -> Result<Json<Value>, ApiError> {
    at_desk(server, move |studio| {
        let (outlook, version) = {
            let mut desk = studio.desk();
            let version = desk.open(&named.file)?.version;
            (Outlook::of(&desk, &named.file), version)
        };
        let loaded = outlook.load();
        let Some((rules, whole)) = outlook.rules(loaded) else {
            return Ok(Json(json!({ "version": version, "svg": Value::Null })));
        };
        let drawn = board::picture(&mut studio.drawing.lock().unwrap_or_else(PoisonError::into_inner), &rules);
        Ok(Json(json!({
            "version": version, "svg": drawn.svg, "scale": drawn.scale, "origin": drawn.origin, "whole": whole,
            "figures": board::figures(&rules),
        })))
    })
    .await
}

/// How many tickets somebody would like to have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    file: String,
    set: String,
    count: u16,
}

/// Puts a proposed deck in the place of the one that is there; it can be taken back.
pub async fn suggest(State(server): State<Arc<Server>>, Json(wanted): Json<Wanted>) -> Result<Json<Value>, ApiError> {
    at_desk(server, move |studio| {
        let outlook = {
            let mut desk = studio.desk();
            desk.open(&wanted.file)?;
            Outlook::of(&desk, &wanted.file)
        };
        let loaded = outlook.load();
        let meaning = board::meaning(loaded.as_ref());
        let edits = deck(&outlook, loaded, &wanted.set, wanted.count).map_err(|reason| ApiError::bad(reason.to_string()))?;
        let tickets = edits.len() - 1;
        studio.desk().edit(&wanted.file, &edits, &meaning, &format!("a deck of {tickets} tickets"))?;
        Ok(Json(json!({ "tickets": tickets })))
    })
    .await
}

/// What is to be printed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Printing {
    file: String,
    /// `board`, `tiles` or `tickets`.
    what: String,
}

/// The board in true size as one page or as sheets of A4, or its tickets, as PDF.
pub async fn print(State(server): State<Arc<Server>>, Query(printing): Query<Printing>) -> Result<Response, ApiError> {
    at_desk(server, move |studio| {
        let outlook = {
            let mut desk = studio.desk();
            desk.open(&printing.file)?;
            Outlook::of(&desk, &printing.file)
        };
        let loaded = outlook.load();
        let Some((rules, _)) = outlook.rules(loaded) else { return Err(ApiError::bad("there is nothing on the board yet")) };
        let board = || vec![railwright::draw::svg(&rules, None)];
        let (pictures, scale, paper) = match printing.what.as_str() {
            "board" => (board(), true_scale(&rules), None),
            "tiles" => (board(), true_scale(&rules), Some(Paper::A4)),
            "tickets" => (ticket_sheets(&rules), 1.0, Some(Paper::A4)),
            _ => return Err(ApiError::bad("what is printed is `board`, `tiles` or `tickets`")),
        };
        if pictures.is_empty() {
            return Err(ApiError::bad("there are no tickets yet"));
        }
        let bytes = pdf(&pictures, scale, paper).map_err(|error| ApiError::bad(error.to_string()))?;
        let name = format!("attachment; filename=\"{}.pdf\"", if printing.what == "tickets" { "tickets" } else { "board" });
        let head =
            [(CONTENT_TYPE, "application/pdf".to_owned()), (CONTENT_DISPOSITION, name), (CACHE_CONTROL, "no-store".to_owned())];
        Ok((head, bytes).into_response())
    })
    .await
}
