//! What a game file may hold, declared once: reader, errors and manual come from here.

use super::show::ShowKeys;
use crate::goals::GoalKeys;
use crate::persona::PersonaKeys;
use crate::score::ScoreKeys;
use crate::worth::BotsKeys;
use railwright_source::kinds::{Expr, Int, IntList, Word};
use railwright_source::{KeyDecl, Kind, Node, Schema, schema};

const SEEN: &[Kind; 2] = &[Kind::Word(&["all", "owner", "others", "left", "right", "none"]), Kind::IntList];

schema! {
    /// The whole of a game: the game file, its parents, its map and its overlays merged.
    pub GAME: GameKeys = "game",
    "A game, with its parents, its map and the overlays that apply merged into it. Which file says what is free: a map may declare \
     cards, a game may add a line to its map.",
    {
        NAME: Text = "name", Required, "what the game is called";
        SUMMARY: Text = "summary", Optional, "one sentence about it";
        FAMILY: Text = "family", Optional, "the games among which it is listed; a variant is of its parent's family";
        MINUTES: Int(1..=1440) = "minutes", Optional, "about how many minutes a game takes";
        MAP: Text = "map", Required, "the id of its map";
        PLAYERS: IntList = "players", Required, "the least and the largest number of players";
        FIRST: OneOf<Word, Int>(&[Kind::Word(&["seed"]), Kind::Int { min: 1, max: 8 }]) = "first", Default("seed"),
            "who is first player: `seed`, or the number of a seat";
        FLOW: Names("step") = "flow", Required, "the steps that are the game, in order";
        SCRIPTS: Map(&Kind::Any) = "scripts", Optional,
            "rule modules: a name for each use, and values for its parameters; `module` says which it is, if it is not called like the use";
        RANKING: List(&Kind::Expr) = "ranking", Default("[\"total\"]"), "who wins: most of the first, then of the next";
        WIN_IF: Expr = "win-if", Default("true"), "what a winner must fulfil besides; otherwise nobody wins";
        TERMS: Map(&Kind::Expr) = "terms", Optional, "named expressions: each stands for its text wherever it is used; `'made(cards)'` is one that is given something, which stands for `cards` in its text";
        CARDS: Tables<CardsKeys> = "cards", Optional, "sets of cards";
        COMPANIES: Map(&Kind::Any) = "companies", Optional, "parties that are no seats";
        DUMMIES: Tables<DummyKeys> = "dummies", Optional, "parties that nobody plays and that only score";
        TRAINS: Tables<TrainKeys> = "trains", Optional, "pieces that travel on the map, one for each seat";
        COUNTERS: Tables<CounterKeys> = "counters", Optional, "numbers that seats, companies, places, lanes or the table have";
        SETS: Tables<SetKeys> = "sets", Optional, "named sets of lanes or places";
        ZONES: Tables<ZoneKeys> = "zones", Optional, "where cards lie";
        TABLES: Map(&Kind::IntList) = "tables", Optional, "functions given by a list";
        ACTIONS: Map(&Kind::Any) = "actions", Optional, "what players can choose; `do` names the mechanic";
        STEPS: Map(&Kind::Any) = "steps", Required, "the turn structure; `do` names the kind of step";
        SCORE: Tables<ScoreKeys> = "score", Optional, "the lines of the score sheet, in order";
        INVARIANTS: Map(&Kind::Expr) = "invariants", Optional, "what must hold for every seat after every step";
        GOALS: Tables<GoalKeys> = "goals", Optional, "cards of seats that ask for something; no rule depends on it";
        BOTS: Table<BotsKeys> = "bots", Optional, "what bots value in a position";
        PERSONAS: Tables<PersonaKeys> = "personas", Optional, "bots with habits";
        OPTIONS: Tables<OptionKeys> = "options", Optional, "choices at the start of a game";
        ALLOW: Map(&Kind::OneOf(&[Kind::Text, Kind::Map(&Kind::Text)])) = "allow", Optional,
            "checks of sense whose findings are meant, each with the reason: for all of them, or for each by its name";
    }
    with MapKeys
}

