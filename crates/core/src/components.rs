//! What a game's state consists of: the compiled nouns that a game file declares.

use crate::bits;
use crate::id::{CardSetId, CounterId, KindId, PartyId, PlaceId, SeatId, SeatSet, SetId, WordId, ZoneId};
use crate::map::Map;

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
}

/// Who may see what lies in a zone, or a counter's value: a set of seats, found for each owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// Everybody.
    All,
    /// The seat it belongs to.
    Owner,
    /// All seats but the one it belongs to.
    Others,
    /// The seat after the one it belongs to.
    Left,
    /// The seat before the one it belongs to.
    Right,
    /// These seats, whosever it is.
    Seats(SeatSet),
    /// Nobody.
    Nobody,
}

/// The value of one field of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldValue {
    /// A number, an interned word or a place, told apart by the field's type.
    One(i32),
    /// Several places.
    Places(Vec<PlaceId>),
    /// What each of several places pays.
    Pays(Vec<(PlaceId, i32)>),
}

/// A place that a card's field or an attribute leaves out.
pub const NO_PLACE: i32 = -1;

/// What a field of a card can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldType {
    /// A whole number.
    Number,
    /// A name that is compared, not counted.
    Word,
    /// A place of the map.
    Place,
    /// A list of places.
    Places,
    /// A table of places and numbers.
    Pays,
    /// A list of numbers; the value is its number among the lists.
    Numbers,
    /// A list of words; the value is its number among the lists.
    Words,
}

/// One kind of card: cards of a kind are alike.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its id in the data and in notation.
    pub id: String,
    /// The same as a word that attributes and fields can be compared with.
    pub word: WordId,
    /// How many of them there are.
    pub count: u8,
    /// Bit `i` is set when it has tag `i` of the game's tags.
    pub tags: u64,
    /// The values of the set's fields, in their order.
    pub fields: Vec<FieldValue>,
}

/// A set of cards, shuffled and dealt as one.
#[derive(Clone, Debug)]
pub struct CardSet {
    /// Its id in the data.
    pub id: String,
    /// The fields its cards have.
    pub fields: Vec<(String, FieldType)>,
    /// The kinds of card.
    pub kinds: Vec<Kind>,
}

impl CardSet {
    /// A kind by its id.
    pub fn find(&self, id: &str) -> Option<KindId> {
        self.kinds.iter().position(|k| k.id == id).map(KindId::from)
    }

    /// How many cards the whole set has.
    pub fn total(&self) -> usize {
        self.kinds.iter().map(|k| k.count as usize).sum()
    }
}

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
    /// Whose it is.
    pub seat: SeatId,
}

/// How the cards of a zone lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A count for each kind.
    Bag,
    /// That many slots, some of which may be empty.
    Row(u8),
    /// A stack of which only the top is taken.
    Pile,
}

/// When a row is swept away and laid out anew.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    /// The kinds that cause it, as bits.
    pub kinds: u64,
    /// How many of them it takes.
    pub from: u8,
    /// Where the swept cards go.
    pub to: ZoneId,
    /// No sweep while row, pile and `to` hold fewer other cards than this.
    pub spare: u16,
    /// After so many sweeps in a row the row stays as it is.
    pub at_most: Option<u32>,
}

/// Cards that are shown and laid aside when they turn up in a pile.
#[derive(Clone, Copy, Debug)]
pub struct Aside {
    /// The kinds, as bits.
    pub kinds: [u64; 4],
    /// Where they go.
    pub to: ZoneId,
    /// With so many of them there nothing takes the place of the last: the draw is over.
    pub last: Option<u8>,
    /// The number of the watch that is told of each of them.
    pub told: Option<u8>,
}

/// A place where cards lie.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its id in the data.
    pub id: String,
    /// The set whose cards lie here.
    pub cards: CardSetId,
    /// How they lie.
    pub form: Form,
    /// Whose it is.
    pub owner: Owner,
    /// Who sees the cards.
    pub seen: Seen,
    /// Who sees how many there are.
    pub size_seen: Seen,
    /// The kinds of the set all of whose cards start here.
    pub fill: Vec<KindId>,
    /// Which kinds of the set may lie here; empty when all may.
    pub only: Vec<KindId>,
    /// A pile: kinds that are laid in another zone when they turn up, the next card taking their place.
    pub aside: Option<Aside>,
    /// A pile: the bag that becomes it when it runs out.
    pub renew: Option<ZoneId>,
    /// A bag: the pile that it becomes.
    pub renews: Option<ZoneId>,
    /// A row: the pile that fills its gaps at once.
    pub refill: Option<ZoneId>,
    /// A row: when it is swept.
    pub sweep: Option<Sweep>,
    /// A row: how many slots lie side by side; those after them lie in the next row of a table.
    pub columns: u8,
    /// A pile: the number of the watch that is told when its last card leaves it.
    pub on_empty: Option<u8>,
    pub(crate) offset: usize,
    pub(crate) stride: usize,
}

