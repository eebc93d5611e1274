//! The places in which a way stops, where what is printed on board and cards says it: worked out when the game is loaded.

use railwright_core::bits;
use railwright_core::expr::{Eval, Formula, Item, ItemType, Scratch};
use railwright_core::id::{KindId, PartyId, PlaceId};
use railwright_core::{Components, State};

/// For each kind of card, or for the train, the places in which it stops, as bits.
#[derive(Clone, Debug)]
pub(super) struct KnownStops {
    words: usize,
    places: Vec<u64>,
}

impl KnownStops {
    /// Works out a formula about each place with each card around it, if nothing that changes is asked.
    pub(super) fn of(stop: &Formula, parts: &Components, around: ItemType) -> Option<Self> {
        if !stop.expr.is_fixed_within() {
            return None;
        }
        let cards: Vec<Item> = match around {
            ItemType::Card(set) => {
                (0..parts.cards[set.index()].kinds.len()).map(|kind| Item::Card(set, KindId::from(kind))).collect()
            }
            _ => vec![Item::Nothing],
        };
        let (state, mut scratch) = (State::new(parts), Scratch::default());
        let words = bits::words(parts.map.places.len());
        let mut places = vec![0; cards.len() * words];
        for (card, set) in cards.into_iter().zip(places.chunks_exact_mut(words.max(1))) {
            for place in 0..parts.map.places.len() {
                let eval = Eval::new(parts, &state, PartyId(0), &mut scratch);
                if eval.about(Item::Place(PlaceId::from(place))).within(card).holds(stop) {
                    bits::put(set, place);
                }
            }
        }
        Some(KnownStops { words, places })
    }

    /// Those of a card, or of the train.
    #[inline]
    pub(super) fn of_card(&self, card: Option<KindId>) -> &[u64] {
        let at = card.map_or(0, KindId::index) * self.words;
        &self.places[at..at + self.words]
    }
}
