//! The line interface: where there is no terminal, or none is wanted. It prints what a seat may see, asks, and takes a move, its
//! number in the list or a command, one a line. The end of the input leaves the game, which stays saved.

use crate::board::{self, Board, Focus, Viewport};
use crate::command::{self, Command};
use crate::game::{Game, LOOKING_BACK, Turn, UndoOutcome};
use crate::moves::{self, Move, Row};
use crate::text::cells;
use crate::{pages, panels, ways};
use railwright_core::id::SeatId;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::Widget;
use std::io::{self, BufRead, Write};

/// So many rows of moves are listed before each choice.
const ROWS: usize = 14;
/// So wide are panels and board.
const WIDTH: usize = 100;
/// So high is the board.
const BOARD_HEIGHT: u16 = 36;
/// So many empty lines push what one player saw out of sight before the next one looks.
const COVER: usize = 60;

/// How it came to an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayEnd {
    /// The game is over.
    Over,
    /// Somebody left, or the input ended.
    Quit,
    /// A bot misbehaved: its report.
    Stuck(String),
}

/// Plays line by line; `together` asks for a key between seats, which a script would not expect.
pub fn play(game: &mut Game, input: &mut dyn BufRead, out: &mut dyn Write, together: bool) -> io::Result<PlayEnd> {
    let told = vec![0; usize::from(game.rules().parts.seats)];
    writeln!(out, "{} · `help` lists what can be typed", game.rules().head.name)?;
    Lines { game, input, out, together, told, moves: Vec::new(), rows: Vec::new(), shown: None }.play()
}

struct Lines<'a> {
    game: &'a mut Game,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    together: bool,
    /// How many sentences each seat was told.
    told: Vec<usize>,
    moves: Vec<Move>,
    rows: Vec<Row>,
    /// The seat and the number of actions when the position was last printed.
    shown: Option<(SeatId, usize)>,
}

