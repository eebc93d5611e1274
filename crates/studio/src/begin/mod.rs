//! New games: a variant of another, another on a sketch of a new board, on an empty one, or a small game of its own.

mod cards;
mod examples;
mod layout;
mod sketch;

use railwright::rules::compile::{game_id, load_from};
use railwright::rules::layers::Layers;
use railwright::rules::library::{Library, looks_like_path};
use railwright::rules::{Setting, load, sense};
use railwright::script::Rhai;
use railwright::source::{Files, Node, Report};
use sketch::Sketch;
use std::path::Path;

/// What a new game begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Beginning {
    /// A small game of its own.
    Own,
    /// A variant of a game, with a copy of its map.
    Variant(String),
    /// A game on a sketch of a new board; of those that others extend the one that needs the smallest, if none is named.
    Sketch(Option<String>),
    /// A game on a board on which nothing is yet.
    Empty(String),
}

/// Why a game cannot be begun so.
#[derive(Debug)]
pub enum BeginError {
    /// It was asked for wrongly.
    Wrong {
        /// What is wrong.
        message: String,
        /// What to do about it.
        help: String,
    },
    /// The game it is to be made from is broken.
    Broken {
        /// Its files.
        files: Box<Files>,
        /// What is wrong with them.
        report: Box<Report>,
    },
}

impl std::fmt::Display for BeginError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            BeginError::Wrong { message, help } => write!(f, "{message}; {help}"),
            BeginError::Broken { files, report } => f.write_str(&report.render(files, false)),
        }
    }
}

impl std::error::Error for BeginError {}

/// Whether a game can be called so: small letters, digits, hyphens.
#[must_use]
pub fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// The files of a new game.
pub fn files(name: &str, beginning: &Beginning) -> Result<Vec<File>, BeginError> {
    if !is_name(name) {
        let message = format!("`{name}` cannot be the name of a game");
        return Err(BeginError::Wrong { message, help: "small letters, digits and hyphens: my-island".to_owned() });
    }
    match beginning {
        Beginning::Own => Ok(own(name)),
        Beginning::Variant(from) => variant(name, from),
        Beginning::Sketch(Some(from)) => new_board(name, from),
        Beginning::Sketch(None) => {
            let boards = base_games().iter().map(|from| new_board(name, from)).collect::<Result<Vec<_>, _>>()?;
            Ok(boards.into_iter().min_by_key(|files| files.iter().map(|(_, text)| text.len()).sum::<usize>()).unwrap_or_default())
        }
        Beginning::Empty(from) => empty(name, from),
    }
}

/// The bundled games that most others extend.
#[must_use]
pub fn base_games() -> Vec<String> {
    let parent = |id: &String| {
        let (mut library, mut report) = (Library::for_game(id), Report::new());
        let layers = Layers::read(&mut library, id, &mut report)?;
        railwright::source::parse(&library.files, layers.game(), &mut report).at("extends")?.as_text().map(str::to_owned)
    };
    let ids = railwright::bundled_games();
    let parents: Vec<String> = ids.iter().filter_map(parent).collect();
    let count = |id: &String| parents.iter().filter(|parent| *parent == id).count();
    let most = ids.iter().map(count).max();
    ids.iter().filter(|id| Some(count(id)) == most).cloned().collect()
}

/// The script that a variant begins with.
const EXPLORER: &str = include_str!("explorer.rhai");

/// A file of a new game: its path in the folder of the game, and its text.
pub type File = (String, String);

/// A small game of its own.
fn own(name: &str) -> Vec<File> {
    let title = title(name);
    let rename = |text: &str| text.replace("skerry", name).replace("Skerry", &title).replace("The island of ", "The board of ");
    railwright::games::BEGINNING.iter().map(|(file, text)| (file.replace("NAME", name), rename(text))).collect()
}

