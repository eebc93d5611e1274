//! What a seat cannot know: the same position with all hidden cards dealt anew.
//!
//! A view must not change when what it hides is shuffled; that is how secrecy is tested, and how a
//! player who may only see its view can imagine the rest.

use crate::components::{Components, Form, Spot};
use crate::effect::Effects;
use crate::id::{KindId, SeatId, ZoneId};
use crate::random::Random;
use crate::state::{GAP, State};
use crate::view::shown_to;

impl Effects<'_> {
    /// Exchanges all cards that a seat cannot see among each other at random; every zone keeps its size, and a card
    /// only takes the place of one that may lie in the same zones.
    pub fn deal_unseen_anew(&mut self, seat: SeatId, random: &mut Random) {
        let parts = self.parts;
        let (state, _) = self.lend();
        for set in 0..parts.cards.len() {
            let hidden = hidden_spots(parts, state, set, seat);
            let sorts = sorts(parts, set);
            for sort in 0..=sorts.iter().copied().max().unwrap_or(0) {
                let mut cards = Vec::new();
                for &spot in &hidden {
                    each_slot(parts, state, spot, |kind| cards.extend((sorts[kind.index()] == sort).then_some(kind.0)));
                }
                for i in (1..cards.len()).rev() {
                    cards.swap(i, random.below(i as u32 + 1) as usize);
                }
                for &spot in &hidden {
                    exchange(parts, state, spot, &mut cards, |kind| sorts[kind as usize] == sort);
                }
                debug_assert!(cards.is_empty());
            }
        }
        // What comes next from the state's own chance is as unknown as the cards.
        state.random = Random::stream(random.next(), 0);
    }
}

/// For each kind of a set a number: kinds that may lie in the same zones have the same.
fn sorts(parts: &Components, set: usize) -> Vec<usize> {
    let zones: Vec<_> = parts.zones.iter().filter(|z| z.cards.index() == set && !z.only.is_empty()).collect();
    let mut found: Vec<Vec<bool>> = Vec::new();
    let sort = |kind: KindId| zones.iter().map(|z| z.only.contains(&kind)).collect::<Vec<bool>>();
    let mut number = |kind: usize| {
        let sort = sort(KindId::from(kind));
        found.iter().position(|s| *s == sort).unwrap_or_else(|| {
            found.push(sort);
            found.len() - 1
        })
    };
    (0..parts.cards[set].kinds.len()).map(&mut number).collect()
}

fn hidden_spots(parts: &Components, state: &State, set: usize, seat: SeatId) -> Vec<Spot> {
    let zones = parts.zones.iter().enumerate().filter(|(_, z)| z.cards.index() == set);
    let spots =
        zones.flat_map(|(i, z)| (0..parts.owners(z.owner) as u16).map(move |owner| Spot { zone: ZoneId::from(i), owner }));
    spots.filter(|&spot| parts.zone(spot.zone).form == Form::Pile || !shown_to(parts, state, spot).has(seat)).collect()
}

/// Calls `each` with every single card of a zone.
fn each_slot(parts: &Components, state: &State, spot: Spot, mut each: impl FnMut(KindId)) {
    state.each_card(parts, spot, |kind, n| (0..n).for_each(|_| each(kind)));
}

/// Exchanges the cards of a zone that belong to a sort for the next ones of it.
fn exchange(parts: &Components, state: &mut State, spot: Spot, cards: &mut Vec<u8>, belongs: impl Fn(u8) -> bool) {
    let zone = parts.zone(spot.zone);
    let at = zone.offset + zone.stride * spot.owner as usize;
    let mut next = || cards.pop().expect("as many cards as were taken");
    match zone.form {
        Form::Bag => {
            let bag = &mut state.bags[at..at + zone.stride];
            let those = || (0..zone.stride as u8).filter(|&k| belongs(k));
            let count: u32 = those().map(|k| u32::from(std::mem::take(&mut bag[k as usize]))).sum();
            (0..count).for_each(|_| bag[next() as usize] += 1);
        }
        Form::Row(_) => {
            let slots = state.rows[at..at + zone.stride].iter_mut();
            slots.filter(|k| **k != GAP && belongs(**k)).for_each(|k| *k = next());
        }
        Form::Pile => state.piles[at].cards_mut().iter_mut().filter(|k| belongs(**k)).for_each(|k| *k = next()),
    }
}
