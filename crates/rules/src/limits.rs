//! How much a game may say: the one table of limits. Ids are small numbers, and what they cannot count is refused before anything
//! is compiled; what takes work is bounded, so that a file is answered soon whatever it says. The manual prints this table.

use railwright_core::action::Payment;
use railwright_core::id::MAX_SEATS;
use railwright_core::{effect, expr, trail};
use railwright_source::{HEAVIEST, LONGEST_CHAIN, MAX_BYTES, MAX_DEPTH, MAX_DIAGNOSTICS, MAX_MESSAGE};

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
/// The most bytes of a packed game.
pub const PACK_BYTES: usize = 16 << 20;
/// The most files of a packed game.
pub const PACK_FILES: usize = 1000;
/// The most bytes of the name of a file in a packed game.
pub const PACK_NAME_BYTES: usize = 200;
/// The most modules that import one another in a row.
pub const IMPORTS_IN_A_ROW: usize = 8;
/// The most parts that use one another in a row.
pub const PARTS_IN_A_ROW: usize = 8;
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

/// The largest number of a table, an attribute or a counter's bound; what is added, paid or set at once is kept within it.
pub const NUMBER: i64 = 1_000_000;
/// How far a point of the drawing may be from its corner.
pub const FARTHEST: i64 = 100_000;
/// The most slots of a row that cards are kept from.
pub const CARDS_KEPT_FROM: usize = 16;
/// The most sets of cards that a keep lists.
pub const SETS_KEPT: usize = 512;
/// The most numbers that a bid offers: decisions stay small.
pub const BIDS: i64 = 300;
/// The most cards of one play.
pub const CARDS_PLAYED: usize = 4;
/// The most values that a script gives with an expression that it asks.
pub const VALUES_GIVEN: usize = 4;
/// The most spaces of a way over which something is carried.
pub const SPACES_OF_A_WAY: i64 = 250;
/// Ways to pay for one lane from which on a price is warned of.
pub const MANY_PAYMENTS: usize = 350;
/// Ways to read a bill with very many ways that are gone through; more are a fault.
pub const READINGS_OF_A_BILL: usize = 10_000;
/// Steps in which such a bill is worked out; more are a fault.
pub const STEPS_OF_A_BILL: usize = 100_000;
/// The payments for a lane, a place or a card that an axis with all actions of a game has a number each for.
pub const PAYMENTS_NUMBERED: usize = 5000;
/// The payments for a lane, a place or a card that are listed whole; more are chosen kind by kind.
pub const PAYMENTS_LISTED: usize = 300;
/// The same of a path.
pub const PAYMENTS_OF_A_PATH: usize = 100;
/// The same where groups of cards stand in for others.
pub const PAYMENTS_WITH_GROUPS: usize = 60;
/// Automatic steps between two decisions: more never end.
pub const STEPS_AT_ONCE: u32 = 100_000;
/// How often a step asks or repeats its parts: rules that get there go on for ever.
pub const PARTS_OF_A_STEP: u16 = 60_000;
/// How deep reactions of scripts to reactions go.
pub const REACTIONS_DEEP: u32 = 10_000;
/// How many reactions of scripts to reactions there are between two decisions.
pub const REACTIONS: u32 = 100_000;
/// The most decisions of a set-up that a scenario's position is begun with.
pub const SET_UP_DECISIONS: u32 = 1000;
/// The most decisions after `finish` in a scenario.
pub const FINISHING_DECISIONS: u32 = 100_000;
/// The most actions of a game: one that is not over by then does not end.
pub const ACTIONS_OF_A_GAME: u64 = 200_000;
/// The bytes that a save needs for an action, at most.
pub const BYTES_OF_AN_ACTION: u64 = 160;
/// The most bytes of a request over the protocol, and of an answer of a program at a seat.
pub const LINE: u64 = 1 << 20;

