//! What an expression is worth for a seat in a state.

mod far;
mod network;
mod oracle;
mod sums;

pub use oracle::Oracle;

use super::printed::{field, listed, looked_up, printed};
use super::resolve::Type;
use super::ways::{Toward, Ways};
use super::{Comparison, Expr, Formula, Holder, math};
use crate::bits;
use crate::components::{CONNECTED, Components, FieldValue, Owner};
use crate::id::{CardSetId, KindId, LaneId, PartyId, PlaceId, SeatId, SetId, WordId, ZoneId};
use crate::state::{Standing, State};
use crate::trail::Trails;
use network::last_of;

/// What a filter is applied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// Nothing but the seat.
    Nothing,
    /// A card of a set.
    Card(CardSetId, KindId),
    /// A lane.
    Lane(LaneId),
    /// A place.
    Place(PlaceId),
    /// A company.
    Company(usize),
}

/// Room that is reused from formula to formula.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    trails: Trails,
    set: Vec<u64>,
    /// For each place another of the same part of the party's network, or itself: they lead to one place of the part.
    leads: Vec<u16>,
    /// Whose network that is.
    joined: Option<PartyId>,
    ways: Ways,
    /// For each party the number of its board, and in which evaluation it was worked out.
    boards: Vec<(u64, u64)>,
    /// The lanes on the way of goals that were last asked for: in which evaluation, for whom, and of which zone.
    toward: (u64, PartyId, ZoneId, Toward),
    /// Values that are kept, each with the key of what it depends on.
    pub(super) memo: Vec<(u64, i64)>,
    /// How many evaluations there were.
    evaluation: u64,
}

/// Works out expressions for one party in one state.
pub struct Eval<'a> {
    pub(super) parts: &'a Components,
    pub(super) state: &'a State,
    /// For whom.
    pub party: PartyId,
    /// About what.
    pub item: Item,
    /// What is around that.
    around: Item,
    /// The space of a lane that is in question, counted from the lane's first end.
    space: u8,
    /// How often what is to be raised was raised before.
    level: u8,
    copies: u32,
    paid: i64,
    oracle: Option<&'a dyn Oracle>,
    pub(super) scratch: &'a mut Scratch,
}

impl<'a> Eval<'a> {
    /// Begins to work out expressions.
    #[inline]
    pub fn new(parts: &'a Components, state: &'a State, party: PartyId, scratch: &'a mut Scratch) -> Self {
        scratch.joined = None;
        scratch.evaluation += 1;
        Eval {
            parts,
            state,
            party,
            item: Item::Nothing,
            around: Item::Nothing,
            space: 0,
            level: 0,
            copies: 0,
            paid: 0,
            oracle: None,
            scratch,
        }
    }

    /// With somebody who can answer `can`, `won` and `total`.
    pub fn asking(mut self, oracle: &'a dyn Oracle) -> Self {
        self.oracle = Some(oracle);
        self
    }

    /// About an item.
    pub fn about(mut self, item: Item) -> Self {
        self.item = item;
        self
    }

    /// With something around the item.
    pub fn within(mut self, around: Item) -> Self {
        self.around = around;
        self
    }

    /// About a space of a lane, counted from the lane's first end.
    pub fn space(mut self, space: u8) -> Self {
        self.space = space;
        self
    }

    /// About a level of something that was raised so often before.
    pub fn level(mut self, level: u8) -> Self {
        self.level = level;
        self
    }

    /// Whether a condition holds.
    #[inline]
    pub fn holds(&mut self, formula: &Formula) -> bool {
        self.value(&formula.expr) != 0
    }

    /// What an expression is worth, in words.
    pub(super) fn in_words(&mut self, expr: &Expr, kind: Type) -> String {
        let value = self.value(expr);
        let index = usize::try_from(value).ok();
        match kind {
            Type::Number => value.to_string(),
            Type::Word => {
                let word = index.map_or("", |i| self.parts.words.text(WordId::from(i)));
                if word.is_empty() { "nothing" } else { word }.to_owned()
            }
            Type::Place => index.and_then(|i| self.parts.map.places.get(i)).map_or("nowhere", |place| &place.id).to_owned(),
        }
    }

