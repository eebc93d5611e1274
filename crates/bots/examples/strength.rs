//! How much stronger one bot is than another: games of two in which they change seats, the share in which the first
//! outscores the second, and how long it thinks.
//!
//!     cargo run --release -p railwright-bots --example strength -- GAME BOT BOT GAMES [SEED]

use railwright_bots::paired::Pairs;
use railwright_bots::simulate::{GameRunner, Results, game_seed};
use railwright_bots::statistics::interval;
use railwright_bots::{BotKind, Observer};
use railwright_core::State;
use railwright_rules::{Engine, ScoreSheet, Setting, load};
use railwright_script::Rhai;
use std::sync::Arc;
use std::time::Instant;

/// Keeps the final scores of a game.
#[derive(Default)]
struct Scores(Vec<[i64; 2]>);

impl Observer for Scores {
    fn ended(&mut self, _: &mut Engine, _: &State, sheet: &ScoreSheet) {
        self.0.push([sheet.totals[0], sheet.totals[1]]);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, game, first, second, games, rest @ ..] = &arguments[..] else {
        return Err("say GAME BOT BOT GAMES, and perhaps a seed".into());
    };
    let loaded = load(game, &Setting { players: 2, options: Vec::new() }, &Rhai);
    let rules = Arc::new(loaded.rules.ok_or_else(|| loaded.report.render(&loaded.files, false))?);
    let bots = [first, second].map(|name| BotKind::find(name).ok_or_else(|| BotKind::unknown(name)));
    let [first, second] = bots;
    let (first, second) = (first?, second?);
    let (games, seed): (u64, u64) = (games.parse()?, rest.first().map_or(Ok(1), |s| s.parse())?);
    let mut players =
        [[&first, &second], [&second, &first]].map(|seats| GameRunner::new(&rules, &Rhai, &seats.map(BotKind::clone), false));
    let (mut one_ply, mut level, mut scores) = (0, 0, Pairs::default());
    let (begun, mut results) = (Instant::now(), Results::default());
    for game in 0..games {
        let turned = (game % 2) as usize;
        let mut seen = Scores::default();
        players[turned].play_observed(game_seed(seed, game / 2), &mut results, &mut seen)?;
        let [one, two] = [0, 1].map(|bot| seen.0[0][bot ^ turned]);
        scores.add(game, two as f64, one as f64);
        one_ply += u64::from(one > two);
        level += u64::from(one == two);
        if (game + 1) % 10 == 0 || game + 1 == games {
            let (low, high) = interval(one_ply as f64, game + 1);
            let (points, played) = (scores.difference(), (game + 1) as f64);
            println!(
                "{} games: {first} outscores {second} in {:.1} % [{:.1}, {:.1}], {level} level; {:.1} to {:.1} points, ahead by [{:.1}, {:.1}]; {:.2} s a game, {:.0} decisions",
                game + 1,
                100.0 * one_ply as f64 / played,
                low,
                high,
                points.b,
                points.a,
                points.interval.0,
                points.interval.1,
                begun.elapsed().as_secs_f64() / played,
                results.decisions as f64 / played,
            );
        }
    }
    Ok(())
}
