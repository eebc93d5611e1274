//! The position of a game: plain data whose sizes the rules fix, cheap to copy, compare and hash.

use crate::action::{Action, Payment};
use crate::components::{BEGUN, Components, Form, OPEN, OWN, Spot};
use crate::fnv::Fnv;
use crate::id::{CounterId, KindId, LaneId, MAX_SEATS, PartyId, PlaceId, SeatId, SeatSet, SetId, StepId, ZoneId};
use crate::narrow::narrow;
use crate::pile::Pile;
use crate::random::Random;
use crate::subjects::Subjects;
use crate::{bits, id::ActionId};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// No set has more kinds of card than this.
pub const KINDS: usize = 256;
/// An empty slot of a row.
pub(crate) const GAP: u8 = u8::MAX;
/// The owner of a lane nobody has begun.
const NOBODY: u8 = u8::MAX;

/// What lies on a lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Track {
    pub(crate) owner: u8,
    /// How many of its spaces are filled.
    pub laid: u8,
    /// Which end it was begun from.
    pub from: u8,
}

impl Track {
    /// Nothing lies there.
    pub(crate) const BARE: Track = Track { owner: NOBODY, laid: 0, from: 0 };

    /// Whose track it is; of several who share the lane, who had it first.
    #[inline]
    pub fn owner(self) -> Option<PartyId> {
        (self.owner != NOBODY).then_some(PartyId(self.owner))
    }

    /// Whether nothing lies there.
    #[inline]
    pub fn is_bare(self) -> bool {
        self.laid == 0 && self.owner == NOBODY
    }
}

/// How far a seat is in an action of several decisions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// The action it is in the middle of.
    pub action: Option<ActionId>,
    /// What is left to spend of its budget.
    pub left: i16,
    /// The mechanic's own note on how far it is.
    pub at: u16,
    /// What is settled of a payment that is chosen kind by kind.
    #[serde(default)]
    pub paid: Payment,
}

/// A step of the turn structure that is under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// The step.
    pub step: StepId,
    /// How many of its parts are done.
    pub done: u16,
    /// Whose turn it was when it began.
    pub actor: SeatId,
    /// The step's own note.
    pub note: i16,
}

/// Where a train stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Standing {
    /// Not on the map.
    #[default]
    Off,
    /// In a place.
    In(PlaceId),
    /// On a space of a lane, heading for that end of it.
    On {
        /// The lane.
        lane: LaneId,
        /// The space, counted from the lane's first end.
        space: u8,
        /// 0 or 1.
        towards: u8,
    },
}

/// An action that is paid for and not settled yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Committed {
    /// The action.
    pub action: Action,
    /// What it is about.
    pub about: Subjects,
}

/// Whose turn it is and where in the turn structure the game stands.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Clock {
    /// The seats in the order in which they play.
    pub order: [SeatId; MAX_SEATS],
    /// The first player.
    pub first: SeatId,
    /// The seat whose turn it is.
    pub actor: SeatId,
    /// The seats that have a decision to make now.
    pub waiting: SeatSet,
    /// Turns begun so far.
    pub turn: u32,
    /// Rounds begun so far.
    pub round: u16,
    /// The seats that have passed since anybody did something else.
    pub passed: SeatSet,
    /// The seats that are out: no step is for them, and turns pass them by.
    #[serde(default)]
    pub out: SeatSet,
    /// Turns left once the last round has begun.
    pub last_turns: Option<u8>,
    /// How the game ended: the number of its ending among the rules' endings.
    pub over: Option<u8>,
    /// How it will have ended once the flow is at its end: what the last turns were over for.
    pub ending: u8,
    /// What the last action was about that all could see.
    pub last: Subjects,
    /// The steps under way, innermost last.
    pub frames: Vec<Frame>,
    /// How far each seat is in its action.
    pub progress: [Progress; MAX_SEATS],
    /// What each seat has chosen and not carried out yet: held back until all have chosen.
    pub held: [Option<Action>; MAX_SEATS],
    /// What is paid for and not settled yet: the payment lies in escrow.
    pub committed: Option<Committed>,
}

