//! Who has a part in a game: seats, companies, dummies and trains, and what belongs to whom.

use super::{Components, Owner, Spot};
use crate::expr::Item;
use crate::id::{PartyId, PlaceId, SeatId, WordId, ZoneId};
use crate::narrow::narrow;

/// A party that is no seat and belongs to nobody.
#[derive(Clone, Debug)]
pub struct Company {
    /// Its id in the data.
    pub id: String,
    /// The same as a word that attributes and fields can be compared with.
    pub word: WordId,
    /// What people read.
    pub name: String,
    /// The colour it is drawn in.
    pub color: String,
    /// Bit `i` is set when it has tag `i` of the game's tags.
    pub tags: u64,
    /// Where its first piece starts.
    pub home: Option<PlaceId>,
    /// Further values, as the game declares them.
    pub attributes: Vec<i32>,
}

/// A party that nobody plays and that only scores.
#[derive(Clone, Debug)]
pub struct Dummy {
    /// Its id in the data.
    pub id: String,
    /// What people read.
    pub name: String,
}

/// A piece that travels on the map.
#[derive(Clone, Debug)]
pub struct Train {
    /// Its id in the data.
    pub id: String,
    /// What people read.
    pub name: String,
    /// Whose it is.
    pub seat: SeatId,
}

impl Components {
    /// How many parties there are.
    pub fn parties(&self) -> usize {
        self.seats as usize + self.companies.len() + self.dummies.len()
    }

    /// The company of a party, if it is one.
    pub fn company_of(&self, party: PartyId) -> Option<usize> {
        party.index().checked_sub(self.seats as usize).filter(|&i| i < self.companies.len())
    }

    /// The dummy of a party, if it is one.
    pub fn dummy_of(&self, party: PartyId) -> Option<usize> {
        party.index().checked_sub(self.seats as usize + self.companies.len())
    }

    /// The party that a company is.
    #[inline]
    pub fn company_party(&self, company: usize) -> PartyId {
        PartyId::from(self.seats as usize + company)
    }

    /// The party that a dummy is.
    pub fn dummy_party(&self, dummy: usize) -> PartyId {
        PartyId::from(self.seats as usize + self.companies.len() + dummy)
    }

    /// What people call a party.
    pub fn party_title(&self, party: PartyId) -> String {
        let company = self.company_of(party).and_then(|i| self.companies.get(i)).map(|company| company.name.clone());
        let dummy = || self.dummy_of(party).and_then(|i| self.dummies.get(i)).map(|dummy| dummy.name.clone());
        company.or_else(dummy).unwrap_or_else(|| self.party_name(party))
    }

    /// What a party is called in files and notation.
    pub fn party_name(&self, party: PartyId) -> String {
        let company = self.company_of(party).and_then(|i| self.companies.get(i)).map(|c| c.id.clone());
        let dummy = || self.dummy_of(party).and_then(|i| self.dummies.get(i)).map(|d| d.id.clone());
        match party.0 < self.seats {
            true => format!("seat {}", party.0 + 1),
            false => company.or_else(dummy).unwrap_or_else(|| "nobody".to_owned()),
        }
    }

    /// What one of the owners of a zone, counter or set is called; the table has no name.
    pub fn owner_name(&self, of: Owner, owner: usize) -> Option<String> {
        match of {
            Owner::Table => None,
            Owner::Seat | Owner::Party => Some(self.party_name(PartyId::from(owner))),
            Owner::Company => self.companies.get(owner).map(|c| c.id.clone()),
            Owner::Dummy => self.dummies.get(owner).map(|d| d.id.clone()),
            Owner::Place => self.map.places.get(owner).map(|p| p.id.clone()),
            Owner::Lane => self.map.lanes.get(owner).map(|l| l.id.clone()),
            Owner::Train => self.trains.get(owner).map(|t| format!("seat {}'s {}", t.seat.0 + 1, t.id)),
            Owner::SeatAnd(thing) => {
                let (seat, member) = self.of_pair(thing, owner);
                Some(format!("seat {} with {}", seat + 1, self.owner_name(thing.alone(), member)?))
            }
        }
    }

