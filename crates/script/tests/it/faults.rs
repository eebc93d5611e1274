//! Scripts that break down: the state is as it was, and the fault names file, line and cause.

use crate::common;
use crate::common::{Copy, asked, script_with};
use railwright_core::Events;
use railwright_core::id::PartyId;
use railwright_rules::ScoreSheet;
use railwright_rules::module::ScriptOption;
use railwright_rules::{Engine, Fault, FaultKind, Setting, load};
use railwright_script::Rhai;
use std::sync::Arc;

/// Lets `resolve` do something wrong after its effects; gives the fault after checking that nothing changed.
fn fault_in_resolve(name: &str, wrong: &str) -> Fault {
    let script =
        script_with("    table.mark(\"storm\", words[2]);\n", &format!("    table.mark(\"storm\", words[2]);\n    {wrong}\n"));
    let line = script.lines().position(|l| l.contains(wrong.lines().next().unwrap())).unwrap() + 1;
    let game = Copy::new(name, &script, "");
    let mut engine = game.engine();
    for seed in 0..50 {
        let mut events = Events::all();
        let mut state = engine.start(seed, None, &mut events).unwrap();
        let seat = asked(&state);
        let actions = engine.legal(&state, seat).unwrap().to_vec();
        let Some(action) = actions.into_iter().find(|a| engine.rules().actions[a.action.index()].id == "drive") else { continue };
        let checked = engine.check(&state, seat, action).unwrap();
        let (before, heard) = (state.clone(), events.log.len());
        let fault = engine.step(&mut state, checked, &mut events).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Script);
        assert_eq!(state, before, "a fault changes nothing");
        assert_eq!(events.log.len(), heard, "and nothing is heard of it");
        assert!(fault.place.contains(&format!("storm.rhai:{line}:")), "line {line}: {fault}");
        return fault;
    }
    panic!("no seed offers a storm to drive on");
}

/// What went wrong, without the values and the calls.
fn first_line(fault: &Fault) -> &str {
    fault.message.lines().next().unwrap_or_default()
}

#[test]
fn division_by_zero() {
    let fault = fault_in_resolve("division", "let n = words.len() / (seat - seat);");
    assert!(fault.message.contains("division by zero"), "{fault}");
}

#[test]
fn an_endless_loop() {
    let fault = fault_in_resolve("loop", "loop { words.len(); }");
    assert!(fault.message.contains("more than 200000 operations"), "{fault}");
}

#[test]
fn scripts_that_hear_of_what_they_do_themselves() {
    let slow = "\nfn on_counted(table, event) { let x = 0; for i in 0..20000 { x += i; } table.add(\"storms\", 1); }\n";
    let script = script_with("// Called by a step of the game.", slow);
    let copy = Copy::new("hears-itself", &script, "");
    let Err(fault) = copy.engine().start(1, None, &mut Events::default()) else { panic!("it never ends") };
    assert!(fault.message.contains("more than 500000 operations since the last decision"), "{fault}");
}

