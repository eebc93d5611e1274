//! What a game's state consists of: the compiled nouns that a game file declares.

mod cards;
mod party;
mod seen;
mod set;
mod show;
mod term;
mod words;
mod zone;

pub use cards::{CardSet, FieldType, FieldValue, Kind, NO_PLACE};
pub use party::{Company, Dummy, Train};
pub use seen::Seen;
pub use set::{AT_END, BARRED, BEGUN, BUILT_IN_SETS, CHOSEN, CONNECTED, Members, NamedSet, OPEN, OWN};
pub use show::{Show, Shows, letters, shown};
pub use term::Term;
pub use words::Words;
pub use zone::{Aside, ByClass, Form, Spot, Sweep, Zone};

use crate::bits;
use crate::id::{CardSetId, CounterId, SetId, ZoneId};
use crate::map::Map;
use crate::narrow::narrow;

/// Who or what a zone, counter or set belongs to: there is one for each of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The table: just one.
    Table,
    /// Each seat.
    Seat,
    /// Each company.
    Company,
    /// Each party: seat, company or dummy.
    Party,
    /// Each dummy.
    Dummy,
    /// Each place of the map.
    Place,
    /// Each lane of the map.
    Lane,
    /// Each train.
    Train,
    /// Each seat with each of these things: the shares that a seat has of a company.
    SeatAnd(Thing),
}

/// Things of the game that seats have something with, one of each seat for each of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    /// Companies.
    Company,
    /// Places of the map.
    Place,
    /// Lanes of the map.
    Lane,
}

impl Thing {
    /// The owner that each of them is by itself.
    pub fn alone(self) -> Owner {
        match self {
            Thing::Company => Owner::Company,
            Thing::Place => Owner::Place,
            Thing::Lane => Owner::Lane,
        }
    }
}

impl Owner {
    /// What to call one of them.
    pub fn word(self) -> &'static str {
        match self {
            Owner::Table => "table",
            Owner::Seat => "seat",
            Owner::Company => "company",
            Owner::Party => "party",
            Owner::Dummy => "dummy",
            Owner::Place => "place",
            Owner::Lane => "lane",
            Owner::Train => "train",
            Owner::SeatAnd(Thing::Company) => "seat and company",
            Owner::SeatAnd(Thing::Place) => "seat and place",
            Owner::SeatAnd(Thing::Lane) => "seat and lane",
        }
    }

    /// The sort of thing that each of them is, or that a seat has it with.
    #[inline]
    pub fn thing(self) -> Option<Thing> {
        match self {
            Owner::Company => Some(Thing::Company),
            Owner::Place => Some(Thing::Place),
            Owner::Lane => Some(Thing::Lane),
            Owner::SeatAnd(thing) => Some(thing),
            Owner::Table | Owner::Seat | Owner::Party | Owner::Dummy | Owner::Train => None,
        }
    }

    /// What to call owners that are things of the game rather than parties to it: whoever acts is never one of them, so it has to be said
    /// which one is meant.
    pub fn things(self) -> Option<&'static str> {
        self.thing().map(|thing| match thing {
            Thing::Company => "companies",
            Thing::Place => "places",
            Thing::Lane => "lanes",
        })
    }
}

/// When a counter goes back to its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reset {
    /// Never.
    Never,
    /// At the start of each turn.
    Turn,
    /// At the start of each round.
    Round,
}

/// A number that each of its owners has.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Its id in the data.
    pub id: String,
    /// What people read.
    pub name: String,
    /// Whose it is.
    pub owner: Owner,
    /// What each owner starts with.
    pub start: Vec<i32>,
    /// The least it may become.
    pub min: Option<i32>,
    /// Who sees it.
    pub seen: Seen,
    /// When it goes back to its start.
    pub reset: Reset,
    /// The table's counter that what is added comes from and what is taken goes to: their sum never changes.
    pub bank: Option<CounterId>,
    /// Whether people are told of it; bookkeeping follows from what they see anyway.
    pub told: bool,
    pub(crate) offset: usize,
}

impl Counter {
    /// A public counter; `start` has one value for each owner.
    pub fn new(id: impl Into<String>, owner: Owner, start: Vec<i32>) -> Self {
        let id = id.into();
        Counter {
            name: as_words(&id),
            id,
            owner,
            start,
            min: None,
            seen: Seen::All,
            reset: Reset::Never,
            bank: None,
            told: true,
            offset: 0,
        }
    }
}

