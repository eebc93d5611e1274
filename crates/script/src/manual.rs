//! The page for designers, made from what is registered, so that it is never stale.

use crate::check::HOOKS;
use crate::event::EVENTS;
use crate::host::{Group, host_functions};
use crate::limits::*;
use crate::weight::{ENTRY, LIST, MAP, VALUE};
use std::fmt::Write;

const INTRODUCTION: &str = include_str!("manual/introduction.txt");
const NAMES: &str = include_str!("manual/names.txt");
const FAULTS: &str = include_str!("manual/faults.txt");
const SPEED: &str = include_str!("manual/speed.txt");

/// The page for designers: what a module may define, what it can call, its limits and faults.
pub fn manual() -> String {
    let mut page = INTRODUCTION.to_owned();
    for (name, arguments, text) in HOOKS {
        let _ = writeln!(page, "| `{name}({arguments})` | {text} |");
    }
    page.push_str("| `on_EVENT(table, event)` | hears an event, see below |\n");
    page.push_str(
        "| any other `f(table, seat)` | can be called by a step: `{ do = \"call\", module = \"storm\", function = \"f\" }`, or by other functions |\n",
    );
    page.push_str("\n| event | `event` holds | when |\n|---|---|---|\n");
    for (name, holds, text) in EVENTS {
        let holds = if holds.is_empty() { String::new() } else { format!("`{holds}`") };
        let _ = writeln!(page, "| `on_{name}` | {holds} | {text} |");
    }
    page.push_str(NAMES);
    for group in Group::ALL {
        let _ = writeln!(page, "\n### {}\n\n| function | gives | |\n|---|---|---|", group.text());
        for function in host_functions().iter().filter(|f| f.group == group) {
            let _ = writeln!(page, "| `{}` | {} | {} |", function.signature(), function.gives, function.text);
        }
    }
    let _ = write!(
        page,
        "\n## Limits\n\n\
         What a call may do is counted in operations, the same on every machine: an expression, a statement or a round of a loop is one.\n\
         A list, map or text of more than 64 bytes costs one more for every {BYTES_AN_OPERATION} bytes each time that its variable is read or that it is made; a value of a list\n\
         counts {VALUE} bytes, a list {LIST}, a map {MAP} and {ENTRY} for each entry. What goes over a limit is a fault with its place.\n\n\
         | what | at most |\n|---|---|\n"
    );
    for (what, most) in TABLE {
        let _ = writeln!(page, "| {what} | {most} |");
    }
    page.push_str("\nThere are no fractions, no files, no clock and no chance but `random`. Left out of the language:\n\n");
    for (word, why) in LEFT_OUT {
        let _ = writeln!(page, "- `{word}`: {why}");
    }
    page.push_str(FAULTS);
    page.push_str(SPEED);
    page
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_in_docs_is_this_page() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scripts.md");
        if std::env::var_os("RAILWRIGHT_ACCEPT").is_some() {
            std::fs::write(path, super::manual()).unwrap();
        }
        let page = std::fs::read_to_string(path).unwrap_or_default();
        assert!(page == super::manual(), "docs/scripts.md is stale: `cargo xtask accept docs` writes it anew");
    }
}
