//! The scenarios of a game as it is saved: which pass, which happen otherwise than was kept, and keeping what happens now.

use super::super::Server;
use super::super::error::ApiError;
use super::at_desk;
use super::files::Named;
use axum::Json;
use axum::extract::State;
use railwright::run_scenarios;
use railwright::scenario::Verdict;
use railwright_studio::board::within;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

fn told(root: &Path, path: &Path, verdict: &Verdict) -> Value {
    let (state, text) = match verdict {
        Verdict::Passed | Verdict::Accepted => ("passed", String::new()),
        Verdict::Changed(difference) => ("changed", difference.to_string()),
        Verdict::New => ("new", "no outcome is kept yet".to_owned()),
        Verdict::Failed(problems) => ("failed", problems.render(false)),
        Verdict::Unwritten(reason) => ("failed", reason.to_string()),
    };
    json!({ "path": within(root, path), "state": state, "text": text })
}

/// Runs the scenarios beside a game.
pub async fn run(State(server): State<Arc<Server>>, Json(named): Json<Named>) -> Result<Json<Value>, ApiError> {
    at_desk(server, move |studio| {
        let folder = studio.desk().folder().clone();
        let path = folder.path(&named.file).map_err(|error| ApiError::bad(error.to_string()))?;
        let scenarios = path.with_file_name("scenarios");
        if !scenarios.is_dir() {
            return Ok(Json(json!({ "scenarios": [], "problems": [] })));
        }
        let summary = run_scenarios(&[scenarios], false);
        let all: Vec<Value> = summary.results.iter().map(|(path, verdict)| told(folder.root(), path, verdict)).collect();
        Ok(Json(json!({ "scenarios": all, "problems": summary.problems })))
    })
    .await
}

/// Keeps what happens now as what should happen.
pub async fn accept(State(server): State<Arc<Server>>, Json(named): Json<Named>) -> Result<Json<Value>, ApiError> {
    at_desk(server, move |studio| {
        let folder = studio.desk().folder().clone();
        let path = folder.path(&named.file).map_err(|error| ApiError::bad(error.to_string()))?;
        let summary = run_scenarios(&[path], true);
        let first = summary.results.first().ok_or_else(|| ApiError::bad("there is no such scenario"))?;
        Ok(Json(told(folder.root(), &first.0, &first.1)))
    })
    .await
}
