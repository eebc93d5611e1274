//! Why a picture cannot be made.

use std::fmt;

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DrawError {
    /// The text is no SVG.
    NotSvg(String),
    /// Nobody can draw so many pixels, or none.
    Size {
        /// The width asked for.
        width: u32,
        /// The widest that can be drawn.
        widest: u32,
    },
    /// No page of a PDF can be so large.
    Paper {
        /// The width asked for, in millimetres.
        width: u32,
        /// The height asked for, in millimetres.
        height: u32,
    },
    /// The picture cannot be packed.
    Encoding(String),
    /// The program was built without that format.
    LeftOut(&'static str),
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            DrawError::NotSvg(cause) => write!(f, "this is no SVG that can be drawn: {cause}"),
            DrawError::Size { width, widest } => {
                write!(f, "a picture {width} pixels wide cannot be drawn: from 1 to {widest} can")
            }
            DrawError::Paper { width, height } => {
                write!(f, "a page of {width} by {height} mm is larger than a PDF can have")
            }
            DrawError::Encoding(cause) => write!(f, "the picture cannot be packed as PNG: {cause}"),
            DrawError::LeftOut(format) => write!(f, "this program was built without {format} (feature `pictures`)"),
        }
    }
}

impl std::error::Error for DrawError {}
