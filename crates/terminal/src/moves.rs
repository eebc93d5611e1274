//! The legal moves as people look for them: filtered by what is typed, grouped by what they have in common, completed.
//!
//! Moves are known by their notation alone, so everything here holds for moves of any game; people read it with names in the place of ids
//! and may type either.

use railwright_core::Action;
use railwright_core::components::FieldType;
use railwright_core::components::FieldValue;
use railwright_core::id::{LaneId, PlaceId};
use railwright_narration::Names;
use railwright_rules::Rules;

/// A legal move.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its notation.
    pub text: String,
    /// The same as people read it.
    pub said: String,
    /// The lanes it is about.
    pub lanes: Vec<LaneId>,
    /// The places it is about.
    pub places: Vec<PlaceId>,
}

impl Move {
    /// A move; what it is about is read from its action and from the names in its notation.
    pub fn new(rules: &Rules, names: &Names, action: Action, text: String) -> Self {
        let map = &rules.parts.map;
        let mut lanes: Vec<LaneId> = rules.lane_of(action).into_iter().collect();
        let mut places = Vec::new();
        for word in text.split_whitespace().skip(1).map(|word| word.trim_matches(',')) {
            lanes.extend(map.find_lane(word).filter(|lane| !lanes.contains(lane)));
            places.extend(map.find_place(word));
            places.extend(places_of_card(rules, word));
        }
        Move { said: names.say(&text), text, lanes, places }
    }
}

/// The places that a card of that name mentions.
fn places_of_card(rules: &Rules, id: &str) -> Vec<PlaceId> {
    let mut places = Vec::new();
    for set in rules.parts.cards.iter().filter(|set| set.fields.iter().any(|(_, f)| *f == FieldType::Place)) {
        let Some(kind) = set.find(id) else { continue };
        for ((_, field), value) in set.fields.iter().zip(&set.kinds[kind.index()].fields) {
            if let (FieldType::Place, FieldValue::One(place)) = (field, value) {
                places.extend(usize::try_from(*place).ok().map(PlaceId::from));
            }
        }
    }
    places
}

/// The moves that match what is typed: every word of it begins a part of the notation. Whole words with which moves begin, as an
/// opened group writes them, stand for these moves alone.
pub fn matching(moves: &[Move], typed: &str) -> Vec<usize> {
    let typed = typed.to_lowercase();
    if typed.ends_with(' ') {
        let begun: Vec<usize> = (0..moves.len()).filter(|i| moves[*i].text.starts_with(&typed)).collect();
        if !begun.is_empty() {
            return begun;
        }
    }
    let words: Vec<&str> = typed.split_whitespace().collect();
    let begins = |i: &usize, said: &str| words.iter().all(|word| begins_part(&moves[*i].text, word) || begins_part(said, word));
    (0..moves.len()).filter(|i| begins(i, &moves[*i].said.to_lowercase())).collect()
}

/// The move that somebody means who writes it as it is read, with names.
pub fn meant<'m>(moves: &'m [Move], typed: &str) -> Option<&'m Move> {
    let plain = |text: &str| text.to_lowercase().replace('–', "-").split_whitespace().collect::<Vec<_>>().join(" ");
    let typed = plain(typed);
    moves.iter().find(|known| plain(&known.said) == typed)
}

/// Whether a word stands in a text at the beginning of a part of it: after a blank, or within a name after a hyphen.
fn begins_part(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| at == 0 || matches!(text.as_bytes()[at - 1], b' ' | b'-' | b':' | b'.'))
}

/// A row of the list: one move, or several with a common beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The notation, or the common beginning.
    pub text: String,
    /// The moves, by their positions.
    pub moves: Vec<usize>,
}

impl Row {
    /// Whether it is one move.
    pub fn is_move(&self) -> bool {
        self.moves.len() == 1
    }
}

