//! Every way to pay a bill, found kind by kind.
//!
//! The kinds of card are gone through in order. What counts is only what of the bill is still open: a state. From a state so many
//! cards of the next kind lead on to others, paying for their own kind or, as groups, for others. A payment is a way from the
//! whole bill to an empty one, so the ways can be listed, or chosen kind by kind, without ever coming to a dead end.
//!
//! A state is a number with a digit for each kind that the bill demands. What cards of a kind pay takes the same from the number
//! whatever the state is, so a whole set of states, as bits, is led on by one shift.

use super::joint::Bill;
use super::large_bill::LargeBill;
use super::{Demand, Groups, StandIns};
use crate::limits::READINGS_OF_A_BILL;
use railwright_core::Payment;
use railwright_core::bits;
use railwright_core::id::KindId;
use railwright_core::narrow::narrow;

/// The ways to pay one bill from one hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    open: Vec<OpenDemand>,
    /// How many words a set of states has.
    words: usize,
    /// For each open kind and each number of its cards from one on: the states in which at least so many are open.
    enough: Vec<u64>,
    /// What cards of a kind can pay, the gifts of one kind side by side, and where they begin.
    gifts: Vec<Contribution>,
    gifts_from: Vec<usize>,
    /// For each kind, and after the last: the states from which it can still be paid exactly, as bits.
    payable: Vec<u64>,
    /// Whether single cards of any of several kinds are open together, whichever kinds they are paid in.
    pools: bool,
    /// The states in which a search stands: for each kind, and after the last, a set for each number of cards of the kind before.
    standing: Vec<u64>,
    /// Where in that the search has come to.
    at: usize,
    /// The same for a bill that leaves more open than a set of states can hold.
    large: LargeBill,
    is_large: bool,
    /// Whether a bill came up that leaves so much open that it was not worked out.
    given_up: bool,
}

/// So many numbers of cards of one kind can be given, none among them.
const COUNTS: usize = Payment::MOST as usize + 1;

/// A set of states has no more than this; a bill that leaves more open is a [`LargeBill`]. Single cards of any of several kinds are few
/// states; it takes several cards of many kinds to come here.
pub(super) const MOST_STATES: usize = 4096;

/// What the bill may demand: cards of a kind, or single cards each of any of several kinds.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenDemand {
    /// The kinds, as bits.
    pub(super) kinds: u64,
    most: u8,
    /// How far apart states are that differ by one card of it.
    apart: usize,
    /// Where its sets begin in [`Ways::enough`].
    enough: usize,
}

impl OpenDemand {
    fn is_pool(&self) -> bool {
        !self.kinds.is_power_of_two()
    }

    /// How many of so many cards for it may be of a hand's own kind: only where any of several kinds will do may a hand pay a part itself
    /// and another as groups.
    #[inline]
    pub(super) fn own_parts(self, count: u8) -> impl Iterator<Item = u8> {
        (0..=count).filter(move |&own| self.is_pool() || own == 0 || own == count)
    }

    /// Whether cards of a hand may count for it as themselves, and in groups; a group never stands for its own kind.
    #[inline]
    pub(super) fn takes(&self, hand: &Hand, own: u8, as_groups: u8) -> bool {
        let [fits, stands] = [hand.wild || self.kinds >> hand.kind & 1 == 1, self.kinds & !(1 << hand.kind) != 0];
        (own == 0 || fits) && (as_groups == 0 || stands)
    }
}

/// What some cards of one kind pay.
#[derive(Clone, Copy, Debug)]
struct Contribution {
    /// How much lower the state is afterwards.
    by: usize,
    /// How many cards of each open demand that is, four bits each.
    paid: u128,
    /// The states in which so much is open: the first word of the set.
    room: u64,
    /// How many cards can have been given for it, as bits.
    cards: u16,
}

/// Cards of one kind that are about to be given.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    kind: usize,
    wild: bool,
    pub(super) held: u8,
    groups: Option<Groups>,
}

impl Hand {
    fn of(stand_ins: &StandIns, kind: usize, held: u8) -> Self {
        let wild = stand_ins.wild.iter().any(|w| w.index() == kind);
        let groups = stand_ins.groups.filter(|groups| held >= groups.alike);
        Hand { kind, wild, held: held.min(Payment::MOST), groups }
    }

