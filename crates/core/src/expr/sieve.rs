//! A filter over kinds of card, lanes, places or companies, made ready at load to be put to all of them at once: it is partially
//! evaluated for each of them, and in play only what is left of it is asked.

use super::fold::Fold;
use super::guards::Guard;
use super::memberships::Membership;
use super::stops::Stops;
use super::walk::Layer;
use super::{Eval, Expr, Formula, Holder, Item, ItemType};
use crate::bits;
use crate::components::Components;
use crate::id::{KindId, LaneId, PartyId, PlaceId, ZoneId};
use crate::narrow::narrow;
use crate::state::State;

/// A partially evaluated filter: split into what holds of some for good and what must be asked; members for which the same is to be asked are
/// asked once.
#[derive(Clone, Debug)]
pub struct Sieve {
    always: Vec<u64>,
    /// Those for whom it can ever hold.
    possible: Vec<u64>,
    /// In which sets members must be, and in which they must not.
    memberships: Vec<Membership>,
    /// What depends on where the party's train stands and on nothing else in the state.
    stops: Option<Stops>,
    sometimes: Vec<Group>,
    /// For each member the number of its group, or one of the two that are none.
    group_of: Vec<u16>,
}

/// A member for which the filter holds for good.
const ALWAYS: u16 = u16::MAX;
/// A member for which it never holds.
const NEVER: u16 = u16::MAX - 1;

#[derive(Clone, Debug)]
struct Group {
    members: Vec<u64>,
    /// One of them, for whom all are asked.
    first: Item,
    condition: Expr,
    /// The same, if it can be answered without working through the expression.
    guards: Option<Guard>,
}

impl Group {
    #[inline]
    fn holds(&self, eval: &mut Eval) -> bool {
        match &self.guards {
            Some(guards) => guards.holds(eval.parts, eval.state, eval.party),
            None => eval.about_now(self.first, &self.condition) != 0,
        }
    }
}

impl Sieve {
    /// Makes a filter about such items ready.
    pub fn new(filter: &Formula, parts: &Components, about: ItemType) -> Self {
        let (count, item): (usize, &dyn Fn(usize) -> Item) = match about {
            ItemType::Nothing => (0, &|_| Item::Nothing),
            ItemType::Card(set) => (parts.cards[set.index()].kinds.len(), &move |i| Item::Card(set, KindId::from(i))),
            ItemType::Lane => (parts.map.lanes.len(), &|i| Item::Lane(LaneId::from(i))),
            ItemType::Place => (parts.map.places.len(), &|i| Item::Place(PlaceId::from(i))),
            ItemType::Company => (parts.companies.len(), &Item::Company),
        };
        let none = vec![0; bits::words(count)];
        let (memberships, rest) = Membership::split(&filter.expr, parts, about);
        let (stops, rest) = Stops::split(&rest, parts, count, item);
        let (sometimes, group_of) = (Vec::new(), Vec::new());
        let mut sieve = Sieve { always: none.clone(), possible: none, memberships, stops, sometimes, group_of };
        for member in 0..count {
            let known = Fold::about_one(parts, Some(item(member)));
            let group = match known.fold(&rest) {
                Expr::Int(0) => NEVER,
                Expr::Int(_) => {
                    bits::put(&mut sieve.always, member);
                    ALWAYS
                }
                condition => narrow::<u16>(sieve.group(condition, item(member), parts)),
            };
            if let Some(group) = sieve.sometimes.get_mut(group as usize) {
                bits::put(&mut group.members, member);
            }
            if group != NEVER {
                bits::put(&mut sieve.possible, member);
            }
            sieve.group_of.push(group);
        }
        sieve
    }

    /// The number of the group of which that is to be asked, for one that belongs to it.
    fn group(&mut self, condition: Expr, member: Item, parts: &Components) -> usize {
        let alike = |group: &Group| group.condition == condition && !condition.is_personal(parts);
        self.sometimes.iter().position(alike).unwrap_or_else(|| {
            let members = vec![0; self.always.len()];
            self.sometimes.push(Group { members, first: member, guards: Guard::about(&condition, parts, member), condition });
            self.sometimes.len() - 1
        })
    }

    /// Leaves of some only those for which the filter holds. A group is asked only if some of it are among them, and once for
    /// every word of them.
    pub fn sift(&self, eval: &mut Eval, some: &mut [u64]) {
        for membership in &self.memberships {
            membership.sift(eval.parts, eval.state, eval.party, some);
        }
        if let Some(stops) = &self.stops {
            some.iter_mut()
                .zip(stops.at(eval.state.train_of(eval.parts, eval.party)))
                .for_each(|(word, fitting)| *word &= fitting);
        }
        for (at, (word, (possible, always))) in some.iter_mut().zip(self.possible.iter().zip(&self.always)).enumerate() {
            *word &= possible;
            let mut open = *word & !always;
            while open != 0 {
                let group = &self.sometimes[self.group_of[at * 64 + open.trailing_zeros() as usize] as usize];
                let members = group.members[at];
                open &= !members;
                if !group.holds(eval) {
                    *word &= !members;
                }
            }
        }
    }

