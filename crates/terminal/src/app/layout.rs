//! Which panels fit and where: all of them on a large window, one at a time behind tabs on a small one.

use ratatui::layout::Rect;

/// A part of the screen that can be looked at on its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Panel {
    /// The legal moves.
    Moves,
    /// The board, with what lies around a place.
    Board,
    /// What is one's own.
    Own,
    /// The table and the other seats.
    Table,
    /// What happened.
    Log,
}

impl Panel {
    /// All of them, in the order in which Tab goes through them.
    pub const ALL: [Panel; 5] = [Panel::Moves, Panel::Board, Panel::Own, Panel::Table, Panel::Log];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Panel::Moves => "Moves",
            Panel::Board => "Board",
            Panel::Own => "Yours",
            Panel::Table => "Table",
            Panel::Log => "Log",
        }
    }

    /// The next one, or the one before.
    pub fn next(self, forward: bool) -> Self {
        let at = Self::ALL.iter().position(|p| *p == self).unwrap_or(0);
        Self::ALL[(at + if forward { 1 } else { Self::ALL.len() - 1 }) % Self::ALL.len()]
    }
}

/// A window for one panel is high enough for two from here on.
const HIGH: u16 = 14;

/// Where everything goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The line that says where the game stands.
    pub status: Rect,
    /// The names of the panels, when only one is shown.
    pub tabs: Option<Rect>,
    /// The panels that are shown.
    pub panels: Vec<(Panel, Rect)>,
    /// The line to type in.
    pub prompt: Rect,
    /// What keys do.
    pub hint: Rect,
}

impl Layout {
    /// The layout for a window.
    pub fn new(area: Rect, focus: Panel) -> Self {
        let mut rest = area;
        let prompt = cut_bottom(&mut rest, 1);
        let hint = cut_bottom(&mut rest, u16::from(area.height >= 10));
        let status = cut_top(&mut rest, u16::from(area.height >= 4));
        if area.width >= 112 && area.height >= 32 {
            return Layout { status, tabs: None, panels: large(rest), prompt, hint };
        }
        // Who looks at the board in a window of the usual size gets all of it: in a part of it no name could be read.
        if area.width >= 76 && area.height >= 21 && focus != Panel::Board {
            return Layout { status, tabs: None, panels: medium(rest), prompt, hint };
        }
        let tabs = (area.height >= 6).then(|| cut_top(&mut rest, 1));
        let mut panels = vec![(focus, rest)];
        if focus == Panel::Moves && rest.height >= HIGH {
            // Whoever chooses wants to see what for: cards and tickets below the moves.
            let below = rest.height * 3 / 5;
            let own = cut_bottom(&mut rest, below);
            panels = vec![(focus, rest), (Panel::Own, own)];
        }
        Layout { status, tabs, panels, prompt, hint }
    }

    /// Where a panel is shown.
    pub fn of(&self, panel: Panel) -> Option<Rect> {
        self.panels.iter().find(|(p, _)| *p == panel).map(|(_, area)| *area)
    }
}

fn large(mut rest: Rect) -> Vec<(Panel, Rect)> {
    let side = (rest.width * 3 / 10).clamp(40, 54);
    let mut right = cut_right(&mut rest, side);
    let below = (rest.height * 3 / 10).clamp(10, 18);
    let mut bottom = cut_bottom(&mut rest, below);
    let half = bottom.width / 2;
    let log = cut_right(&mut bottom, half);
    let half = right.height / 2;
    let own = cut_bottom(&mut right, half);
    vec![(Panel::Board, rest), (Panel::Moves, bottom), (Panel::Log, log), (Panel::Table, right), (Panel::Own, own)]
}

fn medium(mut rest: Rect) -> Vec<(Panel, Rect)> {
    // What is one's own is looked at most and is the longest: it has nearly half of the side.
    let side = (rest.width * 4 / 10).clamp(30, 40);
    let mut right = cut_right(&mut rest, side);
    let below = (rest.height * 3 / 10).clamp(7, 11);
    let bottom = cut_bottom(&mut rest, below);
    let log = cut_bottom(&mut right, (below - 3).max(4));
    let own = right.height * 3 / 5;
    let own = cut_bottom(&mut right, own);
    vec![(Panel::Board, rest), (Panel::Moves, bottom), (Panel::Log, log), (Panel::Table, right), (Panel::Own, own)]
}

fn cut_top(rest: &mut Rect, height: u16) -> Rect {
    let height = height.min(rest.height);
    let cut = Rect { height, ..*rest };
    rest.y += height;
    rest.height -= height;
    cut
}

fn cut_bottom(rest: &mut Rect, height: u16) -> Rect {
    let height = height.min(rest.height);
    rest.height -= height;
    Rect { y: rest.bottom(), height, ..*rest }
}

fn cut_right(rest: &mut Rect, width: u16) -> Rect {
    let width = width.min(rest.width);
    rest.width -= width;
    Rect { x: rest.right(), width, ..*rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_cover_every_window_without_overlap() {
        for (width, height) in [(10, 4), (40, 12), (60, 20), (80, 24), (112, 32), (120, 40), (250, 80), (1, 1)] {
            let area = Rect::new(0, 0, width, height);
            for focus in Panel::ALL {
                let layout = Layout::new(area, focus);
                let lines = [layout.status, layout.prompt, layout.hint];
                let all = layout.panels.iter().map(|(_, r)| *r).chain(lines).chain(layout.tabs);
                let cells: u32 = all.map(|r| u32::from(r.width) * u32::from(r.height)).sum();
                assert_eq!(cells, u32::from(width) * u32::from(height), "{width}×{height}: {layout:?}");
            }
        }
    }

    #[test]
    fn a_small_window_shows_the_panel_in_focus() {
        let layout = Layout::new(Rect::new(0, 0, 40, 12), Panel::Log);
        assert_eq!(layout.panels.len(), 1);
        assert!(layout.of(Panel::Log).is_some() && layout.tabs.is_some());
        let layout = Layout::new(Rect::new(0, 0, 60, 20), Panel::Moves);
        assert!(layout.of(Panel::Own).is_some(), "with enough room what is one's own lies below the moves");
    }
}
