//! What a seat cannot know: the same position with all hidden cards dealt anew.
//!
//! A view must not change when what it hides is shuffled; that is how secrecy is tested, and how a
//! player who may only see its view can imagine the rest.

use crate::components::{Components, Form, Spot};
use crate::effect::Effects;
use crate::id::{SeatId, ZoneId};
use crate::random::Random;
use crate::state::{GAP, State};
use crate::view::shown_to;

impl Effects<'_> {
    /// Exchanges all cards that a seat cannot see among each other at random; every zone keeps its size.
    pub fn deal_unseen_anew(&mut self, seat: SeatId, random: &mut Random) {
        let parts = self.parts;
        let (state, _) = self.lend();
        for set in 0..parts.cards.len() {
            let hidden = hidden_spots(parts, state, set, seat);
            let mut cards = Vec::new();
            for &spot in &hidden {
                state.each_card(parts, spot, |kind, n| cards.extend(std::iter::repeat_n(kind.0, n as usize)));
            }
            for i in (1..cards.len()).rev() {
                cards.swap(i, random.below(i as u32 + 1) as usize);
            }
            for spot in hidden {
                deal(parts, state, spot, &mut cards);
            }
            debug_assert!(cards.is_empty());
        }
        // What comes next from the state's own chance is as unknown as the cards.
        state.random = Random::stream(random.next(), 0);
    }
}

fn hidden_spots(parts: &Components, state: &State, set: usize, seat: SeatId) -> Vec<Spot> {
    let zones = parts.zones.iter().enumerate().filter(|(_, z)| z.cards.index() == set);
    let spots = zones.flat_map(|(i, z)| (0..parts.owners(z.owner) as u8).map(move |owner| Spot { zone: ZoneId::from(i), owner }));
    spots.filter(|&spot| parts.zone(spot.zone).form == Form::Pile || !shown_to(parts, state, spot).has(seat)).collect()
}

/// Puts as many cards into a zone as lie there now.
fn deal(parts: &Components, state: &mut State, spot: Spot, cards: &mut Vec<u8>) {
    let zone = parts.zone(spot.zone);
    let at = zone.offset + zone.stride * spot.owner as usize;
    let mut next = || cards.pop().expect("as many cards as were taken");
    match zone.form {
        Form::Bag => {
            let size = state.size(parts, spot);
            let bag = &mut state.bags[at..at + zone.stride];
            bag.fill(0);
            (0..size).for_each(|_| bag[next() as usize] += 1);
        }
        Form::Row(_) => state.rows[at..at + zone.stride].iter_mut().filter(|k| **k != GAP).for_each(|k| *k = next()),
        Form::Pile => state.piles[at].cards_mut().iter_mut().for_each(|k| *k = next()),
    }
}
