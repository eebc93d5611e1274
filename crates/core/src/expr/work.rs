//! How much work a formula can be, told at load: what goes through lanes within what goes through cards is done for each lane of
//! each card. What would take too long is refused before anything of it is worked out.

use super::language::Cost;
use super::resolve::ItemType;
use crate::components::{Components, FieldValue, Form};
use crate::id::ZoneId;

/// Steps that a formula may take to be worked out about all that it is asked about.
pub const MOST_STEPS: u64 = 1_000_000;

/// What a call of a script is counted as.
const SCRIPT: u64 = 1_000;
/// What a look at a search that is kept is counted as.
const KEPT: u64 = 20;
/// What a search for a longest trail is counted as, beyond a look at each lane.
const TRAIL: u64 = 1_000;
/// What a list of choices is counted as beyond a look at each lane.
const CHOICES: u64 = 200;
/// What is asked of cards in a bag is tried with each kind when the game is loaded, in more than one way.
const TRIED: u64 = 2;

/// The steps of a function of that cost whose arguments take so many by themselves.
pub(super) fn steps(cost: Cost, zone: Option<ZoneId>, arguments: u64, parts: &Components) -> u64 {
    let lanes = parts.map.lanes.len() as u64;
    let each = |times: u64| times.max(1).saturating_mul(arguments.saturating_add(1));
    match cost {
        Cost::Constant => arguments,
        Cost::EachSeat => each(parts.seats.into()),
        Cost::EachCard => each(zone.map_or(1, |zone| cards(zone, parts))),
        Cost::EachLane | Cost::MapAndLanes => each(lanes).saturating_add(KEPT),
        Cost::EachPlace => each(parts.map.places.len() as u64),
        Cost::EachPaid => each(paid(parts)),
        Cost::EachCompany => each(parts.companies.len() as u64),
        Cost::Map => arguments.saturating_add(KEPT),
        Cost::Trail => each(lanes).saturating_add(TRAIL),
        Cost::Choices => each(lanes).saturating_add(CHOICES),
        Cost::Script => SCRIPT,
    }
}

/// The most places that a field of a card names.
fn paid(parts: &Components) -> u64 {
    let fields = parts.cards.iter().flat_map(|set| &set.kinds).flat_map(|kind| &kind.fields);
    let named = fields.map(|field| if let FieldValue::Pays(places) = field { places.len() } else { 0 });
    named.max().unwrap_or_default() as u64
}

/// How many cards of a zone are looked at.
fn cards(zone: ZoneId, parts: &Components) -> u64 {
    let zone = parts.zone(zone);
    let kinds = parts.cards.get(zone.cards.index()).map_or(&[][..], |set| &set.kinds);
    match zone.form {
        Form::Row(slots) => slots.into(),
        Form::Bag => TRIED * kinds.len() as u64,
        Form::Pile => kinds.iter().map(|kind| u64::from(kind.count)).sum(),
    }
}

/// How many there are of what a formula is about.
pub(super) fn asked_about(item: ItemType, parts: &Components) -> u64 {
    let number = match item {
        ItemType::Nothing => 1,
        ItemType::Card(cards) => parts.cards.get(cards.index()).map_or(1, |set| set.kinds.len()),
        ItemType::Lane => parts.map.lanes.len(),
        ItemType::Place => parts.map.places.len(),
        ItemType::Company => parts.companies.len(),
    };
    number.max(1) as u64
}