impl Clone for Clock {
    fn clone(&self) -> Self {
        Clock { frames: self.frames.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        let mut frames = std::mem::take(&mut self.frames);
        frames.clone_from(&other.frames);
        *self = Clock { frames, ..*other };
    }
}

/// The whole position, secrets included.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct State {
    pub(crate) random: Random,
    pub(crate) counters: Vec<i32>,
    pub(crate) sets: Vec<u64>,
    pub(crate) bags: Vec<u8>,
    pub(crate) rows: Vec<u8>,
    pub(crate) piles: Vec<Pile>,
    pub(crate) tracks: Vec<Track>,
    pub(crate) ends: Vec<u8>,
    pub(crate) trains: Vec<Standing>,
    pub(crate) clock: Clock,
}

impl Clone for State {
    fn clone(&self) -> Self {
        let mut copy = State::default();
        copy.clone_from(self);
        copy
    }

    /// Copies without allocating when this state was of the same game.
    fn clone_from(&mut self, other: &Self) {
        self.random = other.random;
        self.counters.clone_from(&other.counters);
        self.sets.clone_from(&other.sets);
        self.bags.clone_from(&other.bags);
        self.rows.clone_from(&other.rows);
        self.piles.clone_from(&other.piles);
        self.tracks.clone_from(&other.tracks);
        self.ends.clone_from(&other.ends);
        self.trains.clone_from(&other.trains);
        self.clock.clone_from(&other.clock);
    }
}

impl State {
    /// The components unpacked: full piles, counters at their start, an empty board, no seed yet.
    pub fn new(parts: &Components) -> Self {
        let total = |form: fn(Form) -> bool| {
            let zones = parts.zones.iter().filter(|z| form(z.form));
            zones.map(|z| z.stride * parts.owners(z.owner)).sum::<usize>()
        };
        let mut piles = Vec::new();
        for zone in parts.zones.iter().filter(|z| z.form == Form::Pile) {
            let set = &parts.cards[zone.cards.index()];
            for _ in 0..parts.owners(zone.owner) {
                let mut pile = Pile::with_room(set.total());
                zone.fill.iter().for_each(|&kind| pile.heap(kind, set.kinds[kind.index()].count));
                pile.shuffle();
                piles.push(pile);
            }
        }
        let words: usize = parts.sets.iter().map(|s| s.words * parts.owners(s.owner)).sum();
        let lanes = parts.map.lanes.len();
        let mut state = State {
            random: Random::default(),
            counters: parts.counters.iter().flat_map(|c| c.start.iter().copied()).collect(),
            sets: vec![0; words],
            bags: vec![0; total(|f| f == Form::Bag)],
            rows: vec![GAP; total(|f| matches!(f, Form::Row(_)))],
            piles,
            tracks: vec![Track::BARE; lanes],
            ends: vec![0; parts.companies.len() * parts.map.places.len()],
            trains: vec![Standing::Off; parts.trains.len()],
            clock: Clock { frames: Vec::with_capacity(16), order: std::array::from_fn(SeatId::from), ..Clock::default() },
        };
        for zone in parts.zones.iter().filter(|z| z.form == Form::Bag) {
            let kinds = &parts.cards[zone.cards.index()].kinds;
            zone.fill.iter().for_each(|&kind| state.bags[zone.offset + kind.index()] = kinds[kind.index()].count);
        }
        bits::fill(&mut state.sets[..bits::words(lanes)], lanes);
        state
    }

    /// Whose turn it is and where in the turn structure the game stands.
    #[inline(always)]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// A counter of one owner.
    #[inline(always)]
    pub fn counter(&self, parts: &Components, counter: CounterId, owner: usize) -> i32 {
        self.counters[parts.counters[counter.index()].offset + owner]
    }

    /// A counter of all its owners.
    pub fn counters_of(&self, parts: &Components, counter: CounterId) -> &[i32] {
        let counter = &parts.counters[counter.index()];
        &self.counters[counter.offset..counter.offset + counter.start.len()]
    }

    /// A named set of one owner, as bits.
    #[inline(always)]
    pub fn set(&self, parts: &Components, set: SetId, owner: usize) -> &[u64] {
        let s = &parts.sets[set.index()];
        let at = s.offset + owner * s.words;
        &self.sets[at..at + s.words]
    }

    /// The words of a named set of all owners, one after the other.
    pub fn set_of_all(&self, parts: &Components, set: SetId) -> &[u64] {
        let s = &parts.sets[set.index()];
        &self.sets[s.offset..s.offset + parts.owners(s.owner) * s.words]
    }

    /// The lanes a party owns whole.
    #[inline(always)]
    pub fn own(&self, parts: &Components, party: PartyId) -> &[u64] {
        self.set(parts, OWN, party.index())
    }