schema! {
    /// What a game file has besides: how it is merged with others.
    pub FILE: FileKeys = "game file",
    "How a file is merged with others. These keys are no part of the result.\n\n\
     The layers, each over the one before: the map, the games that are extended (oldest first), the game file, the overlays that \
     apply; each game lies on the parts that it is the first to use. Tables merge, everything else (numbers, texts, lists) replaces, but a \
     list that is inherited may be changed: `{ add = [\"toll\"], after = \"claim\" }` or `{ without = [\"toll\"] }`.\n\n\
     When all is merged, an entry with `like = \"OTHER\"` begins with what the template or the entry OTHER of the same table says.",
    {
        FORMAT: Int(1..=1) = "format", Optional,
            "the format in which the file is written; without it it is of the one before, which `railwright migrate` rewrites";
        EXTENDS: Text = "extends", Optional, "the game this one changes: a bundled id, or the name of a file beside it";
        REMOVE: Texts = "remove", Optional, "dotted keys taken out of what is inherited, overlays and uses too; one that is not there is an error";
        USE: Map(&Kind::Map(&Kind::Any)) = "use", Optional,
            "parts that the game uses, each with values for its parameters; `part` names the part where it is not called like this";
        TEMPLATES: Map(&Kind::Map(&Kind::Any)) = "templates", Optional,
            "what entries of `actions`, `steps`, `score` and other tables may be like, by the table: `[templates.score.bonus]`";
        OVERLAYS: Tables<OverlayKeys> = "overlays", Optional, "parts that apply under a condition";
    }
    example "format = 1\nextends = \"base-game\"\nremove = [\"zones.market.sweep\", \"score.longest\"]\n\n\
     [overlays.few-players]\nwhen = \"players <= 3\""
}

schema! {
    /// What an entry has that is like another.
    pub LIKENESS: LikenessKeys = "likeness",
    "What any entry of `actions`, `steps`, `score`, `zones`, `counters` and the other tables of named things may have besides its keys: it \
     begins with what another entry says, and what it says itself is merged over that. In the texts of the other one `$id` stands \
     for the id of this entry, and `$NAME` for a value that `with` gives. A change of the original, in a child or an overlay, changes \
     what is like it.",
    {
        LIKE: Text = "like", Optional, "a template of the same table, or another entry of it";
        WITH: Map(&Kind::Any) = "with", Optional, "values for the parameters of the template";
        WITHOUT: Texts = "without", Optional, "dotted keys of the other that this one has not";
    }
    example "[score.ferry-master]\nlike = \"bonus\"\nwith = { worth = 12 }\nwithout = [\"ties\"]"
}

schema! {
    /// What the file of a part has besides.
    pub PART: PartKeys = "part",
    "A part is a small file that several games use: `parts/ID.toml` beside the game, or a bundled one. It may say anything that a game file \
     can, overlays and `use` too, but for `extends`, `map` and `players`. In its keys and texts `$NAME` stands for the value of a parameter, and `$use` for what \
     the use is called; a text that is nothing but `$NAME` becomes the value as a whole. `$$` is a dollar sign.",
    {
        FORMAT: Int(1..=1) = "format", Optional, "the format in which the file is written, as in a game file";
        NAME: Text = "name", Required, "what it is called";
        SUMMARY: Text = "summary", Required, "one sentence about it";
        PARAMETERS: Tables<ParameterKeys> = "parameters", Optional, "what a game that uses it may say";
    }
    example "format = 1\nname = \"Gifts\"\nsummary = \"Whoever claims a long lane draws a card.\"\n\n\
     [parameters]\nlong = { default = 5, text = \"the length from which a lane is long\" }"
}

schema! {
    /// A parameter of a part.
    pub PARAMETER: ParameterKeys = "parameter",
    "A parameter of a part: `[parameters.ID]`.",
    {
        TEXT: Text = "text", Required, "what it means";
        DEFAULT: Any = "default", Optional, "its value where a game gives none; without one each game has to";
        FORMERLY: Text = "formerly", Optional, "what it was called in an earlier format: a game that still says so is told the name of now";
    }
}

