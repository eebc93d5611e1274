//! What keys do.

use super::{App, Page, Panel};
use crate::board::{self, Focus};
use crate::command::{self, COMMANDS, Command};
use crate::game::{Turn, UndoOutcome};
use crate::{moves, pages, ways};
use railwright_core::id::SeatId;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

impl App {
    /// Reacts to a key.
    pub fn press(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        if key.modifiers.contains(KeyModifiers::ALT) {
            // A terminal sends Alt and a letter as it sends Esc and then a letter, and the latter is what is meant here.
            self.press(KeyCode::Esc.into());
            return self.press(KeyEvent { modifiers: key.modifiers - KeyModifiers::ALT, ..key });
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            self.leave = true;
        } else if let Some(seat) = self.covered {
            self.uncover(seat, key);
        } else if self.consent.is_some() {
            self.agree(key);
        } else if self.page.is_some() {
            self.turn_page(key);
        } else if key.code == KeyCode::Char('?') {
            self.show(&Command::Help);
        } else if key.modifiers.contains(KeyModifiers::SHIFT) && self.pan(key.code) {
            // Done.
        } else {
            // What was said has been read; Esc takes away that alone, and what was pointed at with it.
            let said = self.message.take().is_some();
            let shown = key.code == KeyCode::Esc && self.way.take().is_some();
            match key.code {
                KeyCode::Esc if (said || shown) && self.input.is_empty() => {}
                code if self.focus == Panel::Board && !control => self.on_board(code),
                code => self.edit(code, control),
            }
        }
    }

    /// Takes pasted text as if it were typed; a line break is no Enter.
    pub fn paste(&mut self, text: &str) {
        if self.covered.is_none() && self.page.is_none() && self.consent.is_none() {
            let letters: Vec<char> = text.chars().filter(|c| !c.is_control()).collect();
            self.type_in(|input| letters.iter().for_each(|letter| input.insert(*letter)));
        }
    }

    fn uncover(&mut self, seat: SeatId, key: KeyEvent) {
        if key.code == KeyCode::Enter && matches!(self.game.turn(), Turn::Human(_)) {
            self.covered = None;
            self.game.look_as(seat);
            self.input.set("");
            self.refresh();
        }
    }

    fn agree(&mut self, key: KeyEvent) {
        let Some(consent) = &mut self.consent else { return };
        match key.code {
            KeyCode::Char('y' | 'Y') => {
                consent.left.remove(0);
                if consent.left.is_empty() {
                    let actions = consent.actions;
                    self.consent = None;
                    let undone: UndoOutcome = self.game.undo_agreed(actions);
                    self.undone(undone);
                }
            }
            KeyCode::Char('n' | 'N') | KeyCode::Esc => {
                let seat = consent.left[0].0 + 1;
                self.consent = None;
                self.say(format!("Seat {seat} does not agree; nothing was taken back."), false);
            }
            _ => {}
        }
    }

