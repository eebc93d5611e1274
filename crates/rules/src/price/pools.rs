//! Payments in which groups of cards stand for others, wild cards among them: any four cards for one of a long route.
//!
//! The kinds of card are gone through in order. What counts is only what has been given so far: cards of the set, wild cards, cards
//! towards groups. That is a state; from a state so many cards of the next kind lead on to others. A payment is a way to a state in
//! which all that is demanded has been given, so the ways can be listed, or chosen kind by kind, without ever coming to a dead end.

use super::{Demand, StandIns};
use crate::limits::PAYMENTS_WITH_GROUPS;
use railwright_core::Payment;
use railwright_core::bits::{self, Ones};
use railwright_core::id::KindId;
use railwright_core::narrow::narrow;

/// Cards of some kinds, so many of which stand for one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pool {
    /// How many cards.
    pub cards: u8,
    /// Whether they must be of one kind.
    pub alike: bool,
    /// The kinds they may be of, as bits.
    pub kinds: u64,
}

/// What stands in for one lane, or whatever else is paid for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pools {
    /// For a card that must be wild.
    pub for_symbol: Option<Pool>,
    /// For any other card.
    pub for_card: Option<Pool>,
}

impl Pool {
    /// How many steps it takes for so many groups, and how many cards a step is: groups of one kind are given whole.
    fn steps(self, groups: usize) -> usize {
        if self.alike { groups } else { groups * usize::from(self.cards) }
    }

    fn cards_in_step(self) -> u8 {
        if self.alike { self.cards } else { 1 }
    }

    /// How many groups so many steps are, if these come out even.
    fn groups(self, steps: usize) -> Option<usize> {
        let size = if self.alike { 1 } else { usize::from(self.cards) };
        steps.is_multiple_of(size).then_some(steps / size)
    }
}

impl Pools {
    /// How many states there are.
    pub(crate) fn states(&self, demand: Demand, stand_ins: &StandIns) -> usize {
        Digits::new(self, demand, stand_ins).states()
    }

    /// Whether a hand can pay a demand, where that can be told without going through its kinds: where groups stand for one sort of card
    /// only. A card that is given for itself is never worse than in a group.
    pub(super) fn afford(&self, stand_ins: &StandIns, demand: Demand, hand: &[u8]) -> Option<bool> {
        let (pool, for_card) = match (self.for_card, self.for_symbol) {
            (Some(pool), None) => (pool, true),
            (None, Some(pool)) => (pool, false),
            _ => return None,
        };
        if stand_ins.one_kind {
            return None;
        }
        let wild_kinds = stand_ins.wild.iter().fold(0u64, |all, kind| all | 1 << kind.0);
        let held = |kind: usize| hand[kind].min(Payment::MOST);
        let wild: u32 = stand_ins.wild.iter().map(|kind| u32::from(held(kind.index()))).sum();
        let (others, symbols) = (u32::from(demand.count - demand.symbols), u32::from(demand.symbols));
        // What lies there towards groups: cards, or groups of one kind.
        let fits = pool.kinds & !wild_kinds;
        let towards = |cards: u8| u32::from(if pool.alike { cards / pool.cards } else { cards });
        let all: u32 = (0..hand.len()).filter(|kind| fits >> kind & 1 == 1).map(|kind| towards(held(kind))).sum();
        let pays = |set: Option<usize>| {
            let own = set.map_or(0, |kind| others.min(held(kind).into()));
            // What only wild cards pay, and what groups may stand for as well.
            let (only_wild, either) = if for_card { (symbols, others - own) } else { (others - own, symbols) };
            let Some(spare) = wild.checked_sub(only_wild) else { return false };
            let open = either.saturating_sub(spare);
            if open == 0 {
                return true;
            }
            let left = match set.filter(|kind| fits >> kind & 1 == 1) {
                Some(kind) => all - towards(held(kind)) + towards(held(kind) - narrow::<u8>(own)),
                None => all,
            };
            let groups = if pool.alike { left } else { left / u32::from(pool.cards) };
            groups >= open
        };
        Some(pays(None) || Ones(demand.kinds).any(|kind| held(kind) > 0 && pays(Some(kind))))
    }
}

/// What of a payment counts: how many cards of the set, wild cards, steps towards groups for symbols and for cards there are, and whether
/// there is a card that is not wild where all of these must be alike. A state is a number with a digit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Digits {
    /// How many values each may have.
    sizes: [usize; DIGITS],
}

