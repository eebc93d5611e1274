//! Playing over HTTP: every game to its end, moves that come too late, taking back.

use crate::common::{all_mine, folder, legal, settings, start};
use serde_json::json;
use std::time::{Duration, Instant};

#[test]
fn every_bundled_game_is_played_to_its_end_by_people_and_tells_its_seed_only_then() {
    let client = start(settings(&folder()));
    for game in railwright::bundled_games() {
        let players = railwright::Listing::of(&game).players.0;
        let seed = 0x5eed_0123_4567_u64 + u64::from(players);
        let (id, seats) = client.table(&all_mine(&game, players, seed));
        let mut moves = 0_usize;
        loop {
            let positions: Vec<_> = seats.iter().map(|seat| seat.position(&id)).collect();
            if !positions[0]["over"].is_null() {
                assert_eq!(positions[0]["over"]["seed"], seed.to_string(), "{game}");
                assert!(positions[0]["over"]["sheet"]["totals"].is_array(), "{game}");
                break;
            }
            assert!(positions.iter().all(|position| !position.to_string().contains(&seed.to_string())), "{game} tells its seed");
            let at = positions.iter().position(|position| !legal(position).is_empty()).expect("somebody can move");
            let offered = legal(&positions[at]);
            // Claims and builds bring a game to its end; what is drawn varies.
            let choice = if moves.is_multiple_of(3) { offered.len() - 1 } else { moves * 7 % offered.len() };
            let answer = seats[at].act(&id, &offered[choice], &positions[at]["revision"]);
            assert_eq!(answer.status, 200, "{game}: {} {}", offered[choice], answer.text);
            moves += 1;
            assert!(moves < 5000, "{game} does not end");
        }
    }
}

#[test]
fn a_person_and_bots_play_and_the_bots_move_by_themselves() {
    let client = start(settings(&folder()));
    let wanted =
        json!({ "game": "ticket-to-ride", "seats": [{ "who": "me" }, { "who": "greedy" }, { "who": "random" }], "seed": "7" });
    let (id, seats) = client.table(&wanted);
    let until = Instant::now() + Duration::from_secs(60);
    let mut turns = 0;
    while turns < 6 {
        assert!(Instant::now() < until, "the bots do not move");
        let position = seats[0].position(&id);
        if let Some(first) = legal(&position).first() {
            assert_eq!(seats[0].act(&id, first, &position["revision"]).status, 200);
            turns += 1;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_move_that_follows_an_old_position_is_refused_with_the_new_one() {
    let client = start(settings(&folder()));
    let (id, seats) = client.table(&all_mine("ticket-to-ride", 2, 3));
    for seat in &seats {
        let position = seat.position(&id);
        assert_eq!(seat.act(&id, &legal(&position)[0], &position["revision"]).status, 200);
    }
    let positions: Vec<_> = seats.iter().map(|seat| seat.position(&id)).collect();
    let at = positions.iter().position(|position| !legal(position).is_empty()).expect("somebody can move");
    let (seat, old) = (&seats[at], &positions[at]);
    assert_eq!(seat.act(&id, &legal(old)[0], &old["revision"]).status, 200);
    let late = seat.act(&id, &legal(old)[0], &old["revision"]);
    assert_eq!((late.status, late.json()["code"].as_str()), (409, Some("stale")));
    let told = late.json()["position"].clone();
    assert_eq!(told["revision"], seat.position(&id)["revision"]);
    assert!(told["revision"].as_u64() > old["revision"].as_u64());
}

#[test]
fn what_others_choose_in_secret_meanwhile_makes_no_move_stale() {
    let client = start(settings(&folder()));
    let (id, seats) = client.table(&all_mine("ticket-to-ride", 2, 3));
    let before = seats[1].position(&id);
    let position = seats[0].position(&id);
    assert_eq!(seats[0].act(&id, &legal(&position)[0], &position["revision"]).status, 200);
    assert_eq!(seats[1].act(&id, &legal(&before)[0], &before["revision"]).status, 200);
}

#[test]
fn a_refusal_names_the_rule_and_why_not_is_said_of_a_thing() {
    let client = start(settings(&folder()));
    let (id, seats) = client.table(&all_mine("ticket-to-ride", 2, 3));
    let position = seats[0].position(&id);
    let refused = seats[0].act(&id, "draw deck", &position["revision"]);
    assert_eq!((refused.status, refused.json()["code"].as_str()), (422, Some("refused")));
    assert!(refused.json()["place"].as_str().is_some_and(|place| place.contains(".toml:")), "{}", refused.text);
    let nonsense = seats[0].act(&id, "fly to the moon", &position["revision"]);
    assert_eq!((nonsense.status, nonsense.json()["code"].as_str()), (422, Some("not-understood")));
    let board = seats[0].get(&format!("/api/tables/{id}/board")).json();
    let lane = board["lanes"][0]["id"].as_str().expect("a lane");
    let why = seats[0].post(&format!("/api/tables/{id}/why"), &json!({ "thing": lane })).json();
    assert!(why[0]["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{why}");
    assert_eq!(seats[0].position(&id), position, "what is refused changes nothing");
}

#[test]
fn taking_back_is_at_once_for_oneself_and_by_consent_between_people() {
    let client = start(settings(&folder()));
    let (id, seats) = client.table(&all_mine("ticket-to-ride", 2, 3));
    let undo = |seat: usize| {
        let after = seats[seat].position(&id)["revision"].clone();
        seats[seat].post(&format!("/api/tables/{id}/undo"), &json!({ "after": after }))
    };
    let agree = |seat: usize, agree: bool| seats[seat].post(&format!("/api/tables/{id}/agree"), &json!({ "agree": agree }));
    let start = seats[0].position(&id);
    assert_eq!(undo(0).status, 422, "nothing was done yet");
    assert_eq!(seats[0].act(&id, &legal(&start)[0], &start["revision"]).status, 200);
    assert_eq!(undo(0).json()["done"], true);
    assert_eq!(legal(&seats[0].position(&id)), legal(&start));
    for seat in &seats {
        let position = seat.position(&id);
        assert_eq!(seat.act(&id, &legal(&position)[0], &position["revision"]).status, 200);
    }
    // Another has chosen in secret since: that needs consent.
    assert_eq!(undo(0).json()["asked"], true);
    assert_eq!(seats[1].position(&id)["undo"]["by"], 1);
    assert_eq!(agree(0, true).status, 422, "nobody agrees with themselves");
    assert_eq!(agree(1, false).status, 200);
    assert!(seats[0].position(&id)["undo"].is_null());
    assert_eq!(undo(0).json()["asked"], true);
    assert_eq!(agree(1, true).json()["done"], true);
    assert_eq!(legal(&seats[0].position(&id)), legal(&start));
    let log = seats[1].position(&id)["log"]["lines"].to_string();
    assert!(log.contains("taken back"), "{log}");
}
