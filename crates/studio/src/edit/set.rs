//! One value of a file is set, added or taken out; every other line stays as it is.

use super::EditError;
use super::columns::{self, Columns};
use super::source::{Source, Splice, pieces, spliced, value};
use super::value::{dotted, text, to_json, to_toml};
use serde_json::Value as Json;
use std::ops::Range;
use toml_edit::{Item, TableLike, Value};

/// Sets what stands at a path to a value; `null` takes it out.
pub fn set(old: &str, path: &[&str], new: &Json) -> Result<String, EditError> {
    if new.is_null() {
        return remove(old, path);
    }
    let source = Source::read(old)?;
    let new = to_toml(new).ok_or_else(|| EditError::NoValue(path.join(".")))?;
    match source.find(path) {
        Some(found) => match value(found.item) {
            Some(value) if to_json(value) == to_json(&new) => Ok(old.to_owned()),
            Some(value) if value.is_inline_table() && !new.is_inline_table() => Err(EditError::IsTable(path.join("."))),
            Some(value) => {
                let splices = exchange(value, &new);
                Ok(settle(&source, path, spliced(old, splices)))
            }
            None => Err(EditError::IsTable(path.join("."))),
        },
        None => add(&source, path, &new),
    }
}

/// What is exchanged so that one value becomes another: of lists that are as long as before, only what differs.
fn exchange(old: &Value, new: &Value) -> Vec<Splice> {
    if let (Value::Array(from), Value::Array(to)) = (old, new)
        && from.len() == to.len()
    {
        return from.iter().zip(to.iter()).filter(|(a, b)| to_json(a) != to_json(b)).flat_map(|(a, b)| exchange(a, b)).collect();
    }
    old.span().map(|range| Splice { range, text: text(new) }).into_iter().collect()
}

/// Takes out what stands at a path. Comments beside it stay.
pub fn remove(old: &str, path: &[&str]) -> Result<String, EditError> {
    let source = Source::read(old)?;
    let Some(found) = source.find(path) else { return Ok(old.to_owned()) };
    if found.inline {
        let range = member(&source, path).ok_or_else(|| EditError::NotThere(path.join(".")))?;
        return Ok(settle(&source, path, spliced(old, vec![Splice { range, text: String::new() }])));
    }
    let mut places = Vec::new();
    pieces(found.key, found.item, &mut places);
    let lines = places.into_iter().map(|place| Splice { range: source.lines(place), text: String::new() });
    Ok(spliced(old, lines.collect()))
}

/// The bytes of a member within braces, with the comma that goes with it.
fn member(source: &Source, path: &[&str]) -> Option<Range<usize>> {
    let (last, above) = path.split_last()?;
    let table = source.table(above)?;
    let spans: Vec<(String, Range<usize>)> = table
        .iter()
        .filter_map(|(name, item)| {
            let mut places = Vec::new();
            pieces(table.key(name)?, item, &mut places);
            Some((name.to_owned(), places.first()?.start..places.last()?.end))
        })
        .collect();
    let at = spans.iter().position(|(name, _)| name == last)?;
    Some(match (at, spans.get(at + 1)) {
        (0, Some((_, next))) => spans[0].1.start..next.start,
        (0, None) => spans[0].1.clone(),
        _ => spans[at - 1].1.end..spans[at].1.end,
    })
}

