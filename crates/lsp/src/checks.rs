//! Checks in the background: what is wrong is told as soon as it is known, and a text that has changed stops the check of the one before.

use crate::bundled::BundledFiles;
use crate::uri;
use lsp_server::{Message, Notification};
use railwright_language::{Problem, Sort, Workspace};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// A text that the editor has open.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The file as the editor calls it.
    pub uri: String,
    /// The version of the text, as the editor counts.
    pub version: i64,
}

/// The texts that the editor has open, by their files.
pub type Open = BTreeMap<PathBuf, Opened>;

/// Checks that run on a thread of their own.
pub struct Checks {
    /// The number of the job that counts; all before it are stale.
    latest: Arc<AtomicU64>,
    jobs: Option<Sender<Job>>,
    worker: Option<JoinHandle<()>>,
}

/// Texts to be checked.
struct Job {
    number: u64,
    workspace: Workspace,
    open: Open,
    /// What has changed, and is looked at first.
    changed: PathBuf,
}

/// What is checked in one go.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Unit {
    /// A game with all its files.
    Game(PathBuf),
    /// A scenario, or a file that no game uses.
    File(PathBuf),
}

impl Checks {
    /// Begins; what is wrong goes to the editor.
    pub fn new(editor: impl Fn(Message) + Send + 'static) -> Self {
        let (jobs, given) = channel();
        let latest = Arc::new(AtomicU64::new(0));
        let seen = latest.clone();
        let tell = Box::new(editor);
        let work = move || Worker { latest: seen, tell, found: BTreeMap::new(), told: BTreeMap::new() }.run(&given);
        Checks { latest, jobs: Some(jobs), worker: Some(std::thread::spawn(work)) }
    }

    /// Checks everything that is open as it is now, what has changed first; whatever is being checked is left.
    pub fn check(&self, workspace: &Workspace, open: &Open, changed: &Path) {
        let number = self.latest.fetch_add(1, Ordering::AcqRel) + 1;
        let job = Job { number, workspace: workspace.clone(), open: open.clone(), changed: changed.to_owned() };
        if let Some(jobs) = &self.jobs {
            // The thread ends only with this.
            let _ = jobs.send(job);
        }
    }
}

impl Drop for Checks {
    fn drop(&mut self) {
        self.latest.fetch_add(1, Ordering::AcqRel);
        self.jobs = None;
        if let Some(worker) = self.worker.take() {
            let _ = worker.join();
        }
    }
}

struct Worker {
    latest: Arc<AtomicU64>,
    tell: Box<dyn Fn(Message) + Send>,
    /// What was found in each go, by file.
    found: BTreeMap<Unit, BTreeMap<PathBuf, Vec<Problem>>>,
    /// What the editor knows of files.
    told: BTreeMap<PathBuf, Value>,
}

impl Worker {
    fn run(mut self, jobs: &Receiver<Job>) {
        let bundled = BundledFiles::new();
        while let Ok(mut job) = jobs.recv() {
            // Only the last one counts.
            while let Ok(later) = jobs.try_recv() {
                job = later;
            }
            self.check(&job, &bundled);
        }
    }

    fn check(&mut self, job: &Job, bundled: &BundledFiles) {
        let stale = || self.latest.load(Ordering::Acquire) != job.number;
        let mut units: Vec<Unit> = Vec::new();
        let first = job.open.keys().filter(|path| **path == job.changed);
        for path in first.chain(job.open.keys().filter(|path| **path != job.changed)) {
            if stale() {
                return;
            }
            let known = !bundled.has(path) && Sort::known(path, &job.workspace.text(path).unwrap_or_default());
            if known && let Some(unit) = unit(&job.workspace, path).filter(|unit| !units.contains(unit)) {
                units.push(unit);
            }
        }
        let gone: Vec<Unit> = self.found.keys().filter(|unit| !units.contains(unit)).cloned().collect();
        for unit in gone {
            let files = self.found.remove(&unit).unwrap_or_default();
            files.keys().for_each(|file| self.publish(file, job));
        }
        for unit in units {
            let stale = || self.latest.load(Ordering::Acquire) != job.number;
            // A fault of a check must not end the others.
            let Ok(problems) = catch_unwind(AssertUnwindSafe(|| problems(&job.workspace, &unit, &stale))) else { continue };
            let Some(problems) = problems.filter(|_| !stale()) else { return };
            self.take(unit, problems, job);
        }
    }

    /// Tells what was found in one go.
    fn take(&mut self, unit: Unit, problems: Vec<Problem>, job: &Job) {
        let mut files: BTreeMap<PathBuf, Vec<Problem>> = BTreeMap::new();
        match &unit {
            Unit::Game(path) | Unit::File(path) => drop(files.entry(path.clone()).or_default()),
        }
        for problem in problems {
            files.entry(problem.file.clone()).or_default().push(problem);
        }
        let before = self.found.insert(unit, files.clone()).unwrap_or_default();
        let touched: BTreeSet<&PathBuf> = files.keys().chain(before.keys()).chain(job.open.keys()).collect();
        touched.into_iter().for_each(|file| self.publish(file, job));
    }

    /// Tells what is wrong with a file, unless the editor knows.
    fn publish(&mut self, file: &Path, job: &Job) {
        let mut problems: Vec<&Problem> = Vec::new();
        for problem in self.found.values().filter_map(|files| files.get(file)).flatten() {
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        let open = job.open.get(file);
        let uri = open.map_or_else(|| uri::of_path(file), |open| open.uri.clone());
        let mut params = json!({ "uri": uri, "diagnostics": problems.into_iter().map(diagnostic).collect::<Vec<_>>() });
        if let Some(open) = open {
            params["version"] = open.version.into();
        }
        let nothing = params["diagnostics"] == json!([]);
        let known = self.told.get(file);
        if known == Some(&params) || known.is_none() && nothing && open.is_none() {
            return;
        }
        self.told.insert(file.to_owned(), params.clone());
        (self.tell)(Notification::new("textDocument/publishDiagnostics".to_owned(), params).into());
    }
}

/// What a file is checked with.
fn unit(workspace: &Workspace, path: &Path) -> Option<Unit> {
    if workspace.sort(path) == Sort::Scenario {
        return Some(Unit::File(path.to_owned()));
    }
    let game = workspace.games_of(path).into_iter().next();
    Some(game.map_or_else(|| Unit::File(path.to_owned()), Unit::Game))
}

fn problems(workspace: &Workspace, unit: &Unit, stop: &dyn Fn() -> bool) -> Option<Vec<Problem>> {
    match unit {
        Unit::Game(game) => workspace.check(game, stop),
        Unit::File(file) => Some(workspace.diagnostics(file)),
    }
}

/// A problem as editors take it.
pub fn diagnostic(problem: &Problem) -> Value {
    let severity = match problem.severity {
        "error" => 1,
        "warning" => 2,
        _ => 3,
    };
    let help = problem.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    let related = problem.related.iter().filter(|related| !related.place.is_bundled());
    let related = related.map(|related| {
        let label = if related.label.is_empty() { "see here" } else { &related.label };
        json!({ "location": { "uri": uri::of_path(&related.place.file), "range": related.place.range }, "message": label })
    });
    json!({
        "range": problem.range,
        "severity": severity,
        "code": problem.code,
        "source": "railwright",
        "message": format!("{}{help}", problem.message),
        "relatedInformation": related.collect::<Vec<_>>(),
    })
}
