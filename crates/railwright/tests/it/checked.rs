//! Games with more settings than can be looked at: some of them are, and it is said which.

use railwright::check;
use std::path::Path;

/// A copy of a small game with so many options and an overlay for each, in a folder of its own.
fn with_options(number: usize) -> std::path::PathBuf {
    let small = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games/auction");
    let folder = std::env::temp_dir().join(format!("railwright-{}-options-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(small.join("auction-map.toml"), folder.join("auction-map.toml")).unwrap();
    let mut text = std::fs::read_to_string(small.join("auction.toml")).unwrap();
    for i in 0..number {
        let others: String = (1..6).map(|j| format!(" and option(o{})", (i + j) % number)).collect();
        text += &format!("[options.o{i}]\nname = \"Option {i}\"\ntext = \"Something is different.\"\n");
        text += &format!("[overlays.v{i}]\nwhen = \"option(o{i}){others} and not option(o{i})\"\nsummary = \"v{i}\"\n");
    }
    std::fs::write(folder.join("many.toml"), text).unwrap();
    folder
}

#[test]
fn a_game_with_many_options_is_looked_at_in_some_settings_and_says_in_how_many() {
    let folder = with_options(60);
    let checked = check(&folder.join("many.toml").to_string_lossy());
    assert_eq!((checked.settings(), checked.all_settings()), (63, 183), "{checked}");
    let json = checked.to_json();
    let settings: Vec<&str> = json["settings"].as_array().unwrap().iter().filter_map(|name| name.as_str()).collect();
    for plain in ["2 players", "3 players", "4 players"] {
        assert!(settings.contains(&plain), "{settings:?}");
    }
    for option in 0..60 {
        assert!(settings.iter().any(|name| name.ends_with(&format!(" and o{option}"))), "o{option}: {settings:?}");
    }
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn an_overlay_whose_condition_can_never_hold_is_found_among_few_options() {
    let folder = with_options(6);
    let checked = check(&folder.join("many.toml").to_string_lossy());
    assert_eq!((checked.settings(), checked.all_settings()), (21, 21), "{checked}");
    assert!(checked.to_string().contains("v0"), "{checked}");
    let _ = std::fs::remove_dir_all(folder);
}
