//! `railwright mutate`: the rules of bundled games are tested, and a rule that is not is found.

use crate::common::{Folder, command, railwright, repository};
use serde_json::Value;

fn fates(json: &Value, fate: &str) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let mutants = json["mutants"].as_array().expect("a list").iter();
    mutants.filter(|m| m["fate"] == fate).map(|m| (text(&m["path"]), text(&m["change"]))).collect()
}

#[test]
fn scenarios_notice_nearly_every_change_of_the_bundled_games() {
    for game in railwright(&["games", "--json"]).exits(0).json().as_array().expect("a list") {
        let id = game["id"].as_str().expect("an id");
        let ran = command(&["mutate", id, "--at-least", "95", "--json"]).current_dir(repository("")).output().expect("it runs");
        let json: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
        let missed = fates(&json, "missed");
        assert!(ran.status.success(), "{id}: {} of {}: {missed:#?}", json["noticed"], json["counted"]);
        assert!(missed.is_empty(), "{id}: neither noticed nor allowed with a reason: {missed:#?}");
        // What a variant inherits is tested by its parent's scenarios: a small variant has few rules of its own.
        assert!(json["counted"].as_u64().expect("a number") > 20, "{id}");
    }
}

const GAME: &str = r#"
name = "Tiny"
map = "tiny-map"
players = [2, 2]
scripts = { tiny = {} }
flow = ["deal", "turns"]
[cards.train.kinds]
red = { count = 9 }
[counters]
trains = { of = "seat", start = 4, min = 0 }
[zones]
deck = { holds = "train", form = "pile", fill = "shuffled" }
hand = { holds = "train", form = "bag", of = "seat", seen-by = "owner" }
used = { holds = "train", form = "bag", seen-by = "all" }
[actions]
draw = { do = "take", from = "deck", to = "hand", budget = 2 }
claim = { do = "claim", pieces = "trains", price = { from = "hand", to = "used" } }
[steps]
deal = { do = "deal", from = "deck", to = "hand", count = 1, for = "each" }
turn = { do = "choose", actions = ["draw", "claim"] }
turns = { do = "turns", steps = ["turn"], until = "turn >= 4" }
[score]
lanes = { add = "2 * lanes(own)" }
bonus = { add = "tally(tiny)" }
"#;
const MAP: &str = "name = \"Tiny\"\nprovenance = \"original\"\n[places]\na = { at = [0, 0] }\nb = { at = [9, 9] }\n\
    [lines]\na-b = { ends = [\"a\", \"b\"], length = 1, lanes = [\"red\"] }\n";
const SCRIPT: &str = "fn tally(table, party) { 1 }\nfn on_over(table, event) { }\n";
const SCENARIO: &str = "text = \"Two cards a turn.\"\ngame = \"../tiny.toml\"\nplayers = 2\n[play]\nmoves = \"\"\"\n1 draw deck\n1 draw deck\n\
    expect 1 size(hand) == 3\nexpect 2 to choose\n2 claim a-b with 1 red\nexpect 2 scores 3\nexpect trains.2: 3\n\"\"\"\n";

#[test]
fn a_rule_that_nothing_tests_is_listed_and_a_tested_one_is_not() {
    let folder = Folder::new("mutate");
    let game = folder.write("tiny.toml", GAME);
    folder.write("tiny-map.toml", MAP);
    folder.write("tiny.rhai", SCRIPT);
    folder.write("scenarios/one.toml", SCENARIO);
    let json = railwright(&["mutate", &game, "--json"]).exits(0).json();
    let (caught, missed) = (fates(&json, "caught"), fates(&json, "missed"));
    let has = |list: &[(String, String)], path: &str, change: &str| list.iter().any(|(p, c)| p == path && c == change);
    assert!(has(&caught, "actions.draw.budget", "2 becomes 3"), "{caught:#?}");
    assert!(has(&caught, "score.lanes.add", "`2 * lanes(own)` becomes `(2 * lanes(own)) + 1`"), "{caught:#?}");
    assert!(
        has(&caught, "counters.trains.start", "4 becomes 5") && has(&caught, "tiny.rhai: tally", "does nothing"),
        "{caught:#?}"
    );
    assert!(has(&missed, "steps.turns.until", "is gone"), "{missed:#?}");
    assert!(has(&missed, "tiny.rhai: on_over", "does nothing"), "{missed:#?}");
    assert!(
        !json["mutants"].as_array().expect("a list").iter().any(|m| m["path"].as_str().is_some_and(|p| p.starts_with("lines")))
    );
    railwright(&["mutate", &game, "--at-least", "100"]).exits(1);
    folder.write("tiny.toml", &format!("{GAME}\n[allow.untested]\n\"steps.turns.until\" = \"no scenario is that long\"\n"));
    let page = railwright(&["mutate", &game]).exits(0).out;
    assert!(page.contains("no scenario is that long") && page.contains("allowed with a reason"), "{page}");
}

#[test]
fn a_game_without_scenarios_is_a_wrong_command_line() {
    let folder = Folder::new("untested");
    let game = folder.write("mine.toml", "extends = \"ticket-to-ride\"\n");
    railwright(&["mutate", &game]).exits(2);
}
