//! A game that was played, step by step on a whole screen: the board in colour after each step, what was told of it and what could be seen, with the
//! eyes of one seat, of everybody, or with every secret.
//!
//! Like the screen of a game it is a state that keys and the mouse change and that is drawn: both without a terminal, for tests.

use crate::board::{Board, Focus, Viewport};
use crate::text::wrap;
use crate::{Theme, panels};
use railwright_core::View;
use railwright_core::id::SeatSet;
use railwright_narration::Names;
use railwright_session::{Session, Viewpoint};
use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph};
use std::io;
use std::time::Duration;

/// So many steps further with PgUp and PgDn.
const FAR: usize = 10;
/// How long each step stands while the game plays by itself.
const PACE: Duration = Duration::from_millis(700);
/// A window that is narrower shows the board, and what was told below it.
const WIDE: u16 = 100;

/// A game to step through.
pub struct Replay {
    session: Session,
    viewpoint: Viewpoint,
    theme: Theme,
    names: Names,
    step: usize,
    /// The digits typed so far: the turn to go to.
    typed: String,
    viewport: Viewport,
    plays: bool,
    leave: bool,
    slider: Rect,
}

impl Replay {
    /// Opens a game before its first step.
    pub fn new(session: Session, viewpoint: Viewpoint, color: bool) -> Self {
        let theme = Theme::new(&session.rules().parts, color);
        let names = Names::new(session.rules());
        let (viewport, slider) = (Viewport::default(), Rect::default());
        Replay { session, viewpoint, theme, names, step: 0, typed: String::new(), viewport, plays: false, leave: false, slider }
    }

    /// The step that is shown: 0 is the set-up.
    pub fn step(&self) -> usize {
        self.step
    }

    /// Whether somebody wants to leave.
    pub fn wants_to_leave(&self) -> bool {
        self.leave
    }

    /// How long until the next step comes by itself, if it does.
    pub fn pace(&self) -> Option<Duration> {
        self.plays.then_some(PACE)
    }

    /// A step on by itself.
    pub fn play_on(&mut self) {
        self.go(1);
        self.plays &= self.step < self.last();
    }

    fn last(&self) -> usize {
        self.session.steps().len()
    }

    fn go(&mut self, by: isize) {
        self.step = self.step.saturating_add_signed(by).min(self.last());
    }

    fn turn_of(&self, step: usize) -> u32 {
        self.session.state_after(step).clock().turn
    }

    /// To the first step of a turn; to the end where the game has no such turn.
    fn go_to_turn(&mut self, turn: u32) {
        self.step = (0..=self.last()).find(|&step| self.turn_of(step) >= turn).unwrap_or(self.last());
    }

    /// Reacts to a key or the mouse.
    pub fn take(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.go(-1),
                MouseEventKind::ScrollDown => self.go(1),
                MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left)
                    if self.slider.contains(Position::new(mouse.column, mouse.row)) =>
                {
                    let (at, width) = (usize::from(mouse.column - self.slider.x), usize::from(self.slider.width).max(2) - 1);
                    self.step = (at * self.last() + width / 2) / width;
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn press(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c' | 'd')) {
            self.leave = true;
            return;
        }
        if key.modifiers.contains(KeyModifiers::SHIFT) && self.pan(key.code) {
            return;
        }
        let turn = self.turn_of(self.step);
        self.plays &= key.code == KeyCode::Char(' ');
        match key.code {
            KeyCode::Char(digit @ '0'..='9') if !self.typed.is_empty() || digit != '0' => self.typed.push(digit),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Enter if !self.typed.is_empty() => {
                self.go_to_turn(self.typed.parse().unwrap_or(u32::MAX));
                self.typed.clear();
            }
            KeyCode::Esc if !self.typed.is_empty() => self.typed.clear(),
            KeyCode::Esc | KeyCode::Char('q') => self.leave = true,
            KeyCode::Right | KeyCode::Down | KeyCode::Enter => self.go(1),
            KeyCode::Left | KeyCode::Up => self.go(-1),
            KeyCode::PageDown => self.go(FAR as isize),
            KeyCode::PageUp => self.go(-(FAR as isize)),
            KeyCode::Home => self.step = 0,
            KeyCode::End => self.step = self.last(),
            KeyCode::Char('n' | ']') => self.go_to_turn(turn + 1),
            KeyCode::Char('p' | '[') => self.go_to_turn(turn.saturating_sub(1)),
            KeyCode::Char(' ') => self.plays = !self.plays && self.step < self.last(),
            KeyCode::Char('+' | '=') => self.viewport.zoom_in(),
            KeyCode::Char('-' | '_') => self.viewport.zoom_out(),
            KeyCode::Char('0') => self.viewport = Viewport::default(),
            _ => {}
        }
    }

    fn pan(&mut self, code: KeyCode) -> bool {
        let (x, y) = match code {
            KeyCode::Left => (-0.2, 0.0),
            KeyCode::Right => (0.2, 0.0),
            KeyCode::Up => (0.0, -0.2),
            KeyCode::Down => (0.0, 0.2),
            _ => return false,
        };
        self.viewport.pan(x, y);
        true
    }

