//! Colours of lanes, cards and parties, and the marks that stand for them where there is no colour.
//!
//! Lanes and cards are named by words of the data. The usual words for colours get a colour of the 256 that nearly every
//! terminal has; any other word is written plainly. Marks are always there: colour never says anything alone.

use railwright_core::Components;
use railwright_core::id::PartyId;
use railwright_core::map::is_neutral_color;
use ratatui::style::{Color, Modifier, Style};

/// The usual words for colours. Black must show on a black ground and not be taken for grey: it is a dark slate blue, and grey is light.
const WORDS: [(&str, u8); 22] = [
    ("grey", 250),
    ("gray", 250),
    ("red", 196),
    ("orange", 208),
    ("yellow", 226),
    ("green", 34),
    ("blue", 33),
    ("purple", 135),
    ("violet", 135),
    ("pink", 212),
    ("white", 231),
    ("black", 60),
    ("brown", 130),
    ("tan", 180),
    ("cyan", 51),
    ("teal", 37),
    ("lime", 154),
    ("magenta", 199),
    ("silver", 254),
    ("gold", 178),
    ("maroon", 124),
    ("navy", 26),
];

/// Lighter than the colours of lanes, so that they are not taken for them.
const SEATS: [u8; 8] = [51, 213, 121, 223, 147, 190, 224, 159];

/// How things are painted: in colour, or by marks alone.
#[derive(Clone, Debug)]
pub struct Theme {
    color: bool,
    marks: Vec<(String, char)>,
    companies: Vec<char>,
}

impl Theme {
    /// The theme of a game; without colour, styles only make text bold, faint or reversed.
    pub fn new(parts: &Components, color: bool) -> Self {
        let lanes = parts.map.lanes.iter().map(|lane| parts.words.text(lane.color));
        let kinds = parts.cards.iter().flat_map(|set| set.kinds.iter().map(|kind| kind.id.as_str()));
        let colors = lanes.chain(kinds.filter(|id| known(id).is_some()));
        let mut marks: Vec<(String, char)> = Vec::new();
        for word in colors.filter(|word| !is_neutral_color(word)) {
            if marks.iter().all(|(w, _)| w != word) {
                let mark = own_letter(word, |c| marks.iter().any(|(_, m)| *m == c));
                marks.push((word.to_owned(), mark));
            }
        }
        let mut companies = Vec::new();
        for company in &parts.companies {
            companies.push(own_letter(&company.id.to_uppercase(), |c| companies.contains(&c)));
        }
        Theme { color, marks, companies }
    }

    /// Whether there is colour.
    pub fn has_color(&self) -> bool {
        self.color
    }

    /// The colours of the game and the mark of each.
    pub fn marks(&self) -> &[(String, char)] {
        &self.marks
    }

    /// The mark of a colour; a neutral one has none.
    pub fn mark(&self, word: &str) -> Option<char> {
        self.marks.iter().find(|(w, _)| w == word).map(|(_, mark)| *mark)
    }

    /// The style of a word that may be a colour.
    pub fn word(&self, word: &str) -> Style {
        known(word).map_or_else(Style::new, |index| self.paint(index))
    }

    /// The colour of a word that may be a colour.
    pub fn color_of(&self, word: &str) -> Color {
        known(word).filter(|_| self.color).map_or(Color::Reset, Color::Indexed)
    }

    /// The colour of a party.
    pub fn party_color(&self, parts: &Components, party: PartyId) -> Color {
        if !self.color {
            return Color::Reset;
        }
        match parts.company_of(party) {
            None => Color::Indexed(SEATS[party.index() % SEATS.len()]),
            Some(i) => parts.companies.get(i).and_then(|c| known(&c.color)).map_or(Color::Reset, Color::Indexed),
        }
    }

    /// The style of a party.
    pub fn party(&self, parts: &Components, party: PartyId) -> Style {
        Style::new().fg(self.party_color(parts, party)).add_modifier(Modifier::BOLD)
    }

    /// The mark of a party: the number of a seat, a letter of a company. On the board it is shown reversed, lest it be taken
    /// for a length.
    pub fn party_mark(&self, parts: &Components, party: PartyId) -> char {
        match parts.company_of(party) {
            None => char::from_digit(u32::from(party.0) + 1, 10).unwrap_or('*'),
            Some(i) => self.companies.get(i).copied().unwrap_or('*'),
        }
    }

    /// What may be overlooked.
    pub fn faint(&self) -> Style {
        if self.color { Style::new().fg(Color::Indexed(244)) } else { Style::new().add_modifier(Modifier::DIM) }
    }

    /// A lane that the chosen move is not about.
    pub fn shade(&self) -> Color {
        if self.color { Color::Indexed(238) } else { Color::Reset }
    }

    /// What should be seen at once.
    pub fn accent(&self) -> Style {
        self.paint(220).add_modifier(Modifier::BOLD)
    }

    /// What went well.
    pub fn good(&self) -> Style {
        self.paint(83)
    }

    /// What is refused.
    pub fn bad(&self) -> Style {
        self.paint(203).add_modifier(Modifier::BOLD)
    }

    fn paint(&self, index: u8) -> Style {
        if self.color { Style::new().fg(Color::Indexed(index)) } else { Style::new() }
    }
}

fn known(word: &str) -> Option<u8> {
    WORDS.iter().find(|(w, _)| *w == word).map(|(_, index)| *index)
}

/// A letter of a word that is not taken: its first if it can be, else its last, else any.
fn own_letter(word: &str, taken: impl Fn(char) -> bool) -> char {
    let letters = || word.chars().filter(|c| c.is_alphanumeric());
    let wanted = letters().take(1).chain(letters().next_back()).chain(letters()).chain('A'..='Z').chain('0'..='9');
    wanted.into_iter().find(|c| !taken(*c)).unwrap_or('*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_not_used_twice() {
        assert_eq!(own_letter("blue", |_| false), 'b');
        assert_eq!(own_letter("black", |c| c == 'b'), 'k');
        assert_eq!(own_letter("bb", |c| c == 'b'), 'A');
    }
}
