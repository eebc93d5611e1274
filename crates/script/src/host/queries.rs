//! Whole questions to the game, answered natively: expressions, and lists of all for which a filter holds.

use super::{Host, add};
use crate::host_state::{HostResult, HostState, Table, fault};
use crate::limits::EVAL_WITHIN;
use crate::names::{company, party, party_value, text};
use railwright_core::expr::{Eval, Item, ItemType, Type};
use railwright_core::id::{PartyId, PlaceId, SeatId};
use railwright_core::{Components, bits};
use railwright_rules::script::ScriptQuestion;
use rhai::{Array, Dynamic, Map};

/// Working out an expression costs an operation for each so many of its steps.
const STEPS_AN_OPERATION: u64 = 16;

pub(super) fn register(host: &mut Host) {
    values(host);
    lists(host);
    ways(host);
}

/// For whom a question is: as it says, or for whom the running function is called.
fn asker(host: &HostState, values: Option<&Map>) -> HostResult<PartyId> {
    match values.and_then(|values| values.get("seat").or_else(|| values.get("party"))) {
        Some(who) => party(host.parts(), who),
        None => Ok(host.asker),
    }
}

/// About what a question is, as its values say.
fn item(host: &HostState, values: Option<&Map>) -> HostResult<(Item, ItemType)> {
    let Some(values) = values else { return Ok((Item::Nothing, ItemType::Nothing)) };
    let id = |what: &str| values.get(what).map(|value| text(what, value)).transpose();
    if let Some(lane) = id("lane")? {
        return Ok((Item::Lane(host.lane(&lane)?), ItemType::Lane));
    }
    if let Some(place) = id("place")? {
        return Ok((Item::Place(host.place(&place)?), ItemType::Place));
    }
    if let Some(id) = id("company")? {
        return Ok((Item::Company(company(host.parts(), &id)?), ItemType::Company));
    }
    if let (Some(kind), Some(cards)) = (id("card")?, id("cards")?) {
        let set = host.cards(&cards)?;
        return Ok((Item::Card(set, host.kind(set, &kind)?), ItemType::Card(set)));
    }
    Ok((Item::Nothing, ItemType::Nothing))
}

/// A value that is given with a question, as expressions have it.
fn given(host: &HostState, name: &str, of: Type, value: &Dynamic) -> HostResult<i64> {
    let wrong = |wanted: &str| fault(format!("`{name}` should be {wanted}, not a value of type {}", value.type_name()));
    match of {
        Type::Place => {
            let id = value.clone().into_immutable_string().map_err(|_| wrong("a place"))?;
            Ok(host.place(&id)?.0.into())
        }
        Type::Word => {
            let word = value.clone().into_immutable_string().map_err(|_| wrong("a word"))?;
            Ok(host.parts().words.find(&word).map_or(0, |word| word.0.into()))
        }
        Type::Number => value.as_int().or_else(|_| value.as_bool().map(i64::from)).map_err(|_| wrong("a number")),
    }
}

/// The question of a text with what is given with it in its place; refused if it reads what the seat that looks does not see.
fn asked(host: &mut HostState, text: &str, about: ItemType, who: PartyId, values: Option<&Map>) -> HostResult<usize> {
    let (rules, _, _, questions) = host.asking()?;
    let at = questions.find(rules, text, about, values)?;
    let ScriptQuestion { given: names, formula, open, .. } = &rules.questions[at];
    let seen_by = if *open { None } else { Some(formula.seen_by(&rules.parts, who)) };
    let (names, steps) = (names.clone(), formula.steps());
    if let (Some(seat), Some(seen_by)) = (host.looking_as(), seen_by)
        && !seen_by.has(seat)
    {
        return Err(fault(format!("`options` may not ask `{text}`: seat {} does not see all that it reads", seat.0 + 1)));
    }
    host.meter.work((steps / STEPS_AN_OPERATION) as usize)?;
    let mut room = std::mem::take(&mut host.questions.given);
    room.clear();
    for (name, of) in &names {
        let value = values.and_then(|values| values.get(name.as_str())).unwrap_or(&Dynamic::UNIT);
        room.push(given(host, name, *of, value)?);
    }
    host.questions.given = room;
    Ok(at)
}

/// What an expression is worth.
fn value(host: &mut HostState, text: &str, values: Option<&Map>) -> HostResult<Dynamic> {
    let who = asker(host, values)?;
    let (item, about) = item(host, values)?;
    let at = asked(host, text, about, who, values)?;
    let (rules, state, scratch, questions) = host.asking()?;
    let formula = &rules.questions[at].formula;
    let value = Eval::new(&rules.parts, state, who, scratch).about(item).given(&questions.given).value(&formula.expr);
    if scratch.gave_up() {
        return Err(fault("the longest trail is too much work to be found"));
    }
    Ok(match formula.gives() {
        Type::Place => usize::try_from(value)
            .ok()
            .filter(|at| *at < host.parts().map.places.len())
            .map_or(Dynamic::UNIT, |at| host.places.id(at)),
        Type::Number | Type::Word => value.into(),
    })
}