    /// What an expression is worth.
    ///
    /// The few operations that conditions of a turn consist of are worked out here; the others are
    /// kept out of the way so that this stays small and quick.
    pub fn value(&mut self, expr: &Expr) -> i64 {
        match expr {
            Expr::Int(value) => *value,
            Expr::Not(a) => i64::from(self.value(a) == 0),
            Expr::And(a, b) => i64::from(self.value(a) != 0 && self.value(b) != 0),
            Expr::Compare(sign, a, b) => i64::from(sign.holds(self.value(a), self.value(b))),
            Expr::Counter(counter, Holder::Seat) => self.state.counter(self.parts, *counter, self.party.index()).into(),
            Expr::Counter(counter, Holder::Table) => self.state.counter(self.parts, *counter, 0).into(),
            Expr::Counter(counter, Holder::Of(owner)) => self.state.counter(self.parts, *counter, (*owner).into()).into(),
            Expr::Size(zone) => self.state.size(self.parts, self.state.spot(self.parts, *zone, self.party)) as i64,
            Expr::Weighed(zone, weights) => {
                let bag = self.state.bag(self.parts, self.state.spot(self.parts, *zone, self.party));
                let mut sum = 0;
                for (kind, weight) in weights {
                    sum += i64::from(bag[kind.index()]) * i64::from(*weight);
                }
                sum
            }
            Expr::Field(i) => field(self.parts, self.item, *i),
            Expr::Joined(a, b) => {
                let (a, b) = (self.field_or_value(a) as usize, self.field_or_value(b) as usize);
                if a.max(b) >= self.parts.map.places.len() {
                    return 0;
                }
                self.join();
                i64::from(a == b || last_of(&self.scratch.leads, a) == last_of(&self.scratch.leads, b))
            }
            Expr::Length => match self.item {
                Item::Lane(lane) => self.parts.map.lane(lane).length.into(),
                _ => 0,
            },
            _ => self.other_value(expr),
        }
    }

    /// The same as [`Eval::value`], at once for what tickets are asked for: their fields.
    #[inline(always)]
    fn field_or_value(&mut self, expr: &Expr) -> i64 {
        match expr {
            Expr::Field(i) => field(self.parts, self.item, *i),
            _ => self.value(expr),
        }
    }

