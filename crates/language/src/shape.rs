//! What may stand at a path of a file: the tables and keys of the schemas, those that a game declares itself, and free names.

use crate::context::Context;
use crate::families;
use crate::sort::Sort;
use railwright::rules::compile::schema::{COMPANY, FILE, GAME, KIND, LANE, LIKENESS, LINE, MAP, OVERLAY, PART, PLACE};
use railwright::rules::library::Shelf;
use railwright::rules::module::HEADER;
use railwright::rules::{flow, mechanics};
use railwright::scenario::SCHEMA as SCENARIO;
use railwright::source::{KeyDecl, Kind, Need, Node, Schema};

/// What a table may hold, or what a value may be; several of them where there is a choice.
#[derive(Clone)]
pub(crate) enum Shape {
    /// A table with the keys of a schema.
    Schema(&'static Schema),
    /// A table with some keys of a schema.
    Some(&'static Schema, &'static [&'static str]),
    /// A table with keys that a game, a part or a module declares.
    Declared(Vec<Key>),
    /// A table with free names.
    Entries(Entries),
    /// A list.
    Items(Kind),
    /// A value.
    Value(Kind),
}

/// What the entries of a table with free names are.
#[derive(Clone)]
pub(crate) enum Entries {
    /// Each what a schema says.
    Of(Kind),
    Actions,
    Steps,
    Places,
    Lines,
    Lanes,
    Companies,
    /// The kinds of a set of cards.
    Kinds(String),
    Templates,
    Overlays,
    Uses,
    Scripts,
}

/// A key that a table may have.
#[derive(Clone)]
pub(crate) struct Key {
    pub name: String,
    /// What it takes, in words.
    pub takes: String,
    /// What it means.
    pub text: String,
    /// What holds when it is left out, in words; nothing if it must be there.
    pub default: Option<String>,
    pub kind: Kind,
    /// What the table is called.
    pub of: String,
}

impl Key {
    fn of_schema(key: &KeyDecl, schema: &Schema) -> Self {
        let default = (key.need != Need::Required).then(|| key.need.describe());
        Key {
            name: key.name.to_owned(),
            takes: key.kind.describe(),
            text: key.doc.to_owned(),
            default,
            kind: key.kind,
            of: schema.name.to_owned(),
        }
    }
}

/// A file as far as it says what may stand in it.
pub(crate) struct Reading<'a> {
    pub sort: Sort,
    /// The file itself.
    pub own: &'a Node,
    /// The game that it belongs to.
    pub context: Option<&'a Context>,
}

/// What of a game may stand in a map.
const OF_MAPS: &[&str] = &["name", "cards", "companies", "sets", "tables", "allow"];

impl Reading<'_> {
    fn root(&self) -> Vec<Shape> {
        match self.sort {
            Sort::Game => vec![Shape::Schema(&GAME), Shape::Schema(&FILE)],
            Sort::Map => vec![Shape::Schema(&MAP), Shape::Some(&GAME, OF_MAPS)],
            Sort::Part => {
                vec![Shape::Schema(&PART), Shape::Schema(&GAME), Shape::Some(&FILE, &["remove", "templates", "overlays"])]
            }
            Sort::Scenario => vec![Shape::Schema(&SCENARIO)],
            Sort::Module => vec![Shape::Schema(&HEADER)],
        }
    }

    /// What may stand at a path.
    pub(crate) fn at(&self, path: &[String]) -> Vec<Shape> {
        (1..=path.len()).fold(self.root(), |shapes, depth| self.step(&shapes, &path[..depth]))
    }

    /// What may stand at a path, given what its table may be.
    pub(crate) fn step(&self, table: &[Shape], path: &[String]) -> Vec<Shape> {
        let mut shapes: Vec<Shape> = table.iter().flat_map(|shape| self.child(shape, path, path.len() - 1)).collect();
        let is_entry = families::plain(path).len() == 2 && !matches!(self.sort, Sort::Scenario | Sort::Module);
        if is_entry && shapes.iter().any(|shape| matches!(shape, Shape::Schema(_))) {
            shapes.push(Shape::Schema(&LIKENESS));
        }
        shapes
    }

    /// The keys that the table at a path may have.
    pub(crate) fn keys(&self, path: &[String]) -> Vec<Key> {
        let mut keys: Vec<Key> = self.at(path).iter().flat_map(keys_of).collect();
        if self.sort == Sort::Map && path.is_empty() {
            keys.retain(|key| key.name != "map-name");
        }
        let mut seen = Vec::new();
        keys.retain(|key| {
            !seen.contains(&key.name) && {
                seen.push(key.name.clone());
                true
            }
        });
        keys
    }

    /// The key that a path ends with.
    pub(crate) fn key(&self, path: &[String]) -> Option<Key> {
        let (last, table) = path.split_last()?;
        self.keys(table).into_iter().find(|key| key.name == *last)
    }

    fn child(&self, shape: &Shape, path: &[String], at: usize) -> Vec<Shape> {
        let name = path[at].as_str();
        match shape {
            Shape::Schema(schema) => special(schema, name, path, at)
                .map(|shape| vec![shape])
                .or_else(|| schema.find(name).map(|key| of_kind(key.kind)))
                .unwrap_or_default(),
            Shape::Some(schema, names) if names.contains(&name) => self.child(&Shape::Schema(schema), path, at),
            Shape::Some(..) => Vec::new(),
            Shape::Declared(keys) => keys.iter().filter(|key| key.name == name).flat_map(|key| of_kind(key.kind)).collect(),
            Shape::Entries(entries) => self.entry(entries, path, at),
            Shape::Items(kind) => match name {
                "add" | "without" => vec![Shape::Items(*kind)],
                "before" | "after" => of_kind(*kind),
                _ => of_kind(*kind),
            },
            Shape::Value(Kind::Names(family)) => match name {
                "add" | "without" => vec![Shape::Value(Kind::Names(family))],
                _ => vec![Shape::Value(Kind::Name(family)), Shape::Value(Kind::Names(family))],
            },
            Shape::Value(Kind::Texts) => vec![Shape::Value(Kind::Text)],
            Shape::Value(_) => Vec::new(),
        }
    }

    /// What the entry of a table is that has free names.
    fn entry(&self, entries: &Entries, path: &[String], at: usize) -> Vec<Shape> {
        let declared = |of: &str| Shape::Declared(self.attributes(of));
        match entries {
            Entries::Of(kind) => of_kind(*kind),
            Entries::Actions => self.by_kind(&path[..=at], mechanics::SCHEMAS),
            Entries::Steps => self.by_kind(&path[..=at], flow::SCHEMAS),
            Entries::Places => vec![Shape::Schema(&PLACE), declared("place")],
            Entries::Lines => vec![Shape::Schema(&LINE), declared("lane")],
            Entries::Lanes => vec![Shape::Schema(&LANE), declared("lane"), Shape::Value(Kind::Text)],
            Entries::Companies => vec![Shape::Schema(&COMPANY), declared("company")],
            Entries::Kinds(set) => vec![Shape::Schema(&KIND), Shape::Declared(self.fields(set))],
            Entries::Templates => self.child(&Shape::Schema(&GAME), path, at),
            Entries::Overlays => vec![Shape::Schema(&OVERLAY), Shape::Schema(&GAME)],
            Entries::Uses => vec![Shape::Declared(self.parameters(Shelf::Parts, &path[..=at], "part"))],
            Entries::Scripts => vec![Shape::Declared(self.parameters(Shelf::Scripts, &path[..=at], "module"))],
        }
    }

    /// A text at a path, as this file says or else as the game does that it belongs to.
    pub(crate) fn said(&self, path: &[String]) -> Option<String> {
        let text = |node: &Node| node.as_text().map(str::to_owned);
        let own = node_at(self.own, path).and_then(text);
        own.or_else(|| self.merged(path).and_then(text))
    }

    /// What the whole game has at a path of this file.
    pub(crate) fn merged(&self, path: &[String]) -> Option<&Node> {
        let path = families::plain(path);
        match (self.sort, path) {
            (Sort::Scenario | Sort::Module, _) => None,
            (Sort::Map, [name]) if name == "name" => self.context?.loaded.tree.at("map-name"),
            _ => node_at(&self.context?.loaded.tree, path),
        }
    }

    /// An action or step: what its `do` says, or all of them that there are.
    fn by_kind(&self, path: &[String], schemas: &[(&str, &'static Schema)]) -> Vec<Shape> {
        let mut key = path.to_vec();
        key.push("do".to_owned());
        let mut said = self.said(&key);
        if said.is_none() {
            // What it is like says it.
            *key.last_mut().expect("one was pushed") = "like".to_owned();
            let like = self.said(&key);
            let other = |table: &[&str], like: &str| {
                let mut path: Vec<String> = table.iter().map(|part| (*part).to_owned()).collect();
                path.extend([like.to_owned(), "do".to_owned()]);
                self.said(&path)
            };
            let table = families::plain(path).first().cloned().unwrap_or_default();
            said = like.and_then(|like| other(&[&table], &like).or_else(|| other(&["templates", &table], &like)));
        }
        let found = schemas.iter().filter(|(name, _)| said.as_deref().is_none_or(|said| said == *name));
        let found: Vec<Shape> = found.map(|(_, schema)| Shape::Schema(schema)).collect();
        if found.is_empty() { schemas.iter().map(|(_, schema)| Shape::Schema(schema)).collect() } else { found }
    }

    /// The attributes that the map or the game declares.
    fn attributes(&self, of: &str) -> Vec<Key> {
        let path = ["attributes".to_owned(), of.to_owned()];
        let declared = [node_at(self.own, &path), self.merged(&path)];
        let entries = declared.into_iter().flatten().filter_map(Node::as_table).flatten();
        entries
            .map(|entry| declared_key(&entry.key, entry.node.as_text().unwrap_or("text"), &format!("attributes.{of}")))
            .collect()
    }

    /// The fields that a set of cards declares.
    fn fields(&self, set: &str) -> Vec<Key> {
        let path = ["cards".to_owned(), set.to_owned(), "fields".to_owned()];
        let declared = [node_at(self.own, &path), self.merged(&path)];
        let entries = declared.into_iter().flatten().filter_map(Node::as_table).flatten();
        entries
            .map(|entry| declared_key(&entry.key, entry.node.as_text().unwrap_or("text"), &format!("cards.{set}.fields")))
            .collect()
    }

    /// The parameters of the part or module that a use names.
    fn parameters(&self, shelf: Shelf, path: &[String], named: &str) -> Vec<Key> {
        let mut key = path.to_vec();
        key.push(named.to_owned());
        let own = path.last().cloned().unwrap_or_default();
        let id = self.said(&key).unwrap_or(own);
        let mut keys = vec![Key {
            name: named.to_owned(),
            takes: "a text".to_owned(),
            text: format!("the {named} that it is a use of, where that is not called like the use"),
            default: Some("none".to_owned()),
            kind: Kind::Text,
            of: format!("use of a {named}"),
        }];
        let Some(tree) = self.context.and_then(|context| context.shelved(shelf, &id)).or_else(|| Context::bundled(shelf, &id))
        else {
            return keys;
        };
        for entry in tree.at("parameters").and_then(Node::as_table).into_iter().flatten() {
            let text = |key: &str| entry.node.at(key).and_then(Node::as_text).unwrap_or_default();
            let is = text("is");
            let default = entry.node.at("default").map(|node| format!("`{}`", node.to_json()));
            let kind = match families::of_parameter(is) {
                Some(family) => Kind::Name(family),
                None if is == "expression" => Kind::Expr,
                None => Kind::Any,
            };
            keys.push(Key {
                name: entry.key.clone(),
                takes: if is.is_empty() { "what the part makes of it".to_owned() } else { is.to_owned() },
                text: text("text").to_owned(),
                default,
                kind,
                of: format!("{named} {id}"),
            });
        }
        keys
    }
}

/// A key with a word for what it holds.
fn declared_key(name: &str, holds: &str, of: &str) -> Key {
    let kind = match holds {
        "number" => Kind::Int { min: i64::MIN, max: i64::MAX },
        "place" => Kind::Name("place"),
        "places" => Kind::Names("place"),
        "numbers" => Kind::IntList,
        "words" => Kind::Texts,
        "amounts" => Kind::Map(&Kind::Int { min: i64::MIN, max: i64::MAX }),
        _ => Kind::Text,
    };
    let text = format!("declared in `[{of}]`");
    Key { name: name.to_owned(), takes: kind.describe(), text, default: Some("none".to_owned()), kind, of: of.to_owned() }
}

/// Tables that the schema leaves to somebody else to read.
fn special(schema: &Schema, key: &str, path: &[String], at: usize) -> Option<Shape> {
    let entries = match (schema.name, key) {
        ("game", "actions") => Entries::Actions,
        ("game", "steps") => Entries::Steps,
        ("game" | "map", "places") => Entries::Places,
        ("game" | "map", "lines") => Entries::Lines,
        ("line", "lanes") => Entries::Lanes,
        ("game", "companies") => Entries::Companies,
        ("game", "scripts") => Entries::Scripts,
        ("game file", "use") => Entries::Uses,
        ("game file", "templates") => Entries::Templates,
        ("game file", "overlays") => Entries::Overlays,
        ("cards", "kinds") => Entries::Kinds(at.checked_sub(1).map(|at| path[at].clone()).unwrap_or_default()),
        _ => return None,
    };
    Some(Shape::Entries(entries))
}

fn of_kind(kind: Kind) -> Vec<Shape> {
    match kind {
        Kind::Table(schema) => vec![Shape::Schema(schema)],
        Kind::Tables(schema) => vec![Shape::Entries(Entries::Of(Kind::Table(schema)))],
        Kind::TableList(schema) => vec![Shape::Items(Kind::Table(schema))],
        Kind::List(kind) => vec![Shape::Items(*kind)],
        Kind::Map(kind) => vec![Shape::Entries(Entries::Of(*kind))],
        Kind::OneOf(kinds) => kinds.iter().flat_map(|kind| of_kind(*kind)).collect(),
        Kind::Include(schema) => vec![Shape::Schema(schema)],
        other => vec![Shape::Value(other)],
    }
}

fn keys_of(shape: &Shape) -> Vec<Key> {
    match shape {
        Shape::Schema(schema) => schema.all_keys().into_iter().map(|key| Key::of_schema(key, schema)).collect(),
        Shape::Some(schema, names) => {
            let keys = schema.all_keys().into_iter().filter(|key| names.contains(&key.name));
            keys.map(|key| Key::of_schema(key, schema)).collect()
        }
        Shape::Declared(keys) => keys.clone(),
        Shape::Entries(_) | Shape::Items(_) | Shape::Value(_) => Vec::new(),
    }
}

/// What a path leads to, keys with dots in them included.
pub(crate) fn node_at<'n>(node: &'n Node, path: &[String]) -> Option<&'n Node> {
    path.iter().try_fold(node, |node, part| match (node.as_table(), node.as_list()) {
        (Some(table), _) => table.get(part),
        (_, Some(list)) => list.get(part.parse::<usize>().ok()?),
        _ => None,
    })
}
