//! `railwright replay`: as everybody saw it, as one seat did, in part, of damaged files and of rules that changed.

use crate::common::{Folder, command, railwright};
use std::io::Write;
use std::process::Stdio;

/// A whole game between bots, saved.
fn played(folder: &Folder, game: &str) -> String {
    let file = folder.path().join("game.save").to_str().expect("a path").to_owned();
    let mut command = command(&["serve-stdio", game, "--seat", "greedy", "--seat", "random", "--seed", "3", "--save", &file]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it runs");
    child.stdin.take().expect("piped").write_all(b"{\"method\":\"start\"}\n").expect("it reads");
    assert!(child.wait().expect("it ends").success());
    file
}

#[test]
fn a_game_is_told_to_its_end_with_the_score() {
    let folder = Folder::new("replay");
    let file = played(&folder, "ticket-to-ride");
    let told = railwright(&["replay", &file]).exits(0).out;
    for part in ["as everybody saw it", "set-up", "seat 1: claim", "chooses in secret", "over: ", "total", "place"] {
        assert!(told.contains(part), "no {part} in\n{told}");
    }
    let part = railwright(&["replay", &file, "--upto", "5"]).exits(0).out;
    assert!(part.contains("after 5 of") && !part.contains("total"), "{part}");
    let all = railwright(&["replay", &file, "--as", "all", "--upto", "5"]).exits(0).out;
    assert!(all.contains("with every secret") && all.contains("total") && !all.contains("in secret"), "{all}");
    assert!(railwright(&["replay", &file, "--as", "3"]).exits(2).err.contains("seats 1 to 2"));
    assert!(railwright(&["replay", &file, "--as", "me"]).exits(2).err.contains("a seat's number"));
}

#[test]
fn one_seat_is_told_what_it_saw() {
    let folder = Folder::new("as");
    let file = played(&folder, "ticket-to-ride");
    let json = |who: &str| railwright(&["replay", &file, "--json", "--as", who]).exits(0).json();
    let (all, one) = (json("all"), json("1"));
    let steps = |json: &serde_json::Value| json["steps"].as_array().expect("a list").clone();
    assert_eq!(steps(&all).len(), steps(&one).len());
    assert_eq!(one["view"]["seat"], 1);
    let (mut secret, mut drawn) = (0, 0);
    for (whole, seen) in steps(&all).iter().zip(steps(&one)) {
        if seen["events"][0]["sealed"] == true {
            secret += 1;
            let chosen = whole["events"][0]["do"].as_str().expect("what was done");
            assert!(whole["seat"] == 2 && !seen.to_string().contains(chosen), "{chosen} in {seen}");
        }
        for event in seen["events"].as_array().expect("a list") {
            if event["event"] == "moved" && event["to"]["owner"] == "seat 2" && event["from"]["zone"] == "deck" {
                drawn += 1;
                assert!(event.get("card").is_none(), "{event}");
            }
        }
    }
    assert!(secret > 0 && drawn > 3, "{secret} choices and {drawn} cards were hidden");
    assert!(one["score"]["totals"].is_array());
    let early = railwright(&["replay", &file, "--json", "--as", "1", "--upto", "9"]).exits(0).json();
    assert!(early["score"].is_null() && early["over"].is_null(), "the sheet knows secrets");
}

#[test]
fn changed_rules_are_named_with_the_action_that_meets_them() {
    let folder = Folder::new("changed");
    let game = folder.write("here/mine.toml", "extends = \"ticket-to-ride\"\n");
    let file = played(&folder, &game);
    folder.write("here/mine.toml", "extends = \"ticket-to-ride\"\nactions.claim.when = \"trains > 100\"\n");
    let ran = railwright(&["replay", &file]).exits(1);
    assert!(ran.err.contains("is not possible") && ran.err.contains("trains > 100"), "{}", ran.err);
    assert!(ran.err.contains("the rules have changed since"), "{}", ran.err);
    assert!(ran.out.contains("set-up") && !ran.out.contains(": claim"), "what went before is shown");
    let json = railwright(&["replay", &file, "--json"]).exits(1).json();
    assert_eq!(json["diverged"]["action"], json["steps"].as_array().expect("a list").len());
    let resumed = railwright(&["serve-stdio", "--resume", &file]).exits(1);
    assert!(resumed.err.contains("--upto"), "{}", resumed.err);
}

#[test]
fn what_is_no_save_file_is_refused() {
    let folder = Folder::new("no-save");
    let missing = folder.path().join("missing.save");
    assert!(railwright(&["replay", missing.to_str().expect("a path")]).exits(1).err.contains("no such file"));
    let text = folder.write("some.txt", "hello\n");
    assert!(railwright(&["replay", &text]).exits(1).err.contains("is not a saved game"));
    let file = played(&folder, "ticket-to-ride");
    let whole = std::fs::read_to_string(&file).expect("text");
    std::fs::write(&file, &whole[..whole.len() - 9]).expect("written");
    let ran = railwright(&["replay", &file]).exits(0);
    assert!(ran.err.contains("warning:") && ran.err.contains("is cut off and left out"), "{}", ran.err);
}

#[test]
fn a_page_plays_a_game_back_and_holds_no_secret_of_others() {
    let folder = Folder::new("replay-page");
    let file = played(&folder, "ticket-to-ride");
    let to = folder.path().join("page.html");
    let to = to.display().to_string();
    railwright(&["replay", &file, "--as", "1", "--html", "-o", &to]).exits(0);
    let page = std::fs::read_to_string(&to).expect("a page");
    let (_, rest) = page.split_once("id=\"data\">").expect("data");
    let data: serde_json::Value = serde_json::from_str(rest.split_once("</script>").expect("an end").0).expect("JSON");
    let json = railwright(&["replay", &file, "--json", "--as", "1"]).exits(0).json();
    let steps = data["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), json["steps"].as_array().expect("steps").len());
    assert!(!page.contains("src=\"http") && !page.contains("href=\"http"), "it opens without a network");
    // What lies on the board at the end is what all differences come to: track on every lane that is somebody's.
    let mut board = std::collections::BTreeMap::new();
    for step in steps {
        for (name, svg) in step["board"].as_object().expect("an object") {
            board.insert(name.clone(), svg.as_str().expect("a text").to_owned());
        }
    }
    let tracks = json["view"]["tracks"].as_object().expect("tracks");
    assert!(!tracks.is_empty());
    for lane in tracks.keys() {
        assert!(board.get(&format!("lane:{lane}")).is_some_and(|svg| !svg.is_empty()), "{lane}");
    }
    // Until the game is over the hand of the other seat is a number.
    let middle = &steps[steps.len() / 2]["standing"];
    let hand = middle.as_array().expect("rows").iter().find(|row| row[0] == "hand").expect("a hand");
    assert!(hand[1][1].as_str().expect("a text").parse::<u32>().is_ok(), "{hand}");
}
