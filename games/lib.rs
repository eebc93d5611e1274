//! The games that come with Railwright, as data: what a file says is for others to read.
//!
//! This crate knows nothing of games. It holds the texts of the folders beside it, so that a program that was installed
//! somewhere has them with it and every other crate can be packaged by itself.

use rust_embed::Embed;

#[derive(Embed)]
#[folder = "games"]
#[include = "*.toml"]
struct Games;

#[derive(Embed)]
#[folder = "maps"]
#[include = "*.toml"]
struct Maps;

#[derive(Embed)]
#[folder = "scripts"]
#[include = "*.rhai"]
struct Scripts;

#[derive(Embed)]
#[folder = "docs/rules"]
#[include = "*.md"]
struct Rulebooks;

/// A folder of bundled files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folder {
    /// Game files: TOML.
    Games,
    /// Map files: TOML.
    Maps,
    /// Rule scripts: Rhai.
    Scripts,
    /// The numbered rules of the games in words: Markdown.
    Rulebooks,
}

impl Folder {
    /// The names of the files in the folder, with their endings, in order.
    pub fn names(self) -> Vec<String> {
        let mut names: Vec<String> = match self {
            Folder::Games => Games::iter().map(Into::into).collect(),
            Folder::Maps => Maps::iter().map(Into::into).collect(),
            Folder::Scripts => Scripts::iter().map(Into::into).collect(),
            Folder::Rulebooks => Rulebooks::iter().map(Into::into).collect(),
        };
        names.sort();
        names
    }

    /// The text of a file of the folder.
    pub fn text(self, name: &str) -> Option<String> {
        let file = match self {
            Folder::Games => Games::get(name),
            Folder::Maps => Maps::get(name),
            Folder::Scripts => Scripts::get(name),
            Folder::Rulebooks => Rulebooks::get(name),
        }?;
        String::from_utf8(file.data.into_owned()).ok()
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
        for folder in [Folder::Games, Folder::Maps, Folder::Scripts, Folder::Rulebooks] {
            let names = folder.names();
            assert!(names.is_sorted() && names.iter().all(|name| folder.text(name).is_some()), "{folder:?}");
            assert_eq!(folder.text("no such file"), None);
        }
        assert!(!Folder::Games.names().is_empty() && !Folder::Maps.names().is_empty() && !Folder::Rulebooks.names().is_empty());
    }

    #[test]
    fn a_new_game_has_a_file_of_its_name() {
        assert!(BEGINNING.iter().any(|(name, text)| *name == "NAME.toml" && text.contains("skerry")));
    }
}
