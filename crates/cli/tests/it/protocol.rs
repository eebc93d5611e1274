//! The protocol for programs: played from Python, its manual taken at its word, its schema true.

use crate::common::{Folder, bot, command, python, repository};
use crate::schema;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

#[test]
fn python_plays_a_whole_game() {
    let script = repository("tests/protocol/play.py");
    let program = env!("CARGO_BIN_EXE_railwright");
    let ran = python().arg(script).arg(program).output().expect("python runs");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{out}\n{err}");
    assert!(out.contains("\"claims\""), "{out}");
}

/// The lines of all blocks of a kind in the manual.
fn blocks(manual: &str, kind: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut inside = false;
    for line in manual.lines() {
        match line.strip_prefix("```") {
            Some(opened) => inside = opened == kind,
            None if inside => lines.push(line.to_owned()),
            None => {}
        }
    }
    lines
}

/// Whether an answer is what the manual says, `…` standing for anything.
fn fits(said: &Value, real: &Value) -> bool {
    match (said, real) {
        (Value::String(any), _) if any == "…" => true,
        (Value::Object(said), Value::Object(real)) => {
            let whole = said.contains_key("…") || said.len() == real.len();
            whole && said.iter().filter(|(key, _)| *key != "…").all(|(key, value)| real.get(key).is_some_and(|r| fits(value, r)))
        }
        (Value::Array(said), Value::Array(real)) => {
            let elided = said.last().is_some_and(|last| last == "…");
            let said = if elided { &said[..said.len() - 1] } else { said };
            (elided || said.len() == real.len()) && said.len() <= real.len() && said.iter().zip(real).all(|(s, r)| fits(s, r))
        }
        _ => said == real,
    }
}

#[test]
fn the_manual_is_true() {
    let folder = Folder::new("manual");
    let manual = std::fs::read_to_string(repository("docs/protocol.md")).expect("the manual");
    let schema = schema::Schema::read(&repository("docs/protocol.schema.json"));
    let mut command = command(&["serve-stdio", "ticket-to-ride", "--players", "2", "--seed", "7", "--save", "game.save"]);
    let mut child = command.current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let (mut to, mut from) = (child.stdin.take().expect("piped"), BufReader::new(child.stdout.take().expect("piped")));
    let dialogue = blocks(&manual, "dialogue");
    let mut methods = Vec::new();
    for pair in dialogue.chunks(2) {
        let [request, answer] = pair else { panic!("a request without an answer: {pair:?}") };
        let request = request.strip_prefix("→ ").unwrap_or_else(|| panic!("not a request: {request}"));
        let answer: Value = serde_json::from_str(answer.strip_prefix("← ").expect("an answer")).expect("an answer is JSON");
        writeln!(to, "{request}").expect("it reads");
        let mut line = String::new();
        from.read_line(&mut line).expect("it answers");
        let real: Value = serde_json::from_str(&line).expect("it answers in JSON");
        assert!(fits(&answer, &real), "the manual says\n{answer}\nto {request} and the answer is\n{line}");
        assert_eq!(schema.wrong("answer", &real), None, "{line}");
        if let Ok(request) = serde_json::from_str::<Value>(request) {
            let fault = &real["error"]["code"];
            let ill_formed = fault == "bad-request" || fault == "unknown-method";
            assert_eq!(
                schema.wrong("request", &request).is_some(),
                ill_formed,
                "{request}: {:?}",
                schema.wrong("request", &request)
            );
            methods.extend(request["method"].as_str().map(str::to_owned));
        }
    }
    assert!(child.wait().expect("it ends").success());
    for method in ["start", "view", "legal", "act", "undo", "explain", "events", "score", "save", "quit"] {
        assert!(methods.iter().any(|m| m == method), "the manual has no example of {method}");
    }
    let saved = blocks(&manual, "save").join("\n") + "\n";
    railwright::session::save::Save::parse(saved.as_bytes()).expect("the manual's save file can be read");
}