impl Zone {
    /// A zone with nothing special about it.
    pub fn new(id: impl Into<String>, cards: CardSetId, form: Form, owner: Owner, seen: Seen) -> Self {
        Zone {
            id: id.into(),
            cards,
            form,
            owner,
            seen,
            size_seen: Seen::All,
            fill: Vec::new(),
            only: Vec::new(),
            aside: None,
            renew: None,
            renews: None,
            refill: None,
            sweep: None,
            columns: 1,
            on_empty: None,
            offset: 0,
            stride: 0,
        }
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
        Counter {
            id: id.into(),
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

/// What a named set consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Members {
    /// Lanes.
    Lanes,
    /// Places.
    Places,
}

/// A named set of lanes or places.
#[derive(Clone, Debug)]
pub struct NamedSet {
    /// Its id in the data.
    pub id: String,
    /// What it consists of.
    pub members: Members,
    /// Whose it is.
    pub owner: Owner,
    pub(crate) offset: usize,
    pub(crate) words: usize,
}

/// The lanes that are still to be had.
pub const OPEN: SetId = SetId(0);
/// The lanes each party owns whole.
pub const OWN: SetId = SetId(1);
/// The lanes closed to one party alone.
pub const BARRED: SetId = SetId(2);

/// The lanes each party has chosen in an action that is not complete yet.
pub const CHOSEN: SetId = SetId(3);
/// The lanes on which each party has begun to lay track and not finished.
pub const BEGUN: SetId = SetId(4);
/// The places each party is connected to: a whole lane of it ends there, or it counts as home.
pub const CONNECTED: SetId = SetId(5);
/// The places in which an open end of each party stands.
pub const AT_END: SetId = SetId(6);
/// How many sets there are in every game.
pub const BUILT_IN_SETS: usize = 7;

/// A function given by a list.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// Its id in the data.
    pub id: String,
    /// Its values for 0, 1, 2, …; the last holds for all above.
    pub values: Vec<i32>,
}

/// Names of the data turned into numbers.
#[derive(Clone, Debug, Default)]
pub struct Words(Vec<String>);

impl Words {
    /// The number of a word, given to it now if it is new.
    pub fn intern(&mut self, word: &str) -> WordId {
        self.find(word).unwrap_or_else(|| {
            self.0.push(word.to_owned());
            WordId::from(self.0.len() - 1)
        })
    }

    /// The number of a word that occurs in the data.
    pub fn find(&self, word: &str) -> Option<WordId> {
        self.0.iter().position(|w| w == word).map(WordId::from)
    }

    /// The word of a number.
    pub fn text(&self, word: WordId) -> &str {
        self.0.get(word.index()).map_or("?", |w| w)
    }

