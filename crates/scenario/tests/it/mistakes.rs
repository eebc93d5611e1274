//! A wrong scenario gets all its errors at once, each with its line.

use railwright_rules::script::NoScripts;
use railwright_scenario::{Games, Problems, Scenario, run};
use std::path::{Path, PathBuf};

/// Code and line of everything that is wrong, in order of places.
fn found(text: &str) -> Vec<(&'static str, u32)> {
    let problems = match Scenario::read(Path::new("wrong.toml"), text.to_owned()) {
        Err(problems) => problems,
        Ok(scenario) => match scenario.run(&mut Games::new(&NoScripts)).problems {
            Some(problems) => problems,
            None => return Vec::new(),
        },
    };
    let Problems { files, mut report } = problems;
    report.sort();
    report.iter().map(|d| (d.code, files.line_column(d.origin()).0)).collect()
}

fn scenario(rest: &str) -> String {
    format!("text = \"x\"\ngame = \"ticket-to-ride\"\nplayers = 2\n{rest}")
}

#[test]
fn keys_and_kinds_are_checked() {
    assert_eq!(found("txt = \"x\"\ngame = 3\nplayers = 2\n"), [("missing-key", 1), ("unknown-key", 1), ("wrong-kind", 2)]);
    assert_eq!(found(&scenario("")), [("missing-key", 1)]);
    assert_eq!(found(&scenario("[play]\nmoves = \"\"\"\nexpect not over\n\"\"\"\n")), []);
}

#[test]
fn a_game_that_is_none_is_an_error() {
    let codes: Vec<_> = found("text = \"x\"\ngame = \"tiket-to-ride\"\nplayers = 2\n[play]\nmoves = \"finish\"\n");
    assert_eq!(codes.iter().map(|c| c.0).collect::<Vec<_>>(), ["no-such-file"]);
}

#[test]
fn all_of_a_position_is_checked() {
    let position = r#"[position]
markt = []
market = ["red", "blue"]
hand.3 = { red = 1 }
hand.1 = { rde = 1 }
trains = 4
points.1 = "many"
claimed.1 = ["denver-omaha", "denver-omaha"]
deck = { only = ["red"], rest = "market" }
[play]
moves = "expect over"
"#;
    let lines: Vec<_> = found(&scenario(position)).into_iter().map(|(code, line)| (code == "wrong-position", line)).collect();
    assert_eq!(lines, [(true, 5), (true, 6), (true, 7), (true, 8), (true, 9), (true, 10), (true, 11), (true, 12)]);
}

#[test]
fn cards_that_are_not_there_are_missed() {
    let too_many = "[position]\nhand.1 = { red = 13 }\n[play]\nmoves = \"expect not over\"\n";
    assert_eq!(found(&scenario(too_many)), [("wrong-position", 5)]);
    let broken = "[position]\ntrains.1 = 3\n[play]\nmoves = \"expect not over\"\n";
    assert_eq!(found(&scenario(broken)), [("invariant", 4)]);
}

#[test]
fn expectations_that_fail_are_reported_together() {
    let play = r#"[play]
moves = """
expect over
1 cannot keep
expect 1 size(hand) == 5
expect 1 size(hnad) == 5
expect 3 to choose
1 keep
2 keep
1 cannot tickets: nonsense
1 claim denver-omaha with 9 red
expect size(deck) == 0
"""
"#;
    let wanted = [
        ("expectation", 6),
        ("not-refused", 7),
        ("expectation", 8),
        ("expectation", 9),
        ("expectation", 10),
        ("not-refused", 13),
        ("refused", 14),
    ];
    assert_eq!(found(&scenario(play)), wanted);
}

#[test]
fn a_path_to_nothing_is_said() {
    let summary = run(&[PathBuf::from("no/such/folder")], &NoScripts, None, false);
    assert!(!summary.is_ok() && summary.problems.len() == 1, "{}", summary.render(false));
}

#[test]
fn a_script_that_breaks_down_refuses_nothing() {
    let folder = std::env::temp_dir().join(format!("railwright-{}-faulty-options", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let storm = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games/storm");
    for file in ["storm.toml", "storm-map.toml"] {
        std::fs::copy(storm.join(file), folder.join(file)).expect("a file of the game");
    }
    let script = std::fs::read_to_string(storm.join("storm.rhai")).expect("the script");
    let options = "fn options_drive(table, seat) {";
    assert!(script.contains(options));
    let faulty = script.replace(options, &format!("{options}\n    let nothing = 1 / (seat - seat);"));
    std::fs::write(folder.join("storm.rhai"), faulty).expect("written");
    let text = "text = \"x\"\ngame = \"storm.toml\"\nplayers = 2\n[play]\nmoves = \"\"\"\n1 cannot drive on\n\"\"\"\n";
    let scenario = Scenario::read(&folder.join("wrong.toml"), text.to_owned()).unwrap_or_else(|p| panic!("{}", p.render(false)));
    let problems = scenario.run(&mut Games::new(&railwright_script::Rhai)).problems.expect("a fault");
    let said = problems.render(false);
    assert!(said.contains("division by zero") || said.contains("Division by zero"), "{said}");
    assert!(problems.report.iter().any(|d| d.code == "fault" && problems.files.line_column(d.origin()).0 == 6), "{said}");
    let _ = std::fs::remove_dir_all(&folder);
}
