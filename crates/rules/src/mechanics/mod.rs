//! The kinds of action: one file each, with its keys, its checks and its behaviour.
//!
//! A mechanic lists what is legal, carries out what was chosen, explains what is not, and knows its
//! notation. What it needs from the game file it reads by its schema when the game is loaded.

mod bid;
pub(crate) mod build;
mod buy;
mod claim;
mod gains;
mod keep;
pub(crate) mod lane_tables;
pub(crate) mod lanes;
mod lay;
mod money;
mod moving;
mod place;
mod play;
mod put;
mod side;
mod simple;
mod take;
mod takings;
mod upgrade;

use self::takings::Takings;
use crate::compile::Compiler;
use crate::compile::schema::GameKeys;
use crate::flow::{self, Flow};
use crate::rules::{Cited, Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::effect::Endless;
use railwright_core::expr::{Eval, Expr, Formula, Item, ItemType};
use railwright_core::id::{ActionId, SeatId, StepId};
use railwright_core::state::Progress;
use railwright_core::{Action, Components, Effects, State};
use railwright_source::{Diagnostic, Node, Origin, Reader, Schema, schema};

schema! {
    COMMON: ActionKeys = "any action",
    "What every action may have.",
    {
        DO: Text = "do", Required, "which mechanic it is";
        WHEN: Expr = "when", Optional, "it can be chosen only when this holds";
        THEN: Names("step") = "then", Optional, "steps that follow it";
        WORD: Text = "word", Optional, "what players type; the action's id if absent";
        CITES: Texts = "cites", Optional, "numbered rules it cites, shown with refusals";
    }
}

/// The mechanics and what each may have.
pub const SCHEMAS: &[(&str, &Schema)] = &[
    ("take", &take::SCHEMA),
    ("keep", &keep::SCHEMA),
    ("claim", &claim::SCHEMA),
    ("buy", &buy::SCHEMA),
    ("lay", &lay::SCHEMA),
    ("build", &build::SCHEMA),
    ("play", &play::SCHEMA),
    ("put", &put::SCHEMA),
    ("place", &place::SCHEMA),
    ("side", &side::SCHEMA),
    ("move", &moving::SCHEMA),
    ("upgrade", &upgrade::SCHEMA),
    ("bid", &bid::SCHEMA),
    ("run", &simple::RUN),
    ("withdraw", &simple::WITHDRAW),
    ("pass", &simple::PASS),
    ("script", &simple::SCRIPT),
];

/// A situation in which a mechanic is asked something.
pub(crate) struct DecisionContext<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) state: &'a State,
    pub(crate) seat: SeatId,
    pub(crate) id: ActionId,
    pub(crate) progress: Progress,
}

impl DecisionContext<'_> {
    /// An action of the mechanic that is asked.
    #[inline(always)]
    pub(crate) fn action(&self) -> Action {
        Action { action: self.id, ..Action::default() }
    }
}

/// A legal action that is to be carried out.
pub(crate) struct Execution<'a, 't> {
    pub(crate) rules: &'a Rules,
    pub(crate) table: &'a mut Effects<'t>,
    pub(crate) work: &'a mut Workspace,
    pub(crate) seat: SeatId,
    /// How far the seat had come with it.
    pub(crate) progress: Progress,
    pub(crate) action: Action,
}

/// What an action led to.
pub(crate) enum Outcome {
    /// The action is complete.
    Done,
    /// The seat goes on with it.
    More(Progress),
    /// The seat passed.
    Passed,
    /// It is paid for; these steps come before it is settled.
    Then(StepId),
}

