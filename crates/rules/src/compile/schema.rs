//! What a game file may hold, declared once: reader, errors and manual come from here.

use railwright_source::{Key, Kind, Need, Node, Schema, include, key};

const INT: Kind = Kind::Int { min: -1_000_000, max: 1_000_000 };
const SEEN: Kind = Kind::OneOf(&[Kind::Word(&["all", "owner", "others", "left", "right", "none"]), Kind::IntList]);

/// The whole of a game: the game file, its parents, its map and its overlays merged.
pub const GAME: Schema = Schema::new(
    "game",
    "A game, with its parents, its map and the overlays that apply merged into it. Which file says what is free: a map may declare \
     cards, a game may add a line to its map.",
    &[
        key("name", Kind::Text, Need::Required, "what the game is called"),
        key("summary", Kind::Text, Need::Optional, "one sentence about it"),
        key("map", Kind::Text, Need::Required, "the id of its map"),
        key("players", Kind::IntList, Need::Required, "the least and the largest number of players"),
        key(
            "first",
            Kind::OneOf(&[Kind::Word(&["seed"]), Kind::Int { min: 1, max: 8 }]),
            Need::Default("seed"),
            "who is first player: `seed`, or the number of a seat",
        ),
        key("flow", Kind::Names("step"), Need::Required, "the steps that are the game, in order"),
        key("scripts", Kind::Texts, Need::Optional, "rule scripts"),
        key("ranking", Kind::List(&Kind::Expr), Need::Default("[\"total\"]"), "who wins: most of the first, then of the next"),
        key("win-if", Kind::Expr, Need::Default("true"), "what a winner must fulfil besides; otherwise nobody wins"),
        key("terms", Kind::Map(&Kind::Expr), Need::Optional, "named expressions: each stands for its text wherever it is used"),
        key("cards", Kind::Tables(&CARDS), Need::Optional, "sets of cards"),
        key("companies", Kind::Map(&Kind::Any), Need::Optional, "parties that are no seats"),
        key("dummies", Kind::Tables(&DUMMY), Need::Optional, "parties that nobody plays and that only score"),
        key("trains", Kind::Tables(&TRAIN), Need::Optional, "pieces that travel on the map, one for each seat"),
        key("counters", Kind::Tables(&COUNTER), Need::Optional, "numbers that seats, companies, places, lanes or the table have"),
        key("sets", Kind::Tables(&SET), Need::Optional, "named sets of lanes or places"),
        key("zones", Kind::Tables(&ZONE), Need::Optional, "where cards lie"),
        key("tables", Kind::Map(&Kind::IntList), Need::Optional, "functions given by a list"),
        key("actions", Kind::Map(&Kind::Any), Need::Optional, "what players can choose; `do` names the mechanic"),
        key("steps", Kind::Map(&Kind::Any), Need::Required, "the turn structure; `do` names the kind of step"),
        key("score", Kind::Tables(&crate::score::LINE), Need::Optional, "the lines of the score sheet, in order"),
        key("invariants", Kind::Map(&Kind::Expr), Need::Optional, "what must hold for every seat after every step"),
        key(
            "goals",
            Kind::Tables(&crate::goals::GOAL),
            Need::Optional,
            "cards of seats that ask for something; no rule depends on it",
        ),
        key("bots", Kind::Table(&crate::worth::BOTS), Need::Optional, "what bots value in a position"),
        key("personas", Kind::Tables(&crate::persona::PERSONA), Need::Optional, "bots with habits"),
        key("options", Kind::Tables(&OPTION), Need::Optional, "choices at the start of a game"),
        key(
            "allow",
            Kind::Map(&Kind::OneOf(&[Kind::Text, Kind::Map(&Kind::Text)])),
            Need::Optional,
            "checks of sense whose findings are meant, each with the reason: for all of them, or for each by its name",
        ),
        include(&MAP),
    ],
);

