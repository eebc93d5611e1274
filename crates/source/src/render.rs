//! A report as text for people, drawn by ariadne.

use std::collections::HashMap;
use std::fmt::Write as _;

use ariadne::{Color, Config, IndexType, Label, ReportKind, Source};

use crate::files::{FileId, Files, Origin};
use crate::report::{Diagnostic, Report, Severity};

/// A line longer than this is not drawn: it would fill the screen and hide the message.
const MAX_DRAWN_LINE: usize = 400;

type Span = (FileId, std::ops::Range<usize>);

/// Each file is split into lines only once for all findings of a report.
struct Sources<'a> {
    files: &'a Files,
    sources: HashMap<FileId, Source<&'a str>>,
}

impl<'a> ariadne::Cache<FileId> for Sources<'a> {
    type Storage = &'a str;

    fn fetch(&mut self, id: &FileId) -> Result<&Source<&'a str>, impl std::fmt::Debug> {
        let files = self.files;
        Ok::<_, String>(self.sources.entry(*id).or_insert_with(|| Source::from(files.text(*id))))
    }

    fn display<'b>(&self, id: &'b FileId) -> Option<impl std::fmt::Display + 'b> {
        Some(self.files.name(*id).to_owned())
    }
}

pub(crate) fn render(report: &Report, files: &Files, colour: bool) -> String {
    let mut sources = Sources { files, sources: HashMap::new() };
    let mut text = String::new();
    for diagnostic in report {
        match drawn(diagnostic, files, &mut sources, colour) {
            Some(drawing) => text += &drawing,
            None => plain(diagnostic, files, &mut text),
        }
    }
    if report.omitted() > 0 {
        let _ = writeln!(text, "... and {} more", report.omitted());
    }
    text
}

fn drawn(diagnostic: &Diagnostic, files: &Files, sources: &mut Sources<'_>, colour: bool) -> Option<String> {
    let (kind, color) = match diagnostic.severity {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
        Severity::Note => (ReportKind::Custom("Note", Color::Blue), Color::Blue),
    };
    let main = span(files, diagnostic.origin())?;
    let config = Config::default().with_color(colour).with_index_type(IndexType::Byte);
    let mut builder =
        ariadne::Report::build(kind, main).with_config(config).with_code(diagnostic.code).with_message(&diagnostic.message);
    for (order, (origin, label)) in (0..).zip(&diagnostic.labels) {
        let color = if order == 0 { color } else { Color::Cyan };
        builder.add_label(Label::new(span(files, *origin)?).with_message(label).with_color(color).with_order(order));
    }
    if let Some(help) = &diagnostic.help {
        builder.set_help(help);
    }
    let mut bytes = Vec::new();
    builder.finish().write(sources, &mut bytes).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    // The drawing pads its lines; trailing blanks would only disturb comparison and copying.
    Some(text.lines().map(|line| line.trim_end().to_owned() + "\n").collect())
}

/// The part of a place that can be marked: on its first line, never empty unless the line is.
fn span(files: &Files, origin: Origin) -> Option<Span> {
    let text = files.text(origin.file);
    if text.is_empty() {
        return None;
    }
    // At the very end there is nothing to mark: take the last line that has text.
    let last = u32::try_from(text.trim_end().len()).ok()?.saturating_sub(1);
    let origin = if origin.start as usize >= text.len() { Origin { start: last, ..origin } } else { origin };
    let line = files.line_span(origin);
    if line.len() > MAX_DRAWN_LINE {
        return None;
    }
    let mut start = (origin.start as usize).clamp(line.start, line.end);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let next = text[start..line.end].chars().next().map_or(0, char::len_utf8);
    let mut end = (origin.end as usize).clamp(start + next, line.end.max(start + next));
    while !text.is_char_boundary(end) {
        end += 1;
    }
    Some((origin.file, start..end))
}

/// The same without a picture: for findings without a place, in an empty file or in an endless line.
fn plain(diagnostic: &Diagnostic, files: &Files, text: &mut String) {
    let kind = match diagnostic.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Note => "Note",
    };
    let _ = writeln!(text, "[{}] {kind}: {}", diagnostic.code, diagnostic.message);
    for (origin, label) in diagnostic.labels.iter().filter(|(origin, _)| !origin.is_none()) {
        let (line, column) = files.line_column(*origin);
        let _ = writeln!(text, "   at {}:{line}:{column}: {label}", files.name(origin.file));
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(text, "   Help: {help}");
    }
}
