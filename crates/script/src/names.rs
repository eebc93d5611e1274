//! From the ids of the data to what they mean, with a fault that says what could have been meant.
//!
//! What belongs to the table is named by its id: `"deck"`. What belongs to a seat, company, place or
//! lane is named by id and owner: `["hand", 2]`. Seats count from 1, as people see them.

use crate::host_state::{HostResult, HostState, fault};
use railwright_core::NO_PARTY;
use railwright_core::components::{CardSet, Components, Members, Owner, Spot};
use railwright_core::fnv::Fnv;
use railwright_core::id::{CardSetId, CounterId, KindId, LaneId, PartyId, PlaceId, SeatId, SetId};
use railwright_core::narrow::{narrow, saturated};
use railwright_source::did_you_mean;
use rhai::{Array, Dynamic, EvalAltResult, INT, ImmutableString};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// How many known names a fault lists when none is near.
const SHOWN: usize = 12;

/// So many ids after the last one are looked at before one is looked up by what it says.
const AHEAD: usize = 16;

/// All ids of one kind of thing, found by name without searching and given out without copying.
pub(crate) struct IdTable {
    ids: Vec<ImmutableString>,
    /// Only ever asked for one name: nothing goes through it in its own order.
    index: HashMap<String, usize, BuildHasherDefault<Fnv>>,
}

impl IdTable {
    pub(crate) fn new<'a>(ids: impl Iterator<Item = &'a str>) -> Self {
        let ids: Vec<ImmutableString> = ids.map(ImmutableString::from).collect();
        let index = ids.iter().enumerate().map(|(i, id)| (id.to_string(), i)).collect();
        IdTable { ids, index }
    }

    pub(crate) fn id(&self, index: usize) -> Dynamic {
        self.ids[index].clone().into()
    }

    /// Where an id stands that was given out from here, if that is at a position or soon after it: found without reading it.
    pub(crate) fn given_out(&self, id: &ImmutableString, from: usize) -> Option<usize> {
        let near = self.ids.get(from..).unwrap_or_default().iter().take(AHEAD);
        near.map(|known| known.as_ptr()).position(|known| known == id.as_ptr()).map(|at| from + at)
    }

    pub(crate) fn all(&self) -> Array {
        self.ids.iter().map(|id| id.clone().into()).collect()
    }

    pub(crate) fn find(&self, what: &str, name: &str) -> HostResult<usize> {
        self.index.get(name).copied().ok_or_else(|| unknown(what, name, self.ids.iter().map(|id| id.as_str())))
    }
}

/// The name most like a word that is none, hyphens and underscores being the same.
pub(crate) fn near<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let folded: Vec<String> = known.iter().map(|k| k.replace('_', "-")).collect();
    let found = did_you_mean(word, folded.iter().map(String::as_str))?;
    folded.iter().position(|k| k == found).map(|i| known[i])
}

/// The fault for a name that means nothing.
pub(crate) fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Box<EvalAltResult> {
    let known: Vec<&str> = known.collect();
    let hint = match near(name, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "the game has none".to_owned(),
        None => {
            let more = if known.len() > SHOWN { ", …" } else { "" };
            format!("there are: {}{more}", known[..known.len().min(SHOWN)].join(", "))
        }
    };
    fault(format!("there is no {what} `{name}`; {hint}"))
}

/// The position of a name among the known ones.
pub(crate) fn pick<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> HostResult<usize> {
    known.clone().position(|k| k == name).ok_or_else(|| unknown(what, name, known))
}

/// The text a value is.
pub(crate) fn text(what: &str, value: &Dynamic) -> HostResult<ImmutableString> {
    value
        .clone()
        .into_immutable_string()
        .map_err(|kind| fault(format!("a {what} is named by its id, a text, not by a value of type {kind}")))
}

/// A seat from its number.
pub(crate) fn seat(parts: &Components, number: INT) -> HostResult<SeatId> {
    if (1..=INT::from(parts.seats)).contains(&number) {
        return Ok(SeatId(saturated::<u8>(number - 1)));
    }
    Err(fault(format!("there is no seat {number}; seats are 1 to {}", parts.seats)))
}

/// A seat's number.
pub(crate) fn seat_number(seat: SeatId) -> INT {
    INT::from(seat.0) + 1
}

/// A company from its id.
pub(crate) fn company(parts: &Components, name: &str) -> HostResult<usize> {
    pick("company", name, parts.companies.iter().map(|c| c.id.as_str()))
}

/// A party: a seat's number or a company's id.
pub(crate) fn party(parts: &Components, value: &Dynamic) -> HostResult<PartyId> {
    match value.as_int() {
        Ok(number) => Ok(seat(parts, number)?.into()),
        Err(_) => Ok(PartyId::from(usize::from(parts.seats) + company(parts, &text("party", value)?)?)),
    }
}

/// A party as scripts see it: a seat's number or a company's id.
pub(crate) fn party_value(parts: &Components, party: PartyId) -> Dynamic {
    match parts.company_of(party) {
        _ if party == NO_PARTY => Dynamic::UNIT,
        None => seat_number(SeatId(party.0)).into(),
        Some(company) => parts.companies[company].id.clone().into(),
    }
}

impl HostState {
    /// A place from its id.
    pub(crate) fn place(&self, name: &str) -> HostResult<PlaceId> {
        self.places.find("place", name).map(PlaceId::from)
    }

    /// A lane from its id.
    pub(crate) fn lane(&self, name: &str) -> HostResult<LaneId> {
        self.lanes.find("lane", name).map(LaneId::from)
    }

