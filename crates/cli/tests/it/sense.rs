//! Checks of sense: each finds what it is about, at the right place, and is silent when it is allowed with a reason.

use crate::common::{Folder, Ran, railwright, repository};

/// What `check` says of a changed Ticket to Ride, or of files beside it: codes, lines and messages.
fn check(folder: &Folder, text: &str) -> Vec<(String, i64, String)> {
    let game = folder.write("mine.toml", text);
    findings(&railwright(&["check", "--json", &game]))
}

fn findings(ran: &Ran) -> Vec<(String, i64, String)> {
    let json = ran.json();
    let problems = json[0]["problems"].as_array().expect("a list").clone();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    problems.iter().map(|p| (text(&p["code"]), p["line"].as_i64().unwrap_or(0), text(&p["message"]))).collect()
}

const BASE: &str = "extends = \"ticket-to-ride\"\n";

#[test]
fn every_check_finds_what_it_is_about() {
    let folder = Folder::new("sense");
    let cases: &[(&str, i64, &str)] = &[
        ("unreached-city", 2, "places.nowhere = { at = [10, 10] }\n"),
        ("off-board", 2, "places.boston.at = [1200, 100]\n"),
        ("same-spot", 2, "places.boston.at = [800, 416]\n"),
        ("length-without-points", 2, "lines.atlanta-boston = { ends = [\"atlanta\", \"boston\"], length = 7 }\n"),
        (
            "ticket-unjoined",
            3,
            "places.nowhere = { at = [10, 10] }\ncards.ticket.kinds.far = { from = \"nowhere\", to = \"miami\", points = 9 }\nallow.unreached-city = \"an island\"\n",
        ),
        ("ticket-value", 2, "cards.ticket.kinds.boston-miami.points = 30\n"),
        ("deck-too-small", 0, "steps.deal-hands.count = 25\n"),
        ("overlay-never-applies", 3, "[overlays.crowd]\nwhen = \"players > 5\"\nzones.market.slots = 6\n"),
        ("unused", 2, "counters.fame = { of = \"seat\" }\n"),
        ("never-offered", 2, "actions.rest = { do = \"pass\" }\n"),
    ];
    for (code, line, text) in cases {
        let found = check(&folder, &format!("{BASE}{text}"));
        assert_eq!(found.len(), 1, "{code}: {found:?}");
        assert_eq!(found[0].0, *code, "{found:?}");
        if *line > 0 {
            assert_eq!(found[0].1, *line, "{found:?}");
        }
        let allowed = check(&folder, &format!("{BASE}allow.{code} = \"it is meant\"\n{text}"));
        assert_eq!(allowed, [], "{code}");
    }
}

#[test]
fn an_exception_can_be_for_one_thing_needs_a_reason_and_is_reported_when_it_is_idle() {
    let folder = Folder::new("allow");
    let two = "counters.fame = { of = \"seat\" }\ncounters.luck = { of = \"seat\" }\n";
    let found = check(&folder, &format!("{BASE}allow.unused.fame = \"later\"\n{two}"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].2.contains("`luck`"), "{found:?}");
    let two_actions = "actions.rest = { do = \"pass\" }\nactions.wait = { do = \"pass\" }\n";
    let found = check(&folder, &format!("{BASE}allow.never-offered.rest = \"later\"\n{two_actions}"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].0 == "never-offered" && found[0].2.contains("`wait`"), "{found:?}");
    let found = check(&folder, &format!("{BASE}allow.never-offered.sleep = \"never\"\n"));
    assert_eq!(found.iter().map(|f| f.0.as_str()).collect::<Vec<_>>(), ["unused-allow"]);
    let found = check(&folder, &format!("{BASE}allow.unused = \" \"\n{two}"));
    assert_eq!(found.iter().map(|f| f.0.as_str()).collect::<Vec<_>>(), ["no-reason"]);
    let found = check(&folder, &format!("{BASE}allow.ticket-value = \"big\"\n"));
    assert_eq!(found.iter().map(|f| f.0.as_str()).collect::<Vec<_>>(), ["unused-allow"]);
    let found = check(&folder, &format!("{BASE}allow.tiket-value = \"big\"\n"));
    assert!(found[0].2.contains("no check `tiket-value`"), "{found:?}");
}

#[test]
fn what_shows_with_some_numbers_of_players_says_so() {
    let folder = Folder::new("some");
    let found = check(&folder, &format!("{BASE}steps.deal-hands.count = 25\n"));
    assert!(found[0].2.ends_with("(with 5 players)"), "{found:?}");
}

#[test]
fn scripts_are_checked_without_playing() {
    let folder = Folder::new("scripts");
    for file in ["storm.toml", "storm-map.toml", "storm.rhai"] {
        let text = std::fs::read_to_string(repository(&format!("tests/games/storm/{file}"))).expect("a file");
        folder.write(file, &text);
    }
    let game = folder.path().join("storm.toml").display().to_string();
    railwright(&["check", "--strict", &game]).exits(0);
    let script = std::fs::read_to_string(folder.path().join("storm.rhai")).expect("the script");
    let with = |more: &str| {
        folder.write("storm.rhai", &format!("{script}\n{more}\n"));
        findings(&railwright(&["check", "--json", &game]))
    };
    let found = with("fn idle(table) { 1 }");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, "script-unused-function");
    let found = with("fn on_over(table, event) { brew(table, 2); table.add(\"storms\"); table.ad(\"storms\", 1); }");
    let codes: Vec<&str> = found.iter().map(|f| f.0.as_str()).collect();
    assert_eq!(codes, ["script-arguments", "script-arguments", "script-unknown-function"], "{found:?}");
}

#[test]
fn scenarios_beside_a_game_are_looked_at() {
    let folder = Folder::new("beside");
    folder.write("scenarios/one.toml", "text = \"x\"\ngame = \"../mine.toml\"\nplayerz = 2\n");
    let found = check(&folder, BASE);
    assert!(found.iter().any(|f| f.0 == "unknown-key" && f.2.contains("playerz")), "{found:?}");
    let one = folder.write("one.toml", "text = \"x\"\ngame = \"ticket-to-ride\"\nplayers = 2\n[play]\nmoves = 3\n");
    assert!(railwright(&["check", &one]).exits(1).out.contains("moves"));
}

#[test]
fn a_dummy_scores_by_what_dummies_have_and_not_by_what_seats_have() {
    let folder = Folder::new("dummy");
    for (score, wrong) in
        [("trains", true), ("1 + size(hand)", true), ("sum-seats(trains, true)", false), ("most(size(hand))", false)]
    {
        let found = check(&folder, &format!("{BASE}dummies.ghost = {{ score = \"{score}\" }}\n"));
        assert_eq!(found.iter().any(|f| f.0 == "wrong-owner" && f.1 == 2), wrong, "{score}: {found:?}");
    }
}

#[test]
fn nothing_belongs_to_somebody_there_is_none_of() {
    let folder = Folder::new("nobody");
    for text in ["counters.fame = { of = \"company\" }", "sets.fame = { holds = \"place\", of = \"dummy\" }"] {
        let found = check(&folder, &format!("{BASE}{text}\n"));
        assert!(found.iter().any(|f| f.0 == "wrong-owner" && f.1 == 2), "{text}: {found:?}");
    }
}

#[test]
fn bundled_games_make_sense() {
    railwright(&["check", "--strict"]).exits(0);
}
