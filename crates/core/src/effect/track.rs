//! Effects on the map: track, ends of track, connections and trains.

use super::Effects;
use crate::components::{AT_END, BARRED, BEGUN, CONNECTED, OPEN, OWN};
use crate::event::Event;
use crate::id::{LaneId, PartyId, PlaceId, SeatId};
use crate::state::Standing;

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