/// Groups moves by the words they begin with, so that about `room` rows show all of them.
///
/// The smallest groups are opened first: the few ways to draw are listed while the many lanes are still one row.
pub fn rows(moves: &[Move], shown: &[usize], room: usize) -> Vec<Row> {
    if let [only] = *shown {
        return vec![Row { text: moves[only].text.clone(), moves: vec![only] }];
    }
    let mut rows = vec![Row { text: String::new(), moves: shown.to_vec() }];
    loop {
        let groups = rows.iter().enumerate().filter(|(_, row)| !row.is_move());
        let mut tries: Vec<(usize, usize)> = groups.map(|(i, row)| (row.moves.len(), i)).collect();
        tries.sort_unstable();
        let opened = tries.into_iter().find_map(|(_, i)| {
            let inner = open(moves, &rows[i]);
            // The outermost group says nothing; a few rows more than there is room for can be scrolled.
            let fits = rows.len() - 1 + inner.len() <= room || rows.len() == 1;
            // Moves that are written alike stay together.
            let differ = inner.len() > 1 || inner.first().is_some_and(|row| row.text.len() > rows[i].text.len());
            (fits && differ).then_some((i, inner))
        });
        let Some((i, inner)) = opened else { break };
        rows.splice(i..=i, inner);
    }
    rows.retain(|row| !row.moves.is_empty());
    rows
}

/// Splits a group by the next word in which its moves differ.
fn open(moves: &[Move], row: &Row) -> Vec<Row> {
    let mut inner: Vec<Row> = Vec::new();
    for &i in &row.moves {
        let text = &moves[i].text;
        let rest = text[row.text.len()..].trim_start();
        let from = text.len() - rest.len();
        let to = rest.find(' ').map_or(text.len(), |at| from + at);
        match inner.iter_mut().find(|r| r.text == text[..to]) {
            Some(group) => group.moves.push(i),
            None => inner.push(Row { text: text[..to].to_owned(), moves: vec![i] }),
        }
    }
    for group in inner.iter_mut().filter(|group| group.is_move()) {
        group.text.clone_from(&moves[group.moves[0]].text);
    }
    // A word that all have in common is no difference: one goes on to the next.
    match &inner[..] {
        [only] if !only.is_move() && only.text.len() > row.text.len() => open(moves, only),
        _ => inner,
    }
}

/// What is typed to open a group: all the words that its moves have in common.
pub fn opening(moves: &[Move], row: &Row) -> String {
    common_words(row.moves.iter().map(|i| moves[*i].text.as_str()), &row.text) + " "
}

/// The longest run of whole words that all texts begin with; at least `least`.
fn common_words<'a>(texts: impl Iterator<Item = &'a str>, least: &str) -> String {
    let mut common: Option<Vec<&str>> = None;
    for text in texts {
        let words: Vec<&str> = text.split(' ').collect();
        common = Some(match common {
            None => words,
            Some(known) => known.into_iter().zip(words).take_while(|(a, b)| a == b).map(|(a, _)| a).collect(),
        });
    }
    let joined = common.unwrap_or_default().join(" ");
    if joined.len() < least.len() { least.to_owned() } else { joined }
}

/// What Tab makes of a text: the longest beginning that all moves beginning with it share, else the last word completed.
pub fn complete(moves: &[Move], vocabulary: &[String], typed: &str) -> Option<String> {
    let texts = moves.iter().map(|m| m.text.as_str());
    if let Some(longer) = longest(texts, typed).filter(|longer| longer.len() > typed.len()) {
        return Some(longer);
    }
    let at = typed.rfind(' ').map_or(0, |at| at + 1);
    let last = &typed[at..];
    if last.is_empty() {
        return None;
    }
    let longer = longest(vocabulary.iter().map(String::as_str), last)?;
    (longer.len() > last.len()).then(|| format!("{}{longer}", &typed[..at]))
}

/// The longest beginning that all texts beginning with `start` share.
fn longest<'a>(texts: impl Iterator<Item = &'a str>, start: &str) -> Option<String> {
    let mut found: Option<&str> = None;
    for text in texts.filter(|text| text.starts_with(start)) {
        found = Some(match found {
            None => text,
            Some(known) => {
                let same = known
                    .char_indices()
                    .zip(text.chars())
                    .find(|((_, a), b)| a != b)
                    .map_or(known.len().min(text.len()), |((at, _), _)| at);
                &known[..same]
            }
        });
    }
    found.map(str::to_owned)
}

