//! Files of a game: the text of any of them, the game, its map, its scripts.

use super::{Subject, once, play};
use crate::damage::{reword, words};
use crate::good::{self, Good};
use crate::tree;
use railwright_rules::compile::load_from;
use railwright_rules::library::Library;
use railwright_rules::{Loaded, Setting};
use railwright_script::Rhai;
use railwright_source::{Files, Report, parse};
use std::path::Path;

/// Any file, as far as becoming a tree with places and reports about them.
pub const TEXT: Subject = Subject {
    name: "text",
    what: "the text of any file, read into a tree",
    attempt: |input| {
        let (mut files, mut report) = (Files::new(), Report::new());
        let file = files.add("hostile.toml", String::from_utf8_lossy(input));
        let tree = parse(&files, file, &mut report);
        let _ = (tree.to_json(), report.render(&files, false), report.to_json(&files));
    },
    structured: |choices| {
        let text = choices.pick((TEXT.good)()).map(|text| String::from_utf8_lossy(text)).unwrap_or_default();
        let mut all = words(&text);
        let language = all.clone();
        reword(&mut all, &language, choices);
        all.concat().into_bytes()
    },
    good: || {
        // Whole files, and their paragraphs, which are quicker to read.
        let texts = |(_, text): &'static (String, String)| text.split("\n\n").chain([text.as_str()]);
        once!(good::games().iter().flat_map(|game| &game.files).flat_map(texts).map(|text| text.as_bytes().to_vec()).collect())
    },
    share: 160,
};

/// A game file, with the maps and scripts of the good games beside it.
pub const GAME: Subject = Subject {
    name: "game",
    what: "a game file, loaded and played",
    attempt: |input| {
        let others = good::games().iter().flat_map(|game| &game.files[1..]);
        let loaded = load_among(others, "hostile.toml", "hostile.toml", input);
        let tree = loaded.tree.clone();
        if let Some((rules, _)) = play::look_at(loaded, play::number(input)) {
            let _ = railwright_manual::rulebook(&[(rules.parts.seats, tree)], &rules.scripts);
        }
    },
    structured: |choices| {
        choices.pick(good::games()).map(|game| tree::disturbed(&game.files[0].1, good::game_trees(), choices)).unwrap_or_default()
    },
    good: || once!(good::games().iter().map(|game| game.files[0].1.clone().into_bytes()).collect()),
    share: 20,
};

/// A map file; its first line names the game that is played on it: `# for NAME`.
pub const MAP: Subject = Subject {
    name: "map",
    what: "a map file, loaded, drawn and played on",
    attempt: |input| {
        let text = String::from_utf8_lossy(input);
        let (game, ..) = good::named(&text);
        let Some((map, _)) = game.map() else { return };
        let played = play::look_at(load_among(&game.files, &game.files[0].0, map, input), play::number(input));
        if let Some((rules, state)) = played {
            let _ = railwright_draw::svg(&rules, Some(&state));
        }
    },
    structured: |choices| {
        let Some(game) = choices.pick(good::games()) else { return Vec::new() };
        let text = game.map().map_or("", |(_, text)| text);
        [format!("# for {}\n", game.name).into_bytes(), tree::disturbed(text, good::map_trees(), choices)].concat()
    },
    good: || {
        let text = |game: &'static Good| Some(format!("# for {}\n{}", game.name, game.map()?.1).into_bytes());
        once!(good::games().iter().filter_map(text).collect())
    },
    share: 20,
};

/// A rule script; its first line says which script it takes the place of: `// NAME of GAME`.
pub const SCRIPT: Subject = Subject {
    name: "script",
    what: "a rule script, loaded and played with",
    attempt: |input| {
        let text = String::from_utf8_lossy(input);
        let (game, line, _) = good::named(&text);
        let is_named = |file: &str| line.split(' ').any(|word| file.strip_suffix(".rhai") == Some(word));
        let named = game.scripts().find(|(file, _)| is_named(file));
        let Some((script, _)) = named.or_else(|| game.scripts().next()) else { return };
        play::look_at(load_among(&game.files, &game.files[0].0, script, input), play::number(input));
    },
    structured: |choices| {
        let Some(text) = choices.pick((SCRIPT.good)()) else { return Vec::new() };
        let text = String::from_utf8_lossy(text);
        let (first, rest) = text.split_once('\n').unwrap_or_default();
        let mut all = words(rest);
        let mut language = all.clone();
        language.extend(railwright_script::host_functions().iter().map(|function| function.name.to_owned()));
        language.extend(["while true { }", "loop { x += x; }", "fn f(x) { f(x) }", "[", "let x = \"a\";"].map(str::to_owned));
        reword(&mut all, &language, choices);
        format!("{first}\n{}", all.concat()).into_bytes()
    },
    good: || {
        let of_game = |game: &'static Good| {
            let named = |file: &str, text: &str| format!("// {} of {}\n{text}", file.trim_end_matches(".rhai"), game.name);
            game.scripts().map(move |(file, text)| named(file, text).into_bytes())
        };
        once!(good::games().iter().flat_map(of_game).collect())
    },
    share: 20,
};

/// Loads a game from files that are held in memory, one of them hostile.
fn load_among<'f>(files: impl IntoIterator<Item = &'f (String, String)>, game: &str, hostile: &str, input: &[u8]) -> Loaded {
    // There is no such folder: what is not held is not found.
    let folder = Path::new("among-hostile-files");
    let text = String::from_utf8_lossy(input).into_owned();
    let mut held: Vec<_> = vec![(folder.join(hostile), text)];
    held.extend(files.into_iter().filter(|(name, _)| name != hostile).map(|(name, text)| (folder.join(name), text.clone())));
    let game = folder.join(game).display().to_string();
    // As many players as the input's number says; none means the least that the game allows.
    let players = (play::number(input) % 4) as u8;
    let library = Library::for_game(&game).holding(held);
    load_from(library, &game, &Setting { players, options: Vec::new() }, &Rhai, &|_, _| {})
}
