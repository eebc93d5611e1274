//! What happened, for those who listen: scripts, logs, bots. Events nobody hears are not built.

use crate::action::Action;
use crate::components::{Components, Spot};
use crate::id::{CounterId, KindId, LaneId, PartyId, SeatId, SeatSet};
use crate::state::Standing;

/// A card that somebody sees move and does not see itself; no set has so many kinds.
pub const UNSEEN: KindId = KindId(u8::MAX);

/// Whose track is that belongs to nobody.
pub const NO_PARTY: PartyId = PartyId(u8::MAX);

/// One thing that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat did something.
    Acted {
        /// Who.
        seat: SeatId,
        /// What.
        action: Action,
        /// Whether it stays secret: others still choose, or it names cards that others may not see.
        sealed: bool,
    },
    /// What a seat had chosen in secret is shown to all, as it is carried out.
    Revealed {
        /// Who.
        seat: SeatId,
        /// What.
        action: Action,
    },
    /// Cards of one kind went from one zone to another.
    Moved {
        /// From where.
        from: Spot,
        /// To where.
        to: Spot,
        /// Which kind.
        kind: KindId,
        /// How many.
        count: u8,
    },
    /// A row was swept away.
    Swept(Spot),
    /// A bag was shuffled and became the pile.
    Renewed(Spot),
    /// A counter changed.
    Counted {
        /// Which counter.
        counter: CounterId,
        /// Whose.
        owner: u16,
        /// By how much.
        by: i32,
    },
    /// A lane now belongs to a party, whole.
    Claimed {
        /// Whose it is.
        party: PartyId,
        /// The lane.
        lane: LaneId,
        /// Who did it.
        seat: SeatId,
    },
    /// A space of a lane was filled.
    Laid {
        /// Whose track it is.
        party: PartyId,
        /// The lane.
        lane: LaneId,
        /// Who did it.
        seat: SeatId,
    },
    /// Track of a party was taken off a lane.
    Lifted {
        /// Whose it was.
        party: PartyId,
        /// The lane.
        lane: LaneId,
        /// Who did it.
        seat: SeatId,
    },
    /// A train went somewhere.
    Stood {
        /// The train.
        train: u8,
        /// Where it stands now.
        standing: Standing,
    },
    /// A seat is out from now on, or plays again.
    Out {
        /// Which seat.
        seat: SeatId,
        /// Whether it is out now.
        out: bool,
    },
    /// A turn began.
    Turn(SeatId),
    /// A round began.
    Round(u16),
    /// The last round began.
    LastRound,
    /// The game ended.
    Over,
}

/// Every kind of event: its name and its bit in a mask of what is heard.
pub const EVENT_NAMES: &[(&str, u16)] = &[
    ("acted", 1),
    ("revealed", 4096),
    ("moved", Event::MOVED),
    ("swept", 4),
    ("renewed", 8),
    ("counted", 16),
    ("claimed", 32),
    ("laid", 64),
    ("lifted", 16384),
    ("stood", 2048),
    ("out", 8192),
    ("turn", 128),
    ("round", 256),
    ("last_round", 512),
    ("over", 1024),
];

impl Event {
    /// What this kind of event is called.
    pub fn name(self) -> &'static str {
        EVENT_NAMES.iter().find(|(_, bit)| *bit == self.bit()).map_or("", |(name, _)| name)
    }

    /// The bit of cards that move.
    pub const MOVED: u16 = 2;

    /// The bit of this kind of event in a mask of what is heard.
    #[inline(always)]
    pub const fn bit(self) -> u16 {
        match self {
            Event::Acted { .. } => 1,
            Event::Moved { .. } => Self::MOVED,
            Event::Swept(_) => 4,
            Event::Renewed(_) => 8,
            Event::Counted { .. } => 16,
            Event::Claimed { .. } => 32,
            Event::Laid { .. } => 64,
            Event::Turn(_) => 128,
            Event::Round(_) => 256,
            Event::LastRound => 512,
            Event::Over => 1024,
            Event::Stood { .. } => 2048,
            Event::Revealed { .. } => 4096,
            Event::Lifted { .. } => 16384,
            Event::Out { .. } => 8192,
        }
    }

    /// Which seats see all of it; the others see that something moved, or nothing.
    pub fn seen_by(&self, parts: &Components) -> SeatSet {
        match *self {
            Event::Acted { seat, sealed: true, .. } => SeatSet::only(seat),
            Event::Moved { from, to, .. } => SeatSet(parts.seen_by(from).0 | parts.seen_by(to).0),
            Event::Counted { counter, owner, .. } => parts.counter_seen_by(counter, owner as usize),
            _ => SeatSet::all(parts.seats),
        }
    }

    /// What a seat notices of it: all, or that cards nobody showed it moved, or nothing.
    pub fn noticed_by(self, parts: &Components, seat: SeatId) -> Option<Event> {
        if self.seen_by(parts).has(seat) {
            return Some(self);
        }
        match self {
            Event::Moved { from, to, count, .. } => {
                let counted = [from, to].iter().any(|spot| parts.size_seen_by(*spot).has(seat));
                counted.then_some(Event::Moved { from, to, kind: UNSEEN, count })
            }
            _ => None,
        }
    }
}

/// Events heard since they were last taken.
#[derive(Clone, Debug, Default)]
pub struct Events {
    /// Which kinds of event somebody hears.
    pub heard: u16,
    /// What happened.
    pub log: Vec<Event>,
    /// Of cards that move only those from or to these zones are heard, by the last six bits of their numbers; 0 for all.
    pub zones: u64,
}

impl Events {
    /// Hears every kind of event.
    pub fn all() -> Self {
        Events { heard: u16::MAX, ..Events::default() }
    }

    /// Whether an event is one of the few that are asked for.
    fn asks_for(&self, event: Event) -> bool {
        match event {
            Event::Moved { from, to, .. } => (self.zones >> (from.zone.0 & 63) | self.zones >> (to.zone.0 & 63)) & 1 == 1,
            _ => true,
        }
    }

    /// Keeps the event if somebody hears it.
    #[inline(always)]
    pub fn emit(&mut self, event: Event) {
        if self.heard & event.bit() != 0 && (self.zones == 0 || self.asks_for(event)) {
            self.log.push(event);
        }
    }
}
