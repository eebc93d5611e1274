//! A plain evaluator of expressions: what the manual says of each function, done the obvious way.
//!
//! It reads expressions as they are resolved, before anything is folded, and keeps nothing from one question to the next. It is slow,
//! and it is what the evaluator of play is compared with.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod network;
mod write;

pub use write::{Use, Writer};

use railwright_core::components::{CONNECTED, FieldValue, Form, OPEN, OWN, Owner, Spot, Thing};
use railwright_core::expr::{Comparison, Expr, Holder, Item, Operation, Oracle, Type};
use railwright_core::id::{CounterId, KindId, LaneId, PartyId, PlaceId, SeatId, SetId, ZoneId};
use railwright_core::narrow::{narrow, saturated};
use railwright_core::state::Standing;
use railwright_core::{Components, State, bits};

/// Nothing leads there.
const NOWHERE: i64 = 99;
/// The space of a lane that is in question wherever one is.
pub const SPACE: u8 = 3;
/// How often what is in question was raised before, wherever something is.
pub const LEVEL: u8 = 2;

/// Where a value is asked for.
#[derive(Clone, Copy)]
pub struct Plain<'a> {
    /// What the game consists of.
    pub parts: &'a Components,
    /// The position.
    pub state: &'a State,
    /// Who answers what the position does not say.
    pub oracle: &'a dyn Oracle,
    /// For whom.
    pub party: PartyId,
    /// About what.
    pub item: Item,
    around: Item,
    beside: (PartyId, Item, Item),
    copies: i64,
    paid: i64,
}

impl<'a> Plain<'a> {
    /// About an item, for a party.
    pub fn new(parts: &'a Components, state: &'a State, oracle: &'a dyn Oracle, party: PartyId, item: Item) -> Self {
        let beside = (party, Item::Nothing, Item::Nothing);
        Plain { parts, state, oracle, party, item, around: Item::Nothing, beside, copies: 0, paid: 0 }
    }

    fn with(self, item: Item) -> Self {
        let around = if self.item == Item::Nothing { self.around } else { self.item };
        Plain { item, around, ..self }
    }

    fn holds(self, expr: &Expr) -> bool {
        self.value(expr) != 0
    }

    fn lanes(self) -> impl Iterator<Item = LaneId> {
        (0..self.parts.map.lanes.len()).map(LaneId::from)
    }

    fn places(self) -> impl Iterator<Item = PlaceId> {
        (0..self.parts.map.places.len()).map(PlaceId::from)
    }

    fn seats(self) -> impl Iterator<Item = Self> {
        let beside = (self.party, self.item, self.around);
        let playing = (0..self.parts.seats).filter(move |&seat| !self.state.clock().out.has(SeatId(seat)));
        playing.map(move |seat| Plain { party: PartyId(seat), beside, ..self })
    }

    fn seats_alone(self) -> impl Iterator<Item = Self> {
        self.seats().map(|seat| Plain { item: Item::Nothing, around: Item::Nothing, ..seat })
    }

    fn has(self, set: SetId, owner: usize, member: usize) -> bool {
        bits::has(self.state.set(self.parts, set, owner), member)
    }

    /// A place, if there is such a one.
    fn place(self, expr: &Expr) -> Option<PlaceId> {
        let at = usize::try_from(self.value(expr)).ok()?;
        (at < self.parts.map.places.len()).then(|| PlaceId::from(at))
    }

    /// Which zone is meant: that of the seat or the table, or of the place, lane or company in question, else around.
    fn spot(self, zone: ZoneId) -> Spot {
        let seat = self.party.index();
        let (places, lanes, companies) = (self.parts.map.places.len(), self.parts.map.lanes.len(), self.parts.companies.len());
        let meant = |item: Item| match (self.parts.zone(zone).owner, item) {
            (Owner::Place, Item::Place(place)) => Some(place.index()),
            (Owner::Lane, Item::Lane(lane)) => Some(lane.index()),
            (Owner::Company, Item::Company(company)) => Some(company),
            (Owner::SeatAnd(Thing::Place), Item::Place(place)) => Some(seat * places + place.index()),
            (Owner::SeatAnd(Thing::Lane), Item::Lane(lane)) => Some(seat * lanes + lane.index()),
            (Owner::SeatAnd(Thing::Company), Item::Company(company)) => Some(seat * companies + company),
            _ => None,
        };
        match meant(self.item).or_else(|| meant(self.around)) {
            Some(owner) => Spot { zone, owner: narrow::<u16>(owner) },
            None => self.state.spot(self.parts, zone, self.party),
        }
    }

