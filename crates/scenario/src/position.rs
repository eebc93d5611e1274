//! Given positions: piles stacked before set-up, and zones, counters, sets and lanes arranged after it.
//!
//! Cards are only moved. Every zone that is named goes back to the zone in which its cards start, that is shuffled,
//! and then the named zones are filled from it; zones that are not named keep what set-up gave them.

use crate::names::{self, Family, PositionItem, spot_name};
use railwright_core::components::{Form, Owner, Spot};
use railwright_core::id::{KindId, SeatId, SetId};
use railwright_core::narrow::narrow;
use railwright_core::state::Standing;
use railwright_core::{Components, Effects, Events, State};
use railwright_rules::{Engine, Rules};
use railwright_source::{Diagnostic, Node, Origin, Report};

/// A slot of a row in which nothing lies.
pub(crate) const GAP: &str = "-";

/// Something the position says.
struct PositionEntry<'a> {
    thing: PositionItem,
    name: String,
    node: &'a Node,
}

/// What shall lie in a zone.
struct Layout {
    spot: Spot,
    name: String,
    at: Origin,
    cards: Vec<Option<KindId>>,
    /// Where all other cards of the zone go.
    rest: Option<Spot>,
}

fn wrong(message: impl Into<String>, at: Origin, label: &str, help: impl Into<String>) -> Diagnostic {
    Diagnostic::error("wrong-position", message).at(at, label).help(help)
}

/// Stacks piles before set-up.
pub(crate) fn stack(engine: &mut Engine, node: &Node, report: &mut Report) {
    let rules = engine.rules().clone();
    let parts = &rules.parts;
    for entry in node.as_table().into_iter().flatten() {
        let spot = parts.find_zone(&entry.key).map(Spot::of_table);
        let Some(pile) = spot.filter(|s| !parts.zone(s.zone).fill.is_empty() && parts.zone(s.zone).form == Form::Pile) else {
            let piles: Vec<&str> = {
                let starts = parts.zones.iter().filter(|z| !z.fill.is_empty() && z.form == Form::Pile);
                starts.map(|z| z.id.as_str()).collect()
            };
            let message = format!("`{}` cannot be stacked before set-up", entry.key);
            report.push(wrong(message, entry.key_origin, "no pile in which cards start", format!("piles: {}", piles.join(", "))));
            continue;
        };
        let Some(layout) = layout(parts, pile, entry.key.clone(), &entry.node, report) else { continue };
        engine.unpack(|table| fill(&rules, table, &layout, &[pile], report));
    }
}

/// Arranges a position after set-up.
pub(crate) fn arrange(engine: &mut Engine, state: &mut State, node: &Node, report: &mut Report) {
    let rules = engine.rules().clone();
    let parts = &rules.parts;
    let said = said(parts, node, report);
    let mut layouts = Vec::new();
    // Lanes come first: what they cost and bring can then be set otherwise.
    for PositionEntry { thing, node, .. } in &said {
        match *thing {
            PositionItem::Claimed(seat) => claim(engine, state, seat, node, report),
            PositionItem::Built(company) => build(engine, state, company, node, report),
            _ => {}
        }
    }
    for PositionEntry { thing, name, node } in &said {
        match *thing {
            PositionItem::Claimed(_) | PositionItem::Built(_) => {}
            PositionItem::Stands(train) => stand(parts, state, train, node, report),
            PositionItem::Set(set, owner) => mark(parts, state, set, owner, node, report),
            PositionItem::Zone(spot) => layouts.extend(layout(parts, spot, name.clone(), node, report)),
            PositionItem::Counter(..) => {}
        }
    }
    let mut events = Events::default();
    let mut table = Effects::new(parts, state, &mut events);
    for PositionEntry { thing, name, node } in &said {
        let PositionItem::Counter(counter, owner) = *thing else { continue };
        let least = parts.counters[counter.index()].min.unwrap_or(i32::MIN);
        match node.as_int().and_then(|n| i32::try_from(n).ok()).filter(|n| *n >= least) {
            Some(value) => table.set(counter, owner, value),
            None => {
                report.push(wrong(format!("`{name}` is a counter"), node.origin, "no number it can have", "write a whole number"))
            }
        }
    }
    if report.is_ok() {
        deal(&rules, &mut table, &layouts, report);
    }
}

