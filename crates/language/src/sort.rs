//! What a file is, by what it says and where it lies.

use railwright::source::{Files, Node, Report, parse};
use std::path::Path;

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A game.
    Game,
    /// A map.
    Map,
    /// A part that games use.
    Part,
    /// A scenario.
    Scenario,
    /// A rule module.
    Module,
}

impl Sort {
    /// What a file is: the ending tells a module, keys tell the others, and the folder does where there are none yet.
    #[must_use]
    pub fn of(path: &Path, text: &str) -> Self {
        if path.extension().is_some_and(|ending| ending == "rhai") {
            return Sort::Module;
        }
        let tree = tree(text);
        let has = |key: &str| tree.at(key).is_some();
        let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
        match folder {
            "parts" => Sort::Part,
            _ if has("extends") || has("flow") || has("players") && has("map") => Sort::Game,
            _ if has("play") || has("game") => Sort::Scenario,
            _ if has("parameters") && !has("map") => Sort::Part,
            _ if (has("places") || has("lines") || has("provenance")) && !has("map") => Sort::Map,
            "maps" => Sort::Map,
            _ if folder == "scenarios" || path.components().any(|part| part.as_os_str() == "scenarios") => Sort::Scenario,
            _ => Sort::Game,
        }
    }
}

impl Sort {
    /// Whether a file looks like one of a game: by its format, a key that only such files have, or its folder. Other TOML files lie about in
    /// the same folders, and are nobody's business here.
    #[must_use]
    pub fn known(path: &Path, text: &str) -> bool {
        let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let tree = tree(text);
        let has = |keys: &[&str]| keys.iter().all(|key| tree.at(key).is_some());
        let is_ours = |keys: &&[&str]| has(keys);
        let keys: [&[&str]; 8] = [
            &["format"],
            &["extends"],
            &["flow"],
            &["places", "lines"],
            &["players", "map"],
            &["game", "play"],
            &["game", "players"],
            &["summary", "parameters"],
        ];
        match ending {
            "rhai" => true,
            "toml" => matches!(folder, "games" | "parts" | "maps" | "scenarios") || keys.iter().any(is_ours),
            _ => false,
        }
    }
}

/// A text as a tree, if all of it can be read.
pub(crate) fn readable(text: &str) -> Option<Node> {
    let (mut files, mut report) = (Files::new(), Report::new());
    let file = files.add("", text);
    let tree = parse(&files, file, &mut report);
    report.is_ok().then_some(tree)
}

/// A text as a tree: as much of it as can be read.
pub(crate) fn tree(text: &str) -> Node {
    let mut files = Files::new();
    let file = files.add("", text);
    parse(&files, file, &mut Report::new())
}
