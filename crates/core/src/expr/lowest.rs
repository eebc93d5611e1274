//! The least that an expression can come to, as far as it can be told before anything is played.

use super::{Expr, Operation};
use crate::components::{CardSet, Components, FieldType, FieldValue};
use crate::id::ZoneId;

/// What cannot be told: it may be anything.
const UNKNOWN: i64 = i64::MIN;

impl Expr {
    /// A number that the expression is never below; the least number there is where that cannot be told.
    pub fn lowest(&self, parts: &Components) -> i64 {
        match self {
            Expr::Int(number) => *number,
            Expr::If(three) => three[1].lowest(parts).min(three[2].lowest(parts)),
            Expr::Min(list) => list.iter().map(|e| e.lowest(parts)).min().unwrap_or(UNKNOWN),
            Expr::Max(list) => list.iter().map(|e| e.lowest(parts)).max().unwrap_or(UNKNOWN),
            Expr::Negative(inner) => {
                if let Expr::Int(number) = **inner {
                    number.saturating_neg()
                } else {
                    UNKNOWN
                }
            }
            Expr::Math(operation, a, b) => lowest_of(*operation, a, b, parts),
            Expr::Counter(counter, _) => parts.counters[counter.index()].min.map_or(UNKNOWN, i64::from),
            Expr::Lookup(table, _) => {
                let values = parts.lookups.get(*table as usize).map_or(&[][..], |lookup| &lookup.values);
                values.iter().min().map_or(UNKNOWN, |&least| least.into())
            }
            Expr::Attribute(at) => lowest_attribute(*at as usize, parts),
            Expr::Field(field) => {
                parts.cards.iter().filter_map(|set| lowest_field(set, *field as usize)).min().unwrap_or(UNKNOWN)
            }
            Expr::Pays(field, _) | Expr::Best(field, _) => {
                let of_set = |set: &CardSet| lowest_field(set, *field as usize);
                parts.cards.iter().filter_map(of_set).min().unwrap_or(UNKNOWN).min(0)
            }
            Expr::Weighed(zone, kinds) => {
                let set = parts.cards_in(*zone);
                let of_kind =
                    |&(kind, each): &(crate::id::KindId, i32)| i64::from(each.min(0)) * i64::from(set.kinds[kind.index()].count);
                kinds.iter().map(of_kind).sum()
            }
            Expr::Sum(zone, value, _) => lowest_sum(*zone, value, parts),
            Expr::At(kind, _, inner) => inner.lowest(parts).min(kind.nothing()),
            Expr::Outer(inner) | Expr::OuterSeat(inner) => inner.lowest(parts),
            Expr::Memo(memo) => memo.inner().lowest(parts),
            Expr::Not(_) | Expr::And(..) | Expr::Or(..) | Expr::Compare(..) | Expr::Same(..) | Expr::In(_) | Expr::Tag(_) => 0,
            Expr::Players | Expr::Round | Expr::Turn | Expr::IsOut | Expr::Level | Expr::Space | Expr::Length | Expr::Laid => 0,
            Expr::Size(_) | Expr::Count(..) | Expr::Copies | Expr::CopiesIn(_) | Expr::Hits(..) | Expr::Different(..) => 0,
            Expr::Lanes(_) | Expr::Places(_) | Expr::Longest(_) | Expr::Ends(_) | Expr::RowOf(..) => 0,
            Expr::Own | Expr::Open | Expr::Reached | Expr::Connected | Expr::Junction | Expr::Has(..) | Expr::Joined(..) => 0,
            Expr::IsKind(_) | Expr::Can { .. } | Expr::Won(_) | Expr::TrainMoving | Expr::Toward(..) | Expr::JoinedOver(_) => 0,
            Expr::MissingOver(_) | Expr::Distance(_) => 0,
            Expr::Seat | Expr::First | Expr::Awards | Expr::Missing(..) | Expr::Away(_) | Expr::Run(_) => 0,
            Expr::Ways(_) | Expr::Network(_) | Expr::Farthest(..) | Expr::Gap(..) => 0,
            Expr::Most(inner) | Expr::Least(inner) => inner.lowest(parts),
            Expr::Given(_) => UNKNOWN,
            Expr::TotalOf(_) | Expr::SumKinds(..) | Expr::EachKind(..) | Expr::SumLanes(..) | Expr::SumPlaces(..) => UNKNOWN,
            Expr::SumCompanies(..) | Expr::EachCompany(_) | Expr::SumSeats(..) | Expr::SumToward(..) => UNKNOWN,
            Expr::Entry(..) => parts.lists.iter().flatten().min().map_or(UNKNOWN, |&least| i64::from(least).min(0)),
            Expr::LastLane(..) | Expr::Top(..) | Expr::Nearest(..) | Expr::Paid => UNKNOWN,
            Expr::Total | Expr::Script(_) | Expr::DummyTotal(_) => UNKNOWN,
            // These are no numbers but words and places.
            Expr::LastCompany | Expr::LastPlace | Expr::TrainPlace | Expr::ItemItself | Expr::KindItself => UNKNOWN,
            Expr::CompanyItself | Expr::Home | Expr::Color | Expr::End(_) | Expr::Towards(_) => UNKNOWN,
        }
    }
}