    /// How many cards of other kinds it can stand for at most.
    pub(super) fn stands_for(&self) -> u8 {
        let grouped =
            self.groups.map_or(0, |g| if g.larger { (self.held + 1).saturating_sub(g.alike) } else { self.held / g.alike });
        if self.wild { self.held } else { grouped }
    }

    /// How many cards can be given: those that count as themselves, and for those that groups stand for fewer or more groups.
    #[inline]
    pub(super) fn cards(&self, [plain, stood, kinds]: [u8; 3]) -> u16 {
        let (fewest, more) = match self.groups {
            _ if stood == 0 => (0, 1),
            None => return 0,
            Some(Groups { alike, larger: false, .. }) => (stood, alike - 1),
            Some(Groups { alike, apart, .. }) => (if apart { 1 } else { kinds }, alike - 1),
        };
        let mut cards = 0;
        for groups in fewest..=stood {
            let given = plain + stood + groups * more;
            cards |= if given <= self.held { 1 << given } else { 0 };
        }
        cards
    }
}

impl Ways {
    /// Prepares for a bill and a hand; says whether there is any way.
    pub(crate) fn find(&mut self, stand_ins: &StandIns, bill: &Bill, hand: &[u8]) -> bool {
        // Of a larger group it matters which kinds its cards stand for.
        self.pools = !stand_ins.groups.is_some_and(|groups| groups.larger);
        let (states, counts) = self.open_all(bill);
        self.is_large = states > MOST_STATES;
        if self.is_large {
            return self.find_large(stand_ins, bill, hand);
        }
        self.words = bits::words(states);
        self.mark_enough(states, counts);
        self.gifts.clear();
        self.gifts_from.clear();
        for (kind, &held) in hand.iter().enumerate() {
            self.gifts_from.push(self.gifts.len());
            let given = Hand::of(stand_ins, kind, held);
            let pooled = self.open.iter().any(|open| open.is_pool() && open.kinds >> kind & 1 == 1);
            if !given.wild && given.groups.is_none() && !pooled {
                // They pay for their own kind alone.
                self.give_plainly(kind, held.min(Payment::MOST));
                continue;
            }
            self.spread(given, 0, [0; 3], 0, 0);
        }
        self.gifts_from.push(self.gifts.len());
        let sets = (hand.len() + 1) * self.words;
        self.payable.clear();
        self.payable.resize(sets, 0);
        if self.standing.len() < sets * COUNTS {
            self.standing.resize(sets * COUNTS, 0);
        }
        self.standing[..self.words].fill(0);
        self.at = 0;
        bits::put(&mut self.payable[hand.len() * self.words..], 0);
        for kind in (0..hand.len()).rev() {
            let mut payable = std::mem::take(&mut self.payable);
            let (now, next) = payable[kind * self.words..].split_at_mut(self.words);
            self.gifts_of(kind).iter().for_each(|gift| self.raise(gift, next, now));
            self.payable = payable;
        }
        let sure = |open: &OpenDemand| if open.is_pool() { open.most } else { bill.need[open.kinds.trailing_zeros() as usize] };
        let whole = self.open.iter().map(|open| sure(open) as usize * open.apart).sum();
        self.begin(bill, 0, whole);
        self.standing[..self.words].iter().zip(&self.payable).any(|(a, b)| a & b != 0)
    }

