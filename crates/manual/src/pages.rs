//! The reference pages of the manual, each made from one of the lists that the code itself uses.

use crate::codes::CODES;
use crate::topic::{module_text, part_text, tables};
use crate::used::{self, Bundled};
use railwright_core::expr::{About, Function, Name};
use railwright_rules::module::Module;
use railwright_rules::parts::Part;
use railwright_rules::sense::CHECKS;
use railwright_rules::{flow, mechanics};
use railwright_source::{Schema, section};
use std::fmt::Write as _;

/// A page of the manual.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// Its path below `docs/`.
    pub path: &'static str,
    /// Its title, as the table of contents has it.
    pub title: &'static str,
    /// Its text in Markdown.
    pub text: String,
}

/// What every action and every step has stands in a section of its own.
const COMMON: [&str; 2] = ["any action", "any step"];

/// All reference pages.
pub fn pages() -> Vec<Page> {
    vec![
        page("reference/game.md", "Game files", GAME, of_page("reference/game.md")),
        page("reference/map.md", "Map files", MAP, of_page("reference/map.md")),
        page("reference/actions.md", "Actions", ACTIONS, kinds(mechanics::SCHEMAS, "reference/actions.md")),
        page("reference/steps.md", "Steps", STEPS, kinds(flow::SCHEMAS, "reference/steps.md")),
        page("reference/expressions.md", "Expressions", EXPRESSIONS, expressions()),
        page("reference/parts.md", "Parts", PARTS, of_page("reference/parts.md") + parts().as_str()),
        page("reference/modules.md", "Modules", MODULES, of_page("reference/modules.md") + modules().as_str()),
        page("reference/scenario.md", "Scenario files", SCENARIO, of_page("reference/scenario.md")),
        page("reference/checks.md", "Checks of sense", CHECKS_PAGE, checks()),
        page("reference/reports.md", "Reports", REPORTS, codes()),
        page("reference/limits.md", "Limits", LIMITS, limits()),
    ]
}

const MADE: &str = "*This page is made from the program's own declarations; `railwright explain` shows the same.*";

const GAME: &str = "\
A game file says all that is not on the map. Start with [the format](../format.md) if you have not seen one; this page lists every
table and every key.";

const MAP: &str = "\
A map file has a `name`, the keys of [map](#map), and cards that belong to the board (`[cards.SET.kinds]`, see
[game files](game.md)).";

const ACTIONS: &str = "\
An action is what a player can choose: `[actions.ID]`. `do` names its mechanic, which says what keys it has, what players write
and what happens. It can be chosen where a `choose` or `together` [step](steps.md) offers it.";

const STEPS: &str = "\
Steps are the turn structure: `[steps.ID]`. `do` names the kind. `flow` of the game is the list of steps that are the whole game; some
steps contain others, some ask a seat to choose an [action](actions.md), all others happen at once.

```toml
flow = [\"deal-hands\", \"turns\"]

[steps]
deal-hands = { do = \"deal\", from = \"deck\", to = \"hand\", count = 4, for = \"each\" }
turn       = { do = \"choose\", actions = [\"draw\", \"claim\"], otherwise = \"pass\" }
turns      = { do = \"turns\", steps = [\"turn\"], last-round = { when = \"trains <= 2\" } }
```";

const EXPRESSIONS: &str = "\
Conditions and numbers in data are written in one small language: `when`, `until`, `count`, `add`, `most` and all other keys that
take an expression. It knows whole numbers only; what holds is 1, what does not is 0. A number or `true` needs no quotes.

| written | meaning |
|---|---|
| `or`, `and`, `not` | in this order from the loosest to the tightest; parentheses as usual |
| `==` `!=` `<` `<=` `>` `>=` | comparisons; words and places can only be compared with `==` and `!=`; what is not there, such as an attribute left out, equals nothing |
| `+` `-` `*` `/` `%` | whole numbers; division goes towards zero, by zero it gives zero; minus needs spaces around it |
| `trains` | a counter: the seat's own, or the table's; about a place, lane or company its counter |
| `route-points(length)` | an entry of a list of `[tables]`, the first being for 0; the last holds for all above, the first for all below |
| `wild`, `capital` | a tag: whether the card, place or company has it |
| `red` | about a card: whether it is of that kind |
| `points`, `from`, `country`, `symbols` | a field of a card, an attribute of a place, lane or company |

An expression is worked out for one seat. Functions such as `count`, `lanes` or `places` go through all cards, lanes or places and
ask a filter about each; in there the names of that sort of thing come first.";

