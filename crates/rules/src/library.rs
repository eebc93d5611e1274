//! Where games come from: bundled, or a path to a file with its map and scripts beside it.

use crate::pack::{ENDING, Pack, is_pack};
use railwright_games::Folder;
use railwright_source::disk::{self, unread};
use railwright_source::{Diagnostic, FileId, Files, Origin, Report, did_you_mean};
use std::path::{Path, PathBuf};

/// What a file holds, and so where it is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shelf {
    /// Game files.
    Games,
    /// Parts that games use.
    Parts,
    /// Map files.
    Maps,
    /// Rule scripts.
    Scripts,
}

impl Shelf {
    fn folder(self) -> &'static str {
        match self {
            Shelf::Games => "games",
            Shelf::Parts => "parts",
            Shelf::Maps => "maps",
            Shelf::Scripts => "scripts",
        }
    }

    fn ending(self) -> &'static str {
        if self == Shelf::Scripts { "rhai" } else { "toml" }
    }

    fn thing(self) -> &'static str {
        match self {
            Shelf::Games => "game",
            Shelf::Parts => "part",
            Shelf::Maps => "map",
            Shelf::Scripts => "script",
        }
    }

    fn bundled(self) -> Folder {
        match self {
            Shelf::Games => Folder::Games,
            Shelf::Parts => Folder::Parts,
            Shelf::Maps => Folder::Maps,
            Shelf::Scripts => Folder::Scripts,
        }
    }

    /// The text of what is bundled on this shelf under an id.
    pub fn text(self, id: &str) -> Option<&'static str> {
        self.bundled().text(&format!("{id}.{}", self.ending()))
    }

    /// The ids of everything bundled on this shelf, in order.
    pub fn ids(self) -> Vec<String> {
        let ending = format!(".{}", self.ending());
        let mut ids: Vec<String> =
            self.bundled().names().filter_map(|name| name.strip_suffix(&ending)).map(str::to_owned).collect();
        ids.sort();
        ids
    }
}

/// Files found so far, and beside which file further ones are looked for first.
pub struct Library {
    /// The texts.
    pub files: Files,
    beside: Option<PathBuf>,
    held: Vec<(PathBuf, String)>,
    /// Whether there is nothing but what is held.
    closed: bool,
    /// Why a packed game cannot be read.
    unread: Option<String>,
}

impl Library {
    /// A library that knows the bundled files, and the folder of `game` if that is a path.
    ///
    /// A packed game is a folder of its own, and holds the bundled files that it was packed with.
    pub fn for_game(game: &str) -> Self {
        let path = Path::new(game);
        if is_pack(game) {
            return match Pack::read(path) {
                Ok(pack) => Library::packed(game, pack.held(path)),
                Err(why) => Library { unread: Some(why.to_string()), ..Library::packed(game, Vec::new()) },
            };
        }
        let is_path = looks_like_path(game);
        let beside = is_path.then(|| path.parent().map(Path::to_path_buf)).flatten();
        Library { files: Files::new(), beside, held: Vec::new(), closed: false, unread: None }
    }

    /// The library of a packed game.
    fn packed(game: &str, held: Vec<(PathBuf, String)>) -> Self {
        Library { files: Files::new(), beside: Some(PathBuf::from(game)), held, closed: true, unread: None }
    }

    /// A library of nothing but these texts, under the names that [`Files`] gave them when `game` was read before: whatever has become of the
    /// files since, bundled ones too, it is the same game.
    pub fn kept(game: &str, files: Vec<(String, String)>) -> Self {
        let held = files.into_iter().map(|(name, text)| (PathBuf::from(name), text)).collect();
        if is_pack(game) {
            return Library::packed(game, held);
        }
        Library { held, closed: true, ..Library::for_game(game) }
    }

    /// The same with texts that stand for files, whether there are such files or not.
    #[must_use]
    pub fn holding(mut self, held: Vec<(PathBuf, String)>) -> Self {
        // The first one that is found counts.
        self.held.splice(0..0, held);
        self
    }

    /// The text that stands for a file, whichever way round its path goes.
    fn text_for(&self, path: &Path) -> Option<&String> {
        let path = disk::without_detours(path);
        self.held.iter().find(|(held, _)| disk::without_detours(held) == path).map(|(_, text)| text)
    }

    fn read(&self, path: &Path) -> std::io::Result<String> {
        match self.text_for(path) {
            Some(text) => Ok(text.clone()),
            None if self.closed => Err(std::io::ErrorKind::NotFound.into()),
            None => disk::read_text(path),
        }
    }

    /// Reads a file that another file asks for. A link is followed as long as it stays in the folder of the game, or in one of the
    /// shelves beside that.
    fn read_named(&self, path: &Path) -> std::io::Result<String> {
        if self.closed || self.text_for(path).is_some() {
            return self.read(path);
        }
        let there = std::fs::canonicalize(path)?;
        let folder = disk::resolved(self.beside.as_deref().unwrap_or(Path::new("")))?;
        let beside = |shelf: Shelf| folder.parent().is_some_and(|above| there.starts_with(above.join(shelf.folder())));
        match there.starts_with(&folder) || [Shelf::Games, Shelf::Parts, Shelf::Maps, Shelf::Scripts].into_iter().any(beside) {
            true => self.read(&there),
            false => Err(std::io::Error::other("it is a link that leads out of the folder of the game")),
        }
    }

