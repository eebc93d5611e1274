//! An outcome shows what a scenario touches: what a game gets besides changes none of them.

use crate::edits::{Edit, Original, tree};
use crate::root;
use railwright_scenario::{Comparison, Games, Scenario, compare, files_in};
use railwright_script::Rhai;
use std::path::Path;

/// What is new in a game and concerns nobody: counters and sets of all sorts of owners, and a zone of every form.
fn additions(cards: &str) -> String {
    let mut text = String::from("[add]\n");
    for of in ["table", "seat", "place", "lane"] {
        text += &format!("\"counters.new-{of}\" = {{ of = \"{of}\", start = 7 }}\n");
        text +=
            &format!("\"zones.new-bag-{of}\" = {{ holds = \"{cards}\", form = \"bag\", of = \"{of}\", seen-by = \"all\" }}\n");
    }
    text += &format!("\"zones.new-row\" = {{ holds = \"{cards}\", form = \"row\", slots = 3, seen-by = \"all\" }}\n");
    text += &format!("\"zones.new-pile\" = {{ holds = \"{cards}\", form = \"pile\" }}\n");
    text + "\"sets.new-lanes\" = { holds = \"lane\" }\n\"sets.new-places\" = { holds = \"place\", of = \"seat\" }\n"
}

/// All scenarios of a game that come out otherwise with additions, and how many there are.
fn changed(game: &str, cards: &str) -> (Vec<String>, usize) {
    let edit = Edit::read(&tree("additions", additions(cards)));
    let own = std::env::temp_dir().join(format!("railwright-{game}-untouched-{}", std::process::id()));
    let folder = own.join("games");
    std::fs::create_dir_all(&folder).expect("a folder for the changed game");
    let path = folder.join("changed.toml");
    std::fs::write(&path, Original::of(game).with(&edit).expect("additions")).expect("a changed game");
    let files = files_in(&root().join("tests/scenarios")).expect("a folder that can be read");
    let scenarios: Vec<Scenario> = files.iter().filter_map(|path| Scenario::load(path).ok()).collect();
    let mut games = Games::new(&Rhai).allowing(path.to_str());
    let (mut changed, mut count) = (Vec::new(), 0);
    for scenario in scenarios.iter().filter(|s| s.game == game && s.refused.is_none()) {
        let mut with_more = scenario.clone();
        with_more.game = path.display().to_string();
        let ran = with_more.run(&mut games);
        let same = ran.is_ok() && compare(scenario, &ran.transcript) == Comparison::Same;
        count += 1;
        if !same {
            changed.push(format!("{}: {:?}", scenario.path.display(), compare(scenario, &ran.transcript)));
        }
    }
    std::fs::remove_dir_all(&own).expect("the folder can be removed");
    (changed, count)
}

#[test]
fn new_counters_zones_and_sets_change_no_outcome_of_a_bundled_game() {
    for (game, cards, at_least) in
        [("ticket-to-ride", "train", 60), ("northern-lights", "train", 60), ("santa-fe-rails", "card", 60), ("spike", "rail", 50)]
    {
        let (changed, count) = changed(game, cards);
        assert!(count >= at_least, "{game} has only {count} scenarios");
        assert!(changed.is_empty(), "{} of {count} outcomes change, the first of them {}", changed.len(), changed[0]);
    }
}

/// The outcome of a scenario about storms, whose game has a named set.
fn outcome(rest: &str) -> String {
    let text = format!("text = \"x\"\ngame = \"storm.toml\"\nplayers = 2\n{rest}");
    let path = root().join("tests/games/storm/wherever.toml");
    let scenario = Scenario::read(Path::new(&path), text).unwrap_or_else(|p| panic!("{}", p.render(false)));
    let ran = scenario.run(&mut Games::new(&Rhai));
    assert!(ran.is_ok(), "{}", ran.problems.map(|p| p.render(false)).unwrap_or_default());
    ran.transcript
}

#[test]
fn named_sets_are_shown_with_their_members_where_they_are_touched() {
    let given = outcome("[position]\nstorm = [\"alder-birch\", \"alder-elder\"]\n[play]\nmoves = \"expect not over\"\n");
    assert_eq!(given.matches("    table: storm alder-birch, alder-elder").count(), 2, "{given}");
    let elsewhere = outcome("[position]\ncharms.1 = 2\n[play]\nmoves = \"expect not over\"\n");
    assert!(!elsewhere.contains("storm "), "{elsewhere}");
    let expected = outcome("[position]\ncharms.1 = 2\nstorm = []\n[play]\nmoves = \"expect storm: nothing\"\n");
    assert_eq!(expected.matches("    table: storm nothing").count(), 2, "{expected}");
}
