//! Where output goes: colour only where it is wanted, no wider than the terminal, and no panic when nobody reads.

use crate::failure::Failure;
use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use railwright::markup::{for_terminal, json_for_terminal};
use std::io::{IsTerminal, Write, stderr, stdout};

/// When to use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Makes it hold for all that is written from now on.
    pub fn apply(self) {
        let choice = match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        };
        choice.write_global();
    }

    /// What a command line asks for that cannot be understood as a whole.
    pub fn asked_for(arguments: impl Iterator<Item = String>) -> Self {
        let mut previous = String::new();
        let mut asked = Self::Auto;
        for argument in arguments {
            let word = argument.strip_prefix("--color=").or((previous == "--color").then_some(argument.as_str()));
            if let Some(color) = word.and_then(|word| Self::from_str(word, false).ok()) {
                asked = color;
            }
            previous = argument;
        }
        asked
    }
}

/// Shows text, which may be styled, on the standard output.
pub fn show(text: &str) -> Result<(), Failure> {
    let mut out = AutoStream::auto(stdout().lock());
    out.write_all(for_terminal(text).as_bytes())?;
    Ok(out.flush()?)
}

/// Writes text on the standard output as it is, for programs to read.
pub fn show_raw(text: &str) -> Result<(), Failure> {
    let mut out = stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Shows a value for programs to read.
pub fn show_json(value: &serde_json::Value) -> Result<(), Failure> {
    let mut out = stdout().lock();
    out.write_all(json_for_terminal(&format!("{value:#}\n")).as_bytes())?;
    Ok(out.flush()?)
}

/// Says something beside the output, which may be styled. That it may not arrive is no reason to stop.
pub fn tell(text: &str) {
    let mut out = AutoStream::auto(stderr().lock());
    let _ = out.write_all(for_terminal(text).as_bytes()).and_then(|()| out.flush());
}

/// How many columns there are, if the output is a terminal.
pub fn width() -> Option<usize> {
    if !stdout().is_terminal() {
        return None;
    }
    terminal_size::terminal_size_of(stdout()).map(|(width, _)| usize::from(width.0))
}
