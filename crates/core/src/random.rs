//! The one source of chance: a small portable generator that is part of the state.
//!
//! Game, seed and actions must give the same states on every machine for ever, so the algorithm
//! (SplitMix64 with Lemire's unbiased bounded draw) is fixed here and not taken from a library
//! that may change it.

use serde::{Deserialize, Serialize};

/// A deterministic generator; equal seeds give equal sequences everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Random(u64);

impl Random {
    /// A generator for a seed; near seeds give unrelated sequences.
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed ^ 0x5261_696c_7772_6967);
        Random(random.next())
    }

    /// A generator for one purpose among several that share a seed.
    pub fn stream(seed: u64, purpose: u64) -> Self {
        let mut random = Random::new(seed.wrapping_add(purpose.wrapping_mul(0xd134_2543_de82_ef95)));
        Random(random.next() ^ purpose)
    }

    /// The next 64 bits.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number below `bound`, each equally likely; zero for a bound of zero.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        let mut product = (self.next() >> 32) * u64::from(bound);
        if low(product) < bound {
            // Only the few values that would make some results likelier are drawn again.
            let threshold = bound.wrapping_neg() % bound.max(1);
            while low(product) < threshold {
                product = (self.next() >> 32) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }
}

/// The lower half of a number: here the rest is meant to be cut off.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)]
fn low(number: u64) -> u32 {
    number as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_never_changes() {
        let mut random = Random::new(1);
        let first: Vec<u32> = (0..6).map(|_| random.below(1000)).collect();
        assert_eq!(first, [534, 250, 601, 834, 26, 946]);
    }

    #[test]
    fn every_value_comes_up_about_equally_often() {
        let mut random = Random::new(7);
        let mut seen = [0u32; 5];
        for _ in 0..50_000 {
            seen[random.below(5) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
        assert_eq!(random.below(0), 0);
    }
}