    /// What whoever looks sees after the step.
    fn view(&self) -> View<'_> {
        let (parts, state) = (&self.session.rules().parts, self.session.state_after(self.step));
        match self.viewpoint {
            Viewpoint::Seat(seat) => View::new(parts, state, seat),
            Viewpoint::Public => View::shared(parts, state, SeatSet::all(parts.seats)),
            Viewpoint::Everything => View::shared(parts, state, SeatSet::NONE),
        }
    }

    /// What the step was about, as far as whoever looks was told: nothing else is pointed at.
    fn pointed(&self) -> Focus {
        let map = &self.session.rules().parts.map;
        let mut focus = Focus::default();
        if self.step == 0 {
            return focus;
        }
        for word in self.session.told(self.step, self.viewpoint).iter().flat_map(|sentence| sentence.split_whitespace()) {
            let word = word.trim_matches([',', ':', '.']);
            focus.lanes.extend(map.find_lane(word).filter(|lane| !focus.lanes.contains(lane)));
            focus.places.extend(map.find_place(word).filter(|place| !focus.places.contains(place)));
        }
        if let [lane] = focus.lanes[..] {
            focus.places.extend(map.lane(lane).ends);
        }
        focus
    }

    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        if area.width < 10 || area.height < 6 {
            return;
        }
        let rows = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
        let (head, slider, hint) = (rows(0, 1), rows(area.height - 2, 1), rows(area.height - 1, 1));
        let rest = rows(1, area.height - 3);
        self.slider = slider;
        let focus = self.pointed();
        let (board, side) = match area.width >= WIDE {
            true => {
                let width = (area.width * 2 / 5).min(56);
                (Rect { width: rest.width - width, ..rest }, Rect { x: rest.right() - width, width, ..rest })
            }
            false => {
                let height = (rest.height / 4).clamp(3, 9).min(rest.height);
                (Rect { height: rest.height - height, ..rest }, Rect { y: rest.bottom() - height, height, ..rest })
            }
        };
        frame.render_widget(Paragraph::new(self.title()).style(Style::new().add_modifier(Modifier::REVERSED)), head);
        frame.render_widget(Board { view: self.view(), theme: &self.theme, viewport: self.viewport, focus: &focus }, board);
        self.draw_side(frame, side);
        self.draw_slider(frame, slider);
        let hint_text = match self.typed.is_empty() {
            true => " ←→ step · PgUp PgDn ten · n p turn · 12 Enter to turn 12 · Home End · Space plays · + - 0 zoom · q leaves"
                .to_owned(),
            false => format!(" to turn {} (Enter)", self.typed),
        };
        frame.render_widget(Span::styled(hint_text, self.theme.faint()), hint);
    }

    fn title(&self) -> String {
        let whose = match self.viewpoint {
            Viewpoint::Public => "as everybody saw it".to_owned(),
            Viewpoint::Seat(seat) => format!("as seat {} saw it", seat.0 + 1),
            Viewpoint::Everything => "with every secret".to_owned(),
        };
        let over = if self.session.state_after(self.step).clock().over.is_some() { " · over" } else { "" };
        format!(
            " {} {whose} · step {} of {} · {}{over}",
            self.session.rules().head.name,
            self.step,
            self.last(),
            self.view().where_it_stands()
        )
    }

    /// What was told of the step, then how it stands.
    fn draw_side(&self, frame: &mut Frame, area: Rect) {
        let block = Block::new().borders(if area.width < frame.area().width { Borders::LEFT } else { Borders::TOP });
        let block = block.border_style(self.theme.faint());
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let width = usize::from(inner.width).max(1);
        let mut lines: Vec<Line> = Vec::new();
        for (i, sentence) in self.session.told(self.step, self.viewpoint).iter().enumerate() {
            let style = if i == 0 { self.theme.accent() } else { Style::new() };
            let told = self.names.say(sentence);
            lines.extend(wrap(&told, width).into_iter().map(|line| Line::from(Span::styled(line, style))));
        }
        lines.push(Line::default());
        let view = self.view();
        let header = self.session.header();
        lines.extend(panels::table(&view, &self.theme, width));
        let seat = view.seat();
        lines.push(Line::from(Span::styled(
            format!("seat {} · {}", seat.0 + 1, header.seats[seat.index()]),
            self.theme.party(view.parts(), seat.into()),
        )));
        lines.extend(panels::own(&view, &self.theme, width));
        lines.extend(panels::seats(&view, &self.theme, &header.seats, width));
        lines.truncate(usize::from(inner.height));
        frame.render_widget(Paragraph::new(lines), inner);
    }

    /// How far the game is, with a mark where each turn of it begins if there is room for that.
    fn draw_slider(&self, frame: &mut Frame, area: Rect) {
        let width = usize::from(area.width).max(2);
        let column = |step: usize| (step * (width - 1)).checked_div(self.last()).unwrap_or(0);
        let here = column(self.step);
        let line: String = (0..width)
            .map(|x| {
                if x == here {
                    '●'
                } else if x < here {
                    '━'
                } else {
                    '─'
                }
            })
            .collect();
        frame.render_widget(Span::styled(line, self.theme.accent()), area);
    }
}

/// Steps through a game on the terminal until somebody leaves; the terminal is given back whatever happens.
pub fn run(replay: &mut Replay) -> io::Result<()> {
    crate::app::on_terminal(|terminal| {
        while !replay.wants_to_leave() {
            terminal.draw(|frame| replay.draw(frame))?;
            match replay.pace() {
                Some(pace) if !ratatui::crossterm::event::poll(pace)? => replay.play_on(),
                _ => replay.take(&ratatui::crossterm::event::read()?),
            }
        }
        Ok(())
    })
}
