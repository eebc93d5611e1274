//! What a command ends with when it does not end well: cause, remedy and exit code.

use crate::{interrupt, screen, style};
use std::io;
use std::process::ExitCode;

/// The exit code of a check that failed.
pub const FAILED: u8 = 1;
/// The exit code of a wrong command line.
pub const USAGE: u8 = 2;

/// Why a command did not end well.
#[derive(Debug)]
pub enum Failure {
    /// The command line asks for something that is not there.
    Usage {
        /// What is wrong.
        message: String,
        /// What to do about it.
        help: String,
    },
    /// Something outside the program does not work.
    Broken {
        /// What is wrong.
        message: String,
        /// What to do about it.
        help: String,
    },
    /// A check failed; all there is to say has been said.
    Said,
    /// The user stopped the command; what was done has been shown.
    Interrupted,
    /// Whoever read the output wants no more of it.
    NobodyReads,
}

impl Failure {
    /// A wrong command line.
    pub fn usage(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Usage { message: message.into(), help: help.into() }
    }

    /// Says what is to be said and gives the exit code.
    pub fn finish(self) -> ExitCode {
        match self {
            Self::Usage { message, help } => {
                say(&message, &help);
                ExitCode::from(USAGE)
            }
            Self::Broken { message, help } => {
                say(&message, &help);
                ExitCode::from(FAILED)
            }
            Self::Said => ExitCode::from(FAILED),
            Self::Interrupted => ExitCode::from(interrupt::exit_code()),
            Self::NobodyReads => ExitCode::SUCCESS,
        }
    }
}

/// Output that cannot be written: `| head` is no error, a full disk is.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::NobodyReads;
        }
        let help = "is the disk full, or the output closed?".to_owned();
        Self::Broken { message: format!("cannot write the output: {error}"), help }
    }
}

fn say(message: &str, help: &str) {
    let mut text = format!("{} {message}\n", style::paint(style::ERROR, "error:"));
    for line in help.lines() {
        text += &format!("  {} {line}\n", style::paint(style::HINT, "help:"));
    }
    screen::tell(&text);
}
