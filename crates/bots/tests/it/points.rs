//! A bot plays to be ahead, or for points of its own: a small game in which these are two things.

use railwright_bots::simulate::{GameRunner, Results};
use railwright_bots::{BotKind, Observer};
use railwright_core::State;
use railwright_rules::{Engine, ScoreSheet, Setting, load};
use railwright_script::Rhai;
use std::sync::Arc;

/// Whoever is to move takes a point, or takes three from the other; ten turns.
const GAME: &str = r#"
format = 1
name = "Spite"
map = "spite-map"
players = [2, 2]
first = 1
flow = ["turns"]

[counters]
points = { of = "seat", start = 20 }

[actions]
mine   = { do = "run", then = ["gain"] }
theirs = { do = "run", then = ["harm"] }

[steps]
gain  = { do = "add", counter = "points", value = 1 }
harm  = { do = "add", counter = "points", value = "0 - 3", for = "each", where = "seat != (turn - 1) % 2 + 1" }
turn  = { do = "choose", actions = ["mine", "theirs"] }
turns = { do = "turns", steps = ["turn"], until = "turn >= 10" }

[score]
points = { add = "points" }
"#;

const MAP: &str = r#"
format = 1
name = "Spite"
provenance = "original"
size = [200, 100]

[places]
ash   = { at = [40, 50] }
birch = { at = [160, 50] }

[lines]
ash-birch = { ends = ["ash", "birch"], length = 1 }
"#;

#[derive(Default)]
struct Totals([i64; 2]);

impl Observer for Totals {
    fn ended(&mut self, _: &mut Engine, _: &State, sheet: &ScoreSheet) {
        self.0 = [sheet.totals[0], sheet.totals[1]];
    }
}

#[test]
fn who_plays_for_points_does_not_care_what_others_have() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("spite");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("spite-map.toml"), MAP).expect("a map");
    let path = folder.join("spite.toml");
    std::fs::write(&path, GAME).expect("a game");
    let loaded = load(&path.display().to_string(), &Setting { players: 2, options: Vec::new() }, &Rhai);
    let rules = Arc::new(loaded.rules.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files, false))));
    let totals = |name: &str| {
        let bots = [name, name].map(|name| BotKind::find(name).expect("a bot"));
        let mut seen = Totals::default();
        let played = GameRunner::new(&rules, &Rhai, &bots, false).play_observed(1, &mut Results::default(), &mut seen);
        played.unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        seen.0
    };
    for bot in ["greedy", "search:20"] {
        assert_eq!(totals(bot), [5, 5], "{bot} takes three from the other each time");
        assert_eq!(totals(&format!("points:{bot}")), [25, 25], "points:{bot} takes a point each time");
    }
}
