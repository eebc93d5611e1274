//! Everything that is wrong with a game, for every number of players and every option, once.

use crate::trials::{self, Playable, Played, TrialFinding};
use railwright_bots::trial::TrialTime;
use railwright_rules::library::looks_like_path;
use railwright_rules::{Loaded, Setting, load, sense};
use railwright_scenario::{Problems, Scenario, files_in};
use railwright_script::Rhai;
use railwright_source::{Diagnostic, Files, Node, Report, Severity};
use serde_json::{Value, json};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Checks a game by its bundled id or the path of its file: it is loaded for every number of players it allows, and for each of
/// these with every option switched by itself. Beyond what is wrong, checks of sense look for what is hardly meant, and the
/// scenarios in a folder `scenarios` beside the game are read, too. Then a few seeded random games of every setting are played with all
/// invariants checked, within a third of a second, for what only shows in play.
///
/// ```
/// let check = railwright::check("ticket-to-ride");
/// assert!(check.is_ok());
/// assert_eq!((check.errors(), check.warnings()), (0, 0));
/// ```
pub fn check(game: &str) -> Check {
    check_with(game, CheckOptions::default())
}

/// How a game is checked.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// Whether trial games are played.
    pub play: bool,
    /// How much time of the processor they may take.
    pub time: TrialTime,
}

impl Default for CheckOptions {
    fn default() -> Self {
        CheckOptions { play: true, time: TrialTime::default() }
    }
}

/// The same as [`check`], with a say in how it is done.
///
/// ```
/// use railwright::{CheckOptions, check_with};
///
/// let check = check_with("ticket-to-ride", CheckOptions { play: false, ..CheckOptions::default() });
/// assert_eq!(check.played(), None);
/// ```
pub fn check_with(game: &str, options: CheckOptions) -> Check {
    let mut check = Check::new(game);
    let first = Setting::default();
    let loaded = load(game, &first, &Rhai);
    let settings = settings(&loaded.tree);
    let mut playable = Vec::new();
    if settings.is_empty() {
        check.take(first, loaded);
    }
    for setting in settings {
        let mut loaded = load(game, &setting, &Rhai);
        for problem in sense::check(&loaded, &Rhai) {
            loaded.report.push(problem);
        }
        if let Some(rules) = loaded.rules.take() {
            let (at, load) = (check.settings.len(), check.files.len());
            playable.push(Playable { at, load, rules: Arc::new(rules), tree: loaded.tree.clone() });
        }
        check.take(setting, loaded);
    }
    if options.play {
        check.play(&playable, options.time);
    }
    // An exception is needed if anything needs it, with whatever number of players.
    let everywhere = check.settings.len();
    check.findings.retain(|f| f.problem.code != "unused-allow" || f.settings.len() == everywhere);
    check.scenarios(game);
    check
}

/// Checks a scenario by itself, without playing it.
pub fn check_scenario(path: &str) -> Check {
    let mut check = Check::new(path);
    if let Err(problems) = Scenario::load(Path::new(path)) {
        check.take_problems(problems);
    }
    check
}

/// A problem and in which settings it shows.
struct Finding {
    problem: Diagnostic,
    /// Places count within the files of the load that found it first.
    load: usize,
    settings: Vec<usize>,
}

/// What came of checking a game.
pub struct Check {
    /// The game as it was given.
    pub game: String,
    settings: Vec<Setting>,
    files: Vec<Files>,
    findings: Vec<Finding>,
    /// How many more findings were only counted.
    pub omitted: usize,
    played: Option<Played>,
}

impl Check {
    fn new(game: &str) -> Self {
        Check { game: game.to_owned(), settings: Vec::new(), files: Vec::new(), findings: Vec::new(), omitted: 0, played: None }
    }

    /// Whether there is no error; warnings do not count.
    pub fn is_ok(&self) -> bool {
        self.errors() == 0
    }

    /// How many errors there are.
    pub fn errors(&self) -> usize {
        self.count(Severity::Error)
    }

    /// How many warnings there are.
    pub fn warnings(&self) -> usize {
        self.count(Severity::Warning)
    }

    fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.problem.severity == severity).count()
    }

    /// In how many settings the game was looked at: numbers of players, each with every option.
    pub fn settings(&self) -> usize {
        self.settings.len()
    }

    /// How many trial games were played; nothing when none were to be.
    pub fn played(&self) -> Option<Played> {
        self.played
    }

    /// Plays trial games of every setting that can be played and takes in what they show.
    fn play(&mut self, playable: &[Playable], time: TrialTime) {
        let (trials, played) = trials::play(playable, time);
        self.played = Some(played);
        let found = trials::findings(&self.game, &self.settings, playable, &trials, &self.files);
        for TrialFinding { problem, load, settings } in found {
            let setting = playable.iter().find(|setting| setting.load == load);
            if !setting.is_some_and(|setting| sense::is_allowed(&setting.tree, &problem)) {
                self.findings.push(Finding { problem, load, settings });
            }
        }
    }

    /// All findings for people: file, line, marked text, cause and remedy of each.
    pub fn render(&self, colour: bool) -> String {
        self.render_with(colour, false)
    }

    /// The same, with notes or without: what an author may want to know, and all may be well.
    pub fn render_with(&self, colour: bool, notes: bool) -> String {
        let shown = |problem: &Diagnostic| notes || problem.severity != Severity::Note;
        self.files.iter().enumerate().map(|(load, files)| self.report(load, shown).render(files, colour)).collect()
    }

    /// All findings for programs.
    pub fn to_json(&self) -> Value {
        let problems = self.files.iter().enumerate().map(|(load, files)| self.report(load, |_| true).to_json(files));
        let problems: Vec<_> = problems.flat_map(|list| list.as_array().cloned().unwrap_or_default()).collect();
        json!({
            "game": self.game,
            "ok": self.is_ok(),
            "errors": self.errors(),
            "warnings": self.warnings(),
            "omitted": self.omitted,
            "settings": self.settings.iter().map(name).collect::<Vec<_>>(),
            "played": self.played.map(Played::to_json),
            "problems": problems,
        })
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
    fn report(&self, load: usize, shown: impl Fn(&Diagnostic) -> bool) -> Report {
        let mut report = Report::new();
        for finding in self.findings.iter().filter(|finding| finding.load == load && shown(&finding.problem)) {
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
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.render(false))
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
        1 => "1 player".to_owned(),
        players => format!("{players} players"),
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
