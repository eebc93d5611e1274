//! Scenarios: rules that are tested by playing.

use crate::Problems;
use railwright_scenario::{Games, Summary};
use railwright_script::Rhai;
use std::path::{Path, PathBuf};

/// A position, moves, refusals and expectations, written by hand as TOML.
///
/// ```
/// use railwright::Scenario;
///
/// let scenario = Scenario::read("blue.toml", r#"
///     format = 1
///     text = "Montréal–New York takes three blue cards."
///     game = "ticket-to-ride"
///     players = 2
///     [position]
///     hand.1 = { blue = 4, red = 3 }
///     [play]
///     moves = """
///     1 cannot claim montreal-new-york with 3 red: is blue
///     1 claim montreal-new-york with 3 blue
///     expect claimed.1: montreal-new-york
///     """
/// "#)?;
/// assert!(scenario.run()?.contains("seat 1: claim montreal-new-york with 3 blue"));
/// # Ok::<(), railwright::Problems>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scenario(railwright_scenario::Scenario);

impl Scenario {
    /// Reads a scenario file; its game is looked for beside it.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Problems> {
        Ok(Scenario(railwright_scenario::Scenario::load(path.as_ref())?))
    }

    /// Reads a scenario from its text; the path says where its game is looked for and what errors show.
    pub fn read(path: impl AsRef<Path>, text: impl Into<String>) -> Result<Self, Problems> {
        Ok(Scenario(railwright_scenario::Scenario::read(path.as_ref(), text.into())?))
    }

    /// What it shows, in one sentence.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The numbered rules that it covers.
    pub fn covers(&self) -> &[String] {
        &self.0.covers
    }

    /// Plays it. The transcript tells what happened, fit for a snapshot; the problems are all that did not go as it says.
    pub fn run(&self) -> Result<String, Problems> {
        let ran = self.0.run(&mut Games::new(&Rhai));
        ran.problems.map_or(Ok(ran.transcript), |problems| Err(problems.into()))
    }
}

/// Runs scenario files and all those in folders, and compares each outcome with the one that is kept beside it; with `accept` the
/// outcome of every scenario that goes as it says is kept from now on.
pub fn run_scenarios(paths: &[PathBuf], accept: bool) -> Summary {
    railwright_scenario::run(paths, &Rhai, None, accept)
}
