//! What a run was: the game, the plan, the shard and what came of it. With it shards can be told apart and put together.

use crate::RecordError;
use crate::part::PartialFile;
use railwright_bots::simulate::{Plan, Results};
use railwright_core::narrow::narrow;
use railwright_rules::Rules;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

/// The file about the run in a folder of records.
pub const FILE: &str = "run.json";
/// The format of such files.
const FORMAT: u32 = 1;
/// What to do about a file that the program did not write like this.
const DAMAGED: &str = "it was changed or damaged: play it again with --force";

/// One of the parts that a run is played in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// Which, counted from one.
    pub number: u32,
    /// Of how many.
    pub of: u32,
}

impl Shard {
    /// Its games: shards are as long as each other, give or take one, and follow one another.
    pub fn range(self, games: u64) -> Range<u64> {
        let until = |n: u32| narrow::<u64>(u128::from(games) * u128::from(n) / u128::from(self.of.max(1)));
        until(self.number.saturating_sub(1))..until(self.number)
    }

    /// What its folder is called.
    pub fn folder(self) -> String {
        let digits = self.of.to_string().len();
        format!("shard-{:0digits$}-of-{}", self.number, self.of)
    }
}

/// A file of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordFile {
    /// The table: `games` or `decisions`.
    pub table: String,
    /// The name of the file.
    pub file: String,
    /// How many rows it has.
    pub rows: u64,
}

/// What was simulated, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The format of this file.
    pub format: u32,
    /// The version of the program.
    pub version: String,
    /// The id of the game.
    pub game: String,
    /// What it is called.
    pub name: String,
    /// A number for its rules, as text; it differs when they do.
    pub rules: String,
    /// The id of its map.
    pub map: String,
    /// Where the board's facts come from.
    pub provenance: String,
    /// How many play.
    pub players: u8,
    /// The options as asked for.
    pub options: Vec<String>,
    /// The overlays that apply.
    pub overlays: Vec<String>,
    /// The seed all games come from.
    pub seed: u64,
    /// How many games there are in all shards.
    pub games: u64,
    /// Which bot sits where.
    pub bots: Vec<String>,
    /// How many seconds a program of somebody else may think about one decision.
    pub bot_seconds: f64,
    /// How many threads there were.
    pub threads: usize,
    /// Whether every invariant was checked after every step.
    pub checked: bool,
    /// Which part of the run this is; nothing for all of it.
    pub shard: Option<Shard>,
    /// From how many shards it was put together.
    pub merged: Option<u32>,
    /// The ways the game can end, as counted in the results.
    pub endings: Vec<String>,
    /// The files beside this one.
    pub records: Vec<RecordFile>,
    /// What came of it.
    pub results: Results,
}

impl Run {
    /// A run of these rules by that plan, all of it or a shard.
    pub fn new(rules: &Rules, plan: &Plan, shard: Option<Shard>, results: Results, records: Vec<RecordFile>) -> Self {
        let head = &rules.head;
        Run {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: head.id.clone(),
            name: head.name.clone(),
            rules: format!("{:016x}", rules.resolved),
            map: head.map.clone(),
            provenance: head.provenance.word().to_owned(),
            players: rules.parts.seats,
            options: head.options.clone(),
            overlays: head.overlays.clone(),
            seed: plan.seed,
            games: plan.games,
            bots: plan.bots.iter().map(ToString::to_string).collect(),
            bot_seconds: plan.bot_time.as_secs_f64(),
            threads: plan.threads,
            checked: plan.check,
            shard,
            merged: None,
            endings: rules.flow.endings.clone(),
            records,
            results,
        }
    }

    /// How many games it should have had.
    pub fn wanted(&self) -> u64 {
        let range = self.shard.map_or(0..self.games, |shard| shard.range(self.games));
        range.end - range.start
    }

    /// Reads the file about a run.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        let text = std::fs::read_to_string(path).map_err(|error| RecordError::Read(path.to_owned(), error))?;
        let value: serde_json::Value =
            serde_json::from_str(&text).map_err(|error| RecordError::wrong(path, format!("is not JSON: {error}"), DAMAGED))?;
        let format = value.get("format").and_then(serde_json::Value::as_u64);
        if format != Some(FORMAT.into()) {
            let message = format!("has no format that this program knows ({FORMAT})");
            return Err(RecordError::wrong(path, message, "use the version of the program that wrote it"));
        }
        let run: Run = serde_json::from_value(value)
            .map_err(|error| RecordError::wrong(path, format!("says nothing of a run: {error}"), DAMAGED))?;
        match run.shard {
            Some(shard) if shard.number == 0 || shard.number > shard.of => {
                Err(RecordError::wrong(path, format!("speaks of shard {} of {}", shard.number, shard.of), DAMAGED))
            }
            _ => Ok(run),
        }
    }

    /// Writes the file about a run into its folder.
    pub fn write(&self, folder: &Path, force: bool) -> Result<(), RecordError> {
        let path = folder.join(FILE);
        let mut part = PartialFile::create(&path, force)?;
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other);
        let written = text.and_then(|text| part.write_all((text + "\n").as_bytes()));
        written.map_err(|error| RecordError::Write(path, error))?;
        part.keep()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_have_every_game_once_and_are_of_one_size() {
        for (games, of) in [(1000, 7), (3, 5), (1, 1), (u64::MAX, 3)] {
            let mut next = 0;
            for number in 1..=of {
                let range = Shard { number, of }.range(games);
                assert_eq!(range.start, next);
                let size = range.end - range.start;
                assert!(size == games / u64::from(of) || size == games / u64::from(of) + 1, "{size} of {games}/{of}");
                next = range.end;
            }
            assert_eq!(next, games);
        }
    }

    #[test]
    fn folders_of_shards_sort_as_their_numbers_do() {
        assert_eq!(Shard { number: 3, of: 128 }.folder(), "shard-003-of-128");
    }
}
