//! Where a file names things of a game: in keys, in values, in expressions, in the calls of a module.

use crate::families::{self, IN_EXPRESSIONS, declared, things, written};
use crate::rhai;
use crate::shape::{Reading, Shape};
use crate::sort::Sort;
use crate::walk::{Seen, walk};
use crate::words::words;
use railwright::core::expr::{Function, Name};
use railwright::rules::library::Shelf;
use railwright::source::{Files, Kind, Node, Origin};
use std::ops::Range;

/// A place that names something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mention {
    /// What is named.
    pub what: What,
    /// The bytes of the name.
    pub span: Range<usize>,
    /// Whether it declares the thing, or changes it.
    pub declares: bool,
}

/// What a place names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// A thing of one of these families.
    Thing(String, String),
    /// A file, by its id.
    File(Shelf, String),
    /// The game of a scenario.
    Game(String),
    /// A function of expressions.
    Function(Function),
    /// A name of expressions.
    Name(Name),
    /// A kind of action or step.
    Mechanic(String),
    /// A function that modules can call.
    Call(String),
    /// A key that a schema declares, by its path.
    Key(Vec<String>),
}

/// Everything that a file names, in the order of the walk.
pub(crate) fn mentions(reading: &Reading, text: &str) -> Vec<Mention> {
    let header;
    let read = match reading.sort {
        Sort::Module => {
            header = railwright::rules::module::header_text(text).unwrap_or_default();
            header.as_str()
        }
        _ => text,
    };
    let mut files = Files::new();
    files.add("", read);
    let mut found = Vec::new();
    walk(reading, &mut |path, seen| match seen {
        Seen::Key(origin) => key(reading, path, inner(read, span(origin)), &mut found),
        Seen::Value(node, shapes) => {
            let place = inner(read, span(node.origin));
            if let Some(what) = link(reading, path, node) {
                found.push(Mention { what, span: place, declares: false });
            } else if let Some(text) = node.as_text() {
                let at = |part: Range<usize>| span(files.part(node, part));
                value(reading, text, shapes, (place, &at), &mut found);
            }
        }
    });
    if reading.sort == Sort::Module {
        found.extend(rhai::mentions(reading, text));
    }
    found
}

/// What stands at a byte, the narrowest that does.
pub(crate) fn mention_at(reading: &Reading, text: &str, offset: usize) -> Option<Mention> {
    let mut here: Vec<Mention> = mentions(reading, text)
        .into_iter()
        .filter(|mention| mention.span.start <= offset && offset <= mention.span.end)
        .collect();
    here.sort_by_key(|mention| mention.span.len());
    here.into_iter().next()
}

fn span(origin: Origin) -> Range<usize> {
    origin.start as usize..origin.end as usize
}

/// The same without quotes around it.
fn inner(text: &str, span: Range<usize>) -> Range<usize> {
    let raw = text.get(span.clone()).unwrap_or_default();
    for quotes in ["\"\"\"", "'''", "\"", "'"] {
        if raw.len() >= 2 * quotes.len() && raw.starts_with(quotes) && raw.ends_with(quotes) {
            return span.start + quotes.len()..span.end - quotes.len();
        }
    }
    span
}

/// A key: what it declares or changes, or one that a schema knows.
fn key(reading: &Reading, path: &[String], span: Range<usize>, found: &mut Vec<Mention>) {
    let Some(name) = path.last() else { return };
    let own = !matches!(reading.sort, Sort::Scenario | Sort::Module);
    match declared(path).filter(|_| own) {
        Some(family) => {
            let name = written(name).to_owned();
            let span = span.start..span.start + name.len().min(span.len());
            found.push(Mention { what: What::Thing(family.to_owned(), name), span, declares: true });
        }
        None => found.push(Mention { what: What::Key(path.to_vec()), span, declares: false }),
    }
}