    fn turn_page(&mut self, key: KeyEvent) {
        let Some(page) = &mut self.page else { return };
        match key.code {
            KeyCode::Up => page.scroll = page.scroll.saturating_sub(1),
            KeyCode::Down => page.scroll += 1,
            KeyCode::PageUp => page.scroll = page.scroll.saturating_sub(10),
            KeyCode::PageDown | KeyCode::Char(' ') => page.scroll += 10,
            KeyCode::Home => page.scroll = 0,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | '?') => self.page = None,
            _ => {}
        }
    }

    /// Moves what is shown of the board; whether the key was for that.
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

    /// Nearer, farther or everything; whether the key was for that.
    fn zoom(&mut self, code: KeyCode) -> bool {
        match code {
            KeyCode::Char('+' | '=') => self.viewport.zoom_in(),
            KeyCode::Char('-' | '_') => self.viewport.zoom_out(),
            KeyCode::Char('0') => self.viewport = Default::default(),
            _ => return false,
        }
        if let Some(place) = self.place.filter(|_| self.focus == Panel::Board) {
            self.viewport.center(&self.game.rules().parts.map, place);
        }
        true
    }

    fn on_board(&mut self, code: KeyCode) {
        let rules = self.game.rules().clone();
        let map = &rules.parts.map;
        let from = self.place;
        let go = |x, y| board::neighbour(map, from, x, y).or(from);
        let mut search = String::new();
        let place = match code {
            _ if self.search.is_empty() && self.zoom(code) => self.place,
            KeyCode::Left => go(-1, 0),
            KeyCode::Right => go(1, 0),
            KeyCode::Up => go(0, -1),
            KeyCode::Down => go(0, 1),
            KeyCode::Char(letter) => {
                search = format!("{}{letter}", self.search);
                board::find(map, &search).or(self.place)
            }
            KeyCode::Backspace => {
                search.clone_from(&self.search);
                search.pop();
                board::find(map, &search).or(self.place)
            }
            KeyCode::Enter => {
                if let Some(place) = self.place {
                    self.input.set(format!("{} ", map.place(place).id));
                }
                self.go_to(Panel::Moves);
                self.place
            }
            KeyCode::Tab => {
                self.go_to(self.focus.next(true));
                self.place
            }
            KeyCode::BackTab => {
                self.go_to(self.focus.next(false));
                self.place
            }
            KeyCode::Esc => {
                self.go_to(Panel::Moves);
                self.place
            }
            _ => self.place,
        };
        self.search = search;
        self.place = place;
        if let Some(place) = place {
            self.viewport.show(map, place);
        }
    }

    pub(super) fn go_to(&mut self, panel: Panel) {
        self.focus = panel;
        self.search.clear();
        if panel == Panel::Board && self.place.is_none() {
            self.place = board::neighbour(&self.game.rules().parts.map, None, 0, 0);
        }
        self.list();
    }

    fn edit(&mut self, code: KeyCode, control: bool) {
        let empty = self.input.is_empty();
        match code {
            KeyCode::Up => self.step(-1),
            KeyCode::Down => self.step(1),
            KeyCode::PageUp => self.step(-(self.room as isize)),
            KeyCode::PageDown => self.step(self.room as isize),
            KeyCode::Enter => self.enter(),
            KeyCode::Esc if empty => self.focus = Panel::Moves,
            KeyCode::Esc => self.type_in(|input| input.set("")),
            KeyCode::Tab if empty => self.go_to(self.focus.next(true)),
            KeyCode::BackTab => self.go_to(self.focus.next(false)),
            KeyCode::Tab => self.complete(),
            KeyCode::Left => self.input.left(),
            KeyCode::Right => self.input.right(),
            KeyCode::Home => self.input.home(),
            KeyCode::End => self.input.end(),
            KeyCode::Backspace => self.type_in(|input| input.backspace()),
            KeyCode::Delete => self.type_in(|input| input.delete()),
            KeyCode::Char('u') if control => self.type_in(|input| input.set("")),
            KeyCode::Char('w') if control => self.type_in(|input| input.delete_word()),
            KeyCode::Char(' ') if empty && self.game.humans().is_empty() => self.stopped = !self.stopped,
            KeyCode::Char(_) if empty && self.zoom(code) => {}
            KeyCode::Char(letter) if !control => self.type_in(|input| input.insert(letter)),
            _ => {}
        }
    }

    fn type_in(&mut self, change: impl FnOnce(&mut super::input::Input)) {
        change(&mut self.input);
        self.message = None;
        self.focus = Panel::Moves;
        self.chosen = None;
        self.list();
    }

    /// Up or down in the panel that is looked at.
    pub(super) fn step(&mut self, by: isize) {
        if self.focus == Panel::Moves {
            let last = self.rows.len().saturating_sub(1);
            let next = match self.chosen {
                Some(row) => row.saturating_add_signed(by).min(last),
                // The first press of an arrow marks a row: from above the first one, from below the last.
                None if by < 0 => last,
                None => 0,
            };
            self.chosen = (!self.rows.is_empty()).then_some(next);
            return;
        }
        // The log is read from its end.
        let by = if self.focus == Panel::Log { -by } else { by };
        let scroll = &mut self.scroll[self.focus as usize];
        *scroll = scroll.saturating_add_signed(by);
    }

    fn complete(&mut self) {
        let typed = self.input.text().to_owned();
        let words: Vec<String> =
            COMMANDS.iter().map(|(word, ..)| format!("{word} ")).chain(self.game.words().iter().cloned()).collect();
        let longer = moves::complete(&self.moves, &words, &typed);
        let row = self.marked().map(|row| &self.rows[row]);
        let row = row.map(|row| if row.is_move() { row.text.clone() } else { moves::opening(&self.moves, row) });
        if let Some(text) = longer.or(row) {
            self.type_in(|input| input.set(text));
        }
    }

    pub(super) fn enter(&mut self) {
        let typed = self.input.text().trim().to_owned();
        let rules = self.game.rules().clone();
        let uses = |word: &str| rules.actions.iter().any(|action| action.word == word);
        match command::read(&typed, uses) {
            Some(Ok(command)) => {
                self.input.set("");
                self.list();
                return self.obey(command);
            }
            Some(Err(wrong)) => return self.say(wrong, true),
            None => {}
        }
        if let Turn::Bot(seat) = self.game.turn() {
            if typed.is_empty() {
                // A watcher who stopped the game sees one move; a bot that misbehaved gets another chance.
                self.stopped &= self.game.humans().is_empty();
                self.message = None;
                return self.let_bot(seat);
            }
            return self.act(&typed);
        }
        let seat = self.chooser().filter(|_| self.chosen.is_none() && !typed.is_empty());
        if seat.is_some_and(|seat| self.game.is_move(seat, &typed)) {
            return self.act(&typed);
        }
        match self.marked().map(|row| self.rows[row].clone()) {
            Some(row) if row.is_move() => self.act(&self.moves[row.moves[0]].text.clone()),
            Some(row) => {
                let text = moves::opening(&self.moves, &row);
                self.type_in(|input| input.set(text));
            }
            None if self.rows.len() > 1 => self.open_all(),
            None if typed.is_empty() && self.game.turn() == Turn::Over => self.show_sheet(),
            None => {
                let text = moves::meant(&self.moves, &typed).map_or(typed, |meant| meant.text.clone());
                self.act(&text);
            }
        }
    }

    /// Several moves match and none is marked: all words that they have in common are written out, and nothing is played.
    fn open_all(&mut self) {
        let all = moves::Row { text: String::new(), moves: self.rows.iter().flat_map(|row| row.moves.clone()).collect() };
        let (common, count) = (moves::opening(&self.moves, &all), all.moves.len());
        if common.len() > self.input.text().len() && !common.trim().is_empty() {
            self.type_in(|input| input.set(common));
        }
        self.say(format!("{count} moves: go on typing, or mark one with ↑ ↓ and play it with Enter."), false);
    }

    fn obey(&mut self, command: Command) {
        self.message = None;
        match command {
            Command::Undo => self.undo(),
            Command::Quit => self.leave = true,
            Command::Why(text) => {
                let seat = self.chooser().unwrap_or(self.game.viewer());
                let answer = self.game.why(seat, &text);
                self.say(answer, false);
            }
            Command::Save(path, overwrite) => match self.game.save(&path, overwrite) {
                Ok(done) => self.say(done, false),
                Err(trouble) => self.say(trouble, true),
            },
            Command::Look(seat) if self.game.may_look_around() && seat > 0 => {
                self.game.look_as(SeatId(seat - 1));
                self.refresh();
            }
            Command::Look(_) => self.say("What others hold is hidden until the game is over.", true),
            Command::Moves(text) => {
                self.go_to(Panel::Moves);
                self.type_in(|input| input.set(text));
            }
            Command::City(name) => match board::find(&self.game.rules().parts.map, &name) {
                Some(place) => {
                    self.go_to(Panel::Board);
                    self.place = Some(place);
                    self.viewport.show(&self.game.rules().clone().parts.map, place);
                }
                None => self.say(format!("There is no place `{name}`."), true),
            },
            Command::Way(text) => self.show_way(&text),
            Command::Board => self.go_to(Panel::Board),
            Command::Log => self.go_to(Panel::Log),
            Command::Show => self.go_to(Panel::Own),
            Command::Score => self.show_sheet(),
            Command::Help | Command::Rules => self.show(&command),
        }
    }

    /// Points at the lanes of a way until something is played or Esc is pressed.
    fn show_way(&mut self, text: &str) {
        let view = self.game.view();
        match ways::ends(&view, text) {
            Ok(ends) => {
                let way = railwright_session::ways::way(&view, ends);
                let said = ways::in_words(&view, ends, way.as_ref());
                let lanes = way.iter().flat_map(|way| way.lanes.iter().map(|(lane, ..)| *lane)).collect();
                self.way = Some(Focus { lanes, places: ends.to_vec(), selected: None });
                self.say(said, false);
            }
            Err(wrong) => self.say(wrong, true),
        }
    }

    fn show(&mut self, command: &Command) {
        let rules = self.game.rules();
        let (title, lines) = match command {
            Command::Rules => ("Rules", pages::rules(rules, self.game.theme())),
            _ => ("Help", pages::help(rules, self.game.theme(), true)),
        };
        self.page = Some(Page { title: title.to_owned(), lines, scroll: 0 });
    }
}
