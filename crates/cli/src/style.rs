//! The few styles there are. They are always written; [`crate::screen`] takes them out where they are not wanted.

use anstyle::{AnsiColor, Style};
use clap::builder::Styles;

/// Nothing special.
pub const PLAIN: Style = Style::new();
/// Headings and what a row is about.
pub const STRONG: Style = Style::new().bold();
/// What may be overlooked.
pub const FAINT: Style = Style::new().dimmed();
/// All is well.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// What users should know.
pub const WARN: Style = AnsiColor::Yellow.on_default().bold();
/// What is wrong.
pub const ERROR: Style = AnsiColor::Red.on_default().bold();
/// What to do about it.
pub const HINT: Style = AnsiColor::Cyan.on_default();

/// The styles of `--help`.
pub const HELP: Styles = Styles::styled()
    .header(STRONG)
    .usage(STRONG)
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(HINT)
    .error(ERROR)
    .valid(GOOD)
    .invalid(WARN);

/// A text in a style.
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}
