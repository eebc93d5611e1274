//! What can be typed at a place: keys, words, the ids of the game, functions and names of expressions, functions of modules.

use crate::definition::Found;
use crate::families::{self, IN_EXPRESSIONS, of_script_argument, things, written};
use crate::mentions::argument_family;
use crate::shape::{Entries, Key, Reading, Shape, node_at};
use crate::spot::{Spot, spot};
use crate::text::{Position, Range, range};
use crate::words::{call_at_end, is_in_name, start_of_last};
use crate::{Sort, Workspace, rhai};
use railwright::core::expr::{Function, Name};
use railwright::rules::library::Shelf;
use railwright::rules::module::{constant_name, function_name, header_text};
use railwright::rules::{flow, mechanics};
use railwright::script::{EVENTS, HOOKS, host_functions};
use railwright::source::{Kind, Node};
use serde::Serialize;
use std::path::Path;

/// Something that can be typed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Completion {
    /// What is shown.
    pub label: String,
    /// What it is.
    pub sort: CompletionSort,
    /// A few words about it.
    pub detail: String,
    /// What the manual says of it, in Markdown.
    pub text: String,
    /// What it takes the place of.
    pub range: Range,
    /// What stands there then.
    pub insert: String,
}

/// What can be typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum CompletionSort {
    /// A key of a table.
    Key,
    /// A word that a key takes.
    Word,
    /// The id of something.
    Thing,
    /// A function.
    Function,
    /// A name of expressions.
    Name,
    /// A file.
    File,
}

/// Proposals while they are collected.
struct Proposals {
    range: Range,
    found: Vec<Completion>,
}

impl Proposals {
    fn add(&mut self, sort: CompletionSort, label: &str, detail: &str, text: &str, insert: String) {
        if self.found.iter().all(|known| known.label != label) {
            let (label, detail, text) = (label.to_owned(), detail.to_owned(), text.to_owned());
            self.found.push(Completion { label, sort, detail, text, range: self.range, insert });
        }
    }
}

impl Workspace {
    /// What can be typed at a place, the likeliest first.
    #[must_use]
    pub fn complete(&self, file: impl AsRef<Path>, position: Position) -> Vec<Completion> {
        let found = self.find(file.as_ref(), position);
        if found.sort == Sort::Module {
            let header = header_text(&found.text).unwrap_or_default();
            if found.offset > header.len() || header.trim().is_empty() {
                return in_module(&found);
            }
            return in_toml(&found, &header);
        }
        in_toml(&found, &found.text)
    }
}

fn in_toml(found: &Found, text: &str) -> Vec<Completion> {
    let rest = &text[found.offset..];
    let end = found.offset + rest.find(|letter| !is_in_name(letter)).unwrap_or(rest.len());
    match spot(text, found.offset) {
        Spot::Comment => Vec::new(),
        Spot::Key { table, start, heading, .. } => {
            let mut proposals = Proposals { range: range(text, start..end), found: Vec::new() };
            let follows = text[end..].trim_start_matches([' ', '\t', '"']);
            let bare = heading || follows.starts_with(['=', '.']);
            keys(&found.reading(), &table, bare, heading, &mut proposals);
            proposals.found
        }
        Spot::Value { path, typed, start, quote } => {
            let reading = found.reading();
            let mut word = start;
            if quote.is_none() {
                word += typed.len() - typed.trim_start().len();
            }
            let is_expression = reading.at(&path).iter().any(|shape| matches!(shape, Shape::Value(Kind::Expr)));
            if is_expression && quote.is_some() {
                word = start + start_of_last(&typed);
            }
            let mut proposals = Proposals { range: range(text, word..end.max(word)), found: Vec::new() };
            let value = Typed { path: &path, text: &typed, quoted: quote.is_some() };
            values(&reading, &value, &mut proposals);
            proposals.found
        }
    }
}

