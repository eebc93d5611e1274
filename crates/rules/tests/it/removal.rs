//! What a game inherits, a child can take out: every key of every table of every game, overlays too; or it is told why not.

use railwright_rules::layers::{Layers, Setting};
use railwright_rules::library::{Library, Shelf};
use railwright_source::{Diagnostic, Node, Report, Value};
use std::path::PathBuf;

/// The layers of a child of a game, with this text; and what is wrong with it.
fn child(parent: &str, text: &str) -> (Library, Layers, Report) {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games"));
    let path = folder.join("a-child.toml");
    let name = path.display().to_string();
    let library = Library::for_game(&name).holding(vec![(path, format!("extends = \"{parent}\"\n{text}"))]);
    let (mut library, mut report) = (library, Report::new());
    let layers = Layers::read(&mut library, &name, &mut report).expect("the files are there");
    (library, layers, report)
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

#[test]
fn every_inherited_key_can_be_removed_and_an_item_of_a_list_is_refused() {
    let mut tried = 0;
    for game in Shelf::Games.ids() {
        // Overlays go first: they would put back some of what is removed.
        let (library, layers, mut report) = child(&game, "remove = [\"overlays\"]\n");
        merged(&library, &layers, &mut report);
        let overlays = if report.is_ok() { "\"overlays\", " } else { "" };
        let (library, whole, mut report) = child(&game, &format!("remove = [{}]\n", overlays.trim_end_matches(", ")));
        let tree = merged(&library, &whole, &mut report);
        let mut all = Vec::new();
        paths(&tree, "", &mut all);
        for (path, is_key) in all {
            let (library, layers, mut report) = child(&game, &format!("remove = [{overlays}\"{path}\"]\n"));
            let left = merged(&library, &layers, &mut report);
            let plain = path.replace("\\\"", "");
            if is_key {
                // What others are like is missed there, and nowhere else.
                let missed = |problem: &Diagnostic| problem.message.ends_with("could be like");
                assert!(report.errors().all(missed), "{game}: {path} cannot be removed");
                let dotted = path.contains('"');
                assert!(dotted || left.at(&plain).is_none(), "{game}: {path} is still there");
            } else {
                let help = report.errors().find_map(|problem| problem.help.clone()).unwrap_or_default();
                assert!(help.contains("a list is inherited as a whole"), "{game}: {path}: {help}");
            }
            tried += 1;
        }
    }
    assert!(tried > 1000, "{tried}");
}

const OVERLAYS: &str = "[overlays.crowd]\nwhen = \"players >= 2\"\nzones.market.slots = 6\ncounters.fame = { of = \"seat\" }\n";

/// A game with an overlay that always applies, and a child of it.
fn grandchild(text: &str) -> (Node, Vec<String>, Vec<String>) {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games"));
    let held = |name: &str, text: String| (folder.join(name), text);
    let parent = held("a-parent.toml", format!("extends = \"ticket-to-ride\"\n{OVERLAYS}"));
    let own = held("a-child.toml", format!("extends = \"a-parent\"\n{text}"));
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
