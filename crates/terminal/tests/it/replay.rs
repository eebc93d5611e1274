//! A game that was played, stepped through on a screen that is only a buffer.

use crate::common::game;
use railwright_core::id::SeatId;
use railwright_script::Rhai;
use railwright_session::{Session, Viewpoint};
use railwright_terminal::{Replay, Turn};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::style::Color;

fn replay(viewpoint: Viewpoint) -> Replay {
    let mut played = game("ticket-to-ride", &["random", "random"], true);
    while let Turn::Bot(seat) = played.turn() {
        played.let_bot(seat).expect("our own bots play by the rules");
    }
    let rules = played.rules().clone();
    let mut session = Session::with_rules(played.session().header().clone(), rules, &Rhai).expect("the same game");
    played.session().entries().iter().for_each(|entry| session.follow(entry).expect("the same actions"));
    Replay::new(session, viewpoint, true)
}

fn press(replay: &mut Replay, code: KeyCode) {
    replay.take(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn drawn(replay: &mut Replay, width: u16, height: u16) -> (String, bool) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a buffer");
    terminal.draw(|frame| replay.draw(frame)).expect("a buffer can be drawn on");
    let buffer = terminal.backend().buffer().clone();
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    let colored = buffer.content.iter().any(|cell| matches!(cell.fg, Color::Indexed(_)));
    ((0..height).map(row).collect::<Vec<_>>().join("\n"), colored)
}

#[test]
fn keys_lead_from_step_to_step_and_to_turns() {
    let mut replay = replay(Viewpoint::Public);
    let (set_up, colored) = drawn(&mut replay, 120, 40);
    assert!(colored && set_up.contains("as everybody saw it · step 0 of") && set_up.contains("●"), "{set_up}");
    press(&mut replay, KeyCode::Right);
    press(&mut replay, KeyCode::Right);
    assert_eq!(replay.step(), 2);
    press(&mut replay, KeyCode::PageDown);
    press(&mut replay, KeyCode::Left);
    assert_eq!(replay.step(), 11);
    for digit in "17".chars() {
        press(&mut replay, KeyCode::Char(digit));
    }
    assert!(drawn(&mut replay, 80, 24).0.contains("to turn 17"));
    press(&mut replay, KeyCode::Enter);
    assert!(drawn(&mut replay, 80, 24).0.contains("turn 17"), "{}", drawn(&mut replay, 80, 24).0);
    press(&mut replay, KeyCode::Char('n'));
    assert!(drawn(&mut replay, 80, 24).0.contains("turn 18"));
    press(&mut replay, KeyCode::End);
    let (end, _) = drawn(&mut replay, 120, 40);
    assert!(end.contains("· over") && end.contains("seat 2 · random"), "{end}");
    press(&mut replay, KeyCode::Char('q'));
    assert!(replay.wants_to_leave());
}

#[test]
fn the_slider_leads_where_one_points() {
    let mut replay = replay(Viewpoint::Everything);
    drawn(&mut replay, 100, 30);
    let click = |column| {
        Event::Mouse(MouseEvent { kind: MouseEventKind::Down(MouseButton::Left), column, row: 28, modifiers: KeyModifiers::NONE })
    };
    replay.take(&click(99));
    let last = replay.step();
    assert!(last > 50);
    replay.take(&click(50));
    assert!((last / 3..2 * last / 3 + 1).contains(&replay.step()), "{} of {last}", replay.step());
    replay.take(&click(0));
    assert_eq!(replay.step(), 0);
    press(&mut replay, KeyCode::Char(' '));
    assert!(replay.pace().is_some());
    replay.play_on();
    assert_eq!(replay.step(), 1);
}

#[test]
fn one_seat_sees_what_it_saw() {
    let mut seat = replay(Viewpoint::Seat(SeatId(1)));
    press(&mut seat, KeyCode::End);
    press(&mut seat, KeyCode::Home);
    let (set_up, _) = drawn(&mut seat, 130, 50);
    assert!(set_up.contains("as seat 2 saw it") && set_up.contains("hand (4)"), "{set_up}");
    let mut public = replay(Viewpoint::Public);
    let (set_up, _) = drawn(&mut public, 130, 50);
    assert!(!set_up.contains("hand (4)") && set_up.contains("hand 4"), "{set_up}");
}
