//! The file of outcomes: for each case the number of its rules, a line that sums up, and a few letters for each game.
//!
//! ```text
//! format 2
//!
//! my-game 2 players; rules 0123456789abcdef
//!   1000 games, 162488 decisions; ended: last turns played 1000; points 61234 60122; won 507 493
//!   000 170.6qskt79c4mgb 158.0v1w2x3y4z5a …
//! ```

use crate::{Case, FORMAT, Outcome};
use std::fmt;

/// Games on a line: few enough that a diff shows which they are.
const ON_A_LINE: usize = 10;

/// What is kept of one case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The case.
    pub case: Case,
    /// The number of its resolved rules.
    pub rules: u64,
    /// What its games add up to, in words.
    pub summary: String,
    /// Its games; the place of each is its seed.
    pub games: Vec<Outcome>,
}

/// What is kept of all cases.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcomes {
    /// The cases.
    pub sections: Vec<Section>,
}

impl Outcomes {
    /// What is kept of a case.
    pub fn of(&self, case: &Case) -> Option<&Section> {
        self.sections.iter().find(|section| section.case == *case)
    }

    /// Reads the file's text; what cannot be read is said with its line.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut sections: Vec<Section> = Vec::new();
        let mut format = None;
        for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let wrong = |what: &str| format!("line {} of the outcomes is not {what}: {line}", i + 1);
            match (format, line.strip_prefix("  "), sections.last_mut()) {
                (None, ..) => format = Some(read_format(line)?),
                (_, None, _) => sections.push(read_head(line).ok_or_else(|| wrong("a case with its rules"))?),
                (_, Some(line), Some(section)) if section.summary.is_empty() => section.summary = line.to_owned(),
                (_, Some(line), Some(section)) => {
                    let games = read_games(line, section.games.len()).ok_or_else(|| wrong("a line of games in their order"))?;
                    section.games.extend(games);
                }
                (_, Some(_), None) => return Err(wrong("below a case")),
            }
        }
        format.map(|()| Outcomes { sections }).ok_or_else(|| "the file of outcomes is empty".to_owned())
    }
}

fn read_format(line: &str) -> Result<(), String> {
    match line.strip_prefix("format ").map(str::parse::<u32>) {
        Some(Ok(FORMAT)) => Ok(()),
        _ => Err(format!("the outcomes are not of format {FORMAT} but say `{line}`; they cannot be compared, only made anew")),
    }
}

fn read_head(line: &str) -> Option<Section> {
    let (case, rules) = line.split_once("; rules ")?;
    let rules = u64::from_str_radix(rules, 16).ok()?;
    Some(Section { case: Case::read(case)?, rules, summary: String::new(), games: Vec::new() })
}

fn read_games(line: &str, from: usize) -> Option<Vec<Outcome>> {
    let mut words = line.split(' ');
    let first: usize = words.next()?.parse().ok()?;
    (first == from).then(|| words.map(Outcome::read).collect()).flatten()
}

impl fmt::Display for Outcomes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(
            f,
            "# What came of seeded games between random players. README.md says how to read this; it is not edited by hand."
        )?;
        writeln!(f, "format {FORMAT}")?;
        for Section { case, rules, summary, games } in &self.sections {
            writeln!(f, "\n{case}; rules {rules:016x}\n  {summary}")?;
            for (i, line) in games.chunks(ON_A_LINE).enumerate() {
                write!(f, "  {:03}", i * ON_A_LINE)?;
                line.iter().try_for_each(|game| write!(f, " {game}"))?;
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Outcomes {
        let game = |decisions| Outcome { decisions, actions: 7 * decisions, state: 0x3fff_ffff - decisions };
        let case = |players| Case { game: "my-game".into(), players, option: (players == 3).then(|| "long".into()) };
        let section = |players| Section {
            case: case(players),
            rules: 0xabc,
            summary: "25 games".into(),
            games: (0..25).map(game).collect(),
        };
        Outcomes { sections: vec![section(2), section(3)] }
    }

    #[test]
    fn outcomes_are_read_as_they_were_written() {
        let outcomes = some();
        assert_eq!(Outcomes::read(&outcomes.to_string()), Ok(outcomes.clone()));
        assert_eq!(Outcomes::read(&outcomes.to_string().replace('\n', "\r\n")), Ok(outcomes));
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let text = some().to_string();
        for (from, to, said) in [
            ("format ", "format 9", "format"),
            ("; rules", "; rule", "line 4"),
            ("  010", "  011", "line 7"),
            ("0.000000", "0.00000u", "line 6"),
        ] {
            let wrong = Outcomes::read(&text.replacen(from, to, 1)).expect_err("it is wrong");
            assert!(wrong.contains(said), "{wrong}");
        }
        assert!(Outcomes::read("").is_err());
    }
}
