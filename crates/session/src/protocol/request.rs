//! A request as it was read: its method, and parameters that are each asked for by name and type.

use super::ProtocolError;
use railwright_core::id::SeatId;
use serde_json::{Map, Value};

/// The methods and the parameters each of them knows.
const METHODS: &[(&str, &[&str])] = &[
    ("start", &["players", "seats", "seed", "first", "options", "save"]),
    ("view", &["seat"]),
    ("legal", &["seat"]),
    ("act", &["seat", "do"]),
    ("undo", &["seat", "actions", "agreed"]),
    ("explain", &["seat", "do"]),
    ("events", &["seat", "since"]),
    ("score", &[]),
    ("save", &["file", "overwrite"]),
    ("quit", &[]),
];

/// What a program asks.
#[derive(Debug)]
pub struct Request {
    /// What is to be done.
    pub method: String,
    parameters: Map<String, Value>,
}

impl Request {
    /// Reads a request: the id that the answer is to be recognised by, if it has one, and what is asked or wrong.
    pub fn parse(line: &[u8]) -> (Value, Result<Self, ProtocolError>) {
        match serde_json::from_slice(line) {
            Ok(Value::Object(mut fields)) => (fields.remove("id").unwrap_or_default(), Self::read(fields)),
            Ok(_) => (Value::Null, Err(ProtocolError::new("bad-request", "a request is an object with a `method`"))),
            Err(error) => (Value::Null, Err(ProtocolError::new("bad-json", error.to_string()))),
        }
    }

    fn read(mut parameters: Map<String, Value>) -> Result<Self, ProtocolError> {
        let Some(Value::String(method)) = parameters.remove("method") else {
            return Err(ProtocolError::new("bad-request", "a request has a `method`, which is text"));
        };
        let Some((_, known)) = METHODS.iter().find(|(name, _)| *name == method) else {
            let names: Vec<&str> = METHODS.iter().map(|(name, _)| *name).collect();
            return Err(ProtocolError::new(
                "unknown-method",
                format!("there is no method `{}`; there are {}", shortened(&method), names.join(", ")),
            ));
        };
        if let Some(unknown) = parameters.keys().find(|key| !known.contains(&key.as_str())) {
            let knows = if known.is_empty() { "it has none".to_owned() } else { format!("it has {}", known.join(", ")) };
            return Err(ProtocolError::new(
                "bad-request",
                format!("`{method}` has no parameter `{}`; {knows}", shortened(unknown)),
            ));
        }
        Ok(Request { method, parameters })
    }

    fn get<'a, T>(&'a self, key: &str, what: &str, read: impl Fn(&'a Value) -> Option<T>) -> Result<Option<T>, ProtocolError> {
        match self.parameters.get(key).filter(|value| !value.is_null()) {
            None => Ok(None),
            Some(value) => match read(value) {
                Some(read) => Ok(Some(read)),
                None => Err(ProtocolError::new(
                    "bad-request",
                    format!("`{key}` must be {what}, not {}", shortened(&value.to_string())),
                )),
            },
        }
    }

    fn needed<T>(&self, key: &str, value: Option<T>) -> Result<T, ProtocolError> {
        value.ok_or_else(|| ProtocolError::new("bad-request", format!("`{}` needs `{key}`", self.method)))
    }

    /// A whole number.
    pub fn number(&self, key: &str) -> Result<Option<u64>, ProtocolError> {
        self.get(key, "a whole number that is not negative", Value::as_u64)
    }

    /// Yes or no; no if it is not said.
    pub fn flag(&self, key: &str) -> Result<bool, ProtocolError> {
        Ok(self.get(key, "true or false", Value::as_bool)?.unwrap_or(false))
    }

    /// A text.
    pub fn text(&self, key: &str) -> Result<Option<&str>, ProtocolError> {
        self.get(key, "text", Value::as_str)
    }

    /// A text that must be there.
    pub fn some_text(&self, key: &str) -> Result<&str, ProtocolError> {
        let text = self.text(key)?;
        self.needed(key, text)
    }

    /// A list of texts.
    pub fn texts(&self, key: &str) -> Result<Option<Vec<String>>, ProtocolError> {
        let one = |value: &Value| value.as_str().map(str::to_owned);
        self.get(key, "a list of texts", |value| value.as_array()?.iter().map(one).collect())
    }

    /// A seat of a game with so many players.
    pub fn seat(&self, players: u8) -> Result<Option<SeatId>, ProtocolError> {
        let Some(seat) = self.number("seat")? else { return Ok(None) };
        match u8::try_from(seat).ok().filter(|seat| (1..=players).contains(seat)) {
            Some(seat) => Ok(Some(SeatId(seat - 1))),
            None => Err(ProtocolError::new("bad-request", format!("`seat` must be a number from 1 to {players}, not {seat}"))),
        }
    }

    /// A seat that must be named.
    pub fn some_seat(&self, players: u8) -> Result<SeatId, ProtocolError> {
        let seat = self.seat(players)?;
        self.needed("seat", seat)
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() > 60 { text.chars().take(60).chain(['…']).collect() } else { text.to_owned() }
}
