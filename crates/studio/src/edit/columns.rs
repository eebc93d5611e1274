//! Rows that are lined up stay lined up: which columns the rows of a table have, and one row brought to them.

use super::source::{Source, Splice, spliced};
use std::collections::BTreeMap;
use toml_edit::{InlineTable, Item, Key, TableLike, Value};

/// A row with braces: `id = { … }` in one line.
struct Row<'a> {
    key: &'a Key,
    table: &'a InlineTable,
}

/// Where something begins: the braces of a row, a key, a comment; or where a number of a list ends, counted from its bracket.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Mark {
    Equals,
    Key(String),
    Number(String, usize),
    Comment,
}

/// The columns that a row is to have.
pub struct Columns(BTreeMap<Mark, usize>);

fn rows(table: &dyn TableLike) -> impl Iterator<Item = Row<'_>> {
    table.iter().filter_map(|(name, item)| match item {
        Item::Value(Value::InlineTable(inner)) => Some(Row { key: table.key(name)?, table: inner }),
        _ => None,
    })
}

/// The keys that stand behind a key in the other rows of the table of an entry, where rows are of one mind.
pub fn behind(source: &Source, entry: &[&str], key: &str) -> Vec<String> {
    let Some((_, above)) = entry.split_last() else { return Vec::new() };
    let mut votes: BTreeMap<String, i32> = BTreeMap::new();
    for row in source.table(above).into_iter().flat_map(rows) {
        let keys: Vec<&str> = row.table.iter().map(|(key, _)| key).collect();
        let Some(at) = keys.iter().position(|known| *known == key) else { continue };
        for (i, other) in keys.iter().enumerate().filter(|(i, _)| *i != at) {
            *votes.entry((*other).to_owned()).or_default() += if i > at { 1 } else { -1 };
        }
    }
    votes.into_iter().filter(|(_, votes)| *votes > 0).map(|(key, _)| key).collect()
}

/// The marks of a row, with their columns and the place in the text before which there may be spaces.
fn marks(source: &Source, row: &Row) -> Option<Vec<(Mark, usize, usize)>> {
    let text = source.text();
    let (start, end) = (row.key.span()?.start, row.table.span()?.end);
    if text[start..end].contains('\n') {
        return None;
    }
    let equals = row.key.span()?.end + text[row.key.span()?.end..].find('=')?;
    let mut marks = vec![(Mark::Equals, source.column(equals), equals)];
    for (name, value) in row.table.iter() {
        let at = row.table.key(name)?.span()?.start;
        marks.push((Mark::Key(name.to_owned()), source.column(at), at));
        if let Value::Array(list) = value
            && list.iter().all(Value::is_integer)
        {
            let bracket = list.span()?.start;
            for (i, number) in list.iter().enumerate() {
                let span = number.span()?;
                marks.push((Mark::Number(name.to_owned(), i), span.end - bracket, span.start));
            }
        }
    }
    let rest = text[end..].split('\n').next().unwrap_or_default();
    if let Some(at) = rest.find('#').filter(|at| rest[..*at].trim().is_empty()) {
        marks.push((Mark::Comment, source.column(end + at), end + at));
    }
    Some(marks)
}

impl Columns {
    /// The columns that most rows beside an entry have; an entry that is there keeps only those that it has itself.
    pub fn of(source: &Source, entry: &[&str]) -> Columns {
        let (Some((id, above)), mut own) = (entry.split_last(), None) else { return Columns(BTreeMap::new()) };
        let mut counts: BTreeMap<Mark, (BTreeMap<usize, usize>, bool)> = BTreeMap::new();
        for row in source.table(above).into_iter().flat_map(rows) {
            let Some(marks) = marks(source, &row) else { continue };
            let is_own = row.key.get() == *id;
            for (mark, column, at) in &marks {
                let (columns, padded) = counts.entry(mark.clone()).or_default();
                *columns.entry(*column).or_default() += usize::from(!is_own);
                let spaces = source.text()[..*at].chars().rev().take_while(|c| *c == ' ').count();
                *padded |= spaces > usize::from(!matches!(mark, Mark::Number(_, 0)));
            }
            own = if is_own { Some(marks) } else { own };
        }
        let chosen = |(mark, (columns, padded)): (Mark, (BTreeMap<usize, usize>, bool))| {
            let all: usize = columns.values().sum();
            let (column, count) = columns.into_iter().max_by_key(|(_, count)| *count)?;
            let here = own.iter().flatten().find(|(known, ..)| *known == mark).map(|(_, column, _)| *column);
            let (kept, same) = (here.is_none_or(|here| here == column), here == Some(column));
            (padded && kept && (all > 1 || all == 1 && same) && count * 5 >= all * 3).then_some((mark, column))
        };
        let mut columns: BTreeMap<Mark, usize> = counts.into_iter().filter_map(chosen).collect();
        // A comment stays where it was as long as it can.
        if let Some((mark, column, _)) = own.iter().flatten().find(|(mark, ..)| *mark == Mark::Comment) {
            columns.insert(mark.clone(), *column);
        }
        Columns(columns)
    }

    /// Brings a row to the columns as far as it has room; nothing if there is nothing to do.
    pub fn line_up(&self, source: &Source, entry: &[&str]) -> Option<String> {
        let (id, above) = entry.split_last()?;
        let row = rows(source.table(above)?).find(|row| row.key.get() == *id)?;
        let text = source.text();
        let (mut splices, mut moved) = (Vec::new(), 0_isize);
        // A list moves as a whole, so its numbers count from its bracket.
        let mut in_list = (String::new(), 0_isize);
        for (mark, column, at) in marks(source, &row)? {
            let Some(&wanted) = self.0.get(&mark) else { continue };
            let spaces = text[..at].chars().rev().take_while(|c| *c == ' ').count();
            let (is, least) = match &mark {
                Mark::Number(list, i) => {
                    if in_list.0 != *list {
                        in_list = (list.clone(), 0);
                    }
                    (signed(column) + in_list.1, usize::from(*i > 0))
                }
                _ => (signed(column) + moved, 1),
            };
            let room = (signed(spaces) + signed(wanted) - is).max(signed(least));
            let change = room - signed(spaces);
            if change != 0 {
                splices.push(Splice { range: at - spaces..at, text: " ".repeat(room.unsigned_abs()) });
                moved += change;
                in_list.1 += if matches!(mark, Mark::Number(..)) { change } else { 0 };
            }
        }
        (!splices.is_empty()).then(|| spliced(text, splices))
    }
}

/// The path of the row with braces in which a byte stands.
pub fn row_at(source: &Source, at: usize) -> Option<Vec<String>> {
    fn within(table: &dyn TableLike, at: usize, path: &mut Vec<String>) -> bool {
        for (name, item) in table.iter() {
            path.push(name.to_owned());
            let found = match item {
                Item::Value(Value::InlineTable(inner)) => {
                    let key = table.key(name).and_then(Key::span);
                    key.zip(inner.span()).is_some_and(|(key, braces)| (key.start..braces.end).contains(&at))
                }
                Item::Table(inner) => within(inner, at, path),
                _ => false,
            };
            if found {
                return true;
            }
            path.pop();
        }
        false
    }
    let mut path = Vec::new();
    within(source.document.as_table(), at, &mut path).then_some(path)
}

fn signed(number: usize) -> isize {
    isize::try_from(number).unwrap_or(isize::MAX)
}
