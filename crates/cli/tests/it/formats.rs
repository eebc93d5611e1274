//! The promise about formats: what an earlier version read and wrote is still read, and still written. `docs/formats.md` makes it; each
//! folder of `tests/formats` that begins with a number holds what a version had. Game files of an earlier format are read once `railwright migrate`
//! has rewritten them. Further fields, columns and words may come; none may go or mean something else.

use crate::common::{Folder, piped_in, railwright_in, repository};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What is for people to read and may be said better any day, and what differs from run to run.
const NO_PROMISE: [&str; 8] =
    ["text", "message", "help", "version", "seconds", "games_per_second", "decisions_per_second", "warnings"];

/// The folders of all versions whose files are to be read.
fn versions() -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(repository("tests/formats")).expect("kept formats").map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> = entries.filter(|path| path.join("words.txt").exists()).collect();
    found.sort();
    assert!(!found.is_empty(), "no version is kept");
    found
}

/// The files of a version, rewritten to the format of today.
fn migrated(version: &Path) -> Folder {
    let folder = Folder::new("formats-migrated");
    for entry in std::fs::read_dir(version).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_file() {
            std::fs::copy(&entry, folder.path().join(entry.file_name().expect("a name"))).expect("it can be copied");
        }
    }
    railwright_in(folder.path(), &["migrate", "."]).exits(0);
    folder
}

/// A kept file. One that is missing is written when that is wanted; one that is there is never changed.
fn kept(path: &Path, now: impl FnOnce() -> String) -> String {
    if !path.exists() && std::env::var_os("RAILWRIGHT_ACCEPT").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        std::fs::write(path, now()).expect("it can be written");
    }
    std::fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{}: {error}; `cargo xtask accept formats` writes it", path.display()))
}

/// What a value no longer has of what it had: fields that are gone or hold something else. More fields are no loss.
fn lost(had: &Value, has: &Value, at: &str, out: &mut Vec<String>) {
    match (had, has) {
        (Value::Object(had), Value::Object(has)) => {
            for (key, value) in had.iter().filter(|(key, _)| !NO_PROMISE.contains(&key.as_str())) {
                match has.get(key) {
                    Some(now) => lost(value, now, &format!("{at}.{key}"), out),
                    None => out.push(format!("{at}.{key} is gone")),
                }
            }
        }
        (Value::Array(had), Value::Array(has)) if had.len() == has.len() => {
            had.iter().zip(has).enumerate().for_each(|(i, (had, has))| lost(had, has, &format!("{at}[{i}]"), out));
        }
        _ if had == has => {}
        _ => out.push(format!("{at} was {had} and is {has}")),
    }
}

#[track_caller]
fn nothing_lost(had: &str, has: &str, what: &str) {
    let json = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_else(|error| panic!("{what}: {error}: {text}"));
    let mut losses = Vec::new();
    lost(&json(had), &json(has), "", &mut losses);
    assert!(losses.is_empty(), "{what}:\n{}", losses.join("\n"));
}

#[test]
fn games_maps_scripts_and_scenarios_are_still_read() {
    for version in versions() {
        let now = migrated(&version);
        railwright_in(now.path(), &["check", "storm.toml", "windy.toml"]).exits(0);
        railwright_in(now.path(), &["sim", "windy.toml", "--players", "3", "--option", "calm", "--games", "5", "--check"])
            .exits(0);
        // An outcome that is kept is for people to read: only what the scenario itself expects is promised.
        let folder = Folder::new("formats-scenario");
        for file in ["storm.toml", "storm-map.toml", "storm.rhai", "storms.toml"] {
            std::fs::copy(now.path().join(file), folder.path().join(file)).expect("it can be copied");
        }
        railwright_in(folder.path(), &["test", "--accept", "storms.toml"]).exits(0);
    }
}

/// Every word that files and scripts can use, and what a key is without being said.
fn words() -> String {
    let all = railwright_in(&repository("."), &["explain", "--json"]).exits(0).json();
    let mut words = BTreeSet::new();
    for topic in all.as_array().expect("a list") {
        let (sort, name) = (topic["sort"].as_str().expect("a word"), topic["name"].as_str().expect("a name"));
        words.insert(format!("{sort} {name}"));
        for row in topic["text"].as_str().expect("a text").lines().filter(|line| line.starts_with("| `")) {
            // A bar inside a cell stands behind a backslash.
            let cells: Vec<String> = row.replace("\\|", "¦").split('|').map(|cell| cell.trim().to_owned()).collect();
            if ["table", "mechanic", "step"].contains(&sort) {
                words.insert(format!("{sort} {name}: {} = {}", cells[1], cells[3]));
            }
        }
    }
    words.into_iter().map(|word| word + "\n").collect()
}

/// What is called otherwise since: the name of before, and the one of now.
fn renamed() -> BTreeMap<String, String> {
    let list = std::fs::read_to_string(repository("tests/formats/renamed.txt")).expect("the words that have changed");
    let names = list.lines().filter_map(|line| line.split_once(" -> "));
    names.map(|(was, now)| (was.to_owned(), now.to_owned())).collect()
}

