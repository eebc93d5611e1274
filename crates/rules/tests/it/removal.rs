//! What a game inherits, a child can take out: every key of every table of every game, overlays too; or it is told why not.

use railwright_rules::compile::schema::GAME;
use railwright_rules::layers::{Layers, Setting};
use railwright_rules::library::{Library, Shelf};
use railwright_rules::{flow, mechanics};
use railwright_source::{Diagnostic, Kind, Node, Report, Schema, Value};
use std::path::PathBuf;

/// The layers of a child of a game, with this text; and what is wrong with it. The game may be one that is written here.
fn child(parent: &Parent, text: &str) -> (Library, Layers, Report) {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games"));
    let path = folder.join("a-child.toml");
    let name = path.display().to_string();
    let mut held = vec![(path, format!("extends = \"{}\"\n{text}", parent.id))];
    held.extend(parent.text.iter().map(|text| (folder.join(format!("{}.toml", parent.id)), text.clone())));
    let (mut library, mut report) = (Library::for_game(&name).holding(held), Report::new());
    let layers = Layers::read(&mut library, &name, &mut report).expect("the files are there");
    (library, layers, report)
}

/// A game that another extends.
struct Parent {
    id: String,
    /// Its file, where it is none that is bundled.
    text: Option<String>,
}

fn merged(library: &Library, layers: &Layers, report: &mut Report) -> Node {
    let (least, _) = layers.players(&mut Report::new());
    layers.merge(&library.files, &Setting { players: least, options: Vec::new() }, report).tree
}

/// A key as it is written in a path.
fn written(key: &str) -> String {
    if key.contains('.') { format!("\\\"{key}\\\"") } else { key.to_owned() }
}

/// The paths of all keys of a tree, and of the items of its lists; of many entries alike only the first few.
fn paths(node: &Node, path: &str, found: &mut Vec<(String, bool)>) {
    let join = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match &node.value {
        Value::Table(table) => {
            for entry in table.iter().take(if path.is_empty() { usize::MAX } else { 12 }) {
                found.push((join(&written(&entry.key)), true));
                paths(&entry.node, &join(&written(&entry.key)), found);
            }
        }
        Value::List(list) if !list.is_empty() => found.push((join("0"), false)),
        _ => {}
    }
}

/// Removes every key of a game, one at a time; says how many there were.
fn remove_each(game: &Parent) -> usize {
    let mut tried = 0;
    // Overlays go first: they would put back some of what is removed.
    let (library, layers, mut report) = child(game, "remove = [\"overlays\"]\n");
    merged(&library, &layers, &mut report);
    let overlays = if report.is_ok() { "\"overlays\", " } else { "" };
    let (library, whole, mut report) = child(game, &format!("remove = [{}]\n", overlays.trim_end_matches(", ")));
    let tree = merged(&library, &whole, &mut report);
    let mut all = Vec::new();
    paths(&tree, "", &mut all);
    for (path, is_key) in all {
        let (library, layers, mut report) = child(game, &format!("remove = [{overlays}\"{path}\"]\n"));
        let left = merged(&library, &layers, &mut report);
        let plain = path.replace("\\\"", "");
        if is_key {
            // What others are like, or leave out of it, is missed there, and nowhere else.
            let key = plain.rsplit('.').next().unwrap_or_default();
            let left_out = format!("`{key}` cannot be removed: it is not there");
            let missed = |problem: &Diagnostic| problem.message.ends_with("could be like") || problem.message == left_out;
            assert!(report.errors().all(missed), "{}: {path} cannot be removed", game.id);
            let dotted = path.contains('"');
            assert!(dotted || left.at(&plain).is_none(), "{}: {path} is still there", game.id);
        } else {
            let help = report.errors().find_map(|problem| problem.help.clone()).unwrap_or_default();
            assert!(help.contains("a list is inherited as a whole"), "{}: {path}: {help}", game.id);
        }
        tried += 1;
    }
    tried
}

#[test]
fn every_inherited_key_can_be_removed_and_an_item_of_a_list_is_refused() {
    let tried: usize = Shelf::Games.ids().into_iter().map(|id| remove_each(&Parent { id, text: None })).sum();
    assert!(tried > 1000, "{tried}");
}

