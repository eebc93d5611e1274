//! The turn structure as data: a tree of steps, some of which ask players to choose.

mod run;

pub(crate) use run::{acted, advance, begin, holds, settle, value};

use crate::compile::Compiler;
use crate::mechanics::ActionDef;
use crate::rules::Cited;
use railwright_core::bits;
use railwright_core::components::{FieldValue, Form, Owner};
use railwright_core::effect::At;
use railwright_core::expr::{Formula, ItemType};
use railwright_core::id::{ActionId, CounterId, StepId, ZoneId};
use railwright_source::{Diagnostic, Kind, Need, Origin, Reader, Report, Schema, include, key};

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
    "move", MOVE, "Moves cards of a bag or row elsewhere, in the order they lie.", [
        key("from", Kind::Name("zone"), Need::Required, "from where"),
        key("to", Kind::Name("zone"), Need::Required, "to where"),
        key("where", Kind::Expr, Need::Default("true"), "which cards"),
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
    "set", SET, "Gives a counter a value.", [
        key("counter", Kind::Name("counter"), Need::Required, "the counter"),
        key("value", Kind::Expr, Need::Required, "its new value"),
        key("for", FOR, Need::Default("actor"), FOR_DOC),
    ];
    "add", ADD, "Adds to a counter.", [
        key("counter", Kind::Name("counter"), Need::Required, "the counter"),
        key("value", Kind::Expr, Need::Required, "how much is added"),
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
    "in-order", IN_ORDER, "Steps one after the other.", [
        key("steps", Kind::Names("step"), Need::Required, "the steps"),
    ];
    "each-seat", EACH_SEAT, "Steps for each seat in turn order from the first player.", [
        key("steps", Kind::Names("step"), Need::Required, "the steps"),
        key("where", Kind::Expr, Need::Default("true"), "which seats; tested when it would be theirs"),
        key("turn", Kind::Bool, Need::Default("false"), "each is a turn: it is counted, and counters with reset = \"turn\" start again"),
    ];
    "together", TOGETHER, "Every seat chooses at once and in secret. What was chosen is held back until all have chosen and then \
        carried out in turn order; a choice that has become impossible by then lapses.", [
        key("actions", Kind::Names("action"), Need::Required, "what each seat chooses from"),
        key("otherwise", Kind::Name("action"), Need::Optional, "what a seat does that can do none of these"),
    ];
    "choose", CHOOSE, "The seat whose turn it is chooses an action, or several one after the other.", [
        key("actions", Kind::Names("action"), Need::Required, "what it chooses from"),
        key("otherwise", Kind::Name("action"), Need::Optional, "what it does when it can do none of these"),
        key("min", Kind::Expr, Need::Optional, "how many it must choose, as far as it can; 1, or without end where `while` says when it is over"),
        key("max", Kind::Expr, Need::Optional, "how many it may choose; 1, or without end where `while` says when it is over"),
        key("while", Kind::Expr, Need::Optional, "it chooses again as long as this holds"),
        key("may-stop", Kind::Expr, Need::Default("false"), "whether it may stop before `min` is reached"),
    ];
    "repeat", REPEAT, "Steps again and again.", [
        key("steps", Kind::Names("step"), Need::Required, "the steps"),
        key("while", Kind::Expr, Need::Optional, "tested before each time"),
        key("max", Kind::Expr, Need::Default("1000"), "how often at most"),
    ];
    "rounds", ROUNDS, "Rounds: the steps again and again until the game ends; counters with reset = \"round\" start again.", [
        key("steps", Kind::Names("step"), Need::Required, "what a round consists of"),
    ];
    "turns", TURNS, "Turns: the steps for one seat after the other, round after round, until the game ends.", [
        key("steps", Kind::Names("step"), Need::Required, "what a turn consists of"),
        key("last-round", Kind::Table(&LAST_ROUND), Need::Optional, "what brings the last turns"),
        key("all-pass", Kind::Bool, Need::Default("false"), "the game ends once everybody has passed in a row"),
        key("until", Kind::Expr, Need::Optional, "tested at the end of each turn: the game ends"),
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

#[derive(Clone, Debug)]
pub(crate) struct LastRound {
    pub(crate) when: Formula,
    pub(crate) everybody: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum StepKind {
    Deal {
        from: ZoneId,
        to: ZoneId,
        count: Formula,
        each_of: Vec<[u64; 4]>,
        each: bool,
    },
    Refill {
        zone: ZoneId,
        from: ZoneId,
    },
    Move {
        from: ZoneId,
        to: ZoneId,
        which: Option<Formula>,
        at: At,
        each: bool,
    },
    ToFront {
        zone: ZoneId,
        which: Formula,
    },
    Shuffle(ZoneId),
    ShuffleIn {
        from: ZoneId,
        to: ZoneId,
        parts: usize,
        part: usize,
        odd_upper: bool,
    },
    Count {
        counter: CounterId,
        value: Formula,
        add: bool,
        each: bool,
    },
    End(u8),
    /// The last stage of an action that is paid for, unless it was withdrawn.
    Settle(ActionId),
    Script {
        module: usize,
        function: String,
    },
    NextFirst,
    InOrder(Vec<StepId>),
    EachSeat {
        steps: Vec<StepId>,
        which: Option<Formula>,
        turn: bool,
    },
    Together {
        actions: Vec<ActionId>,
        otherwise: Option<ActionId>,
    },
    Choose(Box<Choice>),
    Repeat {
        steps: Vec<StepId>,
        condition: Option<Formula>,
        max: Formula,
    },
    Rounds(Vec<StepId>),
    Turns {
        steps: Vec<StepId>,
        last_round: Option<LastRound>,
        all_pass: bool,
        until: Option<Formula>,
    },
}

impl StepKind {
    /// Whether it is done as soon as it is come to, without a part that could be asked about.
    #[inline]
    pub(crate) fn is_automatic(&self) -> bool {
        use StepKind::*;
        !matches!(self, InOrder(_) | EachSeat { .. } | Together { .. } | Choose(_) | Repeat { .. } | Rounds(_) | Turns { .. })
    }
}

/// How often the seat whose turn it is chooses, and from what.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) actions: Vec<ActionId>,
    pub(crate) otherwise: Option<ActionId>,
    pub(crate) min: Formula,
    pub(crate) max: Formula,
    pub(crate) again: Option<Formula>,
    pub(crate) may_stop: Formula,
}

/// More choices than any step asks for.
const WITHOUT_END: i64 = 60_000;

/// A compiled step.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its id in the data.
    pub id: String,
    /// Where it is written.
    pub cited: Cited,
    pub(crate) when: Option<Formula>,
    pub(crate) kind: StepKind,
}

/// What a step asks players to choose from.
pub(crate) struct Offer<'a> {
    pub(crate) actions: &'a [ActionId],
    /// What is left to those who can choose none of them.
    pub(crate) otherwise: Option<ActionId>,
    /// How often one chooses; nothing where all choose at once.
    pub(crate) choice: Option<&'a Choice>,
}

/// The compiled turn structure.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// All steps.
    pub steps: Vec<Step>,
    /// The ways the game can end.
    pub endings: Vec<String>,
    pub(crate) root: StepId,
    /// The steps that happen when something happens to a pile.
    pub(crate) watches: Vec<Vec<StepId>>,
}

