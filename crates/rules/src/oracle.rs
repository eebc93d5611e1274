//! Answers what a condition asks beyond the position itself: what could be chosen, what scripts say, and the score sheet.

use crate::mechanics::DecisionContext;
use crate::offer::can_choose;
use crate::rules::Rules;
use crate::score::ScoreSheet;
use crate::workspace::Workspace;
use railwright_core::State;
use railwright_core::expr::{Expr, Oracle};
use railwright_core::id::{ActionId, PartyId, SeatId};
use railwright_core::state::Progress;
use std::cell::RefCell;

/// Answers `can(action)` in conditions; it has the scripts until it gives them back.
pub(crate) struct LegalityOracle<'a> {
    rules: &'a Rules,
    state: &'a State,
    work: RefCell<Box<Workspace>>,
}

impl<'a> LegalityOracle<'a> {
    pub(crate) fn new(rules: &'a Rules, state: &'a State, work: &mut Workspace) -> Self {
        let mut inner = work.asked.take().unwrap_or_else(|| Box::new(Workspace { asking: true, ..Workspace::default() }));
        std::mem::swap(&mut inner.scripts, &mut work.scripts);
        std::mem::swap(&mut inner.found, &mut work.found);
        LegalityOracle { rules, state, work: RefCell::new(inner) }
    }

    pub(crate) fn give_back(self, work: &mut Workspace) {
        let mut inner = self.work.into_inner();
        std::mem::swap(&mut inner.scripts, &mut work.scripts);
        std::mem::swap(&mut inner.found, &mut work.found);
        work.fault = work.fault.take().or(inner.fault.take()).or(inner.worked_out(self.rules).err());
        work.asked = Some(inner);
    }
}

impl Oracle for LegalityOracle<'_> {
    fn can(&self, action: ActionId, seat: SeatId, filter: Option<&Expr>, free: bool) -> bool {
        // A condition that asks for itself has no answer; it is not asked twice.
        let Ok(mut work) = self.work.try_borrow_mut() else { return false };
        if let (None, false) = (filter, free)
            && let Some((_, can)) = work.found.iter().find(|(found, _)| *found == action)
        {
            return *can;
        }
        work.free = free;
        let context = DecisionContext { rules: self.rules, state: self.state, seat, id: action, progress: Progress::default() };
        let any = can_choose(&context, &mut work, |def, context, work| def.any(context, work, filter));
        work.free = false;
        any
    }

    /// A fault is kept and given back.
    fn tally(&self, module: u8, party: PartyId) -> i64 {
        let Ok(mut work) = self.work.try_borrow_mut() else { return 0 };
        work.scripts.tally(self.state, module.into(), party).unwrap_or_else(|fault| {
            work.fault.get_or_insert(fault);
            0
        })
    }
}

/// The same with a score sheet that is filled in.
pub(crate) struct SheetOracle<'a, Rest> {
    pub(crate) rest: Rest,
    pub(crate) sheet: &'a ScoreSheet,
}

impl<Rest: Oracle> Oracle for SheetOracle<'_, Rest> {
    fn can(&self, action: ActionId, seat: SeatId, filter: Option<&Expr>, free: bool) -> bool {
        self.rest.can(action, seat, filter, free)
    }

    fn won(&self, line: u8, party: PartyId) -> bool {
        self.sheet.won(line, party)
    }

    fn awards(&self, party: PartyId) -> i64 {
        self.sheet.awards(party)
    }

    fn total(&self, party: PartyId) -> i64 {
        self.sheet.total(party)
    }

    fn tally(&self, module: u8, party: PartyId) -> i64 {
        self.rest.tally(module, party)
    }
}