const OWN: usize = 0;
const WILD: usize = 1;
const FOR_SYMBOLS: usize = 2;
const FOR_CARDS: usize = 3;
const KIND: usize = 4;
const DIGITS: usize = KIND + 1;

impl Digits {
    fn new(pools: &Pools, demand: Demand, stand_ins: &StandIns) -> Self {
        let (others, symbols) = (usize::from(demand.count - demand.symbols), usize::from(demand.symbols));
        let steps = |pool: Option<Pool>, groups: usize| pool.map_or(0, |pool| pool.steps(groups));
        let wild = if stand_ins.wild.is_empty() { 0 } else { others + symbols };
        let most =
            [others, wild, steps(pools.for_symbol, symbols), steps(pools.for_card, others), usize::from(stand_ins.one_kind)];
        Digits { sizes: most.map(|most| most + 1) }
    }

    fn states(self) -> usize {
        self.sizes.iter().product()
    }

    fn digits(self, mut state: usize) -> [usize; DIGITS] {
        self.sizes.map(|size| {
            let digit = state % size;
            state /= size;
            digit
        })
    }

    /// How much higher the state is after something was given.
    fn number(self, given: [usize; DIGITS]) -> usize {
        let mut place = 1;
        let parts = self.sizes.into_iter().zip(given).map(|(size, given)| {
            let part = given * place;
            place *= size;
            part
        });
        parts.sum()
    }
}

/// What cards of one kind are given for.
#[derive(Clone, Copy, Debug)]
struct Gift {
    /// How much higher the state is afterwards.
    by: usize,
    /// How much of each digit that is.
    given: [u8; DIGITS],
}

/// So many numbers of cards of one kind can be given, none among them.
const COUNTS: usize = Payment::MOST as usize + 1;

/// The ways to pay one demand from one hand.
///
/// What cards are given for adds the same number to every state, so a whole set of states, as bits, is led on by one shift.
#[derive(Clone, Debug, Default)]
pub(crate) struct PoolWays {
    digits: Digits,
    kinds: usize,
    words: usize,
    /// For each digit and each number that may be added to it, the states that have room for that: where the sets of each digit begin.
    room: Vec<u64>,
    room_from: [usize; DIGITS],
    /// The states in which all is given, as bits, and what that is so for.
    paid: Vec<u64>,
    paid_for: Option<(Pools, Demand)>,
    /// What cards of a kind can be given for, those of one kind and number side by side, and where these begin.
    gifts: Vec<Gift>,
    gifts_from: Vec<usize>,
    /// For each kind, and after the last: the states from which it can still be paid exactly, as bits.
    payable: Vec<u64>,
    /// For each kind, and after the last: the states in which a search stands.
    standing: Vec<u64>,
    /// The kind that the search has come to.
    at: usize,
}

impl PoolWays {
    /// Prepares for a demand and a hand; says whether there is any way.
    pub(crate) fn find(&mut self, stand_ins: &StandIns, demand: Demand, hand: &[u8]) -> bool {
        let Some(pools) = &stand_ins.pools else { return false };
        let digits = Digits::new(pools, demand, stand_ins);
        self.words = bits::words(digits.states());
        if self.digits != digits {
            self.digits = digits;
            self.measure_room();
            self.paid_for = None;
        }
        if self.paid_for != Some((*pools, demand)) {
            self.paid_for = Some((*pools, demand));
            self.paid.clear();
            self.paid.resize(self.words, 0);
            for state in (0..digits.states()).filter(|&state| is_paid(pools, demand, digits.digits(state))) {
                bits::put(&mut self.paid, state);
            }
        }
        self.kinds = hand.len();
        self.list_gifts(pools, stand_ins, demand, hand);
        self.payable.clear();
        self.payable.resize((self.kinds + 1) * self.words, 0);
        self.payable[self.kinds * self.words..].copy_from_slice(&self.paid);
        for kind in (0..self.kinds).rev() {
            let PoolWays { payable, room, room_from, gifts, gifts_from, words, .. } = self;
            let (before, after) = payable.split_at_mut((kind + 1) * *words);
            let (before, after) = (&mut before[kind * *words..], &after[..*words]);
            for gift in &gifts[gifts_from[kind * COUNTS]..gifts_from[(kind + 1) * COUNTS]] {
                for (word, before) in before.iter_mut().enumerate() {
                    *before |= shifted_down(after, word, gift.by) & has_room(room, room_from, *words, gift, word);
                }
            }
        }
        self.standing.clear();
        self.standing.resize((self.kinds + 1) * self.words, 0);
        self.at = 0;
        let payable = bits::has(&self.payable, 0);
        if payable {
            bits::put(&mut self.standing, 0);
        }
        payable
    }

