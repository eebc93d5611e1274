//! `railwright map`: pictures of boards.

use crate::common::{Folder, command, railwright, repository};
use std::io::Write;
use std::process::Stdio;

/// A whole game between bots, saved.
fn played(folder: &Folder, name: &str) -> String {
    let file = folder.path().join(name).to_str().expect("a path is UTF-8").to_owned();
    let mut game =
        command(&["serve-stdio", "ticket-to-ride", "--seat", "greedy", "--seat", "random", "--seed", "3", "--save", &file]);
    let mut child = game.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it runs");
    child.stdin.take().expect("piped").write_all(b"{\"method\":\"start\"}\n").expect("it reads");
    assert!(child.wait().expect("it ends").success());
    file
}

#[test]
fn a_map_is_drawn_as_what_its_ending_says() {
    let folder = Folder::new("map-endings");
    let file = |name: &str| folder.path().join(name).to_str().expect("a path is UTF-8").to_owned();
    let (svg, png) = (file("board.svg"), file("board.PNG"));
    assert_eq!(railwright(&["map", "ticket-to-ride", "-o", &svg]).exits(0).out, format!("wrote {svg}\n"));
    assert!(std::fs::read_to_string(&svg).expect("an SVG").starts_with("<svg "));
    railwright(&["map", "ticket-to-ride", "--output", &png, "--width", "640"]).exits(0);
    let picture = std::fs::read(&png).expect("a PNG");
    assert_eq!((&picture[1..4], &picture[16..20]), (&b"PNG"[..], &640_u32.to_be_bytes()[..]));
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("the folder").collect();
    assert_eq!(left.len(), 2, "nothing else is left behind: {left:?}");
}

#[test]
fn without_a_file_the_game_gives_the_name_and_a_dash_is_the_standard_output() {
    let folder = Folder::new("map-default");
    let ran = command(&["map", "ticket-to-ride"]).current_dir(folder.path()).output().expect("it runs");
    assert!(ran.status.success());
    let file = std::fs::read_to_string(folder.path().join("ticket-to-ride.svg")).expect("the picture");
    assert_eq!(railwright(&["map", "ticket-to-ride", "-o", "-"]).exits(0).out, file);
}

#[test]
fn another_ending_a_width_of_an_svg_and_too_many_pixels_are_explained() {
    let ran = railwright(&["map", "ticket-to-ride", "-o", "board.gif"]).exits(2);
    assert!(
        ran.err.contains("board.gif ends neither in .svg nor in .png nor in .pdf") && ran.err.contains("try -o board.svg"),
        "{}",
        ran.err
    );
    let ran = railwright(&["map", "ticket-to-ride", "-o", "board"]).exits(2);
    assert!(ran.err.contains("try -o board.svg"), "{}", ran.err);
    let ran = railwright(&["map", "ticket-to-ride", "-o", "-", "--width", "100"]).exits(2);
    assert!(ran.err.contains("a width in pixels"), "{}", ran.err);
    let ran = railwright(&["map", "ticket-to-ride", "-o", "board.png", "--width", "4000000000"]).exits(2);
    assert!(ran.err.contains("cannot be drawn") && ran.err.contains("try --width "), "{}", ran.err);
    assert!(railwright(&["map", "ticket-to-rid"]).exits(2).err.contains("did you mean `ticket-to-ride`?"));
    let help = railwright(&["map", "--help"]).exits(0).out;
    assert!(help.contains("Examples:") && help.contains("railwright map ticket-to-ride"), "{help}");
}

#[test]
fn a_path_that_cannot_be_written_is_explained_and_nothing_is_lost() {
    let folder = Folder::new("map-unwritable");
    let missing = folder.path().join("nowhere/board.svg");
    let ran = railwright(&["map", "ticket-to-ride", "-o", missing.to_str().expect("UTF-8")]).exits(1);
    assert!(ran.err.contains("cannot write") && ran.err.contains("no such folder"), "{}", ran.err);
    let directory = folder.path().join("folder.svg");
    std::fs::create_dir(&directory).expect("a folder");
    let ran = railwright(&["map", "ticket-to-ride", "-o", directory.to_str().expect("UTF-8")]).exits(1);
    assert!(ran.err.contains("it is a folder"), "{}", ran.err);
    let kept = folder.write("kept.svg", "old");
    let mut permissions = std::fs::metadata(&kept).expect("a file").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&kept, permissions).expect("it can be made read-only");
    assert!(railwright(&["map", "ticket-to-ride", "-o", &kept]).exits(1).err.contains("not allowed"));
    assert_eq!(std::fs::read_to_string(&kept).expect("a file"), "old");
}

