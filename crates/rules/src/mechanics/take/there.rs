//! Cards that `take` takes from places, lanes or companies.

use super::{Source, Take, TakeKeys};
use crate::compile::Compiler;
use crate::flow::misplaced;
use crate::mechanics::at_things::{AtThings, thing_of};
use crate::mechanics::{DecisionContext, Execution, Outcome, Reason};
use crate::rules::Fault;
use crate::workspace::Workspace;
use railwright_core::Action;
use railwright_core::id::ZoneId;
use railwright_core::state::Progress;
use railwright_source::{Diagnostic, Reader};

/// What is taken from things, if one of the zones is theirs; it has to be the only one, and each card of it costs 1.
pub(super) fn from_things(
    compiler: &mut Compiler,
    reader: &Reader<TakeKeys>,
    sources: &[Source],
    to: ZoneId,
) -> Option<AtThings> {
    let zone = sources.iter().map(|source| source.zone).find(|zone| thing_of(&compiler.parts, *zone).is_some());
    let things_to = thing_of(&compiler.parts, to).is_some();
    if zone.is_none() && things_to || zone.is_some() && sources.len() > 1 {
        let message = format!("{}: nothing says which of the things is meant", reader.path());
        let problem = Diagnostic::error("wrong-owner", message).at(reader.origin(TakeKeys::FROM), "together with the others");
        let help = "take from one zone of places, lanes or companies alone; cards are put at them by `put`";
        compiler.report.push(problem.help(help));
        return None;
    }
    let there = AtThings::new(&compiler.parts, zone?, to, true)?;
    there.check(compiler, reader, TakeKeys::FROM, TakeKeys::TO);
    misplaced(compiler, reader, TakeKeys::COSTS, "each card that lies there costs 1");
    Some(there)
}

impl Take {
    /// Takes a card from a thing.
    #[cold]
    pub(super) fn take_there(&self, execution: Execution, there: &AtThings, left: i16) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, progress, action } = execution;
        if let Some((kind, item)) = there.meant(&rules.parts, action) {
            self.price.pay(rules, table, seat, work, there.purpose(&rules.parts, kind, item));
        }
        there.bring(rules, table, seat, action)?;
        crate::flow::settle(rules, table, work)?;
        let left = left - 1;
        let context = DecisionContext { rules, state: table.state(), seat, id: action.action, progress };
        let more = left > 0 && self.any_left(&context, work, left);
        let going = Progress { action: Some(action.action), left, ..Progress::default() };
        Ok(if more { Outcome::More(going) } else { Outcome::Done })
    }

    pub(super) fn refuse_there(
        &self,
        context: &DecisionContext,
        work: &mut Workspace,
        there: &AtThings,
        action: Action,
        left: i16,
    ) -> Reason {
        if self.is_full(context) {
            return Reason::by(TakeKeys::TO, format!("{} is full", context.rules.parts.zone(self.to).id));
        }
        let keys = [TakeKeys::FROM.into(), TakeKeys::TO.into(), TakeKeys::WHERE.into(), TakeKeys::PRICE.into()];
        let refused = there.refuse(context, work, action, &self.price, keys);
        refused.unwrap_or_else(|| Reason::by(TakeKeys::BUDGET, format!("a card costs 1, and {left} is left to spend")))
    }
}
