//! The save file of a game under way while others change it: swapped for another of the same length, cut, grown, taken away, or something
//! else in its place. It holds the game, or it is said that it does not; and what others put there stays.

use super::{Subject, once};
use crate::Choices;
use crate::good::{self, Good};
use crate::ground::Ground;
use railwright_script::Rhai;
use railwright_session::save::Save;
use railwright_session::{HUMAN, Header, Session};
use std::fs;
use std::path::{Path, PathBuf};

/// More lines than this are not played.
const LINES: usize = 24;

/// What happens to a save file; the first line names the game: `in NAME`. Then lines such as `act 5`, `cut 3`, `swap`, `resume`.
pub const DISK: Subject = Subject {
    name: "disk",
    what: "a save file that others swap, cut, lengthen or take away while the game is played",
    attempt: |input| Ground::with(|ground| attempt(ground, &String::from_utf8_lossy(input))),
    structured: |choices| choices.pick(good::games()).map(|game| chosen(game, choices).into_bytes()).unwrap_or_default(),
    good: || {
        let played = "act 3\nact 1\nresume\nact 4\nundo 1\nact 2\nundo 1\nsave\nact 7\nresume\n";
        once!(good::games().iter().map(|game| format!("in {}\n{played}", game.name).into_bytes()).collect())
    },
    share: 1,
};

const DEEDS: [&str; 14] =
    ["swap", "turn", "cut", "add", "line", "grow", "empty", "touch", "remove", "link", "pipe", "folder", "resume", "save"];

fn chosen(game: &Good, choices: &mut Choices) -> String {
    let mut text = format!("in {}", game.name);
    for _ in 0..1 + choices.below(LINES) {
        text += &match choices.below(5) {
            0 | 1 => format!("\n{} {}", choices.pick(&DEEDS).copied().unwrap_or_default(), choices.below(50)),
            2 => format!("\nundo {}", choices.below(3)),
            _ => format!("\nact {}", choices.below(60)),
        };
    }
    text
}

/// A game that is saved, and what others made of its file.
struct Saved<'g> {
    ground: &'g Ground,
    session: Session,
    path: PathBuf,
    /// What others put there, as long as the file is not the game's.
    foreign: Option<Vec<u8>>,
    /// What the file said when it was the game's.
    own: Vec<u8>,
}

fn attempt(ground: &Ground, text: &str) {
    let (game, _, rest) = good::named(text);
    // The game beside its save, where it is looked for.
    for (name, text) in &game.files {
        ground.inside(name).map(|path| ground.write(&path, text.as_bytes()));
    }
    let seats = vec![HUMAN.to_owned(); usize::from(game.rules.parts.seats)];
    let header = Header::new(game.files[0].0.clone(), seats, 3);
    let Ok(mut session) = Session::with_rules(header, game.rules.clone(), &Rhai) else { return };
    let path = ground.here().join("game.save");
    session.save_to(&path, false).expect("an empty folder takes a file");
    let own = fs::read(&path).expect("it was written");
    let mut saved = Saved { ground, session, path, foreign: None, own };
    for line in rest.lines().take(LINES) {
        let (word, number) = line.split_once(' ').unwrap_or((line, ""));
        if !saved.happens(word, number.parse().unwrap_or(0)) {
            return;
        }
        saved.judge();
    }
}

