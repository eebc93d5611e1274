//! `railwright pack`: a game with all that it is made of as one file, and such a file as a folder again.

use crate::failure::Failure;
use crate::game::{SCRIPTING, Wanted};
use crate::{game, number, screen, whole_file};
use railwright::Game;
use railwright::rules::compile::{game_id, load_from};
use railwright::rules::library::{Library, Shelf, looks_like_path};
use railwright::rules::pack::{ENDING, NoPack, Pack, is_pack};
use railwright::rules::{Loaded, Setting};
use railwright::scenario::{files_in, outcome_path};
use railwright::source::Node;
use railwright::source::disk::read_text;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Put a game into one file, with its map, parents, parts, modules and scenarios; or take such a file apart
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright pack my-game.toml                 my-game.railpack in this folder
  railwright play my-game.railpack             whoever has that file can play it
  railwright pack --unpack my-game.railpack    a folder my-game, to be changed

A packed game goes wherever a game is asked for: check, sim, rules, map, play
and so on; `serve --games` and the studio take the folder of --unpack. Bundled
games, maps, parts and modules that it is made of are in it, so that it stays
the game it is with later versions. Scenarios are those in the folder
`scenarios` beside the game. The same game gives the same bytes.")]
pub struct Args {
    /// A bundled game's id, the path of a .toml file, or with --unpack that of a packed game
    #[arg(value_name = "GAME|FILE")]
    game: String,
    /// Where to: a file that ends in .railpack, or with --unpack a new folder [default: called like the game, in this folder]
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Make a folder of a packed game
    #[arg(long)]
    unpack: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    if args.unpack {
        return unpack(args);
    }
    game::find(&args.game)?;
    if is_pack(&args.game) {
        return Err(Failure::usage(format!("{} is packed already", args.game), "railwright pack --unpack takes it apart"));
    }
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{}{ENDING}", game_id(&args.game))));
    if !path.to_str().is_some_and(is_pack) {
        let help = format!("try -o {}", path.with_extension(ENDING.trim_start_matches('.')).display());
        return Err(Failure::usage(
            format!("{} does not end in {ENDING}: nobody would know it for a game", path.display()),
            help,
        ));
    }
    whole_file::foresee(&path)?;
    let pack = packed(&args.game)?;
    whole_file::write(&path, pack.to_text().as_bytes())?;
    let files = number::count(pack.texts().count() as u64, "file");
    screen::show(&format!("wrote {}: {files}\n", path.display()))
}

/// A game with everything that it is made of in any setting, which is the same game when it is read again.
fn packed(game: &str) -> Result<Pack, Failure> {
    let first = Wanted { game: game.to_owned(), players: None, option: Vec::new() }.load()?;
    let settings = settings(&first)?;
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut main = String::new();
    for setting in &settings {
        let loaded = Game::builder(game).players(setting.players).options(setting.options.clone()).read();
        for (at, id) in loaded.files.ids().enumerate() {
            let name = place(loaded.files.name(id), game, at == 0, &loaded)?;
            if at == 0 {
                main.clone_from(&name);
            }
            let text = loaded.files.text(id);
            if texts.insert(name.clone(), text.to_owned()).is_some_and(|known| known != text) {
                return Err(Failure::usage(
                    format!("two different files of {game} would be called {name}"),
                    "rename one of them",
                ));
            }
        }
    }
    scenarios(game, &mut texts)?;
    let pack = Pack::new(&main, texts.into_iter().collect()).map_err(|why| cannot(game, &why))?;
    for setting in &settings {
        let library = Library::kept(&format!("x{ENDING}"), kept(&pack));
        let again = load_from(library, &format!("x{ENDING}"), setting, SCRIPTING, &|_, _| {});
        let now = Game::builder(game).players(setting.players).options(setting.options.clone()).read();
        let resolved = |loaded: &Loaded| loaded.rules.as_ref().map(|rules| rules.resolved);
        if resolved(&again) != resolved(&now) {
            screen::tell(&again.report.render(&again.files, true));
            let help = "let its files lie in folders games, maps, parts and scripts, each with a name of its own";
            return Err(Failure::Broken { message: format!("packed, {game} would not be the same game"), help: help.to_owned() });
        }
    }
    Ok(pack)
}

/// The texts of a pack as a library has them.
fn kept(pack: &Pack) -> Vec<(String, String)> {
    let place = |name: &str| name.strip_prefix("bundled/").map_or_else(|| format!("x{ENDING}/{name}"), str::to_owned);
    pack.texts().map(|(name, text)| (place(name), text.to_owned())).collect()
}

/// Every number of players, and with each every option switched; what is wrong with the game is shown.
fn settings(first: &Loaded) -> Result<Vec<Setting>, Failure> {
    let Some(rules) = &first.rules else {
        screen::tell(&first.report.render(&first.files, true));
        return Err(Failure::Said);
    };
    let (least, most) = rules.head.players;
    let options = first.tree.at("options").and_then(Node::as_table).into_iter().flatten();
    let switched = options.map(|option| {
        let on = option.node.at("default").and_then(Node::as_bool).unwrap_or(false);
        vec![if on { format!("no-{}", option.key) } else { option.key.clone() }]
    });
    let ways: Vec<Vec<String>> = std::iter::once(Vec::new()).chain(switched).collect();
    let settings =
        (least..=most).flat_map(|players| ways.iter().map(move |options| Setting { players, options: options.clone() }));
    Ok(settings.collect())
}

