//! Effects on the map: track, ends of track, connections and trains.

use super::Effects;
use crate::bits;
use crate::components::{AT_END, BARRED, BEGUN, CONNECTED, OPEN, OWN};
use crate::event::{Event, NO_PARTY};
use crate::id::{LaneId, PartyId, PlaceId, SeatId, SetId};
use crate::narrow::narrow;
use crate::state::{Standing, Track};

impl Effects<'_> {
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

    /// Puts whole track on a lane that is nobody's.
    pub fn build_for_nobody(&mut self, lane: LaneId, seat: SeatId) {
        self.state.tracks[lane.index()].laid = self.parts.map.lane(lane).length;
        self.mark(OPEN, 0, lane.index(), false);
        self.emit(Event::Claimed { party: NO_PARTY, lane, seat });
    }

    /// Takes a party's track off a lane. Once nothing lies there the lane is to be had again, and so are those beside it that were closed
    /// with it; the party is connected only to what its other lanes reach, and to its home where that counts.
    pub fn lift(&mut self, lane: LaneId, party: PartyId, seat: SeatId) {
        let track = self.state.tracks[lane.index()];
        for set in [OWN, BEGUN, BARRED] {
            self.mark(set, party.index(), lane.index(), false);
        }
        let rest = (0..self.parts.parties()).map(PartyId::from).find(|other| self.has(OWN, *other, lane));
        match rest {
            Some(other) if track.owner() == Some(party) => self.state.tracks[lane.index()].owner = other.0,
            Some(_) => {}
            None => self.bare(lane),
        }
        self.disconnect(lane, party);
        if let Some(company) = self.parts.company_of(party) {
            self.end_goes_back(company, lane, track);
        }
        self.emit(Event::Lifted { party, lane, seat });
    }

    /// Takes track off a lane that is nobody's.
    pub fn lift_of_nobody(&mut self, lane: LaneId, seat: SeatId) {
        self.bare(lane);
        self.emit(Event::Lifted { party: NO_PARTY, lane, seat });
    }

    fn has(&self, set: SetId, party: PartyId, lane: LaneId) -> bool {
        bits::has(self.state.set(self.parts, set, party.index()), lane.index())
    }

    /// Nothing lies on a lane any more: it is open, and the lanes beside it on which nothing lies.
    fn bare(&mut self, lane: LaneId) {
        let parts = self.parts;
        self.state.tracks[lane.index()] = Track::BARE;
        for &beside in &parts.map.line_of(lane).lanes {
            if self.state.track(beside).is_bare() {
                self.mark(OPEN, 0, beside.index(), true);
            }
        }
    }

    /// What follows for a party that has a lane no longer: lanes beside it are barred only by others that it has, and it is connected only
    /// where others end.
    fn disconnect(&mut self, lane: LaneId, party: PartyId) {
        let parts = self.parts;
        let beside = &parts.map.line_of(lane).lanes;
        if !beside.iter().any(|&other| self.has(OWN, party, other) || self.has(BEGUN, party, other)) {
            for &other in beside {
                self.mark(BARRED, party.index(), other.index(), false);
            }
        }
        let company = parts.company_of(party).map(|company| &parts.companies[company]);
        let home = company.and_then(|company| company.home).filter(|_| parts.home_counts && self.state.started(parts, party));
        for end in parts.map.lane(lane).ends {
            let reached = parts.map.steps(end).iter().any(|(other, _)| self.has(OWN, party, *other));
            if !reached && home != Some(end) {
                self.mark(CONNECTED, party.index(), end.index(), false);
            }
        }
    }

    /// The end that stood where a company's lane led goes back to where the lane began; without any track there are no ends.
    fn end_goes_back(&mut self, company: usize, lane: LaneId, track: Track) {
        let (parts, party) = (self.parts, self.parts.company_party(company));
        if !self.state.started(parts, party) {
            for place in (0..parts.map.places.len()).map(PlaceId::from) {
                let ends = self.state.ends(parts, company, place);
                self.move_end(company, place, -(ends.min(127) as i8));
            }
            return;
        }
        let strip = parts.map.lane(lane);
        let [near, far] = [strip.ends[usize::from(track.from & 1)], strip.ends[1 - usize::from(track.from & 1)]];
        let whole = track.laid == strip.length;
        if !whole || self.state.ends(parts, company, far) > 0 {
            if whole {
                self.move_end(company, far, -1);
            }
            self.move_end(company, near, 1);
        }
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
        self.emit(Event::Stood { train: narrow::<u8>(train), standing });
    }
}
