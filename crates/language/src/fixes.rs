//! How what is wrong can be mended: the word that was meant in the place of the one that is not known.

use crate::families::written;
use crate::text::{Range, offset, range};
use crate::words::is_in_name;
use crate::{Place, Problem, Workspace};
use railwright::source::{Node, did_you_mean};
use serde::Serialize;
use std::path::Path;

/// A way to mend a problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fix {
    /// What it does, in words.
    pub title: String,
    /// The problem that it mends.
    pub problem: Problem,
    /// What it changes.
    pub edits: Vec<Edit>,
}

/// A text in the place of another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Edit {
    /// Where.
    pub place: Place,
    /// What stands there then.
    pub text: String,
}

impl Workspace {
    /// How the problems can be mended that touch a range of a file.
    #[must_use]
    pub fn fixes(&self, file: impl AsRef<Path>, range: Range) -> Vec<Fix> {
        let path = self.path(file);
        let (text, tree) = (self.text(&path).unwrap_or_default(), self.tree(&path));
        let fixes = self.diagnostics(&path).into_iter().filter_map(|problem| fix(&text, &tree, problem));
        // What is wrong in a term is shown where it is used, and mended from there or where it is written.
        let touched =
            |fix: &Fix| fix.problem.range.touches(&range) || fix.edits.iter().any(|edit| edit.place.range.touches(&range));
        fixes.filter(touched).collect()
    }
}

fn fix(text: &str, tree: &Node, problem: Problem) -> Option<Fix> {
    let meant = meant(&problem)?;
    let (start, end) = match term(&problem.message) {
        Some(name) => {
            let terms = tree.at("terms").and_then(Node::as_table).into_iter().flatten();
            let origin = terms.into_iter().find(|entry| written(&entry.key) == name)?.node.origin;
            (origin.start as usize, origin.end as usize)
        }
        None => (offset(text, problem.range.start), offset(text, problem.range.end)),
    };
    let excerpt = text.get(start..end)?;
    // The place may be a whole key path, a text in quotes, or an expression: the word in it is replaced that was not known.
    let plain = meant.rsplit('.').next().unwrap_or(&meant);
    let wanted = if excerpt.contains('.') { &meant } else { plain };
    let word = unknown(excerpt, wanted, &problem.message)?;
    let place = range(text, start + word.start..start + word.end);
    let title = format!("Change `{}` to `{wanted}`", &excerpt[word]);
    let edit = Edit { place: Place { file: problem.file.clone(), range: place }, text: wanted.to_owned() };
    Some(Fix { title, problem, edits: vec![edit] })
}

/// The term in which something is wrong, as the report says: the innermost.
fn term(message: &str) -> Option<&str> {
    let (_, behind) = message.rsplit_once("in the term `")?;
    behind.split_once('`').map(|(name, _)| written(name))
}

/// The word that was meant, as the report says.
fn meant(problem: &Problem) -> Option<String> {
    let between = |text: &str, before: &str, after: &str| {
        let start = text.find(before)? + before.len();
        let end = text[start..].find(after)?;
        Some(text[start..start + end].to_owned())
    };
    let help = problem.help.as_deref().and_then(|help| between(help, "did you mean `", "`?"));
    help.or_else(|| if problem.code == "renamed" { between(&problem.message, "is called `", "`") } else { None })
}

/// The word of a text that another was meant for: the one that the message quotes, else the one most like it.
fn unknown(text: &str, meant: &str, message: &str) -> Option<std::ops::Range<usize>> {
    let words = |dots: bool| {
        let mut words: Vec<std::ops::Range<usize>> = Vec::new();
        for (at, letter) in text.char_indices() {
            let inside = is_in_name(letter) || letter == '$' || dots && letter == '.' || letter.is_alphanumeric();
            match words.last_mut().filter(|word| word.end == at) {
                Some(word) if inside => word.end = at + letter.len_utf8(),
                _ if inside => words.push(at..at + letter.len_utf8()),
                _ => {}
            }
        }
        words
    };
    let candidates = words(meant.contains('.'));
    // What comes before a colon says where the word stands, such as in a term, and not which it is.
    let said = message.rsplit("`: ").next().unwrap_or(message);
    let quoted = candidates.iter().find(|word| said.contains(&format!("`{}`", &text[(*word).clone()])));
    if let Some(word) = quoted.filter(|word| &text[(*word).clone()] != meant) {
        return Some(word.clone());
    }
    let texts: Vec<&str> = candidates.iter().map(|word| &text[word.clone()]).collect();
    // A word that is like no other here was written elsewhere, in a term that is used here.
    let near = did_you_mean(meant, texts.iter().copied().filter(|word| *word != meant))?;
    candidates.iter().find(|word| &text[(*word).clone()] == near).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_that_is_not_known_is_replaced_and_nothing_else() {
        let replaced = |text: &str, meant: &str, message: &str| unknown(text, meant, message).map(|word| text[word].to_owned());
        assert_eq!(replaced("\"count(hnad, wild)\"", "hand", "there is no zone `hnad`").as_deref(), Some("hnad"));
        assert_eq!(replaced("strat", "start", "unknown key `counters.trains.strat`").as_deref(), Some("strat"));
        assert_eq!(replaced("\"zones.marke.sweep\"", "market", "it is not there").as_deref(), Some("marke"));
        assert_eq!(replaced("hand", "hand", "").as_deref(), None);
        assert_eq!(replaced("generous * 2", "hand", "in the term `generous`: there is no zone `hnad`").as_deref(), None);
        assert_eq!(replaced("generous", "hand", "in the term `x`: there is no zone `hnad`").as_deref(), None);
    }
}