/// Adds a value where there is none.
fn add(source: &Source, path: &[&str], new: &Value) -> Result<String, EditError> {
    // As much of the path as is there.
    let mut there = path.len() - 1;
    while source.table(&path[..there]).is_none() {
        if source.find(&path[..there]).is_some() {
            return Err(EditError::NoTable(path[..there].join(".")));
        }
        there -= 1;
    }
    let rest = &path[there..];
    let above = &path[..there];
    let item = if above.is_empty() {
        source.document.as_item()
    } else {
        source.find(above).map(|found| found.item).unwrap_or(source.document.as_item())
    };
    let old = source.text();
    match item {
        Item::Value(Value::InlineTable(_)) => {
            let splice = into_braces(source, above, rest, new).ok_or_else(|| EditError::NoTable(above.join(".")))?;
            Ok(settle(source, path, spliced(old, vec![splice])))
        }
        Item::Table(_) if above.is_empty() && rest.len() > 1 => Ok(with_section(source, old.len(), rest, new)),
        Item::Table(table) if table.is_implicit() && !table.is_dotted() => {
            let mut places = Vec::new();
            source.find(above).into_iter().for_each(|found| pieces(found.key, found.item, &mut places));
            let end = places.iter().map(|place| source.lines(place.clone()).end).max().unwrap_or(old.len());
            let mut keys = above.to_vec();
            keys.extend(rest);
            Ok(with_section(source, end, &keys, new))
        }
        Item::Table(table) => {
            let has_sections =
                table.iter().next().is_some() && table.iter().all(|(_, item)| item.as_table().is_some_and(|t| !t.is_dotted()));
            if has_sections && !above.is_empty() && rest.len() == 1 && new.is_inline_table() {
                let mut places = Vec::new();
                source.find(above).into_iter().for_each(|found| pieces(found.key, found.item, &mut places));
                let end = places.iter().map(|place| source.lines(place.clone()).end).max().unwrap_or(old.len());
                return Ok(with_section(source, end, path, new));
            }
            Ok(with_row(source, above, rest, new))
        }
        _ => Err(EditError::NoTable(above.join("."))),
    }
}

/// A member more within braces: before those that stand behind it in other rows, else at the end.
fn into_braces(source: &Source, above: &[&str], rest: &[&str], new: &Value) -> Option<Splice> {
    let found = source.find(above)?;
    let table = found.item.as_inline_table()?;
    let said = format!("{} = {}", dotted(rest), text(new));
    let after = columns::behind(source, above, rest[0]);
    let next = table.iter().find(|(key, _)| after.iter().any(|known| known == key));
    if let Some((key, _)) = next {
        let at = table.key(key)?.span()?.start;
        return Some(Splice { range: at..at, text: format!("{said}, ") });
    }
    match table.iter().last() {
        Some((_, value)) => {
            let at = value.span()?.end;
            Some(Splice { range: at..at, text: format!(", {said}") })
        }
        None => Some(Splice { range: table.span()?, text: format!("{{ {said} }}") }),
    }
}

/// A row more in a table of lines: in order where the others are, else behind the last.
fn with_row(source: &Source, above: &[&str], rest: &[&str], new: &Value) -> String {
    let old = source.text();
    let table = source.table(above);
    // Keys of a table that is itself written with dots begin with its own.
    let head = (0..above.len()).rev().find(|n| {
        let item = source.find(&above[..=*n]).map(|found| found.item);
        !matches!(item, Some(Item::Table(table)) if table.is_dotted())
    });
    let prefix = &above[head.map_or(0, |head| head + 1)..];
    let keys: Vec<&str> = prefix.iter().chain(rest).copied().collect();
    let mut rows: Vec<(String, Range<usize>)> = Vec::new();
    for (name, item) in table.into_iter().flat_map(TableLike::iter) {
        let is_row = !matches!(item, Item::Table(table) if !table.is_dotted()) && !item.is_array_of_tables();
        let Some(key) = table.and_then(|table| table.key(name)).filter(|_| is_row) else { continue };
        let mut places = Vec::new();
        pieces(key, item, &mut places);
        let lines = places.into_iter().map(|place| source.lines(place)).reduce(|a, b| a.start.min(b.start)..a.end.max(b.end));
        rows.extend(lines.map(|lines| (name.to_owned(), lines)));
    }
    rows.sort_by_key(|(_, range)| range.start);
    let sorted = rows.len() > 2 && rows.windows(2).all(|pair| pair[0].0 <= pair[1].0);
    let before = if sorted { rows.iter().rev().find(|(name, _)| name.as_str() <= rest[0]) } else { rows.last() };
    let at = match (before, rows.first()) {
        (Some((_, range)), _) => range.end,
        (None, Some((_, first))) => first.start,
        (None, None) => header_end(source, above),
    };
    let row = format!("{} = {}", dotted(&keys), text(new));
    let new = spliced(old, vec![Splice { range: at..at, text: on_its_own(source, at, &row) }]);
    let path: Vec<&str> = above.iter().chain(rest).copied().collect();
    settle(source, &path, new)
}

