//! What scripts can change. Each function checks everything before it changes anything.

use super::{Host, add};
use crate::fault::endless;
use crate::host_state::{HostResult, HostState, Table, fault};
use crate::limits::COUNTER;
use crate::names::{party, seat};
use railwright_core::bits;
use railwright_core::components::{Form, OPEN, OWN, Spot};
use railwright_core::effect::At;
use railwright_core::id::{CounterId, KindId, SetId};
use railwright_core::narrow::saturated;
use railwright_core::state::Standing;
use rhai::{Dynamic, INT};

pub(super) fn register(host: &mut Host) {
    counters(host);
    cards(host);
    many_cards(host);
    board(host);
    add!(
        host,
        ("random", "number", "number"),
        "a whole number from 0 to below the given one, from the game's own chance",
        |t: &mut Table, below: INT| {
            t.at(|d| match u32::try_from(below) {
                Ok(below) if below > 0 => Ok(INT::from(d.effects()?.random().below(below))),
                _ => Err(fault(format!("there is no random number below {below}"))),
            })
        }
    );
}

fn set_counter(
    host_state: &mut HostState,
    (counter, owner): (CounterId, usize),
    value: impl FnOnce(INT) -> Option<INT>,
) -> HostResult<()> {
    let now = host_state.state()?.counter(host_state.parts(), counter, owner);
    let declared = &host_state.parts().counters[counter.index()];
    let new = value(now.into()).filter(|new| (-COUNTER..=COUNTER).contains(new));
    let new =
        saturated::<i32>(new.ok_or_else(|| fault(format!("`{}` would leave the numbers a counter can hold", declared.id)))?);
    if let Some(min) = declared.min.filter(|min| new < *min) {
        return Err(fault(format!("`{}` would become {new}, and {min} is the least it may be", declared.id)));
    }
    host_state.effects()?.set(counter, owner, new);
    Ok(())
}

fn counters(host: &mut Host) {
    add!(
        host,
        ("add", "counter, number", ""),
        "adds to a counter; below its `min` is a fault",
        |t: &mut Table, counter: Dynamic, by: INT| {
            t.at(|d| {
                let counter = d.counter(&counter)?;
                set_counter(d, counter, |now| now.checked_add(by))
            })
        }
    );
    add!(
        host,
        ("set", "counter, number", ""),
        "gives a counter a value; below its `min` is a fault",
        |t: &mut Table, counter: Dynamic, value: INT| {
            t.at(|d| {
                let counter = d.counter(&counter)?;
                set_counter(d, counter, |_| Some(value))
            })
        }
    );
}

/// Refuses to mix cards of different sets.
fn same_cards(host_state: &HostState, from: Spot, to: Spot) -> HostResult<()> {
    let [a, b] = [from, to].map(|s| host_state.parts().zone(s.zone));
    if a.cards == b.cards { Ok(()) } else { Err(fault(format!("`{}` and `{}` hold different cards", a.id, b.id))) }
}

fn room(host_state: &mut HostState, to: Spot, count: usize) -> HostResult<()> {
    if host_state.state()?.room(host_state.parts(), to) >= count {
        return Ok(());
    }
    Err(fault(format!("{} has no room for {count} more", host_state.zone_name(to))))
}

/// Whether a card may lie in a zone at all.
fn may_lie(host_state: &HostState, zone: Spot, kind: KindId) -> HostResult<()> {
    let only = &host_state.parts().zone(zone.zone).only;
    if only.is_empty() || only.contains(&kind) {
        return Ok(());
    }
    let id = &host_state.parts().cards_in(zone.zone).kinds[kind.index()].id;
    Err(fault(format!("{id} may not lie in {}: its `only` keeps it out", host_state.zone_name(zone))))
}

fn pile(host_state: &HostState, zone: &Dynamic) -> HostResult<Spot> {
    let spot = host_state.zone(zone)?;
    let zone = host_state.parts().zone(spot.zone);
    if zone.form == Form::Pile { Ok(spot) } else { Err(fault(format!("`{}` is no pile", zone.id))) }
}

