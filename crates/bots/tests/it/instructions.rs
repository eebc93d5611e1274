//! How counts of instructions are compared with those that were kept, and that all of them are kept and shown.

#[path = "../../benches/common/mod.rs"]
#[allow(dead_code)]
mod common;
#[path = "../../examples/instructions/kept.rs"]
#[allow(dead_code)]
mod kept;

use common::{Verb, games};
use kept::{Counts, PAGE, compare, read};

fn counts(list: &[(&str, u64)]) -> Counts {
    let verbs = list.iter().map(|(verb, count)| ((*verb).to_owned(), *count)).collect();
    Counts { with: "a compiler".into(), games: vec![("a-game".into(), verbs)] }
}

fn wrong(kept: &Counts, now: &Counts) -> Vec<(String, &'static str)> {
    compare(kept, now).into_iter().filter_map(|row| Some((row.verb.clone(), row.wrong()?))).collect()
}

#[test]
fn a_count_may_grow_by_fifteen_percent_and_not_by_more() {
    let kept = counts(&[("legal", 1000), ("step", 2000)]);
    assert_eq!(wrong(&kept, &counts(&[("legal", 1150), ("step", 100)])), []);
    assert_eq!(wrong(&kept, &counts(&[("legal", 1151), ("step", 2000)])), [("legal".to_owned(), "too many")]);
}

#[test]
fn what_was_not_kept_or_is_not_counted_any_more_is_wrong() {
    let (old, new) = (counts(&[("legal", 1000), ("sing", 1)]), counts(&[("legal", 1000), ("dance", 1)]));
    assert_eq!(wrong(&old, &new), [("dance".to_owned(), "not kept"), ("sing".to_owned(), "no longer counted")]);
}

#[test]
fn all_verbs_of_all_games_are_kept_and_the_manual_shows_the_same() {
    let kept = Counts::read().expect("counts are kept");
    let verbs = |of: &[(String, u64)]| of.iter().map(|(verb, _)| verb.clone()).collect::<Vec<_>>();
    let counted: Vec<String> = Verb::ALL.iter().map(|(_, verb, _)| (*verb).to_owned()).collect();
    assert_eq!(kept.games.iter().map(|(game, _)| game.clone()).collect::<Vec<_>>(), games());
    assert!(kept.games.iter().all(|(_, of)| verbs(of) == counted));
    let page = read(PAGE).expect("the page");
    assert_eq!(kept.put_into(&page).expect("a place for the table"), page, "cargo xtask accept instructions");
}
