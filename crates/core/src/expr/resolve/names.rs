//! What a name means for the item in question, for the seat and for the table.

use super::{ItemType, Resolved, Scope, Type};
use crate::components::{FieldType, Owner};
use crate::expr::functions::{About, names};
use crate::expr::parse::{Node, What};
use crate::expr::{Expr, ExprError, Holder};
use crate::id::CounterId;

/// A bare name read as a word or place because of what it stands beside.
pub(super) fn literal(node: &Node, wanted: Type, scope: &Scope, error: ExprError) -> Resolved {
    let What::Name(name) = &node.what else { return Err(error) };
    if error.reported {
        return Err(error);
    }
    match wanted {
        Type::Number => Err(error),
        Type::Word => match scope.parts.words.find(name) {
            Some(word) => Ok((Expr::Int(word.0.into()), Type::Word)),
            None => {
                let known: Vec<&str> = scope.parts.words.iter().collect();
                Err(unknown(node, &format!("nothing in this game is called `{name}`"), name, &known))
            }
        },
        Type::Place => match scope.parts.map.find_place(name) {
            Some(place) => Ok((Expr::Int(place.0.into()), Type::Place)),
            None => {
                let known: Vec<&str> = scope.parts.map.places.iter().map(|p| p.id.as_str()).collect();
                Err(unknown(node, &format!("there is no place `{name}`"), name, &known))
            }
        },
    }
}

fn field_type(field: FieldType) -> Option<Type> {
    match field {
        FieldType::Number => Some(Type::Number),
        FieldType::Word => Some(Type::Word),
        FieldType::Place => Some(Type::Place),
        FieldType::Places | FieldType::Pays | FieldType::Numbers | FieldType::Words => None,
    }
}

fn attribute(list: &[(String, FieldType)], name: &str, make: fn(u8) -> Expr) -> Option<(Expr, Type)> {
    let at = list.iter().position(|a| a.0 == name)?;
    Some((make(at as u8), field_type(list[at].1)?))
}

/// What a name means for the item in question.
pub(super) fn item_name(name: &str, scope: &Scope) -> Option<(Expr, Type)> {
    let parts = scope.parts;
    let tag = || parts.tags.iter().position(|t| t == name).map(|i| (Expr::Tag(i as u8), Type::Number));
    let counter = |owner: Owner| {
        let at = parts.counters.iter().position(|c| c.id == name && c.owner == owner)?;
        Some((Expr::Counter(CounterId::from(at), Holder::Item), Type::Number))
    };
    match scope.item {
        ItemType::Nothing => None,
        ItemType::Card(_) if name == "copies" => Some((Expr::Copies, Type::Number)),
        ItemType::Card(set) => {
            let cards = &parts.cards[set.index()];
            let kind = || cards.find(name).map(|kind| (Expr::IsKind(kind), Type::Number));
            let itself = || (name == "kind").then_some((Expr::KindItself, Type::Word));
            attribute(&cards.fields, name, Expr::Field).or_else(tag).or_else(kind).or_else(itself)
        }
        ItemType::Lane => match name {
            "length" => Some((Expr::Length, Type::Number)),
            "color" => Some((Expr::Color, Type::Word)),
            "laid" => Some((Expr::Laid, Type::Number)),
            "own" => Some((Expr::Own, Type::Number)),
            "open" => Some((Expr::Open, Type::Number)),
            "space" => Some((Expr::Space, Type::Number)),
            _ => attribute(&parts.lane_attributes, name, Expr::Attribute).or_else(|| counter(Owner::Lane)),
        },
        ItemType::Place => match name {
            "reached" => Some((Expr::Reached, Type::Number)),
            "here" => Some((Expr::ItemItself, Type::Place)),
            "junction" => Some((Expr::Junction, Type::Number)),
            "city" => Some((Expr::Not(Box::new(Expr::Junction)), Type::Number)),
            "paid" if matches!(scope.around, ItemType::Card(_)) => Some((Expr::Paid, Type::Number)),
            "connected" if scope.around == ItemType::Company => Some((Expr::Connected, Type::Number)),
            _ => attribute(&parts.place_attributes, name, Expr::Attribute).or_else(|| counter(Owner::Place)).or_else(tag),
        },
        ItemType::Company => match name {
            "company" => Some((Expr::CompanyItself, Type::Word)),
            "home" => Some((Expr::Home, Type::Place)),
            "connected" if scope.around == ItemType::Place => Some((Expr::Connected, Type::Number)),
            _ => {
                // What is about a lane within a company may well name a tag of places, which would then never hold.
                let carried = |i: usize| parts.companies.iter().any(|c| c.tags >> i & 1 == 1);
                let known = parts.tags.iter().position(|t| t == name).is_some_and(carried);
                let found = attribute(&parts.company_attributes, name, Expr::Attribute).or_else(|| counter(Owner::Company));
                found.or_else(|| tag().filter(|_| known))
            }
        },
    }
}

