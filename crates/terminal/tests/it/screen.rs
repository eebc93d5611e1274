//! The screen as players see it, without a terminal.

use crate::common::{Screen, game};
use railwright_core::id::SeatId;
use railwright_terminal::game::UndoOutcome;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;

const TICKET: &str = "ticket-to-ride";

fn screen(width: u16, height: u16) -> Screen {
    Screen::new(game(TICKET, &["human", "greedy"], true), width, height)
}

#[test]
fn a_large_window_shows_everything() {
    let mut screen = screen(130, 40);
    insta::assert_snapshot!("large", screen.draw());
}

#[test]
fn a_small_window_shows_one_panel_behind_tabs() {
    let mut screen = screen(40, 12);
    insta::assert_snapshot!("small", screen.draw());
    screen.shows("Tab panels");
    for panel in ["● ", "hand (4)", "market", "from deck to market"] {
        screen.press(KeyCode::Tab);
        if panel != "● " {
            screen.shows(panel);
        }
    }
}

#[test]
fn no_window_is_too_small_or_too_large() {
    let mut screen = screen(80, 24);
    let sizes = [(1, 1), (10, 4), (20, 6), (40, 12), (60, 20), (76, 21), (80, 24), (112, 32), (120, 40), (200, 60), (250, 80)];
    for keys in ["", "\t", "\t\t", "\t\t\t", "\t\t\t\t", "?", "claim"] {
        for (width, height) in sizes {
            screen.resize(width, height);
            let mut press = |code| screen.app.press(KeyEvent::new(code, KeyModifiers::NONE));
            press(KeyCode::Esc);
            press(KeyCode::Esc);
            keys.chars().for_each(|key| press(if key == '\t' { KeyCode::Tab } else { KeyCode::Char(key) }));
            screen.app.press(KeyEvent::new(KeyCode::Right, KeyModifiers::SHIFT));
            screen.draw();
        }
    }
}

#[test]
fn moves_are_filtered_as_one_types_and_completed() {
    let mut screen = screen(120, 40);
    screen.shows("Moves · 4 of 4");
    screen.enter("keep");
    screen.shows("draw deck");
    screen.write("dr");
    screen.press(KeyCode::Tab);
    screen.shows("seat 1> draw");
    screen.write("de");
    screen.shows("Moves · 1 of");
    screen.press(KeyCode::Enter);
    screen.shows("in the middle of draw");
}

#[test]
fn a_refusal_names_rule_and_place() {
    let mut screen = screen(120, 40);
    screen.enter("claim duluth-omaha with 2 red");
    screen.shows("`claim` cannot be chosen now");
    screen.shows("games/ticket-to-ride.toml:");
    screen.press(KeyCode::Esc);
    screen.enter("why claim duluth-omaha with 2 red");
    screen.shows("`claim` cannot be chosen now");
}

#[test]
fn the_last_choice_can_be_taken_back_until_something_is_revealed() {
    let mut screen = screen(120, 40);
    screen.enter("undo");
    screen.shows("nothing to take back");
    screen.press(KeyCode::Esc);
    screen.enter("keep");
    screen.shows("tickets (3)");
    // The bot has kept its tickets, too: how many is seen now.
    screen.enter("undo");
    screen.shows("chosen in secret");
    screen.press(KeyCode::Esc);
    screen.enter("draw deck");
    let steps = screen.app.game().session().steps().len();
    screen.enter("undo");
    screen.shows("You would look back");
    screen.press(KeyCode::Char('n'));
    assert_eq!(screen.app.game().session().steps().len(), steps, "a card was seen:\n{}", screen.draw());
    screen.enter("undo");
    screen.press(KeyCode::Char('y'));
    assert_eq!(screen.app.game().session().steps().len(), steps - 1, "nobody else is at the table");
    screen.shows("Taken back.");
}

#[test]
fn enter_never_plays_what_nobody_chose() {
    let mut screen = screen(120, 40);
    screen.enter("keep");
    let steps = screen.app.game().session().steps().len();
    for typed in ["", "d", "draw"] {
        screen.write(typed);
        (0..3).for_each(|_| screen.press(KeyCode::Enter));
        assert_eq!(screen.app.game().session().steps().len(), steps, "after `{typed}`:\n{}", screen.draw());
        screen.shows("go on typing, or mark one");
        screen.press(KeyCode::Esc);
        screen.press(KeyCode::Esc);
    }
    screen.write("draw");
    screen.press(KeyCode::Down);
    screen.shows("› draw");
    screen.press(KeyCode::Enter);
    assert!(screen.app.game().session().steps().len() > steps, "it was marked");
}

