//! What came of the inputs of one kind that were made in one way, and the table of all of them.

use railwright_hostile::{Subject, Way};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// So many inputs with the same fault are kept.
const KEPT: usize = 3;

/// What came of all inputs of a kind that were made in one way.
pub struct Outcome {
    name: &'static str,
    way: Way,
    inputs: u64,
    /// How many broke something.
    pub wrong: u64,
    time: Duration,
    slowest: (u64, u64),
    largest: (u64, u64),
    faults: Vec<(String, usize)>,
}

impl Outcome {
    /// Nothing yet.
    pub fn new(name: &'static str, way: Way) -> Self {
        let (time, slowest, largest) = (Duration::ZERO, (0, 0), (0, 0));
        Outcome { name, way, inputs: 0, wrong: 0, time, slowest, largest, faults: Vec::new() }
    }

    /// What a worker says of a portion.
    pub fn take(&mut self, tried: &Value, subject: &Subject, found: &Path) {
        let number = |at: &str| tried[at].as_u64().unwrap_or(0);
        let pair = |at: &str| (tried[at][0].as_u64().unwrap_or(0), tried[at][1].as_u64().unwrap_or(0));
        self.inputs += number("inputs");
        self.time += Duration::from_nanos(number("nanoseconds"));
        self.slowest = self.slowest.max(pair("slowest"));
        self.largest = self.largest.max(pair("largest"));
        for wrong in tried["wrong"].as_array().into_iter().flatten() {
            self.note(wrong[0].as_u64().unwrap_or(0), wrong[1].as_str().unwrap_or_default(), subject, found);
        }
    }

    /// An input that ended the worker.
    pub fn broke(&mut self, number: u64, how: &str, subject: &Subject, found: &Path) {
        self.inputs += 1;
        self.note(number, how, subject, found);
    }

    fn note(&mut self, number: u64, wrong: &str, subject: &Subject, found: &Path) {
        self.wrong += 1;
        // What was compared differs from input to input; where it happened does not.
        let what = wrong.split(": ").next().unwrap_or_default().split(',').next_back().unwrap_or_default().to_owned();
        let at = self.faults.iter().position(|fault| fault.0 == what).unwrap_or_else(|| {
            self.faults.push((what, 0));
            self.faults.len() - 1
        });
        self.faults[at].1 += 1;
        if self.faults[at].1 <= KEPT {
            let file = found.join(format!("{}-{}-{number}", self.name, crate::word(self.way)));
            eprintln!("{wrong}\n  {}", keep(&file, &subject.numbered(self.way, number)));
        }
    }
}

fn keep(file: &Path, input: &[u8]) -> String {
    let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
    match folder.and_then(|()| std::fs::write(file, input)) {
        Ok(()) => format!("the input is in {}", file.display()),
        Err(error) => format!("{} cannot be written: {error}", file.display()),
    }
}

/// What came of it, as a table.
pub fn table(outcomes: &[Outcome]) -> String {
    let mut text =
        "kind                    inputs   wrong    on average    slowest (number)    most memory (number)\n".to_owned();
    for outcome in outcomes.iter().filter(|outcome| outcome.inputs > 0) {
        let each = outcome.time.as_micros() / u128::from(outcome.inputs);
        let _ = writeln!(
            text,
            "{:<22} {:>9} {:>6} {:>8} us {:>8} ms ({}) {:>12} KiB ({})",
            format!("{} {}", outcome.name, crate::word(outcome.way)),
            outcome.inputs,
            outcome.wrong,
            each,
            outcome.slowest.0 / 1_000_000,
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
    let time: u64 = outcomes.iter().map(|outcome| outcome.time.as_secs()).sum();
    let _ = writeln!(text, "{total} inputs, {wrong} of them wrong, in {time} s of the processor");
    text
}
