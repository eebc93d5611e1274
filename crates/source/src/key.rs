//! Typed keys: a key knows the table it belongs to and what it takes.

use std::fmt::{self, Debug, Display};
use std::marker::PhantomData;

use crate::kinds::{Any, KeyType, KindOf};
use crate::schema::{KeyDecl, Need, Schema};

/// The keys of one kind of table, as a type: declared by [`schema!`](crate::schema!), which gives it a constant for each.
pub trait Keys: Copy + Debug + 'static {
    /// The declaration.
    const SCHEMA: &'static Schema;
}

/// Tables that have the keys of another: every table those of its own, and those of the schemas that it names after `with`.
#[diagnostic::on_unimplemented(message = "a table with the keys of `{Self}` has no keys of `{K}`")]
pub trait Includes<K: Keys>: Keys {}

impl<S: Keys> Includes<S> for S {}

/// A key of tables `S` that takes a value of the type `T`.
///
/// A [`Reader`](crate::Reader) that is asked for it gives what `T` says, here a text:
///
/// ```
/// use railwright_source::{Files, Reader, Report, parse, schema};
///
/// schema! {
///     /// A place of a map.
///     pub PLACE: PlaceKeys = "place", "A city.", {
///         NAME: Text = "name", Required, "what people read";
///         VALUE: Int(0..=9) = "value", Default("1"), "what it is worth";
///     }
/// }
///
/// let (mut files, mut report) = (Files::new(), Report::new());
/// let file = files.add("map.toml", "name = \"Ash\"");
/// let tree = parse(&files, file, &mut report);
/// let place = Reader::<PlaceKeys>::new(&tree, "", &mut report);
/// let name: Option<&str> = place.get(PlaceKeys::NAME);
/// let value: Option<i64> = place.get(PlaceKeys::VALUE);
/// assert!(report.is_ok());
/// assert_eq!((name, value), (Some("Ash"), Some(1)));
/// ```
///
/// To read the text as a number does not compile:
///
/// ```compile_fail
/// # use railwright_source::{Reader, schema};
/// # schema! {
/// #     /// A place of a map.
/// #     pub PLACE: PlaceKeys = "place", "A city.", {
/// #         NAME: Text = "name", Required, "what people read";
/// #     }
/// # }
/// fn number(place: &Reader<PlaceKeys>) -> Option<i64> {
///     place.get(PlaceKeys::NAME)
/// }
/// ```
///
/// Nor does asking a table for a key of another:
///
/// ```compile_fail
/// # use railwright_source::{Reader, schema};
/// # schema! {
/// #     /// A place of a map.
/// #     pub PLACE: PlaceKeys = "place", "A city.", {
/// #         NAME: Text = "name", Required, "what people read";
/// #     }
/// # }
/// # schema! {
/// #     /// A line of a map.
/// #     pub LINE: LineKeys = "line", "A connection.", {
/// #         LENGTH: Int(1..=9) = "length", Required, "how many spaces it has";
/// #     }
/// # }
/// fn length(place: &Reader<PlaceKeys>) -> Option<i64> {
///     place.get(LineKeys::LENGTH)
/// }
/// ```
pub struct Key<S, T> {
    declared: KeyDecl,
    types: PhantomData<(S, T)>,
}

impl<S: Keys, T: KeyType> Key<S, T> {
    /// Declares a key; [`schema!`](crate::schema!) does.
    #[must_use]
    pub const fn new(name: &'static str, kind: KindOf<T>, need: Need, doc: &'static str) -> Self {
        Self { declared: KeyDecl { name, kind: kind.kind, need, doc }, types: PhantomData }
    }

    /// The declaration, whatever it takes.
    #[must_use]
    pub const fn declared(&self) -> KeyDecl {
        self.declared
    }

    /// The key as it is written.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.declared.name
    }

    /// The same key for those to whom it does not matter what it takes: whether and where it was written.
    #[must_use]
    pub const fn any(self) -> Key<S, Any> {
        Key { declared: self.declared, types: PhantomData }
    }
}