/// The game came to the end of its flow.
pub(crate) const ENDED: u8 = 0;
/// The last turns were played.
pub(crate) const LAST_TURNS: u8 = 1;
/// Everybody passed in a row.
pub(crate) const ALL_PASSED: u8 = 2;
/// A turn's `until` held.
pub(crate) const UNTIL: u8 = 3;

impl Flow {
    /// Appends steps that are run in order, for those who need one step for several.
    pub(crate) fn in_order(&mut self, id: String, steps: Vec<StepId>) -> StepId {
        let cited = Cited::default();
        self.steps.push(Step { id, cited, when: None, kind: StepKind::InOrder(steps) });
        StepId::from(self.steps.len() - 1)
    }

    /// Steps between paying for an action and settling it.
    pub(crate) fn committed(&mut self, steps: Vec<StepId>, action: ActionId) -> StepId {
        let settle = Step { id: "settle".into(), cited: Cited::default(), when: None, kind: StepKind::Settle(action) };
        self.steps.push(settle);
        let settle = StepId::from(self.steps.len() - 1);
        self.in_order("committed".into(), steps.into_iter().chain([settle]).collect())
    }

    /// Makes a step one that others follow: it becomes the first part of them.
    fn follow(&mut self, at: usize, then: Vec<StepId>) {
        let step = &self.steps[at];
        let (id, cited) = (step.id.clone(), step.cited.clone());
        let first = StepId::from(self.steps.len());
        let kind = StepKind::InOrder([first].into_iter().chain(then).collect());
        let kind = std::mem::replace(&mut self.steps[at].kind, kind);
        self.steps.push(Step { id, cited, when: None, kind });
    }

