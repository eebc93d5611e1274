//! A folder of games with the texts of an editor laid over it.

use crate::context::Context;
use crate::sort::{Sort, readable, tree};
use railwright::Game;
use railwright::rules::library::Shelf;
use railwright::rules::module::header_text;
use railwright::source::Node;
use railwright::source::disk::{read_text, without_detours};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// How deep below a folder games are looked for, and how many files at most.
const DEEPEST: usize = 4;
const MOST_FILES: usize = 2000;

/// A folder of games, and texts of an editor that count in the place of its files.
pub struct Workspace {
    folder: PathBuf,
    open: BTreeMap<PathBuf, String>,
    /// Grows with every change.
    revision: u64,
    /// Grows when it may have changed which files belong to which game.
    structure: u64,
    /// The files that did so, with the number that came of it; before `since` it was any.
    touched: Vec<(u64, PathBuf)>,
    since: u64,
    /// What each open text said of other files when it could last be read.
    said: BTreeMap<PathBuf, String>,
    kept: Mutex<Kept>,
    made_of: Arc<Mutex<MadeOf>>,
}

/// A copy goes its own way: what is changed in one is not in the other. A check in the background has one. What the folder has is looked for
/// once for all copies.
impl Clone for Workspace {
    fn clone(&self) -> Self {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Workspace {
            folder: self.folder.clone(),
            open: self.open.clone(),
            touched: self.touched.clone(),
            said: self.said.clone(),
            kept: Mutex::new(kept),
            made_of: self.made_of.clone(),
            ..*self
        }
    }
}

/// What is remembered until something changes.
#[derive(Clone, Default)]
struct Kept {
    revision: u64,
    contexts: BTreeMap<PathBuf, Arc<Context>>,
}

/// The files of each game of the folder, as it was at some time.
#[derive(Default)]
struct MadeOf {
    structure: u64,
    games: Arc<BTreeMap<PathBuf, Vec<PathBuf>>>,
    /// The games that ask for a file that is not there.
    lacking: Vec<PathBuf>,
}

impl Workspace {
    /// A folder with its files as they are on disk.
    #[must_use]
    pub fn open(folder: impl AsRef<Path>) -> Self {
        let folder = std::path::absolute(folder.as_ref()).unwrap_or_else(|_| folder.as_ref().to_owned());
        let folder = without_detours(&folder);
        Workspace {
            folder,
            open: BTreeMap::new(),
            revision: 1,
            structure: 1,
            touched: Vec::new(),
            since: 1,
            said: BTreeMap::new(),
            kept: Mutex::default(),
            made_of: Arc::default(),
        }
    }

    /// Lays a text over a file, whether there is such a file or not.
    pub fn change(&mut self, file: impl AsRef<Path>, text: impl Into<String>) {
        let (path, text) = (self.path(file), text.into());
        // What cannot be read just now says nothing else than before.
        if let Some(now) = links(&path, &text) {
            let before = self.said.remove(&path).or_else(|| links(&path, &self.text(&path)?));
            if before.as_ref() != Some(&now) {
                self.structure += 1;
                self.touched.push((self.structure, path.clone()));
            }
            self.said.insert(path.clone(), now);
        }
        self.open.insert(path, text);
        self.revision += 1;
    }

    /// Takes the text off a file: what is on disk counts again.
    pub fn close(&mut self, file: impl AsRef<Path>) {
        let path = self.path(file);
        self.said.remove(&path);
        if self.open.remove(&path).is_some() {
            self.refresh();
        }
    }

