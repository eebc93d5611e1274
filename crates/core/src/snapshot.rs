//! A view written out: everything one seat may see, by the names of the data.

use crate::components::{BUILT_IN_SETS, Owner, Spot};
use crate::id::{LaneId, PlaceId, ZoneId};
use crate::narrow::narrow;
use crate::state::Standing;
use crate::view::{Moment, View};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a seat sees of one zone of one owner.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeenZone {
    /// Whose it is; nobody's for the table's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// How many cards lie there, if the seat may know.
    pub size: Option<usize>,
    /// The cards and how many of each, if the seat may see them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<(String, u32)>>,
}

/// What lies on a lane.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeenTrack {
    /// Whose track it is; of several who share the lane, who had it first.
    pub owner: String,
    /// The others who share the lane.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// How many spaces are filled.
    pub laid: u8,
}

/// Where a train stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeenTrain {
    /// Its id.
    pub id: String,
    /// Whose it is, counted from one.
    pub seat: u8,
    /// The place it stands in, or heads for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The lane it stands on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lane: Option<String>,
}

/// Everything one seat may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Snapshot {
    /// Whose view it is, counted from one; 0 when it is not that of one seat.
    pub seat: u8,
    /// Where the game stands.
    pub moment: Moment,
    /// Counters that the seat may see: a value for each owner.
    pub counters: BTreeMap<String, Vec<Option<i32>>>,
    /// Zones, for each owner.
    pub zones: BTreeMap<String, Vec<SeenZone>>,
    /// Lanes with track on them.
    pub tracks: BTreeMap<String, SeenTrack>,
    /// The places where open ends of companies stand, one for each end.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub ends: BTreeMap<String, Vec<String>>,
    /// Where each train stands: a place, or a lane and the place it heads for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trains: Vec<SeenTrain>,
    /// The named sets of the table and what is in them.
    pub sets: BTreeMap<String, Vec<String>>,
}

impl View<'_> {
    /// The view written out.
    pub fn snapshot(&self) -> Snapshot {
        let parts = self.parts();
        let counters = parts.counters.iter().enumerate().map(|(i, c)| {
            let values = (0..c.start.len()).map(|owner| self.counter(i.into(), owner)).collect();
            (c.id.clone(), values)
        });
        let zones = parts.zones.iter().enumerate().map(|(i, zone)| {
            let kinds = &parts.cards_in(ZoneId::from(i)).kinds;
            let seen = (0..narrow::<u16>(parts.owners(zone.owner))).map(|owner| {
                let spot = Spot { zone: ZoneId::from(i), owner };
                let name = |cards: Vec<(crate::id::KindId, u32)>| {
                    cards.into_iter().map(|(k, n)| (kinds[k.index()].id.clone(), n)).collect()
                };
                SeenZone {
                    owner: parts.owner_name(zone.owner, owner.into()),
                    size: self.size(spot),
                    cards: self.cards(spot).map(name),
                }
            });
            (zone.id.clone(), seen.collect())
        });
        let tracks = parts.map.lanes.iter().enumerate().filter_map(|(i, lane)| {
            let track = self.track(LaneId::from(i));
            let first = track.owner()?;
            let others = self.owners(LaneId::from(i)).filter(|party| *party != first).map(|party| parts.party_name(party));
            Some((lane.id.clone(), SeenTrack { owner: parts.party_name(first), others: others.collect(), laid: track.laid }))
        });
        let sets = parts.sets.iter().enumerate().skip(BUILT_IN_SETS).filter(|(_, s)| s.owner == Owner::Table).map(|(i, set)| {
            let name = |member: usize| match set.members {
                crate::components::Members::Lanes => parts.map.lanes[member].id.clone(),
                crate::components::Members::Places => parts.map.places[member].id.clone(),
            };
            (set.id.clone(), crate::bits::iter(self.set(i.into(), 0)).map(name).collect())
        });
        let ends = parts.companies.iter().enumerate().map(|(company, c)| {
            let at = (0..parts.map.places.len()).map(PlaceId::from);
            let ends = at.flat_map(|place| {
                std::iter::repeat_n(&parts.map.place(place).id, usize::from(self.ends(company, place))).cloned()
            });
            (c.id.clone(), ends.collect::<Vec<_>>())
        });
        let trains = parts.trains.iter().enumerate().map(|(i, train)| {
            let (place, lane) = match self.train(i) {
                Standing::Off => (None, None),
                Standing::In(place) => (Some(place), None),
                Standing::On { lane, towards, .. } => (Some(parts.map.lane(lane).ends[towards as usize & 1]), Some(lane)),
            };
            SeenTrain {
                id: train.id.clone(),
                seat: train.seat.0 + 1,
                place: place.map(|place| parts.map.place(place).id.clone()),
                lane: lane.map(|lane| parts.map.lane(lane).id.clone()),
            }
        });
        Snapshot {
            ends: ends.filter(|(_, ends)| !ends.is_empty()).collect(),
            trains: trains.collect(),
            seat: self.only_seat().map_or(0, |seat| seat.0 + 1),
            moment: self.moment(),
            counters: counters.collect(),
            zones: zones.collect(),
            tracks: tracks.collect(),
            sets: sets.collect(),
        }
    }
}
