//! What a seat may see, in lines: the table, what is its own, the other seats, the score sheet.
//!
//! The lines serve both interfaces: the screen paints them, the line interface prints their text.

mod cards;
mod own;
mod seats;
mod sheet;
mod table;

pub use own::own;
pub use seats::{asked, seats};
pub use sheet::sheet;
pub use table::table;

use railwright_core::View;
use railwright_core::state::Standing;
use ratatui::text::Line;

/// Where a train stands, in words.
fn standing(view: &View, train: usize) -> String {
    let map = &view.parts().map;
    match view.train(train) {
        Standing::Off => "off the map".to_owned(),
        Standing::In(place) => format!("in {}", map.place(place).name),
        Standing::On { lane, towards, .. } => {
            let [from, to] = [1 - towards, towards].map(|end| &map.place(map.lane(lane).ends[end as usize & 1]).name);
            format!("between {from} and {to}, towards {to}")
        }
    }
}

/// Facts in as few lines as fit, two blanks apart.
fn fitted(facts: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for fact in facts {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + fact.chars().count() <= width => *line += &format!("  {fact}"),
            _ => lines.push(fact.clone()),
        }
    }
    lines
}

/// Lines as plain text.
pub fn plain(lines: &[Line]) -> String {
    let mut text = String::new();
    for line in lines {
        let line: String = line.spans.iter().map(|span| span.content.as_ref()).collect();
        text += line.trim_end();
        text.push('\n');
    }
    text
}
