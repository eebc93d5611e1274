//! The position: whose turn it is, counters, cards, track and named sets. `options` sees what its seat sees.

use super::{Host, add};
use crate::host_state::{HostResult, HostState, Table, fault};
use crate::names::{party, party_value, seat, seat_number};
use railwright_core::bits;
use railwright_core::components::{Form, Members, Spot};
use railwright_core::expr::{Eval, Expr};
use railwright_core::id::{KindId, SeatId};
use railwright_core::state::Standing;
use rhai::{Dynamic, INT};

pub(super) fn register(host: &mut Host) {
    clock(host);
    moment(host);
    numbers(host);
    board(host);
}

fn clock(host: &mut Host) {
    add!(host, ("round", "", "number"), "rounds begun so far", |t: &mut Table| t
        .at(|d| HostResult::Ok(INT::from(d.state()?.clock().round))));
    add!(host, ("turn", "", "number"), "turns begun so far", |t: &mut Table| t
        .at(|d| HostResult::Ok(INT::from(d.state()?.clock().turn))));
    add!(host, ("first", "", "seat"), "the first player", |t: &mut Table| t
        .at(|d| HostResult::Ok(seat_number(d.state()?.clock().first))));
    add!(host, ("actor", "", "seat"), "the seat whose turn it is", |t: &mut Table| t
        .at(|d| HostResult::Ok(seat_number(d.state()?.clock().actor))));
    add!(host, ("seats", "", "seats"), "all seats in turn order, the first player first", |t: &mut Table| {
        t.list(|d| {
            let order = d.state()?.clock().round_from_first(d.parts().seats);
            Ok(order.map(|s: SeatId| seat_number(s).into()).collect())
        })
    });
}

/// What the last action was about, and where in which action the seat is.
fn moment(host: &mut Host) {
    add!(
        host,
        ("last_lane", "", "lane or ()"),
        "the lane that the last action was about which all could see",
        |t: &mut Table| {
            t.at(|d| HostResult::Ok(d.state()?.clock().last.lane.map_or(Dynamic::UNIT, |lane| d.lanes.id(lane.index()))))
        }
    );
    add!(
        host,
        ("last_place", "", "place or ()"),
        "the place that the last action was about which all could see",
        |t: &mut Table| {
            t.at(|d| HostResult::Ok(d.state()?.clock().last.place.map_or(Dynamic::UNIT, |place| d.places.id(place.index()))))
        }
    );
    add!(
        host,
        ("last_company", "", "company or ()"),
        "the company that the last action was about which all could see",
        |t: &mut Table| {
            t.at(|d| {
                let company = d.state()?.clock().last.company.and_then(|at| d.parts().companies.get(usize::from(at)));
                HostResult::Ok(company.map_or(Dynamic::UNIT, |company| company.id.clone().into()))
            })
        }
    );
    add!(host, ("action", "", "id or ()"), "the action of the module that is chosen from or carried out", |t: &mut Table| t
        .at(|d| HostResult::Ok(d.action.clone().map_or(Dynamic::UNIT, Dynamic::from))));
    add!(host, ("stage", "", "number"), "how far the seat is in that action: 0 at its first decision", |t: &mut Table| t
        .at(|d| HostResult::Ok(d.stage.0)));
    add!(
        host,
        ("chosen", "", "item or ()"),
        "what was chosen in the stage before: an item, or a list of two with `with`",
        |t: &mut Table| t.at(|d| HostResult::Ok(d.stage.1.clone()))
    );
}

/// How many cards of each kind lie in a zone that may be looked at.
fn lying(host_state: &HostState, spot: Spot) -> HostResult<Vec<(KindId, u32)>> {
    host_state.may_see(host_state.parts().seen_by(spot), || format!("the cards in {}", host_state.zone_name(spot)))?;
    let mut cards = Vec::new();
    host_state.state()?.each_card(host_state.parts(), spot, |kind, n| cards.push((kind, n)));
    host_state.meter.work(cards.len())?;
    // The order of a pile is nobody's to know: its cards are counted by kind.
    if host_state.parts().zone(spot.zone).form == Form::Pile {
        cards.sort();
        cards.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
    }
    Ok(cards)
}

