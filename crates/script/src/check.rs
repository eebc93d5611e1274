//! What is wrong with scripts, found when the game is loaded.

use crate::calls::{self, Imported};
use crate::event::EVENTS;
use crate::host_state::Table;
use crate::ids;
use crate::limits::{self, LEFT_OUT};
use crate::literals;
use crate::meter::Meter;
use crate::names::near;
use railwright_core::Components;
use railwright_core::narrow::narrow;
use railwright_rules::module::{Import, ScriptSource, function_name};
use railwright_source::{Diagnostic, Origin};
use rhai::{AST, ParseErrorType, Position};

/// The functions a module may define for the rules to call, and their arguments; ACTION and EVENT stand for names.
pub const HOOKS: &[(&str, &str, &str)] = &[
    ("tables", "game", "fills in declared attributes of places, lanes and companies, when the game is loaded"),
    ("tally", "table, party", "at scoring: a whole number for `tally(USE)` in `[score]` and `ranking`; it may only look"),
    (
        "options_ACTION",
        "table, seat",
        "of an action that the header declares: a list of what the seat may choose, ids, numbers or texts as the header says, or pairs of them; \
         it may only look, and only at what the seat may see. In the same position it is asked once, whoever wants to know",
    ),
    (
        "resolve_ACTION",
        "table, seat, item",
        "of the same: carries out the option that was chosen; with `with` it takes one more. The number of a stage as its value lets the seat go on",
    ),
    ("refuse_ACTION", "table, seat, item", "of the same, if the module has it: why that cannot be chosen, as a text, or ()"),
];

/// The words before the name of an action in the functions that the rules call for it.
const OF_ACTIONS: [&str; 3] = ["options_", "resolve_", "refuse_"];

/// Whether a function of that name is called by the rules, if the header has what it is for.
pub(crate) fn is_called_by_rules(name: &str) -> bool {
    matches!(name, "tables" | "tally" | "options" | "resolve" | "refuse")
        || name.starts_with("on_")
        || OF_ACTIONS.iter().any(|part| name.starts_with(part))
}

/// Everything that is wrong with the scripts, but for what they name.
pub(crate) fn check(scripts: &[ScriptSource]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut looked_at = Vec::new();
    for script in scripts {
        // Two uses of a module are of one text.
        if looked_at.contains(&script.at) {
            continue;
        }
        looked_at.push(script.at);
        let engine = limits::reader(&script.imports);
        let imported = Imported(script.imports.iter().filter(|import| import.direct).map(|i| of_import(&engine, i)).collect());
        for import in &script.imports {
            let source = ScriptSource { file: import.file.clone(), text: import.text.clone(), at: import.at, ..script.clone() };
            if let Err(error) = limits::compile(&engine, &import.text, &[])
                && !looked_at.contains(&import.at)
            {
                looked_at.push(import.at);
                found.push(syntax(&source, error.err_type(), error.position()));
            }
        }
        match limits::compile(&engine, &script.text, &script.constants) {
            Ok(ast) => {
                hooks(script, &ast, &mut found);
                hidden(script, &ast, &mut found);
                found.extend(literals::wrong(script, &ast));
                found.extend(calls::wrong(script, &ast, &functions(&ast), &imported));
            }
            Err(error) => found.push(syntax(script, error.err_type(), error.position())),
        }
    }
    found
}

/// The functions of an imported module that others may call.
fn of_import(engine: &rhai::Engine, import: &Import) -> (String, Vec<(String, usize)>) {
    let ast = limits::compile(engine, &import.text, &[]);
    let public = |f: &rhai::ScriptFnMetadata| (f.access == rhai::FnAccess::Public).then(|| (f.name.to_owned(), f.params.len()));
    let functions = ast.map(|ast| ast.iter_functions().filter_map(|f| public(&f)).collect()).unwrap_or_default();
    (limits::namespace(&import.name), functions)
}

/// Ids of the game that are written in scripts and that there are not; `elsewhere` are names of other settings.
pub(crate) fn names(scripts: &[ScriptSource], parts: &Components, elsewhere: &[String]) -> Vec<Diagnostic> {
    if scripts.is_empty() {
        return Vec::new();
    }
    let game = Table::for_load(&mut parts.clone(), &Meter::at_load());
    let mut found = Vec::new();
    for script in scripts {
        let engine = limits::reader(&script.imports);
        if let Ok(ast) = limits::compile(&engine, &script.text, &script.constants) {
            let calls = calls::of_host(&ast, &functions(&ast), &script.constants);
            found.extend(game.at(|game| ids::wrong(script, &calls, game, elsewhere)));
        }
    }
    found
}

/// The functions that a script defines, with how many parameters each takes; nothing when it cannot be read.
pub(crate) fn defined(script: &ScriptSource) -> Option<Vec<(String, usize)>> {
    limits::compile(&limits::reader(&script.imports), &script.text, &script.constants).map(|ast| functions(&ast)).ok()
}

/// The functions of a script with how many parameters each takes, in order of their names.
pub(crate) fn functions(ast: &AST) -> Vec<(String, usize)> {
    let mut functions: Vec<_> = ast.iter_functions().map(|f| (f.name.to_owned(), f.params.len())).collect();
    // The order in which the language lists functions is its own affair.
    functions.sort();
    functions
}