/// A variant of another game, with a copy of its map and a script of its own.
fn variant(name: &str, from: &str) -> Result<Vec<File>, BeginError> {
    let parent = Parent::read(from)?;
    let game = format!(
        "# {title}: a variant of {of}. What is not said here is as there.\n\
         format = 1\nextends = \"{extends}\"\nname = \"{title}\"\nsummary = \"A variant of {of}.\"\nmap = \"{name}-map\"\nscripts.{name} = {{}}\n\n\
         # Change a number:    counters.trains.start = 40\n\
         # Take something out: remove = [\"score.longest\"]\n\
         # By players:         [overlays.many] with when = \"players >= 4\" and any part of the game below it\n\n\
         [score.explorer]\nname = \"Explorer\"\nadd = \"tally({name})\"\n",
        title = title(name),
        of = parent.name,
        extends = game_id(from),
    );
    let mut files = vec![
        (format!("{name}.toml"), game),
        (format!("{name}-map.toml"), parent.map_text.clone()),
        (format!("{name}.rhai"), EXPLORER.to_owned()),
        ("scenarios/whole-game.toml".to_owned(), whole_game(name, parent.players)),
    ];
    files.extend(parent.copies);
    Ok(files)
}

/// A game on a sketch of a new board: of those that its rules are content with, the smallest that shows all its own board has. A game that
/// names places of its own board cannot be played on another, and is told so.
fn new_board(name: &str, from: &str) -> Result<Vec<File>, BeginError> {
    let parent = Parent::read(from)?;
    let title = title(name);
    let on = |sketch: &Sketch| {
        let game = format!(
            "# {title}: {of} on a board of our own. What is not said here is as there.\n\
             format = 1\nextends = \"{extends}\"\nname = \"{title}\"\nsummary = {summary}\nmap = \"{name}-map\"\n{companies}{pieces}",
            of = parent.name,
            summary = sketch::text(&format!("{} on another board.", parent.name)),
            extends = game_id(from),
            companies = sketch.companies(&parent.tree),
            pieces = sketch.pieces(&parent.tree),
        );
        let mut files = vec![
            (format!("{name}.toml"), game),
            (format!("{name}-map.toml"), sketch.map_file(&title, &parent.name, &parent.tree)),
            ("scenarios/whole-game.toml".to_owned(), whole_game(name, parent.players)),
        ];
        files.extend(parent.copies.iter().cloned());
        files
    };
    let mut best: Option<((usize, bool), Vec<File>)> = None;
    let mut reason = None;
    for size in layout::SIZES {
        let sketch = Sketch::new(&parent.tree, &parent.map, size);
        let files = on(&sketch);
        match warnings(name, &files) {
            // With more places there may be further errors: the first is the one to tell.
            Err(error) => reason = reason.or(Some(error)),
            Ok(count) => {
                let worse = (count, !sketch.whole);
                if best.as_ref().is_none_or(|(other, _)| worse < *other) {
                    best = Some((worse, files));
                }
            }
        }
    }
    best.map(|(_, files)| files).ok_or_else(|| BeginError::Wrong {
        message: format!("{from} cannot be played on a sketch of another board: {}", reason.unwrap_or_default()),
        help: format!("railwright new {name} --from {from} begins with a copy of its board, to be changed piece by piece"),
    })
}

/// A game on a board on which nothing is yet: the words that the rules ask for are declared, and the tables of its cards wait for some.
fn empty(name: &str, from: &str) -> Result<Vec<File>, BeginError> {
    let parent = Parent::read(from)?;
    let title = title(name);
    let game = format!(
        "# {title}: {of} on a board of our own. What is not said here is as there.\n\
         format = 1\nextends = \"{extends}\"\nname = \"{title}\"\nsummary = {summary}\nmap = \"{name}-map\"\n",
        of = parent.name,
        summary = sketch::text(&format!("{} on another board.", parent.name)),
        extends = game_id(from),
    );
    let mut map =
        format!("# The board of {title}.\nformat = 1\nname = \"{title}\"\nprovenance = \"original\"\nsize = [1200, 800]\n");
    for of in ["place", "lane"] {
        for (i, entry) in examples::entries(&parent.map, &format!("attributes.{of}")).iter().enumerate() {
            map += &if i == 0 { format!("\n[attributes.{of}]\n") } else { String::new() };
            map += &format!("{} = {}\n", sketch::key(&entry.key), sketch::inline(&entry.node));
        }
    }
    map += "\n[places]\n\n[lines]\n";
    for set in examples::entries(&parent.map, "cards") {
        map += &format!("\n[cards.{}.kinds]\n", sketch::key(&set.key));
    }
    let mut files = vec![(format!("{name}.toml"), game), (format!("{name}-map.toml"), map)];
    files.extend(parent.copies);
    Ok(files)
}

