//! How scenarios name what a position consists of: `market`, `hand.1`, `trains.2`, `claimed.1`.

use railwright_core::Components;
use railwright_core::components::{BUILT_IN_SETS, Members, Owner, Spot, Thing};
use railwright_core::id::{CounterId, KindId, SeatId, SetId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_source::did_you_mean;

/// The lanes that a seat has, named as if they were a zone.
pub(crate) const CLAIMED: &str = "claimed";
/// The track that a company has, named likewise.
pub(crate) const BUILT: &str = "built";
/// The places where trains stand, named likewise.
pub(crate) const STANDS: &str = "stands";

/// Something a position consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PositionItem {
    /// Where cards lie.
    Zone(Spot),
    /// A number of one owner.
    Counter(CounterId, usize),
    /// A named set of lanes or places of one owner.
    Set(SetId, usize),
    /// The lanes of a seat.
    Claimed(SeatId),
    /// The track of a company.
    Built(usize),
    /// Where a train stands.
    Stands(usize),
}

/// A kind of thing, before it is said whose is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    Zone(ZoneId),
    Counter(CounterId),
    Set(SetId),
    Claimed,
    Built,
    Stands,
}

impl Family {
    /// Finds a zone, a counter, a set or the lanes by name.
    pub(crate) fn find(parts: &Components, name: &str) -> Result<Self, String> {
        let on_the_map = match name {
            CLAIMED => Some(Family::Claimed),
            BUILT => Some(Family::Built),
            STANDS => Some(Family::Stands),
            _ => None,
        };
        let zone = parts.find_zone(name).map(Family::Zone).or(on_the_map);
        let set = || parts.find_set(name).filter(|set| set.index() >= BUILT_IN_SETS).map(Family::Set);
        zone.or_else(|| parts.find_counter(name).map(Family::Counter)).or_else(set).ok_or_else(|| {
            let zones = parts.zones.iter().map(|z| z.id.as_str());
            let sets = parts.sets.iter().skip(BUILT_IN_SETS).map(|s| s.id.as_str());
            let counters = parts.counters.iter().map(|c| c.id.as_str());
            let known: Vec<&str> = zones.chain(counters).chain(sets).chain([CLAIMED, BUILT, STANDS]).collect();
            match did_you_mean(name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are: {}", known.join(", ")),
            }
        })
    }

    /// Whose it can be.
    pub(crate) fn owner(self, parts: &Components) -> Owner {
        match self {
            Family::Zone(zone) => parts.zone(zone).owner,
            Family::Counter(counter) => parts.counters[counter.index()].owner,
            Family::Set(set) => parts.sets[set.index()].owner,
            Family::Claimed => Owner::Seat,
            Family::Built => Owner::Company,
            Family::Stands => Owner::Train,
        }
    }

    /// The one that belongs to an owner.
    pub(crate) fn of(self, owner: usize) -> PositionItem {
        match self {
            Family::Zone(zone) => PositionItem::Zone(Spot { zone, owner: narrow::<u16>(owner) }),
            Family::Counter(counter) => PositionItem::Counter(counter, owner),
            Family::Set(set) => PositionItem::Set(set, owner),
            Family::Claimed => PositionItem::Claimed(SeatId::from(owner)),
            Family::Built => PositionItem::Built(owner),
            Family::Stands => PositionItem::Stands(owner),
        }
    }
}

/// The number of an owner by its name: a seat's number, a company, a place or a lane.
pub(crate) fn owner(parts: &Components, of: Owner, name: &str) -> Result<usize, String> {
    let found = match of {
        Owner::Table => None,
        Owner::Seat => seat(parts, name).map(SeatId::index),
        Owner::Company => parts.companies.iter().position(|c| c.id == name),
        Owner::Party => parts.find_party(name).map(|p| p.index()),
        Owner::Place => parts.map.find_place(name).map(|p| p.index()),
        Owner::Lane => parts.map.find_lane(name).map(|l| l.index()),
        Owner::Dummy => parts.dummies.iter().position(|d| d.id == name),
        Owner::Train => seat(parts, name).and_then(|seat| parts.trains.iter().position(|t| t.seat == seat)),
        Owner::SeatAnd(thing) => {
            let (whose, with) = name.split_once('.').unwrap_or((name, ""));
            let seat = seat(parts, whose).map(SeatId::index);
            seat.and_then(|seat| Some(parts.pair(thing, seat, owner(parts, thing.alone(), with).ok()?)))
        }
    };
    found.ok_or_else(|| match of {
        Owner::Table => "it belongs to the table: no owner follows its name".to_owned(),
        Owner::Seat => format!("a seat from 1 to {} should follow its name", parts.seats),
        Owner::Company => "the id of a company should follow its name".to_owned(),
        Owner::Party => "a seat or the id of a company should follow its name".to_owned(),
        Owner::Place => "the id of a place should follow its name".to_owned(),
        Owner::Lane => "the id of a lane should follow its name".to_owned(),
        Owner::Dummy => "the id of a dummy should follow its name".to_owned(),
        Owner::Train => format!("the seat whose train it is, 1 to {}, should follow its name", parts.seats),
        Owner::SeatAnd(thing) => {
            let with = thing.alone().word();
            format!(
                "a seat from 1 to {} and the id of a {with} should follow its name: NAME.1.{}",
                parts.seats,
                with.to_uppercase()
            )
        }
    })
}

