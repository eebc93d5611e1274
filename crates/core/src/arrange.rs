//! Arranging a position outside of play: cards are brought where somebody wants them.
//!
//! Scenarios and puzzles begin in a given position. It is made from the components as they are: cards
//! are moved out of and into the zone they start in, never made.

use crate::components::{Components, Form, Spot};
use crate::effect::Effects;
use crate::id::{CardSetId, KindId, ZoneId};
use crate::state::{GAP, State};

impl Components {
    /// The zone in which all cards of a kind start.
    pub fn home_of(&self, cards: CardSetId, kind: KindId) -> Option<Spot> {
        let zone = self.zones.iter().position(|z| z.cards == cards && z.fill.contains(&kind))?;
        // Only zones of the table can be filled at the start.
        Some(Spot::of_table(ZoneId::from(zone)))
    }
}

/// Takes one card of a kind out of a zone, wherever it lies there.
fn take(parts: &Components, state: &mut State, from: Spot, kind: KindId) -> bool {
    let zone = parts.zone(from.zone);
    let place = zone.place_of(from.owner);
    match zone.form {
        Form::Pile => state.piles[place].pick(kind),
        Form::Bag if state.bags[place + kind.index()] == 0 => false,
        Form::Bag => {
            state.bags[place + kind.index()] -= 1;
            true
        }
        Form::Row(_) => match state.rows[place..place + zone.stride].iter().position(|&k| k == kind.0) {
            Some(slot) => {
                state.rows[place + slot] = GAP;
                true
            }
            None => false,
        },
    }
}

impl Effects<'_> {
    /// Moves one card of a kind from one zone to another, on top of a pile, into the first gap of a row or into
    /// the slot that is named; says whether there was such a card and room for it.
    pub fn bring(&mut self, kind: KindId, from: Spot, to: Spot, slot: Option<usize>) -> bool {
        let parts = self.parts;
        let zone = parts.zone(to.zone);
        let place = zone.place_of(to.owner);
        let (state, _) = self.lend();
        let mut gaps = (0..zone.stride).filter(|&i| slot.is_none_or(|s| s == i));
        let room = match zone.form {
            Form::Row(_) => gaps.find(|&i| state.rows[place + i] == GAP),
            _ => Some(0),
        };
        let Some(room) = room else { return false };
        if !take(parts, state, from, kind) {
            return false;
        }
        match zone.form {
            Form::Pile => state.piles[place].put_on_top(kind),
            Form::Bag => state.bags[place + kind.index()] += 1,
            Form::Row(_) => state.rows[place + room] = kind.0,
        }
        true
    }

    /// Moves every card of a zone back to the zone in which its set starts.
    pub fn send_home(&mut self, from: Spot) {
        let mut cards = Vec::new();
        self.state().each_card(self.parts, from, |kind, count| cards.push((kind, count)));
        for (kind, count) in cards {
            let home = self.parts.home_of(self.parts.zone(from.zone).cards, kind);
            let Some(home) = home.filter(|home| *home != from) else { continue };
            (0..count).for_each(|_| assert!(self.bring(kind, from, home, None), "the card lies there"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::{CardSet, Kind, Owner, Seen, Zone};
    use crate::event::Events;

    fn parts() -> Components {
        let kind = |id: &str| Kind { id: id.into(), word: crate::id::WordId(0), count: 3, tags: 0, fields: Vec::new() };
        let cards = CardSet { id: "card".into(), fields: Vec::new(), kinds: vec![kind("a"), kind("b")] };
        let zone = |id: &str, form| Zone::new(id, CardSetId(0), form, Owner::Table, Seen::All);
        let mut deck = zone("deck", Form::Pile);
        deck.fill = vec![KindId(0), KindId(1)];
        let zones = vec![deck, zone("row", Form::Row(2)), zone("bag", Form::Bag)];
        let mut parts = Components { seats: 1, cards: vec![cards], zones, ..Components::default() };
        parts.lay_out();
        parts
    }

    #[test]
    fn cards_are_moved_and_none_is_made() {
        let parts = parts();
        let (mut state, mut events) = (State::new(&parts), Events::default());
        let [deck, row, bag] = [0, 1, 2].map(|zone| Spot::of_table(ZoneId(zone)));
        let (a, b) = (KindId(0), KindId(1));
        let mut table = Effects::new(&parts, &mut state, &mut events);
        assert!(table.bring(a, deck, row, Some(1)) && table.bring(b, deck, row, None));
        assert!(!table.bring(a, deck, row, None), "the row is full");
        assert!(table.bring(a, deck, bag, None) && table.bring(a, deck, bag, None));
        assert!(!table.bring(a, deck, bag, None), "there are only three");
        assert_eq!(table.state().row(&parts, row).collect::<Vec<_>>(), [Some(b), Some(a)]);
        [row, bag].into_iter().for_each(|spot| table.send_home(spot));
        assert_eq!([deck, row, bag].map(|spot| state.size(&parts, spot)), [6, 0, 0]);
    }
}
