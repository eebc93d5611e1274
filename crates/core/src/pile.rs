//! A stack of cards in layers, each shuffled only as it is drawn from.
//!
//! A shuffled layer is a multiset: drawing takes a random card of it. That is a fair shuffle that
//! costs nothing for cards nobody ever draws, and it says exactly what nobody can know.

use crate::id::KindId;
use crate::narrow::narrow;
use crate::random::Random;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Layer {
    cards: u16,
    mixed: bool,
}

/// A stack of cards; the last is the top.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pile {
    cards: Vec<u8>,
    layers: Vec<Layer>,
}

impl Clone for Pile {
    fn clone(&self) -> Self {
        Pile { cards: self.cards.clone(), layers: self.layers.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.cards.clone_from(&other.cards);
        self.layers.clone_from(&other.layers);
    }
}

impl Pile {
    /// An empty pile with room for that many cards.
    pub(crate) fn with_room(cards: usize) -> Self {
        Pile { cards: Vec::with_capacity(cards), layers: Vec::with_capacity(8) }
    }

    /// How many cards it has.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether it has no card.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// All cards, bottom first; within a shuffled layer the order means nothing.
    pub fn cards(&self) -> impl Iterator<Item = KindId> + '_ {
        self.cards.iter().map(|&k| KindId(k))
    }

    /// Takes the top card.
    #[inline]
    pub(crate) fn draw(&mut self, random: &mut Random) -> Option<KindId> {
        let layer = self.layers.last_mut()?;
        if layer.mixed {
            let last = self.cards.len() - 1;
            let pick = last - random.below(u32::from(layer.cards)) as usize;
            self.cards.swap(pick, last);
        }
        layer.cards -= 1;
        if layer.cards == 0 {
            self.layers.pop();
        }
        self.cards.pop().map(KindId)
    }

    /// Takes the topmost card that fits; of a shuffled layer, any of those that fit.
    pub(crate) fn draw_of(&mut self, fits: impl Fn(u8) -> bool, random: &mut Random) -> Option<KindId> {
        let mut end = self.cards.len();
        for at in (0..self.layers.len()).rev() {
            let start = end - self.layers[at].cards as usize;
            let fitting = self.cards[start..end].iter().filter(|&&k| fits(k)).count();
            if fitting > 0 {
                let which = if self.layers[at].mixed { random.below(narrow::<u32>(fitting)) as usize } else { fitting - 1 };
                let card = (start..end).filter(|&i| fits(self.cards[i])).nth(which)?;
                self.layers[at].cards -= 1;
                if self.layers[at].cards == 0 {
                    self.layers.remove(at);
                }
                return Some(KindId(self.cards.remove(card)));
            }
            end = start;
        }
        None
    }

    /// Puts a card on top.
    pub(crate) fn put_on_top(&mut self, kind: KindId) {
        self.cards.push(kind.0);
        match self.layers.last_mut() {
            Some(layer) if !layer.mixed => layer.cards += 1,
            _ => self.layers.push(Layer { cards: 1, mixed: false }),
        }
    }

    /// Puts a card under all others.
    pub(crate) fn put_at_bottom(&mut self, kind: KindId) {
        self.cards.insert(0, kind.0);
        match self.layers.first_mut() {
            Some(layer) if !layer.mixed => layer.cards += 1,
            _ => self.layers.insert(0, Layer { cards: 1, mixed: false }),
        }
    }

    /// Shuffles the whole pile.
    pub(crate) fn shuffle(&mut self) {
        self.layers.clear();
        if !self.cards.is_empty() {
            self.layers.push(Layer { cards: narrow::<u16>(self.cards.len()), mixed: true });
        }
    }

    /// Shuffles the pile but for some further cards that were heaped on it, cuts it into nearly equal parts and shuffles
    /// the further cards into one of them, counted from the top; where parts cannot be equal the upper or the lower ones
    /// have a card more.
    pub(crate) fn cut(&mut self, parts: usize, part: usize, odd_upper: bool, further: usize, random: &mut Random) {
        let cards = self.cards.len() - further;
        // Which card is in which part is chance; the order within a part is left to those who draw.
        for i in (1..cards).rev() {
            let other = random.below(narrow::<u32>(i) + 1) as usize;
            self.cards.swap(i, other);
        }
        let (each, odd) = (cards / parts, cards % parts);
        self.layers.clear();
        let mut at = 0;
        for below in 0..parts {
            let from_top = parts - 1 - below;
            let more = if odd_upper { from_top < odd } else { below < odd };
            let mut size = each + usize::from(more);
            if from_top + 1 == part {
                self.cards[at..].rotate_right(further);
                size += further;
            }
            if size > 0 {
                self.layers.push(Layer { cards: narrow::<u16>(size), mixed: true });
            }
            at += size;
        }
    }