/// One kind of action at work.
pub(crate) trait Behaviour {
    /// Appends everything the seat may do.
    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>);
    /// Carries out a legal action.
    fn apply(&self, execution: Execution) -> Result<Outcome, Fault>;
    /// Says why an action that is not legal is not.
    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> String;
    /// Appends what follows the action's word in notation.
    fn print(&self, context: &DecisionContext, action: Action, work: &mut Workspace, out: &mut String);
    /// Reads what follows the action's word in notation.
    fn parse(&self, context: &DecisionContext, text: &str, work: &mut Workspace) -> Result<Action, String>;

    /// What one of its actions is about, for filters.
    fn item(&self, _rules: &Rules, _action: Action) -> Item {
        Item::Nothing
    }

    /// Whether an action is legal.
    fn offers(&self, context: &DecisionContext, work: &mut Workspace, action: Action) -> bool {
        let mut listed = std::mem::take(&mut work.listed);
        listed.clear();
        self.legal(context, work, &mut listed);
        let found = listed.contains(&action);
        work.listed = listed;
        found
    }

    /// Whether there is a legal action about something for which the filter holds.
    fn any(&self, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        any_listed(self, context, work, filter)
    }
}

/// Whether a mechanic lists an action about something for which the filter holds.
fn any_listed(
    mechanic: &(impl Behaviour + ?Sized),
    context: &DecisionContext,
    work: &mut Workspace,
    filter: Option<&Expr>,
) -> bool {
    let mut listed = std::mem::take(&mut work.listed);
    listed.clear();
    mechanic.legal(context, work, &mut listed);
    let holds = |action: &Action| {
        let item = mechanic.item(context.rules, *action);
        let mut eval = Eval::new(&context.rules.parts, context.state, context.seat.into(), &mut work.scratch).about(item);
        filter.is_none_or(|f| eval.value(f) != 0)
    };
    let any = listed.iter().any(holds);
    work.listed = listed;
    any
}

/// A compiled mechanic.
#[derive(Clone, Debug)]
pub enum Mechanic {
    /// Takes cards from rows and piles.
    Take(take::Take),
    /// Keeps some of the cards offered.
    Keep(keep::Keep),
    /// Claims a whole lane for cards.
    Claim(claim::Claim),
    /// Buys a whole lane.
    Buy(Box<buy::Buy>),
    /// Lays track space by space.
    Lay(lay::Lay),
    /// Builds a path of lanes.
    Build(build::Build),
    /// Plays cards that go together.
    Play(play::PlayCards),
    /// Puts cards from one zone into another.
    Put(Box<put::Put>),
    /// Puts something on a place.
    Place(place::Place),
    /// Chooses sides of cards.
    Side(side::Side),
    /// Moves a train.
    Move(moving::Move),
    /// Raises a counter by a level.
    Upgrade(upgrade::Upgrade),
    /// Names a number.
    Bid(bid::Bid),
    /// Only what follows.
    Run,
    /// Takes back what is not settled yet.
    Withdraw,
    /// Nothing.
    Pass,
    /// A module of that number.
    Script(usize),
}

macro_rules! dispatch {
    ($self:expr, $name:ident ( $($argument:expr),* ), $other:expr) => {
        match $self {
            Mechanic::Take(m) => m.$name($($argument),*),
            Mechanic::Keep(m) => m.$name($($argument),*),
            Mechanic::Claim(m) => m.$name($($argument),*),
            Mechanic::Buy(m) => m.$name($($argument),*),
            Mechanic::Lay(m) => m.$name($($argument),*),
            Mechanic::Build(m) => m.$name($($argument),*),
            Mechanic::Play(m) => m.$name($($argument),*),
            Mechanic::Put(m) => m.$name($($argument),*),
            Mechanic::Place(m) => m.$name($($argument),*),
            Mechanic::Side(m) => m.$name($($argument),*),
            Mechanic::Move(m) => m.$name($($argument),*),
            Mechanic::Upgrade(m) => m.$name($($argument),*),
            Mechanic::Bid(m) => m.$name($($argument),*),
            other => $other(other),
        }
    };
}

impl Mechanic {
    /// Whether an action names cards that others may not see.
    #[inline]
    pub(crate) fn is_secret(&self, parts: &Components) -> bool {
        match self {
            Mechanic::Keep(keep) => keep.is_secret(parts),
            Mechanic::Put(put) => put.is_secret(parts),
            _ => false,
        }
    }

