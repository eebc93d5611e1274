//! How much a game may declare and how much work its expressions may be: what is beyond a limit is refused with its place, and
//! what is at the limit means what it says.

use crate::common::{each_game, reported, rules_of};
use railwright_core::expr::MOST_STEPS;
use railwright_core::{Events, trail};
use railwright_rules::limits::{DECLARED, STEPS_OF_ALL};
use railwright_rules::{Engine, FaultKind, ScoreSheet};
use railwright_script::Rhai;

/// A game in which two seats pass.
const PLAIN: &str = "name = \"Plain\"\nplayers = [2, 2]\nmap = \"quarry-map\"\nflow = [\"turn\"]\n\
                     actions.pass = { do = \"pass\" }\nsteps.turn = { do = \"choose\", actions = [\"pass\"] }\n";

/// The text of the plain game with something more.
fn game(more: &str) -> String {
    format!("{PLAIN}{more}")
}

/// The first points of the first seat.
fn points(game: &str) -> i64 {
    let mut engine = Engine::new(rules_of("quarry", game), &Rhai);
    let state = engine.start(1, None, &mut Events::default()).unwrap();
    let mut sheet = ScoreSheet::default();
    engine.score(&state, &mut sheet).unwrap();
    sheet.totals[0]
}

#[test]
fn as_many_tables_as_there_may_be_are_told_apart_and_one_more_is_refused() {
    let (_, most) = DECLARED.iter().find(|(path, _)| *path == "tables").unwrap();
    let tables = |number: usize| -> String { (0..number).map(|i| format!("t{i} = [{}]\n", i + 3)).collect() };
    let with =
        |number: usize| game(&format!("[tables]\n{}[score]\npoints = {{ add = \"t{}(0)\" }}\n", tables(number), number - 1));
    assert_eq!(points(&with(*most)), *most as i64 + 2);
    for number in [most + 1, most + 60, 300] {
        let report = reported("quarry", &with(number));
        assert!(report.contains("too-many") && report.contains(&format!("a game can have {most} `tables`")), "{report}");
        assert!(report.contains(&format!("t{most} = ")), "the first that is too many is shown: {report}");
    }
}

#[test]
fn attributes_and_fields_are_counted_as_tables_are() {
    let list = |number: usize, of: &str| -> String { (0..number).map(|i| format!("f{i} = \"{of}\"\n")).collect() };
    for (what, text) in [
        ("attributes.company", format!("[companies]\nred = {{}}\n[attributes.company]\n{}", list(300, "number"))),
        ("cards.SET.fields", format!("[cards.ticket.kinds]\n[cards.ticket.fields]\n{}", list(300, "number"))),
    ] {
        let report = reported("quarry", &game(&text));
        assert!(report.contains(&format!("a game can have 100 `{what}`")), "{what}: {report}");
    }
}

#[test]
fn a_list_of_any_kind_has_its_end() {
    let report = reported("quarry", &game(&format!("[tables]\nlong = [{}]\n", "1,".repeat(6000))));
    assert!(report.contains("a game can have 5000 entries of a list or table"), "{report}");
}

#[test]
fn sums_within_sums_are_refused_where_they_become_too_much() {
    let nested = |deep: usize| format!("{}1{}", "sum(hand, copies-in(hand) + ".repeat(deep), ", 1)".repeat(deep));
    let with = |deep: usize| {
        let kinds: String = (0..9).map(|i| format!("k{i} = {{ count = 3 }}\n")).collect();
        game(&format!(
            "[cards.train.kinds]\n{kinds}[zones]\ndeck = {{ holds = \"train\", form = \"pile\", fill = \"shuffled\" }}\nhand = {{ holds = \"train\", form = \"bag\", of = \"seat\", seen-by = \"all\" }}\n\
             [score]\npoints = {{ add = \"{}\" }}\n",
            nested(deep)
        ))
    };
    assert_eq!(points(&with(2)), 0);
    for deep in [6, 30] {
        let report = reported("quarry", &with(deep));
        assert!(report.contains(&format!("{MOST_STEPS} is the most")) && report.contains("in each other"), "{deep}: {report}");
    }
}

