//! From SVG to PNG, without any font of the system: pictures look alike everywhere.

use crate::DrawError;
use crate::font::{FAMILY, Weight};
use crate::paint::areas::TINTS;
use railwright_core::narrow::{saturated, whole};
use resvg::tiny_skia::{FillRule, FilterQuality, Paint, Pattern, Pixmap, SpreadMode, Transform};
use resvg::usvg::{Group, Node, Options, Tree};
use std::sync::Arc;

/// The widest picture, and the most pixels it may have: about 270 MB of memory.
const MOST_WIDTH: u32 = 20_000;
const MOST_PIXELS: u64 = 67_000_000;
/// Soft tints are drawn so many times smaller: blurring is what takes longest of a picture.
const SMALLER: u32 = 8;

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
    let pixels = pixels(&read(svg)?, width)?;
    encode(pixels).map_err(|error| DrawError::Encoding(error.to_string()))
}

/// Draws an SVG pixel by pixel.
fn pixels(tree: &Tree, width: u32) -> Result<Pixmap, DrawError> {
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0);
    let fits = |w: u32| {
        u64::from(w) * saturated::<u64>(whole((f64::from(w) * f64::from(height) / f64::from(width)).ceil())) <= MOST_PIXELS
    };
    if width == 0 || width > MOST_WIDTH || !fits(width) {
        let widest = if width == 0 { MOST_WIDTH } else { (1..=MOST_WIDTH).rev().find(|&w| fits(w)).unwrap_or(1) };
        return Err(DrawError::Size { width, widest });
    }
    let Some(mut pixels) = Pixmap::new(width, saturated(whole(height.into()))) else {
        return Err(DrawError::Size { width, widest: MOST_WIDTH });
    };
    nodes(tree.root(), Transform::from_scale(scale, scale), &mut pixels);
    Ok(pixels)
}

/// Draws what a group consists of.
fn nodes(group: &Group, at: Transform, pixels: &mut Pixmap) {
    for node in group.children() {
        match node {
            Node::Group(inner) if inner.id() == TINTS => {
                let at = at.pre_concat(inner.transform());
                if soft(inner, at, pixels).is_none() {
                    one(node, at, pixels);
                }
            }
            node => one(node, at, pixels),
        }
    }
}

/// Draws one node.
fn one(node: &Node, at: Transform, pixels: &mut Pixmap) {
    // It is drawn as if its corner were that of the picture.
    if let Some(corner) = node.abs_layer_bounding_box() {
        resvg::render_node(node, at.pre_translate(corner.x(), corner.y()), &mut pixels.as_mut());
    }
}

/// Draws soft tints in a fraction of their size and enlarges them: nothing in them is sharp but the frame that they are cut off by.
/// Nothing if they are not cut off by one path.
fn soft(tints: &Group, at: Transform, pixels: &mut Pixmap) -> Option<()> {
    let [Node::Path(frame)] = tints.clip_path()?.root().children() else { return None };
    let frame = frame.data().clone().transform(at.pre_concat(tints.clip_path()?.transform()))?;
    let small = |size: u32| size.div_ceil(SMALLER);
    let mut tinted = Pixmap::new(small(pixels.width()), small(pixels.height()))?;
    let smaller = 1.0 / SMALLER as f32;
    nodes(tints, at.post_scale(smaller, smaller), &mut tinted);
    let larger = Transform::from_scale(SMALLER as f32, SMALLER as f32);
    let shader = Pattern::new(tinted.as_ref(), SpreadMode::Pad, FilterQuality::Bilinear, tints.opacity().get(), larger);
    let paint = Paint { shader, anti_alias: true, ..Paint::default() };
    pixels.fill_path(&frame, &paint, FillRule::Winding, Transform::identity(), None);
    Some(())
}

/// Packs pixels as PNG; quickly, for a picture is sooner a little larger than waited for.
fn encode(pixels: Pixmap) -> Result<Vec<u8>, ::png::EncodingError> {
    let mut data = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut data, pixels.width(), pixels.height());
    encoder.set_color(::png::ColorType::Rgba);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_compression(::png::Compression::Fast);
    encoder.write_header()?.write_image_data(&pixels.take_demultiplied())?;
    Ok(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tints_drawn_small_and_enlarged_look_like_tints_drawn_as_large_as_they_are() {
        let dots: String = (0..6)
            .map(|i| {
                format!(
                    "<circle cx='{}' cy='{}' r='66' fill='{}'/>",
                    60 + 90 * i,
                    80 + 40 * (i % 3),
                    ["#c33", "#3a5", "#36c"][i % 3]
                )
            })
            .collect();
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 600 300'><defs><clipPath id='map'><rect x='10' y='10' width='580' \
             height='280' rx='10'/></clipPath><filter id='soft' x='-20%' y='-20%' width='140%' height='140%'><feGaussianBlur \
             stdDeviation='16'/></filter></defs><rect width='600' height='300' fill='#fff'/><g id='{TINTS}' clip-path='url(#map)'><g \
             filter='url(#soft)' opacity='.6'>{dots}</g></g><circle cx='200' cy='150' r='20'/></svg>"
        );
        let tree = read(&svg).expect("an SVG");
        let quick = pixels(&tree, 1200).expect("a picture");
        let mut whole = Pixmap::new(1200, 600).expect("room");
        resvg::render(&tree, Transform::from_scale(2.0, 2.0), &mut whole.as_mut());
        let differences = quick.data().iter().zip(whole.data()).map(|(a, b)| u64::from(a.abs_diff(*b)));
        assert!(differences.clone().max() < Some(24), "{:?}", differences.max());
        let mean = differences.sum::<u64>() as f64 / quick.data().len() as f64;
        assert!(mean < 1.5, "{mean} of 255");
    }
}
