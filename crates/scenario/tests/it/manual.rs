//! The example of the manual is a scenario that passes, and everything the manual says can be said is understood.

use railwright_rules::script::NoScripts;
use railwright_scenario::{Games, SCHEMA, Scenario};
use std::path::Path;

#[test]
fn the_example_of_the_manual_passes() {
    let manual =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scenarios.md")).expect("the manual");
    let (_, rest) = manual.split_once("```toml\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("an end of the example");
    let scenario =
        Scenario::read(Path::new("docs/example.toml"), example.to_owned()).map_err(|p| p.render(false)).expect("a scenario");
    let ran = scenario.run(&mut Games::new(&NoScripts));
    assert!(ran.is_ok(), "{}", ran.problems.map(|p| p.render(false)).unwrap_or_default());
    for key in SCHEMA.all_keys().iter().filter(|k| k.name != "play") {
        assert!(
            manual.contains(&format!("`{}`", key.name)) || manual.contains(&format!("[{}]", key.name)),
            "{} is not in the manual",
            key.name
        );
    }
}

#[test]
fn the_schema_is_sound() {
    assert_eq!(SCHEMA.faults(), Vec::<String>::new());
}
