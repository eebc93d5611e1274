//! Memoisation: what an expression came to is kept until something changes that it depends on.
//!
//! Whoever weighs positions that differ in little asks for the same values again and again. A value is kept by a key of all
//! that its expression reads: its party's part of the board, cards, counters, sets, where its train stands.

use super::ways::mix;
use super::{Eval, Expr, Formula, Holder, Operation};
use crate::components::{Components, Form, Owner};
use crate::id::{CounterId, PartyId, SetId, ZoneId};
use crate::state::{Standing, State};

/// So many values are kept; a power of two.
const KEPT: usize = 8192;
/// An expression of fewer parts is sooner worked out than looked up.
const WORTH_KEEPING: usize = 6;

/// An expression whose values are kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Memo {
    number: u16,
    reads: Reads,
    pub(super) expr: Expr,
    /// Where it is a sum over the kinds of a zone, what each kind adds depends on this beside its copies: then that is kept as well.
    each: Option<Reads>,
}

impl Memo {
    /// The expression whose values are kept.
    pub(super) fn inner(&self) -> &Expr {
        &self.expr
    }
}

/// What of a state an expression depends on.
#[derive(Clone, PartialEq, Debug, Default)]
struct Reads {
    board: bool,
    company_boards: bool,
    train: bool,
    counters: Vec<(CounterId, Holder)>,
    zones: Vec<ZoneId>,
    sets: Vec<SetId>,
}

impl Reads {
    /// All that an expression reads, if it can be told.
    fn of(expr: &Expr, parts: &Components) -> Option<Self> {
        let mut reads = Reads::default();
        let unknown = expr.any(&mut |part| !reads.note(part, parts));
        (!unknown).then_some(reads)
    }

    /// What the kinds of a sum read beside the zone that they lie in, if it is such a sum and that can be told.
    fn of_each(expr: &Expr, parts: &Components) -> Option<Self> {
        let Expr::EachKind(_, true, list) = expr else { return None };
        let mut reads = Reads::default();
        let unknown = list.iter().any(|adds| adds.any(&mut |part| !reads.note(part, parts)));
        (!unknown && reads != Reads::default()).then_some(reads)
    }

    /// Notes what one part of an expression reads by itself; says whether that is known.
    fn note(&mut self, part: &Expr, parts: &Components) -> bool {
        match part {
            Expr::Int(_) | Expr::Not(_) | Expr::Negative(_) | Expr::And(..) | Expr::Or(..) | Expr::Compare(..) => {}
            Expr::Same(..) | Expr::Math(..) | Expr::If(_) | Expr::Min(_) | Expr::Max(_) | Expr::Players | Expr::Seat => {}
            Expr::Lookup(..)
            | Expr::Has(..)
            | Expr::Entry(..)
            | Expr::End(_)
            | Expr::Copies
            | Expr::Paid
            | Expr::Outer(_)
            | Expr::At(..) => {}
            Expr::Top(..) | Expr::Nearest(..) | Expr::Pays(..) | Expr::Best(..) | Expr::Hits(..) | Expr::Ends(_) => {}
            Expr::Lanes(_) | Expr::SumLanes(..) | Expr::Places(_) | Expr::SumPlaces(..) | Expr::Different(..) => {}
            Expr::SumCompanies(..) | Expr::EachCompany(_) => {}
            Expr::Own | Expr::Open | Expr::Joined(..) | Expr::Missing(..) | Expr::Reached | Expr::Longest(_) => self.board = true,
            Expr::Away(_) => {
                self.board = true;
                self.company_boards |= !parts.companies.is_empty();
            }
            Expr::Connected => self.company_boards = true,
            Expr::Run(_) => (self.board, self.train) = (true, true),
            Expr::TrainPlace | Expr::TrainMoving => self.train = true,
            Expr::Toward(zone, ..) | Expr::SumToward(zone, ..) => {
                self.board = true;
                return self.note_zone(*zone, parts);
            }
            Expr::Size(zone) | Expr::Count(zone, _) | Expr::Sum(zone, ..) | Expr::SumKinds(zone, ..) => {
                return self.note_zone(*zone, parts);
            }
            Expr::Weighed(zone, _) | Expr::EachKind(zone, ..) => return self.note_zone(*zone, parts),
            Expr::Counter(counter, holder) => {
                if !self.counters.contains(&(*counter, *holder)) {
                    self.counters.push((*counter, *holder));
                }
            }
            Expr::In(set) => {
                // Whose set of a company is meant depends on what is asked about.
                if parts.sets[set.index()].owner == Owner::Company {
                    return false;
                }
                if !self.sets.contains(set) {
                    self.sets.push(*set);
                }
            }
            Expr::Tag(_) | Expr::Field(_) | Expr::IsKind(_) | Expr::Attribute(_) | Expr::Length | Expr::Color => {}
            Expr::ItemItself | Expr::Junction | Expr::CompanyItself | Expr::KindItself | Expr::Home => {}
            // What is within another's values was told when they were kept.
            Expr::Memo(_) => {}
            // What others have, what only a moment knows, and what more than the state is asked for.
            Expr::Most(_) | Expr::Least(_) | Expr::SumSeats(..) | Expr::OuterSeat(_) | Expr::TotalOf(_) => return false,
            Expr::IsOut | Expr::Round | Expr::Turn | Expr::First | Expr::LastLane(..) | Expr::LastCompany | Expr::LastPlace => {
                return false;
            }
            Expr::Can { .. } | Expr::Won(_) | Expr::Total | Expr::Awards | Expr::Script(_) | Expr::DummyTotal(_) => return false,
            Expr::Farthest(..) => {}
            Expr::Gap(..) => self.board = true,
            Expr::Ways(_) | Expr::Network(_) => return false,
            Expr::MissingOver(_) | Expr::Distance(_) | Expr::Towards(_) => return false,
            Expr::JoinedOver(_) | Expr::Laid | Expr::CopiesIn(_) | Expr::RowOf(..) | Expr::Space | Expr::Level => return false,
            Expr::Given(_) => return false,
        }
        true
    }

