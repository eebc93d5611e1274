//! What each viewer is sent: its own view, and nothing that only others may know.

use crate::common::{Client, all_mine, folder, legal, settings, start};
use railwright::core::View;
use railwright::core::components::Spot;
use railwright::core::id::{SeatId, ZoneId};
use railwright::session::Session;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

/// The kinds of card of which there is one alone and that a seat can see somewhere now; without a seat all there are.
fn single_cards(session: &Session, seat: Option<SeatId>) -> BTreeSet<String> {
    let parts = &session.rules().parts;
    let mut found = BTreeSet::new();
    for (i, zone) in parts.zones.iter().enumerate() {
        let set = parts.cards_in(ZoneId::from(i));
        // A card that is called like a place is named with the place.
        let free = |id: &str| parts.map.find_place(id).is_none() && !parts.companies.iter().any(|company| company.id == id);
        let unique = |kind: &&railwright::core::components::Kind| kind.count == 1 && kind.id.len() > 3 && free(&kind.id);
        let Some(seat) = seat else {
            found.extend(set.kinds.iter().filter(unique).map(|kind| kind.id.clone()));
            continue;
        };
        let view = View::new(parts, session.state(), seat);
        for owner in 0..parts.owners(zone.owner) as u16 {
            let cards = view.cards(Spot { zone: ZoneId::from(i), owner }).unwrap_or_default();
            let kinds = cards.iter().filter_map(|(kind, _)| set.kinds.get(kind.index()));
            found.extend(kinds.filter(unique).map(|kind| kind.id.clone()));
        }
    }
    found
}

/// Whether a text names something as a whole word.
fn names(text: &str, id: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
    text.match_indices(id)
        .any(|(at, _)| !is_part(text[..at].chars().next_back()) && !is_part(text[at + id.len()..].chars().next()))
}

#[test]
fn nobody_is_sent_the_name_of_a_card_that_they_never_saw() {
    let client = start(settings(&folder()));
    let mut looked = 0;
    for game in railwright::bundled_games() {
        let players = railwright::Listing::of(&game).players.0.max(2);
        let seed = 40 + u64::from(players);
        let (id, seats) = client.table(&all_mine(&game, players, seed));
        // The same game beside it, from which everything can be known.
        let mut play =
            railwright::Game::builder(game.as_str()).players(players).load().expect("a game").start(seed).expect("a start");
        let all = single_cards(play.session(), None);
        let mut seen = vec![BTreeSet::new(); seats.len()];
        for step in 0..60 {
            for (seat, seen) in seen.iter_mut().enumerate() {
                seen.extend(single_cards(play.session(), Some(SeatId::from(seat))));
                // What went past in the open is known, wherever it lies now.
                let log = play.log(SeatId::from(seat).into()).join("\n");
                seen.extend(all.iter().filter(|id| names(&log, id)).cloned());
            }
            let positions: Vec<Value> = seats.iter().map(|seat| seat.position(&id)).collect();
            for (seat, position) in positions.iter().enumerate() {
                let told = json!([
                    position["log"],
                    position["table"],
                    position["seats"],
                    position["companies"],
                    position["goals"],
                    position["legal"],
                    position["touched"],
                    position["board"],
                    position["moment"]
                ])
                .to_string();
                for hidden in all.difference(&seen[seat]) {
                    looked += 1;
                    assert!(!names(&told, hidden), "{game}: seat {} is told of {hidden} at step {step}", seat + 1);
                }
            }
            let Some(at) = positions.iter().position(|position| !legal(position).is_empty()) else { break };
            let offered = legal(&positions[at]);
            let chosen = &offered[step * 5 % offered.len()];
            assert_eq!(seats[at].act(&id, chosen, &positions[at]["revision"]).status, 200);
            play.apply_for(SeatId::from(at), chosen).expect("the same game");
        }
    }
    assert!(looked > 1000, "hidden cards were looked for {looked} times");
}

