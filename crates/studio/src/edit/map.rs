//! What is done to a map with the mouse: places and lines come, move, change their names and go, with all that hangs on them.

use super::set::lined_up;
use super::source::{Source, Splice};
use super::value::dotted;
use super::{EditError, remove, set};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use toml_edit::{Key, TableLike, Value};

/// One thing that is done to a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Edit {
    /// A place more.
    AddPlace {
        /// Its id.
        id: String,
        /// What it has: `name`, `at`, `junction`, tags, attributes.
        keys: serde_json::Map<String, Json>,
    },
    /// Places lie elsewhere.
    MovePlaces {
        /// Each with where it lies now.
        to: Vec<(String, [i64; 2])>,
    },
    /// A place has another id, in lines and cards, too; lines that are called after their ends are called after it.
    RenamePlace {
        /// Its id.
        id: String,
        /// Its new one.
        to: String,
    },
    /// Places and lines go, with the lines at the places and the cards that name them.
    Remove {
        /// Places.
        #[serde(default)]
        places: Vec<String>,
        /// Lines.
        #[serde(default)]
        lines: Vec<String>,
    },
    /// A line more, called after its ends.
    AddLine {
        /// Its ends.
        ends: [String; 2],
        /// What else it has: `length`, `lanes`, attributes.
        keys: serde_json::Map<String, Json>,
    },
    /// A card more of a set.
    AddCard {
        /// The set.
        set: String,
        /// What it is called, made to differ from the others.
        id: String,
        /// Its fields.
        keys: serde_json::Map<String, Json>,
    },
    /// Cards go.
    RemoveCards {
        /// The set.
        set: String,
        /// Which.
        ids: Vec<String>,
    },
    /// A value at a path; `null` takes it out.
    Set {
        /// Keys from the top of the file.
        path: Vec<String>,
        /// The value.
        value: Json,
    },
}

/// What the game says of the map's cards: which fields of each set name places. A set that is not there may name them anywhere.
pub type Meaning = BTreeMap<String, BTreeSet<String>>;

/// Does several things to a text, all of them or none.
pub fn apply(text: &str, edits: &[Edit], meaning: &Meaning) -> Result<String, EditError> {
    let mut text = text.to_owned();
    for edit in edits {
        text = one(&text, edit, meaning)?;
    }
    Ok(text)
}

fn one(text: &str, edit: &Edit, meaning: &Meaning) -> Result<String, EditError> {
    match edit {
        Edit::AddPlace { id, keys } => {
            free(text, "places", checked(id)?)?;
            set(text, &["places", id], &Json::Object(keys.clone()))
        }
        Edit::MovePlaces { to } => {
            let mut text = text.to_owned();
            for (id, at) in to {
                there(&text, "places", id)?;
                text = set(&text, &["places", id, "at"], &json!(at))?;
            }
            Ok(text)
        }
        Edit::RenamePlace { id, to } => rename(text, id, checked(to)?, meaning),
        Edit::Remove { places, lines } => go(text, places, lines, meaning),
        Edit::AddLine { ends, keys } => add_line(text, ends, keys),
        Edit::AddCard { set: cards, id, keys } => {
            let id = unused(text, &["cards", cards, "kinds"], id)?;
            set(text, &["cards", cards, "kinds", &id], &Json::Object(keys.clone()))
        }
        Edit::RemoveCards { set, ids } => {
            ids.iter().try_fold(text.to_owned(), |text, id| remove(&text, &["cards", set, "kinds", id]))
        }
        Edit::Set { path, value } if !path.is_empty() => set(text, &path.iter().map(String::as_str).collect::<Vec<_>>(), value),
        Edit::Set { .. } => Err(EditError::NotThere(String::new())),
    }
}

/// An id, if it can be one.
fn checked(id: &str) -> Result<&str, EditError> {
    let fits = id.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
        && id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        && id.len() <= 60;
    if fits { Ok(id) } else { Err(EditError::NoId(id.to_owned())) }
}

fn free(text: &str, table: &str, id: &str) -> Result<(), EditError> {
    if Source::read(text)?.find(&[table, id]).is_some() { Err(EditError::Taken(id.to_owned())) } else { Ok(()) }
}

