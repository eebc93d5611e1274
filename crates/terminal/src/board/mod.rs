//! The board: lanes in their colours, claims by whose they are, names that can be read, what a move is about.
//!
//! A pure function of the rules, what a seat may see and where somebody looks. Free lanes are drawn in the colour of their
//! spaces, dashed, or dotted when any colour will do, with their length in the middle. Track is drawn solid in the colour of
//! its owner, with the owner's mark on every space.

mod facts;
mod labels;
mod places;
mod pointing;
mod tracks;
mod viewport;

use crate::text::cells;
use facts::{TRAIN, arrow, flags, signs_of, signs_on, worth};
pub use places::{extras, find, lanes_at, neighbour};
pub use pointing::{Pointed, at};
pub use viewport::Viewport;

use crate::theme::Theme;
use labels::{Label, OccupiedCells};
use railwright_core::View;
use railwright_core::bits;
use railwright_core::components::OPEN;
use railwright_core::id::{LaneId, PartyId, PlaceId};
use railwright_core::map::is_neutral_color;
use railwright_core::state::Standing;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas, Context, Line, Points};
use tracks::Strip;
use viewport::cell;

/// Up to so many lanes are shown reversed; when a move is about more of them, the others step back instead.
const FEW: usize = 8;

/// Junctions have names from this enlargement on, or when a move is about them: of a lattice nothing else would be seen.
const NEAR: f64 = 1.5;

/// What is pointed at on the board.
#[derive(Clone, Default, Debug)]
pub struct Focus {
    /// The lanes that the chosen or filtered moves are about.
    pub lanes: Vec<LaneId>,
    /// The places they are about.
    pub places: Vec<PlaceId>,
    /// The place somebody looks at.
    pub selected: Option<PlaceId>,
}

/// The board as a widget.
pub struct Board<'a> {
    /// What a seat may see.
    pub view: View<'a>,
    /// How things are painted.
    pub theme: &'a Theme,
    /// Which part is shown.
    pub viewport: Viewport,
    /// What is pointed at.
    pub focus: &'a Focus,
}

impl Widget for Board<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        if area.width < 2 || area.height < 2 {
            return;
        }
        let map = &self.view.parts().map;
        let projection = self.viewport.project(map, area);
        let strips: Vec<Strip> = (0..map.lanes.len()).map(|i| Strip::of(map, i.into(), &projection)).collect();
        self.draw_lanes(area, buffer, &strips);
        let mut taken = OccupiedCells::new(area);
        let mut places: Vec<PlaceId> = (0..map.places.len()).map(PlaceId::from).collect();
        places.sort_by_key(|place| {
            (self.focus.selected != Some(*place), !self.focus.places.contains(place), usize::MAX - map.lanes_at(*place).len())
        });
        let near = projection.zoom() > NEAR;
        let labels: Vec<Label> =
            places.iter().map(|place| self.label(*place, projection.dots(map.place(*place).at), near)).collect();
        labels::write(buffer, area, &labels, &mut taken);
        for (i, strip) in strips.iter().enumerate() {
            self.mark_lane(area, buffer, LaneId::from(i), strip, &taken);
            self.write_signs(area, buffer, LaneId::from(i), strip, &taken);
        }
        self.point(area, buffer, &strips, &taken);
    }
}

