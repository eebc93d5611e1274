//! Which cards of a row, bag or pile can be taken: all of them, how many, and the n-th.

use super::{KindSet, STOP, Source, Take, UNSEEN};
use crate::mechanics::DecisionContext;
use crate::workspace::Workspace;
use railwright_core::components::Spot;
use railwright_core::expr::Eval;
use railwright_core::id::KindId;
use railwright_core::narrow::narrow;
use railwright_core::{Action, bits};

impl Take {
    /// Those of some kinds that the rule lets the seat have where it sees them.
    #[inline]
    pub(super) fn allowed(&self, context: &DecisionContext, work: &mut Workspace, mut kinds: KindSet) -> KindSet {
        if let Some((_, sieve)) = &self.which {
            sieve.sift(&mut Eval::new(&context.rules.parts, context.state, context.seat.into(), &mut work.scratch), &mut kinds);
        }
        kinds
    }

    /// The kinds that lie there, are within the budget and allowed.
    #[inline]
    pub(super) fn choices(
        &self,
        context: &DecisionContext,
        work: &mut Workspace,
        source: &Source,
        spot: Spot,
        left: i16,
    ) -> KindSet {
        let (lie, within) = (context.state.kinds_in(&context.rules.parts, spot), source.within(left));
        self.allowed(context, work, std::array::from_fn(|i| lie[i] & within[i]))
    }

    /// Lists the cards of a row that may be taken: equal ones are one choice. Each card is written, and stays if it may be taken: which
    /// ones may is too irregular for a branch to be foreseen.
    #[inline]
    pub(super) fn list_row(
        &self,
        context: &DecisionContext,
        work: &mut Workspace,
        (source, spot): (&Source, Spot),
        left: i16,
        out: &mut Vec<Action>,
    ) {
        let action = Action { object: u16::from(source.zone.0), ..context.action() };
        let (row, mut listed) = (context.state.row(&context.rules.parts, spot), out.len());
        out.resize(listed + row.len(), action);
        let mut choices = self.allowed(context, work, source.within(left));
        if source.few && self.price.is_free() {
            let [mut choices, ..] = choices;
            for kind in row.flatten() {
                out[listed].subject = u16::from(kind.0);
                listed += usize::from(choices >> (kind.0 & 63) & 1 == 1);
                choices &= !(1 << (kind.0 & 63));
            }
        } else {
            for kind in row.flatten() {
                out[listed].subject = u16::from(kind.0);
                let payable = self.payable(context, work, kind);
                listed += usize::from(bits::has(&choices, kind.index()) & payable);
                bits::clear(&mut choices, kind.index());
            }
        }
        out.truncate(listed);
    }

    /// The kinds of a row that can be chosen, where there are few and none is left out, as bits.
    #[inline(always)]
    fn few_choices(&self, context: &DecisionContext, source: &Source, left: i16) -> Option<u64> {
        if !source.few || source.bag || self.which.is_some() {
            return None;
        }
        let spot = context.state.spot(&context.rules.parts, source.zone, context.seat.into());
        Some(context.state.few_kinds_in_row(&context.rules.parts, spot) & source.within(left)[0])
    }

    /// How many cards of a zone can be chosen, equal ones counted once, where none has a price.
    #[inline(always)]
    fn count_of(&self, context: &DecisionContext, work: &mut Workspace, source: &Source, left: i16) -> usize {
        let spot = || context.state.spot(&context.rules.parts, source.zone, context.seat.into());
        if !source.seen {
            return usize::from(left > 0 && !context.state.pile(&context.rules.parts, spot()).is_empty());
        }
        match self.few_choices(context, source, left) {
            Some(few) => few.count_ones() as usize,
            None => bits::count(&self.choices(context, work, source, spot(), left)) as usize,
        }
    }

    /// How many cards can be taken, equal ones counted once; not told where they have prices, or lie at things.
    #[inline]
    pub(super) fn count_cards(&self, context: &DecisionContext, work: &mut Workspace) -> Option<usize> {
        if self.there.is_some() || !self.price.is_free() {
            return None;
        }
        if self.is_full(context) {
            return Some(0);
        }
        let left = self.left(context, work);
        let stops = usize::from(self.may_stop && context.progress.action.is_some());
        Some(self.sources.iter().map(|source| self.count_of(context, work, source, left)).sum::<usize>() + stops)
    }

    /// The n-th of those, in the order of the list.
    pub(super) fn nth_card(&self, context: &DecisionContext, work: &mut Workspace, mut number: usize) -> Action {
        let left = self.left(context, work);
        for source in &self.sources {
            let count = self.count_of(context, work, source, left);
            if number >= count {
                number -= count;
                continue;
            }
            let action = Action { object: u16::from(source.zone.0), ..context.action() };
            if !source.seen {
                return Action { subject: UNSEEN, ..action };
            }
            let spot = context.state.spot(&context.rules.parts, source.zone, context.seat.into());
            let row = || context.state.row(&context.rules.parts, spot).flatten();
            if let Some(mut few) = self.few_choices(context, source, left) {
                // The first of equal cards of a row stands for them all.
                let mut to_come = number + 1;
                for kind in row() {
                    to_come -= narrow::<usize>(few >> (kind.0 & 63) & 1);
                    if to_come == 0 {
                        return Action { subject: u16::from(kind.0), ..action };
                    }
                    few &= !(1 << (kind.0 & 63));
                }
                unreachable!("so many cards were counted");
            }
            let mut choices = self.choices(context, work, source, spot, left);
            let mut is_first = |kind: &KindId| {
                let first = bits::has(&choices, kind.index());
                bits::clear(&mut choices, kind.index());
                first
            };
            let kind = match source.bag {
                true => bits::iter(&choices).map(KindId::from).nth(number),
                false => row().filter(&mut is_first).nth(number),
            };
            return Action { subject: u16::from(kind.expect("so many cards were counted").0), ..action };
        }
        Action { form: STOP, ..context.action() }
    }
}