/// Reads which zones, counters and lanes are named.
fn said<'a>(parts: &Components, node: &'a Node, report: &mut Report) -> Vec<PositionEntry<'a>> {
    let mut said = Vec::new();
    for entry in node.as_table().into_iter().flatten() {
        let family = match Family::find(parts, &entry.key) {
            Ok(family) => family,
            Err(help) => {
                report.push(wrong(
                    format!("a position has no `{}`", entry.key),
                    entry.key_origin,
                    "no zone and no counter",
                    help,
                ));
                continue;
            }
        };
        let of = family.owner(parts);
        if of == Owner::Table {
            said.push(PositionEntry { thing: family.of(0), name: entry.key.clone(), node: &entry.node });
            continue;
        }
        let Some(table) = entry.node.as_table() else {
            let help = format!("say whose, for example {}.1 = …", entry.key);
            report.push(wrong(format!("there are several `{}`", entry.key), entry.node.origin, "whose is meant?", help));
            continue;
        };
        let mut push = |whose: String, at: Origin, node: &'a Node| {
            let name = format!("{}.{whose}", entry.key);
            match names::owner(parts, of, &whose) {
                Ok(owner) => said.push(PositionEntry { thing: family.of(owner), name, node }),
                Err(help) => report.push(wrong(format!("there is no `{name}`"), at, "nobody's", help)),
            }
        };
        for own in table {
            match (of, own.node.as_table()) {
                (Owner::SeatAnd(_), Some(things)) => {
                    things.iter().for_each(|with| push(format!("{}.{}", own.key, with.key), with.key_origin, &with.node));
                }
                _ => push(own.key.clone(), own.key_origin, &own.node),
            }
        }
    }
    said
}

fn claim(engine: &mut Engine, state: &mut State, seat: SeatId, node: &Node, report: &mut Report) {
    for lane in node.as_list().unwrap_or(std::slice::from_ref(node)) {
        let given = match lane.as_text() {
            Some(name) => engine.give(state, seat, name),
            None => Err("a lane should stand here".to_owned()),
        };
        if let Err(reason) = given {
            let message = format!("seat {} cannot have this lane: {reason}", seat.0 + 1);
            report.push(wrong(
                message,
                lane.origin,
                "this lane",
                "lanes are given in the order written, each with all that follows",
            ));
        }
    }
}

/// Lays the track of a company: `LANE from PLACE`, perhaps with a number of pieces, perhaps as a `branch`.
fn build(engine: &mut Engine, state: &mut State, company: usize, node: &Node, report: &mut Report) {
    for track in node.as_list().unwrap_or(std::slice::from_ref(node)) {
        let laid = match track.as_text() {
            Some(text) => engine.lay_out_track(state, company, text),
            None => Err("a lane should stand here".to_owned()),
        };
        if let Err(reason) = laid {
            let help = "write `LANE from PLACE`, `LANE from PLACE 2` for two pieces, `LANE from PLACE branch` to leave an end where it is";
            report.push(wrong(format!("this track cannot be laid: {reason}"), track.origin, "this track", help));
        }
    }
}

/// Puts lanes or places into a named set, and no others.
fn mark(parts: &Components, state: &mut State, set: SetId, owner: usize, node: &Node, report: &mut Report) {
    let mut events = Events::default();
    let mut table = Effects::new(parts, state, &mut events);
    table.unmark_all(set, owner);
    for item in node.as_list().unwrap_or(std::slice::from_ref(node)) {
        match item.as_text().and_then(|name| names::member(parts, set, name)) {
            Some(member) => table.mark(set, owner, member, true),
            None => {
                let message = format!("`{}` holds other things than this", parts.sets[set.index()].id);
                report.push(wrong(message, item.origin, "no lane or place of the map", "write the ids of its members in quotes"));
            }
        }
    }
}

/// Puts a train in a place, or on a lane: `LANE towards PLACE`, with the space where there are several.
fn stand(parts: &Components, state: &mut State, train: usize, node: &Node, report: &mut Report) {
    let text = node.as_text().unwrap_or_default();
    let on = text.split_once(" towards ").and_then(|(lane, place)| {
        let (lane, space) = lane.split_once(" space ").map_or((lane, None), |(lane, space)| (lane, Some(space)));
        let (lane, place) = (parts.map.find_lane(lane)?, parts.map.find_place(place)?);
        let strip = parts.map.lane(lane);
        let towards = narrow::<u8>(strip.ends.iter().position(|end| *end == place)?);
        let space = match space {
            Some(space) => space.trim().parse().ok().filter(|space| (1..=strip.length).contains(space))?,
            // Of several spaces nothing says which one is meant.
            None if strip.length > 1 => return None,
            None => 1,
        };
        Some(Standing::On { lane, space, towards })
    });
    match on.or_else(|| parts.map.find_place(text).map(Standing::In)) {
        Some(standing) => Effects::new(parts, state, &mut Events::default()).stand(train, standing),
        None => {
            let help = "write a place, `LANE towards PLACE`, or `LANE space 2 towards PLACE` where the lane has several spaces, counted from its first end";
            report.push(wrong(format!("a train cannot stand in `{text}`"), node.origin, "no place and no lane", help));
        }
    }
}

