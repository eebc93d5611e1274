//! A scenario as its file says it, read with places so that every mistake can be shown where it was made.

use railwright_source::{Diagnostic, Files, Kind, Need, Node, Origin, Reader, Report, Schema, key, parse};
use std::path::{Path, PathBuf};

const PLAYERS: Kind = Kind::Int { min: 1, max: 8 };

/// What a scenario file may have.
pub const SCHEMA: Schema = Schema::new(
    "scenario",
    "A position, moves in notation, refusals and expectations.",
    &[
        key("text", Kind::Text, Need::Required, "what it shows, in one sentence"),
        key("covers", Kind::Texts, Need::Optional, "the numbered rules that would be missed here if they were taken away"),
        key("game", Kind::Text, Need::Required, "a bundled game, or the path of a game file relative to this one"),
        key("players", Kind::Int { min: 0, max: 99 }, Need::Required, "how many play"),
        key("seed", Kind::Int { min: 0, max: i64::MAX }, Need::Default("1"), "what chance is drawn from"),
        key(
            "first",
            Kind::OneOf(&[PLAYERS, Kind::Word(&["seed"])]),
            Need::Default("1"),
            "the first player, or `seed` to let the seed choose",
        ),
        key("options", Kind::Texts, Need::Optional, "options of the game switched on, or off with `no-` before the name"),
        key("refused", Kind::Text, Need::Optional, "the game cannot be set up like this, and the reason contains this text"),
        key("stack", Kind::Map(&Kind::Texts), Need::Optional, "what lies on top of piles before set-up, first drawn first"),
        key("position", Kind::Map(&Kind::Any), Need::Optional, "zones, counters and lanes after set-up, which then plays itself"),
        key("play", Kind::Table(&PLAY), Need::Optional, "what happens"),
    ],
);

const PLAY: Schema = Schema::new(
    "play",
    "What happens, one line each.",
    &[key("moves", Kind::Texts, Need::Required, "moves, refusals and expectations: a text of several lines, or a list")],
);

/// One line of a scenario's play.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) at: Origin,
}

/// A scenario that was read without errors; its game is yet to be loaded.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The file.
    pub path: PathBuf,
    /// What it shows.
    pub text: String,
    /// The numbered rules it covers.
    pub covers: Vec<String>,
    /// A bundled game, or a path.
    pub game: String,
    /// How many play.
    pub players: u8,
    /// What chance is drawn from.
    pub seed: u64,
    /// The first player, counted from 1, unless the seed chooses.
    pub first: Option<u8>,
    /// Options switched on or off.
    pub options: Vec<String>,
    /// The game cannot be set up like this, for a reason that contains this text.
    pub refused: Option<String>,
    pub(crate) stack: Option<Node>,
    pub(crate) position: Option<Node>,
    pub(crate) lines: Vec<Line>,
    pub(crate) files: Files,
    pub(crate) whole: Origin,
}

/// What is wrong with a scenario, and the texts it is wrong in.
#[derive(Clone, Debug)]
pub struct Problems {
    /// The texts.
    pub files: Files,
    /// What is wrong.
    pub report: Report,
}

impl Problems {
    /// For people: file, line, marked text, cause and remedy of each.
    pub fn render(&self, colour: bool) -> String {
        self.report.render(&self.files, colour)
    }
}

impl Scenario {
    /// Reads a scenario file.
    pub fn load(path: &Path) -> Result<Self, Problems> {
        match std::fs::read_to_string(path) {
            Ok(text) => Self::read(path, text),
            Err(error) => {
                let mut report = Report::new();
                report.push(Diagnostic::error("no-such-file", format!("cannot read {}: {error}", path.display())));
                Err(Problems { files: Files::new(), report })
            }
        }
    }

    /// Reads a scenario from its text; the path says where further files are looked for and what errors show.
    pub fn read(path: &Path, text: String) -> Result<Self, Problems> {
        let (mut files, mut report) = (Files::new(), Report::new());
        let file = files.add(path.display().to_string(), text);
        let tree = parse(&files, file, &mut report);
        if !report.is_ok() {
            return Err(Problems { files, report });
        }
        let reader = Reader::new(&tree, &SCHEMA, "", &mut report);
        let play = reader.table("play");
        if play.is_none() && !reader.has("refused") && report.is_ok() {
            let problem =
                Diagnostic::error("missing-key", "the scenario plays nothing").at(tree.origin, "`[play]` is missing here");
            report.push(problem.help("add [play] with moves = \"\"\"…\"\"\", one move or expectation on each line"));
        }
        if !report.is_ok() {
            return Err(Problems { files, report });
        }
        let texts = |key: &str| reader.texts(key).iter().map(|(text, _)| (*text).to_owned()).collect();
        let text = |key: &str| reader.text(key).unwrap_or_default().trim().to_owned();
        let lines = play.and_then(|play| play.node("moves").cloned()).map(|moves| lines(&moves, &files)).unwrap_or_default();
        let first =
            if reader.node("first").is_some_and(|n| n.as_int().is_none()) { None } else { reader.int("first").map(|n| n as u8) };
        let scenario = Scenario {
            path: path.to_owned(),
            text: text("text"),
            covers: texts("covers"),
            game: text("game"),
            players: reader.int("players").unwrap_or(0) as u8,
            seed: reader.int("seed").unwrap_or(1) as u64,
            first,
            options: texts("options"),
            refused: reader.text("refused").map(str::to_owned),
            stack: reader.has("stack").then(|| reader.node("stack").cloned()).flatten(),
            position: reader.has("position").then(|| reader.node("position").cloned()).flatten(),
            lines,
            whole: reader.origin("text"),
            files: Files::new(),
        };
        Ok(Scenario { files, ..scenario })
    }

    /// The file's name without its ending.
    pub fn name(&self) -> String {
        self.path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }
}

/// The lines of a text, or the items of a list, each with its place.
fn lines(moves: &Node, files: &Files) -> Vec<Line> {
    if let Some(list) = moves.as_list() {
        return list.iter().filter_map(|node| Some(Line { text: node.as_text()?.trim().to_owned(), at: node.origin })).collect();
    }
    let written = files.excerpt(moves.origin);
    let mut lines = Vec::new();
    let mut from = 0;
    for text in moves.as_text().unwrap_or_default().lines().map(str::trim).filter(|text| !text.is_empty()) {
        // A line is found as it was written, unless it has escapes: then the whole text is its place.
        let at = match written[from..].find(text) {
            Some(offset) => {
                let start = moves.origin.start + (from + offset) as u32;
                from += offset + text.len();
                Origin { start, end: start + text.len() as u32, ..moves.origin }
            }
            None => moves.origin,
        };
        lines.push(Line { text: text.to_owned(), at });
    }
    lines
}