fn lowest_of(operation: Operation, a: &Expr, b: &Expr, parts: &Components) -> i64 {
    let (low, other) = (a.lowest(parts), b.lowest(parts));
    match operation {
        Operation::Plus if low != UNKNOWN && other != UNKNOWN => low.saturating_add(other),
        Operation::Minus if low != UNKNOWN => {
            if let Expr::Int(number) = *b {
                low.saturating_sub(number)
            } else {
                UNKNOWN
            }
        }
        Operation::Times | Operation::Divided if low >= 0 && other >= 0 => 0,
        Operation::Rest if low >= 0 => 0,
        _ => UNKNOWN,
    }
}

/// The least that a sum over the cards of a zone can be: every card that takes away lies there.
fn lowest_sum(zone: ZoneId, value: &Expr, parts: &Components) -> i64 {
    let set = parts.cards_in(zone);
    let all: i64 = set.kinds.iter().map(|kind| i64::from(kind.count)).sum();
    match value {
        Expr::Field(field) if set.fields.get(*field as usize).is_some_and(|f| f.1 == FieldType::Number) => {
            let of_kind = |kind: &crate::components::Kind| match kind.fields[*field as usize] {
                FieldValue::One(each) => i64::from(each.min(0)) * i64::from(kind.count),
                _ => 0,
            };
            set.kinds.iter().map(of_kind).sum()
        }
        _ => match value.lowest(parts) {
            UNKNOWN => UNKNOWN,
            low => low.min(0).saturating_mul(all),
        },
    }
}

/// The least number or payment that the cards of a set have in a field; nothing if they have none there.
fn lowest_field(set: &CardSet, field: usize) -> Option<i64> {
    let kind = set.fields.get(field)?.1;
    let of_card = |value: &FieldValue| match value {
        FieldValue::One(number) if kind == FieldType::Number => Some(i64::from(*number)),
        FieldValue::Pays(pays) => pays.iter().map(|(_, paid)| i64::from(*paid)).min(),
        _ => None,
    };
    set.kinds.iter().filter_map(|card| of_card(&card.fields[field])).min()
}

/// The least value of an attribute with that number, whatever it is of.
fn lowest_attribute(at: usize, parts: &Components) -> i64 {
    let places = parts.map.places.iter().filter_map(|place| place.attributes.get(at));
    let lanes = parts.map.lanes.iter().filter_map(|lane| lane.attributes.get(at));
    let companies = parts.companies.iter().filter_map(|company| company.attributes.get(at));
    places.chain(lanes).chain(companies).min().map_or(UNKNOWN, |&least| least.into())
}