/// What a game file has besides: how it is merged with others.
pub const FILE: Schema = Schema::new(
    "game file",
    "How a file is merged with others. These keys are no part of the result.\n\n\
     The layers, each over the one before: the map, the games that are extended (oldest first), the game file, the overlays that \
     apply. Tables merge, everything else (numbers, texts, lists) replaces.",
    &[
        key("extends", Kind::Text, Need::Optional, "the game this one changes: a bundled id, or the name of a file beside it"),
        key(
            "remove",
            Kind::Texts,
            Need::Optional,
            "dotted keys taken out of what is inherited; one that is not there is an error",
        ),
        key("overlays", Kind::Tables(&OVERLAY), Need::Optional, "parts that apply under a condition"),
    ],
)
.example(
    "extends = \"base-game\"\nremove = [\"zones.market.sweep\", \"score.longest\"]\n\n\
     [overlays.few-players]\nwhen = \"players <= 3\"",
);

/// A part of a game file that applies under a condition.
pub const OVERLAY: Schema = Schema::new(
    "overlay",
    "A part of the game that applies under a condition: below `when` stands any part of the tree, with the same keys as in the game \
     file. Overlays that apply are merged in the order of the file, parents' before children's; two of one file that set the same key are an \
     error. An overlay of the same name in an extending game changes its parent's.",
    &[
        key("when", Kind::Expr, Need::Required, "when it applies: it may ask for `players` and `option(id)`"),
        key("remove", Kind::Texts, Need::Optional, "dotted keys taken out before it is merged"),
    ],
)
.example("[overlays.few-players]\nwhen = \"players <= 3 and not option(open)\"");

/// What the map file adds.
pub const MAP: Schema = Schema::new(
    "map",
    "The board: places, lines, and cards that belong to it, such as `[cards.ticket.kinds]`. In the map file its name is `name`.",
    &[
        key("map-name", Kind::Text, Need::Optional, "what the map is called (`name` in the map file)"),
        key(
            "provenance",
            Kind::Word(&["published", "reconstructed", "original"]),
            Need::Required,
            "where the board's facts come from",
        ),
        key("provenance-note", Kind::Text, Need::Optional, "the same at length"),
        key("size", Kind::Point, Need::Default("[1000, 1000]"), "width and height of the drawing; y grows downwards"),
        key("attributes", Kind::Table(&ATTRIBUTES), Need::Optional, "further keys that places, lanes and companies have"),
        key("places", Kind::Map(&Kind::Any), Need::Required, "cities and junctions"),
        key("lines", Kind::Map(&Kind::Any), Need::Required, "connections between places"),
    ],
)
.example("provenance = \"original\"\nsize = [400, 300]\n\n[places]\n\n[lines]");

const ATTRIBUTE: Kind = Kind::Map(&Kind::Word(&["number", "word", "place", "numbers", "words"]));

/// Declared further keys.
pub const ATTRIBUTES: Schema = Schema::new(
    "attributes",
    "Further keys that places, lanes and companies have, and what each holds.",
    &[
        key("place", ATTRIBUTE, Need::Optional, "of places"),
        key("lane", ATTRIBUTE, Need::Optional, "of lanes; a value on the line holds for all its lanes"),
        key("company", ATTRIBUTE, Need::Optional, "of companies"),
    ],
)
.example("[attributes.place]\ncountry = \"word\"\n\n[attributes.lane]\nsymbols = \"number\"");

/// A place of the map.
pub const PLACE: Schema = Schema::new(
    "place",
    "A city, or a junction that is only passed through: `[places.ID]`. The attributes that the game declares for places are \
     further keys.",
    &[
        key("name", Kind::Text, Need::Optional, "what people read; the id if absent"),
        key("at", Kind::Point, Need::Required, "where it is drawn"),
        key("junction", Kind::Bool, Need::Default("false"), "whether it is a junction"),
        key("tags", Kind::Texts, Need::Optional, "words that expressions can ask for"),
    ],
)
.example("[places.ash]\nname = \"Ash\"\nat = [57, 119]\ntags = [\"coast\"]");

/// A line of the map.
pub const LINE: Schema = Schema::new(
    "line",
    "A printed connection between two places: `[lines.ID]`; twins are lanes of one line. A lane's id is that of the line; with several \
     lanes it is `LINE/COLOR`, or `LINE/1`, `LINE/2` where a colour repeats. The attributes that the game declares for lanes are \
     further keys.",
    &[
        key("ends", Kind::Names("place"), Need::Required, "the two places it joins"),
        key("length", Kind::Int { min: 1, max: 60 }, Need::Required, "how many spaces it has"),
        key(
            "lanes",
            Kind::List(&Kind::OneOf(&[Kind::Text, Kind::Any])),
            Need::Default("[\"grey\"]"),
            "the colour of each lane, or a table with `color` and attributes",
        ),
        key("one-way", Kind::Bool, Need::Default("false"), "built from its first end only"),
    ],
)
.example("[lines.ash-birch]\nends = [\"ash\", \"birch\"]\nlength = 1\nlanes = [\"grey\", \"red\"]");

