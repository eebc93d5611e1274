//! From the map's coordinates to the dots of the screen: what part of the board is shown, and how large.

use railwright_core::id::PlaceId;
use railwright_core::map::Map;
use railwright_core::narrow::{saturated, whole};
use ratatui::layout::Rect;

/// Dots of a cell: a braille character has two columns of four.
pub const DOTS: (f64, f64) = (2.0, 4.0);
/// How much more one direction may be stretched than the other to use the room there is.
const STRETCH: f64 = 2.2;
/// Free columns at the sides and rows above and below, for the names of places at the edge.
const MARGIN: (f64, f64) = (4.0, 1.0);
const ZOOM_STEP: f64 = 1.4;
const MOST_ZOOM: f64 = 16.0;

/// Which part of the board is shown: everything, or something nearer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Viewport {
    zoom: f64,
    /// The middle of the screen, as a part of the map's width and height.
    middle: (f64, f64),
}

impl Default for Viewport {
    fn default() -> Self {
        Viewport { zoom: 1.0, middle: (0.5, 0.5) }
    }
}

impl Viewport {
    /// Nearer.
    pub fn zoom_in(&mut self) {
        self.zoom = (self.zoom * ZOOM_STEP).min(MOST_ZOOM);
    }

    /// Farther, until all is seen.
    pub fn zoom_out(&mut self) {
        self.zoom /= ZOOM_STEP;
        if self.zoom < 1.05 {
            *self = Viewport::default();
        }
    }

    /// How near, where 1 shows everything.
    pub fn zoom(&self) -> f64 {
        self.zoom
    }

    /// Moves what is shown by parts of the screen.
    pub fn pan(&mut self, x: f64, y: f64) {
        let half = 0.5 / self.zoom;
        let shift = |at: f64, by: f64| (at + by / self.zoom).clamp(half.min(0.5), (1.0 - half).max(0.5));
        self.middle = (shift(self.middle.0, x), shift(self.middle.1, y));
    }

    /// Puts a place in the middle, as far as the edge of the board allows.
    pub fn center(&mut self, map: &Map, place: PlaceId) {
        let Some(frame) = Frame::around(map) else { return };
        let (x, y) = frame.part(map.place(place).at);
        self.pan((x - self.middle.0) * self.zoom, (y - self.middle.1) * self.zoom);
    }

    /// Brings a place into sight when only a part of the board is.
    pub fn show(&mut self, map: &Map, place: PlaceId) {
        let Some(frame) = Frame::around(map) else { return };
        let (x, y) = frame.part(map.place(place).at);
        let half = 0.4 / self.zoom;
        if (x - self.middle.0).abs() > half {
            self.pan((x - self.middle.0) * self.zoom, 0.0);
        }
        if (y - self.middle.1).abs() > half {
            self.pan(0.0, (y - self.middle.1) * self.zoom);
        }
    }

    /// How places are put on an area of the screen.
    pub fn project(&self, map: &Map, area: Rect) -> Projection {
        let frame = Frame::around(map).unwrap_or_default();
        let margin = if area.width < 30 { (1.0, 0.5) } else { MARGIN };
        let room = |cells: u16, margin: f64, dots: f64| ((f64::from(cells) - 2.0 * margin).max(1.0) * dots).max(1.0);
        let (width, height) = (room(area.width, margin.0, DOTS.0), room(area.height, margin.1, DOTS.1));
        let (mut x, mut y) = (width / frame.size.0, height / frame.size.1);
        (x, y) = (x.min(y * STRETCH), y.min(x * STRETCH));
        let center = (f64::from(area.width) * DOTS.0 / 2.0, f64::from(area.height) * DOTS.1 / 2.0);
        Projection {
            scale: (x * self.zoom, y * self.zoom),
            center,
            middle: (frame.least.0 + frame.size.0 * self.middle.0, frame.least.1 + frame.size.1 * self.middle.1),
            zoom: self.zoom,
        }
    }
}

/// The least rectangle around all places.
#[derive(Clone, Copy)]
struct Frame {
    least: (f64, f64),
    size: (f64, f64),
}

impl Default for Frame {
    fn default() -> Self {
        Frame { least: (0.0, 0.0), size: (1.0, 1.0) }
    }
}

impl Frame {
    fn around(map: &Map) -> Option<Self> {
        let bounds = |at: fn(&(i32, i32)) -> i32| {
            let values = || map.places.iter().map(|p| at(&p.at));
            Some((f64::from(values().min()?), f64::from(values().max()?)))
        };
        let ((left, right), (top, bottom)) = (bounds(|at| at.0)?, bounds(|at| at.1)?);
        Some(Frame { least: (left, top), size: ((right - left).max(1.0), (bottom - top).max(1.0)) })
    }

    fn part(&self, at: (i32, i32)) -> (f64, f64) {
        ((f64::from(at.0) - self.least.0) / self.size.0, (f64::from(at.1) - self.least.1) / self.size.1)
    }
}

/// How places are put on an area of the screen.
#[derive(Clone, Copy, Debug)]
pub struct Projection {
    scale: (f64, f64),
    center: (f64, f64),
    middle: (f64, f64),
    zoom: f64,
}

impl Projection {
    /// Where a point of the map is, in dots from the upper left corner of the area; it may be outside.
    pub fn dots(&self, at: (i32, i32)) -> (f64, f64) {
        let x = (f64::from(at.0) - self.middle.0) * self.scale.0 + self.center.0;
        let y = (f64::from(at.1) - self.middle.1) * self.scale.1 + self.center.1;
        (x, y)
    }

    /// How near, where 1 shows everything.
    pub fn zoom(&self) -> f64 {
        self.zoom
    }
}

/// The cell of the area in which a dot lies, if it is inside.
pub fn cell(area: Rect, dot: (f64, f64)) -> Option<(u16, u16)> {
    let (x, y) = ((dot.0 / DOTS.0).floor(), (dot.1 / DOTS.1).floor());
    let inside = x >= 0.0 && y >= 0.0 && x < f64::from(area.width) && y < f64::from(area.height);
    inside.then(|| (area.x + saturated::<u16>(whole(x)), area.y + saturated::<u16>(whole(y))))
}
