//! What cards, board and companies say of themselves, whatever the state: it never changes in a game.

use super::{Expr, Item};
use crate::components::{Components, FieldValue};
use crate::narrow::position;

/// What is printed on an item; nothing on it is 0.
pub(super) fn printed(parts: &Components, item: Item, expr: &Expr) -> i64 {
    let map = &parts.map;
    match (expr, item) {
        (Expr::Tag(bit), item) => {
            let tags = match item {
                Item::Card(set, kind) => parts.cards[set.index()].kinds[kind.index()].tags,
                Item::Place(place) => map.place(place).tags,
                Item::Company(company) => parts.companies[company].tags,
                Item::Nothing | Item::Lane(_) => 0,
            };
            (tags >> bit & 1) as i64
        }
        (Expr::Field(i), item) => field(parts, item, *i),
        (Expr::IsKind(kind), Item::Card(_, is)) => i64::from(is == *kind),
        (Expr::Attribute(i), Item::Place(place)) => map.place(place).attributes[*i as usize].into(),
        (Expr::Attribute(i), Item::Lane(lane)) => map.lane(lane).attributes[*i as usize].into(),
        (Expr::Attribute(i), Item::Company(company)) => parts.companies[company].attributes[*i as usize].into(),
        (Expr::Length, Item::Lane(lane)) => map.lane(lane).length.into(),
        (Expr::Color, Item::Lane(lane)) => map.lane(lane).color.0.into(),
        (Expr::End(second), Item::Lane(lane)) => map.lane(lane).ends[usize::from(*second)].0.into(),
        (Expr::ItemItself, Item::Place(place)) => place.0.into(),
        (Expr::Junction, Item::Place(place)) => map.place(place).junction.into(),
        (Expr::CompanyItself, Item::Company(company)) => parts.companies[company].word.0.into(),
        (Expr::KindItself, Item::Card(set, kind)) => parts.cards[set.index()].kinds[kind.index()].word.0.into(),
        (Expr::Home, Item::Company(company)) => parts.companies[company].home.map_or(-1, |h| h.0.into()),
        _ => 0,
    }
}

/// What a field of a card says, if that is one number, word or place.
#[inline]
pub(super) fn field(parts: &Components, item: Item, field: u8) -> i64 {
    let Item::Card(set, kind) = item else { return 0 };
    match parts.cards[set.index()].kinds[kind.index()].fields[field as usize] {
        FieldValue::One(value) => value.into(),
        FieldValue::Places(_) | FieldValue::Pays(_) => 0,
    }
}

/// A value of a function given by a list; the last holds for all above.
#[inline]
pub(super) fn looked_up(parts: &Components, table: u8, index: i64) -> i64 {
    let values = &parts.lookups[table as usize].values;
    values.get(position(index.max(0))).or(values.last()).copied().unwrap_or(0).into()
}

/// An entry of a list that an attribute holds, the first being for 0; the last holds for all above.
pub(super) fn entry(parts: &Components, list: i64, index: i64) -> Option<i64> {
    let list = usize::try_from(list).ok().and_then(|at| parts.lists.get(at))?;
    list.get(position(index.max(0))).or(list.last()).map(|&value| value.into())
}

/// Whether a list that an attribute holds has a value.
pub(super) fn listed(parts: &Components, list: i64, value: i64) -> bool {
    parts.lists.get(position(list)).is_some_and(|l| l.iter().any(|&v| i64::from(v) == value))
}
