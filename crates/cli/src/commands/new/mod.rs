//! `railwright new`: a folder with a game, a map, a script and a scenario that pass at once.

mod board;

use crate::failure::Failure;
use crate::{game, screen, style};
use railwright_rules::compile::{game_id, load_from};
use railwright_rules::layers::Layers;
use railwright_rules::library::{Library, Shelf, looks_like_path};
use railwright_rules::{Setting, load, sense};
use railwright_scenario::{Summary, run as run_scenarios};
use railwright_source::{Files, Node, Report};
use std::path::{Path, PathBuf};

/// Make a folder with a new game that works at once: game, map, script, scenario
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright new my-island                              a small game of its own
  railwright new my-ride --from ticket-to-ride          a variant of a bundled game, with
                                                        a copy of its map to change
  railwright new my-board --map-only                    a new board for a bundled game
  railwright new my-north --map-only --from northern-lights

Then: railwright check, map, test, sim, play. docs/tutorial.md explains the files.")]
pub struct Args {
    /// What the game, its folder and its files are called: small letters, digits, hyphens
    #[arg(value_name = "NAME")]
    name: String,
    /// The game it is a variant of: a bundled id, or the path of a .toml file
    #[arg(long, value_name = "GAME")]
    from: Option<String>,
    /// Only a new board, with a sketch of places, lines and tickets [default game: the one most others extend]
    #[arg(long)]
    map_only: bool,
}

/// The bundled game that most others extend: a new board is for that one unless another is named.
fn base_game() -> Option<String> {
    let parent = |id: &String| {
        let (mut library, mut report) = (Library::for_game(id), Report::new());
        let layers = Layers::read(&mut library, id, &mut report)?;
        railwright_source::parse(&library.files, layers.game(), &mut report).at("extends")?.as_text().map(str::to_owned)
    };
    let ids = Shelf::Games.ids();
    let parents: Vec<String> = ids.iter().filter_map(parent).collect();
    let count = |id: &String| parents.iter().filter(|parent| *parent == id).count();
    ids.iter().rev().max_by_key(|id| count(id)).cloned()
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
        (from, true) => new_board(name, &from.clone().or_else(base_game).unwrap_or_default())?,
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
    if let (Some(from), true, true) = (&args.from, args.map_only, files.iter().any(|(_, text)| text.starts_with(COPIED))) {
        text += &format!("{from} speaks of places of its own board: the new one begins as a copy of it, not as a sketch\n\n");
    }
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

type File = (String, String);

/// A small game of its own.
fn own(name: &str) -> Vec<File> {
    let title = title(name);
    let rename = |text: &str| {
        let text = text.replace("# Skerry, step 5 of docs/tutorial.md.\n", "").replace("skerry", name).replace("Skerry", &title);
        text.replace("The island of ", "The board of ")
    };
    railwright_games::BEGINNING.iter().map(|(file, text)| (file.replace("NAME", name), rename(text))).collect()
}

/// A variant of another game, with a copy of its map and a script of its own.
fn variant(name: &str, from: &str) -> Result<Vec<File>, Failure> {
    let parent = Parent::read(from)?;
    let mut scripts: Vec<String> = parent.scripts.clone();
    scripts.push(name.to_owned());
    let game = format!(
        "# {title}: a variant of {of}. What is not said here is as there.\n\
         extends = \"{extends}\"\nname = \"{title}\"\nsummary = \"A variant of {of}.\"\nmap = \"{name}-map\"\nscripts = {scripts:?}\n\n\
         # Change a number:    counters.trains.start = 40\n\
         # Take something out: remove = [\"score.longest\"]\n\
         # By players:         [overlays.many] with when = \"players >= 4\" and any part of the game below it\n\n\
         [score.explorer]\nname = \"Explorer\"\nadd = \"script({name})\"\n",
        title = title(name),
        of = parent.name,
        extends = game_id(from),
    );
    let script = "// A point for every three cities that a player has reached. Change it, or take it out with its score line.\n\n\
         fn tally(table, party) {\n    let reached = 0;\n    for place in table.places() {\n        if table.junction(place) { continue; }\n        \
         for lane in table.lanes_at(place) {\n            if table.owner(lane) == party {\n                reached += 1;\n                \
         break;\n            }\n        }\n    }\n    reached / 3\n}\n";
    let mut files = vec![
        (format!("{name}.toml"), game),
        (format!("{name}-map.toml"), parent.map_text.clone()),
        (format!("{name}.rhai"), script.to_owned()),
        ("scenarios/whole-game.toml".to_owned(), whole_game(name, parent.players)),
    ];
    files.extend(parent.copies);
    Ok(files)
}

/// How the file of a board begins that is a copy of another.
const COPIED: &str = "# A copy of the board of";

/// A game on a new board: a sketch, or a copy of its own board when its rules speak of places that only that has.
fn new_board(name: &str, from: &str) -> Result<Vec<File>, Failure> {
    let parent = Parent::read(from)?;
    let game = format!(
        "# {title}: {of} on a board of our own.\nextends = \"{extends}\"\nname = \"{title}\"\n\
         summary = \"{of} on another board.\"\nmap = \"{name}-map\"\n",
        title = title(name),
        of = parent.name,
        extends = game_id(from),
    );
    let on = |board: String| {
        let mut files = vec![
            (format!("{name}.toml"), game.clone()),
            (format!("{name}-map.toml"), board),
            ("scenarios/whole-game.toml".to_owned(), whole_game(name, parent.players)),
        ];
        files.extend(parent.copies.iter().cloned());
        files
    };
    let sketched = on(board::sketch(&title(name), &parent.tree, &parent.map));
    if fits(name, &sketched) {
        return Ok(sketched);
    }
    Ok(on(format!("{COPIED} {}: change what you like.\n{}", parent.name, parent.map_text)))
}

/// Whether a game that is not written yet loads for every number of players.
fn fits(name: &str, files: &[File]) -> bool {
    let held = files.iter().map(|(file, text)| (Path::new(name).join(file), text.clone())).collect::<Vec<_>>();
    let game = format!("{name}/{name}.toml");
    let loads = |players: u8| {
        let library = Library::for_game(&game).holding(held.clone());
        load_from(library, &game, &Setting { players, options: Vec::new() }, game::SCRIPTING, &|_, _| {})
    };
    let Some(rules) = loads(0).rules else { return false };
    let (least, most) = rules.head.players;
    (least..=most).all(|players| {
        let loaded = loads(players);
        loaded.rules.is_some() && sense::check(&loaded, game::SCRIPTING).is_empty()
    })
}

/// A scenario that holds for any game: it comes to an end, and all invariants hold on the way.
fn whole_game(name: &str, players: u8) -> String {
    format!(
        "text = \"Whatever is played, the game comes to an end.\"\ngame = \"../{name}.toml\"\nplayers = {players}\n\n\
         [play]\nmoves = \"\"\"\nexpect not over\nfinish\nexpect over\n\"\"\"\n"
    )
}

/// The game that is changed.
struct Parent {
    name: String,
    players: u8,
    scripts: Vec<String>,
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
            scripts: rules.scripts.iter().map(|script| script.id.clone()).collect(),
            map: railwright_source::parse(&library.files, file, &mut report),
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
    run_scenarios(&[folder.join("scenarios")], game::SCRIPTING, true)
}
