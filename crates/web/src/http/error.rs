//! What is said when something cannot be done: a code for the page, a sentence for people.

use crate::room::NoTable;
use crate::store::StoreError;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use railwright::session::ActError;
use serde_json::{Value, json};

/// An answer that is no success.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    body: Value,
}

impl ApiError {
    /// An error with its code and its sentence.
    pub fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        ApiError { status, body: json!({ "code": code, "message": message.into() }) }
    }

    /// What was sent makes no sense.
    pub fn bad(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::BAD_REQUEST, "bad-request", message)
    }

    /// Whoever asks may not.
    pub fn forbidden(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::FORBIDDEN, "not-yours", message)
    }

    /// The sentence.
    pub fn message(&self) -> String {
        self.body["message"].as_str().unwrap_or_default().to_owned()
    }

    /// The same with a further field.
    pub fn with(mut self, key: &str, value: Value) -> Self {
        self.body[key] = value;
        self
    }

    /// A move that the rules refuse, or that is none.
    pub fn act(error: &ActError) -> Self {
        match error {
            ActError::NotUnderstood(reason) => ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "not-understood", reason.clone()),
            ActError::Refused(refusal) => ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", refusal.reason.clone())
                .with("rule", refusal.rule.as_str().into())
                .with("place", refusal.cited.place.as_str().into())
                .with("cites", refusal.cited.cites.clone().into()),
            ActError::Fault(_) => ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken-rules", error.to_string()),
        }
    }

    /// What is not saved.
    pub fn unsaved(reason: impl Into<String>) -> Self {
        ApiError::new(StatusCode::INSUFFICIENT_STORAGE, "not-saved", reason)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}

impl From<NoTable> for ApiError {
    fn from(reason: NoTable) -> Self {
        match reason {
            NoTable::Unknown => {
                ApiError::new(StatusCode::NOT_FOUND, "no-such-table", "there is no such table; old ones are cleared away")
            }
            NoTable::Broken(reason) => ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", reason),
            NoTable::Busy => ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too much is asked at once; try again"),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Stale => ApiError::new(StatusCode::CONFLICT, "stale", "somebody was quicker"),
            failed @ StoreError::Failed(_) => ApiError::unsaved(failed.to_string()),
        }
    }
}

/// What no address leads to.
pub async fn nothing_here() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "nothing-here", "there is nothing at this address")
}
