//! The decision loop does not allocate once it is warm.

#[allow(dead_code)] // this test needs a part of it
#[path = "../../rules/tests/it/common/mod.rs"]
mod common;

use railwright_bots::BotKind;
use railwright_bots::simulate::{GameRunner, Results};
use railwright_script::Rhai;

#[test]
fn random_games_allocate_nothing_in_the_steady_state() {
    for (game, players) in [("ticket-to-ride", 2), ("ticket-to-ride", 4), ("santa-fe-rails", 4)] {
        let rules = common::rules(game, players);
        let mut player = GameRunner::new(&rules, &Rhai, &[BotKind::Random], false);
        let mut results = Results::default();
        for seed in 0..200 {
            player.play(seed, &mut results).expect("no fault");
        }
        let measured = allocation_counter::measure(|| {
            for seed in 0..200 {
                player.play(seed, &mut results).expect("no fault");
            }
        });
        assert_eq!(measured.count_total, 0, "{game} with {players} players: {measured:?}");
    }
}