/// Reads what shall lie in a zone: a list, a table of counts, or `{ only = […], rest = "zone" }`.
fn layout(parts: &Components, spot: Spot, name: String, node: &Node, report: &mut Report) -> Option<Layout> {
    let zone = parts.zone(spot.zone);
    let (mut cards, mut rest) = (Vec::new(), None);
    let mut add = |text: &str, at: Origin, report: &mut Report| {
        if text == GAP && matches!(zone.form, Form::Row(_)) {
            cards.push(None);
            return;
        }
        match names::cards(parts, spot.zone, text) {
            Ok((kind, count)) => cards.extend((0..count).map(|_| Some(kind))),
            Err(message) => report.push(Diagnostic::error("wrong-position", message).at(at, "no such card")),
        }
    };
    let list = |node: &Node, report: &mut Report, add: &mut dyn FnMut(&str, Origin, &mut Report)| {
        for item in node.as_list().unwrap_or(std::slice::from_ref(node)) {
            match item.as_text() {
                Some(text) => add(text, item.origin, report),
                None => report.push(wrong(format!("`{name}` holds cards"), item.origin, "no card", "write its id in quotes")),
            }
        }
    };
    let Some(table) = node.as_table() else {
        list(node, report, &mut add);
        return check_room(parts, Layout { spot, name, at: node.origin, cards, rest }, report);
    };
    if let Some(only) = table.get("only") {
        list(only, report, &mut add);
        let target = table.get("rest").and_then(Node::as_text).map(|text| names::thing(parts, text));
        match target {
            Some(Ok(PositionItem::Zone(to)))
                if parts.zone(to.zone).cards == zone.cards && to != spot && parts.zone(to.zone).form == Form::Bag =>
            {
                rest = Some(to)
            }
            _ => {
                let bags = parts.zones.iter().filter(|z| z.cards == zone.cards && z.form == Form::Bag);
                let bags: Vec<String> =
                    bags.map(|z| if z.owner == Owner::Table { z.id.clone() } else { format!("{}.1", z.id) }).collect();
                let help = format!("write rest = \"…\" with one of: {}", bags.join(", "));
                report.push(wrong(
                    format!("`{name}` does not say where all other cards go"),
                    node.origin,
                    "`rest` should name a bag",
                    help,
                ));
            }
        }
        if let Some(entry) = table.iter().find(|e| !["only", "rest"].contains(&e.key.as_str())) {
            report.push(wrong(
                format!("unknown key `{}`", entry.key),
                entry.key_origin,
                "neither `only` nor `rest`",
                "remove it",
            ));
        }
    } else {
        for entry in table {
            match entry.node.as_int().filter(|n| (0..=255).contains(n)) {
                Some(count) => add(&format!("{count} {}", entry.key), entry.key_origin, report),
                None => report.push(wrong(
                    format!("how many {}?", entry.key),
                    entry.node.origin,
                    "no number of cards",
                    "write for example red = 3",
                )),
            }
        }
    }
    check_room(parts, Layout { spot, name, at: node.origin, cards, rest }, report)
}

fn check_room(parts: &Components, layout: Layout, report: &mut Report) -> Option<Layout> {
    let zone = parts.zone(layout.spot.zone);
    match zone.form {
        Form::Row(slots) if layout.cards.len() != slots as usize && !layout.cards.is_empty() => {
            let message = format!("`{}` has {slots} slots, and {} are given", layout.name, layout.cards.len());
            report.push(wrong(
                message,
                layout.at,
                "not as many as there are slots",
                format!("\"{GAP}\" is a slot in which nothing lies"),
            ));
            None
        }
        Form::Bag if !zone.fill.is_empty() && layout.rest.is_none() => {
            let help = "say what lies in the other zones, or write { only = […], rest = \"…\" }";
            report.push(wrong(
                format!("all cards that lie nowhere else lie in `{}`", layout.name),
                layout.at,
                "not for you to say",
                help,
            ));
            None
        }
        _ if layout.rest.is_some() && zone.fill.is_empty() => {
            let message = format!("`{}` is not where cards start", layout.name);
            report.push(wrong(message, layout.at, "it holds only what is said anyway", "write a list"));
            None
        }
        _ => Some(layout),
    }
}

