//! Save files that are cut off, damaged, of another format, or not save files at all; rules that have changed since.

use crate::common;
use crate::common::{Folder, act_at_random, begin, looked_at};
use railwright_core::Random;
use railwright_script::Rhai;
use railwright_session::{Session, SessionError, Warning};
use std::fs;
use std::path::Path;

fn saved(path: &Path, actions: usize) -> Session {
    let mut session = begin("ticket-to-ride", 2, 1);
    session.save_to(path, false).expect("it can be saved");
    let mut random = Random::new(1);
    for _ in 0..actions {
        act_at_random(&mut session, &mut random);
    }
    session
}

#[track_caller]
fn refused(path: &Path) -> String {
    match Session::resume(path, None, &Rhai) {
        Err(SessionError::Save(error)) => format!("{error} / {}", error.help),
        Err(other) => panic!("another error: {other}"),
        Ok(_) => panic!("it was resumed"),
    }
}

#[test]
fn a_file_cut_off_at_any_byte_gives_every_whole_line() {
    let folder = Folder::new("cut");
    let path = folder.file("game.save");
    let whole: Vec<String> = saved(&path, 4).steps().iter().map(|step| step.text.clone()).collect();
    let mut random = Random::new(9);
    let bytes = fs::read(&path).expect("it is there");
    let header = bytes.iter().position(|&b| b == b'\n').expect("a line") + 1;
    for length in header..bytes.len() {
        fs::write(&path, &bytes[..length]).expect("written");
        let (mut session, warnings) = Session::resume(&path, None, &Rhai).expect("the game up to there");
        // A line that only lacks its end is whole.
        let lines =
            bytes[header..length].split_inclusive(|&b| b == b'\n').filter(|l| l.ends_with(b"}") || l.ends_with(b"}\n")).count();
        assert_eq!(session.steps().len(), lines, "cut after {length} bytes");
        let clean = bytes[length - 1] == b'\n' || bytes[length - 1] == b'}' && bytes[length] == b'\n';
        assert_eq!(warnings.is_empty(), clean, "{warnings:?}");
        // What is done now stands on a line of its own.
        assert_eq!(session.steps().last().map(|s| &s.text), whole[..lines].last());
        act_at_random(&mut session, &mut random);
        drop(session);
        let (session, warnings) = Session::resume(&path, None, &Rhai).expect("the same game");
        assert_eq!((session.steps().len(), warnings.len()), (lines + 1, 0));
    }
    for length in [1, 5, header - 1] {
        fs::write(&path, &bytes[..length]).expect("written");
        if length < header - 1 {
            let said = refused(&path);
            assert!(said.contains("not a saved game") || said.contains("cut off in its first line"), "{said}");
        } else {
            assert_eq!(Session::resume(&path, None, &Rhai).expect("the header is whole").0.steps().len(), 0);
        }
    }
}

#[test]
fn a_cut_off_line_is_reported_with_its_number() {
    let folder = Folder::new("report");
    let path = folder.file("game.save");
    saved(&path, 3);
    let mut text = fs::read_to_string(&path).expect("text");
    text += "{\"seat\":1,\"do\":\"dr";
    fs::write(&path, text).expect("written");
    let (_, warnings) = Session::resume(&path, None, &Rhai).expect("resumed");
    assert_eq!(warnings, [Warning::CutOff { line: 5, text: "{\"seat\":1,\"do\":\"dr".into() }]);
    assert!(fs::read_to_string(&path).expect("text").ends_with("dr"), "looking at a game does not change its file");
}

#[test]
fn what_is_no_save_file_says_so() {
    let folder = Folder::new("none");
    let path = folder.file("file");
    for (bytes, said) in [
        (&b""[..], "is empty"),
        (b"\n", "not a saved game"),
        (b"hello\n", "not a saved game"),
        (b"{}\n", "not a saved game"),
        (b"[1,2]\n", "not a saved game"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "not a saved game"),
        (b"name = \"a game\"\n", "not a saved game"),
        (b"{\"format\":2,\"future\":true}\n", "format 2"),
        (b"{\"format\":1,\"game\":\"ticket-to-ride\"}\n", "missing field"),
    ] {
        fs::write(&path, bytes).expect("written");
        let message = refused(&path);
        assert!(message.contains(said), "{}: {message}", String::from_utf8_lossy(bytes));
    }
    assert!(refused(&folder.file("missing")).contains("no such file"));
    assert!(refused(&folder.file("")).contains("is a folder"));
}

