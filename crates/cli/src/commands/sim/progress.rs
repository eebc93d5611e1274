//! How far a simulation is, on a terminal; elsewhere nothing is drawn.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// What takes no longer than this needs no bar.
const PATIENCE: Duration = Duration::from_millis(300);
const BETWEEN_DRAWINGS: Duration = Duration::from_millis(100);
const TEMPLATE: &str = "{bar:30} {human_pos} of {human_len} games, {eta} left";

/// Does some work that counts `done` up to `all`, and shows how far it is meanwhile.
pub fn beside<T>(done: &AtomicU64, all: u64, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let finished = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let drawing = scope.spawn(|| draw(done, all, &finished));
        let result = work();
        finished.store(true, Ordering::Release);
        drawing.thread().unpark();
        result
    })
}

fn draw(done: &AtomicU64, all: u64, finished: &AtomicBool) {
    std::thread::park_timeout(PATIENCE);
    if finished.load(Ordering::Acquire) {
        return;
    }
    let bar = ProgressBar::new(all);
    if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
        bar.set_style(style.progress_chars("━╸ "));
    }
    while !finished.load(Ordering::Acquire) {
        bar.set_position(done.load(Ordering::Relaxed));
        std::thread::park_timeout(BETWEEN_DRAWINGS);
    }
    bar.finish_and_clear();
}