impl<S, T> Clone for Key<S, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, T> Copy for Key<S, T> {}

impl<S, T> Debug for Key<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.declared.fmt(f)
    }
}

impl<S, T> Display for Key<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.declared.name)
    }
}

/// Declares the keys of a table: the [`Schema`] and the [`Keys`], with a typed constant for each key.
///
/// First the two names, then what the table is called and what it is for. Each key has a line: its constant, what it takes
/// (a type of [`kinds`](crate::kinds) with what its `of` wants), how it is written, whether it must be there (a [`Need`]), and
/// what it means. `with` before or after the keys includes those of other schemas; an example may follow, and after `formerly` what was called
/// otherwise in an earlier format. A schema that contains itself cannot be declared like this.
///
/// ```
/// use railwright_source::{kinds::{IntList, Word}, schema, Kind};
///
/// schema! {
///     /// What every action may have.
///     pub COMMON: CommonKeys = "any action", "What every action may have.", {
///         WHEN: Expr = "when", Default("true"), "it can be chosen only when this holds";
///     }
/// }
///
/// schema! {
///     /// Takes cards.
///     pub TAKE: TakeKeys with CommonKeys = "action take", "Takes cards from zones.", {
///         FROM: Names("zone") = "from", Required, "where the cards come from";
///         MARKS: Map(&Kind::Expr) = "marks", Optional, "counters, and what a card adds to each";
///         COSTS: Tables<CostKeys> = "costs", Optional, "cards that cost more";
///         SEEN_BY: OneOf<Word, IntList>(&[Kind::Word(&["all", "none"]), Kind::IntList]) = "seen-by", Default("all"), "who sees it";
///     }
///     example "[actions.draw]\ndo = \"take\"\nfrom = \"deck\""
/// }
///
/// schema! {
///     /// What a card costs.
///     pub COST: CostKeys = "cost", "What a card costs.", {
///         COST: Int(1..=9) = "cost", Required, "how much";
///     }
/// }
///
/// assert_eq!(TAKE.all_keys().len(), 5);
/// assert_eq!(TAKE.faults(), Vec::<String>::new());
/// ```
#[macro_export]
macro_rules! schema {
    (
        $(#[$about:meta])*
        $vis:vis $schema:ident: $keys:ident $(with $($first:ident),+)? = $name:expr, $doc:expr, {
            $($key:ident: $kind:ident $(<$($of:ty),+>)? $(($($argument:expr),*))?
                = $word:literal, $need:ident $(($default:literal))?, $meaning:literal;)*
        }
        $(with $($last:ident),+)?
        $(example $example:literal)?
        $(formerly $formerly:expr)?
    ) => {
        $(#[$about])*
        $vis static $schema: $crate::Schema = $crate::Schema::new(
            $name,
            $doc,
            &[
                $($($crate::KeyDecl::include(<$first as $crate::Keys>::SCHEMA),)+)?
                $($keys::$key.declared(),)*
                $($($crate::KeyDecl::include(<$last as $crate::Keys>::SCHEMA),)+)?
            ],
        )$(.example($example))?$(.formerly(&$formerly))?;

        #[doc = concat!("The keys of [`", stringify!($schema), "`].")]
        #[derive(Clone, Copy, Debug)]
        $vis enum $keys {}

        impl $crate::Keys for $keys {
            const SCHEMA: &'static $crate::Schema = &$schema;
        }

        $($(impl $crate::Includes<$first> for $keys {})+)?
        $($(impl $crate::Includes<$last> for $keys {})+)?

        impl $keys {
            $(
                #[doc = concat!("`", $word, "`: ", $meaning, ".")]
                pub const $key: $crate::Key<Self, $crate::kinds::$kind $(<$($of),+>)?> = $crate::Key::new(
                    $word,
                    <$crate::kinds::$kind $(<$($of),+>)?>::of($($($argument),*)?),
                    $crate::Need::$need $(($default))?,
                    $meaning,
                );
            )*
        }
    };
}
