//! `railwright compare`: what an edit did, for people, for programs and as a page.

use crate::common::{Folder, railwright};

const FEW_TRAINS: &str = "extends = \"ticket-to-ride\"\nname = \"Few <trains>\"\ncounters.trains.start = 25\n\
                          invariants.trains = \"trains + sum-lanes(length, own) == 25\"\n";

#[test]
fn an_edit_is_seen_in_what_it_changes() {
    let folder = Folder::new("compare");
    let game = folder.write("few.toml", FEW_TRAINS);
    let page = folder.path().join("compare.html");
    let json =
        railwright(&["compare", "ticket-to-ride", &game, "--games", "80", "--json", "--html", page.to_str().expect("UTF-8")])
            .exits(0)
            .json();
    assert_eq!((json["pairs"].as_u64(), json["stopped"].as_bool()), (Some(80), Some(false)));
    let figures = json["figures"].as_array().expect("a list");
    let figure = |id: &str| figures.iter().find(|figure| figure["id"] == id).unwrap_or_else(|| panic!("no {id}"));
    let turns = figure("turns");
    assert!(turns["holds"] == true && turns["difference"].as_f64().expect("a number") < -10.0, "{turns:#}");
    let (low, high) = (turns["interval"][0].as_f64().expect("low"), turns["interval"][1].as_f64().expect("high"));
    assert!((low..=high).contains(&turns["difference"].as_f64().expect("a number")) && high < 0.0);
    assert!(json["looked_at"].as_u64().expect("a number") > 150);
    assert!(figures.iter().any(|figure| figure["holds"] == false));
    // The game that shows it does: what the page and the table say can be looked at.
    let again = json["b"]["again"].as_str().expect("a command").strip_prefix("railwright ").expect("ours");
    let number = turns["game"].to_string();
    let arguments: Vec<&str> = again.split(' ').chain(["--only", &number, "--json"]).collect();
    let one = railwright(&arguments).exits(0).json();
    assert_eq!((one["games"].as_u64(), one["rules"].clone()), (Some(1), json["b"]["rules"].clone()));

    let html = std::fs::read_to_string(&page).expect("a page");
    assert!(html.contains("Few &lt;trains&gt;") && !html.contains("<trains>"), "names are text");
    for outside in ["http://", "https://", "<script src", "<link", "@import", "url("] {
        assert!(!html.contains(outside), "{outside} on a page that needs nothing else");
    }
    assert!(html.contains("<code>claim</code> chosen") && !html.contains('`'), "ids are set apart");
    assert!(html.contains("prefers") || html.contains("@media print"));
    assert!(html.matches("<tr").count() > 150);
}

#[test]
fn people_get_the_largest_first_and_a_word_on_chance() {
    let folder = Folder::new("compare-people");
    let game = folder.write("few.toml", FEW_TRAINS);
    let ran = railwright(&["compare", "ticket-to-ride", &game, "--games", "60"]).exits(0);
    for part in
        ["A  Ticket to Ride", "B  Few <trains>", "60 pairs of games", "●", "▼", "Holm", "figures were looked at", "--only"]
    {
        assert!(ran.out.contains(part), "no {part} in\n{}", ran.out);
    }
    let every = railwright(&["compare", "ticket-to-ride", &game, "--games", "60", "--all"]).exits(0);
    assert!(every.out.lines().count() > ran.out.lines().count());
}

#[test]
fn a_page_that_cannot_be_written_is_refused_before_anything_is_played() {
    let page = ["compare", "ticket-to-ride", "spike", "--games", "1000000000", "--html", "no/such/folder/page.html"];
    assert!(railwright(&page).exits(2).err.contains("there is no such folder"));
}

#[test]
fn bots_and_options_are_compared_too() {
    let json = railwright(&["compare", "ticket-to-ride", "--bots-b", "greedy,random", "--games", "40", "--json"]).exits(0).json();
    let won = json["figures"].as_array().expect("a list").iter().find(|figure| figure["id"] == "bot-1.win").expect("a figure");
    assert!(won["difference"].as_f64().expect("a number") > 0.2, "{won:#}");
    let same = railwright(&["compare", "ticket-to-ride", "ticket-to-ride"]).exits(2);
    assert!(same.err.contains("nothing can differ"), "{}", same.err);
    assert!(railwright(&["compare", "ticket-to-ride"]).exits(2).err.contains("--option-b"));
    assert!(railwright(&["compare", "ticket-to-ride", "nowhere"]).exits(2).err.contains("there is no game `nowhere`"));
    assert!(railwright(&["compare", "ticket-to-ride", "--option-b", "snow"]).exits(2).err.contains("snow"));
}

/// The command that is printed for a game plays that very game, with the bots in the seats that they had.
#[test]
fn the_printed_commands_play_the_games_that_were_compared() {
    let arguments =
        ["compare", "ticket-to-ride", "--bots", "greedy,random", "--bots-b", "random,greedy", "--games", "2", "--json"];
    let json = railwright(&arguments).exits(0).json();
    let figures = json["figures"].as_array().expect("a list");
    let value = |id: &str, side: &str| {
        figures.iter().find(|figure| figure["id"] == id).unwrap_or_else(|| panic!("no {id}"))[side].as_f64().expect("a number")
    };
    for (i, side) in ["a", "b"].into_iter().enumerate() {
        let games: Vec<serde_json::Value> = (0..2)
            .map(|number| {
                let cited = figures.iter().find(|figure| figure["game"] == number).expect("a figure that the game shows");
                let again = cited["again"][i].as_str().expect("a command");
                assert!(again.ends_with(&format!("--only {number}")), "{again}");
                let arguments: Vec<&str> = again.split(' ').skip(1).chain(["--json"]).collect();
                railwright(&arguments).exits(0).json()
            })
            .collect();
        let bots = |game: usize| [0, 1].map(|seat: usize| games[game]["seats"][seat]["bot"].as_str().expect("a name").to_owned());
        let named = if i == 0 { ["greedy", "random"] } else { ["random", "greedy"] };
        assert_eq!((bots(0), bots(1)), (named.map(str::to_owned), [named[1], named[0]].map(str::to_owned)), "they change seats");
        let score = |game: usize, seat: usize| games[game]["seats"][seat]["score"]["mean"].as_f64().expect("a score");
        assert_eq!(value("seat-1.score", side), f64::midpoint(score(0, 0), score(1, 0)));
        assert_eq!(value("bot-1.score", side), f64::midpoint(score(0, 0), score(1, 1)), "wherever it sits");
        let decisions = |game: usize| games[game]["decisions"].as_f64().expect("a number");
        assert_eq!(value("decisions", side), f64::midpoint(decisions(0), decisions(1)));
    }
}

/// A signal is heeded within a decision; what was finished is shown and marked as a part.
#[cfg(unix)]
#[test]
fn a_long_comparison_is_left_when_the_program_is_asked_to_end() {
    let arguments = ["compare", "ticket-to-ride", "--games", "50", "--bots", "search:100000000", "--bots-b", "random", "--json"];
    crate::common::asked_to_end(&arguments, |shown| assert_eq!(shown["pairs"], 0, "{shown}"));
}
