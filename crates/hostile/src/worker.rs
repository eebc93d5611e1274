//! A process that tries inputs: it is asked for portions, one on a line, and answers each with a line. It ends itself when an input goes far
//! beyond a bound, which cannot wait until the input comes to an end by itself.

use cpu_time::ProcessTime;
use railwright_hostile::judge::hush;
use railwright_hostile::{TIME, Way, find, judge};
use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The process ends so when an input keeps the processor busy for longer than is allowed.
pub const TOO_LONG: i32 = 3;
/// The process ends so when an input waits for something.
pub const WAITS: i32 = 4;
/// The most memory that a worker can have, in bytes: far more than an input may make it hold, and far less than a machine has.
pub const ROOM: u64 = 1 << 30;
/// How long an input may take by the clock without keeping the processor busy.
const PATIENCE: Duration = Duration::from_secs(60);
/// Whoever has done so little waits.
const IDLE: Duration = Duration::from_millis(50);
/// How often it is looked.
const GLANCE: Duration = Duration::from_millis(100);

/// Inputs begun so far: while it stays the same, the same input is tried.
static BEGUN: AtomicU64 = AtomicU64::new(0);

/// Tries portions until there are no more.
pub fn work() -> std::io::Result<()> {
    hush();
    bound_memory();
    let trying = std::thread::spawn(|| {
        let mut out = std::io::stdout().lock();
        for line in std::io::stdin().lock().lines() {
            let Some(answer) = line.ok().as_deref().and_then(tried) else { return };
            if writeln!(out, "{answer}").and_then(|()| out.flush()).is_err() {
                return;
            }
        }
    });
    let mut since = (BEGUN.load(Ordering::Relaxed), ProcessTime::now(), Instant::now());
    while !trying.is_finished() {
        std::thread::sleep(GLANCE);
        let now = BEGUN.load(Ordering::Relaxed);
        let is_between = now.is_multiple_of(2);
        if now != since.0 || is_between {
            since = (now, ProcessTime::now(), Instant::now());
        } else if since.1.elapsed() > TIME {
            std::process::exit(TOO_LONG);
        } else if since.2.elapsed() > PATIENCE && since.1.elapsed() < IDLE {
            std::process::exit(WAITS);
        }
    }
    trying.join().map_err(|_| std::io::Error::other("the worker broke down"))
}

/// What is said of an input that had to be ended.
pub fn too_long() -> String {
    format!("took more than {} ms and was ended", TIME.as_millis())
}

/// Where the system can, it refuses more memory than a worker may have: the process ends then.
fn bound_memory() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let _ = setrlimit(Resource::As, Rlimit { current: Some(ROOM), maximum: Some(ROOM) });
    }
}

fn tried(line: &str) -> Option<Value> {
    let words: Vec<&str> = line.split(' ').collect();
    let [name, way, from, to] = words[..] else { return None };
    let subject = find(name)?;
    let way = if way == crate::word(Way::Raw) { Way::Raw } else { Way::Structured };
    let (from, to): (u64, u64) = (from.parse().ok()?, to.parse().ok()?);
    let (mut time, mut slowest, mut largest) = (Duration::ZERO, (0, 0), (0, 0));
    let mut wrong = Vec::new();
    for number in from..to {
        let input = subject.numbered(way, number);
        // Odd while an input is tried.
        BEGUN.fetch_add(1, Ordering::Relaxed);
        let verdict = judge(subject, &input);
        BEGUN.fetch_add(1, Ordering::Relaxed);
        time += verdict.time;
        slowest = slowest.max((verdict.time.as_nanos(), number));
        largest = largest.max((verdict.memory, number));
        wrong.extend(verdict.wrong(1).map(|wrong| json!([number, wrong])));
    }
    let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    let slowest = (u64::try_from(slowest.0).unwrap_or(u64::MAX), slowest.1);
    Some(json!({ "inputs": to - from, "nanoseconds": nanoseconds, "slowest": slowest, "largest": largest, "wrong": wrong }))
}