/// One lane of a line, where it has more than a colour.
pub const LANE: Schema =
    Schema::new("lane", "One strip of a line.", &[key("color", Kind::Text, Need::Default("grey"), "the colour of its spaces")]);

/// A company.
pub const COMPANY: Schema = Schema::new(
    "company",
    "A party that is no seat and belongs to nobody: `[companies.ID]`. The attributes that the game declares for companies are \
     further keys.",
    &[
        key("name", Kind::Text, Need::Optional, "what people read; the id if absent"),
        key("color", Kind::Text, Need::Default("grey"), "the colour it is drawn in"),
        key("home", Kind::Name("place"), Need::Optional, "where its first piece starts"),
        key("tags", Kind::Texts, Need::Optional, "words that expressions can ask for"),
    ],
);

/// A set of cards.
pub const CARDS: Schema = Schema::new(
    "cards",
    "A set of cards that are shuffled and dealt as one: `[cards.ID]`. Everything that is drawn, held or paid is a card: train cards, \
     tickets, tokens.",
    &[
        key(
            "fields",
            Kind::Map(&Kind::Word(&["number", "word", "place", "places", "pays"])),
            Need::Optional,
            "further keys its kinds have",
        ),
        key("optional", Kind::Texts, Need::Optional, "fields that a kind may leave out: 0, no word or no place then"),
        key("kinds", Kind::Map(&Kind::Any), Need::Optional, "the kinds of card"),
        key("per", Kind::Tables(&PER), Need::Optional, "kinds that there are one of for each place or company"),
    ],
)
.example("[cards.ticket]\nfields = { from = \"place\", to = \"place\", points = \"number\" }\n\n[cards.ticket.kinds]");

/// Kinds of card that come from the map or the companies.
pub const PER: Schema = Schema::new(
    "per",
    "One kind of card for each place or company.",
    &[
        key("of", Kind::Word(&["place", "company"]), Need::Required, "for each of what"),
        key("where", Kind::Expr, Need::Default("true"), "for which of them"),
        key("id", Kind::Text, Need::Default("*"), "the ids of the kinds; `*` stands for that of the place or company"),
        key("field", Kind::Text, Need::Required, "the field that holds the place (type `place`) or company (type `word`)"),
        key("count", Kind::Expr, Need::Default("1"), "how many cards there are of the kind"),
        key("tags", Kind::Texts, Need::Optional, "words that expressions can ask for"),
    ],
);

/// A dummy.
pub const DUMMY: Schema = Schema::new(
    "dummy",
    "A party that nobody plays: it has zones and counters, and a score to be beaten.",
    &[
        key("name", Kind::Text, Need::Optional, "what people read; the id if absent"),
        key("score", Kind::Expr, Need::Required, "its final score; zones and counters of dummies are its own"),
    ],
);

/// A train.
pub const TRAIN: Schema = Schema::new(
    "train",
    "A piece of each seat that stands on the map and travels.",
    &[key("name", Kind::Text, Need::Optional, "what people read; the id if absent")],
);

/// A kind of card.
pub const KIND: Schema = Schema::new(
    "kind",
    "Cards that are alike: `[cards.SET.kinds.ID]`. The fields that the set declares are further keys, and all must be there.",
    &[
        key("count", Kind::Expr, Need::Default("1"), "how many there are; it may ask for `players`"),
        key("tags", Kind::Texts, Need::Optional, "words that expressions can ask for"),
    ],
)
.example("[cards.train.kinds.engine]\ncount = 14\ntags = [\"wild\"]");

const OWNERS: Kind = Kind::Word(&["table", "seat", "company", "dummy", "place", "lane", "train"]);