schema! {
    /// A part of a game file that applies under a condition.
    pub OVERLAY: OverlayKeys = "overlay",
    "A part of the game that applies under a condition: below `when` stands any part of the tree, with the same keys as in the game \
     file. Overlays that apply are merged in the order of the file, parents' before children's; two of one file that set the same key are an \
     error. An overlay of the same name in an extending game changes its parent's.",
    {
        WHEN: Expr = "when", Required, "when it applies: it may ask for `players` and `option(id)`";
        REMOVE: Texts = "remove", Optional, "dotted keys taken out before it is merged";
    }
    example "[overlays.few-players]\nwhen = \"players <= 3 and not option(open)\""
}

schema! {
    /// What the map file adds.
    pub MAP: MapKeys = "map",
    "The board: places, lines, and cards that belong to it, such as `[cards.ticket.kinds]`. In the map file its name is `name`.",
    {
        MAP_FORMAT: Int(1..=1) = "format", Optional, "the format in which the file is written, as in a game file";
        MAP_NAME: Text = "map-name", Optional, "what the map is called (`name` in the map file)";
        PROVENANCE: Word(&["published", "reconstructed", "original"]) = "provenance", Required,
            "where the board's facts come from";
        PROVENANCE_NOTE: Text = "provenance-note", Optional, "the same at length";
        SIZE: Point = "size", Default("[1000, 1000]"), "width and height of the drawing; y grows downwards";
        PRINTED_WIDTH: Int(10..=500) = "printed-width", Optional, "how many centimetres wide the board is in print: `map` draws it so for paper";
        ATTRIBUTES: Table<AttributesKeys> = "attributes", Optional, "further keys that places, lanes and companies have";
        SHOW: Table<ShowKeys> = "show", Optional, "how the board and its tables show things, where that is not as usual";
        PLACES: Map(&Kind::Any) = "places", Required, "cities and junctions";
        LINES: Map(&Kind::Any) = "lines", Required, "connections between places";
    }
    example "format = 1\nprovenance = \"original\"\nsize = [400, 300]\n\n[places]\n\n[lines]"
}

const ATTRIBUTE: &Kind = &Kind::Word(&["number", "word", "place", "numbers", "words"]);

schema! {
    /// Declared further keys.
    pub ATTRIBUTES: AttributesKeys = "attributes",
    "Further keys that places, lanes and companies have, and what each holds.",
    {
        PLACE: Map(ATTRIBUTE) = "place", Optional, "of places";
        LANE: Map(ATTRIBUTE) = "lane", Optional, "of lanes; a value on the line holds for all its lanes";
        COMPANY: Map(ATTRIBUTE) = "company", Optional, "of companies";
    }
    example "[attributes.place]\ncountry = \"word\"\n\n[attributes.lane]\nsymbols = \"number\""
}

schema! {
    /// A place of the map.
    pub PLACE: PlaceKeys = "place",
    "A city, or a junction that is only passed through: `[places.ID]`. The attributes that the game declares for places are \
     further keys.",
    {
        NAME: Text = "name", Optional, "what people read; the id if absent";
        AT: Point = "at", Required, "where it is drawn";
        JUNCTION: Bool = "junction", Default("false"), "whether it is a junction";
        TAGS: Texts = "tags", Optional, "words that expressions can ask for";
    }
    example "[places.ash]\nname = \"Ash\"\nat = [57, 119]\ntags = [\"coast\"]"
}

schema! {
    /// A line of the map.
    pub LINE: LineKeys = "line",
    "A printed connection between two places: `[lines.ID]`; twins are lanes of one line. A lane's id is that of the line; with several \
     lanes it is `LINE/COLOR`, or `LINE/1`, `LINE/2` where a colour repeats. The attributes that the game declares for lanes are \
     further keys.",
    {
        ENDS: Names("place") = "ends", Required, "the two places it joins";
        LENGTH: Int(1..=60) = "length", Required, "how many spaces it has";
        LANES: List(&Kind::OneOf(&[Kind::Text, Kind::Any])) = "lanes", Default("[\"grey\"]"),
            "the colour of each lane, or a table with `color`, `length` and attributes";
        ONE_WAY: Bool = "one-way", Default("false"), "built from its first end only";
    }
    example "[lines.ash-birch]\nends = [\"ash\", \"birch\"]\nlength = 1\nlanes = [\"grey\", \"red\"]"
}

