//! The kinds of step: what each does and which keys it has.

use railwright_source::{Kind, Need, Schema, include, key};

const COMMON: Schema = Schema::new(
    "any step",
    "What every step may have.",
    &[
        key("do", Kind::Text, Need::Required, "which kind of step it is"),
        key("when", Kind::Expr, Need::Optional, "the step is skipped unless this holds"),
        key("then", Kind::Names("step"), Need::Optional, "steps that follow it, and are skipped with it"),
        key("cites", Kind::Texts, Need::Optional, "numbered rules it cites"),
    ],
);

const FOR: Kind = Kind::Word(&["actor", "each"]);
const FOR_DOC: &str = "whom it is done for: the seat whose turn it is, or each seat in turn order";

macro_rules! step_schemas {
    ($($name:literal, $const:ident, $doc:literal, [$($key:expr),* $(,)?];)*) => {
        $(const $const: Schema = Schema::new(concat!("step ", $name), $doc, &[include(&COMMON), $($key),*]);)*
        /// The kinds of step and what each may have.
        pub const SCHEMAS: &[(&str, &Schema)] = &[$(($name, &$const)),*];
    };
}

step_schemas! {
    "deal", DEAL, "Deals cards from a pile; stops when there are none left.", [
        key("from", Kind::Name("zone"), Need::Required, "the pile"),
        key("to", Kind::Name("zone"), Need::Required, "where the cards go"),
        key("count", Kind::Expr, Need::Default("1"), "how many cards"),
        key("each-of", Kind::Text, Need::Optional, "a field: so many cards of each of its values, taken out of the pile by chance"),
        key("for", FOR, Need::Default("actor"), FOR_DOC),
    ];
    "refill", REFILL, "Fills the gaps of a row from a pile.", [
        key("zone", Kind::Name("zone"), Need::Required, "the row"),
        key("from", Kind::Name("zone"), Need::Optional, "the pile; the row's own `refill` if absent"),
    ];
    "move", MOVE, "Moves cards of a bag or row elsewhere, in the order they lie; into a row as far as it has room.", [
        key("from", Kind::Name("zone"), Need::Required, "from where"),
        key("to", Kind::Name("zone"), Need::Required, "to where"),
        key("where", Kind::Expr, Need::Default("true"), "which cards"),
        key("count", Kind::Expr, Need::Optional, "how many of them at most; all if absent"),
        key("at", Kind::Word(&["top", "bottom"]), Need::Default("top"), "on which end of a pile"),
        key("for", FOR, Need::Default("actor"), FOR_DOC),
    ];
    "to-front", TO_FRONT, "Brings a card of a row with columns to the first place of its column; those before it move back by one.", [
        key("zone", Kind::Name("zone"), Need::Required, "the row"),
        key("where", Kind::Expr, Need::Required, "which card: the first for which this holds"),
    ];
    "shuffle", SHUFFLE, "Shuffles a pile.", [
        key("zone", Kind::Name("zone"), Need::Required, "the pile"),
    ];
    "shuffle-in", SHUFFLE_IN, "Shuffles a pile, cuts it into nearly equal parts and shuffles a bag into one of them.", [
        key("from", Kind::Name("zone"), Need::Required, "the bag"),
        key("to", Kind::Name("zone"), Need::Required, "the pile"),
        key("parts", Kind::Int { min: 1, max: 20 }, Need::Required, "how many parts"),
        key("part", Kind::Int { min: 1, max: 20 }, Need::Required, "which part, counted from the top"),
        key("odd", Kind::Word(&["upper", "lower"]), Need::Default("upper"), "which parts have a card more where they cannot be equal"),
    ];
    "set", SET, "Gives a counter a value. A counter of companies, places or lanes is set for each of them for which `where` holds, and \
        `value` may ask about it.", [
        key("counter", Kind::Name("counter"), Need::Required, "the counter"),
        key("value", Kind::Expr, Need::Required, "its new value"),
        key("where", Kind::Expr, Need::Default("true"), "for which companies, places or lanes"),
        key("for", FOR, Need::Default("actor"), FOR_DOC),
    ];
    "add", ADD, "Adds to a counter; to one of companies, places or lanes as in `set`.", [
        key("counter", Kind::Name("counter"), Need::Required, "the counter"),
        key("value", Kind::Expr, Need::Required, "how much is added"),
        key("where", Kind::Expr, Need::Default("true"), "for which companies, places or lanes"),
        key("for", FOR, Need::Default("actor"), FOR_DOC),
    ];
    "end", END, "Ends the game at once.", [
        key("reason", Kind::Text, Need::Default("the end was reached"), "how the game ended, for people"),
    ];
    "script", SCRIPT, "Calls a function of a rule script.", [
        key("module", Kind::Name("module"), Need::Required, "the script"),
        key("function", Kind::Text, Need::Required, "the function; it is called with the table and the seat"),
    ];
    "next-first", NEXT_FIRST, "The next seat becomes first player.", [];
    "order", ORDER, "Arranges the seats anew: they play in the order of a tally, the most first, and the first of them becomes first \
        player. Seats that have the same stay in the order in which they played.", [
        key("by", Kind::Expr, Need::Required, "the tally, worked out for each seat"),
    ];
    "in-order", IN_ORDER, "Steps one after the other.", [
        key("steps", Kind::Names("step"), Need::Required, "the steps"),
    ];
    "each-seat", EACH_SEAT, "Steps for each seat in turn order.", [
        key("steps", Kind::Names("step"), Need::Required, "the steps"),
        key("where", Kind::Expr, Need::Default("true"), "which seats; tested when it would be theirs"),
        key("from", Kind::Word(&["first", "actor"]), Need::Default("first"), "who begins: the first player, or the seat whose turn it is"),
        key("turn", Kind::Bool, Need::Default("false"), "each is a turn: it is counted, and counters with reset = \"turn\" start again"),
    ];
    "together", TOGETHER, "Every seat chooses at once and in secret. What was chosen is held back until all have chosen and then \
        carried out in turn order; a choice that has become impossible by then lapses.", [
        key("actions", Kind::Names("action"), Need::Required, "what each seat chooses from"),
        key("otherwise", Kind::Name("action"), Need::Optional, "what a seat does that can do none of these"),
    ];
    "choose", CHOOSE, "The seat whose turn it is chooses an action, or several one after the other.\n\nWhere it may stop, players write `done`.", [
        key("actions", Kind::Names("action"), Need::Required, "what it chooses from"),
        key("otherwise", Kind::Name("action"), Need::Optional, "what it does when it can do none of these"),
        key("min", Kind::Expr, Need::Optional, "how many it must choose, if it can; 1 unless it says otherwise, and with `while` no end"),
        key("max", Kind::Expr, Need::Optional, "how many it may choose; 1 unless it says otherwise, and with `while` no end"),
        key("while", Kind::Expr, Need::Optional, "it chooses again as long as this holds; what is done `otherwise` should let it end some time"),
        key("may-stop", Kind::Expr, Need::Default("false"), "whether it may stop before `min` is reached"),
    ];
    "repeat", REPEAT, "Steps again and again.", [
        key("steps", Kind::Names("step"), Need::Required, "the steps"),
        key("while", Kind::Expr, Need::Optional, "tested before each time"),
        key("max", Kind::Expr, Need::Default("1000"), "how often at most"),
    ];
    "rounds", ROUNDS, "Rounds: the steps again and again; counters with reset = \"round\" start again. Without `until` only an `end` step ends \
        them.", [
        key("steps", Kind::Names("step"), Need::Required, "what a round consists of"),
        key("until", Kind::Expr, Need::Optional, "tested at the end of each round for the first player: they are over, and the flow goes on"),
    ];
    "turns", TURNS, "Turns: the steps for one seat after the other, round after round. Once they are over the flow goes on, and the game ends with it: \
        steps that follow may ask for choices at scoring or deal again.", [
        key("steps", Kind::Names("step"), Need::Required, "what a turn consists of"),
        key("last-round", Kind::Table(&LAST_ROUND), Need::Optional, "what brings the last turns"),
        key("all-pass", Kind::Bool, Need::Default("false"), "they are over once everybody has passed and nobody has done anything else in between"),
        key("until", Kind::Expr, Need::Optional, "tested at the end of each turn: they are over"),
    ];
}

/// What brings the last turns.
pub const LAST_ROUND: Schema = Schema::new(
    "last-round",
    "Tested for the seat whose turn ends; it happens once.",
    &[
        key("when", Kind::Expr, Need::Required, "what brings the last turns"),
        key(
            "for",
            Kind::Word(&["everybody", "others"]),
            Need::Default("everybody"),
            "who has one more turn: everybody, that seat last, or all others",
        ),
    ],
);
