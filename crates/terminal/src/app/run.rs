//! The app on a real terminal: keys and bots take turns, and the terminal is given back whatever happens.

use super::App;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use std::io;
use std::time::{Duration, Instant};

/// Runs the app until somebody leaves. The terminal is restored also when that fails, or the program does.
pub fn run(app: &mut App) -> io::Result<()> {
    on_terminal(|terminal| play(app, terminal))
}

/// Takes the terminal for something that fills it, and gives it back however that ends.
pub(crate) fn on_terminal(show: impl FnOnce(&mut ratatui::DefaultTerminal) -> io::Result<()>) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    // Without a mouse everything can be done, too.
    let _ = execute!(io::stdout(), EnableMouseCapture);
    let ended = show(&mut terminal);
    restore();
    ended
}

/// Gives the terminal back to whoever had it; also for signal handlers.
pub fn restore() {
    // There is nobody to tell when the terminal is gone.
    let _ = execute!(io::stdout(), DisableMouseCapture);
    let _ = ratatui::try_restore();
}

fn play(app: &mut App, terminal: &mut ratatui::DefaultTerminal) -> io::Result<()> {
    // When the bot whose turn it is moves; a key lets it move at once.
    let mut due: Option<Instant> = None;
    while !app.wants_to_leave() {
        // Keys that came in the meantime are heeded first: who holds one down does not wait for every picture in between.
        if !event::poll(Duration::ZERO)? {
            terminal.draw(|frame| app.draw(frame))?;
        }
        let Some(seat) = app.bot_is_due() else {
            due = None;
            take(app, terminal, &event::read()?)?;
            continue;
        };
        let at = *due.get_or_insert_with(|| Instant::now() + app.pause());
        if event::poll(at.saturating_duration_since(Instant::now()))? {
            if take(app, terminal, &event::read()?)? {
                due = Some(Instant::now());
            }
        } else {
            due = None;
            app.let_bot(seat);
        }
    }
    Ok(())
}

/// Takes an event; whether it was a key or a click.
fn take(app: &mut App, terminal: &mut ratatui::DefaultTerminal, event: &Event) -> io::Result<bool> {
    match event {
        Event::Key(key) => app.press(*key),
        Event::Paste(text) => app.paste(text),
        Event::Mouse(mouse) => {
            // A click is about what is on the screen now, whatever keys came before it.
            terminal.draw(|frame| app.draw(frame))?;
            return Ok(app.point_at(*mouse));
        }
        _ => return Ok(false),
    }
    Ok(true)
}