    /// All words.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// Where cards lie: a zone and which of its owners is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    /// The zone.
    pub zone: ZoneId,
    /// Which one of it.
    pub owner: u16,
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
    pub terms: Vec<(String, String)>,
    /// The zones.
    pub zones: Vec<Zone>,
    /// The counters.
    pub counters: Vec<Counter>,
    /// The named sets; the first are those of every game, from [`OPEN`] to [`AT_END`].
    pub sets: Vec<NamedSet>,
    /// Functions given by lists.
    pub lookups: Vec<Lookup>,
    /// Options and whether each is on.
    pub options: Vec<(String, bool)>,
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
        }
    }

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

    /// What a party is called.
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
        }
    }

    /// Adds the built-in sets and gives every component its place in the state.
    pub fn lay_out(&mut self) {
        let builtin = |id: &str, members, owner| NamedSet { id: id.into(), members, owner, offset: 0, words: 0 };
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

    /// A further named set; to be declared before [`Components::lay_out`].
    pub fn add_set(&mut self, id: impl Into<String>, members: Members, owner: Owner) {
        self.sets.push(NamedSet { id: id.into(), members, owner, offset: 0, words: 0 });
    }

    /// The zone with that id.
    #[inline(always)]
    pub fn zone(&self, zone: ZoneId) -> &Zone {
        &self.zones[zone.index()]
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

    /// A named set by its id in the data.
    pub fn find_set(&self, id: &str) -> Option<SetId> {
        self.sets.iter().position(|s| s.id == id).map(SetId::from)
    }

    /// A party by its name: a company's id, or `seat 2` or `2` for a seat.
    pub fn find_party(&self, name: &str) -> Option<PartyId> {
        if let Some(i) = self.companies.iter().position(|c| c.id == name) {
            return Some(PartyId::from(self.seats as usize + i));
        }
        let number: u8 = name.trim_start_matches("seat ").parse().ok()?;
        (1..=self.seats).contains(&number).then(|| PartyId(number - 1))
    }

    /// The kinds of a set that have a tag, as bits.
    pub fn kinds_tagged(&self, cards: CardSetId, tag: &str) -> u64 {
        let Some(bit) = self.tags.iter().position(|t| t == tag) else { return 0 };
        let kinds = self.cards[cards.index()].kinds.iter().enumerate();
        kinds.filter(|(i, k)| *i < 64 && k.tags >> bit & 1 == 1).fold(0, |all, (i, _)| all | 1 << i)
    }

    /// Which seats see the cards in a zone of that owner.
    pub fn seen_by(&self, spot: Spot) -> SeatSet {
        self.seats_that_see(self.zone(spot.zone).seen, self.zone(spot.zone).owner, spot.owner.into())
    }

    /// Which seats see how many cards lie in a zone of that owner.
    pub fn size_seen_by(&self, spot: Spot) -> SeatSet {
        let zone = self.zone(spot.zone);
        let all = self.seats_that_see(zone.size_seen, zone.owner, spot.owner.into());
        SeatSet(all.0 | self.seen_by(spot).0)
    }

    /// Which seats see a counter of that owner.
    pub fn counter_seen_by(&self, counter: CounterId, owner: usize) -> SeatSet {
        let c = &self.counters[counter.index()];
        self.seats_that_see(c.seen, c.owner, owner)
    }

    fn seats_that_see(&self, seen: Seen, of: Owner, owner: usize) -> SeatSet {
        let all = SeatSet::all(self.seats);
        let whose = match of {
            Owner::Seat | Owner::Party if owner < self.seats as usize => Some(owner as u8),
            Owner::Train => self.trains.get(owner).map(|t| t.seat.0),
            _ => None,
        };
        let at = |seat: u8| SeatSet::only(SeatId(seat % self.seats));
        match (seen, whose) {
            (Seen::All, _) => all,
            (Seen::Seats(those), _) => SeatSet(those.0 & all.0),
            (Seen::Nobody, _) | (Seen::Owner | Seen::Left | Seen::Right, None) => SeatSet::NONE,
            (Seen::Owner, Some(seat)) => at(seat),
            (Seen::Others, None) => all,
            (Seen::Others, Some(seat)) => all.without(SeatId(seat)),
            (Seen::Left, Some(seat)) => at(seat + 1),
            (Seen::Right, Some(seat)) => at(seat + self.seats - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which of four seats see what belongs to the second.
    fn seen(seen: Seen) -> Vec<u8> {
        let parts = Components { seats: 4, ..Components::default() };
        parts.seats_that_see(seen, Owner::Seat, 1).iter().map(|seat| seat.0).collect()
    }

    #[test]
    fn visibility_is_a_set_of_seats() {
        assert_eq!(seen(Seen::All), [0, 1, 2, 3]);
        assert_eq!(seen(Seen::Owner), [1]);
        assert_eq!(seen(Seen::Others), [0, 2, 3]);
        assert_eq!(seen(Seen::Left), [2]);
        assert_eq!(seen(Seen::Right), [0]);
        assert_eq!(seen(Seen::Seats(SeatSet(0b1001))), [0, 3]);
        assert!(seen(Seen::Nobody).is_empty());
    }

    #[test]
    fn a_party_means_its_own_train_and_a_dummy_itself() {
        let train = |seat| Train { id: "train".into(), seat: SeatId(seat) };
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
