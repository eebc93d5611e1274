//! The only writers of the state: a few effects, each leaving it whole.
//!
//! Cards can only be moved, never made or lost. Undo is a snapshot or a replay, never an inverse
//! effect.

use crate::action::Payment;
use crate::bits;
use crate::components::{AT_END, Aside, BARRED, BEGUN, CONNECTED, Components, Form, OPEN, OWN, Spot};
use crate::event::{Event, Events};
use crate::id::{CounterId, KindId, LaneId, PartyId, PlaceId, SeatId, SetId, ZoneId};
use crate::random::Random;
use crate::state::{Clock, GAP, Standing, State};

/// A row that is swept this often without an end in sight has rules that forgot a case.
const SWEEPS_AT_ONCE: u32 = 10_000;

/// Which end of a pile cards are put on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// On top of all others.
    Top,
    /// Under all others.
    Bottom,
}

/// Rules that can never come to an end by themselves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endless(
    /// What would go on for ever.
    pub String,
);

/// A state being changed and those who listen.
pub struct Effects<'a> {
    /// What the state consists of.
    pub parts: &'a Components,
    state: &'a mut State,
    events: &'a mut Events,
    /// The watches of piles that have something to be told, as bits.
    stirred: u32,
}

impl<'a> Effects<'a> {
    /// Begins to change a state.
    #[inline(always)]
    pub fn new(parts: &'a Components, state: &'a mut State, events: &'a mut Events) -> Self {
        Effects { parts, state, events, stirred: 0 }
    }

    /// The state as it is now.
    #[inline(always)]
    pub fn state(&self) -> &State {
        self.state
    }

    /// Lends the state and the listeners to somebody else who has effects on them.
    pub fn lend(&mut self) -> (&mut State, &mut Events) {
        (self.state, self.events)
    }

    /// Where the game stands in its turn structure, to be moved on.
    #[inline(always)]
    pub fn clock(&mut self) -> &mut Clock {
        &mut self.state.clock
    }

    /// The next watch of a pile that something happened to, once for each time.
    #[inline(always)]
    pub fn take_stirred(&mut self) -> Option<usize> {
        if self.stirred == 0 {
            return None;
        }
        let watch = self.stirred.trailing_zeros();
        self.stirred &= self.stirred - 1;
        Some(watch as usize)
    }

    fn stir(&mut self, watch: Option<u8>) {
        self.stirred |= watch.map_or(0, |w| 1 << (w & 31));
    }

    /// Tells whoever listens.
    #[inline(always)]
    pub fn emit(&mut self, event: Event) {
        self.events.emit(event);
    }

    /// The state's own chance.
    #[inline(always)]
    pub fn random(&mut self) -> &mut Random {
        &mut self.state.random
    }

    /// Starts the state's own chance from a seed.
    pub fn seed(&mut self, seed: u64) {
        self.state.random = Random::new(seed);
    }

    // ------------------------------------------------------------ cards

    #[inline(always)]
    fn place_of(&self, spot: Spot) -> usize {
        let zone = self.parts.zone(spot.zone);
        zone.offset + zone.stride * spot.owner as usize
    }

    /// Puts cards that were just taken from elsewhere into a zone, most often into a bag.
    #[inline]
    fn put(&mut self, to: Spot, kind: KindId, count: u8, at: At) {
        match self.parts.zone(to.zone).form {
            Form::Bag => {
                let place = self.place_of(to);
                self.state.bags[place + kind.index()] += count;
            }
            _ => self.put_in_order(to, kind, count, at),
        }
    }

    /// Puts cards into a zone in which they lie in order.
    #[inline(never)]
    fn put_in_order(&mut self, to: Spot, kind: KindId, count: u8, at: At) {
        let place = self.place_of(to);
        let zone = self.parts.zone(to.zone);
        match zone.form {
            Form::Bag => unreachable!("a bag has no order"),
            Form::Row(_) => {
                let mut left = count;
                for slot in &mut self.state.rows[place..place + zone.stride] {
                    if left > 0 && *slot == GAP {
                        *slot = kind.0;
                        left -= 1;
                    }
                }
                assert_eq!(left, 0, "row {} is full", zone.id);
            }
            Form::Pile => {
                let pile = &mut self.state.piles[place];
                for _ in 0..count {
                    match at {
                        At::Top => pile.put_on_top(kind),
                        At::Bottom => pile.put_at_bottom(kind),
                    }
                }
            }
        }
    }

