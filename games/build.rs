//! Bundled files are embedded when this crate is built, each folder as a list of names and texts in the order of the names.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The list of each folder: what it is called, the folder, and how its files end.
const FOLDERS: [(&str, &str, &str); 5] = [
    ("GAMES", "games", "toml"),
    ("PARTS", "games/parts", "toml"),
    ("MAPS", "maps", "toml"),
    ("SCRIPTS", "scripts", "rhai"),
    ("RULEBOOKS", "docs/rules", "md"),
];

fn main() {
    let variable = |name: &str| PathBuf::from(std::env::var_os(name).unwrap_or_else(|| panic!("Cargo sets {name}")));
    let root = variable("CARGO_MANIFEST_DIR");
    let mut lists = String::new();
    for (list, folder, ending) in FOLDERS {
        // A file that is added to the folder must build it again.
        println!("cargo:rerun-if-changed={folder}");
        writeln!(lists, "const {list}: &[(&str, &str)] = &[").expect("room");
        for file in files(&root.join(folder), ending) {
            let name = file.file_name().expect("a file has a name");
            writeln!(lists, "    ({name:?}, include_str!({file:?})),").expect("room");
        }
        lists += "];\n";
    }
    fs::write(variable("OUT_DIR").join("files.rs"), lists).expect("Cargo's folder can be written to");
}

/// The files of a folder with that ending, in the order of their names.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|own| own == ending)).collect();
    files.sort();
    files
}
