//! Save files on the command line: read or resumed, with what is wrong said as everywhere else.

use crate::failure::Failure;
use crate::game::SCRIPTING;
use crate::shell::quoted;
use crate::{screen, style};
use railwright::bots::BotKind;
use railwright::rules::library::{looks_like_path, named_by_file};
use railwright::session::save::Save;
use railwright::session::{SaveError, Session, SessionError, Warning};
use railwright::source::disk;
use std::path::Path;

/// What a saved game may do here that its file alone cannot ask for: start the programs that it names for its seats, and read a game
/// outside of its folder. Whoever is sent a save file must not run or open what it says without having been asked.
#[derive(clap::Args)]
pub struct ResumeConsent {
    /// Start the programs that the saved game of --resume, or a request of a program, names for seats
    #[arg(long)]
    pub run_programs: bool,
    /// With --resume: the file of the saved game's game, where that is not in the folder of the save file
    #[arg(long = "game", value_name = "FILE", requires = "resume", conflicts_with = "game")]
    named: Option<String>,
}

impl ResumeConsent {
    /// Goes on with a saved game.
    pub fn resume(&self, path: &Path) -> Result<(Session, Vec<Warning>), Failure> {
        let (session, warnings) =
            Session::resume(path, self.named.as_deref(), SCRIPTING).map_err(|error| failure(path, error))?;
        match programs(&session) {
            named if named.is_empty() || self.run_programs => Ok((session, warnings)),
            named => Err(Failure::Broken {
                message: format!("{}: to go on, these programs would be started: {}", path.display(), named.join(", ")),
                help: "--run-programs starts them; do that only if you know the file and what it runs".to_owned(),
            }),
        }
    }
}

/// What to add to the command line that resumes a game.
pub fn trust_asked(session: &Session) -> String {
    game_asked(session) + if programs(session).is_empty() { "" } else { " --run-programs" }
}

/// What to add to a command line that reads a saved game.
pub fn game_asked(session: &Session) -> String {
    let (game, save) = (&session.header().game, session.saved_in().unwrap_or(Path::new("")));
    let elsewhere = looks_like_path(game) && named_by_file(game, save, disk::folder_of(save)).is_none();
    if elsewhere { format!(" --game {}", quoted(game)) } else { String::new() }
}

/// The command lines of programs at seats.
fn programs(session: &Session) -> Vec<String> {
    let command = |kind: &String| match BotKind::find(kind) {
        Some(BotKind::External(command)) => Some(format!("`{command}`")),
        _ => None,
    };
    session.header().seats.iter().filter_map(command).collect()
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
        SessionError::Elsewhere(game) => Failure::Broken {
            message: format!("{}: {}", path.display(), SessionError::Elsewhere(game)),
            help: "--game FILE names it; do that only if you know the save file, or put the game beside it".to_owned(),
        },
        SessionError::Game(report) => {
            screen::tell(&report);
            Failure::Broken {
                message: format!("{}: the game it was saved from cannot be played", path.display()),
                help: "mend what is shown above, or put the game file back as it was".to_owned(),
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