    /// Every card of a zone by itself.
    fn cards(self, zone: ZoneId) -> Vec<Item> {
        let (parts, spot) = (self.parts, self.spot(zone));
        let kinds: Vec<KindId> = match parts.zone(zone).form {
            Form::Row(_) => self.state.row(parts, spot).flatten().collect(),
            _ => (0..parts.cards_in(zone).kinds.len())
                .map(KindId::from)
                .flat_map(|kind| (0..self.state.count(parts, spot, kind)).map(move |_| kind))
                .collect(),
        };
        kinds.into_iter().map(|kind| Item::Card(parts.zone(zone).cards, kind)).collect()
    }

    /// What an expression is worth.
    // Long because every kind of expression has its line in one match, so that none can be forgotten.
    pub fn value(self, expr: &Expr) -> i64 {
        match expr {
            Expr::Int(value) => *value,
            Expr::Not(a) => (!self.holds(a)).into(),
            Expr::Negative(a) => self.value(a).saturating_neg(),
            Expr::And(a, b) => (self.holds(a) && self.holds(b)).into(),
            Expr::Or(a, b) => (self.holds(a) || self.holds(b)).into(),
            Expr::Compare(sign, a, b) => compare(*sign, self.value(a), self.value(b)).into(),
            Expr::Same(kind, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                let there = match kind {
                    Type::Number => true,
                    Type::Word => a != 0 && b != 0,
                    Type::Place => a >= 0 && b >= 0,
                };
                (there && a == b).into()
            }
            Expr::Math(sign, a, b) => math(*sign, self.value(a), self.value(b)),
            Expr::If(three) => self.value(if self.holds(&three[0]) { &three[1] } else { &three[2] }),
            Expr::Min(list) => list.iter().map(|e| self.value(e)).min().unwrap_or(0),
            Expr::Max(list) => list.iter().map(|e| self.value(e)).max().unwrap_or(0),
            Expr::Lookup(table, index) => {
                let values = &self.parts.lookups[*table as usize].values;
                let index = self.value(index).clamp(0, values.len() as i64 - 1);
                values[saturated::<usize>(index)].into()
            }
            Expr::Has(list, value) => {
                let (list, value) = (usize::try_from(self.value(list)).ok(), self.value(value));
                list.and_then(|at| self.parts.lists.get(at)).is_some_and(|l| l.iter().any(|&v| i64::from(v) == value)).into()
            }
            Expr::Most(a) => self.seats_alone().map(|seat| seat.value(a)).max().unwrap_or(0),
            Expr::Least(a) => self.seats_alone().map(|seat| seat.value(a)).min().unwrap_or(0),
            Expr::SumSeats(value, filter) => {
                self.seats().filter(|seat| seat.holds(filter)).map(|seat| seat.value(value)).fold(0, i64::saturating_add)
            }
            Expr::Outer(a) => Plain { item: self.around, around: Item::Nothing, ..self }.value(a),
            Expr::OuterSeat(a) => {
                let (party, item, around) = self.beside;
                Plain { party, item, around, ..self }.value(a)
            }
            Expr::At(kind, place, value) => match self.place(place) {
                Some(place) => self.with(Item::Place(place)).value(value),
                None => {
                    if *kind == Type::Place {
                        -1
                    } else {
                        0
                    }
                }
            },
            Expr::Weighed(..) | Expr::EachKind(..) | Expr::EachCompany(_) | Expr::SumToward(..) | Expr::Memo(_) => {
                unreachable!("nothing resolved has this: {expr:?}")
            }
            Expr::Can { .. } | Expr::Won(_) | Expr::Total | Expr::Awards | Expr::DummyTotal(_) | Expr::Script(_) => {
                self.asked(expr)
            }
            Expr::Players | Expr::Round | Expr::Turn | Expr::Seat | Expr::First | Expr::Space | Expr::Level => self.moment(expr),
            Expr::IsOut => self.moment(expr),
            Expr::LastLane(..) | Expr::LastCompany | Expr::LastPlace | Expr::TrainPlace | Expr::TrainMoving => self.moment(expr),
            Expr::Towards(_) => self.moment(expr),
            Expr::Entry(kind, list, index) => {
                let list = usize::try_from(self.value(list)).ok().and_then(|at| self.parts.lists.get(at));
                let index = self.value(index);
                let entry = list
                    .filter(|list| !list.is_empty())
                    .map(|list| list[saturated::<usize>(index.clamp(0, list.len() as i64 - 1))]);
                entry.map_or(if *kind == Type::Place { -1 } else { 0 }, i64::from)
            }
            // Only scripts give values with a question.
            Expr::Given(_) => 0,
            Expr::Counter(..) | Expr::TotalOf(_) | Expr::Size(_) | Expr::Count(..) | Expr::Sum(..) => self.held(expr),
            Expr::SumKinds(..) | Expr::CopiesIn(_) | Expr::RowOf(..) | Expr::Copies | Expr::Paid => self.held(expr),
            Expr::Lanes(_) | Expr::SumLanes(..) | Expr::Places(_) | Expr::SumPlaces(..) | Expr::Different(..) => self.sums(expr),
            Expr::SumCompanies(..) | Expr::Nearest(..) | Expr::Ends(_) => self.sums(expr),
            Expr::Pays(..) | Expr::Best(..) | Expr::Hits(..) | Expr::Top(..) => self.paying(expr),
            Expr::Longest(_) | Expr::Joined(..) | Expr::JoinedOver(_) | Expr::Missing(..) => self.on_the_map(expr),
            Expr::Away(_) | Expr::Run(_) | Expr::Toward(..) => self.on_the_map(expr),
            Expr::Ways(_) | Expr::Network(_) | Expr::MissingOver(_) | Expr::Distance(_) => self.on_the_map(expr),
            Expr::Gap(..) => self.on_the_map(expr),
            Expr::Farthest(..) => self.sums(expr),
            Expr::IsKind(_) | Expr::KindItself | Expr::Field(_) | Expr::Tag(_) | Expr::Attribute(_) => self.printed(expr),
            Expr::End(_) | Expr::Length | Expr::Color | Expr::ItemItself | Expr::Junction | Expr::CompanyItself | Expr::Home => {
                self.printed(expr)
            }
            Expr::In(_) | Expr::Own | Expr::Open | Expr::Laid | Expr::Reached | Expr::Connected => self.board(expr),
        }
    }