/// Those of all things of a sort for which a filter holds, as bits.
fn sifted(host: &mut HostState, text: &str, about: ItemType, values: Option<&Map>) -> HostResult<Vec<u64>> {
    let who = asker(host, values)?;
    let at = asked(host, text, about, who, values)?;
    let count = members(host.parts(), about);
    let (rules, state, scratch, questions) = host.asking()?;
    let mut found = std::mem::take(&mut questions.found);
    found.clear();
    found.resize(bits::words(count), 0);
    (0..count).for_each(|member| bits::put(&mut found, member));
    if let Some(sieve) = &questions.sieves[at] {
        let mut eval = Eval::new(&rules.parts, state, who, scratch).given(&questions.given);
        sieve.sift(&mut eval, &mut found);
    }
    if scratch.gave_up() {
        return Err(fault("the longest trail is too much work to be found"));
    }
    Ok(found)
}

fn members(parts: &Components, about: ItemType) -> usize {
    match about {
        ItemType::Nothing => 0,
        ItemType::Card(set) => parts.cards[set.index()].kinds.len(),
        ItemType::Lane => parts.map.lanes.len(),
        ItemType::Place => parts.map.places.len(),
        ItemType::Company => parts.companies.len(),
    }
}

fn values(host: &mut Host) {
    add!(
        host,
        ("eval", "expression, values", "number or place"),
        "what an expression of the data is worth; `seat` of the values says for whom, `lane`, `place`, `company` or `card` with `cards` about \
         what, and other names mean what they are given as",
        |t: &mut Table, text: &str, values: Map| t.at(|d| value(d, text, Some(&values)))
    );
    host.engine.register_fn(EVAL_WITHIN, |t: &mut Table, text: &str| t.at(|d| value(d, text, None)));
}

/// The ids of all lanes or places for which a filter holds.
fn ids(t: &mut Table, text: &str, about: ItemType, values: Option<&Map>) -> HostResult<Array> {
    t.list(|d| {
        let found = sifted(d, text, about, values)?;
        let list = match about {
            ItemType::Lane => bits::iter(&found).map(|at| d.lanes.id(at)).collect(),
            ItemType::Place => bits::iter(&found).map(|at| d.places.id(at)).collect(),
            _ => bits::iter(&found).map(|at| d.parts().companies[at].id.clone().into()).collect(),
        };
        d.questions.found = found;
        Ok(list)
    })
}

fn seats(t: &mut Table, text: &str, values: Option<&Map>) -> HostResult<Array> {
    t.list(|d| {
        let mut found = Array::new();
        for number in 0..d.parts().seats {
            let who = PartyId::from(SeatId(number));
            let at = asked(d, text, ItemType::Nothing, who, values)?;
            let (rules, state, scratch, questions) = d.asking()?;
            let holds =
                Eval::new(&rules.parts, state, who, scratch).given(&questions.given).value(&rules.questions[at].formula.expr);
            if holds != 0 {
                found.push(party_value(d.parts(), who));
            }
        }
        Ok(found)
    })
}

fn cards(t: &mut Table, zone: &Dynamic, text: &str, values: Option<&Map>) -> HostResult<Array> {
    t.list(|d| {
        let spot = d.zone(zone)?;
        d.may_see(d.parts().seen_by(spot), || format!("the cards in {}", d.zone_name(spot)))?;
        let set = d.parts().zone(spot.zone).cards;
        let found = sifted(d, text, ItemType::Card(set), values)?;
        let mut list = Array::new();
        let (state, kinds) = (d.state()?, &d.parts().cards[set.index()].kinds);
        let lying = state.kinds_in(d.parts(), spot);
        for at in bits::iter(&found).filter(|at| bits::has(&lying, *at)) {
            list.push(kinds[at].id.clone().into());
        }
        d.questions.found = found;
        Ok(list)
    })
}

