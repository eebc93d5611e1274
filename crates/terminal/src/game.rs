//! A session with somebody in front of it: whose turn it is, who looks, what undo needs. Both interfaces play through this.

use crate::log::Log;
use crate::moves::{Move, vocabulary};
use crate::theme::Theme;
use railwright_core::View;
use railwright_core::id::SeatId;
use railwright_narration::Names;
use railwright_rules::Rules;
use railwright_session::{ActError, Players, Policy, Session, Viewpoint};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Who is to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Somebody at the keyboard.
    Human(SeatId),
    /// A bot.
    Bot(SeatId),
    /// Nobody: the game is over.
    Over,
}

/// What somebody is asked who plays against bots alone and takes back what showed something.
pub const LOOKING_BACK: &str = "You would look back at what was hidden. Take it back all the same?";

/// What became of taking back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UndoOutcome {
    /// So many actions were taken back.
    Done(usize),
    /// It cannot be.
    Refused(String),
    /// Something hidden was revealed since: everybody at the keyboard must agree.
    Ask {
        /// How many actions it is about.
        actions: usize,
        /// What was revealed.
        reason: String,
        /// Whom to ask.
        seats: Vec<SeatId>,
    },
}

/// A game that somebody plays or watches.
pub struct Game {
    session: Session,
    players: Players,
    theme: Theme,
    words: Vec<String>,
    names: Names,
    humans: Vec<SeatId>,
    viewer: SeatId,
    log: Log,
}

impl Game {
    /// Sits down at a session; programs at its seats have so much time for each decision.
    pub fn new(session: Session, color: bool, bot_time: Duration) -> Self {
        let players = Players::new(&session, bot_time);
        let seats = session.rules().parts.seats;
        let humans: Vec<SeatId> = (0..seats).map(SeatId).filter(|seat| session.header().is_human(*seat)).collect();
        let theme = Theme::new(&session.rules().parts, color);
        let (words, names) = (vocabulary(session.rules()), Names::new(session.rules()));
        let viewer = humans.first().copied().unwrap_or_default();
        Game { session, players, theme, words, names, humans, viewer, log: Log::default() }
    }

    /// The session itself.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The rules played by.
    pub fn rules(&self) -> &Arc<Rules> {
        self.session.rules()
    }

    /// How things are painted.
    pub fn theme(&self) -> &Theme {
        &self.theme
    }

    /// The names that occur in notation.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// What the words of notation are called.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// What sits at each seat.
    pub fn who(&self) -> &[String] {
        &self.session.header().seats
    }

    /// The seats at the keyboard.
    pub fn humans(&self) -> &[SeatId] {
        &self.humans
    }

    /// Whether several people share the screen.
    pub fn is_hot_seat(&self) -> bool {
        self.humans.len() > 1
    }

    /// The seat whose eyes the screen has.
    pub fn viewer(&self) -> SeatId {
        self.viewer
    }

    /// Looks with the eyes of another seat.
    pub fn look_as(&mut self, seat: SeatId) {
        if seat.0 < self.rules().parts.seats {
            self.viewer = seat;
        }
    }

    /// Whether somebody may look with the eyes of any seat: nobody here has secrets from another, or has them any more.
    pub fn may_look_around(&self) -> bool {
        self.humans.is_empty() || self.session.over().is_some()
    }