    /// Whether nobody is asked in a step or any part of it.
    fn happens_at_once(&self, step: StepId) -> bool {
        match &self.steps[step.index()].kind {
            StepKind::InOrder(steps) => steps.iter().all(|&s| self.happens_at_once(s)),
            kind => kind.is_automatic(),
        }
    }

    /// What a step asks players to choose from.
    #[inline]
    pub(crate) fn offered(&self, step: StepId) -> Offer<'_> {
        match &self.steps[step.index()].kind {
            StepKind::Together { actions, otherwise } => Offer { actions, otherwise: *otherwise, choice: None },
            StepKind::Choose(choice) => Offer { actions: &choice.actions, otherwise: choice.otherwise, choice: Some(choice) },
            _ => Offer { actions: &[], otherwise: None, choice: None },
        }
    }

    /// Reports actions that no step offers, and ones that cannot be chosen together.
    pub(crate) fn check_offers(&self, actions: &[ActionDef], report: &mut Report) {
        for (i, action) in actions.iter().enumerate() {
            let id = ActionId::from(i);
            let offers = |step: usize| {
                let Offer { actions, otherwise, .. } = self.offered(StepId::from(step));
                actions.contains(&id) || otherwise == Some(id)
            };
            if !(0..self.steps.len()).any(offers) {
                let problem = Diagnostic::warning("never-offered", format!("no step offers the action `{}`", action.id));
                report.push(
                    problem.at(action.origin, "declared here").help("name it in the `actions` of a `choose` step, or remove it"),
                );
            }
            let together = |step: usize| matches!(self.steps[step].kind, StepKind::Together { .. }) && offers(step);
            if (0..self.steps.len()).any(together) && !action.can_be_sealed() && !action.can_be_held_back() {
                let problem = Diagnostic::error(
                    "not-together",
                    format!("the action `{}` cannot be chosen together and in secret", action.id),
                );
                report.push(
                    problem
                        .at(action.origin, "it takes several decisions")
                        .help("let it be a `keep` without `then`, or something that is one decision, such as a `play`"),
                );
            }
        }
    }
}

/// Compiles all steps; their ids are their positions.
pub(crate) fn compile(compiler: &mut Compiler, game: &Reader, ids: &[&str], flow: &mut Flow) {
    flow.endings = ["the flow ended", "last turns played", "everybody passed", "end condition held"].map(str::to_owned).to_vec();
    let mut followed = Vec::new();
    for (id, origin, node) in game.map("steps") {
        let kind = node.at("do").and_then(|n| n.as_text());
        let schema = SCHEMAS.iter().find(|(name, _)| Some(*name) == kind).map(|(_, schema)| *schema);
        let Some(schema) = schema else {
            unknown_kind(compiler.report, "step", id, node, origin, SCHEMAS);
            flow.steps.push(Step { id: id.to_owned(), cited: Cited::default(), when: None, kind: StepKind::InOrder(Vec::new()) });
            continue;
        };
        let reader = Reader::new(node, schema, format!("steps.{id}"), compiler.report);
        reader.check_names(&compiler.known, compiler.report);
        let when = reader.has("when").then(|| compiler.formula(&reader, "when", ItemType::Nothing)).flatten();
        let kind = step_kind(compiler, &reader, kind.unwrap_or_default(), ids, flow).unwrap_or(StepKind::InOrder(Vec::new()));
        let cited = compiler.cited(&reader, origin);
        let then = named_steps(&reader.names("then"), ids);
        flow.steps.push(Step { id: id.to_owned(), cited, when, kind });
        if !then.is_empty() {
            followed.push((flow.steps.len() - 1, then));
        }
    }
    for (at, then) in followed {
        flow.follow(at, then);
    }
    let root = named_steps(&game.names("flow"), ids);
    flow.root = flow.in_order("flow".into(), root);
    circles(flow, game, compiler.report);
    if compiler.report.is_ok() {
        watch_piles(compiler, game, ids, flow);
    }
}