/// The end of the header of a table; for the file itself, the end of its opening comment.
fn header_end(source: &Source, above: &[&str]) -> usize {
    let header = if above.is_empty() { None } else { source.find(above).and_then(|found| found.item.as_table()?.span()) };
    if let Some(header) = header {
        return source.lines(header).end;
    }
    let (text, mut at) = (source.text(), 0);
    for line in text.split_inclusive('\n') {
        if !line.trim_start().starts_with('#') {
            break;
        }
        at += line.len();
    }
    at
}

/// A row as a line at a place where a line begins, or at the end of a file whose last line does not end.
fn on_its_own(source: &Source, at: usize, row: &str) -> String {
    let open = at > 0 && !source.text()[..at].ends_with('\n');
    format!("{}{row}{}", if open { source.newline } else { "" }, source.newline)
}

/// A new table with a header, at the end of lines.
fn with_section(source: &Source, at: usize, path: &[&str], new: &Value) -> String {
    let old = source.text();
    let newline = source.newline;
    let (last, above) = path.split_last().expect("a path has keys");
    let mut section = if at > 0 && !old[..at].ends_with('\n') { newline.to_owned() } else { String::new() };
    if at > 0 {
        section += newline;
    }
    match new {
        Value::InlineTable(table) if source.table(above).is_some() => {
            section += &format!("[{}]{newline}", dotted(path));
            for (key, value) in table.iter() {
                section += &format!("{} = {}{newline}", dotted(&[key]), text(value));
            }
        }
        // `[counters]` and `trains.start = 40`, as such numbers are written; what is declared for places and lanes has a header of its own.
        Value::InlineTable(_) => section += &format!("[{}]{newline}{} = {}{newline}", dotted(above), dotted(&[last]), text(new)),
        _ => {
            let header = if path[0] == "attributes" { above.len() } else { 1 };
            section += &format!("[{}]{newline}{} = {}{newline}", dotted(&path[..header]), dotted(&path[header..]), text(new));
        }
    }
    if at < old.len() && !old[at..].starts_with(['\n', '\r']) {
        section += newline;
    }
    spliced(old, vec![Splice { range: at..at, text: section }])
}

/// The row of a changed value is lined up as it was, or as its neighbours are.
fn settle(before: &Source, path: &[&str], text: String) -> String {
    let Some(depth) = (1..=path.len()).find(|n| before.find(&path[..*n]).is_none_or(|found| found.item.is_value())) else {
        return text;
    };
    let row = &path[..depth];
    let columns = Columns::of(before, row);
    match Source::read(&text) {
        Ok(after) => columns.line_up(&after, row).unwrap_or(text),
        Err(_) => text,
    }
}

/// A piece of a row is exchanged, and the row lined up as it was.
pub fn lined_up(old: &str, splice: Splice) -> String {
    let Ok(source) = Source::read(old) else { return spliced(old, vec![splice]) };
    let at = splice.range.start;
    let text = spliced(old, vec![splice]);
    let Some(path) = columns::row_at(&source, at) else { return text };
    let columns = Columns::of(&source, &path.iter().map(String::as_str).collect::<Vec<_>>());
    let Ok(after) = Source::read(&text) else { return text };
    // The row may have another key now.
    let Some(path) = columns::row_at(&after, at) else { return text };
    columns.line_up(&after, &path.iter().map(String::as_str).collect::<Vec<_>>()).unwrap_or(text)
}