    /// Whether several parties may have the same lane by it.
    pub(crate) fn shares_lanes(&self) -> bool {
        match self {
            Mechanic::Claim(claim) => claim.rule.shared,
            Mechanic::Buy(buy) => buy.rule.shared,
            Mechanic::Build(build) => build.rule.shared,
            _ => false,
        }
    }

    /// Whether there is a legal action about something for which the filter holds.
    pub(crate) fn any(&self, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        dispatch!(self, any(context, work, filter), |other: &Mechanic| match other {
            Mechanic::Script(module) => {
                let mut listed = Vec::new();
                script_options(*module, context, work, &mut listed);
                !listed.is_empty()
            }
            Mechanic::Withdraw => context.state.clock().committed.is_some(),
            _ => true,
        })
    }

    /// Whether an action is legal.
    pub(crate) fn offers(&self, context: &DecisionContext, work: &mut Workspace, action: Action) -> bool {
        dispatch!(self, offers(context, work, action), |other: &Mechanic| {
            let mut listed = Vec::new();
            other.legal(context, work, &mut listed);
            listed.contains(&action)
        })
    }

    /// What one of its actions is about, for filters.
    pub(crate) fn item(&self, rules: &Rules, action: Action) -> Item {
        dispatch!(self, item(rules, action), |_| Item::Nothing)
    }

    /// Carries out the last stage of what was paid for before.
    pub(crate) fn settle(
        &self,
        rules: &Rules,
        table: &mut Effects,
        work: &mut Workspace,
        seat: SeatId,
        action: Action,
    ) -> Result<(), Endless> {
        match self {
            Mechanic::Claim(claim) => claim.settle(rules, table, work, seat, action),
            _ => Ok(()),
        }
    }

    #[inline]
    pub(crate) fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        dispatch!(self, legal(context, work, out), |other: &Mechanic| match other {
            Mechanic::Script(module) => script_options(*module, context, work, out),
            Mechanic::Withdraw if context.state.clock().committed.is_none() => {}
            _ => out.push(context.action()),
        });
    }

    #[inline]
    pub(crate) fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        dispatch!(self, apply(execution), |other: &Mechanic| match other {
            Mechanic::Script(module) => {
                let Execution { table, work, seat, action, .. } = execution;
                let options = work.scripts.options(table.state(), *module, seat)?;
                let key = options.get(action.subject as usize).map_or("", |k| k);
                let (state, events) = table.lend();
                work.scripts.resolve(state, events, *module, seat, key)?;
                Ok(Outcome::Done)
            }
            Mechanic::Pass => Ok(Outcome::Passed),
            Mechanic::Withdraw => {
                let Execution { rules, table, seat, action, .. } = execution;
                let committed = table.clock().committed.take();
                if let Some(Mechanic::Claim(claim)) = committed.map(|a| &rules.actions[a.action.index()].mechanic) {
                    claim.give_back(rules, table, seat).map_err(|e| endless(rules, action.action, e))?;
                }
                Ok(Outcome::Done)
            }
            _ => Ok(Outcome::Done),
        })
    }

    pub(crate) fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> String {
        dispatch!(self, refuse(context, action, work), |other: &Mechanic| match other {
            Mechanic::Script(_) => "the script does not offer this".to_owned(),
            Mechanic::Withdraw => "nothing is paid for that is not settled yet".to_owned(),
            _ => "it takes nothing further".to_owned(),
        })
    }

    pub(crate) fn print(&self, context: &DecisionContext, action: Action, work: &mut Workspace, out: &mut String) {
        dispatch!(self, print(context, action, work, out), |other: &Mechanic| {
            if let Mechanic::Script(module) = other
                && let Ok(options) = work.scripts.options(context.state, *module, context.seat)
                && let Some(key) = options.get(action.subject as usize)
            {
                out.push(' ');
                out.push_str(key);
            }
        });
    }

    pub(crate) fn parse(&self, context: &DecisionContext, text: &str, work: &mut Workspace) -> Result<Action, String> {
        dispatch!(self, parse(context, text, work), |other: &Mechanic| match other {
            Mechanic::Script(module) => {
                let options = work.scripts.options(context.state, *module, context.seat).map_err(|f| f.to_string())?;
                let at = options.iter().position(|key| key == text);
                at.map(|i| Action { subject: i as u16, ..context.action() })
                    .ok_or_else(|| format!("the script does not offer `{text}`; it offers: {}", options.join(", ")))
            }
            _ if text.is_empty() => Ok(context.action()),
            _ => Err(format!("nothing should follow, but `{text}` does")),
        })
    }
}

