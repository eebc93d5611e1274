//! Disks that are full, folders that can only be read, files that others change: the game goes on and can be saved elsewhere.

use crate::common::{Folder, act_at_random, begin, looked_at};
use railwright_core::Random;
use railwright_script::Rhai;
use railwright_session::Session;
use std::fs;

fn play(session: &mut Session, actions: usize) {
    let mut random = Random::new(actions as u64);
    for _ in 0..actions {
        act_at_random(session, &mut random);
    }
}

#[test]
fn a_game_is_not_overwritten_unless_that_is_wanted() {
    let folder = Folder::new("overwrite");
    let path = folder.file("game.save");
    let mut first = begin("ticket-to-ride", 2, 1);
    first.save_to(&path, false).expect("saved");
    play(&mut first, 5);
    drop(first);
    let before = fs::read(&path).expect("bytes");
    let mut second = begin("ticket-to-ride", 2, 2);
    let refused = second.save_to(&path, false).expect_err("a game is there");
    assert!(refused.message.contains("exists already"), "{refused}");
    assert_eq!(fs::read(&path).expect("bytes"), before);
    second.save_to(&path, true).expect("it is wanted");
    play(&mut second, 3);
    assert_eq!(looked_at(&path).state(), second.state());
    assert_eq!(fs::read_dir(folder.file("")).expect("a folder").count(), 1, "nothing is left beside it");
    // An empty file is no game.
    fs::write(folder.file("empty"), "").expect("written");
    second.save_to(&folder.file("empty"), false).expect("nothing is lost");
}

// The device that is always full is Linux's own.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_game_playable() {
    let folder = Folder::new("full");
    let mut session = begin("ticket-to-ride", 2, 1);
    let error = session.save_to(std::path::Path::new("/dev/full"), false).expect_err("there is no room");
    assert!(error.message.contains("the disk is full"), "{error}");
    assert_eq!(session.saved_in(), None);
    play(&mut session, 5);
    let path = folder.file("elsewhere.save");
    session.save_to(&path, false).expect("there is room here");
    play(&mut session, 5);
    assert_eq!(looked_at(&path).steps().len(), 10);
}

#[test]
fn a_folder_that_is_not_there_or_cannot_be_written_says_so() {
    let folder = Folder::new("missing");
    let mut session = begin("ticket-to-ride", 2, 1);
    let error = session.save_to(&folder.file("no/such/folder/game.save"), false).expect_err("there is no folder");
    assert!(error.message.contains("no such file or folder"), "{error}");
    assert!(session.save_to(&folder.file(""), false).expect_err("a folder").message.contains("is a folder"));
    play(&mut session, 2);
}

// Elsewhere a folder that is marked so can be written to all the same.
#[cfg(unix)]
#[test]
fn a_folder_that_can_only_be_read_says_so() {
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    let folder = Folder::new("read-only");
    let mut session = begin("ticket-to-ride", 2, 1);
    fs::set_permissions(folder.file(""), fs::Permissions::from_mode(0o555)).expect("it is ours");
    // Whoever may do everything can write there all the same, but not among the files of the kernel.
    let privileged = fs::write(folder.file("probe"), "").is_ok();
    let path = if privileged { Path::new("/sys/game.save").to_owned() } else { folder.file("game.save") };
    let error = session.save_to(&path, false).expect_err("nothing can be written there");
    assert!(
        error.message.contains("cannot be saved") && error.message.contains("denied") || error.message.contains("only be read"),
        "{error}"
    );
    assert!(!error.help.is_empty());
    play(&mut session, 5);
    assert_eq!(session.steps().len(), 5, "the game goes on");
    fs::set_permissions(folder.file(""), fs::Permissions::from_mode(0o755)).expect("it is ours");
    let path = folder.file("game.save");
    session.save_to(&path, false).expect("now it can");
    assert_eq!(looked_at(&path).steps().len(), 5);
}

// On Windows nobody can change it: whoever writes a save keeps other writers away.
#[cfg(not(windows))]
#[test]
fn a_file_that_others_change_is_not_written_over() {
    let folder = Folder::new("others");
    let path = folder.file("game.save");
    let mut session = begin("ticket-to-ride", 2, 1);
    session.save_to(&path, false).expect("saved");
    play(&mut session, 3);
    let text = fs::read_to_string(&path).expect("text");
    fs::write(&path, format!("{text}{{\"undo\":1}}\n")).expect("somebody else");
    play(&mut session, 2);
    let trouble = session.trouble().expect("it was noticed").to_owned();
    assert!(trouble.contains("2 actions are not saved: somebody else has changed the file"), "{trouble}");
    // With the file as it was, everything that waited is written.
    fs::write(&path, text).expect("put back");
    play(&mut session, 1);
    assert_eq!(session.trouble(), None);
    assert_eq!(looked_at(&path).state(), session.state());
    fs::remove_file(&path).expect("taken away");
    play(&mut session, 1);
    assert!(session.trouble().expect("it was noticed").contains("no such file"));
}

#[test]
fn another_file_of_the_same_length_is_noticed() {
    let folder = Folder::new("swapped");
    let path = folder.file("game.save");
    let mut session = begin("ticket-to-ride", 2, 1);
    session.save_to(&path, false).expect("saved");
    play(&mut session, 3);
    let text = fs::read_to_string(&path).expect("text");
    let other = text.replace("\"seed\":1", "\"seed\":2");
    assert_eq!(text.len(), other.len());
    // Put there in its place, or written into it.
    fs::write(folder.file("other"), &other).expect("written");
    fs::rename(folder.file("other"), &path).expect("swapped");
    play(&mut session, 1);
    assert!(session.trouble().expect("it was noticed").contains("somebody else has changed the file"));
    assert_eq!(fs::read_to_string(&path).expect("text"), other, "and is left alone");
    let path = folder.file("second.save");
    session.save_to(&path, false).expect("saved elsewhere");
    let text = fs::read_to_string(&path).expect("text");
    // At once: by the clock of the disk it may have the same time.
    fs::write(&path, text.replace("\"seed\":1", "\"seed\":2")).expect("written");
    play(&mut session, 1);
    assert!(session.trouble().expect("it was noticed").contains("somebody else has changed the file"));
    fs::write(&path, text).expect("put back");
    play(&mut session, 1);
    assert_eq!(session.trouble(), None, "as it was");
}

#[test]
fn a_game_has_one_writer() {
    let folder = Folder::new("writers");
    let path = folder.file("game.save");
    let mut session = begin("ticket-to-ride", 2, 1);
    session.save_to(&path, false).expect("saved");
    play(&mut session, 3);
    let second = Session::resume(&path, None, &Rhai).expect_err("somebody plays it").to_string();
    assert!(second.contains("is being played in another"), "{second}");
    let refused = begin("ticket-to-ride", 2, 2).save_to(&path, true).expect_err("not even when it is wanted");
    assert!(refused.message.contains("is being played"), "{refused}");
    session.save_to(&path, true).expect("its own file");
    play(&mut session, 2);
    assert!(Session::resume(&path, None, &Rhai).is_err(), "the new file is locked as the old one was");
    // Looking on is allowed.
    assert_eq!(looked_at(&path).steps().len(), 5);
    drop(session);
    let (first, _) = Session::resume(&path, None, &Rhai).expect("nobody plays it now");
    assert!(Session::resume(&path, None, &Rhai).is_err());
    drop(first);
    Session::resume(&path, None, &Rhai).expect("nobody plays it now");
}