/// The functions that the rules never call and that no other function calls.
pub(crate) fn idle_functions(scripts: &[ScriptSource]) -> Vec<(String, Origin)> {
    let mut idle = Vec::new();
    for script in scripts {
        let engine = limits::reader(&script.imports);
        let Ok(ast) = limits::compile(&engine, &script.text, &script.constants) else { continue };
        let called = calls::called(&ast);
        let imported = |name: &str| {
            scripts.iter().flat_map(|s| &s.imports).any(|import| import.name == script.module && import.text.contains(name))
        };
        for (name, parameters) in functions(&ast) {
            // Functions without a name are called where they stand.
            if !is_called_by_rules(&name) && !called.contains(&name) && !name.starts_with("anon$") && !imported(&name) {
                let origin = definition(script, &ast, &name, parameters);
                idle.push((name, origin));
            }
        }
    }
    idle
}

/// Variables and parameters of functions that hide a parameter of the module.
fn hidden(script: &ScriptSource, ast: &AST, found: &mut Vec<Diagnostic>) {
    for function in ast.iter_fn_def() {
        for parameter in
            function.params.iter().filter(|name| script.constants.iter().any(|constant| constant.name == name.as_str()))
        {
            let message = format!("{}: `{parameter}` is a parameter of the module and cannot be one of a function", script.file);
            let origin = definition(script, ast, &function.name, function.params.len());
            found.push(Diagnostic::error("script-syntax", message).at(origin, "of this function").help("give it another name"));
        }
    }
    calls::walk(ast, &mut |path| {
        if let Some(rhai::ASTNode::Stmt(rhai::Stmt::Var(variable, _, at))) = path.last()
            && script.constants.iter().any(|constant| constant.name == variable.0.name.as_str())
        {
            let message = format!("{}: `{}` is a parameter of the module and cannot be a variable", script.file, variable.0.name);
            found.push(
                Diagnostic::error("script-syntax", message).at(origin(script, *at), "this variable").help("give it another name"),
            );
        }
    });
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
                found.push(problem.at(definition(script, ast, &name, given), "this function would never be called").help(help));
                continue;
            }
            None => match HOOKS.iter().find(|(hook, ..)| *hook == name) {
                Some((_, arguments, _)) => arguments,
                None => {
                    found.extend(of_no_action(script, ast, &name, given));
                    continue;
                }
            },
        };
        let wanted = arguments.split(", ").count();
        if given != wanted {
            let message = format!("{}: `{name}` takes {wanted} arguments, not {given}", script.file);
            let problem = Diagnostic::error("script-arguments", message).at(definition(script, ast, &name, given), "this hook");
            found.push(problem.help(format!("write fn {name}({arguments})")));
        }
    }
}

/// A function that would be called for an action that the header does not declare.
fn of_no_action(script: &ScriptSource, ast: &AST, name: &str, given: usize) -> Option<Diagnostic> {
    let part = OF_ACTIONS.iter().find(|part| name.starts_with(**part))?;
    let actions: Vec<String> =
        script.header.actions.iter().map(|action| function_name(part.trim_end_matches('_'), &action.id)).collect();
    if actions.iter().any(|known| known == name) {
        return None;
    }
    let known: Vec<&str> = actions.iter().map(String::as_str).collect();
    let help = match near(name, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("declare it in the header: [actions.{}]", name[part.len()..].replace('_', "-")),
    };
    let problem = Diagnostic::error("script-unknown-hook", format!("{}: the header has no action for `{name}`", script.file));
    Some(problem.at(definition(script, ast, name, given), "this function would never be called").help(help))
}

/// How many bytes into a text a position is, if it has one.
pub(crate) fn offset(text: &str, at: Position) -> Option<usize> {
    let (line, column) = (at.line()?, at.position().unwrap_or(1));
    let mut start = 0;
    for (i, text) in text.split_inclusive('\n').enumerate() {
        if i + 1 == line {
            let text = text.trim_end_matches(['\n', '\r']);
            return Some(start + text.char_indices().nth(column - 1).map_or(text.len(), |(offset, _)| offset));
        }
        start += text.len();
    }
    None
}

/// The place of the word at a position.
pub(crate) fn origin(script: &ScriptSource, at: Position) -> Origin {
    let at = if at.is_none() { Some(0) } else { offset(&script.text, at) };
    let Some(start) = at else {
        // The end of the text: its last character, so that there is something to show.
        let end = script.text.trim_end().len();
        return Origin { file: script.at, start: narrow::<u32>(end.saturating_sub(1)), end: narrow::<u32>(end) };
    };
    let rest = &script.text[start..];
    let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()).max(1);
    Origin { file: script.at, start: narrow::<u32>(start), end: narrow::<u32>(start + word) }
}

/// The place of the text in quotes at a position, or of the word.
pub(crate) fn quoted(script: &ScriptSource, at: Position) -> Origin {
    let word = origin(script, at);
    let rest = &script.text[word.start as usize..];
    let quoted = rest.strip_prefix('"').and_then(|rest| rest.find('"'));
    quoted.map_or(word, |length| Origin { end: word.start + narrow::<u32>(length) + 2, ..word })
}

/// Where a function is defined: the tree knows where its body begins, and its name is the last after `fn` before that.
fn definition(script: &ScriptSource, ast: &AST, name: &str, parameters: usize) -> Origin {
    let mut functions = ast.iter_fn_def();
    let Some(function) = functions.find(|function| function.name == name && function.params.len() == parameters) else {
        return origin(script, Position::NONE);
    };
    let body = function.body.start_position();
    let head = &script.text[..offset(&script.text, body).unwrap_or(0)];
    match head.rmatch_indices(name).find(|(start, _)| head[..*start].trim_end().ends_with("fn")) {
        Some((start, _)) => Origin { file: script.at, start: narrow::<u32>(start), end: narrow::<u32>(start + name.len()) },
        None => origin(script, body),
    }
}