#[test]
fn every_answer_of_a_whole_game_is_as_the_schema_says() {
    let schema = schema::Schema::read(&repository("docs/protocol.schema.json"));
    let mut command = command(&["serve-stdio", "ticket-to-ride", "--seat", "greedy", "--seat", "random"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let requests = [
        r#"{"id":1,"method":"start","seed":3}"#,
        r#"{"id":2,"method":"view","seat":1}"#,
        r#"{"id":3,"method":"view"}"#,
        r#"{"id":4,"method":"legal","seat":2}"#,
        r#"{"id":5,"method":"events","seat":2}"#,
        r#"{"id":6,"method":"events"}"#,
        r#"{"id":7,"method":"score"}"#,
        r#"{"id":8,"method":"undo","seat":1,"actions":1}"#,
        r#"{"id":9,"method":"start","players":9}"#,
        r#"{"id":10,"method":"start","options":["no-such-option"]}"#,
        r#"{"id":11,"method":"start","seats":["human","deep-blue"]}"#,
    ];
    child.stdin.take().expect("piped").write_all(requests.join("\n").as_bytes()).expect("it reads");
    let out = child.wait_with_output().expect("it ends");
    let answers: Vec<Value> = out.stdout.split(|&b| b == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    assert_eq!(answers.len(), requests.len());
    for (request, answer) in requests.iter().zip(&answers) {
        assert_eq!(schema.wrong("answer", answer), None, "to {request}");
    }
    assert!(answers[0]["result"]["over"].is_string(), "bots play to the end: {}", answers[0]);
    assert!(answers[..8].iter().all(|answer| answer["ok"] == true));
    assert!(answers[8..].iter().all(|answer| answer["error"]["code"] == "no-such-game"), "{:?}", &answers[8..]);
}

/// The answers to some requests.
fn answers(arguments: &[&str], requests: &[&str]) -> Vec<Value> {
    let mut command = command(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    child.stdin.take().expect("piped").write_all(requests.join("\n").as_bytes()).expect("it reads");
    let out = child.wait_with_output().expect("it ends");
    out.stdout.split(|&b| b == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
}

#[test]
fn the_seed_of_a_running_game_is_told_to_nobody_and_no_two_tables_are_dealt_alike() {
    let (start, view) = (r#"{"method":"start"}"#, r#"{"method":"view","seat":1}"#);
    let told = answers(&["serve-stdio", "ticket-to-ride"], &[start, view, start, view]);
    assert_eq!((&told[0]["result"]["seed"], &told[2]["result"]["seed"]), (&Value::Null, &Value::Null));
    assert_ne!(told[1], told[3], "two games of one table");
    assert_ne!(told[1], answers(&["serve-stdio", "ticket-to-ride"], &[start, view])[1], "two tables");
    let seeded =
        answers(&["serve-stdio", "ticket-to-ride", "--seed", "5"], &[start, view, r#"{"method":"start","seed":5}"#, view]);
    assert_eq!(seeded[0]["result"]["seed"], Value::Null, "whoever speaks the protocol did not say it");
    assert_eq!((&seeded[2]["result"]["seed"], &seeded[1]), (&5.into(), &seeded[3]), "the same seed, the same cards");
    let bots = answers(&["serve-stdio", "ticket-to-ride", "--seat", "random", "--seat", "random"], &[start]);
    let seed = bots[0]["result"]["seed"].as_u64().expect("it is over, so the seed is told").to_string();
    let again = ["serve-stdio", "ticket-to-ride", "--seat", "random", "--seat", "random", "--seed", &seed];
    assert_eq!(answers(&again, &[start]), bots, "and gives the same game");
}

#[test]
fn a_game_after_a_resumed_one_is_not_dealt_like_it() {
    let folder = Folder::new("resumed");
    let file = folder.path().join("game.save").display().to_string();
    let (start, view) = (r#"{"method":"start"}"#, r#"{"method":"view","seat":1}"#);
    answers(&["serve-stdio", "ticket-to-ride", "--save", &file], &[start]);
    let told = answers(&["serve-stdio", "--resume", &file], &[r#"{"method":"start","seed":1}"#, view, start, view]);
    assert_eq!(told[0]["result"]["seed"], Value::Null, "a seed that was guessed is neither confirmed nor denied");
    assert_ne!(told[1]["result"]["view"]["zones"], told[3]["result"]["view"]["zones"]);
}

#[test]
fn requests_start_no_programs_and_replace_no_files_unless_that_was_allowed() {
    let folder = Folder::new("allowed");
    let (ran, kept) = (folder.path().join("ran"), folder.write("kept", "what somebody else wrote"));
    let seats = serde_json::json!(["human", format!("cmd:touch '{}'", ran.display())]);
    let start = serde_json::json!({ "method": "start", "seats": seats }).to_string();
    let plain = r#"{"method":"start"}"#;
    let save = |overwrite: bool| serde_json::json!({ "method": "save", "file": kept, "overwrite": overwrite }).to_string();
    let begin = serde_json::json!({ "method": "start", "save": kept }).to_string();
    let told = answers(&["serve-stdio", "ticket-to-ride"], &[&start, &begin, plain, &save(true), &save(false)]);
    let codes: Vec<&str> = told.iter().map(|answer| answer["error"]["code"].as_str().unwrap_or("")).collect();
    assert_eq!(codes, ["not-allowed", "not-saved", "", "not-allowed", "not-saved"], "{told:#?}");
    assert!(told[0]["error"]["help"].as_str().is_some_and(|help| help.contains("--run-programs")), "{}", told[0]);
    assert!(told[3]["error"]["help"].as_str().is_some_and(|help| help.contains("--overwrite")), "{}", told[3]);
    let schema = schema::Schema::read(&repository("docs/protocol.schema.json"));
    told.iter().for_each(|answer| assert_eq!(schema.wrong("answer", answer), None, "{answer}"));
    assert!(!ran.exists() && std::fs::read_to_string(&kept).expect("it is there").starts_with("what somebody"));
    // With the flags both are done; a program that whoever started the table named needs none.
    let told = answers(&["serve-stdio", "ticket-to-ride", "--run-programs", "--overwrite"], &[&start, &save(true)]);
    assert!(told.iter().all(|answer| answer["ok"] == true), "{told:#?}");
    assert!(std::fs::read_to_string(&kept).expect("it is there").starts_with("{\"format\":1"));
    let named = answers(&["serve-stdio", "ticket-to-ride", "--seat", "human", "--seat", &bot("")], &[plain]);
    assert_eq!(named[0]["ok"], true, "{}", named[0]);
}
