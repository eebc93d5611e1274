//! Coverage, what came up in the games that were looked at: which actions, lanes and cards had a part in them.

use crate::chance;
use railwright_core::components::Spot;
use railwright_core::id::{ActionId, SeatId};
use railwright_core::{Action, Components, Event, Random, State};
use railwright_rules::Rules;
use std::cmp::Reverse;
use std::sync::Arc;

/// So many positions are kept of each action, of a game one at most.
const KEPT: usize = 40;

/// What each kind of action puts a seat ahead by, as somebody saw it who weighed them; empty if nobody did.
pub(crate) type Weights = Vec<(ActionId, i64)>;

/// How often an action came up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ActionFrequency {
    /// Decisions at which it could be chosen.
    pub legal: u64,
    /// Decisions at which there was anything else to choose, be it the same action in another way.
    pub free: u64,
    /// Decisions at which another action could be chosen.
    pub open: u64,
    /// How often it was chosen.
    pub chosen: u64,
}

impl ActionFrequency {
    /// Both together.
    pub(crate) fn and(self, other: ActionFrequency) -> ActionFrequency {
        ActionFrequency {
            legal: self.legal + other.legal,
            free: self.free + other.free,
            open: self.open + other.open,
            chosen: self.chosen + other.chosen,
        }
    }
}

/// A position in which somebody could choose an action and others beside it.
#[derive(Clone, Debug)]
pub(crate) struct ChoicePosition {
    /// The game it comes from.
    pub(crate) number: u64,
    /// By how much the action led when somebody weighed it there.
    promise: Option<i64>,
    pub(crate) state: State,
    pub(crate) seat: SeatId,
}

/// What came up in games of one setting.
#[derive(Clone, Debug)]
pub struct Coverage {
    rules: Arc<Rules>,
    /// Games that were looked at.
    pub games: u64,
    /// Each action of the game.
    pub actions: Vec<ActionFrequency>,
    /// How often each lane could be taken.
    pub lanes_legal: Vec<u64>,
    /// How often each lane was taken.
    pub lanes_taken: Vec<u64>,
    /// How often each kind of each set of cards went somewhere.
    pub cards: Vec<Vec<u64>>,
    /// How many cards came into each zone by each action.
    pub(crate) brought: Vec<Vec<u64>>,
    /// What was chosen last in the game that is being played.
    acting: Option<ActionId>,
    /// For each action positions in which it could be chosen besides others: those where it promised most, and from the
    /// first games that had any.
    pub(crate) open: Vec<Vec<ChoicePosition>>,
    /// The same for the game that is being played, with how many positions there were to keep this one of.
    at_hand: Vec<Option<(u32, ChoicePosition)>>,
    random: Random,
    /// The number of the last decision at which each action was counted.
    last: Vec<u64>,
    decisions: u64,
    number: u64,
}

impl Coverage {
    /// Nothing yet.
    pub fn new(rules: &Arc<Rules>) -> Self {
        let lanes = rules.parts.map.lanes.len();
        Coverage {
            rules: rules.clone(),
            games: 0,
            actions: vec![ActionFrequency::default(); rules.actions.len()],
            lanes_legal: vec![0; lanes],
            lanes_taken: vec![0; lanes],
            cards: rules.parts.cards.iter().map(|set| vec![0; set.kinds.len()]).collect(),
            brought: vec![vec![0; rules.parts.zones.len()]; rules.actions.len()],
            acting: None,
            open: vec![Vec::new(); rules.actions.len()],
            at_hand: vec![None; rules.actions.len()],
            random: Random::default(),
            last: vec![0; rules.actions.len()],
            decisions: 0,
            number: 0,
        }
    }

    /// The kinds of event it is about, as bits.
    pub(crate) fn hears() -> u16 {
        let (party, lane, seat) = Default::default();
        let spot = Spot { zone: Default::default(), owner: 0 };
        let moved = Event::Moved { from: spot, to: spot, kind: Default::default(), count: 0 };
        moved.bit() | Event::Claimed { party, lane, seat }.bit() | Event::Laid { party, lane, seat }.bit()
    }

    /// A game begins; `number` is its place among all games.
    pub(crate) fn begin(&mut self, number: u64, seed: u64) {
        self.games += 1;
        self.acting = None;
        self.number = number;
        self.random = Random::stream(seed, chance::KEEPING);
    }