/// An id as people read it, where nothing has a name of its own: hyphens are the blanks of ids.
#[must_use]
pub fn as_words(id: &str) -> String {
    id.replace(['-', '_'], " ")
}

/// A function given by a list.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// Its id in the data.
    pub id: String,
    /// Its values for 0, 1, 2, …; the last holds for all above.
    pub values: Vec<i32>,
}

/// Everything a game's state consists of.
#[derive(Clone, Debug, Default)]
pub struct Components {
    /// How many seats there are.
    pub seats: u8,
    /// The board.
    pub map: Map,
    /// Tags of cards, places and companies; at most 64.
    pub tags: Vec<String>,
    /// Names turned into numbers.
    pub words: Words,
    /// The attributes that places have.
    pub place_attributes: Vec<(String, FieldType)>,
    /// The attributes that lanes have.
    pub lane_attributes: Vec<(String, FieldType)>,
    /// The attributes that companies have.
    pub company_attributes: Vec<(String, FieldType)>,
    /// The sets of cards.
    pub cards: Vec<CardSet>,
    /// The companies.
    pub companies: Vec<Company>,
    /// The dummies.
    pub dummies: Vec<Dummy>,
    /// The trains, those of one seat side by side.
    pub trains: Vec<Train>,
    /// The lists that attributes hold.
    pub lists: Vec<Vec<i32>>,
    /// Named expressions that stand for their text.
    pub terms: Vec<Term>,
    /// The zones.
    pub zones: Vec<Zone>,
    /// The counters.
    pub counters: Vec<Counter>,
    /// The named sets; the first are those of every game, from [`OPEN`] to [`AT_END`].
    pub sets: Vec<NamedSet>,
    /// Functions given by lists.
    pub lookups: Vec<Lookup>,
    /// How things are shown, where the author says so.
    pub shows: Shows,
    /// Options and whether each is on.
    pub options: Vec<(String, bool)>,
    /// Whether a company is connected to its home by its first piece.
    pub home_counts: bool,
}

impl Components {
    /// How many there are of an owner.
    pub fn owners(&self, owner: Owner) -> usize {
        match owner {
            Owner::Table => 1,
            Owner::Seat => self.seats as usize,
            Owner::Company => self.companies.len(),
            Owner::Party => self.parties(),
            Owner::Dummy => self.dummies.len(),
            Owner::Train => self.trains.len(),
            Owner::Place => self.map.places.len(),
            Owner::Lane => self.map.lanes.len(),
            Owner::SeatAnd(thing) => self.seats as usize * self.owners(thing.alone()),
        }
    }

    /// Which of the pairs of a seat and a thing that is of these two.
    #[inline]
    pub fn pair(&self, thing: Thing, seat: usize, member: usize) -> usize {
        seat * self.owners(thing.alone()) + member
    }

    /// The seat and the thing of a pair.
    pub fn of_pair(&self, thing: Thing, pair: usize) -> (usize, usize) {
        let things = self.owners(thing.alone()).max(1);
        (pair / things, pair % things)
    }

    /// Adds the built-in sets and gives every component its place in the state.
    pub fn lay_out(&mut self) {
        let builtin = |id: &str, members, owner| NamedSet::new(id, members, owner);
        let lanes = |id, owner| builtin(id, Members::Lanes, owner);
        let every_game: [NamedSet; BUILT_IN_SETS] = [
            lanes("open", Owner::Table),
            lanes("own", Owner::Party),
            lanes("barred", Owner::Party),
            lanes("chosen", Owner::Party),
            lanes("begun", Owner::Party),
            builtin("connected", Members::Places, Owner::Party),
            builtin("at-end", Members::Places, Owner::Party),
        ];
        self.sets.splice(0..0, every_game);
        let (mut bags, mut rows, mut piles, mut at) = (0, 0, 0, 0);
        for i in 0..self.zones.len() {
            let owners = self.owners(self.zones[i].owner);
            let kinds = self.cards.get(self.zones[i].cards.index()).map_or(0, |set| set.kinds.len());
            let zone = &mut self.zones[i];
            let (next, stride) = match zone.form {
                Form::Bag => (&mut bags, kinds),
                Form::Row(slots) => (&mut rows, slots as usize),
                Form::Pile => (&mut piles, 1),
            };
            (zone.offset, zone.stride) = (*next, stride);
            *next += stride * owners;
        }
        self.find_what_is_awaited();
        for counter in &mut self.counters {
            counter.offset = at;
            at += counter.start.len();
        }
        at = 0;
        for i in 0..self.sets.len() {
            let owners = self.owners(self.sets[i].owner);
            let words = bits::words(match self.sets[i].members {
                Members::Lanes => self.map.lanes.len(),
                Members::Places => self.map.places.len(),
            });
            (self.sets[i].offset, self.sets[i].words) = (at, words);
            at += words * owners;
        }
    }