/// A counter.
pub const COUNTER: Schema = Schema::new(
    "counter",
    "A number that each of its owners has: `[counters.ID]`. Its id is its value in expressions.",
    &[
        key("of", OWNERS, Need::Default("table"), "whose it is"),
        key("start", Kind::Expr, Need::Default("0"), "what each owner starts with"),
        key("min", INT, Need::Optional, "the least it may become: what would take it lower stops there"),
        key("seen-by", SEEN, Need::Default("all"), "who sees it"),
        key("reset", Kind::Word(&["never", "turn", "round"]), Need::Default("never"), "when it goes back to its start"),
        key(
            "bank",
            Kind::Name("counter"),
            Need::Optional,
            "the table's counter that what is added comes from and what is taken goes to: nothing is made or lost",
        ),
        key(
            "told",
            Kind::Bool,
            Need::Default("true"),
            "whether people are told of it: `false` for bookkeeping that follows from what they see anyway; programs always are",
        ),
    ],
)
.example("[counters.trains]\nof = \"seat\"\nstart = 45\nmin = 0");

/// A named set.
pub const SET: Schema = Schema::new(
    "set",
    "A named set of lanes or places: `[sets.ID]`. Scripts write it; mechanics (`only-in`, `not-in`) and expressions (`in`) ask it.",
    &[
        key("of", Kind::Word(&["lanes", "places"]), Need::Required, "what it consists of"),
        key("owner", OWNERS, Need::Default("table"), "whose it is"),
    ],
)
.example("[sets.storm]\nof = \"lanes\"");

/// A zone.
pub const ZONE: Schema = Schema::new(
    "zone",
    "Where cards lie: `[zones.ID]`. Its form says what it can do:\n\n\
     - a `bag` is a count of each kind: hands, discards; payments come out of bags\n\
     - a `row` has slots with gaps: a market, an offer\n\
     - a `pile` has an order that nobody knows: a deck\n\n\
     All cards of a set start in the one zone that has `fill`.",
    &[
        key("holds", Kind::Name("cards"), Need::Required, "the set whose cards lie here"),
        key("form", Kind::Word(&["bag", "row", "pile"]), Need::Required, "a count of each kind, slots with gaps, or a stack"),
        key("of", OWNERS, Need::Default("table"), "whose it is"),
        key("seen-by", SEEN, Need::Default("none"), "who sees the cards"),
        key("size-seen-by", SEEN, Need::Default("all"), "who sees how many there are"),
        key(
            "fill",
            Kind::OneOf(&[Kind::Word(&["shuffled"]), Kind::Expr]),
            Need::Optional,
            "all cards of the set start here, or those a filter holds for",
        ),
        key("only", Kind::Expr, Need::Default("true"), "which cards of the set may lie here at all"),
        key("aside", Kind::Table(&ASIDE), Need::Optional, "a pile: cards that are shown and laid aside when they turn up"),
        key("slots", Kind::Int { min: 1, max: 40 }, Need::Optional, "how many slots a row has"),
        key(
            "columns",
            Kind::Int { min: 1, max: 40 },
            Need::Default("1"),
            "a row that is a table: how many slots lie side by side",
        ),
        key(
            "on-empty",
            Kind::Names("step"),
            Need::Optional,
            "a pile: automatic steps that happen at once when its last card leaves it",
        ),
        key("renew", Kind::Name("zone"), Need::Optional, "a pile: the bag that is shuffled into it, at once, when it runs out"),
        key("refill", Kind::Name("zone"), Need::Optional, "a row: the pile that fills its gaps at once"),
        key("sweep", Kind::Table(&SWEEP), Need::Optional, "a row: when all its cards are replaced"),
    ],
)
.example(
    "[zones.market]\nholds = \"train\"\nform = \"row\"\nslots = 5\nseen-by = \"all\"\nrefill = \"deck\"\n\
     sweep = { tag = \"wild\", from = 3, to = \"discard\", spare = 3, at-most = 1000 }",
);

/// Cards laid aside.
pub const ASIDE: Schema = Schema::new(
    "aside",
    "Cards that do not count when they turn up in a pile: they are shown, and the next card takes their place.",
    &[
        key("where", Kind::Expr, Need::Required, "which cards"),
        key("to", Kind::Name("zone"), Need::Required, "where they go"),
        key(
            "last",
            Kind::Int { min: 1, max: 100 },
            Need::Optional,
            "with so many of them there, no card takes the last one's place",
        ),
        key("then", Kind::Names("step"), Need::Optional, "automatic steps that happen at once when one was laid aside"),
    ],
);

