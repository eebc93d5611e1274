//! Expressions: compiled, worked out and explained; what they are worth is what a plain evaluator says.

use super::{Subject, once};
use crate::damage::{reword, words};
use crate::good;
use crate::meaning::formulas::PlainFormula;
use crate::{Choices, LARGEST};
use railwright_core::expr::{Eval, Formula, Item, ItemType, Scope, Scratch};
use railwright_core::id::{CardSetId, KindId, LaneId, PartyId, PlaceId};

/// What can take more steps than this is left to the tests of the rules: a plain evaluator takes its time.
const MOST_STEPS: u64 = 3_000;

/// An expression; the first line names the game whose things it speaks of: `in NAME`.
pub const EXPRESSION: Subject = Subject {
    name: "expression",
    what: "an expression, compiled, worked out, compared with a plain evaluator and explained",
    attempt: |input| {
        let text = String::from_utf8_lossy(input);
        let (game, _, text) = good::named(&text);
        let parts = &game.rules.parts;
        let state = &game.position;
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
                let mut eval = Eval::new(parts, state, PartyId(0), &mut scratch).about(item);
                let value = eval.value(&formula.expr);
                let _ = formula.explain(&mut eval);
                // Beyond the largest numbers it matters what is added first.
                let sensible = formula.steps() < MOST_STEPS && !text.split(|c: char| !c.is_ascii_digit()).any(|n| n.len() > 6);
                let plain = sensible.then(|| PlainFormula::read(parts, text, about)).flatten();
                if let Some(plain) = plain {
                    assert_eq!(value, plain.value(parts, state, 0, item), "the plain evaluator says otherwise");
                }
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
        let mut text = all.concat();
        if choices.below(3) == 0 {
            put_in_each_other(&mut text, good::named(&format!("{first}\n")).0, choices);
        }
        format!("{first}\n{text}").into_bytes()
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
    share: 280,
};

/// Puts an expression into functions that go through lanes, cards, seats and the like, one within another.
fn put_in_each_other(text: &mut String, game: &good::Good, choices: &mut Choices) {
    for _ in 0..=choices.below(12) {
        let zone = choices.pick(&game.rules.parts.zones).map_or("deck", |zone| zone.id.as_str());
        *text = match choices.below(10) {
            0 => format!("lanes({text})"),
            1 => format!("sum-lanes(length, {text})"),
            2 => format!("places({text})"),
            3 => format!("longest({text})"),
            4 => format!("most({text})"),
            5 => format!("seats({text})"),
            6 => format!("count({zone}, {text})"),
            7 => format!("sum({zone}, {text}, 1)"),
            8 if text.len() < LARGEST / 2 => format!("sum-places({text}, {text})"),
            _ => format!("sum-kinds({zone}, copies, {text})"),
        };
    }
}

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