/// A value that names a file, a kind of action or step, or another entry.
fn link(reading: &Reading, path: &[String], node: &Node) -> Option<What> {
    let text = node.as_text()?.to_owned();
    let parts: Vec<&str> = families::plain(path).iter().map(String::as_str).collect();
    Some(match (reading.sort, &parts[..]) {
        (Sort::Game, ["extends"]) => What::File(Shelf::Games, text),
        (Sort::Game, ["map"]) => What::File(Shelf::Maps, text),
        (Sort::Scenario, ["game"]) => What::Game(text),
        (Sort::Game | Sort::Part, ["use", _, "part"]) => What::File(Shelf::Parts, text),
        (Sort::Game | Sort::Part, ["scripts", _, "module"]) => What::File(Shelf::Scripts, text),
        (Sort::Module, ["import", _] | ["import"]) => What::File(Shelf::Scripts, text),
        (Sort::Game | Sort::Part, ["actions" | "steps", _, "do"] | ["templates", "actions" | "steps", _, "do"]) => {
            What::Mechanic(text)
        }
        (Sort::Game | Sort::Part | Sort::Map, [table, _, "like"]) => {
            let family = declared(&[(*table).to_owned(), String::new()])?;
            What::Thing(format!("{family}|template"), text)
        }
        _ => return None,
    })
}

/// A value that names things by the kind of its key, or that is an expression.
fn value(
    reading: &Reading,
    text: &str,
    shapes: &[Shape],
    (place, at): (Range<usize>, &dyn Fn(Range<usize>) -> Range<usize>),
    found: &mut Vec<Mention>,
) {
    for shape in shapes {
        match shape {
            Shape::Value(Kind::Name(family) | Kind::Names(family)) => {
                let what = What::Thing((*family).to_owned(), text.to_owned());
                found.push(Mention { what, span: place.clone(), declares: false });
                return;
            }
            Shape::Value(Kind::Expr) => {
                found.extend(expression(reading, text, at));
                return;
            }
            _ => {}
        }
    }
}

/// What an expression names.
pub(crate) fn expression(reading: &Reading, text: &str, at: &dyn Fn(Range<usize>) -> Range<usize>) -> Vec<Mention> {
    let named = |word: &crate::words::Word| what(reading, word);
    words(text)
        .iter()
        .filter_map(|word| Some(Mention { what: named(word)?, span: at(word.span.clone()), declares: false }))
        .collect()
}

fn what(reading: &Reading, word: &crate::words::Word) -> Option<What> {
    let name = word.name.as_str();
    if matches!(name, "and" | "or" | "not") {
        return None;
    }
    if let Some(family) = word.within.as_ref().and_then(|(function, argument)| argument_family(function, *argument))
        && !word.call
    {
        return Some(What::Thing(family.to_owned(), name.to_owned()));
    }
    if word.call
        && let Some(function) = Function::ALL.iter().find(|function| function.row().name == name)
    {
        return Some(What::Function(*function));
    }
    let family = IN_EXPRESSIONS.iter().find(|family| knows(reading, family, name));
    match family {
        // What every game has comes before what this one calls likewise.
        Some(family) if word.call || builtin(name).is_none() => Some(What::Thing((*family).to_owned(), name.to_owned())),
        _ => builtin(name).map(What::Name),
    }
}

/// The name of expressions with that spelling.
fn builtin(name: &str) -> Option<Name> {
    Name::ALL.iter().copied().find(|known| known.row().name == name)
}

/// The family of things that an argument of a function names.
pub(crate) fn argument_family(function: &str, argument: usize) -> Option<&'static str> {
    let row = Function::ALL.iter().find(|known| known.row().name == function)?.row();
    let argument = row.arguments.get(argument).or_else(|| row.arguments.last())?;
    families::of_argument(argument.takes)
}

/// Whether a game, or the file alone, has a thing of that name.
pub(crate) fn knows(reading: &Reading, family: &str, name: &str) -> bool {
    let has = |tree: &Node| things(tree, family).iter().any(|entry| written(&entry.key) == name);
    has(reading.own) || reading.context.is_some_and(|context| has(&context.loaded.tree))
}