schema! {
    /// One lane of a line, where it has more than a colour.
    pub LANE: LaneKeys = "lane",
    "One strip of a line.",
    {
        COLOR: Text = "color", Default("grey"), "the colour of its spaces";
        LENGTH: Int(1..=60) = "length", Optional, "how many spaces it has, where that is not as many as the line says";
    }
}

schema! {
    /// A company.
    pub COMPANY: CompanyKeys = "company",
    "A party that is no seat and belongs to nobody: `[companies.ID]`. The attributes that the game declares for companies are \
     further keys.",
    {
        NAME: Text = "name", Optional, "what people read; the id if absent";
        COLOR: Text = "color", Default("grey"), "the colour it is drawn in";
        HOME: Name("place") = "home", Optional, "where its first piece starts";
        TAGS: Texts = "tags", Optional, "words that expressions can ask for";
    }
}

schema! {
    /// A set of cards.
    pub CARDS: CardsKeys = "cards",
    "A set of cards that are shuffled and dealt as one: `[cards.ID]`. Everything that is drawn, held or paid is a card: train cards, \
     tickets, tokens.",
    {
        FIELDS: Map(&Kind::Word(&["number", "word", "place", "places", "amounts"])) = "fields", Optional,
            "further keys its kinds have";
        OPTIONAL: Texts = "optional", Optional, "fields that a kind may leave out: 0, no word or no place then";
        KINDS: Map(&Kind::Any) = "kinds", Optional, "the kinds of card";
        PER: Tables<PerKeys> = "per", Optional, "kinds that there are one of for each place or company";
    }
    example "[cards.ticket]\nfields = { from = \"place\", to = \"place\", points = \"number\" }\n\n[cards.ticket.kinds]"
    formerly [("fields = \"pays\"", "amounts")]
}

schema! {
    /// Kinds of card that come from the map or the companies.
    pub PER: PerKeys = "per",
    "One kind of card for each place or company.",
    {
        EACH: Word(&["place", "company"]) = "each", Required, "for each of what";
        WHERE: Expr = "where", Default("true"), "for which of them";
        ID: Text = "id", Default("*"), "the ids of the kinds; `*` stands for that of the place or company";
        FIELD: Text = "field", Required, "the field that holds the place (type `place`) or company (type `word`)";
        COUNT: Expr = "count", Default("1"), "how many cards there are of the kind";
        TAGS: Texts = "tags", Optional, "words that expressions can ask for";
    }
    formerly [("of", "each")]
}

schema! {
    /// A dummy.
    pub DUMMY: DummyKeys = "dummy",
    "A party that nobody plays: it has zones and counters, and a score to be beaten.",
    {
        NAME: Text = "name", Optional, "what people read; the id if absent";
        SCORE: Expr = "score", Required, "its final score; zones and counters of dummies are its own";
    }
}

schema! {
    /// A train.
    pub TRAIN: TrainKeys = "train",
    "A piece of each seat that stands on the map and travels.",
    {
        NAME: Text = "name", Optional, "what people read; the id if absent";
    }
}

schema! {
    /// A kind of card.
    pub KIND: KindKeys = "kind",
    "Cards that are alike: `[cards.SET.kinds.ID]`. The fields that the set declares are further keys, and all must be there.",
    {
        COUNT: Expr = "count", Default("1"), "how many there are; it may ask for `players`";
        TAGS: Texts = "tags", Optional, "words that expressions can ask for";
    }
    example "[cards.train.kinds.engine]\ncount = 14\ntags = [\"wild\"]"
}

const OWNERS: &[&str] = &["table", "seat", "company", "dummy", "place", "lane", "train"];
const OWNER: &[Kind] = &[Kind::Word(OWNERS), Kind::List(&Kind::Word(&["seat", "company", "place", "lane"]))];

