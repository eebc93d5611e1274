//! What was measured in many games as one page that people look at, and the same figures for programs.
//!
//! A [`Tally`] adds up what was measured with one number of players; [`tables`] turns it into figures with intervals, each
//! with a game that shows it ([`examples`]); [`page`] makes of them one HTML file that needs nothing else: maps, tables,
//! charts and the save files of the games it cites. [`analysis`] has the figures of a board for which no game need be played,
//! [`deck`] proposes tickets for one. Nothing here knows a game.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

pub mod analysis;
mod chart;
mod color;
pub mod deck;
pub mod examples;
pub mod figure;
mod heat;
pub mod page;
mod playback;
pub mod saved;
pub mod table;
pub mod tables;
pub mod tally;
mod ways;

use examples::Example;
pub use playback::playback;
use railwright_bots::simulate::{Plan, Results};
use railwright_draw::Drawing;
use railwright_rules::Rules;
use railwright_rules::script::Scripting;
use railwright_session::Viewpoint;
use saved::Saved;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use table::Table;
pub use tally::Tally;

/// How hard games are packed: beyond this it takes longer and gains little.
const PACKING: u8 = 6;

/// What a report says of one number of players.
pub struct Part {
    /// What was added up.
    pub tally: Tally,
    /// What came of all games, also of those that were not played to their end.
    pub results: Results,
    /// The figures.
    pub tables: Vec<Table>,
    /// Which game shows what.
    pub examples: BTreeMap<Example, u32>,
    /// These games.
    pub saves: BTreeMap<u32, Saved>,
    /// What plays them back on a page, if that was asked for.
    pub player: Option<Player>,
}

/// What plays games back on a page: what stands around the data of each, and these data, packed.
pub struct Player {
    /// What stands before and after the data of a game.
    pub around: [String; 2],
    /// Each game, packed (raw deflate).
    pub games: BTreeMap<u32, Vec<u8>>,
}

impl Part {
    /// Makes tables of what was added up, and saves of the games that these cite.
    pub fn new(tally: Tally, results: Results, game: &str, plan: &Plan, scripting: &(dyn Scripting + Sync)) -> Self {
        let tables = tables::all(&tally);
        let shown = tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.shown);
        let wanted: BTreeSet<Example> = shown.map(|(_, example)| *example).collect();
        let examples = tally.examples.cover(&wanted);
        let cited: BTreeSet<u32> = examples.values().copied().collect();
        let saves = saved::saves(game, &tally.rules, scripting, plan, &cited);
        Part { tally, results, tables, examples, saves, player: None }
    }

    /// Lets the cited games be played back on the page.
    pub fn with_playbacks(mut self, drawing: &mut Drawing, scripting: &dyn Scripting) -> Self {
        let rules = &self.tally.rules;
        let board = drawing.live(rules);
        let packed = |saved: &Saved| {
            let session = saved.session(rules, scripting)?;
            let data = playback::game(&session, Viewpoint::Everything, &board);
            Some(miniz_oxide::deflate::compress_to_vec(data.as_bytes(), PACKING))
        };
        let games = self.saves.iter().filter_map(|(game, saved)| Some((*game, packed(saved)?))).collect();
        let title = format!("{}, {} players", rules.head.name, rules.parts.seats);
        self.player = Some(Player { around: playback::player(rules, &board, &title), games });
        self
    }

    /// How many play.
    pub fn players(&self) -> u8 {
        self.tally.rules.parts.seats
    }

    /// A table by its id.
    pub fn table(&self, id: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.id == id)
    }
}

/// A whole report.
pub struct Report {
    /// The bots that played, in words.
    pub bots: String,
    /// The seed all games come from.
    pub seed: u64,
    /// How many games were asked for with each number of players.
    pub games: u64,
    /// The command that makes the same report again.
    pub command: String,
    /// The version of the program.
    pub version: String,
    /// What it says of each number of players; at least one.
    pub parts: Vec<Part>,
    /// The numbers of players of which no game was played because all was stopped before.
    pub not_begun: Vec<u8>,
}

impl Report {
    /// The rules, with the first number of players.
    pub fn rules(&self) -> &Rules {
        &self.parts[0].tally.rules
    }

    /// Whether it was stopped before all games were played.
    pub fn is_stopped(&self) -> bool {
        !self.not_begun.is_empty() || self.parts.iter().any(|part| part.results.stopped)
    }

    /// The name of the file that holds a game.
    pub fn file(&self, part: &Part, game: u32) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' };
        let id: String = self.rules().head.id.chars().map(plain).collect();
        format!("{id}-{}p-{game}.railwright", part.players())
    }

    /// All figures for programs.
    pub fn to_json(&self) -> Value {
        let head = &self.rules().head;
        let parts = self.parts.iter().map(|part| {
            let tables = part.tables.iter().map(|table| (table.id.clone(), table.to_json(&part.examples)));
            let saves = part.saves.iter().map(|(game, saved)| {
                json!({
                    "game": game,
                    "seed": saved.seed,
                    "file": self.file(part, *game),
                    "ending": saved.ending,
                    "totals": saved.totals,
                    "winners": saved.winners,
                })
            });
            json!({
                "players": part.players(),
                "rules": format!("{:016x}", part.tally.rules.resolved),
                "overlays": part.tally.rules.head.overlays,
                "games": part.tally.games,
                "failed": part.results.failed,
                "stopped": part.results.stopped,
                "imagined_faults": part.results.imagined_faults,
                "tables": tables.collect::<serde_json::Map<_, _>>(),
                "saves": saves.collect::<Vec<_>>(),
            })
        });
        json!({
            "game": head.id,
            "name": head.name,
            "map": head.map,
            "provenance": head.provenance.word(),
            "options": head.options,
            "bots": self.bots,
            "seed": self.seed,
            "games": self.games,
            "version": self.version,
            "command": self.command,
            "stopped": self.is_stopped(),
            "not_begun": self.not_begun,
            "players": parts.collect::<Vec<_>>(),
        })
    }
}
