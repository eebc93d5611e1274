//! What a player does: small and `Copy`; its text form is what saves, logs and people use.

use crate::id::{ActionId, KindId};
use crate::narrow::narrow;
use serde::{Deserialize, Serialize};

/// One action of one decision.
///
/// What `form`, `subject` and `object` mean is the mechanic's own affair; the payment is always
/// the cards given for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Action {
    /// The action of the game file that this is one of.
    pub action: ActionId,
    /// Which form of it, where a mechanic has several (take or stop, return or keep).
    pub form: u8,
    /// The first thing it is about: a lane, a place, a kind of card, a script's option.
    pub subject: u16,
    /// The second thing it is about: a zone, a company.
    pub object: u16,
    /// The cards paid with it.
    pub payment: Payment,
}

/// How many cards of each kind are paid: four bits for each of sixteen kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Payment(pub u64);

impl Payment {
    /// A set of cards that is paid from can have this many kinds.
    pub const KINDS: usize = 16;
    /// A payment can hold this many cards of one kind.
    pub const MOST: u8 = 15;

    /// `count` cards of one kind; the caller keeps to [`Payment::MOST`].
    #[inline(always)]
    pub fn of(kind: KindId, count: u8) -> Self {
        debug_assert!(count <= Self::MOST && kind.index() < Self::KINDS);
        Payment((count as u64) << (kind.0 * 4))
    }

    /// The cards of both payments.
    #[inline(always)]
    pub fn and(self, other: Payment) -> Self {
        Payment(self.0 + other.0)
    }

    /// How many cards of that kind.
    #[inline(always)]
    pub fn count(self, kind: KindId) -> u8 {
        (self.0 >> (kind.0 * 4) & 15) as u8
    }

    /// How many cards in all.
    pub fn total(self) -> u32 {
        self.iter().map(|(_, n)| u32::from(n)).sum()
    }

    /// Whether nothing is paid.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds paid with and how many cards of each.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (KindId, u8)> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let kind = left.trailing_zeros() / 4;
            let count = (left >> (kind * 4) & 15) as u8;
            left &= !(15u64 << (kind * 4));
            Some((KindId(narrow::<u8>(kind)), count))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payment_lists_what_was_put_in() {
        let payment = Payment::of(KindId(2), 3).and(Payment::of(KindId(15), 15)).and(Payment::of(KindId(2), 1));
        assert_eq!(payment.iter().collect::<Vec<_>>(), [(KindId(2), 4), (KindId(15), 15)]);
        assert_eq!(payment.total(), 19);
        assert_eq!(payment.count(KindId(3)), 0);
        assert!(Payment::default().is_empty());
    }
}
