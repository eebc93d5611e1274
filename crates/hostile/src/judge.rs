//! One input tried: whether the program broke down, how long it took and how much memory it held.

use crate::Subject;
use cpu_time::ThreadTime;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// The most memory that one input may make the program hold at a time, in bytes.
pub const MEMORY: u64 = 64 << 20;
/// The longest that one input may keep a processor busy, in a release build.
pub const TIME: Duration = Duration::from_secs(2);

thread_local! {
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What came of an input.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// Where and why the program broke down, if it did.
    pub panic: Option<String>,
    /// How long a processor was busy with it.
    pub time: Duration,
    /// How many bytes were held at most.
    pub memory: u64,
}

impl Verdict {
    /// What is wrong, if anything: a breakdown, or more than is allowed; `slowness` stretches the time for builds with checks.
    pub fn wrong(&self, slowness: u32) -> Option<String> {
        let slow = self.time > TIME * slowness;
        let large = self.memory > MEMORY;
        self.panic
            .clone()
            .or_else(|| slow.then(|| format!("took {} ms, more than {}", self.time.as_millis(), (TIME * slowness).as_millis())))
            .or_else(|| large.then(|| format!("held {} bytes, more than {MEMORY}", self.memory)))
    }
}

/// Keeps the message of every panic for [`judge`] instead of printing it.
pub fn hush() {
    std::panic::set_hook(Box::new(|fault| {
        let payload = fault.payload();
        let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let place = fault.location().map(|place| format!("{}:{}: ", place.file(), place.line())).unwrap_or_default();
        LAST_PANIC.with_borrow_mut(|last| *last = Some(format!("{place}{}", text.unwrap_or("no message"))));
    }));
}

/// Tries an input.
pub fn judge(subject: &Subject, input: &[u8]) -> Verdict {
    let begun = ThreadTime::now();
    let mut survived = true;
    let measured = allocation_counter::measure(|| {
        survived = catch_unwind(AssertUnwindSafe(|| (subject.attempt)(input))).is_ok();
    });
    let said = || LAST_PANIC.with_borrow_mut(Option::take).unwrap_or_else(|| "it broke down".to_owned());
    Verdict { panic: (!survived).then(said), time: begun.elapsed(), memory: measured.bytes_max }
}
