//! What lies under a cell of the board: the nearest place, or the nearest lane.

use super::tracks::Strip;
use super::viewport::{DOTS, Viewport};
use railwright_core::id::{LaneId, PlaceId};
use railwright_core::map::Map;
use ratatui::layout::Rect;

/// A click so many dots away from a place still means it.
const NEAR_PLACE: f64 = 4.0;
/// A click so many dots away from a lane still means it.
const NEAR_LANE: f64 = 5.0;

/// What is pointed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointed {
    /// A place.
    Place(PlaceId),
    /// A lane.
    Lane(LaneId),
}

/// What lies in a cell of the area that shows the board, if anything is near it. Places lie on lanes and come first.
pub fn at(map: &Map, viewport: Viewport, area: Rect, (column, row): (u16, u16)) -> Option<Pointed> {
    let projection = viewport.project(map, area);
    let middle = |cell: u16, start: u16, dots: f64| (f64::from(cell) - f64::from(start) + 0.5) * dots;
    let click = (middle(column, area.x, DOTS.0), middle(row, area.y, DOTS.1));
    let away = |dot: (f64, f64)| (dot.0 - click.0).hypot(dot.1 - click.1);
    let places = (0..map.places.len()).map(PlaceId::from).map(|place| (away(projection.dots(map.place(place).at)), place));
    let place = places.filter(|(distance, _)| *distance <= NEAR_PLACE).min_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, place)) = place {
        return Some(Pointed::Place(place));
    }
    let nearest = |lane: LaneId| Strip::of(map, lane, &projection).dots().map(away).fold(f64::INFINITY, f64::min);
    let lanes = (0..map.lanes.len()).map(LaneId::from).map(|lane| (nearest(lane), lane));
    let lane = lanes.filter(|(distance, _)| *distance <= NEAR_LANE).min_by(|a, b| a.0.total_cmp(&b.0));
    lane.map(|(_, lane)| Pointed::Lane(lane))
}
