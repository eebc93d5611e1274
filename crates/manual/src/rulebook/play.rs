//! How it is played: set-up, turns, actions, the end.

use super::names;
use crate::words::{capital, entries, value};
use railwright_rules::compile::schema::schema_of_kind;
use railwright_rules::{flow, mechanics};
use railwright_source::{Kind, Node, Schema};
use std::fmt::Write as _;

/// Steps are nested no deeper than this on the page.
const DEEPEST: usize = 8;
/// Keys that the page says in another place or that are no rule.
const TOLD_ELSEWHERE: [&str; 4] = ["do", "word", "cites", "then"];

pub(super) fn write(tree: &Node, page: &mut String) {
    *page += "## The course of the game\n\n";
    for (i, id) in names(tree.at("flow")).iter().enumerate() {
        step(tree, id, &format!("{}. ", i + 1), 0, page);
    }
    *page += "\n## What players can do\n\n";
    for (id, action) in entries(tree, "actions") {
        let word = action.at("word").and_then(Node::as_text).unwrap_or(id);
        let schema = schema_of_kind(action, mechanics::SCHEMAS);
        let _ = write!(page, "### {}{}\n\n", capital(id), cites(action));
        if let Some(schema) = schema {
            // An action of a module is told in the module's words.
            let own = action.at("text").and_then(Node::as_text).filter(|_| is_scripted(action));
            let doc = own.unwrap_or_else(|| schema.doc.split("\n\n").next().unwrap_or_default());
            let _ = write!(page, "{doc} Players write `{word}`.\n\n");
            details(action, schema, page);
        }
        let then = names(action.at("then"));
        if !then.is_empty() {
            *page += "\nThen:\n\n";
            for (i, id) in then.iter().enumerate() {
                step(tree, id, &format!("{}. ", i + 1), 0, page);
            }
        }
        page.push('\n');
    }
}

fn is_scripted(action: &Node) -> bool {
    action.at("do").and_then(Node::as_text) == Some("script")
}

/// The numbers of the rules that a table cites.
pub(super) fn cites<'a>(node: &'a Node) -> String {
    let mut list = Vec::new();
    let inner = |node: &'a Node| node.as_table().into_iter().flatten().map(|entry| &entry.node);
    // Citations stand for the whole table, at its keys, or at parts of what these say.
    let by_key: Vec<&Node> = node.at("cites").into_iter().flat_map(inner).collect();
    let by_part = by_key.iter().copied().flat_map(inner);
    for name in by_key.iter().copied().chain(by_part).chain(node.at("cites")).flat_map(|node| names(Some(node))) {
        if !list.contains(&name) {
            list.push(name);
        }
    }
    if list.is_empty() { String::new() } else { format!(" ({})", list.join(", ")) }
}

/// What the keys of a table say, in the words of its schema.
fn details(node: &Node, schema: &Schema, page: &mut String) {
    for key in schema.all_keys() {
        let Some(written) = node.at(key.name).filter(|_| !TOLD_ELSEWHERE.contains(&key.name)) else { continue };
        match (key.kind, written.as_table()) {
            (Kind::Table(inner), Some(_)) => {
                let _ = writeln!(page, "- {}:", key.doc);
                let mut nested = String::new();
                details(written, inner, &mut nested);
                nested.lines().for_each(|line| *page += &format!("  {line}\n"));
            }
            (Kind::Tables(inner), Some(table)) => {
                let _ = writeln!(page, "- {}:", key.doc);
                for entry in table {
                    let mut nested = String::new();
                    details(&entry.node, inner, &mut nested);
                    let parts: Vec<&str> = nested.lines().map(|line| line.trim_start_matches("- ")).collect();
                    let _ = writeln!(page, "  - {}: {}", entry.key, parts.join(", "));
                }
            }
            (Kind::TableList(inner), _) => {
                let _ = writeln!(page, "- {}:", key.doc);
                for item in written.as_list().unwrap_or_default() {
                    let mut nested = String::new();
                    details(item, inner, &mut nested);
                    let parts: Vec<&str> = nested.lines().map(|line| line.trim_start_matches("- ")).collect();
                    let _ = writeln!(page, "  - {}", parts.join(", "));
                }
            }
            _ => drop(writeln!(page, "- {}: {}", key.doc, value(written))),
        }
    }
}

/// A step as an item of a list, those it contains below it.
fn step(tree: &Node, id: &str, mark: &str, depth: usize, page: &mut String) {
    let indent = "   ".repeat(depth);
    let Some(node) = tree.at("steps").and_then(|steps| steps.as_table()?.get(id)).filter(|_| depth < DEEPEST) else {
        let _ = writeln!(page, "{indent}{mark}{id}");
        return;
    };
    let _ = writeln!(page, "{indent}{mark}{}{}", sentence(id, node), cites(node));
    for inner in names(node.at("steps")) {
        step(tree, inner, "- ", depth + 1, page);
    }
    for end in endings(node) {
        let _ = writeln!(page, "{indent}   - {end}");
    }
}

