//! Which lanes cards can pay for, as bit sets made at load: a decision crosses them with the lanes that are to be had.

use crate::price::OneWild;
use railwright_core::bits;
use railwright_core::id::KindId;

/// Sets of lanes by a number: those whose number is at most `n`, for each `n`.
#[derive(Clone, Debug)]
pub(super) struct UpTo {
    sets: Vec<Box<[u64]>>,
    all: Box<[u64]>,
}

impl UpTo {
    pub(super) fn new(most: usize, lanes: &[Option<u8>]) -> Self {
        let set = |n: usize| {
            let mut set = vec![0; bits::words(lanes.len())].into_boxed_slice();
            let reached = lanes.iter().enumerate().filter(|(_, l)| l.is_some_and(|l| l as usize <= n));
            reached.for_each(|(i, _)| bits::put(&mut set, i));
            set
        };
        UpTo { sets: (0..most).map(set).collect(), all: set(most) }
    }

    /// The lanes whose number is at most `n`.
    #[inline(always)]
    pub(super) fn get(&self, n: usize) -> &[u64] {
        self.sets.get(n).unwrap_or(&self.all)
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
