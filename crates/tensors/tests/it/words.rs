//! The action space: every legal action can be said, and nothing else.

use crate::{coding, games, play};
use railwright_rules::Engine;
use railwright_script::Rhai;
use railwright_tensors::{NotSaid, Said, Table};

#[test]
fn every_legal_action_of_every_game_can_be_said_and_is_the_one_that_is_carried_out() {
    for game in games() {
        let coding = coding(&game);
        let mut looked = 0;
        let mut decisions = 0;
        play(&coding, 7, 4000, |engine, table, _| {
            decisions += usize::from(table.said().is_empty());
            if decisions % 7 != 1 || !table.said().is_empty() {
                return;
            }
            let seat = table.seat().expect("somebody");
            let legal = engine.legal(table.state(), seat).expect("a list").to_vec();
            let mut ways = Vec::new();
            for &action in &legal {
                let words = table.words_of(action).unwrap_or_else(|| panic!("{game}: {action:?} cannot be said"));
                let mut there = table.clone();
                let (last, before) = words.split_last().expect("a word");
                for &word in before {
                    assert_eq!(there.say(engine, word.into()), Ok(Said::More), "{game}: {action:?}");
                }
                match there.say(engine, (*last).into()) {
                    Ok(Said::Done(done)) => assert_eq!(done.action(), action, "{game}"),
                    other => panic!("{game}: {other:?}"),
                }
                ways.push(words);
            }
            looked += legal.len();
            ways.sort();
            ways.dedup();
            assert_eq!(ways.len(), legal.len(), "{game}: two actions are said alike");
        });
        assert!(looked > 20, "{game}: {looked}");
    }
}

#[test]
fn what_the_mask_does_not_allow_changes_nothing() {
    let coding = coding("ticket-to-ride");
    let (mut engine, mut table) = (Engine::new(coding.rules().clone(), &Rhai), Table::new(&coding));
    table.restart(&mut engine, 3).expect("a game");
    let before = table.state().clone();
    let size = coding.space().size() as u64;
    for word in (0..size + 2).filter(|&word| !table.may_say(word)).collect::<Vec<_>>() {
        assert_eq!(table.say(&mut engine, word), Err(NotSaid::Illegal(word)));
    }
    assert!(*table.state() == before && table.said().is_empty());
}

#[test]
fn words_have_names_of_their_own_and_stay_what_they_are() {
    for game in games() {
        let (one, two) = (coding(&game), coding(&game));
        let names: Vec<&str> = (0..one.space().size()).filter_map(|word| one.space().name(word)).collect();
        let again: Vec<&str> = (0..two.space().size()).filter_map(|word| two.space().name(word)).collect();
        assert_eq!(names, again, "{game}");
        assert_eq!(one.space().name(names.len()), None);
        let mut sorted = names.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), names.len(), "{game}: two words have one name");
    }
}
