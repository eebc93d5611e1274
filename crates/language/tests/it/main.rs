//! What an editor asks, about a folder that is there only as texts.

mod across_files;
mod completion;
mod hostile;
mod problems;

use railwright_language::{Completion, Place, Position, Workspace, offset, position};
use std::path::Path;

/// The folder, which is nowhere on disk.
pub const FOLDER: &str = if cfg!(windows) { "C:\\nowhere\\mine" } else { "/nowhere/mine" };

/// A game that changes a bundled one, with a map, a part and a module of its own.
pub const GAME: &str = r#"format = 1
extends = "ticket-to-ride"
name = "Mine"
map = "mine"
summary = "A small one."

[use]
gifts = { long = 4 }

[scripts]
wind = { set = "calm" }

[sets]
calm = { holds = "lane" }

[counters.gifts]
of = "seat"
start = 2

[terms]
generous = "gifts + size(hand)"

[zones.market]
slots = 6

[score.gifts]
add = "generous * 2"
"#;

/// Its map.
pub const MAP: &str = r#"format = 1
name = "Mine"
provenance = "original"
size = [400, 300]

[places]
ash = { name = "Ash", at = [10, 10] }
birch = { name = "Birch", at = [50, 10] }

[lines]
ash-birch = { ends = ["ash", "birch"], length = 2, lanes = ["red"] }

[cards.ticket.kinds]
ash-birch = { from = "ash", to = "birch", points = 4 }
"#;

/// Its part.
pub const PART: &str = r#"format = 1
name = "Gifts"
summary = "Long lanes bring a gift."

[parameters]
long = { default = 5, text = "the length from which a lane is long" }

[terms]
is-long = "length >= $long"

[score.long-gifts]
add = "gifts"
"#;

/// Its module.
pub const MODULE: &str = r#"/*
name = "Wind"
summary = "Calm lanes are remembered."

[parameters]
set = { is = "set", text = "the set of calm lanes" }
*/

fn on_round(table, event) {
    if table.size("deck") > 3 {
        table.add(["gifts", 1], 1);
    }
}
"#;

/// The folder with these files.
pub fn workspace() -> Workspace {
    let mut workspace = Workspace::open(FOLDER);
    for (file, text) in
        [("games/mine.toml", GAME), ("maps/mine.toml", MAP), ("games/parts/gifts.toml", PART), ("scripts/wind.rhai", MODULE)]
    {
        workspace.change(file, text);
    }
    workspace
}

/// A file with `|` at a place: the text without it, and the place.
pub fn marked(text: &str) -> (String, Position) {
    let at = text.find('|').expect("a mark");
    let text = text.replacen('|', "", 1);
    let place = position(&text, at);
    (text, place)
}

/// The place of a word in a text, a letter into it.
pub fn at(text: &str, word: &str) -> Position {
    let start = text.find(word).unwrap_or_else(|| panic!("`{word}` is not there"));
    position(text, start + 1)
}

/// What can be typed at the mark of a file.
pub fn completed(file: &str, text: &str) -> Vec<Completion> {
    let mut workspace = workspace();
    let (text, place) = marked(text);
    workspace.change(file, text);
    workspace.complete(file, place)
}

/// The labels of what can be typed.
pub fn labels(found: &[Completion]) -> Vec<&str> {
    found.iter().map(|completion| completion.label.as_str()).collect()
}

/// Places as `games/mine.toml:3 text`.
pub fn shown(workspace: &Workspace, places: &[Place]) -> Vec<String> {
    let shown = |place: &Place| {
        let text = workspace.text(&place.file).expect("the file is there");
        let excerpt = &text[offset(&text, place.range.start)..offset(&text, place.range.end)];
        let file = place.file.strip_prefix(Path::new(FOLDER)).unwrap_or(&place.file);
        let name = file.display().to_string().replace('\\', "/");
        format!("{name}:{} {excerpt}", place.range.start.line + 1).trim().to_owned()
    };
    places.iter().map(shown).collect()
}
