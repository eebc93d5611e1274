//! Everything that is wrong with a game, for every number of players and every option, once.

use crate::trials::{Playable, Played, Playing, TrialFinding};
use railwright_bots::trial::TrialTime;
use railwright_rules::compile::load_from;
use railwright_rules::library::{Library, looks_like_path};
use railwright_rules::limits::{FINDINGS, SETTINGS};
use railwright_rules::{Loaded, Setting, sense};
use railwright_scenario::{Problems, Scenario, files_in};
use railwright_script::Rhai;
use railwright_source::{Diagnostic, Files, Node, Report, Severity};
use serde_json::{Value, json};
use std::fmt;
use std::path::{Path, PathBuf};
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
    let mut check = check_files(game, &[], options, &|| false).expect("nobody asks it to stop");
    check.scenarios(game);
    check
}

/// Checks a game with texts in the place of files, as an editor holds them, and without the scenarios beside it; nothing if it was asked
/// to stop before it was done. It asks after each setting.
///
/// ```
/// use railwright::{CheckOptions, check_files};
///
/// let text = "format = 1\nextends = \"spike\"\nname = \"Mine\"\ncounters.cash.strat = 3\n";
/// let options = CheckOptions { play: false, ..CheckOptions::default() };
/// let check = check_files("mine.toml", &[("mine.toml".into(), text.into())], options, &|| false).expect("not stopped");
/// assert!(!check.is_ok());
/// ```
pub fn check_files(game: &str, held: &[(PathBuf, String)], options: CheckOptions, stop: &dyn Fn() -> bool) -> Option<Check> {
    let mut check = Check::new(game);
    let first = Setting::default();
    let load = |setting: &Setting| {
        let library = Library::for_game(game).holding(held.to_vec());
        load_from(library, game, setting, &Rhai, &|_, _| {})
    };
    let loaded = load(&first);
    let (settings, all) = settings(&loaded.tree);
    check.all = all;
    let mut playing = options.play.then(|| Playing::new(game, options.time));
    if settings.is_empty() {
        check.take(first, loaded);
    }
    let number = settings.len();
    for (at, setting) in settings.into_iter().enumerate() {
        if stop() {
            return None;
        }
        let mut loaded = load(&setting);
        for problem in sense::check(&loaded, &Rhai) {
            loaded.report.push(problem);
        }
        let (rules, tree) = (loaded.rules.take().map(Arc::new), loaded.tree.clone());
        let load = check.take(setting, loaded);
        if let (Some(rules), Some(playing)) = (&rules, &mut playing) {
            let (asked, files) = (&check.settings[at], &check.files[load]);
            playing.play(Playable { asked, at, load, rules, tree: &tree, files }, number - at);
            check.allowed.push((load, allowed(&tree)));
        }
    }
    if let Some(playing) = playing {
        check.take_trials(playing);
    }
    // An exception is needed if anything needs it, with whatever number of players.
    let everywhere = check.settings.len();
    check.findings.retain(|f| f.problem.code != "unused-allow" || f.settings.len() == everywhere);
    Some(check)
}

/// As much of a game's tree as says what it allows.
fn allowed(tree: &Node) -> Node {
    let mut part = Node::table(tree.origin);
    if let (Some(table), Some(entry)) = (part.as_table_mut(), tree.as_table().and_then(|table| table.entry("allow"))) {
        table.insert("allow", entry.key_origin, entry.node.clone());
    }
    part
}

/// Checks a scenario by itself, without playing it.
pub fn check_scenario(path: &str) -> Check {
    let mut check = Check::new(path);
    check.scenario(Path::new(path));
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
    /// How many settings there are, those included in which it was not looked at.
    all: usize,
    /// The files of loads that read different ones.
    files: Vec<Files>,
    findings: Vec<Finding>,
    /// What the settings allow that were played, each with its load.
    allowed: Vec<(usize, Node)>,
    /// How many more findings were only counted.
    pub omitted: usize,
    played: Option<Played>,
}

