//! What arrays say is what the rules say, in every bundled game.

mod axis;
mod batch;
mod observations;
mod words;

use railwright_rules::library::Shelf;
use railwright_rules::{Engine, Setting, load};
use railwright_script::Rhai;
use railwright_tensors::{Coding, Table};
use std::sync::Arc;

/// A bundled game for as few players as it allows.
fn coding(game: &str) -> Arc<Coding> {
    let loaded = load(game, &Setting::default(), &Rhai);
    let rules = Arc::new(loaded.rules.unwrap_or_else(|| panic!("{game}: {}", loaded.report.render(&loaded.files, false))));
    Arc::new(Coding::new(&rules))
}

fn games() -> Vec<String> {
    Shelf::Games.ids()
}

/// Plays a game in random words and shows every position to `look`, for as many actions.
fn play(coding: &Arc<Coding>, seed: u64, most: usize, mut look: impl FnMut(&mut Engine, &Table, usize)) -> Table {
    let mut engine = Engine::new(coding.rules().clone(), &Rhai);
    let (mut table, mut random) = (Table::new(coding), railwright_core::Random::new(seed));
    table.restart(&mut engine, seed).expect("a game");
    for step in 0..most {
        if table.seat().is_none() {
            break;
        }
        look(&mut engine, &table, step);
        let mut mask = vec![0; coding.space().size()];
        table.mask(&mut mask);
        let words: Vec<usize> = (0..mask.len()).filter(|&word| mask[word] == 1).collect();
        let word = words[random.below(words.len() as u32) as usize];
        table.say(&mut engine, word as u64).expect("a word that the mask allows");
    }
    table
}
