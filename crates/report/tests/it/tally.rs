//! What is added up agrees with the games, and every row has a game that shows it.

use railwright_bots::BotKind;
use railwright_bots::external::TIME;
use railwright_bots::measure::{Measures, Measuring};
use railwright_bots::simulate::{Plan, Simulation};
use railwright_report::examples::Example;
use railwright_report::table::Cell;
use railwright_report::{Part, Tally};
use railwright_rules::{Rules, Setting, load};
use railwright_script::Rhai;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

fn rules(game: &str, players: u8) -> Arc<Rules> {
    let loaded = load(game, &Setting { players, options: Vec::new() }, &Rhai);
    Arc::new(loaded.rules.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files, false))))
}

fn played(game: &str, players: u8, games: u64, bot: BotKind) -> (Vec<Measures>, Part) {
    let rules = rules(game, players);
    let plan = Plan { games, seed: 3, bots: vec![bot], bot_time: TIME, threads: 2, check: false, rotate: false };
    let (mut tally, mut all) = (Tally::new(&rules), Vec::new());
    let take = |first: u64, measuring: Measuring| {
        for (i, game) in measuring.games.into_iter().enumerate() {
            tally.add(first as u32 + i as u32, &game);
            all.push(game);
        }
    };
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let results = Simulation::new(&rules, &plan, &done, &stop).run_observed(&Rhai, || Measuring::new(&rules), take);
    (all, Part::new(tally, results, game, &plan, &Rhai))
}

const GAMES: [(&str, u8, u64, BotKind); 4] = [
    ("ticket-to-ride", 2, 20, BotKind::Greedy),
    ("northern-lights", 3, 30, BotKind::Random),
    ("santa-fe-rails", 3, 30, BotKind::Greedy),
    ("spike", 4, 10, BotKind::Greedy),
];

#[test]
fn every_row_has_a_game_that_shows_it() {
    for (name, players, games, bot) in GAMES {
        let (games, part) = played(name, players, games, bot);
        for (word, fact) in part.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.shown) {
            let number = part.examples.get(fact).unwrap_or_else(|| panic!("{name}: no game shows {word} {fact:?}"));
            assert!(part.saves.contains_key(number), "{name}: game {number} is not saved");
            let game = &games[*number as usize];
            let goal = |goal: u8, kind: u8| game.goals.iter().filter(move |h| (h.goal, h.kind.0) == (goal.into(), kind));
            let shows = match *fact {
                Example::SeatWins(seat) => game.winners.iter().any(|s| s.0 == seat),
                Example::OrderWins(place) => game.winners.has(game.order[usize::from(place)]),
                Example::Lane(lane) => game.lanes[usize::from(lane)].is_some(),
                Example::Winners(lane) => game.lanes[usize::from(lane)].is_some_and(|taken| game.winners.has(taken.seat)),
                Example::Held(g, kind) => goal(g, kind).next().is_some(),
                Example::Done(g, kind) => goal(g, kind).any(|held| held.done == Some(true)),
                Example::Missed(g, kind) => goal(g, kind).any(|held| held.done == Some(false)),
                Example::Line(line) => game.lines[usize::from(line)].points.iter().any(|&points| points != 0),
                Example::Ending(ending) => game.ending == Some(ending),
                Example::Action(action) => game.times_chosen(action.into()) > 0,
                Example::Game(game) => game == *number,
            };
            assert!(shows, "{name}: game {number} does not show {word} {fact:?}");
        }
    }
}

#[test]
fn what_goals_are_worth_is_what_the_score_sheet_gives() {
    let (games, part) = played("ticket-to-ride", 2, 20, BotKind::Greedy);
    let lines = &part.tally.rules.score.lines;
    let line = |id: &str| lines.iter().position(|line| line.id == id).expect("a line");
    for game in &games {
        for seat in 0..2 {
            let worth: i64 = game.goals.iter().filter(|h| h.seat.0 == seat).filter_map(|h| h.worth).sum();
            let points = |id: &str| game.lines[line(id)].points[usize::from(seat)];
            assert_eq!(worth, points("tickets-made") + points("tickets-failed"));
        }
    }
    assert!(games.iter().flat_map(|game| &game.goals).any(|held| held.done == Some(true)));
}

#[test]
fn figures_are_those_of_the_games() {
    let (games, part) = played("ticket-to-ride", 2, 40, BotKind::Greedy);
    let value = |table: &str, row: &str, column: &str| {
        let table = part.table(table).expect("a table");
        let column = table.columns.iter().position(|c| c.id == column).expect("a column");
        match &table.rows.iter().find(|r| r.id == row).expect("a row").cells[column] {
            Cell::Figure(figure, _) => figure.value,
            other => panic!("{other:?}"),
        }
    };
    let mean = |of: &dyn Fn(&Measures) -> f64| games.iter().map(of).sum::<f64>() / games.len() as f64;
    let near = |a: f64, b: f64| assert!((a - b).abs() < 0.01, "{a} and {b}");
    near(value("order", "place-1", "wins"), 100.0 * mean(&|g| g.win_share(g.first)));
    near(value("length", "turns", "mean"), mean(&|g| g.turns.into()));
    near(value("course", "lead-changes", "mean"), mean(&|g| g.lead_changes.into()));
    let lanes = &part.tally.rules.parts.map.lanes;
    for (i, lane) in lanes.iter().enumerate() {
        near(value("lines", &lane.id, "taken"), 100.0 * mean(&|g| f64::from(u8::from(g.lanes[i].is_some()))));
    }
    // A win is somebody's: the shares of all seats are all games.
    near(value("seats", "seat-1", "wins") + value("seats", "seat-2", "wins"), 100.0);
}

#[test]
fn tables_as_people_read_them() {
    let (_, part) = played("ticket-to-ride", 2, 40, BotKind::Random);
    let mut text = String::new();
    for table in ["seats", "length", "course", "endings"].map(|id| part.table(id).expect("a table")) {
        text += &format!("{}\n", table.name);
        for row in &table.rows {
            text += &format!("  {}:", row.name);
            for cell in &row.cells {
                text += &match cell {
                    Cell::Figure(figure, _) => format!(" {} ({})", figure.text(), figure.range()),
                    Cell::Once(number) => format!(" {number}"),
                    Cell::Nothing => " –".to_owned(),
                };
            }
            let games = row.shown.iter().filter_map(|(word, fact)| Some(format!("{word} {}", part.examples.get(fact)?)));
            text += &format!(" [{}]\n", games.collect::<Vec<_>>().join(", "));
        }
    }
    insta::assert_snapshot!(text);
}
