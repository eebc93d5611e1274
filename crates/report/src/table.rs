//! Tables of figures: the one form in which page and programs get them.

use crate::examples::Example;
use crate::figure::Figure;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A column.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// Its id for programs.
    pub id: String,
    /// What people read.
    pub name: String,
}

/// A cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// A number with its interval, and a word before it, perhaps.
    Figure(Figure, String),
    /// A number that was observed once.
    Once(i64),
    /// There is nothing to say.
    Nothing,
}

impl From<Option<Figure>> for Cell {
    fn from(figure: Option<Figure>) -> Self {
        figure.map_or(Cell::Nothing, |figure| Cell::Figure(figure, String::new()))
    }
}

/// A row.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Its id for programs, and in links.
    pub id: String,
    /// What people read.
    pub name: String,
    /// Its cells, one for each column.
    pub cells: Vec<Cell>,
    /// What saved games show of it, with a word for each.
    pub shown: Vec<(&'static str, Example)>,
}

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Its id for programs, and in links.
    pub id: String,
    /// What people read.
    pub name: String,
    /// What its figures mean, in a sentence or two.
    pub about: String,
    /// The value that would be even, where there is one.
    pub even: Option<f64>,
    /// Its columns, after that with the names of the rows.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
}

impl Table {
    /// A table without rows.
    pub fn new(id: impl Into<String>, name: impl Into<String>, about: impl Into<String>, columns: &[(&str, &str)]) -> Self {
        let columns = columns.iter().map(|(id, name)| Column { id: (*id).to_owned(), name: (*name).to_owned() }).collect();
        Table { id: id.into(), name: name.into(), about: about.into(), even: None, columns, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(
        &mut self,
        id: impl Into<String>,
        name: impl Into<String>,
        cells: Vec<Cell>,
        shown: impl IntoIterator<Item = (&'static str, Example)>,
    ) {
        self.rows.push(Row { id: id.into(), name: name.into(), cells, shown: shown.into_iter().collect() });
    }

    /// The same for programs; `examples` says which game shows what.
    pub fn to_json(&self, examples: &BTreeMap<Example, u32>) -> Value {
        let rows = self.rows.iter().map(|row| {
            let mut cells = Map::new();
            cells.insert("id".into(), row.id.clone().into());
            cells.insert("name".into(), row.name.clone().into());
            for (column, cell) in self.columns.iter().zip(&row.cells) {
                let value = match cell {
                    Cell::Figure(figure, word) if word.is_empty() => figure.to_json(),
                    Cell::Figure(figure, word) => {
                        let mut value = figure.to_json();
                        value["whose"] = word.clone().into();
                        value
                    }
                    Cell::Once(number) => (*number).into(),
                    Cell::Nothing => Value::Null,
                };
                cells.insert(column.id.clone(), value);
            }
            let shown = row.shown.iter().filter_map(|(word, fact)| Some((*word, *examples.get(fact)?)));
            cells.insert("games".into(), shown.map(|(word, game)| (word.to_owned(), game.into())).collect::<Map<_, _>>().into());
            Value::Object(cells)
        });
        json!({ "name": self.name, "about": self.about, "rows": rows.collect::<Vec<_>>() })
    }
}
