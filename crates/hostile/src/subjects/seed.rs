//! Requests to a table by somebody who wants its seed, to start programs or to replace files. The seed is in no answer before the game is
//! over, and a guess at it is neither confirmed nor denied.

use super::{Subject, once};
use crate::Choices;
use crate::good::{self, Good};
use crate::ground::Ground;
use railwright_bots::{Bot, BotFault, DecisionRequest, GameStart};
use railwright_core::Random;
use railwright_core::id::SeatId;
use railwright_core::narrow::narrow;
use railwright_script::Rhai;
use railwright_session::protocol::{Consent, Setup, Table, serve};
use railwright_session::{HUMAN, Header, Players, Session};
use serde_json::{Value, json};
use std::cell::Cell;
use std::fs;
use std::rc::Rc;
use std::time::Duration;

/// More requests than this are not made.
const REQUESTS: usize = 14;
/// The seed that is looked for, and one like it that is wrong.
const SEED: u64 = 13_846_197_204_913_275_611;
const WRONG: u64 = 13_846_197_204_913_275_612;
/// Stands in requests for a guess at the seed.
const GUESS: &str = "GUESS";
/// What stands in a file that nobody may replace.
const KEPT: &str = "kept as it is\n";

/// Requests, one on a line; the first line names the game and whether it goes on: `at NAME resumed`.
pub const SEED_OF_TABLE: Subject = Subject {
    name: "seed",
    what: "requests to a table by somebody who wants its seed, its files or its programs",
    attempt: |input| Ground::with(|ground| attempt(ground, &String::from_utf8_lossy(input))),
    structured: |choices| choices.pick(good::games()).map(|game| chosen(game, choices).into_bytes()).unwrap_or_default(),
    good: || {
        once!(good::games().iter().flat_map(|game| ["", " resumed"].map(|way| good_requests(game, way).into_bytes())).collect())
    },
    share: 1,
};

fn good_requests(game: &Good, way: &str) -> String {
    let act = json!({ "method": "act", "seat": 1, "do": game.moves.first() });
    let lines = [
        json!({ "id": 1, "method": "start" }),
        json!({ "method": "view", "seat": 1 }),
        json!({ "method": "legal", "seat": 1 }),
        act,
        json!({ "method": "events", "since": 0 }),
        json!({ "method": "undo", "seat": 1 }),
        json!({ "method": "save", "file": "new.save" }),
        json!({ "method": "score" }),
    ];
    format!("at {}{way}\n{}", game.name, lines.map(|line| line.to_string()).join("\n"))
}

fn chosen(game: &Good, choices: &mut Choices) -> String {
    let mut text = format!("at {}{}", game.name, if choices.below(3) == 0 { " resumed" } else { "" });
    for _ in 0..1 + choices.below(REQUESTS) {
        let mut request = json!({ "method": method(choices) });
        for _ in 0..choices.below(4) {
            let (key, value) = parameter(game, choices);
            request[key] = value;
        }
        text += &format!("\n{request}");
    }
    text
}

fn method(choices: &mut Choices) -> &'static str {
    const METHODS: [&str; 14] =
        ["start", "start", "start", "view", "legal", "act", "act", "explain", "undo", "events", "score", "save", "quit", "seed"];
    choices.pick(&METHODS).copied().unwrap_or_default()
}

fn parameter(game: &Good, choices: &mut Choices) -> (&'static str, Value) {
    const SEATS: [&str; 10] = [
        "human",
        "random",
        "greedy",
        "search:2",
        "search:18446744073709551615",
        "search:999999999s",
        "persona:x",
        "cmd:",
        "cmd:touch RAN",
        "x",
    ];
    const FILES: [&str; 8] = ["kept.save", "new.save", "a/b.save", "../out.save", "", "kept.save/", "\0", "/dev/full"];
    let seats = |choices: &mut Choices| {
        let many = if choices.below(20) == 0 { 258 } else { choices.below(10) };
        (0..many).map(|_| choices.pick(&SEATS).copied().unwrap_or_default()).collect::<Vec<_>>()
    };
    match choices.below(14) {
        0..=3 => ("seat", json!(choices.below(4))),
        4 | 5 => ("do", json!(choices.pick(&game.moves))),
        6 => ("seed", json!(GUESS)),
        7 => ("seed", odd(choices)),
        8 => ("seats", json!(seats(choices))),
        9 => ("players", odd(choices)),
        10 => ("first", odd(choices)),
        11 => (choices.pick(&["file", "save"]).copied().unwrap_or_default(), json!(choices.pick(&FILES))),
        12 => (choices.pick(&["overwrite", "agreed"]).copied().unwrap_or_default(), json!(true)),
        _ => (choices.pick(&["since", "actions", "seat"]).copied().unwrap_or_default(), odd(choices)),
    }
}

fn odd(choices: &mut Choices) -> Value {
    match choices.below(8) {
        0 => json!(-1),
        1 => json!(1.5),
        2 => json!(u64::MAX),
        3 => json!("7"),
        4 => json!([7]),
        5 => json!(256 + choices.below(3)),
        _ => json!(choices.below(6)),
    }
}

