//! Room that is reused from decision to decision, so that none is asked for while a game is played.

use crate::limits::{REACTIONS, REACTIONS_DEEP};
use crate::mechanics::build::PathScratch;
use crate::mechanics::carry::CarryScratch;
use crate::mechanics::claim::LaneCounts;
use crate::module::ScriptOption;
use crate::offer::Counted;
use crate::oracle::LegalityOracle;
use crate::price::PoolWays;
use crate::rules::{Fault, Rules};
use crate::script::{NoScripts, Scripts};
use railwright_core::expr::{Eval, Formula, Scratch};
use railwright_core::id::{ActionId, CounterId, SeatId};
use railwright_core::{Action, Effects, Payment, State};

/// The room of one engine, and its scripts.
pub(crate) struct Workspace {
    /// Room for working out expressions, and what is remembered of them.
    pub(crate) scratch: Scratch,
    /// The lanes that are to be had, as bits.
    pub(crate) available: Vec<u64>,
    /// The lanes that a hand can pay for, as bits.
    pub(crate) reached: Vec<u64>,
    /// The actions of a mechanic before anybody has said how they are paid for.
    pub(crate) unpaid: Vec<Action>,
    /// What was counted of what a seat may do.
    pub(crate) counted: Vec<Counted>,
    /// The lanes that each seat can have by each action, counted.
    pub(crate) lane_counts: LaneCounts,
    /// The ways to pay for one action.
    pub(crate) payments: Vec<Payment>,
    /// Room for finding them where groups of cards stand in.
    pub(crate) pools: PoolWays,
    pub(crate) scripts: Box<dyn Scripts>,
    /// The first fault of a script that was met where none can be given back.
    pub(crate) fault: Option<Fault>,
    /// Room for searching paths to new cities.
    pub(crate) paths: PathScratch,
    /// Room for searching ways over lanes.
    pub(crate) carry: CarryScratch,
    /// A list of all that is legal, made to look one action up.
    pub(crate) probe: Vec<Action>,
    /// The same of one mechanic's actions.
    pub(crate) listed: Vec<Action>,
    /// What an action adds to counters, worked out before any is changed.
    pub(crate) amounts: Vec<(CounterId, i32)>,
    /// A copy of the state on which actions are tried that may take too much from a counter.
    pub(crate) trial: Option<Box<State>>,
    /// The actions that are tried so.
    pub(crate) tried: Vec<Action>,
    /// Whether prices are left out, as `could` does.
    pub(crate) free: bool,
    /// Room for answering conditions that ask what could be chosen; a condition within one of these is not asked again.
    pub(crate) asked: Option<Box<Workspace>>,
    /// Whether this is such room.
    pub(crate) asking: bool,
    /// Which actions can be chosen now and which cannot, as far as that was found out for the decision at hand: conditions that ask for it
    /// are answered so.
    pub(crate) found: Vec<(ActionId, bool)>,
    /// The kinds of event that scripts hear.
    pub(crate) hears: u16,
    /// Of which zones they hear that cards move; 0 for all.
    pub(crate) zones: u64,
    /// How many events of the log they have heard.
    pub(crate) told: usize,
    /// The options of a script that are gone through.
    pub(crate) options: Vec<ScriptOption>,
}

impl Workspace {
    /// Whether something happened that scripts have not heard yet.
    #[inline]
    pub(crate) fn has_news(&self, table: &Effects) -> bool {
        self.hears != 0 && table.noted() > self.told
    }

    /// Tells the scripts what happened since they were last told; what they do can be heard in turn.
    #[cold]
    pub(crate) fn react(&mut self, rules: &Rules, table: &mut Effects) -> Result<(), Fault> {
        // How deep reactions to reactions may go, and how many of them there may be; what the rules did by themselves counts for
        // nothing here, however much it was.
        let (state, events) = table.lend();
        let (mut depth, mut caused, mut this_deep) = (0, 0, events.log.len());
        while let Some(&event) = events.log.get(self.told) {
            if self.told == this_deep {
                (depth, this_deep) = (depth + 1, events.log.len());
            }
            self.told += 1;
            if self.hears & event.bit() == 0 {
                continue;
            }
            for hook in &rules.hooks {
                if !hook.asks_for(event, &rules.parts, state, &mut self.scratch) {
                    continue;
                }
                self.scripts.heard(state, events, hook.module, event)?;
                caused += u32::from(depth > 0);
            }
            if depth > REACTIONS_DEEP || caused > REACTIONS {
                return Err(Fault::endless_steps("scripts", "reactions to reactions go on for ever"));
            }
        }
        Ok(())
    }

    /// A fault if something was too much to be worked out.
    #[inline]
    pub(crate) fn worked_out(&mut self, rules: &Rules) -> Result<(), Fault> {
        if self.scratch.gave_up() { Err(Fault::endless_trail(&rules.trails)) } else { Ok(()) }
    }

    /// What a formula is worth for a seat; it may ask what the seat can do.
    #[cold]
    pub(crate) fn value(&mut self, rules: &Rules, state: &State, seat: SeatId, formula: &Formula) -> i64 {
        if self.asking {
            return 0;
        }
        let asked = LegalityOracle::new(rules, state, self);
        let value = Eval::new(&rules.parts, state, seat.into(), &mut self.scratch).asking(&asked).value(&formula.expr);
        asked.give_back(self);
        value
    }
}

impl Default for Workspace {
    /// Room without scripts.
    fn default() -> Self {
        Workspace {
            scratch: Scratch::default(),
            available: Vec::new(),
            reached: Vec::new(),
            unpaid: Vec::new(),
            counted: Vec::new(),
            lane_counts: LaneCounts::default(),
            payments: Vec::new(),
            pools: PoolWays::default(),
            scripts: Box::new(NoScripts),
            fault: None,
            paths: PathScratch::default(),
            carry: CarryScratch::default(),
            probe: Vec::new(),
            listed: Vec::new(),
            amounts: Vec::new(),
            trial: None,
            tried: Vec::new(),
            free: false,
            asked: None,
            asking: false,
            found: Vec::new(),
            hears: 0,
            zones: 0,
            told: 0,
            options: Vec::new(),
        }
    }
}
