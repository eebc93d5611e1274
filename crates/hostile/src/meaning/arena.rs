//! The game that meaningless ones are made from: it has a zone of each form, a counter and sets of each sort of owner, and one action or
//! step that is tried, the probe.

use toml::{Table, Value};

/// Everybody who can have something, as game files say it.
pub const OWNERS: [&str; 7] = ["table", "seat", "company", "dummy", "place", "lane", "train"];
/// How cards can lie.
pub const FORMS: [&str; 3] = ["bag", "row", "pile"];

/// What is there whatever the probe speaks of.
const ALWAYS: [&str; 4] = ["n-table", "n-seat", "bag-table", "bag-seat"];

/// The seats at the table; the probe is not tried by the first, for that one is what is meant where nobody thought of an owner.
pub const SEATS: usize = 3;

const MAP: &str = r#"
format = 1
name = "Arena"
provenance = "original"
size = [300, 300]

[attributes]
place = { yield = "number" }
lane = { hill = "number" }
company = { worth = "number" }

[places]
ash   = { at = [50, 50], yield = 3, tags = ["coast"] }
birch = { at = [150, 60] }
cedar = { at = [60, 200] }
elm   = { at = [220, 210] }

[lines]
ash-birch   = { ends = ["ash", "birch"], length = 2 }
ash-cedar   = { ends = ["ash", "cedar"], length = 1, hill = 1 }
birch-cedar = { ends = ["birch", "cedar"], length = 1, lanes = ["pot", "grey"] }
cedar-elm   = { ends = ["cedar", "elm"], length = 2 }
"#;

const SCRIPT: &str = r#"/*
name = "Arena"
summary = "Offers nothing."

[actions.act]
text = "Nothing."
about = "text"
*/
fn options_act(table, seat) { [] }
fn resolve_act(table, seat, key) { }
fn rest(table, seat) { }
"#;

const GAME: &str = r#"
format = 1
name = "Arena"
map = "arena-map"
players = [3, 3]
first = 1
scripts = { arena = {} }

[companies]
red-line  = { home = "ash", tags = ["narrow"], worth = 4 }
blue-line = { home = "elm" }

[cards.ware]
fields = { pair = "word" }

[cards.ware.kinds]
pot  = { count = 60, pair = "clay" }
tile = { count = 60, pair = "clay" }
flaw = { count = 60, pair = "waste", tags = ["flawed"] }

[cards.share.kinds]
first = { count = 3 }

[zones]
store  = { holds = "ware", form = "pile", fill = "shuffled" }
shares = { holds = "share", form = "bag", fill = "shuffled" }

[actions]
pass = { do = "pass" }

[steps]
turns   = { do = "turns", steps = ["work"] }
nothing = { do = "set", counter = "n-table", value = "n-table" }

[score]
line = { add = "n-seat" }
"#;

/// What is tried: an action, or a step that follows an action without a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// `[actions.probe]`.
    Action,
    /// `[steps.probe]`.
    Step,
}

/// What the arena is like, whatever the probe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Arena {
    /// There are several dummies, and several trains of a seat, so that nothing says which one is meant.
    pub several: bool,
    /// Nobody sees what is another's, nor what is nobody's.
    pub secret: bool,
}

/// The files beside the game.
pub fn files() -> [(String, String); 2] {
    [("arena-map.toml".to_owned(), MAP.to_owned()), ("arena.rhai".to_owned(), SCRIPT.to_owned())]
}

