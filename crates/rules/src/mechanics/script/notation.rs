//! How options of a module's action are written and read, by what they are about.

use super::Script;
use crate::mechanics::DecisionContext;
use crate::mechanics::lanes::find_lane;
use crate::mechanics::notation::{Notation, Part};
use crate::module::{About, OptionList, ScriptOption};
use crate::workspace::Workspace;
use railwright_core::Components;
use railwright_core::narrow::narrow;
use railwright_source::did_you_mean;

impl Script {
    /// Appends an option after a blank.
    pub(super) fn write(&self, context: &DecisionContext, option: ScriptOption, work: &mut Workspace, out: &mut String) {
        let texts = |number: u16, work: &mut Workspace| {
            let list = work.scripts.options(context.state, &self.call(context)).ok();
            list.and_then(|list| list.texts.get(usize::from(number)).cloned()).unwrap_or_else(|| "?".to_owned())
        };
        let kinds = [Some((self.about, option.about)), self.with.map(|with| (with, option.with))];
        for (about, number) in kinds.into_iter().flatten() {
            let word = match about {
                About::Nothing => continue,
                About::Text => texts(number, work),
                _ => word(&context.rules.parts, about, number),
            };
            out.push(' ');
            out.push_str(&word);
        }
    }

    /// Reads what [`Script::write`] wrote.
    pub(super) fn read(&self, context: &DecisionContext, text: &str, work: &mut Workspace) -> Result<ScriptOption, String> {
        let list = match work.scripts.options(context.state, &self.call(context)) {
            Ok(list) => list.clone(),
            Err(fault) => return Err(fault.to_string()),
        };
        let Some(with) = self.with else {
            return Ok(ScriptOption { about: self.number(context, self.about, text, &list)?, with: 0 });
        };
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        let about = self.number(context, self.about, first, &list)?;
        Ok(ScriptOption { about, with: self.number(context, with, rest.trim(), &list)? })
    }

    /// What a word stands for.
    fn number(&self, context: &DecisionContext, about: About, text: &str, list: &OptionList) -> Result<u16, String> {
        let parts = &context.rules.parts;
        let named = |what: &str, mut names: Vec<&str>| match names.iter().position(|name| *name == text) {
            Some(at) => Ok(narrow::<u16>(at)),
            None => {
                let near = did_you_mean(text, names.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
                names.truncate(12);
                let hint = near.unwrap_or_else(|| format!("; there are: {}", names.join(", ")));
                Err(format!("there is no {what} `{text}`{hint}"))
            }
        };
        match about {
            About::Nothing if text.is_empty() => Ok(0),
            About::Nothing => Err(format!("nothing follows the word, and `{text}` does")),
            About::Lane => {
                let lane = find_lane(context.rules, text, |lane| list.options.iter().any(|option| option.about == lane.0))?;
                Ok(lane.0)
            }
            About::Place => named("place", parts.map.places.iter().map(|place| place.id.as_str()).collect()),
            About::Company => named("company", parts.companies.iter().map(|company| company.id.as_str()).collect()),
            About::Card(Some(set)) => named("card", parts.cards[set.index()].kinds.iter().map(|kind| kind.id.as_str()).collect()),
            About::Card(None) => Err("there are no such cards".to_owned()),
            About::Seat => match text.parse::<u16>() {
                Ok(seat) if (1..=parts.seats.into()).contains(&seat) => Ok(seat - 1),
                _ => Err(format!("`{text}` is no seat; seats are 1 to {}", parts.seats)),
            },
            About::Number => text.parse().map_err(|_| format!("`{text}` should be a number")),
            About::Text => {
                let at = list.texts.iter().position(|known| known == text);
                at.map(narrow::<u16>).ok_or_else(|| match list.texts.len() {
                    0 => format!("`{text}` cannot be chosen: there is nothing to choose from"),
                    _ => format!("`{text}` cannot be chosen; there is: {}", list.texts.join(", ")),
                })
            }
        }
    }

    /// How an option is written, so that another action with the same word can be told apart.
    pub(super) fn parts_of_notation(&self) -> Notation {
        let part = |about: About| match about {
            About::Nothing => None,
            About::Lane => Some(Part::Lane),
            About::Place => Some(Part::Place),
            About::Card(Some(set)) => Some(Part::Kind(set)),
            About::Company => Some(Part::Company),
            About::Seat | About::Number => Some(Part::Number),
            About::Text | About::Card(None) => Some(Part::Rest),
        };
        vec![[Some(self.about), self.with].into_iter().flatten().filter_map(part).collect()]
    }
}

/// The word for something, by its number.
fn word(parts: &Components, about: About, number: u16) -> String {
    let at = usize::from(number);
    let id = match about {
        About::Lane => parts.map.lanes.get(at).map(|lane| &lane.id),
        About::Place => parts.map.places.get(at).map(|place| &place.id),
        About::Card(Some(set)) => parts.cards[set.index()].kinds.get(at).map(|kind| &kind.id),
        About::Company => parts.companies.get(at).map(|company| &company.id),
        About::Seat => return (at + 1).to_string(),
        About::Number => return number.to_string(),
        About::Nothing | About::Text | About::Card(None) => None,
    };
    id.map_or_else(|| "?".to_owned(), Clone::clone)
}
