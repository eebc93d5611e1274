//! What users see when the program itself is at fault.

use crate::{screen, style};
use std::panic;

/// Replaces the standard message of a panic by one that says what to do; `RUST_BACKTRACE=1` gives the standard one as well.
pub fn explain() {
    let standard = panic::take_hook();
    panic::set_hook(Box::new(move |fault| {
        let payload = fault.payload();
        let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let message = text.unwrap_or("no message");
        let place = fault.location().map(|place| format!(" ({}:{})", place.file(), place.line())).unwrap_or_default();
        screen::tell(&format!(
            "{} railwright itself is at fault: {message}{place}\n  {} please report this with the command and the files you used; \
             RUST_BACKTRACE=1 shows more\n",
            style::paint(style::ERROR, "error:"),
            style::paint(style::HINT, "help:"),
        ));
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|wanted| wanted != "0") {
            standard(fault);
        }
    }));
}