/// What a name means for the seat and the table.
pub(super) fn seat_name(name: &str, scope: &Scope) -> Option<(Expr, Type)> {
    let expr = match name {
        "players" => Expr::Players,
        "round" => Expr::Round,
        "turn" => Expr::Turn,
        "seat" => Expr::Seat,
        "first" => Expr::First,
        "last-company" => return Some((Expr::LastCompany, Type::Word)),
        "last-place" => return Some((Expr::LastPlace, Type::Place)),
        "train-place" => return Some((Expr::TrainPlace, Type::Place)),
        "train-moving" => Expr::TrainMoving,
        "level" => Expr::Level,
        "true" => Expr::Int(1),
        "false" => Expr::Int(0),
        "total" if !scope.lines.is_empty() => Expr::Total,
        "awards" if !scope.lines.is_empty() => Expr::Awards,
        _ => {
            let at = scope.parts.find_counter(name)?;
            match scope.parts.counters[at.index()].owner {
                Owner::Table => Expr::Counter(at, Holder::Table),
                Owner::Seat | Owner::Party => Expr::Counter(at, Holder::Seat),
                Owner::Dummy | Owner::Train => Expr::Counter(at, Holder::Own),
                Owner::Company | Owner::Place | Owner::Lane => return None,
            }
        }
    };
    Some((expr, Type::Number))
}

/// Refuses a name that asks what the last action was about where none that can have come before was about such a thing.
pub(super) fn last_given(name: &str, node: &Node, scope: &Scope) -> Result<(), ExprError> {
    let (given, what) = match name {
        "last-lane" => (scope.last.lane, "a lane"),
        "last-place" => (scope.last.place, "a place"),
        "last-company" => (scope.last.company, "a company"),
        _ => return Ok(()),
    };
    let message = || format!("`{name}` means nothing here: no action that can have come last is about {what}");
    let help = "it stands where an action has come before that is about one, such as in the steps that are its `then`";
    if given { Ok(()) } else { Err(ExprError::new(node.span.clone(), message()).help(help)) }
}

pub(super) fn known_names<'a>(scope: &Scope<'a>) -> Vec<&'a str> {
    let parts = scope.parts;
    let mut known: Vec<&str> = names(About::Seat).collect();
    known.extend(parts.counters.iter().map(|c| c.id.as_str()));
    known.extend(parts.terms.iter().map(|t| t.id.as_str()));
    let tags = parts.tags.iter().map(String::as_str);
    match scope.item {
        ItemType::Nothing => {}
        ItemType::Card(set) => known.extend(parts.cards[set.index()].fields.iter().map(|f| f.0.as_str()).chain(tags)),
        ItemType::Lane => {
            known.extend(names(About::Lane));
            known.extend(parts.lane_attributes.iter().map(|a| a.0.as_str()));
        }
        ItemType::Place => {
            known.extend(names(About::Place));
            known.extend(parts.place_attributes.iter().map(|a| a.0.as_str()).chain(tags));
        }
        ItemType::Company => {
            known.extend(names(About::Company));
            known.extend(parts.company_attributes.iter().map(|a| a.0.as_str()).chain(tags));
        }
    }
    known
}

pub(super) fn unknown(node: &Node, message: &str, name: &str, known: &[&str]) -> ExprError {
    let nearest = known.iter().map(|k| (strsim::damerau_levenshtein(k, name), k)).min();
    let error = ExprError::new(node.span.clone(), message);
    match nearest {
        Some((distance, near)) if distance <= 1 + name.len() / 3 => error.help(format!("did you mean `{near}`?")),
        _ if known.is_empty() => error.help("this game has none"),
        _ => {
            let some: Vec<&str> = known.iter().copied().filter(|name| !name.is_empty()).take(24).collect();
            error.help(format!("known here: {}", some.join(", ")))
        }
    }
}
