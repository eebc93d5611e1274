//! A scenario as its file says it, read with places so that every mistake can be shown where it was made.

use crate::begin::{Begin, BeginKeys};
use railwright_core::narrow::{narrow, saturated};
use railwright_source::disk;
use railwright_source::kinds::{Int, Map, Text, Texts, Word};
use railwright_source::{Diagnostic, Either, Files, Key, Kind, Node, Origin, Reader, Report, check_format, parse, schema};
use std::path::{Path, PathBuf};

schema! {
    /// What a scenario file may have.
    pub SCHEMA: ScenarioKeys = "scenario",
    "A position, moves in notation, refusals and expectations.",
    {
        FORMAT: Int(1..=1) = "format", Optional,
            "the format in which the file is written; without it it is of the one before, which `railwright migrate` rewrites";
        TEXT: Text = "text", Required, "what it shows, in one sentence";
        COVERS: Texts = "covers", Optional, "the numbered rules that would be missed here if they were taken away";
        GAME: Text = "game", Required, "a bundled game, or the path of a game file relative to this one, in the folder that holds this one's or that holds the nearest folder `scenarios`";
        PLAYERS: Int(0..=99) = "players", Required, "how many play";
        SEED: Int(0..=i64::MAX) = "seed", Default("1"), "what chance is drawn from";
        FIRST: OneOf<Int, Word>(&[Kind::Int { min: 1, max: 8 }, Kind::Word(&["seed"])]) = "first", Default("1"),
            "the first player, or `seed` to let the seed choose";
        OPTIONS: Texts = "options", Optional, "options of the game switched on, or off with `no-` before the name";
        REFUSED: Text = "refused", Optional, "the game cannot be set up like this, and the reason contains this text";
        STACK: Map(&Kind::Texts) = "stack", Optional, "what lies on top of piles before set-up, first drawn first";
        POSITION: Map(&Kind::Any) = "position", Optional, "zones, counters, sets, lanes, track and trains after set-up, which plays itself";
        BEGIN: Table<BeginKeys> = "begin", Optional, "where in the turn structure play begins; set-up plays itself";
        PLAY: Table<PlayKeys> = "play", Optional, "what happens";
    }
}

schema! {
    PLAY: PlayKeys = "play",
    "What happens, one line each.",
    {
        MOVES: Texts = "moves", Required, "moves, refusals and expectations: a text of several lines, or a list";
    }
}

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
    /// What is worth a remark in its file, though it can be played.
    pub remarks: Report,
    pub(crate) stack: Option<Node>,
    pub(crate) position: Option<Node>,
    pub(crate) begin: Option<Begin>,
    pub(crate) lines: Vec<Line>,
    pub(crate) files: Files,
    pub(crate) whole: Origin,
    /// Where its game is named.
    pub(crate) game_at: Origin,
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
        match disk::read_text(path) {
            Ok(text) => Self::read(path, text),
            Err(error) => {
                let mut report = Report::new();
                report
                    .push(Diagnostic::error("no-such-file", format!("cannot read {}: {}", path.display(), disk::unread(&error))));
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
        if !check_format(&tree, &mut report) {
            return Err(Problems { files, report });
        }
        let reader = Reader::<ScenarioKeys>::new(&tree, "", &mut report);
        let play = reader.get(ScenarioKeys::PLAY);
        let begin = reader.get(ScenarioKeys::BEGIN);
        if play.is_none() && !reader.has(ScenarioKeys::REFUSED) && report.is_ok() {
            let problem =
                Diagnostic::error("missing-key", "the scenario plays nothing").at(tree.origin, "`[play]` is missing here");
            report.push(problem.help("add [play] with moves = \"\"\"…\"\"\", one move or expectation on each line"));
        }
        if !report.is_ok() {
            return Err(Problems { files, report });
        }
        let texts = |key: Key<_, Texts>| reader.get(key).iter().map(|(text, _)| (*text).to_owned()).collect();
        let text = |key: Key<_, Text>| reader.get(key).unwrap_or_default().trim().to_owned();
        let written = |key: Key<_, Map>| if reader.has(key) { reader.node(key).cloned() } else { None };
        let moves = play.and_then(|play| play.node(PlayKeys::MOVES));
        let first = match reader.get(ScenarioKeys::FIRST) {
            Some(Either::First(seat)) => Some(saturated::<u8>(seat)),
            _ => None,
        };
        let scenario = Scenario {
            path: path.to_owned(),
            text: text(ScenarioKeys::TEXT),
            covers: texts(ScenarioKeys::COVERS),
            game: text(ScenarioKeys::GAME),
            game_at: reader.origin(ScenarioKeys::GAME),
            players: saturated::<u8>(reader.get(ScenarioKeys::PLAYERS).unwrap_or(0)),
            seed: reader.get(ScenarioKeys::SEED).unwrap_or(1).cast_unsigned(),
            first,
            options: texts(ScenarioKeys::OPTIONS),
            refused: reader.get(ScenarioKeys::REFUSED).map(str::to_owned),
            stack: written(ScenarioKeys::STACK),
            position: written(ScenarioKeys::POSITION),
            begin: begin.zip(reader.node(ScenarioKeys::BEGIN)).map(|(begin, node)| Begin::read(&begin, node)),
            lines: moves.map(|moves| lines(moves, &files)).unwrap_or_default(),
            whole: reader.origin(ScenarioKeys::TEXT),
            remarks: Report::new(),
            files: Files::new(),
        };
        Ok(Scenario { files, remarks: report, ..scenario })
    }

    /// Its remarks with the text that they are about.
    pub fn remarked(&self) -> Problems {
        Problems { files: self.files.clone(), report: self.remarks.clone() }
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
                let start = moves.origin.start + narrow::<u32>(from + offset);
                from += offset + text.len();
                Origin { start, end: start + narrow::<u32>(text.len()), ..moves.origin }
            }
            None => moves.origin,
        };
        lines.push(Line { text: text.to_owned(), at });
    }
    lines
}
