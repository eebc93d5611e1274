//! The schema as JSON Schema, for editors that complete and check while one writes.

use serde_json::{Map, Value, json};

use crate::manual::anchor;
use crate::schema::{KeyDecl, Kind, Need, Schema};

/// Which JSON Schema: the one that editors of TOML understand.
pub const JSON_SCHEMA_DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// A schema as a JSON Schema document; nested schemas are its definitions.
#[must_use]
pub fn json_schema(schema: &Schema) -> Value {
    let mut document = json_object(schema);
    let mut definitions: Map<String, Value> =
        schema.nested().into_iter().map(|nested| (anchor(nested.name), json_object(nested))).collect();
    let refers_to_itself = Value::Object(definitions.clone()).to_string() + &document.to_string();
    if refers_to_itself.contains(&format!("\"{}\"", pointer(schema))) {
        definitions.insert(anchor(schema.name), document.clone());
    }
    document["$schema"] = JSON_SCHEMA_DRAFT.into();
    if !definitions.is_empty() {
        document["definitions"] = definitions.into();
    }
    document
}

/// One table as JSON Schema says it; nested tables are only pointed to.
#[must_use]
pub fn json_object(schema: &Schema) -> Value {
    let keys = schema.all_keys();
    let properties: Map<String, Value> = keys.iter().map(|key| (key.name.to_owned(), property(key))).collect();
    let required: Vec<&str> = keys.iter().filter(|key| key.need == Need::Required).map(|key| key.name).collect();
    json!({
        "title": schema.name,
        "description": schema.doc,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// Where a document defines a nested table.
fn pointer(schema: &Schema) -> String {
    format!("#/definitions/{}", anchor(schema.name))
}

fn property(key: &KeyDecl) -> Value {
    let mut value = kind(&key.kind);
    if value.get("$ref").is_some() {
        // Beside a reference nothing else counts.
        value = json!({ "allOf": [value] });
    }
    if let Value::Object(fields) = &mut value {
        fields.insert("description".to_owned(), key.doc.into());
        if let Some(default) = key.default() {
            fields.insert("default".to_owned(), default.to_json());
        }
    }
    value
}

fn kind(of: &Kind) -> Value {
    let one_or_many = || json!({ "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] });
    match of {
        Kind::Bool => json!({ "type": "boolean" }),
        Kind::Int { min, max } => {
            let mut fields = Map::from_iter([("type".to_owned(), "integer".into())]);
            if *min > i64::MIN {
                fields.insert("minimum".to_owned(), (*min).into());
            }
            if *max < i64::MAX {
                fields.insert("maximum".to_owned(), (*max).into());
            }
            fields.into()
        }
        Kind::Text | Kind::Name(_) => json!({ "type": "string" }),
        Kind::Word(words) => json!({ "enum": words }),
        Kind::Expr => json!({ "type": ["string", "integer", "boolean"] }),
        Kind::Point => {
            json!({ "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 })
        }
        Kind::IntList => json!({ "type": "array", "items": { "type": "integer" } }),
        Kind::Names(_) | Kind::Texts => one_or_many(),
        Kind::List(item) => json!({ "type": "array", "items": kind(item) }),
        Kind::Map(item) => json!({ "type": "object", "additionalProperties": kind(item) }),
        Kind::Table(schema) => definition(schema),
        Kind::Tables(schema) => {
            json!({ "type": "object", "additionalProperties": definition(schema) })
        }
        Kind::TableList(schema) => json!({ "type": "array", "items": definition(schema) }),
        Kind::OneOf(kinds) => json!({ "anyOf": kinds.iter().map(kind).collect::<Vec<_>>() }),
        Kind::Any | Kind::Include(_) => json!({}),
    }
}

fn definition(schema: &Schema) -> Value {
    json!({ "$ref": pointer(schema) })
}
