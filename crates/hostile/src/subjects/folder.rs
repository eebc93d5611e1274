//! Folders of files that somebody sent: links that lead out of them, pipes, devices, folders under the names of files, files of any size,
//! and names of things elsewhere. All of it is on the disk.

use super::{Subject, once};
use crate::Choices;
use crate::good::{self, Good};
use crate::ground::{Ground, LINKS, is_silent};
use railwright_rules::compile::load_from;
use railwright_rules::library::Library;
use railwright_rules::{Setting, sense};
use railwright_scenario::{Games, Scenario, files_in};
use railwright_script::Rhai;
use railwright_session::Session;
use railwright_session::save::Save;
use serde_json::json;
use std::fs;
use std::path::Path;

/// What begins a part of an input: `== file NAME` and its text, `== link NAME WORD`, `== pipe NAME`, `== folder NAME`, `== large NAME BYTES`,
/// and what is read in the end: `== game NAME`, `== save NAME`, and whatever scenarios there are.
const PART: &str = "== ";
/// No more parts than this are read.
const PARTS: usize = 24;

/// A folder, and which of its files are read.
pub const FOLDER: Subject = Subject {
    name: "folder",
    what: "a folder with links, pipes and files of any size, whose game, save and scenario are read",
    attempt: |input| Ground::with(|ground| attempt(ground, &String::from_utf8_lossy(input))),
    structured: |choices| choices.pick(good::games()).map(|game| chosen(game, choices).into_bytes()).unwrap_or_default(),
    good: || once!(good::games().iter().map(|game| written(&entries(game)).into_bytes()).collect()),
    share: 1,
};

fn attempt(ground: &Ground, text: &str) {
    let (text, begins) = (format!("\n{text}"), format!("\n{PART}"));
    let parts = || text.split(&begins).skip(1).take(PARTS).map(|part| part.split_once('\n').unwrap_or((part, "")));
    for (line, content) in parts() {
        let mut words = line.split(' ');
        let (kind, name, more) = (words.next().unwrap_or(""), words.next().unwrap_or(""), words.next().unwrap_or(""));
        let Some(path) = ground.inside(name) else { continue };
        // What cannot be made is not there.
        match kind {
            "file" => drop(ground.write(&path, content.as_bytes())),
            "link" => ground.link(&path, more),
            "pipe" => ground.pipe(&path),
            "folder" => drop(fs::create_dir(path)),
            "large" => drop(ground.create(&path).and_then(|file| file.set_len(more.parse().unwrap_or(0)))),
            _ => {}
        }
    }
    for (line, _) in parts() {
        let (kind, name) = line.split_once(' ').unwrap_or((line, ""));
        // What whoever reads a file names is theirs to name, wherever it leads.
        let is_named = |path: &std::path::PathBuf| fs::symlink_metadata(path).is_ok_and(|about| !about.is_symlink());
        let Some(path) = ground.inside(name).filter(is_named) else { continue };
        match kind {
            "game" => is_silent(&game(&path)),
            "save" => is_silent(&save(&path)),
            _ => {}
        }
    }
    scenarios(&ground.here());
}

/// All scenarios of the folder, as somebody tries them who was sent it.
fn scenarios(here: &Path) {
    match files_in(here) {
        Ok(files) => files
            .iter()
            .filter(|file| file.components().any(|part| part.as_os_str() == "scenarios"))
            .for_each(|file| is_silent(&scenario(file))),
        Err(error) => is_silent(&error.to_string()),
    }
}

fn game(path: &Path) -> String {
    let name = path.display().to_string();
    let setting = Setting { players: 0, options: Vec::new() };
    let loaded = load_from(Library::for_game(&name), &name, &setting, &Rhai, &|_, _| {});
    let mut said = loaded.report.render(&loaded.files, false) + loaded.report.to_json(&loaded.files).to_string().as_str();
    let mut report = railwright_source::Report::new();
    sense::check(&loaded, &Rhai).into_iter().for_each(|problem| report.push(problem));
    said.push_str(&report.render(&loaded.files, false));
    said
}

fn save(path: &Path) -> String {
    let opened = Save::read(path).map_err(|error| error.to_string());
    let played = opened.map(|save| Session::play_back(&save, path, None, None, &Rhai).map_err(|error| error.to_string()));
    // Going on with it is another way, which locks the file.
    let resumed = Session::resume(path, None, &Rhai).map_err(|error| error.to_string());
    let wrong = [played.and_then(|played| played).err(), resumed.err()];
    wrong.into_iter().flatten().collect()
}