/// When a row is swept.
pub const SWEEP: Schema = Schema::new(
    "sweep",
    "A full row with many cards of one sort is discarded and laid out anew, again if need be.",
    &[
        key("tag", Kind::Text, Need::Required, "the sort of card"),
        key("from", Kind::Int { min: 1, max: 40 }, Need::Required, "how many of them it takes"),
        key("to", Kind::Name("zone"), Need::Required, "the bag the cards go to"),
        key(
            "spare",
            Kind::Int { min: 0, max: 1000 },
            Need::Required,
            "it is swept only if row, pile and bag together hold at least so many other cards",
        ),
        key(
            "at-most",
            Kind::Int { min: 1, max: 10_000 },
            Need::Optional,
            "after so many sweeps in a row the row stays as it is; without it a sweep that never ends is a fault",
        ),
    ],
);

/// An option.
pub const OPTION: Schema = Schema::new(
    "option",
    "A yes-or-no choice at the start of a game: `[options.ID]`. Overlays and expressions ask `option(ID)`.",
    &[
        key("text", Kind::Text, Need::Required, "what it means"),
        key("default", Kind::Bool, Need::Default("false"), "whether it is on"),
    ],
)
.example("[options.long-evening]\ntext = \"Everybody has ten trains more.\"");

/// Every schema, for the manual and the tests.
pub fn all() -> Vec<&'static Schema> {
    let mut all = vec![
        &GAME,
        &FILE,
        &OVERLAY,
        &MAP,
        &ATTRIBUTES,
        &PLACE,
        &LINE,
        &LANE,
        &COMPANY,
        &DUMMY,
        &TRAIN,
        &CARDS,
        &KIND,
        &PER,
        &COUNTER,
        &SET,
        &ZONE,
        &ASIDE,
        &SWEEP,
        &OPTION,
    ];
    all.extend([&crate::score::LINE, &crate::goals::GOAL, &crate::worth::BOTS, &crate::persona::PERSONA, &crate::persona::HABIT]);
    all.extend(crate::mechanics::SCHEMAS.iter().map(|(_, schema)| *schema));
    all.extend(crate::flow::SCHEMAS.iter().map(|(_, schema)| *schema));
    all
}

/// A key table used in tests of the manual.
pub fn keys(schema: &'static Schema) -> Vec<&'static Key> {
    schema.all_keys()
}

/// The schema of an action or step, by its `do`.
pub fn schema_of_kind(node: &Node, schemas: &[(&str, &'static Schema)]) -> Option<&'static Schema> {
    let kind = node.at("do")?.as_text()?;
    schemas.iter().find(|(name, _)| *name == kind).map(|(_, schema)| *schema)
}

/// The key that a path of a merged game leads to.
pub fn key_at(tree: &Node, path: &[&str]) -> Option<&'static Key> {
    let entry = |depth: usize| tree.at(&path[..depth].join("."));
    let (schema, rest): (&Schema, &[&str]) = match path {
        ["actions", _, rest @ ..] => (schema_of_kind(entry(2)?, crate::mechanics::SCHEMAS)?, rest),
        ["steps", _, rest @ ..] => (schema_of_kind(entry(2)?, crate::flow::SCHEMAS)?, rest),
        ["places", _, rest @ ..] => (&PLACE, rest),
        ["lines", _, rest @ ..] => (&LINE, rest),
        ["companies", _, rest @ ..] => (&COMPANY, rest),
        ["cards", _, "kinds", _, rest @ ..] => (&KIND, rest),
        path => (&GAME, path),
    };
    walk(schema, rest)
}

fn walk(schema: &Schema, path: &[&str]) -> Option<&'static Key> {
    let (first, rest) = path.split_first()?;
    let found = schema.find(first)?;
    match (found.kind, rest) {
        (_, []) => Some(found),
        (Kind::Table(inner), rest) => walk(inner, rest),
        (Kind::TableList(inner), [_, rest @ ..]) if !rest.is_empty() => walk(inner, rest),
        (Kind::Tables(inner), [_, rest @ ..]) if !rest.is_empty() => walk(inner, rest),
        // Entries with free names have no key of their own.
        _ => Some(found),
    }
}