/// What a file is called in a pack: by what it is, and whether it came with the program.
fn place(name: &str, game: &str, is_game: bool, loaded: &Loaded) -> Result<String, Failure> {
    let path = Path::new(name);
    let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
    if is_game {
        return Ok(file.to_owned());
    }
    let folder = Path::new(game).parent().unwrap_or(Path::new(""));
    let own = looks_like_path(game) && path.starts_with(folder) && path.is_file();
    let shelves = [("games", Shelf::Games), ("maps", Shelf::Maps), ("parts", Shelf::Parts), ("scripts", Shelf::Scripts)];
    let above = path.parent().and_then(Path::file_name).and_then(|above| above.to_str()).unwrap_or_default();
    if !own {
        return Ok(format!("bundled/{above}/{file}"));
    }
    if let Some((shelf, _)) = shelves.iter().find(|(shelf, _)| *shelf == above) {
        return Ok(format!("{shelf}/{file}"));
    }
    // Beside the game lies anything but parts: what it is, the ending and its keys say.
    let id = loaded.files.ids().find(|id| loaded.files.name(*id) == name);
    let is_map = || game::is_map(path) && id.is_some();
    Ok(match path.extension().and_then(|ending| ending.to_str()) {
        Some("rhai") => format!("scripts/{file}"),
        _ if is_map() => format!("maps/{file}"),
        _ => format!("games/{file}"),
    })
}

/// The scenarios beside a game, and what was kept of their outcomes.
fn scenarios(game: &str, texts: &mut BTreeMap<String, String>) -> Result<(), Failure> {
    let folder = Path::new(game).with_file_name("scenarios");
    if !looks_like_path(game) || !folder.is_dir() {
        return Ok(());
    }
    let broken = |path: &Path, error: &std::io::Error| Failure::Broken {
        message: format!("cannot read {}: {}", path.display(), railwright::source::disk::unread(error)),
        help: "make it a folder of files that can be read".to_owned(),
    };
    for path in files_in(&folder).map_err(|error| broken(&folder, &error))? {
        let kept = Some(outcome_path(&path)).filter(|kept| kept.is_file());
        for path in std::iter::once(path).chain(kept) {
            let within = path.strip_prefix(&folder).unwrap_or(&path);
            let parts: Vec<String> = within.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
            let text = read_text(&path).map_err(|error| broken(&path, &error))?;
            texts.insert(format!("scenarios/{}", parts.join("/")), text);
        }
    }
    Ok(())
}

fn cannot(game: &str, why: &NoPack) -> Failure {
    Failure::usage(format!("{game} cannot be packed: {why}"), "rename or shorten what is named, or leave it out")
}

/// Makes a folder of a packed game.
fn unpack(args: &Args) -> Result<(), Failure> {
    if !is_pack(&args.game) {
        return Err(Failure::usage(format!("{} is no packed game", args.game), format!("its name would end in {ENDING}")));
    }
    let folder = args.output.clone().unwrap_or_else(|| PathBuf::from(game_id(&args.game)));
    let pack = read(&args.game)?;
    let own = into_folder(&pack, &folder)?;
    let game = folder.join(pack.game());
    screen::show(&format!("wrote {}: {}\n", game.display(), number::count(own, "file")))
}

/// Reads a packed game.
pub fn read(path: &str) -> Result<Pack, Failure> {
    let help = "is it the whole file, as it was packed?";
    Pack::read(Path::new(path)).map_err(|why| Failure::usage(format!("cannot read {path}: {why}"), help))
}

/// Writes the files of a pack into a new folder; bundled files only where the program has others. Says how many were written.
pub fn into_folder(pack: &Pack, folder: &Path) -> Result<u64, Failure> {
    let make = |folder: &Path, all: bool| {
        let made = if all { std::fs::create_dir_all(folder) } else { std::fs::create_dir(folder) };
        made.map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => Failure::usage(
                format!("{} is there already", folder.display()),
                "nothing is overwritten: give a new folder with -o",
            ),
            _ => whole_file::broken(folder, &error),
        })
    };
    make(folder, false)?;
    let mut written = 0;
    for (name, text) in pack.texts() {
        let name = match name.strip_prefix("bundled/") {
            Some(bundled) if is_bundled(bundled, text) => continue,
            Some(bundled) => bundled,
            None => name,
        };
        let path = folder.join(name);
        if path.exists() {
            let message = format!("{} was packed with another version, whose {name} differs from its own", pack.game());
            return Err(Failure::usage(message, "unpack it with the version that packed it"));
        }
        make(path.parent().unwrap_or(folder), true)?;
        whole_file::write(&path, text.as_bytes())?;
        written += 1;
    }
    Ok(written)
}

/// Whether the program has a file with the same text.
fn is_bundled(name: &str, text: &str) -> bool {
    let shelves = [("games/", Shelf::Games), ("maps/", Shelf::Maps), ("parts/", Shelf::Parts), ("scripts/", Shelf::Scripts)];
    shelves.into_iter().any(|(folder, shelf)| {
        let id = name.strip_prefix(folder).and_then(|file| file.rsplit_once('.'));
        id.is_some_and(|(id, _)| shelf.text(id) == Some(text))
    })
}
