//! Rule modules: functions of an action, expressions in texts and in headers; everything else stays as it is written.

use crate::kept::files_of;
use railwright_migrate::{Migrated, OF_AN_ACTION, Outcome, Users, migrate_script};
use std::path::Path;

const GAME: &str = "scripts = [\"storm\"]\n[terms]\n'pays(x)' = \"x\"\n[actions.drive-on]\ndo = \"script\"\nmodule = \"storm\"\n";

fn users(games: &[&str]) -> Users {
    let mut users = Users::default();
    games.iter().for_each(|game| users.add("storm", game));
    users
}

fn outcome(text: &str, users: &Users) -> Outcome {
    migrate_script("scripts/storm.rhai", text, users)
        .unwrap_or_else(|unreadable| panic!("{text}\n{}", unreadable.report.render(&unreadable.files, false)))
}

fn migrated(text: &str, users: &Users) -> Migrated {
    match outcome(text, users) {
        Outcome::Migrated(migrated) => migrated,
        other => panic!("{text}\n{other:?}"),
    }
}

/// Pieces of modules of before, and the same now.
const PIECES: [(&str, &str); 9] = [
    ("fn options(table, seat) { [\"a\"] }\n", "fn options_drive_on(table, seat) { [\"a\"] }\n"),
    (
        "fn resolve(table, seat, key)   { f(options ( table, seat )); } // options(\n",
        "fn resolve_drive_on(table, seat, key)   { f(options_drive_on ( table, seat )); } // options(\n",
    ),
    ("/* options( /* resolve( */ options( */\n", "/* options( /* resolve( */ options( */\n"),
    (
        "fn f(list) { list.options(); other::resolve(list); \"options(\" }\n",
        "fn f(list) { list.options(); other::resolve(list); \"options(\" }\n",
    ),
    (
        "fn g(table) { `${options(table, 1)} options( ${f(#{ a: `${resolve(table, 1, \"\")}`, b: options(table, 2) })}` }\n",
        "fn g(table) { `${options_drive_on(table, 1)} options( ${f(#{ a: `${resolve_drive_on(table, 1, \"\")}`, b: options_drive_on(table, 2) })}` }\n",
    ),
    (
        "fn h(table) { table.eval(\"total(fame) + run(a, b)\", #{ text: \"total(\" }) }\n",
        "fn h(table) { table.eval(\"sum-owners(fame) + train-distance(a, b)\", #{ text: \"sum-owners(\" }) }\n",
    ),
    (
        "fn i(table) { table.cards_where([\"hand\", seat], \"script(storm) > 0\") + f(\"total(\") }\n",
        "fn i(table) { table.cards_where([\"hand\", seat], \"tally(storm) > 0\") + f(\"total(\") }\n",
    ),
    ("// ${ \" ' `\n", "// ${ \" ' `\n"),
    ("const WORD = \"total(\";\n\n", "const WORD = \"total(\";\n\n"),
];

#[test]
fn every_piece_of_a_module_is_rewritten_wherever_it_stands() {
    let users = users(&[GAME]);
    let summary = "/*\nname = \"Storm\"\nsummary = ";
    for chosen in 0..1 << PIECES.len() {
        let some = |of: fn(&(&'static str, &'static str)) -> &'static str| -> String {
            PIECES.iter().enumerate().filter(|(i, _)| chosen & (1 << i) != 0).map(|(_, piece)| of(piece)).collect()
        };
        // The functions of an action are renamed where the module has them, and come last here.
        let functions = |text: &str| text.contains("fn options") && text.contains("fn resolve");
        let (old, now) = (some(|piece| piece.0), some(|piece| piece.1));
        if !functions(&old) {
            continue;
        }
        for (old, now) in [(old.clone(), now.clone()), (old.replace('\n', "\r\n"), now.replace('\n', "\r\n"))] {
            let done = migrated(&old, &users);
            assert!(
                done.text.starts_with(&summary.replace('\n', if old.contains('\r') { "\r\n" } else { "\n" })),
                "{}",
                done.text
            );
            assert!(done.text.ends_with(&now), "{old}---\n{}---\n{now}", done.text);
            assert_eq!(done.left, [], "{old}");
            assert_eq!(outcome(&done.text, &users), Outcome::Current, "{}", done.text);
        }
    }
}

#[test]
fn a_header_says_what_the_first_comment_says() {
    let done = migrated(
        "// It \"storms\".\n// Often.\nfn options(table, seat) { [] }\nfn resolve(table, seat, key) {}\n",
        &users(&[GAME]),
    );
    assert!(done.text.contains("summary = \"It \\\"storms\\\". Often.\"\n\n[actions.drive-on]\n"), "{}", done.text);
    assert!(done.text.contains("about = \"text\"\n*/\n// It \"storms\".\n"), "{}", done.text);
}