    /// The lanes still to be had.
    #[inline(always)]
    pub fn open(&self, parts: &Components) -> &[u64] {
        self.set(parts, OPEN, 0)
    }

    /// What lies on a lane.
    #[inline(always)]
    pub fn track(&self, lane: LaneId) -> Track {
        self.tracks[lane.index()]
    }

    /// What lies on each lane.
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// Whose track lies on a lane: nobody's, one party's, or that of all who share it.
    pub fn owners<'a>(&'a self, parts: &'a Components, lane: LaneId) -> impl Iterator<Item = PartyId> + 'a {
        let begun_by = self.track(lane).owner();
        let has = move |party: &PartyId| begun_by == Some(*party) || bits::has(self.own(parts, *party), lane.index());
        // Nobody shares what nobody has.
        (0..if begun_by.is_some() { parts.parties() } else { 0 }).map(PartyId::from).filter(has)
    }

    /// How many open ends of a company stand in a place.
    pub fn ends(&self, parts: &Components, company: usize, place: PlaceId) -> u8 {
        self.ends[company * parts.map.places.len() + place.index()]
    }

    /// Where a train stands.
    pub fn train(&self, train: usize) -> Standing {
        self.trains[train]
    }

    /// Where the first train of a party stands.
    #[inline]
    pub fn train_of(&self, parts: &Components, party: PartyId) -> Standing {
        let train = parts.trains.iter().position(|t| PartyId::from(t.seat) == party);
        train.map_or(Standing::Off, |train| self.trains[train])
    }

    /// Whether a company has laid any track.
    #[inline]
    pub fn started(&self, parts: &Components, party: PartyId) -> bool {
        let any = |set| self.set(parts, set, party.index()).iter().any(|&w| w != 0);
        any(BEGUN) || any(OWN)
    }

    /// The cards in a bag: a count for each kind.
    #[inline(always)]
    pub fn bag(&self, parts: &Components, spot: Spot) -> &[u8] {
        let zone = parts.zone(spot.zone);
        let at = zone.place_of(spot.owner);
        &self.bags[at..at + zone.stride]
    }

    /// The slots of a row, gaps included.
    #[inline(always)]
    pub(crate) fn slots(&self, parts: &Components, spot: Spot) -> &[u8] {
        let zone = parts.zone(spot.zone);
        let at = zone.place_of(spot.owner);
        &self.rows[at..at + zone.stride]
    }

    /// The slots of a row: a kind of card, or nothing.
    #[inline]
    pub fn row(
        &self,
        parts: &Components,
        spot: Spot,
    ) -> impl DoubleEndedIterator<Item = Option<KindId>> + ExactSizeIterator + Clone {
        self.slots(parts, spot).iter().map(|&k| (k != GAP).then_some(KindId(k)))
    }

    /// A pile.
    #[inline(always)]
    pub fn pile(&self, parts: &Components, spot: Spot) -> &Pile {
        &self.piles[parts.zone(spot.zone).offset + spot.owner as usize]
    }

    /// How many cards lie in a zone.
    #[inline]
    pub fn size(&self, parts: &Components, spot: Spot) -> usize {
        match parts.zone(spot.zone).form {
            Form::Pile => self.pile(parts, spot).len(),
            Form::Bag => {
                // Pairs of bytes are added side by side: 256 kinds of 255 cards still fit.
                const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
                let mut pairs = 0;
                each_eight(self.bag(parts, spot), |_, eight| pairs += (eight & EVEN) + (eight >> 8 & EVEN));
                (u64::wrapping_mul(pairs, 0x0001_0001_0001_0001) >> 48) as usize
            }
            Form::Row(_) => self.slots(parts, spot).iter().filter(|&&k| k != GAP).count(),
        }
    }

    /// How many more cards a zone can take.
    #[inline]
    pub fn room(&self, parts: &Components, spot: Spot) -> usize {
        match parts.zone(spot.zone).form {
            Form::Row(slots) => slots as usize - self.size(parts, spot),
            _ => usize::MAX,
        }
    }

