//! A path that can be paid in more ways than can be gone through is never taken for one that cannot be paid: it is a fault, with a place.

use crate::common::Table;
use railwright_rules::compile::load_from;
use railwright_rules::library::Library;
use railwright_rules::{FaultKind, Setting};
use railwright_script::Rhai;
use std::path::Path;
use std::sync::Arc;

/// Every lane costs three cards of any one of six colours; wild cards and pairs stand in, and hands are large.
const GAME: &str = r#"
extends = "hills"
name = "Rich hills"
remove = ["cards.rail.kinds"]

[cards.rail.kinds]
a = { count = 15 }
b = { count = 15 }
c = { count = 15 }
d = { count = 15 }
e = { count = 15 }
f = { count = 15 }
w = { count = 15, tags = ["wild"] }

[counters]
tracks.start = 30

[actions.build.price]
count = "3"
wild = "wild"
any = ["brown", "green", "white"]

[steps]
deal.count = 45

[invariants]
tracks = "tracks + lanes(own) == 30"
"#;

#[test]
fn what_cannot_be_worked_out_is_a_fault_at_the_price() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games/hills/rich.toml");
    let name = path.to_string_lossy().into_owned();
    let library = Library::for_game(&name).holding(vec![(path, GAME.to_owned())]);
    let loaded = load_from(library, &name, &Setting { players: 2, options: Vec::new() }, &Rhai, &|_, _| {});
    let problems = loaded.report.render(&loaded.files, false);
    let rules = Arc::new(loaded.rules.unwrap_or_else(|| panic!("{problems}")));
    let mut table = Table::new(rules, 1);
    let seat = table.someone();
    let fault = table.engine.legal(&table.state, seat).map(<[_]>::len).expect_err("too much is open");
    assert_eq!(fault.kind, FaultKind::TooManyWays, "{fault}");
    assert!(fault.place.contains("hills.toml:") && fault.message.contains("more ways"), "{fault}");
}