#[test]
fn the_mouse_marks_and_plays_moves_and_points_at_the_board() {
    let mut screen = screen(120, 40);
    let click = |screen: &mut Screen, text: &str| {
        let (row, line) = screen.draw().lines().map(str::to_owned).enumerate().find(|(_, line)| line.contains(text)).expect(text);
        let column = line[..line.find(text).expect(text)].chars().count();
        screen.click(column as u16, row as u16);
    };
    screen.enter("keep");
    let steps = screen.app.game().session().steps().len();
    click(&mut screen, "  draw deck");
    screen.shows("› draw deck");
    assert_eq!(screen.app.game().session().steps().len(), steps, "one click only marks");
    click(&mut screen, "› draw deck");
    assert!(screen.app.game().session().steps().len() > steps, "a second one plays");
    click(&mut screen, "●Portland");
    screen.shows("seat 1> portland");
}

#[test]
fn a_window_of_the_usual_size_gives_all_its_room_to_the_board_that_is_looked_at() {
    let mut screen = screen(80, 24);
    screen.enter("keep");
    screen.enter("city denver");
    screen.shows("Around Denver");
    for name in ["Seattle", "Miami", "Boston", "Duluth", "Atlanta"] {
        screen.shows(name);
    }
}

#[test]
fn a_choice_is_taken_back_and_its_sentences_with_it() {
    let mut game = game(TICKET, &["human", "human"], true);
    let before = game.log().to_vec();
    game.act(SeatId(0), "keep").expect("legal");
    assert!(game.log().len() > before.len());
    assert_eq!(game.undo(), UndoOutcome::Done(1), "nobody else has chosen");
    assert_eq!(game.log(), before);
    game.act(SeatId(0), "keep").expect("legal again");
    game.look_as(SeatId(1));
    assert!(game.log().iter().any(|told| told == "seat 1 chooses in secret"));
}

#[test]
fn pages_open_and_close() {
    let mut screen = screen(100, 30);
    screen.press(KeyCode::Char('?'));
    screen.shows("Help");
    screen.press(KeyCode::Esc);
    screen.enter("rules");
    screen.shows("TTR-01  Two to five players.");
    (0..20).for_each(|_| screen.press(KeyCode::PageDown));
    screen.shows("games/ticket-to-ride.toml:");
    screen.press(KeyCode::Esc);
    screen.shows("Moves");
}

#[test]
fn a_place_on_the_board_lists_its_lanes_and_its_moves() {
    let mut screen = screen(120, 40);
    screen.enter("keep");
    screen.press(KeyCode::Tab);
    screen.write("denver");
    screen.shows("Around Denver");
    screen.shows("Kansas City     4 k black");
    screen.press(KeyCode::Right);
    screen.press(KeyCode::Esc);
    screen.write("++");
    screen.shows("×2.0");
    screen.write("0");
    screen.enter("city seattle");
    screen.shows("Around Seattle");
    screen.press(KeyCode::Enter);
    screen.shows("seat 1> seattle");
}

#[test]
fn a_window_of_the_usual_size_shows_tickets_and_what_others_did() {
    let mut screen = screen(80, 24);
    screen.shows("offer (3)");
    screen.shows("to go");
    screen.enter("keep");
    screen.enter("draw deck");
    screen.enter("draw deck");
    screen.shows("seat 2: ");
    screen.shows("tickets (3)");
}

#[test]
fn ferries_are_told_from_other_lanes_and_pairs_are_one_row() {
    let mut screen = Screen::new(game("northern-lights", &["human", "greedy"], true), 120, 40);
    screen.enter("keep");
    screen.press(KeyCode::Tab);
    screen.write("tromso");
    screen.shows("Honningsvåg ×2");
    screen.shows("symbols ");
    screen.press(KeyCode::Esc);
    screen.press(KeyCode::Esc);
    screen.enter("why claim honningsvag-tromso/1");
    screen.shows("games/northern-lights.toml:");
}

#[test]
fn nothing_is_shown_while_the_screen_is_passed_on() {
    let mut screen = Screen::new(game(TICKET, &["human", "human", "greedy"], true), 100, 30);
    screen.shows("Pass the screen to seat 1");
    assert!(!screen.draw().contains("hand"));
    screen.press(KeyCode::Char('x'));
    screen.shows("Pass the screen to seat 1");
    screen.press(KeyCode::Enter);
    screen.shows("Seat 1 · human");
    screen.enter("keep");
    screen.shows("Pass the screen to seat 2");
    assert!(!screen.draw().contains("hand"));
    screen.press(KeyCode::Enter);
    screen.shows("Seat 2 · human");
}