    /// Which of the owners a party means when it speaks of what each of them has: itself, its own train, or the first.
    #[inline(always)]
    pub fn own_index(&self, of: Owner, party: PartyId) -> usize {
        match of {
            Owner::Seat | Owner::Party => party.index(),
            Owner::Table => 0,
            Owner::Company => self.company_of(party).unwrap_or(0),
            Owner::Dummy => self.dummy_of(party).unwrap_or(0),
            Owner::Train => self.trains.iter().position(|t| PartyId::from(t.seat) == party).unwrap_or(0),
            Owner::Place | Owner::Lane => 0,
            Owner::SeatAnd(thing) => self.pair(thing, party.index(), 0),
        }
    }

    /// The same where something is in question besides: a place, lane or company, which is meant itself or by the seat's part in it.
    pub fn index_about(&self, of: Owner, party: PartyId, item: Item) -> usize {
        let member = of.thing().filter(|thing| item.thing() == Some(*thing)).and_then(|_| item.member());
        match (of, member) {
            (Owner::SeatAnd(thing), Some(member)) => self.pair(thing, party.index(), member),
            (_, Some(member)) => member,
            (_, None) => self.own_index(of, party),
        }
    }

    /// A zone as a party means it where something is in question.
    pub fn spot_about(&self, zone: ZoneId, party: PartyId, item: Item) -> Spot {
        Spot { zone, owner: narrow::<u16>(self.index_about(self.zone(zone).owner, party, item)) }
    }

    /// Which of a zone's owners a party means when it speaks of the zone: itself, or the table.
    #[inline(always)]
    pub fn spot(&self, zone: ZoneId, party: PartyId) -> Spot {
        let owner = match self.zone(zone).owner {
            Owner::Seat | Owner::Party => party.0.into(),
            Owner::Table => 0,
            other => narrow::<u16>(self.own_index(other, party)),
        };
        Spot { zone, owner }
    }

    /// What to call owners of whom nothing says which one is meant where a party acts: things of the game, one of several dummies, or one
    /// of several trains of a seat.
    pub fn unclear(&self, of: Owner) -> Option<&'static str> {
        match of {
            Owner::Dummy => (self.dummies.len() > 1).then_some("dummies"),
            Owner::Train => (self.trains.len() > self.seats as usize).then_some("trains"),
            Owner::Company | Owner::Place | Owner::Lane | Owner::SeatAnd(_) | Owner::Table | Owner::Seat | Owner::Party => {
                of.things()
            }
        }
    }

    /// A party by its name: a company's id, or `seat 2` or `2` for a seat.
    pub fn find_party(&self, name: &str) -> Option<PartyId> {
        if let Some(i) = self.companies.iter().position(|c| c.id == name) {
            return Some(PartyId::from(self.seats as usize + i));
        }
        let number: u8 = name.trim_start_matches("seat ").parse().ok()?;
        (1..=self.seats).contains(&number).then(|| PartyId(number - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_party_means_its_own_train_and_a_dummy_itself() {
        let train = |seat| Train { id: "train".into(), name: "train".into(), seat: SeatId(seat) };
        let dummy = |id: &str| Dummy { id: id.into(), name: id.into() };
        let parts = Components {
            seats: 2,
            trains: vec![train(0), train(1)],
            dummies: vec![dummy("third"), dummy("fourth")],
            ..Components::default()
        };
        assert_eq!(parts.own_index(Owner::Train, PartyId(1)), 1);
        assert_eq!(parts.own_index(Owner::Dummy, parts.dummy_party(1)), 1);
        assert_eq!(parts.owner_name(Owner::Dummy, 0).as_deref(), Some("third"));
        assert_eq!(parts.party_name(parts.dummy_party(1)), "fourth");
    }
}
