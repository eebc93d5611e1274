//! The games that scenarios ask for, each compiled once.

use crate::scenario::{Problems, Scenario};
use railwright_rules::compile::load_changed;
use railwright_rules::library::looks_like_path;
use railwright_rules::rules::ScriptSource;
use railwright_rules::script::Scripting;
use railwright_rules::{Engine, Rules, Setting, load};
use railwright_source::Node;
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
    compiled: Vec<Compiled>,
}

impl<'a> Games<'a> {
    /// None yet; scripts are understood by `scripting`.
    pub fn new(scripting: &'a dyn Scripting) -> Self {
        Games { scripting, change: None, compiled: Vec::new() }
    }

    /// None yet; each is changed before it is compiled.
    pub(crate) fn changed(scripting: &'a dyn Scripting, change: Change<'a>) -> Self {
        Games { change: Some(change), ..Games::new(scripting) }
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
