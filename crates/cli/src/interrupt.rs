//! Ctrl-C: long work stops and shows what it has, instead of being lost.

use crate::failure::INTERRUPTED;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The first Ctrl-C asks the work to stop; the second ends the program, should that take too long.
pub fn stop_on_interrupt(stop: &Arc<AtomicBool>) {
    let stop = stop.clone();
    // Without a handler Ctrl-C still ends the program; the work is not worth less for that.
    let _ = ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    });
}
