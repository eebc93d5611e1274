//! What an action adds to counters: formulas about what it is about, all of them worked out before anything is added.

use super::KeyName;
use super::money::Purpose;
use super::takings::Takings;
use crate::compile::Compiler;
use crate::limits::kept;
use crate::rules::Rules;
use crate::workspace::Workspace;
use railwright_core::components::{Components, Owner};
use railwright_core::expr::{Eval, Expr, Formula, ItemType, Scratch};
use railwright_core::id::{CounterId, SeatId};
use railwright_core::{Effects, State};
use railwright_source::kinds::Map;
use railwright_source::{Key, Keys, Reader};

/// Counters and what is added to each.
#[derive(Clone, Debug)]
pub(crate) struct Gains(Vec<(CounterId, Formula)>);

impl Gains {
    /// Reads a key of an action: counters of some owners, and formulas about an item with something around it.
    pub(super) fn read<S: Keys>(
        compiler: &mut Compiler,
        reader: &Reader<S>,
        key: Key<S, Map>,
        owners: &[Owner],
        item: ItemType,
        around: ItemType,
    ) -> Self {
        Gains(compiler.not_deciding(|compiler| compiler.gains(reader, key, owners, item, around)))
    }

    /// Notes from which counters this may take.
    pub(super) fn note(&self, parts: &Components, key: impl Into<KeyName>, takings: &mut Takings) {
        let key = key.into();
        self.0.iter().for_each(|(counter, formula)| takings.note(parts, key, *counter, formula));
    }

    /// The same where the formulas are what counters become.
    pub(super) fn note_values(&self, parts: &Components, key: impl Into<KeyName>, takings: &mut Takings) {
        let key = key.into();
        for (counter, formula) in &self.0 {
            let least = parts.counters[counter.index()].min.map_or(i64::MIN, i64::from);
            if formula.expr.lowest(parts) < least {
                takings.note_least(parts, key, *counter, i64::MIN);
            }
        }
    }

    /// Works out what the formulas come to.
    pub(super) fn work_out(
        &self,
        rules: &Rules,
        state: &State,
        seat: SeatId,
        scratch: &mut Scratch,
        what: Purpose,
        amounts: &mut Vec<(CounterId, i32)>,
    ) {
        for (counter, formula) in &self.0 {
            let amount = match formula.expr {
                Expr::Int(amount) => amount,
                _ => {
                    let eval = Eval::new(&rules.parts, state, seat.into(), scratch);
                    eval.about(what.item).within(what.around).space(what.space).from(what.from).value(&formula.expr)
                }
            };
            amounts.push((*counter, kept(amount)));
        }
    }

    /// Adds what the formulas come to.
    pub(super) fn add(&self, rules: &Rules, table: &mut Effects, work: &mut Workspace, seat: SeatId, what: Purpose) {
        let mut amounts = std::mem::take(&mut work.amounts);
        amounts.clear();
        self.work_out(rules, table.state(), seat, &mut work.scratch, what, &mut amounts);
        add_all(rules, table, seat, what, &amounts);
        work.amounts = amounts;
    }
}

/// Adds amounts to counters of a seat, the table or the company in question.
pub(super) fn add_all(rules: &Rules, table: &mut Effects, seat: SeatId, what: Purpose, amounts: &[(CounterId, i32)]) {
    for &(counter, by) in amounts {
        table.add(counter, what.holder(rules, counter, seat), by);
    }
}
