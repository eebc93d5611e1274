//! What an expression is worth for a seat in a state.

mod far;
mod item;
mod moment;
mod network;
mod oracle;
mod sums;

pub use oracle::Oracle;

use super::printed::{entry, field, listed, looked_up, printed};
use super::resolve::Type;
use super::ways::{Toward, Ways};
use super::{Comparison, Expr, Formula, Holder, math};
use crate::components::{Components, Thing};
use crate::id::{CardSetId, KindId, LaneId, PartyId, PlaceId, SeatId, WordId, ZoneId};
use crate::narrow::position;
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

impl Item {
    /// Its number among the things of its sort, if counters and zones can belong to it.
    #[inline]
    pub fn member(self) -> Option<usize> {
        match self {
            Item::Lane(lane) => Some(lane.index()),
            Item::Place(place) => Some(place.index()),
            Item::Company(company) => Some(company),
            Item::Nothing | Item::Card(..) => None,
        }
    }

    /// The sort of thing that it is.
    pub fn thing(self) -> Option<Thing> {
        match self {
            Item::Lane(_) => Some(Thing::Lane),
            Item::Place(_) => Some(Thing::Place),
            Item::Company(_) => Some(Thing::Company),
            Item::Nothing | Item::Card(..) => None,
        }
    }

    /// One of the things of a sort, by its number.
    pub fn of_thing(thing: Thing, member: usize) -> Self {
        match thing {
            Thing::Lane => Item::Lane(LaneId::from(member)),
            Thing::Place => Item::Place(PlaceId::from(member)),
            Thing::Company => Item::Company(member),
        }
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
    /// The lanes on the way of goals that were last asked for: in which evaluation, for whom, and of which zone and fields.
    toward: (u64, PartyId, (ZoneId, u8, u8), Toward),
    /// Values that are kept, each with the key of what it depends on.
    pub(super) memo: Vec<(u64, i64)>,
    /// How many evaluations there were.
    evaluation: u64,
    /// For whom the seats are gone through that an expression lies within, and what was in question and around it there: only
    /// what lies within such seats ever asks for that.
    beside: Option<(PartyId, Item, Item)>,
}

impl Scratch {
    /// Whether something was too much to be worked out, so that values since then mean nothing; that is forgotten now.
    #[inline]
    pub fn gave_up(&mut self) -> bool {
        self.trails.forget()
    }