    fn asked(self, expr: &Expr) -> i64 {
        match expr {
            Expr::Can { action, filter, free } => self.oracle.can(*action, SeatId(self.party.0), filter.as_deref(), *free).into(),
            Expr::Won(line) => self.oracle.won(*line, self.party).into(),
            Expr::Total => self.oracle.total(self.party),
            Expr::Awards => self.oracle.awards(self.party),
            Expr::DummyTotal(dummy) => self.oracle.total(self.parts.dummy_party((*dummy).into())),
            Expr::Script(module) => self.oracle.tally(*module, self.party),
            other => unreachable!("{other:?}"),
        }
    }

    fn moment(self, expr: &Expr) -> i64 {
        let (clock, parts) = (self.state.clock(), self.parts);
        let last = clock.committed.map_or(clock.last, |committed| committed.about);
        match expr {
            Expr::Players => parts.seats.into(),
            Expr::Round => clock.round.into(),
            Expr::Turn => clock.turn.into(),
            Expr::Seat => i64::from(self.party.0) + 1,
            Expr::First => i64::from(clock.first.0) + 1,
            Expr::IsOut => clock.out.iter().any(|seat| seat.index() == self.party.index()).into(),
            Expr::Space => SPACE.into(),
            Expr::Level => LEVEL.into(),
            Expr::LastLane(kind, value) => {
                let nothing = if *kind == Type::Place { -1 } else { 0 };
                last.lane.map_or(nothing, |lane| self.with(Item::Lane(lane)).value(value))
            }
            // Track always comes from the first end.
            Expr::Towards(far) => match (self.item, self.around) {
                (Item::Lane(lane), _) | (_, Item::Lane(lane)) => parts.map.lane(lane).ends[usize::from(*far)].0.into(),
                _ => -1,
            },
            Expr::LastCompany => last.company.map_or(-1, |company| parts.companies[usize::from(company)].word.0.into()),
            Expr::LastPlace => last.place.map_or(-1, |place| place.0.into()),
            Expr::TrainPlace => match self.state.train_of(parts, self.party) {
                Standing::In(place) => place.0.into(),
                Standing::Off | Standing::On { .. } => -1,
            },
            Expr::TrainMoving => matches!(self.state.train_of(parts, self.party), Standing::On { .. }).into(),
            other => unreachable!("{other:?}"),
        }
    }

