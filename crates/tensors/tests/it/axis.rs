//! The single axis: where a game has one, every legal action is on it, and nobody is asked twice for one action.

use crate::{coding, games, play};
use railwright_core::Random;
use railwright_tensors::{Coding, NoAxis, Said, Table};
use std::sync::Arc;

/// Bundled games whose actions can be numbered when the rules are loaded.
const WITH: [&str; 4] = ["india", "legendary-asia", "skerry-lights", "ticket-to-ride"];

fn on_one_axis(game: &str) -> Result<Arc<Coding>, NoAxis> {
    Coding::on_one_axis(coding(game).rules()).map(Arc::new)
}

#[test]
fn every_legal_action_is_on_the_axis_and_is_carried_out_at_once() {
    let mut with = Vec::new();
    for game in games() {
        let axis = match on_one_axis(&game) {
            Ok(axis) => axis,
            Err(why) => {
                assert!(why.to_string().contains("in words"), "{why}");
                continue;
            }
        };
        with.push(game.clone());
        let mut looked = 0;
        for seed in 0..3 {
            let mut before = None;
            play(&axis, seed, 4000, |engine, table, step| {
                let seat = table.seat().expect("somebody");
                let legal = engine.legal(table.state(), seat).expect("a list").to_vec();
                let mut mask = vec![0; axis.space().size()];
                table.mask(&mut mask);
                let said: Vec<_> = (0..mask.len()).filter(|&n| mask[n] == 1).map(|n| axis.space().action(n)).collect();
                let mut sorted = legal.clone();
                sorted.sort_unstable();
                assert_eq!(said, sorted.into_iter().map(Some).collect::<Vec<_>>(), "{game}");
                assert!(table.said().is_empty(), "{game}");
                if step % 50 == 0 {
                    let (mut there, word) = (table.clone(), mask.iter().position(|&may| may == 1).expect("a word"));
                    match there.say(engine, word as u64) {
                        Ok(Said::Done(done)) => assert_eq!(Some(done.action()), axis.space().action(word), "{game}"),
                        other => panic!("{game}: {other:?}"),
                    }
                }
                looked += legal.len();
                before = Some(step);
            });
            assert!(before.is_some(), "{game}");
        }
        assert!(looked > 500, "{game}: {looked}");
    }
    assert_eq!(with, WITH);
}

#[test]
fn a_game_by_words_and_one_on_the_axis_are_the_same_game() {
    let (words, axis) = (coding("skerry-lights"), on_one_axis("skerry-lights").expect("an axis"));
    let (mut one, mut two) = (Table::new(&words), Table::new(&axis));
    let mut engine = railwright_rules::Engine::new(words.rules().clone(), &railwright_script::Rhai);
    let mut random = Random::new(4);
    one.restart(&mut engine, 8).expect("a game");
    two.restart(&mut engine, 8).expect("a game");
    let mut actions = 0;
    while let Some(seat) = two.seat() {
        let legal = engine.legal(two.state(), seat).expect("a list").to_vec();
        let action = legal[random.below(legal.len() as u32) as usize];
        for word in one.words_of(action).expect("words") {
            one.say(&mut engine, word.into()).expect("a word");
        }
        let [number] = two.words_of(action).expect("a word")[..] else { panic!("more than one word") };
        two.say(&mut engine, number.into()).expect("an action");
        assert!(one.state() == two.state());
        actions += 1;
    }
    assert!(one.seat().is_none() && actions > 40, "{actions}");
}

#[test]
fn numbers_have_names_of_their_own_and_stay_what_they_are() {
    for game in games() {
        let (Ok(one), Ok(two)) = (on_one_axis(&game), on_one_axis(&game)) else { continue };
        let mut names: Vec<&str> = (0..one.space().size()).filter_map(|number| one.space().name(number)).collect();
        let again: Vec<&str> = (0..two.space().size()).filter_map(|number| two.space().name(number)).collect();
        assert_eq!(names, again, "{game}");
        let size = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), size, "{game}: two actions have one name");
        assert!(one.layout().find("said").is_none(), "{game}");
    }
}
