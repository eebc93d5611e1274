//! Values as the page sends them, and as TOML has them.

use serde_json::Value as Json;
use toml_edit::{Array, InlineTable, Key, Value};

/// A value as TOML has it; nothing for what TOML has no word for.
pub fn to_toml(json: &Json) -> Option<Value> {
    Some(match json {
        Json::Null => return None,
        Json::Bool(value) => (*value).into(),
        Json::Number(number) => match number.as_i64() {
            Some(number) => number.into(),
            None => number.as_f64()?.into(),
        },
        Json::String(text) => text.as_str().into(),
        Json::Array(list) => {
            let mut array = Array::new();
            for one in list {
                array.push(to_toml(one)?);
            }
            array.into()
        }
        Json::Object(map) => {
            let mut table = InlineTable::new();
            for (key, value) in map {
                if let Some(value) = to_toml(value) {
                    table.insert(key, value);
                }
            }
            table.into()
        }
    })
}

/// A value of the file as the page is sent it.
pub fn to_json(value: &Value) -> Json {
    match value {
        Value::String(text) => text.value().as_str().into(),
        Value::Integer(number) => (*number.value()).into(),
        Value::Float(number) => (*number.value()).into(),
        Value::Boolean(value) => (*value.value()).into(),
        Value::Datetime(time) => time.value().to_string().into(),
        Value::Array(array) => array.iter().map(to_json).collect(),
        Value::InlineTable(table) => Json::Object(table.iter().map(|(key, value)| (key.to_owned(), to_json(value))).collect()),
    }
}

/// A value in one line.
pub fn text(value: &Value) -> String {
    value.to_string().trim().to_owned()
}

/// Keys with dots between, each in quotes where it needs them.
pub fn dotted(keys: &[&str]) -> String {
    keys.iter().map(|key| Key::new(*key).to_string()).collect::<Vec<_>>().join(".")
}

/// Plain data as a whole file; nothing for what TOML has no word for.
#[must_use]
pub fn whole(json: &Json) -> Option<String> {
    let mut text = String::new();
    for (key, value) in json.as_object()?.iter().filter(|(_, value)| !value.is_null()) {
        text += &format!("{} = {}\n", dotted(&[key]), self::text(&to_toml(value)?));
    }
    Some(text)
}
