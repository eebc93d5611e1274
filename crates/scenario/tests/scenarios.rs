//! Every scenario goes as it says, and its rendered outcome is the one that was kept.

use railwright_scenario::{Games, Scenario, files_in, outcome_path};
use railwright_script::Rhai;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

#[test]
fn all_scenarios() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios").canonicalize().expect("tests/scenarios");
    let mut games = Games::new(&Rhai);
    let mut failed = Vec::new();
    for path in files_in(&folder).expect("a folder that can be read") {
        let scenario = match Scenario::load(&path) {
            Ok(scenario) => scenario,
            Err(problems) => {
                failed.push(problems.render(false));
                continue;
            }
        };
        let ran = scenario.run(&mut games);
        if let Some(problems) = ran.problems {
            failed.push(problems.render(false));
            continue;
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(outcome_path(&path).parent().expect("a folder"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let same = catch_unwind(AssertUnwindSafe(|| settings.bind(|| insta::assert_snapshot!(scenario.name(), ran.transcript))));
        if same.is_err() {
            failed.push(format!("{}: the outcome has changed", path.display()));
        }
    }
    assert!(failed.is_empty(), "{} scenarios failed:\n{}", failed.len(), failed.join("\n"));
}
