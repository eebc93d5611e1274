//! Facts of the cards: which there are and what stands on them.

use super::map::value;
use super::{Host, add};
use crate::host_state::{HostResult, Table};
use crate::names::pick;
use railwright_core::components::FieldValue;
use rhai::{Array, Dynamic, INT, Map};

pub(super) fn register(host: &mut Host) {
    add!(host, ("kinds", "cards", "ids"), "the kinds of card of a set of cards", |t: &mut Table, cards: &str| {
        t.list(|d| Ok(d.parts().cards[d.cards(cards)?.index()].kinds.iter().map(|k| k.id.clone().into()).collect()))
    });
    add!(
        host,
        ("copies", "cards, kind", "number"),
        "how many cards of that kind the game has",
        |t: &mut Table, cards: &str, kind: &str| {
            t.at(|d| {
                let cards = d.cards(cards)?;
                HostResult::Ok(INT::from(d.parts().cards[cards.index()].kinds[d.kind(cards, kind)?.index()].count))
            })
        }
    );
    add!(
        host,
        ("card_tagged", "cards, kind, tag", "true or false"),
        "whether cards of that kind have the tag",
        |t: &mut Table, cards: &str, kind: &str, tag: &str| {
            t.at(|d| {
                let cards = d.cards(cards)?;
                let tags = d.parts().cards[cards.index()].kinds[d.kind(cards, kind)?.index()].tags;
                HostResult::Ok(tags >> d.tag(tag)? & 1 == 1)
            })
        }
    );
    add!(
        host,
        ("field", "cards, kind, field", "value"),
        "what stands on cards of that kind: a number, a text, a place, a list of places or a map from place to number",
        |t: &mut Table, cards: &str, kind: &str, field: &str| {
            t.value(|d| {
                let cards = d.cards(cards)?;
                let set = &d.parts().cards[cards.index()];
                let at = pick("field", field, set.fields.iter().map(|f| f.0.as_str()))?;
                let place = |p: &railwright_core::id::PlaceId| d.places.id(p.index());
                Ok(match &set.kinds[d.kind(cards, kind)?.index()].fields[at] {
                    FieldValue::One(number) => value(d, set.fields[at].1, *number),
                    FieldValue::Places(places) => places.iter().map(place).collect::<Array>().into(),
                    FieldValue::Pays(pays) => {
                        let entry = |(at, n): &(railwright_core::id::PlaceId, i32)| {
                            let id = d.parts().map.place(*at).id.as_str();
                            (id.into(), Dynamic::from(INT::from(*n)))
                        };
                        pays.iter().map(entry).collect::<Map>().into()
                    }
                })
            })
        }
    );
}