impl Saved<'_> {
    /// Lets something happen; whether the game goes on.
    fn happens(&mut self, word: &str, number: usize) -> bool {
        match word {
            "act" => {
                let Some(seat) = self.session.waiting().iter().next() else { return false };
                let legal = self.session.legal(seat).unwrap_or_default();
                let Some((_, text)) = legal.get(number % legal.len().max(1)).cloned() else { return false };
                let goes_on = self.session.act(seat, &text).is_ok();
                let is_noticed = self.foreign.is_none() || self.session.trouble().is_some();
                assert!(!goes_on || is_noticed, "somebody else has changed the file, and nobody says so");
                return goes_on;
            }
            "undo" => drop(self.session.undo(number, railwright_session::Policy::Agreed)),
            "resume" => return self.resume(),
            "save" => self.save(number),
            _ => {
                changed(self.ground, &self.path, word, number, &bytes(&self.path));
                let now = bytes(&self.path);
                // Put back as it was, it is the game's again.
                self.foreign = (now != self.own).then_some(now);
            }
        }
        true
    }

    /// The program ends and is started again: what is there is a part of the game, or nothing.
    fn resume(&mut self) -> bool {
        let before: Vec<String> = self.session.steps().iter().map(|step| step.text.clone()).collect();
        let header = self.session.header().clone();
        let Ok(other) =
            Session::start(Header::new(self.ground.here().join(&header.game).display().to_string(), header.seats, 9), &Rhai)
        else {
            return false;
        };
        drop(std::mem::replace(&mut self.session, other));
        let Ok((session, _)) = Session::resume(&self.path, None, &Rhai) else { return false };
        if self.foreign.is_none() {
            let now: Vec<String> = session.steps().iter().map(|step| step.text.clone()).collect();
            assert_eq!(now, before, "another game comes back");
        }
        self.session = session;
        // Whatever it holds now is the game.
        self.foreign = None;
        self.own = bytes(&self.path);
        true
    }

    fn save(&mut self, number: usize) {
        let overwrite = number.is_multiple_of(2);
        let was = fs::symlink_metadata(&self.path).ok();
        let elsewhere = was.is_some_and(|about| !about.is_file());
        if elsewhere {
            // A pipe waits for a reader; what a link leads to may be anybody's.
            return;
        }
        if self.session.save_to(&self.path, overwrite).is_ok() {
            self.foreign = None;
            self.own = bytes(&self.path);
        }
    }

    /// Whether the file is the game, or it is said that it is not.
    fn judge(&mut self) {
        let is_file = fs::symlink_metadata(&self.path).is_ok_and(|about| about.is_file());
        if let Some(foreign) = &self.foreign {
            if self.session.trouble().is_some() && is_file {
                assert!(&bytes(&self.path) == foreign, "what others put there is written over");
            }
            // Nothing may have been written since; once it is, it is noticed.
            return;
        }
        if self.session.trouble().is_some() {
            return;
        }
        let save = Save::read(&self.path).expect("a save that is not in trouble is one");
        let held: Vec<&str> = save.played.iter().map(|played| played.text.as_str()).collect();
        let played: Vec<&str> = self.session.steps().iter().map(|step| step.text.as_str()).collect();
        assert_eq!(held, played, "the file holds another game, and nobody says so");
        self.own = bytes(&self.path);
    }
}

/// The bytes of a file; of one that is far larger than a game, and of what is no file, nothing.
fn bytes(path: &Path) -> Vec<u8> {
    let is_file = fs::symlink_metadata(path).is_ok_and(|about| about.is_file());
    if is_file { railwright_source::disk::read_bytes(path, 1 << 20).unwrap_or_default() } else { Vec::new() }
}

/// What others do to a file.
fn changed(ground: &Ground, path: &Path, word: &str, number: usize, now: &[u8]) {
    let half = now.len() / 2;
    let turned: Vec<u8> =
        now.iter().map(|byte| if byte.is_ascii_digit() { b'0' + (byte - b'0' + 1) % 10 } else { *byte }).collect();
    let gone = || drop(fs::remove_file(path));
    let written = |bytes: &[u8]| drop(ground.write(path, bytes));
    match word {
        // Another of the same length in its place, or written into it.
        "swap" => {
            let beside = path.with_extension("other");
            drop(ground.write(&beside, &turned).and_then(|()| fs::rename(&beside, path)));
        }
        "turn" => written(&turned),
        "cut" => written(&now[..now.len() - number.min(now.len())]),
        "add" => written(&[now, &b"{\"undo\":1}\n"[..number % 11]].concat()),
        "line" => written(&[now, b"{\"undo\":1}\n"].concat()),
        "grow" => drop(ground.create(path).and_then(|file| file.set_len((number as u64) << 20))),
        "empty" => written(b""),
        "touch" => written(now),
        "remove" => gone(),
        "link" => {
            gone();
            ground.link(path, if number > 25 { "secret" } else { "itself" });
        }
        "pipe" => {
            gone();
            ground.pipe(path);
        }
        "folder" => {
            gone();
            drop(fs::create_dir(path));
        }
        "half" => written(&now[half..]),
        _ => {}
    }
}
