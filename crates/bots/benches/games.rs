//! How long the verbs take: start, legal, step, clone, view, score, a whole random game.
//!
//! `cargo bench -p railwright-bots` runs them; docs/performance.md says what to compare them with.

use divan::{Bencher, black_box};
use railwright_bots::BotKind;
use railwright_bots::simulate::{Player, Results};
use railwright_core::id::SeatId;
use railwright_core::{Events, Random, State};
use railwright_rules::{Engine, Rules, Setting, Sheet, load};
use railwright_script::Rhai;
use std::sync::Arc;

const GAMES: &[&str] = &["ticket-to-ride"];

fn main() {
    divan::main();
}

fn rules(game: &str, players: u8) -> Arc<Rules> {
    Arc::new(load(game, &Setting { players, options: Vec::new() }, &Rhai).rules.expect("a bundled game"))
}

/// A position in the middle of a random game.
fn middle(game: &str) -> (Engine, State, SeatId) {
    let mut engine = Engine::new(rules(game, 2), &Rhai);
    let mut events = Events::default();
    let mut state = engine.start(7, None, &mut events).expect("no fault");
    let mut random = Random::new(7);
    for _ in 0..80 {
        let seat = state.clock().waiting.iter().next().expect("the game goes on");
        let count = engine.legal(&state, seat).expect("no fault").len();
        let choice = engine.pick(random.below(count as u32) as usize).expect("listed");
        engine.step(&mut state, choice, &mut events).expect("no fault");
    }
    let seat = state.clock().waiting.iter().next().expect("the game goes on");
    (engine, state, seat)
}

#[divan::bench(args = GAMES)]
fn start(bencher: Bencher, game: &str) {
    let mut engine = Engine::new(rules(game, 2), &Rhai);
    let mut state = State::new(&engine.rules().parts);
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        engine.restart(&mut state, seed, None, &mut Events::default()).expect("no fault");
    });
}

#[divan::bench(args = GAMES)]
fn legal(bencher: Bencher, game: &str) {
    let (mut engine, state, seat) = middle(game);
    bencher.bench_local(|| black_box(engine.legal(&state, seat).expect("no fault").len()));
}

#[divan::bench(args = GAMES)]
fn clone(bencher: Bencher, game: &str) {
    let (_, state, _) = middle(game);
    let mut copy = state.clone();
    bencher.bench_local(|| copy.clone_from(black_box(&state)));
}

#[divan::bench(args = GAMES)]
fn clone_and_step(bencher: Bencher, game: &str) {
    let (mut engine, state, seat) = middle(game);
    let mut copy = state.clone();
    engine.legal(&state, seat).expect("no fault");
    let choice = engine.pick(0).expect("listed");
    bencher.bench_local(|| {
        copy.clone_from(&state);
        engine.step(&mut copy, choice, &mut Events::default()).expect("no fault");
    });
}

#[divan::bench(args = GAMES)]
fn view(bencher: Bencher, game: &str) {
    let (engine, state, seat) = middle(game);
    bencher.bench_local(|| black_box(engine.view(&state, seat).snapshot()));
}

#[divan::bench(args = GAMES)]
fn score(bencher: Bencher, game: &str) {
    let (mut engine, state, _) = middle(game);
    let mut sheet = Sheet::default();
    bencher.bench_local(|| engine.score(&state, &mut sheet).expect("no fault"));
}

#[divan::bench(args = GAMES)]
fn random_game(bencher: Bencher, game: &str) {
    let mut player = Player::new(&rules(game, 2), &Rhai, &[BotKind::Random], false);
    let mut results = Results::default();
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        player.play(seed, &mut results).expect("no fault");
    });
}