    /// Finds the zones in which something follows when cards come there.
    fn find_what_is_awaited(&mut self) {
        self.zones.iter_mut().for_each(|zone| zone.counted_by.clear());
        for row in 0..self.zones.len() {
            let (Some(sweep), Some(pile)) = (self.zones[row].sweep, self.zones[row].refill) else { continue };
            let row = ZoneId::from(row);
            // While zones are being read, a filter of one may be asked before those further down are there.
            for counted in [row, pile, sweep.to] {
                if let Some(zone) = self.zones.get_mut(counted.index()) {
                    zone.counted_by.push(row);
                }
            }
        }
        for zone in &mut self.zones {
            zone.awaits = zone.renews.is_some() || !zone.counted_by.is_empty();
            zone.guarded = !zone.only.is_empty();
        }
    }

    /// A further named set; to be declared before [`Components::lay_out`].
    pub fn add_set(&mut self, id: impl Into<String>, members: Members, owner: Owner) {
        self.sets.push(NamedSet::new(id, members, owner));
    }

    /// The zone with that id.
    #[inline(always)]
    pub fn zone(&self, zone: ZoneId) -> &Zone {
        &self.zones[zone.index()]
    }

    /// The zone that another one deals with by itself (its pile, its bag), of the same owner: the table's, or that of whoever has the
    /// other. There is no third case, as [`Components::can_be_partner`] says.
    #[inline(always)]
    pub fn partner(&self, of: Spot, zone: ZoneId) -> Spot {
        let owner = if self.zone(zone).owner == Owner::Table { 0 } else { of.owner };
        Spot { zone, owner }
    }

    /// Whether each of a zone's owners knows which one of another zone is meant: its own, where both have owners of the same kind, or
    /// the only one there is.
    pub fn can_be_partner(&self, of: ZoneId, zone: ZoneId) -> bool {
        let owner = self.zone(zone).owner;
        owner == Owner::Table || owner == self.zone(of).owner
    }

    /// Those of a zone that have a spot for their partner: that of the same owner, or all that share the table's.
    #[inline]
    pub fn partners_of(&self, spot: Spot, zone: ZoneId) -> impl Iterator<Item = Spot> + use<> {
        let owner = self.zone(zone).owner;
        let owners = match owner == self.zone(spot.zone).owner {
            true => spot.owner..spot.owner + 1,
            false => 0..narrow::<u16>(self.owners(owner)),
        };
        owners.map(move |owner| Spot { zone, owner })
    }

    /// The set of cards whose cards lie in a zone.
    pub fn cards_in(&self, zone: ZoneId) -> &CardSet {
        &self.cards[self.zone(zone).cards.index()]
    }

    /// A zone by its id in the data.
    pub fn find_zone(&self, id: &str) -> Option<ZoneId> {
        self.zones.iter().position(|z| z.id == id).map(ZoneId::from)
    }

    /// A counter by its id in the data.
    pub fn find_counter(&self, id: &str) -> Option<CounterId> {
        self.counters.iter().position(|c| c.id == id).map(CounterId::from)
    }

    /// The counters that go back to their start by themselves, and when.
    pub fn resets(&self) -> Vec<(Reset, CounterId)> {
        let resets = self.counters.iter().enumerate().map(|(i, counter)| (counter.reset, CounterId::from(i)));
        resets.filter(|(reset, _)| *reset != Reset::Never).collect()
    }

    /// A named set by its id in the data.
    pub fn find_set(&self, id: &str) -> Option<SetId> {
        self.sets.iter().position(|s| s.id == id).map(SetId::from)
    }

    /// The kinds of a set that have a tag, as bits.
    pub fn kinds_tagged(&self, cards: CardSetId, tag: &str) -> [u64; 4] {
        let mut tagged = [0; 4];
        let Some(bit) = self.tags.iter().position(|t| t == tag) else { return tagged };
        let kinds = self.cards[cards.index()].kinds.iter().enumerate();
        kinds.filter(|(_, kind)| kind.tags >> bit & 1 == 1).for_each(|(i, _)| bits::put(&mut tagged, i));
        tagged
    }
}