    /// How many more cards a zone can take.
    pub fn room(&self, spot: Spot) -> usize {
        match self.parts.zone(spot.zone).form {
            Form::Row(slots) => slots as usize - self.state.size(self.parts, spot),
            _ => usize::MAX,
        }
    }

    /// Draws the top card of a pile into a zone; `None` when there is no card to draw.
    #[inline]
    pub fn draw(&mut self, pile: Spot, to: Spot) -> Option<KindId> {
        let cards = self.place_of(pile);
        let kind = self.turn_up(pile)?;
        self.put(to, kind, 1, At::Top);
        self.emit(Event::Moved { from: pile, to, kind, count: 1 });
        if self.state.piles[cards].is_empty() {
            self.renew(pile);
        }
        Some(kind)
    }

    /// Draws the topmost card of some kinds out of a pile into a zone; of a shuffled layer, any of them by chance.
    pub fn draw_of(&mut self, pile: Spot, to: Spot, kinds: &[u64; 4]) -> Option<KindId> {
        let place = self.place_of(pile);
        let State { piles, random, .. } = &mut *self.state;
        let kind = piles[place].draw_of(|kind| bits::has(kinds, kind as usize), random)?;
        self.put(to, kind, 1, At::Top);
        self.emit(Event::Moved { from: pile, to, kind, count: 1 });
        if self.state.piles[place].is_empty() {
            self.renew(pile);
        }
        Some(kind)
    }

    /// Brings a card of a table of rows to the first row of its column; those before it there move back by one row.
    pub fn to_front(&mut self, row: Spot, kind: KindId) {
        let place = self.place_of(row);
        let (slots, columns) = (self.parts.zone(row.zone).stride, self.parts.zone(row.zone).columns as usize);
        let Some(mut slot) = self.state.rows[place..place + slots].iter().position(|&k| k == kind.0) else { return };
        while slot >= columns {
            self.state.rows.swap(place + slot, place + slot - columns);
            slot -= columns;
        }
        self.emit(Event::Moved { from: row, to: row, kind, count: 1 });
    }

    #[inline]
    fn draw_out(&mut self, pile: Spot) -> Option<KindId> {
        let place = self.place_of(pile);
        self.state.piles[place].draw(&mut self.state.random)
    }

    /// Takes the top card off a pile; cards that are laid aside when they turn up make way for the next.
    #[inline]
    fn turn_up(&mut self, pile: Spot) -> Option<KindId> {
        let kind = self.draw_out(pile)?;
        match self.parts.zone(pile.zone).aside {
            Some(aside) => self.lay_aside(pile, aside, kind),
            None => Some(kind),
        }
    }

    #[cold]
    fn lay_aside(&mut self, pile: Spot, aside: Aside, mut kind: KindId) -> Option<KindId> {
        while bits::has(&aside.kinds, kind.index()) {
            let shown = Spot { zone: aside.to, owner: 0 };
            self.put(shown, kind, 1, At::Top);
            self.emit(Event::Moved { from: pile, to: shown, kind, count: 1 });
            self.stir(aside.told);
            if aside.last.is_some_and(|last| self.state.size(self.parts, shown) >= last as usize) {
                return None;
            }
            if self.state.piles[self.place_of(pile)].is_empty() {
                self.renew(pile);
            }
            kind = self.draw_out(pile)?;
        }
        Some(kind)
    }

    /// Makes an empty pile anew from the bag that renews it, at once, and fills the rows that waited.
    #[cold]
    #[inline(never)]
    fn renew(&mut self, pile: Spot) {
        self.stir(self.parts.zone(pile.zone).on_empty);
        let Some(bag) = self.parts.zone(pile.zone).renew else { return };
        let from = Spot { zone: bag, owner: 0 };
        let (source, target) = (self.place_of(from), self.place_of(pile));
        let kinds = self.parts.zone(bag).stride;
        if self.state.bags[source..source + kinds].iter().all(|&n| n == 0) {
            return;
        }
        for kind in 0..kinds {
            let count = std::mem::take(&mut self.state.bags[source + kind]);
            self.state.piles[target].heap(KindId::from(kind), count);
        }
        self.state.piles[target].shuffle();
        self.emit(Event::Renewed(pile));
    }

