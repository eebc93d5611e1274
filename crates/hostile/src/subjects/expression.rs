//! Expressions: compiled, worked out and explained.

use super::{Subject, once};
use crate::damage::{reword, words};
use crate::good;
use railwright_core::State;
use railwright_core::expr::{Eval, Formula, Item, ItemType, Scope, Scratch};
use railwright_core::id::{CardSetId, KindId, LaneId, PartyId, PlaceId};

/// An expression; the first line names the game whose things it speaks of: `in NAME`.
pub const EXPRESSION: Subject = Subject {
    name: "expression",
    what: "an expression, compiled, worked out and explained",
    attempt: |input| {
        let text = String::from_utf8_lossy(input);
        let (game, _, text) = good::named(&text);
        let parts = &game.rules.parts;
        let state = State::new(parts);
        let cards = CardSetId(0);
        for (about, item, is) in [
            (ItemType::Nothing, Item::Nothing, true),
            (ItemType::Lane, Item::Lane(LaneId(0)), !parts.map.lanes.is_empty()),
            (ItemType::Place, Item::Place(PlaceId(0)), !parts.map.places.is_empty()),
            (ItemType::Company, Item::Company(0), !parts.companies.is_empty()),
            (ItemType::Card(cards), Item::Card(cards, KindId(0)), !parts.cards.is_empty()),
        ] {
            let scope = Scope { item: about, ..Scope::of(parts) };
            if is && let Ok(formula) = Formula::compile(text, &scope) {
                let mut scratch = Scratch::default();
                let mut eval = Eval::new(parts, &state, PartyId(0), &mut scratch).about(item);
                let _ = (eval.value(&formula.expr), formula.explain(&mut eval));
            }
        }
    },
    structured: |choices| {
        let good = (EXPRESSION.good)();
        let language: Vec<String> =
            (0..6).filter_map(|_| choices.pick(good)).flat_map(|text| words(&String::from_utf8_lossy(text))).collect();
        let text = choices.pick(good).map(|text| String::from_utf8_lossy(text)).unwrap_or_default();
        let (first, rest) = text.split_once('\n').unwrap_or_default();
        let mut all = words(rest);
        reword(&mut all, &language, choices);
        format!("{first}\n{}", all.concat()).into_bytes()
    },
    good: || {
        once!({
            let mut found = Vec::new();
            for game in good::games() {
                let tree = game.files[0].1.parse::<toml::Table>().unwrap_or_default();
                let mut texts = Vec::new();
                expressions(&toml::Value::Table(tree), game, &mut texts);
                texts.sort();
                texts.dedup();
                found.extend(texts.iter().map(|text| format!("in {}\n{text}", game.name).into_bytes()));
            }
            found
        })
    },
    share: 420,
};

/// The texts of a game file that are expressions of their own, without anything around them.
fn expressions(value: &toml::Value, game: &good::Good, found: &mut Vec<String>) {
    match value {
        toml::Value::String(text) => {
            let items = [ItemType::Nothing, ItemType::Lane, ItemType::Place, ItemType::Company];
            let cards = (!game.rules.parts.cards.is_empty()).then_some(ItemType::Card(CardSetId(0)));
            let compiles = |item| Formula::compile(text, &Scope { item, ..Scope::of(&game.rules.parts) }).is_ok();
            if items.into_iter().chain(cards).any(compiles) {
                found.push(text.clone());
            }
        }
        toml::Value::Array(list) => list.iter().for_each(|value| expressions(value, game, found)),
        toml::Value::Table(table) => table.iter().for_each(|(_, value)| expressions(value, game, found)),
        _ => {}
    }
}
