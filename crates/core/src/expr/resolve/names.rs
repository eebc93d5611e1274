//! What a name means for the item in question, for the seat and for the table.

use super::meaning::carries;
use super::scope::Through;
use super::{ItemType, Resolved, Scope, Type};
use crate::components::{FieldType, Owner, Thing};
use crate::expr::parse::{Node, What};
use crate::expr::{About, Expr, ExprError, Function, Holder, Name};
use crate::id::CounterId;

/// What is near a longer name is not looked for.
const LONGEST_NAME: usize = 64;
/// With so many known names a wrong one is compared at most.
const MOST_COMPARED: usize = 300;

/// A bare name read as a word or place because of what it stands beside.
pub(super) fn literal(node: &Node, wanted: Type, scope: &Scope, error: ExprError) -> Resolved {
    let What::Name(name) = &node.what else { return Err(error) };
    if error.reported {
        return Err(error);
    }
    // A name of the language that stands in the wrong place is no misspelt word.
    let is_of_language = Name::ALL.iter().any(|known| known.row().name == name);
    match wanted {
        Type::Number => Err(error),
        Type::Word => match scope.parts.words.find(name) {
            Some(word) => Ok((Expr::Int(word.0.into()), Type::Word)),
            None if is_of_language => Err(error),
            None => {
                let known: Vec<&str> = scope.parts.words.iter().collect();
                Err(unknown(node, &format!("nothing in this game is called `{name}`"), name, &known))
            }
        },
        Type::Place => match scope.parts.map.find_place(name) {
            Some(place) => Ok((Expr::Int(place.0.into()), Type::Place)),
            None if is_of_language => Err(error),
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
    Some((make(u8::try_from(at).ok()?), field_type(list[at].1)?))
}

/// What a name means for the item in question: of what the game declares first, then of what every game has.
pub(super) fn item_name(name: &str, scope: &Scope) -> Option<(Expr, Type)> {
    let parts = scope.parts;
    let tag = || {
        let bit = parts.tags.iter().position(|t| t == name)?;
        carries(name, scope.item, parts).then_some((Expr::Tag(u8::try_from(bit).ok()?), Type::Number))
    };
    let counter = |owner: Thing| {
        let at = parts.counters.iter().position(|c| c.id == name && c.owner.thing() == Some(owner))?;
        let holder = if parts.counters[at].owner == owner.alone() { Holder::Item } else { Holder::Pair };
        Some((Expr::Counter(CounterId::from(at), holder), Type::Number))
    };
    match scope.item {
        ItemType::Nothing => None,
        ItemType::Card(set) => {
            let cards = &parts.cards[set.index()];
            let kind = || cards.find(name).map(|kind| (Expr::IsKind(kind), Type::Number));
            let field = || attribute(&cards.fields, name, Expr::Field);
            let copies = (name == "copies").then(|| built_in(name, About::Card, scope)).flatten();
            copies.or_else(field).or_else(tag).or_else(kind).or_else(|| built_in(name, About::Card, scope))
        }
        ItemType::Lane => built_in(name, About::Lane, scope)
            .or_else(|| attribute(&parts.lane_attributes, name, Expr::Attribute))
            .or_else(|| counter(Thing::Lane)),
        ItemType::Place => built_in(name, About::Place, scope)
            .or_else(|| attribute(&parts.place_attributes, name, Expr::Attribute))
            .or_else(|| counter(Thing::Place))
            .or_else(tag),
        ItemType::Company => built_in(name, About::Company, scope)
            .or_else(|| attribute(&parts.company_attributes, name, Expr::Attribute))
            .or_else(|| counter(Thing::Company))
            .or_else(tag),
    }
}

/// A name of the table, where it means something.
fn built_in(name: &str, about: About, scope: &Scope) -> Option<(Expr, Type)> {
    let found = Name::find(name, about)?;
    let means = match found {
        Name::Copies => scope.layers.through[0] == Through::Kinds,
        Name::Paid => scope.layers.through[0] == Through::PaidPlaces,
        Name::ConnectedPlace => scope.around == ItemType::Company,
        Name::ConnectedCompany => scope.around == ItemType::Place,
        Name::Total | Name::Awards | Name::Space | Name::Level | Name::NearEnd | Name::FarEnd => scope.is_about(about),
        Name::Players | Name::Round | Name::Turn | Name::Seat | Name::First | Name::IsOut | Name::True | Name::False => true,
        Name::LastCompany | Name::LastPlace | Name::TrainPlace | Name::TrainMoving | Name::Kind => true,
        Name::FirstEnd | Name::SecondEnd | Name::Length | Name::Color | Name::Laid | Name::Own | Name::Open => true,
        Name::Reached | Name::Here | Name::Junction | Name::City | Name::Company | Name::Home => true,
    };
    Some((found.expr(), Type::of(found.row().gives)?)).filter(|_| means)
}

/// What a name means for the seat and the table.
pub(super) fn seat_name(name: &str, scope: &Scope) -> Option<(Expr, Type)> {
    let known =
        [About::Seat, About::ScoreSheet, About::Piece, About::Raise].iter().find_map(|&about| built_in(name, about, scope));
    known.or_else(|| {
        let at = scope.parts.find_counter(name)?;
        let holder = match scope.parts.counters[at.index()].owner {
            Owner::Table => Holder::Table,
            Owner::Seat | Owner::Party => Holder::Seat,
            Owner::Dummy | Owner::Train => Holder::Own,
            Owner::Company | Owner::Place | Owner::Lane | Owner::SeatAnd(_) => return None,
        };
        Some((Expr::Counter(at, holder), Type::Number))
    })
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

/// Refuses a name for what one of several owners has where nothing says which one is meant.
pub(super) fn one_meant(name: &str, node: &Node, scope: &Scope) -> Result<(), ExprError> {
    let built_in = Name::find(name, About::Seat).is_some() || Function::find(name).is_some();
    let of = match (name, scope.parts.find_counter(name)) {
        ("train-place" | "train-moving" | "run", _) => scope.unclear(Owner::Train),
        (_, Some(counter)) if !built_in => scope.unclear(scope.parts.counters[counter.index()].owner),
        _ => None,
    };
    if matches!(name, "train-place" | "train-moving" | "run") && scope.parts.trains.is_empty() {
        let error = ExprError::new(node.span.clone(), format!("`{name}` means nothing here: this game has no trains"));
        return Err(error.help("declare one for each seat in `trains`"));
    }
    let Some(of) = of else { return Ok(()) };
    let error = ExprError::new(node.span.clone(), format!("`{name}` belongs to {of}: nothing says which one is meant"));
    Err(if built_in {
        error.help("this can be asked where a seat has one train; scripts say which train they mean")
    } else {
        error.help(format!("sum-owners({name}) adds up what all of them have; scripts say whose they mean"))
    })
}

pub(super) fn known_names<'a>(scope: &Scope<'a>) -> Vec<&'a str> {
    let parts = scope.parts;
    let mut known: Vec<&str> = Name::about(About::Seat).collect();
    known.extend(parts.counters.iter().map(|c| c.id.as_str()));
    known.extend(parts.terms.iter().map(|t| t.id.as_str()));
    let tags = parts.tags.iter().map(String::as_str).filter(|tag| carries(tag, scope.item, parts));
    match scope.item {
        ItemType::Nothing => {}
        ItemType::Card(set) => {
            known.extend(Name::about(About::Card));
            known.extend(parts.cards[set.index()].fields.iter().map(|f| f.0.as_str()).chain(tags));
        }
        ItemType::Lane => {
            known.extend(Name::about(About::Lane));
            known.extend(parts.lane_attributes.iter().map(|a| a.0.as_str()));
        }
        ItemType::Place => {
            known.extend(Name::about(About::Place));
            known.extend(parts.place_attributes.iter().map(|a| a.0.as_str()).chain(tags));
        }
        ItemType::Company => {
            known.extend(Name::about(About::Company));
            known.extend(parts.company_attributes.iter().map(|a| a.0.as_str()).chain(tags));
        }
    }
    known
}

pub(super) fn unknown(node: &Node, message: &str, name: &str, known: &[&str]) -> ExprError {
    // What nobody would type is near nothing, and what is much longer or shorter is not near: neither is worth a look.
    let allowed = 1 + name.len() / 3;
    let likely = known.iter().filter(|known| name.len() <= LONGEST_NAME && known.len().abs_diff(name.len()) <= allowed);
    let nearest = likely.take(MOST_COMPARED).map(|k| (strsim::damerau_levenshtein(k, name), k)).min();
    let error = ExprError::new(node.span.clone(), message);
    match nearest {
        Some((distance, near)) if distance <= allowed => error.help(format!("did you mean `{near}`?")),
        _ if known.is_empty() => error.help("this game has none"),
        _ => {
            let some: Vec<&str> = known.iter().copied().filter(|name| !name.is_empty()).take(24).collect();
            error.help(format!("known here: {}", some.join(", ")))
        }
    }
}
