//! The bundled files of the day on which format 1 was frozen, in `tests/formats/format-1`, are read for ever and mean what they meant: each
//! game, played with every number of players and every option, comes out as it did then.
//!
//! The files there are never changed. What is bundled today may change: it has outcomes of its own.

use railwright_oracle::run::play;
use railwright_oracle::{Case, Outcomes, folder};
use std::path::PathBuf;

/// So many games of each setting were kept.
const GAMES: u64 = 20;

fn kept() -> PathBuf {
    folder().join("../formats/format-1")
}

/// The ids of the kept files of a folder.
fn ids(of: &str, ending: &str) -> Vec<String> {
    let entries = std::fs::read_dir(kept().join(of)).expect("kept files").map(|entry| entry.expect("an entry").path());
    let files = entries.filter(|path| path.extension().is_some_and(|own| own == ending));
    let mut ids: Vec<String> = files.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
    ids.sort();
    ids
}

#[test]
fn games_of_the_day_of_format_1_come_out_as_they_did() {
    let text = std::fs::read_to_string(kept().join("outcomes.txt")).expect("kept outcomes");
    let outcomes = Outcomes::read(&text).expect("outcomes");
    let games = ids("games", "toml");
    assert!(games.len() >= 13 && outcomes.sections.len() >= 40, "{} games, {} settings", games.len(), outcomes.sections.len());
    for game in &games {
        assert!(outcomes.sections.iter().any(|section| section.case.game == *game), "no outcome of {game} was kept");
    }
    for section in &outcomes.sections {
        let path = kept().join("games").join(format!("{}.toml", section.case.game));
        let case = Case { game: path.display().to_string(), ..section.case.clone() };
        let played = play(&case, GAMES, Some(&[])).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(played.section.games, section.games, "{}", section.case);
    }
}

/// A part that no longer comes with the program, or a map, is found beside the games that use it.
#[test]
fn everything_that_was_bundled_is_kept() {
    for (of, ending) in [("games", "toml"), ("games/parts", "toml"), ("maps", "toml"), ("scripts", "rhai")] {
        let ids = ids(of, ending);
        assert!(!ids.is_empty(), "{of}");
        for id in ids {
            let path = kept().join(of).join(format!("{id}.{ending}"));
            let text = std::fs::read_to_string(&path).expect("a text");
            assert!(ending == "rhai" || text.lines().any(|line| line == "format = 1"), "{of}/{id} says its format");
        }
    }
}