fn there(text: &str, table: &str, id: &str) -> Result<(), EditError> {
    if Source::read(text)?.find(&[table, id]).is_some() { Ok(()) } else { Err(EditError::NotThere(id.to_owned())) }
}

/// A name that nothing in a table has yet.
fn unused(text: &str, table: &[&str], id: &str) -> Result<String, EditError> {
    let source = Source::read(text)?;
    let taken = |id: &str| source.table(table).is_some_and(|table| table.contains_key(id));
    let numbered = (2..).map(|n| format!("{id}-{n}"));
    Ok(std::iter::once(id.to_owned()).chain(numbered).find(|id| !taken(id)).unwrap_or_default())
}

fn add_line(text: &str, ends: &[String; 2], keys: &serde_json::Map<String, Json>) -> Result<String, EditError> {
    for end in ends {
        there(text, "places", end)?;
    }
    if ends[0] == ends[1] {
        return Err(EditError::Taken(ends[0].clone()));
    }
    let mut ends = ends.clone();
    if keys.get("one-way").is_none() {
        ends.sort();
    }
    let id = unused(text, &["lines"], &ends.join("-"))?;
    let mut line = serde_json::Map::from_iter([("ends".to_owned(), json!(ends))]);
    line.extend(keys.clone());
    set(text, &["lines", &id], &Json::Object(line))
}

/// The two ends of a line.
fn ends(line: &toml_edit::Item) -> Vec<String> {
    let list = line.as_table_like().and_then(|line| line.get("ends")).and_then(|ends| ends.as_array());
    list.into_iter().flatten().filter_map(|end| end.as_str().map(str::to_owned)).collect()
}

/// Whether a field of a card names places.
fn names_places(meaning: &Meaning, set: &str, field: &str) -> bool {
    meaning.get(set).is_none_or(|fields| fields.contains(field))
}

/// The cards that name a place.
fn cards_of<'a>(source: &'a Source, meaning: &Meaning, place: &dyn Fn(&str) -> bool) -> Vec<(&'a str, &'a str)> {
    let mut found = Vec::new();
    for (set, cards) in source.table(&["cards"]).into_iter().flat_map(TableLike::iter) {
        let kinds = cards.as_table_like().and_then(|cards| cards.get("kinds")?.as_table_like());
        for (id, kind) in kinds.into_iter().flat_map(TableLike::iter) {
            let fields = kind.as_table_like().into_iter().flat_map(TableLike::iter);
            let of_place = |(field, item): (&str, &toml_edit::Item)| {
                names_places(meaning, set, field)
                    && item.as_value().is_some_and(|value| strings(value).iter().any(|(text, _)| place(text)))
            };
            if fields.into_iter().any(of_place) {
                found.push((set, id));
            }
        }
    }
    found
}