/// The keys that a table has not yet, and names that can be changed in it.
fn keys(reading: &Reading, table: &[String], bare: bool, heading: bool, proposals: &mut Proposals) {
    let shapes = reading.at(table);
    let own = node_at(reading.own, table).and_then(Node::as_table);
    let has = |name: &str| own.is_some_and(|table| table.has(name));
    for Key { name, takes, text, kind, of, .. } in reading.keys(table) {
        let is_table = matches!(kind, Kind::Table(_) | Kind::Tables(_) | Kind::Map(_));
        // What is there may be gone on with, if it is a table.
        if has(&name) && !is_table || heading && !is_table && !matches!(kind, Kind::OneOf(_) | Kind::TableList(_) | Kind::Any) {
            continue;
        }
        let insert = if bare || is_table { name.clone() } else { format!("{name} = ") };
        proposals.add(CompletionSort::Key, &name, &format!("{of}: {takes}"), &text, insert);
    }
    for shape in &shapes {
        match shape {
            Shape::Entries(entries) => {
                let known = reading.merged(table).and_then(Node::as_table).into_iter().flatten();
                for entry in known {
                    let name = entry.node.at("name").or_else(|| entry.node.at("do")).and_then(Node::as_text).unwrap_or_default();
                    proposals.add(CompletionSort::Thing, &entry.key, name, "", quoted_key(&entry.key));
                }
                files_as_keys(entries, proposals);
            }
            Shape::Value(Kind::Names(_)) | Shape::Items(_) => {
                for (name, text) in [
                    ("add", "puts items into the list that is inherited"),
                    ("without", "takes items out of the list that is inherited"),
                    ("before", "before which item they are put"),
                    ("after", "after which item they are put"),
                ] {
                    let insert = if bare { name.to_owned() } else { format!("{name} = ") };
                    proposals.add(CompletionSort::Key, name, "change of a list", text, insert);
                }
            }
            _ => {}
        }
    }
}

fn files_as_keys(entries: &Entries, proposals: &mut Proposals) {
    let shelf = match entries {
        Entries::Uses => Shelf::Parts,
        Entries::Scripts => Shelf::Scripts,
        _ => return,
    };
    for id in shelf.ids() {
        proposals.add(CompletionSort::File, &id, "bundled", &summary(shelf, &id), id.clone());
    }
}

fn summary(shelf: Shelf, id: &str) -> String {
    let tree = crate::context::Context::bundled(shelf, id);
    tree.as_ref().and_then(|tree| tree.at("summary")).and_then(Node::as_text).unwrap_or_default().to_owned()
}

/// A key as it is written.
fn quoted_key(key: &str) -> String {
    if key.chars().all(is_in_name) { key.to_owned() } else { format!("'{key}'") }
}

/// A value that is being typed.
struct Typed<'t> {
    path: &'t [String],
    text: &'t str,
    quoted: bool,
}

impl Typed<'_> {
    fn insert(&self, text: &str) -> String {
        if self.quoted { text.to_owned() } else { format!("\"{text}\"") }
    }
}

fn values(reading: &Reading, typed: &Typed, proposals: &mut Proposals) {
    links(reading, typed, proposals);
    for shape in reading.at(typed.path) {
        match shape {
            Shape::Value(Kind::Bool) if !typed.quoted => {
                for word in ["true", "false"] {
                    proposals.add(CompletionSort::Word, word, "", "", word.to_owned());
                }
            }
            Shape::Value(Kind::Word(words)) => {
                for word in words {
                    proposals.add(CompletionSort::Word, word, "", "", typed.insert(word));
                }
            }
            Shape::Value(Kind::Name(family) | Kind::Names(family)) => named(reading, family, typed, proposals),
            Shape::Items(Kind::Name(family)) => named(reading, family, typed, proposals),
            Shape::Items(Kind::Word(words)) => {
                for word in words {
                    proposals.add(CompletionSort::Word, word, "", "", typed.insert(word));
                }
            }
            Shape::Value(Kind::Expr) => expression(reading, typed.text, &|text| typed.insert(text), proposals),
            _ => {}
        }
    }
}

