//! `railwright check`: everything that is wrong with a game, for every number of players and every option, once.

use crate::failure::Failure;
use crate::{game, number, screen, style};
use railwright_rules::library::{Shelf, looks_like_path};
use railwright_rules::{Loaded, Setting, load, sense};
use railwright_scenario::{Problems, Scenario, files_in};
use railwright_source::{Diagnostic, Files, Node, Report, Severity};
use serde_json::json;
use std::path::Path;

/// Check games: every problem at once, with its place and its remedy
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright check                    all bundled games
  railwright check my-game.toml       a game of your own; its map and scripts
                                      are found beside it
  railwright check --strict --json    for programs; warnings count as well

A game is loaded for every number of players it allows, and for each of these
with every option switched by itself. Beyond what is wrong, checks of sense look
for what is hardly meant: cities without a line, tickets nobody can make, things
nobody names. Each has a page (`railwright explain unused`) and can be allowed in
the game file, with the reason. The scenarios in a folder `scenarios` beside the
game are looked at, too.")]
pub struct Args {
    /// Bundled ids or paths of .toml files [default: all bundled games]
    #[arg(value_name = "GAME|FILE")]
    games: Vec<String>,
    /// Warnings fail the check as well
    #[arg(long)]
    strict: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A problem and in which settings it shows.
struct Finding {
    problem: Diagnostic,
    /// Places count within the files of the load that found it first.
    load: usize,
    settings: Vec<usize>,
}

/// What came of checking one game.
struct Outcome {
    game: String,
    settings: Vec<Setting>,
    files: Vec<Files>,
    findings: Vec<Finding>,
    omitted: usize,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let games = if args.games.is_empty() { Shelf::Games.ids() } else { args.games.clone() };
    let is_scenario = |name: &str| looks_like_path(name) && game::file_has(Path::new(name), &["play"], &["flow", "extends"]);
    let (maps, games): (Vec<String>, Vec<String>) = match games.len() {
        1 => (Vec::new(), games),
        _ => games.into_iter().partition(|name| looks_like_path(name) && game::is_map(Path::new(name))),
    };
    for map in &maps {
        screen::tell(&format!("{map} is a map: it is checked with the games that are played on it\n"));
    }
    games.iter().filter(|name| !is_scenario(name)).try_for_each(|name| game::find(name))?;
    let outcomes: Vec<Outcome> =
        games.iter().map(|name| if is_scenario(name) { Outcome::of_scenario(name) } else { Outcome::of(name) }).collect();
    if args.json {
        screen::show_json(&outcomes.iter().map(Outcome::to_json).collect())?;
    } else {
        let text: String = outcomes.iter().map(Outcome::render).collect();
        screen::show(&format!("{text}{}", summary(&outcomes)))?;
    }
    let fails = |outcome: &Outcome| outcome.count(Severity::Error) > 0 || (args.strict && !outcome.findings.is_empty());
    if outcomes.iter().any(fails) { Err(Failure::Said) } else { Ok(()) }
}

/// What is to be said about a game, and whether there is no error.
pub fn report(game: &str) -> (String, bool) {
    let outcome = Outcome::of(game);
    (outcome.render(), outcome.count(Severity::Error) == 0)
}

impl Outcome {
    fn of(game: &str) -> Self {
        let mut outcome =
            Outcome { game: game.to_owned(), settings: Vec::new(), files: Vec::new(), findings: Vec::new(), omitted: 0 };
        let first = Setting::default();
        let loaded = load(game, &first, game::SCRIPTING);
        let settings = settings(&loaded.tree);
        if settings.is_empty() {
            outcome.take(first, loaded);
        }
        for setting in settings {
            let mut loaded = load(game, &setting, game::SCRIPTING);
            for problem in sense::check(&loaded, game::SCRIPTING) {
                loaded.report.push(problem);
            }
            outcome.take(setting, loaded);
        }
        // An exception is needed if anything needs it, with whatever number of players.
        let everywhere = outcome.settings.len();
        outcome.findings.retain(|f| f.problem.code != "unused-allow" || f.settings.len() == everywhere);
        outcome.scenarios(game);
        outcome
    }

    /// Looks at the scenarios of a game of one's own: a folder `scenarios` beside it.
    fn scenarios(&mut self, game: &str) {
        let folder = Path::new(game).with_file_name("scenarios");
        if !looks_like_path(game) || !folder.is_dir() {
            return;
        }
        for path in files_in(&folder).unwrap_or_default() {
            if let Err(problems) = Scenario::load(&path) {
                self.take_problems(problems);
            }
        }
    }

    /// Takes in what is wrong with a scenario: it does not depend on any setting.
    fn take_problems(&mut self, problems: Problems) {
        let load = self.files.len();
        self.files.push(problems.files);
        let everywhere: Vec<usize> = (0..self.settings.len()).collect();
        let findings =
            problems.report.iter().map(|problem| Finding { problem: problem.clone(), load, settings: everywhere.clone() });
        self.findings.extend(findings);
    }

    /// A scenario by itself.
    fn of_scenario(path: &str) -> Self {
        let mut outcome =
            Outcome { game: path.to_owned(), settings: Vec::new(), files: Vec::new(), findings: Vec::new(), omitted: 0 };
        if let Err(problems) = Scenario::load(Path::new(path)) {
            outcome.take_problems(problems);
        }
        outcome
    }

