//! Maps as pictures that people like to look at and can print.
//!
//! A [`Scene`] says what a picture shows: the board of a game, and with a position the track on it, public counters and,
//! when the game is over, the score sheet; never anything a seat holds in secret. [`layout`] finds room for all of it,
//! [`paint`] writes it as SVG. Which attributes of a map are shown, and how, is decided by simple rules ([`features`]), so
//! that a new game needs no line of Rust to be drawn. The same input gives the same bytes on every machine.
//!
//! Labels are set in Noto Sans (SIL Open Font License 1.1, from the `notosans` package). In the SVG they remain texts that
//! name a few similar typefaces and say how wide they are; PNG and PDF are drawn with the typeface itself.
//!
//! For print a board has a true size, at which wagons fit on its spaces; [`pdf`] cuts it into tiles for paper of any format.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod drawing;
mod error;
pub mod features;
pub mod font;
pub mod geometry;
mod glyphs;
pub mod heat;
pub mod layout;
mod live;
pub mod paint;
pub mod palette;
mod paper;
#[cfg(feature = "pictures")]
mod pdf;
#[cfg(feature = "pictures")]
mod png;
mod print;
mod regions;
pub mod scene;
mod tickets;
#[cfg(not(feature = "pictures"))]
mod without_pictures;
mod writer;

pub use drawing::{Drawing, PointedAt};
pub use error::DrawError;
pub use live::{CardFace, LiveBoard, Part};
pub use paper::Paper;
#[cfg(feature = "pictures")]
pub use pdf::pdf;
#[cfg(feature = "pictures")]
pub use png::{png, read};
pub use print::{WAGON, in_millimetres, size, true_scale};
pub use scene::Scene;
pub use tickets::sheets as ticket_sheets;
#[cfg(not(feature = "pictures"))]
pub use without_pictures::{pdf, png};

use railwright_core::State;
use railwright_rules::{Rules, ScoreSheet};

/// The board as SVG, with what everybody can see of a position if there is one.
pub fn svg(rules: &Rules, state: Option<&State>) -> String {
    paint::svg(&Scene::new(rules, state, None))
}

/// The same with the score sheet, which is shown when the game is over.
pub fn svg_with_sheet(rules: &Rules, state: &State, sheet: &ScoreSheet) -> String {
    paint::svg(&Scene::new(rules, Some(state), Some(sheet)))
}