/// A number that is added, paid or set at once, as counters have it: kept within [`NUMBER`] in both directions.
#[must_use]
pub(crate) fn kept(number: i64) -> i32 {
    i32::try_from(number.clamp(-NUMBER, NUMBER)).unwrap_or(0)
}

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
    ("players", MAX_SEATS as u64),
    ("bytes of a file", MAX_BYTES as u64),
    ("levels of a file", MAX_DEPTH as u64),
    ("bytes of a packed game", PACK_BYTES as u64),
    ("files of a packed game", PACK_FILES as u64),
    ("bytes of the name of a file in a packed game", PACK_NAME_BYTES as u64),
    ("entries of any list or table", ENTRIES as u64),
    ("games that extend each other", PARENTS as u64),
    ("modules that import one another in a row", IMPORTS_IN_A_ROW as u64),
    ("parts that use one another in a row", PARTS_IN_A_ROW as u64),
    ("overlays", OVERLAYS as u64),
    ("keys that a file removes", REMOVED as u64),
    ("lanes of a map", LANES as u64),
    ("lanes of a line", SIDE_BY_SIDE as u64),
    ("kinds of a set of cards", KINDS as u64),
    ("cards of a kind", CARDS_OF_A_KIND as u64),
    ("different tags", TAGS as u64),
    ("different words", WORDS as u64),
    ("piles with `on-empty` or `aside.then`", WATCHES as u64),
    ("numbers of tables, attributes and bounds, in both directions", NUMBER as u64),
    ("what is added to a counter, paid or set at once: it is kept within that, in both directions", NUMBER as u64),
    ("from the corner of a map to a point of it", FARTHEST as u64),
    ("entries that are like one another in a chain (`like`)", LONGEST_CHAIN as u64),
    ("bytes of a file with the parameters of its templates and parts filled in", HEAVIEST as u64),
    ("letters of an expression", expr::LONGEST as u64),
    ("levels of an expression", expr::DEEPEST as u64),
    ("terms that stand in each other", expr::DEEPEST_TERM as u64),
    ("terms that an expression uses, those within terms included", expr::MOST_TERMS as u64),
    ("steps of an expression, about all that it is asked about", expr::MOST_STEPS),
    ("steps of all expressions together", STEPS_OF_ALL),
    ("steps of a search for a longest trail", trail::MOST_STEPS as u64),
    ("goals of a seat that `toward` looks at; further ones are left out", expr::MOST_GOALS as u64),
    ("kinds of cards that are paid with", Payment::KINDS as u64),
    ("cards of one kind in a payment", Payment::MOST as u64),
    ("ways to pay for a lane, beyond which a price is warned of", MANY_PAYMENTS as u64),
    ("ways to pay for a lane, place or card that are listed; more are chosen kind by kind", PAYMENTS_LISTED as u64),
    ("ways to pay for one of them on an axis with all actions of a game", PAYMENTS_NUMBERED as u64),
    ("ways to pay for a path that are listed, likewise", PAYMENTS_OF_A_PATH as u64),
    ("the same where groups of cards stand in for others", PAYMENTS_WITH_GROUPS as u64),
    ("ways to read a bill of very many ways", READINGS_OF_A_BILL as u64),
    ("steps in which such a bill is worked out", STEPS_OF_A_BILL as u64),
    ("slots of a row that cards are kept from", CARDS_KEPT_FROM as u64),
    ("sets of cards that a `keep` lists", SETS_KEPT as u64),
    ("numbers that a `bid` offers, the lowest ones", BIDS as u64),
    ("values that a script gives with an expression", VALUES_GIVEN as u64),
    ("spaces of a way by which something is carried (`carry`); longer ones are left out", SPACES_OF_A_WAY as u64),
    ("cards of one `play`", CARDS_PLAYED as u64),
    ("sweeps of a row at once", effect::SWEEPS_AT_ONCE as u64),
    ("automatic steps between two decisions", STEPS_AT_ONCE as u64),
    ("times that a step asks or repeats its parts", PARTS_OF_A_STEP as u64),
    ("reactions of scripts to reactions, one upon another", REACTIONS_DEEP as u64),
    ("reactions of scripts to reactions between two decisions", REACTIONS as u64),
    ("decisions of a set-up before a position of a scenario", SET_UP_DECISIONS as u64),
    ("decisions after `finish` in a scenario", FINISHING_DECISIONS as u64),
    ("actions of a game", ACTIONS_OF_A_GAME),
    ("bytes of a save file", ACTIONS_OF_A_GAME * BYTES_OF_AN_ACTION),
    ("bytes of a request over the protocol, and of an answer of a program", LINE),
    ("choices of players and options that are tried to see whether overlays ever apply", CHOICES_TRIED as u64),
    ("settings in which `check` looks at a game", SETTINGS as u64),
    ("findings that a report keeps; others are counted", MAX_DIAGNOSTICS as u64),
    ("findings of all settings together that are kept", FINDINGS as u64),
    ("letters of a finding; what is longer is cut", MAX_MESSAGE as u64),
];
