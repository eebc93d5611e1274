//! Parts: what a game uses is a layer below it, with the values it gives.

use railwright_rules::compile::load_from;
use railwright_rules::library::{Library, Shelf};
use railwright_rules::parts::Part;
use railwright_rules::{Loaded, Setting};
use railwright_script::Rhai;
use railwright_source::{Files, Node, Report, parse};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A child of a bundled game with this text and these parts beside it.
pub fn child(parent: &str, text: &str, parts: &[(&str, &str)]) -> Loaded {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games"));
    let game = folder.join("a-child.toml");
    let mut held = vec![(game.clone(), format!("extends = \"{parent}\"\n{text}"))];
    held.extend(parts.iter().map(|(id, text)| (folder.join("parts").join(format!("{id}.toml")), (*text).to_owned())));
    let name = game.display().to_string();
    load_from(Library::for_game(&name).holding(held), &name, &Setting::default(), &Rhai, &|_, _| {})
}

pub fn codes(loaded: &Loaded) -> Vec<(&'static str, String)> {
    loaded.report.errors().map(|error| (error.code, error.message.clone())).collect()
}

const GIFT: &str = r#"
name = "Gifts"
summary = "Whoever claims a long lane draws cards."
[parameters]
long = { text = "the length from which a lane is long" }
cards = { default = 1, text = "how many cards" }
[actions.claim]
then = { add = ["$use"] }
[steps]
"$use" = { do = "deal", from = "deck", to = "hand", count = "if(last-lane(length) >= $long, $cards, 0)" }
"#;

#[test]
fn a_part_is_used_with_its_values_and_under_two_names() {
    let text = "use.gift = { long = 5 }\nuse.more = { part = \"gift\", long = 6, cards = 2 }\n";
    let loaded = child("ticket-to-ride", text, &[("gift", GIFT)]);
    assert_eq!(codes(&loaded), []);
    let json = loaded.tree.to_json();
    assert_eq!(json["actions"]["claim"]["then"], serde_json::json!(["gift", "more"]));
    assert_eq!(json["steps"]["gift"]["count"], "if(last-lane(length) >= 5, 1, 0)");
    assert_eq!(json["steps"]["more"]["count"], "if(last-lane(length) >= 6, 2, 0)");
    let place = loaded.files.locate(loaded.tree.at("steps.more.count").expect("it is there").origin);
    assert!(place.ends_with("parts/gift.toml:10"), "{place}");
}

#[test]
fn a_child_changes_what_its_parent_gives_a_part_or_takes_it_out() {
    let loaded = child("ticket-to-ride", "use.hand.dealt = 6\n", &[]);
    assert_eq!(codes(&loaded), []);
    assert_eq!(loaded.tree.to_json()["steps"]["deal-hands"]["count"], 6);
    let loaded = child("ticket-to-ride", "remove = [\"use.market\"]\n", &[]);
    assert!(loaded.tree.at("steps.open-market").is_none() && !codes(&loaded).is_empty());
    let loaded = child("ticket-to-ride", "remove = [\"use.markt\"]\n", &[]);
    assert_eq!(codes(&loaded), [("nothing-to-remove", "`use.markt` cannot be removed: it is not there".to_owned())]);
}

#[test]
fn what_is_wrong_with_a_use_is_reported_at_its_place() {
    for (text, code, said) in [
        ("use.gift = {}\n", "missing-key", "the part `gift` needs a value for `long`"),
        ("use.gift = { long = 5, crads = 2 }\n", "unknown-key", "the part `gift` has no parameter `crads`"),
        ("use.gfit = {}\n", "no-such-file", "there is no part `gfit`"),
        ("use = [\"gift\"]\n", "wrong-kind", "`use` should be a table of parts"),
        ("use.gift = 5\n", "wrong-kind", "`use.gift` should be a table"),
        ("use.gift = { long = [1] }\n", "wrong-kind", "`$long` is a list"),
    ] {
        let loaded = child("ticket-to-ride", text, &[("gift", GIFT)]);
        let found = codes(&loaded);
        assert!(found.iter().any(|(own, message)| *own == code && message.contains(said)), "{text}: {found:?}");
        assert!(loaded.report.errors().all(|error| !error.origin().is_none()), "{text}");
    }
}

#[test]
fn of_an_entry_that_is_like_nothing_only_that_is_said() {
    let text = "steps.x = { like = \"trun\" }\nzones.y = { like = \"mrket\" }\nflow = { add = [\"x\"] }\n";
    let found = codes(&child("ticket-to-ride", text, &[]));
    assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), ["unknown-name", "unknown-name"], "{found:?}");
}

