//! The declaration: which keys a table has, what each takes, and what it means.
//!
//! A schema is written once, with [`schema!`](crate::schema!), beside the code that reads it. The [`Reader`](crate::Reader),
//! its errors, the [manual](crate::section()) and the [JSON Schema](crate::json_schema()) all come from it.

/// The keys that one kind of table may have.
#[derive(Debug)]
pub struct Schema {
    /// What such a table is called; unique among the schemas that are used together.
    pub name: &'static str,
    /// What such a table is for, in Markdown.
    pub doc: &'static str,
    /// Its keys, in the order the manual shows them.
    pub keys: &'static [KeyDecl],
    /// Such a table as an author would write it, in TOML; empty where the manual shows none.
    pub example: &'static str,
    /// What was called otherwise in an earlier format: a key, or a key with the word it held (`of = "lanes"`), and its name of now.
    pub formerly: &'static [(&'static str, &'static str)],
}

/// One key of a table as it was declared, whatever it takes; its typed form is a [`Key`](crate::Key).
#[derive(Clone, Copy, Debug)]
pub struct KeyDecl {
    /// The key as it is written.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// Whether it must be there.
    pub need: Need,
    /// What it means, in one sentence.
    pub doc: &'static str,
}

/// Whether a key must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It is an error to leave it out.
    Required,
    /// It may be left out and has no value then.
    Optional,
    /// It may be left out and has this value then: written as in TOML, but text without quotes.
    Default(&'static str),
}

