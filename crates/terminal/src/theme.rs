//! Colours of lanes, cards and parties, and the marks that stand for them where there is no colour.
//!
//! Lanes and cards are named by words of the data. The usual words for colours get a colour of the 256 that nearly every
//! terminal has; any other word is written plainly. Marks are always there: colour never says anything alone.

use railwright_core::Components;
use railwright_core::components::letters;
use railwright_core::id::PartyId;
use railwright_core::map::is_neutral_color;
use railwright_core::signs::Signs;
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

/// For words that are no usual names of colours: told apart from those and from each other as far as can be.
const OTHERS: [u8; 6] = [173, 71, 110, 143, 175, 66];

/// Lighter than the colours of lanes, so that they are not taken for them.
const SEATS: [u8; 8] = [51, 213, 121, 223, 147, 190, 224, 159];

/// How things are painted: in colour, or by marks alone.
#[derive(Clone, Debug)]
pub struct Theme {
    color: bool,
    marks: Vec<(String, char)>,
    companies: Vec<char>,
    signs: Signs,
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
        let companies = letters(parts.companies.iter().map(|company| company.id.as_str()));
        Theme { color, marks, companies, signs: Signs::of(parts) }
    }

    /// The letters of what lies on the board.
    pub fn signs(&self) -> &Signs {
        &self.signs
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
        if self.color && !word.is_empty() { Color::Indexed(painted(word)) } else { Color::Reset }
    }

    /// The colour of a party.
    pub fn party_color(&self, parts: &Components, party: PartyId) -> Color {
        if !self.color {
            return Color::Reset;
        }
        match parts.company_of(party) {
            None => Color::Indexed(SEATS[party.index() % SEATS.len()]),
            Some(i) => parts.companies.get(i).map_or(Color::Reset, |company| Color::Indexed(painted(&company.color))),
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

/// The colour of a word that is said to be one: the usual one, that of its code, or one that its letters choose.
fn painted(word: &str) -> u8 {
    known(word).or_else(|| of_code(word)).unwrap_or_else(|| {
        let sum = word.bytes().fold(7_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        OTHERS[sum % OTHERS.len()]
    })
}

/// The nearest of the 216 colours of a code such as `#a0c020`.
fn of_code(word: &str) -> Option<u8> {
    let digits = word.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let step =
        |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok().map(|value| (value.saturating_add(25) / 51).min(5));
    Some(16 + 36 * step(0)? + 6 * step(2)? + step(4)?)
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