    /// Files on disk have changed.
    pub fn refresh(&mut self) {
        self.revision += 1;
        self.structure += 1;
        self.since = self.structure;
        self.touched.clear();
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A path from the root without detours, as files are told apart by.
    #[must_use]
    pub fn path(&self, file: impl AsRef<Path>) -> PathBuf {
        without_detours(&self.folder.join(file))
    }

    /// The text of a file: the one laid over it, else the one on disk. A path such as `games/ticket-to-ride.toml` that does not begin at the
    /// root, as in a [`Place`](crate::Place) in a bundled file, gives the bundled text where the folder has no such file.
    #[must_use]
    pub fn text(&self, file: impl AsRef<Path>) -> Option<String> {
        let path = self.path(&file);
        let own = self.open.get(&path).cloned().or_else(|| read_text(&path).ok());
        own.or_else(|| bundled_text(file.as_ref()).map(str::to_owned))
    }

    /// What a file is.
    #[must_use]
    pub fn sort(&self, file: impl AsRef<Path>) -> Sort {
        Sort::of(file.as_ref(), &self.text(&file).unwrap_or_default())
    }

    /// The files that texts are laid over.
    pub fn opened(&self) -> impl Iterator<Item = &Path> {
        self.open.keys().map(PathBuf::as_path)
    }

    /// All texts that are laid over files.
    pub(crate) fn held(&self) -> Vec<(PathBuf, String)> {
        self.open.iter().map(|(path, text)| (path.clone(), text.clone())).collect()
    }

    /// The tree of a file, or of the header of a module.
    pub(crate) fn tree(&self, path: &Path) -> Node {
        let text = self.text(path).unwrap_or_default();
        tree(&if crate::context::is_module(path) { header_text(&text).unwrap_or_default() } else { text })
    }

    /// The games that a file belongs to, the likeliest first: itself, the game of a scenario, or the games that are made of it.
    #[must_use]
    pub fn games_of(&self, file: impl AsRef<Path>) -> Vec<PathBuf> {
        let path = self.path(file);
        match self.sort(&path) {
            Sort::Game => vec![path],
            Sort::Scenario => self.game_of_scenario(&path).into_iter().collect(),
            Sort::Map | Sort::Part | Sort::Module => {
                let made_of = self.made_of();
                let stem = path.file_stem().map(std::ffi::OsStr::to_owned);
                let mut found: Vec<(bool, usize, PathBuf)> = Vec::new();
                for (game, files) in made_of.iter().filter(|(_, files)| files.contains(&path)) {
                    found.push((game.file_stem() != stem.as_deref(), files.len(), game.clone()));
                }
                found.sort();
                found.into_iter().map(|(.., game)| game).collect()
            }
        }
    }

    /// Every game of the folder that is made of a file, itself included.
    #[must_use]
    pub fn games_with(&self, file: impl AsRef<Path>) -> Vec<PathBuf> {
        let path = self.path(file);
        let mut games = self.games_of(&path);
        if self.sort(&path) == Sort::Game {
            let made_of = self.made_of();
            games.extend(
                made_of.iter().filter(|(game, files)| **game != path && files.contains(&path)).map(|(game, _)| game.clone()),
            );
        }
        games
    }

    fn game_of_scenario(&self, path: &Path) -> Option<PathBuf> {
        let tree = self.tree(path);
        let game = tree.at("game").and_then(Node::as_text)?.to_owned();
        if !railwright::rules::library::looks_like_path(&game) {
            return Some(PathBuf::from(game));
        }
        Some(without_detours(&path.parent()?.join(game)))
    }

    /// A game as it is now.
    pub(crate) fn context(&self, game: &Path) -> Arc<Context> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.revision != self.revision {
            kept.revision = self.revision;
            kept.contexts.clear();
        }
        if let Some(known) = kept.contexts.get(game) {
            return known.clone();
        }
        let context = Arc::new(self.read(game));
        kept.contexts.insert(game.to_owned(), context.clone());
        context
    }

    /// The likeliest game of a file as it is now.
    pub(crate) fn context_of(&self, path: &Path) -> Option<Arc<Context>> {
        self.games_of(path).first().map(|game| self.context(game))
    }

    fn read(&self, game: &Path) -> Context {
        let mut builder = Game::builder(game.display().to_string());
        for (path, text) in &self.open {
            builder = builder.file(path, text.as_str());
        }
        Context::new(game, builder.read())
    }

