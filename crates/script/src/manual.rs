//! The page for designers, made from what is registered, so that it is never stale.

use crate::check::HOOKS;
use crate::event::EVENTS;
use crate::host::{Group, host_functions};
use crate::limits::*;
use crate::weight::{ENTRY, LIST, MAP, VALUE};
use std::fmt::Write;

const INTRODUCTION: &str = "\
# Rule scripts

A rule script is a file in [Rhai](https://rhai.rs) that a game names in `scripts = [\"storm\"]`. Take it only when data and
overlays cannot say a rule. It stands beside the game file or in `scripts/`, and its name without `.rhai` is its module.

A script has no memory: what must be remembered is a counter, a zone or a named set that the game declares. Numbers are whole
numbers. Constants stand outside functions (`const COST = 2;`), are numbers or texts, and are written `global::COST` inside them. A function in bars
(`list.filter(|n| n > 2)`) sees its parameters only: to ask the table about each of a list, write a `for`.

This page is made by `railwright_script::manual()`.

## What a module may define

| function | |
|---|---|
";

const NAMES: &str = "
Scripts influence what native mechanics allow through the attributes they set in `tables` and the named sets they mark on
events (`not-in = [\"storm\"]` of a claim): they are never asked once for each move. A game ends in its own flow: let the script
set a counter that `until` or an `end` step asks for.

## What a script can ask and do

All are called on the first argument: `table.counter([\"points\", seat])`. Names are the ids of the data.

- What belongs to the table is named by its id, `\"deck\"`; what belongs to a seat, company, place or lane by id and owner,
  `[\"hand\", seat]`.
- Seats are numbers from 1. A party is a seat's number or a company's id.
- `()` is nothing: `if table.owner(lane) == () { … }`.
";

/// The page for designers: what a module may define, what it can call, its limits and faults.
pub fn manual() -> String {
    let mut page = INTRODUCTION.to_owned();
    for (name, arguments, text) in HOOKS {
        let _ = writeln!(page, "| `{name}({arguments})` | {text} |");
    }
    page.push_str("| `on_EVENT(table, event)` | hears an event, see below |\n");
    page.push_str(
        "| any other `f(table, seat)` | can be called by a step: `{ do = \"script\", module = \"storm\", function = \"f\" }` |\n",
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
    page
}

const FAULTS: &str = "
## Faults

A script that breaks down (`throw` is the way to do so on purpose) refuses the action and changes nothing: all effects of a
call take place, or none. The fault names file, line and column and says why:

    scripts/storm.rhai:12:9: there is no zone `hnad`; did you mean `hand`?

What can be found without playing is found when the game is loaded, in all scripts at once:
wrong syntax, unknown variables, hooks with the wrong arguments, names like `on_claim` that are no event, functions that a step or an
action calls and that are not there, ids in quotes that the game has not (`table.mark(\"trakc\", lane)`), and whatever goes
wrong in `tables`. An id that overlays add or take away is only looked at in play. The rest shows in the few games that
`railwright check` plays.
";

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
