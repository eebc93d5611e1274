//! What keys take, as types: the kind of a key is part of its type, so a value is read as what it was declared to be.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use crate::files::Origin;
use crate::key::Keys;
use crate::merge::join;
use crate::read::{Asked, Reader};
use crate::schema::Kind;
use crate::tree::Node;

/// What a key takes and what is read from it: one type for each [`Kind`], and no others.
pub trait KeyType: sealed::Read + Copy + Debug + 'static {}

impl<T: sealed::Read + Copy + Debug + 'static> KeyType for T {}

/// A [`Kind`] that is known to be the one of a type.
#[derive(Clone, Copy, Debug)]
pub struct KindOf<T> {
    pub(crate) kind: Kind,
    of: PhantomData<T>,
}

const fn kind<T>(kind: Kind) -> KindOf<T> {
    KindOf { kind, of: PhantomData }
}

pub(crate) mod sealed {
    use super::{Asked, Kind};

    /// How a value is read; only the types of this module know.
    pub trait Read {
        /// What is read: nothing or an empty list if the key was left out, or is wrong, and has no default.
        type Value<'a>;

        /// Reads what stands under a key.
        fn read<'a>(asked: &Asked<'a, '_>) -> Self::Value<'a>;
    }

    /// Types that can be alternatives of one key.
    pub trait Alternative: Read {
        /// Which alternative of [`Kind`] the type stands for.
        const FORM: Form;

        /// What is read if there is something.
        type Taken<'a>;

        /// Reads what stands under a key, or the key's default, as this alternative.
        fn take<'a>(asked: &Asked<'a, '_>) -> Option<Self::Taken<'a>>;
    }

    /// The alternatives of [`Kind`] that can stand beside another.
    #[derive(Clone, Copy, Debug)]
    pub enum Form {
        Int,
        Word,
        IntList,
        Expr,
        Table,
    }

    impl Form {
        pub(super) const fn is(self, kind: &Kind) -> bool {
            matches!(
                (self, kind),
                (Self::Int, Kind::Int { .. })
                    | (Self::Word, Kind::Word(_))
                    | (Self::IntList, Kind::IntList)
                    | (Self::Expr, Kind::Expr)
                    | (Self::Table, Kind::Table(_))
            )
        }
    }
}

use sealed::{Alternative, Form, Read};

