//! What is wrong with a script is found when the game is loaded, with its place.

use crate::common::{Copy, loaded, script_with};

/// The report on the game with another script.
fn report(name: &str, script: &str) -> String {
    let game = Copy::new(name, script, "");
    let loaded = loaded(game.folder(), 2);
    assert!(loaded.rules.is_none(), "the game is loaded all the same");
    loaded.report.render(&loaded.files, false)
}

fn line_of(script: &str, text: &str) -> usize {
    script.lines().position(|l| l.contains(text)).unwrap() + 1
}

#[test]
fn wrong_syntax_has_a_place() {
    let script =
        script_with("    let keys = [];\n    for lane in table.members", "    let keys = [;\n    for lane in table.members");
    let report = report("syntax", &script);
    assert!(report.contains("script-syntax"), "{report}");
    assert!(report.contains(&format!("storm.rhai:{}:17", line_of(&script, "[;"))), "{report}");
    assert!(report.contains("let keys = [;"), "the line is shown: {report}");
}

#[test]
fn a_text_that_ends_too_early_has_a_place() {
    let report = report("early", "fn tally(table, party) { 1 }\nfn options_drive(table, seat) {\n");
    assert!(report.contains("script-syntax") && report.contains("storm.rhai:"), "{report}");
}

#[test]
fn an_unknown_variable_is_found_without_playing() {
    let script = script_with("    brew(table);\n}\n\nfn on_round", "    brew(tabel);\n}\n\nfn on_round");
    let report = report("variable", &script);
    assert!(report.contains("tabel"), "{report}");
    assert!(report.contains(&format!("storm.rhai:{}:", line_of(&script, "tabel"))), "{report}");
}

#[test]
fn what_the_language_leaves_out_is_refused_by_name() {
    for (word, wrong) in [
        ("eval", "eval(\"1\")"),
        ("print", "print(1)"),
        ("debug", "debug(1)"),
        ("import", "import \"x\" as x"),
        ("Fn", "Fn(\"brew\")"),
        ("try", "try { brew(table) } catch { }"),
        ("this", "this.brew()"),
    ] {
        let report = report(
            &format!("without-{word}"),
            &script_with("fn on_round(table, event) {\n", &format!("fn on_round(table, event) {{\n    {wrong};\n")),
        );
        assert!(report.contains(&format!("`{word}` is left out of rule scripts")), "{report}");
    }
}

#[test]
fn what_is_written_out_too_long_is_refused_with_its_place() {
    let numbers = "1, ".repeat(300);
    let maps = format!("{}1{}", "#{ a: ".repeat(9), " }".repeat(9));
    let arguments = "1, ".repeat(16) + "1";
    for (name, wrong, said) in [
        ("list", format!("let list = [{numbers}];"), "this takes 4832 bytes written out, and 4000 is the most"),
        ("maps", format!("let map = {maps};"), "bytes written out, and 4000 is the most"),
        ("ends-a-loop", format!("loop {{ break [{numbers}]; }}"), "and 4000 is the most"),
        ("arguments", format!("brew({arguments});"), "`brew` is given 17 arguments, and 16 is the most"),
    ] {
        let script = script_with("fn on_round(table, event) {\n", &format!("fn on_round(table, event) {{\n    {wrong}\n"));
        let report = report(name, &script);
        assert!(report.contains("script-literal") && report.contains(said), "{name}: {report}");
        assert!(report.contains(&format!("storm.rhai:{}:", line_of(&script, &wrong))), "{name}: {report}");
    }
}

#[test]
fn a_constant_is_no_list() {
    for wrong in ["const LIST = [1, 2];", "const MAP = #{};", "const MADE = many();"] {
        let script = script_with("const MOST_STORMS = 3;\n", &format!("const MOST_STORMS = 3;\n{wrong}\nfn many() {{ [1] }}\n"));
        let report = report("constant", &script);
        assert!(report.contains("script-literal") && report.contains("let a function give what is more"), "{report}");
        assert!(report.contains(&format!("storm.rhai:{}:", line_of(&script, wrong))), "{report}");
    }
}

#[test]
fn a_script_has_its_size() {
    let long = format!("// {}\n", "x".repeat(70_000));
    let report = report("size", &script_with("// Called by a step of the game.", &long));
    assert!(report.contains("script-syntax") && report.contains("65536"), "{report}");
}

#[test]
fn there_is_no_clock_and_no_sleep_and_no_fraction() {
    for (name, wrong) in [("sleep", "sleep(1)"), ("timestamp", "timestamp()"), ("fraction", "0.5 + 0.5")] {
        let script = script_with("fn tables(game) {\n", &format!("fn tables(game) {{\n    {wrong};\n"));
        let report = report(name, &script);
        assert!(report.contains("script-fault") || report.contains("script-syntax"), "{report}");
        assert!(report.contains(&format!("storm.rhai:{}:", line_of(&script, wrong))), "{report}");
    }
}