    fn counter(self, counter: CounterId, holder: Holder) -> i64 {
        let owner = match (holder, self.item) {
            (Holder::Table, _) => 0,
            (Holder::Seat, _) => self.party.index(),
            (Holder::Own, _) => self.parts.own_index(self.parts.counters[counter.index()].owner, self.party),
            (Holder::Of(owner), _) => owner.into(),
            (Holder::Item, Item::Lane(lane)) => lane.index(),
            (Holder::Item, Item::Place(place)) => place.index(),
            (Holder::Item, Item::Company(company)) => company,
            (Holder::Pair, Item::Lane(lane)) => self.party.index() * self.parts.map.lanes.len() + lane.index(),
            (Holder::Pair, Item::Place(place)) => self.party.index() * self.parts.map.places.len() + place.index(),
            (Holder::Pair, Item::Company(company)) => self.party.index() * self.parts.companies.len() + company,
            (Holder::PairOf(_), _) => unreachable!("what is read has not been folded"),
            (Holder::Item | Holder::Pair, Item::Nothing | Item::Card(..)) => unreachable!("nothing and cards have no counters"),
        };
        self.state.counter(self.parts, counter, owner).into()
    }

    fn held(self, expr: &Expr) -> i64 {
        let adds = |cards: Vec<Item>, value: &Expr, filter: &Expr| -> i64 {
            cards
                .into_iter()
                .map(|card| self.with(card))
                .filter(|card| card.holds(filter))
                .map(|card| card.value(value))
                .fold(0, i64::saturating_add)
        };
        match expr {
            Expr::Counter(counter, holder) => self.counter(*counter, *holder),
            Expr::TotalOf(counter) => {
                self.state.counters_of(self.parts, *counter).iter().map(|&n| i64::from(n)).fold(0, i64::saturating_add)
            }
            Expr::Size(zone) => match self.parts.zone(*zone).form {
                Form::Row(_) => self.cards(*zone).len() as i64,
                _ => self.state.size(self.parts, self.spot(*zone)) as i64,
            },
            Expr::Count(zone, filter) => adds(self.cards(*zone), &Expr::Int(1), filter),
            Expr::Sum(zone, value, filter) => adds(self.cards(*zone), value, filter),
            Expr::SumKinds(zone, value, filter) => {
                let cards = self.cards(*zone);
                let mut kinds: Vec<Item> = Vec::new();
                cards.iter().for_each(|card| {
                    if !kinds.contains(card) {
                        kinds.push(*card)
                    }
                });
                let one = |kind: &Item| {
                    let card = Plain { copies: cards.iter().filter(|card| *card == kind).count() as i64, ..self.with(*kind) };
                    if card.holds(filter) { card.value(value) } else { 0 }
                };
                kinds.iter().map(one).fold(0, i64::saturating_add)
            }
            Expr::CopiesIn(zone) => self.cards(*zone).iter().filter(|card| **card == self.item).count() as i64,
            Expr::RowOf(zone, filter) => {
                let known = self.parts.zone(*zone);
                let mut slots = self.state.row(self.parts, self.spot(*zone));
                let found =
                    slots.position(|kind| kind.is_some_and(|kind| self.with(Item::Card(known.cards, kind)).holds(filter)));
                found.map_or(0, |slot| slot as i64 / i64::from(known.columns.max(1)) + 1)
            }
            Expr::Copies => self.copies,
            Expr::Paid => self.paid,
            other => unreachable!("{other:?}"),
        }
    }