/// Declares a type that reads one kind of value.
macro_rules! kind_type {
    ($(#[$about:meta])* $name:ident ($($argument:ident: $of:ty),*) = $kind:expr, $value:ty, $read:expr) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}

        impl $name {
            /// The kind, as a key declares it.
            #[must_use]
            pub const fn of($($argument: $of),*) -> KindOf<Self> {
                kind($kind)
            }
        }

        impl Read for $name {
            type Value<'a> = $value;

            fn read<'a>(asked: &Asked<'a, '_>) -> Self::Value<'a> {
                let read: fn(&Asked<'a, '_>) -> $value = $read;
                read(asked)
            }
        }
    };
}

kind_type! {
    /// [`Kind::Bool`]: a truth value.
    Bool() = Kind::Bool, Option<bool>, |asked| asked.valid()?.as_bool()
}
kind_type! {
    /// [`Kind::Int`]: a whole number within its bounds.
    Int(bounds: RangeInclusive<i64>) = Kind::Int { min: *bounds.start(), max: *bounds.end() }, Option<i64>, |asked| asked.valid()?.as_int()
}
kind_type! {
    /// [`Kind::Text`]: a text.
    Text() = Kind::Text, Option<&'a str>, |asked| asked.valid()?.as_text()
}
kind_type! {
    /// [`Kind::Word`]: one of the declared words.
    Word(words: &'static [&'static str]) = Kind::Word(words), Option<&'a str>, |asked| asked.valid()?.as_text()
}
kind_type! {
    /// [`Kind::Word`], or a list of them: words and their places.
    Words(kinds: &'static [Kind]) = Kind::OneOf(kinds), Vec<(&'a str, Origin)>, |asked| texts(asked.valid())
}
kind_type! {
    /// [`Kind::Name`]: a name and its place; whether there is such a thing, [`Reader::check_names`] says.
    Name(family: &'static str) = Kind::Name(family), Option<(&'a str, Origin)>, |asked| {
        let node = asked.valid()?;
        Some((node.as_text()?, node.origin))
    }
}
kind_type! {
    /// [`Kind::Names`]: names and their places.
    Names(family: &'static str) = Kind::Names(family), Vec<(&'a str, Origin)>, |asked| texts(asked.shaped())
}
kind_type! {
    /// [`Kind::Texts`]: texts and their places.
    Texts() = Kind::Texts, Vec<(&'a str, Origin)>, |asked| texts(asked.shaped())
}
kind_type! {
    /// [`Kind::IntList`]: whole numbers; none unless all are right.
    IntList() = Kind::IntList, Vec<i64>, |asked| {
        asked.valid().and_then(Node::as_list).into_iter().flatten().filter_map(Node::as_int).collect()
    }
}
kind_type! {
    /// [`Kind::Expr`]: the text of an expression and its place.
    Expr() = Kind::Expr, Option<(String, Origin)>, |asked| {
        let node = asked.valid()?;
        Some((node.as_expr()?, node.origin))
    }
}
kind_type! {
    /// [`Kind::Point`]: two whole numbers.
    Point() = Kind::Point, Option<(i64, i64)>, |asked| {
        let list = asked.valid()?.as_list()?;
        Some((list.first()?.as_int()?, list.get(1)?.as_int()?))
    }
}
kind_type! {
    /// [`Kind::List`]: the items of a list that are right.
    List(item: &'static Kind) = Kind::List(item), Vec<&'a Node>, |asked| {
        let Some((node, Kind::List(kind))) = asked.chosen() else { return Vec::new() };
        node.as_list().into_iter().flatten().filter(|item| kind.accepts(item)).collect()
    }
}
kind_type! {
    /// [`Kind::Map`]: the entries of a table with free keys whose values are right, with the place of each key.
    Map(value: &'static Kind) = Kind::Map(value), Vec<(&'a str, Origin, &'a Node)>, |asked| {
        let Some((node, Kind::Map(kind))) = asked.chosen() else { return Vec::new() };
        let entries = node.as_table().into_iter().flatten().filter(|entry| kind.accepts(&entry.node));
        entries.map(|entry| (entry.key.as_str(), entry.key_origin, &entry.node)).collect()
    }
}
kind_type! {
    /// [`Kind::Name`] or [`Kind::Map`]: one name alone, or names each with a value; the place of each name is with it.
    NameOrMap(alternatives: &'static [Kind]) = Kind::OneOf(alternatives), Vec<(&'a str, Origin, Option<&'a Node>)>, |asked| {
        match asked.chosen() {
            Some((node, Kind::Map(kind))) => {
                let entries = node.as_table().into_iter().flatten().filter(|entry| kind.accepts(&entry.node));
                entries.map(|entry| (entry.key.as_str(), entry.key_origin, Some(&entry.node))).collect()
            }
            Some((node, _)) => node.as_text().map(|name| (name, node.origin, None)).into_iter().collect(),
            None => Vec::new(),
        }
    }
}
kind_type! {
    /// [`Kind::Any`]: whatever was written; somebody else reads it.
    Any() = Kind::Any, Option<&'a Node>, |asked| asked.shaped()
}

kind_type! {
    /// [`Kind::Texts`], or a table of them: texts that hold for the whole table, or each for one of its keys or for a part of what that key
    /// says. Which these may be is for whoever reads it to say. Each entry has the keys that it stands under, if it stands under any.
    KeyedTexts() = Kind::OneOf(&[Kind::Texts, Kind::Map(&Kind::OneOf(&[Kind::Texts, Kind::Map(&Kind::Texts)]))]), Vec<KeyedText<'a>>, |asked| {
        match asked.chosen() {
            Some((node, Kind::Texts)) => vec![KeyedText { key: None, part: None, texts: texts(Some(node)) }],
            Some((node, _)) => keyed_texts(node),
            None => Vec::new(),
        }
    }
}

/// Texts that stand under a key of [`KeyedTexts`].
#[derive(Clone, Debug)]
pub struct KeyedText<'a> {
    /// The key, and where it is written.
    pub key: Option<(&'a str, Origin)>,
    /// The part of what it says, and where that is written.
    pub part: Option<(&'a str, Origin)>,
    /// The texts.
    pub texts: Vec<(&'a str, Origin)>,
}

fn keyed_texts(node: &Node) -> Vec<KeyedText<'_>> {
    let mut all = Vec::new();
    for entry in node.as_table().into_iter().flatten() {
        let key = Some((entry.key.as_str(), entry.key_origin));
        match entry.node.as_table() {
            Some(parts) => all.extend(parts.iter().map(|part| KeyedText {
                key,
                part: Some((part.key.as_str(), part.key_origin)),
                texts: texts(Some(&part.node)),
            })),
            None => all.push(KeyedText { key, part: None, texts: texts(Some(&entry.node)) }),
        }
    }
    all
}

/// A text or a list of them.
fn texts(node: Option<&Node>) -> Vec<(&str, Origin)> {
    let Some(node) = node else { return Vec::new() };
    let items = node.as_list().unwrap_or(std::slice::from_ref(node));
    items.iter().filter_map(|item| Some((item.as_text()?, item.origin))).collect()
}

/// [`Kind::Table`]: a nested table with these keys.
#[derive(Clone, Copy, Debug)]
pub struct Table<S>(PhantomData<S>);

/// [`Kind::Tables`]: tables with these keys under free names, with the place of each name.
#[derive(Clone, Copy, Debug)]
pub struct Tables<S>(PhantomData<S>);

/// [`Kind::TableList`]: a list of tables with these keys.
#[derive(Clone, Copy, Debug)]
pub struct TableList<S>(PhantomData<S>);

impl<S: Keys> Table<S> {
    /// The kind, as a key declares it.
    #[must_use]
    pub const fn of() -> KindOf<Self> {
        kind(Kind::Table(S::SCHEMA))
    }
}

impl<S: Keys> Tables<S> {
    /// The kind, as a key declares it.
    #[must_use]
    pub const fn of() -> KindOf<Self> {
        kind(Kind::Tables(S::SCHEMA))
    }
}

impl<S: Keys> TableList<S> {
    /// The kind, as a key declares it.
    #[must_use]
    pub const fn of() -> KindOf<Self> {
        kind(Kind::TableList(S::SCHEMA))
    }
}

impl<S: Keys> Read for Table<S> {
    type Value<'a> = Option<Reader<'a, S>>;

    fn read<'a>(asked: &Asked<'a, '_>) -> Self::Value<'a> {
        Some(Reader::trusted(asked.shaped()?, asked.path()))
    }
}

impl<S: Keys> Read for Tables<S> {
    type Value<'a> = Vec<(&'a str, Origin, Reader<'a, S>)>;

    fn read<'a>(asked: &Asked<'a, '_>) -> Self::Value<'a> {
        let entries = asked.shaped().and_then(Node::as_table).into_iter().flatten();
        let tables = entries.filter(|entry| entry.node.as_table().is_some());
        let reader = |key: &str, node| Reader::trusted(node, join(&asked.path(), key));
        tables.map(|entry| (entry.key.as_str(), entry.key_origin, reader(&entry.key, &entry.node))).collect()
    }
}

impl<S: Keys> Read for TableList<S> {
    type Value<'a> = Vec<Reader<'a, S>>;

    fn read<'a>(asked: &Asked<'a, '_>) -> Self::Value<'a> {
        let items = asked.shaped().and_then(Node::as_list).into_iter().flatten().enumerate();
        let tables = items.filter(|(_, item)| item.as_table().is_some());
        tables.map(|(index, item)| Reader::trusted(item, join(&asked.path(), &index.to_string()))).collect()
    }
}

/// Conditions that must all hold: an expression, a table with these keys that has one, or a list of such.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<S>(PhantomData<S>);

impl<S: Keys> Conditions<S> {
    const ONE: &'static [Kind] = &[Kind::Expr, Kind::Table(S::SCHEMA)];
    const LISTED: &'static Kind = &Kind::OneOf(Self::ONE);
    const ALL: &'static [Kind] = &[Kind::Expr, Kind::Table(S::SCHEMA), Kind::List(Self::LISTED)];

    /// The kind, as a key declares it.
    #[must_use]
    pub const fn of() -> KindOf<Self> {
        kind(Kind::OneOf(Self::ALL))
    }
}

impl<S: Keys> Read for Conditions<S> {
    /// Each condition in order: the node of an expression, or a table.
    type Value<'a> = Vec<Either<&'a Node, Reader<'a, S>>>;

    fn read<'a>(asked: &Asked<'a, '_>) -> Self::Value<'a> {
        let Some(node) = asked.shaped() else { return Vec::new() };
        let one = |node: &'a Node, path: String| match node.as_table() {
            Some(_) => Either::Second(Reader::trusted(node, path)),
            None => Either::First(node),
        };
        match node.as_list() {
            Some(list) => list.iter().zip(0..).map(|(item, at)| one(item, join(&asked.path(), &i32::to_string(&at)))).collect(),
            None => vec![one(node, asked.path())],
        }
    }
}

/// [`Kind::OneOf`] with two alternatives: the first that fits.
#[derive(Clone, Copy, Debug)]
pub struct OneOf<A, B>(PhantomData<(A, B)>);

/// What stands under a key that takes one of two kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Either<A, B> {
    /// A value of the first kind.
    First(A),
    /// A value of the second kind.
    Second(B),
}

