//! Reading a table by its schema: all that is wrong is reported at once, then values are asked for by key.
//!
//! A getter never reports. It gives the value if it is right, else the default if the schema has one, else nothing:
//! so one pass over a wrong file finds what is wrong elsewhere, too.

use crate::check::{check_table, choose};
use crate::files::Origin;
use crate::merge::join;
use crate::names::{self, Known, Reference};
use crate::report::Report;
use crate::schema::{Key, Kind, Schema};
use crate::table::Entry;
use crate::tree::Node;

/// A table, the schema it is read by, and the path that leads to it.
///
/// Asking for a key that the schema does not declare, or that it declares as another kind, is an error of the program
/// and panics.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    node: &'a Node,
    schema: &'static Schema,
    extra: Vec<(String, Kind)>,
    path: String,
}

impl<'a> Reader<'a> {
    /// Checks a table and everything below it, and reports all that is wrong.
    pub fn new(node: &'a Node, schema: &'static Schema, path: impl Into<String>, report: &mut Report) -> Self {
        Self::with_extra(node, schema, &[], path, report)
    }

    /// The same for a table that may have further keys, known only at run time.
    pub fn with_extra(
        node: &'a Node,
        schema: &'static Schema,
        extra: &[(String, Kind)],
        path: impl Into<String>,
        report: &mut Report,
    ) -> Self {
        let path = path.into();
        check_table(node, schema, extra, &path, report);
        Self { node, schema, extra: extra.to_vec(), path }
    }

    /// A reader that reports nothing: for a table that is part of one already checked.
    pub fn trusted(node: &'a Node, schema: &'static Schema, path: impl Into<String>) -> Self {
        Self { node, schema, extra: Vec::new(), path: path.into() }
    }

    /// A truth value ([`Kind::Bool`]).
    #[must_use]
    pub fn bool(&self, key: &str) -> Option<bool> {
        self.valid(key, "bool", |kind| matches!(kind, Kind::Bool))?.as_bool()
    }

    /// A whole number within its bounds ([`Kind::Int`]).
    #[must_use]
    pub fn int(&self, key: &str) -> Option<i64> {
        self.valid(key, "int", |kind| matches!(kind, Kind::Int { .. }))?.as_int()
    }