fn attempt(ground: &Ground, text: &str) {
    let (game, line, requests) = good::named(text);
    let resumed = line.ends_with(" resumed");
    let requests: Vec<Value> = requests.lines().take(REQUESTS).map(|line| inside(ground, line)).collect();
    let mut answers = [SEED, WRONG].map(|guess| asked(ground, game, resumed, &requests, guess));
    // A game that goes on has its seed, whatever somebody asks for; the next one is theirs.
    let begins = requests.iter().enumerate().filter(|(_, request)| request["method"] == "start").nth(1).map(|(at, _)| at);
    if resumed {
        answers.iter_mut().for_each(|answers| answers.truncate(begins.unwrap_or(REQUESTS)));
        assert_eq!(answers[0], answers[1], "a guess at the seed is answered in another way");
    }
    at_a_table(game);
}

/// A request as it may be made here: files are those of the ground, no game thinks for long.
fn inside(ground: &Ground, line: &str) -> Value {
    let Ok(mut request) = serde_json::from_str::<Value>(line) else { return Value::String(line.to_owned()) };
    for key in ["file", "save"] {
        let named = request.get(key).and_then(Value::as_str).map(|name| ground.inside(name));
        match named {
            Some(Some(path)) => request[key] = json!(path),
            Some(None) => request[key] = json!(ground.here()),
            None => {}
        }
    }
    let ran = ground.here().join("ran").display().to_string();
    for seat in request.get_mut("seats").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(text) = seat.as_str() {
            // The command is ours alone: whatever else is asked for must not be started either, but is not tried.
            let search = text.starts_with("search") && text != "search:2";
            *seat = json!(if text.starts_with("cmd:") {
                format!("cmd:touch {ran}")
            } else if search {
                "search:x".to_owned()
            } else {
                text.to_owned()
            });
        }
    }
    request
}

/// What a table answers, without what a right or wrong guess itself is.
fn asked(ground: &Ground, game: &'static Good, resumed: bool, requests: &[Value], guess: u64) -> Vec<Value> {
    let seats = vec![HUMAN.to_owned(); usize::from(game.rules.parts.seats)];
    let header = Header::new(game.path.clone(), seats, if resumed { SEED } else { 0 });
    ground.clear();
    let kept = ground.here().join("kept.save");
    ground.write(&kept, KEPT.as_bytes()).expect("a passing file can be written");
    let session = Session::with_rules(header.clone(), game.rules.clone(), &Rhai).ok().filter(|_| resumed);
    let setup = Setup {
        header,
        seed: Some(SEED),
        rules: game.rules.clone(),
        save: None,
        resumed: session.map(|session| (session, Vec::new())),
        consent: Consent::default(),
        report: |_| {},
        bot_time: Duration::from_secs(1),
    };
    let lines: String = requests
        .iter()
        .map(|request| match request {
            Value::String(line) => format!("{line}\n"),
            request => format!("{}\n", request.to_string().replace(&format!("\"{GUESS}\""), &guess.to_string())),
        })
        .collect();
    let mut output = Vec::new();
    serve(&mut Table::new(setup, &Rhai), lines.as_bytes(), &mut output).expect("a table answers");
    assert_eq!(fs::read_to_string(&kept).unwrap_or_default(), KEPT, "a file is replaced that was not to be");
    assert!(!ground.here().join("ran").exists(), "a program was started");
    let answers: Vec<Value> = output
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("an answer is JSON"))
        .collect();
    let named = requests.iter().any(|request| request.get("seed").is_some());
    let mut over = false;
    for answer in &answers {
        let text = answer.to_string();
        over |= !answer["result"]["over"].is_null();
        // Whoever named a seed is told what they named.
        assert!(
            over || named || !(text.contains(&SEED.to_string()) || text.contains(&format!("{SEED:x}"))),
            "the seed is told: {text}"
        );
    }
    answers
}

/// Remembers what it is told of chance.
struct Spy(Rc<Cell<u32>>);

impl Bot for Spy {
    fn start(&mut self, start: &GameStart) -> Result<(), BotFault> {
        self.0.set(start.program_seed);
        Ok(())
    }

    fn choose(&mut self, _: &DecisionRequest) -> Result<usize, BotFault> {
        Ok(0)
    }
}

/// What a program at a table is told of chance is nothing that the game's seed gives.
fn at_a_table(game: &'static Good) {
    let seats = vec!["random".to_owned(); usize::from(game.rules.parts.seats)];
    let Ok(mut session) = Session::with_rules(Header::new(game.path.clone(), seats, SEED), game.rules.clone(), &Rhai) else {
        return;
    };
    let told = Rc::new(Cell::new(0));
    let Some(seat) = session.waiting().iter().next() else { return };
    let spies = (0..game.rules.parts.seats).map(|_| Some((Box::new(Spy(told.clone())) as Box<dyn Bot>, false)));
    let mut players = Players::of(spies.collect());
    if players.choose(&mut session, seat).is_err() {
        return;
    }
    let halves = |number: u64| [number & u64::from(u32::MAX), number >> 32].map(narrow::<u32>);
    let derived = (0..16)
        .flat_map(|purpose| [purpose, (1 << 32) + purpose])
        .flat_map(|purpose| halves(Random::stream(SEED, purpose).next()));
    let known: Vec<u32> = halves(SEED).into_iter().chain(derived).chain([u32::from(SeatId::from(0usize).0)]).collect();
    assert!(!known.contains(&told.get()), "a program is told a number that the game's seed gives");
}
