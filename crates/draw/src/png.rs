//! From SVG to PNG, without any font of the system: pictures look alike everywhere.

use crate::DrawError;
use crate::font::{FAMILY, Weight};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::sync::Arc;

/// The widest picture, and the most pixels it may have: about 270 MB of memory.
const MOST_WIDTH: u32 = 20_000;
const MOST_PIXELS: u64 = 67_000_000;

/// Reads an SVG as it is drawn, with the typeface of this crate.
pub fn read(svg: &str) -> Result<Tree, DrawError> {
    let mut options = Options { font_family: FAMILY.to_owned(), ..Options::default() };
    let fonts = Arc::make_mut(&mut options.fontdb);
    for weight in [Weight::Regular, Weight::Bold] {
        fonts.load_font_data(weight.bytes().to_vec());
    }
    fonts.set_sans_serif_family(FAMILY);
    Tree::from_str(svg, &options).map_err(|error| DrawError::NotSvg(error.to_string()))
}

/// Draws an SVG as a PNG picture of that width.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, DrawError> {
    let tree = read(svg)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0);
    let fits = |w: u32| u64::from(w) * (f64::from(w) * f64::from(height) / f64::from(width)).ceil() as u64 <= MOST_PIXELS;
    if width == 0 || width > MOST_WIDTH || !fits(width) {
        let widest = if width == 0 { MOST_WIDTH } else { (1..=MOST_WIDTH).rev().find(|&w| fits(w)).unwrap_or(1) };
        return Err(DrawError::Size { width, widest });
    }
    let Some(mut pixels) = Pixmap::new(width, height as u32) else { return Err(DrawError::Size { width, widest: MOST_WIDTH }) };
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| DrawError::Encoding(error.to_string()))
}
