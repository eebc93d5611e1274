//! The turn structure as data: a tree of steps, some of which ask players to choose.

mod begin;
mod compile;
mod endings;
mod happen;
mod last;
mod loops;
mod marks;
mod offers;
mod out;
mod pay;
mod run;
mod schema;
mod steps;
mod ways;
mod whom;

pub use begin::{Beginning, Misplaced};
pub use compile::FORMERLY;
pub(crate) use compile::{compile, misplaced, named_steps, said_once, same_cards, two_zones, unknown_kind, want_form};
pub(crate) use last::check_last;
pub use out::put_out;
pub(crate) use run::{acted, advance, begin, holds, settle, value};
pub use schema::LAST_ROUND;
pub(crate) use schema::{ChooseKeys, TogetherKeys};
pub use steps::SCHEMAS;

use self::out::Leaving;
use self::pay::Payment;
use self::whom::Whom;
use crate::mechanics::pieces::Pieces;
use crate::rules::Cited;
use endings::SharedEnding;
use railwright_core::State;
use railwright_core::effect::At;
use railwright_core::expr::{Formula, Sieve};
use railwright_core::id::{ActionId, CounterId, SetId, StepId, ZoneId};

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
        whom: Whom,
    },
    Refill {
        zone: ZoneId,
        from: ZoneId,
        whom: Whom,
    },
    Move {
        from: ZoneId,
        to: ZoneId,
        which: Option<Sieve>,
        /// How many of these at most.
        count: Option<Formula>,
        at: At,
        each: bool,
    },
    /// The same for zones of places, lanes or companies.
    MoveOf(Box<MoveOf>),
    ToFront {
        zone: ZoneId,
        which: Formula,
    },
    Shuffle {
        zone: ZoneId,
        whom: Whom,
    },
    ShuffleIn {
        from: ZoneId,
        to: ZoneId,
        parts: usize,
        part: usize,
        odd_upper: bool,
        whom: Whom,
    },
    Count {
        counter: CounterId,
        value: Formula,
        add: bool,
        whom: Whom,
    },
    /// The same for counters of companies, places or lanes, or of seats with these.
    CountOf {
        counter: CounterId,
        value: Formula,
        add: bool,
        whom: Whom,
    },
    /// Lanes or places come into a set, or out of it.
    Mark {
        set: SetId,
        which: Formula,
        on: bool,
        each: bool,
    },
    /// Track is taken off lanes.
    Clear {
        which: Formula,
        pieces: Pieces,
        of_seat: bool,
    },
    /// Something is paid from one counter into another.
    Pay(Box<Payment>),
    /// Seats are out, or play again.
    Out(Leaving),
    End(u8),
    /// The last stage of an action that is paid for, unless it was withdrawn.
    Settle(ActionId),
    Script {
        module: usize,
        function: String,
    },
    NextFirst,
    Order(Formula),
    InOrder(Vec<StepId>),
    EachSeat {
        steps: Vec<StepId>,
        which: Option<Formula>,
        turn: bool,
        /// Whether the seat whose turn it is begins, and not the first player.
        from_actor: bool,
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
    Rounds {
        steps: Vec<StepId>,
        until: Option<Formula>,
    },
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
        !matches!(self, InOrder(_) | EachSeat { .. } | Together { .. } | Choose(_) | Repeat { .. } | Rounds { .. } | Turns { .. })
    }
}

/// Cards that move from or to zones of places, lanes or companies.
#[derive(Clone, Debug)]
pub(crate) struct MoveOf {
    pub(crate) from: ZoneId,
    pub(crate) to: ZoneId,
    /// Which cards, each with the thing around it.
    pub(crate) which: Option<Formula>,
    /// How many of these at most, about the thing.
    pub(crate) count: Option<Formula>,
    pub(crate) at: At,
    pub(crate) whom: Whom,
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

/// As many choices as there are, for a step that does not say how many.
pub(crate) const WITHOUT_END: i64 = i64::MAX;

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
    /// The ways the game can end, in words; where several steps end it in the same words, each has a number of its own.
    pub endings: Vec<String>,
    /// The numbers of ways in which a step ends the game as an earlier one does.
    shared: Vec<SharedEnding>,
    pub(crate) root: StepId,
    /// The steps that happen when something happens to a pile.
    pub(crate) watches: Vec<Vec<StepId>>,
}

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
        let (mut open, mut seen) = (vec![step], vec![false; self.steps.len()]);
        while let Some(step) = open.pop() {
            match &self.steps[step.index()].kind {
                StepKind::InOrder(steps) if !std::mem::replace(&mut seen[step.index()], true) => open.extend(steps),
                StepKind::InOrder(_) => {}
                kind if !kind.is_automatic() => return false,
                _ => {}
            }
        }
        true
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

    /// Whether an action is what some step leaves to those who can do nothing else.
    pub fn is_last_resort(&self, action: ActionId) -> bool {
        (0..self.steps.len()).any(|step| self.offered(StepId::from(step)).otherwise == Some(action))
    }

    /// Whether some step offers an action.
    pub fn is_offered(&self, action: ActionId) -> bool {
        (0..self.steps.len())
            .map(|step| self.offered(StepId::from(step)))
            .any(|offer| offer.actions.contains(&action) || offer.otherwise == Some(action))
    }

    /// Where the step that is under way is written.
    pub fn place(&self, state: &State) -> Option<&str> {
        let step = state.clock().frames.last()?.step;
        Some(&self.steps[step.index()].cited.place)
    }
}