    /// The same, and it is not forgotten.
    #[inline]
    pub(super) fn has_given_up(&self) -> bool {
        self.trails.gave_up()
    }
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
    /// The end of a lane that a piece of track comes from.
    from: u8,
    /// How often what is to be raised was raised before.
    level: u8,
    copies: u32,
    paid: i64,
    /// Values that were given with the question.
    given: &'a [i64],
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
            from: 0,
            level: 0,
            copies: 0,
            paid: 0,
            given: &[],
            oracle: None,
            scratch,
        }
    }

    /// With somebody who can answer `can`, `won` and `total`.
    pub fn asking(mut self, oracle: &'a dyn Oracle) -> Self {
        self.oracle = Some(oracle);
        self
    }

    /// What the game consists of.
    pub fn parts(&self) -> &'a Components {
        self.parts
    }

    /// The position.
    pub fn state(&self) -> &'a State {
        self.state
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

    /// About a piece of track that comes from that end of a lane.
    pub fn from(mut self, end: u8) -> Self {
        self.from = end & 1;
        self
    }

    /// About a level of something that was raised so often before.
    pub fn level(mut self, level: u8) -> Self {
        self.level = level;
        self
    }

    /// With values for the names that whoever asks gives.
    pub fn given(mut self, given: &'a [i64]) -> Self {
        self.given = given;
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
        if self.scratch.trails.gave_up() {
            return "too much to work out".to_owned();
        }
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
            Expr::Size(zone) => self.state.size(self.parts, self.spot(*zone)) as i64,
            Expr::Weighed(zone, weights) => {
                let bag = self.state.bag(self.parts, self.spot(*zone));
                let mut sum = 0;
                for (kind, weight) in weights {
                    sum += i64::from(bag[kind.index()]) * i64::from(*weight);
                }
                sum
            }
            Expr::Field(i) => field(self.parts, self.item, *i),
            Expr::Joined(a, b) => {
                let (a, b) = (position(self.field_or_value(a)), position(self.field_or_value(b)));
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

    /// What is rarer than in [`Eval::value`]. Every expression there is has its line here, and what needs more than a line is a
    /// method beside others of its subject.
    #[inline(never)]
    // Long because every kind of expression has its line in one match, so that none can be forgotten.
    fn other_value(&mut self, expr: &Expr) -> i64 {
        match expr {
            Expr::Negative(a) => self.value(a).saturating_neg(),
            Expr::Or(a, b) => i64::from(self.value(a) != 0 || self.value(b) != 0),
            Expr::Same(kind, a, b) => {
                let a = self.value(a);
                i64::from(a == self.value(b) && kind.is_there(a))
            }
            Expr::Math(sign, a, b) => math(*sign, self.value(a), self.value(b)),
            Expr::If(three) if self.value(&three[0]) != 0 => self.value(&three[1]),
            Expr::If(three) => self.value(&three[2]),
            Expr::Min(list) => list.iter().map(|e| self.value(e)).min().unwrap_or(0),
            Expr::Max(list) => list.iter().map(|e| self.value(e)).max().unwrap_or(0),
            Expr::Lookup(table, index) => looked_up(self.parts, *table, self.value(index)),
            Expr::Has(list, value) => listed(self.parts, self.value(list), self.value(value)).into(),
            Expr::Players => self.parts.seats.into(),
            Expr::Round => self.state.clock().round.into(),
            Expr::Turn => self.state.clock().turn.into(),
            Expr::Seat => i64::from(self.party.0) + 1,
            Expr::First => i64::from(self.state.clock().first.0) + 1,
            Expr::IsOut => (self.party.0 < self.parts.seats && self.state.clock().out.has(SeatId(self.party.0))).into(),
            Expr::LastLane(kind, value) => self.last_lane(*kind, value),
            Expr::Entry(kind, list, index) => entry(self.parts, self.value(list), self.value(index)).unwrap_or(kind.nothing()),
            Expr::Towards(far) => self.towards(*far),
            Expr::LastCompany => self.last_company(),
            Expr::LastPlace => self.last_place(),
            Expr::TrainPlace => self.train_place(),
            Expr::TrainMoving => matches!(self.state.train_of(self.parts, self.party), Standing::On { .. }).into(),
            Expr::Counter(counter, holder) => self.counter(*counter, *holder),
            Expr::TotalOf(counter) => self.state.counters_of(self.parts, *counter).iter().map(|n| i64::from(*n)).sum(),
            Expr::Most(a) => self.over_seats(a, i64::max),
            Expr::Least(a) => self.over_seats(a, i64::min),
            Expr::SumSeats(value, filter) => self.sum_seats(value, filter),
            Expr::Count(zone, filter) => self.sum(*zone, &Expr::Int(1), filter),
            Expr::Sum(zone, value, filter) => self.sum(*zone, value, filter),
            Expr::SumKinds(zone, value, filter) => self.sum_kinds(*zone, value, filter),
            Expr::EachKind(zone, once, list) => self.each_kind(*zone, *once, list),
            Expr::Lanes(filter) => self.sum_lanes(&Expr::Int(1), filter),
            Expr::SumLanes(value, filter) => self.sum_lanes(value, filter),
            Expr::Places(filter) => self.sum_places(&Expr::Int(1), filter),
            Expr::SumPlaces(value, filter) => self.sum_places(value, filter),
            Expr::Different(value, filter) => self.different(value, filter),
            Expr::SumCompanies(value, filter) => self.sum_companies(value, filter),
            Expr::EachCompany(list) => self.each_company(list),
            Expr::Longest(filter) => self.longest(filter),
            Expr::JoinedOver(_) | Expr::Ways(_) | Expr::Network(_) | Expr::Farthest(..) => self.on_the_map(expr),
            Expr::MissingOver(_) | Expr::Distance(_) | Expr::Gap(..) => self.on_the_map(expr),
            Expr::Can { action, filter, free } => self.can(*action, filter.as_deref(), *free).into(),
            Expr::Won(_) | Expr::Total | Expr::Awards | Expr::DummyTotal(_) | Expr::Script(_) => self.on_the_sheet(expr),
            Expr::Tag(_) | Expr::Attribute(_) | Expr::Color | Expr::Junction => printed(self.parts, self.item, expr),
            Expr::ItemItself | Expr::KindItself | Expr::CompanyItself | Expr::IsKind(_) => printed(self.parts, self.item, expr),
            Expr::Home | Expr::End(_) => printed(self.parts, self.item, expr),
            Expr::Space => self.space.into(),
            Expr::Level => self.level.into(),
            Expr::Given(number) => self.given.get(usize::from(*number)).copied().unwrap_or(0),
            Expr::Copies => self.copies.into(),
            Expr::Paid => self.paid,
            Expr::CopiesIn(zone) => self.copies_in(*zone),
            Expr::RowOf(zone, filter) => self.row_of(*zone, filter),
            Expr::Pays(..) | Expr::Best(..) | Expr::Hits(..) | Expr::Top(..) => self.of_amounts(expr),
            Expr::Laid | Expr::Own | Expr::Open | Expr::Ends(_) => self.of_lane(expr),
            Expr::In(set) => self.is_in(*set).into(),
            Expr::At(kind, place, value) => self.at(*kind, place, value),
            Expr::Outer(inner) => self.outer(inner),
            Expr::OuterSeat(inner) => self.outer_seat(inner),
            Expr::Connected => self.is_company_connected().into(),
            Expr::Reached => self.is_reached().into(),
            Expr::Missing(a, b) => self.missing(a, b),
            Expr::Away(place) => self.away(place),
            Expr::Run(place) => self.run(place),
            Expr::Toward(zone, from, to) => self.is_toward(*zone, *from, *to).into(),
            Expr::SumToward(zone, from, to, adds) => self.sum_toward(*zone, *from, *to, adds),
            Expr::Nearest(value, filter) => self.nearest(value, filter),
            Expr::Memo(memo) => self.memo(memo),
            Expr::Int(_) | Expr::Not(_) | Expr::And(..) | Expr::Compare(..) | Expr::Size(_) => self.value(expr),
            Expr::Weighed(..) | Expr::Field(_) | Expr::Joined(..) | Expr::Length => self.value(expr),
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
        let mut slots = state.row(parts, self.spot(row));
        if let Expr::Compare(Comparison::Equal, kind, wanted) | Expr::Same(_, kind, wanted) = filter
            && **kind == Expr::KindItself
            && is_beside_cards(wanted)
        {
            // One word is wanted, whatever the card: it is worked out once.
            let word = self.with(Item::Card(cards, KindId(0)), wanted);
            let kinds = &parts.cards[cards.index()].kinds;
            if !Type::Word.is_there(word) {
                return None;
            }
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
        Expr::At(_, place, value) => matches!(**place, Expr::LastPlace | Expr::TrainPlace) && value.is_printed(),
        _ => false,
    }
}
