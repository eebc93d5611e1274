//! `claim`: a whole lane for cards that match it.
//!
//! Lanes of equal price form a class with one bit set: payments are worked out once for each class
//! and crossed with the lanes that are to be had.

use super::lanes::{self, LANES, LaneRule, find_lane, lane_values, parse_payment, print_payment};
use super::{COMMON, Look, Outcome, Play, endless};
use crate::compile::Compiler;
use crate::engine::Workspace;
use crate::flow::want_form;
use crate::price::{Demand, StandIns};
use crate::rules::{Fault, Rules};
use railwright_core::bits::{self, Ones};
use railwright_core::components::{Form, Owner};
use railwright_core::expr::ItemType;
use railwright_core::id::{CounterId, KindId, LaneId, SeatId, ZoneId};
use railwright_core::state::Progress;
use railwright_core::{Action, Effects, Payment};
use railwright_source::{Diagnostic, Kind, Need, Reader, Schema, include, key};

pub(super) const SCHEMA: Schema = Schema::new(
    "action claim",
    "Takes a whole lane for cards that match its colour.",
    &[
        include(&COMMON),
        include(&LANES),
        key("from", Kind::Name("zone"), Need::Required, "the bag that is paid from"),
        key("to", Kind::Name("zone"), Need::Required, "the bag that payments go to"),
        key("price", Kind::Table(&PRICE), Need::Required, "what a lane costs"),
        key("pay", Kind::Word(&["with", "after"]), Need::Default("with"), "whether the cards are part of the action, or a decision of their own"),
        key("pieces", Kind::Name("counter"), Need::Optional, "the seat's counter of pieces; a lane takes one for each space"),
    ],
);

/// What a lane costs.
pub(super) const PRICE: Schema = Schema::new(
    "price",
    "Cards of one kind, as many as `count`, of the lane's colour; wild cards stand in for any.",
    &[
        key("count", Kind::Expr, Need::Default("length"), "how many cards, about the lane"),
        key("any", Kind::Texts, Need::Optional, "colours of lanes that cards of any one kind pay for"),
        key("wild", Kind::Text, Need::Optional, "the tag of cards that stand for any other"),
    ],
);

/// Chooses the lane; the cards come with it or after it.
const LANE: u8 = 0;
/// Pays for the lane chosen before.
const PAY: u8 = 1;

/// Lanes of one price and length.
#[derive(Clone, Debug)]
struct Class {
    count: u8,
    length: i32,
    lanes: Vec<u64>,
}

/// Classes that the same kinds of card pay for, the cheapest first.
#[derive(Clone, Debug)]
struct Group {
    kinds: u64,
    classes: Vec<Class>,
}

/// Claims a whole lane for cards.
#[derive(Clone, Debug)]
pub struct Claim {
    pub(crate) rule: LaneRule,
    from: ZoneId,
    to: ZoneId,
    pay_after: bool,
    pieces: Option<CounterId>,
    stand_ins: StandIns,
    groups: Vec<Group>,
    demands: Vec<Demand>,
}

pub(super) fn compile(compiler: &mut Compiler, reader: &Reader) -> Option<Claim> {
    let zone = |compiler: &Compiler, key: &str| compiler.parts.find_zone(reader.name(key)?.0);
    let (from, to) = (zone(compiler, "from")?, zone(compiler, "to")?);
    want_form(compiler, reader, "from", from, "bag", |f| f == Form::Bag);
    want_form(compiler, reader, "to", to, "bag", |f| f == Form::Bag);
    crate::flow::same_cards(compiler, reader, from, to);
    let price = reader.table("price")?;
    let stand_ins = StandIns { wild: wild_kinds(compiler, &price, from), alike: None };
    let demands = lane_demands(compiler, &price, from, &stand_ins)?;
    let pieces = reader.name("pieces").and_then(|(name, origin)| seat_counter(compiler, reader, name, origin));
    let mut groups: Vec<Group> = Vec::new();
    let words = bits::words(compiler.parts.map.lanes.len());
    for (i, demand) in demands.iter().enumerate() {
        let at = groups.iter().position(|g| g.kinds == demand.kinds).unwrap_or_else(|| {
            groups.push(Group { kinds: demand.kinds, classes: Vec::new() });
            groups.len() - 1
        });
        let classes = &mut groups[at].classes;
        let length = i32::from(compiler.parts.map.lanes[i].length);
        let class = classes.iter().position(|c| c.count == demand.count && c.length == length).unwrap_or_else(|| {
            classes.push(Class { count: demand.count, length, lanes: vec![0; words] });
            classes.len() - 1
        });
        bits::put(&mut classes[class].lanes, i);
    }
    groups.iter_mut().for_each(|g| g.classes.sort_by_key(|c| c.count));
    let pay_after = reader.word("pay") == Some("after");
    Some(Claim { rule: lanes::compile(compiler, reader), from, to, pay_after, pieces, stand_ins, groups, demands })
}

