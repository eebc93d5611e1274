//! Rail board games as a library: load them, check them, play them, let bots play them by the thousand, draw them.
//!
//! A game is data: a map, a game file, perhaps a small rule script. This crate reads it and plays by it; no game is written in
//! Rust. What the `railwright` program does, it does with this crate.
//!
//! ```
//! use railwright::{Player, Seat, load, simulate};
//!
//! let game = load("ticket-to-ride")?;
//!
//! let mut play = game.start(1)?;                                  // a game under way
//! for action in play.legal()? {
//!     println!("{action}");                                       // actions print as notation
//! }
//! play.apply("keep")?;                                            // and are written as notation
//!
//! let simulated = simulate(&game).games(20).players([Player::greedy(), Player::random()]).run()?;
//! println!("{simulated}");
//! assert!(simulated.wins(Seat(0)).percent > 50.0);
//! # Ok::<(), railwright::Error>(())
//! ```
//!
//! # Contents
//!
//! | to | there is |
//! |---|---|
//! | load a game by id or path, for a number of players, with options, from texts that are no files | [`load`], [`Game::builder`], [`bundled_games`] |
//! | read all that is wrong with it, at once, with places | [`Problems`] |
//! | check it for every number of players, for what is hardly meant and for what shows in play | [`check`], [`check_with`] |
//! | play it: what is legal, why something is not, what a seat sees, the score, undo, saves | [`Game::start`], [`Play`], [`Score`] |
//! | let bots choose, or write one | [`Player`], [`Bot`], [`Play::ask`], [`Play::finish`] |
//! | simulate many games | [`simulate`](fn@simulate), [`Simulated`] |
//! | draw the board or a position | [`Game::svg`], [`Game::png`], [`Play::svg`] |
//! | test rules by playing | [`Scenario`], [`run_scenarios`] |
//! | do more | the crates below, under their names |
//!
//! The folder `examples` has a whole program for each: `play_a_game`, `write_a_bot`, `load_a_variant`, `simulate_and_plot`,
//! `snapshot_a_rule`. Run one with `cargo run -p railwright --example write_a_bot`.
//!
//! # What holds
//!
//! - **Seats** are counted from zero: [`Seat(0)`](Seat) is called "seat 1" in texts and in data.
//! - **Legality has one source.** [`Play::legal`] lists; [`Play::apply`] accepts exactly what is listed and otherwise explains:
//!   which rule, in which file and line it is written, which values. What is refused changes nothing.
//! - **Secrets are secrets.** [`Play::view`], [`Play::log`] and what a [`Bot`] is asked hold what a seat may know and no more.
//! - **Determinism.** Game, seed and actions give the same states on every machine; a simulation has the same outcome whatever
//!   the number of threads.
//!
//! # A variant in three lines
//!
//! ```
//! use railwright::Game;
//!
//! let text = r#"
//! format = 1
//! extends = "ticket-to-ride"
//! name = "A wider market"
//! zones.market.slots = 6
//! "#;
//! let game = Game::builder("wider.toml").file("wider.toml", text).players(4).load()?;
//! assert_eq!((game.name(), game.players()), ("A wider market", 4));
//! # Ok::<(), railwright::Problems>(())
//! ```
//!
//! A file on disk is loaded by its path; its map and scripts are found beside it.
//!
//! # A bot in one line
//!
//! ```
//! use railwright::{Player, load, simulate};
//!
//! let builder = Player::from_fn(|request| request.find(|action| action.starts_with("claim")).unwrap_or(0));
//! let simulated = simulate(&load("ticket-to-ride")?).games(5).players([builder, Player::random()]).run()?;
//! assert_eq!(simulated.failed(), 0);
//! # Ok::<(), railwright::Error>(())
//! ```
//!
//! One that remembers is a type with [`Bot`]; one that thinks ahead gets an engine of its own: [`Player::thinking`].

#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod bot;
mod check;
mod error;
mod game;
mod listing;
mod play;
mod problems;
mod scenarios;
mod score;
mod simulate;
mod trials;

pub use bot::{Bot, Player, Request};
pub use check::{Check, CheckOptions, check, check_files, check_scenario, check_with};
pub use error::Error;
pub use game::{Game, GameBuilder, bundled_games, load};
pub use listing::Listing;
pub use play::{Move, Play};
pub use problems::Problems;
pub use scenarios::{Scenario, run_scenarios};
pub use score::{Score, ScoreLine};
pub use simulate::{Finished, Share, Simulated, Simulation, simulate};
pub use trials::Played;

pub use railwright_bots::trial::TrialTime;
pub use railwright_core::id::SeatId as Seat;
pub use railwright_core::snapshot::Snapshot;
pub use railwright_rules::{Fault, Refusal};
pub use railwright_session::{ActError, ActOutcome, SessionError, Viewpoint};

pub use railwright_bots as bots;
pub use railwright_core as core;
pub use railwright_draw as draw;
pub use railwright_games as games;
pub use railwright_holes as holes;
pub use railwright_manual as manual;
pub use railwright_markup as markup;
pub use railwright_migrate as migrate;
pub use railwright_narration as narration;
pub use railwright_records as records;
pub use railwright_report as report;
pub use railwright_rules as rules;
pub use railwright_scenario as scenario;
pub use railwright_script as script;
pub use railwright_session as session;
pub use railwright_source as source;
