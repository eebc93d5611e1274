//! `railwright new`: a folder with a game, a map, a script and a scenario that pass at once.

mod board;
mod cards;
mod examples;
mod layout;

use crate::failure::Failure;
use crate::{game, screen, style};
use board::Sketch;
use railwright::rules::compile::{game_id, load_from};
use railwright::rules::layers::Layers;
use railwright::rules::library::{Library, looks_like_path};
use railwright::rules::{Setting, load, sense};
use railwright::run_scenarios;
use railwright::scenario::Summary;
use railwright::source::{Files, Node, Report};
use std::path::{Path, PathBuf};

/// Make a folder with a new game that works at once: game, map, script, scenario
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright new my-island                              a small game of its own
  railwright new my-ride --from ticket-to-ride          a variant of a bundled game, with
                                                        a copy of its map to change
  railwright new my-board --map-only                    a bundled game on a new board: a
                                                        sketch of a few places to change
  railwright new my-north --map-only --from northern-lights

Then: railwright check, map, test, sim, play. docs/tutorial.md explains the files.")]
pub struct Args {
    /// What the game, its folder and its files are called: small letters, digits, hyphens
    #[arg(value_name = "NAME")]
    name: String,
    /// The game it is a variant of: a bundled id, or the path of a .toml file
    #[arg(long, value_name = "GAME")]
    from: Option<String>,
    /// Only a new board: a sketch of places, lines and tickets on which the game plays [default game: of those that others extend,
    /// the one that needs the smallest]
    #[arg(long)]
    map_only: bool,
}

/// The bundled games that most others extend.
fn base_games() -> Vec<String> {
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

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let name = &args.name;
    let fits = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !fits {
        return Err(Failure::usage(
            format!("`{name}` cannot be the name of a game"),
            "small letters, digits and hyphens: my-island",
        ));
    }
    let folder = PathBuf::from(name);
    if folder.exists() {
        return Err(Failure::usage(format!("{name} is there already"), "take another name, or go to another folder"));
    }
    let files = match (&args.from, args.map_only) {
        (None, false) => own(name),
        (Some(from), false) => variant(name, from)?,
        (Some(from), true) => new_board(name, from)?,
        (None, true) => {
            let boards = base_games().iter().map(|from| new_board(name, from)).collect::<Result<Vec<_>, _>>()?;
            boards.into_iter().min_by_key(|files| files.iter().map(|(_, text)| text.len()).sum::<usize>()).unwrap_or_default()
        }
    };
    write(&folder, &files)?;
    let passed = accept(&folder);
    if !passed.is_ok() {
        screen::tell(&passed.render(true));
        return Err(Failure::Broken {
            message: format!("{name} was made, but does not pass yet"),
            help: "mend the game it is made from first: railwright check".to_owned(),
        });
    }
    let game = format!("{name}/{name}.toml");
    let mut text = String::new();
    for (file, _) in &files {
        text += &format!("wrote {}\n", folder.join(file).display());
    }
    text += "\n";
    for (command, what) in [
        (format!("railwright check {game}"), "what is wrong with it: nothing yet"),
        (format!("railwright map {game}"), "its board as a picture"),
        (format!("railwright test {name}/scenarios"), "its scenarios"),
        (format!("railwright play {game}"), "play it"),
    ] {
        text += &format!("{}  {what}\n", style::paint(style::HINT, &format!("{command:<52}")));
    }
    screen::show(&text)
}

/// The script that a variant begins with.
const EXPLORER: &str = include_str!("explorer.rhai");

type File = (String, String);

/// A small game of its own.
fn own(name: &str) -> Vec<File> {
    let title = title(name);
    let rename = |text: &str| text.replace("skerry", name).replace("Skerry", &title).replace("The island of ", "The board of ");
    railwright::games::BEGINNING.iter().map(|(file, text)| (file.replace("NAME", name), rename(text))).collect()
}

/// A variant of another game, with a copy of its map and a script of its own.
fn variant(name: &str, from: &str) -> Result<Vec<File>, Failure> {
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
fn new_board(name: &str, from: &str) -> Result<Vec<File>, Failure> {
    let parent = Parent::read(from)?;
    let title = title(name);
    let on = |sketch: &Sketch| {
        let game = format!(
            "# {title}: {of} on a board of our own. What is not said here is as there.\n\
             format = 1\nextends = \"{extends}\"\nname = \"{title}\"\nsummary = {summary}\nmap = \"{name}-map\"\n{companies}{pieces}",
            of = parent.name,
            summary = board::text(&format!("{} on another board.", parent.name)),
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
    best.map(|(_, files)| files).ok_or_else(|| {
        Failure::usage(
            format!("{from} cannot be played on a sketch of another board: {}", reason.unwrap_or_default()),
            format!("railwright new {name} --from {from} begins with a copy of its board, to be changed piece by piece"),
        )
    })
}

/// How many warnings a game gets that is not written yet, whatever the number of players; or its first error.
fn warnings(name: &str, files: &[File]) -> Result<usize, String> {
    let held = files.iter().map(|(file, text)| (Path::new(name).join(file), text.clone())).collect::<Vec<_>>();
    let game = format!("{name}/{name}.toml");
    let loads = |players: u8| {
        let library = Library::for_game(&game).holding(held.clone());
        let loaded = load_from(library, &game, &Setting { players, options: Vec::new() }, game::SCRIPTING, &|_, _| {});
        let error =
            loaded.report.errors().next().map(|error| format!("{} ({})", error.message, loaded.files.locate(error.origin())));
        error.map_or(Ok(loaded), Err)
    };
    let players = loads(0)?.rules.map_or((1, 0), |rules| rules.head.players);
    let mut found = 0;
    for players in players.0..=players.1 {
        let loaded = loads(players)?;
        found += loaded.report.len() + sense::check(&loaded, game::SCRIPTING).len();
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
    fn read(from: &str) -> Result<Self, Failure> {
        game::find(from)?;
        let loaded = load(from, &Setting::default(), game::SCRIPTING);
        let broken = |files: &_, report: &Report| {
            screen::tell(&report.render(files, true));
            Failure::Said
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

fn write(folder: &Path, files: &[File]) -> Result<(), Failure> {
    for (name, text) in files {
        let path = folder.join(name);
        let written = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&path, text));
        written.map_err(|error| Failure::Broken {
            message: format!("cannot write {}: {error}", path.display()),
            help: "go to a folder of your own".to_owned(),
        })?;
    }
    Ok(())
}

/// Keeps the outcomes of the scenarios, so that they pass at once.
fn accept(folder: &Path) -> Summary {
    run_scenarios(&[folder.join("scenarios")], true)
}
