//! Hostile data: whatever a file, a move or a script says, the program answers with a report or plays on. It never breaks down,
//! never hangs and never takes more memory than [`MEMORY`].
//!
//! Each [`Subject`] tries one kind of input and knows two ways to make bad ones: good inputs whose bytes are damaged
//! ([`scribble`](damage::scribble)), and good inputs whose structure is: values of the tree, words of the language, lines of the game.
//! The tests, the long run (`cargo run --release -p railwright-hostile`) and the fuzzers in `fuzz/` all use these.

#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

pub mod choices;
mod crowd;
pub mod damage;
pub mod good;
pub mod ground;
pub mod judge;
pub mod meaning;
mod shown;
pub mod subjects;
mod tree;

pub use choices::Choices;
pub use judge::{MEMORY, TIME, Verdict, judge};
use subjects::TRIAL;
pub use subjects::{SUBJECTS, Subject};

/// Inputs stay small, so that many can be tried: so many bytes at most.
pub const LARGEST: usize = 64 * 1024;

/// How an input is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Way {
    /// The bytes of a good input are damaged.
    Raw,
    /// The structure of a good input is changed.
    Structured,
}

impl Subject {
    /// The structured input that choices make.
    fn chosen(&self, choices: &mut Choices) -> Vec<u8> {
        let mut input = (self.structured)(choices);
        input.truncate(LARGEST);
        input
    }

    /// The input with a number, made in one of the two ways; the same for ever.
    pub fn numbered(&self, way: Way, number: u64) -> Vec<u8> {
        let purpose = if way == Way::Raw { 77 } else { 78 };
        let mut choices = Choices::seeded(number, purpose);
        match way {
            Way::Raw => {
                let good = (self.good)();
                let mut input = choices.pick(good).cloned().unwrap_or_default();
                damage::scribble(&mut input, &mut choices);
                input
            }
            Way::Structured => self.chosen(&mut choices),
        }
    }
}

/// Tries bytes as an input of a kind, for a fuzzer.
pub fn fuzz_raw(name: &str, input: &[u8]) {
    if let Some(subject) = find(name) {
        (subject.attempt)(input);
    }
}

/// Tries the input that bytes choose among the structured ones of a kind, for a fuzzer.
pub fn fuzz_structured(name: &str, choices: &[u8]) {
    if let Some(subject) = find(name) {
        (subject.attempt)(&subject.chosen(&mut Choices::of_bytes(choices)));
    }
}

/// A kind of input by its name; that which goes beyond the bounds on purpose can be found, too.
pub fn find(name: &str) -> Option<&'static Subject> {
    SUBJECTS.iter().chain([&TRIAL]).find(|subject| subject.name == name)
}