fn lists(host: &mut Host) {
    add!(
        host,
        ("lanes_where", "lane filter, values", "ids"),
        "all lanes for which an expression holds, in the order of the map",
        |t: &mut Table, text: &str, values: Map| ids(t, text, ItemType::Lane, Some(&values))
    );
    host.engine.register_fn("lanes_where", |t: &mut Table, text: &str| ids(t, text, ItemType::Lane, None));
    add!(
        host,
        ("places_where", "place filter, values", "ids"),
        "all places for which an expression holds, in the order of the map",
        |t: &mut Table, text: &str, values: Map| ids(t, text, ItemType::Place, Some(&values))
    );
    host.engine.register_fn("places_where", |t: &mut Table, text: &str| ids(t, text, ItemType::Place, None));
    add!(
        host,
        ("companies_where", "company filter, values", "ids"),
        "all companies for which an expression holds",
        |t: &mut Table, text: &str, values: Map| ids(t, text, ItemType::Company, Some(&values))
    );
    host.engine.register_fn("companies_where", |t: &mut Table, text: &str| ids(t, text, ItemType::Company, None));
    add!(
        host,
        ("seats_where", "seat filter, values", "seats"),
        "all seats for which an expression holds, worked out for each",
        |t: &mut Table, text: &str, values: Map| seats(t, text, Some(&values))
    );
    host.engine.register_fn("seats_where", |t: &mut Table, text: &str| seats(t, text, None));
    add!(
        host,
        ("cards_where", "zone, card filter, values", "kinds"),
        "the kinds of card in a zone for which an expression holds, each once",
        |t: &mut Table, zone: Dynamic, text: &str, values: Map| cards(t, &zone, text, Some(&values))
    );
    host.engine.register_fn("cards_where", |t: &mut Table, zone: Dynamic, text: &str| cards(t, &zone, text, None));
}

/// The lanes of a shortest way over lanes for which a filter holds.
fn way(t: &mut Table, ends: [&str; 2], text: &str, values: Option<&Map>) -> HostResult<Dynamic> {
    t.value(|d| {
        let [from, to] = [d.place(ends[0])?, d.place(ends[1])?];
        let found = sifted(d, text, ItemType::Lane, values)?;
        let map = &d.parts().map;
        d.meter.work(map.lanes.len())?;
        let cost = |lane: railwright_core::id::LaneId| bits::has(&found, lane.index()).then(|| map.lane(lane).length.into());
        let steps = map.cheapest_way(from, to, cost);
        let lanes = steps.map(|steps| steps.iter().map(|step| d.lanes.id(step.lane.index())).collect::<Array>());
        Ok(lanes.map_or(Dynamic::UNIT, Dynamic::from))
    })
}

/// The places that lanes for which a filter holds join to a place, itself too.
fn joined_to(host: &HostState, from: PlaceId, lanes: &[u64]) -> Vec<u64> {
    let map = &host.parts().map;
    let mut reached = vec![0; bits::words(map.places.len())];
    bits::put(&mut reached, from.index());
    let mut next = vec![from];
    while let Some(place) = next.pop() {
        for &(lane, other) in map.steps(place) {
            if bits::has(lanes, lane.index()) && !bits::has(&reached, other.index()) {
                bits::put(&mut reached, other.index());
                next.push(other);
            }
        }
    }
    reached
}

fn reach(t: &mut Table, place: &str, text: &str, values: Option<&Map>) -> HostResult<Array> {
    t.list(|d| {
        let from = d.place(place)?;
        let lanes = sifted(d, text, ItemType::Lane, values)?;
        d.meter.work(d.parts().map.lanes.len())?;
        Ok(bits::iter(&joined_to(d, from, &lanes)).map(|at| d.places.id(at)).collect())
    })
}

fn networks(t: &mut Table, text: &str, values: Option<&Map>) -> HostResult<Dynamic> {
    t.value(|d| {
        let lanes = sifted(d, text, ItemType::Lane, values)?;
        let map = &d.parts().map;
        d.meter.work(map.lanes.len() + map.places.len())?;
        let (mut done, mut list) = (vec![0; bits::words(map.places.len())], Array::new());
        for lane in bits::iter(&lanes) {
            let from = map.lanes[lane].ends[0];
            if !bits::has(&done, from.index()) {
                let part = joined_to(d, from, &lanes);
                done.iter_mut().zip(&part).for_each(|(done, part)| *done |= part);
                list.push(bits::iter(&part).map(|at| d.places.id(at)).collect::<Array>().into());
            }
        }
        Ok(list.into())
    })
}

fn ways(host: &mut Host) {
    add!(
        host,
        ("way", "place, place, lane filter, values", "lanes or ()"),
        "the lanes of a way with the fewest spaces, over lanes for which an expression holds",
        |t: &mut Table, from: &str, to: &str, text: &str, values: Map| way(t, [from, to], text, Some(&values))
    );
    host.engine.register_fn("way", |t: &mut Table, from: &str, to: &str, text: &str| way(t, [from, to], text, None));
    add!(
        host,
        ("reach", "place, lane filter, values", "places"),
        "the places that lanes for which an expression holds join to a place, itself too",
        |t: &mut Table, place: &str, text: &str, values: Map| reach(t, place, text, Some(&values))
    );
    host.engine.register_fn("reach", |t: &mut Table, place: &str, text: &str| reach(t, place, text, None));
    add!(
        host,
        ("networks", "lane filter, values", "lists of places"),
        "the places that lanes for which an expression holds join, a list for each that hang together",
        |t: &mut Table, text: &str, values: Map| networks(t, text, Some(&values))
    );
    host.engine.register_fn("networks", |t: &mut Table, text: &str| networks(t, text, None));
}
