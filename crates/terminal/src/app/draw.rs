//! Drawing the app: panels, the line to type in, and what lies over them.

use super::{App, Layout, Panel};
use crate::board::{Board, extras, lanes_at};
use crate::game::{LOOKING_BACK, Turn};
use crate::moves::Row;
use crate::panels;
use crate::text::cells;
use crate::text::{shorten, wrap, wrap_lines};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

/// A shorter log tells only what was done.
const FEWEST_LOG_LINES: usize = 4;
/// So many of the last sentences of the log can be scrolled through; of more, wrapping them would be felt at each key.
const LONGEST_LOG: usize = 2000;

/// Whether a line of the log says what a seat did: `seat 2: …`.
fn is_action(text: &str) -> bool {
    let number = text.strip_prefix("seat ").and_then(|rest| rest.split_once(": ")).map(|(number, _)| number);
    number.is_some_and(|number| number.parse::<u8>().is_ok())
}

impl App {
    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        self.area = area;
        if area.width == 0 || area.height == 0 {
            return;
        }
        if self.covered.is_some() {
            return self.draw_cover(frame, area);
        }
        let layout = Layout::new(area, self.focus);
        if let Some(moves) = layout.of(Panel::Moves) {
            let room = usize::from(moves.height.saturating_sub(if layout.tabs.is_some() { 0 } else { 2 })).max(1);
            if room != self.room {
                self.room = room;
                self.list();
            }
        }
        let framed = layout.tabs.is_none();
        for (panel, area) in layout.panels.clone() {
            self.draw_panel(frame, panel, area, framed);
        }
        if let Some(tabs) = layout.tabs {
            self.draw_tabs(frame, tabs);
        }
        self.draw_status(frame, layout.status);
        self.draw_prompt(frame, &layout);
        self.draw_message(frame, Rect { height: layout.prompt.y.saturating_sub(area.y), ..area });
        self.draw_page(frame, area);
        self.draw_consent(frame, area);
    }

    fn draw_panel(&mut self, frame: &mut Frame, panel: Panel, area: Rect, framed: bool) {
        let theme = self.game.theme().clone();
        let focused = self.focus == panel;
        let mut inner = area;
        // Behind tabs only what lies below the panel in focus needs a line between.
        if framed || !focused {
            let style = if focused { theme.accent() } else { theme.faint() };
            let borders = if framed { Borders::ALL } else { Borders::TOP };
            let block = Block::new().borders(borders).border_style(style).title(Span::styled(self.title(panel), style));
            inner = block.inner(area);
            frame.render_widget(block, area);
        }
        let width = usize::from(inner.width);
        match panel {
            Panel::Board => self.draw_board(frame, inner, framed),
            Panel::Moves if framed && self.focus == Panel::Board => {
                let lines = self.place.map(|place| lanes_at(&self.game.view(), &theme, place)).unwrap_or_default();
                frame.render_widget(Paragraph::new(lines), inner);
            }
            Panel::Moves => self.draw_moves(frame, inner),
            Panel::Own => self.draw_lines(frame, inner, panel, panels::own(&self.game.view(), &theme, width)),
            Panel::Table => {
                let mut lines = panels::table(&self.game.view(), &theme, width);
                lines.extend(panels::seats(&self.game.view(), &theme, self.game.who(), width));
                self.draw_lines(frame, inner, panel, lines);
            }
            Panel::Log => self.draw_log(frame, inner),
        }
    }

    fn title(&self, panel: Panel) -> String {
        let map = &self.game.rules().parts.map;
        match panel {
            Panel::Moves if self.focus == Panel::Board => {
                self.place.map_or_else(String::new, |place| format!(" Around {} ", map.place(place).name))
            }
            Panel::Moves => {
                let shown: usize = self.rows.iter().map(|row| row.moves.len()).sum();
                format!(" Moves · {shown} of {}{} ", self.moves.len(), self.about_lane())
            }
            Panel::Board if self.viewport.zoom() > 1.0 => {
                format!(" {} · ×{:.1} ", self.game.rules().head.map_name, self.viewport.zoom())
            }
            Panel::Board => format!(" {} ", self.game.rules().head.map_name),
            Panel::Own => {
                let seat = self.game.viewer();
                format!(" Seat {} · {} ", seat.0 + 1, self.game.who()[seat.index()])
            }
            Panel::Table => " Table ".to_owned(),
            Panel::Log => " What happened ".to_owned(),
        }
    }

    /// What the lane of the chosen move is like, if there is one.
    fn about_lane(&self) -> String {
        let parts = &self.game.rules().parts;
        let [lane] = self.pointed().lanes[..] else { return String::new() };
        let def = parts.map.lane(lane);
        let extras = extras(parts, lane);
        let extras = if extras.is_empty() { extras } else { format!(", {extras}") };
        format!(" · › {} {}{extras}", def.length, parts.words.text(def.color))
    }

    fn draw_board(&self, frame: &mut Frame, mut area: Rect, framed: bool) {
        let focus = self.pointed();
        let theme = self.game.theme();
        if let (false, Some(place)) = (framed, self.place.filter(|_| self.focus == Panel::Board)) {
            let map = &self.game.rules().parts.map;
            let mut lines = vec![Line::from(Span::styled(format!("Around {}", map.place(place).name), theme.accent()))];
            lines.extend(lanes_at(&self.game.view(), theme, place));
            let height = (area.height * 2 / 5).min(cells(lines.len()));
            area.height -= height;
            frame.render_widget(Paragraph::new(lines), Rect { y: area.bottom(), height, ..area });
        }
        frame.render_widget(Board { view: self.game.view(), theme, viewport: self.viewport, focus: &focus }, area);
    }

    /// The rows that fit: long ones are shortened in the middle, and the one that is marked is shown whole, on as many lines as it needs.
    fn draw_moves(&mut self, frame: &mut Frame, area: Rect) {
        let theme = self.game.theme().clone();
        let (width, height) = (usize::from(area.width), usize::from(area.height).max(1));
        let marked = self.marked();
        let from = marked.unwrap_or(0).saturating_sub(height / 2).min(self.rows.len().saturating_sub(height));
        let mut lines: Vec<Line> = Vec::new();
        self.listed.clear();
        for (i, row) in self.rows.iter().enumerate().skip(from).take(height) {
            let more = if row.is_move() { String::new() } else { format!(" … {} moves", row.moves.len()) };
            if Some(i) == marked {
                let style = Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD);
                let whole = wrap(&format!("{}{more}", self.said(row)), width.saturating_sub(2));
                let signs = std::iter::once("› ").chain(std::iter::repeat("  "));
                lines.extend(signs.zip(&whole).map(|(sign, text)| Line::from(Span::styled(format!("{sign}{text}"), style))));
            } else {
                let text = shorten(&self.said(row), width.saturating_sub(2 + more.width()));
                let words = text
                    .split_inclusive(' ')
                    .map(|word| Span::styled(word.to_owned(), theme.word(word.trim_end_matches([' ', ',']))));
                let mut line = Line::from("  ");
                line.spans.extend(words.chain([Span::styled(more, theme.faint())]));
                lines.push(line);
            }
            self.listed.resize(lines.len(), i);
        }
        if lines.is_empty() {
            lines.extend(
                wrap(&self.nothing_to_list(), usize::from(area.width))
                    .into_iter()
                    .map(|l| Line::from(Span::styled(l, theme.faint()))),
            );
        }
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// A row as people read it.
    fn said(&self, row: &Row) -> String {
        match row.moves[..] {
            [only] => self.moves[only].said.clone(),
            _ => self.game.names().say(&row.text),
        }
    }

    fn nothing_to_list(&self) -> String {
        match self.game.turn() {
            Turn::Over => "The game is over. Enter shows the score sheet, `quit` leaves.".to_owned(),
            Turn::Bot(seat) if self.stopped => format!("Stopped before seat {}. Enter: one move, Space: go on.", seat.0 + 1),
            Turn::Bot(seat) => format!("Seat {} chooses …", seat.0 + 1),
            Turn::Human(_) => "No move begins like this. Enter says why; Esc clears.".to_owned(),
        }
    }

    fn draw_log(&mut self, frame: &mut Frame, area: Rect) {
        let theme = self.game.theme();
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let mut lines = Vec::new();
        // With little room what was done is shown, and what came of it where there is more.
        let brief = height < FEWEST_LOG_LINES && self.focus != Panel::Log;
        let told = self.game.told().iter().enumerate().filter(|(_, text)| !brief || is_action(text));
        for (i, text) in told.skip(if brief { 0 } else { self.game.told().len().saturating_sub(LONGEST_LOG) }) {
            let style = if i < self.read { theme.faint() } else { Style::new() };
            if brief {
                lines.push(Line::from(Span::styled(text.clone(), style)));
                continue;
            }
            for (n, line) in wrap(text, width.saturating_sub(2)).into_iter().enumerate() {
                lines.push(Line::from(Span::styled(if n == 0 { line } else { format!("  {line}") }, style)));
            }
        }
        let scroll = &mut self.scroll[Panel::Log as usize];
        *scroll = (*scroll).min(lines.len().saturating_sub(height));
        let end = lines.len() - *scroll;
        let shown = lines[end.saturating_sub(height)..end].to_vec();
        frame.render_widget(Paragraph::new(shown), area);
    }

    fn draw_lines(&mut self, frame: &mut Frame, area: Rect, panel: Panel, lines: Vec<Line<'static>>) {
        let height = usize::from(area.height);
        let scroll = &mut self.scroll[panel as usize];
        *scroll = (*scroll).min(lines.len().saturating_sub(height));
        let more = lines.len() > *scroll + height;
        let shown: Vec<Line> = lines.into_iter().skip(*scroll).take(height).collect();
        frame.render_widget(Paragraph::new(shown), area);
        if more && area.height > 0 && area.width > 2 {
            let at = Rect { x: area.right() - 1, y: area.bottom() - 1, width: 1, height: 1 };
            frame.render_widget(Span::styled("↓", self.game.theme().accent()), at);
        }
    }

    fn draw_tabs(&self, frame: &mut Frame, area: Rect) {
        let theme = self.game.theme();
        let tabs = Panel::ALL.map(|panel| {
            let style = if panel == self.focus { theme.accent().add_modifier(Modifier::REVERSED) } else { theme.faint() };
            Span::styled(format!(" {} ", panel.name()), style)
        });
        frame.render_widget(Line::from(tabs.to_vec()), area);
    }

    fn draw_status(&self, frame: &mut Frame, area: Rect) {
        let asked = self.game.asked();
        let mut text = format!(" {} · {asked}", self.game.rules().head.name);
        if text.width() > usize::from(area.width) {
            text = format!(" {asked}");
        }
        let style = Style::new().add_modifier(Modifier::REVERSED);
        frame.render_widget(Paragraph::new(text).style(style), area);
    }

    fn draw_prompt(&self, frame: &mut Frame, layout: &Layout) {
        let theme = self.game.theme();
        let seat = self.chooser().map_or_else(|| "> ".to_owned(), |seat| format!("seat {}> ", seat.0 + 1));
        let area = layout.prompt;
        let start = cells(seat.width());
        if self.search.is_empty() {
            let room = usize::from(area.width.saturating_sub(start + 1));
            // A text longer than the window is shown from where the cursor still fits.
            let skip = self.input.before().width().saturating_sub(room);
            let text: String = self.input.text().chars().skip(skip).collect();
            frame.render_widget(Line::from(vec![Span::styled(seat, theme.accent()), Span::raw(text)]), area);
            let column = area.x + start + cells(self.input.before().width() - skip.min(self.input.before().width()));
            frame.set_cursor_position(Position::new(column.min(area.right().saturating_sub(1)), area.y));
        } else {
            frame.render_widget(Line::from(vec![Span::styled("find: ", theme.accent()), Span::raw(self.search.clone())]), area);
        }
        let hint: &[&str] = match self.focus {
            Panel::Board => &[
                "arrows places",
                "letters find",
                "Enter moves here",
                "+ - 0 zoom",
                "Shift-arrows pan",
                "Tab next panel",
                "Esc back",
            ],
            Panel::Moves if self.game.humans().is_empty() => {
                &["? help", "any key no waiting", "Space stop and go on", "look SEAT", "+ - 0 zoom", "Tab next panel", "quit"]
            }
            Panel::Moves if layout.tabs.is_some() => &["? help", "Tab panels", "↑↓ Enter play", "type to filter", "undo", "quit"],
            Panel::Moves => &[
                "? help",
                "type to filter",
                "↑↓ Enter choose",
                "Tab complete or next panel",
                "undo",
                "why MOVE",
                "quit",
                "+ - 0 zoom",
            ],
            _ => &["? help", "↑↓ scroll", "Tab next panel", "Esc moves"],
        };
        let mut line = String::new();
        for part in hint {
            let longer = if line.is_empty() { format!(" {part}") } else { format!("{line} · {part}") };
            if longer.width() > usize::from(layout.hint.width) {
                break;
            }
            line = longer;
        }
        frame.render_widget(Span::styled(line, theme.faint()), layout.hint);
    }

    /// The message lies directly above the line to type in and hides no more than it needs.
    fn draw_message(&self, frame: &mut Frame, area: Rect) {
        let Some((text, bad)) = &self.message else { return };
        if area.height < 2 || area.width < 4 {
            return;
        }
        let theme = self.game.theme();
        let style = if *bad { theme.bad() } else { theme.accent() };
        let lines: Vec<String> = text.lines().flat_map(|line| wrap(line, usize::from(area.width.saturating_sub(4)))).collect();
        let height = cells(lines.len() + 2).min(area.height);
        let place = Rect { y: area.bottom() - height, height, ..area };
        let block = Block::new().borders(Borders::ALL).border_style(style).padding(ratatui::widgets::Padding::horizontal(1));
        frame.render_widget(Clear, place);
        frame.render_widget(Paragraph::new(lines.into_iter().map(Line::from).collect::<Vec<_>>()).block(block), place);
    }

    fn draw_page(&mut self, frame: &mut Frame, area: Rect) {
        let style = self.game.theme().accent();
        let Some(page) = &mut self.page else { return };
        let widest = cells(page.lines.iter().map(Line::width).max().unwrap_or(0) + 4);
        let width = widest.clamp(24, 110).min(area.width);
        let lines = wrap_lines(&page.lines, usize::from(width.saturating_sub(4)));
        let height = cells(lines.len() + 2).min(area.height);
        let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
        let room = usize::from(height.saturating_sub(2));
        page.scroll = page.scroll.min(lines.len().saturating_sub(room));
        let keys = if lines.len() > room { " ↑↓ more · Esc closes " } else { " Esc closes " };
        let block = Block::new()
            .borders(Borders::ALL)
            .border_style(style)
            .title(format!(" {} ", page.title))
            .title_bottom(keys)
            .padding(ratatui::widgets::Padding::horizontal(1));
        let shown: Vec<Line> = lines.into_iter().skip(page.scroll).take(room).collect();
        frame.render_widget(Clear, place);
        frame.render_widget(Paragraph::new(shown).block(block), place);
    }

    fn draw_consent(&self, frame: &mut Frame, area: Rect) {
        let Some(consent) = &self.consent else { return };
        let question = match consent.left.first() {
            Some(seat) if self.game.is_hot_seat() => format!("Does seat {} agree to take it back all the same?", seat.0 + 1),
            _ => LOOKING_BACK.to_owned(),
        };
        let text = format!("{}. {question} y / n", consent.reason);
        self.draw_note(frame, area, &text);
    }

    /// Nothing of the game is on the screen while it goes from hand to hand.
    fn draw_cover(&self, frame: &mut Frame, area: Rect) {
        let text = match self.game.turn() {
            Turn::Human(seat) => format!("Pass the screen to seat {}, then press Enter.", seat.0 + 1),
            _ => "Bots are choosing …".to_owned(),
        };
        self.draw_note(frame, area, &text);
    }

    fn draw_note(&self, frame: &mut Frame, area: Rect, text: &str) {
        let width = area.width.min(60);
        let lines = wrap(text, usize::from(width.saturating_sub(4)));
        let height = cells(lines.len() + 2).min(area.height);
        let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
        let block = Block::new()
            .borders(Borders::ALL)
            .border_style(self.game.theme().accent())
            .padding(ratatui::widgets::Padding::horizontal(1));
        frame.render_widget(Clear, place);
        frame.render_widget(Paragraph::new(lines.into_iter().map(Line::from).collect::<Vec<_>>()).block(block), place);
    }
}
