//! `railwright migrate`: files of before, in place or shown, with what could not be done.

use crate::common::{Folder, railwright, railwright_in};

const OLD: &str = "# Mine.\nextends = \"ticket-to-ride\"\n\n[use.offer]      # secret\nat-least = 1\n";
const NEW: &str = "# Mine.\nformat = 1\nextends = \"ticket-to-ride\"\n\n[use.offer]      # secret\nmin = 1\n";

#[test]
fn a_file_of_before_is_reported_with_the_command_that_rewrites_it_and_then_is_none() {
    let folder = Folder::new("migrate");
    let game = folder.write("mine.toml", OLD);
    let said = railwright_in(folder.path(), &["check", "mine.toml"]).exits(1);
    let text = format!("{}{}", said.out, said.err);
    assert!(text.contains("renamed") && text.contains("railwright migrate FILE"), "{text}");
    railwright_in(folder.path(), &["migrate", "mine.toml"]).exits(0);
    assert_eq!(std::fs::read_to_string(&game).expect("it is there"), NEW);
    railwright_in(folder.path(), &["check", "mine.toml", "--strict", "--no-play"]).exits(0);
}

#[test]
fn what_would_change_is_shown_and_nothing_is_written() {
    let folder = Folder::new("migrate-shown");
    let game = folder.write("mine.toml", OLD);
    for (option, code) in [("--dry-run", 0), ("--check", 1)] {
        let shown = railwright_in(folder.path(), &["migrate", ".", option]).exits(code).out;
        assert!(shown.contains("+format = 1\n") && shown.contains("-at-least = 1\n+min = 1\n"), "{shown}");
        assert_eq!(std::fs::read_to_string(&game).expect("it is there"), OLD);
    }
    railwright_in(folder.path(), &["migrate", "."]).exits(0);
    railwright_in(folder.path(), &["migrate", ".", "--check"]).exits(0);
}

#[test]
fn what_could_not_be_done_is_said_with_its_place() {
    let folder = Folder::new("migrate-left");
    folder.write("mine.toml", "extends = \"ticket-to-ride\"\nuse.route-offer.at-least = 2\n");
    let told = railwright_in(folder.path(), &["migrate", "mine.toml", "--json"]).exits(1).json();
    assert_eq!((&told[0]["outcome"], &told[0]["left"][0]["line"]), (&"rewritten".into(), &2.into()), "{told}");
    folder.write("later.toml", "format = 9\nextends = \"ticket-to-ride\"\n");
    let later = railwright_in(folder.path(), &["migrate", "later.toml"]).exits(1).out;
    assert!(later.contains("unknown-format") && later.contains("later version"), "{later}");
    folder.write("broken.toml", "extends = \"ticket-to-ride\"\nname = \n");
    let broken = railwright_in(folder.path(), &["migrate", "broken.toml", "--json"]).exits(1).out;
    assert!(broken.contains("[syntax]") && !broken.contains("u001b"), "{broken}");
    folder.write("other.toml", "[package]\nname = \"x\"\n");
    railwright_in(folder.path(), &["migrate", "other.toml"]).exits(1);
    let told = railwright_in(folder.path(), &["migrate", ".", "--json"]).exits(1).json();
    assert!(told.as_array().expect("a list").iter().all(|one| one["file"] != "./other.toml"), "{told}");
    assert_eq!(railwright(&["migrate", "no-such-folder"]).code, 2);
}

#[test]
fn a_format_that_is_not_known_is_an_error_and_an_old_word_names_the_new_one() {
    let folder = Folder::new("migrate-unknown");
    let game = folder.write("mine.toml", "format = 2\nextends = \"ticket-to-ride\"\nfoo = 1\n");
    let said = railwright(&["check", &game]).exits(1);
    let text = format!("{}{}", said.out, said.err);
    assert!(text.contains("unknown-format") && !text.contains("foo`"), "{text}");
    let old = "format = 1\nextends = \"ticket-to-ride\"\nactions.keep-one.at-least = 1\nactions.go.do = \"move\"\nscore.x.add = \"total(trains)\"\n\
               sets.s = { of = \"lanes\" }\n";
    let game = folder.write("old.toml", old);
    let said = railwright(&["check", &game]).exits(1);
    let text = format!("{}{}", said.out, said.err);
    for word in ["is called `min` since format 1", "is called `travel`", "is called `sum-owners`", "is called `holds = \"lane\"`"]
    {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn a_script_of_before_gets_a_header_and_the_names_of_its_action() {
    let folder = Folder::new("migrate-scripts");
    let old = "// Gifts for all.\nfn options(table, seat) { [\"a\"] }   // one\nfn resolve(table, seat, key) { table.eval(\"total(points)\"); }\n";
    let now = "/*\nname = \"Gifts\"\nsummary = \"Gifts for all.\"\n\n[actions.give-one]\n\
               text = \"The module says what can be chosen, and what happens then.\"\nabout = \"text\"\n*/\n// Gifts for all.\n\
               fn options_give_one(table, seat) { [\"a\"] }   // one\nfn resolve_give_one(table, seat, key) { table.eval(\"sum-owners(points)\"); }\n";
    let script = folder.write("scripts/gifts.rhai", old);
    let left = railwright_in(folder.path(), &["migrate", "."]).exits(1).out;
    assert!(left.contains("gifts.rhai:2:4: ") && left.contains("no game beside the module"), "{left}");
    assert_eq!(std::fs::read_to_string(&script).expect("it is there").matches("total(").count(), 0, "what can be done is done");
    folder.write("scripts/gifts.rhai", old);
    let game = "extends = \"ticket-to-ride\"\nscripts = [\"gifts\"]\nactions.give-one = { do = \"script\", module = \"gifts\" }\n\
                steps.turn.actions = { add = [\"give-one\"] }\nname = \"Gifts\"\n";
    folder.write("games/mine.toml", game);
    railwright_in(folder.path(), &["migrate", "."]).exits(0);
    assert_eq!(std::fs::read_to_string(&script).expect("it is there"), now);
    railwright_in(folder.path(), &["check", "games/mine.toml", "--no-play"]).exits(0);
    railwright_in(folder.path(), &["migrate", ".", "--check"]).exits(0);
}
