//! How much a layout may do. What a map asks for can grow without bounds, so what is done for it is counted, and there is an end to
//! it: what has no room found by then is drawn plainly. Operations are counted and no clock is read, so that a picture is the same
//! on every machine.

use std::cell::Cell;

/// Operations that were done, out of so many that may be: distances that are measured, mostly.
#[derive(Debug)]
pub struct Work {
    most: u64,
    done: Cell<u64>,
}

impl Work {
    /// Nothing is done yet.
    pub fn new(most: u64) -> Self {
        Work { most, done: Cell::new(0) }
    }

    /// Counts operations.
    #[inline]
    pub fn add(&self, operations: usize) {
        self.done.set(self.done.get() + operations as u64);
    }

    /// How many operations were done.
    pub fn done(&self) -> u64 {
        self.done.get()
    }

    /// Whether no more should be done.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.done.get() >= self.most
    }
}
