//! Tables that last: over restarts, on two servers, after their game was edited; saves that come and go.

use crate::common::{Client, all_mine, folder, legal, settings, start};
use railwright_web::Settings;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Plays so many moves, whoever is to move.
fn play(id: &str, seats: &[Client], moves: usize) {
    for step in 0..moves {
        let positions: Vec<_> = seats.iter().map(|seat| seat.position(id)).collect();
        let Some(at) = positions.iter().position(|position| !legal(position).is_empty()) else { return };
        let offered = legal(&positions[at]);
        let answer = seats[at].act(id, &offered[step * 3 % offered.len()], &positions[at]["revision"]);
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
}

/// What of a position must be the same wherever it is asked for.
fn lasting(position: &Value) -> Value {
    json!([position["revision"], position["log"], position["seats"], position["table"], position["legal"], position["board"]])
}

#[test]
fn another_server_on_the_same_store_goes_on_where_the_first_was() {
    let folder = folder();
    let first = start(settings(&folder));
    let (id, seats) = first.table(&all_mine("ticket-to-ride", 2, 21));
    play(&id, &seats, 25);
    let second = start(settings(&folder));
    for seat in &seats {
        let there = Client { address: second.address, ..seat.clone() };
        assert_eq!(lasting(&seat.position(&id)), lasting(&there.position(&id)));
    }
}

#[test]
fn no_two_servers_play_the_same_step() {
    let folder = folder();
    let servers = [start(settings(&folder)), start(settings(&folder))];
    let (id, seats) = servers[0].table(&all_mine("ticket-to-ride", 2, 22));
    play(&id, &seats, 3);
    let positions: Vec<_> = seats.iter().map(|seat| seat.position(&id)).collect();
    let at = positions.iter().position(|position| !legal(position).is_empty()).expect("somebody can move");
    let both = servers.clone().map(|server| Client { address: server.address, ..seats[at].clone() });
    let known = both.clone().map(|server| server.position(&id));
    let mut statuses: Vec<u16> =
        both.iter().zip(&known).map(|(server, known)| server.act(&id, &legal(known)[0], &known["revision"]).status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "one plays it, the other is told how it stands");
    assert_eq!(lasting(&both[0].position(&id)), lasting(&both[1].position(&id)));
}

#[test]
fn an_edit_of_its_game_never_strands_a_table() {
    let folder = folder();
    let games = folder.join("games");
    std::fs::create_dir_all(&games).expect("a folder");
    let file = games.join("mine.toml");
    std::fs::write(&file, "extends = \"ticket-to-ride\"\nname = \"Mine\"\nzones.market.slots = 6\n").expect("a game");
    let with_games = || Settings { games: vec![games.clone()], ..settings(&folder) };
    let first = start(with_games());
    let listed = first.get("/api/games").json();
    assert!(listed.as_array().expect("a list").iter().any(|game| game["id"] == "mine" && game["name"] == "Mine"), "{listed}");
    let (id, seats) = first.table(&all_mine("mine", 2, 5));
    play(&id, &seats, 10);
    let before = lasting(&seats[0].position(&id));
    std::fs::write(&file, "this is no game any more").expect("it is written");
    let second = start(with_games());
    let there = Client { address: second.address, ..seats[0].clone() };
    assert_eq!(before, lasting(&there.position(&id)));
    assert_eq!(second.post("/api/tables", &all_mine("mine", 2, 5)).status, 404, "a file that is no game is not offered");
}

#[test]
fn a_finished_game_is_saved_and_brought_again() {
    let client = start(settings(&folder()));
    let wanted =
        json!({ "game": "ticket-to-ride", "seats": [{ "who": "random" }, { "who": "random" }], "seed": "77", "open": true });
    let (id, _) = client.table(&wanted);
    let until = Instant::now() + Duration::from_secs(120);
    // Bots begin when somebody looks.
    while client.position(&id)["over"].is_null() {
        assert!(Instant::now() < until, "the game does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
    let save = client.get(&format!("/api/tables/{id}/save"));
    assert_eq!(save.status, 200);
    assert!(save.text.starts_with("{\"format\":1,\"game\":\"ticket-to-ride\""), "{}", &save.text[..80]);
    let brought = client.post("/api/import", &json!({ "save": save.text }));
    assert_eq!(brought.status, 200, "{}", brought.text);
    let again = brought.json()["id"].as_str().expect("an id").to_owned();
    assert_eq!(client.position(&again)["over"], client.position(&id)["over"]);
    let broken = client.post("/api/import", &json!({ "save": save.text.replace("draw", "fly") }));
    assert_eq!(broken.status, 400);
    assert!(broken.json()["message"].as_str().is_some_and(|text| text.contains("line ")), "{}", broken.text);
}

#[test]
fn a_stream_begins_with_how_it_stands_and_then_tells_only_what_has_changed() {
    let client = start(settings(&folder()));
    let (id, seats) = client.table(&all_mine("ticket-to-ride", 2, 31));
    play(&id, &seats, 12);
    let mut heard = seats[0].listen(&id);
    let whole = heard.next();
    for section in ["table", "seats", "people", "moment", "log", "you"] {
        assert!(whole.get(section).is_some(), "{section} is missing");
    }
    let lines = whole["log"]["lines"].as_array().expect("a log").len();
    play(&id, &seats, 1);
    let change = loop {
        let change = heard.next();
        if change.get("log").is_some() {
            break change;
        }
    };
    assert_eq!(change["log"]["from"].as_u64(), Some(lines as u64), "the log goes on");
    assert!(change.to_string().len() < whole.to_string().len(), "a change is smaller than everything");
    assert!(change.get("you").is_none());
}

#[test]
fn tables_of_somebody_are_listed_with_whose_turn_it_is() {
    let client = start(settings(&folder()));
    let (id, seats) = client.table(&all_mine("ticket-to-ride", 2, 31));
    let token = seats[0].token.clone().expect("a token");
    let asked = json!([{ "id": id, "token": token }, { "id": "aaaaaaaaaaaa", "token": token }, { "id": "../x", "token": "" }]);
    let listed = client.post("/api/mine", &asked).json();
    assert_eq!(listed.as_array().map(Vec::len), Some(1), "{listed}");
    assert_eq!((listed[0]["id"].as_str(), listed[0]["your_turn"].as_bool()), (Some(id.as_str()), Some(true)));
}

#[test]
fn a_game_under_way_is_looked_back_at_as_one_was_told_of_it_and_no_further() {
    let client = start(settings(&folder()));
    let (id, seats) = client.table(&all_mine("ticket-to-ride", 2, 8));
    // The second has chosen in secret, in as many parts as it has: the first knows of one step.
    play(&id, &seats[1..], 9);
    let look = |seat: usize, asked: &str| seats[seat].get(&format!("/api/tables/{id}/replay?{asked}")).json();
    let steps = |seat: usize| look(seat, "step=100")["steps"].as_u64();
    assert_eq!(steps(0), seats[0].position(&id)["revision"].as_u64());
    play(&id, &seats, 30);
    for (seat, own) in seats.iter().enumerate() {
        let (now, last) = (own.position(&id), look(seat, "step=1000"));
        assert_eq!(steps(seat), now["revision"].as_u64());
        // The numbers of its log are those of what was told, not of what was done.
        for section in ["table", "seats", "goals", "board", "log"] {
            assert_eq!(last[section], now[section], "{section} of the last step is that of now");
        }
        // Whoever asks as another is shown what oneself saw.
        assert_eq!(look(seat, &format!("step=9&seat={}", 2 - seat)), look(seat, "step=9"));
        let other = look(seat, "step=9")["seats"][1 - seat].to_string();
        assert!(!other.contains("\"cards\""), "{other}");
    }
    assert_eq!(client.get(&format!("/api/tables/{id}/replay?step=0")).status, 401);
}

#[test]
fn the_rules_are_those_that_the_table_was_made_with() {
    let client = start(settings(&folder()));
    let (id, seats) = client.table(&all_mine("spike", 2, 8));
    let page = seats[0].get(&format!("/api/tables/{id}/rules"));
    assert!(page.status == 200 && page.text.starts_with("# Spike"), "{}", page.text);
    assert!(page.text.contains("## What players can do") && page.text.contains("| market value |"), "{}", page.text);
    assert_eq!(client.get(&format!("/api/tables/{id}/rules")).status, 401);
}

#[test]
fn old_tables_are_cleared_away_where_that_is_set_and_young_ones_are_not() {
    let folder = folder();
    let first = start(settings(&folder));
    let (id, seats) = first.table(&all_mine("ticket-to-ride", 2, 8));
    // Whole seconds are counted.
    std::thread::sleep(Duration::from_millis(2100));
    let status = |days: u32| {
        let server = start(Settings { keep_days: Some(days), ..settings(&folder) });
        std::thread::sleep(Duration::from_millis(500));
        Client { address: server.address, ..seats[0].clone() }.get(&format!("/api/tables/{id}/position")).status
    };
    assert_eq!(status(1), 200);
    assert_eq!(status(0), 404);
}

#[test]
fn a_game_is_looked_back_at_and_gone_on_with_once_it_is_over() {
    let client = start(settings(&folder()));
    let (running, seats) = client.table(&all_mine("ticket-to-ride", 2, 8));
    assert_eq!(seats[0].post(&format!("/api/tables/{running}/think"), &json!({})).status, 409, "no help against people");
    assert_eq!(seats[0].post(&format!("/api/tables/{running}/fork"), &json!({ "step": 0, "seats": [] })).status, 409);
    let wanted =
        json!({ "game": "ticket-to-ride", "seats": [{ "who": "random" }, { "who": "random" }], "seed": "78", "open": true });
    let (id, _) = client.table(&wanted);
    let until = Instant::now() + Duration::from_secs(120);
    while client.position(&id)["over"].is_null() {
        assert!(Instant::now() < until, "the game does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
    let at = |step: usize, seat: &str| client.get(&format!("/api/tables/{id}/replay?step={step}{seat}")).json();
    let (early, late) = (at(5, ""), at(50, ""));
    assert_eq!((early["step"].as_u64(), late["step"].as_u64()), (Some(5), Some(50)));
    assert!(early["log"]["lines"].as_array().map(Vec::len) < late["log"]["lines"].as_array().map(Vec::len));
    // Everything is shown, or what one seat saw then.
    assert!(early["seats"][1]["zones"].to_string().contains("\"cards\""), "{}", early["seats"][1]);
    assert!(!at(5, "&seat=1")["seats"][1]["zones"].to_string().contains("\"cards\""));
    let best = client.post(&format!("/api/tables/{id}/think"), &json!({ "step": 20 })).json();
    let best = best.as_array().expect("a list");
    assert!((1..=3).contains(&best.len()) && best[0]["worse"] == 0.0, "{best:?}");
    let forked = client
        .post(&format!("/api/tables/{id}/fork"), &json!({ "step": 20, "seats": [{ "who": "me" }, { "who": "me" }] }))
        .json();
    let mine = client.with(forked["seats"][0]["token"].as_str().expect("a token"));
    let position = mine.position(forked["id"].as_str().expect("an id"));
    assert!(position["over"].is_null() && position["revision"].as_u64().is_some_and(|revision| revision <= 20));
}
