//! What the mouse does: a click marks a move and a second one plays it; a click on a lane or a place lists the moves about it; the
//! wheel scrolls what is under it, and on the board comes nearer. Nothing can be done with the mouse alone.

use super::{App, Layout, Panel};
use crate::board::{self, Pointed};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr;

impl App {
    /// Reacts to the mouse; whether anything was done.
    pub fn point_at(&mut self, mouse: MouseEvent) -> bool {
        if self.covered.is_some() || self.consent.is_some() {
            return false;
        }
        let by = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => 0,
            MouseEventKind::ScrollUp => -1,
            MouseEventKind::ScrollDown => 1,
            _ => return false,
        };
        if let Some(page) = &mut self.page {
            page.scroll = page.scroll.saturating_add_signed(3 * by);
            return true;
        }
        let layout = Layout::new(self.area, self.focus);
        let at = Position::new(mouse.column, mouse.row);
        if let Some(tabs) = layout.tabs.filter(|tabs| by == 0 && tabs.contains(at)) {
            return self.click_tab(at.x - tabs.x);
        }
        let Some((panel, area)) = layout.panels.iter().copied().find(|(_, area)| area.contains(at)) else { return false };
        let inner = inside(area, layout.tabs.is_none(), panel == self.focus);
        match (panel, by) {
            (Panel::Board, 0) => self.click_board(inner, at),
            (Panel::Board, _) => {
                if by < 0 {
                    self.viewport.zoom_in()
                } else {
                    self.viewport.zoom_out()
                };
            }
            // While the board is looked at, its places stand where the moves are.
            (Panel::Moves, 0) if self.focus != Panel::Board => self.click_move(usize::from(at.y.saturating_sub(inner.y))),
            (_, 0) => self.go_to(panel),
            _ => {
                self.go_to(panel);
                self.step(by);
            }
        }
        true
    }

    fn click_tab(&mut self, column: u16) -> bool {
        let mut end = 0;
        let hit = Panel::ALL.into_iter().find(|panel| {
            end += panel.name().width() + 2;
            usize::from(column) < end
        });
        hit.map(|panel| self.go_to(panel)).is_some()
    }

    /// Marks the move on a line of the list; plays it, or opens its group, if it is marked already.
    fn click_move(&mut self, line: usize) {
        self.message = None;
        self.focus = Panel::Moves;
        match self.listed.get(line).copied() {
            Some(row) if self.marked() == Some(row) => {
                self.chosen = Some(row);
                self.enter();
            }
            row => self.chosen = row,
        }
    }

    /// Lists the moves about what is nearest to a click.
    fn click_board(&mut self, area: Rect, at: Position) {
        let rules = self.game.rules().clone();
        let map = &rules.parts.map;
        self.message = None;
        let name = match board::at(map, self.viewport, area, (at.x, at.y)) {
            Some(Pointed::Place(place)) => {
                self.place = Some(place);
                &map.place(place).id
            }
            Some(Pointed::Lane(lane)) => &map.lane(lane).id,
            None => return,
        };
        self.input.set(format!("{name} "));
        self.chosen = None;
        self.go_to(Panel::Moves);
    }
}

/// What is left of a panel without its border; behind tabs the panel in focus has none, and others have a line above.
fn inside(area: Rect, framed: bool, focused: bool) -> Rect {
    match (framed, focused) {
        (true, _) => {
            Rect { x: area.x + 1, y: area.y + 1, width: area.width.saturating_sub(2), height: area.height.saturating_sub(2) }
        }
        (false, true) => area,
        (false, false) => Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area },
    }
}