fn sentence(id: &str, node: &Node) -> String {
    let text = |key: &str| node.at(key).map(value);
    let or = |key: &str, other: &str| text(key).unwrap_or_else(|| other.to_owned());
    let whose = if text("for").as_deref() == Some("each") { " for each player" } else { "" };
    let when = text("when").map(|when| format!(" if {when}")).unwrap_or_default();
    let which = text("where").map(|which| format!(" for which {which}")).unwrap_or_default();
    let what = match node.at("do").and_then(Node::as_text).unwrap_or_default() {
        "deal" => {
            let each_of = text("each-of").map(|field| format!(" of each {field}")).unwrap_or_default();
            let (count, from, to) = (or("count", "1"), or("from", "?"), or("to", "?"));
            format!("deal {count}{each_of} from {from} to {to}{whose}{}", of_those(&which))
        }
        "refill" => format!("fill {} up", or("zone", "?")),
        "move" => format!("move {} cards{which} from {} to {}{whose}", or("count", "all"), or("from", "?"), or("to", "?")),
        "set" => format!("{}{} becomes {}{whose}", or("counter", "?"), of_those(&which), or("value", "?")),
        "add" => format!("{}{} changes by {}{whose}", or("counter", "?"), of_those(&which), or("value", "?")),
        "pay" => {
            let (counter, paid) = (or("counter", "?"), text("to").map(|to| format!(" into {to}")).unwrap_or_default());
            format!("pay {} from {counter}{paid}{}{whose}", or("value", "?"), of_those(&which))
        }
        "out" => format!("{} out from now on", who_leaves(whose, &which, "is", "are")),
        "back-in" => format!("{} again", who_leaves(" for each player", &which, "plays", "play")),
        "include" => format!("all lanes or places{which} come into the set {}{whose}", or("set", "?")),
        "exclude" if which.is_empty() => format!("the set {} is emptied{whose}", or("set", "?")),
        "exclude" => format!("all lanes or places{which} leave the set {}{whose}", or("set", "?")),
        "clear" => {
            let of = if text("of").as_deref() == Some("seat") { "the player's track" } else { "all track" };
            let back = text("pieces").map(|pieces| format!("; its owners get pieces back: {pieces}")).unwrap_or_default();
            let off = if which.is_empty() { " off the board".to_owned() } else { format!(" off all lanes{which}") };
            format!("{of} is taken{off}{back}")
        }
        "together" => format!("all players choose at once and in secret: {}", or("actions", "?")),
        "choose" => {
            let max = text("max").filter(|max| max != "1").map(|max| format!(" up to {max}")).unwrap_or_default();
            let otherwise = text("otherwise").map(|other| format!("; who can do none of these: {other}")).unwrap_or_default();
            let again = text("while").map(|still| format!(", again as long as {still}")).unwrap_or_default();
            format!("the player chooses{max}{again}: {}{otherwise}", or("actions", "?"))
        }
        "turns" => "the players take turns, each:".to_owned(),
        "each-seat" => {
            let from = if text("begin").as_deref() == Some("actor") { " from the one whose turn it is" } else { "" };
            format!("each player in turn order{from}{}:", which.replace("for which", "for whom"))
        }
        "in-order" => "one after the other:".to_owned(),
        "rounds" => match text("until") {
            Some(until) => format!("round after round, until {until} at the end of one:"),
            None => "round after round:".to_owned(),
        },
        "repeat" => {
            let still = text("while").map(|still| format!(" as long as {still}")).unwrap_or_default();
            let most = text("max").map(|most| format!(", at most {most} times")).unwrap_or_default();
            format!("again and again{still}{most}:")
        }
        "order" => format!("from now on the players play in the order of {}, the most first", or("most", "?")),
        "next-first" => "the next player becomes first player".to_owned(),
        "end" => format!("the game is over: {}", or("reason", "the end was reached")),
        "shuffle" => format!("shuffle {}", or("zone", "?")),
        "call" => format!("{} of the script {}", or("function", "?"), or("module", "?")),
        _ => other(node),
    };
    format!("**{}**: {what}{when}", capital(&id.replace('-', " ")))
}

/// Who is out or plays again.
fn who_leaves(whose: &str, which: &str, one: &str, several: &str) -> String {
    match (whose.is_empty(), which.is_empty()) {
        (true, true) => format!("the player {one}"),
        (true, false) => format!("the player, if {}, {one}", which.trim_start_matches(" for which ")),
        (false, true) => format!("all players {several}"),
        (false, false) => format!("all players{} {several}", which.replace("for which", "for whom")),
    }
}

/// Whose counter it is that changes, where it belongs to companies, places or lanes.
fn of_those(which: &str) -> String {
    if which.is_empty() { String::new() } else { format!(" of all{which}") }
}

/// A kind of step without words of its own: what its schema says, and its keys.
fn other(node: &Node) -> String {
    let Some(schema) = schema_of_kind(node, flow::SCHEMAS) else { return "nothing".to_owned() };
    let mut keys = String::new();
    for key in schema.all_keys() {
        let told = TOLD_ELSEWHERE.contains(&key.name) || matches!(key.name, "steps" | "when");
        if let Some(written) = node.at(key.name).filter(|_| !told) {
            keys += &format!("; {}: {}", key.doc, value(written));
        }
    }
    let doc = schema.doc.split("\n\n").next().unwrap_or_default().trim_end_matches('.');
    format!("{doc}{keys}")
}

/// What ends the turns, or a repetition.
fn endings(node: &Node) -> Vec<String> {
    let mut endings = Vec::new();
    if let Some(last) = node.at("last-round") {
        let when = last.at("when").map(value).unwrap_or_default();
        let who = match last.at("for").and_then(Node::as_text) {
            Some("others") => "all others have one more turn",
            _ => "everybody has one more turn, that player last",
        };
        endings.push(format!("once {when} at the end of a turn, {who}, and the turns are over"));
    }
    if node.at("all-pass").and_then(Node::as_bool) == Some(true) {
        endings.push("the turns are over once everybody has passed in a row".to_owned());
    }
    // Rounds have said already how long they go on.
    if let Some(until) = node.at("until").filter(|_| node.at("do").and_then(Node::as_text) == Some("turns")) {
        endings.push(format!("the turns are over once {} at the end of a turn", value(until)));
    }
    endings
}
