//! What is wrong with scripts, found when the game is loaded.

use crate::calls;
use crate::event::EVENTS;
use crate::limits::{self, LEFT_OUT};
use crate::names::near;
use railwright_rules::rules::ScriptSource;
use railwright_source::{Diagnostic, Origin};
use rhai::{AST, ParseErrorType, Position};

/// The functions a module may define for the rules to call, and their arguments.
pub const HOOKS: &[(&str, &str, &str)] = &[
    ("tables", "game", "fills in declared attributes of places, lanes and companies, when the game is loaded"),
    ("tally", "table, party", "at scoring: a whole number for `script(MODULE)` in `[score]` and `ranking`; it may only look"),
    (
        "options",
        "table, seat",
        "of an action with `do = \"script\"`: a list of different texts the seat may choose from; it may only look, and only at what the seat may see",
    ),
    ("resolve", "table, seat, key", "of the same: carries out the option that was chosen"),
];

/// Everything that is wrong with the scripts.
pub(crate) fn check(scripts: &[ScriptSource]) -> Vec<Diagnostic> {
    let engine = limits::engine(limits::OPERATIONS_AT_LOAD);
    let mut found = Vec::new();
    for script in scripts {
        match limits::compile(&engine, &script.text) {
            Ok(ast) => {
                hooks(script, &ast, &mut found);
                found.extend(calls::wrong(script, &functions(&ast)));
            }
            Err(error) => found.push(syntax(script, error.err_type(), error.position())),
        }
    }
    found
}

/// The functions of a script with how many parameters each takes, in order of their names.
fn functions(ast: &AST) -> Vec<(String, usize)> {
    let mut functions: Vec<_> = ast.iter_functions().map(|f| (f.name.to_owned(), f.params.len())).collect();
    // The order in which the language lists functions is its own affair.
    functions.sort();
    functions
}

/// The functions that are no hooks and that no other function calls.
pub(crate) fn idle_functions(scripts: &[ScriptSource]) -> Vec<(String, Origin)> {
    let engine = limits::engine(limits::OPERATIONS_AT_LOAD);
    let mut idle = Vec::new();
    for script in scripts {
        let Ok(ast) = limits::compile(&engine, &script.text) else { continue };
        let called = calls::called(script);
        for (name, _) in functions(&ast) {
            let hook = name.starts_with("on_") || HOOKS.iter().any(|(hook, ..)| *hook == name);
            // Functions without a name are called where they stand.
            if !hook && !called.contains(&name) && !name.starts_with("anon$") {
                let origin = definition(script, &name);
                idle.push((name, origin));
            }
        }
    }
    idle
}

fn syntax(script: &ScriptSource, kind: &ParseErrorType, at: Position) -> Diagnostic {
    let problem = Diagnostic::error("script-syntax", format!("{}: {kind}", script.file)).at(origin(script, at), "here");
    let text = kind.to_string();
    let left_out = LEFT_OUT.iter().find(|(word, _)| text.contains(&format!("'{word}'")));
    match (left_out, kind) {
        (Some((word, why)), _) => problem.help(format!("`{word}` is left out of rule scripts: {why}")),
        (None, ParseErrorType::VariableUndefined(_)) => {
            problem.help("a function, one in bars |x| too, sees its parameters and its own variables only; a constant of the module is written global::NAME")
        }
        _ => problem,
    }
}

/// Hooks that would never be called, or not with what they take.
fn hooks(script: &ScriptSource, ast: &AST, found: &mut Vec<Diagnostic>) {
    for (name, given) in functions(ast) {
        let event = name.strip_prefix("on_");
        let arguments = match event {
            Some(event) if EVENTS.iter().any(|(known, ..)| *known == event) => "table, event",
            Some(event) => {
                let hooks: Vec<String> = EVENTS.iter().map(|e| format!("on_{}", e.0)).collect();
                let hooks: Vec<&str> = hooks.iter().map(String::as_str).collect();
                let help = match near(&name, &hooks) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are: {}", hooks.join(", ")),
                };
                let problem = Diagnostic::error("script-unknown-hook", format!("{}: no event is called `{event}`", script.file));
                found.push(problem.at(definition(script, &name), "this function would never be called").help(help));
                continue;
            }
            None => match HOOKS.iter().find(|(hook, ..)| *hook == name) {
                Some((_, arguments, _)) => arguments,
                None => continue,
            },
        };
        let wanted = arguments.split(", ").count();
        if given != wanted {
            let message = format!("{}: `{name}` takes {wanted} arguments, not {given}", script.file);
            let problem = Diagnostic::error("script-arguments", message).at(definition(script, &name), "this hook");
            found.push(problem.help(format!("write fn {name}({arguments})")));
        }
    }
}

/// The place of a position, up to the end of its line.
pub(crate) fn origin(script: &ScriptSource, at: Position) -> Origin {
    let (line, column) = (at.line().unwrap_or(1), at.position().unwrap_or(1));
    let mut start = 0;
    for (i, text) in script.text.split_inclusive('\n').enumerate() {
        if i + 1 == line {
            let text = text.trim_end_matches(['\n', '\r']);
            let offset = text.char_indices().nth(column - 1).map_or(text.len(), |(offset, _)| offset);
            let word = text[offset..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len() - offset).max(1);
            let end = (start + offset + word).min(start + text.len().max(offset + 1));
            return Origin { file: script.at, start: (start + offset) as u32, end: end as u32 };
        }
        start += text.len();
    }
    // The end of the text: its last character, so that there is something to show.
    let end = script.text.trim_end().len();
    Origin { file: script.at, start: end.saturating_sub(1) as u32, end: end as u32 }
}

/// Where a function is defined.
fn definition(script: &ScriptSource, name: &str) -> Origin {
    let mut from = 0;
    while let Some(found) = script.text[from..].find(name) {
        let start = from + found;
        let (before, after) = (script.text[..start].trim_end(), &script.text[start + name.len()..]);
        let line = before.rsplit('\n').next().unwrap_or_default();
        if before.ends_with("fn") && !line.contains("//") && after.trim_start().starts_with('(') {
            return Origin { file: script.at, start: start as u32, end: (start + name.len()) as u32 };
        }
        from = start + name.len();
    }
    Origin { file: script.at, start: 0, end: 1 }
}
