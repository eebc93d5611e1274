//! Every way to pay a bill, found kind by kind.
//!
//! The kinds of card are gone through in order. What counts is only what of the bill is still open: a state. From a state so many
//! cards of the next kind lead on to others, paying for their own kind or, as groups, for others. A payment is a way from the
//! whole bill to an empty one, so the ways can be listed, or chosen kind by kind, without ever coming to a dead end.

use super::joint::Bill;
use super::{Groups, StandIns};
use railwright_core::Payment;
use railwright_core::bits;
use railwright_core::id::KindId;

/// The ways to pay one bill from one hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    /// The kinds that the bill may demand: kind, most cards, and how far apart states are that differ by one of them.
    open: Vec<(usize, u8, usize)>,
    hand: Vec<u8>,
    /// How many words a set of states has.
    words: usize,
    /// For each kind, and after the last: the states from which it can still be paid exactly, as bits.
    payable: Vec<u64>,
    /// The states in which a search stands, one set for each kind.
    standing: Vec<u64>,
}

/// What follows from a number of cards of one kind: the state and the number of cards.
type Each<'a> = &'a mut dyn FnMut(usize, u8);

impl Ways {
    /// Prepares for a bill and a hand; says whether there is any way.
    pub(crate) fn find(&mut self, stand_ins: &StandIns, bill: &Bill, hand: &[u8]) -> bool {
        let mut most = bill.need;
        for demand in &bill.mixed {
            bits::Ones(demand.kinds).for_each(|kind| most[kind] += demand.count);
        }
        self.hand.clear();
        self.hand.extend_from_slice(hand);
        self.open.clear();
        let mut states = 1;
        for (kind, &count) in most.iter().enumerate().filter(|(_, n)| **n > 0) {
            self.open.push((kind, count, states));
            states *= count as usize + 1;
        }
        self.words = bits::words(states);
        let sets = (hand.len() + 1) * self.words;
        self.payable.clear();
        self.payable.resize(sets, 0);
        self.standing.clear();
        self.standing.resize(sets, 0);
        bits::put(&mut self.payable[hand.len() * self.words..], 0);
        for kind in (0..hand.len()).rev() {
            for state in 0..states {
                let next = &self.payable[(kind + 1) * self.words..(kind + 2) * self.words];
                let mut found = false;
                self.give(stand_ins, kind, state, &mut |then, _| found |= bits::has(next, then));
                if found {
                    let at = kind * self.words;
                    bits::put(&mut self.payable[at..at + self.words], state);
                }
            }
        }
        let whole = self.open.iter().map(|&(kind, _, apart)| bill.need[kind] as usize * apart).sum();
        self.begin(bill, 0, whole);
        self.standing[..self.words].iter().zip(&self.payable).any(|(a, b)| a & b != 0)
    }

    /// Puts every reading of the bill among the states of the beginning: which kind each demand for one of several is paid in.
    fn begin(&mut self, bill: &Bill, demand: usize, state: usize) {
        let Some(&wanted) = bill.mixed.get(demand) else { return bits::put(&mut self.standing[..self.words], state) };
        for at in 0..self.open.len() {
            let (kind, _, apart) = self.open[at];
            if wanted.kinds >> kind & 1 == 1 {
                self.begin(bill, demand + 1, state + wanted.count as usize * apart);
            }
        }
    }

    /// Calls `each` with every state that cards of a kind lead to from another.
    fn give(&self, stand_ins: &StandIns, kind: usize, state: usize, each: Each) {
        let wild = stand_ins.wild.iter().any(|w| w.index() == kind);
        if !wild && stand_ins.groups.is_none_or(|groups| self.hand[kind] < groups.alike) {
            // Too few for a group: they pay for their own kind alone.
            let own = self.open.iter().find(|open| open.0 == kind);
            let (open, apart) = own.map_or((0, 0), |&(_, most, apart)| ((state / apart % (most as usize + 1)) as u8, apart));
            (0..=open.min(self.hand[kind])).for_each(|count| each(state - count as usize * apart, count));
            return;
        }
        let gift = Gift { ways: self, groups: stand_ins.groups, kind, wild, held: self.hand[kind] };
        gift.spread(0, state, [0; 3], each);
    }

    /// The ways that go on from counts chosen for the first kinds: all of them, if they are not more than `most`; otherwise
    /// none, and what the first count is that is not settled by the others.
    pub(crate) fn list(&mut self, stand_ins: &StandIns, chosen: &[u8], most: usize, pay: &mut Vec<Payment>) -> Option<Payment> {
        let mut paid = Payment::default();
        for (kind, &count) in chosen.iter().enumerate() {
            self.stand(stand_ins, kind, count);
            paid = paid.and(Payment::of(KindId(kind as u8), count));
        }
        self.walk(stand_ins, chosen.len(), paid, most, pay);
        if pay.len() <= most {
            return None;
        }
        pay.clear();
        Some(paid)
    }

