//! Every example runs and prints what it printed before, so that none can rot.

use std::path::PathBuf;
use std::process::Command;

/// The examples are built with the tests, beside the folder of this test.
fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("this test");
    let folder = test.parent().and_then(|deps| deps.parent()).expect("a folder of what was built");
    folder.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

fn printed(name: &str) -> String {
    let ran = Command::new(example(name)).env("INSTA_UPDATE", "no").output().expect("it was built");
    let (said, complaint) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{name}: {complaint}");
    said.into_owned()
}

#[test]
fn play_a_game() {
    insta::assert_snapshot!(printed("play_a_game"));
}

#[test]
fn write_a_bot() {
    insta::assert_snapshot!(printed("write_a_bot"));
}

#[test]
fn load_a_variant() {
    insta::assert_snapshot!(printed("load_a_variant"));
}

#[test]
fn simulate_and_plot() {
    insta::assert_snapshot!(printed("simulate_and_plot"));
}

#[test]
fn snapshot_a_rule() {
    insta::assert_snapshot!(printed("snapshot_a_rule"));
}

#[test]
fn no_example_is_forgotten() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the examples")
        .map(|entry| entry.expect("an entry").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["load_a_variant", "play_a_game", "simulate_and_plot", "snapshot_a_rule", "write_a_bot"]);
}
