//! What an editor asks about the files of a game: problems, completion, hover, definitions, references, fixes, symbols.
//!
//! A [`Workspace`] is a folder with the texts of an editor laid over its files. Everything is answered for the texts as they are now, saved or
//! not, finished or not. The language server `railwright lsp` and the text pane of the studio are thin layers over it.
//!
//! ```
//! use railwright_language::{Position, Workspace};
//!
//! let mut workspace = Workspace::open("/a/folder/of/games");
//! workspace.change("mine.toml", "format = 1\nextends = \"spike\"\nname = \"Mine\"\n\n[counters]\ncash.strat = 3\n");
//!
//! let problems = workspace.diagnostics("mine.toml");
//! assert!(problems.iter().any(|problem| problem.range.start.line == 5));
//!
//! let position = Position { line: 5, character: 2 };
//! let words = workspace.complete("mine.toml", position);
//! assert!(words.iter().any(|word| word.label == "cash"));
//! ```
//!
//! | to | there is |
//! |---|---|
//! | lay a text over a file, take it off, hear that files have changed | [`Workspace::change`], [`Workspace::close`], [`Workspace::refresh`] |
//! | read what is wrong with a file | [`Workspace::diagnostics`]; of all files of a game, until told to stop: [`Workspace::check`] |
//! | propose what to type | [`Workspace::complete`] |
//! | tell what stands there, with the value in the whole game and where it comes from | [`Workspace::hover`] |
//! | go to where something is declared, or used | [`Workspace::definition`], [`Workspace::references`] |
//! | mend what is wrong | [`Workspace::fixes`] |
//! | list what a file declares | [`Workspace::symbols`] |
//! | know which games a map, part or module belongs to | [`Workspace::games_of`] |
//!
//! Files are given by their path, from the root or within the folder. Places in answers are [`Place`]s: their `file` begins at the root, but for
//! bundled files, which are no files of the machine: `games/spike.toml`, whose text [`Workspace::text`] gives. Positions count as the Language Server
//! Protocol does: lines from 0, columns in UTF-16 code units. All answers can be written as JSON (they are `serde::Serialize`).
//!
//! Problems are those that `railwright check --no-play` finds. A map, a part or a module is looked at with the likeliest game that it
//! belongs to: the one of its name, else the one with the fewest files; one that no game uses, by itself.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod complete;
mod context;
mod definition;
mod diagnostics;
mod families;
mod fixes;
mod hover;
mod mentions;
mod rhai;
mod shape;
mod sort;
mod spot;
mod symbols;
mod text;
mod walk;
mod words;
mod workspace;

pub use complete::{Completion, CompletionSort};
pub use diagnostics::{Problem, Related};
pub use fixes::{Edit, Fix};
pub use hover::Hover;
pub use sort::Sort;
pub use symbols::{Symbol, SymbolSort};
pub use text::{Position, Range, offset, position, range};
pub use workspace::{Workspace, bundled_text};

use serde::Serialize;
use std::path::PathBuf;

/// A range of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The file, from the root; a bundled one begins at its folder: `games/spike.toml`.
    pub file: PathBuf,
    /// Where in it.
    pub range: Range,
}

impl Place {
    /// Whether the file is bundled with the program, and no file of the machine.
    #[must_use]
    pub fn is_bundled(&self) -> bool {
        self.file.is_relative()
    }
}
