//! The games that tables can be made of: those that come with the program and those in folders that whoever started the server named.
//!
//! A request names a game by what the list calls it, never by a path. Folders are read at the start and again when something in them changes.

use railwright::{Game, Listing};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant, SystemTime};

/// How often folders are looked at.
const LOOK: Duration = Duration::from_secs(2);
/// So many files of a folder are looked at.
const MOST: usize = 500;

/// A game of the list.
pub struct Offered {
    /// What the list calls it.
    pub key: String,
    /// What it is loaded by: a bundled id, or a path.
    pub game: String,
    /// What can be said of it.
    pub listing: Listing,
    /// A number that differs when its files do.
    stamp: u64,
    picture: OnceLock<Option<String>>,
}

impl Offered {
    fn new(key: String, game: String, stamp: u64) -> Self {
        Offered { listing: Listing::of(&game), key, game, stamp, picture: OnceLock::new() }
    }

    /// The board as SVG; nothing if the game cannot be loaded.
    pub fn picture(&self) -> Option<&str> {
        let draw = || Game::builder(self.game.as_str()).load().ok().map(|game| game.svg());
        self.picture.get_or_init(draw).as_deref()
    }

    fn to_json(&self) -> Value {
        let about = &self.listing;
        let named =
            |list: &[(String, String)]| list.iter().map(|(id, text)| json!({ "id": id, "text": text })).collect::<Vec<_>>();
        json!({
            "id": self.key,
            "name": if about.name.is_empty() { &self.key } else { &about.name },
            "summary": about.summary,
            "players": [about.players.0, about.players.1],
            "minutes": about.minutes,
            "family": about.family,
            "map": about.map_name,
            "provenance": about.provenance,
            "options": named(&about.options),
            "personas": named(&about.personas),
            "stamp": format!("{:x}", self.stamp),
        })
    }
}

/// The list.
pub struct Catalogue {
    folders: Vec<PathBuf>,
    shown: Mutex<(Instant, BTreeMap<String, Arc<Offered>>)>,
}

impl Catalogue {
    /// The bundled games, those of the folders, and single files.
    pub fn new(folders: Vec<PathBuf>, own: Vec<String>) -> Self {
        let all = railwright::bundled_games().into_iter().chain(own);
        let bundled = all.map(|id| (id.clone(), Arc::new(Offered::new(id.clone(), id, 0))));
        let catalogue = Catalogue { folders, shown: Mutex::new((Instant::now(), bundled.collect())) };
        catalogue.look(&mut catalogue.shown.lock().unwrap_or_else(|e| e.into_inner()).1);
        catalogue
    }

    /// All games, by what they are called.
    pub fn all(&self) -> Vec<Arc<Offered>> {
        let mut shown = self.shown.lock().unwrap_or_else(|e| e.into_inner());
        if shown.0.elapsed() > LOOK {
            shown.0 = Instant::now();
            self.look(&mut shown.1);
        }
        shown.1.values().cloned().collect()
    }

    /// A game of the list.
    pub fn find(&self, key: &str) -> Option<Arc<Offered>> {
        self.all().into_iter().find(|offered| offered.key == key)
    }

    /// The list for a page: short games first, since newcomers begin with them; a family stands together, what others vary before its variants.
    pub fn to_json(&self) -> Value {
        let mut all = self.all();
        all.sort_by_cached_key(|offered| {
            let about = &offered.listing;
            (about.minutes, about.family.clone(), about.variant, offered.key.clone())
        });
        all.iter().map(|offered| offered.to_json()).collect()
    }

    /// Takes up what is new in the folders, and lets go of what is no longer there.
    fn look(&self, shown: &mut BTreeMap<String, Arc<Offered>>) {
        let mut seen = BTreeMap::new();
        for folder in &self.folders {
            let stamp = stamp(folder);
            for path in games_in(folder) {
                let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
                let mut key = stem.to_owned();
                if seen.contains_key(&key) || railwright::bundled_games().contains(&key) {
                    let above = folder.file_name().and_then(|name| name.to_str()).unwrap_or("folder");
                    key = format!("{above}.{stem}");
                }
                seen.insert(key, (path.display().to_string(), stamp));
            }
        }
        shown.retain(|key, offered| offered.stamp == 0 || seen.contains_key(key));
        for (key, (game, stamp)) in seen {
            if shown.get(&key).is_none_or(|offered| offered.stamp != stamp) {
                shown.insert(key.clone(), Arc::new(Offered::new(key, game, stamp)));
            }
        }
    }
}

/// The game files of a folder: those that say who plays, or what they extend. Maps and parts say neither.
fn games_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let is_game = |path: &PathBuf| {
        let text = railwright::source::disk::read_text(path).unwrap_or_default();
        let says = |key: &str| text.lines().any(|line| line.starts_with(key));
        says("extends") || (says("players") && says("map"))
    };
    let toml = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    let mut paths: Vec<PathBuf> = entries.flatten().take(MOST).map(|entry| entry.path()).filter(toml).filter(is_game).collect();
    paths.sort();
    paths
}

/// A number for the names and times of all files of a folder and of those one below.
fn stamp(folder: &Path) -> u64 {
    let mut text = String::new();
    let mut note = |folder: &Path| {
        let mut inner = Vec::new();
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten().take(MOST) {
            let Ok(about) = entry.metadata() else { continue };
            let changed = about.modified().ok().and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
            text += &format!("{:?} {} {:?}\n", entry.file_name(), about.len(), changed);
            if about.is_dir() {
                inner.push(entry.path());
            }
        }
        inner
    };
    for inner in note(folder) {
        note(&inner);
    }
    railwright::core::fnv::Fnv::of(text.as_bytes()) | 1
}
