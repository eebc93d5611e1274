//! Games that look valid and mean nothing.

use super::{Subject, once, play};
use crate::good;
use crate::meaning::arena::Arena;
use crate::meaning::{attempt, changed, chosen, values};

/// A game that says something where something else belongs, refused with a place or judged as it is played.
pub const MEANING: Subject = Subject {
    name: "meaning",
    what: "a game that looks valid and means nothing, refused or judged by a plain reference",
    attempt: |input| {
        if let Err(wrong) = attempt(&String::from_utf8_lossy(input), play::number(input)) {
            panic!("{wrong}");
        }
    },
    structured: |choices| chosen(choices).into_bytes(),
    good: || {
        once!({
            let arena = values::all().iter().map(|changes| changed(changes, Arena::default(), &[]).into_bytes());
            arena.chain(good::games().iter().map(|game| game.files[0].1.clone().into_bytes())).collect()
        })
    },
    share: 3,
};
