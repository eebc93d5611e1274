//! What bad inputs are made from: the small games of the tests and of the tutorial, their scenarios, moves and saves.

use railwright_core::narrow::narrow;
use railwright_core::{Events, Random, State};
use railwright_rules::{Engine, Rules, Setting, load};
use railwright_script::Rhai;
use railwright_session::{HUMAN, Header, Session};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use toml::Table;

/// Folders whose games are small enough to be tried by the million; of the tutorial the last step has all there is.
const FOLDERS: [(&str, Option<usize>); 2] = [("tests/games", None), ("docs/tutorial", Some(1))];
/// How many moves of a game are kept.
const MOVES: usize = 40;

/// A small game that is as it should be.
pub struct Good {
    /// Its id.
    pub name: String,
    /// Its path from the root of the project.
    pub path: String,
    /// Every file it consists of, the game itself first: the name without folders, and the text.
    pub files: Vec<(String, String)>,
    /// Its rules for the least number of players.
    pub rules: Arc<Rules>,
    /// The moves of a random game, in notation.
    pub moves: Vec<String>,
    /// The position after them.
    pub position: State,
    /// The save file of that game.
    pub save: String,
}

impl Good {
    /// The names of its rule scripts' files.
    pub fn scripts(&self) -> impl Iterator<Item = &(String, String)> {
        self.files.iter().filter(|(name, _)| name.ends_with(".rhai"))
    }

    /// Its map's file.
    pub fn map(&self) -> Option<&(String, String)> {
        let name = format!("{}.toml", self.rules.head.map);
        self.files.iter().find(|(file, _)| *file == name)
    }
}

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All small games, in the order of their paths.
pub fn games() -> &'static [Good] {
    static GAMES: OnceLock<Vec<Good>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let mut found = Vec::new();
        for (folder, last) in FOLDERS {
            let mut folders = entries(&root().join(folder));
            let skipped = last.map_or(0, |last| folders.len().saturating_sub(last));
            for path in folders.drain(..).skip(skipped).flat_map(|folder| entries(&folder)) {
                found.extend(good(&path));
            }
        }
        found
    })
}

/// The game that a first line names, that line, and the rest of the text. Who names none gets the first game.
pub fn named(text: &str) -> (&'static Good, &str, &str) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let found = games().iter().find(|game| line.split(' ').any(|word| word == game.name));
    (found.unwrap_or(&games()[0]), line, rest)
}

/// What is said in the game files of all small and all bundled games, for others to borrow from.
pub fn game_trees() -> &'static [Table] {
    static TREES: OnceLock<Vec<Table>> = OnceLock::new();
    TREES.get_or_init(|| {
        let bundled = entries(&root().join("games")).into_iter().filter_map(|path| std::fs::read_to_string(path).ok());
        let small = games().iter().map(|game| game.files[0].1.clone());
        bundled.chain(small).filter_map(|text| text.parse().ok()).collect()
    })
}

/// The same of the maps of the small games.
pub fn map_trees() -> &'static [Table] {
    static TREES: OnceLock<Vec<Table>> = OnceLock::new();
    TREES.get_or_init(|| games().iter().filter_map(|game| game.map()?.1.parse().ok()).collect())
}

/// The same of the scenarios.
pub fn scenario_trees() -> &'static [Table] {
    static TREES: OnceLock<Vec<Table>> = OnceLock::new();
    TREES.get_or_init(|| scenarios().iter().filter_map(|(_, text)| text.parse().ok()).collect())
}

/// The scenarios of the project, each with its path.
pub fn scenarios() -> &'static [(PathBuf, String)] {
    static SCENARIOS: OnceLock<Vec<(PathBuf, String)>> = OnceLock::new();
    SCENARIOS.get_or_init(|| {
        let folders = ["tests/scenarios", "docs/tutorial"].map(|folder| root().join(folder));
        let files = folders.iter().flat_map(|folder| railwright_scenario::files_in(folder).unwrap_or_default());
        let in_scenarios = |path: &PathBuf| path.components().any(|part| part.as_os_str() == "scenarios");
        files.filter(in_scenarios).filter_map(|path| Some((path.clone(), std::fs::read_to_string(path).ok()?))).collect()
    })
}

/// What is in a folder, in order.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    found.sort();
    found
}

/// A game that loads from files of its own folder alone.
fn good(path: &Path) -> Option<Good> {
    let folder = path.parent()?;
    if path.extension()? != "toml" {
        return None;
    }
    let loaded = load(&path.display().to_string(), &Setting::default(), &Rhai);
    let file = |id| {
        let path = Path::new(loaded.files.name(id));
        let name = path.strip_prefix(folder).ok()?.to_str()?.to_owned();
        Some((name, loaded.files.text(id).to_owned()))
    };
    let files = loaded.files.ids().map(file).collect::<Option<Vec<_>>>()?;
    let rules = Arc::new(loaded.rules?);
    // The same on every system: inputs are made from it.
    let within = folder.strip_prefix(root()).ok()?.display().to_string().replace(std::path::MAIN_SEPARATOR, "/");
    let path = format!("{within}/{}", files.first()?.0);
    let header = Header::new(path.clone(), vec![HUMAN.to_owned(); usize::from(rules.parts.seats)], 3);
    let (moves, position) = moves(&rules)?;
    let mut save = serde_json::to_string(&Header { rules: rules.resolved, ..header.clone() }).ok()?;
    let mut session = Session::with_rules(header, rules.clone(), &Rhai).ok()?;
    for text in &moves {
        let seat = session.waiting().iter().next()?;
        session.act(seat, text).ok()?;
        save += &format!("\n{}", serde_json::json!({ "seat": seat.0 + 1, "do": text }));
    }
    Some(Good { name: rules.head.id.clone(), path, files, rules, moves, position, save: save + "\n" })
}

/// The moves of a random game, and the position after them.
fn moves(rules: &Arc<Rules>) -> Option<(Vec<String>, State)> {
    let mut engine = Engine::new(rules.clone(), &Rhai);
    let mut events = Events::default();
    let mut random = Random::new(5);
    let mut moves = Vec::new();
    let mut state = engine.start(3, None, &mut events).ok()?;
    while let (Some(seat), true) = (state.clock().waiting.iter().next(), moves.len() < MOVES) {
        let count = engine.legal(&state, seat).map_or(0, <[_]>::len);
        let Some(picked) = engine.pick(random.below(narrow(count)) as usize) else { break };
        moves.push(engine.print(&state, seat, picked.action()));
        let Ok(again) = engine.check(&state, seat, picked.action()) else { break };
        if engine.step(&mut state, again, &mut events).is_err() {
            break;
        }
    }
    Some((moves, state))
}