#[test]
fn expressions_of_a_header_and_the_words_of_its_example_are_those_of_now() {
    let old = "/*\nname = \"total(x)\" # total(\nsummary = \"\"\nexample = '''\n[actions.drive] # why\ndo = \"buy\"\nnot-in = [\"storm\"]\n'''\n\
               [parameters]\na = { is = \"expression\", default = \"total(fame)\", text = \"run( or not\" }\n\
               [hooks.claimed]\nwhere = \"script(storm) > 0\"\n*/\nfn options(table) {}\n";
    let now = old
        .replace("do = \"buy\"", "do = \"claim\"")
        .replace("not-in = [\"storm\"]", "where = \"not in(storm)\"")
        .replace("\"total(fame)\"", "\"sum-owners(fame)\"")
        .replace("\"script(storm) > 0\"", "\"tally(storm) > 0\"");
    let done = migrated(old, &users(&[GAME]));
    assert_eq!((done.text, done.left), (now, Vec::new()));
}

#[test]
fn what_cannot_be_decided_is_left_and_said() {
    let module = "fn options(table, seat) { [] }\nfn resolve(table, seat, key) {}\n";
    let two = GAME.replace("drive-on", "brew");
    let taken = "fn resolve(table, seat, key) {}\nfn options_drive_on(table) {}\n";
    for (text, games, said) in [
        (module, vec![], "no game beside the module has an action of it"),
        (module, vec![GAME, two.as_str()], "they are of drive-on, brew"),
        (taken, vec![GAME], "what a function of the action `drive-on` is called now"),
        ("fn f(table) { table.eval(\"pays(3)\") }\n", vec![GAME], "is a name of this game's own"),
    ] {
        let done = migrated(text, &users(&games));
        assert!(done.text == text && done.left.len() == 1 && done.left[0].text.contains(said), "{text}{done:?}");
    }
    let wrong = migrate_script("storm.rhai", "/*\nname = \n*/\n", &Users::default()).expect_err("no header");
    assert!(wrong.report.iter().any(|problem| problem.code == "syntax"));
}

#[test]
fn modules_of_today_are_not_touched() {
    let mut seen = 0;
    for folder in ["scripts", "tests/games"] {
        for path in files_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder), "rhai") {
            let text = std::fs::read_to_string(&path).expect("a text");
            assert_eq!(outcome(&text, &users(&[GAME])), Outcome::Current, "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen >= 8, "{seen}");
}

#[test]
fn every_kept_module_is_migrated_once_and_keeps_its_lines() {
    let formats = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/formats");
    let mut rewritten = 0;
    for folder in ["before-1", "0.1"] {
        for path in files_of(&formats.join(folder), "rhai") {
            let text = std::fs::read_to_string(&path).expect("a text");
            let module = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
            let mut users = Users::default();
            for game in files_of(path.parent().expect("a folder"), "toml") {
                users.add(module, &std::fs::read_to_string(&game).expect("a text"));
            }
            let Outcome::Migrated(done) = outcome(&text, &users) else { continue };
            assert_eq!(done.left, [], "{}", path.display());
            let kept: Vec<&str> = text.lines().collect();
            let now: Vec<&str> = done.text.lines().skip(done.text.lines().count() - kept.len()).collect();
            let differ = kept.iter().zip(&now).filter(|(was, now)| was != now);
            assert!(
                differ.clone().all(|(was, _)| OF_AN_ACTION.iter().any(|name| was.contains(&format!("{name}(")))),
                "{}",
                done.text
            );
            assert!(differ.count() >= 2);
            assert_eq!(outcome(&done.text, &users), Outcome::Current);
            rewritten += 1;
        }
    }
    assert!(rewritten >= 3, "{rewritten}: storms of two ages, and the lights of the tutorial");
}

#[test]
fn functions_that_are_called_otherwise_are_those_that_the_list_of_words_names() {
    let renamed = include_str!("../../../../tests/formats/renamed.txt");
    let of_scripts = renamed.lines().filter_map(|line| line.strip_prefix("hook of scripts ")?.split(" ->").next());
    let mut of_scripts: Vec<&str> = of_scripts.collect();
    of_scripts.sort_unstable();
    let mut known: Vec<&str> = OF_AN_ACTION.into_iter().filter(|name| *name != "refuse").collect();
    known.sort_unstable();
    assert_eq!(of_scripts, known, "`refuse` came with headers and had no list of words before");
}