#[test]
fn many_expressions_that_are_each_right_are_too_much_together() {
    let kinds: String = (0..9).map(|i| format!("k{i} = {{ count = 3 }}\n")).collect();
    let add = "sum(hand, sum(hand, sum(hand, sum(hand, copies-in(hand), 1), 1), 1), 1)";
    let lines: String = (0..180).map(|i| format!("line{i} = {{ add = \"{add}\" }}\n")).collect();
    let zone = "[zones]\ndeck = { holds = \"train\", form = \"pile\", fill = \"shuffled\" }\nhand = { holds = \"train\", form = \"bag\", of = \"seat\", seen-by = \"all\" }\n";
    let report = reported("quarry", &game(&format!("[cards.train.kinds]\n{kinds}{zone}[score]\n{lines}")));
    assert!(report.contains("expression-too-much") && report.contains(&format!("{STEPS_OF_ALL} is the most")), "{report}");
}

#[test]
fn the_games_are_far_from_these_limits() {
    each_game(|game, rules| {
        assert!(rules.steps * 3 <= STEPS_OF_ALL, "{game}: {} steps", rules.steps);
    });
}

#[test]
fn a_trail_that_cannot_be_found_is_a_fault_with_its_place_and_never_a_number() {
    let places: String = (0..14).map(|i| format!("p{i} = {{ at = [{}, {}] }}\n", 20 * i, 15 * (i * i % 14))).collect();
    let pairs = (0..14).flat_map(|a| (a + 1..14).map(move |b| (a, b)));
    let lines: String = pairs
        .map(|(a, b)| format!("l{a}-{b} = {{ ends = [\"p{a}\", \"p{b}\"], length = {} }}\n", 1 + (a * 7 + b * 3) % 5))
        .collect();
    let score = "[score]\nlongest = { add = \"longest(length > 0)\" }\n";
    let text = game(&format!("{score}[places]\n{places}[lines]\n{lines}"));
    let mut engine = Engine::new(rules_of("quarry", &text), &Rhai);
    let state = engine.start(1, None, &mut Events::default()).unwrap();
    for _ in 0..2 {
        let fault = engine.score(&state, &mut ScoreSheet::default()).unwrap_err();
        assert_eq!(fault.kind, FaultKind::TooMuchWork);
        assert!(fault.message.contains(&trail::MOST_STEPS.to_string()), "{fault}");
        assert!(fault.place.contains("mine.toml:8"), "{fault}");
    }
}

/// The files of a folder and below that hold Rust.
fn sources(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

#[test]
fn a_limit_of_games_and_scripts_stands_in_the_table_and_nowhere_else() {
    // What bounds how work is done or what is shown of it, and nothing that a file may say.
    const OTHERS: [&str; 13] = [
        "flow/ways.rs MOST_WAYS",
        "flow/ways.rs MOST_STEPS",
        "price/ways.rs MOST_STATES",
        "price/means.rs MOST_KINDS",
        "resolve/names.rs LONGEST_NAME",
        "resolve/names.rs MOST_COMPARED",
        "expr/all_pairs.rs MOST_CHANGES",
        "expr/spell.rs MOST_PLACES",
        "src/narrow.rs MOST",
        "src/trace.rs LONGEST",
        "src/suggest.rs LONGEST",
        "src/suggest.rs MOST_WRONG",
        "src/render.rs MAX_DRAWN_LINE",
    ];
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let table = std::fs::read_to_string(crates.join("rules/src/limits.rs")).unwrap();
    let mut seen = 0;
    for path in ["core", "rules", "script", "source"].iter().flat_map(|name| sources(&crates.join(name).join("src"))) {
        let shown = path.display().to_string().replace('\\', "/");
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|_| !shown.ends_with("/limits.rs")) {
            let Some((before, rest)) = line.split_once("const ") else { continue };
            let name = rest.split(':').next().unwrap();
            let is_limit = ["MOST", "MAX", "LONGEST", "DEEPEST", "LARGEST", "FARTHEST", "HEAVIEST", "MANY"];
            if !before.trim_start().chars().all(|c| c.is_alphabetic() || "() ".contains(c))
                || !is_limit.iter().any(|word| name.starts_with(word))
            {
                continue;
            }
            seen += 1;
            let known = OTHERS
                .iter()
                .any(|other| other.split_once(' ').is_some_and(|(file, known)| shown.ends_with(file) && known == name));
            // A limit of the core or of the texts is named in the table.
            assert!(
                known || before.contains("pub ") && table.contains(name),
                "{shown}: {name} stands outside of the table of limits"
            );
        }
    }
    assert!(seen > 20, "only {seen} were seen");
}
