//! What is played: every bundled game with every number of players, plain and with each option switched.

use railwright_rules::library::Shelf;
use railwright_rules::{Rules, Setting, load};
use railwright_script::Rhai;
use std::fmt;
use std::sync::Arc;

/// A game, a number of players and perhaps an option that is not as it usually is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Case {
    /// The id of a bundled game, or the path of a file.
    pub game: String,
    /// How many play; 0 for as few as can.
    pub players: u8,
    /// The option that is switched: `name` on, `no-name` off.
    pub option: Option<String>,
}

impl Case {
    /// All cases, in a fixed order. A bundled game that cannot be loaded is an error.
    pub fn all() -> Result<Vec<Case>, String> {
        let mut cases = Vec::new();
        for game in Shelf::Games.ids() {
            let plain = Case { game, players: 0, option: None };
            let rules = plain.rules()?;
            let switched = rules.parts.options.iter().map(|(name, on)| if *on { format!("no-{name}") } else { name.clone() });
            let (least, most) = rules.head.players;
            for option in [None].into_iter().chain(switched.map(Some)) {
                cases.extend((least..=most).map(|players| Case { players, option: option.clone(), ..plain.clone() }));
            }
        }
        Ok(cases)
    }

    /// Its rules, or all that is wrong with them.
    pub fn rules(&self) -> Result<Arc<Rules>, String> {
        let setting = Setting { players: self.players, options: self.option.iter().cloned().collect() };
        let loaded = load(&self.game, &setting, &Rhai);
        let problems = || format!("{} cannot be played:\n{}", self.arguments(), loaded.report.render(&loaded.files, false));
        loaded.rules.map(Arc::new).ok_or_else(problems)
    }

    /// What files about it are called, without the ending.
    pub fn file(&self) -> String {
        let option = self.option.as_ref().map_or_else(String::new, |option| format!("-{option}"));
        format!("{}-{}{option}", self.game, self.players)
    }

    /// How to ask for one of its games on the command line.
    pub fn arguments(&self) -> String {
        let option = self.option.as_ref().map_or_else(String::new, |option| format!(" --option {option}"));
        match self.players {
            0 => format!("{}{option}", self.game),
            players => format!("{} --players {players}{option}", self.game),
        }
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub fn read(text: &str) -> Option<Case> {
        let (text, option) = match text.split_once(" option ") {
            Some((text, option)) => (text, Some(option.to_owned())),
            None => (text, None),
        };
        let (game, players) = text.strip_suffix(" players")?.rsplit_once(' ')?;
        Some(Case { game: game.to_owned(), players: players.parse().ok()?, option })
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {} players", self.game, self.players)?;
        self.option.as_ref().map_or(Ok(()), |option| write!(f, " option {option}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_read_as_it_was_written() {
        for option in [None, Some("long-evening".to_owned())] {
            let case = Case { game: "my-game".into(), players: 3, option };
            assert_eq!(Case::read(&case.to_string()), Some(case));
        }
        assert_eq!(Case::read("my-game players"), None);
    }
}