impl<A: Alternative, B: Alternative> OneOf<A, B> {
    /// The kind, as a key declares it; alternatives that are not of the types named do not compile.
    #[must_use]
    pub const fn of(kinds: &'static [Kind; 2]) -> KindOf<Self> {
        assert!(A::FORM.is(&kinds[0]) && B::FORM.is(&kinds[1]), "the alternatives of a key are not of its type");
        assert!(!A::FORM.is(&kinds[1]), "the alternatives of a key cannot be told apart");
        kind(Kind::OneOf(kinds))
    }
}

impl<A: Alternative, B: Alternative> Read for OneOf<A, B> {
    type Value<'a> = Option<Either<A::Taken<'a>, B::Taken<'a>>>;

    fn read<'a>(asked: &Asked<'a, '_>) -> Self::Value<'a> {
        let (_, chosen) = asked.chosen()?;
        if A::FORM.is(&chosen) { A::take(asked).map(Either::First) } else { B::take(asked).map(Either::Second) }
    }
}

macro_rules! alternative {
    ($name:ident, $taken:ty, $take:expr) => {
        impl Alternative for $name {
            const FORM: Form = Form::$name;
            type Taken<'a> = $taken;

            fn take<'a>(asked: &Asked<'a, '_>) -> Option<$taken> {
                $take(Self::read(asked))
            }
        }
    };
}

alternative!(Int, i64, std::convert::identity);
alternative!(Word, &'a str, std::convert::identity);
alternative!(Expr, (String, Origin), std::convert::identity);
alternative!(IntList, Vec<i64>, Some);

impl<S: Keys> Alternative for Table<S> {
    const FORM: Form = Form::Table;
    type Taken<'a> = Reader<'a, S>;

    fn take<'a>(asked: &Asked<'a, '_>) -> Option<Self::Taken<'a>> {
        Self::read(asked)
    }
}
