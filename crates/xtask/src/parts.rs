//! Parts of the work: what each is for, what it needs, the command lines that do it.

use crate::machine::Machine;
use std::path::Path;

/// A part of the tests or of the long run.
pub struct Part {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it shows, and for long ones how long that takes.
    pub what: &'static str,
    /// The names of what it cannot do without.
    pub needs: &'static [&'static str],
    /// A part that must have passed before: without it this one says nothing.
    pub after: Option<&'static str>,
    /// The command lines, or why there are none here.
    pub lines: fn(&Machine) -> Result<Vec<Line>, String>,
}

/// A command line, run at the root of the repository.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// What is set in the environment.
    pub set: Vec<(&'static str, &'static str)>,
    /// Whether a warning in what it says makes it fail.
    pub strict: bool,
}

impl Line {
    /// A program with arguments that hold no spaces.
    pub fn new(line: &str) -> Self {
        Line { words: line.split_whitespace().map(str::to_owned).collect(), set: Vec::new(), strict: false }
    }

    /// A program by its path, which may hold spaces.
    pub fn program(path: String) -> Self {
        Line { words: vec![path], set: Vec::new(), strict: false }
    }

    /// The same with one more argument.
    pub fn with(mut self, word: impl Into<String>) -> Self {
        self.words.push(word.into());
        self
    }

    /// The same with something set in the environment.
    pub fn set(mut self, name: &'static str, value: &'static str) -> Self {
        self.set.push((name, value));
        self
    }

    /// The same; it fails when it warns.
    pub fn strict(self) -> Self {
        Line { strict: true, ..self }
    }

    /// As somebody would type it.
    pub fn shown(&self) -> String {
        let set = self.set.iter().map(|(name, value)| format!("{name}={value}"));
        set.chain(self.words.iter().cloned())
            .map(|word| if word.contains(' ') { format!("'{word}'") } else { word })
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// A program that Cargo has built for this workspace, beside this one: no guess where that is.
pub fn built(within: &str, name: &str) -> String {
    let own = std::env::current_exe().unwrap_or_default();
    let folder = own.parent().unwrap_or(Path::new(""));
    folder.join(within).join(format!("{name}{}", std::env::consts::EXE_SUFFIX)).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_shown_as_it_would_be_typed() {
        let line = Line::new("cargo test --").with("two words").set("RAILWRIGHT_ACCEPT", "1");
        assert_eq!(line.shown(), "RAILWRIGHT_ACCEPT=1 cargo test -- 'two words'");
        assert_eq!(line.words, ["cargo", "test", "--", "two words"]);
    }
}
