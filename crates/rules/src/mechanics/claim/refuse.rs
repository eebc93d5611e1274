//! Why a lane cannot be claimed: what the lane wants is said before what the hand lacks.

use super::super::KeyName;
use super::super::lanes::too_few_pieces;
use super::{Behaviour, Claim, ClaimKeys, DecisionContext, LANE, PART, PAY, Reason};
use crate::price::{LanePriceKeys, PriceKeys};
use crate::workspace::Workspace;
use railwright_core::id::{KindId, LaneId};
use railwright_core::{Action, Payment};

impl Claim {
    /// Says why a lane cannot be claimed, or not with these cards.
    pub(super) fn why_not(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let (parts, lane) = (&context.rules.parts, LaneId(action.subject));
        let Some(strip) = parts.map.lanes.get(lane.index()) else { return Reason::plain("there is no such lane") };
        if context.progress.action.is_some() && action.form == LANE {
            return Reason::by(ClaimKeys::PAY, format!("you are in the middle of {}", self.paid_next(context)));
        }
        if let Some(reason) = self.rule.refuse(context, lane, context.seat.into()) {
            return reason;
        }
        if let Some(reason) = too_few_pieces(context.rules, context.state, context.seat, self.pieces, lane) {
            return Reason::by(ClaimKeys::PIECES, reason);
        }
        if self.pay_after == (action.form == LANE) && !action.payment.is_empty() {
            return Reason::by(ClaimKeys::PAY, "the lane is chosen first and paid for after that");
        }
        if action.form != LANE && context.progress.action.is_none() {
            return Reason::by(ClaimKeys::PAY, "no lane is chosen that is paid for: say which");
        }
        if let Some(reason) = self.refuse_part(context, action, work) {
            return Reason::by(ClaimKeys::PAY, reason);
        }
        let pays = !action.payment.is_empty() || action.form == PAY || !self.pay_after;
        let (demand, cards) = (self.demands[lane.index()], &parts.cards_in(self.from).kinds);
        match pays.then(|| self.refuse_payment(context, lane, action.payment)) {
            Some(reason) => reason,
            None if demand.symbols > 0 => {
                let wants = self.stand_ins.wants(demand, cards);
                let text = format!("{} wants {wants}; the hand cannot pay that", strip.id);
                Reason::by(ClaimKeys::PRICE, text).part(PriceKeys::SYMBOLS)
            }
            None => {
                let color = parts.words.text(strip.color);
                let text = format!("{} costs {} {color} cards, and the hand cannot pay that", strip.id, demand.count);
                Reason::by(ClaimKeys::PRICE, text)
            }
        }
    }

    /// Says why a payment of a lane that was chosen before is refused because of how it is said: all at once, or kind by kind.
    fn refuse_part(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Option<String> {
        if action.form == LANE || context.progress.action.is_none() {
            return None;
        }
        let mut listed = Vec::new();
        self.legal(context, work, &mut listed);
        let in_parts = self.paying().say_in_parts(context, &listed);
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

    /// Why cards do not pay for a lane: first what the lane wants, then what the hand lacks.
    fn refuse_payment(&self, context: &DecisionContext, lane: LaneId, payment: Payment) -> Reason {
        let by_price = |text: String| Reason::by(ClaimKeys::PRICE, text);
        let parts = &context.rules.parts;
        let (strip, demand) = (parts.map.lane(lane), self.demands[lane.index()]);
        let cards = &parts.cards_in(self.from).kinds;
        let color = parts.words.text(strip.color);
        if payment.is_empty() && demand.symbols == 0 {
            return by_price(format!("say which {} cards pay for {}", demand.count, strip.id));
        }
        if self.stand_ins.pays(demand, payment) {
            let hand = self.hand(context);
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
        if demand.symbols > 0 {
            let wants = self.stand_ins.wants(demand, cards);
            let text = format!("{} wants {wants}; {}", strip.id, self.stand_ins.why_not(demand, payment, cards));
            return by_price(text).part(PriceKeys::SYMBOLS);
        }
        let plain: Vec<KindId> =
            payment.iter().map(|(kind, _)| kind).filter(|kind| !self.stand_ins.wild.contains(kind)).collect();
        let total = payment.total();
        let misfit = plain.iter().find(|kind| demand.kinds >> kind.0 & 1 == 0);
        let (count, accepts) = (KeyName::from(LanePriceKeys::COUNT), KeyName::from(LanePriceKeys::ACCEPTS));
        let (part, text) = match misfit.map(|kind| cards.get(kind.index()).map_or("?", |k| &k.id)) {
            Some(name) if total != u32::from(demand.count) => {
                let wanted = format!("{} is {color} and costs exactly {} cards", strip.id, demand.count);
                (count, format!("{wanted}: not {total}, and {name} does not match"))
            }
            None if total != u32::from(demand.count) => {
                (count, format!("{} costs exactly {} cards, not {total}", strip.id, demand.count))
            }
            _ if plain.len() > 1 => (accepts, format!("{} is paid with cards of one colour, not of {}", strip.id, plain.len())),
            misfit => (accepts, format!("{} is {color}: {} does not match", strip.id, misfit.unwrap_or("?"))),
        };
        by_price(text).part(part)
    }
}