/// Something of a kind, as it is written in TOML: whatever it means.
fn sample(kind: &Kind) -> String {
    match kind {
        Kind::Bool => "true".to_owned(),
        Kind::Int { min, .. } => min.to_string(),
        Kind::Text | Kind::Name(_) | Kind::Any => "\"x\"".to_owned(),
        Kind::Expr => "\"1\"".to_owned(),
        Kind::Word(words) => format!("\"{}\"", words[0]),
        Kind::Point => "[1, 2]".to_owned(),
        Kind::IntList => "[1]".to_owned(),
        Kind::Names(_) | Kind::Texts => "[\"x\"]".to_owned(),
        Kind::List(of) => format!("[{}]", sample(of)),
        Kind::Map(of) => format!("{{ free = {} }}", sample(of)),
        Kind::Table(schema) => table(schema),
        Kind::Tables(schema) => format!("{{ free = {} }}", table(schema)),
        Kind::TableList(schema) => format!("[{}]", table(schema)),
        // The last is the richest.
        Kind::OneOf(kinds) => sample(kinds.last().expect("a kind")),
        Kind::Include(_) => unreachable!("no key is a whole schema"),
    }
}

/// A table with every key of a schema.
fn table(schema: &Schema) -> String {
    let keys: Vec<String> = schema.all_keys().iter().map(|key| format!("{} = {}", key.name, sample(&key.kind))).collect();
    format!("{{ {} }}", keys.join(", "))
}

#[test]
fn every_key_that_a_schema_declares_can_be_removed() {
    // What says which files there are, and for how many players, is no key of the tree.
    let head = ["extends", "remove", "map", "overlays", "options", "players", "actions", "steps", "scripts"];
    let mut text = "map = \"usa\"\nplayers = [2, 3]\n".to_owned();
    for key in GAME.all_keys().iter().filter(|key| !head.contains(&key.name)) {
        text += &format!("{} = {}\n", key.name, sample(&key.kind));
    }
    for (family, schemas) in [("actions", mechanics::SCHEMAS), ("steps", flow::SCHEMAS)] {
        for (word, schema) in schemas {
            text += &format!("{family}.{word} = {}\n", table(schema));
        }
    }
    let tried = remove_each(&Parent { id: "a-parent".to_owned(), text: Some(text) });
    assert!(tried > 400, "{tried}");
}

const OVERLAYS: &str = "[overlays.crowd]\nwhen = \"players >= 2\"\nzones.market.slots = 6\ncounters.fame = { of = \"seat\" }\n";

/// A game with an overlay that always applies, and a child of it.
fn grandchild(text: &str) -> (Node, Vec<String>, Vec<String>) {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games"));
    let held = |name: &str, text: String| (folder.join(name), text);
    let parent = held("a-parent.toml", format!("format = 1\nextends = \"ticket-to-ride\"\n{OVERLAYS}"));
    let own = held("a-child.toml", format!("format = 1\nextends = \"a-parent\"\n{text}"));
    let name = own.0.display().to_string();
    let mut library = Library::for_game(&name).holding(vec![parent, own]);
    let mut report = Report::new();
    let layers = Layers::read(&mut library, &name, &mut report).expect("the files are there");
    let merged = layers.merge(&library.files, &Setting { players: 4, options: Vec::new() }, &mut report);
    let said = report.iter().map(|problem| format!("{}; {}", problem.message, problem.help.clone().unwrap_or_default()));
    (merged.tree, merged.overlays, said.collect())
}

#[test]
fn an_inherited_overlay_can_be_removed_wholly_or_in_part() {
    let slots = |tree: &Node| tree.at("zones.market.slots").and_then(Node::as_int);
    let (tree, overlays, said) = grandchild("");
    assert_eq!((slots(&tree), overlays.len(), said.len()), (Some(6), 1, 0));
    let (tree, overlays, said) = grandchild("remove = [\"overlays.crowd\"]\n");
    assert_eq!((slots(&tree), overlays.len(), said), (Some(5), 0, Vec::new()));
    let (tree, overlays, said) = grandchild("remove = [\"overlays\"]\n");
    assert_eq!((slots(&tree), overlays.len(), said), (Some(5), 0, Vec::new()));
    let (tree, overlays, said) = grandchild("remove = [\"overlays.crowd.zones.market\"]\n");
    assert_eq!((slots(&tree), overlays.len(), said), (Some(5), 1, Vec::new()));
    assert!(tree.at("counters.fame").is_some(), "the rest of it still applies");
    // One that is removed can be written anew.
    let again = "remove = [\"overlays.crowd\"]\n[overlays.crowd]\nwhen = \"players >= 2\"\nzones.market.slots = 4\n";
    let (tree, _, said) = grandchild(again);
    assert_eq!((slots(&tree), tree.at("counters.fame").is_some(), said), (Some(4), false, Vec::new()));
}

#[test]
fn an_overlay_that_is_not_there_cannot_be_removed() {
    let (_, _, said) = grandchild("remove = [\"overlays.crwod\"]\n");
    assert_eq!(said, ["`overlays.crwod` cannot be removed: it is not there; did you mean `overlays.crowd`?"]);
    let (_, _, said) = grandchild("remove = [\"overlays.crowd.zones.markt\"]\n");
    assert!(said.len() == 1 && said[0].contains("did you mean `market`?"), "{said:?}");
}
