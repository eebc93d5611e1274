//! Sessions for tests: every game there is, played at random, in folders that are taken away again.

#[path = "../../../../rules/tests/it/common/games.rs"]
mod games;

pub use games::games;

use railwright_core::Random;
use railwright_core::id::SeatId;
use railwright_script::Rhai;
use railwright_session::save::Save;
use railwright_session::{Header, Session};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The fewest players of a game.
pub fn fewest(game: &str) -> u8 {
    let loaded = railwright_rules::load(game, &railwright_rules::Setting { players: 0, options: vec![] }, &Rhai);
    loaded.rules.expect("a game without errors").head.players.0
}

/// A game between people.
pub fn begin(game: &str, players: u8, seed: u64) -> Session {
    let header = Header::new(game, vec!["human".into(); players.into()], seed);
    Session::start(header, &Rhai).expect("a game that can be played")
}

/// The game in a file, which somebody may be playing.
pub fn looked_at(path: &Path) -> Session {
    let save = Save::read(path).expect("a save");
    Session::play_back(&save, path, Some(&save.header.game), None, &Rhai).expect("it can be played again").0
}

/// Does something that is legal; says whether the game went on.
pub fn act_at_random(session: &mut Session, random: &mut Random) -> bool {
    if session.over().is_some() {
        return false;
    }
    let waiting: Vec<SeatId> = session.waiting().iter().collect();
    let seat = waiting[random.below(waiting.len() as u32) as usize];
    let legal = session.legal(seat).expect("no fault");
    let text = &legal[random.below(legal.len() as u32) as usize].1;
    let done = session.act(seat, text).expect("it is legal");
    assert_eq!(&done.text, text);
    true
}

/// Does the first thing whose notation begins so, for whoever is asked first.
#[track_caller]
pub fn act(session: &mut Session, begins: &str) -> SeatId {
    let seat = session.waiting().iter().next().expect("somebody must choose");
    let legal = session.legal(seat).expect("no fault");
    let text = legal.iter().map(|(_, text)| text).find(|text| text.starts_with(begins));
    let text = text.unwrap_or_else(|| panic!("no {begins} in {legal:?}")).clone();
    session.act(seat, &text).expect("it is legal");
    seat
}

/// A folder of its own for a test, in another one: maps are looked for beside the folder of a game too.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        // Tests of one program run beside each other, and two may have the same idea of a name.
        static MADE: AtomicU32 = AtomicU32::new(0);
        let own = format!("railwright-session-{test}-{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(own).join("folder");
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0.parent().expect("it is in a folder of its own"));
    }
}