/// Sends the named zones home, shuffles, and lays out what was said.
fn deal(rules: &Rules, table: &mut Effects, layouts: &[Layout], report: &mut Report) {
    let parts = &rules.parts;
    let named: Vec<Spot> = layouts.iter().flat_map(|l| [Some(l.spot), l.rest]).flatten().collect();
    for &spot in &named {
        table.send_home(spot);
    }
    let concerned = |cards| layouts.iter().any(|l| parts.zone(l.spot.zone).cards == cards);
    let starts = parts.zones.iter().enumerate().filter(|(_, z)| !z.fill.is_empty() && concerned(z.cards));
    let homes: Vec<Spot> = starts.map(|(i, _)| Spot::of_table(i.into())).collect();
    for &home in homes.iter().filter(|h| parts.zone(h.zone).form == Form::Pile) {
        table.shuffle(home);
    }
    // The zone in which cards start comes last: what lies on top of it is what is left then.
    let (home, others): (Vec<&Layout>, Vec<&Layout>) = layouts.iter().partition(|l| homes.contains(&l.spot));
    for layout in others.into_iter().chain(home) {
        fill(rules, table, layout, &named, report);
    }
}

fn fill(rules: &Rules, table: &mut Effects, layout: &Layout, named: &[Spot], report: &mut Report) {
    let parts = &rules.parts;
    let cards = parts.zone(layout.spot.zone).cards;
    if let Some(rest) = layout.rest {
        let home = layout.spot;
        let mut others = vec![0u32; parts.cards_in(home.zone).kinds.len()];
        table.state().each_card(parts, home, |kind, count| others[kind.index()] += count);
        layout.cards.iter().flatten().for_each(|kind| others[kind.index()] = others[kind.index()].saturating_sub(1));
        for (i, count) in others.into_iter().enumerate() {
            (0..count).for_each(|_| assert!(table.bring(KindId::from(i), home, rest, None), "the card lies there"));
        }
        if parts.zone(home.zone).form == Form::Bag {
            return;
        }
    }
    let row = matches!(parts.zone(layout.spot.zone).form, Form::Row(_));
    let mut missing: Vec<(KindId, u32)> = Vec::new();
    // From the last to the first: on a pile the first lies on top in the end.
    for (slot, kind) in layout.cards.iter().enumerate().rev() {
        let Some(kind) = *kind else { continue };
        let found = parts.home_of(cards, kind).is_some_and(|home| table.bring(kind, home, layout.spot, row.then_some(slot)));
        if !found {
            match missing.iter_mut().find(|m| m.0 == kind) {
                Some(found) => found.1 += 1,
                None => missing.push((kind, 1)),
            }
        }
    }
    for (kind, count) in missing {
        report.push(too_few(rules, table.state(), layout, kind, count, named));
    }
}

/// Says where the cards lie that a zone wants and cannot have.
fn too_few(rules: &Rules, state: &State, layout: &Layout, kind: KindId, count: u32, named: &[Spot]) -> Diagnostic {
    let parts = &rules.parts;
    let card = &parts.cards_in(layout.spot.zone).kinds[kind.index()];
    let message = format!("`{}` wants {count} {} more than there are left", layout.name, card.id);
    let mut elsewhere = Vec::new();
    for (i, zone) in parts.zones.iter().enumerate().filter(|(_, z)| z.cards == parts.zone(layout.spot.zone).cards) {
        for owner in 0..narrow::<u16>(parts.owners(zone.owner)) {
            let spot = Spot { zone: i.into(), owner };
            state.each_card(parts, spot, |k, _| {
                if k == kind && !named.contains(&spot) && Some(spot) != parts.home_of(zone.cards, kind) {
                    elsewhere.push(spot_name(parts, spot));
                }
            });
        }
    }
    elsewhere.dedup();
    let help = if elsewhere.is_empty() {
        format!("there are {} in all", card.count)
    } else {
        format!("some lie in {}, which the position does not name: say what lies there, too", elsewhere.join(", "))
    };
    wrong(message, layout.at, "too many of them", help)
}
