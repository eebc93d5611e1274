//! What is wrong with a file as it is now: what `check` says, as places of an editor.

use crate::context::is_module;
use crate::text::{Range, range};
use crate::{Place, Sort, Workspace};
use railwright::rules::compile::schema::{FILE, GAME, LINE, MAP, PART, PLACE};
use railwright::rules::library::Library;
use railwright::rules::module;
use railwright::rules::script::Scripting;
use railwright::scenario::Scenario;
use railwright::script::Rhai;
use railwright::source::disk::without_detours;
use railwright::source::{Diagnostic, Files, Kind, Node, Origin, Report, check_format, check_table, parse};
use railwright::{CheckOptions, check_files};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Something that is wrong, or hardly meant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// The file.
    pub file: PathBuf,
    /// Where in it.
    pub range: Range,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// A stable name: `railwright explain unknown-key` says more.
    pub code: &'static str,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// What is to be said at the place, and other places that it has to do with.
    pub label: String,
    /// Other places that it has to do with.
    pub related: Vec<Related>,
}

/// Another place that a problem has to do with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Related {
    /// The place.
    pub place: Place,
    /// What is to be said there.
    pub label: String,
}

impl Workspace {
    /// What is wrong with a file, with the likeliest game that it belongs to.
    #[must_use]
    pub fn diagnostics(&self, file: impl AsRef<Path>) -> Vec<Problem> {
        let path = self.path(file);
        let sort = self.sort(&path);
        if sort == Sort::Scenario {
            return self.of_scenario(&path);
        }
        let mut problems = match self.games_of(&path).first() {
            Some(game) => self.check(game, &|| false).unwrap_or_default(),
            None => self.alone(&path, sort),
        };
        problems.retain(|problem| problem.file == path);
        problems
    }

    /// What is wrong with all files of a game, without its scenarios; nothing if it was told to stop before that was known.
    #[must_use]
    pub fn check(&self, game: impl AsRef<Path>, stop: &dyn Fn() -> bool) -> Option<Vec<Problem>> {
        let path = self.path(game);
        let options = CheckOptions { play: false, ..CheckOptions::default() };
        let check = check_files(&path.display().to_string(), &self.held(), options, stop)?;
        let found = check.problems();
        let mut problems: Vec<Problem> = Vec::new();
        for (problem, files) in found {
            let problem = self.problem(&path, &problem, files);
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        Some(problems)
    }

    fn of_scenario(&self, path: &Path) -> Vec<Problem> {
        let problems = match Scenario::read(path, self.text(path).unwrap_or_default()) {
            Ok(scenario) => scenario.remarked(),
            Err(problems) => problems,
        };
        problems.report.iter().map(|problem| self.problem(path, problem, &problems.files)).collect()
    }

    /// A map, part or module that no game of the folder uses.
    fn alone(&self, path: &Path, sort: Sort) -> Vec<Problem> {
        let text = self.text(path).unwrap_or_default();
        let name = path.display().to_string();
        let mut library = Library::for_game(&name).holding(self.held());
        let mut report = Report::new();
        let file = library.files.add(&name, text.as_str());
        if is_module(path) {
            let script = module::unused(&mut library, file, &mut report);
            Rhai.check(&[script]).into_iter().for_each(|problem| report.push(problem));
        } else {
            let tree = parse(&library.files, file, &mut report);
            if report.is_ok() && check_format(&tree, &mut report) {
                if sort == Sort::Part { part_alone(&tree, &mut report) } else { map_alone(&tree, &mut report) }
            }
        }
        report.drop_consequences();
        report.iter().map(|problem| self.problem(path, problem, &library.files)).collect()
    }

    /// A finding as an editor shows it. What has its place in a bundled file, which nobody can mend, is shown in the game.
    fn problem(&self, game: &Path, found: &Diagnostic, files: &Files) -> Problem {
        let place = |origin: Origin| {
            let bytes = origin.start as usize..origin.end as usize;
            Place { file: without_detours(Path::new(files.name(origin.file))), range: range(files.text(origin.file), bytes) }
        };
        let labels: Vec<(Place, &str)> = found
            .labels
            .iter()
            .filter(|(origin, _)| !origin.is_none())
            .map(|(origin, label)| (place(*origin), label.as_str()))
            .collect();
        let own = labels.iter().position(|(place, _)| !place.is_bundled());
        let folder = format!("{}{}", self.folder().display(), std::path::MAIN_SEPARATOR);
        let mut message = found.message.replace(&folder, "");
        if own != Some(0)
            && let Some((place, _)) = labels.first()
        {
            message += &format!(" (in {}, line {})", place.file.display(), place.range.start.line + 1);
        }
        let (shown, label) = match own {
            Some(at) => (labels[at].0.clone(), labels[at].1.to_owned()),
            None => (Place { file: game.to_owned(), range: self.head_of(game) }, String::new()),
        };
        let others = labels.iter().enumerate().filter(|(at, _)| Some(*at) != own);
        let related = others.map(|(_, (place, label))| Related { place: place.clone(), label: (*label).to_owned() }).collect();
        Problem {
            file: shown.file,
            range: shown.range,
            severity: found.severity.word(),
            code: found.code,
            message,
            help: found.help.clone(),
            label,
            related,
        }
    }

    /// Where something is shown that has no place in a game: what it extends, or its first line.
    fn head_of(&self, game: &Path) -> Range {
        let text = self.text(game).unwrap_or_default();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if line.trim_start().starts_with("extends") {
                return range(&text, start..start + line.trim_end().len());
            }
            start += line.len();
        }
        range(&text, 0..text.lines().next().map_or(0, str::len))
    }
}

fn map_alone(tree: &Node, report: &mut Report) {
    let game = GAME.all_keys();
    let of_game = ["name", "cards", "companies", "sets", "tables", "allow"];
    let extra: Vec<(String, Kind)> =
        game.iter().filter(|key| of_game.contains(&key.name)).map(|key| (key.name.to_owned(), key.kind)).collect();
    check_table(tree, &MAP, &extra, "", report);
    for (table, schema, of) in [("places", &PLACE, "place"), ("lines", &LINE, "lane")] {
        let declared = tree.at(&format!("attributes.{of}")).and_then(Node::as_table).into_iter().flatten();
        let extra: Vec<(String, Kind)> = declared.map(|entry| (entry.key.clone(), Kind::Any)).collect();
        for entry in tree.at(table).and_then(Node::as_table).into_iter().flatten() {
            check_table(&entry.node, schema, &extra, &format!("{table}.{}", entry.key), report);
        }
    }
}

/// Values may be parameters, so that only keys and what the part says of itself can be judged.
fn part_alone(tree: &Node, report: &mut Report) {
    let keys = GAME.all_keys().into_iter().chain(FILE.all_keys());
    let extra: Vec<(String, Kind)> = keys.map(|key| (key.name.to_owned(), Kind::Any)).collect();
    check_table(tree, &PART, &extra, "", report);
}