/// All texts of a value with their places.
fn strings(value: &Value) -> Vec<(String, std::ops::Range<usize>)> {
    match value {
        Value::String(text) => value.span().map(|span| (text.value().clone(), span)).into_iter().collect(),
        Value::Array(list) => list.iter().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

fn go(text: &str, places: &[String], lines: &[String], meaning: &Meaning) -> Result<String, EditError> {
    let source = Source::read(text)?;
    let goes = |place: &str| places.iter().any(|gone| gone == place);
    let mut paths: Vec<Vec<String>> = Vec::new();
    for (id, line) in source.table(&["lines"]).into_iter().flat_map(TableLike::iter) {
        if lines.iter().any(|line| line == id) || ends(line).iter().any(|end| goes(end)) {
            paths.push(vec!["lines".to_owned(), id.to_owned()]);
        }
    }
    if !places.is_empty() {
        let cards = cards_of(&source, meaning, &goes).into_iter();
        paths.extend(cards.map(|(set, id)| ["cards", set, "kinds", id].map(str::to_owned).to_vec()));
    }
    paths.extend(places.iter().map(|place| vec!["places".to_owned(), place.clone()]));
    let gone = |text: String, path: &Vec<String>| remove(&text, &path.iter().map(String::as_str).collect::<Vec<_>>());
    paths.iter().try_fold(text.to_owned(), gone)
}

/// A place is called otherwise: its key, the ends of lines, fields of cards, attributes that name places, lines that are called after their ends.
fn rename(text: &str, id: &str, to: &str, meaning: &Meaning) -> Result<String, EditError> {
    if id == to {
        return Ok(text.to_owned());
    }
    there(text, "places", id)?;
    free(text, "places", to)?;
    let source = Source::read(text)?;
    let mut splices = renamed_keys(&source, &["places"], id, to);
    let mut change = |value: &Value| {
        let ours = strings(value).into_iter().filter(|(text, _)| text == id);
        splices.extend(ours.map(|(_, range)| Splice { range, text: Value::from(to).to_string() }));
    };
    let (mut lines, mut taken) = (Vec::new(), BTreeSet::new());
    for (line, item) in source.table(&["lines"]).into_iter().flat_map(TableLike::iter) {
        taken.insert(line.to_owned());
        item.as_table_like().and_then(|line| line.get("ends")?.as_value()).into_iter().for_each(&mut change);
        let ends = ends(item);
        if ends.len() == 2
            && ends.iter().any(|end| end == id)
            && (line == ends.join("-") || line == format!("{}-{}", ends[1], ends[0]))
        {
            let of = |end: &str| if end == id { to.to_owned() } else { end.to_owned() };
            let called = if line == ends.join("-") { [of(&ends[0]), of(&ends[1])] } else { [of(&ends[1]), of(&ends[0])] };
            lines.push((line.to_owned(), called.join("-")));
        }
    }
    for (set, card) in cards_of(&source, meaning, &|place| place == id) {
        let fields = source.table(&["cards", set, "kinds", card]).into_iter().flat_map(TableLike::iter);
        fields
            .filter(|(field, _)| names_places(meaning, set, field))
            .filter_map(|(_, item)| item.as_value())
            .for_each(&mut change);
    }
    for (of, table) in [("place", "places"), ("lane", "lines")] {
        let kinds = source.table(&["attributes", of]).into_iter().flat_map(TableLike::iter);
        let named: Vec<&str> = kinds.filter(|(_, kind)| kind.as_str() == Some("place")).map(|(name, _)| name).collect();
        for (_, entry) in source.table(&[table]).into_iter().flat_map(TableLike::iter) {
            let entry = entry.as_table_like();
            named.iter().filter_map(|name| entry?.get(name)?.as_value()).for_each(&mut change);
        }
    }
    for (line, called) in lines {
        if !taken.contains(&called) {
            splices.extend(renamed_keys(&source, &["lines"], &line, &called));
        }
    }
    Ok(in_order(splices).into_iter().fold(text.to_owned(), |text, splice| lined_up(&text, splice)))
}

/// The splices from the last to the first, each once, so that earlier ones keep their places.
fn in_order(mut splices: Vec<Splice>) -> Vec<Splice> {
    splices.sort_by_key(|splice| std::cmp::Reverse(splice.range.start));
    splices.dedup();
    splices
}

/// Every place at which the key of an entry stands: in its row, in rows that begin with it, in headers.
fn renamed_keys(source: &Source, table: &[&str], id: &str, to: &str) -> Vec<Splice> {
    let mut path = table.to_vec();
    path.push(id);
    let mut spans = BTreeSet::new();
    if let Some(found) = source.find(&path) {
        spans.extend(found.key.span().map(|span| (span.start, span.end)));
        let mut pieces = Vec::new();
        super::source::pieces(found.key, found.item, &mut pieces);
        // Rows and headers that repeat the key with dots.
        for piece in pieces {
            let line = source.lines(piece.start..piece.start);
            let written = Key::new(id).to_string();
            let head = &source.text()[line.start..piece.end.max(piece.start)];
            let dots = dotted(&path);
            let at = head.find(&dots).map(|at| at + dots.len() - written.len());
            let at = at
                .or_else(|| head.trim_start().starts_with(&format!("{written}.")).then(|| head.len() - head.trim_start().len()));
            spans.extend(at.map(|at| (line.start + at, line.start + at + written.len())));
        }
    }
    spans.into_iter().map(|(start, end)| Splice { range: start..end, text: Key::new(to).to_string() }).collect()
}
