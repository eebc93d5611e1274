//! Events in words, for everybody who may know all or for one seat that may not.
//!
//! What a seat does is told by the notation of its action; this tells what follows from it.

use railwright_core::components::{Owner, Spot};
use railwright_core::id::{CounterId, KindId, SeatId, SeatSet};
use railwright_core::{Event, NO_PARTY};
use railwright_rules::Rules;
use railwright_rules::notation::{print_anywhere, standing_in_words};

/// Cards that went the same way one after the other.
struct Move {
    from: Spot,
    to: Spot,
    cards: Vec<(KindId, u32)>,
}

/// What happened, one sentence each, as a seat sees it or, without a seat, as one who sees everything does.
///
/// Cards that go the same way one after the other make one sentence.
pub fn narrate(rules: &Rules, events: &[Event], to: Option<SeatId>) -> Vec<String> {
    narrate_to(rules, events, to.map_or(SeatSet::NONE, SeatSet::only))
}

/// What happened as all of these seats saw it: with every seat what is public, with none of them everything.
pub fn narrate_to(rules: &Rules, events: &[Event], audience: SeatSet) -> Vec<String> {
    let mut told = Vec::new();
    let mut moving: Option<Move> = None;
    for event in events {
        if let Event::Moved { from, to: target, kind, count } = *event {
            match &mut moving {
                Some(m) if m.from == from && m.to == target => m.cards.push((kind, count.into())),
                _ => {
                    told.extend(moving.take().and_then(|m| moved(rules, &m, audience)));
                    moving = Some(Move { from, to: target, cards: vec![(kind, count.into())] });
                }
            }
            continue;
        }
        told.extend(moving.take().and_then(|m| moved(rules, &m, audience)));
        if event.seen_by(&rules.parts).contains(audience) {
            told.extend(sentence(rules, *event));
        }
    }
    told.extend(moving.take().and_then(|m| moved(rules, &m, audience)));
    told
}

/// What a zone of that owner is called.
fn spot_name(rules: &Rules, spot: Spot) -> String {
    let zone = rules.parts.zone(spot.zone);
    owned(rules, zone.owner, spot.owner.into(), &zone.id)
}

/// What a counter of that owner is called.
fn counter_name(rules: &Rules, counter: CounterId, owner: usize) -> String {
    let counter = &rules.parts.counters[counter.index()];
    owned(rules, counter.owner, owner, &counter.id)
}

fn owned(rules: &Rules, of: Owner, owner: usize, thing: &str) -> String {
    match (of, rules.parts.owner_name(of, owner)) {
        (_, None) => thing.to_owned(),
        (Owner::Place | Owner::Lane, Some(name)) => format!("{thing} of {name}"),
        (Owner::SeatAnd(with), Some(_)) => {
            let (seat, member) = rules.parts.of_pair(with, owner);
            let name = rules.parts.owner_name(with.alone(), member).unwrap_or_default();
            format!("seat {}'s {thing} of {name}", seat + 1)
        }
        (_, Some(name)) => format!("{name}'s {thing}"),
    }
}

/// Cards in words, in the order given: `2 red, blue`.
fn cards_in_words(rules: &Rules, spot: Spot, cards: &[(KindId, u32)]) -> String {
    let kinds = &rules.parts.cards_in(spot.zone).kinds;
    let one = |(kind, count): &(KindId, u32)| match count {
        1 => kinds[kind.index()].id.clone(),
        n => format!("{n} {}", kinds[kind.index()].id),
    };
    if cards.is_empty() { "nothing".to_owned() } else { cards.iter().map(one).collect::<Vec<_>>().join(", ") }
}

fn moved(rules: &Rules, m: &Move, audience: SeatSet) -> Option<String> {
    let parts = &rules.parts;
    let way = match m.from == m.to {
        true => format!("to the front of {}", spot_name(rules, m.to)),
        false => format!("from {} to {}", spot_name(rules, m.from), spot_name(rules, m.to)),
    };
    let seen = SeatSet(parts.seen_by(m.from).0 | parts.seen_by(m.to).0).contains(audience);
    if seen {
        let mut cards: Vec<(KindId, u32)> = Vec::new();
        for &(kind, count) in &m.cards {
            match cards.last_mut() {
                Some(last) if last.0 == kind => last.1 += count,
                _ => cards.push((kind, count)),
            }
        }
        return Some(format!("{} {way}", cards_in_words(rules, m.to, &cards)));
    }
    let counted = SeatSet(parts.size_seen_by(m.from).0 | parts.size_seen_by(m.to).0).contains(audience);
    let count: u32 = m.cards.iter().map(|c| c.1).sum();
    let set = &parts.cards_in(m.from.zone).id;
    counted.then(|| format!("{count} {set} card{} {way}", if count == 1 { "" } else { "s" }))
}

fn sentence(rules: &Rules, event: Event) -> Option<String> {
    let parts = &rules.parts;
    let lane = |lane: railwright_core::id::LaneId| &parts.map.lane(lane).id;
    Some(match event {
        Event::Acted { .. } | Event::Moved { .. } => return None,
        Event::Revealed { seat, action } => format!("seat {} reveals: {}", seat.0 + 1, print_anywhere(rules, seat, action)),
        Event::Swept(row) => format!("{} is swept", spot_name(rules, row)),
        Event::Renewed(pile) => match parts.zone(pile.zone).renew {
            Some(bag) => {
                format!("{} is shuffled and becomes {}", spot_name(rules, parts.partner(pile, bag)), spot_name(rules, pile))
            }
            None => format!("{} is made anew", spot_name(rules, pile)),
        },
        Event::Counted { counter, .. } if !parts.counters[counter.index()].told => return None,
        Event::Counted { counter, owner, by } => format!("{} {by:+}", counter_name(rules, counter, owner.into())),
        Event::Claimed { party: NO_PARTY, lane: id, .. } => format!("track lies on {}, which is nobody's", lane(id)),
        Event::Lifted { party: NO_PARTY, lane: id, .. } => format!("the track on {} is taken away", lane(id)),
        Event::Lifted { party, lane: id, .. } => {
            format!("the track of {} on {} is taken away", parts.party_name(party), lane(id))
        }
        Event::Claimed { party, lane: id, .. } => format!("{} has {}", parts.party_name(party), lane(id)),
        Event::Laid { party, lane: id, seat } => {
            format!("seat {} lays a piece of {} on {}", seat.0 + 1, parts.party_name(party), lane(id))
        }
        Event::Stood { train, standing } => {
            let name = parts.owner_name(Owner::Train, train.into()).unwrap_or_default();
            format!("{name} stands {}", standing_in_words(rules, standing))
        }
        Event::Out { seat, out: true } => format!("seat {} is out", seat.0 + 1),
        Event::Out { seat, out: false } => format!("seat {} plays again", seat.0 + 1),
        Event::Turn(seat) => format!("seat {}'s turn", seat.0 + 1),
        Event::Round(number) => format!("round {number} begins"),
        Event::LastRound => "the last round begins".to_owned(),
        Event::Over => "the game is over".to_owned(),
    })
}
