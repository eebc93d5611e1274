//! What an expression is worth for a seat in a state.

use super::ways::{Board, NOWHERE, Toward, Ways};
use super::{Expr, Formula, Holder, Operation};
use crate::bits;
use crate::components::{CONNECTED, Components, FieldValue, Owner};
use crate::id::{ActionId, CardSetId, KindId, LaneId, PartyId, PlaceId, SeatId, ZoneId};
use crate::state::{Standing, State};
use crate::trail::Trails;

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

/// Answers what the state alone cannot.
pub trait Oracle {
    /// Whether the seat could choose that action now, about something for which the filter holds; `free` leaves prices out.
    fn can(&self, _action: ActionId, _seat: SeatId, _filter: Option<&Expr>, _free: bool) -> bool {
        false
    }

    /// Whether the party got that award.
    fn won(&self, _line: u8, _party: PartyId) -> bool {
        false
    }

    /// The party's final score.
    fn total(&self, _party: PartyId) -> i64 {
        0
    }

    /// How many awards the party got.
    fn awards(&self, _party: PartyId) -> i64 {
        0
    }

    /// What that script's tally is worth for the party.
    fn tally(&self, _module: u8, _party: PartyId) -> i64 {
        0
    }
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
    /// How many evaluations there were.
    evaluation: u64,
}