    /// After cards came into a bag: if the pile it renews is empty they become it at once, and gaps
    /// that waited for that are filled.
    pub fn discarded(&mut self, bag: ZoneId) -> Result<(), Endless> {
        let Some(pile) = self.parts.zone(bag).renews else { return Ok(()) };
        let spot = Spot { zone: pile, owner: 0 };
        if !self.state.piles[self.place_of(spot)].is_empty() {
            return Ok(());
        }
        self.renew(spot);
        for i in 0..self.parts.zones.len() {
            if self.parts.zones[i].refill == Some(pile) {
                self.refill(Spot { zone: ZoneId::from(i), owner: 0 }, pile)?;
            }
        }
        Ok(())
    }

    /// Moves cards between zones that are no piles.
    pub fn transfer(&mut self, from: Spot, to: Spot, kind: KindId, count: u8) {
        let place = self.place_of(from);
        let zone = self.parts.zone(from.zone);
        match zone.form {
            Form::Bag => self.state.bags[place + kind.index()] -= count,
            Form::Row(_) => {
                for _ in 0..count {
                    let slot = self.state.rows[place..place + zone.stride].iter().position(|&k| k == kind.0);
                    self.state.rows[place + slot.expect("the card lies there")] = GAP;
                }
            }
            Form::Pile => unreachable!("cards are drawn from piles"),
        }
        self.put(to, kind, count, At::Top);
        self.emit(Event::Moved { from, to, kind, count });
    }

    /// Moves all cards of a bag or row, in the order they lie.
    pub fn transfer_all(&mut self, from: Spot, to: Spot, at: At) -> Result<(), Endless> {
        self.gather(from, to, at);
        self.discarded(to.zone)
    }

    fn gather(&mut self, from: Spot, to: Spot, at: At) {
        let place = self.place_of(from);
        let zone = self.parts.zone(from.zone);
        for i in 0..zone.stride {
            let (kind, count) = match zone.form {
                Form::Bag => (i as u8, std::mem::take(&mut self.state.bags[place + i])),
                Form::Row(_) => match std::mem::replace(&mut self.state.rows[place + i], GAP) {
                    GAP => (0, 0),
                    kind => (kind, 1),
                },
                Form::Pile => unreachable!("cards are drawn from piles"),
            };
            if count > 0 {
                self.put(to, KindId(kind), count, at);
                self.emit(Event::Moved { from, to, kind: KindId(kind), count });
            }
        }
    }

    /// Takes a card out of a slot of a row and fills the gap if the row is kept full.
    #[inline]
    pub fn take_from_row(&mut self, row: Spot, slot: usize, to: Spot) -> Result<KindId, Endless> {
        let place = self.place_of(row) + slot;
        let kind = KindId(self.state.rows[place]);
        self.state.rows[place] = GAP;
        self.put(to, kind, 1, At::Top);
        self.emit(Event::Moved { from: row, to, kind, count: 1 });
        if let Some(pile) = self.parts.zone(row.zone).refill {
            self.refill(row, pile)?;
        }
        Ok(kind)
    }

    /// Fills the gaps of a row from a pile, first slot first, and sweeps it as its rule says.
    #[inline]
    pub fn refill(&mut self, row: Spot, pile: ZoneId) -> Result<(), Endless> {
        let full = self.fill_gaps(row, pile);
        if let Some(sweep) = self.parts.zone(row.zone).sweep
            && full
            && self.has_in_full_row(row, sweep.kinds, sweep.from)
        {
            return self.sweep(row, pile);
        }
        Ok(())
    }

