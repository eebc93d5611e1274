//! The part of a price that is cards, as a game file says it: what each lane, or whatever else is paid for, demands.

use super::colors::Colors;
use super::schema::PriceKeys;
use super::ways::MOST_STATES;
use super::{CardPrice, Demand, LanePayments, StandIns, read_stand_ins};
use crate::compile::Compiler;
use crate::flow::{misplaced, same_cards, want_form};
use crate::limits::{MANY_PAYMENTS, kept};
use railwright_core::Payment;
use railwright_core::components::{Components, Form};
use railwright_core::expr::{Eval, Formula, Item, ItemType, Occasion, Scratch};
use railwright_core::id::{KindId, LaneId, PartyId, PlaceId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::state::State;
use railwright_source::kinds::Expr;
use railwright_source::{Diagnostic, Key, Node, Reader};

/// For what cards are paid, which says what their price may depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bought {
    /// One lane; what it costs is known at load.
    Lane,
    /// The lanes of a path together.
    Path,
    /// One thing of that sort; how many cards it costs may change during the game.
    One(ItemType),
    /// A piece of track on a lane, for a company.
    Piece,
    /// A level of something that is raised.
    Level,
}

impl Bought {
    pub(super) fn item(self) -> ItemType {
        match self {
            Bought::Lane | Bought::Path | Bought::Piece => ItemType::Lane,
            Bought::One(item) => item,
            Bought::Level => ItemType::Nothing,
        }
    }

    /// What is around that in a formula for the number of cards, and what is known besides.
    fn occasion(self) -> (ItemType, Occasion) {
        match self {
            Bought::Piece => (ItemType::Company, Occasion::PIECE),
            Bought::Level => (ItemType::Nothing, Occasion::RAISE),
            Bought::Lane | Bought::Path | Bought::One(_) => (ItemType::Nothing, Occasion::POSITION),
        }
    }
}

/// All things of a sort.
fn all(parts: &Components, sort: ItemType) -> Vec<Item> {
    match sort {
        ItemType::Nothing => vec![Item::Nothing],
        ItemType::Card(set) => (0..parts.cards[set.index()].kinds.len()).map(|i| Item::Card(set, KindId::from(i))).collect(),
        ItemType::Lane => (0..parts.map.lanes.len()).map(|i| Item::Lane(LaneId::from(i))).collect(),
        ItemType::Place => (0..parts.map.places.len()).map(|i| Item::Place(PlaceId::from(i))).collect(),
        ItemType::Company => (0..parts.companies.len()).map(Item::Company).collect(),
    }
}

/// What a price is read with.
pub(super) struct PriceReader<'s, 'c, 'r> {
    pub(super) compiler: &'s mut Compiler<'c>,
    pub(super) price: &'s Reader<'r, PriceKeys>,
    pub(super) bought: Bought,
    /// The bag that cards are paid from.
    pub(super) from: ZoneId,
    /// The things that can be paid for.
    pub(super) items: Vec<Item>,
}

/// Reads what a price says of cards; nothing if no cards are paid, or something is wrong with it.
pub(crate) fn card_price(compiler: &mut Compiler, price: &Reader<PriceKeys>, bought: Bought) -> Option<CardPrice> {
    if !price.has(PriceKeys::FROM) {
        without_cards(compiler, price);
        return None;
    }
    if !price.has(PriceKeys::TO) {
        let problem = Diagnostic::error("missing-key", format!("{}: nothing says where cards go that are paid", price.path()));
        compiler.report.push(problem.at(price.origin(PriceKeys::FROM), "`to` is missing").help("name a bag in `to`"));
    }
    let (from, to) = (compiler.zone(price, PriceKeys::FROM)?, compiler.zone(price, PriceKeys::TO)?);
    want_form(compiler, price, PriceKeys::FROM, from, "bag", |f| f == Form::Bag);
    compiler.need_seen(from, price.origin(PriceKeys::FROM));
    want_form(compiler, price, PriceKeys::TO, to, "bag", |f| f == Form::Bag);
    same_cards(compiler, price, PriceKeys::TO, from, to);
    let kinds = compiler.parts.cards_in(from).kinds.len();
    if kinds > Payment::KINDS {
        let message = format!("cards of {kinds} kinds cannot be paid with: {} are the most", Payment::KINDS);
        let problem = Diagnostic::error("too-many-kinds", message).at(price.here(), "this price");
        compiler.report.push(problem.help("pay with a set of fewer kinds"));
        return None;
    }
    let items = all(&compiler.parts, bought.item());
    let mut reader = PriceReader { compiler, price, bought, from, items };
    let (tariffs, tariff_of) = read_stand_ins(&mut reader)?;
    let ever_wild = tariffs.iter().flat_map(|tariff| &tariff.wild).fold(0u64, |all, kind| all | 1 << kind.0);
    let (demands, count) = reader.demands(ever_wild)?;
    let pay_after = price.get(PriceKeys::PAY) == Some("after");
    let is_alike = |count: &Formula| !count.expr.is_personal(&reader.compiler.parts) && !count.expr.asks_for_level();
    let count_is_alike = count.as_ref().is_some_and(is_alike);
    let price = CardPrice { from, to, pay_after, tariffs, tariff_of, demands, count, count_is_alike };
    reader.check_pools(&price);
    if !pay_after && bought == Bought::Lane {
        reader.warn_of_many_payments(&price);
    }
    Some(price)
}