    /// A text ([`Kind::Text`]).
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&'a str> {
        self.valid(key, "text", |kind| matches!(kind, Kind::Text))?.as_text()
    }

    /// One of the declared words ([`Kind::Word`]).
    #[must_use]
    pub fn word(&self, key: &str) -> Option<&'a str> {
        self.valid(key, "word", |kind| matches!(kind, Kind::Word(_)))?.as_text()
    }

    /// A name and its place ([`Kind::Name`]); whether there is such a thing, [`Reader::check_names`] says.
    #[must_use]
    pub fn name(&self, key: &str) -> Option<(&'a str, Origin)> {
        let node = self.valid(key, "name", |kind| matches!(kind, Kind::Name(_)))?;
        Some((node.as_text()?, node.origin))
    }

    /// Names and their places ([`Kind::Names`]).
    #[must_use]
    pub fn names(&self, key: &str) -> Vec<(&'a str, Origin)> {
        texts_of(self.shaped(key, "names", |kind| matches!(kind, Kind::Names(_))))
    }

    /// Texts and their places ([`Kind::Texts`]).
    #[must_use]
    pub fn texts(&self, key: &str) -> Vec<(&'a str, Origin)> {
        texts_of(self.shaped(key, "texts", |kind| matches!(kind, Kind::Texts)))
    }

    /// Whole numbers ([`Kind::IntList`]); none unless all are right.
    #[must_use]
    pub fn ints(&self, key: &str) -> Vec<i64> {
        let node = self.valid(key, "ints", |kind| matches!(kind, Kind::IntList));
        node.and_then(Node::as_list).into_iter().flatten().filter_map(Node::as_int).collect()
    }

    /// The text of an expression and its place ([`Kind::Expr`]).
    #[must_use]
    pub fn expr(&self, key: &str) -> Option<(String, Origin)> {
        let node = self.valid(key, "expr", |kind| matches!(kind, Kind::Expr))?;
        Some((node.as_expr()?, node.origin))
    }

    /// Two whole numbers ([`Kind::Point`]).
    #[must_use]
    pub fn point(&self, key: &str) -> Option<(i64, i64)> {
        let list = self.valid(key, "point", |kind| matches!(kind, Kind::Point))?.as_list()?;
        Some((list.first()?.as_int()?, list.get(1)?.as_int()?))
    }

    /// The value as it is in the tree, right or wrong, or its default.
    #[must_use]
    pub fn node(&self, key: &str) -> Option<&'a Node> {
        let declared = self.declared(key);
        self.written(key).map(|entry| &entry.node).or_else(|| declared.default())
    }

    /// A nested table ([`Kind::Table`]).
    #[must_use]
    pub fn table(&self, key: &str) -> Option<Reader<'a>> {
        let (node, kind) = self.chosen(key, "table", |kind| matches!(kind, Kind::Table(_)))?;
        let Kind::Table(schema) = kind else {
            return None;
        };
        Some(Reader::trusted(node, schema, join(&self.path, key)))
    }

    /// Nested tables under free keys, with the place of each key ([`Kind::Tables`]).
    #[must_use]
    pub fn tables(&self, key: &str) -> Vec<(&'a str, Origin, Reader<'a>)> {
        let chosen = self.chosen(key, "tables", |kind| matches!(kind, Kind::Tables(_)));
        let Some((node, Kind::Tables(schema))) = chosen else {
            return Vec::new();
        };
        let path = join(&self.path, key);
        let tables = node.as_table().into_iter().flatten().filter(|entry| entry.node.as_table().is_some());
        tables
            .map(|entry| {
                let reader = Reader::trusted(&entry.node, schema, join(&path, &entry.key));
                (entry.key.as_str(), entry.key_origin, reader)
            })
            .collect()
    }

    /// A list of tables ([`Kind::TableList`]).
    #[must_use]
    pub fn list(&self, key: &str) -> Vec<Reader<'a>> {
        let chosen = self.chosen(key, "list", |kind| matches!(kind, Kind::TableList(_)));
        let Some((node, Kind::TableList(schema))) = chosen else {
            return Vec::new();
        };
        let items = node.as_list().into_iter().flatten().enumerate().filter(|(_, item)| item.as_table().is_some());
        items.map(|(index, item)| Reader::trusted(item, schema, join(&join(&self.path, key), &index.to_string()))).collect()
    }

    /// The items of a list that are right ([`Kind::List`]).
    #[must_use]
    pub fn items(&self, key: &str) -> Vec<&'a Node> {
        let chosen = self.chosen(key, "items", |kind| matches!(kind, Kind::List(_)));
        let Some((node, Kind::List(kind))) = chosen else {
            return Vec::new();
        };
        node.as_list().into_iter().flatten().filter(|item| kind.accepts(item)).collect()
    }

    /// The entries of a table with free keys whose values are right, with the place of each key ([`Kind::Map`]).
    #[must_use]
    pub fn map(&self, key: &str) -> Vec<(&'a str, Origin, &'a Node)> {
        let chosen = self.chosen(key, "map", |kind| matches!(kind, Kind::Map(_)));
        let Some((node, Kind::Map(kind))) = chosen else {
            return Vec::new();
        };
        let entries = node.as_table().into_iter().flatten().filter(|entry| kind.accepts(&entry.node));
        entries.map(|entry| (entry.key.as_str(), entry.key_origin, &entry.node)).collect()
    }

    /// A key that was given at run time, if its value is right.
    #[must_use]
    pub fn extra(&self, key: &str) -> Option<&'a Node> {
        let (_, kind) = self.extra.iter().find(|(name, _)| name == key)?;
        self.written(key).map(|entry| &entry.node).filter(|node| kind.accepts(node))
    }

    /// Where the value of a key was written, or the table when it was left out.
    #[must_use]
    pub fn origin(&self, key: &str) -> Origin {
        self.declared(key);
        self.written(key).map_or(self.node.origin, |entry| entry.node.origin)
    }

    /// Whether a key was written, right or wrong.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.declared(key);
        self.written(key).is_some()
    }

    /// Where the table was written.
    #[must_use]
    pub fn here(&self) -> Origin {
        self.node.origin
    }

    /// The table itself.
    #[must_use]
    pub fn whole(&self) -> &'a Node {
        self.node
    }

    /// The dotted path that leads to the table.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// All names used here and below.
    #[must_use]
    pub fn references(&self) -> Vec<Reference<'a>> {
        let mut found = Vec::new();
        names::in_table(self.node, self.schema, &self.extra, &mut found);
        found
    }

    /// Reports every name used here and below that does not exist.
    pub fn check_names(&self, known: &Known, report: &mut Report) {
        for Reference { family, name, origin } in self.references() {
            known.check(family, name, origin, report);
        }
    }

    fn written(&self, key: &str) -> Option<&'a Entry> {
        self.node.as_table()?.entry(key)
    }

    fn declared(&self, key: &str) -> &'static Key {
        let Some(declared) = self.schema.find(key) else {
            panic!("the schema {} does not declare `{key}`", self.schema.name);
        };
        declared
    }

    /// The value, or the default, together with the kind it is read as; nothing if that is not the wanted kind.
    fn chosen(&self, key: &str, getter: &str, wanted: fn(&Kind) -> bool) -> Option<(&'a Node, &'static Kind)> {
        let declared = self.declared(key);
        let offered = match &declared.kind {
            Kind::OneOf(kinds) => kinds,
            kind => std::slice::from_ref(kind),
        };
        assert!(
            offered.iter().any(wanted),
            "`{key}` of the schema {} is {}: not for `{getter}`",
            self.schema.name,
            declared.kind.describe()
        );
        let read = |node: &'a Node| choose(offered, node).map(|kind| (node, kind));
        let written = self.written(key).and_then(|entry| read(&entry.node));
        written.or_else(|| read(declared.default()?)).filter(|(_, kind)| wanted(kind))
    }

    /// The value if it has the right shape; its parts may be wrong.
    fn shaped(&self, key: &str, getter: &str, wanted: fn(&Kind) -> bool) -> Option<&'a Node> {
        self.chosen(key, getter, wanted).map(|(node, _)| node)
    }

    /// The value if it is wholly right, else the default.
    fn valid(&self, key: &str, getter: &str, wanted: fn(&Kind) -> bool) -> Option<&'a Node> {
        let (node, kind) = self.chosen(key, getter, wanted)?;
        if kind.accepts(node) { Some(node) } else { self.declared(key).default() }
    }
}

/// A text or a list of them.
fn texts_of(node: Option<&Node>) -> Vec<(&str, Origin)> {
    let Some(node) = node else { return Vec::new() };
    let items = node.as_list().unwrap_or(std::slice::from_ref(node));
    items.iter().filter_map(|item| Some((item.as_text()?, item.origin))).collect()
}
