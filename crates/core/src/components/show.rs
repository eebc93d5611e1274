//! How attributes, sets, counters and zones are shown to people, where an author says so; otherwise what shows a board decides by simple rules.

/// How something is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Show {
    /// As everything of its kind.
    #[default]
    Usual,
    /// Not at all: it is bookkeeping, or another thing shows it.
    None,
    /// A number of places: in the dot of each.
    Dot,
    /// A word or number of places: below the name.
    Below,
    /// A word of places: as a tint of the paper.
    Tint,
    /// A number of lanes: as stars on spaces.
    Stars,
    /// A number or word of lanes: as a badge.
    Badge,
    /// A counter of the table: in the line that says where the game stands.
    Headline,
}

impl Show {
    /// The word of game files for it.
    #[must_use]
    pub fn of(word: &str) -> Self {
        match word {
            "none" => Show::None,
            "dot" => Show::Dot,
            "below" => Show::Below,
            "tint" => Show::Tint,
            "stars" => Show::Stars,
            "badge" => Show::Badge,
            "headline" => Show::Headline,
            _ => Show::Usual,
        }
    }
}

/// What an author said of how things are shown, by their ids.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shows {
    /// Attributes and tags of places.
    pub places: Vec<(String, Show)>,
    /// Attributes of lanes.
    pub lanes: Vec<(String, Show)>,
    /// Named sets.
    pub sets: Vec<(String, Show)>,
    /// Counters.
    pub counters: Vec<(String, Show)>,
    /// Zones.
    pub zones: Vec<(String, Show)>,
}

/// How one thing of a list is shown.
#[must_use]
pub fn shown(list: &[(String, Show)], id: &str) -> Show {
    list.iter().find(|(known, _)| known == id).map_or(Show::Usual, |(_, show)| *show)
}

/// A letter for each of some names, in their order, no two the same: the first of a name that is still free, so that a sign stays what it is
/// when further names come after it.
#[must_use]
pub fn letters<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<char> {
    let mut taken: Vec<char> = Vec::new();
    for name in names {
        let own = name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_uppercase);
        let free = own.chain('A'..='Z').chain('0'..='9').find(|letter| !taken.contains(letter));
        taken.push(free.unwrap_or('*'));
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_names_have_one_letter() {
        assert_eq!(letters(["tunnel", "toll", "symbols", "", "slow-track"]), ['T', 'O', 'S', 'A', 'L']);
    }

    #[test]
    fn what_nobody_says_is_shown_as_usual() {
        let list = [("ferry".to_owned(), Show::of("badge")), ("note".to_owned(), Show::of("none"))];
        assert_eq!(shown(&list, "ferry"), Show::Badge);
        assert_eq!(shown(&list, "note"), Show::None);
        assert_eq!(shown(&list, "other"), Show::Usual);
    }
}
