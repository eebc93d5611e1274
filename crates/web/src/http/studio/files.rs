//! The files of the folder: which there are, what they say, saving, undoing, new games, playing.

use super::super::Server;
use super::super::assets;
use super::super::error::ApiError;
use super::super::lobby::{MadeTable, in_background, make_of};
use super::{Studio, at_desk};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use railwright::bots::BotKind;
use railwright_language::Sort;
use railwright_studio::begin::{self, Beginning};
use railwright_studio::board::within;
use railwright_studio::{Draft, FolderError};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};

/// The page.
pub async fn page(headers: HeaderMap) -> Response {
    assets::page("studio.html", &headers)
}

fn word(sort: Sort) -> &'static str {
    match sort {
        Sort::Game => "game",
        Sort::Map => "map",
        Sort::Part => "part",
        Sort::Scenario => "scenario",
        Sort::Module => "module",
    }
}

/// The folder as it is: what another program did is taken in by asking.
pub async fn state(State(server): State<Arc<Server>>) -> Result<Json<Value>, ApiError> {
    at_desk(server, |studio| {
        let mut desk = studio.desk();
        desk.look();
        let listed = desk.list();
        let of = |name: &str| desk.drafts().find(|(known, _)| *known == name).map(|(_, draft)| draft.clone());
        let files: Vec<Value> = listed
            .iter()
            .map(|file| {
                let draft = of(&file.path);
                let games: Vec<String> =
                    if file.sort == Sort::Map { desk.workspace().games_of(desk.folder().root().join(&file.path)).iter().map(|game| within(desk.folder().root(), game)).collect() } else { Vec::new() };
                json!({
                    "path": file.path, "sort": word(file.sort), "name": file.name, "games": games,
                    "changed": draft.as_ref().is_some_and(Draft::is_changed),
                    "conflict": draft.as_ref().is_some_and(|draft| draft.conflict.is_some()),
                    "version": draft.map(|draft| draft.version),
                })
            })
            .collect();
        let (undo, redo) = desk.undo_and_redo();
        let told = json!({
            "folder": desk.folder().root().display().to_string(), "files": files, "revision": desk.revision(), "undo": undo, "redo": redo,
            "bundled": railwright::bundled_games(), "difference": studio.background.told(),
        });
        let mut told = told;
        told["news"] = desk.news().into();
        Ok(Json(told))
    })
    .await
}

/// A file of the folder.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// Its path within the folder.
    pub file: String,
}

/// What a file says.
pub async fn file(State(server): State<Arc<Server>>, Json(named): Json<Named>) -> Result<Json<Value>, ApiError> {
    at_desk(server, move |studio| {
        let mut desk = studio.desk();
        desk.look();
        let draft = desk.open(&named.file)?.clone();
        Ok(Json(json!({
            "text": draft.text, "version": draft.version, "changed": draft.is_changed(),
            "conflict": draft.conflict.map(|theirs| json!({ "theirs": theirs })),
        })))
    })
    .await
}

/// What somebody has typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Typed {
    file: String,
    version: u64,
    text: String,
}

/// Takes in what somebody has typed.
pub async fn write(State(server): State<Arc<Server>>, Json(typed): Json<Typed>) -> Result<Json<Value>, ApiError> {
    at_desk(server, move |studio| {
        let mut desk = studio.desk();
        desk.write(&typed.file, typed.version, &typed.text)?;
        Ok(Json(json!({ "version": desk.open(&typed.file)?.version })))
    })
    .await
}

/// Which way.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undoing {
    #[serde(default)]
    again: bool,
}

/// Takes the last step back, or does it again.
pub async fn undo(State(server): State<Arc<Server>>, Json(undoing): Json<Undoing>) -> Result<Json<Value>, ApiError> {
    at_desk(server, move |studio| Ok(Json(json!({ "files": studio.desk().undo(undoing.again) })))).await
}

/// Saves everything that is changed. What another program has changed in the same lines is left as it is, and said.
pub async fn save(State(server): State<Arc<Server>>, Json(_): Json<Value>) -> Result<Json<Value>, ApiError> {
    at_desk(server, move |studio| {
        let (names, games) = {
            let desk = studio.desk();
            let names: Vec<String> =
                desk.drafts().filter(|(_, draft)| draft.is_changed()).map(|(name, _)| name.to_owned()).collect();
            let mut games: Vec<PathBuf> = names
                .iter()
                .filter_map(|name| desk.folder().path(name).ok())
                .flat_map(|path| desk.workspace().games_with(path))
                .collect();
            games.sort();
            games.dedup();
            (names, games)
        };
        games.iter().for_each(|game| studio.remember(game));
        let mut saved = Vec::new();
        for name in &names {
            studio.desk().save(name)?;
            saved.push(name.clone());
        }
        games.iter().take(1).for_each(|game| studio.compare(game));
        Ok(Json(json!({ "saved": saved })))
    })
    .await
}

