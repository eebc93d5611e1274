//! Maps that show a figure of every lane: a band whose colour and width say it, instead of printed spaces.

use crate::scene::Scene;
use crate::writer::Writer;
use crate::{paint, palette};

/// How a lane is shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Band {
    /// Its colour.
    pub color: String,
    /// How wide it is, from 0 to 1.
    pub width: f64,
    /// A few letters on it, for those who do not tell colours apart; perhaps none.
    pub mark: String,
    /// What it says of the lane, for those who point at it or have it read to them.
    pub title: String,
    /// Where it leads: a place of the page that the map is on.
    pub link: String,
}

/// The map with a band for every lane, in the order of the lanes, to be part of a page: it has no size of its own.
pub fn svg(scene: &Scene, bands: &[Band], title: &str) -> String {
    let size = scene.layout.size;
    let mut writer = Writer::inline(size.x, size.y, title);
    let paper = writer.element("rect").number("width", size.x).number("height", size.y).number("rx", 10.0);
    paper.attr("fill", palette::PAPER).done();
    paint::tracks::bands(&mut writer, scene, bands);
    paint::cities::dots(&mut writer, scene);
    paint::cities::labels(&mut writer, scene);
    paint::frame(&mut writer, size);
    writer.finish()
}
