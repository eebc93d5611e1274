//! Effects on rows: gaps are filled, cards taken and brought to the front, rows swept.

use super::{At, Effects, Endless};
use crate::bits;
use crate::components::Spot;
use crate::event::Event;
use crate::id::{KindId, ZoneId};
use crate::state::GAP;

/// A row that is swept this often without an end in sight has rules that forgot a case.
pub const SWEEPS_AT_ONCE: u32 = 10_000;

impl Effects<'_> {
    /// Brings the card in a slot of a table of rows to the first row of its column; those before it there move back by one row.
    pub fn to_front(&mut self, row: Spot, mut slot: usize) {
        let (place, columns) = (self.place_of(row), self.parts.zone(row.zone).columns as usize);
        let kind = KindId(self.state.rows[place + slot]);
        while slot >= columns {
            self.state.rows.swap(place + slot, place + slot - columns);
            slot -= columns;
        }
        self.emit(Event::Moved { from: row, to: row, kind, count: 1 });
    }

    /// Takes a card out of a slot of a row and fills the gap if the row is kept full.
    #[inline]
    pub fn take_from_row(&mut self, row: Spot, slot: usize, to: Spot) -> Result<KindId, Endless> {
        let place = self.place_of(row) + slot;
        let kind = KindId(self.state.rows[place]);
        self.state.rows[place] = GAP;
        self.put(to, kind, 1, At::Top);
        self.emit(Event::Moved { from: row, to, kind, count: 1 });
        self.arrived(to)?;
        if let Some(pile) = self.parts.zone(row.zone).refill
            && self.state.rows[place] == GAP
        {
            self.refill(row, pile)?;
        }
        Ok(kind)
    }

    /// Fills the gaps of a row from a pile of the same owner or of the table, first slot first, and sweeps it as its rule says.
    #[inline]
    pub fn refill(&mut self, row: Spot, pile: ZoneId) -> Result<(), Endless> {
        let full = self.fill_gaps(row, pile);
        if let Some(sweep) = &self.parts.zone(row.zone).sweep
            && full
            && self.has_in_full_row(row, &sweep.kinds, sweep.from)
        {
            return self.sweep(row, pile);
        }
        Ok(())
    }

    /// Fills the gaps of a row as far as the pile goes; says whether it is full.
    #[inline]
    fn fill_gaps(&mut self, row: Spot, pile: ZoneId) -> bool {
        let deck = self.parts.partner(row, pile);
        let (mut slot, cards) = (self.place_of(row), self.place_of(deck));
        let zone = self.parts.zone(row.zone);
        let end = slot + zone.stride;
        while let Some(gap) = self.state.rows[slot..end].iter().position(|&kind| kind == GAP) {
            slot += gap;
            let Some(kind) = self.turn_up(deck) else { return false };
            if zone.guarded {
                self.look_at(row.zone, kind);
            }
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
    fn has_in_full_row(&self, row: Spot, kinds: &[u64; 4], least: u8) -> bool {
        let mut missing = least;
        missing == 0
            || self.state.slots(self.parts, row).iter().any(|&kind| {
                missing -= u8::from(bits::has(kinds, kind.into()));
                missing == 0
            })
    }

    /// Sweeps those of a zone of rows that count the cards of a spot and are full of what is swept: they were spared when they were
    /// filled, and there may be enough other cards now.
    pub(super) fn look_at_rows(&mut self, zone: ZoneId, counted: Spot) -> Result<(), Endless> {
        let parts = self.parts;
        let (Some(rule), Some(pile)) = (&parts.zone(zone).sweep, parts.zone(zone).refill) else { return Ok(()) };
        for row in parts.partners_of(counted, zone) {
            // Gaps are no cards that are swept, and a row with gaps is not.
            if self.has_in_full_row(row, &rule.kinds, rule.from) && !self.state.slots(parts, row).contains(&GAP) {
                self.sweep(row, pile)?;
            }
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn sweep(&mut self, row: Spot, pile: ZoneId) -> Result<(), Endless> {
        let rule = self.parts.zone(row.zone).sweep.expect("only rows with a rule are swept");
        let (deck, bag) = (self.parts.partner(row, pile), self.parts.partner(row, rule.to));
        for _ in 0..rule.at_most.unwrap_or(SWEEPS_AT_ONCE) {
            let mut others = 0;
            for spot in [row, deck, bag] {
                self.state.each_card(self.parts, spot, |kind, n| {
                    others += if bits::has(&rule.kinds, kind.index()) { 0 } else { n };
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
            if !self.fill_gaps(row, pile) || !self.has_in_full_row(row, &rule.kinds, rule.from) {
                return Ok(());
            }
        }
        match rule.at_most {
            Some(_) => Ok(()),
            None => Err(Endless::sweep(row.zone, &self.parts.zone(row.zone).id)),
        }
    }
}
