//! What is said once and used often: [lists that are changed](list_change) rather than written again, entries that are
//! [like others](likeness), and texts with [parameters].

pub(crate) mod likeness;
pub(crate) mod list_change;
pub(crate) mod parameters;
