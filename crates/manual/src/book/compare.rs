//! What one book says that another does not: the leaflet of a variant, and what is different with more players.

use super::{Book, Form, Line, Section};
use crate::difference::Change;
use crate::words::{count, listed};

/// So many rows of a table are spelled out.
const SPELLED_OUT: usize = 6;

/// What the second book says otherwise than the first.
pub(crate) fn compare(a: &Book, b: &Book) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    let mut say = |section: &Section, text: String| {
        if !changes.iter().any(|change| change.text == text) {
            changes.push(Change { part: section.part, text, players: Vec::new() });
        }
    };
    for new in &b.sections {
        let old = a.sections.iter().find(|old| old.id == new.id);
        match old {
            Some(old) => section(old, new).into_iter().for_each(|text| say(new, text)),
            None => say(new, whole(new)),
        }
    }
    for old in a.sections.iter().filter(|old| !b.sections.iter().any(|new| new.id == old.id)) {
        say(old, format!("there is no longer: {}", old.heading));
    }
    changes
}

/// A section that is new, in one piece.
fn whole(section: &Section) -> String {
    let rows = section.lines.iter().filter(|line| matches!(line.form, Form::Row(_))).count();
    let sentences: Vec<&str> = section.lines.iter().filter(|line| !matches!(line.form, Form::Row(_) | Form::Heads(_))).map(Line::text).collect();
    let table = match rows {
        0 => String::new(),
        _ => {
            let names: Vec<String> = section.lines.iter().filter(|line| matches!(line.form, Form::Row(_))).map(|line| line.text().to_owned()).collect();
            format!(" ({})", shortened(&names))
        }
    };
    format!("new: **{}**{table}. {}", section.heading, sentences.join(" ")).trim_end().to_owned()
}

fn section(old: &Section, new: &Section) -> Vec<String> {
    let mut texts = rows(old, new);
    let is_said = |line: &Line, section: &Section| section.lines.iter().any(|other| other.text() == line.text());
    let is_sentence = |line: &&Line| !matches!(line.form, Form::Row(_) | Form::Heads(_));
    let of = match new.level {
        3 if new.id.starts_with("actions.") => format!("**{}**: ", new.heading),
        _ => String::new(),
    };
    let mut told: Vec<&str> = Vec::new();
    for line in new.lines.iter().filter(is_sentence).filter(|line| !is_said(line, old)) {
        let before = old.lines.iter().filter(is_sentence).find(|other| other.key == line.key && !is_said(other, new));
        told.extend(before.map(|line| line.key.as_str()));
        let text = line.text().trim_end_matches('.');
        texts.push(match before {
            Some(before) => format!("{of}{text} (before: {})", before.text().trim_end_matches('.')),
            None => format!("{of}{text}"),
        });
    }
    for line in old.lines.iter().filter(is_sentence).filter(|line| !is_said(line, new) && !told.contains(&line.key.as_str())) {
        texts.push(format!("{of}no longer: {}", line.text().trim_end_matches('.')));
    }
    texts
}

/// What is different in the table of a section.
fn rows(old: &Section, new: &Section) -> Vec<String> {
    let cells = |line: &Line| match &line.form {
        Form::Row(cells) => Some((line.key.clone(), cells.clone())),
        _ => None,
    };
    let heads = |section: &Section, key: &str| {
        let mut heads: Vec<String> = Vec::new();
        for line in &section.lines {
            match &line.form {
                Form::Heads(list) => heads.clone_from(list),
                _ if line.key == key => break,
                _ => {}
            }
        }
        heads
    };
    let (before, after): (Vec<_>, Vec<_>) = (old.lines.iter().filter_map(cells).collect(), new.lines.iter().filter_map(cells).collect());
    let of = |list: &[(String, Vec<String>)], key: &str| list.iter().find(|(known, _)| known == key).map(|(_, cells)| cells.clone());
    let added: Vec<String> = after.iter().filter(|(key, _)| of(&before, key).is_none()).map(|(_, cells)| cells[0].clone()).collect();
    let gone: Vec<String> = before.iter().filter(|(key, _)| of(&after, key).is_none()).map(|(_, cells)| cells[0].clone()).collect();
    let mut texts = Vec::new();
    let heading = &new.heading;
    if new.id == "board" {
        return texts;
    }
    if added.len() > SPELLED_OUT && gone.len() > SPELLED_OUT {
        texts.push(format!("{heading}: others, {} instead of {}", count(after.len(), "kind"), before.len()));
    } else {
        if !added.is_empty() {
            texts.push(format!("{heading}: there is also {}", shortened(&added)));
        }
        if !gone.is_empty() {
            texts.push(format!("{heading}: there is no longer {}", shortened(&gone)));
        }
    }
    for (key, cells) in &after {
        let Some(known) = of(&before, key).filter(|known| known != cells) else { continue };
        let (names, names_before) = (heads(new, key), heads(old, key));
        let mut parts: Vec<String> = Vec::new();
        for (name, cell) in names.iter().zip(cells).skip(1) {
            let was = names_before.iter().position(|old| old == name).and_then(|at| known.get(at));
            if was != Some(cell) {
                parts.push(format!("{name}: {cell} instead of {}", was.map_or("nothing", String::as_str)));
            }
        }
        for name in names_before.iter().filter(|name| !names.contains(name)) {
            parts.push(format!("no {name}"));
        }
        if !parts.is_empty() {
            texts.push(format!("{heading}, {}: {}", cells[0], parts.join(", ")));
        }
    }
    texts
}

fn shortened(names: &[String]) -> String {
    match names.get(..SPELLED_OUT) {
        Some(first) if names.len() > SPELLED_OUT + 1 => format!("{} and {} more", first.join(", "), names.len() - SPELLED_OUT),
        _ => listed(names, "and"),
    }
}
