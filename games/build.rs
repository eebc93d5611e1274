//! Bundled files are embedded when this crate is built: a file added to a folder must build it again.

fn main() {
    for folder in ["games", "maps", "scripts", "docs/rules"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
