//! Paying for a path that has reached its city: with whole payments, or kind by kind where there are very many.

use super::super::lanes::print_payment;
use super::{Build, DecisionContext, PART, PAY, PathScratch};
use crate::price::Bill;
use crate::workspace::Workspace;
use railwright_core::components::CHOSEN;
use railwright_core::id::KindId;
use railwright_core::{Action, Payment, bits};

/// So many payments are listed whole.
const WHOLE_PAYMENTS: usize = 100;

impl Build {
    /// Adds up what the path costs.
    fn add_up(&self, context: &DecisionContext, bill: &mut Bill) {
        bill.clear();
        bits::iter(context.state.set(&context.rules.parts, CHOSEN, context.seat.index()))
            .for_each(|lane| bill.add(self.demands[lane]));
    }

    /// Lists the payments.
    pub(super) fn payments(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let hand =
            context.state.bag(&context.rules.parts, context.state.spot(&context.rules.parts, self.from, context.seat.into()));
        let Workspace { payments, paths: PathScratch { bill, ways, .. }, .. } = work;
        payments.clear();
        self.add_up(context, bill);
        ways.find(&self.stand_ins, bill, hand);
        let pay = Action { form: PAY, subject: context.progress.at, ..context.action() };
        // The kinds of which the number of cards is settled already.
        let settled = context.progress.left as usize;
        let chosen: [u8; Payment::KINDS] = std::array::from_fn(|kind| context.progress.paid.count(KindId::from(kind)));
        let Some(given) = ways.list(&chosen[..settled], WHOLE_PAYMENTS, payments) else {
            out.extend(payments.iter().map(|&payment| Action { payment, ..pay }));
            return;
        };
        if let Some((kind, given, counts)) = ways.next_choice(settled, given) {
            out.extend(bits::Ones(counts.into()).map(|count| {
                let payment = given.and(Payment::of(KindId::from(kind), count as u8));
                Action { form: PART, object: kind as u16, payment, ..pay }
            }));
        }
    }

    /// Says why a payment is not legal.
    pub(super) fn refuse_payment(&self, context: &DecisionContext) -> String {
        if !self.complete(context) {
            return "the path must reach a city before it is paid for".to_owned();
        }
        let mut bill = Bill::default();
        self.add_up(context, &mut bill);
        let cards = context.rules.parts.cards_in(self.from);
        let kinds = |kinds: u64| bits::Ones(kinds).map(|k| cards.kinds[k].id.as_str()).collect::<Vec<_>>().join(" or ");
        let wanted: Vec<String> = bill.demands().map(|d| format!("{} {}", d.count, kinds(d.kinds))).collect();
        format!("these cards do not pay exactly for {}", wanted.join(", "))
    }

    /// Appends a payment in notation.
    pub(super) fn print_payment(&self, context: &DecisionContext, action: Action, out: &mut String) {
        out.push_str(" with ");
        if action.form == PAY {
            return print_payment(context.rules, self.from, action.payment, out);
        }
        let count = action.payment.count(KindId::from(action.object as usize & 15));
        let kind = context.rules.parts.cards_in(self.from).kinds.get(action.object as usize).map_or("?", |k| &k.id);
        out.push_str(&format!("{count} {kind} and others"));
    }

    /// Reads how many cards of one kind are paid.
    pub(super) fn parse_part(&self, context: &DecisionContext, part: &str, work: &mut Workspace) -> Result<Action, String> {
        let (count, name) = part.split_once(' ').unwrap_or(("1", part));
        let kind = context.rules.parts.cards_in(self.from).find(name).ok_or_else(|| format!("there is no card `{name}`"))?;
        let wanted: u8 = count.parse().map_err(|_| format!("`{count}` is no number of cards"))?;
        let mut listed = Vec::new();
        if self.complete(context) {
            self.payments(context, work, &mut listed);
        }
        let is = |a: &&Action| a.form == PART && a.object == u16::from(kind.0) && a.payment.count(kind) == wanted;
        let blank = Action { form: PART, subject: context.progress.at, object: kind.0.into(), ..context.action() };
        Ok(listed.iter().find(is).copied().unwrap_or(blank))
    }
}
