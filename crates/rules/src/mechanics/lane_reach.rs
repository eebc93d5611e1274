//! Which lanes cards can pay for, as bit sets made at load: a decision crosses them with the lanes that are to be had.

use crate::price::OneWild;
use railwright_core::bits;
use railwright_core::id::KindId;

/// Sets of lanes by a number: those whose number is at most `n`, for each `n`.
#[derive(Clone, Debug)]
pub(super) struct UpTo {
    /// The sets one after the other, the last with all lanes that have a number.
    sets: Vec<u64>,
    words: usize,
    most: usize,
}

impl UpTo {
    pub(super) fn new(most: usize, lanes: &[Option<u8>]) -> Self {
        let words = bits::words(lanes.len());
        let mut sets = vec![0; words * (most + 1)];
        for n in 0..=most {
            let reached = lanes.iter().enumerate().filter(|(_, l)| l.is_some_and(|l| l as usize <= n));
            reached.for_each(|(i, _)| bits::put(&mut sets[n * words..], i));
        }
        UpTo { sets, words, most }
    }

    /// The lanes whose number is at most `n`.
    #[inline(always)]
    pub(super) fn get(&self, n: usize) -> &[u64] {
        let from = n.min(self.most) * self.words;
        &self.sets[from..from + self.words]
    }

    /// All lanes that have a number.
    pub(super) fn all(&self) -> &[u64] {
        self.get(self.most)
    }
}

/// What cards of one kind can do.
#[derive(Clone, Debug)]
pub(super) struct KindReach {
    pub(super) kind: KindId,
    /// The lanes it pays for, by price.
    pub(super) lanes: UpTo,
    /// With the only wild kind, where there is just one.
    pub(super) one_wild: Option<OneWild>,
}

/// Calls `each` with the lanes in both sets.
#[inline(always)]
pub(super) fn for_each_in(a: &[u64], b: &[u64], mut each: impl FnMut(usize)) {
    for (word, (a, b)) in a.iter().zip(b).enumerate() {
        let mut both = a & b;
        while both != 0 {
            each(word * 64 + both.trailing_zeros() as usize);
            both &= both - 1;
        }
    }
}
