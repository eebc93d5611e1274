//! Games a second on one thread, for profiling: `speed GAME PLAYERS GAMES [BOT [check|list]]`; bots choose at random if none is named.

use railwright_bots::BotKind;
use railwright_bots::simulate::{GameRunner, Results, game_seed};
use railwright_rules::{Setting, load};
use railwright_script::Rhai;
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let players = arguments[2].parse().expect("a number of players");
    let games: u64 = arguments[3].parse().expect("a number of games");
    let loaded = load(&arguments[1], &Setting { players, options: vec![] }, &Rhai);
    eprint!("{}", loaded.report.render(&loaded.files, false));
    let rules = Arc::new(loaded.rules.expect("a game without errors"));
    let bot = arguments.get(4).map_or(BotKind::Random, |name| BotKind::find(name).expect("a bot"));
    let has = |word: &str| arguments.get(5).is_some_and(|argument| argument == word);
    let mut player = GameRunner::new(&rules, &Rhai, &[bot], has("check")).listing(has("list"));
    let mut results = Results::default();
    let begun = Instant::now();
    for game in 0..games {
        player.play(game_seed(0, game), &mut results).expect("no fault");
    }
    let elapsed = begun.elapsed().as_secs_f64();
    println!(
        "{:.1} games/s, {:.1} decisions/game, {:.1} ns/action, {:.1} legal, widest {}, mean score {:.1}, turns {:.1}, ends {:?}",
        results.games as f64 / elapsed,
        results.decisions as f64 / results.games as f64,
        elapsed * 1e9 / results.actions as f64,
        results.listed as f64 / results.decisions as f64,
        results.widest,
        results.seats[0].scores.mean(),
        results.turns.mean(),
        results.ends
    );
}
