//! Effects on cards: they are drawn, moved, paid and shuffled, never made or lost.

use super::{At, Effects, Endless};
use crate::action::Payment;
use crate::bits;
use crate::components::{Aside, Form, Spot};
use crate::event::Event;
use crate::id::{KindId, ZoneId};
use crate::narrow::narrow;
use crate::state::{GAP, State};

impl Effects<'_> {
    #[inline(always)]
    pub(super) fn place_of(&self, spot: Spot) -> usize {
        let zone = self.parts.zone(spot.zone);
        zone.place_of(spot.owner)
    }

    /// Puts cards that were just taken from elsewhere into a zone, most often into a bag.
    #[inline]
    pub(super) fn put(&mut self, to: Spot, kind: KindId, count: u8, at: At) {
        let zone = self.parts.zone(to.zone);
        if zone.guarded {
            self.look_at(to.zone, kind);
        }
        match zone.form {
            Form::Bag => {
                let place = self.place_of(to);
                self.state.bags[place + kind.index()] += count;
            }
            _ => self.put_in_order(to, kind, count, at),
        }
    }

    /// Notes a card that may not lie in a zone.
    #[inline(never)]
    pub(super) fn look_at(&mut self, zone: ZoneId, kind: KindId) {
        let only = &self.parts.zone(zone).only;
        if !only.is_empty() && !only.contains(&kind) {
            self.stray.get_or_insert((zone, kind));
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

    /// Draws the top card of a pile into a zone; `None` when there is no card to draw. What follows from cards in that zone does so
    /// once [`Effects::arrived`] is told of the last of them.
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

    /// Draws the topmost card of some kinds out of a pile into a zone as [`Effects::draw`] does; of a shuffled layer, any of them by
    /// chance.
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

    #[inline]
    fn draw_out(&mut self, pile: Spot) -> Option<KindId> {
        let place = self.place_of(pile);
        self.state.piles[place].draw(&mut self.state.random)
    }

    /// Takes the top card off a pile; cards that are laid aside when they turn up make way for the next.
    #[inline]
    pub(super) fn turn_up(&mut self, pile: Spot) -> Option<KindId> {
        let kind = self.draw_out(pile)?;
        match self.parts.zone(pile.zone).aside {
            Some(aside) => self.lay_aside(pile, aside, kind),
            None => Some(kind),
        }
    }

    #[cold]
    fn lay_aside(&mut self, pile: Spot, aside: Aside, mut kind: KindId) -> Option<KindId> {
        while bits::has(&aside.kinds, kind.index()) {
            let shown = self.parts.partner(pile, aside.to);
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
    pub(super) fn renew(&mut self, pile: Spot) {
        self.stir(self.parts.zone(pile.zone).on_empty);
        let Some(bag) = self.parts.zone(pile.zone).renew else { return };
        let from = self.parts.partner(pile, bag);
        let (source, target) = (self.place_of(from), self.place_of(pile));
        let kinds = self.parts.zone(bag).stride;
        if self.state.bags[source..source + kinds].iter().all(|&n| n == 0) {
            return;
        }
        for kind in 0..kinds {
            let count = std::mem::take(&mut self.state.bags[source + kind]);
            if count > 0 {
                self.look_at(pile.zone, KindId::from(kind));
            }
            self.state.piles[target].heap(KindId::from(kind), count);
        }
        self.state.piles[target].shuffle();
        self.emit(Event::Renewed(pile));
    }

    /// After cards came into a zone: into a bag, if the pile it renews is empty they become it at once, and gaps that waited for that are
    /// filled; a row that was not swept for want of other cards is, if there are enough now. A bag of the table may renew a pile of each
    /// seat: the first that is empty has the cards.
    #[inline]
    pub fn arrived(&mut self, to: Spot) -> Result<(), Endless> {
        if self.parts.zone(to.zone).awaits { self.follow(to) } else { Ok(()) }
    }

    /// The same after cards went from one zone to another: a row that is kept full is filled again.
    pub fn moved(&mut self, from: Spot, to: Spot) -> Result<(), Endless> {
        self.arrived(to)?;
        match self.parts.zone(from.zone).refill {
            Some(pile) if self.state.slots(self.parts, from).contains(&GAP) => self.refill(from, pile),
            _ => Ok(()),
        }
    }

    #[inline(never)]
    fn follow(&mut self, to: Spot) -> Result<(), Endless> {
        let parts = self.parts;
        let zone = parts.zone(to.zone);
        let mut renewed = None;
        if let Some(pile) = zone.renews {
            for pile in parts.partners_of(to, pile) {
                if self.state.piles[self.place_of(pile)].is_empty() {
                    self.renew(pile);
                    self.fill_rows(pile)?;
                    renewed = zone.renews;
                }
            }
        }
        for &row in &zone.counted_by {
            // Rows that were just filled were swept as far as they are.
            if parts.zone(row).refill != renewed {
                self.look_at_rows(row, to)?;
            }
        }
        Ok(())
    }

    /// Fills the gaps of all rows that a pile keeps full.
    #[cold]
    fn fill_rows(&mut self, pile: Spot) -> Result<(), Endless> {
        let parts = self.parts;
        for row in (0..parts.zones.len()).map(ZoneId::from).filter(|row| parts.zone(*row).refill == Some(pile.zone)) {
            for row in parts.partners_of(pile, row) {
                self.refill(row, pile.zone)?;
            }
        }
        Ok(())
    }

    /// How many of so many cards a zone has room for.
    fn fitting(&self, to: Spot, count: u8) -> u8 {
        narrow::<u8>(self.state.room(self.parts, to).min(count.into()))
    }

    /// Moves cards of a bag or row, into a row as far as it has room.
    pub fn transfer(&mut self, from: Spot, to: Spot, kind: KindId, count: u8) -> Result<(), Endless> {
        self.shift(from, to, kind, count, At::Top);
        self.moved(from, to)
    }

    /// The same for one of several kinds that move together: nothing follows from it until [`Effects::moved`] is told of the last.
    pub fn shift(&mut self, from: Spot, to: Spot, kind: KindId, count: u8, at: At) {
        let (place, count) = (self.place_of(from), self.fitting(to, count));
        if count == 0 {
            return;
        }
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
        self.put(to, kind, count, at);
        self.emit(Event::Moved { from, to, kind, count });
    }

    /// Moves all cards of a bag or row, in the order they lie, into a row as far as it has room.
    pub fn transfer_all(&mut self, from: Spot, to: Spot, at: At) -> Result<(), Endless> {
        self.gather(from, to, at);
        self.moved(from, to)
    }

    pub(super) fn gather(&mut self, from: Spot, to: Spot, at: At) {
        let place = self.place_of(from);
        let zone = self.parts.zone(from.zone);
        let laid = |table: &mut Self, kind, count| {
            table.put(to, kind, count, at);
            table.emit(Event::Moved { from, to, kind, count });
        };
        match zone.form {
            Form::Bag => {
                for kind in bits::iter(&self.state.kinds_in(self.parts, from)) {
                    let count = self.fitting(to, self.state.bags[place + kind]);
                    if count > 0 {
                        self.state.bags[place + kind] -= count;
                        laid(self, KindId::from(kind), count);
                    }
                }
            }
            Form::Row(_) => {
                for slot in place..place + zone.stride {
                    if self.state.rows[slot] != GAP && self.fitting(to, 1) > 0 {
                        let kind = std::mem::replace(&mut self.state.rows[slot], GAP);
                        laid(self, KindId(kind), 1);
                    }
                }
            }
            Form::Pile => unreachable!("cards are drawn from piles"),
        }
    }

    /// Shuffles a pile, cuts it into nearly equal parts and shuffles all cards of a bag into one of them, counted
    /// from the top.
    pub fn shuffle_in(&mut self, bag: Spot, pile: Spot, parts: usize, part: usize, odd_upper: bool) -> Result<(), Endless> {
        let (source, target) = (self.place_of(bag), self.place_of(pile));
        let mut further = 0;
        for kind in bits::iter(&self.state.kinds_in(self.parts, bag)) {
            let count = std::mem::take(&mut self.state.bags[source + kind]);
            self.look_at(pile.zone, KindId::from(kind));
            self.state.piles[target].heap(KindId::from(kind), count);
            further += count as usize;
            self.emit(Event::Moved { from: bag, to: pile, kind: KindId::from(kind), count });
        }
        let State { piles, random, .. } = &mut *self.state;
        piles[target].cut(parts, part, odd_upper, further, random);
        self.arrived(pile)
    }

    /// Moves the cards of a payment from a bag to a bag.
    #[inline]
    pub fn pay(&mut self, payment: Payment, from: Spot, to: Spot) -> Result<(), Endless> {
        let (source, target) = (self.place_of(from), self.place_of(to));
        if self.parts.zone(to.zone).guarded {
            payment.iter().for_each(|(kind, _)| self.look_at(to.zone, kind));
        }
        for (kind, count) in payment.iter() {
            self.state.bags[source + kind.index()] -= count;
            self.state.bags[target + kind.index()] += count;
            self.emit(Event::Moved { from, to, kind, count });
        }
        self.arrived(to)
    }

    /// Shuffles a pile.
    pub fn shuffle(&mut self, pile: Spot) {
        let place = self.place_of(pile);
        self.state.piles[place].shuffle();
    }
}