fn numbers(host: &mut Host) {
    add!(host, ("counter", "counter", "number"), "the value of a counter", |t: &mut Table, counter: Dynamic| {
        t.at(|d| {
            let (counter, owner) = d.counter(&counter)?;
            d.may_see(d.parts().counter_seen_by(counter, owner), || {
                format!("the counter `{}`", d.parts().counters[counter.index()].id)
            })?;
            HostResult::Ok(INT::from(d.state()?.counter(d.parts(), counter, owner)))
        })
    });
    add!(host, ("size", "zone", "number"), "how many cards lie in a zone", |t: &mut Table, zone: Dynamic| {
        t.at(|d| {
            let spot = d.zone(&zone)?;
            d.may_see(d.parts().size_seen_by(spot), || format!("the size of {}", d.zone_name(spot)))?;
            HostResult::Ok(d.state()?.size(d.parts(), spot) as INT)
        })
    });
    add!(
        host,
        ("cards", "zone", "list of [kind, number]"),
        "the cards in a zone: of a bag or pile by kind, of a row as they lie",
        |t: &mut Table, zone: Dynamic| {
            t.list(|d| {
                let spot = d.zone(&zone)?;
                let kinds = &d.parts().cards_in(spot.zone).kinds;
                let pair = |(kind, n): (KindId, u32)| {
                    Dynamic::from(vec![Dynamic::from(kinds[kind.index()].id.clone()), INT::from(n).into()])
                };
                Ok(lying(d, spot)?.into_iter().map(pair).collect())
            })
        }
    );
    add!(
        host,
        ("count", "zone, kind", "number"),
        "how many cards of a kind lie in a zone",
        |t: &mut Table, zone: Dynamic, kind: &str| {
            t.at(|d| {
                let spot = d.zone(&zone)?;
                let kind = d.kind(d.parts().zone(spot.zone).cards, kind)?;
                HostResult::Ok(lying(d, spot)?.into_iter().filter(|(k, _)| *k == kind).map(|(_, n)| INT::from(n)).sum::<INT>())
            })
        }
    );
}

fn board(host: &mut Host) {
    add!(
        host,
        ("owner", "lane", "party or ()"),
        "whose track lies on a lane; of several who share it, who had it first",
        |t: &mut Table, lane: &str| {
            t.at(|d| HostResult::Ok(d.state()?.track(d.lane(lane)?).owner().map_or(Dynamic::UNIT, |p| party_value(d.parts(), p))))
        }
    );
    add!(host, ("owners", "lane", "list of parties"), "all whose track lies on a lane", |t: &mut Table, lane: &str| {
        t.list(|d| {
            let lane = d.lane(lane)?;
            Ok(d.state()?.owners(d.parts(), lane).map(|p| party_value(d.parts(), p)).collect())
        })
    });
    add!(
        host,
        ("train_place", "seat", "place or ()"),
        "where the train of a seat stands; nothing while it is under way or not on the map",
        |t: &mut Table, number: INT| {
            t.at(|d| {
                let owner = seat(d.parts(), number)?;
                HostResult::Ok(match d.state()?.train_of(d.parts(), owner.into()) {
                    Standing::In(place) => d.places.id(place.index()),
                    _ => Dynamic::UNIT,
                })
            })
        }
    );
    add!(host, ("laid", "lane", "number"), "how many of its spaces are filled", |t: &mut Table, lane: &str| {
        t.at(|d| HostResult::Ok(INT::from(d.state()?.track(d.lane(lane)?).laid)))
    });
    add!(
        host,
        ("members", "set", "ids"),
        "the lanes or places in a named set; `open`, [`own`, party] and [`barred`, party] are sets too",
        |t: &mut Table, set: Dynamic| {
            t.list(|d| {
                let (set, owner) = d.set(&set)?;
                let roll = if d.parts().sets[set.index()].members == Members::Lanes { &d.lanes } else { &d.places };
                Ok(bits::iter(d.state()?.set(d.parts(), set, owner)).map(|i| roll.id(i)).collect())
            })
        }
    );
    add!(
        host,
        ("is_in", "set, lane or place", "true or false"),
        "whether a lane or place is in a named set",
        |t: &mut Table, set: Dynamic, member: &str| {
            t.at(|d| {
                let (set, owner) = d.set(&set)?;
                let member = d.member(set, member)?;
                HostResult::Ok(bits::has(d.state()?.set(d.parts(), set, owner), member))
            })
        }
    );
    add!(
        host,
        ("joined", "party, place, place", "true or false"),
        "whether the party's own lanes join the two places",
        |t: &mut Table, who: Dynamic, from: &str, to: &str| {
            t.at(|d| {
                let place = |id: &str| HostResult::Ok(Box::new(Expr::Int(d.place(id)?.0.into())));
                let expr = Expr::Joined(place(from)?, place(to)?);
                HostResult::Ok(evaluate(d, &who, &expr)? != 0)
            })
        }
    );
    add!(host, ("longest", "party", "number"), "the spaces of the party's longest trail", |t: &mut Table, who: Dynamic| {
        t.at(|d| evaluate(d, &who, &Expr::Longest(Box::new(Expr::Own))))
    });
}

fn evaluate(host_state: &mut HostState, who: &Dynamic, expr: &Expr) -> HostResult<INT> {
    let who = party(host_state.parts(), who)?;
    host_state.meter.work(host_state.parts().map.lanes.len())?;
    let (parts, state, scratch) = host_state.evaluating()?;
    if parts.map.lanes.is_empty() {
        return Err(fault("the map has no lanes"));
    }
    let value = Eval::new(parts, state, who, scratch).value(expr);
    if scratch.gave_up() {
        return Err(fault("the longest trail is too much work to be found"));
    }
    Ok(value)
}