impl Board<'_> {
    fn draw_lanes(&self, area: Rect, buffer: &mut Buffer, strips: &[Strip]) {
        let height = f64::from(area.height) * viewport::DOTS.1 - 1.0;
        let canvas = Canvas::default()
            .marker(Marker::Braille)
            .x_bounds([0.0, f64::from(area.width) * viewport::DOTS.0 - 1.0])
            .y_bounds([0.0, height])
            .paint(|context| {
                for (i, strip) in strips.iter().enumerate() {
                    self.draw_lane(context, LaneId::from(i), strip, height);
                    // A cell has one colour: a layer of its own keeps a lane's dots from taking over those of another.
                    context.layer();
                }
            });
        canvas.render(area, buffer);
    }

    fn draw_lane(&self, context: &mut Context, lane: LaneId, strip: &Strip, height: f64) {
        let parts = self.view.parts();
        let color = self.color(lane);
        let owner = self.shown_owner(lane);
        let dotted = owner.is_none() && is_neutral_color(parts.words.text(parts.map.lane(lane).color));
        if dotted || self.is_closed(lane) {
            let every = if self.is_closed(lane) { 4 } else { 2 };
            let dots: Vec<(f64, f64)> = strip.dots().step_by(every).map(|(x, y)| (x, height - y)).collect();
            return context.draw(&Points { coords: &dots, color });
        }
        let whole = [[strip.from, strip.to]];
        let pieces = if owner.is_some() { whole.to_vec() } else { strip.pieces() };
        for [from, to] in pieces {
            context.draw(&Line { x1: from.0, y1: height - from.1, x2: to.0, y2: height - to.1, color });
            if owner == Some(PartyId::from(self.view.seat())) {
                context.draw(&Line { x1: from.0, y1: height - from.1 - 1.0, x2: to.0, y2: height - to.1 - 1.0, color });
            }
        }
    }

    /// Whose colour a lane has: of several who share it, that of who looks at it, or who had it first.
    fn shown_owner(&self, lane: LaneId) -> Option<PartyId> {
        let me = PartyId::from(self.view.seat());
        let mine = bits::has(self.view.own(me), lane.index());
        if mine { Some(me) } else { self.view.track(lane).owner() }
    }

    /// Whether nobody can have a lane that nobody has, such as the second of a pair when few play.
    fn is_closed(&self, lane: LaneId) -> bool {
        self.view.track(lane).owner().is_none() && !bits::has(self.view.set(OPEN, 0), lane.index())
    }

    fn color(&self, lane: LaneId) -> Color {
        let parts = self.view.parts();
        match self.shown_owner(lane) {
            Some(party) => self.theme.party_color(parts, party),
            None if self.is_closed(lane) || self.steps_back(lane) => self.theme.shade(),
            None => self.theme.color_of(parts.words.text(parts.map.lane(lane).color)),
        }
    }

    fn steps_back(&self, lane: LaneId) -> bool {
        self.focus.lanes.len() > FEW && !self.focus.lanes.contains(&lane)
    }

    fn label(&self, place: PlaceId, at: (f64, f64), near: bool) -> Label<'_> {
        let known = self.view.parts().map.place(place);
        let selected = self.focus.selected == Some(place);
        let pointed = self.focus.places.contains(&place);
        let style = match (selected, pointed) {
            (true, _) => self.theme.accent().add_modifier(Modifier::REVERSED),
            (_, true) => Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD),
            _ if known.junction => self.theme.faint(),
            _ => Style::new().add_modifier(Modifier::BOLD),
        };
        let sign = if known.junction { '○' } else { worth(&self.view, self.theme, place).unwrap_or('●') };
        let name = if known.junction && !near && !selected && !pointed { "" } else { &known.name };
        Label { name, tail: signs_of(&self.view, self.theme, place), at, sign, style, needed: selected || pointed }
    }

    /// The owner's mark on every space of track; length, and where there is no colour its mark, on a free lane.
    fn mark_lane(&self, area: Rect, buffer: &mut Buffer, lane: LaneId, strip: &Strip, taken: &OccupiedCells) {
        let parts = self.view.parts();
        let def = parts.map.lane(lane);
        let track = self.view.track(lane);
        if let Some(first) = self.shown_owner(lane) {
            let owners: Vec<PartyId> = std::iter::once(first).chain(self.view.owners(lane).filter(|p| *p != first)).collect();
            let marks = strip.middles();
            let laid = if marks.len() == usize::from(def.length) { usize::from(track.laid.max(1)) } else { 1 };
            let from_start = track.from == 0;
            let train = self.train_on(lane);
            for i in 0..laid.min(marks.len()) {
                let at = if from_start { marks[i] } else { marks[marks.len() - 1 - i] };
                let Some(at) = cell(area, at) else { continue };
                // Those who share a lane stand side by side.
                for (i, &party) in owners.iter().enumerate() {
                    let at = (at.0.saturating_add(cells(i)), at.1);
                    if area.contains(at.into()) && !taken.has(at) {
                        let style = self.theme.party(parts, party).add_modifier(Modifier::REVERSED);
                        buffer[at].reset();
                        buffer[at].set_char(self.theme.party_mark(parts, party)).set_style(style);
                    }
                }
            }
            if let Some((seat, space)) = train
                && let Some(at) = cell(area, marks[space.min(marks.len() - 1)])
            {
                buffer[at].reset();
                buffer[at].set_char(TRAIN).set_style(self.theme.party(parts, seat));
            }
            return;
        }
        if self.is_closed(lane) {
            return;
        }
        let word = parts.words.text(def.color);
        let mut text: String = self.theme.mark(word).filter(|_| !self.theme.has_color()).into_iter().collect();
        // Where no lane is longer than another their lengths say nothing.
        if parts.map.lanes.iter().any(|other| other.length != def.length) {
            text += &def.length.to_string();
        }
        text += &flags(parts, self.theme, lane);
        if parts.map.line_of(lane).one_way {
            text.push(arrow(strip));
        }
        // Twins write their lengths apart, or one would hide the other.
        let twins = &parts.map.line_of(lane).lanes;
        let turn = twins.iter().position(|l| *l == lane).unwrap_or(0) as f64;
        let part = (turn + 1.0) / (twins.len() as f64 + 1.0);
        let Some((x, y)) = cell(area, strip.at(part)) else { return };
        let cells = (x..x.saturating_add(cells(text.chars().count()))).map(|x| (x, y));
        if cells.clone().all(|at| at.0 < area.right() && !taken.has(at)) && strip.length() > 8.0 {
            let style = Style::new().fg(self.color(lane));
            for (at, letter) in cells.zip(text.chars()) {
                buffer[at].set_char(letter).set_style(style);
            }
        }
    }

    /// What lies on a lane beside track, a third of the way along it, where neither its length nor the mark of an owner stands.
    fn write_signs(&self, area: Rect, buffer: &mut Buffer, lane: LaneId, strip: &Strip, taken: &OccupiedCells) {
        let Some((mut x, y)) = cell(area, strip.at(0.34)) else { return };
        for (text, style) in signs_on(&self.view, self.theme, lane) {
            for letter in text.chars() {
                if x < area.right() && !taken.has((x, y)) {
                    buffer[(x, y)].reset();
                    buffer[(x, y)].set_char(letter).set_style(style);
                }
                x += 1;
            }
        }
    }

    /// The train that stands on a lane: whose it is and on which space.
    fn train_on(&self, lane: LaneId) -> Option<(PartyId, usize)> {
        let trains = self.view.parts().trains.iter().enumerate();
        trains.into_iter().find_map(|(i, train)| match self.view.train(i) {
            Standing::On { lane: on, space, .. } if on == lane => Some((train.seat.into(), usize::from(space).saturating_sub(1))),
            _ => None,
        })
    }

    /// Reverses the few lanes that a move is about.
    fn point(&self, area: Rect, buffer: &mut Buffer, strips: &[Strip], taken: &OccupiedCells) {
        if self.focus.lanes.len() > FEW {
            return;
        }
        for lane in &self.focus.lanes {
            let Some(strip) = strips.get(lane.index()) else { continue };
            for at in strip.dots().filter_map(|dot| cell(area, dot)).filter(|at| !taken.has(*at)) {
                buffer[at].modifier.insert(Modifier::REVERSED);
            }
        }
    }
}
