//! Reading a table by its schema: all that is wrong is reported at once, then values are asked for by key.
//!
//! A reader never reports when it is asked. It gives the value if it is right, else the default if the schema has one,
//! else nothing: so one pass over a wrong file finds what is wrong elsewhere, too.

use std::marker::PhantomData;

use crate::check::{check_table, choose};
use crate::files::Origin;
use crate::key::{Includes, Key, Keys};
use crate::kinds::KeyType;
use crate::merge::join;
use crate::names::{self, Known, Reference};
use crate::report::Report;
use crate::schema::{KeyDecl, Kind, Schema};
use crate::table::Entry;
use crate::tree::Node;

/// A table with the keys of `S`, and the path that leads to it.
///
/// It can be asked for the keys of `S` and of what `S` includes, each as what it was declared to be. Anything else does not
/// compile: see [`Key`].
#[derive(Clone, Debug)]
pub struct Reader<'a, S> {
    node: &'a Node,
    schema: &'static Schema,
    extra: Vec<(String, Kind)>,
    path: String,
    keys: PhantomData<S>,
}

impl<'a, S: Keys> Reader<'a, S> {
    /// Checks a table and everything below it, and reports all that is wrong.
    pub fn new(node: &'a Node, path: impl Into<String>, report: &mut Report) -> Self {
        Self::with_extra(node, &[], path, report)
    }

    /// The same for a table that may have further keys, known only at run time.
    pub fn with_extra(node: &'a Node, extra: &[(String, Kind)], path: impl Into<String>, report: &mut Report) -> Self {
        let path = path.into();
        check_table(node, S::SCHEMA, extra, &path, report);
        Self { extra: extra.to_vec(), ..Self::trusted(node, path) }
    }

    /// The same for a table whose schema is found at run time and includes the keys of `S`: an action, by the name of its
    /// mechanic. What else it has is asked for [as that table](Self::as_table).
    pub fn by(node: &'a Node, schema: &'static Schema, path: impl Into<String>, report: &mut Report) -> Self {
        let path = path.into();
        check_table(node, schema, &[], &path, report);
        debug_assert!(schema.includes(S::SCHEMA), "{} has no keys of {}", schema.name, S::SCHEMA.name);
        Self { schema, ..Self::trusted(node, path) }
    }

    /// A reader that reports nothing: for a table that is part of one already checked.
    pub fn trusted(node: &'a Node, path: impl Into<String>) -> Self {
        Self { node, schema: S::SCHEMA, extra: Vec::new(), path: path.into(), keys: PhantomData }
    }

    /// The same table with the keys of its own schema, which was [found at run time](Self::by).
    #[must_use]
    pub fn as_table<T: Keys>(&self) -> Reader<'a, T> {
        debug_assert_eq!(self.schema.name, T::SCHEMA.name, "a table is read by another schema than it was checked by");
        Reader::trusted(self.node, self.path.as_str())
    }

    /// The same table with those of its keys that its schema includes.
    #[must_use]
    pub fn part<T: Keys>(&self) -> Reader<'a, T>
    where
        S: Includes<T>,
    {
        Reader::trusted(self.node, self.path.as_str())
    }

    /// The value of a key, or its default.
    #[must_use]
    pub fn get<K: Keys, T: KeyType>(&self, key: Key<K, T>) -> T::Value<'a>
    where
        S: Includes<K>,
    {
        T::read(&Asked { written: self.written(key.name()), key: key.declared(), table: &self.path })
    }

    /// The value as it is in the tree, right or wrong, or its default.
    #[must_use]
    pub fn node<K: Keys, T: KeyType>(&self, key: Key<K, T>) -> Option<&'a Node>
    where
        S: Includes<K>,
    {
        self.written(key.name()).map(|entry| &entry.node).or_else(|| key.declared().default())
    }

    /// A key that was given at run time, if its value is right.
    #[must_use]
    pub fn extra(&self, key: &str) -> Option<&'a Node> {
        let (_, kind) = self.extra.iter().find(|(name, _)| name == key)?;
        self.written(key).map(|entry| &entry.node).filter(|node| kind.accepts(node))
    }

    /// Where the value of a key was written, or the table when it was left out.
    #[must_use]
    pub fn origin<K: Keys, T: KeyType>(&self, key: Key<K, T>) -> Origin
    where
        S: Includes<K>,
    {
        self.written(key.name()).map_or(self.node.origin, |entry| entry.node.origin)
    }

    /// Whether a key was written, right or wrong.
    #[must_use]
    pub fn has<K: Keys, T: KeyType>(&self, key: Key<K, T>) -> bool
    where
        S: Includes<K>,
    {
        self.written(key.name()).is_some()
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

    /// The declaration that the table was checked by.
    #[must_use]
    pub fn schema(&self) -> &'static Schema {
        self.schema
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
}

/// A key that is asked for: what was written under it, how it was declared, and the path of its table.
pub struct Asked<'t, 'p> {
    written: Option<&'t Entry>,
    key: KeyDecl,
    table: &'p str,
}

impl<'t> Asked<'t, '_> {
    /// The value, or the default, together with the kind it is read as.
    pub(crate) fn chosen(&self) -> Option<(&'t Node, Kind)> {
        let read = |node: &'t Node| match self.key.kind {
            Kind::OneOf(kinds) => choose(kinds, node).map(|kind| (node, *kind)),
            kind => kind.shaped(node).then_some((node, kind)),
        };
        self.written.and_then(|entry| read(&entry.node)).or_else(|| read(self.key.default()?))
    }

    /// The value if it has the right shape; its parts may be wrong.
    pub(crate) fn shaped(&self) -> Option<&'t Node> {
        self.chosen().map(|(node, _)| node)
    }

    /// The value if it is wholly right, else the default.
    pub(crate) fn valid(&self) -> Option<&'t Node> {
        let (node, kind) = self.chosen()?;
        if kind.accepts(node) { Some(node) } else { self.key.default() }
    }

    /// The path that leads to the key.
    pub(crate) fn path(&self) -> String {
        join(self.table, self.key.name)
    }
}