/// Reports a `do` that names nothing.
pub(crate) fn unknown_kind(
    report: &mut Report,
    what: &str,
    id: &str,
    node: &railwright_source::Node,
    origin: Origin,
    known: &[(&str, &Schema)],
) {
    let names: Vec<&str> = known.iter().map(|k| k.0).collect();
    let problem = match node.at("do") {
        Some(kind) => {
            let text = kind.as_text().unwrap_or("?");
            let help = match railwright_source::did_you_mean(text, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("one of: {}", names.join(", ")),
            };
            Diagnostic::error("unknown-word", format!("{what} `{id}`: there is no `{text}`"))
                .at(kind.origin, "unknown")
                .help(help)
        }
        None => Diagnostic::error("missing-key", format!("{what} `{id}` does not say what to `do`"))
            .at(origin, "`do` is missing")
            .help(format!("one of: {}", names.join(", "))),
    };
    report.push(problem);
}

pub(crate) fn named_steps(names: &[(&str, Origin)], ids: &[&str]) -> Vec<StepId> {
    names.iter().filter_map(|(name, _)| ids.iter().position(|id| id == name)).map(StepId::from).collect()
}

fn step_kind(compiler: &mut Compiler, reader: &Reader, kind: &str, ids: &[&str], flow: &mut Flow) -> Option<StepKind> {
    let zone = |compiler: &Compiler, key: &str| reader.name(key).and_then(|(name, _)| compiler.parts.find_zone(name));
    let each = |reader: &Reader| reader.word("for") == Some("each");
    let steps = |reader: &Reader| named_steps(&reader.names("steps"), ids);
    let actions = |compiler: &Compiler, names: &[(&str, Origin)]| -> Vec<ActionId> {
        names.iter().filter_map(|(name, _)| compiler.actions.iter().position(|a| a.0 == *name)).map(ActionId::from).collect()
    };
    Some(match kind {
        "deal" => {
            let (from, to) = (zone(compiler, "from")?, zone(compiler, "to")?);
            same_cards(compiler, reader, from, to);
            want_form(compiler, reader, "from", from, "pile", |f| f == Form::Pile);
            let each_of = kinds_by_value(compiler, reader, from);
            let count = compiler.formula(reader, "count", ItemType::Nothing)?;
            StepKind::Deal { from, to, count, each_of, each: each(reader) }
        }
        "refill" => {
            let row = zone(compiler, "zone")?;
            want_form(compiler, reader, "zone", row, "row", |f| matches!(f, Form::Row(_)));
            let from = zone(compiler, "from").or(compiler.parts.zone(row).refill);
            if from.is_none() {
                let problem = Diagnostic::error("missing-key", format!("{} does not say from which pile", reader.path()));
                compiler.report.push(problem.at(reader.here(), "`from` is missing, and the row has no `refill`"));
            }
            StepKind::Refill { zone: row, from: from? }
        }
        "move" => {
            let (from, to) = (zone(compiler, "from")?, zone(compiler, "to")?);
            same_cards(compiler, reader, from, to);
            want_form(compiler, reader, "from", from, "bag or row", |f| f != Form::Pile);
            let at = if reader.word("at") == Some("bottom") { At::Bottom } else { At::Top };
            let cards = ItemType::Card(compiler.parts.zone(from).cards);
            let which = reader.has("where").then(|| compiler.formula(reader, "where", cards)).flatten();
            StepKind::Move { from, to, which, at, each: each(reader) }
        }
        "to-front" => {
            let row = zone(compiler, "zone")?;
            want_form(compiler, reader, "zone", row, "row", |f| matches!(f, Form::Row(_)));
            let card = ItemType::Card(compiler.parts.zone(row).cards);
            StepKind::ToFront { zone: row, which: compiler.formula(reader, "where", card)? }
        }
        "shuffle-in" => {
            let (from, to) = (zone(compiler, "from")?, zone(compiler, "to")?);
            same_cards(compiler, reader, from, to);
            want_form(compiler, reader, "from", from, "bag", |f| f == Form::Bag);
            want_form(compiler, reader, "to", to, "pile", |f| f == Form::Pile);
            let (parts, part) = (reader.int("parts")? as usize, reader.int("part")? as usize);
            if part > parts {
                let problem = Diagnostic::error("out-of-range", format!("{}: there is no part {part}", reader.path()));
                compiler.report.push(problem.at(reader.origin("part"), format!("there are {parts}")));
            }
            StepKind::ShuffleIn { from, to, parts, part: part.min(parts), odd_upper: reader.word("odd") != Some("lower") }
        }
        "shuffle" => {
            let pile = zone(compiler, "zone")?;
            want_form(compiler, reader, "zone", pile, "pile", |f| f == Form::Pile);
            StepKind::Shuffle(pile)
        }
        "set" | "add" => {
            let counter = compiler.parts.find_counter(reader.name("counter")?.0)?;
            let owner = compiler.parts.counters[counter.index()].owner;
            if !matches!(owner, Owner::Seat | Owner::Table | Owner::Train | Owner::Dummy) {
                let problem = Diagnostic::error(
                    "wrong-owner",
                    format!("{}: a step can only change counters of seats or the table", reader.path()),
                );
                compiler.report.push(problem.at(reader.origin("counter"), "this one belongs to something else"));
            }
            StepKind::Count {
                counter,
                value: compiler.formula(reader, "value", ItemType::Nothing)?,
                add: kind == "add",
                each: each(reader),
            }
        }
        "end" => {
            let reason = reader.text("reason")?;
            let ending = flow.endings.iter().position(|ending| ending == reason).unwrap_or_else(|| {
                flow.endings.push(reason.to_owned());
                flow.endings.len() - 1
            });
            StepKind::End(ending as u8)
        }
        "script" => {
            let module = compiler.modules.iter().position(|m| Some(m.as_str()) == reader.name("module").map(|n| n.0))?;
            StepKind::Script { module, function: reader.text("function")?.to_owned() }
        }
        "next-first" => StepKind::NextFirst,
        "in-order" => StepKind::InOrder(steps(reader)),
        "each-seat" => StepKind::EachSeat {
            steps: steps(reader),
            which: reader.has("where").then(|| compiler.formula(reader, "where", ItemType::Nothing)).flatten(),
            turn: reader.bool("turn")?,
        },
        "together" => StepKind::Together {
            actions: actions(compiler, &reader.names("actions")),
            otherwise: reader.name("otherwise").and_then(|n| actions(compiler, &[n]).first().copied()),
        },
        "choose" => {
            let again = reader.has("while").then(|| compiler.formula(reader, "while", ItemType::Nothing)).flatten();
            let usual = Formula::constant(if again.is_some() { WITHOUT_END } else { 1 });
            let mut number = |key: &str| match reader.has(key) {
                true => compiler.formula(reader, key, ItemType::Nothing),
                false => Some(usual.clone()),
            };
            let (min, max) = (number("min")?, number("max")?);
            StepKind::Choose(Box::new(Choice {
                actions: actions(compiler, &reader.names("actions")),
                otherwise: reader.name("otherwise").and_then(|n| actions(compiler, &[n]).first().copied()),
                min,
                max,
                again,
                may_stop: compiler.formula(reader, "may-stop", ItemType::Nothing)?,
            }))
        }
        "repeat" => StepKind::Repeat {
            steps: steps(reader),
            condition: reader.has("while").then(|| compiler.formula(reader, "while", ItemType::Nothing)).flatten(),
            max: compiler.formula(reader, "max", ItemType::Nothing)?,
        },
        "rounds" => StepKind::Rounds(steps(reader)),
        "turns" => {
            let last_round = reader.table("last-round").and_then(|last| {
                Some(LastRound {
                    when: compiler.formula(&last, "when", ItemType::Nothing)?,
                    everybody: last.word("for") != Some("others"),
                })
            });
            let until = reader.has("until").then(|| compiler.formula(reader, "until", ItemType::Nothing)).flatten();
            StepKind::Turns { steps: steps(reader), last_round, all_pass: reader.bool("all-pass")?, until }
        }
        _ => unreachable!("every kind of step has a schema"),
    })
}