    fn note_zone(&mut self, zone: ZoneId, parts: &Components) -> bool {
        if !self.zones.contains(&zone) {
            self.zones.push(zone);
        }
        // Whose zone of a thing is meant depends on what is asked about.
        parts.zone(zone).form == Form::Bag && parts.zone(zone).owner.thing().is_none()
    }
}

impl Expr {
    /// The same expression, its values kept under a number of its own, if what it depends on can be told and it is worth it.
    pub fn memo(self, number: u16, parts: &Components) -> Expr {
        let mut size = 0;
        self.any(&mut |_| {
            size += 1;
            false
        });
        match Reads::of(&self, parts).filter(|_| size >= WORTH_KEEPING) {
            Some(reads) => Expr::Memo(Box::new(Memo { number, reads, each: Reads::of_each(&self, parts), expr: self })),
            None => self,
        }
    }
}

impl Formula {
    /// What some formulas add up to: of those of which it can be told what they depend on the sum, whose values are kept, and the others.
    pub fn sums(formulas: &[&Formula], number: u16, parts: &Components) -> Vec<Formula> {
        let (known, mut sums): (Vec<&Formula>, Vec<Formula>) =
            formulas.iter().fold(Default::default(), |(mut known, mut rest), &one| {
                match Reads::of(&one.expr, parts) {
                    Some(_) => known.push(one),
                    None => rest.push(one.clone()),
                }
                (known, rest)
            });
        let plus = |sum: Expr, one: &&Formula| Expr::Math(Operation::Plus, Box::new(sum), Box::new(one.expr.clone()));
        match &known[..] {
            [] => {}
            [one] => sums.push((*one).clone()),
            [first, others @ ..] => {
                let sum = others.iter().fold(first.expr.clone(), plus);
                sums.push(Formula { expr: sum.memo(number, parts), ..(*first).clone() });
            }
        }
        sums
    }
}

