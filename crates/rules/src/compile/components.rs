//! From the tree to what the state consists of: attributes, companies, dummies, trains, counters, sets.

use super::schema::{ATTRIBUTES, AttributesKeys, CompanyKeys, CounterKeys, DummyKeys, GameKeys, MapKeys, SetKeys, TrainKeys};
use super::{Compiler, attribute_kinds, field_type};
use crate::limits::{NUMBER, kept};
use railwright_core::components::*;
use railwright_core::expr::{Eval, Item, ItemType, Scratch};
use railwright_core::id::{MAX_SEATS, PartyId, SeatId, SeatSet, SetId, ZoneId};
use railwright_core::narrow::saturated;
use railwright_core::state::State;
use railwright_source::kinds::{IntList, Map, Names, OneOf, Word, Words};
use railwright_source::{Diagnostic, Either, Includes, Key, KeyType, Keys, Reader, Reference};

impl Compiler<'_> {
    pub(super) fn declared_attributes(&mut self, game: &Reader<GameKeys>) {
        let Some(declared) = game.get(MapKeys::ATTRIBUTES) else { return };
        debug_assert_eq!(ATTRIBUTES.keys.len(), 3);
        let list = |key: Key<AttributesKeys, Map>| -> Vec<(String, FieldType)> {
            let entries = declared.get(key).into_iter();
            entries.map(|(name, _, node)| (name.to_owned(), field_type(node.as_text().unwrap_or("number")))).collect()
        };
        self.parts.place_attributes = list(AttributesKeys::PLACE);
        self.parts.lane_attributes = list(AttributesKeys::LANE);
        self.parts.company_attributes = list(AttributesKeys::COMPANY);
        // The number 0 is no word, so that an absent word equals none.
        self.parts.words.intern("");
    }

    pub(super) fn companies(&mut self, game: &Reader<GameKeys>) {
        let extra = attribute_kinds(&self.parts.company_attributes);
        for (id, _, node) in game.get(GameKeys::COMPANIES) {
            let reader = Reader::<CompanyKeys>::with_extra(node, &extra, format!("companies.{id}"), self.report);
            reader.check_names(&self.known, self.report);
            let company = Company {
                id: id.to_owned(),
                word: self.parts.words.intern(id),
                name: reader.get(CompanyKeys::NAME).unwrap_or(id).to_owned(),
                color: reader.get(CompanyKeys::COLOR).unwrap_or("grey").to_owned(),
                tags: self.tags(reader.get(CompanyKeys::TAGS)),
                home: reader.get(CompanyKeys::HOME).and_then(|(name, _)| self.parts.map.find_place(name)),
                attributes: self.attributes(|name| reader.extra(name), &self.parts.company_attributes.clone()),
            };
            self.parts.companies.push(company);
        }
        self.known.add_all("company", self.parts.companies.iter().map(|c| c.id.as_str()));
    }

    pub(super) fn dummies(&mut self, game: &Reader<GameKeys>) {
        for (id, _, reader) in game.get(GameKeys::DUMMIES) {
            let name = reader.get(DummyKeys::NAME).unwrap_or(id).to_owned();
            self.parts.dummies.push(Dummy { id: id.to_owned(), name });
        }
        for seat in 0..self.parts.seats {
            for (id, _, reader) in game.get(GameKeys::TRAINS) {
                let name = reader.get(TrainKeys::NAME).map_or_else(|| as_words(id), str::to_owned);
                self.parts.trains.push(Train { id: id.to_owned(), name, seat: SeatId(seat) });
            }
        }
    }

    pub(super) fn sets(&mut self, game: &Reader<GameKeys>) {
        self.known.add("set", "connected");
        for (id, _, set) in game.get(GameKeys::SETS) {
            let members = if set.get(SetKeys::HOLDS) == Some("place") { Members::Places } else { Members::Lanes };
            let owner = self.owner(&set, SetKeys::OF);
            self.parts.add_set(id, members, owner);
            if let (Some(name), Some(last)) = (set.get(SetKeys::NAME), self.parts.sets.last_mut()) {
                last.name = name.to_owned();
            }
            self.known.add("set", id);
        }
    }

    pub(super) fn lookups(&mut self, game: &Reader<GameKeys>) {
        for (id, _, node) in game.get(GameKeys::TABLES) {
            let mut values = Vec::new();
            for value in node.as_list().unwrap_or_default() {
                let number = value.as_int().unwrap_or(0);
                if !(-NUMBER..=NUMBER).contains(&number) {
                    let problem =
                        Diagnostic::error("out-of-range", format!("table `{id}` holds numbers from -{NUMBER} to {NUMBER}"));
                    self.report.push(problem.at(value.origin, "this one is beyond that"));
                }
                values.push(kept(number));
            }
            self.parts.lookups.push(Lookup { id: id.to_owned(), values });
        }
    }

    pub(super) fn counters(&mut self, game: &Reader<GameKeys>) {
        let tables = game.get(GameKeys::COUNTERS);
        for (id, _, reader) in &tables {
            let owner = self.owner_or_pair(reader, CounterKeys::OF);
            let mut counter = Counter::new(*id, owner, self.starts(reader, owner));
            if let Some(name) = reader.get(CounterKeys::NAME) {
                counter.name = name.to_owned();
            }
            counter.min = reader.get(CounterKeys::MIN).map(saturated::<i32>);
            if let (Some(min), Some(least)) = (counter.min, counter.start.iter().min())
                && *least < min
            {
                let message = format!("{}: it starts with {least}, and {min} is the least it may be", reader.path());
                let key = if reader.has(CounterKeys::START) { CounterKeys::START.any() } else { CounterKeys::MIN.any() };
                let problem = Diagnostic::error("out-of-range", message).at(reader.origin(key), "it starts below its `min`");
                self.report.push(problem.help("give it a `start` that is not below `min`"));
            }
            counter.seen = self.seen(reader, CounterKeys::SEEN_BY);
            counter.told = reader.get(CounterKeys::TOLD).unwrap_or(true);
            counter.reset = match reader.get(CounterKeys::RESET) {
                Some("turn") => Reset::Turn,
                Some("round") => Reset::Round,
                _ => Reset::Never,
            };
            self.known.add("counter", *id);
            self.parts.counters.push(counter);
        }
        for (i, (_, _, reader)) in tables.iter().enumerate() {
            let Some((name, origin)) = reader.get(CounterKeys::BANK) else { continue };
            let bank = self.parts.find_counter(name);
            if bank.is_some_and(|b| self.parts.counters[b.index()].owner != Owner::Table || b.index() == i) {
                let problem = Diagnostic::error("wrong-owner", format!("{}: `{name}` is no bank", reader.path()));
                self.report.push(problem.at(origin, "another counter, of the table, should stand here"));
            }
            self.parts.counters[i].bank = bank;
        }
    }

    /// What each owner of a counter starts with.
    fn starts(&mut self, reader: &Reader<CounterKeys>, owner: Owner) -> Vec<i32> {
        let formula = reader.node(CounterKeys::START).and_then(|node| {
            let item = owner.thing().map_or(ItemType::Nothing, ItemType::from);
            match owner {
                // Each seat may start with something else.
                Owner::Seat | Owner::SeatAnd(_) => self.formula_of_each(node, item),
                _ => self.formula_at_load(node, item),
            }
        });
        let parts = &self.parts;
        let state = State::new(parts);
        let mut scratch = Scratch::default();
        let start = |i: usize| {
            let (seat, item) = match owner {
                Owner::SeatAnd(thing) => {
                    let (seat, member) = parts.of_pair(thing, i);
                    (seat, Item::of_thing(thing, member))
                }
                Owner::Seat => (i, Item::Nothing),
                _ => (0, owner.thing().map_or(Item::Nothing, |thing| Item::of_thing(thing, i))),
            };
            let mut eval = Eval::new(parts, &state, PartyId::from(seat), &mut scratch).about(item);
            formula.as_ref().map_or(0, |f| saturated::<i32>(eval.value(&f.expr)))
        };
        (0..parts.owners(owner)).map(start).collect()
    }

    /// Whose something is: one owner, or each seat with each of some things.
    pub(super) fn owner_or_pair<S: Keys>(&mut self, reader: &Reader<S>, key: Key<S, Words>) -> Owner {
        let words: Vec<&str> = reader.get(key).into_iter().map(|(word, _)| word).collect();
        let pair = match words[..] {
            [one] => return self.one_owner(reader, key, Some(one)),
            ["seat", thing @ ("company" | "place" | "lane")] => self.one_owner(reader, key, Some(thing)).thing(),
            _ => {
                let problem = Diagnostic::error("wrong-owner", format!("{}: nothing belongs to these", reader.path()));
                let help =
                    "a pair is a seat with a thing: [\"seat\", \"company\"], [\"seat\", \"place\"] or [\"seat\", \"lane\"]";
                self.report.push(problem.at(reader.origin(key), "no pair that there is").help(help));
                None
            }
        };
        pair.map_or(Owner::Table, Owner::SeatAnd)
    }

    /// Whose something is; of whom there is nobody in the game, nothing can be.
    pub(super) fn owner<S: Keys>(&mut self, reader: &Reader<S>, key: Key<S, Word>) -> Owner {
        self.one_owner(reader, key, reader.get(key))
    }

    fn one_owner<S: Keys, T: KeyType>(&mut self, reader: &Reader<S>, key: Key<S, T>, word: Option<&str>) -> Owner {
        let (owner, where_from) = match word {
            Some("seat") => return Owner::Seat,
            Some("place") => return Owner::Place,
            Some("lane") => return Owner::Lane,
            Some("company") => (Owner::Company, "companies"),
            Some("dummy") => (Owner::Dummy, "dummies"),
            Some("train") => (Owner::Train, "trains"),
            _ => return Owner::Table,
        };
        if self.parts.owners(owner) > 0 {
            return owner;
        }
        let problem = Diagnostic::error("wrong-owner", format!("{}: this game has no {where_from}", reader.path()));
        let help = format!("declare some in `{where_from}`, or say whose it is instead");
        self.report.push(problem.at(reader.origin(key), "nobody can have it").help(help));
        Owner::Table
    }

    /// Who sees something: a word, or a list of seats.
    pub(super) fn seen<S: Keys>(&mut self, reader: &Reader<S>, key: Key<S, OneOf<Word, IntList>>) -> Seen {
        let list = match reader.get(key) {
            Some(Either::First("all")) => return Seen::All,
            Some(Either::First("owner")) => return Seen::Owner,
            Some(Either::First("others")) => return Seen::Others,
            Some(Either::First("left")) => return Seen::Left,
            Some(Either::First("right")) => return Seen::Right,
            Some(Either::First(_)) => return Seen::Nobody,
            Some(Either::Second(list)) => list,
            None => Vec::new(),
        };
        let mut seats = SeatSet::NONE;
        for seat in list {
            if (1..=MAX_SEATS as i64).contains(&seat) {
                seats.0 |= 1 << (seat - 1);
            } else {
                let problem = Diagnostic::error("out-of-range", format!("{}: there is no seat {seat}", reader.path()));
                self.report.push(problem.at(reader.origin(key), format!("seats are counted from 1 to {MAX_SEATS}")));
            }
        }
        Seen::Seats(seats)
    }

    /// Reports zones and sets that an action or a step names and of which nothing says whose is meant. Some kinds of them go through
    /// places, lanes or companies, and say themselves which zones of these they take.
    pub(crate) fn need_holders<S: Keys>(&mut self, reader: &Reader<S>, kind: &str) {
        let goes_through = matches!(kind, "deal" | "move" | "take" | "put" | "carry");
        for reference in reader.references() {
            let owner = match reference.family {
                "zone" => {
                    let owner = self.parts.find_zone(reference.name).map(|zone| self.parts.zone(zone).owner);
                    owner.filter(|owner| !goes_through || owner.thing().is_none())
                }
                "set" => self.parts.find_set(reference.name).map(|set| self.parts.sets[set.index()].owner),
                _ => None,
            };
            if let Some(owner) = owner {
                self.need_holder(reader, reference, owner);
            }
        }
    }

    /// Reports something of which nothing says whose is meant.
    pub(crate) fn need_holder<S: Keys>(&mut self, reader: &Reader<S>, reference: Reference, owner: Owner) {
        let Reference { family, name, origin } = reference;
        let Some(of) = self.parts.unclear(owner) else { return };
        let problem = Diagnostic::error("wrong-owner", format!("{}: {family} `{name}` belongs to {of}", reader.path()));
        let help = match family {
            "counter" => format!("scripts say whose {family} they mean; or let the table have one for each of the {of}"),
            _ => format!("scripts say whose {family} they mean; data counts what {of} have in counters"),
        };
        self.report.push(problem.at(origin, "nothing says which one is meant").help(help));
    }

    /// Reports a zone that another one is to deal with where nothing says whose is meant; the key is the one that names it.
    pub(crate) fn need_partner<S: Keys, T: KeyType>(&mut self, reader: &Reader<S>, key: Key<S, T>, of: ZoneId, zone: ZoneId) {
        if self.parts.can_be_partner(of, zone) {
            return;
        }
        let [a, b] = [of, zone].map(|zone| self.parts.zone(zone));
        let message =
            format!("{}: `{}` belongs to the {} and `{}` to the {}", reader.path(), a.id, a.owner.word(), b.id, b.owner.word());
        let label = format!("it would have to be known which {}'s `{}` is meant", b.owner.word(), b.id);
        let help = format!("name a zone of the table, or give both the same `of`: then each {} has its own", b.owner.word());
        self.report.push(Diagnostic::error("wrong-owner", message).at(reader.origin(key), label).help(help));
    }

    /// Reports named sets under a key that consist of something else.
    pub(crate) fn need_members<S: Keys>(&mut self, reader: &Reader<S>, key: Key<S, Names>, wanted: Members) {
        for (name, origin) in reader.get(key) {
            if self.parts.find_set(name).is_some_and(|set| self.parts.sets[set.index()].members != wanted) {
                let [is, should] = match wanted {
                    Members::Lanes => ["places", "lanes"],
                    Members::Places => ["lanes", "places"],
                };
                let problem = Diagnostic::error("wrong-set", format!("{}: `{name}` is a set of {is}", reader.path()));
                self.report.push(problem.at(origin, format!("a set of {should} should stand here")));
            }
        }
    }

    /// Reports track that can be taken away where actions count places to `connected`: nothing would say what is connected still.
    pub(crate) fn check_lifting(&mut self) {
        if let (Some(lifts), Some(roots)) = (self.lifts, self.roots) {
            let message = "track can be taken away here, and places are counted to `connected` besides";
            let problem = Diagnostic::error("lifts-connected", message).at(lifts, "this takes track away");
            let help = "what is connected then could not be told: mark such places in a set of your own, and ask for both";
            self.report.push(problem.at(roots, "this counts a place to `connected`").help(help));
        }
    }

    /// The named sets under a key.
    pub(crate) fn named_sets<S: Includes<K>, K: Keys>(&self, reader: &Reader<S>, key: Key<K, Names>) -> Vec<SetId> {
        reader.get(key).iter().filter_map(|(name, _)| self.parts.find_set(name)).collect()
    }
}
