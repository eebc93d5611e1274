//! `railwright report`: a page that needs nothing else, the same whatever the number of threads, with games that replay.

use crate::common::{Folder, railwright, repository};
use serde_json::Value;

/// Makes a page and gives its text.
fn page(folder: &Folder, game: &str, arguments: &[&str]) -> String {
    let path = folder.path().join("page.html").display().to_string();
    let ran = railwright(&[&["report", game, "-o", &path], arguments].concat()).exits(0);
    assert_eq!(ran.out, format!("wrote {path}\n"));
    std::fs::read_to_string(path).expect("a page")
}

/// The text of a page without its markup.
fn text(page: &str) -> String {
    let mut text = String::new();
    for part in page.split('<').skip(1) {
        text += part.split_once('>').map_or("", |(_, rest)| rest);
        text.push(' ');
    }
    text.replace("&#39;", "'").replace("&amp;", "&")
}

/// The save files in a page: name and content.
fn saves(page: &str) -> Vec<(String, Vec<u8>)> {
    let links = page.split("download=\"").skip(1);
    let save = |link: &str| {
        let (name, rest) = link.split_once('"').expect("a name");
        let (_, data) = rest.split_once(";base64,").expect("data");
        (name.to_owned(), decoded(data.split_once('"').expect("the end").0))
    };
    links.map(save).collect()
}

/// Base64, by hand: the program's own decoder is not asked about its encoder.
fn decoded(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    for four in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = four.iter().fold(0u32, |bits, &c| bits << 6 | u32::from(value(c))) << (6 * (4 - four.len()));
        bytes.extend(&bits.to_be_bytes()[1..four.len()]);
    }
    bytes
}