#[test]
fn a_script_may_hear_of_much_that_happens_at_once() {
    // Every market is swept again, and the script hears of each card and does nothing.
    let folder = std::env::temp_dir().join(format!("railwright-{}-hears-much", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let kinds = ["red", "orange", "yellow", "green", "blue", "purple", "black", "white", "locomotive"];
    let tags: String = kinds.iter().map(|kind| format!("cards.train.kinds.{kind}.tags = [\"wild\", \"swept\"]\n")).collect();
    let sweep = "zones.market.sweep = { where = \"swept\", count = 1, spare = 0, max = 2000 }\n";
    std::fs::write(folder.join("much.toml"), format!("extends = \"ticket-to-ride\"\nscripts.quiet = {{}}\n{tags}{sweep}"))
        .unwrap();
    std::fs::write(folder.join("quiet.rhai"), "fn on_moved(table, event) { }\n").unwrap();
    let game = folder.join("much.toml").to_string_lossy().into_owned();
    let loaded = load(&game, &Setting { players: 2, options: Vec::new() }, &Rhai);
    let problems = loaded.report.render(&loaded.files, false);
    let mut engine = Engine::new(Arc::new(loaded.rules.unwrap_or_else(|| panic!("{problems}"))), &Rhai);
    let mut events = Events::all();
    engine.start(1, None, &mut events).expect("no reaction causes another");
    assert!(events.log.len() > 10_000, "{} events", events.log.len());
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn what_scripts_may_use_is_theirs_again_at_every_decision() {
    let slow = "\nfn on_acted(table, event) { let x = 0; for i in 0..20000 { x += i; } }\n";
    let script = script_with("// Called by a step of the game.", slow);
    let copy = Copy::new("slow-but-right", &script, "");
    let (_, decisions) = common::play(&mut copy.engine(), 1, &mut Events::default(), |_, _| {});
    assert!(decisions > 30, "{decisions} decisions use more together than is allowed between two");
}

#[test]
fn an_unknown_zone() {
    let fault = fault_in_resolve("zone", "let zone = \"dekc\"; table.size(zone);");
    assert_eq!(first_line(&fault), "there is no zone `dekc`; did you mean `deck`?");
}

#[test]
fn a_seats_zone_without_its_seat() {
    let fault = fault_in_resolve("owner", "let zone = \"hand\"; table.size(zone);");
    assert_eq!(first_line(&fault), "there is one `hand` for each seat: write [\"hand\", seat]");
}

#[test]
fn a_seat_that_is_not_there() {
    let fault = fault_in_resolve("seat", "table.size([\"hand\", 0]);");
    assert_eq!(first_line(&fault), "there is no seat 0; seats are 1 to 2");
}

#[test]
fn a_huge_array() {
    // Long before it has as many values as a list may have, it was read too often.
    let fault = fault_in_resolve("array", "let list = []; loop { list.push(1); }");
    assert!(fault.message.contains("more than 200000 operations"), "{fault}");
}

#[test]
fn work_on_a_long_list_or_text_counts_by_its_length() {
    let list = "let list = []; list.pad(4900, 7);";
    let text = "let text = \"\"; text.pad(3900, \"ab\");";
    for (name, make, work) in [
        ("contains", list, "list.contains(8)"),
        ("in", list, "8 in list"),
        ("equal", list, "list == list"),
        ("sort", list, "list.sort()"),
        ("dedup", list, "list.dedup(); list.pad(4900, 7)"),
        ("pad", "", "let list = []; list.pad(4900, [])"),
        ("copy", list, "let copy = list"),
        ("lanes", "", "table.lanes()"),
        ("split", text, "text.split(\"\")"),
        ("sub-string", text, "text.sub_string(9)"),
        ("plus", text, "let longer = text + \"c\""),
        ("words", "let list = []; list.pad(900, 7);", "let text = `${list}`"),
    ] {
        let rounds = 60_000;
        let fault = fault_in_resolve(name, &format!("{make} for i in 0..{rounds} {{ {work}; }}"));
        let many = fault.message.contains("more than 200000 operations") || fault.message.contains("bytes of lists");
        assert!(many, "{name}: {fault}");
    }
}

#[test]
fn what_a_function_in_bars_does_counts_each_time() {
    let wrong = "let list = [1, 2, 3, 4, 5]; list.filter(|n| { for i in 0..15000 { n += i; } true });";
    let fault = fault_in_resolve("bars", wrong);
    assert!(fault.message.contains("more than 200000 operations"), "{fault}");
}

#[test]
fn lists_in_lists_in_lists() {
    let fault = fault_in_resolve("nested", "let list = []; loop { list = [list]; }");
    assert!(fault.message.contains("more than 32 deep"), "{fault}");
}

#[test]
fn many_variables_of_many_calls_hold_no_more_than_a_call_may() {
    let copies: String = (0..100).map(|i| format!("let v{i} = list; ")).collect();
    let deep = format!(
        "fn deep(list, n) {{ {copies} deep(list, n + 1); }}\n\nfn tables(game) {{\n    let list = []; list.pad(4900, 1); deep(list, 0);\n"
    );
    let game = Copy::new("copies", &script_with("fn tables(game) {\n", &deep), "");
    let report = common::loaded(game.folder(), 2).report;
    let said: Vec<&str> = report.iter().map(|problem| problem.message.as_str()).collect();
    assert!(said.iter().any(|message| message.contains("more than 33554432 bytes of lists, maps and texts")), "{said:?}");
}

#[test]
fn an_array_that_doubles() {
    let fault = fault_in_resolve("doubling", "let list = [1]; loop { list += list; }");
    assert!(fault.message.contains("5000 values"), "{fault}");
}

#[test]
fn a_text_that_grows() {
    let fault = fault_in_resolve("text", "let text = \"aaaaaaaa\"; loop { text.replace(\"a\", text); }");
    assert!(fault.message.contains("131072 bytes"), "{fault}");
}

#[test]
fn deep_recursion() {
    let script = script_with("fn resolve_drive(", "fn deep(n) { deep(n + 1) + 1 }\n\nfn resolve_drive(");
    let script = script.replace("    table.unmark(\"storm\", words[0]);\n", "    deep(0);\n");
    let game = Copy::new("recursion", &script, "");
    let mut engine = game.engine();
    let mut state = engine.start(1, None, &mut Events::default()).unwrap();
    let before = state.clone();
    let mut scripts = railwright_rules::script::Scripting::ready(&railwright_script::Rhai, engine.rules());
    let seat = asked(&state);
    let hand = engine.rules().parts.find_zone("hand").unwrap();
    let (kind, _) = engine.view(&state, seat).cards(engine.view(&state, seat).spot(hand)).unwrap()[0];
    let kind = engine.rules().parts.cards_in(hand).kinds[kind.index()].id.clone();
    let key = format!("alder-birch to birch-fir for {kind}");
    let call = common::drive(seat);
    let at = scripts.options(&state, &call).unwrap().texts.iter().position(|text| *text == key).unwrap_or(0);
    let option = ScriptOption { about: at as u16, with: 0 };
    let fault = scripts.resolve(&mut state, &mut Events::default(), &call, option).unwrap_err();
    assert!(fault.message.contains("more than 32 deep"), "{fault}");
    assert!(fault.place.contains("storm.rhai:"), "{fault}");
    assert_eq!(state, before, "the card paid is back");
}

#[test]
fn deep_recursion_out_of_deep_nesting() {
    // As deep as both limits allow at once: the thread's stack has to hold it.
    let nested = format!("{}deep(n + 1){}", "(1 + if n >= 0 { ".repeat(7), " } else { 0 })".repeat(7));
    let script = script_with("fn resolve_drive(", &format!("fn deep(n) {{ {nested} }}\n\nfn resolve_drive("));
    let script = script.replace("fn first_storm(table, seat) {\n", "fn first_storm(table, seat) {\n    deep(0);\n");
    let game = Copy::new("nesting", &script, "");
    let fault = game.engine().start(1, None, &mut Events::default()).unwrap_err();
    assert!(fault.message.contains("more than 32 deep"), "{fault}");
}

#[test]
fn a_counter_below_its_least_value() {
    let fault = fault_in_resolve("least", "table.add([\"charms\", seat], -5);");
    assert!(fault.message.contains("`charms` would become -3, and 0 is the least"), "{fault}");
}

#[test]
fn more_cards_than_there_are() {
    let fault = fault_in_resolve("cards", "table.move_cards([\"hand\", seat], \"discard\", \"red\", 200);");
    assert!(fault.message.contains("200 red cannot leave `hand` of seat"), "{fault}");
}

#[test]
fn cards_out_of_the_middle_of_a_pile() {
    let fault = fault_in_resolve("pile", "table.move_cards(\"deck\", \"discard\", \"red\", 1);");
    assert!(fault.message.contains("use `draw`"), "{fault}");
}

#[test]
fn sets_that_follow_from_the_track() {
    let fault = fault_in_resolve("open", "table.unmark(\"open\", words[2]);");
    assert!(fault.message.contains("`open` follows from the track"), "{fault}");
}

#[test]
fn a_lane_that_is_taken() {
    let fault = fault_in_resolve("taken", "table.claim(words[2], seat); table.claim(words[2], seat);");
    assert!(fault.message.contains("is not open"), "{fault}");
}

#[test]
fn a_misspelt_function() {
    // What is called on the table itself is found when the game is loaded; under another name only in play.
    let fault = fault_in_resolve("function", "let here = table; here.szie(\"deck\");");
    assert_eq!(first_line(&fault), "there is no function `szie` for (table, text); did you mean `size`?");
}

#[test]
fn wrong_arguments() {
    let fault = fault_in_resolve("arguments", "table.length(3);");
    assert_eq!(first_line(&fault), "`length(lane)` cannot be called with (table, number): how many spaces the lane has");
}

#[test]
fn a_text_thrown_on_purpose() {
    let fault = fault_in_resolve("throw", "throw `this cannot be, seat ${seat}`;");
    assert!(fault.message.starts_with("this cannot be, seat "), "{fault}");
}

#[test]
fn a_fault_on_an_event_refuses_the_action_that_caused_it() {
    let script = script_with(
        "if event.round > 1 { brew(table); }",
        "if event.round > 1 { table.add(\"storms\", 1); let set = \"strom\"; table.mark(set, \"alder\"); }",
    );
    let game = Copy::new("event", &script, "");
    let mut engine = game.engine();
    let mut events = Events::default();
    let mut state = engine.start(5, None, &mut events).unwrap();
    for _ in 0..20 {
        let seat = asked(&state);
        engine.legal(&state, seat).unwrap();
        let checked = engine.pick(0).unwrap();
        let before = state.clone();
        if let Err(fault) = engine.step(&mut state, checked, &mut events) {
            assert_eq!(state, before);
            assert!(fault.message.contains("did you mean `storm`?"), "{fault}");
            return;
        }
    }
    panic!("the second round never came");
}

#[test]
fn a_tally_that_breaks_down_or_is_no_number() {
    for (name, wrong, cause) in [
        ("tally-text", "\"many\"", "`tally` should give a whole number"),
        ("tally-writes", "table.add(\"storms\", 1)", "`tally` may only look"),
        ("tally-chance", "table.random(6)", "`tally` may only look"),
    ] {
        let script = script_with("    points\n}", &format!("    {wrong}\n}}"));
        let game = Copy::new(name, &script, "");
        let mut engine = game.engine();
        let state = engine.start(5, None, &mut Events::default()).unwrap();
        let fault = engine.score(&state, &mut ScoreSheet::default()).unwrap_err();
        assert!(fault.message.contains(cause), "{fault}");
        let mut scripts = railwright_rules::script::Scripting::ready(&railwright_script::Rhai, engine.rules());
        assert_eq!(first_line(&scripts.tally(&state, 0, PartyId(1)).unwrap_err()), first_line(&fault));
    }
}
