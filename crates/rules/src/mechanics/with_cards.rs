//! Cards that are paid for what another mechanic does: a station on a place, a level of an engine, a card of a row.
//!
//! The mechanic lists, carries out and explains what it does without knowing of cards; here each of its actions is paid for, with the
//! action or in a decision after it. Lanes and paths have payments of their own, which are found quicker.

use super::lanes::parse_payment;
use super::lay::Lay;
use super::money::Purpose;
use super::notation::{Notation, Part};
use super::paying::Paying;
use super::takings::Takings;
use super::{Behaviour, DecisionContext, Execution, KeyName, Outcome, Outline, Plan, Reason, Together, any_listed, endless};
use crate::compile::Compiler;
use crate::flow::misplaced;
use crate::limits::PAYMENTS_LISTED;
use crate::price::{Bought, CardPrice, Demand, LanePayments, PriceKeys, card_price};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::expr::{Eval, Expr};
use railwright_core::id::{ActionId, SeatId, ZoneId};
use railwright_core::state::Progress;
use railwright_core::{Action, Components, Payment, State, Subjects};
use railwright_source::Reader;

/// Pays for what was chosen before.
const PAY: u8 = 200;
/// How many cards of a kind are paid, where there are too many payments to choose from at once.
const PART: u8 = 201;

/// A mechanic whose actions can have a price.
pub(super) trait Priced: Behaviour {
    /// Whether an action is one decision, and its subject says all of it: only then can cards be paid after it.
    const CHOSEN_FIRST: bool;

    /// The price in the table of the mechanic, and the key under which it stands.
    fn price<'a>(reader: &Reader<'a, Self::Keys>) -> (Option<Reader<'a, PriceKeys>>, KeyName);
    /// What cards are paid for.
    fn bought(&self, parts: &Components) -> Bought;
    /// What one of its actions is paid for: which of all such things, and what formulas are asked about; nothing if it costs nothing.
    fn purpose(&self, rules: &Rules, state: &State, of: (SeatId, Action)) -> Option<(usize, Purpose)>;
}

/// A mechanic and the cards that are paid for its actions, if any are.
#[derive(Clone, Debug)]
pub struct WithCards<M> {
    inner: M,
    cards: Option<Box<CardPrice>>,
    key: Option<KeyName>,
}

/// An action as the mechanic itself knows it.
fn bare(action: Action) -> Action {
    let form = if action.form >= PAY { 0 } else { action.form };
    let object = if action.form >= PAY { 0 } else { action.object };
    Action { form, object, payment: Payment::default(), ..action }
}

#[expect(private_bounds, reason = "only mechanics are wrapped, and these are private")]
impl<M: Priced> WithCards<M> {
    fn paying(cards: &CardPrice) -> Paying {
        Paying { whole: PAY, part: PART, most: PAYMENTS_LISTED, from: cards.from }
    }

    /// What an action costs now: which thing it is about and what that demands; nothing if it costs no cards.
    fn demand(
        &self,
        cards: &CardPrice,
        context: &DecisionContext,
        work: &mut Workspace,
        action: Action,
    ) -> Option<(usize, Result<Demand, i64>)> {
        let DecisionContext { rules, state, seat, .. } = *context;
        let (item, purpose) = self.inner.purpose(rules, state, (seat, action))?;
        Some((item, cards.demand(item, purpose.eval(rules, state, seat, &mut work.scratch))))
    }

