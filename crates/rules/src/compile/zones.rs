//! From the tree to the zones in which cards lie.

use super::Compiler;
use super::schema::{AsideKeys, GameKeys, SweepKeys, ZoneKeys};
use railwright_core::bits;
use railwright_core::components::{Aside, CardSet, Form, OPEN, Owner, Seen, Sweep, Zone};
use railwright_core::expr::{Eval, Item, ItemType, Scratch};
use railwright_core::id::{CardSetId, KindId, PartyId, ZoneId};
use railwright_core::narrow::saturated;
use railwright_core::state::State;
use railwright_source::kinds::Expr;
use railwright_source::{Diagnostic, Either, Key, Keys, Node, Origin, Reader};
use std::borrow::Cow;

impl Compiler<'_> {
    pub(super) fn zones(&mut self, game: &Reader<GameKeys>) {
        let tables = game.get(GameKeys::ZONES);
        self.known.add_all("zone", tables.iter().map(|t| t.0));
        // Zones without any cards are an error that is reported; until then they hold something that is nothing.
        if self.parts.cards.is_empty() && !tables.is_empty() {
            self.parts.cards.push(CardSet { id: String::new(), fields: Vec::new(), kinds: Vec::new() });
        }
        let named =
            |name: Option<(&str, _)>| name.and_then(|(name, _)| tables.iter().position(|t| t.0 == name)).map(ZoneId::from);
        for (id, origin, reader) in &tables {
            reader.check_names(&self.known, self.report);
            let cards = reader.get(ZoneKeys::HOLDS).and_then(|(name, _)| self.parts.cards.iter().position(|c| c.id == name));
            let form = match reader.get(ZoneKeys::FORM) {
                Some("row") => Form::Row(saturated::<u8>(reader.get(ZoneKeys::SLOTS).unwrap_or(1))),
                Some("pile") => Form::Pile,
                _ => Form::Bag,
            };
            for (key, wanted, is) in [
                (ZoneKeys::SLOTS.any(), "row", matches!(form, Form::Row(_))),
                (ZoneKeys::REFILL.any(), "row", matches!(form, Form::Row(_))),
                (ZoneKeys::SWEEP.any(), "row", matches!(form, Form::Row(_))),
                (ZoneKeys::RENEW.any(), "pile", form == Form::Pile),
                (ZoneKeys::ASIDE.any(), "pile", form == Form::Pile),
                (ZoneKeys::COLUMNS.any(), "row", matches!(form, Form::Row(_))),
                (ZoneKeys::ON_EMPTY.any(), "pile", form == Form::Pile),
            ] {
                if reader.has(key) && !is {
                    let problem = Diagnostic::error("wrong-form", format!("zone `{id}`: only a {wanted} has `{key}`"));
                    let problem = problem.at(reader.origin(key), format!("this zone is no {wanted}"));
                    self.report.push(problem.help(format!("take `{key}` out, or let the zone be a {wanted}")));
                }
            }
            if matches!(form, Form::Row(_)) && !reader.has(ZoneKeys::SLOTS) {
                let problem = Diagnostic::error("missing-key", format!("row `{id}` does not say how many slots it has"));
                self.report.push(problem.at(*origin, "`slots` is missing"));
            }
            let Some(cards) = cards.map(CardSetId::from) else {
                self.parts.zones.push(Zone::new(*id, CardSetId(0), form, Owner::Table, Seen::Nobody));
                continue;
            };
            let owner = self.owner_or_pair(reader, ZoneKeys::OF);
            let mut zone = Zone::new(*id, cards, form, owner, self.seen(reader, ZoneKeys::SEEN_BY));
            zone.name = reader.get(ZoneKeys::NAME).map_or(zone.name, str::to_owned);
            zone.size_seen = self.seen(reader, ZoneKeys::SIZE_SEEN_BY);
            if reader.has(ZoneKeys::FILL) {
                zone.fill = match reader.get(ZoneKeys::FILL) {
                    Some(Either::First(_)) => (0..self.parts.cards[cards.index()].kinds.len()).map(KindId::from).collect(),
                    _ => self.kinds_filtered(reader.node(ZoneKeys::FILL), cards),
                };
            }
            if reader.has(ZoneKeys::ONLY) {
                zone.only = self.kinds_where(reader, ZoneKeys::ONLY, cards);
                self.check_only(reader, &zone);
            }
            zone.aside = reader.get(ZoneKeys::ASIDE).and_then(|aside| {
                let mut kinds = [0; 4];
                self.kinds_where(&aside, AsideKeys::WHERE, cards).iter().for_each(|kind| bits::put(&mut kinds, kind.index()));
                aside.check_names(&self.known, self.report);
                let last = aside.get(AsideKeys::LAST).map(saturated::<u8>);
                Some(Aside { kinds, to: named(aside.get(AsideKeys::TO))?, last, told: None })
            });
            zone.columns = saturated::<u8>(reader.get(ZoneKeys::COLUMNS).unwrap_or(1));
            zone.renew = named(reader.get(ZoneKeys::RENEW));
            zone.refill = named(reader.get(ZoneKeys::REFILL));
            if let Some(sweep) = reader.get(ZoneKeys::SWEEP) {
                let mut kinds = [0; 4];
                self.kinds_where(&sweep, SweepKeys::WHERE, cards).iter().for_each(|kind| bits::put(&mut kinds, kind.index()));
                zone.sweep = named(sweep.get(SweepKeys::TO)).map(|to| Sweep {
                    kinds,
                    from: saturated::<u8>(sweep.get(SweepKeys::COUNT).unwrap_or(1)),
                    to,
                    spare: saturated::<u16>(sweep.get(SweepKeys::SPARE).unwrap_or(0)),
                    at_most: sweep.get(SweepKeys::MAX).map(saturated::<u32>),
                });
            }
            self.parts.zones.push(zone);
        }
        self.link_zones(game, &tables);
    }

    /// What a zone says of another must fit that other: form, owner, cards.
    fn link_zones(&mut self, game: &Reader<GameKeys>, tables: &[(&str, Origin, Reader<ZoneKeys>)]) {
        for (i, (id, origin, reader)) in tables.iter().enumerate() {
            let zone = self.parts.zones[i].clone();
            for (key, target, wanted) in [
                (ZoneKeys::RENEW.any(), zone.renew, "bag"),
                (ZoneKeys::REFILL.any(), zone.refill, "pile"),
                (ZoneKeys::SWEEP.any(), zone.sweep.map(|s| s.to), "bag"),
                (ZoneKeys::ASIDE.any(), zone.aside.map(|a| a.to), "bag"),
            ] {
                let Some(target) = target else { continue };
                let other = &self.parts.zones[target.index()];
                let fits = if wanted == "bag" { other.form == Form::Bag } else { other.form == Form::Pile };
                if !fits || other.cards != zone.cards {
                    let problem =
                        Diagnostic::error("wrong-form", format!("zone `{id}`: `{key}` wants a {wanted} with the same cards"));
                    self.report.push(problem.at(reader.origin(key), format!("`{}` is none", other.id)));
                    continue;
                }
                self.need_partner(reader, key, ZoneId::from(i), target);
                if key.name() == ZoneKeys::RENEW.name() {
                    self.renewed_by(reader, target, ZoneId::from(i));
                }
            }
            if !zone.fill.is_empty() && zone.owner != Owner::Table {
                let problem =
                    Diagnostic::error("wrong-fill", format!("zone `{id}` of each seat cannot hold all cards at the start"));
                self.report.push(problem.at(reader.origin(ZoneKeys::FILL), "only a zone of the table can"));
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
            } else if let Some((_, origin, _)) = game.get(GameKeys::CARDS).into_iter().find(|(id, ..)| *id == set.id) {
                problem = problem.at(origin, "no zone holds them");
            }
            self.report.push(problem);
        }
    }

    /// Notes which pile a bag becomes: one, for what is discarded has to go to that which is empty.
    fn renewed_by(&mut self, reader: &Reader<ZoneKeys>, bag: ZoneId, pile: ZoneId) {
        if let Some(first) = self.parts.zones[bag.index()].renews.replace(pile) {
            let [bag, first] = [bag, first].map(|zone| &self.parts.zone(zone).id);
            let problem = Diagnostic::error("wrong-form", format!("{}: `{bag}` renews `{first}` already", reader.path()));
            let label = "nothing says which pile discards go to when both are empty";
            self.report.push(problem.at(reader.origin(ZoneKeys::RENEW), label).help("give each pile a bag of its own"));
        }
    }

    /// Reports a zone in which no card may lie, or in which cards start that may not.
    fn check_only(&mut self, reader: &Reader<ZoneKeys>, zone: &Zone) {
        if !self.report.is_ok() {
            return;
        }
        let stray = zone.fill.iter().find(|kind| !zone.only.contains(kind));
        let problem = match stray.map(|kind| self.parts.cards[zone.cards.index()].kinds[kind.index()].id.clone()) {
            Some(card) => {
                let message = format!("{}: `fill` puts {card} there, and `only` keeps it out", reader.path());
                Diagnostic::error("wrong-only", message).at(reader.origin(ZoneKeys::ONLY), "these and no others may lie here")
            }
            None if zone.only.is_empty() => {
                let message = format!("{}: no card fits `only`", reader.path());
                Diagnostic::error("wrong-only", message).at(reader.origin(ZoneKeys::ONLY), "nothing could ever lie here")
            }
            None => return,
        };
        self.report.push(problem.help("`only` is about cards of the set, as `where` is: let it hold for all that may lie here"));
    }

    /// The kinds of a set that the filter under a key holds for.
    pub(crate) fn kinds_where<S: Keys>(&mut self, reader: &Reader<S>, key: Key<S, Expr>, cards: CardSetId) -> Vec<KindId> {
        self.kinds_filtered(reader.node(key), cards)
    }

    fn kinds_filtered(&mut self, filter: Option<&Node>, cards: CardSetId) -> Vec<KindId> {
        filter.and_then(|filter| self.kinds_for(filter, cards)).unwrap_or_default()
    }

    /// The kinds of a set that a filter holds for, which never change.
    pub(crate) fn kinds_for(&mut self, filter: &Node, cards: CardSetId) -> Option<Vec<KindId>> {
        let filter = self.formula_at_load(filter, ItemType::Card(cards))?;
        let mut parts = Cow::Borrowed(&self.parts);
        if parts.find_set("open") != Some(OPEN) {
            parts.to_mut().lay_out();
        }
        let state = State::new(&parts);
        let mut scratch = Scratch::default();
        let mut holds =
            |kind: &KindId| Eval::new(&parts, &state, PartyId(0), &mut scratch).about(Item::Card(cards, *kind)).holds(&filter);
        Some((0..parts.cards[cards.index()].kinds.len()).map(KindId::from).filter(|kind| holds(kind)).collect())
    }
}