    /// The same for a bill that leaves much open.
    #[cold]
    fn find_large(&mut self, stand_ins: &StandIns, bill: &Bill, hand: &[u8]) -> bool {
        // One that is not worked out is a fault already, whatever comes of others.
        if self.given_up {
            return false;
        }
        let sure = |open: &OpenDemand| if open.is_pool() { open.most } else { bill.need[open.kinds.trailing_zeros() as usize] };
        let mut readings = vec![self.open.iter().map(sure).collect::<Vec<u8>>()];
        for wanted in bill.mixed.iter().filter(|demand| !self.is_pooled(demand)) {
            let read = |state: &Vec<u8>| {
                let fitting = self.open.iter().enumerate().filter(|(_, o)| o.kinds & wanted.kinds != 0 && !o.is_pool());
                let with = |(at, _): (usize, &OpenDemand)| {
                    let mut state = state.clone();
                    state[at] += wanted.count;
                    state
                };
                fitting.map(with).collect::<Vec<_>>()
            };
            readings = readings.iter().flat_map(read).collect();
            readings.sort_unstable();
            readings.dedup();
            if readings.len() > READINGS_OF_A_BILL {
                self.given_up = true;
                return false;
            }
        }
        let hand: Vec<Hand> = hand.iter().enumerate().map(|(kind, &held)| Hand::of(stand_ins, kind, held)).collect();
        let found = self.large.find(&self.open, readings, &hand);
        self.given_up |= found.is_none();
        found == Some(true)
    }

    /// Prepares as if the bill were large, whatever it leaves open.
    #[cfg(test)]
    pub(super) fn find_as_large(&mut self, stand_ins: &StandIns, bill: &Bill, hand: &[u8]) -> bool {
        self.pools = !stand_ins.groups.is_some_and(|groups| groups.larger);
        self.open_all(bill);
        self.is_large = true;
        self.find_large(stand_ins, bill, hand)
    }

    /// Whether a bill came up since this was last asked that leaves so much open that it was not worked out.
    pub(crate) fn take_given_up(&mut self) -> bool {
        std::mem::take(&mut self.given_up)
    }

    /// Whether a demand is for one card of any of several kinds: all such demands for the same kinds are open together.
    fn is_pooled(&self, demand: &Demand) -> bool {
        self.pools && demand.count == 1 && demand.kinds != 0
    }

    /// Finds what the bill may demand; says how many states there are, and sets of those in which enough is open.
    fn open_all(&mut self, bill: &Bill) -> (usize, usize) {
        let mut most = bill.need;
        for demand in bill.mixed.iter().filter(|d| !self.is_pooled(d)) {
            bits::Ones(demand.kinds).for_each(|kind| most[kind] += demand.count);
        }
        self.open.clear();
        for (kind, &most) in most.iter().enumerate().filter(|(_, n)| **n > 0) {
            self.open.push(OpenDemand { kinds: 1 << kind, most, apart: 0, enough: 0 });
        }
        for demand in &bill.mixed {
            if self.is_pooled(demand) {
                match self.open.iter_mut().find(|open| open.kinds == demand.kinds) {
                    Some(pool) => pool.most += 1,
                    None => self.open.push(OpenDemand { kinds: demand.kinds, most: 1, apart: 0, enough: 0 }),
                }
            }
        }
        let (mut states, mut counts) = (1usize, 0);
        for open in &mut self.open {
            (open.apart, open.enough) = (states, counts);
            states = states.saturating_mul(open.most as usize + 1);
            counts += open.most as usize;
        }
        (states, counts)
    }

    /// Finds the states in which at least so many cards of a kind are open.
    fn mark_enough(&mut self, states: usize, counts: usize) {
        self.enough.clear();
        self.enough.resize(counts * self.words, 0);
        for &OpenDemand { most, apart, enough, .. } in &self.open {
            let round = apart * (most as usize + 1);
            for count in 1..=most as usize {
                let at = (enough + count - 1) * self.words;
                let set = &mut self.enough[at..at + self.words];
                (0..states).step_by(round).for_each(|from| put_range(set, from + count * apart, from + round));
            }
        }
    }

    /// Puts every reading of the bill among the states of the beginning: which kind each demand for one of several is paid in.
    fn begin(&mut self, bill: &Bill, demand: usize, state: usize) {
        let Some(&wanted) = bill.mixed.get(demand) else { return bits::put(&mut self.standing[..self.words], state) };
        if self.is_pooled(&wanted) {
            return self.begin(bill, demand + 1, state);
        }
        for at in 0..self.open.len() {
            let OpenDemand { kinds, apart, .. } = self.open[at];
            if kinds & wanted.kinds != 0 && !self.open[at].is_pool() {
                self.begin(bill, demand + 1, state + wanted.count as usize * apart);
            }
        }
    }

