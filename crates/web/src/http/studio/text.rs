//! The text pane: what is wrong, what could be typed, what a word means. It is what every editor is told by `crates/language`.

use super::super::Server;
use super::super::error::ApiError;
use super::at_desk;
use super::files::Named;
use axum::Json;
use axum::extract::State;
use railwright_language::{Position, Workspace};
use railwright_studio::board::{Outlook, within};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// A workspace with the texts of the desk, so that the desk is free while it thinks.
fn workspace(studio: &super::Studio) -> Workspace {
    let desk = studio.desk();
    let mut workspace = Workspace::open(desk.folder().root());
    for (path, text) in desk.held() {
        workspace.change(path, text);
    }
    workspace
}

/// What is wrong with the game of a file, in all its files.
pub async fn problems(State(server): State<Arc<Server>>, Json(named): Json<Named>) -> Result<Json<Value>, ApiError> {
    at_desk(server, move |studio| {
        let root = studio.desk().folder().root().to_owned();
        let path = studio.desk().folder().path(&named.file).map_err(|error| ApiError::bad(error.to_string()))?;
        let workspace = workspace(studio);
        let game = workspace.games_of(&path).into_iter().next();
        let mut found = workspace.diagnostics(&path);
        if let Some(all) = game.as_ref().and_then(|game| workspace.check(game, &|| false)) {
            found.extend(all.into_iter().filter(|problem| problem.file != path));
        }
        let problems: Vec<Value> = found
            .iter()
            .filter(|problem| problem.severity != "note")
            .map(|problem| {
                let mut told = json!(problem);
                told["file"] = within(&root, &problem.file).into();
                told
            })
            .collect();
        Ok(Json(json!({ "problems": problems, "game": game.map(|game| within(&root, &game)) })))
    })
    .await
}

/// A place in a file, and its text as it is being typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    file: String,
    text: String,
    line: u32,
    character: u32,
}

async fn asked(
    server: Arc<Server>,
    asked: Asked,
    what: impl FnOnce(&Workspace, &std::path::Path, Position) -> Value + Send + 'static,
) -> Result<Json<Value>, ApiError> {
    at_desk(server, move |studio| {
        let path = studio.desk().folder().path(&asked.file).map_err(|error| ApiError::bad(error.to_string()))?;
        let mut workspace = workspace(studio);
        workspace.change(&path, asked.text);
        Ok(Json(what(&workspace, &path, Position { line: asked.line, character: asked.character })))
    })
    .await
}

/// What could be typed at a place.
pub async fn complete(State(server): State<Arc<Server>>, Json(body): Json<Asked>) -> Result<Json<Value>, ApiError> {
    asked(server, body, |workspace, path, at| json!(workspace.complete(path, at))).await
}

/// What stands at a place: what the manual says, the value in the whole game, and where it comes from.
pub async fn hover(State(server): State<Arc<Server>>, Json(body): Json<Asked>) -> Result<Json<Value>, ApiError> {
    asked(server, body, |workspace, path, at| json!(workspace.hover(path, at))).await
}

/// The numbers of a game that are changed most, with where they are written.
pub async fn numbers(State(server): State<Arc<Server>>, Json(named): Json<Named>) -> Result<Json<Value>, ApiError> {
    at_desk(server, move |studio| {
        let (outlook, root) = {
            let mut desk = studio.desk();
            desk.open(&named.file)?;
            (Outlook::of(&desk, &named.file), desk.folder().root().to_owned())
        };
        Ok(Json(railwright_studio::numbers::numbers(&outlook, &root)))
    })
    .await
}