/// The game with a probe and what the probe speaks of, which is less to read than all there could be.
pub fn game(sort: Sort, Arena { several, secret }: Arena, probe: Table) -> Table {
    let seen = if secret { "owner" } else { "all" };
    let mut game: Table = GAME.parse().expect("the arena is TOML");
    let names = |names: &[&str]| -> Table {
        names.iter().map(|name| ((*name).to_owned(), Value::Table(said(&format!("name = \"{name}\""))))).collect()
    };
    let how_many = if several { 2 } else { 1 };
    put(&mut game, "trains", names(&["engine", "tender"][..how_many]));
    let dummies = ["ghost", "shade"][..how_many].iter().map(|name| ((*name).to_owned(), Value::Table(said("score = 1"))));
    put(&mut game, "dummies", dummies.collect());
    let mut flow = Vec::new();
    let spoken = toml::to_string(&probe).unwrap_or_default();
    let is_there = |id: &str| ALWAYS.contains(&id) || spoken.contains(id);
    for of in OWNERS {
        if is_there(&format!("n-{of}")) {
            put(
                within(&mut game, "counters"),
                &format!("n-{of}"),
                said(&format!("of = \"{of}\"\nstart = 20\nmin = 0\nseen-by = \"{seen}\"")),
            );
        }
        for (members, member) in
            [("lanes", "lane"), ("places", "place")].into_iter().filter(|(members, _)| is_there(&format!("{members}-{of}")))
        {
            put(within(&mut game, "sets"), &format!("{members}-{of}"), said(&format!("holds = \"{member}\"\nof = \"{of}\"")));
        }
        // Nothing can be dealt to things, nor where it is not said to whom.
        let reached = ["table", "seat"].contains(&of) || (!several && ["dummy", "train"].contains(&of));
        for form in FORMS.into_iter().filter(|form| is_there(&format!("{form}-{of}"))) {
            let zone = format!("{form}-{of}");
            let slots = if form == "row" { "\nslots = 5\ncolumns = 2" } else { "" };
            let text = format!("holds = \"ware\"\nform = \"{form}\"\nof = \"{of}\"\nseen-by = \"{seen}\"{slots}");
            put(within(&mut game, "zones"), &zone, said(&text));
            if reached {
                let whom = if ["seat", "train"].contains(&of) { "each" } else { "actor" };
                let step = format!("do = \"deal\"\nfrom = \"store\"\nto = \"{zone}\"\ncount = 3\nfor = \"{whom}\"");
                put(within(&mut game, "steps"), &format!("deal-{zone}"), said(&step));
                flow.push(Value::String(format!("deal-{zone}")));
            }
        }
    }
    flow.push(Value::String("turns".to_owned()));
    game.insert("flow".to_owned(), Value::Array(flow));
    put(within(&mut game, "steps"), "work", said("do = \"choose\"\nactions = [\"probe\", \"pass\"]"));
    if sort == Sort::Step {
        put(within(&mut game, "actions"), "probe", said("do = \"run\"\nthen = [\"probe\"]"));
    }
    put(within(&mut game, if sort == Sort::Step { "steps" } else { "actions" }), "probe", probe);
    game
}

/// The probe of a game and what sort it is, and what the arena is like.
pub fn probe_of(game: &Table) -> Option<(Sort, Arena, &Table)> {
    let found = |section: &str| game.get(section)?.as_table()?.get("probe")?.as_table();
    let seen = game.get("counters")?.get("n-seat")?.get("seen-by")?.as_str()?;
    let arena = Arena { several: game.get("dummies")?.as_table()?.len() > 1, secret: seen == "owner" };
    match found("steps") {
        Some(probe) => Some((Sort::Step, arena, probe)),
        None => Some((Sort::Action, arena, found("actions")?)),
    }
}

/// A probe that means something, for an action or step of this kind; nothing for one that has none yet.
pub fn good(sort: Sort, kind: &str) -> Option<Table> {
    let found = PROBES.iter().find(|(of, name, _)| *of == sort && *name == kind);
    found.map(|(_, kind, text)| said(&format!("do = \"{kind}\"\n{text}")))
}