impl Check {
    fn new(game: &str) -> Self {
        Check {
            game: game.to_owned(),
            settings: Vec::new(),
            all: 0,
            files: Vec::new(),
            findings: Vec::new(),
            allowed: Vec::new(),
            omitted: 0,
            played: None,
        }
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

    /// In how many settings the game was looked at: numbers of players, each with every option, as far as there are not too many.
    pub fn settings(&self) -> usize {
        self.settings.len()
    }

    /// How many settings there are.
    pub fn all_settings(&self) -> usize {
        self.all
    }

    /// How many trial games were played; nothing when none were to be.
    pub fn played(&self) -> Option<Played> {
        self.played
    }

    /// Takes in what trial games of every setting that can be played show.
    fn take_trials(&mut self, playing: Playing) {
        self.played = Some(playing.played);
        for TrialFinding { problem, load, settings } in playing.findings(&self.files) {
            let setting = self.allowed.iter().find(|(of, _)| *of == load);
            if !setting.is_some_and(|(_, tree)| sense::is_allowed(tree, &problem)) {
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
            "allSettings": self.all,
            "played": self.played.map(Played::to_json),
            "problems": problems,
        })
    }

    /// Each finding with the files that its places count in; what shows only in some settings says so.
    pub fn problems(&self) -> Vec<(Diagnostic, &Files)> {
        let of_load = |load: usize| {
            let report = self.report(load, |_| true);
            report.iter().map(|problem| (problem.clone(), &self.files[load])).collect::<Vec<_>>()
        };
        (0..self.files.len()).flat_map(of_load).collect()
    }

    /// Looks at the scenarios of a game of one's own: a folder `scenarios` beside it.
    fn scenarios(&mut self, game: &str) {
        let folder = Path::new(game).with_file_name("scenarios");
        if !looks_like_path(game) || !folder.is_dir() {
            return;
        }
        for path in files_in(&folder).unwrap_or_default() {
            self.scenario(&path);
        }
    }

    /// Looks at one scenario.
    fn scenario(&mut self, path: &Path) {
        match Scenario::load(path) {
            Ok(scenario) if scenario.remarks.is_empty() => {}
            Ok(scenario) => self.take_problems(scenario.remarked()),
            Err(problems) => self.take_problems(problems),
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

    /// Takes in what one load found; says which files its places count in.
    fn take(&mut self, setting: Setting, loaded: Loaded) -> usize {
        let at = self.settings.len();
        self.settings.push(setting);
        let load = self.files.iter().position(|files| *files == loaded.files).unwrap_or_else(|| {
            self.files.push(loaded.files);
            self.files.len() - 1
        });
        self.omitted = self.omitted.max(loaded.report.omitted());
        for problem in loaded.report.iter().filter(|problem| !sense::is_allowed(&loaded.tree, problem)) {
            let files = &self.files;
            let same = |f: &&mut Finding| says_the_same((&f.problem, &files[f.load]), (problem, &files[load]));
            let room = self.findings.len() < FINDINGS;
            match self.findings.iter_mut().find(same) {
                Some(known) if known.settings.last() == Some(&at) => {}
                Some(known) => known.settings.push(at),
                None if !room => self.omitted += 1,
                None => self.findings.push(Finding { problem: problem.clone(), load, settings: vec![at] }),
            }
        }
        load
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

/// Every number of players the game allows, as it is and with each option switched by itself; and how many that are. Where they are too
/// many, every number of players is looked at, and every option with some number of players, as far as may be.
fn settings(tree: &Node) -> (Vec<Setting>, usize) {
    let player = |i: usize| tree.at("players")?.as_list()?.get(i)?.as_int().and_then(|n| u8::try_from(n).ok());
    let (Some(least), Some(most)) = (player(0), player(1)) else { return (Vec::new(), 0) };
    let mut switches: Vec<Vec<String>> = Vec::new();
    for option in tree.at("options").and_then(Node::as_table).into_iter().flatten() {
        let on = option.node.at("default").and_then(Node::as_bool).unwrap_or(false);
        switches.push(vec![if on { format!("no-{}", option.key) } else { option.key.clone() }]);
    }
    let with = |players: u8, options: &[String]| Setting { players, options: options.to_vec() };
    let numbers: Vec<u8> = (least..=most).collect();
    let all = numbers.len() * (switches.len() + 1);
    if all <= SETTINGS {
        let for_players = |players: &u8| {
            [&[][..]]
                .into_iter()
                .chain(switches.iter().map(Vec::as_slice))
                .map(|options| with(*players, options))
                .collect::<Vec<_>>()
        };
        return (numbers.iter().flat_map(for_players).collect(), all);
    }
    let plain = numbers.iter().map(|players| with(*players, &[]));
    let switched = switches.iter().zip(numbers.iter().cycle()).map(|(options, players)| with(*players, options));
    (plain.chain(switched).take(SETTINGS).collect(), all)
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
