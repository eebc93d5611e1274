//! Changes of a text by their places, carried out all at once.

use crate::Migrated;
use railwright_source::{FileId, Files, Origin};

/// Something that was exchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The line it stood on, counted from 1.
    pub line: u32,
    /// What stood there.
    pub was: String,
    /// What stands there now.
    pub now: String,
}

/// Something that may have to be changed, and could not be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// The line it stands on, counted from 1.
    pub line: u32,
    /// The column, counted from 1.
    pub column: u32,
    /// Why it was left.
    pub text: String,
}

/// The changes that are to be made to a text.
pub(crate) struct Edits<'f> {
    files: &'f Files,
    file: FileId,
    /// What is exchanged: from byte, to byte, for what.
    exchanged: Vec<(usize, usize, String)>,
    left: Vec<Left>,
}

impl<'f> Edits<'f> {
    pub(crate) fn new(files: &'f Files, file: FileId) -> Self {
        Edits { files, file, exchanged: Vec::new(), left: Vec::new() }
    }

    /// The text as it is written at a place, with its quotes.
    pub(crate) fn written(&self, at: Origin) -> &'f str {
        self.files.excerpt(at)
    }

    /// The line that a place begins on, with its end.
    pub(crate) fn line_origin(&self, at: Origin) -> Origin {
        let text = self.files.text(self.file);
        let start = text[..at.start as usize].rfind('\n').map_or(0, |end| end + 1);
        let end = text[at.start as usize..].find('\n').map_or(text.len(), |end| at.start as usize + end + 1);
        Origin::of(at.file, start..end)
    }

    /// The text of that line, with its end.
    pub(crate) fn line(&self, at: Origin) -> &'f str {
        self.written(self.line_origin(at))
    }

    /// Exchanges what stands at a place.
    pub(crate) fn exchange(&mut self, at: Origin, now: impl Into<String>) {
        let now = now.into();
        if self.written(at) != now {
            self.exchanged.push((at.start as usize, at.end as usize, now));
        }
    }

    /// Exchanges a word that stands in quotes or bare, and leaves the quotes.
    pub(crate) fn exchange_word(&mut self, at: Origin, was: &str, now: &str) {
        let written = self.written(at).replacen(was, now, 1);
        self.exchange(at, written);
    }

    /// Notes something that is left as it is.
    pub(crate) fn leave(&mut self, at: Origin, text: impl Into<String>) {
        let (line, column) = self.files.line_column(at);
        self.left.push(Left { line, column, text: text.into() });
    }

    /// Puts a line before the first that is neither empty nor a comment; an empty one after it where a heading follows.
    pub(crate) fn insert_line(&mut self, line: &str) {
        let text = self.files.text(self.file);
        let mut at = 0;
        for known in text.split_inclusive('\n') {
            let bare = known.trim();
            if !bare.is_empty() && !bare.starts_with('#') {
                break;
            }
            at += known.len();
        }
        let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let heading = if text[at..].starts_with('[') { ending } else { "" };
        let before = if at > 0 && !text[..at].ends_with('\n') { ending } else { "" };
        self.exchanged.push((at, at, format!("{before}{line}{ending}{heading}")));
    }

    /// Puts a text before everything.
    pub(crate) fn insert_first(&mut self, text: &str) {
        let crlf = self.files.text(self.file).contains("\r\n");
        self.exchanged.push((0, 0, if crlf { text.replace('\n', "\r\n") } else { text.to_owned() }));
    }

    /// Carries all out.
    pub(crate) fn finish(mut self) -> Migrated {
        // What is put in at a place comes before what is exchanged there.
        self.exchanged.sort_by_key(|(start, end, _)| (*start, *end));
        let text = self.files.text(self.file);
        let (mut out, mut from, mut changes) = (String::new(), 0, Vec::new());
        for (start, end, now) in self.exchanged {
            if start < from {
                continue;
            }
            out.push_str(&text[from..start]);
            out.push_str(&now);
            from = end;
            let line = self.files.line_column(Origin::of(self.file, start..end)).0;
            changes.push(Change { line, was: text[start..end].to_owned(), now: now.trim().to_owned() });
        }
        out.push_str(&text[from..]);
        self.left.sort_by_key(|left| (left.line, left.column));
        Migrated { text: out, changes, left: self.left }
    }
}