    /// Which files each game of the folder is made of.
    fn made_of(&self) -> Arc<BTreeMap<PathBuf, Vec<PathBuf>>> {
        let mut known = self.made_of.lock().unwrap_or_else(PoisonError::into_inner);
        if known.structure == self.structure {
            return known.games.clone();
        }
        let touched: Vec<&PathBuf> = self.touched.iter().filter(|(at, _)| *at > known.structure).map(|(_, path)| path).collect();
        let is_known = |path: &PathBuf| known.games.iter().any(|(game, files)| game == path || files.contains(path));
        // A file that nobody has asked for may be one that a game means from now on.
        let (mut games, mut lacking) = (BTreeMap::new(), Vec::new());
        let again = match known.structure >= self.since && touched.iter().all(|path| is_known(path)) {
            true => {
                games.clone_from(&known.games);
                let of = |(game, files): (&PathBuf, &Vec<PathBuf>)| {
                    (touched.iter().any(|path| *path == game || files.contains(path)) || known.lacking.contains(game))
                        .then(|| game.clone())
                };
                known.games.iter().filter_map(of).collect()
            }
            false => self.toml_files(),
        };
        for path in again {
            games.remove(&path);
            let text = self.text(&path).unwrap_or_default();
            if Sort::of(&path, &text) == Sort::Game && (text.contains("extends") || text.contains("flow")) {
                let context = self.read(&path);
                if context.loaded.report.iter().any(|problem| problem.code == "no-such-file") {
                    lacking.push(path.clone());
                }
                games.insert(path, context.files.into_iter().map(|file| file.path).collect());
            }
        }
        let games = Arc::new(games);
        // A copy of an earlier time keeps nothing for later ones.
        if self.structure > known.structure {
            *known = MadeOf { structure: self.structure, games: games.clone(), lacking };
        }
        games
    }

    /// The TOML files of the folder, those included that are only laid over it.
    fn toml_files(&self) -> Vec<PathBuf> {
        let is_toml = |path: &Path| path.extension().is_some_and(|ending| ending == "toml");
        let mut files: Vec<PathBuf> = self.open.keys().filter(|path| is_toml(path)).cloned().collect();
        let mut folders = vec![(self.folder.clone(), 0)];
        while let Some((folder, deep)) = folders.pop() {
            let Ok(entries) = std::fs::read_dir(&folder) else { continue };
            let mut entries: Vec<_> = entries.flatten().collect();
            entries.sort_by_key(std::fs::DirEntry::file_name);
            for entry in entries {
                let name = entry.file_name();
                let hidden = name.to_str().is_none_or(|name| name.starts_with('.') || matches!(name, "target" | "node_modules"));
                let Ok(sort) = entry.file_type() else { continue };
                if sort.is_dir() && deep < DEEPEST && !hidden {
                    folders.push((entry.path(), deep + 1));
                } else if sort.is_file() && is_toml(&entry.path()) && files.len() < MOST_FILES {
                    files.push(entry.path());
                }
            }
        }
        files.sort();
        files.dedup();
        files
    }
}

/// What a file says of other files, so that it is noticed when that changes; nothing if it cannot be read.
fn links(path: &Path, text: &str) -> Option<String> {
    let module = crate::context::is_module(path);
    let tree = readable(&if module { header_text(text).unwrap_or_default() } else { text.to_owned() })?;
    let said = |key: &str| tree.at(key).map(|node| node.to_json().to_string()).unwrap_or_default();
    let named: Vec<String> = ["extends", "map", "use", "scripts", "import", "game"].iter().map(|key| said(key)).collect();
    Some(format!("{:?} {named:?}", Sort::of(path, text)))
}

/// The text of a bundled file by its path as a [`Place`](crate::Place) has it: `games/spike.toml`.
#[must_use]
pub fn bundled_text(file: &Path) -> Option<&'static str> {
    let id = file.file_stem()?.to_str()?;
    let shelf = match file.parent()?.to_str()? {
        "games" => Shelf::Games,
        "parts" => Shelf::Parts,
        "maps" => Shelf::Maps,
        "scripts" => Shelf::Scripts,
        _ => return None,
    };
    shelf.text(id)
}