impl Studio {
    /// Keeps a game as it is on disk, if it can be played, to compare what becomes of it.
    fn remember(&self, game: &std::path::Path) {
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        if !saved.contains_key(game)
            && let Ok(loaded) = railwright::load(game.display().to_string())
        {
            saved.insert(game.to_owned(), loaded.rules().clone());
        }
    }

    /// Compares a game that was saved with what it was.
    fn compare(&self, game: &std::path::Path) {
        let Ok(loaded) = railwright::load(game.display().to_string()) else {
            self.background.stop();
            return;
        };
        let after = loaded.rules().clone();
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        let before = saved.insert(game.to_owned(), after.clone());
        let Some(before) = before.filter(|before| before.resolved != after.resolved && before.parts.seats == after.parts.seats)
        else {
            return;
        };
        let name = within(self.desk().folder().root(), game);
        self.background.begin(&name, before, after, &BotKind::Greedy);
    }
}

/// Whose text is to hold.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settling {
    file: String,
    mine: bool,
}

/// Settles what two programs have done to the same lines.
pub async fn settle(State(server): State<Arc<Server>>, Json(settling): Json<Settling>) -> Result<Json<Value>, ApiError> {
    at_desk(server, move |studio| {
        studio.desk().settle(&settling.file, settling.mine);
        Ok(Json(json!({ "done": true })))
    })
    .await
}

/// A new game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    name: String,
    /// `variant`, `sketch`, `empty` or `own`.
    kind: String,
    #[serde(default)]
    from: String,
}

/// Makes a new game in a folder of its own.
pub async fn new(State(server): State<Arc<Server>>, Json(wanted): Json<Wanted>) -> Result<Json<Value>, ApiError> {
    at_desk(server, move |studio| {
        let from = wanted.from.clone();
        let beginning = match wanted.kind.as_str() {
            "own" => Beginning::Own,
            "variant" => Beginning::Variant(from),
            "sketch" => Beginning::Sketch(Some(from).filter(|from| !from.is_empty())),
            "empty" => Beginning::Empty(from),
            _ => return Err(ApiError::bad("a game begins as `variant`, `sketch`, `empty` or `own`")),
        };
        let known = railwright::bundled_games();
        if let Beginning::Variant(from) | Beginning::Sketch(Some(from)) | Beginning::Empty(from) = &beginning
            && !known.contains(from)
        {
            return Err(ApiError::bad("there is no bundled game of that name"));
        }
        let files = begin::files(&wanted.name, &beginning).map_err(|error| ApiError::bad(error.to_string()))?;
        let folder = studio.desk().folder().clone();
        if folder.root().join(&wanted.name).exists() {
            return Err(ApiError::new(StatusCode::CONFLICT, "taken", format!("there is a `{}` already; take another name", wanted.name)));
        }
        for (name, text) in &files {
            folder.write(&format!("{}/{name}", wanted.name), text, None).map_err(|error: FolderError| ApiError::bad(error.to_string()))?;
        }
        // Outcomes of its scenarios are kept, so that they pass from the first moment on.
        let scenarios = folder.root().join(&wanted.name).join("scenarios");
        if scenarios.is_dir() {
            let _ = railwright::run_scenarios(&[scenarios], true);
        }
        studio.desk().look();
        let first = files.iter().map(|(name, _)| format!("{}/{name}", wanted.name)).collect::<Vec<_>>();
        Ok(Json(json!({ "files": first, "game": format!("{0}/{0}.toml", wanted.name), "map": format!("{0}/{0}-map.toml", wanted.name) })))
    })
    .await
}

/// A game to be played as it is saved.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Playing {
    game: String,
}

/// Makes a table of a game of the folder: whoever works on it against bots, as few as can be.
pub async fn play(State(server): State<Arc<Server>>, Json(playing): Json<Playing>) -> Result<Json<Value>, ApiError> {
    in_background(move || {
        let path = server.studio()?.desk().folder().path(&playing.game).map_err(|error| ApiError::bad(error.to_string()))?;
        let game = path.display().to_string();
        let loaded = railwright::load(game.as_str()).map_err(|problems| ApiError::bad(problems.to_string()))?;
        let mut seats = vec!["greedy"; loaded.players()];
        seats[0] = "me";
        let MadeTable { id, fragment } = make_of(&server, &game, &seats)?;
        Ok(Json(json!({ "address": format!("/t/{id}{fragment}") })))
    })
    .await
}