    /// Puts that many cards of a kind on top of a pile that is shuffled next.
    pub(crate) fn heap(&mut self, kind: KindId, count: u8) {
        self.cards.resize(self.cards.len() + count as usize, kind.0);
    }

    /// Takes one card of that kind out of the pile, wherever it is.
    pub(crate) fn pick(&mut self, kind: KindId) -> bool {
        let Some(at) = self.cards.iter().position(|&k| k == kind.0) else { return false };
        let mut below = 0;
        for i in 0..self.layers.len() {
            below += self.layers[i].cards as usize;
            if at < below {
                self.layers[i].cards -= 1;
                if self.layers[i].cards == 0 {
                    self.layers.remove(i);
                }
                break;
            }
        }
        self.cards.remove(at);
        true
    }

    /// Takes all cards out.
    pub(crate) fn clear(&mut self) {
        self.cards.clear();
        self.layers.clear();
    }

    /// Calls `each` with the cards of every shuffled layer, whose order means nothing.
    pub(crate) fn each_mixed_layer(&mut self, mut each: impl FnMut(&mut [u8])) {
        let mut at = 0;
        for layer in &self.layers {
            let end = at + layer.cards as usize;
            if layer.mixed {
                each(&mut self.cards[at..end]);
            }
            at = end;
        }
    }

    /// The cards, to be exchanged for others of the same set where nobody knows which they are.
    pub(crate) fn cards_mut(&mut self) -> &mut [u8] {
        &mut self.cards
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(pile: &mut Pile, random: &mut Random) -> Vec<u8> {
        std::iter::from_fn(|| pile.draw(random)).map(|k| k.0).collect()
    }

    #[test]
    fn what_goes_under_comes_last_and_what_goes_on_top_first() {
        let mut random = Random::new(1);
        let mut pile = Pile::default();
        pile.heap(KindId(5), 3);
        pile.shuffle();
        pile.put_at_bottom(KindId(1));
        pile.put_at_bottom(KindId(2));
        pile.put_on_top(KindId(9));
        assert_eq!(drawn(&mut pile, &mut random), [9, 5, 5, 5, 1, 2]);
        assert!(pile.draw(&mut random).is_none());
    }

    #[test]
    fn a_shuffled_pile_gives_every_card_once_in_every_order() {
        let mut firsts = [0; 4];
        for seed in 0..4000 {
            let mut random = Random::new(seed);
            let mut pile = Pile::default();
            (0..4).for_each(|k| pile.heap(KindId(k), 1));
            pile.shuffle();
            let mut order = drawn(&mut pile, &mut random);
            firsts[order[0] as usize] += 1;
            order.sort();
            assert_eq!(order, [0, 1, 2, 3]);
        }
        assert!(firsts.iter().all(|n| (900..1100).contains(n)), "{firsts:?}");
    }

    #[test]
    fn further_cards_are_shuffled_into_one_part() {
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let mut pile = Pile::default();
            (0..10).for_each(|kind| pile.heap(KindId(kind), 1));
            pile.shuffle();
            [90, 91].into_iter().for_each(|kind| pile.heap(KindId(kind), 1));
            pile.cut(3, 2, true, 2, &mut random);
            let order = drawn(&mut pile, &mut random);
            assert_eq!(order.len(), 12);
            // Ten cards make parts of four, three and three.
            for further in [90, 91] {
                let at = order.iter().position(|&k| k == further).expect("it is in the pile");
                assert!((4..9).contains(&at), "{order:?}");
            }
        }
    }

    #[test]
    fn picking_a_card_keeps_the_layers_right() {
        let mut random = Random::new(3);
        let mut pile = Pile::default();
        pile.heap(KindId(0), 2);
        pile.shuffle();
        pile.put_on_top(KindId(7));
        assert!(pile.pick(KindId(7)) && !pile.pick(KindId(7)) && pile.pick(KindId(0)));
        assert_eq!(drawn(&mut pile, &mut random), [0]);
    }
}