// The device that is always full is Linux's own.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_a_device_stays_a_device() {
    let folder = Folder::new("map-full");
    let full = folder.path().join("full.svg");
    std::os::unix::fs::symlink("/dev/full", &full).expect("a link");
    let ran = railwright(&["map", "ticket-to-ride", "-o", full.to_str().expect("UTF-8")]).exits(1);
    assert!(ran.err.contains("the disk is full"), "{}", ran.err);
    let about = std::fs::symlink_metadata("/dev/full").expect("the device");
    assert!(!about.is_file() && full.is_symlink());
}

#[test]
fn a_saved_game_is_drawn_with_its_claims_and_in_the_end_with_its_score() {
    let folder = Folder::new("map-save");
    let save = played(&folder, "evening.railwright");
    let ran = command(&["map", &save]).current_dir(folder.path()).output().expect("it runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let whole = std::fs::read_to_string(folder.path().join("evening.svg")).expect("named after the save");
    let score = railwright(&["replay", &save, "--json"]).exits(0).json()["score"].take();
    let total = |seat: usize| format!(">{}</text>", score["totals"][seat]);
    assert!(whole.contains("game over") && whole.contains(">total</text>"));
    assert!(whole.contains(&total(0)) && whole.contains(&total(1)), "{score:#}");
    let upto = |n: &str| railwright(&["map", &save, "--upto", n, "-o", "-"]).exits(0).out;
    let (early, late) = (upto("0"), upto("60"));
    assert!(!early.contains(">total</text>") && !late.contains(">total</text>"), "the sheet knows secrets");
    assert!(early.contains(">trains</text>") && !early.contains(">spaces</text>") && late.contains(">spaces</text>"));
    let png = folder.path().join("evening.png");
    railwright(&["map", &save, "-o", png.to_str().expect("UTF-8"), "--width", "500"]).exits(0);
    assert_eq!(&std::fs::read(&png).expect("a PNG")[1..4], b"PNG");
}

#[test]
fn what_does_not_go_with_a_saved_game_is_said() {
    let folder = Folder::new("map-no-save");
    let save = played(&folder, "game.save");
    assert!(railwright(&["map", &save, "--players", "3", "-o", "-"]).exits(2).err.contains("leave out --players"));
    assert!(railwright(&["map", "ticket-to-ride", "--upto", "3", "-o", "-"]).exits(2).err.contains("saved games"));
    let text = folder.write("some.txt", "hello\n");
    assert!(railwright(&["map", &text, "-o", "-"]).exits(1).err.contains("is not a saved game"));
    let lines = std::fs::read_to_string(&save).expect("text");
    std::fs::write(&save, &lines[..lines.len() - 5]).expect("written");
    assert!(railwright(&["map", &save, "-o", "-"]).exits(0).err.contains("is cut off and left out"));
    let header = lines.lines().next().expect("a header");
    std::fs::write(&save, format!("{header}\n{{\"seat\":1,\"do\":\"pass\"}}\n")).expect("written");
    let ran = railwright(&["map", &save, "-o", "-"]).exits(1);
    assert!(ran.err.contains("action 1 (line 2)") && ran.out.is_empty(), "{}", ran.err);
}

/// `cargo xtask accept pictures` draws them anew.
#[test]
fn the_picture_of_every_board_is_up_to_date_and_in_the_gallery() {
    let gallery = std::fs::read_to_string(repository("docs/gallery.md")).expect("the gallery");
    let games = railwright(&["games", "--json"]).exits(0).json();
    let mut boards: Vec<&str> = Vec::new();
    for game in games.as_array().expect("a list") {
        let (id, map) = (game["id"].as_str().expect("an id"), game["map"].as_str().expect("a map"));
        if boards.contains(&map) {
            continue;
        }
        boards.push(map);
        let file = repository(&format!("docs/images/{id}.svg"));
        let drawn = railwright(&["map", id, "-o", "-"]).exits(0).out;
        if std::env::var_os("RAILWRIGHT_ACCEPT").is_some() {
            std::fs::write(&file, &drawn).expect("the picture can be written");
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(kept.replace("\r\n", "\n") == drawn, "{id}: draw it anew: cargo xtask accept pictures");
        assert!(drawn.len() < 500_000, "{id}: {} bytes", drawn.len());
        assert!(gallery.contains(&format!("(images/{id}.svg)")), "docs/gallery.md does not show {id}");
        let name = game["name"].as_str().expect("a name");
        assert!(gallery.contains(&format!("## {name}\n")), "docs/gallery.md does not name {name}");
    }
}

#[test]
fn boards_and_cards_for_print() {
    let folder = Folder::new("map-print");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (options, name) in [
        (vec!["--true-size"], "board.pdf"),
        (vec!["--paper", "a4"], "tiles.pdf"),
        (vec!["--paper", "letter"], "letter.pdf"),
        (vec!["--tickets"], "cards.pdf"),
        (vec!["--true-size"], "board.svg"),
    ] {
        let out = path(name);
        let mut arguments = vec!["map", "ticket-to-ride", "-o", &out];
        arguments.extend(options);
        railwright(&arguments).exits(0);
        let bytes = std::fs::read(&out).expect("a file");
        if name.ends_with("pdf") {
            assert!(bytes.starts_with(b"%PDF-") && bytes.trim_ascii_end().ends_with(b"%%EOF"), "{name}");
        } else {
            assert!(String::from_utf8_lossy(&bytes).contains("width=\"800mm\""), "{name}: as wide as the map says");
        }
    }
    assert!(railwright(&["map", "ticket-to-ride", "--paper", "a4", "-o", "x.png"]).exits(2).err.contains("PDF"));
    assert!(railwright(&["map", "ticket-to-ride", "--tickets", "-o", "x.svg"]).exits(2).err.contains("2 sheets"));
}

#[test]
fn the_figures_of_a_board_are_those_of_its_map() {
    let json = railwright(&["map", "ticket-to-ride", "--analyse", "--json"]).exits(0).json();
    assert_eq!((&json["cities"], &json["spaces"]), (&36.into(), &309.into()));
    assert_eq!(json["lines_by_lanes"], serde_json::json!([56, 22]));
    assert_eq!(json["colours"]["red"], serde_json::json!({ "lanes": 7, "spaces": 27 }));
    let tickets = json["tickets"].as_array().expect("a list");
    let denver = tickets.iter().find(|t| t["id"] == "denver-el-paso").expect("the ticket");
    assert_eq!((&denver["shortest"], &denver["worth"], &denver["fewest_lines"]), (&4.into(), &4.into(), &2.into()));
    // Every ticket leads over lines of its whole length: the loads add up to the lines on all ways.
    let load: f64 = json["lines"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|l| l["tickets"].as_f64().expect("a number") * l["length"].as_f64().expect("a number"))
        .sum();
    let ways: f64 = tickets.iter().map(|t| t["shortest"].as_f64().expect("a number")).sum();
    assert!((load - ways).abs() < 1e-6, "{load} and {ways}");
    let page = railwright(&["map", "ticket-to-ride", "--analyse"]).exits(0).out;
    assert!(page.contains("the longest ticket takes 20 spaces; each player starts with 45 trains"), "{page}");
}

#[test]
fn a_ticket_that_leaves_one_of_its_places_out_is_neither_drawn_nor_measured() {
    let folder = Folder::new("map-open-ticket");
    let text = "extends = \"ticket-to-ride\"\nname = \"Mine\"\ncards.ticket.optional = [\"to\"]\n\
                cards.ticket.kinds.anywhere = { from = \"denver\", points = 3 }\n";
    let game = folder.write("mine.toml", text);
    let cards = folder.path().join("cards.pdf").to_str().expect("a path is UTF-8").to_owned();
    railwright(&["map", &game, "--tickets", "-o", &cards]).exits(0);
    let json = railwright(&["map", &game, "--analyse", "--json"]).exits(0).json();
    assert_eq!(json["tickets"].as_array().map(Vec::len), Some(30), "the tickets of the base game");
}