    fn sums(self, expr: &Expr) -> i64 {
        let places = |filter: &Expr| -> Vec<Self> {
            self.places().map(|place| self.with(Item::Place(place))).filter(|place| place.holds(filter)).collect()
        };
        let lanes = |filter: &Expr| -> Vec<Self> {
            self.lanes().map(|lane| self.with(Item::Lane(lane))).filter(|lane| lane.holds(filter)).collect()
        };
        match expr {
            Expr::Lanes(filter) => lanes(filter).len() as i64,
            Expr::SumLanes(value, filter) => lanes(filter).iter().map(|lane| lane.value(value)).fold(0, i64::saturating_add),
            Expr::Places(filter) => places(filter).len() as i64,
            Expr::SumPlaces(value, filter) => places(filter).iter().map(|place| place.value(value)).fold(0, i64::saturating_add),
            Expr::Different(value, filter) => {
                let mut values: Vec<i64> = places(filter).iter().map(|place| place.value(value)).collect();
                values.sort_unstable();
                values.dedup();
                values.len() as i64
            }
            Expr::SumCompanies(value, filter) => {
                let companies = (0..self.parts.companies.len()).map(|company| self.with(Item::Company(company)));
                companies.filter(|company| company.holds(filter)).map(|company| company.value(value)).fold(0, i64::saturating_add)
            }
            Expr::Nearest(value, filter) => {
                places(filter).iter().map(|place| place.value(value)).min().unwrap_or(NOWHERE).min(NOWHERE)
            }
            Expr::Farthest(value, filter) => places(filter).iter().map(|place| place.value(value)).max().unwrap_or(0).max(0),
            Expr::Ends(filter) => match self.item {
                Item::Lane(lane) => {
                    let ends = self.parts.map.lane(lane).ends;
                    ends.iter().filter(|&&end| self.with(Item::Place(end)).holds(filter)).count() as i64
                }
                _ => unreachable!("only a lane has ends"),
            },
            other => unreachable!("{other:?}"),
        }
    }

    fn paying(self, expr: &Expr) -> i64 {
        let Item::Card(set, kind) = self.item else { unreachable!("only a card pays") };
        let pays = |field: u8| match &self.parts.cards[set.index()].kinds[kind.index()].fields[field as usize] {
            FieldValue::Pays(pays) => pays.iter().map(|&(place, paid)| (place, i64::from(paid))).collect::<Vec<_>>(),
            _ => unreachable!("a field of type `pays`"),
        };
        match expr {
            Expr::Pays(field, place) => {
                let place = self.place(place);
                pays(*field).iter().find(|(at, _)| Some(*at) == place).map_or(0, |(_, paid)| *paid)
            }
            Expr::Best(field, filter) => {
                let hits = pays(*field).into_iter().filter(|(at, _)| self.with(Item::Place(*at)).holds(filter));
                hits.map(|(_, paid)| paid).max().unwrap_or(0)
            }
            Expr::Hits(field, filter) => {
                pays(*field).iter().filter(|(at, _)| self.with(Item::Place(*at)).holds(filter)).count() as i64
            }
            Expr::Top(field, value) => {
                let values = pays(*field).into_iter().map(|(at, paid)| Plain { paid, ..self.with(Item::Place(at)) }.value(value));
                values.max().unwrap_or(0)
            }
            other => unreachable!("{other:?}"),
        }
    }

