//! The games that scenarios ask for, each compiled once.

use crate::scenario::{Problems, Scenario};
use railwright_rules::library::looks_like_path;
use railwright_rules::script::Scripting;
use railwright_rules::{Engine, Rules, Setting, load};
use std::sync::Arc;

struct Compiled {
    game: String,
    setting: Setting,
    rules: Arc<Rules>,
}

/// Compiled games, for scenarios that share them.
pub struct Games<'a> {
    scripting: &'a dyn Scripting,
    compiled: Vec<Compiled>,
}

impl<'a> Games<'a> {
    /// None yet; scripts are understood by `scripting`.
    pub fn new(scripting: &'a dyn Scripting) -> Self {
        Games { scripting, compiled: Vec::new() }
    }

    /// An engine for the game of a scenario, or what is wrong with the game.
    pub(crate) fn engine(&mut self, scenario: &Scenario) -> Result<Engine, Box<Problems>> {
        let game = match scenario.path.parent().filter(|_| looks_like_path(&scenario.game)) {
            Some(folder) => folder.join(&scenario.game).display().to_string(),
            None => scenario.game.clone(),
        };
        let setting = Setting { players: scenario.players, options: scenario.options.clone() };
        if let Some(known) = self.compiled.iter().find(|c| c.game == game && c.setting == setting) {
            return Ok(Engine::new(known.rules.clone(), self.scripting));
        }
        let loaded = load(&game, &setting, self.scripting);
        let Some(rules) = loaded.rules.map(Arc::new) else {
            return Err(Box::new(Problems { files: loaded.files, report: loaded.report }));
        };
        self.compiled.push(Compiled { game, setting, rules: rules.clone() });
        Ok(Engine::new(rules, self.scripting))
    }
}
