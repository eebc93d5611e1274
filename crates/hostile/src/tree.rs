//! Damage to the tree of a TOML file: values replaced, moved, removed, said again, nested or made huge.

use crate::Choices;
use toml::{Table, Value};

/// How often a structured input is changed at most.
const CHANGES: usize = 4;
/// As deep as a value is nested, which is deeper than files may nest.
const DEEP: usize = 100;
/// As many times as a list says its first value again.
const LONG: usize = 300;

/// A good file with one to four values changed; now and then something of another good file is put in.
pub fn disturbed(text: &str, others: &[Table], choices: &mut Choices) -> Vec<u8> {
    let Ok(table) = text.parse::<Table>() else { return text.as_bytes().to_vec() };
    let mut tree = Value::Table(table);
    for _ in 0..=choices.below(CHANGES) {
        match choices.below(5) {
            0 => graft(&mut tree, others, choices),
            _ => disturb(&mut tree, choices),
        }
    }
    toml::to_string(&tree).unwrap_or_default().into_bytes()
}

/// Puts an entry of another file where it stands there, or where something of its kind stands here: its action among the actions, its
/// step in the place of a step.
fn graft(tree: &mut Value, others: &[Table], choices: &mut Choices) {
    let Some(other) = choices.pick(others) else { return };
    let Some((section, entries)) = other.iter().nth(choices.below(other.len())) else { return };
    let entry = entries.as_table().and_then(|entries| entries.iter().nth(choices.below(entries.len())));
    let Some(here) = tree.as_table_mut() else { return };
    match (here.get_mut(section), entry) {
        (Some(Value::Table(here)), Some((name, entry))) => {
            let known: Vec<String> = here.keys().cloned().collect();
            let name = if choices.below(2) == 0 { Some(name) } else { choices.pick(&known) };
            drop(name.map(|name| here.insert(name.clone(), entry.clone())));
        }
        _ => drop(here.insert(section.clone(), entries.clone())),
    }
}

fn disturb(tree: &mut Value, choices: &mut Choices) {
    let all = all_paths(tree);
    let Some(path) = choices.pick(&all).cloned() else { return };
    let Some((last, parent)) = path.split_last() else { return };
    match choices.below(6) {
        0 => match at(tree, parent) {
            Some(Value::Table(table)) => drop(table.remove(last)),
            Some(Value::Array(list)) => drop(last.parse().ok().filter(|i| *i < list.len()).map(|i: usize| list.remove(i))),
            _ => {}
        },
        1 => {
            let other = choices.pick(&all).cloned().unwrap_or_default();
            let copy = at(tree, &other).map(|value| value.clone());
            if let (Some(value), Some(copy)) = (at(tree, &path), copy) {
                *value = copy;
            }
        }
        2 => {
            // Said again under another name, or under the name of something else.
            let copy = at(tree, &path).map(|value| value.clone());
            let name = choices.pick(&all).and_then(|other| other.last()).cloned().unwrap_or_default();
            match (at(tree, parent), copy) {
                (Some(Value::Table(table)), Some(copy)) => drop(table.insert(name, copy)),
                (Some(Value::Array(list)), Some(copy)) => list.push(copy),
                _ => {}
            }
        }
        3 => {
            // Words of an expression or of a move.
            if let Some(Value::String(text)) = at(tree, &path) {
                let mut words = crate::damage::words(text);
                let language = words.clone();
                crate::damage::reword(&mut words, &language, choices);
                *text = words.concat();
            } else if let Some(Value::Integer(number)) = at(tree, &path) {
                *number = number.wrapping_add(choices.below(7) as i64 - 3);
            }
        }
        _ => {
            if let Some(value) = at(tree, &path) {
                *value = strange(value.clone(), choices);
            }
        }
    }
}

fn strange(was: Value, choices: &mut Choices) -> Value {
    const NUMBERS: [i64; 14] = [0, 1, -1, 2, 7, 40, 63, 64, 255, 256, 65_536, i32::MAX as i64 + 1, i64::MAX, i64::MIN];
    const TEXTS: [&str; 14] = [
        "",
        "-",
        "*",
        "deck",
        "trains",
        "1 / 0",
        "size(hand) > 0",
        "not (",
        "0 - 9223372036854775807",
        "9223372036854775807 * 2",
        "total",
        "äöü",
        "red",
        "1",
    ];
    match choices.below(9) {
        0 => Value::Boolean(choices.below(2) == 0),
        1..=3 => Value::Integer(choices.pick(&NUMBERS).copied().unwrap_or(0)),
        4 => Value::String(choices.pick(&TEXTS).copied().unwrap_or("").to_owned()),
        5 => Value::Array(Vec::new()),
        6 => Value::Table(Table::new()),
        7 => (0..1 + choices.below(DEEP)).fold(was, |inner, _| Value::Array(vec![inner])),
        _ => match was {
            Value::Array(list) => Value::Array(list.iter().cycle().take(LONG.min(list.len() * LONG)).cloned().collect()),
            Value::String(text) => Value::String(text.repeat(LONG)),
            other => Value::Array(vec![other; LONG]),
        },
    }
}

/// All paths of a tree.
pub fn all_paths(value: &Value) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    paths(value, &mut Vec::new(), &mut all);
    all
}

fn paths(value: &Value, path: &mut Vec<String>, all: &mut Vec<Vec<String>>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Table(table) => table.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(i, value)| (i.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    for (key, child) in children {
        path.push(key);
        all.push(path.clone());
        paths(child, path, all);
        path.pop();
    }
}

/// The value at a path.
pub fn at<'v>(value: &'v mut Value, path: &[String]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, step| match value {
        Value::Table(table) => table.get_mut(step),
        Value::Array(list) => list.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    })
}
