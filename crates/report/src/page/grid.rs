//! Tables of figures in HTML.

use super::anchor;
use crate::Part;
use crate::figure::{Figure, Unit};
use crate::table::{Cell, Row, Table};
use railwright_markup::{escape, number};
use std::fmt::Write as _;

/// A table with more rows is scrolled in a box of its own; on paper it is whole.
const LONG: usize = 16;

/// A table with its heading and what it means.
pub fn table(part: &Part, at: usize) -> String {
    let table = &part.tables[at];
    let long = if table.rows.len() > LONG { " long" } else { "" };
    let mut out = format!(
        "<section>\n<h3>{}</h3>\n<p class=\"about\">{}</p>\n<div class=\"box{long}\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\"></th>",
        escape(&table.name),
        escape(&table.about)
    );
    for column in &table.columns {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escape(&column.name));
    }
    out += "<th scope=\"col\">games</th></tr></thead>\n<tbody>\n";
    for (i, row) in table.rows.iter().enumerate() {
        let never = if row.shown.is_empty() { " class=\"never\"" } else { "" };
        let _ = write!(out, "<tr id=\"{}\"{never}><th scope=\"row\">{}</th>", anchor(part, at, i), escape(&row.name));
        // A bar for one share of each row: more would be noise.
        let barred = row.cells.iter().position(|cell| matches!(cell, Cell::Figure(f, _) if f.unit == Unit::Share));
        for (column, shown) in row.cells.iter().enumerate() {
            out += &cell(shown, table, barred == Some(column));
        }
        let _ = writeln!(out, "<td class=\"g\">{}</td></tr>", games(part, row));
    }
    out + "</tbody>\n</table></div>\n</section>\n"
}

fn cell(cell: &Cell, table: &Table, barred: bool) -> String {
    match cell {
        Cell::Nothing => "<td>–</td>".to_owned(),
        Cell::Once(number) => format!("<td data-v=\"{number}\">{}</td>", number.to_string().replace('-', "−")),
        Cell::Figure(figure, word) => {
            let word = if word.is_empty() { String::new() } else { format!("<span class=\"w\">{}</span>", escape(word)) };
            let side = table.even.filter(|_| barred).map_or("", |even| match figure.beside(even) {
                1 => " <span class=\"up\" title=\"more than even\">▲</span>",
                -1 => " <span class=\"down\" title=\"less than even\">▼</span>",
                _ => "",
            });
            let bar = if barred { bar(figure, table.even) } else { String::new() };
            format!(
                "<td data-v=\"{}\">{word}<b>{}</b>{side}<span class=\"i\">{}</span>{bar}</td>",
                number(figure.value),
                figure.text(),
                figure.range()
            )
        }
    }
}

/// A share as a bar, its interval as a line on it, the even share as a mark across.
fn bar(figure: &Figure, even: Option<f64>) -> String {
    let even = even.map(|even| format!("<s style=\"left:{}%\"></s>", number(even))).unwrap_or_default();
    format!(
        "<span class=\"bar\"><i style=\"width:{}%\"></i><u style=\"left:{}%;width:{}%\"></u>{even}</span>",
        number(figure.value),
        number(figure.low),
        number(figure.high - figure.low)
    )
}

/// The games that show what a row says.
fn games(part: &Part, row: &Row) -> String {
    if row.shown.is_empty() {
        return "never".to_owned();
    }
    let link = |(word, example): &(&str, _)| {
        let game = part.examples.get(example)?;
        Some(format!("{} <a href=\"#g{}-{game}\">{game}</a>", escape(word), part.players()))
    };
    row.shown.iter().filter_map(link).collect::<Vec<_>>().join(", ")
}
