//! Paying in a decision of its own: with whole payments, or kind by kind where there are very many.
//!
//! Kind by kind means that each decision says how many cards of one kind are given. Only numbers are offered from which a whole
//! payment goes on, so a decision has no more actions than a payment can have cards of a kind.

use super::DecisionContext;
use super::lanes::{parse_payment, print_payment};
use crate::price::{LanePayments, PoolWays, Ways};
use railwright_core::id::{KindId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::state::Progress;
use railwright_core::{Action, Payment, bits};

/// The ways to pay for something that is settled.
pub(super) trait PaymentWays {
    /// The ways that go on from counts chosen for the first kinds: all of them, if they are not more than `most`; otherwise none,
    /// and what was chosen.
    fn list(&mut self, chosen: &[u8], most: usize, pay: &mut Vec<Payment>) -> Option<Payment>;
    /// The next kind of which several counts are possible after those chosen for the first kinds, what is paid of the kinds
    /// before it, and its counts as bits.
    fn next_choice(&mut self, first: usize, paid: Payment) -> Option<(usize, Payment, u16)>;
}

impl PaymentWays for Ways {
    fn list(&mut self, chosen: &[u8], most: usize, pay: &mut Vec<Payment>) -> Option<Payment> {
        Ways::list(self, chosen, most, pay)
    }

    fn next_choice(&mut self, first: usize, paid: Payment) -> Option<(usize, Payment, u16)> {
        Ways::next_choice(self, first, paid)
    }
}

impl PaymentWays for PoolWays {
    fn list(&mut self, chosen: &[u8], most: usize, pay: &mut Vec<Payment>) -> Option<Payment> {
        PoolWays::list(self, chosen, most, pay)
    }

    fn next_choice(&mut self, first: usize, paid: Payment) -> Option<(usize, Payment, u16)> {
        PoolWays::next_choice(self, first, paid)
    }
}

impl PaymentWays for LanePayments<'_> {
    fn list(&mut self, chosen: &[u8], most: usize, pay: &mut Vec<Payment>) -> Option<Payment> {
        LanePayments::list(self, chosen, most, pay)
    }

    fn next_choice(&mut self, first: usize, paid: Payment) -> Option<(usize, Payment, u16)> {
        LanePayments::next_choice(self, first, paid)
    }
}

/// The forms of a mechanic's actions that pay.
#[derive(Clone, Copy)]
pub(super) struct Paying {
    /// Pays all.
    pub(super) whole: u8,
    /// Says how many cards of one kind are paid: `object` is the kind, and the payment is what is settled with it.
    pub(super) part: u8,
    /// So many payments are listed whole.
    pub(super) most: usize,
    /// The bag that is paid from.
    pub(super) from: ZoneId,
}

impl Paying {
    /// Lists the payments, or the numbers of cards of the next kind.
    pub(super) fn list(
        self,
        context: &DecisionContext,
        ways: &mut impl PaymentWays,
        payments: &mut Vec<Payment>,
        out: &mut Vec<Action>,
    ) {
        let pay = Action { form: self.whole, subject: context.progress.at, ..context.action() };
        // The kinds of which the number of cards is settled already.
        let settled = narrow::<usize>(context.progress.left);
        let chosen: [u8; Payment::KINDS] = std::array::from_fn(|kind| context.progress.paid.count(KindId::from(kind)));
        payments.clear();
        let Some(given) = ways.list(&chosen[..settled], self.most, payments) else {
            out.extend(payments.iter().map(|&payment| Action { payment, ..pay }));
            return;
        };
        if let Some((kind, given, counts)) = ways.next_choice(settled, given) {
            out.extend(bits::Ones(counts.into()).map(|count| {
                let payment = given.and(Payment::of(KindId::from(kind), narrow::<u8>(count)));
                Action { form: self.part, object: narrow::<u16>(kind), payment, ..pay }
            }));
        }
    }

    /// How far a seat has come that has said how many cards of one kind it pays.
    pub(super) fn settle_part(progress: Progress, action: Action) -> Progress {
        Progress { left: action.object as i16 + 1, paid: action.payment, ..progress }
    }

    /// Says what to do instead of a payment that is right, where there are too many to be listed whole.
    pub(super) fn say_in_parts(self, context: &DecisionContext, listed: &[Action]) -> Option<String> {
        let part = listed.iter().find(|action| action.form == self.part)?;
        let kind = &context.rules.parts.cards_in(self.from).kinds.get(part.object as usize)?.id;
        let mut example = String::new();
        self.print(context, *listed.last()?, &mut example);
        Some(format!(
            "there are very many ways to pay, so it is said kind by kind: first how many {kind}, such as `{}`",
            example.trim()
        ))
    }

    /// Appends a payment in notation.
    pub(super) fn print(self, context: &DecisionContext, action: Action, out: &mut String) {
        out.push_str(" with ");
        if action.form != self.part {
            return print_payment(context.rules, self.from, action.payment, out);
        }
        let count = action.payment.count(KindId::from(action.object as usize & 15));
        let kind = context.rules.parts.cards_in(self.from).kinds.get(action.object as usize).map_or("?", |k| &k.id);
        out.push_str(&format!("{count} {kind} and others"));
    }

    /// Reads what [`Paying::print`] writes; `listed` are the payments that can be chosen now.
    pub(super) fn parse(self, context: &DecisionContext, cards: &str, listed: &[Action]) -> Result<Action, String> {
        let pay = Action { form: self.whole, subject: context.progress.at, ..context.action() };
        let Some(part) = cards.strip_suffix(" and others") else {
            return Ok(Action { payment: parse_payment(context.rules, self.from, cards)?, ..pay });
        };
        let (count, name) = part.trim().split_once(' ').unwrap_or(("1", part.trim()));
        let kind = context.rules.parts.cards_in(self.from).find(name).ok_or_else(|| format!("there is no card `{name}`"))?;
        let wanted: u8 = count.parse().map_err(|_| format!("`{count}` is no number of cards"))?;
        let is = |a: &&Action| a.form == self.part && a.object == u16::from(kind.0) && a.payment.count(kind) == wanted;
        let blank = Action { form: self.part, object: kind.0.into(), ..pay };
        Ok(listed.iter().find(is).copied().unwrap_or(blank))
    }
}
