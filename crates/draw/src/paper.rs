//! Formats of paper.

/// A format of paper, upright, in millimetres.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Paper {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

impl Paper {
    /// A4.
    pub const A4: Self = Paper { width: 210.0, height: 297.0 };
    /// US Letter.
    pub const LETTER: Self = Paper { width: 215.9, height: 279.4 };
}
