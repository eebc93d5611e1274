//! Taking back: as far as nothing hidden was seen, further only if all agree; nothing is rewritten.

use crate::common::{Folder, act, act_at_random, begin, fewest, games, looked_at};
use railwright_core::Random;
use railwright_core::id::SeatId;
use railwright_script::Rhai;
use railwright_session::{Header, Policy, Session, Viewpoint};

/// A game in which everybody has tickets and some cards.
fn under_way() -> Session {
    let mut session = begin("ticket-to-ride", 2, 1);
    while session.state().clock().turn == 0 {
        let seat = session.waiting().iter().next().expect("somebody chooses");
        let text = session.legal(seat).expect("no fault")[0].1.clone();
        session.act(seat, &text).expect("legal");
    }
    for _ in 0..24 {
        act(&mut session, "draw deck");
    }
    session
}

#[test]
fn a_claim_is_taken_back_by_who_made_it() {
    let mut session = under_way();
    let before = session.state().clone();
    let seat = act(&mut session, "claim");
    assert_eq!(session.since_choice(seat), Some(1));
    session.undo(1, Policy::Fair(seat)).expect("it showed only what the seat knew");
    assert_eq!(session.state(), &before);
}

#[test]
fn a_claim_of_somebody_else_shows_its_cards() {
    let mut session = under_way();
    let one = act(&mut session, "claim");
    let two = act(&mut session, "claim");
    assert_ne!(one, two);
    let refused = session.undo(2, Policy::Fair(one)).expect_err("the other has shown cards");
    assert_eq!(refused.possible, 0);
    assert!(refused.reason.contains("showed a hidden card"), "{refused}");
    session.undo(1, Policy::Fair(two)).expect("its own");
    session.undo(1, Policy::Fair(one)).expect("its own");
}

#[test]
fn a_drawn_card_is_a_barrier_that_agreement_overcomes() {
    let mut session = under_way();
    let before = session.state().clone();
    let seat = act(&mut session, "draw deck");
    let refused = session.undo(1, Policy::Fair(seat)).expect_err("a card was drawn");
    assert_eq!((refused.possible, session.steps().is_empty()), (0, false));
    assert!(refused.reason.contains("used chance") && refused.reason.contains("all agree"), "{refused}");
    session.undo(1, Policy::Agreed).expect("all agree");
    assert_eq!(session.state(), &before);
}

#[test]
fn a_card_of_the_market_brings_another_into_view() {
    let mut session = under_way();
    let seat = session.waiting().iter().next().expect("somebody");
    let legal = session.legal(seat).expect("no fault");
    let seen = legal.iter().map(|(_, text)| text).find(|t| t.starts_with("draw ") && *t != "draw deck").expect("a card").clone();
    session.act(seat, &seen).expect("legal");
    assert!(session.undo(1, Policy::Fair(seat)).is_err(), "{seen}");
}

#[test]
fn only_what_is_behind_the_barrier_stays() {
    let mut session = under_way();
    let first = act(&mut session, "draw deck");
    act(&mut session, "draw deck");
    let seat = act(&mut session, "claim");
    assert_ne!(first, seat);
    let refused = session.undo(3, Policy::Fair(seat)).expect_err("cards were drawn before");
    assert_eq!(refused.possible, 1);
    session.undo(refused.possible, Policy::Fair(seat)).expect("so much is possible");
    assert!(session.undo(0, Policy::Agreed).is_err());
    assert!(session.undo(session.steps().len() + 1, Policy::Agreed).is_err());
    session.undo(session.steps().len(), Policy::Agreed).expect("all of it");
    assert!(session.undo(1, Policy::Agreed).expect_err("nothing is left").reason.contains("nothing has been done"));
}

#[test]
fn bots_among_themselves_mind_nothing() {
    let header = Header::new("ticket-to-ride", vec!["random".into(), "greedy".into()], 1);
    let mut session = Session::start(header, &Rhai).expect("a game");
    let mut random = Random::new(1);
    for _ in 0..50 {
        act_at_random(&mut session, &mut random);
    }
    session.undo(50, Policy::Fair(SeatId(0))).expect("all are bots");
}

#[test]
fn the_end_of_a_game_shows_everything() {
    let mut session = begin("ticket-to-ride", 2, 1);
    let mut random = Random::new(1);
    while act_at_random(&mut session, &mut random) {}
    let seat = session.steps().last().expect("an action").seat;
    assert!(session.undo(1, Policy::Fair(seat)).expect_err("it is over").reason.contains("ended the game"));
    session.undo(1, Policy::Agreed).expect("all agree");
    assert!(session.over().is_none());
}

#[test]
fn what_was_taken_back_stays_in_the_file() {
    let folder = Folder::new("undo");
    let path = folder.file("game.save");
    let mut session = under_way();
    session.save_to(&path, false).expect("saved");
    let lines = || std::fs::read_to_string(&path).expect("text").lines().count();
    let before = lines();
    let seat = act(&mut session, "claim");
    session.undo(1, Policy::Fair(seat)).expect("fair");
    assert_eq!(lines(), before + 2);
    assert!(std::fs::read_to_string(&path).expect("text").ends_with("{\"undo\":1}\n"));
    assert!(!session.log(Viewpoint::Everything).iter().any(|told| told.contains(": claim")));
    act(&mut session, "draw deck");
    let again = looked_at(&path);
    assert_eq!(again.state(), session.state());
    assert_eq!(again.steps().len(), session.steps().len());
}

/// What a seat is told that tries to take back everything so far: how many actions it could, and why no more.
fn tried(session: &mut Session, seat: SeatId) -> (usize, String) {
    let refused = session.undo(session.steps().len(), Policy::Fair(seat)).expect_err("another has chosen in secret");
    (refused.possible, refused.reason)
}

#[test]
fn taking_back_tells_nothing_of_what_others_chose_in_secret() {
    let mut tried_so_often = 0;
    for game in games() {
        let players = fewest(&game);
        let mut session = begin(&game, players, 3);
        let waiting = session.waiting();
        let (spy, chooser) = (SeatId(0), SeatId(1));
        if !(waiting.has(spy) && waiting.has(chooser)) {
            continue;
        }
        let options: Vec<String> = session.legal(chooser).expect("no fault").into_iter().map(|(_, text)| text).collect();
        let own = session.legal(spy).expect("no fault")[0].1.clone();
        let mut answers = Vec::new();
        for option in &options {
            // The other has chosen; the spy chose before or after it.
            let mut told = Vec::new();
            for order in [&[(chooser, option)][..], &[(spy, &own), (chooser, option)], &[(chooser, option), (spy, &own)]] {
                let mut session = begin(&game, players, 3);
                order.iter().for_each(|(seat, text)| drop(session.act(*seat, text).expect("legal")));
                let before = session.state().clone();
                told.push(tried(&mut session, spy));
                assert_eq!(session.state(), &before, "{game}: the choice of another stays");
            }
            answers.push(told);
        }
        tried_so_often += answers.len();
        answers.dedup();
        assert_eq!(answers.len(), 1, "{game}: {answers:#?}");
    }
    assert!(tried_so_often > 20, "{tried_so_often} secret choices were tried");
}

#[test]
fn a_secret_choice_of_ones_own_can_be_taken_back_while_others_choose() {
    let mut session = begin("ticket-to-ride", 3, 1);
    let before = session.state().clone();
    let seat = session.waiting().iter().next().expect("somebody chooses");
    session.act(seat, "keep").expect("legal");
    session.undo(1, Policy::Fair(seat)).expect("nobody else has chosen");
    assert_eq!(session.state(), &before);
}