const PROBES: &[(Sort, &str, &str)] = &[
    (
        Sort::Action,
        "take",
        "from = [\"row-table\", \"pile-table\", \"bag-table\"]\nto = \"bag-seat\"\nbudget = 2\nmay-stop = true\n\
         costs = [{ from = \"row-table\", where = \"flawed\", cost = 2 }]\nprice = { money = { n-seat = \"1\" } }",
    ),
    (Sort::Action, "keep", "from = \"row-seat\"\nrest = \"bag-table\""),
    (
        Sort::Action,
        "claim",
        "pieces = { n-seat = \"length\" }\ngain = { n-seat = \"length\" }\nwhere = \"not in(lanes-table)\"\n\
         price = { from = \"bag-seat\", to = \"bag-table\", count = \"length\", any = \"grey\" }",
    ),
    (
        Sort::Action,
        "lay",
        "pieces = \"n-company\"\nprice = { money = { n-seat = \"1\" } }\narrive = { n-company = \"1\" }\npiece-gain = { n-table = \"1\" }",
    ),
    (
        Sort::Action,
        "build",
        "pieces = \"n-seat\"\nprice = { from = \"bag-seat\", to = \"bag-table\", count = 1, any = \"grey\" }",
    ),
    (
        Sort::Action,
        "play",
        "from = [\"bag-seat\"]\nto = [{ where = \"flawed\", zone = \"pile-table\" }, { zone = \"bag-table\" }]\n\
         combinations = [[\"flawed\"], [\"true\", \"flawed\"]]",
    ),
    (Sort::Action, "put", "from = \"bag-seat\"\nto = \"bag-seat\"\nto-seat = \"right\"\nmax = 2\ngain = { n-seat = \"1\" }"),
    (
        Sort::Action,
        "mark",
        "set = { n-place = \"n-place + 1\" }\ngain = { n-seat = \"1\" }\ninclude = [\"places-seat\"]\ntrain = \"engine\"\n\
         price = { money = { n-seat = \"1\" } }",
    ),
    (
        Sort::Action,
        "lift",
        "of = \"everybody\"\nwhere = \"length > 0\"\npieces = { n-seat = \"length\" }\ngain = { n-table = \"1\" }\n\
         price = { from = \"bag-seat\", to = \"bag-table\", any = \"grey\" }",
    ),
    (Sort::Action, "side", "zone = \"bag-seat\"\nother = \"pile-table\"\nto = \"bag-table\"\nsame = \"pair\""),
    (Sort::Action, "travel", "train = \"engine\"\nmax = 3\narrive = { n-seat = \"1\" }"),
    (
        Sort::Action,
        "carry",
        "from = \"bag-place\"\nto = \"bag-seat\"\nover = \"true\"\nstop = \"true\"\nmax = 3\narrive = { n-seat = \"1\" }\n\
         toll = { money = \"n-seat\" }\nlane-gain = { n-seat = \"1\" }",
    ),
    (Sort::Action, "upgrade", "counters = { n-seat = 30 }\nprice = { money = { n-seat = \"0\" } }"),
    (Sort::Action, "bid", "counter = \"n-seat\"\nmax = 5"),
    (Sort::Action, "run", "then = [\"nothing\"]"),
    (Sort::Action, "withdraw", ""),
    (Sort::Action, "pass", ""),
    (Sort::Action, "script", "module = \"arena\"\naction = \"act\""),
    (Sort::Step, "deal", "from = \"pile-table\"\nto = \"bag-seat\"\ncount = 2"),
    (Sort::Step, "refill", "zone = \"row-table\"\nfrom = \"pile-table\""),
    (Sort::Step, "move", "from = \"bag-seat\"\nto = \"bag-table\""),
    (Sort::Step, "to-front", "zone = \"row-table\"\nwhere = \"flawed\""),
    (Sort::Step, "shuffle", "zone = \"pile-table\""),
    (Sort::Step, "shuffle-in", "from = \"bag-table\"\nto = \"pile-table\"\nparts = 2\npart = 1"),
    (Sort::Step, "set", "counter = \"n-table\"\nvalue = 7"),
    (Sort::Step, "add", "counter = \"n-table\"\nvalue = 7"),
    (Sort::Step, "pay", "counter = \"n-seat\"\nto = \"n-table\"\nvalue = 7"),
    (Sort::Step, "out", ""),
    (Sort::Step, "back-in", ""),
    (Sort::Step, "include", "set = \"lanes-table\"\nwhere = \"open\""),
    (Sort::Step, "exclude", "set = \"places-seat\"\nwhere = \"city\"\nfor = \"each\""),
    (Sort::Step, "clear", "where = \"length > 0\"\npieces = \"n-seat\""),
    (Sort::Step, "end", ""),
    (Sort::Step, "call", "module = \"arena\"\nfunction = \"rest\""),
    (Sort::Step, "next-first", ""),
    (Sort::Step, "order", "most = \"n-seat\""),
    (Sort::Step, "in-order", "steps = [\"nothing\"]"),
    (Sort::Step, "each-seat", "steps = [\"nothing\"]"),
    (Sort::Step, "together", "actions = [\"pass\"]"),
    (Sort::Step, "choose", "actions = [\"pass\"]"),
    (Sort::Step, "repeat", "steps = [\"nothing\"]\nmax = 2"),
    (Sort::Step, "rounds", "steps = [\"nothing\"]\nuntil = \"round >= 3\""),
    (Sort::Step, "turns", "steps = [\"nothing\"]\nuntil = \"true\""),
];

fn said(text: &str) -> Table {
    text.parse().expect("what the arena consists of is TOML")
}

fn put(table: &mut Table, key: &str, value: Table) {
    table.insert(key.to_owned(), Value::Table(value));
}

fn within<'t>(game: &'t mut Table, section: &str) -> &'t mut Table {
    let section = game.entry(section).or_insert_with(|| Value::Table(Table::new()));
    section.as_table_mut().expect("sections are tables")
}
