//! The kinds of action: one file each, with its keys, its checks and its behaviour.
//!
//! A mechanic lists what is legal, carries out what was chosen, explains what is not, and knows its
//! notation. What it needs from the game file it reads by its schema when the game is loaded. What the
//! rest of the program wants to know of it is a function of [`Behaviour`].

mod action;
mod at_things;
mod bid;
pub(crate) mod build;
pub(crate) mod carry;
pub(crate) mod claim;
mod dispatch;
mod gains;
mod keep;
mod lane_reach;
pub(crate) mod lane_tables;
pub(crate) mod lanes;
pub(crate) mod lay;
pub(crate) mod lift;
mod mark;
mod money;
mod notation;
mod pass;
mod paying;
pub(crate) mod pieces;
mod play;
mod put;
mod reason;
mod run;
mod script;
mod side;
mod take;
mod takings;
mod travel;
mod upgrade;
mod with_cards;
mod withdraw;
mod word_alone;

pub use self::action::ActionDef;
pub(crate) use self::action::ActionKeys;
pub(crate) use self::action::{compile, outline};
use self::dispatch::mechanics;
use self::lanes::WholeLanes;
use self::notation::Notation;
pub(crate) use self::notation::in_common;
pub(crate) use self::reason::{KeyName, Reason};
use self::takings::Takings;
use self::with_cards::WithCards;
use crate::compile::Compiler;
use crate::flow::Flow;
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::effect::Endless;
use railwright_core::expr::{Eval, Expr, ItemType};
use railwright_core::id::{ActionId, SeatId, StepId, ZoneId};
use railwright_core::state::Progress;
use railwright_core::{Action, Components, Effects, State, SubjectKinds, Subjects};
use railwright_source::{Keys, Reader, Schema};

mechanics! {
    "take": Take(WithCards<take::Take>),
    "keep": Keep(keep::Keep),
    "claim": Claim(claim::Claim),
    "lay": Lay(WithCards<lay::Lay>),
    "build": Build(build::Build),
    "play": Play(play::PlayCards),
    "put": Put(put::Put),
    "mark": Mark(WithCards<mark::Mark>),
    "lift": Lift(WithCards<lift::Lift>),
    "side": Side(side::Side),
    "travel": Travel(travel::Travel),
    "carry": Carry(carry::Carry),
    "upgrade": Upgrade(WithCards<upgrade::Upgrade>),
    "bid": Bid(bid::Bid),
    "run": Run(run::Run),
    "withdraw": Withdraw(withdraw::Withdraw),
    "pass": Pass(pass::Pass),
    "script": Script(script::Script),
}

/// One kind of action at work.
///
/// What has no default is asked of every mechanic because an answer that was forgotten would be wrong without anybody noticing.
trait Behaviour: Sized {
    /// The keys of its table in the game file.
    type Keys: Keys;

