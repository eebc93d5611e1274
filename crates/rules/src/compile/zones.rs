//! From the tree to the zones in which cards lie.

use super::Compiler;
use railwright_core::bits;
use railwright_core::components::{Aside, CardSet, Form, OPEN, Owner, Seen, Sweep, Zone};
use railwright_core::expr::{Eval, Formula, Item, ItemType, Scratch};
use railwright_core::id::{CardSetId, KindId, PartyId, ZoneId};
use railwright_core::state::State;
use railwright_source::{Diagnostic, Reader};
use std::borrow::Cow;

impl Compiler<'_> {
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
                ("aside", "pile", form == Form::Pile),
                ("columns", "row", matches!(form, Form::Row(_))),
                ("on-empty", "pile", form == Form::Pile),
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
            let Some(cards) = cards.map(CardSetId::from) else {
                self.parts.zones.push(Zone::new(*id, CardSetId(0), form, Owner::Table, Seen::Nobody));
                continue;
            };
            let owner = self.owner(reader, "of");
            let mut zone = Zone::new(*id, cards, form, owner, self.seen(reader, "seen-by"));
            zone.size_seen = self.seen(reader, "size-seen-by");
            if reader.has("fill") {
                zone.fill = match reader.word("fill") {
                    Some(_) => (0..self.parts.cards[cards.index()].kinds.len()).map(KindId::from).collect(),
                    None => self.kinds_where(reader, "fill", cards),
                };
            }
            if reader.has("only") {
                zone.only = self.kinds_where(reader, "only", cards);
            }
            zone.aside = reader.table("aside").and_then(|aside| {
                let mut kinds = [0; 4];
                self.kinds_where(&aside, "where", cards).iter().for_each(|kind| bits::put(&mut kinds, kind.index()));
                aside.check_names(&self.known, self.report);
                let last = aside.int("last").map(|n| n as u8);
                Some(Aside { kinds, to: named(aside.name("to"))?, last, told: None })
            });
            zone.columns = reader.int("columns").unwrap_or(1) as u8;
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
            for (key, target, wanted) in [
                ("renew", zone.renew, "bag"),
                ("refill", zone.refill, "pile"),
                ("sweep", zone.sweep.map(|s| s.to), "bag"),
                ("aside", zone.aside.map(|a| a.to), "bag"),
            ] {
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
            if !zone.fill.is_empty() && zone.owner != Owner::Table {
                let problem =
                    Diagnostic::error("wrong-fill", format!("zone `{id}` of each seat cannot hold all cards at the start"));
                self.report.push(problem.at(reader.origin("fill"), "only a zone of the table can"));
            }
            if matches!(zone.form, Form::Row(_)) && !zone.fill.is_empty() {
                let problem = Diagnostic::error("wrong-fill", format!("row `{id}` cannot hold all cards at the start"));
                self.report.push(problem.at(*origin, "use a pile"));
            }
        }
        for (i, set) in self.parts.cards.iter().enumerate().filter(|(_, set)| !set.id.is_empty()) {
            let zones: Vec<&Zone> = self.parts.zones.iter().filter(|z| z.cards.index() == i).collect();
            let starts = |kind: usize| zones.iter().filter(|z| z.fill.contains(&KindId::from(kind))).count();
            let Some(wrong) = (0..set.kinds.len()).find(|&kind| starts(kind) != 1) else { continue };
            let what = if zones.iter().all(|z| z.fill.is_empty()) { "cards" } else { set.kinds[wrong].id.as_str() };
            let mut problem = Diagnostic::error("wrong-fill", format!("the {} {what} start in {} zones", set.id, starts(wrong)))
                .help("exactly one zone has `fill` for them: \"shuffled\" for all of a set, or a filter");
            if let Some((_, origin, _)) = tables.iter().find(|t| zones.iter().any(|z| z.id == t.0)) {
                problem = problem.at(*origin, "one of the zones that hold them");
            }
            self.report.push(problem);
        }
    }

    /// The kinds of a set that the filter under a key holds for.
    pub(crate) fn kinds_where(&mut self, reader: &Reader, key: &str, cards: CardSetId) -> Vec<KindId> {
        let filter = self.formula(reader, key, ItemType::Card(cards));
        filter.map_or_else(Vec::new, |filter| self.kinds_for(&filter, cards))
    }

    /// The kinds of a set that a filter holds for.
    pub(crate) fn kinds_for(&mut self, filter: &Formula, cards: CardSetId) -> Vec<KindId> {
        let mut parts = Cow::Borrowed(&self.parts);
        if parts.find_set("open") != Some(OPEN) {
            parts.to_mut().lay_out();
        }
        let state = State::new(&parts);
        let mut scratch = Scratch::default();
        let mut holds =
            |kind: &KindId| Eval::new(&parts, &state, PartyId(0), &mut scratch).about(Item::Card(cards, *kind)).holds(filter);
        (0..parts.cards[cards.index()].kinds.len()).map(KindId::from).filter(|kind| holds(kind)).collect()
    }
}
