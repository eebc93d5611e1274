//! JSON Schemas of game, map and scenario files, and definitions of the host functions, for editors.
//!
//! A file is only a part of a game: its parents and its map say the rest. So nothing is required here, and a table that leaves out
//! its `do` may have the keys of any mechanic.

use railwright_rules::compile::schema::{COMPANY, FILE, GAME, KIND, LANE, LIKENESS, LINE, MAP, OVERLAY, PLACE};
use railwright_rules::{flow, mechanics};
use railwright_scenario::SCHEMA as SCENARIO;
use railwright_script::host_functions;
use railwright_source::{JSON_SCHEMA_DRAFT, Schema, anchor, json_object, json_schema};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// The schema of a game file.
pub fn game() -> Value {
    let mut document = json_object(&GAME);
    let mut definitions = Map::new();
    for schema in GAME.nested().into_iter().chain([&PLACE, &LINE, &LANE, &COMPANY, &KIND]) {
        define(schema, &mut definitions);
    }
    // Attributes and fields are declared by the game itself.
    for schema in [&PLACE, &LINE, &LANE, &COMPANY, &KIND] {
        definitions[&anchor(schema.name)]["additionalProperties"] = true.into();
    }
    let entries = |schema: &Schema| json!({ "$ref": pointer(schema) });
    definitions[&anchor("cards")]["properties"]["kinds"]["additionalProperties"] = entries(&KIND);
    definitions[&anchor("line")]["properties"]["lanes"]["items"] = json!({ "anyOf": [{ "type": "string" }, entries(&LANE)] });
    let properties = &mut document["properties"];
    properties["places"]["additionalProperties"] = entries(&PLACE);
    properties["lines"]["additionalProperties"] = entries(&LINE);
    properties["companies"]["additionalProperties"] = entries(&COMPANY);
    properties["actions"]["additionalProperties"] = kinds(mechanics::SCHEMAS, &mut definitions);
    properties["steps"]["additionalProperties"] = kinds(flow::SCHEMAS, &mut definitions);
    reuse(&mut document, &mut definitions);
    let parts = document["properties"].as_object().cloned().unwrap_or_default();
    // An overlay holds any part of the game.
    let mut overlay = json_object(&OVERLAY);
    extend(&mut overlay["properties"], &parts);
    definitions.insert(anchor(OVERLAY.name), overlay);
    extend(&mut document["properties"], json_object(&FILE)["properties"].as_object().unwrap_or(&Map::new()));
    finish(document, definitions, "A game file of Railwright")
}

/// The schema of a map file.
pub fn map() -> Value {
    let whole = game();
    let mut document = json_object(&MAP);
    let mut properties = Map::new();
    for key in MAP.all_keys() {
        let name = if key.name == "map-name" { "name" } else { key.name };
        properties.insert(name.to_owned(), whole["properties"][key.name].clone());
    }
    // Cards, companies and sets may belong to the board, and what is odd about it is allowed beside it.
    for name in ["cards", "companies", "sets", "tables", "allow"] {
        properties.insert(name.to_owned(), whole["properties"][name].clone());
    }
    document["properties"] = properties.into();
    let definitions = whole["definitions"].as_object().cloned().unwrap_or_default();
    finish(document, definitions, "A map file of Railwright")
}

/// The schema of a scenario file.
pub fn scenario() -> Value {
    let mut document = json_schema(&SCENARIO);
    document["title"] = "A scenario of Railwright".into();
    document
}

/// Declarations of all functions that rule scripts can call, in the form that Rhai's language server reads.
pub fn rhai_definitions() -> String {
    let mut text = String::from("module static;\n");
    for function in host_functions() {
        let arguments: String = arguments(function.arguments).iter().map(|name| format!(", {name}: ?")).collect();
        let gives = match function.gives {
            "number" | "seat" => "int",
            "true or false" => "bool",
            "text" | "place" | "kind" => "String",
            "" => "()",
            list if list.starts_with("ids") || list.starts_with("list") || list == "seats" || list == "two places" => "Array",
            _ => "?",
        };
        let _ = write!(
            text,
            "\n/// {}. {}.\nfn {}(table: table{arguments}) -> {gives};\n",
            function.text,
            function.group.text(),
            function.name
        );
    }
    text
}

