//! The studio: a page on a folder of game files that whoever started the server owns. Everything here is for them alone.

mod files;
mod gate;
mod map;
mod scenarios;
mod text;

pub use gate::gate;

use super::Server;
use super::error::ApiError;
use super::lobby::in_background;
use crate::secret;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::{get, post};
use railwright::draw::Drawing;
use railwright::rules::Rules;
use railwright_studio::background::Background;
use railwright_studio::{Desk, DeskError, Folder, FolderError};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most bytes of a request: a whole file, and more than any has.
const REQUEST: usize = 4 << 20;

/// What the studio of a server has.
pub struct Studio {
    desk: Mutex<Desk>,
    drawing: Mutex<Drawing>,
    background: Background,
    /// Games as they were saved last, to be compared with what the next save makes of them.
    saved: Mutex<BTreeMap<PathBuf, Arc<Rules>>>,
    /// What the secret in the address hashes to, and the name of the cookie that shows it from then on.
    key: String,
    cookie: String,
}

impl Studio {
    /// A studio on a folder, and the secret that opens it.
    pub fn open(folder: &Path) -> std::io::Result<(Self, String)> {
        let folder = Folder::open(folder)?;
        let secret = secret::new();
        let key = secret::hashed(&secret);
        let cookie = format!("studio-{}", &key[..8]);
        let (desk, saved) = (Mutex::new(Desk::new(folder)), Mutex::default());
        Ok((Studio { desk, drawing: Mutex::default(), background: Background::default(), saved, key, cookie }, secret))
    }

    /// The desk, for a moment: nothing that takes long is done while it is held.
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    fn studio(&self) -> Result<&Studio, ApiError> {
        self.studio.as_ref().ok_or_else(|| {
            ApiError::new(StatusCode::NOT_FOUND, "no-studio", "this server has no studio; `railwright studio` has")
        })
    }
}

/// Does something in the studio, beside the threads that answer.
async fn at_desk<T: Send + 'static>(
    server: Arc<Server>,
    what: impl FnOnce(&Studio) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    in_background(move || what(server.studio()?)).await
}

impl From<DeskError> for ApiError {
    fn from(error: DeskError) -> Self {
        let message = error.to_string();
        match error {
            DeskError::Folder(FolderError::Changed(theirs)) => {
                ApiError::new(StatusCode::CONFLICT, "changed", message).with("theirs", json!(theirs))
            }
            DeskError::Stale => ApiError::new(StatusCode::CONFLICT, "stale", message),
            DeskError::NoFile(_) | DeskError::Folder(FolderError::NotOurs(_)) => {
                ApiError::new(StatusCode::NOT_FOUND, "no-file", message)
            }
            DeskError::Edit(_) => ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "no-edit", message),
            DeskError::Folder(FolderError::Failed(_)) => ApiError::unsaved(message),
        }
    }
}

/// What the pages of the studio ask.
pub fn router() -> Router<Arc<Server>> {
    Router::new()
        .route("/studio", get(files::page))
        .route("/api/studio", get(files::state))
        .route("/api/studio/file", post(files::file))
        .route("/api/studio/write", post(files::write))
        .route("/api/studio/undo", post(files::undo))
        .route("/api/studio/save", post(files::save))
        .route("/api/studio/settle", post(files::settle))
        .route("/api/studio/new", post(files::new))
        .route("/api/studio/play", post(files::play))
        .route("/api/studio/edit", post(map::edit))
        .route("/api/studio/map", post(map::map))
        .route("/api/studio/suggest", post(map::suggest))
        .route("/api/studio/picture", post(map::picture))
        .route("/api/studio/print", get(map::print))
        .route("/api/studio/problems", post(text::problems))
        .route("/api/studio/complete", post(text::complete))
        .route("/api/studio/hover", post(text::hover))
        .route("/api/studio/scenarios", post(scenarios::run))
        .route("/api/studio/accept", post(scenarios::accept))
        .route("/api/studio/numbers", post(text::numbers))
        .layer(DefaultBodyLimit::max(REQUEST))
}