    /// Takes in what one load found.
    fn take(&mut self, setting: Setting, loaded: Loaded) {
        let (load, at) = (self.files.len(), self.settings.len());
        self.settings.push(setting);
        self.files.push(loaded.files);
        self.omitted = self.omitted.max(loaded.report.omitted());
        for problem in loaded.report.iter().filter(|problem| !sense::is_allowed(&loaded.tree, problem)) {
            let files = &self.files;
            let same = |f: &&mut Finding| says_the_same((&f.problem, &files[f.load]), (problem, &files[load]));
            match self.findings.iter_mut().find(same) {
                Some(known) if known.settings.last() == Some(&at) => {}
                Some(known) => known.settings.push(at),
                None => self.findings.push(Finding { problem: problem.clone(), load, settings: vec![at] }),
            }
        }
    }

    /// The findings of one load, those that show only in some settings saying so.
    fn report(&self, load: usize) -> Report {
        let mut report = Report::new();
        for finding in self.findings.iter().filter(|finding| finding.load == load) {
            let mut problem = finding.problem.clone();
            if finding.settings.len() < self.settings.len() {
                problem.message += &format!(" ({})", self.only_with(&finding.settings));
            }
            report.push(problem);
        }
        report
    }

    fn only_with(&self, settings: &[usize]) -> String {
        const SHOWN: usize = 3;
        let mut names: Vec<String> = settings.iter().take(SHOWN).map(|&s| name(&self.settings[s])).collect();
        if settings.len() > SHOWN {
            names.push("…".to_owned());
        }
        format!("with {}", names.join("; "))
    }

    fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.problem.severity == severity).count()
    }

    fn render(&self) -> String {
        let mut text = String::new();
        for (load, files) in self.files.iter().enumerate() {
            text += &self.report(load).render(files, true);
        }
        if self.omitted > 0 {
            text += &format!("… and {} more\n", number::thousands(self.omitted as u64));
        }
        let (errors, warnings) = (self.count(Severity::Error), self.count(Severity::Warning));
        let (mark, style) = match (errors, warnings) {
            (0, 0) => ("ok", style::GOOD),
            (0, _) => ("warned", style::WARN),
            _ => ("failed", style::ERROR),
        };
        let settings = match self.settings.len() {
            0 => "scenario".to_owned(),
            settings => number::count(settings as u64, "setting"),
        };
        let problems = match (errors, warnings) {
            (0, 0) => String::new(),
            _ => format!(": {}, {}", number::count(errors as u64, "error"), number::count(warnings as u64, "warning")),
        };
        format!("{text}{} {} ({settings}){problems}\n", style::paint(style, mark), self.game)
    }

    fn to_json(&self) -> serde_json::Value {
        let problems = self.files.iter().enumerate().map(|(load, files)| self.report(load).to_json(files));
        let problems: Vec<_> = problems.flat_map(|list| list.as_array().cloned().unwrap_or_default()).collect();
        json!({
            "game": self.game,
            "ok": self.count(Severity::Error) == 0,
            "errors": self.count(Severity::Error),
            "warnings": self.count(Severity::Warning),
            "omitted": self.omitted,
            "settings": self.settings.iter().map(name).collect::<Vec<_>>(),
            "problems": problems,
        })
    }
}

/// Every number of players the game allows, as it is and with each option switched by itself.
fn settings(tree: &Node) -> Vec<Setting> {
    let player = |i: usize| tree.at("players")?.as_list()?.get(i)?.as_int().and_then(|n| u8::try_from(n).ok());
    let (Some(least), Some(most)) = (player(0), player(1)) else { return Vec::new() };
    let mut switches: Vec<Vec<String>> = vec![Vec::new()];
    for option in tree.at("options").and_then(Node::as_table).into_iter().flatten() {
        let on = option.node.at("default").and_then(Node::as_bool).unwrap_or(false);
        switches.push(vec![if on { format!("no-{}", option.key) } else { option.key.clone() }]);
    }
    let for_players = |players: u8| switches.iter().map(move |options| Setting { players, options: options.clone() });
    (least..=most).flat_map(for_players).collect()
}

fn name(setting: &Setting) -> String {
    let players = match setting.players {
        0 => return "any number of players".to_owned(),
        players => number::count(players.into(), "player"),
    };
    match setting.options.first() {
        Some(option) => format!("{players} and {option}"),
        None => players,
    }
}

/// Whether two loads found the same: files are numbered anew in each, so their names are compared.
fn says_the_same((a, in_a): (&Diagnostic, &Files), (b, in_b): (&Diagnostic, &Files)) -> bool {
    a.code == b.code
        && a.message == b.message
        && a.labels.len() == b.labels.len()
        && a.labels
            .iter()
            .zip(&b.labels)
            .all(|((x, said), (y, told))| (x.start, x.end, in_a.name(x.file), said) == (y.start, y.end, in_b.name(y.file), told))
}

fn summary(outcomes: &[Outcome]) -> String {
    if outcomes.len() < 2 {
        return String::new();
    }
    let failed = outcomes.iter().filter(|outcome| outcome.count(Severity::Error) > 0).count();
    let games = number::count(outcomes.len() as u64, "game");
    if failed == 0 { format!("{games} checked, no errors\n") } else { format!("{games} checked, {failed} failed\n") }
}