    fn printed(self, expr: &Expr) -> i64 {
        let (parts, map) = (self.parts, &self.parts.map);
        match (expr, self.item) {
            (Expr::IsKind(wanted), Item::Card(_, kind)) => (kind == *wanted).into(),
            (Expr::KindItself, Item::Card(set, kind)) => parts.cards[set.index()].kinds[kind.index()].word.0.into(),
            (Expr::Field(field), Item::Card(set, kind)) => {
                match parts.cards[set.index()].kinds[kind.index()].fields[*field as usize] {
                    FieldValue::One(value) => value.into(),
                    _ => unreachable!("a field with one value"),
                }
            }
            (Expr::Tag(bit), Item::Card(set, kind)) => (parts.cards[set.index()].kinds[kind.index()].tags >> bit & 1) as i64,
            (Expr::Tag(bit), Item::Place(place)) => (map.place(place).tags >> bit & 1) as i64,
            (Expr::Tag(bit), Item::Company(company)) => (parts.companies[company].tags >> bit & 1) as i64,
            (Expr::Attribute(at), Item::Place(place)) => map.place(place).attributes[*at as usize].into(),
            (Expr::Attribute(at), Item::Lane(lane)) => map.lane(lane).attributes[*at as usize].into(),
            (Expr::Attribute(at), Item::Company(company)) => parts.companies[company].attributes[*at as usize].into(),
            (Expr::End(second), Item::Lane(lane)) => map.lane(lane).ends[usize::from(*second)].0.into(),
            (Expr::Length, Item::Lane(lane)) => map.lane(lane).length.into(),
            (Expr::Color, Item::Lane(lane)) => map.lane(lane).color.0.into(),
            (Expr::ItemItself, Item::Place(place)) => place.0.into(),
            (Expr::Junction, Item::Place(place)) => map.place(place).junction.into(),
            (Expr::CompanyItself, Item::Company(company)) => parts.companies[company].word.0.into(),
            (Expr::Home, Item::Company(company)) => parts.companies[company].home.map_or(-1, |home| home.0.into()),
            (other, item) => unreachable!("{other:?} of {item:?}"),
        }
    }

    fn board(self, expr: &Expr) -> i64 {
        let is = match (expr, self.item) {
            (Expr::Laid, Item::Lane(lane)) => return self.state.track(lane).laid.into(),
            (Expr::Own, Item::Lane(lane)) => self.has(OWN, self.party.index(), lane.index()),
            (Expr::Open, Item::Lane(lane)) => self.has(OPEN, 0, lane.index()),
            (Expr::Reached, Item::Place(place)) => self.has(CONNECTED, self.party.index(), place.index()),
            (Expr::Connected, _) => match (self.item, self.around) {
                (Item::Place(place), Item::Company(company)) | (Item::Company(company), Item::Place(place)) => {
                    self.has(CONNECTED, self.parts.company_party(company).index(), place.index())
                }
                both => unreachable!("connected of {both:?}"),
            },
            (Expr::In(set), Item::Lane(LaneId(member)) | Item::Place(PlaceId(member))) => {
                let owner = match (self.parts.sets[set.index()].owner, self.around) {
                    (Owner::Company, Item::Company(company)) => company,
                    (owner, _) => self.parts.own_index(owner, self.party),
                };
                self.has(*set, owner, member.into())
            }
            (other, item) => unreachable!("{other:?} of {item:?}"),
        };
        is.into()
    }
}

fn compare(sign: Comparison, a: i64, b: i64) -> bool {
    match sign {
        Comparison::Equal => a == b,
        Comparison::Differs => a != b,
        Comparison::Less => a < b,
        Comparison::AtMost => a <= b,
        Comparison::More => a > b,
        Comparison::AtLeast => a >= b,
    }
}

fn math(sign: Operation, a: i64, b: i64) -> i64 {
    match sign {
        Operation::Plus => a.saturating_add(b),
        Operation::Minus => a.saturating_sub(b),
        Operation::Times => a.saturating_mul(b),
        Operation::Divided => {
            if b == 0 {
                0
            } else {
                a / b
            }
        }
        Operation::Rest => {
            if b == 0 {
                0
            } else {
                a % b
            }
        }
    }
}
