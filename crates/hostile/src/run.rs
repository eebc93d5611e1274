//! Many inputs in several processes, and what is to be said about them in the end.
//!
//! Each worker is a process of its own, so that whatever an input does to it (a stack that overflows, memory without end, a wait that never
//! ends) is known of that input and the others go on.

use crate::outcome::Outcome;
use railwright_core::narrow::narrow;
use railwright_hostile::ground::of_process;
use railwright_hostile::{Subject, Way};
use serde_json::Value;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So many inputs are handed to a worker at a time.
const PORTION: u64 = 500;
/// How often it is said how far the run is.
const TOLD: Duration = Duration::from_secs(20);

/// Inputs of one kind, made in one way, with numbers from one to before another.
#[derive(Clone, Copy)]
pub struct Portion {
    /// The kind, by its place among those that are tried.
    subject: usize,
    /// How they are made.
    pub way: Way,
    /// The first number.
    pub from: u64,
    /// The number after the last.
    pub to: u64,
}

/// What is tried, and what has come of it so far.
pub struct Run<'r> {
    subjects: &'r [&'static Subject],
    found: &'r Path,
    waiting: Mutex<VecDeque<Portion>>,
    outcomes: Vec<Mutex<Outcome>>,
    done: AtomicU64,
    told: Mutex<Instant>,
    begun: Instant,
    inputs: u64,
}

/// Tries so many inputs, shared among the kinds.
pub fn run(
    subjects: &[&'static Subject],
    ways: &[Way],
    first: u64,
    inputs: u64,
    workers: usize,
    found: &Path,
) -> std::io::Result<Vec<Outcome>> {
    let ways_of = |subject: &&'static Subject| [Way::Raw, Way::Structured].map(|way| Mutex::new(Outcome::new(subject.name, way)));
    let run = Run {
        subjects,
        found,
        waiting: Mutex::new(portions(subjects, ways, first, inputs).into()),
        outcomes: subjects.iter().flat_map(ways_of).collect(),
        done: AtomicU64::new(0),
        told: Mutex::new(Instant::now()),
        begun: Instant::now(),
        inputs,
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers.max(1)).map(|_| scope.spawn(|| run.work())).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|_| Err(std::io::Error::other("a thread broke down"))))
    })?;
    Ok(run.outcomes.into_iter().map(|outcome| outcome.into_inner().unwrap_or_else(PoisonError::into_inner)).collect())
}

/// A process that tries inputs.
struct Worker {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Worker {
    fn start() -> std::io::Result<Self> {
        let own = std::env::current_exe()?;
        let mut child = Command::new(own).arg("--worker").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (to, from) = (child.stdin.take().expect("it is piped"), child.stdout.take().expect("it is piped"));
        Ok(Worker { child, to, from: BufReader::new(from) })
    }

    /// Has a portion tried; nothing comes back from a worker that has ended.
    fn tried(&mut self, subject: &Subject, portion: Portion) -> Option<Value> {
        let asked = format!("{} {} {} {}\n", subject.name, crate::word(portion.way), portion.from, portion.to);
        self.to.write_all(asked.as_bytes()).and_then(|()| self.to.flush()).ok()?;
        let mut line = String::new();
        self.from.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }

    /// Takes leave of it; what it was ended by.
    fn end(mut self) -> String {
        drop(self.to);
        let _ = std::fs::remove_dir_all(of_process(self.child.id()));
        match self.child.wait() {
            Ok(status) if status.code() == Some(crate::worker::TOO_LONG) => crate::worker::too_long(),
            Ok(status) if status.code() == Some(crate::worker::WAITS) => "it waits for something that does not come".to_owned(),
            Ok(status) => format!("the process ended ({status})"),
            Err(error) => format!("the process is gone ({error})"),
        }
    }
}

impl Run<'_> {
    fn work(&self) -> std::io::Result<()> {
        let mut worker = Worker::start()?;
        loop {
            let next = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(portion) = next else {
                worker.end();
                return Ok(());
            };
            let subject = self.subjects[portion.subject];
            let at = portion.subject * 2 + usize::from(portion.way == Way::Structured);
            match worker.tried(subject, portion) {
                Some(tried) => self.outcome(at).take(&tried, subject, self.found),
                None => {
                    let ended = std::mem::replace(&mut worker, Worker::start()?).end();
                    if portion.to - portion.from > 1 {
                        // Which of them it was shows when each is tried alone.
                        let alone = (portion.from..portion.to).map(|from| Portion { from, to: from + 1, ..portion });
                        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).extend(alone);
                        continue;
                    }
                    self.outcome(at).broke(portion.from, &ended, subject, self.found);
                }
            }
            self.done.fetch_add(portion.to - portion.from, Ordering::Relaxed);
            self.tell();
        }
    }

    fn outcome(&self, at: usize) -> std::sync::MutexGuard<'_, Outcome> {
        self.outcomes[at].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.elapsed() > TOLD {
            *told = Instant::now();
            let done = self.done.load(Ordering::Relaxed);
            eprintln!("{done} of {} inputs, {} a second", self.inputs, done / self.begun.elapsed().as_secs().max(1));
        }
    }
}

/// The portions of all kinds in turn, so that each kind is tried from the beginning.
fn portions(subjects: &[&'static Subject], ways: &[Way], first: u64, inputs: u64) -> Vec<Portion> {
    // The trial has no share in a run of others; alone it has all.
    let shares: u64 = subjects.iter().map(|subject| subject.share).sum::<u64>().max(1);
    let mut portions = Vec::new();
    for (subject, of) in subjects.iter().enumerate() {
        let each = inputs * if subjects.len() == 1 { shares } else { of.share } / shares / ways.len() as u64;
        for &way in ways {
            let starts = (0..each).step_by(narrow(PORTION));
            let of_kind = starts.map(|from| Portion { subject, way, from: first + from, to: first + (from + PORTION).min(each) });
            // How far this is through its own kind, so that all kinds come to their end together.
            portions.extend(of_kind.map(|portion| ((portion.from - first) * 1_000_000 / each.max(1), portion)));
        }
    }
    portions.sort_by_key(|(far, _)| *far);
    portions.into_iter().map(|(_, portion)| portion).collect()
}
