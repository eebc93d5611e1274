//! What is written for people, made from what the code uses.
//!
//! A [`Topic`] is one thing that can be looked up: a mechanic, a step, a table, a key, a function, a hook, an error. All topics
//! come from the schemas, the function lists and the [`codes`], so none can be forgotten; [`pages`] puts them together as the
//! reference part of the manual under `docs/`, and a test fails when a page there is stale. [`schemas`] are the same for editors.
//!
//! Of a single game, [`rulebook()`] writes the rules and [`difference`] says what it changes of another.

#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod book;
pub mod codes;
pub mod difference;
mod english;
mod lexicon;
mod pages;
mod rulebook;
pub mod schemas;
mod topic;
pub mod used;
mod words;

pub use pages::{Page, pages};
pub use rulebook::{Edition, edition, examples, html_page, other_choices, rulebook};
pub use topic::{Lookup, Sort, Topic, look_up, topics};