    /// Fills the gaps of a row as far as the pile goes; says whether it is full.
    #[inline]
    fn fill_gaps(&mut self, row: Spot, pile: ZoneId) -> bool {
        let deck = Spot { zone: pile, owner: 0 };
        let (mut slot, cards) = (self.place_of(row), self.place_of(deck));
        let end = slot + self.parts.zone(row.zone).stride;
        while let Some(gap) = self.state.rows[slot..end].iter().position(|&kind| kind == GAP) {
            slot += gap;
            let Some(kind) = self.turn_up(deck) else { return false };
            self.state.rows[slot] = kind.0;
            self.emit(Event::Moved { from: deck, to: row, kind, count: 1 });
            if self.state.piles[cards].is_empty() {
                self.renew(deck);
            }
        }
        true
    }

    /// Whether at least so many cards of some kinds lie in a row without gaps.
    #[inline]
    fn has_in_full_row(&self, row: Spot, kinds: u64, least: u8) -> bool {
        let mut missing = least;
        missing == 0
            || self.state.slots(self.parts, row).iter().any(|kind| {
                missing -= (kinds >> (kind & 63) & 1) as u8;
                missing == 0
            })
    }

    #[cold]
    #[inline(never)]
    fn sweep(&mut self, row: Spot, pile: ZoneId) -> Result<(), Endless> {
        let rule = self.parts.zone(row.zone).sweep.expect("only rows with a rule are swept");
        let (deck, bag) = (Spot { zone: pile, owner: 0 }, Spot { zone: rule.to, owner: 0 });
        for _ in 0..rule.at_most.unwrap_or(SWEEPS_AT_ONCE) {
            let mut others = 0;
            for spot in [row, deck, bag] {
                self.state.each_card(self.parts, spot, |kind, n| {
                    others += if rule.kinds >> (kind.0 & 63) & 1 == 0 { n } else { 0 };
                });
            }
            if others < u32::from(rule.spare) {
                return Ok(());
            }
            self.emit(Event::Swept(row));
            self.gather(row, bag, At::Top);
            if self.state.piles[self.place_of(deck)].is_empty() {
                self.renew(deck);
            }
            if !self.fill_gaps(row, pile) || !self.has_in_full_row(row, rule.kinds, rule.from) {
                return Ok(());
            }
        }
        match rule.at_most {
            Some(_) => Ok(()),
            None => Err(Endless(format!("the sweep of {}", self.parts.zone(row.zone).id))),
        }
    }

    /// Shuffles a pile, cuts it into nearly equal parts and shuffles all cards of a bag into one of them, counted
    /// from the top.
    pub fn shuffle_in(&mut self, bag: Spot, pile: Spot, parts: usize, part: usize, odd_upper: bool) {
        let (source, target) = (self.place_of(bag), self.place_of(pile));
        let kinds = self.parts.zone(bag.zone).stride;
        let mut cards = Vec::new();
        for kind in 0..kinds {
            let count = std::mem::take(&mut self.state.bags[source + kind]);
            cards.resize(cards.len() + count as usize, kind as u8);
            if count > 0 {
                self.emit(Event::Moved { from: bag, to: pile, kind: KindId::from(kind), count });
            }
        }
        let State { piles, random, .. } = &mut *self.state;
        piles[target].cut(parts, part, odd_upper, &cards, random);
    }

    /// Moves the cards of a payment from a bag to a bag.
    #[inline]
    pub fn pay(&mut self, payment: Payment, from: Spot, to: Spot) -> Result<(), Endless> {
        let (source, target) = (self.place_of(from), self.place_of(to));
        for (kind, count) in payment.iter() {
            self.state.bags[source + kind.index()] -= count;
            self.state.bags[target + kind.index()] += count;
            self.emit(Event::Moved { from, to, kind, count });
        }
        self.discarded(to.zone)
    }

    /// Shuffles a pile.
    pub fn shuffle(&mut self, pile: Spot) {
        let place = self.place_of(pile);
        self.state.piles[place].shuffle();
    }

    // ------------------------------------------------------------ counters and sets

    /// Adds to a counter; it never falls below its least value.
    #[inline]
    pub fn add(&mut self, counter: CounterId, owner: usize, by: i32) {
        let c = &self.parts.counters[counter.index()];
        let value = &mut self.state.counters[c.offset + owner];
        let before = *value;
        *value = value.saturating_add(by).max(c.min.unwrap_or(i32::MIN));
        let by = *value - before;
        if let Some(bank) = c.bank {
            self.state.counters[self.parts.counters[bank.index()].offset] -= by;
        }
        if by != 0 {
            self.emit(Event::Counted { counter, owner: owner as u16, by });
        }
    }

