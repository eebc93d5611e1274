//! Files of a game: the text of any of them, the game, its map, its scripts.

use super::{Subject, once, play};
use crate::Choices;
use crate::crowd::crowded;
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
    share: 60,
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
    share: 4,
};

/// One of so many maps is crowded rather than disturbed.
const CROWDED: usize = 48;

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
        let disturbed = tree::disturbed(text, good::map_trees(), choices);
        let map = if choices.below(CROWDED) == 1 { crowded(text, choices) } else { disturbed };
        [format!("# for {}\n", game.name).into_bytes(), map].concat()
    },
    good: || {
        let text = |game: &'static Good| Some(format!("# for {}\n{}", game.name, game.map()?.1).into_bytes());
        once!(good::games().iter().filter_map(text).collect())
    },
    share: 1,
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
        let mut text = all.concat();
        if choices.below(3) == 0 {
            put_to_work(&mut text, choices);
        }
        format!("{first}\n{text}").into_bytes()
    },
    good: || {
        let of_game = |game: &'static Good| {
            let named = |file: &str, text: &str| format!("// {} of {}\n{text}", file.trim_end_matches(".rhai"), game.name);
            game.scripts().map(move |(file, text)| named(file, text).into_bytes())
        };
        once!(good::games().iter().flat_map(of_game).collect())
    },
    share: 3,
};

/// Values that are long, deep or many, in a few words.
const LONG: [&str; 8] = [
    "[]; v.pad(4900, 7)",
    "[]; v.pad(900, [1])",
    "[]; v.pad(90, #{ a: [1] })",
    "\"\"; v.pad(3900, \"ab\")",
    "\"\"; v.pad(3900, \"\")",
    "[1]; for i in 0..12 { v += v; }",
    "[]; for i in 0..40 { v = [v, i]; }",
    "table.lanes(); v += v",
];
/// What is much work with them.
const WORK: [&str; 20] = [
    "v == v",
    "v.contains(8)",
    "v.index_of([8])",
    "v.sort()",
    "v.dedup()",
    "v.reverse()",
    "v = v.filter(|x| x != v)",
    "v.map(|x| [x, x, x, x])",
    "v.split(\"\")",
    "v.sub_string(1)",
    "v.replace(\"a\", v)",
    "v += v",
    "v = [v]",
    "v.insert(0, v)",
    "let w = `${v}`",
    "let w = v.to_json()",
    "let f = |x| x; f.curry(v)",
    "let w = v; w[0] = v",
    "deeper(v)",
    "v.reduce(|sum, x| [sum, x])",
];

/// Lets some function of a script do much work, often or deep in calls.
fn put_to_work(text: &mut String, choices: &mut Choices) {
    let begins: Vec<usize> = text.match_indices(") {\n").map(|(at, found)| at + found.len()).collect();
    let Some(&at) = choices.pick(&begins) else { return };
    let mut pick = |among: &[&'static str]| choices.pick(among).copied().unwrap_or_default();
    let (value, first, second) = (pick(&LONG), pick(&WORK), pick(&WORK));
    let often = pick(&["loop", "for i in 0..3000", "while true"]);
    text.insert_str(at, &format!("    let v = {value}; {often} {{ {first}; {second}; }}\n"));
    let copies: String = (0..100).map(|i| format!("let v{i} = v; ")).collect();
    text.push_str(&format!("\nfn deeper(v) {{ {copies} deeper(v); }}\n"));
}

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