    /// Finds the states that have room for each number of each digit. The set is of one kind, so there is room for its cards only where there
    /// are none of another.
    fn measure_room(&mut self) {
        self.room.clear();
        for digit in 0..DIGITS {
            self.room_from[digit] = self.room.len() / self.words;
            for add in 0..self.digits.sizes[digit] {
                let from = self.room.len();
                self.room.resize(from + self.words, 0);
                for state in 0..self.digits.states() {
                    let is = self.digits.digits(state)[digit];
                    if is + add < self.digits.sizes[digit] && !(digit == OWN && is > 0 && add > 0) {
                        bits::put(&mut self.room[from..], state);
                    }
                }
            }
        }
    }

    /// All that cards of each kind can be given for.
    fn list_gifts(&mut self, pools: &Pools, stand_ins: &StandIns, demand: Demand, hand: &[u8]) {
        self.gifts.clear();
        self.gifts_from.clear();
        for (kind, &held) in hand.iter().enumerate() {
            let is_wild = stand_ins.wild.contains(&KindId::from(kind));
            let fits = |pool: &Pool| pool.kinds >> kind & 1 == 1;
            let [symbol, card] = [pools.for_symbol.filter(fits), pools.for_card.filter(fits)];
            let most = |digit: usize, on: bool| if on { self.digits.sizes[digit] - 1 } else { 0 };
            let step = |pool: Option<Pool>| pool.map_or(1, |pool| usize::from(pool.cards_in_step()));
            let held = usize::from(held.min(Payment::MOST));
            for cards in 0..COUNTS {
                self.gifts_from.push(self.gifts.len());
                if cards > held {
                    continue;
                }
                let plain = usize::from(stand_ins.one_kind && !is_wild && cards > 0);
                for own in 0..=most(OWN, !is_wild && demand.kinds >> kind & 1 == 1).min(cards) {
                    for for_symbols in 0..=most(FOR_SYMBOLS, symbol.is_some()).min((cards - own) / step(symbol)) {
                        let left = cards - own - for_symbols * step(symbol);
                        for for_cards in 0..=most(FOR_CARDS, card.is_some()).min(left / step(card)) {
                            // What is left is wild.
                            let wild = left - for_cards * step(card);
                            if wild <= most(WILD, is_wild) {
                                let given = [own, wild, for_symbols, for_cards, plain];
                                self.gifts.push(Gift { by: self.digits.number(given), given: given.map(narrow::<u8>) });
                            }
                        }
                    }
                }
            }
        }
        self.gifts_from.push(self.gifts.len());
    }

    /// How many cards of a kind can be given from where the search stands, as bits.
    fn counts(&self, kind: usize) -> u16 {
        let standing = &self.standing[kind * self.words..(kind + 1) * self.words];
        let after = &self.payable[(kind + 1) * self.words..(kind + 2) * self.words];
        let leads_on = |gift: &Gift| {
            let on = |word: usize| {
                standing[word]
                    & shifted_down(after, word, gift.by)
                    & has_room(&self.room, &self.room_from, self.words, gift, word)
            };
            (0..self.words).any(|word| on(word) != 0)
        };
        let gifts =
            |cards: usize| &self.gifts[self.gifts_from[kind * COUNTS + cards]..self.gifts_from[kind * COUNTS + cards + 1]];
        (0..COUNTS).filter(|&cards| gifts(cards).iter().any(leads_on)).fold(0, |counts, cards| counts | 1 << cards)
    }

    /// Leads the search on by so many cards of a kind.
    fn give(&mut self, kind: usize, count: u8) {
        let PoolWays { standing, payable, room, room_from, gifts, gifts_from, words, .. } = self;
        let (before, after) = standing.split_at_mut((kind + 1) * *words);
        let (before, after) = (&before[kind * *words..], &mut after[..*words]);
        after.fill(0);
        let at = kind * COUNTS + usize::from(count);
        for gift in &gifts[gifts_from[at]..gifts_from[at + 1]] {
            for (word, before) in before.iter().enumerate() {
                let from = before & has_room(room, room_from, *words, gift, word);
                shift_up(after, word, gift.by, from);
            }
        }
        let payable = &payable[(kind + 1) * *words..];
        after.iter_mut().zip(payable).for_each(|(after, payable)| *after &= payable);
    }