    #[inline(never)]
    fn other_value(&mut self, expr: &Expr) -> i64 {
        match expr {
            Expr::Negative(a) => self.value(a).saturating_neg(),
            Expr::Or(a, b) => i64::from(self.value(a) != 0 || self.value(b) != 0),
            Expr::Math(sign, a, b) => math(*sign, self.value(a), self.value(b)),
            Expr::If(three) => {
                let [condition, a, b] = &**three;
                if self.value(condition) != 0 { self.value(a) } else { self.value(b) }
            }
            Expr::Min(list) => list.iter().map(|e| self.value(e)).min().unwrap_or(0),
            Expr::Max(list) => list.iter().map(|e| self.value(e)).max().unwrap_or(0),
            Expr::Players => self.parts.seats.into(),
            Expr::Round => self.state.clock().round.into(),
            Expr::Turn => self.state.clock().turn.into(),
            Expr::Seat => i64::from(self.party.0) + 1,
            Expr::First => i64::from(self.state.clock().first.0) + 1,
            Expr::Counter(counter, Holder::Own) => {
                let owner = self.parts.own_index(self.parts.counters[counter.index()].owner, self.party);
                self.state.counter(self.parts, *counter, owner).into()
            }
            Expr::Counter(counter, _) => {
                let owner = match self.item {
                    Item::Lane(lane) => lane.index(),
                    Item::Place(place) => place.index(),
                    Item::Company(company) => company,
                    Item::Nothing | Item::Card(..) => return 0,
                };
                self.state.counter(self.parts, *counter, owner).into()
            }
            Expr::TotalOf(counter) => {
                let owners = self.parts.counters[counter.index()].start.len();
                (0..owners).map(|o| i64::from(self.state.counter(self.parts, *counter, o))).sum()
            }
            Expr::Most(a) => self.over_seats(a).max().unwrap_or(0),
            Expr::Least(a) => self.over_seats(a).min().unwrap_or(0),
            Expr::Count(zone, filter) => self.sum(*zone, &Expr::Int(1), filter),
            Expr::Sum(zone, value, filter) => self.sum(*zone, value, filter),
            Expr::Lanes(filter) => self.sum_lanes(&Expr::Int(1), filter),
            Expr::SumLanes(value, filter) => self.sum_lanes(value, filter),
            Expr::Places(filter) => self.sum_places(&Expr::Int(1), filter),
            Expr::SumPlaces(value, filter) => self.sum_places(value, filter),
            Expr::Longest(filter) => self.longest(filter),
            Expr::LastLane(value) => {
                let clock = self.state.clock();
                let lane = LaneId(clock.committed.unwrap_or(clock.last).subject);
                if lane.index() < self.parts.map.lanes.len() { self.with(Item::Lane(lane), value) } else { 0 }
            }
            Expr::LastCompany => {
                let company = self.state.clock().last.object as usize;
                self.parts.companies.get(company).map_or(0, |c| c.word.0.into())
            }
            Expr::Can { action, filter, free } => {
                self.oracle.is_some_and(|o| o.can(*action, SeatId(self.party.0), filter.as_deref(), *free)).into()
            }
            Expr::SumCompanies(value, filter) => {
                let mut sum = 0;
                for company in 0..self.parts.companies.len() {
                    if self.with(Item::Company(company), filter) != 0 {
                        sum = i64::saturating_add(sum, self.with(Item::Company(company), value));
                    }
                }
                sum
            }
            Expr::EachCompany(list) => {
                let each = list.iter().map(|(company, value)| match (value, self.item) {
                    // What needs no look at the company itself is most of it.
                    (Expr::Counter(..), _) => self.value(value),
                    (Expr::Connected, Item::Place(place)) => {
                        self.is_connected(self.parts.company_party((*company).into()), place).into()
                    }
                    _ => self.with(Item::Company((*company).into()), value),
                });
                each.fold(0, i64::saturating_add)
            }
            Expr::SumSeats(value, filter) => {
                let mut sum = 0;
                for seat in 0..self.parts.seats {
                    let before = std::mem::replace(&mut self.party, PartyId(seat));
                    if self.value(filter) != 0 {
                        sum = i64::saturating_add(sum, self.value(value));
                    }
                    self.party = before;
                }
                sum
            }
            Expr::Outer(inner) => {
                let before = (self.item, self.around);
                (self.item, self.around) = (self.around, Item::Nothing);
                let value = self.value(inner);
                (self.item, self.around) = before;
                value
            }
            Expr::DummyTotal(dummy) => self.oracle.map_or(0, |o| o.total(self.parts.dummy_party(*dummy as usize))),
            Expr::Space => self.space.into(),
            Expr::Level => self.level.into(),
            Expr::Has(list, value) => {
                let (list, value) = (self.value(list), self.value(value));
                listed(self.parts, list, value).into()
            }
            Expr::CopiesIn(zone) => match self.item {
                Item::Card(_, kind) => self.state.count(self.parts, self.state.spot(self.parts, *zone, self.party), kind).into(),
                _ => 0,
            },
            Expr::Won(line) => self.oracle.is_some_and(|o| o.won(*line, self.party)).into(),
            Expr::Total => self.oracle.map_or(0, |o| o.total(self.party)),
            Expr::Awards => self.oracle.map_or(0, |o| o.awards(self.party)),
            Expr::SumKinds(zone, value, filter) => self.sum_kinds(*zone, value, filter),
            Expr::EachKind(zone, once, list) => self.each_kind(*zone, *once, list),
            Expr::Copies => self.copies.into(),
            Expr::Different(value, filter) => {
                let mut values: Vec<i64> = Vec::new();
                for place in (0..self.parts.map.places.len()).map(PlaceId::from) {
                    if self.with(Item::Place(place), filter) != 0 {
                        values.push(self.with(Item::Place(place), value));
                    }
                }
                values.sort_unstable();
                values.dedup();
                values.len() as i64
            }
            Expr::Script(module) => self.oracle.map_or(0, |o| o.tally(*module, self.party)),
            Expr::Lookup(table, index) => {
                let index = self.value(index);
                looked_up(self.parts, *table, index)
            }
            Expr::Tag(_) | Expr::Attribute(_) | Expr::ItemItself | Expr::IsKind(_) | Expr::Color => {
                printed(self.parts, self.item, expr)
            }
            Expr::CompanyItself | Expr::Home | Expr::Junction | Expr::KindItself => printed(self.parts, self.item, expr),
            Expr::In(set) => self.is_in(*set).into(),
            Expr::Laid | Expr::Own | Expr::Open | Expr::Ends(_) => self.of_lane(expr),
            Expr::At(place, value) => match usize::try_from(self.value(place)) {
                Ok(place) if place < self.parts.map.places.len() => self.with(Item::Place(PlaceId::from(place)), value),
                _ => 0,
            },
            Expr::Connected => match (self.item, self.around) {
                (Item::Place(place), Item::Company(company)) | (Item::Company(company), Item::Place(place)) => {
                    self.is_connected(self.parts.company_party(company), place).into()
                }
                _ => 0,
            },
            Expr::Reached => match self.item {
                Item::Place(place) => self.is_connected(self.party, place).into(),
                _ => 0,
            },
            Expr::Pays(field, place) => {
                let place = self.value(place);
                self.pays(*field).iter().find(|(at, _)| i64::from(at.0) == place).map_or(0, |(_, pays)| i64::from(*pays))
            }
            Expr::Best(field, filter) => {
                let hits = self.pays(*field).iter().filter(|(at, _)| self.with(Item::Place(*at), filter) != 0);
                hits.map(|(_, pays)| i64::from(*pays)).max().unwrap_or(0)
            }
            Expr::Hits(field, filter) => {
                self.pays(*field).iter().filter(|(at, _)| self.with(Item::Place(*at), filter) != 0).count() as i64
            }
            Expr::RowOf(zone, filter) => {
                let columns = i64::from(self.parts.zone(*zone).columns.max(1));
                self.first_slot(*zone, filter).map_or(0, |slot| slot as i64 / columns + 1)
            }
            Expr::JoinedOver(three) => {
                let [a, b, filter] = &**three;
                let (a, b) = (self.value(a), self.value(b));
                let known = 0..self.parts.map.places.len() as i64;
                (known.contains(&a) && known.contains(&b) && self.joined_over(a as usize, b as usize, filter)).into()
            }
            Expr::LastPlace => {
                let place = self.state.clock().last.subject;
                if (place as usize) < self.parts.map.places.len() { place.into() } else { -1 }
            }
            Expr::TrainPlace => match self.state.train_of(self.parts, self.party) {
                Standing::In(place) => place.0.into(),
                _ => -1,
            },
            Expr::TrainMoving => matches!(self.state.train_of(self.parts, self.party), Standing::On { .. }).into(),
            Expr::Missing(..)
            | Expr::Away(_)
            | Expr::Run(_)
            | Expr::Toward(..)
            | Expr::SumToward(..)
            | Expr::Top(..)
            | Expr::Nearest(..)
            | Expr::Paid => self.far(expr),
            Expr::Memo(memo) => self.memo(memo),
            Expr::Int(_)
            | Expr::Not(_)
            | Expr::And(..)
            | Expr::Compare(..)
            | Expr::Size(_)
            | Expr::Weighed(..)
            | Expr::Field(_)
            | Expr::Joined(..)
            | Expr::Length => self.value(expr),
        }
    }

