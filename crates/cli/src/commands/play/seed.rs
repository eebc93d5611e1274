//! A seed when nobody gives one: short enough to be told to somebody.

use std::hash::{BuildHasher, RandomState};

/// Another number each time, of at most six digits.
pub fn any() -> u64 {
    // The standard library seeds its hashes from the system's chance; nothing depends on how good that is.
    RandomState::new().hash_one(std::process::id()) % 1_000_000
}
