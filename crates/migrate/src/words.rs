//! What was called otherwise before format 1.

/// Where a key stands: the names on the way to its table. `*` is any name, or any item of a list.
pub type At = &'static [&'static str];

/// A key that has another name now.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The table it stands in.
    pub at: At,
    /// Its name of before.
    pub was: &'static str,
    /// Its name of now.
    pub now: &'static str,
}

/// A word that is another one now, perhaps under another key.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The table it stands in.
    pub at: At,
    /// The key whose value it is; `*` is any.
    pub key: &'static str,
    /// The word of before.
    pub was: &'static str,
    /// The key of now; `*` is the same.
    pub now_key: &'static str,
    /// The word of now.
    pub now: &'static str,
}

const fn key(at: At, was: &'static str, now: &'static str) -> Key {
    Key { at, was, now }
}

const ACTION: At = &["actions", "*"];
/// What an action cites stands under the keys that it cites for.
const CITES: At = &["actions", "*", "cites"];
const PRICE: At = &["actions", "*", "price"];
const SWEEP: At = &["zones", "*", "sweep"];
const STEP: At = &["steps", "*"];
const SET: At = &["sets", "*"];

/// Every key that has another name now.
pub const KEYS: &[Key] = &[
    key(ACTION, "at-least", "min"),
    key(ACTION, "at-most", "max"),
    key(ACTION, "places", "where"),
    key(ACTION, "companies", "where"),
    key(CITES, "at-least", "min"),
    key(CITES, "at-most", "max"),
    key(CITES, "places", "where"),
    key(CITES, "companies", "where"),
    key(CITES, "only-in", "where"),
    key(CITES, "not-in", "where"),
    key(&["actions", "*", "cites", "price"], "for-symbol", "stand-ins"),
    key(&["actions", "*", "cites", "price"], "alike", "stand-ins"),
    key(PRICE, "alike", "stand-ins.group.cards"),
    key(PRICE, "larger", "stand-ins.group.larger"),
    key(&["actions", "*", "costs", "*"], "tag", "where"),
    key(SWEEP, "tag", "where"),
    key(SWEEP, "from", "count"),
    key(SWEEP, "at-most", "max"),
    key(SET, "owner", "of"),
    key(&["cards", "*", "per", "*"], "of", "each"),
    key(STEP, "by", "most"),
];

/// Keys that stand elsewhere now, which is more than a name: `price.rs` moves them. Where dotted paths lead to them, these are their names.
pub const MOVED: &[Key] = &[
    key(ACTION, "pay", "price.pay"),
    key(ACTION, "only-in", "where"),
    key(ACTION, "not-in", "where"),
    key(PRICE, "for-symbol", "stand-ins.symbol"),
];

/// Keys that hold a filter now and held the name of a tag, which must be one that expressions can say.
pub const TAGS: &[At] = &[&["actions", "*", "costs", "*"], SWEEP];

/// Every word that is another one now.
pub const WORDS: &[Word] = &[
    Word { at: ACTION, key: "do", was: "move", now_key: "*", now: "travel" },
    Word { at: ACTION, key: "do", was: "place", now_key: "*", now: "mark" },
    Word { at: ACTION, key: "do", was: "buy", now_key: "*", now: "claim" },
    Word { at: ACTION, key: "do", was: "place", now_key: "*", now: "mark" },
    Word { at: STEP, key: "do", was: "script", now_key: "*", now: "call" },
    Word { at: STEP, key: "from", was: "first", now_key: "begin", now: "first" },
    Word { at: STEP, key: "from", was: "actor", now_key: "begin", now: "actor" },
    Word { at: SET, key: "of", was: "lanes", now_key: "holds", now: "lane" },
    Word { at: SET, key: "of", was: "places", now_key: "holds", now: "place" },
    Word { at: &["cards", "*", "fields"], key: "*", was: "pays", now_key: "*", now: "amounts" },
];

/// Functions of expressions that have another name now.
pub const FUNCTIONS: &[(&str, &str)] =
    &[("run", "train-distance"), ("script", "tally"), ("total", "sum-owners"), ("pays", "amount")];

/// Parameters of bundled parts that have another name now: the part, the parameter, its name of now.
pub const PARAMETERS: [(&str, &str, &str); 1] = [("offer", "at-least", "min")];

/// Keys whose values are for people or are names: nothing in them is an expression.
pub const PROSE: &[&str] = &[
    "name",
    "map-name",
    "summary",
    "text",
    "says",
    "reason",
    "provenance-note",
    "cites",
    "word",
    "tags",
    "id",
    "like",
    "format",
];

/// Whether a path leads to such a table.
pub fn leads(path: &[&str], at: At) -> bool {
    path.len() == at.len() && path.iter().zip(at).all(|(name, wanted)| *wanted == "*" || wanted == name)
}
