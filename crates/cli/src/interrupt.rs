//! Ctrl-C and the signal to end: long work stops and shows what it has, instead of being lost.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// The signal that came last.
static SIGNAL: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// The first signal asks the work to stop; the second ends the program, should that take too long.
pub fn stop_on_interrupt(stop: &Arc<AtomicBool>) {
    let last = SIGNAL.get_or_init(|| Arc::new(AtomicUsize::new(SIGINT as usize)));
    for signal in [SIGINT, SIGTERM] {
        // Without a handler a signal still ends the program; the work is not worth less for that.
        let _ = flag::register_conditional_shutdown(signal, 128 + signal, stop.clone());
        let _ = flag::register_usize(signal, last.clone(), signal as usize);
        let _ = flag::register(signal, stop.clone());
    }
}

/// The exit code of work that was stopped, as shells have it: 128 and the number of the signal.
pub fn exit_code() -> u8 {
    128 + SIGNAL.get().map_or(SIGINT as u8, |signal| signal.load(Ordering::Relaxed) as u8)
}
