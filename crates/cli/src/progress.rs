//! How far a long piece of work is, on a terminal; elsewhere nothing is drawn.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// What takes no longer than this needs no bar.
const PATIENCE: Duration = Duration::from_millis(300);
const BETWEEN_DRAWINGS: Duration = Duration::from_millis(100);
/// What a line shows; the word stands for what is counted.
fn template(word: &str) -> String {
    format!("{{bar:30}} {{human_pos}} of {{human_len}} {word}, {{eta}} left")
}

/// Does some work that counts `done` up to `all`, and shows how far it is meanwhile.
pub fn beside<T>(done: &AtomicU64, all: u64, word: &str, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let finished = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let drawing = scope.spawn(|| draw(done, all, word, &finished));
        let result = work();
        finished.store(true, Ordering::Release);
        drawing.thread().unpark();
        result
    })
}

fn draw(done: &AtomicU64, all: u64, word: &str, finished: &AtomicBool) {
    std::thread::park_timeout(PATIENCE);
    if finished.load(Ordering::Acquire) {
        return;
    }
    let bar = ProgressBar::new(all);
    if let Ok(style) = ProgressStyle::with_template(&template(word)) {
        bar.set_style(style.progress_chars("━╸ "));
    }
    while !finished.load(Ordering::Acquire) {
        bar.set_position(done.load(Ordering::Relaxed));
        std::thread::park_timeout(BETWEEN_DRAWINGS);
    }
    bar.finish_and_clear();
}