fn move_card(host_state: &mut HostState, from: Spot, to: Spot, kind: KindId, count: INT) -> HostResult<()> {
    if host_state.parts().zone(from.zone).form == Form::Pile {
        return Err(fault(format!("cards are only drawn from a pile: use `draw` for {}", host_state.zone_name(from))));
    }
    let mut lying = 0;
    host_state.state()?.each_card(host_state.parts(), from, |k, n| lying += if k == kind { INT::from(n) } else { 0 });
    if !(0..=lying).contains(&count) {
        let id = &host_state.parts().cards_in(from.zone).kinds[kind.index()].id;
        return Err(fault(format!("{count} {id} cannot leave {}: {lying} lie there", host_state.zone_name(from))));
    }
    if from == to || count == 0 {
        return host_state.effects().map(|_| ());
    }
    room(host_state, to, saturated::<usize>(count))?;
    may_lie(host_state, to, kind)?;
    let mut effects = host_state.effects()?;
    effects.shift(from, to, kind, saturated::<u8>(count), At::Top);
    effects.moved(from, to).map_err(endless)
}

fn cards(host: &mut Host) {
    add!(
        host,
        ("move_cards", "from zone, to zone, kind, number", ""),
        "moves cards of a kind; a row that is kept full is filled again",
        |t: &mut Table, from: Dynamic, to: Dynamic, kind: &str, count: INT| {
            t.at(|d| {
                let (from, to) = (d.zone(&from)?, d.zone(&to)?);
                same_cards(d, from, to)?;
                let kind = d.kind(d.parts().zone(from.zone).cards, kind)?;
                move_card(d, from, to, kind, count)
            })
        }
    );
    add!(
        host,
        ("draw", "pile, to zone", "kind or ()"),
        "draws the top card of a pile into a zone and says which it was",
        |t: &mut Table, from: Dynamic, to: Dynamic| {
            t.at(|d| {
                let (from, to) = (pile(d, &from)?, d.zone(&to)?);
                same_cards(d, from, to)?;
                if from == to {
                    return Err(fault(format!("a card drawn from {} has to go elsewhere", d.zone_name(from))));
                }
                room(d, to, 1)?;
                let mut effects = d.effects()?;
                let kind = effects.draw(from, to);
                effects.arrived(to).map_err(endless)?;
                if let Some(kind) = kind {
                    may_lie(d, to, kind)?;
                }
                Ok(kind.map_or(Dynamic::UNIT, |k| d.parts().cards_in(from.zone).kinds[k.index()].id.clone().into()))
            })
        }
    );
    add!(host, ("shuffle", "pile", ""), "shuffles a pile", |t: &mut Table, zone: Dynamic| {
        t.at(|d| {
            let spot = pile(d, &zone)?;
            d.meter.work(d.state()?.size(d.parts(), spot))?;
            d.effects()?.shuffle(spot);
            HostResult::Ok(())
        })
    });
}

/// Several cards at once.
fn many_cards(host: &mut Host) {
    add!(
        host,
        ("deal", "pile, to zone, number", "number"),
        "draws cards of a pile into a zone, as many as there are and as have room; says how many",
        |t: &mut Table, from: Dynamic, to: Dynamic, count: INT| {
            t.at(|d| {
                let (from, to) = (pile(d, &from)?, d.zone(&to)?);
                same_cards(d, from, to)?;
                if from == to {
                    return Err(fault(format!("cards drawn from {} have to go elsewhere", d.zone_name(from))));
                }
                let mut dealt = 0;
                while dealt < count && d.state()?.room(d.parts(), to) > 0 {
                    d.meter.work(1)?;
                    let mut effects = d.effects()?;
                    let Some(kind) = effects.draw(from, to) else { break };
                    effects.arrived(to).map_err(endless)?;
                    may_lie(d, to, kind)?;
                    dealt += 1;
                }
                HostResult::Ok(dealt)
            })
        }
    );
    add!(
        host,
        ("move_all", "from zone, to zone", ""),
        "moves all cards of a bag or row to another zone",
        |t: &mut Table, from: Dynamic, to: Dynamic| {
            t.at(|d| {
                let (from, to) = (d.zone(&from)?, d.zone(&to)?);
                same_cards(d, from, to)?;
                let mut cards = Vec::new();
                d.state()?.each_card(d.parts(), from, |kind, n| cards.push((kind, n)));
                d.meter.work(cards.len())?;
                for (kind, count) in cards {
                    move_card(d, from, to, kind, count.into())?;
                }
                HostResult::Ok(())
            })
        }
    );
}