/// The kinds that stand for any other.
pub(super) fn wild_kinds(compiler: &mut Compiler, price: &Reader, from: ZoneId) -> Vec<KindId> {
    let Some(tag) = price.text("wild") else { return Vec::new() };
    compiler.need_tag(tag, price.origin("wild"));
    Ones(compiler.parts.kinds_tagged(compiler.parts.zone(from).cards, tag)).map(KindId::from).collect()
}

/// What each lane demands: its number of cards, of its colour or of any one.
pub(super) fn lane_demands(compiler: &mut Compiler, price: &Reader, from: ZoneId, stand_ins: &StandIns) -> Option<Vec<Demand>> {
    let kinds = compiler.parts.cards_in(from).kinds.len();
    if kinds > Payment::KINDS {
        let message = format!("cards of {kinds} kinds cannot be paid with: {} are the most", Payment::KINDS);
        compiler.report.push(Diagnostic::error("too-many-kinds", message).at(price.here(), "this price"));
        return None;
    }
    let count = compiler.formula(price, "count", ItemType::Lane)?;
    if !lanes::is_fixed(&count.expr) {
        let problem = Diagnostic::error("bad-expression", "a price depends on the lane alone");
        compiler.report.push(problem.at(price.origin("count"), "this changes during the game"));
        return None;
    }
    let counts = lane_values(compiler, &count);
    let any: Vec<&str> = price.texts("any").iter().map(|(text, _)| *text).collect();
    let wild = stand_ins.wild.iter().fold(0u64, |all, k| all | 1 << k.0);
    let all = ((1u64 << kinds) - 1) & !wild;
    let mut demands = Vec::new();
    let mut unmatched: Vec<String> = Vec::new();
    for (i, lane) in compiler.parts.map.lanes.iter().enumerate() {
        let color = compiler.parts.words.text(lane.color);
        let kinds = match compiler.parts.cards_in(from).find(color) {
            _ if any.contains(&color) => all,
            Some(kind) => 1 << kind.0,
            None => {
                if !unmatched.iter().any(|c| c == color) {
                    unmatched.push(color.to_owned());
                }
                0
            }
        };
        if !(1..=i32::from(Payment::MOST)).contains(&counts[i]) {
            let message = format!("lane {} costs {} cards; 1 to {} are possible", lane.id, counts[i], Payment::MOST);
            compiler.report.push(Diagnostic::error("wrong-price", message).at(price.origin("count"), "by this formula"));
        }
        demands.push(Demand { kinds, count: counts[i].clamp(1, Payment::MOST.into()) as u8 });
    }
    for color in unmatched {
        let problem = Diagnostic::error("no-such-card", format!("no card pays for {color} lanes"));
        compiler.report.push(problem.at(price.here(), "this price").help(format!("add a kind of card `{color}`, or name the colour in `any`")));
    }
    Some(demands)
}

/// A counter that belongs to seats.
pub(super) fn seat_counter(compiler: &mut Compiler, reader: &Reader, name: &str, origin: railwright_source::Origin) -> Option<CounterId> {
    let counter = compiler.parts.find_counter(name)?;
    if compiler.parts.counters[counter.index()].owner != Owner::Seat {
        let problem = Diagnostic::error("wrong-owner", format!("{}: `{name}` is no counter of seats", reader.path()));
        compiler.report.push(problem.at(origin, "a seat's counter should stand here"));
    }
    Some(counter)
}

impl Claim {
    #[inline]
    fn pieces_left(&self, look: &Look) -> i32 {
        self.pieces.map_or(i32::MAX, |c| look.state.counter(&look.rules.parts, c, look.seat.index()))
    }

    /// How many cards of a payment stand in for others.
    pub(crate) fn wild_cards_in(&self, payment: Payment) -> u32 {
        self.stand_ins.wild.iter().map(|&k| u32::from(payment.count(k))).sum()
    }

    /// The hand as counts of up to sixteen kinds.
    #[inline]
    fn hand<'a>(&self, look: &Look<'a>) -> &'a [u8] {
        look.state.bag(&look.rules.parts, look.state.spot(&look.rules.parts, self.from, look.seat.into()))
    }
}

impl Play for Claim {
    #[inline]
    fn legal(&self, look: &Look, work: &mut Workspace, out: &mut Vec<Action>) {
        let hand = self.hand(look);
        if look.progress.action.is_some() {
            work.payments.clear();
            self.stand_ins.pay_one(self.demands[look.progress.at as usize], hand, &mut work.payments);
            let action = Action { form: PAY, subject: look.progress.at, ..look.action() };
            out.extend(work.payments.iter().map(|&payment| Action { payment, ..action }));
            return;
        }
        let wild = self.stand_ins.wild_in(hand);
        let pieces = self.pieces_left(look);
        self.rule.available(look.rules, look.state, look.seat.into(), &mut work.available);
        for group in &self.groups {
            let most = Ones(group.kinds).map(|k| hand[k]).max().unwrap_or(0);
            let reach = most.saturating_add(wild);
            for class in &group.classes {
                if class.count > reach {
                    break;
                }
                if class.length > pieces {
                    continue;
                }
                let mut paid_for = false;
                for (word, (lanes, available)) in class.lanes.iter().zip(&work.available).enumerate() {
                    let both = lanes & available;
                    if both == 0 {
                        continue;
                    }
                    if !paid_for {
                        paid_for = true;
                        work.payments.clear();
                        if self.pay_after {
                            work.payments.push(Payment::default());
                        } else {
                            self.stand_ins.pay_one(Demand { kinds: group.kinds, count: class.count }, hand, &mut work.payments);
                        }
                    }
                    for bit in Ones(both) {
                        let action = Action { subject: (word * 64 + bit) as u16, ..look.action() };
                        out.extend(work.payments.iter().map(|&payment| Action { payment, ..action }));
                    }
                }
            }
        }
    }

