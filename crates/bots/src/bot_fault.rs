//! What a bot of somebody else did wrong, with all its author needs to find out why.

use std::fmt;

/// More than this of what was asked or answered does not help.
const LONGEST: usize = 600;

/// A bot that did not answer as it must.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotFault {
    /// Where it sits, counted from one.
    pub seat: u8,
    /// The command line that started it.
    pub command: Box<str>,
    /// The same in words that tell nothing of what it saw or chose, for others at the table.
    pub outline: &'static str,
    /// What it did: "took longer than 10 s", "ended with exit code 1".
    pub fault: String,
    /// What it was asked, if it was asked something.
    pub asked: Box<str>,
    /// What it answered, if it did.
    pub answered: Option<String>,
    /// The last it wrote to its standard error.
    pub complaint: Box<str>,
}

impl BotFault {
    /// The report for others at the table: what the bot was asked, answered and wrote may tell what its seat holds.
    pub fn in_public(&self) -> String {
        format!(
            "the bot of seat {} {}\n  command: {}\n  what it was asked and answered is for its own seat; a simulation with it reports that in full",
            self.seat,
            self.outline,
            shortened(&self.command)
        )
    }
}

/// The whole report, for its author.
impl fmt::Display for BotFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the bot of seat {} {}\n  command: {}", self.seat, self.fault, self.command)?;
        if !self.asked.is_empty() {
            write!(f, "\n  asked: {}", shortened(&self.asked))?;
        }
        match &self.answered {
            Some(answer) => write!(f, "\n  answered: {}", shortened(answer))?,
            None => write!(f, "\n  answered: nothing")?,
        }
        if self.complaint.is_empty() {
            return write!(f, "\n  standard error: nothing");
        }
        write!(f, "\n  standard error, last lines:")?;
        self.complaint.lines().try_for_each(|line| write!(f, "\n    {}", shortened(line)))
    }
}

impl std::error::Error for BotFault {}

/// Text that may come from anywhere, on one line and not too long.
fn shortened(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    let count = plain.chars().count();
    if count <= LONGEST {
        return plain;
    }
    // What it may do stands at the end of what it is asked.
    let (head, tail) = (LONGEST / 3, LONGEST * 2 / 3);
    let start: String = plain.chars().take(head).collect();
    let end: String = plain.chars().skip(count - tail).collect();
    format!("{start} […] {end}")
}