    /// What the viewer may see.
    pub fn view(&self) -> View<'_> {
        View::new(&self.session.rules().parts, self.session.state(), self.viewer)
    }

    /// Who is to choose; bots go before people where several choose together.
    pub fn turn(&self) -> Turn {
        if self.session.over().is_some() {
            return Turn::Over;
        }
        let waiting = self.session.waiting();
        let bot = waiting.iter().find(|seat| !self.humans.contains(seat));
        match bot {
            Some(seat) => Turn::Bot(seat),
            None => waiting.iter().next().map_or(Turn::Over, Turn::Human),
        }
    }

    /// Where the game stands, in one line; the viewer's own unfinished action is named.
    pub fn asked(&self) -> String {
        let mut text = crate::panels::asked(&self.view(), self.who());
        let busy = self.session.state().clock().progress[self.viewer.index()].action;
        if let Some(action) = busy.and_then(|id| self.rules().actions.get(id.index())) {
            text += &format!(" · in the middle of {}", action.word);
        }
        text
    }

    /// The legal moves of a seat; a fault of the game's rules in words.
    pub fn moves(&mut self, seat: SeatId) -> Result<Vec<Move>, String> {
        let legal = self.session.legal(seat).map_err(|fault| fault.to_string())?;
        let rules = self.session.rules();
        Ok(legal.into_iter().map(|(action, text)| Move::new(rules, &self.names, action, text)).collect())
    }

    /// Whether a text is a legal move as it stands: cards may be named in another order than the list has them.
    pub fn is_move(&mut self, seat: SeatId, text: &str) -> bool {
        let (engine, state) = self.session.engine_and_state();
        engine.parse(state, seat, text).is_ok_and(|action| engine.check(state, seat, action).is_ok())
    }

    /// Does what a seat asks for; a refusal says why.
    pub fn act(&mut self, seat: SeatId, text: &str) -> Result<(), String> {
        match self.session.act(seat, text) {
            Ok(_) => {
                if self.session.over().is_some() {
                    self.players.end(&mut self.session);
                }
                Ok(())
            }
            Err(error @ ActError::Refused(_)) => Err(format!("Not now: {error}")),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Lets a bot choose and does it; the report of a bot that misbehaves.
    pub fn let_bot(&mut self, seat: SeatId) -> Result<(), String> {
        let chosen = self.players.choose(&mut self.session, seat);
        let text = chosen.map_err(|report| self.session.misbehaved(&report))?;
        self.act(seat, &text)
    }

    /// Whether a move is legal, or why not and where that is written.
    pub fn why(&mut self, seat: SeatId, text: &str) -> String {
        self.session.explain(seat, text)
    }

    /// What happened so far, as the viewer knows it.
    pub fn log(&mut self) -> &[String] {
        let viewpoint = if self.humans.is_empty() { Viewpoint::Everything } else { Viewpoint::Seat(self.viewer) };
        self.log.follow(&self.session, &self.names, viewpoint)
    }

    /// The same as it was when it was last asked for.
    pub fn told(&self) -> &[String] {
        self.log.sentences()
    }

    /// Takes back the last choice of somebody at the keyboard.
    pub fn undo(&mut self) -> UndoOutcome {
        let all: Vec<SeatId> = (0..self.rules().parts.seats).map(SeatId).collect();
        let askers = if self.humans.is_empty() { &all } else { &self.humans };
        let last = askers.iter().filter_map(|seat| Some((self.session.since_choice(*seat)?, *seat))).min();
        let Some((actions, seat)) = last else { return UndoOutcome::Refused("There is nothing to take back.".to_owned()) };
        if self.humans.is_empty() {
            return self.undo_agreed(actions);
        }
        match self.session.undo(actions, Policy::Fair(seat)) {
            Ok(()) => {
                self.players.taken_back(&self.session);
                self.log.forget(self.session.steps().len());
                UndoOutcome::Done(actions)
            }
            // People must agree; whoever plays against bots alone is asked whether to look back.
            Err(refused) => UndoOutcome::Ask { actions, reason: refused.to_string(), seats: self.humans.clone() },
        }
    }

    /// Takes back after everybody agreed.
    pub fn undo_agreed(&mut self, actions: usize) -> UndoOutcome {
        match self.session.undo(actions, Policy::Agreed) {
            Ok(()) => {
                self.players.taken_back(&self.session);
                self.log.forget(self.session.steps().len());
                UndoOutcome::Done(actions)
            }
            Err(refused) => UndoOutcome::Refused(refused.to_string()),
        }
    }

    /// Writes the game to another file and goes on writing there.
    pub fn save(&mut self, path: &Path, overwrite: bool) -> Result<String, String> {
        self.session.save_to(path, overwrite).map_err(|error| error.to_string())?;
        Ok(format!("Saved in {}; the game goes on being written there.", path.display()))
    }

    /// The score sheet in lines, once the game is over.
    pub fn sheet(&mut self) -> Option<Vec<ratatui::text::Line<'static>>> {
        let ending = self.session.over()?.to_owned();
        let sheet = self.session.score().ok()?;
        Some(crate::panels::sheet(self.session.rules(), &self.theme, &sheet, self.who(), &ending))
    }
}