    #[inline]
    fn apply(&self, rules: &Rules, table: &mut Effects, work: &mut Workspace, seat: SeatId, _: Progress, action: Action) -> Result<Outcome, Fault> {
        let lane = LaneId(action.subject);
        if self.pay_after && action.form == LANE {
            return Ok(Outcome::More(Progress { action: Some(action.action), left: 0, at: action.subject }));
        }
        let (from, to) = (table.state().spot(&rules.parts, self.from, seat.into()), table.state().spot(&rules.parts, self.to, seat.into()));
        table.pay(action.payment, from, to).map_err(endless(rules, action.action))?;
        table.claim(lane, seat.into(), seat);
        if let Some(pieces) = self.pieces {
            table.add(pieces, seat.index(), -i32::from(rules.parts.map.lane(lane).length));
        }
        self.rule.gain(rules, table, &mut work.scratch, lane, seat.into());
        self.rule.had(rules, table, lane, seat.into());
        Ok(Outcome::Done)
    }

    fn refuse(&self, look: &Look, action: Action, _: &mut Workspace) -> String {
        let (parts, lane) = (&look.rules.parts, LaneId(action.subject));
        let Some(strip) = parts.map.lanes.get(lane.index()) else { return "there is no such lane".to_owned() };
        if let Some(reason) = self.rule.refuse(look, lane, look.seat.into()) {
            return reason;
        }
        let pieces = self.pieces_left(look);
        if i32::from(strip.length) > pieces {
            let name = self.pieces.map_or("", |c| &parts.counters[c.index()].id);
            return format!("{} takes {} {name} and only {pieces} are left", strip.id, strip.length);
        }
        let demand = self.demands[lane.index()];
        let color = parts.words.text(strip.color);
        let hand = self.hand(look);
        let cards = parts.cards_in(self.from);
        if self.pay_after == (action.form == LANE) && !action.payment.is_empty() {
            return "the lane is chosen first and paid for after that".to_owned();
        }
        if !action.payment.is_empty() || action.form == PAY || !self.pay_after {
            if action.payment.is_empty() {
                return format!("say which {} cards pay for {}", demand.count, strip.id);
            }
            for (kind, count) in action.payment.iter() {
                let held = hand.get(kind.index()).copied().unwrap_or(0);
                if count > held {
                    return format!("{count} {} cards are wanted and the hand has {held}", cards.kinds[kind.index()].id);
                }
            }
            let total = action.payment.total();
            if total != u32::from(demand.count) {
                return format!("{} costs exactly {} cards, not {total}", strip.id, demand.count);
            }
            let plain: Vec<_> = action.payment.iter().filter(|(k, _)| !self.stand_ins.wild.contains(k)).collect();
            if plain.len() > 1 {
                return format!("{} is paid with cards of one colour, not of {}", strip.id, plain.len());
            }
            return format!("{} is {color}: {} does not match", strip.id, plain.first().map_or("?", |(k, _)| &cards.kinds[k.index()].id));
        }
        format!("{} costs {} {color} cards, and the hand cannot pay that", strip.id, demand.count)
    }

    fn print(&self, look: &Look, action: Action, _: &mut Workspace, out: &mut String) {
        if action.form == LANE {
            out.push(' ');
            out.push_str(look.rules.parts.map.lanes.get(action.subject as usize).map_or("?", |l| &l.id));
        }
        if !(self.pay_after && action.form == LANE) {
            out.push_str(" with ");
            print_payment(look.rules, self.from, action.payment, out);
        }
    }

    fn parse(&self, look: &Look, text: &str, work: &mut Workspace) -> Result<Action, String> {
        if let Some(cards) = text.strip_prefix("with ") {
            let payment = parse_payment(look.rules, self.from, cards)?;
            return Ok(Action { form: PAY, subject: look.progress.at, payment, ..look.action() });
        }
        let (name, cards) = text.split_once(" with ").map_or((text, None), |(name, cards)| (name, Some(cards)));
        let payment = cards.map(|c| parse_payment(look.rules, self.from, c)).transpose()?.unwrap_or_default();
        let mut legal = Vec::new();
        self.legal(look, work, &mut legal);
        let lane = find_lane(look.rules, name.trim(), |lane| legal.iter().any(|a| a.subject == lane.0 && a.payment == payment))?;
        Ok(Action { subject: lane.0, payment, ..look.action() })
    }
}
