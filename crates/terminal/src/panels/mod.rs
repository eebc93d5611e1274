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

use ratatui::text::Line;

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
