//! From the tree to the sets of cards: kinds written out, and kinds that come from the map or the companies.

use super::board::absent;
use super::schema::{CardsKeys, GameKeys, KindKeys, PerKeys};
use super::{Compiler, attribute_kinds, field_type};
use crate::limits::{CARDS_OF_A_KIND, KINDS};
use railwright_core::components::{CardSet, FieldType, FieldValue, Kind};
use railwright_core::expr::{Eval, Item, ItemType, Scratch};
use railwright_core::id::{PartyId, PlaceId};
use railwright_core::narrow::{narrow, saturated};
use railwright_core::state::State;
use railwright_core::{Components, expr::Formula};
use railwright_source::{Diagnostic, Node, Origin, Reader};

impl Compiler<'_> {
    pub(super) fn card_sets(&mut self, game: &Reader<GameKeys>) {
        for (id, origin, set) in game.get(GameKeys::CARDS) {
            let declared = set.get(CardsKeys::FIELDS).into_iter();
            let fields: Vec<(String, FieldType)> =
                declared.map(|(name, _, node)| (name.to_owned(), field_type(node.as_text().unwrap_or("number")))).collect();
            let optional: Vec<&str> = set.get(CardsKeys::OPTIONAL).iter().map(|(name, _)| *name).collect();
            for (name, at) in set.get(CardsKeys::OPTIONAL).into_iter().filter(|(name, _)| !fields.iter().any(|f| f.0 == *name)) {
                let problem = Diagnostic::error("unknown-name", format!("{} cards have no field `{name}`", id));
                self.report.push(problem.at(at, "not among `fields`"));
            }
            let extra = attribute_kinds(&fields);
            let (parts, state) = self.laid_out();
            let mut kinds = Vec::new();
            for (kind, _, node) in set.get(CardsKeys::KINDS) {
                let reader = Reader::<KindKeys>::with_extra(node, &extra, format!("cards.{id}.kinds.{kind}"), self.report);
                let values = fields.iter().map(|(name, field)| self.field_value(&reader, name, *field, &optional)).collect();
                let count = reader.node(KindKeys::COUNT).and_then(|node| self.formula_at_load(node, ItemType::Nothing));
                let count = count.map_or(0, |f| worth(&parts, &state, &f, Item::Nothing));
                kinds.push(Kind {
                    id: kind.to_owned(),
                    word: self.parts.words.intern(kind),
                    count: self.card_count(count, reader.origin(KindKeys::COUNT)),
                    tags: self.tags(reader.get(KindKeys::TAGS)),
                    fields: values,
                });
            }
            for (_, at, per) in set.get(CardsKeys::PER) {
                self.kinds_per(&per, at, &fields, &mut kinds);
            }
            self.check_kinds(id, origin, &mut kinds);
            self.known.add("set of cards", id);
            self.parts.cards.push(CardSet { id: id.to_owned(), fields, kinds });
        }
    }

    /// The components so far with their places in a state, for numbers that are known before the game begins.
    fn laid_out(&self) -> (Components, State) {
        let mut parts = self.parts.clone();
        parts.lay_out();
        let state = State::new(&parts);
        (parts, state)
    }

    fn card_count(&mut self, count: i64, at: Origin) -> u8 {
        if !(0..=CARDS_OF_A_KIND).contains(&count) {
            let problem = Diagnostic::error("out-of-range", format!("there can be 0 to {CARDS_OF_A_KIND} cards of a kind"));
            self.report.push(problem.at(at, format!("this is {count}")));
        }
        saturated::<u8>(count.clamp(0, CARDS_OF_A_KIND))
    }

    /// One kind for each place or company that a filter holds for.
    fn kinds_per(&mut self, per: &Reader<PerKeys>, at: Origin, fields: &[(String, FieldType)], kinds: &mut Vec<Kind>) {
        let places = per.get(PerKeys::EACH) == Some("place");
        let item = if places { ItemType::Place } else { ItemType::Company };
        let wanted = if places { FieldType::Place } else { FieldType::Word };
        let field = per.get(PerKeys::FIELD).unwrap_or_default();
        let Some(slot) = fields.iter().position(|(name, of)| name == field && *of == wanted) else {
            let wanted = if places { "place" } else { "word" };
            let problem = Diagnostic::error("unknown-name", format!("{}: no field `{field}` of type `{wanted}`", per.path()));
            let problem = problem.at(per.origin(PerKeys::FIELD), "not among `fields`");
            self.report.push(problem.help(format!("declare it: fields = {{ {field} = \"{wanted}\" }}")));
            return;
        };
        let mut formula = |key| per.node(key).and_then(|node| self.formula_at_load(node, item));
        let (Some(filter), Some(count)) = (formula(PerKeys::WHERE), formula(PerKeys::COUNT)) else { return };
        let tags = self.tags(per.get(PerKeys::TAGS));
        let pattern = per.get(PerKeys::ID).unwrap_or("*");
        if !pattern.contains('*') {
            let problem = Diagnostic::error("wrong-word", format!("{}: `id` needs a `*` for the place or company", per.path()));
            self.report.push(problem.at(per.origin(PerKeys::ID), "all kinds would be called the same"));
        }
        let (parts, state) = self.laid_out();
        let found = kinds.len();
        for i in 0..if places { parts.map.places.len() } else { parts.companies.len() } {
            let (item, id, value) = match places {
                true => (Item::Place(PlaceId::from(i)), &parts.map.places[i].id, narrow::<i32>(i)),
                false => (Item::Company(i), &parts.companies[i].id, i32::from(parts.companies[i].word.0)),
            };
            if worth(&parts, &state, &filter, item) == 0 {
                continue;
            }
            let count = self.card_count(worth(&parts, &state, &count, item), per.origin(PerKeys::COUNT));
            let mut values: Vec<FieldValue> = fields.iter().map(|(_, of)| nothing(*of)).collect();
            values[slot] = FieldValue::One(value);
            let id = pattern.replace('*', id);
            kinds.push(Kind { word: self.parts.words.intern(&id), id, count, tags, fields: values });
        }
        if kinds.len() == found {
            let problem = Diagnostic::warning("no-cards", format!("{} makes no kind of card", per.path()));
            self.report.push(problem.at(at, "its filter holds for nothing").help("mend `where`, or take the entry out"));
        }
    }

    fn check_kinds(&mut self, id: &str, origin: Origin, kinds: &mut Vec<Kind>) {
        if kinds.len() > KINDS {
            let problem = Diagnostic::error("too-many-kinds", format!("a set of cards can have {KINDS} kinds"));
            let problem = problem.at(origin, format!("this one has {}", kinds.len()));
            self.report.push(problem.help("put them into several sets"));
            kinds.truncate(KINDS);
        }
        if kinds.is_empty() {
            let problem = Diagnostic::error("missing-key", format!("there are no {id} cards"));
            self.report.push(problem.at(origin, "neither `kinds` nor `per` makes any"));
        }
        for (i, kind) in kinds.iter().enumerate() {
            if kinds[..i].iter().any(|k| k.id == kind.id) {
                let problem = Diagnostic::error("same-name", format!("two kinds of {id} card are called `{}`", kind.id));
                self.report
                    .push(problem.at(origin, "in this set").help("give those of `per` another `id`, such as \"branch-*\""));
            }
        }
    }

    fn field_value(&mut self, reader: &Reader<KindKeys>, name: &str, field: FieldType, optional: &[&str]) -> FieldValue {
        let Some(node) = reader.extra(name) else {
            if !optional.contains(&name) {
                let problem = Diagnostic::error("missing-key", format!("{} has no `{name}`", reader.path()));
                let help = format!("write it, or say `optional = [\"{name}\"]` in the set of cards");
                self.report.push(problem.at(reader.here(), "this kind of card lacks a declared field").help(help));
            }
            return nothing(field);
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
                        pays.push((at, saturated::<i32>(entry.node.as_int().unwrap_or(0))));
                    }
                }
                FieldValue::Pays(pays)
            }
            _ => FieldValue::One(self.field_number(node, field)),
        }
    }
}

/// What a formula is worth before the game begins.
fn worth(parts: &Components, state: &State, formula: &Formula, item: Item) -> i64 {
    Eval::new(parts, state, PartyId(0), &mut Scratch::default()).about(item).value(&formula.expr)
}

/// What a field holds that a kind leaves out.
fn nothing(field: FieldType) -> FieldValue {
    match field {
        FieldType::Places => FieldValue::Places(Vec::new()),
        FieldType::Pays => FieldValue::Pays(Vec::new()),
        _ => FieldValue::One(absent(field)),
    }
}
