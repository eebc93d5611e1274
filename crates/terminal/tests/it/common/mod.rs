//! A game on a screen that is only a buffer, and keys for it.
use railwright_rules::{Setting, load};
use railwright_script::Rhai;
use railwright_session::{Header, Session};
use railwright_terminal::{App, Game};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use std::sync::Arc;
use std::time::Duration;

/// A game of the repository with these seats.
pub fn game(name: &str, seats: &[&str], color: bool) -> Game {
    let path = if name.ends_with(".toml") { format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR")) } else { name.to_owned() };
    let setting = Setting { players: seats.len() as u8, options: Vec::new() };
    let rules = load(&path, &setting, &Rhai).rules.expect("the game loads");
    let mut header = Header::new(path, seats.iter().map(|s| (*s).to_owned()).collect(), 7);
    header.first = Some(1);
    let session = Session::with_rules(header, Arc::new(rules), &Rhai).expect("the game begins");
    Game::new(session, color, Duration::from_secs(5))
}

/// A screen of that size with the game on it; bots have moved until somebody is asked.
pub struct Screen {
    pub app: App,
    terminal: Terminal<TestBackend>,
}

impl Screen {
    pub fn new(game: Game, width: u16, height: u16) -> Self {
        let app = App::new(game, Duration::ZERO, None);
        let mut screen = Screen { app, terminal: Terminal::new(TestBackend::new(width, height)).expect("a buffer") };
        screen.bots();
        screen
    }

    pub fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
    }

    /// Lets bots move until somebody is asked.
    pub fn bots(&mut self) {
        while let Some(seat) = self.app.bot_is_due() {
            self.app.let_bot(seat);
        }
    }

    pub fn press(&mut self, code: KeyCode) {
        self.app.press(KeyEvent::new(code, KeyModifiers::NONE));
        self.bots();
        self.draw();
    }

    pub fn write(&mut self, text: &str) {
        text.chars().for_each(|letter| self.app.press(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)));
        self.draw();
    }

    pub fn click(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.app.point_at(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
        self.bots();
        self.draw();
    }

    pub fn enter(&mut self, text: &str) {
        self.write(text);
        self.press(KeyCode::Enter);
    }

    pub fn draw(&mut self) -> String {
        self.terminal.draw(|frame| self.app.draw(frame)).expect("a buffer can be drawn on");
        let buffer = self.terminal.backend().buffer();
        let row = |y: u16| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..buffer.area.height).map(row).collect::<Vec<_>>().join("\n")
    }

    pub fn buffer(&self) -> &ratatui::buffer::Buffer {
        self.terminal.backend().buffer()
    }

    #[track_caller]
    pub fn shows(&mut self, text: &str) {
        let screen = self.draw();
        assert!(screen.contains(text), "`{text}` is not on the screen:\n{screen}");
    }

    #[track_caller]
    pub fn shows_not(&mut self, text: &str) {
        let screen = self.draw();
        assert!(!screen.contains(text), "`{text}` is on the screen:\n{screen}");
    }
}