#[test]
fn unknown_fields_and_damaged_lines_are_errors_with_a_place() {
    let folder = Folder::new("fields");
    let path = folder.file("game.save");
    saved(&path, 6);
    let good = fs::read_to_string(&path).expect("text");
    let changed = |from: &str, to: &str| {
        fs::write(&path, good.replacen(from, to, 1)).expect("written");
        refused(&path)
    };
    assert!(changed("\"seed\":", "\"weather\":\"rain\",\"seed\":").contains("unknown field `weather`"));
    assert!(changed("\"players\":2", "\"players\":3").contains("3 players and 2 seats"));
    assert!(changed("[\"human\",\"human\"]", "[\"human\",\"deep-blue\"]").contains("`deep-blue`"));
    let third = good.lines().nth(2).expect("a line").to_owned();
    assert!(changed(&third, "{\"seat\":1,\"do\"").contains("line 3 is damaged"));
    assert!(changed(&third, "{\"seat\":9,\"do\":\"pass\"}").contains("seat 9 of 2 players"));
    assert!(changed(&third, "{\"undo\":5}").contains("takes back 5 of 1 actions"));
}

const CHANGED: &str = "extends = \"ticket-to-ride\"\n";

#[test]
fn rules_that_changed_are_reported_and_diverge_where_they_matter() {
    let folder = Folder::new("rules");
    let (game, path) = (folder.file("mine.toml"), folder.file("game.save"));
    fs::write(&game, CHANGED).expect("written");
    let mut session = begin(game.to_str().expect("a path"), 2, 1);
    session.save_to(&path, false).expect("saved");
    let mut random = Random::new(2);
    while session.steps().iter().filter(|step| step.text.starts_with("claim")).count() < 2 {
        act_at_random(&mut session, &mut random);
    }
    let first_claim = session.steps().iter().position(|s| s.text.starts_with("claim")).expect("a claim") + 1;
    drop(session);
    // A change that no action meets.
    fs::write(&game, format!("{CHANGED}name = \"Another name\"\n")).expect("written");
    let (_, warnings) = Session::resume(&path, None, &Rhai).expect("every action is still legal");
    assert_eq!(warnings, [Warning::RulesChanged]);
    // A change that forbids claims.
    fs::write(&game, format!("{CHANGED}actions.claim.when = \"trains > 100\"\n")).expect("written");
    let before = fs::read(&path).expect("the file");
    match Session::resume(&path, None, &Rhai) {
        Err(SessionError::Diverged(mut diverged)) => {
            assert_eq!((diverged.number, diverged.line), (first_claim, first_claim + 1));
            assert!(diverged.rules_changed);
            assert!(diverged.reason.contains("trains > 100"), "{}", diverged.reason);
            assert!(diverged.to_string().contains("rules have changed"), "{diverged}");
            assert_eq!(diverged.session.steps().len(), first_claim - 1);
            assert_eq!(diverged.session.saved_in(), None, "going on would write behind actions that did not happen");
            // Whoever wants to can go on from there in a file of its own.
            let other = folder.file("other.save");
            diverged.session.save_to(&other, false).expect("saved");
            act_at_random(&mut diverged.session, &mut random);
            assert_eq!(looked_at(&other).state(), diverged.session.state(), "a game of its own");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(fs::read(&path).expect("the file"), before, "the file is left as it was");
}

#[test]
fn a_script_belongs_to_the_rules() {
    let folder = Folder::new("script");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games/storm");
    for file in ["storm.toml", "storm-map.toml", "storm.rhai"] {
        fs::copy(source.join(file), folder.file(file)).expect("copied");
    }
    let game = folder.file("storm.toml");
    let game = game.to_str().expect("a path");
    let before = begin(game, common::fewest(game), 1).header().rules;
    let script = folder.file("storm.rhai");
    let text = fs::read_to_string(&script).expect("text") + "\n// changed\n";
    fs::write(&script, text).expect("written");
    assert_ne!(begin(game, common::fewest(game), 1).header().rules, before);
}

#[test]
fn a_game_file_is_found_beside_its_save() {
    let folder = Folder::new("beside");
    fs::create_dir_all(folder.file("there")).expect("a folder");
    fs::write(folder.file("there/mine.toml"), CHANGED).expect("written");
    let path = folder.file("there/game.save");
    let mut session = begin(folder.file("there/mine.toml").to_str().expect("a path"), 2, 1);
    session.save_to(&path, false).expect("saved");
    drop(session);
    let whole = folder.file("there/mine.toml");
    let text = fs::read_to_string(&path).expect("text").replace(whole.to_str().expect("a path"), "./mine.toml");
    fs::write(&path, text).expect("written");
    Session::resume(&path, None, &Rhai).expect("the game is beside its save");
}