#[test]
fn hooks_with_wrong_arguments_and_hooks_that_are_none_are_all_reported() {
    let script = script_with(
        "fn on_round(table, event) {",
        "fn on_claim(table, event) { }\n\nfn on_over() { }\n\nfn on_round(table, event) {",
    );
    let report = report("hooks", &script.replace("fn tally(table, party) {", "fn tally(table, party, more) {"));
    assert!(report.contains("script-unknown-hook") && report.contains("did you mean `on_claimed`?"), "{report}");
    assert!(report.contains("write fn on_over(table, event)"), "{report}");
    assert!(report.contains("write fn tally(table, party)"), "{report}");
    assert!(report.contains(&format!("storm.rhai:{}:4", line_of(&script, "fn on_claim("))), "{report}");
}

#[test]
fn faults_in_tables_have_a_place_and_a_cause() {
    for (name, wrong, cause) in [
        ("attribute", "game.set_lane(lane, \"ruogh\", 1);", "did you mean `rough`?"),
        ("lane", "game.set_lane(\"alder-brich\", \"rough\", 1);", "did you mean `alder-birch`?"),
        ("type", "game.set_lane(lane, \"rough\", \"very\");", "`rough` is a number"),
        ("large", "game.set_lane(lane, \"rough\", 5000000);", "cannot be 5000000"),
        ("state", "game.counter(\"storms\");", "there is no game yet"),
        ("effect", "game.add(\"storms\", 1);", "there is no game yet"),
        ("endless", "loop { game.players(); }", "more than 2000000 operations"),
    ] {
        let script =
            script_with("    for lane in game.lanes() {\n", &format!("    for lane in game.lanes() {{\n        {wrong}\n"));
        let report = report(&format!("tables-{name}"), &script);
        assert!(report.contains(cause), "{report}");
        assert!(report.contains(&format!("storm.rhai:{}:", line_of(&script, wrong))), "{report}");
    }
}

#[test]
fn attributes_cannot_be_set_once_the_game_is_loaded() {
    let script = script_with(
        "fn first_storm(table, seat) {\n",
        "fn first_storm(table, seat) {\n    table.set_lane(\"alder-birch\", \"rough\", 1);\n",
    );
    let game = Copy::new("late", &script, "");
    let fault = game.engine().start(1, None, &mut railwright_core::Events::default()).unwrap_err();
    assert!(fault.message.contains("set them in `tables`"), "{fault}");
}

#[test]
fn an_id_that_the_game_has_not_is_found_without_playing_with_its_place() {
    let script = script_with("table.mark(\"storm\", lanes", "table.mark(\"strom\", lanes");
    let report = report("id", &script);
    assert!(report.contains("script-unknown-name") && report.contains("did you mean `storm`?"), "{report}");
    assert!(report.contains(&format!("storm.rhai:{}:16", line_of(&script, "strom"))), "{report}");
}

#[test]
fn an_id_of_another_setting_is_left_to_play() {
    let changes = "[overlays.three]\nwhen = \"players == 3\"\nsets.flood = { holds = \"lane\" }\n";
    let script = script_with(
        "    table.add(\"storms\", 1);\n",
        "    table.add(\"storms\", 1);\n    if table.players() == 3 { table.unmark_all(\"flood\"); }\n",
    );
    let game = Copy::new("elsewhere", &script, changes);
    for players in [2, 3] {
        let loaded = loaded(game.folder(), players);
        assert!(loaded.rules.is_some(), "{}", loaded.report.render(&loaded.files, false));
    }
}

#[test]
fn a_step_or_an_action_that_calls_what_is_not_there_is_found() {
    let script = script_with("fn first_storm(table, seat) {", "fn frist_storm(table, seat) {");
    let shown = report("step", &script);
    assert!(shown.contains("script-no-function") && shown.contains("did you mean `frist_storm`?"), "{shown}");
    assert!(shown.contains("storm.toml:"), "{shown}");
    let shown = report("arguments", &script_with("fn first_storm(table, seat) {", "fn first_storm(table) {"));
    assert!(shown.contains("write fn first_storm(table, seat)"), "{shown}");
    let shown = report("mechanic", &script_with("fn resolve_drive(table, seat, key) {", "fn carry_out(table, seat, key) {"));
    assert!(shown.contains("has no function resolve_drive(table, seat, item)"), "{shown}");
    // A script that cannot be read says nothing of its functions.
    let shown = report("unread", "fn options_drive(table, seat) {\n");
    assert!(!shown.contains("script-no-function"), "{shown}");
}

#[test]
fn a_tally_that_is_missing_is_found_where_points_ask_for_it() {
    let report = report("no-tally", &script_with("fn tally(table, party)", "fn taly(table, party)"));
    assert!(report.contains("the script `storm` has no function tally(table, party)"), "{report}");
    assert!(report.contains("did you mean `taly`?") && report.contains("storm.toml:"), "{report}");
}
