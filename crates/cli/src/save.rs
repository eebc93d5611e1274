//! Save files on the command line: read or resumed, with what is wrong said as everywhere else.

use crate::failure::Failure;
use crate::game::SCRIPTING;
use crate::{screen, style};
use railwright_session::save::Save;
use railwright_session::{SaveError, Session, SessionError, Warning};
use std::path::Path;

/// Goes on with a saved game.
pub fn resume(path: &Path) -> Result<(Session, Vec<Warning>), Failure> {
    Session::resume(path, SCRIPTING).map_err(|error| failure(path, error))
}

/// Reads a save file.
pub fn read(path: &Path) -> Result<Save, Failure> {
    Save::read(path).map_err(wrong)
}

/// What is wrong with a saved game, with its remedy.
pub fn failure(path: &Path, error: SessionError) -> Failure {
    match error {
        SessionError::Save(error) => wrong(error),
        SessionError::Diverged(diverged) => {
            let help = format!("railwright replay {} --upto {} shows the game up to there", path.display(), diverged.number - 1);
            Failure::Broken { message: format!("{}: {diverged}", path.display()), help }
        }
        SessionError::Game(report) => {
            screen::tell(&report);
            Failure::Broken {
                message: format!("{}: the game it was saved from cannot be played", path.display()),
                help: String::new(),
            }
        }
        other => Failure::Broken { message: format!("{}: {other}", path.display()), help: String::new() },
    }
}

/// What is wrong with a save file, with its remedy.
pub fn wrong(error: SaveError) -> Failure {
    Failure::Broken { message: error.to_string(), help: error.help }
}

/// Says what whoever resumes or replays a game should know.
pub fn warn(warnings: &[Warning]) {
    for warning in warnings {
        screen::tell(&format!("{} {warning}\n", style::paint(style::WARN, "warning:")));
    }
}