    /// Sets a counter.
    pub fn set(&mut self, counter: CounterId, owner: usize, value: i32) {
        let now = self.state.counter(self.parts, counter, owner);
        self.add(counter, owner, value - now);
    }

    /// Puts a lane or place into a named set, or takes it out.
    pub fn mark(&mut self, set: SetId, owner: usize, member: usize, on: bool) {
        let s = &self.parts.sets[set.index()];
        let at = s.offset + owner * s.words;
        let words = &mut self.state.sets[at..at + s.words];
        if on { bits::put(words, member) } else { bits::clear(words, member) }
    }

    /// Takes everything out of a named set.
    pub fn unmark_all(&mut self, set: SetId, owner: usize) {
        let s = &self.parts.sets[set.index()];
        let at = s.offset + owner * s.words;
        self.state.sets[at..at + s.words].fill(0);
    }

    // ------------------------------------------------------------ track

    /// Gives a whole lane to a party.
    #[inline]
    pub fn claim(&mut self, lane: LaneId, party: PartyId, seat: SeatId) {
        let length = self.parts.map.lane(lane).length;
        let track = &mut self.state.tracks[lane.index()];
        (track.owner, track.laid) = (party.0, length);
        self.mark(OPEN, 0, lane.index(), false);
        self.own(lane, party, seat);
    }

    /// Gives a whole lane to a party and leaves it open to the others.
    pub fn share(&mut self, lane: LaneId, party: PartyId, seat: SeatId) {
        let length = self.parts.map.lane(lane).length;
        let track = &mut self.state.tracks[lane.index()];
        if track.owner().is_none() {
            (track.owner, track.laid) = (party.0, length);
        }
        self.bar(lane, party);
        self.own(lane, party, seat);
    }

    /// A lane is a party's, whole: it is connected to both its ends.
    #[inline]
    fn own(&mut self, lane: LaneId, party: PartyId, seat: SeatId) {
        self.mark(OWN, party.index(), lane.index(), true);
        for end in self.parts.map.lane(lane).ends {
            self.mark(CONNECTED, party.index(), end.index(), true);
        }
        self.emit(Event::Claimed { party, lane, seat });
    }

    /// Fills the next space of a lane, begun from that end; says whether it is complete now.
    pub fn lay(&mut self, lane: LaneId, party: PartyId, from: u8, seat: SeatId) -> bool {
        let track = &mut self.state.tracks[lane.index()];
        if track.laid == 0 {
            (track.owner, track.from) = (party.0, from);
        }
        track.laid += 1;
        let complete = track.laid == self.parts.map.lane(lane).length;
        self.mark(OPEN, 0, lane.index(), false);
        self.mark(BEGUN, party.index(), lane.index(), !complete);
        self.emit(Event::Laid { party, lane, seat });
        if complete {
            self.own(lane, party, seat);
        }
        complete
    }

    /// Closes a lane to everybody.
    #[inline]
    pub fn close(&mut self, lane: LaneId) {
        self.mark(OPEN, 0, lane.index(), false);
    }

    /// Closes a lane to one party.
    #[inline]
    pub fn bar(&mut self, lane: LaneId, party: PartyId) {
        self.mark(BARRED, party.index(), lane.index(), true);
    }

    /// Adds an open end of a company in a place, or takes one away.
    pub fn move_end(&mut self, company: usize, place: PlaceId, by: i8) {
        let at = company * self.parts.map.places.len() + place.index();
        self.state.ends[at] = self.state.ends[at].saturating_add_signed(by);
        let any = self.state.ends[at] > 0;
        self.mark(AT_END, self.parts.company_party(company).index(), place.index(), any);
    }

    /// Counts a party as connected to a place.
    pub fn connect(&mut self, party: PartyId, place: PlaceId) {
        self.mark(CONNECTED, party.index(), place.index(), true);
    }

    /// Puts a train somewhere.
    pub fn stand(&mut self, train: usize, standing: Standing) {
        self.state.trains[train] = standing;
        self.emit(Event::Stood { train: train as u8, standing });
    }
}
