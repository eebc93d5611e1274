//! `railwright pack`: a game in one file, which is the game in every command, and harms nobody.

use crate::common::{Folder, railwright, railwright_in, repository};
use std::path::Path;

/// A game with a parent, a map, a part, a module and a scenario of its own, in folders as people have them.
fn game(folder: &Folder) -> String {
    folder.write("games/base.toml", "format = 1\nextends = \"skerry-lights\"\nname = \"Base\"\nmap = \"isle\"\n");
    let map = std::fs::read_to_string(repository("maps/skerry-lights.toml")).expect("a map");
    folder.write("maps/isle.toml", &map);
    folder.write("games/parts/gifts.toml", "format = 1\nname = \"Gifts\"\nsummary = \"A gift.\"\n\n[score.gifts]\nadd = \"1\"\n");
    folder.write("scripts/wind.rhai", "/*\nname = \"Wind\"\nsummary = \"Nothing moves.\"\n*/\n\nfn on_round(table, event) {}\n");
    folder.write(
        "games/scenarios/first.toml",
        "format = 1\ntext = \"It begins.\"\ngame = \"../mine.toml\"\nplayers = 2\nseed = 3\n\n[play]\nmoves = \"\"\"\n\"\"\"\n",
    );
    let game = "format = 1\nextends = \"base\"\nname = \"Mine\"\n\n[use]\ngifts = {}\n\n[scripts]\nwind = {}\n";
    folder.write("games/mine.toml", game)
}

#[test]
fn a_packed_game_is_the_same_game_in_every_command() {
    let folder = Folder::new("pack-same");
    let path = game(&folder);
    railwright(&["check", &path]).exits(0);
    let scenarios = folder.path().join("games/scenarios");
    railwright(&["test", scenarios.to_str().expect("UTF-8"), "--accept"]).exits(0);
    let elsewhere = Folder::new("pack-elsewhere");
    let packed = elsewhere.path().join("mine.railpack");
    let packed = packed.to_str().expect("UTF-8");
    let said = railwright(&["pack", &path, "-o", packed]).exits(0).out;
    assert!(said.starts_with(&format!("wrote {packed}: ")), "{said}");
    // Nothing of it is looked for where it came from.
    drop(folder);
    let same = |arguments: &[&str]| railwright_in(elsewhere.path(), arguments).exits(0);
    same(&["check", packed]);
    let sim = same(&["sim", packed, "--games", "20", "--seed", "5", "--json"]).json();
    assert_eq!((&sim["game"], &sim["games"]), (&"mine".into(), &20.into()), "{sim}");
    assert!(same(&["rules", packed]).out.contains("Mine"));
    assert!(same(&["resolve", packed]).out.contains("mine.railpack/maps/isle.toml"), "places are those within it");
    assert!(same(&["map", packed, "-o", "-"]).out.starts_with("<svg"));
    same(&["diff", "skerry-lights", packed]);
    let save = elsewhere.path().join("one.railwright");
    let save = save.to_str().expect("UTF-8");
    same(&["sim", packed, "--games", "3", "--only", "1", "--save", save]);
    assert!(same(&["replay", save, "--as", "all"]).out.contains("Mine"), "a save beside it finds it");
    same(&["play", packed, "--seat", "random", "--seat", "random", "--plain", "--fast"]);
    let tested = same(&["test", packed]).out;
    assert!(tested.contains("1 scenario"), "{tested}");
    assert!(railwright(&["test", packed, "--accept"]).exits(2).err.contains("--unpack"), "nothing is written into it");
}

#[test]
fn the_same_game_gives_the_same_bytes_and_they_can_be_taken_apart() {
    let folder = Folder::new("pack-bytes");
    let path = game(&folder);
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    railwright(&["pack", &path, "-o", &at("a.railpack")]).exits(0);
    railwright(&["pack", &path, "-o", &at("b.railpack")]).exits(0);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(read("a.railpack"), read("b.railpack"));
    let said = railwright(&["pack", "--unpack", &at("a.railpack"), "-o", &at("again")]).exits(0).out;
    assert!(said.contains("mine.toml"), "{said}");
    for (there, here) in [
        ("games/mine.toml", "again/mine.toml"),
        ("games/base.toml", "again/games/base.toml"),
        ("games/parts/gifts.toml", "again/parts/gifts.toml"),
        ("games/scenarios/first.toml", "again/scenarios/first.toml"),
        ("maps/isle.toml", "again/maps/isle.toml"),
        ("scripts/wind.rhai", "again/scripts/wind.rhai"),
    ] {
        assert_eq!(read(there), read(here), "{here}");
    }
    assert!(!Path::new(&at("again/bundled")).exists(), "what the program has is not written");
    // What was taken apart is the same game, and is packed into the same bytes.
    railwright(&["pack", &at("again/mine.toml"), "-o", &at("c.railpack")]).exits(0);
    assert_eq!(read("a.railpack"), read("c.railpack"));
    let twice = railwright(&["pack", "--unpack", &at("a.railpack"), "-o", &at("again")]).exits(2);
    assert!(twice.err.contains("is there already"), "{}", twice.err);
    // A bundled game can be given away, too.
    railwright(&["pack", "skerry-lights", "-o", &at("skerry.railpack")]).exits(0);
    railwright(&["sim", &at("skerry.railpack"), "--games", "2"]).exits(0);
}

#[test]
fn what_is_no_packed_game_is_refused_in_words() {
    let folder = Folder::new("pack-refused");
    let path = game(&folder);
    assert!(railwright(&["pack", &path, "-o", "x.toml"]).exits(2).err.contains(".railpack"));
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let whole = at("whole.railpack");
    railwright(&["pack", &path, "-o", &whole]).exits(0);
    let text = std::fs::read_to_string(&whole).expect("a pack");
    let evil = text.replace(" maps/isle.toml\n", " ../../isle.toml\n");
    for (name, text) in [
        ("empty", String::new()),
        ("half", text[..text.len() / 2].to_owned()),
        ("other", text.replacen("railwright pack 1", "railwright pack 2", 1)),
        ("out", evil),
        ("long", text.replacen("file ", "file 9", 1)),
    ] {
        let path = folder.write(&format!("{name}.railpack"), &text);
        for command in [&["check", &path][..], &["sim", &path, "--games", "1"], &["pack", "--unpack", &path, "-o", &at("none")]] {
            let ran = railwright(command);
            assert!(ran.code == 1 || ran.code == 2, "{name}: {}", ran.code);
            let said = format!("{}{}", ran.out, ran.err);
            assert!(said.contains("cannot read") && !said.contains("itself is at fault"), "{name}: {said}");
        }
        assert!(!Path::new(&at("none")).exists(), "{name}: nothing is written");
    }
    assert!(!folder.path().parent().expect("a folder").join("isle.toml").exists());
    assert!(railwright(&["sim", &at("missing.railpack")]).exits(2).err.contains("there is no such file"));
    assert!(railwright(&["pack", &whole]).exits(2).err.contains("packed already"));
    assert!(railwright(&["pack", "--unpack", &path]).exits(2).err.contains("no packed game"));
}
