//! Many inputs on many threads, and what is to be said about them in the end.

use railwright_hostile::{Subject, Verdict, Way, judge};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// So many inputs are handed to a thread at a time.
const PORTION: u64 = 500;
/// An input that takes longer than this by the clock hangs, however busy the machine is.
const HANGS: Duration = Duration::from_secs(120);
/// How often it is said how far the run is.
const TOLD: Duration = Duration::from_secs(20);
/// So many inputs with the same fault are kept.
const KEPT: usize = 3;

/// Inputs of one kind, made in one way, with numbers from one to before another.
#[derive(Clone, Copy)]
struct Portion {
    subject: usize,
    way: Way,
    from: u64,
    to: u64,
}

/// What came of all inputs of a kind that were made in one way.
pub struct Outcome {
    /// The name of the kind.
    pub name: &'static str,
    /// How they were made.
    pub way: Way,
    /// How many there were.
    pub inputs: u64,
    /// How many broke something.
    pub wrong: u64,
    time: Duration,
    slowest: (Duration, u64),
    largest: (u64, u64),
    faults: Vec<(String, usize)>,
}

impl Outcome {
    fn new(name: &'static str, way: Way) -> Self {
        let (time, slowest, largest) = (Duration::ZERO, (Duration::ZERO, 0), (0, 0));
        Outcome { name, way, inputs: 0, wrong: 0, time, slowest, largest, faults: Vec::new() }
    }

    fn take(&mut self, number: u64, input: &[u8], verdict: &Verdict, found: &Path) {
        self.inputs += 1;
        self.time += verdict.time;
        self.slowest = self.slowest.max((verdict.time, number));
        self.largest = self.largest.max((verdict.memory, number));
        let Some(wrong) = verdict.wrong(1) else { return };
        self.wrong += 1;
        // What was compared differs from input to input; where it happened does not.
        let what = wrong.split(": ").next().unwrap_or_default().split(',').next_back().unwrap_or_default().to_owned();
        let at = self.faults.iter().position(|fault| fault.0 == what).unwrap_or_else(|| {
            self.faults.push((what, 0));
            self.faults.len() - 1
        });
        self.faults[at].1 += 1;
        if self.faults[at].1 <= KEPT {
            let file = file_of(found, self.name, self.way, number);
            eprintln!("{wrong}\n  {}", keep(&file, input));
        }
    }
}

fn file_of(found: &Path, name: &str, way: Way, number: u64) -> std::path::PathBuf {
    found.join(format!("{name}-{}-{number}", format!("{way:?}").to_lowercase()))
}

fn keep(file: &Path, input: &[u8]) -> String {
    let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
    match folder.and_then(|()| std::fs::write(file, input)) {
        Ok(()) => format!("the input is in {}", file.display()),
        Err(error) => format!("{} cannot be written: {error}", file.display()),
    }
}

/// Tries so many inputs, shared among the kinds.
pub fn run(subjects: &[&'static Subject], ways: &[Way], first: u64, inputs: u64, threads: usize, found: &Path) -> Vec<Outcome> {
    let portions = portions(subjects, ways, first, inputs);
    let outcomes: Vec<Mutex<Outcome>> = subjects
        .iter()
        .flat_map(|subject| [Way::Raw, Way::Structured].map(|way| Mutex::new(Outcome::new(subject.name, way))))
        .collect();
    let (next, done, left) = (AtomicUsize::new(0), AtomicU64::new(0), AtomicUsize::new(threads));
    let busy: Vec<Mutex<Option<(Portion, u64, Instant)>>> = (0..threads).map(|_| Mutex::new(None)).collect();
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for own in &busy {
            let (portions, outcomes, next, done, left) = (&portions, &outcomes, &next, &done, &left);
            scope.spawn(move || {
                while let Some(portion) = portions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let subject = subjects[portion.subject];
                    for number in portion.from..portion.to {
                        *own.lock().expect("no panic here") = Some((*portion, number, Instant::now()));
                        let input = subject.numbered(portion.way, number);
                        let verdict = judge(subject, &input);
                        let at = portion.subject * 2 + usize::from(portion.way == Way::Structured);
                        outcomes[at].lock().expect("no panic here").take(number, &input, &verdict, found);
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                }
                *own.lock().expect("no panic here") = None;
                left.fetch_sub(1, Ordering::Relaxed);
            });
        }
        let mut told = Instant::now();
        while left.load(Ordering::Relaxed) > 0 {
            std::thread::sleep(Duration::from_millis(200));
            let hanging = |own: &Mutex<Option<(Portion, u64, Instant)>>| {
                own.lock().expect("no panic here").filter(|(_, _, since)| since.elapsed() > HANGS)
            };
            if let Some((portion, number, _)) = busy.iter().find_map(hanging) {
                let subject = subjects[portion.subject];
                let file = file_of(found, subject.name, portion.way, number);
                eprintln!("{} {number} hangs\n  {}", subject.name, keep(&file, &subject.numbered(portion.way, number)));
                std::process::exit(1);
            }
            if told.elapsed() > TOLD {
                told = Instant::now();
                let done = done.load(Ordering::Relaxed);
                eprintln!("{done} of {inputs} inputs, {} a second", done / begun.elapsed().as_secs().max(1));
            }
        }
    });
    outcomes.into_iter().map(|outcome| outcome.into_inner().expect("no panic here")).collect()
}

/// The portions of all kinds in turn, so that each kind is tried from the beginning.
fn portions(subjects: &[&'static Subject], ways: &[Way], first: u64, inputs: u64) -> Vec<Portion> {
    let shares: u64 = subjects.iter().map(|subject| subject.share).sum();
    let mut portions = Vec::new();
    for (subject, of) in subjects.iter().enumerate() {
        let each = inputs * of.share / shares / ways.len() as u64;
        for &way in ways {
            let starts = (0..each).step_by(PORTION as usize);
            let of_kind = starts.map(|from| Portion { subject, way, from: first + from, to: first + (from + PORTION).min(each) });
            // How far this is through its own kind, so that all kinds come to their end together.
            portions.extend(of_kind.map(|portion| ((portion.from - first) * 1_000_000 / each.max(1), portion)));
        }
    }
    portions.sort_by_key(|(far, _)| *far);
    portions.into_iter().map(|(_, portion)| portion).collect()
}

/// What came of it, as a table.
pub fn table(outcomes: &[Outcome]) -> String {
    let mut text =
        "kind                    inputs   wrong    on average    slowest (number)    most memory (number)\n".to_owned();
    for outcome in outcomes.iter().filter(|outcome| outcome.inputs > 0) {
        let each = outcome.time.as_micros() as u64 / outcome.inputs;
        let way = format!("{:?}", outcome.way).to_lowercase();
        let _ = writeln!(
            text,
            "{:<22} {:>9} {:>6} {:>8} us {:>8} ms ({}) {:>12} KiB ({})",
            format!("{} {way}", outcome.name),
            outcome.inputs,
            outcome.wrong,
            each,
            outcome.slowest.0.as_millis(),
            outcome.slowest.1,
            outcome.largest.0 >> 10,
            outcome.largest.1,
        );
        for (what, times) in &outcome.faults {
            let _ = writeln!(text, "    {times} x {what}");
        }
    }
    let total: u64 = outcomes.iter().map(|outcome| outcome.inputs).sum();
    let wrong: u64 = outcomes.iter().map(|outcome| outcome.wrong).sum();
    let _ = writeln!(text, "{total} inputs, {wrong} of them wrong");
    text
}