/// Works out expressions for one party in one state.
pub struct Eval<'a> {
    parts: &'a Components,
    state: &'a State,
    /// For whom.
    pub party: PartyId,
    /// About what.
    pub item: Item,
    /// What is around that.
    around: Item,
    /// The space of a lane that is in question, counted from the lane's first end.
    space: u8,
    copies: u32,
    paid: i64,
    oracle: Option<&'a dyn Oracle>,
    scratch: &'a mut Scratch,
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

    /// Whether a condition holds.
    #[inline]
    pub fn holds(&mut self, formula: &Formula) -> bool {
        self.value(&formula.expr) != 0
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
            Expr::Size(zone) => self.state.size(self.parts, self.state.spot(self.parts, *zone, self.party)) as i64,
            Expr::Field(field) => self.field(*field),
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
            Expr::Field(field) => self.field(*field),
            _ => self.value(expr),
        }
    }

    #[inline]
    fn field(&self, field: u8) -> i64 {
        let Item::Card(set, kind) = self.item else { return 0 };
        match self.parts.cards[set.index()].kinds[kind.index()].fields[field as usize] {
            FieldValue::One(value) => value.into(),
            FieldValue::Places(_) | FieldValue::Pays(_) => 0,
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
                        sum += self.with(Item::Company(company), value);
                    }
                }
                sum
            }
            Expr::SumSeats(value, filter) => {
                let mut sum = 0;
                for seat in 0..self.parts.seats {
                    let before = std::mem::replace(&mut self.party, PartyId(seat));
                    if self.value(filter) != 0 {
                        sum += self.value(value);
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
            Expr::Has(list, value) => {
                let (list, value) = (self.value(list), self.value(value));
                self.parts.lists.get(list as usize).is_some_and(|l| l.iter().any(|&v| i64::from(v) == value)).into()
            }
            Expr::CopiesIn(zone) => match self.item {
                Item::Card(_, kind) => self.state.count(self.parts, self.state.spot(self.parts, *zone, self.party), kind).into(),
                _ => 0,
            },
            Expr::Won(line) => self.oracle.is_some_and(|o| o.won(*line, self.party)).into(),
            Expr::Total => self.oracle.map_or(0, |o| o.total(self.party)),
            Expr::Awards => self.oracle.map_or(0, |o| o.awards(self.party)),
            Expr::SumKinds(zone, value, filter) => self.sum_kinds(*zone, value, filter),
            Expr::Copies => self.copies.into(),
            Expr::IsKind(kind) => i64::from(matches!(self.item, Item::Card(_, k) if k == *kind)),
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
                self.look_up(*table, index)
            }
            Expr::Tag(_) | Expr::Attribute(_) | Expr::In(_) | Expr::ItemItself => self.of_item(expr),
            Expr::Color | Expr::Laid | Expr::Own | Expr::Open | Expr::Ends(_) => self.of_lane(expr),
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
            Expr::CompanyItself | Expr::Home | Expr::Junction | Expr::KindItself => self.of_item(expr),
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
                let (parts, state) = (self.parts, self.state);
                let cards = parts.zone(*zone).cards;
                let mut slots = state.row(parts, state.spot(parts, *zone, self.party));
                let found = slots.position(|kind| kind.is_some_and(|k| self.with(Item::Card(cards, k), filter) != 0));
                found.map_or(0, |slot| slot as i64 / i64::from(parts.zone(*zone).columns.max(1)) + 1)
            }
            Expr::LastPlace => {
                let place = self.state.clock().last.subject;
                if (place as usize) < self.parts.map.places.len() { place.into() } else { -1 }
            }
            Expr::TrainPlace => match self.train() {
                Standing::In(place) => place.0.into(),
                _ => -1,
            },
            Expr::TrainMoving => matches!(self.train(), Standing::On { .. }).into(),
            Expr::Missing(a, b) => {
                let (a, b) = (self.value(a) as usize, self.value(b) as usize);
                if a.max(b) >= self.parts.map.places.len() {
                    return NOWHERE.into();
                }
                let board = self.board(self.party);
                self.scratch.ways.from_place(&board, PlaceId::from(a))[b].into()
            }
            Expr::Away(place) => {
                let place = self.value(place) as usize;
                let board = self.board(match (self.item, self.around) {
                    (Item::Company(company), _) | (_, Item::Company(company)) => self.parts.company_party(company),
                    _ => self.party,
                });
                self.scratch.ways.from_network(&board).get(place).copied().unwrap_or(NOWHERE).into()
            }
            Expr::Run(place) => {
                let place = self.value(place) as usize;
                let (board, train) = (self.board(self.party), self.train());
                self.scratch.ways.from_train(&board, train).get(place).copied().unwrap_or(NOWHERE).into()
            }
            Expr::Toward(zone, from, to) => match self.item {
                Item::Lane(lane) => bits::has(self.toward(*zone, *from, *to), lane.index()).into(),
                _ => 0,
            },
            Expr::Top(field, value) => {
                let mut top = i64::MIN;
                for &(place, paid) in self.pays(*field) {
                    let before = std::mem::replace(&mut self.paid, paid.into());
                    top = top.max(self.with(Item::Place(place), value));
                    self.paid = before;
                }
                if top == i64::MIN { 0 } else { top }
            }
            Expr::Paid => self.paid,
            Expr::Nearest(value, filter) => {
                let mut nearest = i64::from(NOWHERE);
                for place in (0..self.parts.map.places.len()).map(PlaceId::from) {
                    if self.with(Item::Place(place), filter) != 0 {
                        nearest = nearest.min(self.with(Item::Place(place), value));
                    }
                }
                nearest
            }
            Expr::Int(_)
            | Expr::Not(_)
            | Expr::And(..)
            | Expr::Compare(..)
            | Expr::Size(_)
            | Expr::Field(_)
            | Expr::Joined(..)
            | Expr::Length => self.value(expr),
        }
    }

    /// A party's part of the board, numbered once for each evaluation.
    fn board(&mut self, party: PartyId) -> Board<'a> {
        let (parts, state) = (self.parts, self.state);
        let Scratch { boards, evaluation, .. } = &mut *self.scratch;
        if boards.len() <= party.index() {
            boards.resize(parts.parties(), (0, 0));
        }
        let (when, key) = boards[party.index()];
        if when == *evaluation {
            return Board { parts, state, party, key };
        }
        let board = Board::new(parts, state, party);
        boards[party.index()] = (*evaluation, board.key);
        board
    }

    /// The lanes on the way of cards with two places.
    fn toward(&mut self, zone: ZoneId, from: u8, to: u8) -> &[u64] {
        let (parts, state) = (self.parts, self.state);
        let (evaluation, party, of, known) = self.scratch.toward;
        let lanes = parts.map.lanes.len();
        let same = (evaluation, party, of) == (self.scratch.evaluation, self.party, zone);
        if same && self.scratch.ways.set(known, lanes).is_some() {
            return self.scratch.ways.set(known, lanes).unwrap_or_default();
        }
        let board = self.board(self.party);
        let kinds = &parts.cards_in(zone).kinds;
        let held = state.kinds_in(parts, state.spot(parts, zone, self.party));
        let goals = bits::iter(&held).filter_map(|kind| {
            let place = |field: u8| match kinds[kind].fields[field as usize] {
                FieldValue::One(place) => usize::try_from(place).ok().filter(|&p| p < parts.map.places.len()),
                _ => None,
            };
            Some((PlaceId::from(place(from)?), PlaceId::from(place(to)?)))
        });
        let found = self.scratch.ways.toward(&board, goals);
        self.scratch.toward = (self.scratch.evaluation, self.party, zone, found);
        self.scratch.ways.set(found, lanes).unwrap_or_default()
    }

    /// Where the party's train stands.
    fn train(&self) -> Standing {
        let train = self.parts.trains.iter().position(|t| PartyId::from(t.seat) == self.party);
        train.map_or(Standing::Off, |train| self.state.train(train))
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

    fn of_item(&self, expr: &Expr) -> i64 {
        let map = &self.parts.map;
        match (expr, self.item) {
            (Expr::Tag(bit), item) => {
                let tags = match item {
                    Item::Card(set, kind) => self.parts.cards[set.index()].kinds[kind.index()].tags,
                    Item::Place(place) => map.place(place).tags,
                    Item::Company(company) => self.parts.companies[company].tags,
                    Item::Nothing | Item::Lane(_) => 0,
                };
                (tags >> bit & 1) as i64
            }
            (Expr::Attribute(i), Item::Place(place)) => map.place(place).attributes[*i as usize].into(),
            (Expr::Attribute(i), Item::Lane(lane)) => map.lane(lane).attributes[*i as usize].into(),
            (Expr::Attribute(i), Item::Company(company)) => self.parts.companies[company].attributes[*i as usize].into(),
            (Expr::In(set), item) => {
                let member = match item {
                    Item::Lane(lane) => lane.index(),
                    Item::Place(place) => place.index(),
                    _ => return 0,
                };
                let owner = match (self.parts.sets[set.index()].owner, self.around) {
                    (Owner::Company, Item::Company(company)) => company,
                    (of, _) => self.parts.own_index(of, self.party),
                };
                bits::has(self.state.set(self.parts, *set, owner), member).into()
            }
            (Expr::ItemItself, Item::Place(place)) => place.0.into(),
            (Expr::Junction, Item::Place(place)) => map.place(place).junction.into(),
            (Expr::CompanyItself, Item::Company(company)) => self.parts.companies[company].word.0.into(),
            (Expr::KindItself, Item::Card(set, kind)) => self.parts.cards[set.index()].kinds[kind.index()].word.0.into(),
            (Expr::Home, Item::Company(company)) => self.parts.companies[company].home.map_or(-1, |h| h.0.into()),
            _ => 0,
        }
    }

    fn of_lane(&mut self, expr: &Expr) -> i64 {
        let Item::Lane(lane) = self.item else { return 0 };
        let strip = self.parts.map.lane(lane);
        match expr {
            Expr::Color => strip.color.0.into(),
            Expr::Laid => self.state.track(lane).laid.into(),
            Expr::Own => bits::has(self.state.own(self.parts, self.party), lane.index()).into(),
            Expr::Open => bits::has(self.state.open(self.parts), lane.index()).into(),
            Expr::Ends(filter) => strip.ends.iter().filter(|&&end| self.with(Item::Place(end), filter) != 0).count() as i64,
            _ => 0,
        }
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

    fn over_seats<'b>(&'b mut self, expr: &'b Expr) -> impl Iterator<Item = i64> + 'b {
        (0..self.parts.seats).map(move |seat| {
            let before = std::mem::replace(&mut self.party, PartyId(seat));
            let value = self.value(expr);
            self.party = before;
            value
        })
    }

    fn sum(&mut self, zone: ZoneId, value: &Expr, filter: &Expr) -> i64 {
        let (parts, state) = (self.parts, self.state);
        let cards = parts.zone(zone).cards;
        let mut sum = 0;
        state.each_card(parts, state.spot(parts, zone, self.party), |kind, n| {
            if self.with(Item::Card(cards, kind), filter) != 0 {
                sum += i64::from(n) * self.with(Item::Card(cards, kind), value);
            }
        });
        sum
    }

    /// Each kind counts once, however its cards lie; `copies` is how many there are.
    fn sum_kinds(&mut self, zone: ZoneId, value: &Expr, filter: &Expr) -> i64 {
        let (parts, state) = (self.parts, self.state);
        let cards = parts.zone(zone).cards;
        let spot = state.spot(parts, zone, self.party);
        let mut sum = 0;
        for kind in bits::iter(&state.kinds_in(parts, spot)).map(KindId::from) {
            let before = std::mem::replace(&mut self.copies, state.count(parts, spot, kind));
            if self.with(Item::Card(cards, kind), filter) != 0 {
                sum += self.with(Item::Card(cards, kind), value);
            }
            self.copies = before;
        }
        sum
    }

    /// Calls `each` for the lanes a filter holds for; lanes of one's own or on the way of a goal are looked up, not searched.
    fn each_lane(&mut self, filter: &Expr, mut each: impl FnMut(&mut Self, LaneId)) {
        let (parts, state) = (self.parts, self.state);
        let (first, rest) = match filter {
            Expr::And(first, rest) => (&**first, &**rest),
            _ => (filter, &Expr::Int(1)),
        };
        match first {
            Expr::Own => {}
            Expr::Toward(zone, from, to) => {
                for word in 0..bits::words(parts.map.lanes.len()) {
                    let lanes = bits::Ones(self.toward(*zone, *from, *to)[word]).map(|bit| LaneId::from(word * 64 + bit));
                    for lane in lanes {
                        if self.with(Item::Lane(lane), rest) != 0 {
                            each(self, lane);
                        }
                    }
                }
                return;
            }
            _ => {
                for lane in (0..parts.map.lanes.len()).map(LaneId::from) {
                    if self.with(Item::Lane(lane), filter) != 0 {
                        each(self, lane);
                    }
                }
                return;
            }
        }
        for lane in bits::iter(state.own(parts, self.party)).map(LaneId::from) {
            if self.with(Item::Lane(lane), rest) != 0 {
                each(self, lane);
            }
        }
    }

    fn sum_lanes(&mut self, value: &Expr, filter: &Expr) -> i64 {
        match (value, filter) {
            (Expr::Int(1), Expr::Own) => return bits::count(self.state.own(self.parts, self.party)).into(),
            (Expr::Laid, Expr::Int(1)) => return self.state.tracks().iter().map(|track| i64::from(track.laid)).sum(),
            (_, Expr::Own) => {
                let own = bits::iter(self.state.own(self.parts, self.party));
                if let Some(sum) = own.map(|lane| self.printed(lane, value)).sum() {
                    return sum;
                }
            }
            _ => {}
        }
        let mut sum = 0;
        self.each_lane(filter, |eval, lane| sum += eval.with(Item::Lane(lane), value));
        sum
    }

    /// What an expression is worth for a lane, at once if it is about nothing but the lane's length.
    fn printed(&self, lane: usize, value: &Expr) -> Option<i64> {
        match value {
            Expr::Length => Some(self.parts.map.lanes[lane].length.into()),
            Expr::Lookup(table, index) => Some(self.look_up(*table, self.printed(lane, index)?)),
            _ => None,
        }
    }

    #[inline]
    fn look_up(&self, table: u8, index: i64) -> i64 {
        let values = &self.parts.lookups[table as usize].values;
        values.get(index.max(0) as usize).or(values.last()).copied().unwrap_or(0).into()
    }

    fn sum_places(&mut self, value: &Expr, filter: &Expr) -> i64 {
        let mut sum = 0;
        for place in (0..self.parts.map.places.len()).map(PlaceId::from) {
            if self.with(Item::Place(place), filter) != 0 {
                sum += self.with(Item::Place(place), value);
            }
        }
        sum
    }

    fn longest(&mut self, filter: &Expr) -> i64 {
        if *filter == Expr::Own {
            return self.scratch.trails.longest(&self.parts.map, self.state.own(self.parts, self.party)).into();
        }
        let mut set = std::mem::take(&mut self.scratch.set);
        set.clear();
        set.resize(bits::words(self.parts.map.lanes.len()), 0);
        self.each_lane(filter, |_, lane| bits::put(&mut set, lane.index()));
        let longest = self.scratch.trails.longest(&self.parts.map, &set);
        self.scratch.set = set;
        longest.into()
    }

    /// Finds the connected parts of the party's own lanes, once.
    fn join(&mut self) {
        if self.scratch.joined == Some(self.party) {
            return;
        }
        let (map, own) = (&self.parts.map, self.state.own(self.parts, self.party));
        let Scratch { leads, joined, .. } = &mut *self.scratch;
        leads.clear();
        leads.extend(0..map.places.len() as u16);
        for lane in bits::iter(own) {
            let [a, b] = map.lanes[lane].ends.map(|end| last_of(leads, end.index()));
            leads[a.max(b)] = a.min(b) as u16;
        }
        *joined = Some(self.party);
    }
}

/// The place that all places of a part of a network lead to.
#[inline]
fn last_of(leads: &[u16], mut place: usize) -> usize {
    while leads[place] as usize != place {
        place = leads[place] as usize;
    }
    place
}

fn math(sign: Operation, a: i64, b: i64) -> i64 {
    match sign {
        Operation::Plus => a.saturating_add(b),
        Operation::Minus => a.saturating_sub(b),
        Operation::Times => a.saturating_mul(b),
        Operation::Divided => a.checked_div(b).unwrap_or(0),
        Operation::Rest => a.checked_rem(b).unwrap_or(0),
    }
}