fn script_options(module: usize, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
    match work.scripts.options(context.state, module, context.seat) {
        Ok(options) => out.extend((0..options.len()).map(|i| Action { subject: i as u16, ..context.action() })),
        Err(fault) => work.fault = Some(fault),
    }
}

/// An action of the game file, compiled.
#[derive(Clone, Debug)]
pub struct ActionDef {
    /// Its id in the data.
    pub id: String,
    /// What players type.
    pub word: String,
    /// Where it is written.
    pub cited: Cited,
    /// What it does.
    pub mechanic: Mechanic,
    pub(crate) origin: Origin,
    /// What its actions are about, for filters.
    pub(crate) about: ItemType,
    pub(crate) when: Option<Formula>,
    pub(crate) then: Option<StepId>,
    /// What it may take from counters by its gains.
    takings: Takings,
}

impl ActionDef {
    /// Whether nobody else can see what is chosen until the game goes on.
    pub(crate) fn can_be_sealed(&self) -> bool {
        self.then.is_none() && matches!(self.mechanic, Mechanic::Keep(_) | Mechanic::Side(_))
    }

    /// Whether a script lists and carries it out.
    pub fn is_scripted(&self) -> bool {
        matches!(self.mechanic, Mechanic::Script(_))
    }

    /// Whether it is one decision, which can wait until all have chosen.
    pub(crate) fn can_be_held_back(&self) -> bool {
        use Mechanic::{Bid, Move, Pass, Place, Play, Run, Script, Upgrade};
        matches!(self.mechanic, Play(_) | Place(_) | Move(_) | Upgrade(_) | Bid(_) | Run | Pass | Script(_))
    }
}

/// What the actions of an entry of the game file are about, for filters.
pub(crate) fn about(compiler: &Compiler, node: &Node) -> ItemType {
    let first = |node: &Node| match node.as_list() {
        Some(list) => list.first().and_then(|n| n.as_text().map(str::to_owned)),
        None => node.as_text().map(str::to_owned),
    };
    match node.at("do").and_then(|n| n.as_text()) {
        Some("lay") => ItemType::Company,
        Some("claim" | "buy" | "build") => ItemType::Lane,
        Some("place" | "move") => ItemType::Place,
        Some("take" | "keep" | "put" | "play") => {
            let zone = node.at("from").and_then(first).and_then(|name| compiler.parts.find_zone(&name));
            zone.map_or(ItemType::Nothing, |zone| ItemType::Card(compiler.parts.zone(zone).cards))
        }
        Some("side") => {
            let zone = node.at("zone").and_then(first).and_then(|name| compiler.parts.find_zone(&name));
            zone.map_or(ItemType::Nothing, |zone| ItemType::Card(compiler.parts.zone(zone).cards))
        }
        _ => ItemType::Nothing,
    }
}