/// How many warnings a game gets that is not written yet, whatever the number of players; or its first error.
fn warnings(name: &str, files: &[File]) -> Result<usize, String> {
    let held = files.iter().map(|(file, text)| (Path::new(name).join(file), text.clone())).collect::<Vec<_>>();
    let game = format!("{name}/{name}.toml");
    let loads = |players: u8| {
        let library = Library::for_game(&game).holding(held.clone());
        let loaded = load_from(library, &game, &Setting { players, options: Vec::new() }, &Rhai, &|_, _| {});
        let error =
            loaded.report.errors().next().map(|error| format!("{} ({})", error.message, loaded.files.locate(error.origin())));
        error.map_or(Ok(loaded), Err)
    };
    let players = loads(0)?.rules.map_or((1, 0), |rules| rules.head.players);
    let mut found = 0;
    for players in players.0..=players.1 {
        let loaded = loads(players)?;
        found += loaded.report.len() + sense::check(&loaded, &Rhai).len();
    }
    Ok(found)
}

/// A scenario that holds for any game: it comes to an end, and all invariants hold on the way.
fn whole_game(name: &str, players: u8) -> String {
    format!(
        "format = 1\ntext = \"Whatever is played, the game comes to an end.\"\ngame = \"../{name}.toml\"\nplayers = {players}\n\n\
         [play]\nmoves = \"\"\"\nexpect not over\nfinish\nexpect over\n\"\"\"\n"
    )
}

/// The game that is changed.
struct Parent {
    name: String,
    players: u8,
    tree: Node,
    map: Node,
    map_text: String,
    /// Game files and scripts that are not bundled: the new folder has its own copy of them.
    copies: Vec<File>,
}

impl Parent {
    fn read(from: &str) -> Result<Self, BeginError> {
        let loaded = load(from, &Setting::default(), &Rhai);
        let broken = |files: &Files, report: &Report| BeginError::Broken {
            files: Box::new(files.clone()),
            report: Box::new(report.clone()),
        };
        let Some(rules) = &loaded.rules else { return Err(broken(&loaded.files, &loaded.report)) };
        let (mut library, mut report) = (Library::for_game(from), Report::new());
        let map = Layers::read(&mut library, from, &mut report).and_then(|layers| layers.map());
        let Some(file) = map else { return Err(broken(&library.files, &report)) };
        Ok(Parent {
            name: rules.head.name.clone(),
            players: rules.head.players.0,
            map: railwright::source::parse(&library.files, file, &mut report),
            map_text: library.files.text(file).to_owned(),
            copies: copies(&loaded.files, library.files.name(file)),
            tree: loaded.tree,
        })
    }
}

/// The files of a game that lie on the disk, without its map.
fn copies(files: &Files, map: &str) -> Vec<File> {
    let own = files
        .ids()
        .filter(|id| files.name(*id) != map && looks_like_path(files.name(*id)) && Path::new(files.name(*id)).is_file());
    own.filter_map(|id| Some((Path::new(files.name(id)).file_name()?.to_str()?.to_owned(), files.text(id).to_owned()))).collect()
}

/// `my-island` as people read it.
fn title(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    name.split('-').map(word).collect::<Vec<_>>().join(" ")
}
