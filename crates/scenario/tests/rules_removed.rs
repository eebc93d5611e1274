//! Every numbered rule is covered by a scenario that notices when the rule is taken away.
//!
//! Each line changes one value of the game file; a scenario that covers the rule must then fail by what it says
//! itself, whatever its kept outcome. Rules that no value of the file carries are not listed.

use railwright_rules::script::NoScripts;
use railwright_scenario::{Games, Scenario, files_in};
use std::path::{Path, PathBuf};

const CHANGES: &[(&str, &str, &str)] = &[
    ("TTR-01", "players = [2, 5]", "players = [1, 5]"),
    ("TTR-01", "players = [2, 5]", "players = [2, 6]"),
    ("TTR-01", "start = 45", "start = 44"),
    ("TTR-02", "orange     = { count = 12 }", "orange     = { count = 11 }"),
    ("TTR-02", "count = 14, tags", "count = 15, tags"),
    ("TTR-02", "count = 4, for = \"each\"", "count = 5, for = \"each\""),
    ("TTR-03", "slots = 5", "slots = 6"),
    ("TTR-03", "\"open-market\", \"deal-tickets\"", "\"deal-tickets\""),
    ("TTR-04", "to = \"offer\", count = 3, for = \"each\"", "to = \"offer\", count = 2, for = \"each\""),
    ("TTR-04", "at-least = 2", "at-least = 1"),
    ("TTR-04", "at-least = 2", "at-least = 3"),
    ("TTR-04", "to = \"ticket-deck\", at = \"bottom\", for = \"each\"", "to = \"ticket-deck\", at = \"top\", for = \"each\""),
    ("TTR-04", "{ do = \"together\", actions = [\"keep-two\"] }", "{ do = \"choose\", actions = [\"keep-two\"] }"),
    (
        "TTR-05",
        "form = \"bag\", of = \"seat\", seen-by = \"owner\" }                 #",
        "form = \"bag\", of = \"seat\", seen-by = \"all\" }  #",
    ),
    ("TTR-05", "seen-by = \"owner\" }                # TTR-26", "seen-by = \"all\" }"),
    ("TTR-05", "seen-by = \"owner\" }                # TTR-26", "seen-by = \"owner\", size-seen-by = \"owner\" }"),
    ("TTR-05", "form = \"bag\", seen-by = \"all\" }", "form = \"bag\" }"),
    ("TTR-05", "trains = { of = \"seat\",", "trains = { of = \"seat\", seen-by = \"owner\","),
    ("TTR-05", "size-seen-by = \"owner\" }\nreturned", "size-seen-by = \"all\" }\nreturned"),
    ("TTR-06", "first = \"seed\"", "first = 1"),
    ("TTR-07", "otherwise = \"pass\" }", "otherwise = \"pass\", max = 2 }"),
    ("TTR-08", "budget = 2", "budget = 1"),
    ("TTR-08", "budget = 2", "budget = 3"),
    ("TTR-08", "budget = 2", "budget = 2\nmay-stop = true"),
    ("TTR-08", "from = [\"market\", \"deck\"]", "from = [\"market\"]"),
    ("TTR-09", "cost = 2 }", "cost = 1 }"),
    ("TTR-10", "cost = 2 }", "cost = 1 }"),
    ("TTR-11", "budget = 2", "budget = 1"),
    ("TTR-12", "from = 3, to", "from = 4, to"),
    ("TTR-12", "from = 3, to", "from = 2, to"),
    ("TTR-12", "spare = 3", "spare = 0"),
    ("TTR-12", "spare = 3", "spare = 2"),
    ("TTR-12", "spare = 3", "spare = 4"),
    ("TTR-13", "when = \"size(deck) > 0\"", "when = \"size(deck) > 0 and size(hand) < 100\""),
    ("TTR-14", ", renew = \"discard\"", ""),
    ("TTR-15", "when = \"size(deck) > 0\"", "when = \"size(deck) + size(market) > 0\""),
    ("TTR-16", "any = \"grey\"", "any = [\"grey\", \"blue\"]"),
    ("TTR-16", "count = \"length\"", "count = \"max(1, length - 1)\""),
    ("TTR-17", "wild = \"wild\"\n", ""),
    ("TTR-18", "[0, 1, 2, 4, 7, 10, 15]", "[0, 1, 2, 4, 8, 10, 15]"),
    ("TTR-18", "[0, 1, 2, 4, 7, 10, 15]", "[0, 1, 2, 4, 7, 10, 14]"),
    ("TTR-19", "do = \"claim\"", "do = \"claim\"\nwhen = \"lanes(own) == 0\""),
    ("TTR-20", "otherwise = \"pass\" }", "otherwise = \"pass\", max = 2 }"),
    ("TTR-21", "pieces = \"trains\"\n", ""),
    ("TTR-22", "one-per-line = true", "one-per-line = false"),
    ("TTR-23", "when = \"players <= 3\"", "when = \"players <= 1\""),
    ("TTR-23", "when = \"players <= 3\"", "when = \"players <= 2\""),
    ("TTR-23", "when = \"players <= 3\"", "when = \"players <= 4\""),
    ("TTR-23", "when = \"players <= 3\"", "when = \"players != 4\""),
    ("TTR-24", "to = \"discard\"\npieces", "to = \"hand\"\npieces"),
    ("TTR-25", "to = \"offer\", count = 3 }", "to = \"offer\", count = 2 }"),
    ("TTR-25", "at-least = 1", "at-least = 2"),
    ("TTR-25", "at-least = 1", "at-least = 0"),
    ("TTR-25", "to = \"ticket-deck\", at = \"bottom\" }", "to = \"ticket-deck\", at = \"top\" }"),
    ("TTR-26", "when = \"size(ticket-deck) > 0\"", "when = \"size(ticket-deck) > 0 and size(tickets) < 20\""),
    ("TTR-27", "when = \"size(ticket-deck) > 0\"\n", ""),
    ("TTR-28", "all-pass = true", "all-pass = false"),
    ("TTR-28", "\"tickets\"], otherwise = \"pass\" }", "\"tickets\", \"pass\"] }"),
    ("TTR-29", "when = \"trains <= 2\"", "when = \"trains <= 1\""),
    ("TTR-29", "when = \"trains <= 2\"", "when = \"trains <= 3\""),
    ("TTR-29", "when = \"trains <= 2\"", "when = \"trains == 2\""),
    ("TTR-29", "for = \"everybody\"", "for = \"others\""),
    ("TTR-30", "\"sum(tickets, points, joined(from, to))\"", "\"0\""),
    ("TTR-30", "\"0 - sum(tickets, points, not joined(from, to))\"", "\"0\""),
    ("TTR-31", "most = \"longest(own)\"", "most = \"sum-lanes(length, own)\""),
    ("TTR-31", "most = \"longest(own)\"", "most = \"lanes(own)\""),
    ("TTR-31", "points = 10", "points = 9"),
    ("TTR-31", "ties = \"all\"", "ties = \"none\""),
    ("TTR-31", "ties = \"all\"", "ties = \"all\", zero = true"),
    ("TTR-32", "[\"total\", ", "[\"0 - total\", "),
    ("TTR-32", "[\"total\", ", "["),
    ("TTR-32", "\"count(tickets, joined(from, to))\", ", ""),
    ("TTR-32", ", \"won(longest)\"]", "]"),
    ("TTR-32", ", \"won(longest)\"]", ", \"won(longest)\", \"seat\"]"),
    (
        "TTR-32",
        "\"count(tickets, joined(from, to))\", \"won(longest)\"",
        "\"won(longest)\", \"count(tickets, joined(from, to))\"",
    ),
    ("TTR-33", "tickets-made   = { add = \"", "tickets-made   = { add = \"0 - "),
    ("TTR-33", "gain = { points = \"route-points(length)\" }", "gain = { points = \"length\" }"),
    ("TTR-33", "routes         = { add = \"points\" }", "routes         = { add = \"max(0, points - 4)\" }"),
    ("TTR-35", "refill = \"deck\"\n", ""),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root of the workspace")
}