#[test]
fn a_position_is_what_the_session_says_that_a_seat_sees() {
    let client = start(settings(&folder()));
    let (id, seats) = client.table(&all_mine("ticket-to-ride", 3, 9));
    let mut play = railwright::Game::builder("ticket-to-ride").players(3).load().expect("a game").start(9).expect("a start");
    for step in 0..40 {
        for (i, seat) in seats.iter().enumerate() {
            let position = seat.position(&id);
            let lines = position["log"]["lines"]
                .as_array()
                .expect("a log")
                .iter()
                .map(|line| line["text"].as_str().expect("text").to_owned());
            assert_eq!(lines.collect::<Vec<_>>(), play.log(SeatId::from(i).into()), "the log of seat {} at {step}", i + 1);
            let legal_now: Vec<String> =
                play.legal_for(SeatId::from(i)).expect("no fault").iter().map(ToString::to_string).collect();
            assert_eq!(legal(&position), legal_now, "what seat {} may do at {step}", i + 1);
            let view = play.view(SeatId::from(i));
            for (other, zones) in position["seats"].as_array().expect("seats").iter().enumerate() {
                for zone in zones["zones"].as_array().expect("zones") {
                    let known = &view.zones[zone["id"].as_str().expect("an id")][other];
                    assert_eq!(zone["size"], json!(known.size), "{zone}");
                    assert!(known.cards.is_some() || (zone.get("cards").is_none() && zone.get("row").is_none()), "{zone}");
                }
            }
        }
        let mover = play.to_move().expect("it goes on");
        let position = seats[mover.index()].position(&id);
        let offered = legal(&position);
        let chosen = &offered[step * 3 % offered.len()];
        assert_eq!(seats[mover.index()].act(&id, chosen, &position["revision"]).status, 200);
        play.apply_for(mover, chosen).expect("the same game");
    }
}

/// A table at which somebody watches and two have been told how it stands.
fn watched(client: &Client, id: &str, seats: &[Client]) -> Vec<crate::common::Heard> {
    let mut streams: Vec<_> = seats.iter().chain([client]).map(|who| who.listen(id)).collect();
    for stream in &mut streams {
        stream.next();
    }
    streams
}

#[test]
fn a_stream_says_that_somebody_chose_in_secret_and_not_what() {
    let client = start(settings(&folder()));
    let mut wanted = all_mine("ticket-to-ride", 2, 11);
    wanted["open"] = true.into();
    let (id, seats) = client.table(&wanted);
    let mut streams = watched(&client, &id, &seats);
    let position = seats[0].position(&id);
    let chosen = &legal(&position)[0];
    assert_eq!(seats[0].act(&id, chosen, &position["revision"]).status, 200);
    for (i, stream) in streams.iter_mut().enumerate() {
        // Who is there may be told before.
        let told = loop {
            let told = stream.next();
            if told.get("revision").is_some() {
                break told;
            }
        };
        let text = told.to_string();
        assert_eq!(text.contains(&chosen[5..]), i == 0, "viewer {i}: {text}");
        if i > 0 {
            assert!(text.contains("seat 1 chooses in secret"), "{text}");
        }
    }
    assert!(streams[1].is_quiet_for(Duration::from_millis(400)), "nothing more is told to others");
}

#[test]
fn only_the_secret_of_a_seat_opens_it_and_invitations_can_be_taken_up_once() {
    let folder = folder();
    let client = start(settings(&folder));
    let wanted = json!({ "game": "ticket-to-ride", "seats": [{ "who": "me", "name": "Ada" }, { "who": "friend" }] });
    let made = client.post("/api/tables", &wanted).json();
    let id = made["id"].as_str().expect("an id");
    let (token, invite) =
        (made["seats"][0]["token"].as_str().expect("a token"), made["seats"][1]["invite"].as_str().expect("one"));
    assert_eq!((token.len(), invite.len()), (32, 32));
    let look = |who: &Client| who.get(&format!("/api/tables/{id}/position")).status;
    assert_eq!(look(&client), 401, "nobody watches a table that is not open");
    assert_eq!(look(&client.with(invite)), 401, "an invitation is no seat");
    assert_eq!(look(&client.with(&"0".repeat(32))), 401);
    assert_eq!(look(&client.with(token)), 200);
    let join = || client.post(&format!("/api/tables/{id}/join"), &json!({ "invite": invite, "name": "Bea" }));
    let joined = join().json();
    let friend = client.with(joined["token"].as_str().expect("a token"));
    assert_eq!((joined["seat"].as_u64(), friend.position(id)["you"].as_u64()), (Some(2), Some(2)));
    assert_eq!(join().status, 409, "whoever made the table cannot take the seat as well");
    // What is kept opens nothing.
    let kept: Vec<u8> = std::fs::read_dir(&folder)
        .expect("the folder")
        .flatten()
        .flat_map(|file| std::fs::read(file.path()).unwrap_or_default())
        .collect();
    let holds = |text: &str| kept.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds(id) && !holds(token) && !holds(invite), "a secret stands in the store");
}

#[test]
fn a_save_is_given_away_when_the_game_is_over_and_not_before() {
    let client = start(settings(&folder()));
    let (id, seats) = client.table(&all_mine("spike", 2, 5));
    let answer = seats[0].get(&format!("/api/tables/{id}/save"));
    assert_eq!((answer.status, answer.json()["code"].as_str()), (409, Some("not-over")));
}