/// Reports what is said of cards where none are paid.
fn without_cards(compiler: &mut Compiler, price: &Reader<PriceKeys>) {
    const WHY: &str = "no cards are paid: `from` does not say from where";
    misplaced(compiler, price, PriceKeys::TO, WHY);
    misplaced(compiler, price, PriceKeys::PAY, WHY);
    misplaced(compiler, price, PriceKeys::COUNT, WHY);
    misplaced(compiler, price, PriceKeys::ANY, WHY);
    misplaced(compiler, price, PriceKeys::ACCEPTS, WHY);
    misplaced(compiler, price, PriceKeys::WILD, WHY);
    misplaced(compiler, price, PriceKeys::SYMBOLS, WHY);
    misplaced(compiler, price, PriceKeys::STAND_INS, WHY);
    misplaced(compiler, price, PriceKeys::ONE_COLOR, WHY);
    if !price.has(PriceKeys::MONEY) {
        let problem = Diagnostic::error("missing-key", format!("{} asks for nothing", price.path()));
        let help = "say in `from` which cards are paid, or in `money` which counters; what costs nothing has no price";
        compiler.report.push(problem.at(price.here(), "neither `from` nor `money`").help(help));
    }
}

impl PriceReader<'_, '_, '_> {
    /// For each thing the kinds of card for which a filter about the card holds, the thing being around it, as bits.
    pub(super) fn kinds_where(&mut self, node: &Node) -> Option<Vec<u64>> {
        let cards = self.compiler.parts.zone(self.from).cards;
        let formula = self.compiler.formula_about(node, ItemType::Card(cards), self.bought.item())?;
        if !formula.expr.is_fixed_within() {
            let problem = Diagnostic::error("bad-expression", "which cards stand in depends on the board and the cards alone");
            let help =
                "ask for what is printed on the card and on the lane or place; what changes is said by `when` of the action";
            self.compiler.report.push(problem.at(node.origin, "this changes during the game").help(help));
            return None;
        }
        let parts = &self.compiler.parts;
        let (state, mut scratch) = (State::new(parts), Scratch::default());
        let kinds = parts.cards[cards.index()].kinds.len();
        let mut holds = |kind: usize, item: Item| {
            let eval = Eval::new(parts, &state, PartyId(0), &mut scratch).about(Item::Card(cards, KindId::from(kind)));
            eval.within(item).value(&formula.expr) != 0
        };
        let of_item = |item: &Item| (0..kinds).filter(|&kind| holds(kind, *item)).fold(0, |all, kind| all | 1 << kind);
        Some(self.items.iter().map(of_item).collect())
    }

    /// A number for each thing that depends on the board alone.
    fn numbers(&self, formula: &Formula) -> Vec<i32> {
        let parts = &self.compiler.parts;
        let (state, mut scratch) = (State::new(parts), Scratch::default());
        let mut value = |item: &Item| Eval::new(parts, &state, PartyId(0), &mut scratch).about(*item).value(&formula.expr);
        self.items.iter().map(|item| kept(value(item))).collect()
    }

    /// A formula under a key, about what is paid for.
    fn formula(&mut self, key: Key<PriceKeys, Expr>) -> Option<Formula> {
        let (node, item, (around, occasion)) = (self.price.node(key)?, self.bought.item(), self.bought.occasion());
        self.compiler.on(occasion, |compiler| compiler.formula_about(node, item, around))
    }

    fn known_at_load(&mut self, formula: &Formula, key: Key<PriceKeys, Expr>) -> Option<()> {
        if formula.expr.is_fixed() {
            return Some(());
        }
        let problem = Diagnostic::error("bad-expression", "a price depends on the lane alone");
        let help = "ask for length, colour and attributes of the lane; what changes is said by `when` of the action";
        self.compiler.report.push(problem.at(self.price.origin(key), "this changes during the game").help(help));
        None
    }

    /// What each thing demands, and how many cards that is where it changes during the game.
    fn demands(&mut self, ever_wild: u64) -> Option<(Vec<Demand>, Option<Formula>)> {
        let is_lane = self.bought.item() == ItemType::Lane;
        let count = match self.price.has(PriceKeys::COUNT) {
            true => Some(self.formula(PriceKeys::COUNT)?),
            false => None,
        };
        let (counts, changing) = match count {
            Some(count) if count.expr.is_fixed() => (self.numbers(&count), None),
            Some(count) if !matches!(self.bought, Bought::Lane | Bought::Path) => (vec![1; self.items.len()], Some(count)),
            Some(count) => {
                self.known_at_load(&count, PriceKeys::COUNT)?;
                (Vec::new(), None)
            }
            None if is_lane => (self.compiler.parts.map.lanes.iter().map(|lane| lane.length.into()).collect(), None),
            None => (vec![1; self.items.len()], None),
        };
        if self.bought == Bought::Path {
            misplaced(self.compiler, self.price, PriceKeys::SYMBOLS, "the lanes of a path are paid for together");
            misplaced(self.compiler, self.price, PriceKeys::ONE_COLOR, "the lanes of a path are paid for together");
        }
        let symbols = self.formula(PriceKeys::SYMBOLS)?;
        self.known_at_load(&symbols, PriceKeys::SYMBOLS)?;
        let symbols = self.numbers(&symbols);
        let kinds = Colors::read(self, ever_wild);
        let demands = (0..self.items.len()).map(|i| self.demand(i, kinds[i], counts[i], symbols[i])).collect();
        Some((demands, changing))
    }

    /// What one thing demands; reports what cannot be.
    fn demand(&mut self, item: usize, kinds: u64, count: i32, symbols: i32) -> Demand {
        let most = i32::from(Payment::MOST);
        let origin = if self.price.has(PriceKeys::COUNT) { self.price.origin(PriceKeys::COUNT) } else { self.price.here() };
        if !(1..=most).contains(&count) || !(0..=count).contains(&symbols) {
            let what = self.name(item);
            let message = format!("{what} costs {count} cards of which {symbols} must be wild; 1 to {most} cards are possible");
            let problem = Diagnostic::error("wrong-price", message).at(origin, "by this formula");
            self.compiler.report.push(problem.help("mend `count` or `symbols`, or the length of the lane"));
        }
        let count = narrow::<u8>(count.clamp(1, most));
        let several = kinds.count_ones();
        let ways = (usize::from(count) + 1).saturating_pow(several);
        if self.bought == Bought::Path && count > 1 && several > 1 && ways > MOST_STATES {
            let what = self.name(item);
            let message = format!("{what} costs {count} cards of any of {several} kinds: too many ways to pay in a path");
            let problem = Diagnostic::error("wrong-price", message).at(origin, "by this formula");
            self.compiler.report.push(problem.help("let it cost one card, or fewer, or fewer kinds; `claim` has no such limit"));
        }
        Demand { kinds, count, symbols: narrow::<u8>(symbols.clamp(0, count.into())) }
    }

    /// What people call one of the things.
    pub(super) fn name(&self, item: usize) -> String {
        let parts = &self.compiler.parts;
        match self.items[item] {
            Item::Nothing => "it".to_owned(),
            Item::Card(set, kind) => format!("card {}", parts.cards[set.index()].kinds[kind.index()].id),
            Item::Lane(lane) => format!("lane {}", parts.map.lane(lane).id),
            Item::Place(place) => format!("place {}", parts.map.place(place).id),
            Item::Company(company) => format!("company {}", parts.companies[company].id),
        }
    }

    /// Reports stand-ins that leave too much open to be gone through.
    fn check_pools(&mut self, price: &CardPrice) {
        for (item, demand) in price.demands.iter().enumerate() {
            let count = if price.count.is_some() { Payment::MOST } else { demand.count };
            let tariff = price.tariff(item);
            let states = tariff.pools.as_ref().map_or(0, |pools| pools.states(Demand { count, ..*demand }, tariff));
            if states > MOST_STATES {
                let what = self.name(item);
                let message = format!("{what} costs {count} cards for which others stand in: too many ways to pay");
                let problem = Diagnostic::error("wrong-price", message).at(self.price.origin(PriceKeys::STAND_INS), "by these");
                self.compiler.report.push(problem.help("let it cost fewer cards, or fewer stand for one"));
                return;
            }
        }
    }

    /// Warns where a lane can be paid in very many ways, each of which is an action of its own.
    fn warn_of_many_payments(&mut self, price: &CardPrice) {
        // Nobody can hold more cards than there are.
        let hand: Vec<u8> = self.compiler.parts.cards_in(price.from).kinds.iter().map(|kind| kind.count).collect();
        let mut seen: Vec<(Demand, &StandIns)> = Vec::new();
        for (item, demand) in price.demands.iter().enumerate() {
            let one = (*demand, price.tariff(item));
            if seen.contains(&one) {
                continue;
            }
            seen.push(one);
            if LanePayments::new(one.1, *demand, &hand).more_than(MANY_PAYMENTS) {
                let what = self.name(item);
                let message = format!("{what} can be paid for in more than {MANY_PAYMENTS} ways, each an action of its own");
                let problem = Diagnostic::warning("many-payments", message).at(self.price.here(), "by this price");
                let help = "`pay = \"after\"` chooses the lane first and then the cards, in few actions each";
                self.compiler.report.push(problem.help(help));
                return;
            }
        }
    }
}