/// What a key takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number within bounds, both included.
    Int {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// Free text.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// The name of a thing of this family, or of one of several: `zone`, `counter|set`.
    Name(&'static str),
    /// An expression: text, or a number or truth value without quotes.
    Expr,
    /// Two whole numbers `[x, y]`.
    Point,
    /// A list of whole numbers.
    IntList,
    /// A list of names of a family; one text is a list of one.
    Names(&'static str),
    /// A list of texts; one text is a list of one.
    Texts,
    /// A list whose items are all of one kind.
    List(&'static Kind),
    /// A table with free keys whose values are all of one kind.
    Map(&'static Kind),
    /// A table.
    Table(&'static Schema),
    /// A table with free keys whose values are all such tables.
    Tables(&'static Schema),
    /// A list of tables.
    TableList(&'static Schema),
    /// The first of these kinds that fits.
    OneOf(&'static [Kind]),
    /// Anything: somebody else reads it.
    Any,
    /// Not a value: the keys of another schema belong to this one too. See [`KeyDecl::include`].
    Include(&'static Schema),
}

impl KeyDecl {
    /// Declares that all keys of another schema belong here too: what every action has, for example.
    #[must_use]
    pub const fn include(schema: &'static Schema) -> Self {
        Self { name: "", kind: Kind::Include(schema), need: Need::Optional, doc: "" }
    }
}

impl Schema {
    /// Declares a schema.
    #[must_use]
    pub const fn new(name: &'static str, doc: &'static str, keys: &'static [KeyDecl]) -> Self {
        Self { name, doc, keys, example: "", formerly: &[] }
    }

    /// Adds an example, which the manual shows and a test reads by this schema.
    #[must_use]
    pub const fn example(self, example: &'static str) -> Self {
        Self { example, ..self }
    }

    /// Adds what was called otherwise in an earlier format: reports name the new word.
    #[must_use]
    pub const fn formerly(self, formerly: &'static [(&'static str, &'static str)]) -> Self {
        Self { formerly, ..self }
    }

    /// The declaration of a key, included ones too.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&'static KeyDecl> {
        self.keys.iter().find_map(|key| match key.kind {
            Kind::Include(schema) => schema.find(name),
            _ => (key.name == name).then_some(key),
        })
    }

    /// Whether this is another schema, or has all its keys.
    pub(crate) fn includes(&self, other: &Self) -> bool {
        let in_key = |key: &KeyDecl| matches!(key.kind, Kind::Include(included) if included.includes(other));
        self.name == other.name || self.keys.iter().any(in_key)
    }

    /// All keys in order, with those of included schemas in place.
    #[must_use]
    pub fn all_keys(&self) -> Vec<&'static KeyDecl> {
        let mut keys = Vec::new();
        for key in self.keys {
            match key.kind {
                Kind::Include(schema) => keys.extend(schema.all_keys()),
                _ => keys.push(key),
            }
        }
        keys
    }

    /// What is wrong with the declaration itself, here and in nested schemas; a test asserts that it is nothing.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let all = std::iter::once(self).chain(self.nested());
        for schema in all {
            let keys = schema.all_keys();
            for (index, key) in keys.iter().enumerate() {
                let name = format!("{}: `{}`", schema.name, key.name);
                if keys[..index].iter().any(|other| other.name == key.name) {
                    faults.push(format!("{name} is declared twice"));
                }
                if key.doc.is_empty() {
                    faults.push(format!("{name} has no doc"));
                }
                if key.default().is_some_and(|node| !key.kind.accepts(node)) {
                    faults.push(format!("{name} has a default that is not {}", key.kind.describe()));
                }
            }
        }
        faults
    }

    /// All schemas that can be reached from this one through its keys, each once, without itself.
    #[must_use]
    pub fn nested(&self) -> Vec<&'static Self> {
        let mut found: Vec<&'static Self> = Vec::new();
        let mut next = self.children();
        while !next.is_empty() {
            next.retain(|child| child.name != self.name && found.iter().all(|seen| seen.name != child.name));
            next.dedup_by_key(|child| child.name);
            found.extend(&next);
            next = next.iter().flat_map(|child| child.children()).collect();
        }
        found
    }

    fn children(&self) -> Vec<&'static Self> {
        self.all_keys().iter().flat_map(|key| key.kind.schemas()).collect()
    }
}

impl Kind {
    /// The schemas this kind names directly.
    fn schemas(&self) -> Vec<&'static Schema> {
        match self {
            Self::Table(schema) | Self::Tables(schema) | Self::TableList(schema) => vec![*schema],
            Self::Map(kind) | Self::List(kind) => kind.schemas(),
            Self::OneOf(kinds) => kinds.iter().flat_map(Self::schemas).collect(),
            _ => Vec::new(),
        }
    }

    /// What it takes, as errors and the manual say it.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::Bool => "`true` or `false`".to_owned(),
            Self::Int { min: i64::MIN, max: i64::MAX } => "a whole number".to_owned(),
            Self::Int { min, max: i64::MAX } => format!("a whole number, at least {min}"),
            Self::Int { min: i64::MIN, max } => format!("a whole number, at most {max}"),
            Self::Int { min, max } => format!("a whole number from {min} to {max}"),
            Self::Text => "a text".to_owned(),
            Self::Word(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                if words.len() == 1 { words.concat() } else { format!("one of {}", words.join(", ")) }
            }
            Self::Name(family) => format!("the name of {}", family_name(family)),
            Self::Expr => "an expression".to_owned(),
            Self::Point => "a point `[x, y]`".to_owned(),
            Self::IntList => "a list of whole numbers".to_owned(),
            Self::Names(family) => format!("a list of names, each of {}", family_name(family)),
            Self::Texts => "a list of texts".to_owned(),
            Self::List(kind) => format!("a list, each item {}", kind.describe()),
            Self::Map(kind) => format!("a table of names, each with {}", kind.describe()),
            Self::Table(schema) => format!("a table ({})", schema.name),
            Self::Tables(schema) => format!("a table of tables ({})", schema.name),
            Self::TableList(schema) => format!("a list of tables ({})", schema.name),
            Self::OneOf(kinds) => kinds.iter().map(Self::describe).collect::<Vec<_>>().join(", or "),
            Self::Any => "anything".to_owned(),
            Self::Include(schema) => format!("the keys of {}", schema.name),
        }
    }
}

/// A family, or several joined by `|`, with its article: `a zone or an action`.
pub(crate) fn family_name(family: &str) -> String {
    let name = |one: &str| {
        let article = if one.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {one}")
    };
    family.split('|').map(name).collect::<Vec<_>>().join(" or ")
}
