//! Moves: read, printed, checked, explained and, if they are allowed, done.

use super::{Subject, once};
use crate::damage::{reword, words};
use crate::good::{self, Good};
use railwright_core::{Events, State};
use railwright_rules::Engine;
use railwright_script::Rhai;
use std::cell::RefCell;

/// More lines than this are not read, so that an input stays small.
const LINES: usize = 20;

thread_local! {
    static TABLES: RefCell<Vec<Table>> = const { RefCell::new(Vec::new()) };
}

/// A good game under way.
struct Table {
    name: &'static str,
    engine: Engine,
    /// The position at the beginning and after each of its moves.
    positions: Vec<State>,
}

impl Table {
    fn of(game: &'static Good) -> Self {
        let mut engine = Engine::new(game.rules.clone(), &Rhai);
        let mut positions = Vec::new();
        positions.extend(engine.start(3, None, &mut Events::default()));
        for text in &game.moves {
            let mut next = positions[positions.len() - 1].clone();
            act(&mut engine, &mut next, text);
            positions.push(next);
        }
        Table { name: &game.name, engine, positions }
    }
}

/// Moves, one on a line; the first line names the game and a position of it: `in NAME after 7`.
pub const NOTATION: Subject = Subject {
    name: "notation",
    what: "moves in a game, read and done or refused",
    attempt: |input| {
        let text = String::from_utf8_lossy(input);
        let (game, line, moves) = good::named(&text);
        TABLES.with_borrow_mut(|tables| {
            let at = tables.iter().position(|table| table.name == game.name).unwrap_or_else(|| {
                tables.push(Table::of(game));
                tables.len() - 1
            });
            let Table { engine, positions, .. } = &mut tables[at];
            let after = line.split(' ').find_map(|word| word.parse::<usize>().ok()).unwrap_or(0);
            let mut state = positions[after % positions.len()].clone();
            moves.lines().take(LINES).for_each(|line| act(engine, &mut state, line));
        });
    },
    structured: |choices| {
        let Some(game) = choices.pick(good::games()) else { return Vec::new() };
        let after = choices.below(game.moves.len());
        let language: Vec<String> = choices.pick(&game.moves).map(|line| words(line)).unwrap_or_default();
        let mut move_words = words(game.moves.get(after).map_or("", String::as_str));
        reword(&mut move_words, &language, choices);
        format!("in {} after {after}\n{}", game.name, move_words.concat()).into_bytes()
    },
    good: || {
        let moves = |game: &'static Good| {
            let numbered = game.moves.iter().enumerate();
            numbered.map(|(after, text)| format!("in {} after {after}\n{text}", game.name).into_bytes())
        };
        once!(good::games().iter().flat_map(moves).collect())
    },
    share: 561,
};

fn act(engine: &mut Engine, state: &mut State, text: &str) {
    let Some(seat) = state.clock().waiting.iter().next() else { return };
    let Ok(action) = engine.parse(state, seat, text) else { return };
    let _ = engine.print(state, seat, action);
    match engine.check(state, seat, action) {
        Ok(checked) => drop(engine.step(state, checked, &mut Events::default())),
        Err(refusal) => drop(refusal.to_string()),
    }
}