#[test]
fn what_could_be_said_can_still_be_said() {
    let now = words();
    let known: BTreeSet<&str> = now.lines().collect();
    let renamed = renamed();
    // A word may be called otherwise, or belong to a mechanic or step that is.
    let is_there = |word: &str| {
        let (owner, key) = word.split_once(": ").unwrap_or((word, ""));
        let now = |was: &str| renamed.get(was).map(String::as_str);
        known.contains(word)
            || now(word).is_some_and(|now| known.contains(now))
            || now(owner).is_some_and(|owner| known.contains(format!("{owner}: {key}").as_str()))
    };
    for version in versions() {
        let had = kept(&version.join("words.txt"), words);
        let gone: Vec<&str> = had.lines().filter(|word| !is_there(word)).collect();
        assert!(gone.is_empty(), "gone, or without its default, since {}:\n{}", version.display(), gone.join("\n"));
    }
}

#[test]
fn a_save_is_still_played_to_its_end() {
    for version in versions() {
        let save = version.join("storm.railwright");
        kept(&save, || {
            let folder = Folder::new("formats-save");
            let file = folder.path().join("save");
            let arguments = ["play", "storm.toml", "--seed", "5", "--save", file.to_str().expect("UTF-8")];
            let seats = ["--seat", "human", "--seat", "greedy", "--plain"];
            let (code, _, err) = piped_in(&version, &[&arguments[..], &seats].concat(), &"1\n".repeat(300));
            assert_eq!(code, 0, "{err}");
            let text = std::fs::read_to_string(file).expect("it was saved");
            let mut lines: Vec<&str> = text.lines().collect();
            // Something is taken back and done again.
            lines.splice(3..3, ["{\"undo\":1}", lines[2]]);
            let mut header: Value = serde_json::from_str(lines[0]).expect("a header");
            header["game"] = "storm.toml".into();
            format!("{header}\n{}\n", lines[1..].join("\n"))
        });
        let files = migrated(&version);
        let replay = || railwright_in(files.path(), &["replay", "storm.railwright", "--as", "all", "--json"]).exits(0).out;
        let now = replay();
        nothing_lost(&kept(&version.join("replay.json"), replay), &now, "replay");
        let told: Value = serde_json::from_str(&now).expect("JSON");
        assert!(told["over"].is_string(), "it is played to its end");
        // Rules that are said in other words have another number; what was played by them is played all the same.
        let warnings = told["warnings"].as_array().expect("a list");
        assert!(warnings.len() <= 1 && warnings.iter().all(|one| one.to_string().contains("rules")), "{warnings:?}");
    }
}

#[test]
fn the_protocol_answers_as_it_did() {
    for version in versions() {
        let requests = std::fs::read_to_string(version.join("requests.jsonl")).expect("requests");
        let files = migrated(&version);
        let answers = || {
            let (code, out, err) = piped_in(files.path(), &["serve-stdio", "storm.toml"], &requests);
            assert_eq!(code, 0, "{err}");
            out
        };
        let (had, now) = (kept(&version.join("answers.jsonl"), answers), answers());
        assert_eq!(had.lines().count(), requests.lines().count());
        for ((request, had), now) in requests.lines().zip(had.lines()).zip(now.lines()) {
            nothing_lost(had, now, request);
        }
    }
}

/// The number that a save has for the rules of a game.
fn rules_number(files: &Path, game: &str) -> String {
    let folder = Folder::new("formats-number");
    let save = folder.path().join("save");
    let arguments = ["play", game, "--seed", "1", "--save", save.to_str().expect("UTF-8"), "--seat", "human", "--plain"];
    let (code, _, err) = piped_in(files, &arguments, "1\nquit\n");
    assert_eq!(code, 0, "{err}");
    let text = std::fs::read_to_string(save).expect("it was saved");
    let header: Value = serde_json::from_str(text.lines().next().expect("a header")).expect("JSON");
    header["rules"].as_str().expect("a number").to_owned()
}

/// The columns of a table in CSV, by name; no value here has a comma in it.
fn columns(text: &str) -> Map<String, Value> {
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = lines.next().expect("a line of names");
    let rows: Vec<Vec<&str>> = lines.collect();
    let column = |i: usize| rows.iter().map(|row| row[i].into()).collect::<Vec<Value>>();
    names.iter().enumerate().map(|(i, name)| ((*name).to_owned(), column(i).into())).collect()
}

