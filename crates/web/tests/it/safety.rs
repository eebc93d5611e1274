//! What others may not do: other sites, guessed secrets, programs, too much at once.

use crate::common::{all_mine, folder, settings, start};
use railwright_web::Settings;
use serde_json::json;

#[test]
fn every_answer_says_that_no_script_but_ours_runs() {
    let client = start(settings(&folder()));
    for path in ["/", "/t/abcdefghijkm", "/api/games", "/assets/table.js", "/nowhere"] {
        let head = client.get(path).head.to_lowercase();
        assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{path}: {head}");
        assert!(!head.contains("unsafe-inline") && head.contains("x-content-type-options: nosniff"), "{path}: {head}");
    }
    for page in ["/", "/t/abcdefghijkm"] {
        let text = client.get(page).text;
        assert!(
            !text.contains("<script>") && !text.contains(" style=") && !text.contains("onclick"),
            "{page} has script or style inside"
        );
    }
}

#[test]
fn other_names_and_other_sites_are_turned_away() {
    let client = start(settings(&folder()));
    let table = all_mine("ticket-to-ride", 2, 1).to_string();
    let post = |host: &str, more: &str| {
        let request = format!(
            "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}Content-Length: {}\r\n\r\n{table}",
            table.len()
        );
        client.raw(&request).status
    };
    let json = "Content-Type: application/json\r\n";
    let own = client.address.to_string();
    assert_eq!(post(&own, json), 200);
    assert_eq!(post(&own, &format!("{json}Origin: http://{own}\r\n")), 200);
    assert_eq!(post("evil.example", json), 421);
    assert_eq!(post(&own, &format!("{json}Origin: http://evil.example\r\n")), 403);
    assert_eq!(post(&own, &format!("{json}Sec-Fetch-Site: cross-site\r\n")), 403);
    assert_eq!(post(&own, "Content-Type: text/plain\r\n"), 415);
}

#[test]
fn programs_paths_and_endless_searches_are_not_for_those_who_ask() {
    let client = start(settings(&folder()));
    let seat = |who: &str| {
        client.post("/api/tables", &json!({ "game": "ticket-to-ride", "seats": [{ "who": "me" }, { "who": who }] })).status
    };
    assert_eq!(seat("cmd:touch /tmp/x"), 403);
    assert_eq!(seat("search:99999999"), 400);
    assert_eq!(seat("search:900s"), 400);
    assert_eq!(seat("gready"), 400);
    for game in ["../games/spike", "/etc/passwd", "./spike.toml", "", "games/spike.toml"] {
        let wanted = all_mine(game, 2, 1);
        assert_eq!(client.post("/api/tables", &wanted).status, 404, "{game}");
    }
    assert_eq!(client.get("/assets/..%2fsrc%2flib.rs").status, 404);
    assert_eq!(client.get("/api/tables/..%2f..%2fetc/position").status, 404);
}

#[test]
fn rubbish_is_answered_and_nothing_breaks() {
    let client = start(settings(&folder()));
    let (id, seats) = client.table(&all_mine("ticket-to-ride", 2, 1));
    let before = seats[0].position(&id);
    for body in
        ["", "{", "[]", "null", "{\"do\":7,\"after\":0}", "{\"do\":\"keep\"}", "{\"do\":\"keep\",\"after\":-1}", "\u{0}\u{1}"]
    {
        let token = seats[0].token.as_deref().unwrap_or_default();
        let request = format!(
            "POST /api/tables/{id}/act HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            client.address,
            body.len()
        );
        let status = client.raw(&request).status;
        assert!((400..500).contains(&status), "{body}: {status}");
    }
    let long = json!({ "do": "x".repeat(100_000), "after": 0 });
    assert_eq!(seats[0].post(&format!("/api/tables/{id}/act"), &long).status, 413);
    let name = json!({ "name": "<script>alert(1)</script>\u{1}\u{202e}" });
    assert_eq!(seats[0].post(&format!("/api/tables/{id}/name"), &name).status, 200);
    assert_eq!(client.raw("\u{0}\u{0}\u{0}\r\n\r\n").status, 400);
    let after = seats[0].position(&id);
    assert_eq!((&before["legal"], &before["log"]), (&after["legal"], &after["log"]));
}

#[test]
fn whoever_asks_too_often_is_told_to_wait() {
    let client = start(Settings { rate: 5, ..settings(&folder()) });
    let statuses: Vec<u16> = (0..60).map(|_| client.get("/health").status).collect();
    assert!(statuses.contains(&429) && statuses[0] == 200, "{statuses:?}");
}
