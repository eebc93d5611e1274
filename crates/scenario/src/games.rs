//! The games that scenarios ask for, each compiled once.

use crate::scenario::{Problems, Scenario};
use railwright_rules::compile::load_changed;
use railwright_rules::library::{looks_like_path, named_by_file};
use railwright_rules::rules::ScriptSource;
use railwright_rules::script::Scripting;
use railwright_rules::{Engine, Rules, Setting, load};
use railwright_source::disk::folder_of;
use railwright_source::{Diagnostic, Node, Report};
use std::path::{Path, PathBuf};
use std::sync::Arc;

struct Compiled {
    game: String,
    setting: Setting,
    rules: Arc<Rules>,
}

/// A change of the merged game and its scripts before they are compiled.
pub(crate) type Change<'a> = &'a dyn Fn(&mut Node, &mut [ScriptSource]);

/// Compiled games, for scenarios that share them.
pub struct Games<'a> {
    scripting: &'a dyn Scripting,
    change: Option<Change<'a>>,
    allowed: Option<PathBuf>,
    compiled: Vec<Compiled>,
}

impl<'a> Games<'a> {
    /// None yet; scripts are understood by `scripting`.
    pub fn new(scripting: &'a dyn Scripting) -> Self {
        Games { scripting, change: None, allowed: None, compiled: Vec::new() }
    }

    /// None yet; each is changed before it is compiled.
    pub(crate) fn changed(scripting: &'a dyn Scripting, change: Change<'a>) -> Self {
        Games { change: Some(change), ..Games::new(scripting) }
    }

    /// The same, where scenarios may name this game wherever it is: whoever runs them has named it.
    #[must_use]
    pub fn allowing(mut self, game: Option<&str>) -> Self {
        self.allowed = game.filter(|game| looks_like_path(game)).and_then(|game| Path::new(game).canonicalize().ok());
        self
    }

    /// Whether the game of a scenario may be opened on its word: a bundled one, or a file of its project.
    fn may_open(&self, scenario: &Scenario) -> bool {
        let Scenario { game, path, .. } = scenario;
        let is_allowed = || self.allowed.is_some() && Path::new(&Self::game_of(scenario)).canonicalize().ok() == self.allowed;
        !looks_like_path(game) || named_by_file(game, path, &project(path)).is_some() || is_allowed()
    }

    /// The game of a scenario as `load` wants it.
    pub(crate) fn game_of(scenario: &Scenario) -> String {
        match scenario.path.parent().filter(|_| looks_like_path(&scenario.game)) {
            Some(folder) => folder.join(&scenario.game).display().to_string(),
            None => scenario.game.clone(),
        }
    }

    /// An engine for the game of a scenario, or what is wrong with the game.
    pub(crate) fn engine(&mut self, scenario: &Scenario) -> Result<Engine, Box<Problems>> {
        let game = Self::game_of(scenario);
        let setting = Setting { players: scenario.players, options: scenario.options.clone() };
        if let Some(known) = self.compiled.iter().find(|c| c.game == game && c.setting == setting) {
            return Ok(Engine::new(known.rules.clone(), self.scripting));
        }
        if !self.may_open(scenario) {
            let mut report = Report::new();
            let problem = Diagnostic::error("outside", "the game stands outside of the scenario's project, and is not read");
            let help =
                "keep the scenario in a folder `scenarios` beside the game; `railwright test --game FILE` names one elsewhere";
            report.push(problem.at(scenario.game_at, "not in the project").help(help));
            return Err(Box::new(Problems { files: scenario.files.clone(), report }));
        }
        let loaded = match self.change {
            Some(change) => load_changed(&game, &setting, self.scripting, change),
            None => load(&game, &setting, self.scripting),
        };
        let Some(rules) = loaded.rules.map(Arc::new) else {
            return Err(Box::new(Problems { files: loaded.files, report: loaded.report }));
        };
        self.compiled.push(Compiled { game, setting, rules: rules.clone() });
        Ok(Engine::new(rules, self.scripting))
    }
}

/// The folder whose files a scenario may name: the one that holds its folder, or the nearest above it that is called `scenarios` or
/// `holes`. What was sent by somebody says what is opened here no further than that.
fn project(scenario: &Path) -> PathBuf {
    let folder = folder_of(scenario);
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let is_one = |folder: &&Path| folder.file_name().is_some_and(|name| name == "scenarios" || name == "holes");
    folder.ancestors().find(is_one).unwrap_or(&folder).join("..")
}
