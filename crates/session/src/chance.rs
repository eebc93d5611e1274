//! Chance that nobody can know beforehand: where games begin that somebody plays.

use std::hash::{BuildHasher, RandomState};

/// 64 bits, others each time: no two tables are dealt alike, and nobody finds them by trying.
pub fn of_the_system() -> u64 {
    // The standard library draws the keys of its hashes, 128 bits, from the system; what is hashed with them is of no account.
    RandomState::new().hash_one(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_another_and_all_64_bits_are_used() {
        let drawn: Vec<u64> = (0..64).map(|_| of_the_system()).collect();
        let mut once = drawn.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), drawn.len());
        let (any, all) = drawn.iter().fold((0, u64::MAX), |(any, all), n| (any | n, all & n));
        assert_eq!((any, all), (u64::MAX, 0), "a bit is always the same");
    }
}