schema! {
    /// A counter.
    pub COUNTER: CounterKeys = "counter",
    "A number that each of its owners has: `[counters.ID]`. Its id is its value in expressions.",
    {
        NAME: Text = "name", Optional, "what people read; the id, with blanks for hyphens, if absent";
        OF: Words(OWNER) = "of", Default("table"), "whose it is; `[\"seat\", \"company\"]` and the like: each seat has one with each of them";
        START: Expr = "start", Default("0"), "what each owner starts with";
        MIN: Int(-1_000_000..=1_000_000) = "min", Optional, "the least it may become: an action that would take it lower cannot be chosen, a step stops there";
        SEEN_BY: OneOf<Word, IntList>(SEEN) = "seen-by", Default("all"), "who sees it";
        RESET: Word(&["never", "turn", "round"]) = "reset", Default("never"), "when it goes back to its start";
        BANK: Name("counter") = "bank", Optional,
            "the table's counter that what is added comes from and what is taken goes to: nothing is made or lost";
        TOLD: Bool = "told", Default("true"),
            "whether people are told of it: `false` for bookkeeping that follows from what they see anyway; programs always are";
    }
    example "[counters.trains]\nof = \"seat\"\nstart = 45\nmin = 0"
}

schema! {
    /// A named set.
    pub SET: SetKeys = "set",
    "A named set of lanes or places: `[sets.ID]`. Scripts write it; expressions ask it, such as `where = \"not in(closed)\"`.",
    {
        NAME: Text = "name", Optional, "what people read; the id, with blanks for hyphens, if absent";
        HOLDS: Word(&["lane", "place"]) = "holds", Required, "what is in it";
        OF: Word(OWNERS) = "of", Default("table"), "whose it is";
    }
    example "[sets.storm]\nholds = \"lane\""
    formerly [("owner", "of"), ("of = \"lanes\"", "holds = \"lane\""), ("of = \"places\"", "holds = \"place\"")]
}

schema! {
    /// A zone.
    pub ZONE: ZoneKeys = "zone",
    "Where cards lie: `[zones.ID]`. Its form says what it can do:\n\n\
     - a `bag` is a count of each kind: hands, discards; payments come out of bags\n\
     - a `row` has slots with gaps: a market, an offer\n\
     - a `pile` has an order that nobody knows: a deck\n\n\
     All cards of a set start in the one zone that has `fill`.\n\n\
     A zone that deals with another by itself (`refill`, `renew`, `sweep`, `aside`) deals with the one of the same owner: both of the \
     table, both of each seat, or the other of the table.",
    {
        NAME: Text = "name", Optional, "what people read; the id, with blanks for hyphens, if absent";
        HOLDS: Name("set of cards") = "holds", Required, "the set whose cards lie here";
        FORM: Word(&["bag", "row", "pile"]) = "form", Required, "a count of each kind, slots with gaps, or a stack";
        OF: Words(OWNER) = "of", Default("table"), "whose it is; `[\"seat\", \"place\"]` and the like: each seat has one with each of them";
        SEEN_BY: OneOf<Word, IntList>(SEEN) = "seen-by", Default("none"), "who sees the cards";
        SIZE_SEEN_BY: OneOf<Word, IntList>(SEEN) = "size-seen-by", Default("all"), "who sees how many there are";
        FILL: OneOf<Word, Expr>(&[Kind::Word(&["shuffled"]), Kind::Expr]) = "fill", Optional,
            "all cards of the set start here, or those a filter holds for";
        ONLY: Expr = "only", Default("true"), "which cards of the set may lie here at all; a rule that brings another here breaks down";
        ASIDE: Table<AsideKeys> = "aside", Optional, "a pile: cards that are shown and laid aside when they turn up";
        SLOTS: Int(1..=40) = "slots", Optional, "how many slots a row has";
        COLUMNS: Int(1..=40) = "columns", Default("1"), "a row that is a table: how many slots lie side by side";
        ON_EMPTY: Names("step") = "on-empty", Optional,
            "a pile: automatic steps that happen at once, for the seat whose turn it is, when its last card leaves it";
        RENEW: Name("zone") = "renew", Optional, "a pile: the bag that is shuffled into it, at once, when it runs out; of several empty piles of seats the first has what comes into \
             a bag of the table";
        REFILL: Name("zone") = "refill", Optional, "a row: the pile that fills its gaps at once";
        SWEEP: Table<SweepKeys> = "sweep", Optional, "a row: when all its cards are replaced";
    }
    example "[zones.market]\nholds = \"train\"\nform = \"row\"\nslots = 5\nseen-by = \"all\"\nrefill = \"deck\"\n\
     sweep = { where = \"wild\", count = 3, to = \"discard\", spare = 3, max = 1000 }"
}

