//! Texts of authors where they are shown: on a terminal, in Markdown, CSV, SVG and JSON. What is shown is read again by others' readers,
//! and must be the text and nothing more.

use super::{Subject, once};
use crate::good;
use crate::{Choices, shown};
use railwright_core::fnv::Fnv;
use railwright_rules::compile::load_from;
use railwright_rules::library::Library;
use railwright_rules::{Rules, Setting};
use railwright_script::Rhai;
use railwright_source::Node;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// One of so many texts is also put into a game, whose rulebook and picture are made.
const IN_GAMES: u64 = 32;

/// A text that an author may have written anywhere.
pub const OUTPUT: Subject = Subject {
    name: "output",
    what: "a text with control characters, tags and formulas, shown in every way there is",
    attempt: |input| {
        let text = String::from_utf8_lossy(input);
        shown::on_terminal(&text);
        shown::as_json(&text);
        shown::in_csv(&text);
        shown::between_tags(&text);
        shown::in_markdown(&text);
        if Fnv::of(input).is_multiple_of(IN_GAMES) {
            in_a_game(&text);
        }
    },
    structured: |choices| chosen(choices).into_bytes(),
    good: || {
        let texts = |(_, text): &'static (String, String)| text.split(['\n', '"']).filter(|text| text.len() > 2);
        once!(good::games().iter().flat_map(|game| &game.files).flat_map(texts).map(|text| text.as_bytes().to_vec()).collect())
    },
    share: 75,
};

/// Pieces that do something somewhere.
const PIECES: [&str; 64] = [
    "\u{1b}[2J",
    "\u{1b}]0;x\u{7}",
    "\u{1b}]8;;http://x\u{1b}\\",
    "\u{1b}[8m",
    "\u{1b}[1m",
    "\u{1b}[",
    "\u{1b}",
    "\u{9b}2J",
    "\u{7}",
    "\u{8}",
    "\r",
    "\r\n",
    "\n",
    "\n\n",
    "\t",
    "\0",
    "\u{7f}",
    "\u{85}",
    "\u{2028}",
    "\u{202e}",
    "\u{2066}",
    "\u{feff}",
    "<script>",
    "</script>",
    "<b>",
    "<!--",
    "-->",
    "<?x",
    "]]>",
    "<a href=javascript:1>",
    "&lt;",
    "&#106;",
    "&",
    "\"",
    "'",
    "`",
    "``",
    "```",
    "~~~",
    "|",
    "\\|",
    "\\",
    "[x](",
    "javascript:1)",
    "](",
    "](javascript:1)",
    "[x]: ",
    "[x][x]",
    "![x](",
    ")",
    "https://x.example)",
    "#",
    "    ",
    "- ",
    "> ",
    "---",
    "=1+1",
    "+1",
    "-1",
    "@x",
    ",",
    ";",
    "a",
    " word ",
];

/// Up to ten pieces one after another.
fn chosen(choices: &mut Choices) -> String {
    (0..=choices.below(10)).filter_map(|_| choices.pick(&PIECES)).copied().collect()
}

fn in_a_game(text: &str) {
    let Some((rules, tree)) = named(text) else { return };
    let page = railwright_manual::rulebook(&[(rules.parts.seats, tree)], &rules.scripts);
    shown::is_plain_markdown(&page);
    static GOOD: OnceLock<String> = OnceLock::new();
    let good = GOOD.get_or_init(|| railwright_draw::svg(&good::games()[0].rules, None));
    shown::is_plain_svg(&railwright_draw::svg(&rules, None), good);
}

/// A small game that is called like this, and whose places and actions are.
fn named(text: &str) -> Option<(Arc<Rules>, Node)> {
    let game = &good::games()[0];
    let quoted = toml::Value::String(text.to_owned());
    let mut tree: toml::Table = game.files[0].1.parse().ok()?;
    tree.insert("name".to_owned(), quoted.clone());
    tree.insert("summary".to_owned(), quoted.clone());
    let (map_name, map) = game.map()?;
    let mut map: toml::Table = map.parse().ok()?;
    for place in map.get_mut("places")?.as_table_mut()?.iter_mut().take(1).filter_map(|(_, place)| place.as_table_mut()) {
        place.insert("name".to_owned(), quoted.clone());
    }
    let folder = Path::new("among-texts-of-authors");
    let held = vec![(folder.join("game.toml"), tree.to_string()), (folder.join(map_name), map.to_string())];
    let others = game.files[1..].iter().filter(|(name, _)| name != map_name);
    let held = held.into_iter().chain(others.map(|(name, text)| (folder.join(name), text.clone()))).collect();
    let path = folder.join("game.toml").display().to_string();
    let setting = Setting { players: 0, options: Vec::new() };
    let loaded = load_from(Library::for_game(&path).holding(held), &path, &setting, &Rhai, &|_, _| {});
    shown::on_terminal(&loaded.report.render(&loaded.files, false));
    let tree = loaded.tree.clone();
    Some((Arc::new(loaded.rules?), tree))
}
