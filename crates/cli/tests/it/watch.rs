//! `railwright watch`: a save is answered at once.

use crate::common::{Folder, command, railwright};
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The program, ended when the test is over.
struct Watching(Child, Receiver<String>);

impl Watching {
    fn begin(arguments: &[&str]) -> Self {
        let mut child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program runs");
        let out = BufReader::new(child.stdout.take().expect("its output"));
        let (send, lines) = channel();
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
        Watching(child, lines)
    }

    /// All that is said up to the end of a look.
    fn look(&self) -> String {
        let mut text = String::new();
        loop {
            let line = self.1.recv_timeout(Duration::from_secs(20)).unwrap_or_else(|_| panic!("nothing more after\n{text}"));
            text += &format!("{line}\n");
            if line.ends_with("waiting for the next save") {
                return text;
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_save_is_checked_tested_and_drawn() {
    let folder = Folder::new("watch");
    let game = folder.write("mine.toml", "extends = \"ticket-to-ride\"\n");
    let scenario = "text = \"x\"\ngame = \"../mine.toml\"\nplayers = 2\n[play]\nmoves = \"expect trains.1: 45\"\n";
    folder.write("scenarios/one.toml", scenario);
    railwright(&["test", folder.path().join("scenarios").to_str().expect("UTF-8"), "--accept"]).exits(0);
    let map = folder.path().join("board.svg");
    let watching = Watching::begin(&["watch", &game, "--map", map.to_str().expect("UTF-8")]);
    let first = watching.look();
    assert!(first.contains("1 scenario: 1 passed") && map.is_file(), "{first}");
    folder.write("mine.toml", "extends = \"ticket-to-ride\"\ncounters.trains.start = 40\n[invariants]\ntrains = \"true\"\n");
    let second = watching.look();
    assert!(second.contains("FAILED") && second.contains("expected trains.1: 45"), "{second}");
    assert!(second.contains("board.svg is as it was"), "trains take no room on the board: {second}");
    folder.write("mine.toml", "extends = \"ticket-to-ride\"\ncounterz.trains.start = 40\n");
    let third = watching.look();
    assert!(third.contains("unknown key `counterz`") && !third.contains("board.svg"), "{third}");
    folder.write("mine.toml", "extends = \"ticket-to-ride\"\nplaces.denver.name = \"Golden\"\n");
    let fourth = watching.look();
    assert!(fourth.contains("drew") && std::fs::read_to_string(&map).expect("the board").contains("Golden"), "{fourth}");
}

#[test]
fn a_bundled_game_cannot_be_watched() {
    assert!(railwright(&["watch", "ticket-to-ride"]).exits(2).err.contains("bundled"));
}