/// Compiles all actions; their ids are their positions.
pub(crate) fn compile(compiler: &mut Compiler, game: &Reader<GameKeys>, steps: &[&str], flow: &mut Flow) -> Vec<ActionDef> {
    let mut actions = Vec::new();
    for (id, origin, node) in game.get(GameKeys::ACTIONS) {
        let kind = node.at("do").and_then(|n| n.as_text()).unwrap_or_default();
        let schema = SCHEMAS.iter().find(|(name, _)| *name == kind).map(|(_, schema)| *schema);
        let blank = ActionDef {
            id: id.to_owned(),
            word: id.to_owned(),
            cited: Cited::default(),
            mechanic: Mechanic::Run,
            origin,
            about: about(compiler, node),
            when: None,
            then: None,
            takings: Takings::default(),
        };
        let Some(schema) = schema else {
            flow::unknown_kind(compiler.report, "action", id, node, origin, SCHEMAS);
            actions.push(blank);
            continue;
        };
        let reader = Reader::<ActionKeys>::by(node, schema, format!("actions.{id}"), compiler.report);
        reader.check_names(&compiler.known, compiler.report);
        compiler.need_holders(&reader);
        let mechanic = match kind {
            "take" => take::compile(compiler, &reader.as_table()).map(Mechanic::Take),
            "keep" => keep::compile(compiler, &reader.as_table()).map(Mechanic::Keep),
            "claim" => {
                claim::compile(compiler, &reader.as_table(), ActionId::from(actions.len()), steps, flow).map(Mechanic::Claim)
            }
            "buy" => buy::compile(compiler, &reader.as_table()).map(Box::new).map(Mechanic::Buy),
            "lay" => lay::compile(compiler, &reader.as_table()).map(Mechanic::Lay),
            "build" => build::compile(compiler, &reader.as_table()).map(Mechanic::Build),
            "play" => play::compile(compiler, &reader.as_table()).map(Mechanic::Play),
            "put" => put::compile(compiler, &reader.as_table()).map(Box::new).map(Mechanic::Put),
            "place" => place::compile(compiler, &reader.as_table()).map(Mechanic::Place),
            "side" => side::compile(compiler, &reader.as_table()).map(Mechanic::Side),
            "move" => moving::compile(compiler, &reader.as_table()).map(Mechanic::Move),
            "upgrade" => upgrade::compile(compiler, &reader.as_table()).map(Mechanic::Upgrade),
            "bid" => bid::compile(compiler, &reader.as_table()).map(Mechanic::Bid),
            "pass" => Some(Mechanic::Pass),
            "withdraw" => Some(Mechanic::Withdraw),
            "script" => simple::module(compiler, &reader.as_table()).map(Mechanic::Script),
            _ => Some(Mechanic::Run),
        };
        let takings = Takings::read(compiler, reader.path(), origin, mechanic.as_ref());
        let word = reader.get(ActionKeys::WORD).unwrap_or(id);
        if word.is_empty() || word.contains(char::is_whitespace) || word == "done" {
            let problem = Diagnostic::error("wrong-word", format!("`{word}` cannot be what players type for `{id}`"));
            compiler.report.push(problem.at(reader.origin(ActionKeys::WORD), "one word, and not `done`"));
        }
        let when = compiler.formula_if_written(&reader, ActionKeys::WHEN, ItemType::Nothing);
        let then = flow::named_steps(&reader.get(ActionKeys::THEN), steps);
        let then = (!then.is_empty()).then(|| flow.in_order(format!("after {id}"), then));
        let cited = compiler.cited(&reader, ActionKeys::CITES, origin);
        actions.push(ActionDef {
            word: word.to_owned(),
            cited,
            when,
            then,
            mechanic: mechanic.unwrap_or(Mechanic::Run),
            takings,
            ..blank
        });
    }
    actions
}

/// The values that a formula compared, for the end of a refusal.
pub(crate) fn in_brackets(values: &str) -> String {
    if values.is_empty() { String::new() } else { format!(" ({values})") }
}

/// A rule that never comes to an end, as a fault of the action.
#[cold]
pub(crate) fn endless(rules: &Rules, id: ActionId, what: Endless) -> Fault {
    Fault::endless_sweep(&rules.actions[id.index()].cited.place, what)
}