    fn add_gift(&mut self, by: usize, paid: u128, cards: u16) {
        let mut gift = Contribution { by, paid, room: u64::MAX, cards };
        if paid != 0 {
            gift.room = self.room_for(&gift, 0);
        }
        self.gifts.push(gift);
    }

    /// Gives cards that pay for nothing but their own kind.
    fn give_plainly(&mut self, kind: usize, held: u8) {
        self.add_gift(0, 0, 1);
        if let Some(at) = self.open.iter().position(|open| open.kinds == 1 << kind) {
            let OpenDemand { most, apart, .. } = self.open[at];
            (1..=most.min(held))
                .for_each(|count| self.add_gift(count as usize * apart, u128::from(count) << (at * 4), 1 << count));
        }
    }

    /// Spreads cards over the open kinds from one on: given so far are cards that count as themselves, cards that groups stand
    /// for, and the kinds of these.
    fn spread(&mut self, hand: Hand, at: usize, given: [u8; 3], by: usize, paid: u128) {
        let [plain, stood, kinds] = given;
        let Some(&open) = self.open.get(at) else {
            return self.add_gift(by, paid, hand.cards(given));
        };
        for count in 0..=open.most {
            let (by, paid) = (by + count as usize * open.apart, paid | u128::from(count) << (at * 4));
            let mut any = false;
            for own in open.own_parts(count) {
                let as_groups = count - own;
                let given = [plain + own, stood + as_groups, kinds + u8::from(as_groups > 0)];
                if open.takes(&hand, own, as_groups) && hand.cards(given) != 0 {
                    any = true;
                    self.spread(hand, at + 1, given, by, paid);
                }
            }
            if !any {
                // More cards of that kind are too many as well.
                return;
            }
        }
    }

    fn gifts_of(&self, kind: usize) -> &[Contribution] {
        &self.gifts[self.gifts_from[kind]..self.gifts_from[kind + 1]]
    }

    /// The states in which as much is open as a gift pays: a word of the set.
    #[inline]
    fn room_for(&self, gift: &Contribution, word: usize) -> u64 {
        let (mut room, mut paid) = (u64::MAX, gift.paid);
        while paid != 0 {
            let at = paid.trailing_zeros() as usize / 4;
            let count = (paid >> (at * 4) & 15) as usize;
            room &= self.enough[(self.open[at].enough + count - 1) * self.words + word];
            paid &= !(15 << (at * 4));
        }
        room
    }

    /// Adds the states from which a gift leads to one of some others.
    #[inline]
    fn raise(&self, gift: &Contribution, others: &[u64], into: &mut [u64]) {
        if let [into] = into {
            *into |= others[0] << gift.by & gift.room;
            return;
        }
        let (skip, bits) = (gift.by / 64, gift.by % 64);
        for word in skip..self.words {
            let carried = if bits > 0 && word > skip { others[word - skip - 1] >> (64 - bits) } else { 0 };
            let room = if word == 0 { gift.room } else { self.room_for(gift, word) };
            into[word] |= (others[word - skip] << bits | carried) & room;
        }
    }

    /// Where the set of states after a kind is of which so many cards were given.
    #[inline]
    fn after(&self, kind: usize, count: usize) -> usize {
        ((kind + 1) * COUNTS + count) * self.words
    }

    /// Leads a set of states on over a kind: says how many cards of it can be given, as bits, and finds the states after each
    /// number of them.
    fn lead(&mut self, kind: usize, from: usize) -> u16 {
        if self.words == 1 {
            return self.lead_word(kind, from);
        }
        let (words, mut counts) = (self.words, 0);
        for g in self.gifts_from[kind]..self.gifts_from[kind + 1] {
            let gift = self.gifts[g];
            let (skip, bits) = (gift.by / 64, gift.by % 64);
            let (mut any, new) = (0, gift.cards & !counts);
            for word in 0..words {
                let open = |at: usize| match at {
                    0 => self.standing[from] & gift.room,
                    _ if at >= words => 0,
                    _ => self.standing[from + at] & self.room_for(&gift, at),
                };
                let carried = if bits > 0 { open(word + skip + 1) << (64 - bits) } else { 0 };
                let states = (open(word + skip) >> bits | carried) & self.payable[(kind + 1) * words + word];
                any |= states;
                for count in bits::Ones(gift.cards.into()) {
                    let at = self.after(kind, count) + word;
                    self.standing[at] = states | if new >> count & 1 == 1 { 0 } else { self.standing[at] };
                }
            }
            counts |= if any == 0 { 0 } else { gift.cards };
        }
        counts
    }

