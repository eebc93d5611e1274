//! Files of earlier formats become files of today's: names that have changed are exchanged where they stand, and nothing else is touched.
//!
//! A file is read into the tree that the program reads it into, in which everything knows its place. What is called otherwise now is written over
//! at that place, so that comments, order and layout stay as they are. [`words`] is the list of what has changed; the schemas have the same for
//! their reports, and a test compares the two. What cannot be decided from the file alone is left as it is and [said](Left).
//!
//! A rule module is read as words of its language; which action its functions are of is said by the [games beside it](Users).

#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod edits;
mod expression;
mod game;
mod path;
mod price;
mod scenario;
mod script;
mod tokens;
pub mod words;

pub use edits::{Change, Left};
pub use script::{OF_AN_ACTION, Users, migrate_script};

use edits::Edits;
use railwright_source::{FORMAT, FORMAT_KEY, Files, Node, Report, check_format, parse};

/// What a file is, by its keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A game, a map or a part.
    Game,
    /// A scenario.
    Scenario,
}

/// What became of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It is of today's format.
    Current,
    /// It is no file of a game: nothing in it says so.
    NotOurs,
    /// It was rewritten.
    Migrated(Migrated),
}

/// A file that was rewritten.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Migrated {
    /// Its new text.
    pub text: String,
    /// What was changed, in the order of the text.
    pub changes: Vec<Change>,
    /// What could not be decided and is as it was.
    pub left: Vec<Left>,
}

/// A file that cannot be rewritten, and why.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// Its text.
    pub files: Files,
    /// What is wrong with it.
    pub report: Report,
}

/// Rewrites the text of a file. `own_parts` are the parts that the file finds beside it, which hide the bundled ones of the same name.
pub fn migrate(name: &str, text: &str, own_parts: &[String]) -> Result<Outcome, Unreadable> {
    let (mut files, mut report) = (Files::new(), Report::new());
    let file = files.add(name, text);
    let tree = parse(&files, file, &mut report);
    let Some(sort) = sort(&tree) else { return Ok(Outcome::NotOurs) };
    if !report.is_ok() {
        return Err(Unreadable { files, report });
    }
    if tree.at(FORMAT_KEY).is_some() {
        let known = check_format(&tree, &mut report);
        return if known { Ok(Outcome::Current) } else { Err(Unreadable { files, report }) };
    }
    let mut edits = Edits::new(&files, file);
    match sort {
        Sort::Game => game::rewrite(&tree, own_parts, &mut edits),
        Sort::Scenario => scenario::rewrite(&tree, &mut edits),
    }
    edits.insert_line(&format!("{FORMAT_KEY} = {FORMAT}"));
    Ok(Outcome::Migrated(edits.finish()))
}

/// What differs between two texts of a file, as patches show it.
pub fn diff(name: &str, before: &str, after: &str) -> String {
    similar::TextDiff::from_lines(before, after).unified_diff().context_radius(1).header(name, name).to_string()
}

/// What a file is, if it is one of a game.
pub fn sort(tree: &Node) -> Option<Sort> {
    let has = |key: &&str| tree.at(key).is_some();
    if ["play", "refused"].iter().any(&has) && ["game", "text"].iter().all(&has) {
        return Some(Sort::Scenario);
    }
    let of_games = ["extends", "flow", "map", "steps", "actions", "provenance", "places", "lines", "parameters"];
    of_games.iter().any(has).then_some(Sort::Game)
}
