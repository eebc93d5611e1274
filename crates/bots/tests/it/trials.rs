//! Trial games keep to the time they are given, and settings share it.

use railwright_bots::trial::{MOST_GAMES, TrialTime, play};
use railwright_rules::{Setting, load};
use railwright_script::Rhai;
use std::sync::Arc;
use std::time::Duration;

#[test]
fn time_is_shared_by_all_settings_and_none_takes_more_than_its_part() {
    let time = TrialTime::default();
    let ms = Duration::from_millis;
    assert_eq!(time.share(ms(0), 1), ms(100));
    assert_eq!(time.share(ms(0), 30), ms(10));
    assert_eq!(time.share(ms(150), 3), ms(50));
    assert_eq!(time.share(ms(400), 3), ms(0));
}

#[test]
fn a_sound_game_is_tried_so_often_and_without_time_not_at_all() {
    let loaded = load("ticket-to-ride", &Setting { players: 3, options: Vec::new() }, &Rhai);
    let rules = Arc::new(loaded.rules.expect("a game"));
    let trials = play(&rules, &Rhai, Duration::from_secs(60));
    assert_eq!((trials.games, trials.tried(), trials.cut), (MOST_GAMES, MOST_GAMES, false));
    assert_eq!(trials.ends.iter().sum::<u64>(), MOST_GAMES);
    assert!(trials.faults.is_empty() && trials.without_end == 0 && trials.without_choice == 0);
    let none = play(&rules, &Rhai, Duration::ZERO);
    assert_eq!((none.tried(), none.cut), (0, true));
}
