//! `railwright test`: scenarios pass, fail with their line, change, and are accepted.

use crate::common::{Folder, railwright, repository};

const SCENARIO: &str = r#"text = "A grey route takes cards of any one colour."
game = "ticket-to-ride"
players = 2

[position]
hand.1 = ["red", "red"]

[play]
moves = """
1 claim duluth-omaha with 2 red
expect points.1: 2
"""
"#;

#[test]
fn an_outcome_is_new_then_kept_then_compared() {
    let folder = Folder::new("kept");
    let file = folder.write("grey.toml", SCENARIO);
    assert!(railwright(&["test", &file]).exits(1).out.contains("NEW "));
    assert!(railwright(&["test", &file, "--accept"]).exits(0).out.contains("accepted "));
    assert!(railwright(&["test", &file]).exits(0).out.contains("1 passed"));
    folder.write("grey.toml", &SCENARIO.replace("hand.1 = [\"red\", \"red\"]", "hand.1 = [\"red\", \"red\", \"blue\"]"));
    let changed = railwright(&["test", &file]);
    assert!(changed.out.contains("CHANGED ") && changed.code == 1, "{}", changed.out);
}

#[test]
fn what_fails_is_shown_with_its_line_and_is_never_accepted() {
    let folder = Folder::new("fails");
    let cases = [
        ("points.1: 2", "points.1: 3", "expected points.1: 3"),
        ("with 2 red", "with 2 blue", "wrong.toml:10:"),
        ("claim duluth-omaha", "claim duluth-omahha", "wrong.toml:10:"),
        ("players = 2", "players = 9", "2 to 5 players"),
        ("hand.1 =", "hnad.1 =", "hnad"),
        ("game = \"ticket-to-ride\"", "game = \"tiket-to-ride\"", "did you mean `ticket-to-ride`?"),
        ("[play]", "[play", "wrong.toml:8:"),
    ];
    for (right, wrong, said) in cases {
        let file = folder.write("wrong.toml", &SCENARIO.replace(right, wrong));
        let ran = railwright(&["test", &file, "--accept"]).exits(1);
        assert!(ran.out.contains(said), "{wrong}: no {said:?} in\n{}", ran.out);
    }
    assert!(!folder.path().join("snapshots").exists(), "nothing was kept");
}

#[test]
fn a_path_without_scenarios_is_a_wrong_command_line() {
    let folder = Folder::new("empty");
    let path = folder.path().to_str().expect("UTF-8");
    assert!(railwright(&["test", path]).exits(2).err.contains("no scenario in"));
    assert!(railwright(&["test", "./nowhere"]).exits(2).err.contains("no file or folder"));
    let game = repository("games/ticket-to-ride.toml");
    assert!(railwright(&["test", game.to_str().expect("UTF-8")]).exits(2).err.contains("not a scenario"));
    let file = folder.write("grey.toml", SCENARIO);
    assert!(railwright(&["resolve", &file]).exits(2).err.contains("not a game"));
    railwright(&["check", &file]).exits(0);
}
