//! Every bundled part has scenarios of its own, in a folder that is called like it.

use std::path::Path;

#[test]
fn every_part_has_scenarios_of_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut parts = 0;
    for entry in std::fs::read_dir(root.join("games/parts")).expect("the parts").map(|entry| entry.expect("an entry").path()) {
        let part = entry.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let folder = root.join("tests/scenarios").join(format!("part-{part}"));
        let scenarios = std::fs::read_dir(&folder).map_or(0, |all| {
            all.filter(|entry| entry.as_ref().is_ok_and(|entry| entry.path().extension().is_some_and(|ending| ending == "toml")))
                .count()
        });
        assert!(scenarios > 0, "the part `{part}` has no scenario in {}", folder.display());
        parts += 1;
    }
    assert!(parts >= 9, "{parts}");
}