/// The things of a family that the game has.
fn named(reading: &Reading, family: &str, typed: &Typed, proposals: &mut Proposals) {
    for one in family.split('|') {
        let of_game = reading.context.map(|context| things(&context.loaded.tree, one)).unwrap_or_default();
        for entry in of_game.into_iter().chain(things(reading.own, one)) {
            let name = entry.node.at("name").and_then(Node::as_text).unwrap_or_default();
            let detail = if name.is_empty() { one.to_owned() } else { format!("{one}: {name}") };
            proposals.add(CompletionSort::Thing, written(&entry.key), &detail, "", typed.insert(written(&entry.key)));
        }
    }
}

/// Values that name files, kinds of action and step, or paths of the game.
fn links(reading: &Reading, typed: &Typed, proposals: &mut Proposals) {
    let parts: Vec<&str> = families::plain(typed.path).iter().map(String::as_str).collect();
    let shelf = match (reading.sort, &parts[..]) {
        (Sort::Game, ["extends"]) | (Sort::Scenario, ["game"]) => Some(Shelf::Games),
        (Sort::Game, ["map"]) => Some(Shelf::Maps),
        (Sort::Game | Sort::Part, ["use", _, "part"]) => Some(Shelf::Parts),
        (Sort::Game | Sort::Part, ["scripts", _, "module"]) | (Sort::Module, ["import", ..]) => Some(Shelf::Scripts),
        _ => None,
    };
    for id in shelf.map(Shelf::ids).unwrap_or_default() {
        let text = shelf.map(|shelf| summary(shelf, &id)).unwrap_or_default();
        proposals.add(CompletionSort::File, &id, "bundled", &text, typed.insert(&id));
    }
    let schemas = match &parts[..] {
        ["actions", _, "do"] | ["templates", "actions", _, "do"] => mechanics::SCHEMAS,
        ["steps", _, "do"] | ["templates", "steps", _, "do"] => flow::SCHEMAS,
        _ => &[],
    };
    for (name, schema) in schemas {
        proposals.add(CompletionSort::Word, name, schema.name, schema.doc, typed.insert(name));
    }
    match &parts[..] {
        [table, _, "like"] => {
            let entries = |path: &[&str]| {
                let path: Vec<String> = path.iter().map(|part| (*part).to_owned()).collect();
                let tables = [node_at(reading.own, &path), reading.merged(&path)];
                let keys = tables.into_iter().flatten().filter_map(Node::as_table).flat_map(|table| table.keys());
                keys.map(str::to_owned).collect::<Vec<_>>()
            };
            for name in entries(&[table]).into_iter().chain(entries(&["templates", table])) {
                proposals.add(CompletionSort::Thing, &name, table, "", typed.insert(&name));
            }
        }
        ["remove", ..] => {
            let tree = reading.context.map(|context| &context.loaded.tree);
            let before = typed.text.rsplit_once('.').map_or("", |(before, _)| before);
            let table = tree.and_then(|tree| tree.at(before)).and_then(Node::as_table);
            for key in table.into_iter().flat_map(|table| table.keys()) {
                let path = if before.is_empty() { key.to_owned() } else { format!("{before}.{key}") };
                proposals.add(CompletionSort::Thing, &path, "", "", typed.insert(&path));
            }
        }
        _ => {}
    }
}

/// What can go on with an expression: what the argument names, else names, functions and the ids of the game.
fn expression(reading: &Reading, before: &str, insert: &dyn Fn(&str) -> String, proposals: &mut Proposals) {
    let argument = call_at_end(before).and_then(|(function, argument)| argument_family(&function, argument));
    let families: Vec<&str> = match argument {
        Some(family) => family.split('|').collect(),
        None => {
            IN_EXPRESSIONS.iter().copied().filter(|family| !matches!(*family, "zone" | "action" | "option" | "score")).collect()
        }
    };
    for family in &families {
        let of_game = reading.context.map(|context| things(&context.loaded.tree, family)).unwrap_or_default();
        for entry in of_game.into_iter().chain(things(reading.own, family)) {
            // Hundreds of places and kinds are proposed by those who have begun to type one.
            let many = matches!(*family, "place" | "kind") && argument.is_none();
            if many && !written(&entry.key).starts_with(&before[start_of_last(before)..]) {
                continue;
            }
            let name = entry.node.as_text().or_else(|| entry.node.at("name").and_then(Node::as_text)).unwrap_or_default();
            let detail = if name.is_empty() { (*family).to_owned() } else { format!("{family}: {name}") };
            proposals.add(CompletionSort::Thing, written(&entry.key), &detail, "", insert(written(&entry.key)));
        }
    }
    if argument.is_some() {
        return;
    }
    for row in Name::ALL.iter().map(|name| name.row()) {
        proposals.add(CompletionSort::Name, row.name, row.about.place(), row.text, insert(row.name));
    }
    for row in Function::ALL.iter().map(|function| function.row()) {
        let detail = format!("{}({})", row.name, row.signature());
        proposals.add(CompletionSort::Function, row.name, &detail, row.text, insert(row.name));
    }
}

