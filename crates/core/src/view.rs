//! What one seat may see, or several see alike: a mask over the state, never a copy of it. Positions with the same view, to a
//! seat that remembers the same, are one information set: whatever is legal in one is legal in all.

use crate::components::{self, Components, Form, OWN, Seen, Show, Spot};
use crate::id::{CounterId, KindId, LaneId, PartyId, PlaceId, SeatId, SeatSet, SetId, StepId};
use crate::state::{Progress, Standing, State, Track};
use serde::Serialize;

/// Where a game stands, as everybody can see; seats are counted from one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Moment {
    /// Turns begun.
    pub turn: u32,
    /// Rounds begun.
    pub round: u16,
    /// The first player.
    pub first: u8,
    /// Whose turn it is.
    pub actor: u8,
    /// Who has a decision to make.
    pub waiting: Vec<u8>,
    /// Who is out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<u8>,
    /// Turns left once the last round has begun.
    pub last_turns: Option<u8>,
    /// Whether the game is over.
    pub over: bool,
}

/// Where a game stands as one seat knows it: without names, and nothing that takes room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The innermost step that is under way.
    pub step: Option<StepId>,
    /// How far the seat itself is in an action of several decisions.
    pub progress: Progress,
    /// Whether it has a decision to make.
    pub asked: bool,
    /// Whose turn it is.
    pub actor: SeatId,
    /// The first player.
    pub first: SeatId,
    /// Who is out.
    pub out: SeatSet,
    /// Turns begun.
    pub turn: u32,
    /// Rounds begun.
    pub round: u16,
    /// Turns left once the last round has begun.
    pub last_turns: Option<u8>,
    /// Whether the game is over.
    pub over: bool,
}

/// The state as one seat sees it, or as several see it alike.
#[derive(Clone, Copy)]
pub struct View<'a> {
    parts: &'a Components,
    state: &'a State,
    seat: SeatId,
    audience: SeatSet,
}

impl<'a> View<'a> {
    /// The view of a seat.
    pub fn new(parts: &'a Components, state: &'a State, seat: SeatId) -> Self {
        View { parts, state, seat, audience: SeatSet::only(seat) }
    }

    /// What all of these seats see: with every seat what is public, with none of them everything there is.
    pub fn shared(parts: &'a Components, state: &'a State, audience: SeatSet) -> Self {
        View { parts, state, seat: audience.iter().next().unwrap_or_default(), audience }
    }

    #[inline]
    fn sees(&self, those: SeatSet) -> bool {
        those.contains(self.audience)
    }

    /// Whose view it is, if it is one seat's alone.
    pub fn only_seat(&self) -> Option<SeatId> {
        (self.audience == SeatSet::only(self.seat)).then_some(self.seat)
    }

