//! GAME on the command line: a bundled id or a path; what is not there is the command line's fault, what is broken the game's.

use crate::failure::Failure;
use crate::{number, screen, style};
use clap::Args;
use railwright::rules::library::looks_like_path;
use railwright::rules::module::told;
use railwright::rules::pack::is_pack;
use railwright::rules::rules::ScriptSource;
use railwright::rules::script::Scripting;
use railwright::rules::{Loaded, Rules};
use railwright::script::Rhai;
use railwright::source::{Diagnostic, Node, Severity, did_you_mean};
use railwright::{Game, bundled_games};
use std::path::Path;
use std::sync::Arc;

/// Who understands the rule scripts of games, for what the facade does not reach.
pub const SCRIPTING: &(dyn Scripting + Sync) = &Rhai;

/// A game and for whom it is put together.
#[derive(Args, Clone, Debug)]
pub struct Wanted {
    /// A bundled game's id, or the path of a .toml file
    #[arg(value_name = "GAME")]
    pub game: String,
    /// How many play [default: the fewest the game allows]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub players: Option<u8>,
    /// Switch an option of the game on, or off with `no-` before its name; may be repeated
    #[arg(long, short, value_name = "NAME")]
    pub option: Vec<String>,
}

impl Wanted {
    /// Loads it; a wrong number of players or an unknown option is the command line's fault.
    pub fn load(&self) -> Result<Loaded, Failure> {
        find(&self.game)?;
        let loaded = Game::builder(&self.game).players(self.players.unwrap_or(0)).options(self.option.clone()).read();
        let wrong = loaded.report.iter().find(|problem| is_asked_wrongly(problem));
        if let Some(problem) = wrong {
            return Err(Failure::usage(problem.message.clone(), problem.help.clone().unwrap_or_default()));
        }
        Ok(loaded)
    }

    /// Loads it to be played: what is wrong with it is shown.
    pub fn rules(&self) -> Result<Rules, Failure> {
        let Loaded { files, report, rules, .. } = self.load()?;
        let warnings = report.iter().filter(|problem| problem.severity == Severity::Warning).count();
        match rules {
            Some(rules) => {
                if warnings > 0 {
                    let warnings = number::count(warnings as u64, "warning");
                    let hint = format!("railwright check {} shows {warnings}", self.game);
                    screen::tell(&format!("{} {hint}\n", style::paint(style::WARN, "note:")));
                }
                Ok(rules)
            }
            None => {
                screen::tell(&report.render(&files, true));
                Err(Failure::Said)
            }
        }
    }
}

/// Whether an error is about what was asked and not about what is written.
fn is_asked_wrongly(problem: &Diagnostic) -> bool {
    problem.labels.is_empty() && matches!(problem.code, "wrong-players" | "unknown-option")
}

/// A game as a save file names it: a file by its whole path, so that it is found from any folder.
pub fn whole_name(game: &str) -> String {
    let absolute = std::path::absolute(game).ok().and_then(|path| path.to_str().map(str::to_owned));
    absolute.filter(|_| looks_like_path(game)).unwrap_or_else(|| game.to_owned())
}

/// Makes sure that there is such a game.
pub fn find(game: &str) -> Result<(), Failure> {
    let path = Path::new(game);
    if looks_like_path(game) {
        return if path.is_dir() {
            Err(Failure::usage(format!("{game} is a folder"), "give the path of a game file, or the id of a bundled game"))
        } else if !path.exists() {
            Err(Failure::usage(format!("cannot read {game}: there is no such file"), bundled(game)))
        } else if file_has(path, &["play"], &["flow", "extends"]) {
            Err(Failure::usage(format!("{game} is a scenario, not a game"), format!("railwright test {game} plays it")))
        } else if is_map(path) {
            Err(Failure::usage(format!("{game} is a map, not a game"), "give a game that is played on it"))
        } else {
            Ok(())
        };
    }
    if bundled_games().iter().any(|id| id == game) {
        return Ok(());
    }
    let file = format!("{game}.toml");
    let help = if Path::new(&file).is_file() {
        format!("for the file in this folder write {file}")
    } else if path.is_file() {
        "a game is a .toml file that names its map and its scripts".to_owned()
    } else {
        bundled(game)
    };
    Err(Failure::usage(format!("there is no game `{game}`"), help))
}

/// Whether a file is a map and no game.
pub fn is_map(path: &Path) -> bool {
    file_has(path, &["places"], &["players", "flow", "map", "extends"])
}

/// What there is instead.
fn bundled(game: &str) -> String {
    let ids = bundled_games();
    let id = railwright::rules::compile::game_id(game);
    match did_you_mean(&id, ids.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`? `railwright games` lists the bundled games"),
        None => format!("bundled games: {}; or give the path of a .toml file", ids.join(", ")),
    }
}

/// Whether a file has one of some keys and none of others: most likely somebody took the wrong file.
pub fn file_has(path: &Path, some: &[&str], none: &[&str]) -> bool {
    // A packed game has the texts of many files.
    if path.to_str().is_some_and(is_pack) {
        return false;
    }
    let Ok(text) = railwright::source::disk::read_text(path) else { return false };
    let mut files = railwright::source::Files::new();
    let file = files.add("", text);
    let tree = railwright::source::parse(&files, file, &mut railwright::source::Report::new());
    let has = |key: &&str| tree.at(key).is_some();
    some.iter().any(has) && !none.iter().any(has)
}

/// A game put together for each number of players it allows, and its scripts.
pub struct Merged {
    /// The number of players, and the merged tree.
    pub games: Vec<(u8, Node)>,
    /// The rule scripts.
    pub scripts: Vec<ScriptSource>,
    /// The rules for the fewest players.
    pub rules: Arc<Rules>,
}

/// Loads a game for every number of players; what is wrong with it is shown.
pub fn for_all_players(game: &str, options: &[String]) -> Result<Merged, Failure> {
    let load = |players: Option<u8>| Wanted { game: game.to_owned(), players, option: options.to_vec() }.load();
    let first = load(None)?;
    let Some(rules) = &first.rules else {
        screen::tell(&first.report.render(&first.files, true));
        return Err(Failure::Said);
    };
    let (least, most) = rules.head.players;
    let scripts = rules.scripts.clone();
    // What modules add is told in their own words, for each number of players as it is then.
    let words = |loaded: &Loaded| told(&loaded.tree, loaded.rules.as_ref().map_or(&[], |rules| &rules.scripts));
    let mut games = vec![(least, words(&first))];
    for players in least + 1..=most {
        let loaded = load(Some(players))?;
        // What is no game cannot be told as one.
        if loaded.rules.is_none() {
            screen::tell(&loaded.report.render(&loaded.files, true));
            return Err(Failure::Said);
        }
        games.push((players, words(&loaded)));
    }
    let Some(rules) = first.rules else { return Err(Failure::Said) };
    Ok(Merged { games, scripts, rules: Arc::new(rules) })
}
