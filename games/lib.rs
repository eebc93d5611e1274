//! The games that come with Railwright, as data: what a file says is for others to read.
//!
//! This crate knows nothing of games. It holds the texts of the folders beside it, so that a program that was installed
//! somewhere has them with it and every other crate can be packaged by itself.

// GAMES, PARTS, MAPS, SCRIPTS and RULEBOOKS, as `build.rs` found them.
include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A folder of bundled files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folder {
    /// Game files: TOML.
    Games,
    /// Parts that games use: TOML.
    Parts,
    /// Map files: TOML.
    Maps,
    /// Rule scripts: Rhai.
    Scripts,
    /// The numbered rules of the games in words: Markdown.
    Rulebooks,
}

impl Folder {
    fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Folder::Games => GAMES,
            Folder::Parts => PARTS,
            Folder::Maps => MAPS,
            Folder::Scripts => SCRIPTS,
            Folder::Rulebooks => RULEBOOKS,
        }
    }

    /// The names of the files in the folder, with their endings, in order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.files().iter().map(|(name, _)| *name)
    }

    /// The text of a file of the folder.
    pub fn text(self, name: &str) -> Option<&'static str> {
        self.files().iter().find(|(file, _)| *file == name).map(|(_, text)| *text)
    }
}

/// The files that a new game begins from, each with its name; `NAME` stands for that of the game. They are those that the
/// tutorial ends with.
pub const BEGINNING: [(&str, &str); 5] = [
    ("NAME.toml", include_str!("../docs/tutorial/step-5/skerry.toml")),
    ("NAME-map.toml", include_str!("../docs/tutorial/step-5/skerry-map.toml")),
    ("harbours.rhai", include_str!("../docs/tutorial/step-5/harbours.rhai")),
    ("lights.rhai", include_str!("../docs/tutorial/step-5/lights.rhai")),
    ("scenarios/claim.toml", include_str!("../docs/tutorial/step-5/scenarios/claim.toml")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_a_folder_can_be_read() {
        for folder in [Folder::Games, Folder::Parts, Folder::Maps, Folder::Scripts, Folder::Rulebooks] {
            assert!(folder.names().is_sorted() && folder.names().all(|name| folder.text(name).is_some()), "{folder:?}");
            assert_eq!(folder.text("no such file"), None);
        }
        for (folder, ending) in
            [(Folder::Games, ".toml"), (Folder::Parts, ".toml"), (Folder::Maps, ".toml"), (Folder::Rulebooks, ".md")]
        {
            assert!(folder.names().count() > 0 && folder.names().all(|name| name.ends_with(ending)), "{folder:?}");
        }
    }

    #[test]
    fn a_new_game_has_a_file_of_its_name() {
        assert!(BEGINNING.iter().any(|(name, text)| *name == "NAME.toml" && text.contains("skerry")));
    }
}