    /// Splits `"id"` or `["id", owner]`.
    fn named(&self, what: &str, reference: &Dynamic) -> HostResult<(ImmutableString, Option<Dynamic>)> {
        let Ok(pair) = reference.as_array_ref() else { return Ok((text(what, reference)?, None)) };
        match &pair[..] {
            [id, owner] => Ok((text(what, id)?, Some(owner.clone()))),
            _ => Err(fault(format!("a {what} is named by its id, or by [id, owner]"))),
        }
    }

    /// Which of the owners of a thing is meant.
    pub(crate) fn owner(&self, id: &str, of: Owner, owner: Option<Dynamic>) -> HostResult<usize> {
        let parts = self.parts();
        let Some(owner) = owner else {
            let whose = match of {
                Owner::Table => return Ok(0),
                Owner::Seat => "seat",
                Owner::Company => "company",
                Owner::Party => "party",
                Owner::Place => "place",
                Owner::Lane => "lane",
                Owner::Dummy => "dummy",
                Owner::Train => "seat",
                Owner::SeatAnd(thing) => {
                    let with = thing.alone().word();
                    let text = format!("each seat has a `{id}` with each {with}: write [\"{id}\", [seat, {with}]]");
                    return Err(fault(text));
                }
            };
            return Err(fault(format!("there is one `{id}` for each {whose}: write [\"{id}\", {whose}]")));
        };
        match of {
            Owner::Table => Err(fault(format!("`{id}` belongs to the table: write \"{id}\""))),
            Owner::Seat => {
                let number = owner
                    .as_int()
                    .map_err(|_| fault(format!("`{id}` belongs to seats: write [\"{id}\", seat], seat being a number")))?;
                Ok(seat(parts, number)?.index())
            }
            Owner::Company => company(parts, &text("company", &owner)?),
            Owner::Party => Ok(party(parts, &owner)?.index()),
            Owner::Place => Ok(self.place(&text("place", &owner)?)?.index()),
            Owner::Lane => Ok(self.lane(&text("lane", &owner)?)?.index()),
            Owner::Dummy => pick("dummy", &text("dummy", &owner)?, parts.dummies.iter().map(|d| d.id.as_str())),
            Owner::Train => {
                let number =
                    owner.as_int().map_err(|_| fault(format!("`{id}` belongs to the train of a seat: write its number")))?;
                let seat = seat(parts, number)?;
                parts.trains.iter().position(|t| t.seat == seat).ok_or_else(|| fault("there are no trains".to_owned()))
            }
            Owner::SeatAnd(thing) => {
                let with = thing.alone().word();
                let wrong = || fault(format!("each seat has a `{id}` with each {with}: write [\"{id}\", [seat, {with}]]"));
                let pair = owner.into_array().map_err(|_| wrong())?;
                let [number, member] = &pair[..] else { return Err(wrong()) };
                let seat = seat(parts, number.as_int().map_err(|_| wrong())?)?.index();
                Ok(parts.pair(thing, seat, self.owner(id, thing.alone(), Some(member.clone()))?))
            }
        }
    }

    /// A zone of one owner.
    pub(crate) fn zone(&self, reference: &Dynamic) -> HostResult<Spot> {
        let (id, owner) = self.named("zone", reference)?;
        let zones = &self.parts().zones;
        let at = pick("zone", &id, zones.iter().map(|z| z.id.as_str()))?;
        Ok(Spot { zone: at.into(), owner: narrow::<u16>(self.owner(&id, zones[at].owner, owner)?) })
    }

    /// A counter of one owner.
    pub(crate) fn counter(&self, reference: &Dynamic) -> HostResult<(CounterId, usize)> {
        let (id, owner) = self.named("counter", reference)?;
        let counters = &self.parts().counters;
        let at = pick("counter", &id, counters.iter().map(|c| c.id.as_str()))?;
        Ok((CounterId::from(at), self.owner(&id, counters[at].owner, owner)?))
    }

    /// A named set of one owner.
    pub(crate) fn set(&self, reference: &Dynamic) -> HostResult<(SetId, usize)> {
        let (id, owner) = self.named("set", reference)?;
        let sets = &self.parts().sets;
        let at = pick("set", &id, sets.iter().map(|s| s.id.as_str()))?;
        Ok((SetId::from(at), self.owner(&id, sets[at].owner, owner)?))
    }

    /// A lane or place as a member of a named set.
    pub(crate) fn member(&self, set: SetId, name: &str) -> HostResult<usize> {
        match self.parts().sets[set.index()].members {
            Members::Lanes => Ok(self.lane(name)?.index()),
            Members::Places => Ok(self.place(name)?.index()),
        }
    }

    /// A set of cards from its id.
    pub(crate) fn cards(&self, name: &str) -> HostResult<CardSetId> {
        pick("set of cards", name, self.parts().cards.iter().map(|c| c.id.as_str())).map(CardSetId::from)
    }

    /// A kind of card of a set.
    pub(crate) fn kind(&self, cards: CardSetId, name: &str) -> HostResult<KindId> {
        let cards: &CardSet = &self.parts().cards[cards.index()];
        pick(&format!("{} card", cards.id), name, cards.kinds.iter().map(|k| k.id.as_str())).map(KindId::from)
    }

    /// The bit of a tag.
    pub(crate) fn tag(&self, name: &str) -> HostResult<usize> {
        pick("tag", name, self.parts().tags.iter().map(String::as_str))
    }

    /// What a zone of one owner is called in a fault.
    pub(crate) fn zone_name(&self, spot: Spot) -> String {
        let zone = self.parts().zone(spot.zone);
        match zone.owner {
            Owner::Table => format!("`{}`", zone.id),
            _ => format!("`{}` of seat {}", zone.id, spot.owner + 1),
        }
    }
}
