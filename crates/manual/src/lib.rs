//! What is written for people, made from what the code uses.
//!
//! A [`Topic`] is one thing that can be looked up: a mechanic, a step, a table, a key, a function, a hook, an error. All topics
//! come from the schemas, the function lists and the [codes](codes), so none can be forgotten; [`pages`] puts them together as the
//! reference part of the manual under `docs/`, and a test fails when a page there is stale.

pub mod codes;
mod pages;
mod topic;

pub use pages::{Page, pages};
pub use topic::{Lookup, Sort, Topic, look_up, topics};
