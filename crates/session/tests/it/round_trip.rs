//! Save and resume of random games of every game: the same position, the same story, nothing lost.

use crate::common::{Folder, act_at_random, begin, fewest, games, looked_at};
use railwright_core::Random;
use railwright_core::id::SeatId;
use railwright_script::Rhai;
use railwright_session::{Policy, Session, Viewpoint};

#[test]
fn every_game_is_resumed_as_it_was_left() {
    let folder = Folder::new("round-trip");
    for (number, game) in games().iter().enumerate() {
        let players = fewest(game);
        for seed in 0..6 {
            let path = folder.file(&format!("{number}-{seed}.save"));
            let mut session = begin(game, players, seed);
            session.save_to(&path, false).expect("it can be saved");
            let mut random = Random::stream(seed, 5);
            let stop = random.below(300);
            for _ in 0..stop {
                if !act_at_random(&mut session, &mut random) {
                    break;
                }
                if random.below(20) == 0 {
                    let back = 1 + random.below(session.steps().len().min(4) as u32) as usize;
                    session.undo(back, Policy::Agreed).expect("all agree");
                }
            }
            let fingerprint = session.state().fingerprint();
            let logs = [Viewpoint::Public, Viewpoint::Seat(SeatId(0)), Viewpoint::Everything]
                .map(|viewpoint| (viewpoint, session.log(viewpoint)));
            drop(session);
            let (mut again, warnings) = Session::resume(&path, Some(game), &Rhai).expect("it can be resumed");
            assert_eq!(warnings, [], "{game}, seed {seed}");
            assert_eq!(again.state().fingerprint(), fingerprint, "{game}, seed {seed}");
            for (viewpoint, log) in logs {
                assert_eq!(again.log(viewpoint), log, "{game}, seed {seed}");
            }
            // It goes on, and the file follows.
            act_at_random(&mut again, &mut random);
            let third = looked_at(&path);
            assert_eq!(third.state(), again.state(), "{game}, seed {seed}");
        }
    }
}

#[test]
fn what_a_seat_is_told_does_not_name_what_it_cannot_see() {
    let mut sealed = 0;
    for game in games() {
        let players = fewest(&game);
        let mut session = begin(&game, players, 3);
        let mut random = Random::stream(3, 5);
        while act_at_random(&mut session, &mut random) {
            let step = session.steps().last().expect("something was done");
            let (seat, text, more, number) = (step.seat, step.text.clone(), step.more, session.steps().len());
            if !step.sealed {
                continue;
            }
            // With the last choice all are revealed.
            if session.told(number, Viewpoint::Seat(seat)).iter().any(|told| told.contains(" reveals: ")) {
                continue;
            }
            sealed += 1;
            for other in (0..players).map(SeatId).filter(|&s| s != seat) {
                let told = session.told(number, Viewpoint::Seat(other));
                // Of a choice in several parts the others hear when it is complete.
                let heard = told.iter().any(|told| *told == format!("seat {} chooses in secret", seat.0 + 1));
                assert_eq!(heard, !more, "{told:?}");
                assert!(!told.concat().contains(&text), "{game}: {told:?} names {text}");
                assert!(!serde_json::to_string(&session.seen(number, other.into())).expect("data").contains(&text));
            }
            assert!(session.told(number, Viewpoint::Seat(seat))[0].contains(&text));
        }
    }
    assert!(sealed > 10, "some choices are secret");
}

#[test]
fn bots_go_on_after_an_interruption_as_they_would_have_without_it() {
    use railwright_session::{Header, Players};
    let folder = Folder::new("bots");
    let path = folder.file("game.save");
    let header = Header::new("ticket-to-ride", vec!["greedy".into(), "random".into()], 4);
    let play = |session: &mut Session, actions: usize| {
        let mut players = Players::new(session, std::time::Duration::from_secs(1));
        for _ in 0..actions {
            let Some(seat) = session.waiting().iter().next() else { break };
            let text = players.choose(session, seat).expect("our bots behave");
            session.act(seat, &text).expect("it is legal");
        }
    };
    let mut whole = Session::start(header.clone(), &Rhai).expect("a game");
    play(&mut whole, 1000);
    assert!(whole.over().is_some());
    let mut part = Session::start(header, &Rhai).expect("a game");
    part.save_to(&path, false).expect("saved");
    play(&mut part, 37);
    drop(part);
    let (mut rest, _) = Session::resume(&path, None, &Rhai).expect("resumed");
    play(&mut rest, 1000);
    assert_eq!(rest.state(), whole.state());
}