const PARTS: &str = "\
What several games say alike is a part: a small file with parameters, which a game uses as a layer below its own. [The
format](../format.md#parts) shows how; this page lists the keys of such a file and the parts that come with Railwright.

```toml
[use]
hand   = { cards = \"train\", dealt = 4 }
market = { cards = \"train\", slots = 5 }
```";

const MODULES: &str = "\
What data cannot say is a small module in Rhai that games share. [Rule scripts](../scripts.md) tells how one is written; this page lists the
keys of its header and the modules that come with Railwright.

```toml
[scripts]
weather = { module = \"storm\", most = 3 }
```";

const SCENARIO: &str = "\
Scenarios are tests of rules. [Their own page](../scenarios.md) tells how positions, moves and expectations are written; this one lists
the keys of the file.";

const CHECKS_PAGE: &str = "\
Beyond what a game may say, `railwright check` looks for what it hardly means. What these checks find are warnings: the game can be
played. If you mean it, say so in the game file, with the reason, for all findings of a check or for one of them by its name:

```toml
[allow]
ticket-value = \"long tickets are rewarded in this game\"
unused.fame = \"a script of ours counts it later\"
```

An exception that is no longer needed is reported, too.

After that it plays: a few random games of every setting (number of players, each option), with all invariants checked, for 0.1 s of a
setting and 0.3 s of a game at most; `--no-play` leaves that out, `-v` says how much was played. What breaks down is an error with its place
and the command that plays the game again. It is warned of what is odd about all games ([everybody-passed](reports.md#everybody-passed),
[nobody-chose](reports.md#nobody-chose), [endless](reports.md#endless)); `-v` also notes what nobody could ever choose
([never-possible](reports.md#never-possible)). All these can be allowed, too.";

const REPORTS: &str = "\
Everything that `railwright check` and `railwright test` can report has a name, which stands in brackets before the report and in its
JSON as `code`.";

const LIMITS: &str = "\
How much a game, a map and a script may say. What is more is an error or a fault with its place; nothing is counted wrongly or left out in
silence. No game that we know comes near these numbers.";

/// Every limit, by what it is about.
fn limits() -> String {
    let mut text =
        "## What a game declares\n\nThe most entries of each table or list.\n\n| table | at most |\n|---|---|\n".to_owned();
    for (path, most) in railwright_rules::limits::DECLARED {
        let _ = writeln!(text, "| `{}` | {most} |", path.replace('*', "SET"));
    }
    text += "\n## What else is limited\n\n| what | at most |\n|---|---|\n";
    for (what, most) in railwright_rules::limits::OTHERS {
        let _ = writeln!(text, "| {what} | {most} |");
    }
    text += "\n## What a script may do\n\n[Rule scripts](../scripts.md#limits) says how these are counted.\n\n| what | at most |\n|---|---|\n";
    for (what, most) in railwright_script::limits::TABLE {
        let _ = writeln!(text, "| {what} | {most} |");
    }
    text
}

fn page(path: &'static str, title: &'static str, introduction: &str, body: String) -> Page {
    Page { path, title, text: format!("# {title}\n\n{introduction}\n\n{MADE}\n\n{}\n", body.trim_end()) }
}

/// The sections of all tables that stand on a page.
fn of_page(path: &str) -> String {
    let schemas = tables().into_iter().filter(|(_, page)| *page == path);
    schemas.map(|(schema, _)| section(schema, "##", &["map"]).replace("(#map)", "(map.md#map)") + "\n").collect()
}

/// The sections of all mechanics or kinds of step, then those of the tables they share.
fn kinds(schemas: &[(&str, &'static Schema)], path: &str) -> String {
    let bundled = Bundled::read();
    let mut text = String::from("| `do` | | a game that has it |\n|---|---|---|\n");
    for (name, schema) in schemas {
        let first = schema.doc.split("\n\n").next().unwrap_or_default();
        let link = railwright_source::anchor(schema.name);
        let _ = writeln!(text, "| [`{name}`](#{link}) | {first} | {} |", used::cell(bundled.kind(name)));
    }
    text.push('\n');
    for (_, schema) in schemas {
        text.push_str(&section(schema, "##", &COMMON));
        text.push('\n');
    }
    text.push_str(&of_page(path));
    text
}

fn expressions() -> String {
    let bundled = Bundled::read();
    let mut text = String::from("## Functions\n\n| function | where | meaning | a game that has it |\n|---|---|---|---|\n");
    for row in Function::ALL.iter().map(|function| function.row()) {
        let (signature, place, said) = (row.signature(), row.about.place(), used::cell(bundled.function(row.name)));
        let _ = writeln!(text, "| `{}({signature})` | {place} | {} | {said} |", row.name, row.text);
    }
    text += "\n## Names\n\n| name | where | meaning |\n|---|---|---|\n";
    for about in About::ALL {
        for row in Name::ALL.iter().map(|name| name.row()).filter(|row| row.about == about) {
            let _ = writeln!(text, "| `{}` | {} | {} |", row.name, about.place(), row.text);
        }
    }
    text
}

/// The bundled parts, each with its parameters and the games that use it.
fn parts() -> String {
    Part::bundled().iter().map(|part| format!("## part {}\n\n{}. {}\n", part.id, part.name, part_text(part))).collect()
}

/// The bundled modules, each with its parameters, actions and sentences, and with who uses it.
fn modules() -> String {
    Module::bundled()
        .iter()
        .map(|module| format!("## module {}\n\n{}. {}\n", module.id, module.header.name, module_text(module)))
        .collect()
}

fn checks() -> String {
    CHECKS.iter().map(|check| format!("## {}\n\n{}\n\n{}\n\n", check.name, check.doc, check.remedy)).collect()
}

fn codes() -> String {
    let entry = |code: &crate::codes::Code| format!("## {}\n\n{}\n\n{}\n\n", code.name, code.text, code.remedy);
    CODES.iter().map(entry).collect()
}
