//! Track on the map, the order in which seats play and who plays at all: what scripts can change of them.

use super::{Host, add};
use crate::host_state::{HostResult, HostState, Table, fault};
use crate::names::{party, seat};
use railwright_core::bits;
use railwright_core::id::{LaneId, MAX_SEATS, PartyId, SeatSet};
use railwright_core::narrow::narrow;
use railwright_rules::flow::put_out;
use rhai::{Array, Dynamic, INT};

pub(super) fn register(host: &mut Host) {
    track(host);
    order(host);
    playing(host);
}

/// Refuses to build where a party cannot: on a lane that is closed, whole, or begun by another.
fn free(host_state: &HostState, lane: LaneId, who: PartyId) -> HostResult<()> {
    let (parts, state) = (host_state.parts(), host_state.state()?);
    let (track, id) = (state.track(lane), &parts.map.lane(lane).id);
    let begun = track.laid > 0 && track.laid < parts.map.lane(lane).length;
    if begun && track.owner() == Some(who) {
        return Ok(());
    }
    match track.laid == 0 && bits::has(state.open(parts), lane.index()) {
        true => Ok(()),
        false => Err(fault(format!("{id} is not open: it has an owner, or it is closed"))),
    }
}

fn track(host: &mut Host) {
    add!(
        host,
        ("lay", "lane, party, place", "true or false"),
        "fills the next space of an open lane for a party, the first one at that end; says whether the lane is complete",
        |t: &mut Table, lane: &str, who: Dynamic, from: &str| {
            t.at(|d| {
                let (id, who, place) = (d.lane(lane)?, party(d.parts(), &who)?, d.place(from)?);
                let Some(end) = d.parts().map.lane(id).ends.iter().position(|end| *end == place) else {
                    return Err(fault(format!("{from} is no end of {lane}")));
                };
                free(d, id, who)?;
                let seat = d.state()?.clock().actor;
                HostResult::Ok(d.effects()?.lay(id, who, narrow::<u8>(end), seat))
            })
        }
    );
    add!(host, ("close", "lane", ""), "closes an open lane to everybody", |t: &mut Table, lane: &str| {
        t.at(|d| {
            let id = d.lane(lane)?;
            d.effects()?.close(id);
            HostResult::Ok(())
        })
    });
    add!(
        host,
        ("connect", "party, place", ""),
        "counts a party as connected to a place, wherever its track lies",
        |t: &mut Table, who: Dynamic, place: &str| {
            t.at(|d| {
                let (who, place) = (party(d.parts(), &who)?, d.place(place)?);
                d.effects()?.connect(who, place);
                HostResult::Ok(())
            })
        }
    );
}

fn order(host: &mut Host) {
    add!(
        host,
        ("set_order", "seats", ""),
        "lets all seats play in that order from now on, the first of them being first player",
        |t: &mut Table, seats: Array| {
            t.at(|d| {
                let count = usize::from(d.parts().seats);
                let mut order = d.state()?.clock().order;
                debug_assert_eq!(order.len(), MAX_SEATS);
                let mut named = Vec::new();
                for value in &seats {
                    let number = value.as_int().map_err(|_| fault("seats are numbers from 1"))?;
                    named.push(seat(d.parts(), number)?);
                }
                if named.len() != count || (1..count).any(|i| named[..i].contains(&named[i])) {
                    return Err(fault(format!("an order names each of the {count} seats once")));
                }
                order[..count].copy_from_slice(&named);
                let mut effects = d.effects()?;
                let clock = effects.clock();
                (clock.order, clock.first) = (order, order[0]);
                HostResult::Ok(())
            })
        }
    );
    add!(host, ("set_first", "seat", ""), "makes a seat the first player", |t: &mut Table, number: INT| {
        t.at(|d| {
            let first = seat(d.parts(), number)?;
            d.effects()?.clock().first = first;
            HostResult::Ok(())
        })
    });
}

/// Puts a seat out, or lets it play again.
fn leave(host_state: &mut HostState, number: INT, out: bool) -> HostResult<()> {
    let leaving = SeatSet::only(seat(host_state.parts(), number)?);
    let (rules, mut effects) = host_state.ruling()?;
    put_out(rules, &mut effects, leaving, out);
    Ok(())
}

fn playing(host: &mut Host) {
    add!(
        host,
        ("put_out", "seat", ""),
        "puts a seat out: it has no turn from now on, and functions that go through the seats leave it out",
        |t: &mut Table, number: INT| t.at(|d| leave(d, number, true))
    );
    add!(host, ("let_in", "seat", ""), "lets a seat play again that is out", |t: &mut Table, number: INT| {
        t.at(|d| leave(d, number, false))
    });
}
