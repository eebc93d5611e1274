//! From the tree to what the state consists of: cards, companies, counters, sets, zones.

use super::schema::{ATTRIBUTES, COMPANY, KIND};
use super::{Compiler, attribute_kinds, field_type};
use railwright_core::components::*;
use railwright_core::expr::{Eval, Item, ItemType, Scratch};
use railwright_core::id::{CardSetId, PartyId, PlaceId, SetId, ZoneId};
use railwright_core::state::State;
use railwright_source::{Diagnostic, Node, Reader};

const MOST_KINDS: usize = 250;
const LARGEST: i64 = 1_000_000;

impl Compiler<'_> {
    pub(super) fn declared_attributes(&mut self, game: &Reader) {
        let Some(declared) = game.table("attributes") else { return };
        debug_assert_eq!(ATTRIBUTES.keys.len(), 3);
        let list = |key: &str| -> Vec<(String, FieldType)> {
            let entries = declared.map(key).into_iter();
            entries.map(|(name, _, node)| (name.to_owned(), field_type(node.as_text().unwrap_or("number")))).collect()
        };
        self.parts.place_attributes = list("place");
        self.parts.lane_attributes = list("lane");
        self.parts.company_attributes = list("company");
        // The number 0 is no word, so that an absent word equals none.
        self.parts.words.intern("");
    }

    pub(super) fn card_sets(&mut self, game: &Reader) {
        for (id, origin, set) in game.tables("cards") {
            let fields: Vec<(String, FieldType)> = set
                .map("fields")
                .into_iter()
                .map(|(name, _, node)| (name.to_owned(), field_type(node.as_text().unwrap_or("number"))))
                .collect();
            let extra = attribute_kinds(&fields);
            let mut kinds = Vec::new();
            for (kind, _, node) in set.map("kinds") {
                let reader = Reader::with_extra(node, &KIND, &extra, format!("cards.{id}.kinds.{kind}"), self.report);
                let values = fields.iter().map(|(name, field)| self.field_value(&reader, name, *field)).collect();
                kinds.push(Kind {
                    id: kind.to_owned(),
                    count: reader.int("count").unwrap_or(1) as u8,
                    tags: self.tags(&reader),
                    fields: values,
                });
            }
            if kinds.len() > MOST_KINDS {
                let problem = Diagnostic::error("too-many-kinds", format!("a set of cards can have {MOST_KINDS} kinds"));
                self.report.push(problem.at(origin, format!("this one has {}", kinds.len())));
                kinds.truncate(MOST_KINDS);
            }
            self.known.add("cards", id);
            self.parts.cards.push(CardSet { id: id.to_owned(), fields, kinds });
        }
    }

    fn field_value(&mut self, reader: &Reader, name: &str, field: FieldType) -> FieldValue {
        let Some(node) = reader.extra(name) else {
            let problem = Diagnostic::error("missing-key", format!("{} has no `{name}`", reader.path()));
            self.report.push(problem.at(reader.here(), "this kind of card lacks a declared field"));
            return FieldValue::One(0);
        };
        let place = |compiler: &mut Self, node: &Node, name: &str| -> Option<PlaceId> {
            compiler.known.check("place", name, node.origin, compiler.report);
            compiler.parts.map.find_place(name)
        };
        match field {
            FieldType::Places => {
                let list = node.as_list().unwrap_or_default();
                FieldValue::Places(list.iter().filter_map(|n| place(self, n, n.as_text()?)).collect())
            }
            FieldType::Pays => {
                let mut pays = Vec::new();
                for entry in node.as_table().into_iter().flat_map(|t| t.iter()) {
                    if let Some(at) = place(self, &entry.node, &entry.key) {
                        pays.push((at, entry.node.as_int().unwrap_or(0) as i32));
                    }
                }
                FieldValue::Pays(pays)
            }
            _ => FieldValue::One(self.field_number(node, field)),
        }
    }

    pub(super) fn companies(&mut self, game: &Reader) {
        let extra = attribute_kinds(&self.parts.company_attributes);
        for (id, _, node) in game.map("companies") {
            let reader = Reader::with_extra(node, &COMPANY, &extra, format!("companies.{id}"), self.report);
            reader.check_names(&self.known, self.report);
            let company = Company {
                id: id.to_owned(),
                name: reader.text("name").unwrap_or(id).to_owned(),
                color: reader.text("color").unwrap_or("grey").to_owned(),
                tags: self.tags(&reader),
                home: reader.name("home").and_then(|(name, _)| self.parts.map.find_place(name)),
                attributes: self.attributes(&reader, &self.parts.company_attributes.clone(), None),
            };
            self.parts.companies.push(company);
        }
        self.known.add_all("company", self.parts.companies.iter().map(|c| c.id.as_str()));
    }

    pub(super) fn sets(&mut self, game: &Reader) {
        for (id, _, set) in game.tables("sets") {
            let members = if set.word("of") == Some("places") { Members::Places } else { Members::Lanes };
            let owner = if set.word("owner") == Some("seat") { Owner::Seat } else { Owner::Table };
            self.parts.add_set(id, members, owner);
            self.known.add("set", id);
        }
    }

    pub(super) fn lookups(&mut self, game: &Reader) {
        for (id, _, node) in game.map("tables") {
            let mut values = Vec::new();
            for value in node.as_list().unwrap_or_default() {
                let number = value.as_int().unwrap_or(0);
                if !(-LARGEST..=LARGEST).contains(&number) {
                    let problem =
                        Diagnostic::error("out-of-range", format!("table `{id}` holds numbers from -{LARGEST} to {LARGEST}"));
                    self.report.push(problem.at(value.origin, "this one is beyond that"));
                }
                values.push(number.clamp(-LARGEST, LARGEST) as i32);
            }
            self.parts.lookups.push(Lookup { id: id.to_owned(), values });
        }
    }

    pub(super) fn zones(&mut self, game: &Reader) {
        let tables = game.tables("zones");
        self.known.add_all("zone", tables.iter().map(|t| t.0));
        // Zones without any cards are an error that is reported; until then they hold something that is nothing.
        if self.parts.cards.is_empty() && !tables.is_empty() {
            self.parts.cards.push(CardSet { id: String::new(), fields: Vec::new(), kinds: Vec::new() });
        }
        let named =
            |name: Option<(&str, _)>| name.and_then(|(name, _)| tables.iter().position(|t| t.0 == name)).map(ZoneId::from);
        for (id, origin, reader) in &tables {
            reader.check_names(&self.known, self.report);
            let cards = reader.name("holds").and_then(|(name, _)| self.parts.cards.iter().position(|c| c.id == name));
            let form = match reader.word("form") {
                Some("row") => Form::Row(reader.int("slots").unwrap_or(1) as u8),
                Some("pile") => Form::Pile,
                _ => Form::Bag,
            };
            for (key, wanted, is) in [
                ("slots", "row", matches!(form, Form::Row(_))),
                ("refill", "row", matches!(form, Form::Row(_))),
                ("sweep", "row", matches!(form, Form::Row(_))),
                ("renew", "pile", form == Form::Pile),
            ] {
                if reader.has(key) && !is {
                    let problem = Diagnostic::error("wrong-form", format!("zone `{id}`: only a {wanted} has `{key}`"));
                    self.report.push(problem.at(reader.origin(key), format!("this zone is no {wanted}")));
                }
            }
            if reader.word("form") == Some("row") && !reader.has("slots") {
                let problem = Diagnostic::error("missing-key", format!("row `{id}` does not say how many slots it has"));
                self.report.push(problem.at(*origin, "`slots` is missing"));
            }
            let owner = if reader.word("of") == Some("seat") { Owner::Seat } else { Owner::Table };
            let mut zone = Zone::new(*id, CardSetId::from(cards.unwrap_or(0)), form, owner, seen(reader.word("seen-by")));
            zone.size_seen = seen(reader.word("size-seen-by"));
            zone.fill = reader.has("fill");
            zone.renew = named(reader.name("renew"));
            zone.refill = named(reader.name("refill"));
            if let Some(sweep) = reader.table("sweep") {
                let tag = sweep.text("tag").unwrap_or_default();
                self.need_tag(tag, sweep.origin("tag"));
                zone.sweep = named(sweep.name("to")).map(|to| Sweep {
                    kinds: self.parts.kinds_tagged(zone.cards, tag),
                    from: sweep.int("from").unwrap_or(1) as u8,
                    to,
                    spare: sweep.int("spare").unwrap_or(0) as u16,
                    at_most: sweep.int("at-most").map(|n| n as u32),
                });
            }
            self.parts.zones.push(zone);
        }
        self.link_zones(&tables);
    }

    /// What a zone says of another must fit that other: form, owner, cards.
    fn link_zones(&mut self, tables: &[(&str, railwright_source::Origin, Reader)]) {
        for (i, (id, origin, reader)) in tables.iter().enumerate() {
            let zone = self.parts.zones[i].clone();
            for (key, target, wanted) in
                [("renew", zone.renew, "bag"), ("refill", zone.refill, "pile"), ("sweep", zone.sweep.map(|s| s.to), "bag")]
            {
                let Some(target) = target else { continue };
                let other = &self.parts.zones[target.index()];
                let fits = if wanted == "bag" { other.form == Form::Bag } else { other.form == Form::Pile };
                if !fits || other.cards != zone.cards || other.owner != Owner::Table {
                    let problem = Diagnostic::error(
                        "wrong-form",
                        format!("zone `{id}`: `{key}` wants a {wanted} of the table with the same cards"),
                    );
                    self.report.push(problem.at(reader.origin(key), format!("`{}` is none", other.id)));
                } else if key == "renew" {
                    self.parts.zones[target.index()].renews = Some(ZoneId::from(i));
                }
            }
            if zone.fill && zone.owner != Owner::Table {
                let problem =
                    Diagnostic::error("wrong-fill", format!("zone `{id}` of each seat cannot hold all cards at the start"));
                self.report.push(problem.at(reader.origin("fill"), "only a zone of the table can"));
            }
            if matches!(zone.form, Form::Row(_)) && zone.fill {
                let problem = Diagnostic::error("wrong-fill", format!("row `{id}` cannot hold all cards at the start"));
                self.report.push(problem.at(*origin, "use a pile"));
            }
        }
        for (i, set) in self.parts.cards.iter().enumerate().filter(|(_, set)| !set.id.is_empty()) {
            let filled = self.parts.zones.iter().filter(|z| z.fill && z.cards.index() == i).count();
            if filled != 1 {
                let place =
                    tables.iter().find(|t| self.parts.find_zone(t.0).is_some_and(|z| self.parts.zone(z).cards.index() == i));
                let mut problem = Diagnostic::error("wrong-fill", format!("the {} cards start in {filled} zones", set.id))
                    .help("exactly one zone that holds them has fill = \"shuffled\"");
                if let Some((_, origin, _)) = place {
                    problem = problem.at(*origin, "one of the zones that hold them");
                }
                self.report.push(problem);
            }
        }
    }

    pub(super) fn counters(&mut self, game: &Reader) {
        let tables = game.tables("counters");
        let owners = |word: Option<&str>| match word {
            Some("seat") => (Owner::Seat, ItemType::Nothing),
            Some("company") => (Owner::Company, ItemType::Company),
            Some("place") => (Owner::Place, ItemType::Place),
            Some("lane") => (Owner::Lane, ItemType::Lane),
            _ => (Owner::Table, ItemType::Nothing),
        };
        for (id, _, reader) in &tables {
            let (owner, item) = owners(reader.word("of"));
            let formula = self.formula(reader, "start", item);
            let count = self.parts.owners(owner);
            let parts = self.parts.clone();
            let state = State::new(&parts);
            let mut scratch = Scratch::default();
            let mut start = |i: usize| {
                let item = match owner {
                    Owner::Company => Item::Company(i),
                    Owner::Place => Item::Place(PlaceId::from(i)),
                    Owner::Lane => Item::Lane(i.into()),
                    _ => Item::Nothing,
                };
                let party = PartyId(if owner == Owner::Seat { i as u8 } else { 0 });
                formula.as_ref().map_or(0, |f| Eval::new(&parts, &state, party, &mut scratch).about(item).value(&f.expr) as i32)
            };
            let mut counter = Counter::new(*id, owner, (0..count).map(&mut start).collect());
            counter.min = reader.int("min").map(|m| m as i32);
            counter.seen = seen(reader.word("seen-by"));
            counter.reset = match reader.word("reset") {
                Some("turn") => Reset::Turn,
                Some("round") => Reset::Round,
                _ => Reset::Never,
            };
            self.known.add("counter", *id);
            self.parts.counters.push(counter);
        }
    }

    pub(crate) fn named_sets(&self, reader: &Reader, key: &str) -> Vec<SetId> {
        reader.names(key).iter().filter_map(|(name, _)| self.parts.find_set(name)).collect()
    }
}

fn seen(word: Option<&str>) -> Seen {
    match word {
        Some("all") => Seen::All,
        Some("owner") => Seen::Owner,
        _ => Seen::Nobody,
    }
}