    /// What the state consists of.
    pub fn parts(&self) -> &'a Components {
        self.parts
    }

    /// Whose view it is.
    pub fn seat(&self) -> SeatId {
        self.seat
    }

    /// The zone as this seat speaks of it: its own, or the table's.
    pub fn spot(&self, zone: crate::id::ZoneId) -> Spot {
        self.state.spot(self.parts, zone, self.seat.into())
    }

    /// The state with its secrets, for those who take them out of it.
    pub(crate) fn copy_to(&self, state: &mut State) {
        state.clone_from(self.state);
    }

    /// How many cards lie in a zone, if this seat may know.
    pub fn size(&self, spot: Spot) -> Option<usize> {
        let size_seen = self.parts.zone(spot.zone).size_seen;
        let those =
            shown(self.parts, self.state, size_seen, self.parts.size_seen_by(spot)).0 | shown_to(self.parts, self.state, spot).0;
        self.sees(SeatSet(those)).then(|| self.state.size(self.parts, spot))
    }

    /// The cards in a zone and how many of each, if this seat may see them; a pile's order is never seen.
    pub fn cards(&self, spot: Spot) -> Option<Vec<(KindId, u32)>> {
        self.sees(shown_to(self.parts, self.state, spot)).then(|| {
            let mut cards = Vec::new();
            self.state.each_card(self.parts, spot, |kind, n| cards.push((kind, n)));
            if self.parts.zone(spot.zone).form == Form::Pile {
                cards.sort();
            }
            cards
        })
    }

    /// How many cards of a kind lie in a bag this seat may see.
    pub fn count(&self, spot: Spot, kind: KindId) -> Option<u8> {
        let seen = self.sees(shown_to(self.parts, self.state, spot)) && self.parts.zone(spot.zone).form == Form::Bag;
        seen.then(|| self.state.bag(self.parts, spot)[kind.index()])
    }

    /// The cards in a bag this seat may see: a count for each kind, where they lie.
    #[inline]
    pub fn bag(&self, spot: Spot) -> Option<&'a [u8]> {
        let seen = self.parts.zone(spot.zone).form == Form::Bag && self.sees(shown_to(self.parts, self.state, spot));
        seen.then(|| self.state.bag(self.parts, spot))
    }

    /// Calls `each` with the cards of a zone this seat may see, in no order that says more than it sees; whether it may.
    #[inline]
    pub fn each_card(&self, spot: Spot, each: impl FnMut(KindId, u32)) -> bool {
        let seen = self.sees(shown_to(self.parts, self.state, spot));
        if seen {
            self.state.each_card(self.parts, spot, each);
        }
        seen
    }

    /// Where the turn structure stands, and how far this seat itself is in an action of several decisions.
    #[inline]
    pub fn stage(&self) -> Stage {
        let clock = self.state.clock();
        Stage {
            step: clock.frames.last().map(|frame| frame.step),
            progress: clock.progress[self.seat.index()],
            asked: clock.waiting.has(self.seat),
            actor: clock.actor,
            first: clock.first,
            out: clock.out,
            turn: clock.turn,
            round: clock.round,
            last_turns: clock.last_turns,
            over: clock.over.is_some(),
        }
    }

    /// The slots of a row, if this seat may see them.
    pub fn row(&self, spot: Spot) -> Option<Vec<Option<KindId>>> {
        self.sees(shown_to(self.parts, self.state, spot)).then(|| self.state.row(self.parts, spot).collect())
    }

    /// A counter, if this seat may see it.
    pub fn counter(&self, counter: CounterId, owner: usize) -> Option<i32> {
        let those = self.parts.counter_seen_by(counter, owner);
        let seen = self.sees(shown(self.parts, self.state, self.parts.counters[counter.index()].seen, those));
        seen.then(|| self.state.counter(self.parts, counter, owner))
    }

    /// What lies on a lane: the board is open to all.
    pub fn track(&self, lane: LaneId) -> Track {
        self.state.track(lane)
    }

    /// Whose track lies on a lane: nobody's, one party's, or that of all who share it.
    pub fn owners(&self, lane: LaneId) -> impl Iterator<Item = PartyId> + 'a {
        self.state.owners(self.parts, lane)
    }

    /// How many open ends of a company stand in a place.
    pub fn ends(&self, company: usize, place: PlaceId) -> u8 {
        self.state.ends(self.parts, company, place)
    }

    /// Where a train stands.
    pub fn train(&self, train: usize) -> Standing {
        self.state.train(train)
    }

    /// A named set: what is marked on the board is open to all.
    pub fn set(&self, set: SetId, owner: usize) -> &'a [u64] {
        self.state.set(self.parts, set, owner)
    }

    /// The lanes a party owns whole.
    pub fn own(&self, party: PartyId) -> &'a [u64] {
        self.set(OWN, party.index())
    }

    /// Where the game stands in its own words: its headlines, such as its era, or else the turn and the round.
    pub fn where_it_stands(&self) -> String {
        let counters = self.parts.counters.iter().enumerate();
        let headlines =
            counters.filter(|(_, counter)| components::shown(&self.parts.shows.counters, &counter.id) == Show::Headline);
        let told = headlines.filter_map(|(i, counter)| Some(format!("{} {}", counter.name, self.counter(i.into(), 0)?)));
        let told: Vec<String> = told.collect();
        let clock = self.state.clock();
        match (told.is_empty(), clock.round) {
            (false, _) => told.join(", "),
            (true, 0) => format!("turn {}", clock.turn),
            (true, round) => format!("turn {}, round {round}", clock.turn),
        }
    }

    /// Where the game stands, without what others have chosen in secret.
    pub fn moment(&self) -> Moment {
        let clock = self.state.clock();
        let one_based = |seat: SeatId| seat.0 + 1;
        Moment {
            turn: clock.turn,
            round: clock.round,
            first: one_based(clock.first),
            actor: one_based(clock.actor),
            waiting: clock.waiting.iter().map(one_based).collect(),
            out: clock.out.iter().map(one_based).collect(),
            last_turns: clock.last_turns,
            over: clock.over.is_some(),
        }
    }
}

/// Which seats see the cards in a zone as the game stands.
pub(crate) fn shown_to(parts: &Components, state: &State, spot: Spot) -> SeatSet {
    shown(parts, state, parts.zone(spot.zone).seen, parts.seen_by(spot))
}

/// Once the game is over, what only its owner saw is shown to all.
fn shown(parts: &Components, state: &State, seen: Seen, those: SeatSet) -> SeatSet {
    if seen == Seen::Owner && state.clock().over.is_some() { SeatSet::all(parts.seats) } else { those }
}