#[test]
fn a_part_says_what_it_is_and_is_no_game() {
    let found = codes(&child("ticket-to-ride", "use.odd = {}\n", &[("odd", "players = [2, 3]\nuse.hand = {}\n")]));
    for (code, said) in [("missing-key", "`odd.name`"), ("missing-key", "`odd.summary`"), ("misplaced-key", "`players`")] {
        assert!(found.iter().any(|(own, message)| *own == code && message.contains(said)), "{said}: {found:?}");
    }
}

#[test]
fn a_part_may_stand_on_others_which_lie_below_it() {
    let outer = "name = \"Outer\"\nsummary = \"Gifts for all.\"\n[parameters]\nmuch = { default = 3, text = \"how many cards\" }\n\
                 [use.inner]\npart = \"gift\"\nlong = 2\ncards = \"$much\"\n[steps]\ninner.cites = \"of-$use\"\n";
    let loaded = child("ticket-to-ride", "use.outer = { much = 4 }\n", &[("gift", GIFT), ("outer", outer)]);
    assert_eq!(codes(&loaded), []);
    let json = loaded.tree.to_json();
    assert_eq!(json["steps"]["inner"]["count"], "if(last-lane(length) >= 2, 4, 0)");
    assert_eq!(json["steps"]["inner"]["cites"], "of-outer");
    assert_eq!(json["actions"]["claim"]["then"], serde_json::json!(["inner"]));
}

#[test]
fn parts_that_use_each_other_in_a_circle_are_an_error_that_names_them() {
    let part = |other: &str| format!("name = \"Part\"\nsummary = \"It uses another.\"\n[use]\n{other} = {{}}\n");
    let loaded = child("ticket-to-ride", "use.one = {}\n", &[("one", &part("two")), ("two", &part("one"))]);
    assert_eq!(codes(&loaded), [("endless-use", "one uses two uses one: this never ends".to_owned())]);
    let wrong = "name = \"Part\"\nsummary = \"It uses another.\"\n[use]\ngift = {}\n";
    let loaded = child("ticket-to-ride", "use.outer = {}\n", &[("gift", GIFT), ("outer", wrong)]);
    assert!(codes(&loaded)[0].1.starts_with("the part `gift` needs a value for `long`"), "{:?}", codes(&loaded));
}

/// The family of a bundled game: its own, or that of the game that it extends.
fn family(id: &str) -> String {
    let (mut files, mut report) = (Files::new(), Report::new());
    let file = files.add(id, Shelf::Games.text(id).unwrap_or_else(|| panic!("no game {id}")));
    let tree = parse(&files, file, &mut report);
    let text = |key: &str| tree.at(key).and_then(Node::as_text).map(str::to_owned);
    text("family").unwrap_or_else(|| family(&text("extends").unwrap_or_else(|| panic!("{id} is of no family"))))
}

/// Whether a game that is no bundled one uses a part: a recipe or a small game of the tests.
fn is_shown(id: &str, folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.into_iter().any(|path| {
        if path.is_dir() {
            return is_shown(id, &path);
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let used = [format!("[use.{id}]"), format!("{id} = {{"), format!("part = \"{id}\"")];
        text.contains("use") && text.lines().any(|line| used.iter().any(|used| line.trim_start().starts_with(used)))
    })
}

#[test]
fn every_part_is_used_by_a_bundled_game_or_part_or_by_a_recipe() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for part in Part::bundled() {
        let bundled = !part.games.is_empty() || !part.parts.is_empty();
        assert!(bundled || is_shown(&part.id, &root.join("docs/recipes")), "nothing uses the part `{}`", part.id);
    }
}

#[test]
fn at_least_three_parts_are_used_by_more_than_one_family() {
    let parts = Part::bundled();
    // The families of the games that use a part, themselves or by way of another part.
    let families = |id: &str| -> BTreeSet<String> {
        let (mut seen, mut open) = (BTreeSet::new(), vec![id.to_owned()]);
        while let Some(part) = open.pop().and_then(|id| parts.iter().find(|part| part.id == id)) {
            seen.extend(part.games.iter().map(|game| family(game)));
            open.extend(part.parts.iter().cloned());
        }
        seen
    };
    for (part, least) in [("hand", 4), ("market", 3), ("offer", 3), ("secret-choice", 5), ("goods", 2), ("storms", 2)] {
        let families = families(part);
        assert!(families.len() >= least, "{part}: {families:?}");
    }
    let both = families("secret-choice");
    assert!(both.contains("Ticket to Ride") && both.contains("Santa Fe Rails"), "{both:?}");
}