    /// Calls `each` with every kind that lies in a zone and how many there are, in the order they lie.
    #[inline]
    pub fn each_card(&self, parts: &Components, spot: Spot, mut each: impl FnMut(KindId, u32)) {
        match parts.zone(spot.zone).form {
            Form::Bag => {
                each_eight(self.bag(parts, spot), |first, mut eight| {
                    while eight != 0 {
                        let byte = eight.trailing_zeros() / 8;
                        let count = eight >> (8 * byte) & 0xff;
                        each(KindId::from(first + byte as usize), count as u32);
                        eight &= !(0xff << (8 * byte));
                    }
                });
            }
            Form::Row(_) => self.slots(parts, spot).iter().filter(|&&k| k != GAP).for_each(|&k| each(KindId(k), 1)),
            Form::Pile => self.pile(parts, spot).cards().for_each(|k| each(k, 1)),
        }
    }

    /// Adds up how many cards of each kind lie in a zone, whosever it is.
    pub fn count_all(&self, parts: &Components, zone: ZoneId, found: &mut [u16; KINDS]) {
        let zone = parts.zone(zone);
        let all = zone.offset..zone.offset + zone.stride * parts.owners(zone.owner);
        match zone.form {
            Form::Bag => self.bags[all].chunks_exact(zone.stride.max(1)).for_each(|bag| {
                found.iter_mut().zip(bag).for_each(|(found, &n)| *found += u16::from(n));
            }),
            Form::Row(_) => self.rows[all].iter().filter(|&&k| k != GAP).for_each(|&k| found[k as usize] += 1),
            Form::Pile => self.piles[all].iter().for_each(|pile| pile.cards().for_each(|k| found[k.index()] += 1)),
        }
    }

    /// The kinds that lie in a zone, as bits.
    pub fn kinds_in(&self, parts: &Components, spot: Spot) -> [u64; 4] {
        let mut kinds = [0; 4];
        match parts.zone(spot.zone).form {
            Form::Bag => {
                for (kinds, bag) in kinds.iter_mut().zip(self.bag(parts, spot).chunks(64)) {
                    // Most of a bag of many kinds is empty.
                    each_eight(bag, |first, eight| {
                        if eight != 0 {
                            *kinds |= u64::from(bytes_set(eight)) << (first % 64);
                        }
                    });
                }
            }
            _ => self.each_card(parts, spot, |kind, _| bits::put(&mut kinds, kind.index())),
        }
        kinds
    }

    /// The kinds that lie in a row, as bits, where its cards have fewer than 64 kinds.
    #[inline]
    pub fn few_kinds_in_row(&self, parts: &Components, spot: Spot) -> u64 {
        const NONE: u64 = 1 << (GAP & 63);
        self.slots(parts, spot).iter().fold(0, |kinds, slot| kinds | 1 << (slot & 63)) & !NONE
    }

    /// How many cards of a kind lie in a zone.
    #[inline]
    pub fn count(&self, parts: &Components, spot: Spot, kind: KindId) -> u32 {
        match parts.zone(spot.zone).form {
            Form::Bag => self.bag(parts, spot)[kind.index()].into(),
            Form::Row(_) => narrow::<u32>(self.slots(parts, spot).iter().filter(|&&k| k == kind.0).count()),
            Form::Pile => narrow::<u32>(self.pile(parts, spot).cards().filter(|k| *k == kind).count()),
        }
    }

    /// Which of a zone's owners a seat means when it speaks of the zone: its own, or the table's.
    #[inline(always)]
    pub fn spot(&self, parts: &Components, zone: ZoneId, seat: PartyId) -> Spot {
        parts.spot(zone, seat)
    }

    /// Whether chance had a part in what led from an earlier state to this one.
    pub fn used_chance_since(&self, earlier: &State) -> bool {
        self.random != earlier.random
    }

    /// A number that is equal for equal states on every machine.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fnv::default();
        self.hash(&mut hash);
        hash.finish()
    }
}

/// Calls `each` with the counts of a bag, eight kinds at a time, and the first of these kinds: a bag of many kinds is
/// mostly empty.
#[inline(always)]
fn each_eight(bag: &[u8], mut each: impl FnMut(usize, u64)) {
    let (eights, rest) = bag.as_chunks::<8>();
    let mut first = 0;
    for eight in eights {
        each(first, u64::from_le_bytes(*eight));
        first += 8;
    }
    if !rest.is_empty() {
        let last = rest.iter().rev().fold(0, |eight, &count| eight << 8 | u64::from(count));
        each(first, last);
    }
}

/// Which of eight bytes are not zero, as bits.
#[inline(always)]
fn bytes_set(eight: u64) -> u8 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let high = (((eight & LOW) + LOW) | eight) & !LOW;
    ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}
