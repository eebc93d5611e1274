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
    /// Each seat and each company.
    Party,
    /// Each place of the map.
    Place,
    /// Each lane of the map.
    Lane,
}

/// Who may see what lies in a zone, or a counter's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// Everybody.
    All,
    /// The seat it belongs to.
    Owner,
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
}

/// One kind of card: cards of a kind are alike.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its id in the data and in notation.
    pub id: String,
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
    /// All cards of the set start here.
    pub fill: bool,
    /// A pile: the bag that becomes it when it runs out.
    pub renew: Option<ZoneId>,
    /// A bag: the pile that it becomes.
    pub renews: Option<ZoneId>,
    /// A row: the pile that fills its gaps at once.
    pub refill: Option<ZoneId>,
    /// A row: when it is swept.
    pub sweep: Option<Sweep>,
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
            fill: false,
            renew: None,
            renews: None,
            refill: None,
            sweep: None,
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
    pub(crate) offset: usize,
}

impl Counter {
    /// A public counter; `start` has one value for each owner.
    pub fn new(id: impl Into<String>, owner: Owner, start: Vec<i32>) -> Self {
        Counter { id: id.into(), owner, start, min: None, seen: Seen::All, reset: Reset::Never, offset: 0 }
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
    pub owner: u8,
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
    /// The zones.
    pub zones: Vec<Zone>,
    /// The counters.
    pub counters: Vec<Counter>,
    /// The named sets; the first four are [`OPEN`], [`OWN`], [`BARRED`] and [`CHOSEN`].
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
            Owner::Place => self.map.places.len(),
            Owner::Lane => self.map.lanes.len(),
        }
    }

    /// How many parties there are.
    pub fn parties(&self) -> usize {
        self.seats as usize + self.companies.len()
    }

    /// The company of a party, if it is one.
    pub fn company_of(&self, party: PartyId) -> Option<usize> {
        party.index().checked_sub(self.seats as usize)
    }

    /// What a party is called.
    pub fn party_name(&self, party: PartyId) -> String {
        match self.company_of(party) {
            None => format!("seat {}", party.0 + 1),
            Some(i) => self.companies.get(i).map_or_else(|| "nobody".to_owned(), |c| c.id.clone()),
        }
    }

    /// Adds the built-in sets and gives every component its place in the state.
    pub fn lay_out(&mut self) {
        let builtin = |id: &str, owner| NamedSet { id: id.into(), members: Members::Lanes, owner, offset: 0, words: 0 };
        self.sets.splice(
            0..0,
            [
                builtin("open", Owner::Table),
                builtin("own", Owner::Party),
                builtin("barred", Owner::Party),
                builtin("chosen", Owner::Party),
            ],
        );
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
        self.seats_that_see(self.zone(spot.zone).seen, self.zone(spot.zone).owner, spot.owner)
    }

    /// Which seats see how many cards lie in a zone of that owner.
    pub fn size_seen_by(&self, spot: Spot) -> SeatSet {
        let zone = self.zone(spot.zone);
        let all = self.seats_that_see(zone.size_seen, zone.owner, spot.owner);
        SeatSet(all.0 | self.seen_by(spot).0)
    }

    /// Which seats see a counter of that owner.
    pub fn counter_seen_by(&self, counter: CounterId, owner: usize) -> SeatSet {
        let c = &self.counters[counter.index()];
        self.seats_that_see(c.seen, c.owner, owner as u8)
    }

    fn seats_that_see(&self, seen: Seen, of: Owner, owner: u8) -> SeatSet {
        match seen {
            Seen::All => SeatSet::all(self.seats),
            Seen::Owner if matches!(of, Owner::Seat | Owner::Party) && owner < self.seats => SeatSet::only(SeatId(owner)),
            Seen::Owner | Seen::Nobody => SeatSet::NONE,
        }
    }
}