schema! {
    /// Cards laid aside.
    pub ASIDE: AsideKeys = "aside",
    "Cards that do not count when they turn up in a pile: they are shown, and the next card takes their place.",
    {
        WHERE: Expr = "where", Required, "which cards";
        TO: Name("zone") = "to", Required, "where they go";
        LAST: Int(1..=100) = "last", Optional, "with so many of them there, no card takes the last one's place";
        THEN: Names("step") = "then", Optional, "automatic steps that happen at once when one was laid aside";
    }
}

schema! {
    /// When a row is swept.
    pub SWEEP: SweepKeys = "sweep",
    "A full row with many cards of one sort is discarded and laid out anew, again if need be. It is looked at whenever its gaps are \
     filled, and, if it has a `refill`, whenever cards come into row, pile or bag.",
    {
        WHERE: Expr = "where", Required, "the sort of card";
        COUNT: Int(1..=40) = "count", Required, "how many of them it takes";
        TO: Name("zone") = "to", Required, "the bag the cards go to";
        SPARE: Int(0..=1000) = "spare", Required,
            "it is swept only if row, pile and bag together hold at least so many other cards, and as soon as they do";
        MAX: Int(1..=10_000) = "max", Optional,
            "after so many sweeps in a row the row stays as it is; without it a sweep that never ends is a fault";
    }
    formerly [("tag", "where"), ("from", "count"), ("at-most", "max")]
}

schema! {
    /// An option.
    pub OPTION: OptionKeys = "option",
    "A yes-or-no choice at the start of a game: `[options.ID]`. Overlays and expressions ask `option(ID)`.",
    {
        TEXT: Text = "text", Required, "what it means";
        DEFAULT: Bool = "default", Default("false"), "whether it is on";
    }
    example "[options.long-evening]\ntext = \"Everybody has ten trains more.\""
}

/// Every schema, for the manual and the tests.
pub fn all() -> Vec<&'static Schema> {
    let mut all = vec![
        &GAME,
        &FILE,
        &LIKENESS,
        &PART,
        &crate::module::HEADER,
        &crate::module::MODULE_PARAMETER,
        &crate::module::MODULE_ACTION,
        &crate::module::HOOK,
        &PARAMETER,
        &OVERLAY,
        &MAP,
        &ATTRIBUTES,
        &super::show::SHOW,
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
pub fn keys(schema: &'static Schema) -> Vec<&'static KeyDecl> {
    schema.all_keys()
}

/// The schema of an action or step, by its `do`.
pub fn schema_of_kind(node: &Node, schemas: &[(&str, &'static Schema)]) -> Option<&'static Schema> {
    let kind = node.at("do")?.as_text()?;
    schemas.iter().find(|(name, _)| *name == kind).map(|(_, schema)| *schema)
}

/// The key that a path of a merged game leads to.
pub fn key_at(tree: &Node, path: &[&str]) -> Option<&'static KeyDecl> {
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

fn walk(schema: &Schema, path: &[&str]) -> Option<&'static KeyDecl> {
    let (first, rest) = path.split_first()?;
    let found = schema.find(first)?;
    match (found.kind, rest) {
        (_, []) => Some(found),
        (Kind::Table(inner), rest) => walk(inner, rest),
        (Kind::TableList(inner), [_, rest @ ..]) if !rest.is_empty() => walk(inner, rest),
        (Kind::Tables(inner), [_, rest @ ..]) if !rest.is_empty() => walk(inner, rest),
        (Kind::OneOf(kinds), rest) => {
            // A table, or one of a list of them.
            let table = kinds.iter().find_map(|kind| if let Kind::Table(inner) = kind { Some(*inner) } else { None });
            let rest = match rest {
                [index, rest @ ..] if index.parse::<usize>().is_ok() => rest,
                rest => rest,
            };
            table.filter(|_| !rest.is_empty()).map_or(Some(found), |inner| walk(inner, rest))
        }
        // Entries with free names have no key of their own.
        _ => Some(found),
    }
}
