//! Save files: read and played back.

use super::{Subject, once};
use crate::{Choices, good};
use railwright_script::Rhai;
use railwright_session::Session;
use railwright_session::save::Save;
use serde_json::{Value, json};

/// A save file; the paths of its games count from the root of the project.
pub const SAVE: Subject = Subject {
    name: "save",
    what: "a save file, read and played back",
    attempt: |input| {
        let Ok(save) = Save::parse(input) else { return };
        match Session::play_back(&save, &good::root().join("hostile.save"), None, None, &Rhai) {
            Ok((mut session, _)) => {
                for seat in session.waiting().iter() {
                    let _ = session.legal(seat);
                }
            }
            Err(error) => drop(error.to_string()),
        }
    },
    structured: |choices| choices.pick(good::games()).map(|game| damaged(&game.save, choices)).unwrap_or_default(),
    good: || once!(good::games().iter().map(|game| game.save.clone().into_bytes()).collect()),
    share: 3,
};

/// A save with up to four of its lines changed, taken out, exchanged or said again.
fn damaged(save: &str, choices: &mut Choices) -> Vec<u8> {
    let mut lines: Vec<Value> = save.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    for _ in 0..=choices.below(4) {
        let here = choices.below(lines.len());
        match choices.below(6) {
            0 if here > 0 => drop(lines.remove(here)),
            1 => {
                let there = choices.below(lines.len());
                lines.swap(here, there);
            }
            2 if here < lines.len() => lines.insert(here, lines[here].clone()),
            3 => lines.insert(here.max(1).min(lines.len()), json!({ "undo": choices.below(9) })),
            _ => {
                if let Some(Value::Object(line)) = lines.get_mut(here) {
                    let keys: Vec<String> = line.keys().cloned().collect();
                    let key = choices.pick(&keys).cloned().unwrap_or_default();
                    let value = strange(line.get(&key).unwrap_or(&Value::Null), choices);
                    line.insert(key, value);
                }
            }
        }
    }
    lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect()
}

fn strange(was: &Value, choices: &mut Choices) -> Value {
    match choices.below(8) {
        0 => Value::Null,
        1 => json!(u64::MAX),
        2 => json!(-1),
        3 => json!(choices.below(300)),
        4 => json!([was, was]),
        5 => json!({ "deep": was }),
        6 => (0..1 + choices.below(200)).fold(was.clone(), |inner, _| json!([inner])),
        _ => match was {
            Value::String(text) => {
                let mut words = crate::damage::words(text);
                let language = words.clone();
                crate::damage::reword(&mut words, &language, choices);
                json!(words.concat())
            }
            other => json!(other.to_string()),
        },
    }
}