    /// Reads a game by bundled id or path; what is wrong goes into the report.
    pub fn game(&mut self, game: &str, asked_at: Origin, report: &mut Report) -> Option<FileId> {
        if asked_at.is_none() && looks_like_path(game) {
            let path = self.file_of(game);
            let read = match &self.unread {
                Some(why) => Err(std::io::Error::other(why.clone())),
                None => self.read(&path),
            };
            return match read {
                Ok(text) => Some(self.files.add(path.display().to_string(), text)),
                Err(error) => {
                    let problem = Diagnostic::error("no-such-file", format!("cannot read {game}: {}", unread(&error)));
                    report.push(problem.help("give the path of a game file that can be read"));
                    None
                }
            };
        }
        self.find(Shelf::Games, game, asked_at, report)
    }

    /// The game file: of a packed game the one that lies in no folder of it.
    fn file_of(&self, game: &str) -> PathBuf {
        let path = Path::new(game);
        let top = self.held.iter().map(|(held, _)| held).find(|held| is_pack(game) && held.parent() == Some(path));
        top.cloned().unwrap_or_else(|| path.to_owned())
    }

    /// A file that comes with the program, as it was when it was kept.
    fn bundled(&self, shelf: Shelf, file: &str) -> Option<String> {
        match self.closed {
            true => self.read(&Path::new(shelf.folder()).join(file)).ok(),
            false => shelf.bundled().text(file).map(str::to_owned),
        }
    }

    fn read_before(&self, path: &Path) -> Option<FileId> {
        let name = path.display().to_string();
        self.files.ids().find(|file| self.files.name(*file) == name)
    }

    /// Whether a game that is asked for can only be one that was read already.
    pub(crate) fn comes_round(&self, id: &str) -> bool {
        let file = format!("{}.toml", id.strip_suffix(".toml").unwrap_or(id));
        let Some(folder) = self.beside.as_ref().filter(|_| !id.contains(['/', '\\'])) else { return false };
        let (near, shelf) = (folder.join(&file), folder.join("games").join(&file));
        let next = folder.join("..").join("games").join(&file);
        let paths = [near, shelf, next];
        let unread = |path: &PathBuf| self.read_before(path).is_none() && self.read_named(path).is_ok();
        paths.iter().any(|path| self.read_before(path).is_some())
            && !paths.iter().any(unread)
            && self.bundled(Shelf::Games, &file).is_none()
    }

    /// Finds a file by id: beside the game file, in the usual folder next to it, or among the bundled ones.
    pub fn find(&mut self, shelf: Shelf, id: &str, asked_at: Origin, report: &mut Report) -> Option<FileId> {
        let id = id.strip_suffix(&format!(".{}", shelf.ending())).unwrap_or(id);
        let file = format!("{id}.{}", shelf.ending());
        let plain = !id.contains(['/', '\\', ':']) && !id.starts_with('.');
        if let (Some(folder), true) = (&self.beside, plain) {
            let near =
                [folder.join(&file), folder.join(shelf.folder()).join(&file), folder.join("..").join(shelf.folder()).join(&file)];
            // Beside a packed game there is nothing of it.
            let near = near.into_iter().take(if folder.to_str().is_some_and(is_pack) { 2 } else { 3 });
            // A game beside may be called like a part: parts are looked for in their folder alone.
            for path in near.skip(usize::from(shelf == Shelf::Parts)) {
                if let Some(read) = self.read_before(&path) {
                    // A part or a module may be used twice; a file that extends what it is called itself means the bundled one.
                    if matches!(shelf, Shelf::Parts | Shelf::Scripts) {
                        return Some(read);
                    }
                    continue;
                }
                match self.read_named(&path) {
                    Ok(text) => return Some(self.files.add(path.display().to_string(), text)),
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                    Err(error) => {
                        let message = format!("cannot read {}: {}", path.display(), unread(&error));
                        report.push(
                            Diagnostic::error("no-such-file", message)
                                .at(asked_at, "asked for here")
                                .help("make it a file that can be read"),
                        );
                        return None;
                    }
                }
            }
        }
        let name = format!("{}/{file}", shelf.folder());
        if let Some(text) = self.bundled(shelf, &file) {
            if let Some(read) = self.read_before(Path::new(&name)).filter(|_| shelf == Shelf::Scripts) {
                return Some(read);
            }
            return Some(self.files.add(name, text));
        }
        let ids = shelf.ids();
        let bundled = if ids.is_empty() { String::new() } else { format!("bundled: {}; or ", ids.join(", ")) };
        let help = match did_you_mean(id, ids.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if asked_at.is_none() => format!("{bundled}give the path of a file, such as ./{file}"),
            None if shelf == Shelf::Parts => format!("{bundled}put {file} into a folder `parts` beside the game file"),
            None => format!("{bundled}put {file} beside the game file"),
        };
        let mut problem = Diagnostic::error("no-such-file", format!("there is no {} `{id}`", shelf.thing())).help(help);
        if !asked_at.is_none() {
            problem = problem.at(asked_at, "asked for here");
        }
        report.push(problem);
        None
    }
}

/// Whether a GAME argument means a file rather than a bundled id.
pub fn looks_like_path(game: &str) -> bool {
    game.ends_with(".toml") || is_pack(game) || game.contains(['/', '\\'])
}

/// The path of a game that a scenario or a save names, as it would be loaded: a file in the folder `within`, or nothing. What is outside is
/// not even looked for, so that nobody learns from the answer what there is.
pub fn named_by_file(game: &str, file: &Path, within: &Path) -> Option<PathBuf> {
    let path = disk::folder_of(file).join(game);
    let ends = path.extension().is_some_and(|ending| ending == "toml" || ending == ENDING.trim_start_matches('.'));
    let stays = ends && disk::is_named_inside(within, &path) && disk::is_inside(within, &path).unwrap_or(true);
    let shown = file.parent().map_or_else(|| PathBuf::from(game), |folder| folder.join(game));
    stays.then_some(shown)
}
