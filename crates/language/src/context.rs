//! A game as the files of a folder, and the texts laid over them, say it.

use crate::sort::tree;
use railwright::rules::Loaded;
use railwright::rules::library::Shelf;
use railwright::rules::module::header_text;
use railwright::source::disk::without_detours;
use railwright::source::{FileId, Node, Origin};
use std::path::{Path, PathBuf};

/// A game that was read, with everything that it is made of.
pub(crate) struct Context {
    /// Its file.
    pub game: PathBuf,
    /// What came of it, for the fewest players.
    pub loaded: Loaded,
    /// Its files as they were read: the map, parents, parts, the game, modules.
    pub files: Vec<File>,
}

/// A file of a game.
pub(crate) struct File {
    pub id: FileId,
    /// Where it lies; a path that does not begin at the root is that of a bundled file.
    pub path: PathBuf,
    /// The file as a tree, or the header of a module.
    pub tree: Node,
}

impl Context {
    pub(crate) fn new(game: &Path, loaded: Loaded) -> Self {
        let mut files: Vec<File> = Vec::new();
        for id in loaded.files.ids() {
            let path = without_detours(Path::new(loaded.files.name(id)));
            if files.iter().all(|file| file.path != path) {
                let text = loaded.files.text(id);
                let text = if is_module(&path) { header_text(text).unwrap_or_default() } else { text.to_owned() };
                files.push(File { id, path, tree: tree(&text) });
            }
        }
        Context { game: game.to_owned(), loaded, files }
    }

    /// The path of a file by its number.
    pub(crate) fn path(&self, file: FileId) -> Option<PathBuf> {
        self.loaded.files.ids().any(|id| id == file).then(|| without_detours(Path::new(self.loaded.files.name(file))))
    }

    /// The file of a part, map, module or game that the game is made of.
    pub(crate) fn file(&self, shelf: Shelf, id: &str) -> Option<&File> {
        let ending = if shelf == Shelf::Scripts { "rhai" } else { "toml" };
        let id = id.strip_suffix(&format!(".{ending}")).unwrap_or(id);
        let is_part = |path: &Path| path.parent().is_some_and(|folder| folder.ends_with("parts"));
        let called = |file: &&File| {
            let path = &file.path;
            let named = path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name == format!("{id}.{ending}"));
            let map = file.tree.at("places").is_some() || file.tree.at("provenance").is_some();
            let fits = match shelf {
                Shelf::Parts => is_part(path),
                Shelf::Maps => map && !is_part(path),
                Shelf::Games => !map && !is_part(path) && path != &self.game,
                Shelf::Scripts => true,
            };
            named && fits
        };
        self.files.iter().find(called)
    }

    /// The tree of such a file.
    pub(crate) fn shelved(&self, shelf: Shelf, id: &str) -> Option<Node> {
        self.file(shelf, id).map(|file| file.tree.clone())
    }

    /// The tree of a bundled file.
    pub(crate) fn bundled(shelf: Shelf, id: &str) -> Option<Node> {
        let text = shelf.text(id)?;
        Some(tree(&if shelf == Shelf::Scripts { header_text(text).unwrap_or_default() } else { text.to_owned() }))
    }

    /// A place as people read it: the file within its folder, and the line.
    pub(crate) fn locate(&self, origin: Origin) -> String {
        let place = self.loaded.files.locate(origin);
        let folder = self.game.parent().and_then(Path::parent).unwrap_or(Path::new(""));
        let plain = without_detours(Path::new(&place));
        plain.strip_prefix(folder).unwrap_or(&plain).display().to_string()
    }
}

/// Whether a file is a rule module.
pub(crate) fn is_module(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "rhai")
}
