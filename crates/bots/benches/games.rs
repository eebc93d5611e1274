//! How long the verbs take by the clock, in each bundled game with two players.
//!
//! `cargo bench -p railwright-bots` runs them; docs/performance.md says what to compare them with. What a busy machine cannot
//! blur are the counts of instructions: `cargo run -p railwright-bots --example instructions`.

mod common;

use common::{Ready, Verb, games};
use divan::Bencher;

fn main() {
    divan::main();
}

fn bench(bencher: Bencher, game: &str, verb: Verb) {
    let mut ready = Ready::new(game);
    bencher.bench_local(|| ready.run(verb));
}

#[divan::bench(args = games())]
fn legal(bencher: Bencher, game: &str) {
    bench(bencher, game, Verb::Legal);
}

#[divan::bench(args = games())]
fn step(bencher: Bencher, game: &str) {
    bench(bencher, game, Verb::Step);
}

#[divan::bench(args = games())]
fn clone(bencher: Bencher, game: &str) {
    bench(bencher, game, Verb::Clone);
}

#[divan::bench(args = games())]
fn view(bencher: Bencher, game: &str) {
    bench(bencher, game, Verb::View);
}

#[divan::bench(args = games())]
fn determinise(bencher: Bencher, game: &str) {
    bench(bencher, game, Verb::Determinise);
}

#[divan::bench(args = games())]
fn random_game(bencher: Bencher, game: &str) {
    bench(bencher, game, Verb::Game);
}

#[divan::bench(args = games(), sample_count = 20)]
fn search_move(bencher: Bencher, game: &str) {
    bench(bencher, game, Verb::Search);
}
