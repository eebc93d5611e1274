//! The tree that a file becomes: values that know where they were written.

use crate::files::Origin;
use crate::table::Table;

/// How deep tables and lists may nest; deeper ones are reported by [`parse`](crate::parse) and left out.
pub const MAX_DEPTH: usize = 64;

/// A value and the place it was written at.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub value: Value,
    /// Where it was written.
    pub origin: Origin,
}

/// What a file can say: there are no floats and no dates, for rules know whole numbers only.
#[derive(Clone, Debug)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(String),
    /// A list in square brackets, or several `[[tables]]`.
    List(Vec<Node>),
    /// A table.
    Table(Table),
}

impl Node {
    /// A node of a value and its place.
    #[must_use]
    pub fn new(value: Value, origin: Origin) -> Self {
        Self { value, origin }
    }

    /// An empty table.
    #[must_use]
    pub fn table(origin: Origin) -> Self {
        Self::new(Value::Table(Table::default()), origin)
    }

    /// What a dotted path leads to, as `actions.claim.price`; a number selects from a list.
    #[must_use]
    pub fn at(&self, path: &str) -> Option<&Self> {
        path.split('.').filter(|part| !part.is_empty()).try_fold(self, |node, part| match &node.value {
            Value::Table(table) => table.get(part),
            Value::List(list) => list.get(part.parse::<usize>().ok()?),
            _ => None,
        })
    }

    /// The value when it is `true` or `false`.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(value) = self.value { Some(value) } else { None }
    }

    /// The value when it is a whole number.
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        if let Value::Int(value) = self.value { Some(value) } else { None }
    }

    /// The value when it is a text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        if let Value::Text(value) = &self.value { Some(value) } else { None }
    }

    /// The value when it is a list.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Self]> {
        if let Value::List(value) = &self.value { Some(value) } else { None }
    }

    /// The value when it is a table.
    #[must_use]
    pub fn as_table(&self) -> Option<&Table> {
        if let Value::Table(value) = &self.value { Some(value) } else { None }
    }

    /// The value when it is a table, to be changed.
    pub fn as_table_mut(&mut self) -> Option<&mut Table> {
        if let Value::Table(value) = &mut self.value { Some(value) } else { None }
    }

    /// The value as the text of an expression: a text, or a number or truth value written without quotes.
    #[must_use]
    pub fn as_expr(&self) -> Option<String> {
        match &self.value {
            Value::Bool(value) => Some(value.to_string()),
            Value::Int(value) => Some(value.to_string()),
            Value::Text(value) => Some(value.clone()),
            Value::List(_) | Value::Table(_) => None,
        }
    }

    /// What kind of value this is, as errors say it.
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        match self.value {
            Value::Bool(_) => "a truth value",
            Value::Int(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }

    /// Whether both say the same, wherever and in whatever order their keys were written.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        match (&self.value, &other.value) {
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b)),
            (Value::Table(a), Value::Table(b)) => {
                a.len() == b.len() && a.iter().all(|entry| b.get(&entry.key).is_some_and(|node| entry.node.same(node)))
            }
            _ => false,
        }
    }

    /// The value as JSON, without places.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Bool(value) => (*value).into(),
            Value::Int(value) => (*value).into(),
            Value::Text(value) => value.as_str().into(),
            Value::List(list) => list.iter().map(Self::to_json).collect(),
            Value::Table(table) => table.iter().map(|entry| (entry.key.clone(), entry.node.to_json())).collect(),
        }
    }
}