    fn hand<'a>(cards: &CardPrice, context: &DecisionContext<'a>) -> &'a [u8] {
        context.state.bag(&context.rules.parts, context.state.spot(&context.rules.parts, cards.from, context.seat.into()))
    }

    /// Whether the seat has chosen and is to pay now.
    fn is_paying(cards: &CardPrice, context: &DecisionContext) -> bool {
        cards.pay_after && context.progress.action.is_some()
    }

    /// Lists the payments of what was chosen before.
    fn payments(&self, cards: &CardPrice, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let chosen = Action { subject: context.progress.at, ..context.action() };
        let Some((item, Ok(demand))) = self.demand(cards, context, work, chosen) else { return };
        let (tariff, hand) = (cards.tariff(item), Self::hand(cards, context));
        if demand.count == 0 {
            out.push(Action { form: PAY, ..chosen });
        } else if tariff.pools.is_some() {
            work.pools.find(tariff, demand, hand);
            Self::paying(cards).list(context, &mut work.pools, &mut work.payments, out);
        } else {
            Self::paying(cards).list(context, &mut LanePayments::new(tariff, demand, hand), &mut work.payments, out);
        }
    }

    /// Lists what the mechanic lists, each with all its payments, or once if it can be paid for after it.
    #[inline(never)]
    fn list(&self, cards: &CardPrice, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let mut listed = std::mem::take(&mut work.unpaid);
        listed.clear();
        self.inner.legal(context, work, &mut listed);
        let hand = Self::hand(cards, context);
        let mut last = None;
        let mut affords = false;
        let DecisionContext { rules, state, seat, .. } = *context;
        // Where all cost equally many cards, these are counted once.
        let alike = cards.count_of_all(Eval::new(&rules.parts, state, seat.into(), &mut work.scratch));
        for &action in &listed {
            let demand = match alike {
                Some(_) => self.inner.purpose(rules, state, (seat, action)).map(|(item, _)| (item, cards.demand_of(item, alike))),
                None => self.demand(cards, context, work, action),
            };
            let Some((item, demand)) = demand.filter(|_| !work.free) else {
                out.push(action);
                continue;
            };
            let Ok(demand) = demand else { continue };
            // Most things of one action cost the same.
            if last != Some((demand, cards.tariff_of[item])) {
                last = Some((demand, cards.tariff_of[item]));
                let Workspace { payments, pools, .. } = work;
                payments.clear();
                match cards.pay_after {
                    true => affords = cards.tariff(item).affords(demand, hand, pools),
                    false => cards.tariff(item).pay_all(demand, hand, pools, payments),
                }
            }
            match cards.pay_after {
                true => out.extend(affords.then_some(action)),
                false => out.extend(work.payments.iter().map(|&payment| Action { payment, ..action })),
            }
        }
        work.unpaid = listed;
    }

    /// Why what the mechanic would offer is not offered: the cards.
    fn refuse_cards(&self, cards: &CardPrice, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let by = |text: String| Reason { key: self.key, ..Reason::plain(text) };
        let parts = &context.rules.parts;
        let Some((item, demand)) = self.demand(cards, context, work, bare(action)) else {
            return by("nothing is paid for this".to_owned());
        };
        let (tariff, kinds) = (cards.tariff(item), &parts.cards_in(cards.from).kinds);
        let demand = match demand {
            Ok(demand) => demand,
            Err(count) => {
                return by(format!("it costs {count} cards, and no more than {} can be paid", Payment::MOST))
                    .part(PriceKeys::COUNT);
            }
        };
        let wants = tariff.asks_for(demand, kinds);
        if cards.pay_after && action.form < PAY && !action.payment.is_empty() {
            return by("it is chosen first and paid for after that".to_owned()).part(PriceKeys::PAY);
        }
        if cards.pay_after && action.form < PAY || action.payment.is_empty() && demand.count > 0 && !cards.pay_after {
            let hand = Self::hand(cards, context);
            let can = tariff.affords(demand, hand, &mut work.pools);
            return by(format!("it costs {wants}{}", if can { ": say which" } else { ", and the hand cannot pay that" }));
        }
        if tariff.pays(demand, action.payment) {
            let hand = Self::hand(cards, context);
            let lacks = action.payment.iter().find(|&(kind, count)| count > hand.get(kind.index()).copied().unwrap_or(0));
            return by(lacks.map_or_else(
                || "it cannot be paid for now".to_owned(),
                |(kind, count)| {
                    format!("{count} {} cards are wanted and the hand has {}", kinds[kind.index()].id, hand[kind.index()])
                },
            ));
        }
        by(format!("it costs {wants}, and these cards are not that"))
    }
}

impl<M: Priced> Behaviour for WithCards<M> {
    type Keys = M::Keys;