    /// The next kind of which several counts are possible after those chosen, what it leaves to the kinds before it, and its
    /// counts as bits.
    pub(crate) fn next_choice(&mut self, stand_ins: &StandIns, first: usize, mut paid: Payment) -> Option<(usize, Payment, u16)> {
        for kind in first..self.hand.len() {
            let counts = self.counts(stand_ins, kind);
            if counts.count_ones() > 1 {
                return Some((kind, paid, counts));
            }
            let count = counts.trailing_zeros() as u8;
            self.stand(stand_ins, kind, count);
            paid = paid.and(Payment::of(KindId(kind as u8), count));
        }
        None
    }

    /// How many cards of a kind can be given in the states in which the search stands, as bits.
    fn counts(&self, stand_ins: &StandIns, kind: usize) -> u16 {
        let next = &self.payable[(kind + 1) * self.words..(kind + 2) * self.words];
        let mut counts = 0;
        for state in bits::iter(&self.standing[kind * self.words..(kind + 1) * self.words]) {
            self.give(stand_ins, kind, state, &mut |then, cards| counts |= u16::from(bits::has(next, then)) << cards);
        }
        counts
    }

    /// Gives so many cards of a kind: the search stands in the states they lead to.
    fn stand(&mut self, stand_ins: &StandIns, kind: usize, count: u8) {
        let mut standing = std::mem::take(&mut self.standing);
        let (now, next) = standing[kind * self.words..].split_at_mut(self.words);
        let next = &mut next[..self.words];
        next.fill(0);
        let payable = &self.payable[(kind + 1) * self.words..(kind + 2) * self.words];
        for state in bits::iter(now) {
            self.give(stand_ins, kind, state, &mut |then, cards| {
                if cards == count && bits::has(payable, then) {
                    bits::put(next, then);
                }
            });
        }
        self.standing = standing;
    }

    /// Lists the ways on from a kind, until there are more than wanted.
    fn walk(&mut self, stand_ins: &StandIns, kind: usize, paid: Payment, most: usize, pay: &mut Vec<Payment>) {
        if kind == self.hand.len() {
            pay.push(paid);
            return;
        }
        let counts = self.counts(stand_ins, kind);
        for count in bits::Ones(counts.into()) {
            if pay.len() > most {
                return;
            }
            self.stand(stand_ins, kind, count as u8);
            self.walk(stand_ins, kind + 1, paid.and(Payment::of(KindId(kind as u8), count as u8)), most, pay);
        }
    }
}

/// Cards of one kind that are about to be given.
struct Gift<'a> {
    ways: &'a Ways,
    groups: Option<Groups>,
    kind: usize,
    wild: bool,
    held: u8,
}

impl Gift<'_> {
    /// Spreads them over the open kinds from one on: given so far are cards that count as themselves, cards that groups stand
    /// for, and the kinds of these.
    fn spread(&self, at: usize, state: usize, given: [u8; 3], each: Each) {
        let [plain, stood, kinds] = given;
        let Some(&(kind, most, apart)) = self.ways.open.get(at) else { return self.settle(state, given, each) };
        let open = (state / apart % (most as usize + 1)) as u8;
        let left = self.held.saturating_sub(plain + stood);
        for count in 0..=open.min(left) {
            let then = state - count as usize * apart;
            if kind == self.kind || self.wild {
                self.spread(at + 1, then, [plain + count, stood, kinds], each);
            }
            // A group never stands for its own kind.
            if kind != self.kind && self.groups.is_some() && (count > 0 || !self.wild) {
                self.spread(at + 1, then, [plain, stood + count, kinds + u8::from(count > 0)], each);
            } else if kind != self.kind && count == 0 && !self.wild {
                self.spread(at + 1, then, given, each);
            }
        }
    }

    /// Counts the cards: those that groups stand for take groups, fewer or more.
    fn settle(&self, state: usize, [plain, stood, kinds]: [u8; 3], each: Each) {
        let Groups { alike, larger, apart } = self.groups.unwrap_or(Groups { alike: 2, larger: false, apart: false });
        let fewest = match (larger, apart) {
            (false, _) => stood,
            (true, false) => kinds,
            (true, true) => stood.min(1),
        };
        for groups in fewest..=stood {
            let cards = plain + stood + groups * (alike - 1);
            if cards <= self.held && cards <= Payment::MOST {
                each(state, cards);
            }
        }
    }
}
