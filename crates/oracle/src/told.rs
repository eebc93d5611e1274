//! Games told in full, one file a case: with them the first action or field that differs can be named.
//!
//! ```text
//! my-game 2 players
//!
//! seed 0
//! 1/3 keep a-b c-d
//! …
//! finally
//! over = last turns played
//! …
//! ```

use crate::{Case, Story};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The first so many games of each case are told, and the first game that ended in each further way.
pub const TOLD: u64 = 2;

/// Games of one case with their seeds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// The games.
    pub games: Vec<(u64, Story)>,
}

impl Told {
    /// The file in which the games of a case are told.
    pub fn path(folder: &Path, case: &Case) -> PathBuf {
        folder.join("told").join(case.file() + ".txt")
    }

    /// The seeds of the games that are told.
    pub fn seeds(&self) -> Vec<u64> {
        self.games.iter().map(|(seed, _)| *seed).collect()
    }

    /// Reads a file's text.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut told = Told::default();
        let mut finally = false;
        for (i, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.is_empty()) {
            let seed = line.strip_prefix("seed ").and_then(|seed| seed.parse().ok());
            match (seed, line, told.games.last_mut()) {
                (Some(seed), ..) => {
                    finally = false;
                    told.games.push((seed, Story::default()));
                }
                (_, "finally", _) => finally = true,
                (_, _, Some((_, story))) if finally => story.fields.push(line.to_owned()),
                (_, _, Some((_, story))) => story.actions.push(line.to_owned()),
                (_, _, None) => return Err(format!("line {}: a game begins with its seed, not with `{line}`", i + 1)),
            }
        }
        Ok(told)
    }

    /// The file's text.
    pub fn text(&self, case: &Case) -> String {
        let mut text = format!("{case}\n");
        for (seed, story) in &self.games {
            let _ = write!(text, "\nseed {seed}\n{}", tell(story));
        }
        text
    }
}

/// A game as text.
pub fn tell(story: &Story) -> String {
    let lines = story.actions.iter().map(String::as_str).chain(["finally"]).chain(story.fields.iter().map(String::as_str));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stories_are_read_as_they_were_told() {
        let story = |n: usize| Story {
            actions: (0..n).map(|i| format!("1/{i} do {i}")).collect(),
            fields: vec!["over = yes".into(), "counter cash of seat 1 = 3".into()],
        };
        let told = Told { games: vec![(0, story(3)), (17, story(0))] };
        let case = Case { game: "my-game".into(), players: 2, option: None };
        assert_eq!(Told::read(&told.text(&case)), Ok(told.clone()));
        assert_eq!(told.seeds(), [0, 17]);
        assert!(Told::read("my-game 2 players\n\n1/2 draw").expect_err("no seed").contains("line 3"));
    }
}