    /// The same where a set of states is one word, as it nearly always is.
    fn lead_word(&mut self, kind: usize, from: usize) -> u16 {
        let (standing, payable, mut counts) = (self.standing[from], self.payable[kind + 1], 0u16);
        let (_, after) = self.standing.split_at_mut((kind + 1) * COUNTS);
        for gift in &self.gifts[self.gifts_from[kind]..self.gifts_from[kind + 1]] {
            let states = (standing & gift.room) >> gift.by & payable;
            if states != 0 {
                for count in bits::Ones(gift.cards.into()) {
                    after[count] = states | if counts >> count & 1 == 1 { after[count] } else { 0 };
                }
                counts |= gift.cards;
            }
        }
        counts
    }

    /// The ways that go on from counts chosen for the first kinds: all of them, if they are not more than `most`; otherwise
    /// none, and what the first count is that is not settled by the others.
    pub(crate) fn list(&mut self, chosen: &[u8], most: usize, pay: &mut Vec<Payment>) -> Option<Payment> {
        if self.is_large {
            // What was not worked out has no ways; that it was not is a fault, which whoever lists is told.
            return if self.given_up { None } else { self.large.list(chosen, most, pay) };
        }
        let mut paid = Payment::default();
        for (kind, &count) in chosen.iter().enumerate() {
            self.lead(kind, self.at);
            self.at = self.after(kind, count.into());
            paid = paid.and(Payment::of(KindId::from(kind), count));
        }
        self.walk(chosen.len(), self.at, paid, most, pay);
        if pay.len() <= most {
            return None;
        }
        pay.clear();
        Some(paid)
    }

    /// The next kind of which several counts are possible after those chosen, what it leaves to the kinds before it, and its
    /// counts as bits.
    pub(crate) fn next_choice(&mut self, first: usize, mut paid: Payment) -> Option<(usize, Payment, u16)> {
        if self.is_large {
            return self.large.next_choice(first, paid);
        }
        for kind in first..self.gifts_from.len() - 1 {
            let counts = self.lead(kind, self.at);
            if counts.count_ones() > 1 {
                return Some((kind, paid, counts));
            }
            let count = narrow::<u8>(counts.trailing_zeros());
            self.at = self.after(kind, count.into());
            paid = paid.and(Payment::of(KindId::from(kind), count));
        }
        None
    }

    /// Lists the ways on from a kind, until there are more than wanted.
    fn walk(&mut self, mut kind: usize, from: usize, paid: Payment, most: usize, pay: &mut Vec<Payment>) {
        // A kind of which nothing can be given changes nothing.
        while kind + 1 < self.gifts_from.len() && self.gifts_of(kind).len() == 1 {
            kind += 1;
        }
        if kind + 1 == self.gifts_from.len() {
            // The first state is that in which nothing is open.
            if self.standing[from] & 1 == 1 {
                pay.push(paid);
            }
            return;
        }
        for count in bits::Ones(self.lead(kind, from).into()) {
            if pay.len() > most {
                return;
            }
            self.walk(
                kind + 1,
                self.after(kind, count),
                paid.and(Payment::of(KindId::from(kind), narrow::<u8>(count))),
                most,
                pay,
            );
        }
    }
}

/// Puts all numbers from one up to before another into a set.
fn put_range(set: &mut [u64], from: usize, to: usize) {
    for (word, bits) in set.iter_mut().enumerate().take((to - 1) / 64 + 1).skip(from / 64) {
        let low = from.saturating_sub(word * 64);
        let high = (to - word * 64).min(64);
        *bits |= u64::MAX >> (64 - (high - low)) << low;
    }
}
