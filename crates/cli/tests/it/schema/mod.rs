//! As much of JSON Schema as our schemas use; what they use beyond it fails the test.

use serde_json::Value;
use std::path::Path;

pub struct Schema(Value);

impl Schema {
    #[allow(dead_code)]
    pub fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Schema(serde_json::from_str(&text).expect("a schema is JSON"))
    }

    /// A schema that the program printed.
    #[allow(dead_code)] // each test file uses a part of this
    pub fn of(value: Value) -> Self {
        Schema(value)
    }

    /// What is wrong with a value that should be as the whole document says.
    #[allow(dead_code)]
    pub fn wrong_whole(&self, value: &Value) -> Option<String> {
        self.check(&self.0, value, "").err()
    }

    /// What is wrong with a value that should be as one of the definitions says.
    #[allow(dead_code)]
    pub fn wrong(&self, definition: &str, value: &Value) -> Option<String> {
        self.check(&self.0["$defs"][definition], value, "").err()
    }

    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let rules = schema.as_object().unwrap_or_else(|| panic!("no schema for {at}"));
        for (keyword, rule) in rules {
            match keyword.as_str() {
                "description" | "properties" | "title" | "default" | "$schema" | "definitions" => {}
                "$ref" => {
                    let pointer = rule.as_str().and_then(|r| r.strip_prefix('#')).expect("a definition");
                    let definition = self.0.pointer(pointer).unwrap_or_else(|| panic!("{pointer} is not defined"));
                    self.check(definition, value, at)?;
                }
                "allOf" | "anyOf" | "oneOf" => self.several(keyword, rule, value, at)?,
                "items" => {
                    for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(rule, item, &format!("{at}[{i}]"))?;
                    }
                }
                "additionalProperties" if *rule == Value::Bool(true) => {}
                "additionalProperties" => {
                    let known = rules.get("properties").and_then(Value::as_object);
                    for (key, field) in
                        value.as_object().into_iter().flatten().filter(|(key, _)| known.is_none_or(|k| !k.contains_key(*key)))
                    {
                        match rule {
                            Value::Bool(false) => return Err(format!("{at} has {key}")),
                            other => self.check(other, field, &format!("{at}.{key}"))?,
                        }
                    }
                }
                _ => check_alone(keyword, rule, value, at)?,
            }
        }
        for (key, rule) in rules.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if let Some(field) = value.get(key) {
                self.check(rule, field, &format!("{at}.{key}"))?;
            }
        }
        Ok(())
    }

    /// Keywords that put several schemas together.
    fn several(&self, keyword: &str, rule: &Value, value: &Value, at: &str) -> Result<(), String> {
        let tried: Vec<_> = rule.as_array().expect("a list").iter().map(|one| self.check(one, value, at)).collect();
        if keyword == "allOf" {
            return tried.into_iter().collect();
        }
        let fits = tried.iter().filter(|one| one.is_ok()).count();
        let why = tried.into_iter().filter_map(Result::err).collect::<Vec<_>>().join(" | ");
        match (keyword, fits) {
            ("anyOf", 0) => Err(format!("{at} fits none of several: {why}")),
            ("anyOf", _) | (_, 1) => Ok(()),
            _ => Err(format!("{at} fits {fits} of several: {why}")),
        }
    }
}

/// Keywords that say something of a value itself.
fn check_alone(keyword: &str, rule: &Value, value: &Value, at: &str) -> Result<(), String> {
    match keyword {
        "minItems" | "maxItems" => {
            let (length, bound) = (value.as_array().map(Vec::len), rule.as_u64().expect("a number") as usize);
            if length.is_some_and(|n| if keyword == "minItems" { n < bound } else { n > bound }) {
                return Err(format!("{at} has the wrong length"));
            }
        }
        "type" => {
            let types: Vec<&str> = rule
                .as_array()
                .map_or_else(|| vec![rule.as_str()], |l| l.iter().map(Value::as_str).collect())
                .into_iter()
                .flatten()
                .collect();
            if !types.iter().any(|of| is(value, of)) {
                return Err(format!("{at} is not {}", types.join(" or ")));
            }
        }
        "const" if value != rule => return Err(format!("{at} is not {rule}")),
        "enum" if !rule.as_array().expect("a list").contains(value) => return Err(format!("{at} is {value}")),
        "const" | "enum" => {}
        "minimum" | "maximum" => {
            let (number, bound) = (value.as_f64(), rule.as_f64().expect("a number"));
            if number.is_some_and(|n| if keyword == "minimum" { n < bound } else { n > bound }) {
                return Err(format!("{at} is beyond {bound}"));
            }
        }
        "required" => {
            let names = rule.as_array().expect("a list").iter().filter_map(Value::as_str);
            if let Some(missing) = names.into_iter().find(|name| value.get(name).is_none()) {
                return Err(format!("{at} has no {missing}"));
            }
        }
        other => panic!("the schema uses {other}, which this test does not know"),
    }
    Ok(())
}

fn is(value: &Value, of: &str) -> bool {
    match of {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the schema has a type {other}"),
    }
}
