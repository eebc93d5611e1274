//! The only writers of the state: a few effects, each leaving it whole.
//!
//! Cards can only be moved, never made or lost. Undo is a snapshot or a replay, never an inverse
//! effect.

mod cards;
mod row;
mod track;

pub use row::SWEEPS_AT_ONCE;

use crate::bits;
use crate::components::Components;
use crate::event::{Event, Events};
use crate::id::{CounterId, KindId, SetId, ZoneId};
use crate::narrow::narrow;
use crate::random::Random;
use crate::state::{Clock, State};
use std::fmt;

/// Which end of a pile cards are put on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// On top of all others.
    Top,
    /// Under all others.
    Bottom,
}

/// Rules that can never come to an end by themselves: a row that would be swept and filled again for ever.
///
/// It is as small as can be, for every effect on cards may come to it and hardly any does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endless(Box<(ZoneId, String)>);

impl Endless {
    /// The sweep of a row with that id in the data.
    #[cold]
    pub fn sweep(row: ZoneId, id: &str) -> Self {
        Endless(Box::new((row, id.to_owned())))
    }

    /// The row.
    pub fn row(&self) -> ZoneId {
        self.0.0
    }
}

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the sweep of {} would go on for ever", self.0.1)
    }
}

/// A counter that would have fallen below its least value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Short {
    /// The counter.
    pub counter: CounterId,
    /// Whose it is.
    pub owner: usize,
    /// How much was missing.
    pub missing: i32,
}

/// A state being changed and those who listen.
pub struct Effects<'a> {
    /// What the state consists of.
    pub parts: &'a Components,
    state: &'a mut State,
    events: &'a mut Events,
    /// The watches of piles that have something to be told, as bits.
    stirred: u32,
    short: Option<Short>,
    stray: Option<(ZoneId, KindId)>,
}

impl<'a> Effects<'a> {
    /// Begins to change a state.
    #[inline(always)]
    pub fn new(parts: &'a Components, state: &'a mut State, events: &'a mut Events) -> Self {
        Effects { parts, state, events, stirred: 0, short: None, stray: None }
    }

    /// The state as it is now.
    #[inline(always)]
    pub fn state(&self) -> &State {
        self.state
    }

    /// How many events are noted for those who listen.
    #[inline]
    pub fn noted(&self) -> usize {
        self.events.log.len()
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

    /// A card that came to a zone in which it may not lie, if one did.
    #[inline(always)]
    pub fn stray(&self) -> Option<(ZoneId, KindId)> {
        self.stray
    }

    /// The counter that stopped at its least value although more was taken from it, if one did.
    pub fn short(&self) -> Option<Short> {
        self.short
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

    /// Adds to a counter; it never falls below its least value, and [`Effects::short`] says if it would have.
    #[inline]
    pub fn add(&mut self, counter: CounterId, owner: usize, by: i32) {
        let c = &self.parts.counters[counter.index()];
        let value = &mut self.state.counters[c.offset + owner];
        let before = *value;
        let wanted = value.saturating_add(by);
        *value = wanted.max(c.min.unwrap_or(i32::MIN));
        if *value != wanted {
            self.short = Some(Short { counter, owner, missing: value.saturating_sub(wanted) });
        }
        let by = value.saturating_sub(before);
        if let Some(bank) = c.bank {
            let bank = &mut self.state.counters[self.parts.counters[bank.index()].offset];
            *bank = bank.saturating_sub(by);
        }
        if by != 0 {
            self.emit(Event::Counted { counter, owner: narrow::<u16>(owner), by });
        }
    }

    /// Sets a counter.
    pub fn set(&mut self, counter: CounterId, owner: usize, value: i32) {
        let now = self.state.counter(self.parts, counter, owner);
        self.add(counter, owner, value.saturating_sub(now));
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
}
