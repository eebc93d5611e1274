//! Rows under named columns, kept column by column as files of columns want them.

/// What a column holds; every value may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number.
    Whole,
    /// A whole number without sign, such as a seed.
    Natural,
    /// Text; text that is missing and empty text are the same.
    Text,
}

/// The columns of a table: their names, and what they hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schema(pub Vec<(String, Kind)>);

impl Schema {
    /// Adds a column; a name that is taken already gets a number.
    pub(crate) fn add(&mut self, name: impl Into<String>, kind: Kind) {
        let name = name.into().replace('-', "_");
        let taken = |name: &str| self.0.iter().any(|(other, _)| other == name);
        let free = (2..).map(|n| format!("{name}_{n}")).find(|numbered| !taken(numbered));
        let name = if taken(&name) { free.unwrap_or_default() } else { name };
        self.0.push((name, kind));
    }
}

/// The values of one column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// Whole numbers.
    Whole(Vec<Option<i64>>),
    /// Whole numbers without sign.
    Natural(Vec<Option<u64>>),
    /// Texts.
    Text(Texts),
}

/// Many texts in one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Texts {
    all: String,
    ends: Vec<usize>,
}

impl Texts {
    /// The text of a row.
    pub fn get(&self, row: usize) -> &str {
        let from = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[from..self.ends[row]]
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).map(|row| self.get(row))
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.all.push_str(text);
        self.ends.push(self.all.len());
    }

    fn append(&mut self, other: &Texts) {
        let before = self.all.len();
        self.all.push_str(&other.all);
        self.ends.extend(other.ends.iter().map(|end| before + end));
    }

    fn split_off(&mut self, row: usize) -> Texts {
        let from = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        let all = self.all.split_off(from);
        let ends = self.ends.split_off(row).into_iter().map(|end| end - from).collect();
        Texts { all, ends }
    }
}

/// Some rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// The values, column by column.
    pub columns: Vec<Column>,
    rows: usize,
}

impl Table {
    /// No rows yet.
    pub fn new(schema: &Schema) -> Self {
        let column = |kind: &Kind| match kind {
            Kind::Whole => Column::Whole(Vec::new()),
            Kind::Natural => Column::Natural(Vec::new()),
            Kind::Text => Column::Text(Texts::default()),
        };
        Table { columns: schema.0.iter().map(|(_, kind)| column(kind)).collect(), rows: 0 }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// A further row, to be filled column by column.
    pub(crate) fn row(&mut self) -> Row<'_> {
        self.rows += 1;
        Row { columns: self.columns.iter_mut() }
    }

    /// Columns that were read, which are equally long.
    pub(crate) fn of(columns: Vec<Column>, rows: usize) -> Self {
        Table { columns, rows }
    }

    /// Takes the rows of another table of the same columns in.
    pub(crate) fn append(&mut self, other: Table) {
        self.rows += other.rows;
        for pair in self.columns.iter_mut().zip(other.columns) {
            match pair {
                (Column::Whole(a), Column::Whole(b)) => a.extend(b),
                (Column::Natural(a), Column::Natural(b)) => a.extend(b),
                (Column::Text(a), Column::Text(b)) => a.append(&b),
                _ => unreachable!("tables of the same columns"),
            }
        }
    }

    /// Takes the first rows out.
    pub(crate) fn take_first(&mut self, rows: usize) -> Table {
        let mut first = Vec::with_capacity(self.columns.len());
        for column in &mut self.columns {
            let rest = match column {
                Column::Whole(values) => Column::Whole(values.split_off(rows)),
                Column::Natural(values) => Column::Natural(values.split_off(rows)),
                Column::Text(texts) => Column::Text(texts.split_off(rows)),
            };
            first.push(std::mem::replace(column, rest));
        }
        self.rows -= rows;
        Table { columns: first, rows }
    }

    /// Counts a column of whole numbers on, from the number of its rows' first game.
    pub(crate) fn count_from(&mut self, column: usize, from: u64) {
        if let Some(Column::Natural(values)) = self.columns.get_mut(column) {
            values.iter_mut().flatten().for_each(|value| *value += from);
        }
    }
}

/// A row that is being filled, from its first column to its last.
pub(crate) struct Row<'a> {
    columns: std::slice::IterMut<'a, Column>,
}

impl Row<'_> {
    pub(crate) fn whole(&mut self, value: impl Into<Option<i64>>) -> &mut Self {
        match self.columns.next() {
            Some(Column::Whole(values)) => values.push(value.into()),
            _ => unreachable!("a column of whole numbers"),
        }
        self
    }

    pub(crate) fn natural(&mut self, value: u64) -> &mut Self {
        match self.columns.next() {
            Some(Column::Natural(values)) => values.push(Some(value)),
            _ => unreachable!("a column of numbers without sign"),
        }
        self
    }

    pub(crate) fn text(&mut self, value: &str) -> &mut Self {
        match self.columns.next() {
            Some(Column::Text(texts)) => texts.push(value),
            _ => unreachable!("a column of texts"),
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(from: u64, texts: &[&str]) -> Table {
        let mut schema = Schema::default();
        let columns = [("game", Kind::Natural), ("points", Kind::Whole), ("said", Kind::Text)];
        columns.into_iter().for_each(|(name, kind)| schema.add(name, kind));
        let mut table = Table::new(&schema);
        for (i, text) in texts.iter().enumerate() {
            table.row().natural(from + i as u64).whole((i > 0).then_some(-(i as i64))).text(text);
        }
        table
    }

    #[test]
    fn what_is_put_together_can_be_taken_apart_again() {
        let mut all = table(0, &["a", "", "long"]);
        all.append(table(3, &["é", "x"]));
        assert_eq!(all.rows(), 5);
        let first = all.take_first(3);
        assert_eq!((first, all), (table(0, &["a", "", "long"]), table(3, &["é", "x"])));
    }

    #[test]
    fn two_columns_never_have_the_same_name() {
        let mut schema = Schema::default();
        ["a-b", "a_b", "a-b", "c"].into_iter().for_each(|name| schema.add(name, Kind::Text));
        let names: Vec<&str> = schema.0.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a_b", "a_b_2", "a_b_3", "c"]);
    }
}
