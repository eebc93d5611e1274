//! The game on a whole screen. The app is a state that keys change and that is drawn: both without a terminal, for tests.

mod draw;
mod input;
mod keys;
mod layout;
mod mouse;
mod run;

pub use layout::{Layout, Panel};
pub(crate) use run::on_terminal;
pub use run::{restore, run};

use crate::board::{Focus, Viewport};
use crate::game::{Game, Turn, UndoOutcome};
use crate::moves::{self, Move, Row};
use input::Input;
use railwright_core::id::{PlaceId, SeatId};
use ratatui::layout::Rect;
use ratatui::text::Line;
use std::time::Duration;

/// A list shorter than this is scrolled rather than grouped.
const FEWEST_ROWS: usize = 8;

/// A page over the screen.
#[derive(Clone, Debug)]
struct Page {
    title: String,
    lines: Vec<Line<'static>>,
    scroll: usize,
}

/// Asking everybody whether something may be taken back.
#[derive(Clone, Debug)]
struct Consent {
    actions: usize,
    reason: String,
    left: Vec<SeatId>,
}

/// A game on a whole screen.
pub struct App {
    game: Game,
    pause: Duration,
    moves: Vec<Move>,
    rows: Vec<Row>,
    /// The row that somebody marked with an arrow key or the mouse; none before that, lest Enter play what nobody chose.
    chosen: Option<usize>,
    room: usize,
    input: Input,
    focus: Panel,
    viewport: Viewport,
    place: Option<PlaceId>,
    /// A way that somebody asked for.
    way: Option<Focus>,
    search: String,
    /// How many sentences were told when the viewer last had a choice.
    read: usize,
    scroll: [usize; Panel::ALL.len()],
    /// The window as it was last drawn, and the row of moves on each line of the list: what a click is about.
    area: Rect,
    listed: Vec<usize>,
    page: Option<Page>,
    message: Option<(String, bool)>,
    /// The seat to which the screen must be passed before it shows anything.
    covered: Option<SeatId>,
    consent: Option<Consent>,
    stopped: bool,
    ended: bool,
    leave: bool,
}

impl App {
    /// The screen of a game; bots wait so long before they move.
    pub fn new(game: Game, pause: Duration, message: Option<String>) -> Self {
        let covered = match game.turn() {
            Turn::Human(seat) if game.is_hot_seat() => Some(seat),
            _ => None,
        };
        let mut app = App {
            game,
            pause,
            moves: Vec::new(),
            rows: Vec::new(),
            chosen: None,
            room: 10,
            input: Input::default(),
            focus: Panel::Moves,
            viewport: Viewport::default(),
            place: None,
            way: None,
            search: String::new(),
            read: 0,
            scroll: [0; Panel::ALL.len()],
            area: Rect::default(),
            listed: Vec::new(),
            page: None,
            message: message.map(|text| (text, false)),
            covered,
            consent: None,
            stopped: false,
            ended: false,
            leave: false,
        };
        app.refresh();
        app
    }