impl Lines<'_> {
    fn play(&mut self) -> io::Result<PlayEnd> {
        loop {
            match self.game.turn() {
                Turn::Over => {
                    self.tell()?;
                    let sheet = self.game.sheet().unwrap_or_default();
                    self.print("", &sheet)?;
                    return Ok(PlayEnd::Over);
                }
                Turn::Bot(seat) => {
                    if let Err(report) = self.game.let_bot(seat) {
                        return Ok(PlayEnd::Stuck(report));
                    }
                    if self.game.humans().is_empty() {
                        self.tell()?;
                    }
                }
                Turn::Human(seat) => {
                    if !self.ask(seat)? {
                        return Ok(PlayEnd::Quit);
                    }
                }
            }
        }
    }

    /// Asks a seat for one line; whether to go on.
    fn ask(&mut self, seat: SeatId) -> io::Result<bool> {
        let now = (seat, self.game.session().steps().len());
        if self.shown != Some(now) {
            if self.shown.is_some_and(|(last, _)| last != seat) && self.together {
                write!(self.out, "{}Pass to seat {}, then press Enter. ", "\n".repeat(COVER), seat.0 + 1)?;
                if self.line()?.is_none() {
                    return Ok(false);
                }
            }
            self.shown = Some(now);
            self.game.look_as(seat);
            self.moves = match self.game.moves(seat) {
                Ok(moves) => moves,
                Err(fault) => {
                    writeln!(self.out, "The rules break down here: {fault}")?;
                    return Ok(false);
                }
            };
            self.tell()?;
            self.position()?;
            self.list("")?;
        }
        write!(self.out, "seat {}> ", seat.0 + 1)?;
        match self.line()? {
            None => Ok(false),
            Some(line) => self.take(seat, line.trim()),
        }
    }

    /// The next line of the input; none at its end.
    fn line(&mut self) -> io::Result<Option<String>> {
        self.out.flush()?;
        let mut line = String::new();
        Ok((self.input.read_line(&mut line)? > 0).then_some(line))
    }

    fn take(&mut self, seat: SeatId, line: &str) -> io::Result<bool> {
        let rules = self.game.rules().clone();
        let uses = |word: &str| rules.actions.iter().any(|action| action.word == word);
        match command::read(line, uses) {
            Some(Ok(Command::Quit)) => return Ok(false),
            Some(Ok(command)) => self.obey(seat, command)?,
            Some(Err(wrong)) => writeln!(self.out, "{wrong}")?,
            None if line.is_empty() => self.list("")?,
            None => match line.parse::<usize>().ok().filter(|_| !uses(line)) {
                Some(number) => self.choose(seat, number)?,
                None => {
                    let text = moves::meant(&self.moves, line).map_or_else(|| line.to_owned(), |meant| meant.text.clone());
                    self.act(seat, &text)?;
                }
            },
        }
        Ok(true)
    }

    /// Plays the move of that number in the list, or lists the moves of that group.
    fn choose(&mut self, seat: SeatId, number: usize) -> io::Result<()> {
        match number.checked_sub(1).and_then(|i| self.rows.get(i)).cloned() {
            Some(row) if row.is_move() => self.act(seat, &self.moves[row.moves[0]].text.clone()),
            Some(row) => {
                self.rows = moves::rows(&self.moves, &row.moves, row.moves.len());
                self.print_rows()
            }
            None => writeln!(self.out, "The list has no number {number}."),
        }
    }

    fn act(&mut self, seat: SeatId, text: &str) -> io::Result<()> {
        match self.game.act(seat, text) {
            Ok(()) => {
                writeln!(self.out, "seat {}: {}", seat.0 + 1, self.game.names().say(text))?;
                match self.game.session().trouble() {
                    Some(trouble) => writeln!(self.out, "Not saved: {trouble}. `save FILE` tries elsewhere."),
                    None => Ok(()),
                }
            }
            Err(refusal) => {
                writeln!(self.out, "{refusal}")?;
                let near = moves::matching(&self.moves, text).len();
                if near > 0 { writeln!(self.out, "`moves {text}` lists {near} that match.") } else { Ok(()) }
            }
        }
    }

    fn obey(&mut self, seat: SeatId, command: Command) -> io::Result<()> {
        let rules = self.game.rules().clone();
        match command {
            Command::Undo => self.undo(),
            Command::Why(text) => {
                let why = self.game.why(seat, &text);
                writeln!(self.out, "{why}")
            }
            Command::Help => self.print("", &pages::help(&rules, self.game.theme(), false)),
            Command::Rules => self.print("", &pages::rules(&rules, self.game.theme())),
            Command::Save(path, overwrite) => {
                let said = self.game.save(&path, overwrite).unwrap_or_else(|trouble| trouble);
                writeln!(self.out, "{said}")
            }
            Command::Moves(text) => self.list(&text),
            Command::Show => self.position(),
            Command::Board => self.board(),
            Command::City(name) => match board::find(&rules.parts.map, &name) {
                Some(place) => {
                    let lines = board::lanes_at(&self.game.view(), self.game.theme(), place);
                    self.print(&rules.parts.map.place(place).name, &lines)
                }
                None => writeln!(self.out, "There is no place `{name}`."),
            },
            Command::Way(text) => {
                let view = self.game.view();
                let said = match ways::ends(&view, &text) {
                    Ok(ends) => ways::in_words(&view, ends, railwright_session::ways::way(&view, ends).as_ref()),
                    Err(wrong) => wrong,
                };
                writeln!(self.out, "{said}")
            }
            Command::Log => {
                self.told[seat.index()] = 0;
                self.tell()
            }
            Command::Look(_) => writeln!(self.out, "What others hold is hidden until the game is over."),
            Command::Score => writeln!(self.out, "The score sheet is filled in when the game is over."),
            Command::Quit => Ok(()),
        }
    }

    fn undo(&mut self) -> io::Result<()> {
        let undone = match self.game.undo() {
            UndoOutcome::Ask { actions, reason, seats } => {
                writeln!(self.out, "{reason}")?;
                for seat in seats {
                    match self.game.is_hot_seat() {
                        true => write!(self.out, "Does seat {} agree to take it back all the same? (yes/no) ", seat.0 + 1)?,
                        false => write!(self.out, "{LOOKING_BACK} (yes/no) ")?,
                    }
                    if self.line()?.is_none_or(|line| !line.trim().to_lowercase().starts_with('y')) {
                        return writeln!(self.out, "Nothing was taken back.");
                    }
                }
                self.game.undo_agreed(actions)
            }
            other => other,
        };
        match undone {
            UndoOutcome::Done(actions) => {
                self.shown = self.shown.map(|(seat, _)| (seat, usize::MAX));
                writeln!(self.out, "Taken back: {actions} action{}.", if actions == 1 { "" } else { "s" })
            }
            UndoOutcome::Refused(reason) => writeln!(self.out, "{reason}"),
            UndoOutcome::Ask { .. } => Ok(()),
        }
    }

    /// What happened since the viewer was last told.
    fn tell(&mut self) -> io::Result<()> {
        let viewer = self.game.viewer().index();
        let log = self.game.log();
        let told = &mut self.told[viewer];
        for sentence in log.iter().skip(*told) {
            writeln!(self.out, "  {sentence}")?;
        }
        *told = log.len();
        Ok(())
    }

    fn position(&mut self) -> io::Result<()> {
        let view = self.game.view();
        let theme = self.game.theme();
        let asked = self.game.asked();
        let mut lines = panels::table(&view, theme, WIDTH);
        lines.extend(panels::seats(&view, theme, self.game.who(), WIDTH));
        let own = panels::own(&view, theme, WIDTH / 2);
        self.print(&format!("\n── {asked}"), &lines)?;
        self.print(&format!(" seat {}, you", self.game.viewer().0 + 1), &own)
    }

    fn list(&mut self, typed: &str) -> io::Result<()> {
        let shown = moves::matching(&self.moves, typed);
        let room = if typed.is_empty() { ROWS } else { shown.len() };
        self.rows = moves::rows(&self.moves, &shown, room);
        self.print_rows()
    }

    fn print_rows(&mut self) -> io::Result<()> {
        if self.rows.is_empty() {
            return writeln!(self.out, "No move matches.");
        }
        for (i, row) in self.rows.iter().enumerate() {
            let text = match row.moves[..] {
                [only] => self.moves[only].said.clone(),
                _ => format!("{} … {} moves", self.game.names().say(&row.text), row.moves.len()),
            };
            writeln!(self.out, "{:>3}  {text}", i + 1)?;
        }
        Ok(())
    }

    /// The board as text. The marks of owners, which a screen shows reversed, are put in discs.
    fn board(&mut self) -> io::Result<()> {
        let area = Rect::new(0, 0, cells(WIDTH), BOARD_HEIGHT);
        let mut buffer = Buffer::empty(area);
        let board =
            Board { view: self.game.view(), theme: self.game.theme(), viewport: Viewport::default(), focus: &Focus::default() };
        board.render(area, &mut buffer);
        for y in 0..area.height {
            let row: String = (0..area.width).map(|x| in_disc(&buffer[(x, y)])).collect();
            writeln!(self.out, "{}", row.trim_end())?;
        }
        Ok(())
    }

    fn print(&mut self, heading: &str, lines: &[Line]) -> io::Result<()> {
        if !heading.is_empty() {
            writeln!(self.out, "{heading}")?;
        }
        write!(self.out, "{}", panels::plain(lines))
    }
}

/// The text of a cell; a reversed number of a seat is put in a disc.
fn in_disc(cell: &Cell) -> String {
    let seat = cell.symbol().parse::<usize>().ok().filter(|_| cell.modifier.contains(Modifier::REVERSED));
    let disc = seat.and_then(|seat| "❶❷❸❹❺❻❼❽".chars().nth(seat.checked_sub(1)?));
    disc.map_or_else(|| cell.symbol().to_owned(), String::from)
}
