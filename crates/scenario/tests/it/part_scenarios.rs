//! Every bundled part, and every bundled module that games use, has scenarios of its own, in a folder that is called like it.

use crate::root;
use railwright_rules::module::Module;
use railwright_rules::parts::Part;
use railwright_scenario::files_in;

fn has_scenarios(folder: &str) -> bool {
    files_in(&root().join("tests/scenarios").join(folder)).is_ok_and(|files| !files.is_empty())
}

#[test]
fn every_part_has_scenarios_of_its_own() {
    let parts = Part::bundled();
    for part in &parts {
        assert!(has_scenarios(&format!("part-{}", part.id)), "the part `{}` has no scenario of its own", part.id);
    }
    assert!(parts.len() >= 10, "{}", parts.len());
}

#[test]
fn every_module_that_games_use_has_scenarios_of_its_own() {
    // What others only import is tested with these.
    let modules: Vec<Module> = Module::bundled().into_iter().filter(|module| !module.users.is_empty()).collect();
    for module in &modules {
        assert!(has_scenarios(&format!("module-{}", module.id)), "the module `{}` has no scenario of its own", module.id);
    }
    assert!(modules.len() >= 4, "{}", modules.len());
}