/// Names of arguments that can be written in a script, each different.
fn arguments(list: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in list.split(", ").filter(|name| !name.is_empty()) {
        let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        names.push(if names.contains(&name) { format!("{name}_{}", names.len() + 1) } else { name });
    }
    names
}

fn pointer(schema: &Schema) -> String {
    format!("#/definitions/{}", anchor(schema.name))
}

fn define(schema: &Schema, definitions: &mut Map<String, Value>) {
    definitions.insert(anchor(schema.name), json_object(schema));
}

/// An action or step: one of the kinds there are, each with its own keys.
fn kinds(schemas: &[(&str, &'static Schema)], definitions: &mut Map<String, Value>) -> Value {
    let mut choices = Vec::new();
    for (name, schema) in schemas {
        schema.nested().into_iter().for_each(|nested| define(nested, definitions));
        let mut object = json_object(schema);
        object["properties"]["do"] = json!({ "enum": [name], "description": schema.doc });
        definitions.insert(anchor(schema.name), object);
        choices.push(json!({ "$ref": pointer(schema) }));
    }
    json!({ "anyOf": choices })
}

fn extend(properties: &mut Value, more: &Map<String, Value>) {
    if let Value::Object(fields) = properties {
        for (key, value) in more {
            fields.entry(key.clone()).or_insert_with(|| value.clone());
        }
    }
}

/// What entries of the game's tables may have besides their keys, and what may stand for a list: see [`LIKENESS`].
fn reuse(document: &mut Value, definitions: &mut Map<String, Value>) {
    let likeness = json_object(&LIKENESS)["properties"].as_object().cloned().unwrap_or_default();
    let tables: Vec<Value> = document["properties"].as_object().into_iter().flatten().map(|(_, table)| table.clone()).collect();
    let mut entries = Vec::new();
    for entry in tables.iter().filter_map(|table| table.get("additionalProperties")) {
        let choices = entry["anyOf"].as_array().cloned().unwrap_or_else(|| vec![entry.clone()]);
        entries.extend(choices.iter().filter_map(|choice| Some(choice["$ref"].as_str()?.rsplit('/').next()?.to_owned())));
    }
    for entry in entries {
        if let Some(definition) = definitions.get_mut(&entry) {
            extend(&mut definition["properties"], &likeness);
        }
    }
    allow_changes(document);
    definitions.values_mut().for_each(allow_changes);
    let list = json!({ "type": "array" });
    let change = json!({
        "title": "change of a list",
        "description": "puts items into a list that is inherited, or takes some out",
        "type": "object",
        "properties": { "add": list, "without": list, "before": {}, "after": {} },
        "additionalProperties": false,
    });
    definitions.insert(CHANGE.to_owned(), change);
}

const CHANGE: &str = "list-change";

/// Lets a change stand wherever a key takes a list.
fn allow_changes(table: &mut Value) {
    let Some(properties) = table["properties"].as_object_mut() else { return };
    for property in properties.values_mut() {
        let is_list = |value: &Value| value["type"] == "array";
        let several = property["anyOf"].as_array().is_some_and(|choices| choices.iter().any(is_list));
        let change = json!({ "$ref": format!("#/definitions/{CHANGE}") });
        if several {
            if let Some(choices) = property["anyOf"].as_array_mut() {
                choices.extend([change.clone(), json!({ "type": "array", "items": change })]);
            }
        } else if is_list(property) {
            let mut own = property.take();
            let description = own.as_object_mut().and_then(|own| own.remove("description")).unwrap_or_default();
            let changes = json!({ "type": "array", "items": change });
            *property = json!({ "description": description, "anyOf": [own, change, changes] });
        }
    }
}

/// The whole document: nothing is required, because every file is only a part.
fn finish(mut document: Value, mut definitions: Map<String, Value>, title: &str) -> Value {
    definitions.values_mut().filter_map(Value::as_object_mut).for_each(|fields| drop(fields.remove("required")));
    document["$schema"] = JSON_SCHEMA_DRAFT.into();
    document["title"] = title.into();
    document["definitions"] = definitions.into();
    if let Value::Object(fields) = &mut document {
        fields.remove("required");
    }
    document
}
