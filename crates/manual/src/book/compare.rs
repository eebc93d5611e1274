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
    let sentences: Vec<&str> =
        section.lines.iter().filter(|line| !matches!(line.form, Form::Row(_) | Form::Heads(_))).map(Line::text).collect();
    let table = match rows {
        0 => String::new(),
        _ => {
            let names: Vec<String> = section
                .lines
                .iter()
                .filter(|line| matches!(line.form, Form::Row(_)))
                .map(|line| line.text().to_owned())
                .collect();
            format!(" ({})", shortened(&names))
        }
    };
    format!("new: **{}**{table}. {}", section.heading, sentences.join(" ")).trim_end().trim_end_matches('.').to_owned()
}

/// What was said before stands beside the new sentence where it is no longer than this.
const SHORT: usize = 45;

fn section(old: &Section, new: &Section) -> Vec<String> {
    let mut texts = rows(old, new);
    let is_said = |line: &Line, section: &Section| section.lines.iter().any(|other| other.text() == line.text());
    // Rows are compared as tables; a sentence that only leads to others says nothing, nor does one that counts the rows of a table.
    let counts = |line: &&Line| matches!(line.key.split('.').collect::<Vec<_>>().as_slice(), ["cards", _]);
    let counted = |line: &Line| section_has_rows(new) && counts(&line);
    let is_sentence = |line: &&Line| {
        !matches!(line.form, Form::Row(_) | Form::Heads(_))
            && !line.text().ends_with(':')
            && !counted(line)
            && line.key != "board"
    };
    let mut told: Vec<&str> = Vec::new();
    for line in new.lines.iter().filter(is_sentence).filter(|line| !is_said(line, old)) {
        let before = old.lines.iter().filter(is_sentence).find(|other| other.key == line.key && !is_said(other, new));
        told.extend(before.map(|line| line.key.as_str()));
        let (text, of) = (line.text().trim_end_matches('.'), owner(new, line));
        texts.push(match before.map(|before| before.text().trim_end_matches('.')) {
            Some(before) if before.len() <= SHORT => format!("{of}{text} (before: {before})"),
            _ => format!("{of}{text}"),
        });
    }
    for line in old.lines.iter().filter(is_sentence).filter(|line| !is_said(line, new) && !told.contains(&line.key.as_str())) {
        let text = line.text().trim_end_matches('.');
        let first = text.split(". ").next().unwrap_or(text);
        let named = first.split_once("**: ").map_or(first.to_owned(), |(name, _)| format!("{name}**"));
        texts.push(format!("{}no longer: {named}", owner(old, line)));
    }
    texts
}

fn section_has_rows(section: &Section) -> bool {
    section.lines.iter().any(|line| matches!(line.form, Form::Row(_)))
}

/// What a sentence is about that does not say so itself: the action, or the pile above it.
fn owner(section: &Section, line: &Line) -> String {
    if section.level == 3 || section.id == "ranking" {
        return format!("**{}**: ", section.heading);
    }
    let Form::Item(depth @ 1.., _) = line.form else { return String::new() };
    let at = section.lines.iter().position(|other| other.key == line.key && other.text() == line.text()).unwrap_or(0);
    let above = section.lines[..at].iter().rev().find(|other| matches!(other.form, Form::Item(of, _) if of < depth));
    let name = above.and_then(|line| line.text().strip_prefix("**")?.split_once("**"));
    name.map_or_else(String::new, |(name, _)| format!("**{name}**: "))
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
    let (before, after): (Vec<_>, Vec<_>) =
        (old.lines.iter().filter_map(cells).collect(), new.lines.iter().filter_map(cells).collect());
    let of =
        |list: &[(String, Vec<String>)], key: &str| list.iter().find(|(known, _)| known == key).map(|(_, cells)| cells.clone());
    let added: Vec<String> =
        after.iter().filter(|(key, _)| of(&before, key).is_none()).map(|(_, cells)| cells[0].clone()).collect();
    let gone: Vec<String> =
        before.iter().filter(|(key, _)| of(&after, key).is_none()).map(|(_, cells)| cells[0].clone()).collect();
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
    let mut changed: Vec<(String, Vec<String>)> = Vec::new();
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
        parts.extend(names_before.iter().filter(|name| !names.contains(name)).map(|name| format!("no {name}")));
        // Rows that change alike are told together.
        let what = parts.join(", ");
        match changed.iter_mut().find(|(known, _)| *known == what) {
            Some((_, rows)) => rows.push(cells[0].clone()),
            None if !what.is_empty() => changed.push((what, vec![cells[0].clone()])),
            None => {}
        }
    }
    texts.extend(changed.into_iter().map(|(what, rows)| format!("{heading}: {}: {what}", listed(&rows, "and"))));
    texts
}

fn shortened(names: &[String]) -> String {
    match names.get(..SPELLED_OUT) {
        Some(first) if names.len() > SPELLED_OUT + 1 => format!("{} and {} more", first.join(", "), names.len() - SPELLED_OUT),
        _ => listed(names, "and"),
    }
}