/// Every name that can occur in notation: words of actions, lanes, places and cards.
pub fn vocabulary(rules: &Rules) -> Vec<String> {
    let parts = &rules.parts;
    let mut words: Vec<String> = rules.actions.iter().map(|a| a.word.clone()).collect();
    words.extend(parts.map.lanes.iter().map(|l| l.id.clone()));
    words.extend(parts.map.places.iter().map(|p| p.id.clone()));
    words.extend(parts.cards.iter().flat_map(|set| set.kinds.iter().map(|k| k.id.clone())));
    words.extend(parts.companies.iter().map(|c| c.id.clone()));
    words.sort();
    words.dedup();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves() -> Vec<Move> {
        let texts = [
            "draw red",
            "draw deck",
            "claim ford-dale with 1 red",
            "claim ford-dale with 1 wild",
            "claim dale-north with 2 red",
            "tickets",
        ];
        texts.map(|text| Move { text: text.to_owned(), said: text.to_owned(), lanes: Vec::new(), places: Vec::new() }).to_vec()
    }

    fn texts(rows: &[Row]) -> Vec<&str> {
        rows.iter().map(|r| r.text.as_str()).collect()
    }

    #[test]
    fn small_groups_open_first() {
        let moves = moves();
        let all = matching(&moves, "");
        assert_eq!(texts(&rows(&moves, &all, 4)), ["draw red", "draw deck", "claim", "tickets"]);
        assert_eq!(
            texts(&rows(&moves, &all, 5)),
            ["draw red", "draw deck", "claim ford-dale", "claim dale-north with 2 red", "tickets"]
        );
        assert_eq!(opening(&moves, &rows(&moves, &all, 5)[2]), "claim ford-dale with 1 ");
        assert_eq!(rows(&moves, &all, 9).len(), 6);
    }

    #[test]
    fn every_typed_word_begins_a_part() {
        let moves = moves();
        assert_eq!(matching(&moves, "dale"), [2, 3, 4]);
        assert_eq!(matching(&moves, "cl nor"), [4]);
        assert_eq!(matching(&moves, "ale"), [] as [usize; 0]);
        assert_eq!(matching(&moves, "D"), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn an_opened_group_shows_its_own_moves_alone() {
        let mut moves = moves();
        moves.push(Move { text: "claim ford-dale with 2 red, 1 wild".to_owned(), ..moves[2].clone() });
        assert_eq!(matching(&moves, "claim ford-dale with 1"), [2, 3, 6]);
        assert_eq!(matching(&moves, "claim ford-dale with 1 "), [2, 3]);
        assert_eq!(matching(&moves, "north "), [4], "words that no move begins with are looked for everywhere");
    }

    #[test]
    fn tab_goes_as_far_as_there_is_no_choice() {
        let moves = moves();
        let words = ["ford-dale".to_owned(), "dale-north".to_owned()];
        assert_eq!(complete(&moves, &words, "cl").as_deref(), Some("claim "));
        assert_eq!(complete(&moves, &words, "claim f").as_deref(), Some("claim ford-dale with 1 "));
        assert_eq!(complete(&moves, &words, "why claim fo").as_deref(), Some("why claim ford-dale"));
        assert_eq!(complete(&moves, &words, "zz"), None);
    }

    #[test]
    fn what_is_read_can_be_typed() {
        let mut moves = moves();
        moves[2].said = "claim Førd – Dale with 1 red".to_owned();
        assert_eq!(matching(&moves, "førd"), [2]);
        assert_eq!(
            meant(&moves, "claim førd - dale  with 1 red").map(|known| known.text.as_str()),
            Some("claim ford-dale with 1 red")
        );
        assert!(meant(&moves, "claim førd").is_none());
    }

    #[test]
    fn moves_that_are_written_alike_stay_together() {
        let twice: Vec<Move> = [0, 0].map(|i| moves()[i].clone()).to_vec();
        assert_eq!(texts(&rows(&twice, &[0, 1], 5)), ["draw red"]);
    }

    #[test]
    fn no_moves_make_no_rows() {
        assert!(rows(&[], &[], 5).is_empty());
    }
}
