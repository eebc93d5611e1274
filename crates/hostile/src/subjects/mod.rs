//! What can be hostile: each kind of input, how it is tried and how bad ones are made.

mod disk;
mod expression;
mod files;
mod folder;
mod meaning;
mod notation;
mod output;
mod play;
mod save;
mod scenario;
mod seed;
mod trial;
mod undo;

use crate::Choices;

/// A kind of input.
pub struct Subject {
    /// Its name: of the folder in the corpus and of the fuzzers.
    pub name: &'static str,
    /// What it is, in a few words.
    pub what: &'static str,
    /// Tries an input; whatever it is, this returns.
    pub attempt: fn(&[u8]),
    /// Makes an input whose structure is changed.
    pub structured: fn(&mut Choices) -> Vec<u8>,
    /// Inputs that are as they should be.
    pub good: fn() -> &'static [Vec<u8>],
    /// Of a thousand inputs of a long run, how many are of this kind: more of those that take little time.
    pub share: u64,
}

/// All kinds of input.
pub static SUBJECTS: [Subject; 14] = [
    files::TEXT,
    files::GAME,
    files::MAP,
    files::SCRIPT,
    meaning::MEANING,
    scenario::SCENARIO,
    save::SAVE,
    notation::NOTATION,
    expression::EXPRESSION,
    folder::FOLDER,
    disk::DISK,
    seed::SEED_OF_TABLE,
    undo::UNDO,
    output::OUTPUT,
];
/// What no input may do, for whoever wants to see that it is noticed.
pub static TRIAL: Subject = trial::TRIAL;

/// Keeps a list that is made once.
macro_rules! once {
    ($make:expr) => {{
        static KEPT: std::sync::OnceLock<Vec<Vec<u8>>> = std::sync::OnceLock::new();
        KEPT.get_or_init(|| $make)
    }};
}
use once;