    fn walk(&mut self, kind: usize, paid: Payment, most: usize, pay: &mut Vec<Payment>) {
        if kind == self.kinds {
            return pay.push(paid);
        }
        for count in Ones(self.counts(kind).into()) {
            if pay.len() > most {
                return;
            }
            self.give(kind, narrow::<u8>(count));
            self.walk(kind + 1, paid.and(Payment::of(KindId::from(kind), narrow::<u8>(count))), most, pay);
        }
    }

    /// Appends every payment.
    pub(crate) fn all(&mut self, stand_ins: &StandIns, demand: Demand, hand: &[u8], pay: &mut Vec<Payment>) {
        if self.find(stand_ins, demand, hand) {
            self.walk(0, Payment::default(), usize::MAX - 1, pay);
        }
    }

    /// Whether there are more payments than so many.
    pub(crate) fn more_than(&mut self, most: usize) -> bool {
        let mut pay = Vec::new();
        self.walk(0, Payment::default(), most, &mut pay);
        pay.len() > most
    }

    /// The same as [`Ways::list`](super::Ways::list).
    pub(crate) fn list(&mut self, chosen: &[u8], most: usize, pay: &mut Vec<Payment>) -> Option<Payment> {
        let mut paid = Payment::default();
        for (kind, &count) in chosen.iter().enumerate() {
            self.give(kind, count);
            paid = paid.and(Payment::of(KindId::from(kind), count));
        }
        self.at = chosen.len();
        // Each of these takes a search of its own, so where there are many fewer are tried.
        let most = most.min(PAYMENTS_WITH_GROUPS);
        self.walk(chosen.len(), paid, most, pay);
        if pay.len() <= most {
            return None;
        }
        pay.clear();
        Some(paid)
    }

    /// The same as [`Ways::next_choice`](super::Ways::next_choice).
    pub(crate) fn next_choice(&mut self, first: usize, mut paid: Payment) -> Option<(usize, Payment, u16)> {
        debug_assert_eq!(self.at, first, "the ways were listed before");
        for kind in first..self.kinds {
            let counts = self.counts(kind);
            if counts.count_ones() > 1 {
                return Some((kind, paid, counts));
            }
            let count = narrow::<u8>(counts.trailing_zeros());
            self.give(kind, count);
            paid = paid.and(Payment::of(KindId::from(kind), count));
        }
        None
    }
}

/// A word of a set of states, each so much lower than in the set.
#[inline]
fn shifted_down(set: &[u64], word: usize, by: usize) -> u64 {
    let (words, bit) = (by / 64, by % 64);
    let at = |word: usize| set.get(word).copied().unwrap_or(0);
    let low = at(word + words) >> bit;
    if bit == 0 { low } else { low | at(word + words + 1) << (64 - bit) }
}

/// Puts a word of states into a set, each so much higher.
#[inline]
fn shift_up(set: &mut [u64], word: usize, by: usize, states: u64) {
    let (words, bit) = (by / 64, by % 64);
    if let Some(low) = set.get_mut(word + words) {
        *low |= states << bit;
    }
    if let Some(high) = set.get_mut(word + words + 1).filter(|_| bit > 0) {
        *high |= states >> (64 - bit);
    }
}

/// A word of the states that have room for what is given.
#[inline]
fn has_room(room: &[u64], from: &[usize; DIGITS], words: usize, gift: &Gift, word: usize) -> u64 {
    let of = |digit: usize| room[(from[digit] + usize::from(gift.given[digit])) * words + word];
    of(OWN) & of(WILD) & of(FOR_SYMBOLS) & of(FOR_CARDS) & of(KIND)
}

/// Whether all that is demanded has been given, and nothing over.
fn is_paid(pools: &Pools, demand: Demand, digits: [usize; DIGITS]) -> bool {
    let groups = |pool: Option<Pool>, steps: usize| pool.map_or(Some(0), |pool| pool.groups(steps));
    let [Some(for_symbols), Some(for_cards)] =
        [groups(pools.for_symbol, digits[FOR_SYMBOLS]), groups(pools.for_card, digits[FOR_CARDS])]
    else {
        return false;
    };
    let (others, symbols) = (usize::from(demand.count - demand.symbols), usize::from(demand.symbols));
    for_symbols <= symbols
        && digits[OWN] + for_cards <= others
        && digits[OWN] + digits[WILD] + for_symbols + for_cards == others + symbols
}
