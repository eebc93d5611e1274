//! Every game there is.

use railwright_rules::library::Shelf;
use std::path::{Path, PathBuf};

/// Bundled games by id and the small games of the tests by path.
pub fn games() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games");
    let mut small: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("the folder of small games").map(|e| e.expect("an entry").path()).collect();
    small.sort();
    let path = |folder: &PathBuf| {
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        folder.join(format!("{name}.toml")).to_string_lossy().into_owned()
    };
    Shelf::Games.ids().into_iter().chain(small.iter().map(path)).collect()
}
