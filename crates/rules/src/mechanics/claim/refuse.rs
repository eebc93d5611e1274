//! Why a lane cannot be claimed: what the lane wants is said before what the hand lacks.

use super::super::KeyName;
use super::cards::LaneCards;
use super::{Behaviour, Claim, ClaimKeys, DecisionContext, LANE, PART, PAY, Reason};
use crate::price::PriceKeys;
use crate::workspace::Workspace;
use railwright_core::expr::Item;
use railwright_core::id::{KindId, LaneId};
use railwright_core::{Action, Payment};

impl Claim {
    /// Says why a lane cannot be claimed, or not with these cards.
    pub(super) fn why_not(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let (parts, lane) = (&context.rules.parts, LaneId(action.subject));
        let Some(strip) = parts.map.lanes.get(lane.index()) else { return Reason::plain("there is no such lane") };
        if context.progress.action.is_some() && action.form == LANE {
            return Reason::plain(format!("you are in the middle of {}", self.paid_next(context)));
        }
        if let Some(reason) = self.rule.refuse(context, lane, context.seat.into()) {
            return reason;
        }
        if let Some(reason) = self.rule.refuse_where(context, lane, &mut work.scratch) {
            return reason;
        }
        let (rules, state, seat, item) = (context.rules, context.state, context.seat, Item::Lane(lane));
        if let Some(text) = self.pieces.refuse(rules, state, seat, &mut work.scratch, (item, &strip.id)) {
            return Reason::by(ClaimKeys::PIECES, text);
        }
        let short = self.money.refuse(rules, state, seat, work, item.into());
        if let Some(text) = short {
            return Reason::by(ClaimKeys::PRICE, text).part(PriceKeys::MONEY);
        }
        match &self.cards {
            Some(cards) => self.refuse_cards(context, cards, action, work),
            None => Reason::plain(format!("{} cannot be claimed now", strip.id)),
        }
    }

    /// Says why a lane that is to be had otherwise cannot be paid for, or not with these cards.
    fn refuse_cards(&self, context: &DecisionContext, cards: &LaneCards, action: Action, work: &mut Workspace) -> Reason {
        let (parts, lane) = (&context.rules.parts, LaneId(action.subject));
        let (strip, pay_after) = (parts.map.lane(lane), cards.price.pay_after);
        let by_order = |text: &str| Reason::by(ClaimKeys::PRICE, text).part(PriceKeys::PAY);
        if pay_after == (action.form == LANE) && !action.payment.is_empty() {
            return by_order("the lane is chosen first and paid for after that");
        }
        if action.form != LANE && context.progress.action.is_none() {
            return by_order("no lane is chosen that is paid for: say which");
        }
        if let Some(reason) = self.refuse_part(context, cards, action, work) {
            return by_order(&reason);
        }
        if !action.payment.is_empty() || action.form == PAY || !pay_after {
            return refuse_payment(context, cards, lane, action.payment);
        }
        let (demand, tariff) = (cards.price.demands[lane.index()], cards.price.tariff(lane.index()));
        if demand.symbols > 0 || tariff.pools.is_some() {
            let wants = tariff.wants(demand, &parts.cards_in(cards.price.from).kinds);
            let text = format!("{} wants {wants}; the hand cannot pay that", strip.id);
            return Reason::by(ClaimKeys::PRICE, text).part(PriceKeys::SYMBOLS);
        }
        let color = parts.words.text(strip.color);
        let text = format!("{} costs {} {color} cards, and the hand cannot pay that", strip.id, demand.count);
        Reason::by(ClaimKeys::PRICE, text)
    }

