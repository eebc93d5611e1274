//! Which games say a word of the language, so that the reference can name one for each.

use railwright_rules::library::Shelf;

/// Words that no bundled game says, and the game of `tests/games` that does.
pub const IN_SMALL_GAMES: &[(&str, &str)] = &[("call", "storm/storm"), ("script", "race/race")];

/// Who says a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// A bundled game, by its id.
    Game(String),
    /// A bundled part, by its id.
    Part(String),
    /// A game of `tests/games`, by its path there.
    Small(&'static str),
}

/// Whether a text has an action or step of a kind.
pub fn has_kind(text: &str, kind: &str) -> bool {
    text.contains(&format!("do = \"{kind}\""))
}

/// Whether a text calls a function: its name before a bracket, and no letter before it.
pub fn calls(text: &str, name: &str) -> bool {
    let part_of_a_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    text.match_indices(&format!("{name}(")).any(|(at, _)| !text[..at].ends_with(part_of_a_name))
}

/// All bundled games and parts with their texts.
#[derive(Clone, Debug)]
pub struct Bundled(Vec<(Said, &'static str)>);

impl Bundled {
    /// Reads them.
    pub fn read() -> Self {
        let all = |shelf: Shelf, said: fn(String) -> Said| {
            shelf.ids().into_iter().map(move |id| (said(id.clone()), shelf.text(&id).unwrap_or_default()))
        };
        Self(all(Shelf::Games, Said::Game).chain(all(Shelf::Parts, Said::Part)).collect())
    }

    /// Who says a kind of action or step; of several that do, the first.
    pub fn kind(&self, kind: &str) -> Option<Said> {
        self.first(kind, |text| has_kind(text, kind))
    }

    /// Who calls a function.
    pub fn function(&self, name: &str) -> Option<Said> {
        self.first(name, |text| calls(text, name))
    }

    fn first(&self, word: &str, says: impl Fn(&str) -> bool) -> Option<Said> {
        let bundled = self.0.iter().find(|(_, text)| says(text)).map(|(said, _)| said.clone());
        bundled.or_else(|| IN_SMALL_GAMES.iter().find(|(known, _)| *known == word).map(|(_, game)| Said::Small(game)))
    }
}

/// Who says it, as a cell of a table.
pub(crate) fn cell(said: Option<Said>) -> String {
    match said {
        Some(Said::Game(id)) => format!("`{id}`"),
        Some(Said::Part(id)) => format!("part `{id}`"),
        Some(Said::Small(path)) => format!("`tests/games/{path}.toml`"),
        None => String::new(),
    }
}