fn scenarios() -> Vec<Scenario> {
    let files = files_in(&root().join("tests/scenarios")).expect("a folder that can be read");
    files.iter().filter_map(|path| Scenario::load(path).ok()).collect()
}

#[test]
fn a_scenario_notices_every_change() {
    let game = std::fs::read_to_string(root().join("games/ticket-to-ride.toml")).expect("the game");
    let folder = std::env::temp_dir().join(format!("railwright-rules-removed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the changed games");
    let scenarios: Vec<Scenario> = scenarios().into_iter().filter(|s| s.game == "ticket-to-ride").collect();
    let mut unnoticed = Vec::new();
    for (i, (rule, from, to)) in CHANGES.iter().enumerate() {
        let mut changed = game.replace(from, to);
        assert_ne!(changed, game, "{rule}: `{from}` is not in the game file");
        if *rule == "TTR-35" {
            changed = changed.replace("zone = \"market\" }", "zone = \"market\", from = \"deck\" }");
        }
        let path = folder.join(format!("changed-{i}.toml"));
        std::fs::write(&path, changed).expect("a changed game");
        let mut games = Games::new(&NoScripts);
        let mut noticed = Vec::new();
        for scenario in scenarios.iter().filter(|s| s.covers.iter().any(|c| c == rule)) {
            let mut changed = scenario.clone();
            changed.game = path.display().to_string();
            let Some(problems) = changed.run(&mut games).problems else { continue };
            let own = problems
                .report
                .iter()
                .any(|d| d.labels.iter().any(|(at, _)| problems.files.name(at.file) == scenario.path.display().to_string()));
            assert!(own, "{rule}: the changed game is no game: {}", problems.render(false));
            noticed.push(scenario.name());
        }
        if noticed.is_empty() {
            unnoticed.push(format!("{rule}: `{from}` can become `{to}`"));
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    assert!(unnoticed.is_empty(), "no scenario notices that\n{}", unnoticed.join("\n"));
}

#[test]
fn every_rule_is_covered_and_every_id_exists() {
    let rules = std::fs::read_to_string(root().join("docs/rules/ticket-to-ride.md")).expect("the rules");
    let ids: Vec<&str> =
        rules.lines().filter_map(|l| l.strip_prefix("- ")?.split(' ').next()).filter(|w| w.starts_with("TTR-")).collect();
    let covered: Vec<String> = scenarios().into_iter().flat_map(|s| s.covers).collect();
    let missing: Vec<&&str> = ids.iter().filter(|id| !covered.iter().any(|c| c == *id)).collect();
    let unknown: Vec<&String> = covered.iter().filter(|c| c.starts_with("TTR-") && !ids.contains(&c.as_str())).collect();
    assert_eq!(ids.len(), 35);
    assert!(missing.is_empty() && unknown.is_empty(), "not covered: {missing:?}; no such rule: {unknown:?}");
}