    /// Whether somebody wants to leave.
    pub fn wants_to_leave(&self) -> bool {
        self.leave
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game, when the screen is done with it.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// Whether a bot should move as soon as it has waited.
    pub fn bot_is_due(&self) -> Option<SeatId> {
        match self.game.turn() {
            Turn::Bot(seat) if self.page.is_none() && self.consent.is_none() && !self.stopped => Some(seat),
            _ => None,
        }
    }

    /// How long a bot waits: not at all while the screen is covered.
    pub fn pause(&self) -> Duration {
        if self.game.is_hot_seat() { Duration::ZERO } else { self.pause }
    }

    /// Lets the bot move whose turn it is.
    pub fn let_bot(&mut self, seat: SeatId) {
        if let Err(report) = self.game.let_bot(seat) {
            self.stopped = true;
            self.message = Some((format!("{report} — Enter asks it again, `quit` leaves."), true));
        }
        self.refresh();
    }

    /// Works out anew what is shown after anything happened.
    fn refresh(&mut self) {
        let before = self.game.viewer();
        match self.game.turn() {
            Turn::Human(seat) => {
                if self.game.is_hot_seat() && seat != before {
                    self.covered = Some(seat);
                }
                self.game.look_as(seat);
                match self.game.moves(seat) {
                    Ok(moves) => self.moves = moves,
                    Err(fault) => {
                        self.moves.clear();
                        self.message = Some((format!("The rules break down here: {fault}"), true));
                    }
                }
            }
            Turn::Bot(_) => {
                self.moves.clear();
                // What one player may see must not stay on the screen until the next one comes.
                if self.game.is_hot_seat() && self.covered.is_none() {
                    self.covered = Some(before);
                }
            }
            Turn::Over => {
                self.moves.clear();
                self.covered = None;
                if !std::mem::replace(&mut self.ended, true) {
                    self.show_sheet();
                }
            }
        }
        if self.game.turn() != Turn::Over {
            self.ended = false;
        }
        self.way = None;
        self.read = self.read.min(self.game.log().len());
        self.scroll[Panel::Log as usize] = 0;
        self.chosen = None;
        self.list();
    }

    /// Lists the moves that match what is typed.
    fn list(&mut self) {
        let shown = moves::matching(&self.moves, self.input.text());
        self.rows = moves::rows(&self.moves, &shown, self.room.max(FEWEST_ROWS));
        self.chosen = self.chosen.filter(|_| !self.rows.is_empty()).map(|row| row.min(self.rows.len() - 1));
    }

    /// The row that Enter is about: the one that is marked, or the only one there is.
    fn marked(&self) -> Option<usize> {
        self.chosen.or((self.rows.len() == 1).then_some(0))
    }

    fn show_sheet(&mut self) {
        match self.game.sheet() {
            Some(lines) => self.page = Some(Page { title: "The game is over".to_owned(), lines, scroll: 0 }),
            None => self.say("The score sheet is filled in when the game is over.", false),
        }
    }

    fn say(&mut self, text: impl Into<String>, bad: bool) {
        self.message = Some((text.into(), bad));
    }

    /// The seat that may choose now at the keyboard.
    fn chooser(&self) -> Option<SeatId> {
        match self.game.turn() {
            Turn::Human(seat) => Some(seat),
            _ => None,
        }
    }

    /// Plays a move.
    fn act(&mut self, text: &str) {
        let Some(seat) = self.chooser() else {
            let reason = if self.game.turn() == Turn::Over { "The game is over." } else { "It is not your turn to choose." };
            return self.say(reason, true);
        };
        self.read = self.game.told().len();
        match self.game.act(seat, text) {
            Ok(()) => {
                self.input.set("");
                self.message = None;
                self.refresh();
                if let Some(trouble) = self.game.session().trouble() {
                    let trouble = format!("Not saved: {trouble}. The game goes on; `save FILE` tries elsewhere.");
                    self.say(trouble, true);
                }
            }
            Err(refusal) => self.say(refusal, true),
        }
    }

    fn undo(&mut self) {
        match self.game.undo() {
            UndoOutcome::Ask { actions, reason, seats } => self.consent = Some(Consent { actions, reason, left: seats }),
            undone => self.undone(undone),
        }
    }

    fn undone(&mut self, undone: UndoOutcome) {
        match undone {
            UndoOutcome::Done(actions) => {
                self.input.set("");
                self.refresh();
                self.read = self.game.told().len();
                self.say(if actions == 1 { "Taken back.".to_owned() } else { format!("Taken back: {actions} actions.") }, false);
            }
            UndoOutcome::Refused(reason) => self.say(reason, true),
            UndoOutcome::Ask { .. } => {}
        }
    }

    /// What the board should point at: a way that was asked for, the chosen row, or nothing.
    fn pointed(&self) -> Focus {
        if let Some(way) = &self.way {
            return way.clone();
        }
        let mut focus = Focus { selected: self.place.filter(|_| self.focus == Panel::Board), ..Focus::default() };
        if let Some(row) = self.marked().map(|row| &self.rows[row]).filter(|_| self.focus != Panel::Board) {
            for i in &row.moves {
                let this = &self.moves[*i];
                focus.lanes.extend(this.lanes.iter().filter(|lane| !focus.lanes.contains(lane)).copied().collect::<Vec<_>>());
                focus
                    .places
                    .extend(this.places.iter().filter(|place| !focus.places.contains(place)).copied().collect::<Vec<_>>());
            }
            if !row.is_move() && focus.places.len() > 4 {
                focus.places.clear();
            }
            let map = &self.game.rules().parts.map;
            if let [lane] = focus.lanes[..] {
                focus.places.extend(map.lane(lane).ends);
            }
        }
        focus
    }
}
