//! Where two tellings of a game part: the first action that differs, or the fields of the final state.

use crate::Story;
use std::fmt::Write;

/// Fields of a final state that are named; of further ones only their number.
const FIELDS: usize = 3;

/// Where two tellings of a game part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Parting {
    /// At an action.
    Action {
        /// Its number, counted from one.
        number: usize,
        /// The action before it.
        after: Option<String>,
        /// What it was; nothing when the game was over.
        was: Option<String>,
        /// What it is now.
        is: Option<String>,
        /// How many actions there were, and how many there are.
        lengths: (usize, usize),
    },
    /// All actions agree, and the final states do not.
    Fields {
        /// How many actions there are.
        actions: usize,
        /// The name of each field that differs, what it was and what it is.
        fields: Vec<(String, Option<String>, Option<String>)>,
    },
}

impl Parting {
    /// Where two tellings of a game part, if they do.
    pub fn of(was: &Story, is: &Story) -> Option<Self> {
        let lengths = (was.actions.len(), is.actions.len());
        if let Some(at) = (0..lengths.0.max(lengths.1)).find(|&i| was.actions.get(i) != is.actions.get(i)) {
            let after = at.checked_sub(1).map(|before| is.actions[before].clone());
            let (was, is) = (was.actions.get(at).cloned(), is.actions.get(at).cloned());
            return Some(Parting::Action { number: at + 1, after, was, is, lengths });
        }
        let [was, is] = [was, is].map(|story| story.fields.iter().map(|line| field(line)).collect::<Vec<_>>());
        let value = |fields: &[(&str, &str)], name: &str| fields.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
        let names = was.iter().chain(is.iter().filter(|(name, _)| value(&was, name).is_none())).map(|(name, _)| *name);
        let both = names.map(|name| (name.to_owned(), value(&was, name), value(&is, name)));
        let fields: Vec<_> = both.filter(|(_, was, is)| was != is).collect();
        (!fields.is_empty()).then_some(Parting::Fields { actions: lengths.1, fields })
    }

    /// The same for people, in lines of which all but the first are indented.
    pub fn in_words(&self) -> String {
        match self {
            Parting::Action { number, after, was, is, lengths } => {
                let mut text = format!("action {number} (there were {}, there are {})\n", lengths.0, lengths.1);
                if let Some(after) = after {
                    let _ = writeln!(text, "    after {after}");
                }
                let _ = writeln!(text, "    was   {}", was.as_deref().unwrap_or("nothing: the game was over"));
                let _ = writeln!(text, "    is    {}", is.as_deref().unwrap_or("nothing: the game is over"));
                if let (Some(was), Some(is)) = (was.as_deref().and_then(asked), is.as_deref().and_then(asked)) {
                    let _ = writeln!(text, "          {}", why(was, is));
                }
                text
            }
            Parting::Fields { actions, fields } => {
                let mut text = format!("all {actions} actions agree, {} of the final state not\n", some(fields.len()));
                for (name, was, is) in fields.iter().take(FIELDS) {
                    let [was, is] = [without(was, is), without(is, was)];
                    let _ = writeln!(text, "    {name}\n      was {was}\n      is  {is}");
                }
                if fields.len() > FIELDS {
                    let _ = writeln!(text, "    and {} more", some(fields.len() - FIELDS));
                }
                text
            }
        }
    }
}

fn field(line: &str) -> (&str, &str) {
    line.split_once(" = ").unwrap_or((line, ""))
}

fn some(fields: usize) -> String {
    format!("{fields} field{}", if fields == 1 { "" } else { "s" })
}

/// Who chose among how many actions, of the line of an action.
fn asked(line: &str) -> Option<(&str, &str)> {
    line.split_once(' ')?.0.split_once('/')
}

/// What can be said of the cause.
fn why((was_seat, were): (&str, &str), (seat, are): (&str, &str)) -> String {
    if seat != was_seat {
        format!("seat {seat} is asked and not seat {was_seat}")
    } else if were != are {
        format!("{are} actions are legal, {were} were")
    } else {
        "as many actions are legal: others, or in another order".to_owned()
    }
}

/// A value without those of its parts that another has as well: what is left of a long list is what differs.
fn without(value: &Option<String>, other: &Option<String>) -> String {
    let Some(value) = value else { return "nothing".to_owned() };
    let parts: Vec<&str> = value.split(", ").collect();
    let has = |part: &str| other.as_ref().is_some_and(|other| other.split(", ").any(|same| same == part));
    let left: Vec<&str> = parts.iter().copied().filter(|part| !has(part)).collect();
    match left.len() {
        0 => value.clone(),
        some if some == parts.len() => value.clone(),
        _ => format!("{}, …", left.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn story(actions: &[&str], fields: &[&str]) -> Story {
        let own = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        Story { actions: own(actions), fields: own(fields) }
    }

    #[test]
    fn the_same_story_parts_nowhere() {
        let story = story(&["1/2 draw"], &["over = yes"]);
        assert_eq!(Parting::of(&story, &story), None);
    }

    #[test]
    fn an_action_comes_before_all_fields() {
        let (was, is) = (story(&["1/2 draw", "2/3 pass"], &["turn = 2"]), story(&["1/2 draw", "2/4 pass"], &["turn = 3"]));
        let text = Parting::of(&was, &is).expect("they part").in_words();
        let said = "action 2 (there were 2, there are 2)\n    after 1/2 draw\n    was   2/3 pass\n    is    2/4 pass\n          4 actions are legal, 3 were\n";
        assert_eq!(text, said);
        let shorter = Parting::of(&was, &story(&["1/2 draw"], &[])).expect("they part").in_words();
        assert!(shorter.contains("is    nothing: the game is over"), "{shorter}");
    }

    #[test]
    fn of_a_long_value_only_what_differs_is_shown() {
        let (was, is) =
            (story(&[], &["hand = 3 red, blue, 2 green", "old = 1"]), story(&[], &["hand = 2 red, blue, 2 green", "new = 1"]));
        let text = Parting::of(&was, &is).expect("they part").in_words();
        assert!(text.contains("    hand\n      was 3 red, …\n      is  2 red, …\n"), "{text}");
        assert!(text.contains("    old\n      was 1\n      is  nothing\n    new\n      was nothing\n      is  1\n"), "{text}");
    }
}