    /// What a field of the card in question says that places pay.
    fn pays(&self, field: u8) -> &'a [(PlaceId, i32)] {
        let Item::Card(set, kind) = self.item else { return &[] };
        match &self.parts.cards[set.index()].kinds[kind.index()].fields[field as usize] {
            FieldValue::Pays(pays) => pays,
            _ => &[],
        }
    }

    #[inline]
    fn is_connected(&self, party: PartyId, place: PlaceId) -> bool {
        bits::has(self.state.set(self.parts, CONNECTED, party.index()), place.index())
    }

    fn is_in(&self, set: SetId) -> bool {
        let member = match self.item {
            Item::Lane(lane) => lane.index(),
            Item::Place(place) => place.index(),
            _ => return false,
        };
        let owner = match (self.parts.sets[set.index()].owner, self.around) {
            (Owner::Company, Item::Company(company)) => company,
            (of, _) => self.parts.own_index(of, self.party),
        };
        bits::has(self.state.set(self.parts, set, owner), member)
    }

    fn of_lane(&mut self, expr: &Expr) -> i64 {
        let Item::Lane(lane) = self.item else { return 0 };
        let strip = self.parts.map.lane(lane);
        match expr {
            Expr::Laid => self.state.track(lane).laid.into(),
            Expr::Own => bits::has(self.state.own(self.parts, self.party), lane.index()).into(),
            Expr::Open => bits::has(self.state.open(self.parts), lane.index()).into(),
            Expr::Ends(filter) => strip.ends.iter().filter(|&&end| self.with(Item::Place(end), filter) != 0).count() as i64,
            _ => 0,
        }
    }

    /// What an expression is worth about an item.
    #[inline]
    pub fn about_now(&mut self, item: Item, expr: &Expr) -> i64 {
        self.item = item;
        self.value(expr)
    }

    /// The first slot of a row with a card for which a filter holds.
    pub fn first_slot(&mut self, row: ZoneId, filter: &Expr) -> Option<usize> {
        let (parts, state) = (self.parts, self.state);
        let cards = parts.zone(row).cards;
        let mut slots = state.row(parts, state.spot(parts, row, self.party));
        if let Expr::Compare(Comparison::Equal, kind, wanted) = filter
            && **kind == Expr::KindItself
            && is_beside_cards(wanted)
        {
            // One word is wanted, whatever the card: it is worked out once.
            let word = self.with(Item::Card(cards, KindId(0)), wanted);
            let kinds = &parts.cards[cards.index()].kinds;
            return slots.position(|kind| kind.is_some_and(|k| i64::from(kinds[k.index()].word.0) == word));
        }
        slots.position(|kind| kind.is_some_and(|k| self.with(Item::Card(cards, k), filter) != 0))
    }

    fn with(&mut self, item: Item, expr: &Expr) -> i64 {
        let before = (self.item, self.around);
        if self.item != Item::Nothing {
            self.around = self.item;
        }
        self.item = item;
        let value = self.value(expr);
        (self.item, self.around) = before;
        value
    }
}

/// Whether an expression about a card says the same of every card.
fn is_beside_cards(expr: &Expr) -> bool {
    match expr {
        Expr::Int(_) | Expr::Outer(_) => true,
        Expr::At(place, value) => matches!(**place, Expr::LastPlace | Expr::TrainPlace) && value.is_printed(),
        _ => false,
    }
}
