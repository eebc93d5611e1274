//! Numbers that go from one counter to another: a toll to whoever has the lane, a price to the company, a dividend to those who hold shares.

use super::compile::misplaced;
use super::run::holds;
use super::schema::PayKeys;
use super::whom::{Whom, value_about};
use crate::compile::Compiler;
use crate::rules::Rules;
use crate::workspace::Workspace;
use railwright_core::components::Owner;
use railwright_core::effect::Effects;
use railwright_core::expr::{Formula, ItemType};
use railwright_core::id::{CounterId, SeatId};
use railwright_source::{Diagnostic, Reader, Reference};

/// Who pays how much to whom.
#[derive(Clone, Debug)]
pub(crate) struct Payment {
    from: CounterId,
    to: CounterId,
    value: Formula,
    whom: Whom,
    /// Between seats: which of the others are paid.
    others: Option<Option<Formula>>,
}

/// One amount that is due.
struct Due {
    payer: usize,
    paid: usize,
    amount: i32,
}

impl Payment {
    pub(super) fn read(compiler: &mut Compiler, reader: &Reader<PayKeys>) -> Option<Self> {
        let from = reader.get(PayKeys::COUNTER)?;
        let to = reader.get(PayKeys::TO).unwrap_or(from);
        let [from, to] = [from, to].map(|(name, origin)| {
            let counter = compiler.parts.find_counter(name)?;
            let owner = compiler.parts.counters[counter.index()].owner;
            if owner.thing().is_none() {
                compiler.need_holder(reader, Reference { family: "counter", name, origin }, owner);
            }
            Some(counter)
        });
        let (from, to) = (from?, to?);
        let owners = [from, to].map(|counter| compiler.parts.counters[counter.index()].owner);
        let between_seats = owners == [Owner::Seat; 2];
        if owners[0].thing().zip(owners[1].thing()).is_some_and(|(one, other)| one != other) || from == to && !between_seats {
            let message = format!("{}: `{}` and what it goes to", reader.path(), compiler.parts.counters[from.index()].id);
            let problem = Diagnostic::error("wrong-owner", format!("{message} do not say who pays whom"));
            let help = "a seat pays another, the table or things of one sort; `to` names the counter that gets it";
            compiler.report.push(problem.at(reader.origin(PayKeys::COUNTER), "paid from this").help(help));
            return None;
        }
        if !between_seats {
            let whom = Whom::read(compiler, reader, &owners, PayKeys::WHERE, PayKeys::FOR)?;
            let value = compiler.formula(reader, PayKeys::VALUE, whom.about())?;
            return Some(Payment { from, to, value, whom, others: None });
        }
        if reader.has(PayKeys::TO) && from != to {
            misplaced(compiler, reader, PayKeys::TO, "between seats the counter is the same");
        }
        let others = compiler.formula_if_written(reader, PayKeys::WHERE, ItemType::Nothing);
        let value = compiler.formula(reader, PayKeys::VALUE, ItemType::Nothing)?;
        let whom = Whom { each: reader.get(PayKeys::FOR) == Some("each"), ..Whom::default() };
        Some(Payment { from, to, value, whom, others: Some(others) })
    }

    /// Pays, all amounts judged as things stood before; nobody pays more than there is.
    #[cold]
    pub(super) fn happen(&self, rules: &Rules, table: &mut Effects, work: &mut Workspace) {
        for Due { payer, paid, amount } in self.due(rules, table, work) {
            let has = table.state().counter(&rules.parts, self.from, payer);
            let least = rules.parts.counters[self.from.index()].min.unwrap_or(0);
            let amount = amount.min(has.saturating_sub(least)).max(0);
            table.add(self.from, payer, -amount);
            table.add(self.to, paid, amount);
        }
    }

    fn due(&self, rules: &Rules, table: &Effects, work: &mut Workspace) -> Vec<Due> {
        let (parts, state) = (&rules.parts, table.state());
        let [from, to] = [self.from, self.to].map(|counter| parts.counters[counter.index()].owner);
        let mut due = Vec::new();
        for (seat, item) in self.whom.those(rules, state, work) {
            let amount = crate::limits::kept(value_about(rules, state, work, seat, item, &self.value).max(0));
            let payer = parts.index_about(from, seat.into(), item);
            let Some(others) = &self.others else {
                due.push(Due { payer, paid: parts.index_about(to, seat.into(), item), amount });
                continue;
            };
            let clock = state.clock();
            let others_in_play = clock.round_from(seat, parts.seats).skip(1).filter(|&other| !clock.out.has(other));
            for other in others_in_play {
                if others.as_ref().is_none_or(|which| holds(rules, state, work, other, which)) {
                    due.push(Due { payer, paid: SeatId::index(other), amount });
                }
            }
        }
        due
    }
}