fn scenario(path: &Path) -> String {
    match Scenario::load(path) {
        Ok(scenario) => scenario.run(&mut Games::new(&Rhai)).problems.map_or_else(String::new, |problems| problems.render(false)),
        Err(problems) => problems.render(false),
    }
}

/// The parts of an input: the line that begins each, and its text.
type Entries = Vec<(String, String)>;

fn written(entries: &Entries) -> String {
    entries.iter().map(|(line, text)| format!("{PART}{line}\n{text}\n")).collect()
}

/// A game with its save and a scenario, and all three are read.
fn entries(game: &Good) -> Entries {
    let name = &game.files[0].0;
    let mut entries: Entries = game.files.iter().map(|(name, text)| (format!("file {name}"), text.clone())).collect();
    entries.push(("file game.save".to_owned(), save_naming(&game.save, name)));
    entries.push(("file scenarios/one.toml".to_owned(), scenario_naming(&format!("../{name}"))));
    for read in [format!("game {name}"), "save game.save".to_owned()] {
        entries.push((read, String::new()));
    }
    entries
}

fn save_naming(save: &str, game: &str) -> String {
    let (first, rest) = save.split_once('\n').unwrap_or((save, ""));
    let mut header: serde_json::Value = serde_json::from_str(first).unwrap_or_default();
    header["game"] = json!(game);
    format!("{header}\n{rest}")
}

fn scenario_naming(game: &str) -> String {
    format!("text = \"one\"\ngame = {}\nplayers = 2\n[play]\nmoves = \"\"\n", json!(game))
}

/// Names that lead elsewhere, or nowhere.
const NAMES: [&str; 20] = [
    "../../there/secret.toml",
    "../../there/secret",
    "../there/secret.toml",
    "../../../there/secret.toml",
    "a/../../../there/secret.toml",
    "../../there/pipe.toml",
    "../../there/large.toml",
    "/etc/passwd",
    "/dev/zero",
    "/dev/stdin",
    "/proc/self/mem",
    "..",
    ".",
    "",
    "linked",
    "linked.toml",
    "~/secret.toml",
    "C:\\secret.toml",
    "file:///etc/passwd",
    "\0",
];

/// Up to four things of a good folder made hostile.
fn chosen(game: &Good, choices: &mut Choices) -> String {
    let mut all = entries(game);
    for _ in 0..=choices.below(4) {
        let name = choices.pick(&NAMES).copied().unwrap_or_default();
        let files: Vec<usize> = (0..all.len()).filter(|at| all[*at].0.starts_with("file ")).collect();
        let Some(&at) = choices.pick(&files) else { break };
        let replaced = all[at].0.split(' ').nth(1).unwrap_or_default().to_owned();
        match choices.below(6) {
            0 | 1 => all[at] = (odd(&replaced, choices), String::new()),
            2 => {
                all.insert(0, (odd("linked.toml", choices), String::new()));
                all[1].1 = format!("extends = \"linked\"\n{}", all[1].1);
            }
            3 => all[0].1 = naming(&all[0].1, name, choices),
            4 => {
                all.iter_mut().filter(|(line, _)| line == "file game.save").for_each(|(_, text)| *text = save_naming(text, name))
            }
            _ => {
                let named = scenario_naming(name);
                all.iter_mut().filter(|(line, _)| line.starts_with("file scenarios")).for_each(|(_, text)| *text = named.clone());
            }
        }
    }
    written(&all)
}

/// Something else under the name of a file.
fn odd(name: &str, choices: &mut Choices) -> String {
    const SIZES: [&str; 6] = ["0", "1048576", "1048577", "33554433", "2147483648", "1099511627776"];
    match choices.below(8) {
        0 => format!("pipe {name}"),
        1 => format!("folder {name}"),
        2 => format!("large {name} {}", choices.pick(&SIZES).copied().unwrap_or_default()),
        _ => format!("link {name} {}", choices.pick(&LINKS).copied().unwrap_or_default()),
    }
}

/// A game file that asks for another map, parent or script.
fn naming(text: &str, name: &str, choices: &mut Choices) -> String {
    let key = choices.pick(&["map", "extends", "scripts", "use"]).copied().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with(&format!("{key} = ")));
    let value = if matches!(key, "map" | "extends") { json!(name) } else { json!([name]) };
    format!("{key} = {value}\n{}", lines.collect::<Vec<_>>().join("\n"))
}