    /// What is known of an action before any is compiled.
    fn outline(parts: &Components, reader: &Reader<Self::Keys>) -> Outline;
    /// Reads its table; nothing if something is wrong with it.
    fn compile(compiler: &mut Compiler, reader: &Reader<Self::Keys>, plan: &mut Plan) -> Option<Self>;
    /// Appends everything the seat may do.
    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>);
    /// Carries out a legal action.
    fn apply(&self, execution: Execution) -> Result<Outcome, Fault>;
    /// Says why an action that is not legal is not, and which of its keys says so.
    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason;
    /// Appends what follows the action's word in notation.
    fn print(&self, context: &DecisionContext, action: Action, work: &mut Workspace, out: &mut String);
    /// Reads what follows the action's word in notation.
    fn parse(&self, context: &DecisionContext, text: &str, work: &mut Workspace) -> Result<Action, String>;
    /// How its first decision is written after the action's word, so that another action with the same word can be told apart.
    fn notation(&self, parts: &Components) -> Notation;
    /// What one of its actions is about, of the sorts that its outline says.
    fn subjects(&self, rules: &Rules, action: Action) -> Subjects;
    /// Notes from which counters it may take by what it adds to them.
    fn note_takings(&self, parts: &Components, takings: &mut Takings);

    /// How many legal actions there are, where that can be told without a list of them. What is noted on the way serves
    /// [`Behaviour::nth`].
    fn count(&self, _: &DecisionContext, _: &mut Workspace) -> Option<usize> {
        None
    }

    /// The legal action of that number, in the order of the list; asked only where [`Behaviour::count`] has just told in the same
    /// situation how many there are.
    fn nth(&self, _: &DecisionContext, _: &mut Workspace, _: usize) -> Action {
        unreachable!("what is not counted is listed")
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

    /// What the seat is in the middle of and has to say next, where it has said only a part of an action.
    fn under_way(&self, context: &DecisionContext, _: &mut Workspace) -> Option<String> {
        debug_assert!(context.progress.action.is_none(), "an action of several decisions does not say what is under way");
        None
    }

    /// Everything that it can ever list, in whatever state, and perhaps more; nothing where the board and the rules do not say, or where
    /// that is too much to be numbered.
    fn every(&self, _: &Rules, _: ActionId) -> Option<Vec<Action>> {
        None
    }

    /// Why it cannot be seen in time that an action takes too much, if that is so: it is more than one decision, or settled later.
    fn takes_too_late(&self) -> Option<&'static str> {
        None
    }

    /// An action with all that it leads to, where it is but the first of several decisions.
    fn whole(&self, action: Action) -> Action {
        action
    }

    /// Carries out the last stage of an action that led to [`Outcome::Then`].
    fn settle(&self, _: &Rules, _: &mut Effects, _: &mut Workspace, _: SeatId, _: Action) -> Result<(), Endless> {
        Ok(())
    }

    /// Gives back what was paid for such an action.
    fn give_back(&self, _: &Rules, _: &mut Effects, _: SeatId) -> Result<(), Endless> {
        Ok(())
    }

    /// The bag that cards are paid from and the one they go to, where an action has a payment.
    fn paid_from_and_to(&self) -> Option<[ZoneId; 2]> {
        None
    }

    /// By which rule it gives whole lanes to seats, if it does: given positions give lanes by the same rule.
    fn whole_lanes(&self) -> Option<WholeLanes<'_>> {
        None
    }

    /// How it lays track for companies, if it does: given positions lay it in the same way.
    fn lays_track(&self) -> Option<&lay::Lay> {
        None
    }

    /// Whether it takes cards, seen or not.
    fn takes_cards(&self) -> bool {
        false
    }

    /// Whether a script lists and carries it out.
    fn is_scripted(&self) -> bool {
        false
    }

    /// Makes sure that what an action says by its place in a list of a script is known when it is carried out.
    fn recall(&self, _: &Rules, _: &State, _: SeatId, _: Action, _: &mut Workspace) -> Result<(), Fault> {
        Ok(())
    }
}

/// What is known of an action from its table alone: conditions may ask about actions that are compiled after them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    /// What filters are asked about.
    pub(crate) about: ItemType,
    /// What `last-…` can be after it.
    pub(crate) last: SubjectKinds,
    /// Whether an action names cards that others may not see.
    pub(crate) secret: bool,
    /// What becomes of it where all choose at once.
    pub(crate) together: Together,
}

/// How an action can be chosen by several seats at once and in secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Together {
    /// Not at all: it is several decisions, which others see.
    Never,
    /// It writes only what nobody else sees; nothing may follow it.
    Sealed,
    /// Not at all: all would choose out of one row, and what one takes another cannot have.
    SharedRow,
    /// It is one decision, which can wait until all have chosen.
    HeldBack,
    /// The same; when it is carried out nobody is told, but sees the cards that move as far as the zones allow.
    Unannounced,
}

/// What filters about the cards of a zone are asked about.
fn cards_in(parts: &Components, zone: Option<ZoneId>) -> ItemType {
    zone.map_or(ItemType::Nothing, |zone| ItemType::Card(parts.zone(zone).cards))
}

/// Where an action is compiled: its own number, the ids of the steps, and the turn structure, to which it may add steps.
struct Plan<'a> {
    id: ActionId,
    steps: &'a [&'a str],
    flow: &'a mut Flow,
}

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

/// Whether a mechanic lists an action about something for which the filter holds.
fn any_listed(mechanic: &impl Behaviour, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
    let mut listed = std::mem::take(&mut work.listed);
    listed.clear();
    mechanic.legal(context, work, &mut listed);
    let about = context.rules.actions[context.id.index()].outline.about;
    let holds = |action: &Action| {
        let item = mechanic.subjects(context.rules, *action).item(about);
        let mut eval = Eval::new(&context.rules.parts, context.state, context.seat.into(), &mut work.scratch).about(item);
        filter.is_none_or(|f| eval.value(f) != 0)
    };
    let any = listed.iter().any(holds);
    work.listed = listed;
    any
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