#[test]
fn going_back_further_needs_everybody() {
    let mut screen = Screen::new(game(TICKET, &["human", "human"], true), 100, 30);
    screen.press(KeyCode::Enter);
    screen.enter("keep");
    screen.press(KeyCode::Enter);
    screen.enter("keep");
    screen.press(KeyCode::Enter);
    screen.enter("draw deck");
    let steps = screen.app.game().session().steps().len();
    screen.enter("undo");
    screen.shows("agree");
    screen.press(KeyCode::Char('n'));
    screen.shows("nothing was taken back");
    screen.enter("undo");
    screen.write("yy");
    assert_eq!(screen.app.game().session().steps().len(), steps - 1);
}

#[test]
fn without_colour_there_are_marks() {
    let mut screen = Screen::new(game(TICKET, &["human", "greedy"], false), 130, 40);
    screen.enter("keep");
    let text = screen.draw();
    assert!(text.contains("p3") || text.contains("g4") || text.contains("r4"), "lanes have no marks:\n{text}");
    assert!(screen.buffer().content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
}

#[test]
fn bots_can_be_watched_to_the_end() {
    let mut screen = Screen::new(game(TICKET, &["greedy", "random"], true), 120, 40);
    screen.shows("The game is over");
    screen.shows("total");
    screen.press(KeyCode::Enter);
    screen.enter("look 2");
    screen.shows("Seat 2 · random");
    screen.enter("score");
    screen.shows("wins");
    screen.press(KeyCode::Enter);
    screen.enter("quit");
    assert!(screen.app.wants_to_leave());
}

#[test]
fn every_game_can_be_played_through() {
    for name in ["tests/games/hills/hills.toml", "tests/games/valleys/valleys.toml", "tests/games/storm/storm.toml", TICKET] {
        let mut screen = Screen::new(game(name, &["human", "greedy"], true), 100, 30);
        for turn in 0.. {
            if screen.app.game().session().over().is_some() {
                break;
            }
            assert!(turn < 3000, "{name} does not end:\n{}", screen.draw());
            screen.press(KeyCode::Down);
            screen.press(KeyCode::Enter);
        }
        screen.shows("The game is over");
    }
}

#[test]
fn a_way_between_two_places_is_told_and_shown_on_the_board() {
    let mut screen = screen(130, 40);
    screen.enter("keep");
    screen.enter("way new york to pittsburgh");
    screen.shows("New York – Pittsburgh: 2 spaces to go, by Pittsburgh (2 ");
    screen.press(KeyCode::Esc);
    screen.enter("way denver-el-paso");
    screen.shows("Denver – El Paso: 4 spaces to go, by Santa Fe (2 grey), El Paso (2 grey).");
    screen.press(KeyCode::Esc);
    screen.enter("way nowhere to denver");
    screen.shows("There are no two places `nowhere to denver`.");
}

#[test]
fn on_a_lattice_cities_have_names_and_junctions_have_none() {
    let mut screen = Screen::new(game("spike", &["human", "greedy"], true), 120, 40);
    screen.press(KeyCode::Down);
    screen.press(KeyCode::Enter);
    for city in ["Minneapolis", "Washington", "Jacksonville", "New Orleans"] {
        screen.shows(city);
    }
    screen.shows_not("j01-");
    screen.write("start-in chicago");
    screen.press(KeyCode::Enter);
    screen.shows("Chicago▲1");
    // What contracts pay is there to the end, however narrow the panel.
    screen.shows("contracts (6)");
    screen.shows_not("acted");
}

#[test]
fn moves_and_what_happened_are_told_with_names() {
    let mut screen = screen(120, 40);
    screen.enter("keep");
    screen.write("claim");
    screen.press(KeyCode::Down);
    let listed = screen.app.game().names().say("claim duluth-omaha/1 with 2 red");
    assert_eq!(listed, "claim Duluth – Omaha (grey 1) with 2 red");
    screen.shows("claim Atlanta – Charleston");
    screen.press(KeyCode::Esc);
    screen.press(KeyCode::Esc);
    // What is read can be typed: with capitals, with another dash.
    screen.write("oklahoma city");
    screen.shows("Oklahoma City");
    assert_eq!(screen.app.game().names().say("2 santa-fe-rails, seat 1's trains"), "2 santa-fe-rails, seat 1's trains");
}

#[test]
fn where_the_game_stands_is_said_in_its_own_words() {
    let mut spike = Screen::new(game("spike", &["human", "greedy"], true), 120, 40);
    spike.shows("Spike · era 1 · you to choose");
    screen(120, 40).shows("turn 0");
    spike.press(KeyCode::Char('?'));
    (0..9).for_each(|_| spike.press(KeyCode::PageDown));
    spike.shows("Signs on the board");
    spike.shows("locomotive");
}

#[test]
fn open_cards_of_the_table_are_shown_by_kind() {
    let mut screen = Screen::new(game("santa-fe-rails", &["human", "greedy", "greedy"], true), 120, 40);
    screen.shows("display (");
    screen.shows("boomtown");
    screen.shows_not("exchanged");
}