    /// The game is over.
    pub(crate) fn end(&mut self) {
        for (open, at_hand) in self.open.iter_mut().zip(&mut self.at_hand) {
            open.extend(at_hand.take().map(|(_, position)| position));
            if open.len() > 2 * KEPT {
                keep_best(open);
            }
        }
    }

    /// Somebody chooses.
    pub(crate) fn decision(&mut self, state: &State, seat: SeatId, legal: &[Action], choice: usize, weights: &Weights) {
        self.decisions += 1;
        let mixed = legal.iter().any(|action| action.action != legal[0].action);
        for action in legal {
            if let Some(lane) = self.rules.lane_of(*action) {
                self.lanes_legal[lane.index()] += 1;
            }
            let index = action.action.index();
            // The same action in several ways is one.
            if let Some(used) = self.actions.get_mut(index).filter(|_| self.last[index] != self.decisions) {
                self.last[index] = self.decisions;
                used.legal += 1;
                used.free += u64::from(legal.len() > 1);
                used.open += u64::from(mixed);
                if mixed {
                    self.keep(index, state, seat, promise(weights, action.action));
                }
            }
        }
        self.acting = Some(legal[choice].action);
        if let Some(used) = self.actions.get_mut(legal[choice].action.index()) {
            used.chosen += 1;
        }
    }

    /// Keeps one position of a game: where the action promises most, and of those that nobody weighed each as likely.
    fn keep(&mut self, action: usize, state: &State, seat: SeatId, promise: Option<i64>) {
        let slot = &mut self.at_hand[action];
        let there_were = slot.as_ref().map_or(0, |(n, _)| *n);
        let better = match slot.as_ref().map(|(_, open)| open.promise) {
            Some(before) if before != promise || promise.is_some() => promise > before,
            _ => self.random.below(there_were + 1) == 0,
        };
        match slot {
            Some((n, _)) if !better => *n += 1,
            slot => *slot = Some((there_were + 1, ChoicePosition { number: self.number, promise, state: state.clone(), seat })),
        }
    }

    /// What came of it.
    pub(crate) fn events(&mut self, parts: &Components, events: &[Event]) {
        for event in events {
            match *event {
                Event::Moved { from, to, kind, count } => {
                    let brought = self.acting.and_then(|action| self.brought.get_mut(action.index()));
                    if let Some(brought) = brought.filter(|_| from.zone != to.zone) {
                        brought[to.zone.index()] += u64::from(count);
                    }
                    self.cards[parts.zone(to.zone).cards.index()][kind.index()] += u64::from(count);
                }
                Event::Claimed { lane, .. } | Event::Laid { lane, .. } => self.lanes_taken[lane.index()] += 1,
                _ => {}
            }
        }
    }

    /// Takes in what came up in other games of the same setting.
    pub(crate) fn merge(&mut self, other: &Coverage) {
        self.games += other.games;
        self.actions.iter_mut().zip(&other.actions).for_each(|(a, b)| *a = a.and(*b));
        let add = |a: &mut Vec<u64>, b: &Vec<u64>| a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        add(&mut self.lanes_legal, &other.lanes_legal);
        add(&mut self.lanes_taken, &other.lanes_taken);
        self.cards.iter_mut().zip(&other.cards).for_each(|(a, b)| add(a, b));
        self.brought.iter_mut().zip(&other.brought).for_each(|(a, b)| add(a, b));
        for (open, more) in self.open.iter_mut().zip(&other.open) {
            open.extend(more.iter().cloned());
            keep_best(open);
        }
    }
}

/// Keeps the positions that promise most; which these are does not depend on the order in which they came.
fn keep_best(open: &mut Vec<ChoicePosition>) {
    open.sort_by_key(|position| (Reverse(position.promise), position.number));
    open.truncate(KEPT);
}

/// By how much an action leads over the best other.
fn promise(weights: &Weights, action: ActionId) -> Option<i64> {
    let (_, own) = weights.iter().find(|(kind, _)| *kind == action)?;
    let others = weights.iter().filter(|(kind, _)| *kind != action).map(|(_, margin)| *margin);
    Some(own - others.max()?)
}