    fn outline(parts: &Components, reader: &Reader<M::Keys>) -> Outline {
        let outline = M::outline(parts, reader);
        // Which cards are paid shows only when they are: nobody chooses so in secret.
        let pays = M::price(reader).0.is_some_and(|price| price.has(PriceKeys::FROM));
        Outline { together: if pays { Together::Never } else { outline.together }, ..outline }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<M::Keys>, plan: &mut Plan) -> Option<Self> {
        let inner = M::compile(compiler, reader, plan)?;
        let (price, key) = M::price(reader);
        let Some(price) = price else { return Some(WithCards { inner, cards: None, key: None }) };
        let cards = card_price(compiler, &price, inner.bought(&compiler.parts)).map(Box::new);
        if !M::CHOSEN_FIRST {
            misplaced(compiler, &price, PriceKeys::PAY, "what is paid for here is said with its cards");
        }
        Some(WithCards { inner, cards, key: Some(key) })
    }

    #[inline]
    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        match &self.cards {
            None => self.inner.legal(context, work, out),
            Some(cards) if Self::is_paying(cards, context) => self.payments(cards, context, work, out),
            Some(cards) => self.list(cards, context, work, out),
        }
    }

    fn every(&self, rules: &Rules, id: ActionId) -> Option<Vec<Action>> {
        let all = self.inner.every(rules, id)?;
        let Some(cards) = &self.cards else { return Some(all) };
        let state = State::new(&rules.parts);
        let item = |action| self.inner.purpose(rules, &state, (SeatId::default(), action)).map(|(item, _)| item);
        cards.paid_for(rules, all.into_iter().map(|action| (action, item(action))), PAY)
    }

    #[inline]
    fn count(&self, context: &DecisionContext, work: &mut Workspace) -> Option<usize> {
        if self.cards.is_none() { self.inner.count(context, work) } else { None }
    }

    #[inline]
    fn nth(&self, context: &DecisionContext, work: &mut Workspace, number: usize) -> Action {
        self.inner.nth(context, work, number)
    }

    #[inline]
    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Some(cards) = &self.cards else { return self.inner.apply(execution) };
        let Execution { rules, table, work, seat, progress, action } = execution;
        if action.form == PART {
            return Ok(Outcome::More(Paying::settle_part(progress, action)));
        }
        if cards.pay_after && action.form != PAY {
            return Ok(Outcome::More(Progress { action: Some(action.action), at: action.subject, ..Progress::default() }));
        }
        let [from, to] = [cards.from, cards.to].map(|zone| table.state().spot(&rules.parts, zone, seat.into()));
        table.pay(action.payment, from, to).map_err(|e| endless(rules, action.action, e))?;
        let progress = if cards.pay_after { Progress::default() } else { progress };
        let outcome =
            self.inner.apply(Execution { rules, table: &mut *table, work: &mut *work, seat, progress, action: bare(action) })?;
        let Outcome::More(progress) = outcome else { return Ok(outcome) };
        // There may be more to choose, and no cards to pay for it.
        let context = DecisionContext { rules, state: table.state(), seat, id: action.action, progress };
        let mut listed = std::mem::take(&mut work.listed);
        listed.clear();
        self.list(cards, &context, work, &mut listed);
        let more = !listed.is_empty();
        work.listed = listed;
        Ok(if more { Outcome::More(progress) } else { Outcome::Done })
    }

    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let Some(cards) = &self.cards else { return self.inner.refuse(context, action, work) };
        let paying = Self::is_paying(cards, context);
        // Cards are paid for what was chosen, not for anything else.
        if paying && (action.form < PAY || action.subject != context.progress.at) {
            let text = format!("you are in the middle of {}", self.under_way(context, work).unwrap_or_default());
            return Reason { key: self.key, ..Reason::plain(text) }.part(PriceKeys::PAY);
        }
        if !paying && action.form >= PAY {
            return Reason { key: self.key, ..Reason::plain("nothing is chosen that is paid for: say what") }
                .part(PriceKeys::PAY);
        }
        if paying {
            let mut listed = Vec::new();
            self.legal(context, work, &mut listed);
            if let Some(in_parts) = Self::paying(cards).say_in_parts(context, &listed).filter(|_| action.form == PAY) {
                return Reason { key: self.key, ..Reason::plain(in_parts) }.part(PriceKeys::PAY);
            }
            return self.refuse_cards(cards, context, action, work);
        }
        match self.inner.offers(context, work, bare(action)) {
            true => self.refuse_cards(cards, context, action, work),
            false => self.inner.refuse(context, bare(action), work),
        }
    }

    fn print(&self, context: &DecisionContext, action: Action, work: &mut Workspace, out: &mut String) {
        if action.form < PAY {
            self.inner.print(context, bare(action), work, out);
        }
        let Some(cards) = &self.cards else { return };
        let pays = action.form >= PAY
            || !cards.pay_after && self.inner.purpose(context.rules, context.state, (context.seat, bare(action))).is_some();
        if pays {
            Self::paying(cards).print(context, action, out);
        }
    }

    fn parse(&self, context: &DecisionContext, text: &str, work: &mut Workspace) -> Result<Action, String> {
        let Some(cards) = &self.cards else { return self.inner.parse(context, text, work) };
        if let Some(paid) = text.strip_prefix("with ") {
            let mut listed = Vec::new();
            if Self::is_paying(cards, context) {
                self.legal(context, work, &mut listed);
            }
            return Self::paying(cards).parse(context, paid, &listed);
        }
        let (what, paid) = text.split_once(" with ").map_or((text, None), |(what, paid)| (what, Some(paid)));
        let payment = paid.map(|paid| parse_payment(context.rules, cards.from, paid)).transpose()?.unwrap_or_default();
        Ok(Action { payment, ..self.inner.parse(context, what, work)? })
    }

    fn notation(&self, parts: &Components) -> Notation {
        let mut notation = self.inner.notation(parts);
        if self.cards.as_ref().is_some_and(|cards| !cards.pay_after) {
            let paid = notation.iter().map(|way| way.iter().copied().chain([Part::Word("with"), Part::Rest]).collect());
            let paid: Notation = paid.collect();
            notation.extend(paid);
        }
        notation
    }

    fn subjects(&self, rules: &Rules, action: Action) -> Subjects {
        self.inner.subjects(rules, if self.cards.is_some() { bare(action) } else { action })
    }

    fn note_takings(&self, parts: &Components, takings: &mut Takings) {
        self.inner.note_takings(parts, takings);
    }

    #[inline]
    fn any(&self, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        match self.cards.is_some() && !work.free {
            true => any_listed(self, context, work, filter),
            false => self.inner.any(context, work, filter),
        }
    }

    fn under_way(&self, context: &DecisionContext, work: &mut Workspace) -> Option<String> {
        let Some(cards) = self.cards.as_ref().filter(|cards| cards.pay_after) else { return self.inner.under_way(context, work) };
        let chosen = Action { subject: context.progress.at, ..context.action() };
        let mut what = String::new();
        self.inner.print(context, chosen, work, &mut what);
        let word = &context.rules.actions[context.id.index()].word;
        let wants = match self.demand(cards, context, work, chosen) {
            Some((item, Ok(demand))) => cards.tariff(item).asks_for(demand, &context.rules.parts.cards_in(cards.from).kinds),
            _ => "cards".to_owned(),
        };
        Some(format!("paying {wants} for{what}: `{word} with …`"))
    }

    fn takes_too_late(&self) -> Option<&'static str> {
        self.inner.takes_too_late()
    }

    fn whole(&self, action: Action) -> Action {
        match self.cards.as_ref().is_some_and(|cards| cards.pay_after) {
            true => Action { form: PAY, ..action },
            false => self.inner.whole(action),
        }
    }

    fn paid_from_and_to(&self) -> Option<[ZoneId; 2]> {
        self.cards.as_ref().map(|cards| [cards.from, cards.to])
    }

    fn lays_track(&self) -> Option<&Lay> {
        self.inner.lays_track()
    }

    fn takes_cards(&self) -> bool {
        self.inner.takes_cards()
    }
}
