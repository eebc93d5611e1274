//! Hostile data: whatever a file says, the program answers with a report or plays on, and never breaks down.
//!
//! Inputs are made from good files by a generator with a fixed seed: letters are changed, lines moved, values of the merged tree replaced,
//! moved or removed. What loads is played for a while. `RAILWRIGHT_HOSTILE=100000 cargo test --test hostile` tries more of them.

use railwright_core::{Events, Random};
use railwright_rules::compile::load_changed;
use railwright_rules::rules::ScriptSource;
use railwright_rules::{Engine, Loaded, Setting, load};
use railwright_scenario::{Games, Scenario};
use railwright_script::Rhai;
use railwright_source::{Node, Value};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Small games, so that many can be tried; together they use every mechanic and a script.
const GAMES: [&str; 4] = [
    "tests/games/storm/storm.toml",
    "tests/games/hills/hills.toml",
    "tests/games/valleys/valleys.toml",
    "docs/tutorial/step-5/skerry.toml",
];

fn rounds() -> u64 {
    std::env::var("RAILWRIGHT_HOSTILE").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Plays a game that loaded for a while: every action that is listed can be carried out, or the rules say why not.
fn play(loaded: Loaded, random: &mut Random) {
    let Some(rules) = loaded.rules else {
        assert!(!loaded.report.is_ok(), "no rules and no reason");
        // What is wrong can be shown.
        let _ = loaded.report.render(&loaded.files, false);
        return;
    };
    let mut engine = Engine::new(Arc::new(rules), &Rhai);
    let mut events = Events::default();
    let Ok(mut state) = engine.start(7, None, &mut events) else { return };
    for _ in 0..60 {
        let Some(seat) = state.clock().waiting.iter().next() else { break };
        let Ok(count) = engine.legal(&state, seat).map(<[_]>::len) else { break };
        if count == 0 {
            break;
        }
        let Some(picked) = engine.pick(random.below(count as u32) as usize) else { break };
        if engine.step(&mut state, picked, &mut events).is_err() {
            break;
        }
    }
    let _ = engine.score(&state, &mut railwright_rules::Sheet::default());
}

/// Tries something many times; what breaks down is named by its round, so that it can be tried again.
fn survive(what: &str, one: impl Fn(&mut Random)) {
    let mut broken = Vec::new();
    for round in 0..rounds() {
        let mut random = Random::stream(round, 77);
        if catch_unwind(AssertUnwindSafe(|| one(&mut random))).is_err() {
            broken.push(round);
        }
    }
    assert!(broken.is_empty(), "{what}: rounds {broken:?} break down");
}

/// All paths of a tree.
fn paths(node: &Node, path: &mut Vec<String>, all: &mut Vec<Vec<String>>) {
    let children: Vec<(String, &Node)> = match &node.value {
        Value::Table(table) => table.iter().map(|entry| (entry.key.clone(), &entry.node)).collect(),
        Value::List(list) => list.iter().enumerate().map(|(i, node)| (i.to_string(), node)).collect(),
        _ => Vec::new(),
    };
    for (key, child) in children {
        path.push(key);
        all.push(path.clone());
        paths(child, path, all);
        path.pop();
    }
}

fn at<'n>(node: &'n mut Node, path: &[String]) -> Option<&'n mut Node> {
    path.iter().try_fold(node, |node, step| match &mut node.value {
        Value::Table(table) => table.get_mut(step),
        Value::List(list) => list.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    })
}

fn strange(random: &mut Random) -> Value {
    const NUMBERS: [i64; 10] = [0, 1, -1, 2, 7, 40, 255, 256, i64::MAX, i64::MIN];
    const TEXTS: [&str; 12] = [
        "",
        "-",
        "deck",
        "trains",
        "1 / 0",
        "size(hand) > 0",
        "not (",
        "0 - 9223372036854775807",
        "total",
        "script(storm)",
        "äöü",
        "red",
    ];
    match random.below(6) {
        0 => Value::Bool(random.below(2) == 0),
        1 | 2 => Value::Int(NUMBERS[random.below(NUMBERS.len() as u32) as usize]),
        3 => Value::Text(TEXTS[random.below(TEXTS.len() as u32) as usize].to_owned()),
        4 => Value::List(Vec::new()),
        _ => Value::Table(Default::default()),
    }
}

/// Changes one to four values of a merged tree.
fn disturb(tree: &mut Node, random: &mut Random) {
    for _ in 0..=random.below(4) {
        let mut all = Vec::new();
        paths(tree, &mut Vec::new(), &mut all);
        let pick = |random: &mut Random| all[random.below(all.len() as u32) as usize].clone();
        let path = pick(random);
        match random.below(4) {
            0 => {
                let (last, parent) = path.split_last().expect("a path");
                if let Some(Value::Table(table)) = at(tree, parent).map(|node| &mut node.value) {
                    table.remove(last);
                }
            }
            1 => {
                let other = pick(random);
                let copy = at(tree, &other).map(|node| node.value.clone());
                if let (Some(node), Some(copy)) = (at(tree, &path), copy) {
                    node.value = copy;
                }
            }
            _ => {
                if let Some(node) = at(tree, &path) {
                    node.value = strange(random);
                }
            }
        }
    }
}

