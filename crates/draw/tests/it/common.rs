//! Boards for tests: room is found on each of them once, which is what takes long.

use railwright_draw::Scene;
use railwright_rules::library::Shelf;
use railwright_rules::{Rules, Setting, load};
use railwright_script::Rhai;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// A game's rules, or all that is wrong with it.
pub fn rules(game: &str, players: u8) -> Arc<Rules> {
    let loaded = load(game, &Setting { players, options: Vec::new() }, &Rhai);
    let problems = loaded.report.render(&loaded.files, false);
    Arc::new(loaded.rules.unwrap_or_else(|| panic!("{game}:\n{problems}")))
}

/// A small game of the tests, by the name of its folder.
pub fn small(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/games/{name}/{name}.toml"));
    path.to_str().expect("a path is UTF-8").to_owned()
}

/// The empty boards of all bundled games, then of some small ones.
pub fn boards() -> &'static [Scene<'static>] {
    static BOARDS: LazyLock<Vec<Scene<'static>>> = LazyLock::new(|| {
        let games = Shelf::Games.ids().into_iter().chain(["hills", "valleys"].map(small));
        games.map(|game| Scene::new(Box::leak(Box::new(rules(&game, 0))), None, None)).collect()
    });
    &BOARDS
}

/// The empty boards of all bundled games.
pub fn bundled_boards() -> &'static [Scene<'static>] {
    &boards()[..Shelf::Games.ids().len()]
}