/// The kinds of card that have the same value in the field named by `each-of`, as bits; one set for each value.
fn kinds_by_value(compiler: &mut Compiler, reader: &Reader, from: ZoneId) -> Vec<[u64; 4]> {
    let Some(name) = reader.text("each-of") else { return Vec::new() };
    let set = compiler.parts.cards_in(from);
    let Some(field) = set.fields.iter().position(|f| f.0 == name) else {
        let problem = Diagnostic::error("unknown-name", format!("{}: {} cards have no field `{name}`", reader.path(), set.id));
        compiler.report.push(problem.at(reader.origin("each-of"), "not among `fields`"));
        return Vec::new();
    };
    let mut values: Vec<(&FieldValue, [u64; 4])> = Vec::new();
    for (kind, card) in set.kinds.iter().enumerate() {
        let value = &card.fields[field];
        let at = values.iter().position(|v| v.0 == value).unwrap_or_else(|| {
            values.push((value, [0; 4]));
            values.len() - 1
        });
        bits::put(&mut values[at].1, kind);
    }
    values.into_iter().map(|v| v.1).collect()
}

/// Gives every pile that is watched its watch, and each watch the steps it brings about.
fn watch_piles(compiler: &mut Compiler, game: &Reader, ids: &[&str], flow: &mut Flow) {
    for (id, _, reader) in game.tables("zones") {
        let Some(zone) = compiler.parts.find_zone(id) else { continue };
        let aside = reader.table("aside");
        for (key, steps) in [("on-empty", reader.names("on-empty")), ("aside", aside.map_or_else(Vec::new, |a| a.names("then")))]
        {
            let named = named_steps(&steps, ids);
            if named.is_empty() {
                continue;
            }
            if let Some(slow) = named.iter().find(|s| !flow.happens_at_once(**s)) {
                let name = &flow.steps[slow.index()].id;
                let problem = Diagnostic::error("not-automatic", format!("zone `{id}`: step `{name}` asks somebody to choose"));
                let help = "only steps that happen by themselves can follow when a pile changes";
                compiler.report.push(problem.at(reader.origin(key), "in the middle of another step").help(help));
                continue;
            }
            let watch = Some(flow.watches.len() as u8);
            flow.watches.push(named);
            let zone = &mut compiler.parts.zones[zone.index()];
            match &mut zone.aside {
                Some(aside) if key == "aside" => aside.told = watch,
                _ => zone.on_empty = watch,
            }
        }
    }
}