    /// Says why a payment of a lane that was chosen before is refused because of how it is said: all at once, or kind by kind.
    fn refuse_part(&self, context: &DecisionContext, cards: &LaneCards, action: Action, work: &mut Workspace) -> Option<String> {
        if action.form == LANE || context.progress.action.is_none() {
            return None;
        }
        let mut listed = Vec::new();
        self.legal(context, work, &mut listed);
        let in_parts = cards.paying().say_in_parts(context, &listed);
        match action.form {
            PART if in_parts.is_none() => Some("the cards are said all at once: `with` and every kind".to_owned()),
            PART => Some("no payment goes on with so many of these cards".to_owned()),
            _ => in_parts,
        }
    }

    /// What a seat that has chosen a lane is in the middle of.
    pub(super) fn paid_next(&self, context: &DecisionContext) -> String {
        let lane = &context.rules.parts.map.lanes[context.progress.at as usize].id;
        let word = &context.rules.actions[context.id.index()].word;
        format!("claiming {lane}: say with which cards, `{word} with …`")
    }
}

/// Why cards do not pay for a lane: first what the lane wants, then what the hand lacks.
fn refuse_payment(context: &DecisionContext, price: &LaneCards, lane: LaneId, payment: Payment) -> Reason {
    let by_price = |text: String| Reason::by(ClaimKeys::PRICE, text);
    let parts = &context.rules.parts;
    let (strip, demand) = (parts.map.lane(lane), price.price.demands[lane.index()]);
    let tariff = price.price.tariff(lane.index());
    let cards = &parts.cards_in(price.price.from).kinds;
    let color = parts.words.text(strip.color);
    if payment.is_empty() && demand.symbols == 0 {
        return by_price(format!("say which {} cards pay for {}", demand.count, strip.id));
    }
    if tariff.pays(demand, payment) {
        let hand = price.hand(context);
        let held = |kind: KindId| hand.get(kind.index()).copied().unwrap_or(0);
        let lacks = payment.iter().find(|&(kind, count)| count > held(kind));
        return by_price(lacks.map_or_else(
            || format!("{} cannot be paid for now", strip.id),
            |(kind, count)| {
                let name = cards.get(kind.index()).map_or("?", |k| &k.id);
                format!("{count} {name} cards are wanted and the hand has {}", held(kind))
            },
        ));
    }
    if demand.symbols > 0 || tariff.pools.is_some() {
        let text = format!("{} wants {}; {}", strip.id, tariff.wants(demand, cards), tariff.why_not(demand, payment, cards));
        let part: KeyName = if demand.symbols > 0 { PriceKeys::SYMBOLS.into() } else { PriceKeys::STAND_INS.into() };
        return by_price(text).part(part);
    }
    let plain: Vec<KindId> = payment.iter().map(|(kind, _)| kind).filter(|kind| !tariff.wild.contains(kind)).collect();
    let total = payment.total();
    let misfit = plain.iter().find(|kind| demand.kinds >> kind.0 & 1 == 0);
    let (count, accepts) = (KeyName::from(PriceKeys::COUNT), KeyName::from(PriceKeys::ACCEPTS));
    let (part, text) = match misfit.map(|kind| cards.get(kind.index()).map_or("?", |k| &k.id)) {
        Some(name) if total != u32::from(demand.count) => {
            let wanted = format!("{} is {color} and costs exactly {} cards", strip.id, demand.count);
            (count, format!("{wanted}: not {total}, and {name} does not match"))
        }
        None if total != u32::from(demand.count) => {
            (count, format!("{} costs exactly {} cards, not {total}", strip.id, demand.count))
        }
        // A card that is wild on other lanes is of no colour.
        Some(name)
            if price.price.tariffs.iter().any(|t| t.wild.iter().any(|k| cards.get(k.index()).is_some_and(|k| k.id == *name))) =>
        {
            (PriceKeys::WILD.into(), format!("{name} does not stand for other cards on {}", strip.id))
        }
        _ if plain.len() > 1 => (accepts, format!("{} is paid with cards of one colour, not of {}", strip.id, plain.len())),
        misfit => (accepts, format!("{} is {color}: {} does not match", strip.id, misfit.unwrap_or("?"))),
    };
    by_price(text).part(part)
}
