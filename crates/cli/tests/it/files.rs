//! What files may open: a save or a scenario that somebody sent names bundled games and files in its own folder, and nothing else is
//! opened or quoted; devices and pipes are not read by anybody.

use crate::common::{Folder, Ran, piped, railwright};

const SECRET: &str = "the-secret-of-another-folder";

/// A save file of a game that is named like this.
fn save_of(game: &str) -> String {
    let game = serde_json::Value::from(game);
    format!(
        "{{\"format\":1,\"game\":{game},\"rules\":\"0\",\"version\":\"0.1.0\",\"players\":2,\"seats\":[\"human\",\"human\"],\"seed\":7}}\n"
    )
}

fn scenario_of(game: &str) -> String {
    format!("text = \"a scenario\"\ngame = {}\nplayers = 2\n[play]\nmoves = \"\"\n", serde_json::Value::from(game))
}

/// What is said about a file of somebody else, which holds nothing of what it names.
#[track_caller]
fn refused(ran: Ran, by: &str) -> String {
    let ran = ran.exits(1);
    let said = ran.out + ran.err.as_str();
    assert!(said.contains(by), "no `{by}` in\n{said}");
    assert!(!said.contains(SECRET) && !said.contains("root:"), "{said}");
    said
}

#[test]
fn a_save_opens_nothing_outside_of_its_folder() {
    let folder = Folder::new("save-outside");
    let outside = folder.write("there/other.toml", &format!("{SECRET} = 1\n"));
    let file = folder.write("here/game.save", "");
    let mut said = Vec::new();
    for game in [&outside, "../there/other.toml", "./../there/none.toml", "/etc/passwd", "/dev/zero", "../../../../dev/zero"] {
        std::fs::write(&file, save_of(game)).expect("written");
        let replayed = refused(railwright(&["replay", &file]), "not in the folder of the save file");
        for arguments in [&["map", &file][..], &["play", "--resume", &file], &["serve-stdio", "--resume", &file]] {
            refused(railwright(arguments), "not in the folder of the save file");
        }
        said.push(replayed.replace(game, "GAME"));
    }
    said.dedup();
    assert_eq!(said.len(), 1, "whether there is such a file cannot be told from the answer: {said:#?}");
}

#[test]
fn whoever_resumes_a_game_may_say_where_its_file_is() {
    let folder = Folder::new("save-elsewhere");
    let game = folder.write("there/mine.toml", "extends = \"ticket-to-ride\"\n");
    let file = folder.path().join("here.save").display().to_string();
    let start = "{\"method\":\"start\"}\n";
    assert_eq!(piped(&["serve-stdio", &game, "--save", &file], start).0, 0);
    railwright(&["replay", &file]).exits(0);
    // Elsewhere it is found no longer, unless somebody says where it is, or it came along.
    let moved = folder.write("elsewhere/game.save", &std::fs::read_to_string(&file).expect("a save"));
    let said = refused(railwright(&["replay", &moved]), "not in the folder of the save file");
    assert!(said.contains("--game FILE"), "{said}");
    railwright(&["replay", &moved, "--game", &game]).exits(0);
    railwright(&["map", &moved, "--game", &game, "-o", "-"]).exits(0);
    assert_eq!(piped(&["serve-stdio", "--resume", &moved, "--game", &game], start).0, 0);
    folder.write("elsewhere/mine.toml", "extends = \"ticket-to-ride\"\n");
    railwright(&["replay", &moved]).exits(0);
}

#[test]
fn a_scenario_opens_nothing_outside_of_its_project() {
    let folder = Folder::new("scenario-outside");
    folder.write("there/other.toml", &format!("{SECRET} = 1\n"));
    let file = folder.write("project/scenarios/topic/one.toml", "");
    for game in
        ["../../../there/other.toml", "../../../there/none.toml", "/etc/passwd", "/dev/zero", "../../../../../../dev/zero"]
    {
        std::fs::write(&file, scenario_of(game)).expect("written");
        let said = refused(railwright(&["test", &file]), "outside of the scenario's project");
        assert!(said.contains("one.toml:2"), "with its place: {said}");
    }
    folder.write("project/games/mine.toml", "extends = \"ticket-to-ride\"\n");
    for game in ["../../games/mine.toml", "ticket-to-ride"] {
        std::fs::write(&file, scenario_of(game)).expect("written");
        railwright(&["test", &file, "--accept"]).exits(0);
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_inside_the_folder_of_a_game_and_no_further() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("links");
    let outside = folder.write("there/map.toml", &format!("{SECRET} = 1\n"));
    let game = folder.write("here/mine.toml", "extends = \"parent\"\n");
    let here = folder.path().join("here");
    symlink(&outside, here.join("parent.toml")).expect("a link");
    refused(railwright(&["check", &game]), "leads out of the folder of the game");
    std::fs::remove_file(here.join("parent.toml")).expect("there was one");
    folder.write("here/deeper/parent.toml", "extends = \"ticket-to-ride\"\n");
    symlink("deeper/parent.toml", here.join("parent.toml")).expect("a link");
    railwright(&["check", &game]).exits(0);
    // A save and a scenario likewise: what they name is in their folder, what it leads to is not.
    symlink(folder.path().join("there/map.toml"), here.join("linked.toml")).expect("a link");
    let save = folder.write("here/game.save", &save_of("linked.toml"));
    refused(railwright(&["replay", &save]), "not in the folder of the save file");
    symlink("/etc", here.join("scenarios")).expect("a link");
    let scenario = folder.write("here/one.toml", &scenario_of("scenarios/passwd.toml"));
    refused(railwright(&["test", &scenario]), "");
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_read_by_nobody() {
    let folder = Folder::new("devices");
    let pipe = folder.path().join("pipe.toml").display().to_string();
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    for file in [&pipe, "/dev/zero"] {
        for arguments in [&["replay", file][..], &["test", file], &["check", file], &["play", "--resume", file]] {
            let ran = railwright(arguments);
            assert!(ran.code == 1 || ran.code == 2, "{arguments:?}: {}", ran.err);
            assert!((ran.out + ran.err.as_str()).contains("not a regular file"), "{arguments:?}");
        }
    }
    let game = folder.write("mine.toml", "extends = \"pipe\"\n");
    refused(railwright(&["check", &game]), "not a regular file");
}

#[test]
fn a_save_file_is_no_larger_than_a_game_can_be() {
    let folder = Folder::new("large-save");
    let save = folder.write("game.save", &(save_of("ticket-to-ride") + "\n".repeat(33 << 20).as_str()));
    refused(railwright(&["replay", &save]), "too large to be a saved game");
    let many = "{\"seat\":1,\"do\":\"pass\"}\n".repeat(200_001);
    let save = folder.write("many.save", &(save_of("ticket-to-ride") + many.as_str()));
    refused(railwright(&["replay", &save]), "a game has at most 200000 actions");
}
