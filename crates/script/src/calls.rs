//! Calls as a script writes them: how many arguments each has, found without playing.
//!
//! Rhai finds out only when a call is made that no function takes so many arguments; a hook that is rarely called would break down in
//! the middle of a game.

use crate::host::host_functions;
use crate::names::near;
use railwright_rules::rules::ScriptSource;
use railwright_source::{Diagnostic, Origin};

/// A call in the text.
struct Call<'t> {
    /// What it is called on: the word before the dot.
    on: Option<&'t str>,
    name: &'t str,
    at: usize,
    arguments: usize,
}

/// The text without comments and without what stands in quotes, each letter in its place.
fn bare(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut quote: Option<char> = None;
    let mut comment: Option<&str> = None;
    let mut letters = text.char_indices().peekable();
    while let Some((at, c)) = letters.next() {
        let rest = &text[at..];
        let blank = |c: char| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) };
        match (comment, quote) {
            (Some(end), _) => {
                if rest.starts_with(end) {
                    comment = None;
                }
                out += &blank(c);
            }
            (None, Some(open)) => {
                out += &blank(c);
                if c == '\\'
                    && open != '`'
                    && let Some((_, next)) = letters.next()
                {
                    out += &blank(next);
                } else if c == open {
                    quote = None;
                }
            }
            (None, None) if rest.starts_with("//") => {
                comment = Some("\n");
                out.push(' ');
            }
            (None, None) if rest.starts_with("/*") => {
                comment = Some("*/");
                out.push(' ');
            }
            (None, None) if matches!(c, '"' | '`' | '\'') => {
                quote = Some(c);
                // An argument that is only a text is still one.
                out.push('_');
            }
            (None, None) => out.push(c),
        }
    }
    out
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Every call in a bare text; definitions are none.
fn calls(text: &str) -> Vec<Call<'_>> {
    let mut found = Vec::new();
    for (open, _) in text.match_indices('(') {
        let before = &text[..open];
        let start = before.rfind(|c| !is_word(c)).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let name = &before[start..];
        let ahead = before[..start].trim_end();
        let keyword = matches!(name, "if" | "while" | "for" | "in" | "switch" | "return" | "until" | "fn" | "this");
        if name.is_empty()
            || keyword
            || name.starts_with(|c: char| c.is_numeric())
            || ahead.ends_with(" fn")
            || ahead == "fn"
            || ahead.ends_with("\nfn")
        {
            continue;
        }
        let on = ahead.strip_suffix('.').map(|ahead| {
            let ahead = ahead.trim_end();
            &ahead[ahead.rfind(|c| !is_word(c)).map_or(0, |at| at + 1)..]
        });
        if let Some(arguments) = arguments(&text[open + 1..]) {
            found.push(Call { on, name, at: start, arguments });
        }
    }
    found
}

/// How many arguments stand before the bracket that closes.
fn arguments(text: &str) -> Option<usize> {
    let (mut depth, mut commas, mut anything) = (0usize, 0, false);
    let mut bars = false;
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return Some(if anything { commas + 1 } else { 0 }),
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            // The parameters of a function in bars are no arguments.
            '|' if depth == 0 => bars = !bars,
            ',' if depth == 0 && !bars => commas += 1,
            _ => {}
        }
        anything |= !c.is_whitespace();
    }
    None
}

/// Calls of the host and of the script's own functions that no function takes.
pub(crate) fn wrong(script: &ScriptSource, own: &[(String, usize)]) -> Vec<Diagnostic> {
    let text = bare(&script.text);
    let host = host_functions();
    let mut problems = Vec::new();
    for call in calls(&text) {
        let at = Origin { file: script.at, start: call.at as u32, end: (call.at + call.name.len()) as u32 };
        let defined: Vec<usize> = own.iter().filter(|(name, _)| name == call.name).map(|(_, takes)| *takes).collect();
        let on_table = matches!(call.on, Some("table" | "game"));
        let known = host.iter().find(|function| function.name == call.name);
        match (on_table, known) {
            (true, Some(function)) => {
                let wanted = function.arguments.split(", ").filter(|a| !a.is_empty()).count();
                if wanted != call.arguments {
                    let message = format!("{}: `{}` takes {wanted} argument(s), not {}", script.file, call.name, call.arguments);
                    let problem = Diagnostic::error("script-arguments", message).at(at, "this call");
                    problems.push(problem.help(format!("write {}.{}", call.on.unwrap_or("table"), function.signature())));
                }
            }
            (true, None) if defined.is_empty() => {
                let names: Vec<&str> = host.iter().map(|function| function.name).collect();
                let problem = Diagnostic::error(
                    "script-unknown-function",
                    format!("{}: the table has no function `{}`", script.file, call.name),
                );
                let help = near(call.name, &names).map(|near| format!("did you mean `{near}`?"));
                problems.push(problem.at(at, "unknown").help(help.unwrap_or_else(|| "docs/scripts.md lists them".to_owned())));
            }
            (false, _) if call.on.is_none() && !defined.is_empty() && !defined.contains(&call.arguments) => {
                let wanted: Vec<String> = defined.iter().map(usize::to_string).collect();
                let message =
                    format!("{}: `{}` takes {} argument(s), not {}", script.file, call.name, wanted.join(" or "), call.arguments);
                problems.push(Diagnostic::error("script-arguments", message).at(at, "this call"));
            }
            _ => {}
        }
    }
    problems
}

/// The names of all functions that are called somewhere in the script.
pub(crate) fn called(script: &ScriptSource) -> Vec<String> {
    calls(&bare(&script.text)).iter().map(|call| call.name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(Option<String>, String, usize)> {
        let bare = bare(text);
        calls(&bare).iter().map(|c| (c.on.map(str::to_owned), c.name.to_owned(), c.arguments)).collect()
    }

    #[test]
    fn calls_are_found_with_what_they_are_called_on() {
        let call = |on: Option<&str>, name: &str, n| (on.map(str::to_owned), name.to_owned(), n);
        assert_eq!(found("fn f(a, b) { g(a, [1, 2], \"x, y\") }"), [call(None, "g", 3)]);
        assert_eq!(found("table.add([\"a(b\", s], h())"), [call(Some("table"), "add", 2), call(None, "h", 0)]);
        assert_eq!(found("// g(1)\nx.y(`${a(1)}`) /* z(2) */"), [call(Some("x"), "y", 1)]);
        assert_eq!(found("l.filter(|a, b| a > b)"), [call(Some("l"), "filter", 1)]);
        assert_eq!(found("if (a) { } while (b) { }"), []);
    }
}
