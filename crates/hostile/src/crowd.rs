//! Maps with far more places and lines than a good one: all of it is valid, and hardly any of it can be drawn well.

use crate::choices::Choices;
use toml::{Table, Value};

/// So many places and lines are added at most: a file of them stays small.
const PLACES: usize = 120;
const LINES: usize = 300;
/// So far from the corner of the map a place is added at most, in both directions.
const FAR: usize = 1200;

/// A map with places and lines that it had not: lines like those there are, between any two places.
pub fn crowded(map: &str, choices: &mut Choices) -> Vec<u8> {
    let Ok(mut tree) = map.parse::<Table>() else { return map.into() };
    let [(places, _), (lines, good_lines)] = ["places", "lines"].map(|key| entries(&tree, key));
    let mut all = places;
    for i in 0..choices.below(PLACES) {
        let at = [choices.below(FAR), choices.below(FAR)].map(|n| Value::Integer(n as i64)).to_vec();
        let id = format!("town-{i}");
        let place = [("name".to_owned(), Value::String(format!("Town {i}"))), ("at".to_owned(), Value::Array(at))];
        add(&mut tree, "places", &id, place.into_iter().collect());
        all.push(id);
    }
    for i in 0..choices.below(LINES) {
        let Some(mut line) = choices.pick(&good_lines).cloned().filter(|_| all.len() > 1) else { break };
        let from = choices.below(all.len());
        let to = (from + 1 + choices.below(all.len() - 1)) % all.len();
        line.insert("ends".to_owned(), Value::Array([from, to].map(|end| Value::String(all[end].clone())).to_vec()));
        line.insert("length".to_owned(), Value::Integer(1 + choices.below(6) as i64));
        let id = format!("way-{i}");
        if !lines.contains(&id) {
            add(&mut tree, "lines", &id, line);
        }
    }
    tree.to_string().into()
}

/// The ids of a table's entries, and those entries that are tables themselves.
fn entries(tree: &Table, key: &str) -> (Vec<String>, Vec<Table>) {
    let table = tree.get(key).and_then(Value::as_table).cloned().unwrap_or_default();
    let tables = table.values().filter_map(Value::as_table).cloned().collect();
    (table.keys().cloned().collect(), tables)
}

fn add(tree: &mut Table, key: &str, id: &str, entry: Table) {
    if let Some(Value::Table(table)) = tree.get_mut(key) {
        table.insert(id.to_owned(), Value::Table(entry));
    }
}