/// In the script of a module.
fn in_module(found: &Found) -> Vec<Completion> {
    let (script, offset) = (&found.text, found.offset);
    let (tokens, _) = rhai::tokens(&script[..offset]);
    let reading = found.reading();
    let open = tokens.last().filter(|token| token.sort == rhai::Sort::Text && token.span.end == offset);
    if let Some(text) = open {
        return in_text(&reading, script, text, offset);
    }
    let start = script[..offset].rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |at| at + 1);
    let start = (start..=offset).find(|at| script.is_char_boundary(*at)).unwrap_or(offset);
    let rest = &script[offset..];
    let end = offset + rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let mut proposals = Proposals { range: range(script, start..end), found: Vec::new() };
    let before = script[..start].trim_end();
    if before.ends_with('.') {
        for function in host_functions() {
            let detail =
                format!("{} → {}", function.signature(), if function.gives.is_empty() { "nothing" } else { function.gives });
            proposals.add(CompletionSort::Function, function.name, &detail, function.text, function.name.to_owned());
        }
    } else if before.ends_with("fn") {
        hooks(&reading, &mut proposals);
    } else {
        for (name, _) in rhai::functions(script) {
            proposals.add(CompletionSort::Function, &name, "function of this module", "", name.clone());
        }
        for entry in reading.own.at("parameters").and_then(Node::as_table).into_iter().flatten() {
            let name = constant_name(&entry.key);
            let text = entry.node.at("text").and_then(Node::as_text).unwrap_or_default();
            proposals.add(CompletionSort::Name, &name, "parameter", text, name.clone());
        }
    }
    proposals.found
}

/// In a text that is an argument of a function of the table.
fn in_text(reading: &Reading, script: &str, text: &rhai::Token, offset: usize) -> Vec<Completion> {
    let Some(word) = text.within.as_ref().and_then(|(function, number)| rhai::argument(function, *number)) else {
        return Vec::new();
    };
    let typed = &script[text.span.start..offset];
    let rest = &script[offset..];
    let end = offset + rest.find(|letter| !is_in_name(letter)).unwrap_or(rest.len());
    let expr = rhai::is_expression(word);
    let start = if expr { text.span.start + start_of_last(typed) } else { text.span.start };
    let mut proposals = Proposals { range: range(script, start..end), found: Vec::new() };
    if expr {
        expression(reading, typed, &str::to_owned, &mut proposals);
    } else if let Some(family) = of_script_argument(word) {
        named(reading, family, &Typed { path: &[], text: typed, quoted: true }, &mut proposals);
    }
    proposals.found
}

/// The functions that the rules call.
fn hooks(reading: &Reading, proposals: &mut Proposals) {
    for (name, arguments, text) in HOOKS {
        proposals.add(CompletionSort::Function, name, arguments, text, format!("{name}({arguments})"));
    }
    for (event, holds, text) in EVENTS {
        let name = format!("on_{event}");
        proposals.add(CompletionSort::Function, &name, holds, text, format!("{name}(table, event)"));
    }
    for entry in reading.own.at("actions").and_then(Node::as_table).into_iter().flatten() {
        for (part, arguments) in [("options", "table, seat"), ("resolve", "table, seat, item"), ("refuse", "table, seat, item")] {
            let name = function_name(part, &entry.key);
            proposals.add(CompletionSort::Function, &name, arguments, "", format!("{name}({arguments})"));
        }
    }
}
