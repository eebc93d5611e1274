//! The folder and the desk: nothing outside is touched, nothing is written over, everything can be taken back.

use railwright_studio::edit::{Edit, Meaning};
use railwright_studio::{Desk, DeskError, Folder, FolderError};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder for one test.
pub struct Place(pub PathBuf);

impl Place {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("railwright-studio-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(path.join("games")).expect("a folder");
        Place(path)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.0.join("games").join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join("games").join(name)).expect("a file")
    }

    pub fn desk(&self) -> Desk {
        Desk::new(Folder::open(&self.0.join("games")).expect("a folder"))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const MAP: &str =
    "# A map.\nformat = 1\nprovenance = \"original\"\n\n[places]\nash = { at = [1, 2] }\n\nbirch = { at = [3, 4] }\n\n[lines]\n";

fn moving(id: &str, at: [i64; 2]) -> Vec<Edit> {
    vec![Edit::MovePlaces { to: vec![(id.to_owned(), at)] }]
}

#[test]
fn an_edit_is_written_when_it_is_saved_and_taken_back_to_the_byte() {
    let place = Place::new();
    place.write("a-map.toml", MAP);
    let mut desk = place.desk();
    desk.edit("a-map.toml", &moving("ash", [9, 9]), &Meaning::new(), "moving ash").expect("an edit");
    desk.edit("a-map.toml", &moving("birch", [8, 8]), &Meaning::new(), "moving birch").expect("an edit");
    assert_eq!(place.read("a-map.toml"), MAP);
    assert_eq!(desk.undo_and_redo(), (Some("moving birch"), None));
    desk.save("a-map.toml").expect("saved");
    assert_eq!(place.read("a-map.toml"), MAP.replace("[1, 2]", "[9, 9]").replace("[3, 4]", "[8, 8]"));
    assert_eq!(
        (desk.undo(false), desk.undo(false), desk.undo(false).is_empty()),
        (vec!["a-map.toml".to_owned()], vec!["a-map.toml".to_owned()], true)
    );
    assert_eq!(desk.open("a-map.toml").expect("open").text, MAP);
    desk.undo(true);
    assert_eq!(desk.undo_and_redo(), (Some("moving ash"), Some("moving birch")));
    desk.save("a-map.toml").expect("saved");
    assert_eq!(place.read("a-map.toml"), MAP.replace("[1, 2]", "[9, 9]"));
}

#[test]
fn what_another_program_did_elsewhere_is_put_together_and_what_it_did_there_is_asked_about() {
    let place = Place::new();
    place.write("a-map.toml", MAP);
    let mut desk = place.desk();
    desk.edit("a-map.toml", &moving("ash", [9, 9]), &Meaning::new(), "moving").expect("an edit");
    place.write("a-map.toml", &MAP.replace("[3, 4]", "[5, 5]"));
    desk.save("a-map.toml").expect("both hold");
    assert_eq!(place.read("a-map.toml"), MAP.replace("[1, 2]", "[9, 9]").replace("[3, 4]", "[5, 5]"));
    assert_eq!(desk.news().len(), 1);

    desk.edit("a-map.toml", &moving("ash", [7, 7]), &Meaning::new(), "moving").expect("an edit");
    let theirs = MAP.replace("[1, 2]", "[6, 6]");
    place.write("a-map.toml", &theirs);
    assert!(matches!(desk.save("a-map.toml"), Err(DeskError::Folder(FolderError::Changed(Some(text)))) if text == theirs));
    assert_eq!(place.read("a-map.toml"), theirs, "nothing is written over");
    desk.settle("a-map.toml", false);
    assert_eq!(desk.open("a-map.toml").expect("open").text, theirs);
    desk.undo(false);
    assert!(desk.open("a-map.toml").expect("open").text.contains("[7, 7]"), "no text is lost");
    desk.save("a-map.toml").expect("what was theirs is known now");
    assert!(place.read("a-map.toml").contains("[7, 7]"));

    // A file that is gone is not made again before somebody says so.
    desk.edit("a-map.toml", &moving("ash", [0, 0]), &Meaning::new(), "moving").expect("an edit");
    fs::remove_file(place.0.join("games/a-map.toml")).expect("removed");
    assert!(matches!(desk.save("a-map.toml"), Err(DeskError::Folder(FolderError::Changed(None)))));
    desk.settle("a-map.toml", true);
    desk.save("a-map.toml").expect("made again");
    assert!(place.read("a-map.toml").contains("[0, 0]"));
}

#[test]
fn typing_is_one_step_as_long_as_it_goes_on_and_follows_the_version_that_was_seen() {
    let place = Place::new();
    place.write("g.toml", "name = \"A\"\n");
    let mut desk = place.desk();
    let mut version = desk.open("g.toml").expect("open").version;
    for text in ["name = \"Ab\"\n", "name = \"Abc\"\n"] {
        desk.write("g.toml", version, text).expect("typed");
        version = desk.open("g.toml").expect("open").version;
    }
    assert!(matches!(desk.write("g.toml", version - 1, "x"), Err(DeskError::Stale)));
    desk.undo(false);
    assert_eq!(desk.open("g.toml").expect("open").text, "name = \"A\"\n");
}

#[test]
fn nothing_outside_the_folder_is_read_or_written() {
    let place = Place::new();
    fs::write(place.0.join("secret.toml"), "format = 1\n").expect("a file");
    let folder = Folder::open(&place.0.join("games")).expect("a folder");
    let absolute = place.0.join("secret.toml").display().to_string();
    for name in
        ["../secret.toml", "a/../../secret.toml", &absolute, "", ".", ".git/x.toml", "x.txt", "a\\..\\x.toml", "./../secret.toml"]
    {
        assert!(matches!(folder.read(name), Err(FolderError::NotOurs(_))), "{name}");
        assert!(matches!(folder.write(name, "x", None), Err(FolderError::NotOurs(_))), "{name}");
    }
    folder.write("new/one.toml", "format = 1\n", None).expect("a file in a new folder");
    assert!(matches!(folder.write("new/one.toml", "x", None), Err(FolderError::Changed(Some(_)))), "it is there already");
    assert_eq!(folder.list().iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["new/one.toml"]);
    assert_eq!(fs::read_dir(place.0.join("games/new")).expect("a folder").count(), 1, "nothing is left lying about");
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_within_the_folder_only() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    fs::write(place.0.join("secret.toml"), "format = 1\n").expect("a file");
    place.write("real.toml", "format = 1\n");
    let games = place.0.join("games");
    symlink(place.0.join("secret.toml"), games.join("out.toml")).expect("a link");
    symlink(&place.0, games.join("up")).expect("a link");
    symlink(games.join("real.toml"), games.join("in.toml")).expect("a link");
    let folder = Folder::open(&games).expect("a folder");
    for name in ["out.toml", "up/secret.toml", "up/new.toml"] {
        assert!(matches!(folder.read(name), Err(FolderError::NotOurs(_))), "{name}");
        assert!(matches!(folder.write(name, "x", None), Err(FolderError::NotOurs(_))), "{name}");
    }
    folder.write("in.toml", "format = 1\nname = \"x\"\n", Some("format = 1\n")).expect("written");
    assert!(fs::symlink_metadata(games.join("in.toml")).expect("there").is_symlink(), "the link stays a link");
    assert!(place.read("real.toml").contains("name"));
    let listed: Vec<String> = folder.list().into_iter().map(|file| file.path).collect();
    assert_eq!(listed, ["in.toml", "real.toml"]);
}