#[test]
fn records_are_still_merged_and_still_written() {
    for version in versions() {
        let folder = Folder::new("formats-records");
        let now = folder.path().join("now");
        let files = migrated(&version);
        let text = |folder: &Path| std::fs::read_to_string(folder.join("storm.toml")).expect("a game");
        let is_rewritten = text(&version) != text(files.path());
        for shard in ["1/2", "2/2"] {
            let out = now.to_str().expect("UTF-8");
            let plan = ["sim", "storm.toml", "--games", "6", "--seed", "9", "--bots", "random,random", "--threads", "1"];
            let records = ["--shard", shard, "--out", out, "--records", "both", "--format", "csv"];
            railwright_in(files.path(), &[&plan[..], &records].concat()).exits(0);
        }
        let mut numbers = BTreeSet::new();
        for shard in ["shard-1-of-2", "shard-2-of-2"] {
            for file in ["games.csv", "decisions.csv", "run.json"] {
                let has = std::fs::read_to_string(now.join(shard).join(file)).expect("it was written");
                let had = kept(&version.join("records").join(shard).join(file), || has.clone());
                match file {
                    "run.json" => {
                        let (mut had, has): (Value, Value) =
                            (serde_json::from_str(&had).expect("JSON"), serde_json::from_str(&has).expect("JSON"));
                        if is_rewritten {
                            // Rules that are said in other words have another number.
                            had["rules"] = has["rules"].clone();
                        }
                        numbers.insert(has["rules"].as_str().expect("a number for the rules").to_owned());
                        nothing_lost(&had.to_string(), &has.to_string(), shard);
                    }
                    _ => {
                        let table = |text: &str| Value::from(columns(text)).to_string();
                        nothing_lost(&table(&had), &table(&has), &format!("{shard}/{file}"));
                    }
                }
            }
        }
        assert_eq!(numbers, BTreeSet::from([rules_number(files.path(), "storm.toml")]), "one number for the same rules");
        for (records, merged) in [(version.join("records"), "merged"), (now, "merged-now")] {
            let merged = folder.path().join(merged);
            let paths = [records.to_str().expect("UTF-8"), "--out", merged.to_str().expect("UTF-8")];
            railwright_in(&version, &[&["merge"][..], &paths].concat()).exits(0);
        }
    }
}

/// The fields of a value and what each holds, lists as one of their items; what is sometimes nothing says nothing.
fn shape(value: &Value, at: &str, out: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) if fields.is_empty() => drop(out.insert(format!("{at}: table"))),
        Value::Object(fields) => fields.iter().for_each(|(key, value)| shape(value, &format!("{at}.{key}"), out)),
        Value::Array(items) => items.iter().for_each(|item| shape(item, &format!("{at}[]"), out)),
        Value::Null => {}
        Value::Bool(_) => drop(out.insert(format!("{at}: yes or no"))),
        Value::Number(_) => drop(out.insert(format!("{at}: number"))),
        Value::String(_) => drop(out.insert(format!("{at}: text"))),
    }
}

/// Command lines that print JSON, and what each exits with.
const PRINTED: [(&str, i32); 11] = [
    ("games --json", 0),
    ("check storm.toml wrong.toml --json", 1),
    ("explain claim --json", 0),
    ("resolve windy.toml --json", 0),
    ("diff storm.toml windy.toml --json", 0),
    ("map storm.toml --analyse --json", 0),
    ("sim storm.toml --games 20 --json", 0),
    ("compare storm.toml windy.toml --games 20 --json", 0),
    ("report storm.toml --games 4 --players 2 --bots random --json", 0),
    ("holes storm.toml --players 2 --games 4 --seconds 1 --json", 0),
    ("mutate storm.toml --scenarios storms.toml --json", 0),
];

#[test]
fn what_is_printed_for_programs_has_every_field_it_had() {
    for version in versions() {
        let files = migrated(&version);
        let shapes = || {
            let mut out = BTreeSet::new();
            for (line, code) in PRINTED {
                let arguments: Vec<&str> = line.split(' ').collect();
                let ran = railwright_in(files.path(), &arguments);
                assert_eq!(ran.code, code, "{line}: {}", ran.err);
                shape(&ran.json(), arguments[0], &mut out);
            }
            out.into_iter().map(|line| line + "\n").collect::<String>()
        };
        let now = shapes();
        let known: BTreeSet<&str> = now.lines().collect();
        let had = kept(&version.join("printed.txt"), || now.clone());
        let renamed = renamed();
        let is_there = |field: &str| known.contains(field) || renamed.get(field).is_some_and(|now| known.contains(now.as_str()));
        let gone: Vec<&str> = had.lines().filter(|field| !is_there(field)).collect();
        assert!(gone.is_empty(), "gone since {}:\n{}", version.display(), gone.join("\n"));
    }
}

#[test]
fn the_test_notices_what_is_lost() {
    let losses = |had: &str, has: &str| {
        let mut out = Vec::new();
        lost(&serde_json::from_str(had).expect("JSON"), &serde_json::from_str(has).expect("JSON"), "", &mut out);
        out
    };
    assert_eq!(losses(r#"{"a":[{"b":1}]}"#, r#"{"a":[{"b":1,"c":2}],"d":3}"#), Vec::<String>::new());
    assert_eq!(losses(r#"{"a":[{"b":1}]}"#, r#"{"a":[{"c":1}]}"#), [".a[0].b is gone"]);
    assert_eq!(losses(r#"{"a":[1,2]}"#, r#"{"a":[1]}"#), [".a was [1,2] and is [1]"]);
    assert_eq!(losses(r#"{"message":"a","code":"x"}"#, r#"{"message":"b","code":"y"}"#), [".code was \"x\" and is \"y\""]);
}