    /// Whether the filter holds for one of them; who works it out comes only if there is something to work out.
    #[inline(always)]
    pub fn holds<'a>(
        &self,
        member: usize,
        parts: &Components,
        state: &State,
        party: PartyId,
        eval: impl FnOnce() -> Eval<'a>,
    ) -> bool {
        self.holds_plainly(member, parts, state, party).unwrap_or_else(|| {
            let group = &self.sometimes[self.group_of[member] as usize];
            eval().about_now(group.first, &group.condition) != 0
        })
    }

    /// The same, if it can be answered without working through an expression.
    #[inline]
    fn holds_plainly(&self, member: usize, parts: &Components, state: &State, party: PartyId) -> Option<bool> {
        let group = self.group_of[member];
        let stops = || self.stops.as_ref().is_none_or(|stops| bits::has(stops.at(state.train_of(parts, party)), member));
        let belongs = |membership: &Membership| membership.holds(member, parts, state, party);
        if group == NEVER || !stops() || !self.memberships.iter().all(belongs) {
            return Some(false);
        }
        match self.sometimes.get(group as usize) {
            None => Some(true),
            Some(group) => group.guards.as_ref().map(|guards| guards.holds(parts, state, party)),
        }
    }

    /// Those for whom it may hold where the party's train stands now, as bits, if it asks for that.
    #[inline]
    pub fn by_stop(&self, parts: &Components, state: &State, party: PartyId) -> Option<&[u64]> {
        self.stops.as_ref().map(|stops| stops.at(state.train_of(parts, party)))
    }

    /// Those for whom the filter can ever hold, as bits.
    pub fn possible(&self) -> &[u64] {
        &self.possible
    }
}

impl Expr {
    /// Whether it may say something else of another item in the same state. What lies within something about items of its own may still
    /// look at the item around it.
    pub fn is_personal(&self, parts: &Components) -> bool {
        self.any(&mut |e| is_of_item(e, parts))
    }

    /// The same, but for what it says of what is around the item.
    pub fn asks_of_item(&self, parts: &Components) -> bool {
        match self {
            Expr::Outer(_) => return false,
            Expr::OuterSeat(_) => {}
            other if is_of_item(other, parts) => return true,
            _ => {}
        }
        let mut asks = false;
        self.each_part(&mut |part, layer| {
            asks = asks
                || match layer {
                    Layer::Same | Layer::Seats | Layer::SeatAround => part.asks_of_item(parts),
                    // What lies within something about items of its own has this one around it.
                    Layer::Each | Layer::Given | Layer::Alone | Layer::SeatsAlone | Layer::Around => part.is_personal(parts),
                };
        });
        asks
    }
}

/// Whether it is the item in question that is asked for.
fn is_of_item(e: &Expr, parts: &Components) -> bool {
    let of_thing = |zone: &ZoneId| parts.zone(*zone).owner.thing().is_some();
    match e {
        Expr::Counter(_, Holder::Item | Holder::Pair) => true,
        Expr::Counter(_, Holder::Table | Holder::Seat | Holder::Own | Holder::Of(_) | Holder::PairOf(_)) => false,
        Expr::Size(zone) | Expr::Count(zone, _) | Expr::Sum(zone, ..) | Expr::SumKinds(zone, ..) => of_thing(zone),
        Expr::Weighed(zone, _) | Expr::EachKind(zone, ..) | Expr::RowOf(zone, _) => of_thing(zone),
        Expr::Tag(_) | Expr::Field(_) | Expr::IsKind(_) | Expr::Attribute(_) | Expr::Length | Expr::Color => true,
        Expr::ItemItself | Expr::Junction | Expr::CompanyItself | Expr::KindItself | Expr::Home => true,
        Expr::Copies | Expr::CopiesIn(_) | Expr::Pays(..) | Expr::Best(..) | Expr::Hits(..) | Expr::Top(..) | Expr::Paid => true,
        Expr::In(_) | Expr::Own | Expr::Open | Expr::Laid | Expr::Reached | Expr::Connected | Expr::Space | Expr::Ends(_) => true,
        Expr::End(_) | Expr::Towards(_) => true,
        Expr::Away(_) | Expr::Toward(..) | Expr::Outer(_) | Expr::OuterSeat(_) | Expr::Memo(_) => true,
        Expr::EachCompany(_) => false,
        Expr::Int(_) | Expr::Not(_) | Expr::Negative(_) | Expr::And(..) | Expr::Or(..) | Expr::Compare(..) | Expr::Same(..) => {
            false
        }
        Expr::Math(..)
        | Expr::If(_)
        | Expr::Min(_)
        | Expr::Max(_)
        | Expr::Lookup(..)
        | Expr::Has(..)
        | Expr::At(..)
        | Expr::Entry(..) => false,
        Expr::Players | Expr::Round | Expr::Turn | Expr::Seat | Expr::First | Expr::TotalOf(_) | Expr::Level => false,
        Expr::Given(_) => false,
        Expr::IsOut => false,
        Expr::Most(_) | Expr::Least(_) | Expr::SumSeats(..) => false,
        Expr::Different(..) | Expr::Lanes(_) | Expr::SumLanes(..) => false,
        Expr::Places(_) | Expr::SumPlaces(..) | Expr::Longest(_) | Expr::LastLane(..) | Expr::LastCompany => false,
        Expr::Can { .. } | Expr::Won(_) | Expr::Total | Expr::Awards | Expr::Script(_) | Expr::DummyTotal(_) => false,
        Expr::Ways(_) | Expr::Network(_) | Expr::Farthest(..) | Expr::MissingOver(_) | Expr::Distance(_) => false,
        Expr::Gap(..) => false,
        Expr::Joined(..) | Expr::JoinedOver(_) | Expr::SumCompanies(..) | Expr::TrainPlace => false,
        Expr::TrainMoving | Expr::LastPlace | Expr::Missing(..) | Expr::Run(_) | Expr::SumToward(..) | Expr::Nearest(..) => false,
    }
}
