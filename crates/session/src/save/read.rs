//! Reading a save file: whatever is in it, there is either a game or a clear word about what is wrong.

use super::{Entry, reason, wrong};
use crate::error::{SaveError, Warning};
use crate::header::{FORMAT, Header};
use railwright_bots::simulate::MOST_ACTIONS;
use railwright_core::fnv::Fnv;
use railwright_rules::limits::BYTES_OF_AN_ACTION;
use railwright_source::disk::read_bytes;
use serde_json::Value;
use std::hash::Hasher;
use std::io::ErrorKind;
use std::path::Path;

/// More than any game needs, so somebody took the wrong file: as many actions as a game may have, each as long as an action is.
pub(super) const LARGEST: u64 = MOST_ACTIONS * BYTES_OF_AN_ACTION;
/// What to do about a path that leads to no save file.
const GIVE: &str = "give the path of a save file that can be read";
/// How much of a broken line is shown.
const SHOWN: usize = 80;

/// An action that counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its line in the file.
    pub line: usize,
    /// Who did it, counted from one.
    pub seat: u8,
    /// What was done.
    pub text: String,
}

/// A save file as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Save {
    /// What the game was made from.
    pub header: Header,
    /// Everything that was done, also what was taken back later.
    pub entries: Vec<Entry>,
    /// The actions that were not taken back.
    pub played: Vec<Played>,
    /// The last line, if it is cut off.
    pub cut_off: Option<Warning>,
    /// How many bytes of the file are whole lines.
    pub(crate) whole: u64,
    /// Whether the last whole line still lacks its end.
    pub(crate) open_end: bool,
    /// A number for what the whole lines say.
    pub(crate) content: Fnv,
}

impl Save {
    /// Reads a save file.
    pub fn read(path: &Path) -> Result<Self, SaveError> {
        let bytes = read_bytes(path, LARGEST).map_err(|error| match error.kind() {
            ErrorKind::IsADirectory => wrong(path, "is a folder", GIVE),
            ErrorKind::FileTooLarge => wrong(path, "is too large to be a saved game", GIVE),
            _ => wrong(path, format!("cannot be read: {}", reason(&error)), GIVE),
        })?;
        Self::parse(&bytes).map_err(|(message, help)| wrong(path, message, help))
    }

    /// Understands the bytes of a save file; otherwise what is wrong and what to do about it.
    pub fn parse(bytes: &[u8]) -> Result<Self, (String, String)> {
        if bytes.is_empty() {
            return Err(("is empty: no game was saved in it".into(), "begin a new game".into()));
        }
        let mut lines = bytes.split_inclusive(|&b| b == b'\n').enumerate().peekable();
        let (_, first) = lines.next().expect("there is at least one byte");
        let header = header(first)?;
        let mut save = Save {
            header,
            entries: Vec::new(),
            played: Vec::new(),
            cut_off: None,
            whole: first.len() as u64,
            open_end: !first.ends_with(b"\n"),
            content: Fnv::default(),
        };
        save.content.write(first);
        while let Some((i, line)) = lines.next() {
            match std::str::from_utf8(line)
                .map_err(|_| "it is not text".to_owned())
                .and_then(|text| Entry::parse(text.trim_end()))
            {
                Ok(entry) => save.take(i + 1, entry)?,
                Err(_) if lines.peek().is_none() => {
                    save.cut_off = Some(Warning::CutOff { line: i + 1, text: shown(line) });
                    return Ok(save);
                }
                Err(why) => return Err((format!("line {} is damaged: {why}: {}", i + 1, shown(line)), repair(i))),
            }
            save.whole += line.len() as u64;
            save.content.write(line);
            save.open_end = !line.ends_with(b"\n");
        }
        Ok(save)
    }

    fn take(&mut self, line: usize, entry: Entry) -> Result<(), (String, String)> {
        match &entry {
            Entry::Act { seat, .. } if *seat > self.header.players => {
                let message = format!("line {line} is damaged: seat {seat} of {} players", self.header.players);
                return Err((message, repair(line - 1)));
            }
            Entry::Act { .. } if self.played.len() as u64 >= MOST_ACTIONS => {
                let message = format!("line {line} is one too many: a game has at most {MOST_ACTIONS} actions");
                return Err((message, repair(line - 1)));
            }
            Entry::Act { seat, text } => self.played.push(Played { line, seat: *seat, text: text.clone() }),
            Entry::Undo(actions) if *actions > self.played.len() => {
                let message = format!("line {line} is damaged: it takes back {actions} of {} actions", self.played.len());
                return Err((message, repair(line - 1)));
            }
            Entry::Undo(actions) => self.played.truncate(self.played.len() - actions),
        }
        self.entries.push(entry);
        Ok(())
    }
}

fn header(line: &[u8]) -> Result<Header, (String, String)> {
    let help = "give the path of a file that --save wrote";
    let none = || ("is not a saved game".to_owned(), help.to_owned());
    let text = std::str::from_utf8(line).map_err(|_| none())?;
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) if error.is_eof() && text.starts_with("{\"format\":") => {
            return Err(("is cut off in its first line: no game was saved in it".into(), "begin a new game".into()));
        }
        Err(_) => return Err(none()),
    };
    let format = value.get("format").and_then(Value::as_u64).ok_or_else(none)?;
    if format != u64::from(FORMAT) {
        let message = format!("has format {format}, and this program knows format {FORMAT}");
        return Err((message, "it was saved by another version of the program; use that one".into()));
    }
    let header: Header = serde_json::from_value(value)
        .map_err(|error| (format!("has a first line that is not understood: {error}"), help.to_owned()))?;
    match header.wrong() {
        Some(wrong) => Err((format!("has a first line that cannot be: {wrong}"), help.to_owned())),
        None => Ok(header),
    }
}

fn repair(lines: usize) -> String {
    format!("the game up to there: take the first {lines} lines into a file of their own")
}

fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let plain: String = text.trim_end().chars().take(SHOWN).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().count() > SHOWN { format!("{plain}…") } else { plain }
}
