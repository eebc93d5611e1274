//! How much a game may say: the one table of limits. Ids are small numbers, and what they cannot count is refused before anything
//! is compiled; what takes work is bounded, so that a file is answered soon whatever it says. The manual prints this table.

use railwright_core::{expr, trail};
use railwright_source::{MAX_BYTES, MAX_DEPTH, MAX_DIAGNOSTICS};

/// The most lanes of a map; sets of lanes stay small.
pub const LANES: usize = 4096;
/// The most lanes of a line: more than anybody could tell apart.
pub const SIDE_BY_SIDE: usize = 16;
/// The most kinds of a set of cards.
pub const KINDS: usize = 250;
/// The most cards of a kind.
pub const CARDS_OF_A_KIND: i64 = 255;
/// The most tags of a game: one bit each.
pub const TAGS: usize = 64;
/// The most piles that are watched: one bit each.
pub const WATCHES: usize = 32;
/// The most games that extend each other.
pub const PARENTS: usize = 8;
/// The most overlays of a game.
pub const OVERLAYS: usize = 200;
/// The most keys that one file removes.
pub const REMOVED: usize = 1000;
/// The most entries of any list or table.
pub const ENTRIES: usize = 5000;
/// The most different words of the data.
pub const WORDS: usize = 50_000;
/// Steps that all expressions of a game together may take to be worked out once.
pub const STEPS_OF_ALL: u64 = 6_000_000;
/// Choices of players and options that are tried to see whether overlays ever apply.
pub const CHOICES_TRIED: usize = 512;
/// The settings in which a game is checked.
pub const SETTINGS: usize = 64;
/// The findings of all settings that are kept.
pub const FINDINGS: usize = 1000;

/// The tables and lists of a game and the most entries each may have; a star stands for each entry of a table.
pub const DECLARED: &[(&str, usize)] = &[
    ("places", 4096),
    ("lines", LANES),
    ("attributes.place", 100),
    ("attributes.lane", 100),
    ("attributes.company", 100),
    ("companies", 100),
    ("dummies", 50),
    ("trains", 50),
    ("cards", 100),
    ("cards.*.fields", 100),
    ("tables", 200),
    ("terms", 1000),
    ("counters", 1000),
    ("sets", 1000),
    ("zones", 200),
    ("actions", 200),
    // An end of the game is a step, and endings are counted in a byte.
    ("steps", 240),
    ("score", 200),
    ("scripts", 100),
    ("options", 64),
    ("goals", 200),
    ("invariants", 200),
    ("personas", 50),
];

/// What else is limited, in words.
pub const OTHERS: &[(&str, u64)] = &[
    ("players", 8),
    ("bytes of a file", MAX_BYTES as u64),
    ("levels of a file", MAX_DEPTH as u64),
    ("entries of any list or table", ENTRIES as u64),
    ("games that extend each other", PARENTS as u64),
    ("overlays", OVERLAYS as u64),
    ("keys that a file removes", REMOVED as u64),
    ("lanes of a map", LANES as u64),
    ("lanes of a line", SIDE_BY_SIDE as u64),
    ("kinds of a set of cards", KINDS as u64),
    ("cards of a kind", CARDS_OF_A_KIND as u64),
    ("different tags", TAGS as u64),
    ("different words", WORDS as u64),
    ("piles with `on-empty` or `aside.then`", WATCHES as u64),
    ("letters of an expression", expr::LONGEST as u64),
    ("steps of an expression, about all that it is asked about", expr::MOST_STEPS),
    ("steps of all expressions together", STEPS_OF_ALL),
    ("steps of a search for a longest trail", trail::MOST_STEPS as u64),
    ("settings in which `check` looks at a game", SETTINGS as u64),
    ("findings that a report keeps; others are counted", MAX_DIAGNOSTICS as u64),
];
