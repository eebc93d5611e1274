//! Where a game is saved when nobody says: the folder of the system for such files, else the current one.

use railwright::session::Session;
use std::path::{Path, PathBuf};

/// Saves a game in a file of its own; what should be known about it when that did not go as it should.
pub fn save(session: &mut Session) -> Option<String> {
    let mut reasons = Vec::new();
    for folder in folders() {
        match save_in(session, &folder) {
            Ok(()) => return None,
            Err(reason) => reasons.push(reason),
        }
    }
    let reason = reasons.join("; ");
    Some(format!("This game is NOT saved: {reason}. It can be played all the same; `save FILE` tries elsewhere."))
}

/// The first number that is free is the file's name: the seed would tell whoever reads it every card.
fn save_in(session: &mut Session, folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let game = super::game_id(&session.header().game);
    let mut taken = String::new();
    for path in (1..10_000).map(|n| folder.join(format!("{game}-{n}.railwright"))).filter(|path| !path.exists()) {
        match session.save_to(&path, false) {
            Ok(()) => return Ok(()),
            // Another game took the name just now.
            Err(error) if path.exists() => taken = error.to_string(),
            Err(error) => return Err(error.to_string()),
        }
    }
    Err(taken)
}

/// The folders to try, the best first.
pub(crate) fn folders() -> Vec<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME").or_else(|| set("LOCALAPPDATA")).or_else(|| Some(set("HOME")?.join(".local/state")));
    state.map(|folder| folder.join("railwright")).into_iter().chain([PathBuf::from(".")]).collect()
}
