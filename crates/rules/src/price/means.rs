//! What a hand can pay one, two and more cards ahead, worked out once for each hand that comes up.
//!
//! A search for paths asks this at every lane, of hands that come again and again; which cards pay is too irregular for a processor to
//! foresee, so it is looked up.

use super::joint::{Balance, Scales};
use railwright_core::bits;
use railwright_core::narrow::narrow;

/// So many kinds of card fit into a word.
pub(crate) const MOST_KINDS: usize = 8;
/// Added to each number of cards, so that what is missing is above nothing too.
const NOTHING: u64 = 0x4040_4040_4040_4040;
/// A hand has fewer cards of each kind, and misses fewer.
const FEW: i16 = 60;
/// So many hands are remembered; a power of two.
const REMEMBERED: usize = 16_384;

/// How many cards are left of each kind, or missing: a byte for each of at most eight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RemainingCards(u64);

/// What can be paid.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Means {
    /// The kinds of which a card can be paid, as bits.
    pub(crate) one: u8,
    /// The kinds after a card of which there may be enough for two more, of whatever kinds.
    pub(crate) three: u8,
    /// For each kind, a byte with the kinds of which a card can be paid after one of it.
    pub(crate) two: u64,
    /// How many cards can be paid for certain, of whatever kinds, and how many at most.
    pub(crate) certain: u8,
    pub(crate) most: u8,
}

impl Means {
    /// As much of it as can be used with so many pieces, one for each card.
    #[inline]
    pub(crate) fn with_pieces(self, pieces: i32) -> Means {
        match pieces {
            ..=0 => Means::default(),
            1 => Means { two: 0, three: 0, ..self },
            2 => Means { three: 0, ..self },
            _ => self,
        }
    }
}

/// The means that were worked out, by what is left.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeansCache {
    pages: Vec<(u64, Means)>,
}

impl RemainingCards {
    /// What a hand has before anything is demanded; none if it has too many kinds of card, or cards.
    #[inline]
    pub(crate) fn of(hand: &[u8]) -> Option<RemainingCards> {
        let mut bytes = [0; MOST_KINDS];
        bytes.get_mut(..hand.len())?.copy_from_slice(hand);
        let few = hand.iter().all(|&count| i16::from(count) < FEW);
        few.then(|| RemainingCards(u64::from_le_bytes(bytes) + NOTHING))
    }

    /// One card less of a kind.
    #[inline]
    pub(crate) fn less(self, kind: usize) -> RemainingCards {
        RemainingCards(self.0 - (1 << (8 * kind)))
    }

    /// Whether as many cards as that may be demanded of it.
    pub(crate) fn bears(lanes: u32) -> bool {
        lanes < FEW as u32
    }

    /// The same on scales.
    pub(crate) fn balance(self, scales: &Scales) -> Balance {
        scales.balance(self.0.to_le_bytes().into_iter().map(|byte| i16::from(byte) - i16::from(NOTHING.to_le_bytes()[0])))
    }
}

impl MeansCache {
    /// What can be paid with what is left.
    #[inline]
    pub(crate) fn means(&mut self, left: RemainingCards, scales: &Scales) -> Means {
        let place = (left.0 ^ left.0 >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - REMEMBERED.ilog2());
        match self.pages.get(narrow::<usize>(place)) {
            Some(&(of, means)) if of == left.0 => means,
            _ => self.work_out(left, scales, narrow::<usize>(place)),
        }
    }

    #[inline(never)]
    fn work_out(&mut self, left: RemainingCards, scales: &Scales, place: usize) -> Means {
        let mut balance = left.balance(scales);
        let (certain, most) = (scales.certain(&balance), scales.most(&balance));
        let mut means = Means { one: scales.payable_kinds(&mut balance).to_le_bytes()[0], certain, most, ..Means::default() };
        for kind in bits::Ones(means.one.into()) {
            let before = scales.demand(&mut balance, Scales::one(kind));
            means.two |= (scales.payable_kinds(&mut balance) & 0xFF) << (8 * kind);
            means.three |= u8::from(scales.most(&balance) >= 2) << kind;
            balance.restore(Scales::one(kind), before);
        }
        self.pages.resize(REMEMBERED, (0, Means::default()));
        self.pages[place] = (left.0, means);
        means
    }
}
