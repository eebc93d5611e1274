//! The texts that were loaded, and places in them.

/// Names one loaded text; cheap to copy and to store with every value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u16);

/// A span of bytes in a file: where a value, a key or a table was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    /// The file it is in.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Origin {
    /// The origin of a value that nobody wrote: a default, or one that was built.
    pub const NONE: Self = Self { file: FileId(u16::MAX), start: 0, end: 0 };

    /// The bytes of a range in a file; a range that is beyond all files ends where they do.
    #[must_use]
    pub fn of(file: FileId, bytes: std::ops::Range<usize>) -> Self {
        let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { file, start: byte(bytes.start), end: byte(bytes.end) }
    }

    /// Whether this is [`Origin::NONE`].
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The smallest span that covers both; `self` where they are in different files.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        if self.file == other.file {
            Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
        } else {
            self
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct File {
    name: String,
    text: String,
    /// The byte each line starts at, so that a place is found by bisection.
    lines: Vec<u32>,
}

/// All texts loaded so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Files {
    files: Vec<File>,
}

impl Files {
    /// No files yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps a text under the name that errors will show.
    ///
    /// # Panics
    /// When more than 65,534 files are added.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let id = u16::try_from(self.files.len()).ok().filter(|id| *id < u16::MAX);
        let id = FileId(id.expect("fewer than 65,535 files"));
        let text = text.into();
        let breaks = text.bytes().zip(1..).filter(|(byte, _)| *byte == b'\n');
        let lines = std::iter::once(0).chain(breaks.map(|(_, next)| next)).collect();
        self.files.push(File { name: name.into(), text, lines });
        id
    }

    /// All files, in the order they were added.
    pub fn ids(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.files.len()).filter_map(|index| u16::try_from(index).ok().map(FileId))
    }

    /// The name a file was added under; `built in` for [`Origin::NONE`].
    #[must_use]
    pub fn name(&self, file: FileId) -> &str {
        self.file(file).map_or("built in", |file| &file.name)
    }

    /// The whole text of a file.
    #[must_use]
    pub fn text(&self, file: FileId) -> &str {
        self.file(file).map_or("", |file| &file.text)
    }

    /// The text at a place.
    #[must_use]
    pub fn excerpt(&self, origin: Origin) -> &str {
        self.text(origin.file).get(origin.start as usize..origin.end as usize).unwrap_or("")
    }

    /// Line and column, both counted from 1, of the start of a place.
    #[must_use]
    pub fn line_column(&self, origin: Origin) -> (u32, u32) {
        self.position(origin.file, origin.start)
    }

    /// Line and column, both counted from 1, just after a place.
    #[must_use]
    pub fn end_line_column(&self, origin: Origin) -> (u32, u32) {
        self.position(origin.file, origin.end)
    }

    /// A place as people write it: `games/x.toml:12`.
    #[must_use]
    pub fn locate(&self, origin: Origin) -> String {
        if origin.is_none() {
            return self.name(origin.file).to_owned();
        }
        format!("{}:{}", self.name(origin.file), self.line_column(origin).0)
    }

    /// The place that is written like this, `games/x.toml:12` or `scripts/x.rhai:12:5`: the opposite of [`Files::locate`]. It is the
    /// word there, or what the line says.
    #[must_use]
    pub fn place(&self, written: &str) -> Option<Origin> {
        let (id, file) = (0..)
            .zip(&self.files)
            .find(|(_, file)| written.strip_prefix(&file.name).is_some_and(|rest| rest.starts_with(':')))?;
        let mut numbers = written[file.name.len() + 1..].split(':').map(|number| number.parse::<usize>().ok());
        let (line, column) = (numbers.next()??, numbers.next().flatten());
        let line = self.line_span(Origin { file: FileId(id), start: *file.lines.get(line.checked_sub(1)?)?, end: 0 });
        let text = &file.text[line.clone()];
        let (first, marked) = match column {
            Some(column) => {
                let first = text.char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
                let word = text[first..].find(|c: char| !c.is_alphanumeric() && c != '_');
                (first, word.unwrap_or(text.len() - first).max(1))
            }
            None => {
                let said = text.trim_start();
                (text.len() - said.len(), said.find(" #").map_or(said, |comment| &said[..comment]).trim_end().len())
            }
        };
        let start = u32::try_from(line.start + first).ok()?;
        Some(Origin { file: FileId(id), start, end: start + u32::try_from(marked).ok()? })
    }

    /// The bytes of the line that a place starts in, without its end.
    pub(crate) fn line_span(&self, origin: Origin) -> std::ops::Range<usize> {
        let Some(file) = self.file(origin.file) else {
            return 0..0;
        };
        let line = file.lines.partition_point(|start| *start <= origin.start).max(1);
        let start = file.lines[line - 1] as usize;
        let end = file.lines.get(line).map_or(file.text.len(), |next| *next as usize);
        start..start + file.text[start..end].trim_end_matches(['\n', '\r']).len()
    }

    fn file(&self, file: FileId) -> Option<&File> {
        self.files.get(usize::from(file.0))
    }

    fn position(&self, file: FileId, byte: u32) -> (u32, u32) {
        let Some(file) = self.file(file) else {
            return (1, 1);
        };
        let line = file.lines.partition_point(|start| *start <= byte).max(1);
        let start = file.lines[line - 1] as usize;
        let before = file.text.as_bytes().get(start..byte as usize).unwrap_or_default();
        // Columns are characters: count every byte that does not continue one.
        let column = before.iter().filter(|byte| (**byte & 0xC0) != 0x80).count() + 1;
        (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
    }
}