fn figures(json: &Value) -> Vec<&Value> {
    match json {
        Value::Object(map) if map.contains_key("low") => vec![json],
        Value::Object(map) => map.values().flat_map(figures).collect(),
        Value::Array(list) => list.iter().flat_map(figures).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn the_number_of_threads_does_not_change_a_byte() {
    let folder = Folder::new("report-threads");
    let make = |threads: &str| page(&folder, "santa-fe-rails", &["--players", "2,3", "--games", "12", "--threads", threads]);
    let one = make("1");
    assert!(one == make("3"), "another page with three threads");
}

#[test]
fn the_page_needs_nothing_else() {
    let folder = Folder::new("report-network");
    let page = page(&folder, "spike", &["--players", "2", "--games", "20"]);
    for foreign in ["http:", "https:", "src=", "@import", "url(", "//cdn", "<link", "<iframe src"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert!(page.contains("RECONSTRUCTED"), "a board that is not all published is marked");
    assert!(page.contains("<meta name=\"viewport\"") && page.contains("@media print"));
}

#[test]
fn saves_in_the_page_replay_to_the_end_that_it_tells() {
    let folder = Folder::new("report-saves");
    for game in ["ticket-to-ride", "santa-fe-rails", "spike"] {
        let json = railwright(&["report", game, "--players", "3", "--games", "6", "--json"]).exits(0).json();
        let page = page(&folder, game, &["--players", "3", "--games", "6"]);
        let saves = saves(&page);
        let told = json["players"][0]["saves"].as_array().expect("a list");
        assert_eq!(saves.len(), told.len(), "{game}");
        assert!(!saves.is_empty(), "{game}");
        for ((name, bytes), told) in saves.iter().zip(told).step_by(3) {
            assert_eq!(*name, told["file"], "{game}");
            let path = folder.write(name, std::str::from_utf8(bytes).expect("a save is text"));
            let replay = railwright(&["replay", &path, "--json"]).exits(0).json();
            assert_eq!(replay["over"], told["ending"], "{game} {name}");
            assert_eq!(replay["score"]["totals"], told["totals"], "{game} {name}");
            assert_eq!(replay["score"]["winners"], told["winners"], "{game} {name}");
            assert_eq!(replay["warnings"], Value::Array(Vec::new()), "{game} {name}");
        }
    }
}

#[test]
fn every_link_of_the_page_leads_somewhere() {
    let folder = Folder::new("report-links");
    let page = page(&folder, "santa-fe-rails", &["--players", "2", "--games", "15"]);
    let links: Vec<&str> = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(links.len() > 100, "{}", links.len());
    for link in links {
        assert_eq!(page.matches(&format!("id=\"{link}\"")).count(), 1, "#{link}");
    }
}

#[test]
fn page_and_json_say_the_same() {
    let folder = Folder::new("report-json");
    let arguments = ["--players", "2", "--games", "12", "--seed", "5"];
    let json = railwright(&[&["report", "ticket-to-ride", "--json"], &arguments[..]].concat()).exits(0).json();
    let text = text(&page(&folder, "ticket-to-ride", &arguments));
    let figures = figures(&json);
    assert!(figures.len() > 500, "{}", figures.len());
    for figure in figures {
        let number = |key: &str| figure[key].as_f64().expect("a number");
        assert!(number("low") <= number("value") && number("value") <= number("high"), "{figure}");
        assert!(figure["of"].as_u64().is_some_and(|of| of > 0), "{figure}");
    }
    // A whole table, as it stands on the page.
    for row in json["players"][0]["tables"]["order"]["rows"].as_array().expect("rows") {
        let shown = format!("{:.1} %", row["wins"]["value"].as_f64().expect("a number"));
        let range =
            format!("{:.1} to {:.1}", row["wins"]["low"].as_f64().expect("low"), row["wins"]["high"].as_f64().expect("high"));
        let at = text.find(row["name"].as_str().expect("a name")).expect("the row");
        let shown_here: String = text[at..].chars().take(120).collect();
        assert!(shown_here.contains(&shown) && shown_here.contains(&range), "{shown} ({range}) in {shown_here}");
    }
}

#[test]
fn what_an_author_writes_stays_text() {
    let folder = Folder::new("report-escape");
    let game = folder.write(
        "odd.toml",
        "extends = \"ticket-to-ride\"\nname = \"<script>alert(1)</script>\"\nsummary = \"a & b <b>\"\n\
         goals.tickets.name = \"</table><script>\"\n[score.\"<i>x\"]\nname = \"<script>\"\nadd = \"1\"\n",
    );
    let page = page(&folder, &game, &["--players", "2", "--games", "5"]);
    assert_eq!(page.matches("<script>").count(), 1, "only the page's own");
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && page.contains("&lt;/table&gt;"));
}

#[test]
fn every_game_with_every_number_of_players_has_a_page() {
    let folder = Folder::new("report-games");
    for (game, parts) in [("northern-lights", 4), ("santa-fe-rails-terrain", 4), ("spike-advanced", 3)] {
        let page = page(&folder, game, &["--games", "4", "--bots", "random"]);
        assert_eq!(page.matches("<section id=\"p").count(), parts, "{game}");
        assert!(page.contains("Lines, how often"), "{game}");
    }
    // Games that say nothing of goals have a page, too.
    let tutorial = repository("docs/tutorial/step-1/skerry.toml").display().to_string();
    assert!(page(&folder, &tutorial, &["--games", "4"]).contains("greedy bots"));
}

#[test]
fn a_wrong_command_line_is_explained() {
    assert!(railwright(&["report", "ticket-to-ride", "--players", "9"]).exits(2).err.contains("8"));
    assert!(railwright(&["report", "ticket-to-ride", "--players", "2,6"]).exits(2).err.contains("2 to 5"));
    assert!(railwright(&["report", "ticket-to-ride", "--bots", "cmd:x"]).exits(2).err.contains("once more"));
    assert!(railwright(&["report", "ticket-to-ride", "--games", "0"]).exits(2).err.contains("at least 1"));
    assert!(railwright(&["report", "no-such-game"]).exits(2).err.contains("there is no game"));
    let folder = Folder::new("report-wrong");
    let path = folder.path().display().to_string();
    assert!(railwright(&["report", "ticket-to-ride", "--games", "1", "-o", &path]).exits(2).err.contains("is a folder"));
    let path = folder.path().join("nowhere/page.html").display().to_string();
    assert!(railwright(&["report", "ticket-to-ride", "-o", &path]).exits(2).err.contains("there is no such folder"));
}

/// A page of a part of the games says so, and of which numbers of players there are none.
#[cfg(unix)]
#[test]
fn a_page_that_was_stopped_says_how_much_of_it_there_is() {
    let folder = Folder::new("report-stopped");
    let path = folder.path().join("page.html").display().to_string();
    let arguments = ["report", "ticket-to-ride", "--bots", "random", "--games", "1000000000", "--json", "-o", &path];
    crate::common::asked_to_end(&arguments, |json| {
        assert_eq!(json["not_begun"], serde_json::json!([3, 4, 5]), "{json}");
        assert_eq!((&json["players"][0]["stopped"], json["players"].as_array().map(Vec::len)), (&Value::Bool(true), Some(1)));
        let text = text(&std::fs::read_to_string(&path).expect("a page"));
        for part in ["STOPPED", "none with 3 players, none with 4 players, none with 5 players", "stopped before all were played"]
        {
            assert!(text.contains(part), "no {part}");
        }
    });
}

/// Whoever tries again takes it that somebody else has tried, which nobody can see: true of positions that are played, and of none that
/// bots imagine.
const HIDDEN: &str = r#"
name = "Hidden luck"
map = "storm-map"
players = [2, 2]
scripts = { luck = {} }
flow = ["turns"]

[cards.ball.kinds]
red = { count = 4 }

[zones]
urn = { holds = "ball", form = "pile", fill = "shuffled" }

[counters]
points = { of = "seat" }
luck = { of = "seat", seen-by = "owner" }

[actions.try]
do = "script"
module = "luck"

[steps]
turn  = { do = "choose", actions = ["try"] }
over  = { do = "end", when = "turn >= 12", reason = "twelve turns" }
turns = { do = "turns", steps = ["turn", "over"] }

[score]
points = { add = "points" }
"#;

const LUCK: &str = r#"/*
name = "Luck"
summary = "Points for nothing."

[actions.try]
text = "A player tries once or twice."
about = "text"
*/
fn options_try(table, seat) { ["once", "twice"] }
fn resolve_try(table, seat, key) {
    table.add(["luck", seat], 1);
    let tried = 0;
    for other in table.seats() { if table.counter(["luck", other]) > 0 { tried += 1; } }
    if table.counter(["luck", seat]) > 1 && tried < 2 { throw `nobody else has tried`; }
    table.add(["points", seat], if key == "twice" { 2 } else { 1 });
}
"#;

#[test]
fn what_broke_down_stands_on_the_page() {
    let folder = Folder::new("report-faults");
    let map = std::fs::read_to_string(repository("tests/games/storm/storm-map.toml")).expect("a map");
    folder.write("storm-map.toml", &map);
    folder.write("luck.rhai", LUCK);
    let game = folder.write("hidden.toml", HIDDEN);
    let text_of = |page: String| text(&page);
    let imagined = text_of(page(&folder, &game, &["--games", "4"]));
    assert!(imagined.contains("IMAGINED") && imagined.contains("luck.rhai:14:57: nobody else has tried"), "{imagined}");
    assert!(imagined.contains("TROUBLE"), "it is told at the beginning as well");
    assert!(!imagined.contains("FAILED") && !imagined.contains("STOPPED"));
    assert!(imagined.contains("greedy bots in all seats"));
    let json = railwright(&["report", &game, "--games", "4", "--json"]).exits(0).json();
    assert!(json["players"][0]["imagined_faults"]["count"].as_u64().is_some_and(|count| count > 0));
    assert_eq!((&json["stopped"], &json["not_begun"]), (&Value::Bool(false), &serde_json::json!([])));

    folder.write(
        "luck.rhai",
        &LUCK.replace(
            "    table.add([\"points",
            "    if table.counter([\"luck\", seat]) > 2 { throw `too <lucky>`; }\n    table.add([\"points",
        ),
    );
    let path = folder.path().join("failed.html").display().to_string();
    railwright(&["report", &game, "--bots", "random", "--games", "6", "-o", &path]).exits(1);
    let failed = std::fs::read_to_string(path).expect("a page");
    assert!(failed.contains("<b>FAILED</b>") && failed.contains("too &lt;lucky&gt;"), "{}", text(&failed));
}