/// Refuses to write sets that follow from the track.
fn writable(host_state: &HostState, set: SetId) -> HostResult<()> {
    match set {
        OPEN | OWN => {
            let id = &host_state.parts().sets[set.index()].id;
            Err(fault(format!("`{id}` follows from the track: use `claim`, or a set that the game declares")))
        }
        _ => Ok(()),
    }
}

fn mark(host_state: &mut HostState, set: &Dynamic, member: &str, on: bool) -> HostResult<()> {
    let (set, owner) = host_state.set(set)?;
    let member = host_state.member(set, member)?;
    writable(host_state, set)?;
    host_state.effects()?.mark(set, owner, member, on);
    Ok(())
}

fn board(host: &mut Host) {
    add!(
        host,
        ("mark", "set, lane or place", ""),
        "puts a lane or place into a named set",
        |t: &mut Table, set: Dynamic, member: &str| { t.at(|d| mark(d, &set, member, true)) }
    );
    add!(
        host,
        ("unmark", "set, lane or place", ""),
        "takes a lane or place out of a named set",
        |t: &mut Table, set: Dynamic, member: &str| { t.at(|d| mark(d, &set, member, false)) }
    );
    add!(host, ("unmark_all", "set", ""), "takes everything out of a named set", |t: &mut Table, set: Dynamic| {
        t.at(|d| {
            let (set, owner) = d.set(&set)?;
            writable(d, set)?;
            d.effects()?.unmark_all(set, owner);
            HostResult::Ok(())
        })
    });
    add!(host, ("stand", "seat, place", ""), "puts the train of a seat in a place", |t: &mut Table, number: INT, place: &str| {
        t.at(|d| {
            let (owner, place) = (seat(d.parts(), number)?, d.place(place)?);
            let Some(train) = d.parts().trains.iter().position(|train| train.seat == owner) else {
                return Err(fault(format!("seat {number} has no train")));
            };
            d.effects()?.stand(train, Standing::In(place));
            Ok(())
        })
    });
    track(host);
}

/// What becomes of lanes.
fn track(host: &mut Host) {
    add!(
        host,
        ("claim", "lane, party", ""),
        "gives an open lane to a party: no price, no pieces and no rule for its twins applies",
        |t: &mut Table, lane: &str, who: Dynamic| {
            t.at(|d| {
                let (id, who) = (d.lane(lane)?, party(d.parts(), &who)?);
                let state = d.state()?;
                if state.track(id).laid > 0 || !bits::has(state.open(d.parts()), id.index()) {
                    return Err(fault(format!("{lane} is not open: it has an owner, or it is closed")));
                }
                let seat = state.clock().actor;
                d.effects()?.claim(id, who, seat);
                Ok(())
            })
        }
    );
    add!(
        host,
        ("share", "lane, party", ""),
        "gives a lane to a party besides those who have it, each once; one that is open stays open to the others",
        |t: &mut Table, lane: &str, who: Dynamic| {
            t.at(|d| {
                let (id, who) = (d.lane(lane)?, party(d.parts(), &who)?);
                let state = d.state()?;
                let track = state.track(id);
                let whole = track.owner().is_some() && track.laid == d.parts().map.lane(id).length;
                if bits::has(state.own(d.parts(), who), id.index()) || !(whole || bits::has(state.open(d.parts()), id.index())) {
                    return Err(fault(format!("{lane} cannot be shared: it is closed, or the party has it already")));
                }
                let seat = state.clock().actor;
                d.effects()?.share(id, who, seat);
                Ok(())
            })
        }
    );
    add!(
        host,
        ("lift", "lane, party", ""),
        "takes a party's track off a lane, which is to be had again once nothing lies there; no pieces are given back",
        |t: &mut Table, lane: &str, who: Dynamic| {
            t.at(|d| {
                let (id, who) = (d.lane(lane)?, party(d.parts(), &who)?);
                let state = d.state()?;
                if !state.owners(d.parts(), id).any(|owner| owner == who) {
                    return Err(fault(format!("no track of that party lies on {lane}")));
                }
                let seat = state.clock().actor;
                d.effects()?.lift(id, who, seat);
                Ok(())
            })
        }
    );
}