impl Eval<'_> {
    /// What an expression is worth whose values are kept.
    pub(super) fn memo(&mut self, memo: &Memo) -> i64 {
        let key = self.key(u64::from(memo.number) << 8 | 5, &memo.reads);
        if let Some(value) = self.kept(key) {
            return value;
        }
        let value = match (&memo.each, &memo.expr) {
            (Some(reads), Expr::EachKind(zone, _, list)) => self.each_kind_kept(*zone, list, memo.number, reads),
            _ => self.value(&memo.expr),
        };
        self.keep(key, value);
        value
    }

    /// What the kinds of a zone add up to, what each adds being kept: from one position to the next few of them change.
    fn each_kind_kept(&mut self, zone: ZoneId, list: &[Expr], number: u16, reads: &Reads) -> i64 {
        let (parts, state, spot) = (self.parts, self.state, self.spot(zone));
        let same = self.key(u64::from(number) << 8 | 6, reads);
        let mut sum = 0;
        state.each_card(parts, spot, |kind, copies| {
            let adds = &list[kind.index()];
            if *adds == Expr::Int(0) {
                return;
            }
            let key = mix(same, u64::from(kind.0) << 32 | u64::from(copies));
            let value = self.kept(key).unwrap_or_else(|| {
                let value = self.of_copies(parts.zone(zone).cards, kind, copies, adds);
                self.keep(key, value);
                value
            });
            sum = i64::saturating_add(sum, value);
        });
        sum
    }

    /// A value that was kept.
    #[inline]
    fn kept(&mut self, key: u64) -> Option<i64> {
        let values = &mut self.scratch.memo;
        if values.is_empty() {
            values.resize(KEPT, (0, 0));
        }
        let (of, value) = values[(key >> 32) as usize & (KEPT - 1)];
        (of == key).then_some(value)
    }

    /// Keeps a value, unless something was too much to be worked out.
    #[inline]
    fn keep(&mut self, key: u64, value: i64) {
        if !self.scratch.has_given_up() {
            self.scratch.memo[(key >> 32) as usize & (KEPT - 1)] = (key, value);
        }
    }

    /// A number for all that a value depends on.
    fn key(&mut self, number: u64, reads: &Reads) -> u64 {
        let (parts, state, party) = (self.parts, self.state, self.party);
        let mut key = mix(number, party.0.into());
        if reads.board {
            key = mix(key, self.board(party).key);
        }
        if reads.company_boards {
            for company in 0..parts.companies.len() {
                key = mix(key, self.board(parts.company_party(company)).key);
            }
        }
        if reads.train {
            key = mix(key, number_of(self.state.train_of(self.parts, self.party)));
        }
        for &(counter, holder) in &reads.counters {
            key = mix_counter(parts, state, party, key, counter, holder);
        }
        for &zone in &reads.zones {
            for eight in state.bag(parts, state.spot(parts, zone, party)).chunks(8) {
                key = mix(key, word(eight));
            }
        }
        for &set in &reads.sets {
            let owner = parts.own_index(parts.sets[set.index()].owner, party);
            for &word in state.set(parts, set, owner) {
                key = mix(key, word);
            }
        }
        key
    }
}

/// Up to eight counts as one number.
#[inline]
fn word(counts: &[u8]) -> u64 {
    match <[u8; 8]>::try_from(counts) {
        Ok(eight) => u64::from_le_bytes(eight),
        Err(_) => counts.iter().fold(0, |word, &count| word << 8 | u64::from(count)),
    }
}

fn mix_counter(parts: &Components, state: &State, party: PartyId, mut key: u64, counter: CounterId, holder: Holder) -> u64 {
    let known = &parts.counters[counter.index()];
    let one = |owner: usize| state.counter(parts, counter, owner).cast_unsigned();
    match holder {
        Holder::Table => mix(key, one(0).into()),
        Holder::Seat => mix(key, one(party.index()).into()),
        Holder::Own => mix(key, one(parts.own_index(known.owner, party)).into()),
        Holder::Of(owner) => mix(key, one(owner.into()).into()),
        Holder::Pair | Holder::PairOf(_) => {
            let (first, seats) = (parts.own_index(known.owner, party), usize::from(parts.seats));
            (first..first + known.start.len() / seats.max(1)).fold(key, |key, owner| mix(key, one(owner).into()))
        }
        Holder::Item => {
            for owner in 0..known.start.len() {
                key = mix(key, one(owner).into());
            }
            key
        }
    }
}

/// A number for where a train stands.
fn number_of(standing: Standing) -> u64 {
    match standing {
        Standing::Off => 0,
        Standing::In(place) => 1 << 32 | u64::from(place.0),
        Standing::On { lane, space, towards } => 2 << 32 | u64::from(lane.0) << 16 | u64::from(space) << 8 | u64::from(towards),
    }
}
