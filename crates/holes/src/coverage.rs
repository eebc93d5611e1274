//! What came up in the games that were looked at: which actions, lanes and cards had a part in them.

use railwright_bots::{Seen, Witness};
use railwright_core::components::Spot;
use railwright_core::{Action, Components, Event, State};
use railwright_rules::{Engine, Rules, Sheet};
use std::sync::Arc;

/// How often an action came up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Use {
    /// Decisions at which it could be chosen.
    pub legal: u64,
    /// Decisions at which there was anything else to choose, be it the same action in another way.
    pub free: u64,
    /// Decisions at which another action could be chosen.
    pub open: u64,
    /// How often it was chosen.
    pub chosen: u64,
}

impl Use {
    /// Both together.
    pub(crate) fn and(self, other: Use) -> Use {
        Use {
            legal: self.legal + other.legal,
            free: self.free + other.free,
            open: self.open + other.open,
            chosen: self.chosen + other.chosen,
        }
    }
}

/// What came up in games of one setting.
#[derive(Clone, Debug)]
pub struct Coverage {
    rules: Arc<Rules>,
    /// Games that were looked at.
    pub games: u64,
    /// Each action of the game.
    pub actions: Vec<Use>,
    /// How often each lane could be taken.
    pub lanes_legal: Vec<u64>,
    /// How often each lane was taken.
    pub lanes_taken: Vec<u64>,
    /// How often each kind of each set of cards went somewhere.
    pub cards: Vec<Vec<u64>>,
    /// The number of the last decision at which each action was counted.
    last: Vec<u64>,
    decisions: u64,
}

impl Coverage {
    /// Nothing yet.
    pub fn new(rules: &Arc<Rules>) -> Self {
        let lanes = rules.parts.map.lanes.len();
        Coverage {
            rules: rules.clone(),
            games: 0,
            actions: vec![Use::default(); rules.actions.len()],
            lanes_legal: vec![0; lanes],
            lanes_taken: vec![0; lanes],
            cards: rules.parts.cards.iter().map(|set| vec![0; set.kinds.len()]).collect(),
            last: vec![0; rules.actions.len()],
            decisions: 0,
        }
    }

    /// The kinds of event it is about, as bits.
    pub(crate) fn hears() -> u16 {
        let (party, lane, seat) = Default::default();
        let spot = Spot { zone: Default::default(), owner: 0 };
        let moved = Event::Moved { from: spot, to: spot, kind: Default::default(), count: 0 };
        moved.bit() | Event::Claimed { party, lane, seat }.bit() | Event::Laid { party, lane, seat }.bit()
    }

    /// Somebody chooses.
    pub(crate) fn decision(&mut self, legal: &[Action], choice: usize) {
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
            }
        }
        if let Some(used) = self.actions.get_mut(legal[choice].action.index()) {
            used.chosen += 1;
        }
    }

    /// What came of it.
    pub(crate) fn events(&mut self, parts: &Components, events: &[Event]) {
        for event in events {
            match *event {
                Event::Moved { to, kind, count, .. } => {
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
    }
}

/// Looks on while bots play.
impl Witness for Coverage {
    fn hears(&self) -> u16 {
        Coverage::hears()
    }

    fn chose(&mut self, seen: &Seen) {
        self.decision(seen.legal, seen.choice);
    }

    fn happened(&mut self, _: &State, events: &[Event]) {
        let rules = self.rules.clone();
        self.events(&rules.parts, events);
    }

    fn ended(&mut self, _: &mut Engine, _: &State, _: &Sheet) {
        self.games += 1;
    }
}
