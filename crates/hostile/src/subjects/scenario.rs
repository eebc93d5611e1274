//! Scenarios: read, set up and played.

use super::{Subject, once};
use crate::{good, tree};
use railwright_scenario::{Games, Scenario};
use railwright_script::Rhai;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

/// Games are compiled once for many scenarios, and then thrown away before they are too many.
const REUSED: usize = 2000;

thread_local! {
    static GAMES: RefCell<(usize, Games<'static>)> = RefCell::new((0, Games::new(&Rhai)));
}

/// A scenario file.
pub const SCENARIO: Subject = Subject {
    name: "scenario",
    what: "a scenario file, set up and played",
    attempt: |input| {
        let text = String::from_utf8_lossy(input).into_owned();
        match Scenario::read(Path::new("hostile.toml"), text) {
            Ok(mut scenario) => {
                scenario.path = place_of(&scenario.game);
                GAMES.with_borrow_mut(|(used, games)| {
                    *used += 1;
                    if *used % REUSED == 0 {
                        *games = Games::new(&Rhai);
                    }
                    if let Some(problems) = scenario.run(games).problems {
                        let _ = problems.render(false);
                    }
                });
            }
            Err(problems) => drop(problems.render(false)),
        }
    },
    structured: |choices| {
        choices
            .pick(good::scenarios())
            .map(|(_, text)| tree::disturbed(text, good::scenario_trees(), choices))
            .unwrap_or_default()
    },
    good: || once!(good::scenarios().iter().map(|(_, text)| text.clone().into_bytes()).collect()),
    share: 4,
};

/// A path for a scenario from which its game is found, if it can be found at all.
fn place_of(game: &str) -> PathBuf {
    let folders = good::scenarios().iter().filter_map(|(path, _)| path.parent());
    let found = folders.filter(|_| game.contains('/')).find(|folder| folder.join(game).is_file());
    found.unwrap_or(Path::new("")).join("hostile.toml")
}