/// A seat by its number, counted from 1.
pub(crate) fn seat(parts: &Components, name: &str) -> Option<SeatId> {
    let number: u8 = name.parse().ok()?;
    (1..=parts.seats).contains(&number).then(|| SeatId(number - 1))
}

/// The number of a lane or place among all, by its id.
pub(crate) fn member(parts: &Components, set: SetId, name: &str) -> Option<usize> {
    match parts.sets[set.index()].members {
        Members::Lanes => parts.map.find_lane(name).map(|lane| lane.index()),
        Members::Places => parts.map.find_place(name).map(|place| place.index()),
    }
}

/// The id of a member of a set by its number among all.
pub(crate) fn member_name(parts: &Components, set: SetId, member: usize) -> &str {
    match parts.sets[set.index()].members {
        Members::Lanes => &parts.map.lanes[member].id,
        Members::Places => &parts.map.places[member].id,
    }
}

/// A thing by its whole name, `hand.1`; the error says what to do about it.
pub(crate) fn thing(parts: &Components, name: &str) -> Result<PositionItem, String> {
    let (family, whose) = name.split_once('.').map_or((name, None), |(family, whose)| (family, Some(whose)));
    let family = Family::find(parts, family)?;
    match (family.owner(parts), whose) {
        (Owner::Table, None) => Ok(family.of(0)),
        (of, whose) => owner(parts, of, whose.unwrap_or_default()).map(|owner| family.of(owner)),
    }
}

/// The name of a zone of one owner, as scenarios write it.
pub(crate) fn spot_name(parts: &Components, spot: Spot) -> String {
    let zone = parts.zone(spot.zone);
    match zone.owner {
        Owner::Seat => format!("{}.{}", zone.id, spot.owner + 1),
        Owner::Train => format!("{}.{}", zone.id, parts.trains[usize::from(spot.owner)].seat.0 + 1),
        Owner::SeatAnd(thing) => format!("{}.{}", zone.id, pair_name(parts, thing, spot.owner.into())),
        of => match parts.owner_name(of, spot.owner.into()) {
            Some(owner) => format!("{}.{owner}", zone.id),
            None => zone.id.clone(),
        },
    }
}

/// What a seat with a thing is called: `2.birch`.
pub(crate) fn pair_name(parts: &Components, thing: Thing, pair: usize) -> String {
    let (seat, member) = parts.of_pair(thing, pair);
    format!("{}.{}", seat + 1, parts.owner_name(thing.alone(), member).unwrap_or_default())
}

/// Cards from words, `3 red` or `red`; with how many there are of it.
pub(crate) fn cards(parts: &Components, zone: ZoneId, text: &str) -> Result<(KindId, u32), String> {
    let (count, name) = match text.trim().split_once(' ') {
        Some((count, name)) if count.bytes().all(|b| b.is_ascii_digit()) => (count.parse().unwrap_or(u32::MAX), name.trim()),
        _ => (1, text.trim()),
    };
    let set = parts.cards_in(zone);
    let kind = set.find(name).ok_or_else(|| {
        let known: Vec<&str> = set.kinds.iter().map(|k| k.id.as_str()).collect();
        let near = did_you_mean(name, known.iter().copied());
        let help =
            near.map_or_else(|| format!("the {} cards are: {}", set.id, known.join(", ")), |n| format!("did you mean `{n}`?"));
        format!("there is no {} card `{name}`; {help}", set.id)
    })?;
    if count as usize > set.total() {
        return Err(format!("there are not {count} {name} in all"));
    }
    Ok((kind, count))
}
