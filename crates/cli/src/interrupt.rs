//! Ctrl-C and the signal to end: long work stops and shows what it has, a game at the terminal says how to go on; nothing is lost.

use railwright::core::narrow::narrow;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The signals that ask a program to end.
const ASKED: [i32; 2] = [SIGINT, SIGTERM];
/// What a game at a terminal heeds besides: that the terminal is closed, which only Unix says by a signal. Long work does not: it may
/// have been told to go on without one.
#[cfg(unix)]
const CLOSED: [i32; 1] = [signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const CLOSED: [i32; 0] = [];
/// So often it is looked whether a signal came: not every system lets a thread wait for one.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// The signal that came last.
static SIGNAL: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// The first signal asks the work to stop; the second ends the program, should that take too long.
pub fn stop_on_interrupt(stop: &Arc<AtomicBool>) {
    ASKED.iter().for_each(|&signal| heed(signal, stop));
}

/// The first signal ends the program after some last words; the second at once, should these take too long.
pub fn end_on_interrupt(last_words: impl FnOnce() + Send + 'static) {
    let asked = Arc::new(AtomicBool::new(false));
    ASKED.iter().chain(&CLOSED).for_each(|&signal| heed(signal, &asked));
    std::thread::spawn(move || {
        while !asked.load(Ordering::Relaxed) {
            std::thread::sleep(BETWEEN_LOOKS);
        }
        last_words();
        std::process::exit(exit_code().into());
    });
}

/// Lets a signal set a flag, and end the program where it is set.
fn heed(signal: i32, asked: &Arc<AtomicBool>) {
    let last = SIGNAL.get_or_init(|| Arc::new(AtomicUsize::new(number(SIGINT))));
    // Without a handler a signal still ends the program; the work is not worth less for that.
    let _ = flag::register_conditional_shutdown(signal, 128 + signal, asked.clone());
    let _ = flag::register_usize(signal, last.clone(), number(signal));
    let _ = flag::register(signal, asked.clone());
}

/// A signal as a count: none of them is negative.
fn number(signal: i32) -> usize {
    narrow(signal)
}

/// A file that may grow no further is an error where it is written, not the end of the program.
pub fn survive_large_files() {
    // A handler and not a blind eye: programs that are started begin with neither.
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// The exit code of work that was stopped, as shells have it: 128 and the number of the signal.
pub fn exit_code() -> u8 {
    128 + narrow::<u8>(SIGNAL.get().map_or(number(SIGINT), |signal| signal.load(Ordering::Relaxed)))
}