/// Reports a zone of the wrong form.
pub(crate) fn want_form(compiler: &mut Compiler, reader: &Reader, key: &str, zone: ZoneId, wanted: &str, fits: fn(Form) -> bool) {
    let zone = compiler.parts.zone(zone);
    if !fits(zone.form) {
        let problem = Diagnostic::error("wrong-form", format!("{}: `{key}` wants a {wanted}", reader.path()));
        compiler.report.push(problem.at(reader.origin(key), format!("`{}` is none", zone.id)));
    }
}

/// Reports cards that would go where other cards lie.
pub(crate) fn same_cards(compiler: &mut Compiler, reader: &Reader, from: ZoneId, to: ZoneId) {
    let (a, b) = (compiler.parts.zone(from), compiler.parts.zone(to));
    if a.cards != b.cards {
        let message = format!("{}: `{}` and `{}` hold different cards", reader.path(), a.id, b.id);
        compiler.report.push(Diagnostic::error("different-cards", message).at(reader.origin("to"), "other cards lie here"));
    }
}

/// Reports steps that contain themselves: they would never begin.
fn circles(flow: &Flow, game: &Reader, report: &mut Report) {
    fn visit(flow: &Flow, at: usize, path: &mut Vec<usize>, done: &mut Vec<bool>, found: &mut Vec<usize>) {
        if path.contains(&at) {
            found.push(at);
            return;
        }
        if std::mem::replace(&mut done[at], true) {
            return;
        }
        path.push(at);
        if let StepKind::InOrder(steps)
        | StepKind::EachSeat { steps, .. }
        | StepKind::Rounds(steps)
        | StepKind::Repeat { steps, .. }
        | StepKind::Turns { steps, .. } = &flow.steps[at].kind
        {
            steps.iter().for_each(|s| visit(flow, s.index(), path, done, found));
        }
        path.pop();
    }
    let (mut done, mut found) = (vec![false; flow.steps.len()], Vec::new());
    for at in 0..flow.steps.len() {
        visit(flow, at, &mut Vec::new(), &mut done, &mut found);
    }
    let steps = game.map("steps");
    for at in found {
        let problem = Diagnostic::error("endless-steps", format!("step `{}` contains itself", flow.steps[at].id));
        report.push(
            problem
                .at(steps.get(at).map_or(game.here(), |s| s.1), "this step")
                .help("use a `repeat` or `turns` step to do something again"),
        );
    }
}