#[test]
fn strange_values_in_a_game_are_reported_or_played() {
    for game in GAMES {
        let path = root().join(game).display().to_string();
        survive(game, |random| {
            let random = RefCell::new(random);
            let change = |tree: &mut Node, _: &mut [ScriptSource]| disturb(tree, &mut random.borrow_mut());
            let players = 2 + random.borrow_mut().below(2) as u8;
            let loaded = load_changed(&path, &Setting { players, options: Vec::new() }, &Rhai, &change);
            play(loaded, &mut random.borrow_mut());
        });
    }
}

/// A text with some letters, words or lines changed.
fn scribble(text: &str, random: &mut Random) -> String {
    const BITS: [&str; 16] = ["\"", "[", "]", "{", "}", "=", "\n", ",", "9", "-", ".", "(", ")", "\u{0}", "é", "'''"];
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(5) {
        let here = random.below(letters.len().max(1) as u32) as usize;
        match random.below(4) {
            0 if !letters.is_empty() => drop(letters.remove(here)),
            1 => {
                let bit = BITS[random.below(BITS.len() as u32) as usize];
                letters.splice(here..here, bit.chars());
            }
            2 => {
                let end = (here + random.below(60) as usize).min(letters.len());
                drop(letters.drain(here..end));
            }
            _ => {
                let end = (here + random.below(60) as usize).min(letters.len());
                let piece: Vec<char> = letters[here..end].to_vec();
                let there = random.below(letters.len().max(1) as u32) as usize;
                letters.splice(there..there, piece);
            }
        }
    }
    letters.into_iter().collect()
}

#[test]
fn scribbled_game_map_and_script_files_are_reported_or_played() {
    for game in GAMES {
        let source = root().join(game);
        let folder = source.parent().expect("a folder");
        let own = std::env::temp_dir().join(format!("railwright-hostile-{}-{}", game.replace('/', "-"), std::process::id()));
        std::fs::create_dir_all(&own).expect("a folder can be made");
        let entries =
            std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).filter(|path| path.is_file());
        let files: Vec<(PathBuf, String)> = entries
            .map(|path| (own.join(path.file_name().expect("a name")), std::fs::read_to_string(&path).expect("a text")))
            .collect();
        let path = own.join(source.file_name().expect("a name")).display().to_string();
        survive(game, |random| {
            let chosen = random.below(files.len() as u32) as usize;
            for (i, (file, text)) in files.iter().enumerate() {
                let text = if i == chosen { scribble(text, random) } else { text.clone() };
                std::fs::write(file, text).expect("a file can be written");
            }
            play(load(&path, &Setting::default(), &Rhai), random);
        });
        std::fs::remove_dir_all(&own).expect("the folder can be removed");
    }
}

#[test]
fn scribbled_scenarios_are_reported_or_played() {
    let folder = root().join("docs/tutorial/step-5/scenarios");
    let entries = std::fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.path());
    let files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "toml")).collect();
    survive("scenarios", |random| {
        let path = &files[random.below(files.len() as u32) as usize];
        let text = scribble(&std::fs::read_to_string(path).expect("a text"), random);
        match Scenario::read(path, text) {
            Ok(scenario) => drop(scenario.run(&mut Games::new(&Rhai))),
            Err(problems) => drop(problems.render(false)),
        }
    });
}

#[test]
fn scribbled_notation_is_read_or_refused() {
    let loaded = load(&root().join(GAMES[3]).display().to_string(), &Setting { players: 2, options: Vec::new() }, &Rhai);
    let rules = Arc::new(loaded.rules.expect("the game loads"));
    const MOVES: [&str; 7] = [
        "claim anvil-bellow with 1 red, 1 steam",
        "claim bellow-flint/red with 2 red",
        "draw deck",
        "draw blue from market",
        "keep without anvil-haven",
        "light anvil for red",
        "done",
    ];
    survive("notation", |random| {
        let mut engine = Engine::new(rules.clone(), &Rhai);
        let state = engine.start(3, None, &mut Events::default()).expect("it starts");
        let text = scribble(MOVES[random.below(MOVES.len() as u32) as usize], random);
        let seat = railwright_core::id::SeatId(random.below(2) as u8);
        if let Ok(action) = engine.parse(&state, seat, &text) {
            let _ = engine.print(&state, seat, action);
            let _ = engine.check(&state, seat, action);
        }
    });
}
