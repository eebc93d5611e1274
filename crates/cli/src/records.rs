//! Records on the command line: where they go, and what is wrong with them said as everywhere else.

use crate::failure::Failure;
use crate::whole_file;
use clap::ValueEnum;
use railwright::records::{Format, RecordError, Records, Shard, Target};
use std::path::{Path, PathBuf};

/// Which records to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum RecordTables {
    /// A row for each game
    #[default]
    Games,
    /// A row for each decision
    Decisions,
    /// Both, each in a file of its own
    Both,
}

/// The format of records in a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FolderFormat {
    /// Columns, compressed
    Parquet,
    /// Lines of text
    Csv,
}

/// Where records go, of the options that say so.
#[derive(clap::Args)]
pub struct RecordsOutput {
    /// Write records of the games: into a file.csv, a file.parquet, or a folder that also tells about the run
    #[arg(long, value_name = "FILE|FOLDER")]
    pub out: Option<PathBuf>,
    /// Which records: games, decisions or both
    #[arg(long, value_enum, default_value_t, value_name = "WHICH", hide_possible_values = true, requires = "out")]
    pub records: RecordTables,
    /// The format of records in a folder: parquet or csv [default: parquet]
    #[arg(long, value_enum, value_name = "FORMAT", hide_possible_values = true, requires = "out")]
    pub format: Option<FolderFormat>,
    /// Replace files that are there already
    #[arg(long)]
    pub force: bool,
}

impl RecordsOutput {
    /// Where records go, if they are wanted.
    pub fn target(&self, shard: Option<Shard>) -> Result<Option<Target>, Failure> {
        let Some(path) = &self.out else { return Ok(None) };
        let records = Records { games: self.records != RecordTables::Decisions, decisions: self.records != RecordTables::Games };
        let named = Format::of(path).filter(|_| !path.is_dir());
        let Some(format) = named else {
            let format = if self.format == Some(FolderFormat::Csv) { Format::Csv } else { Format::Parquet };
            return folder(path, format, records, shard, self.force).map(Some);
        };
        let refused = |message: &str| {
            let help = format!("give a folder: --out {}", path.with_extension("").display());
            Err(Failure::usage(message, help))
        };
        match self.format {
            Some(FolderFormat::Csv) if format != Format::Csv => refused("--format csv, but the file is to be Parquet"),
            Some(FolderFormat::Parquet) if format != Format::Parquet => refused("--format parquet, but the file is to be CSV"),
            _ if self.records == RecordTables::Both => refused("games and decisions do not go into one file"),
            _ if shard.is_some() => refused("a shard needs a folder: what is merged later is told there"),
            _ => Ok(Some(Target::file(path, format, records, self.force))),
        }
    }
}

fn folder(path: &Path, format: Format, records: Records, shard: Option<Shard>, force: bool) -> Result<Target, Failure> {
    if path.is_file() {
        let help = "a file of records ends in .parquet or .csv; anything else is a folder";
        return Err(Failure::usage(format!("{} is a file", path.display()), help));
    }
    if let Some(ending) = path.extension().filter(|_| !path.exists()) {
        // Most likely a file was meant.
        let help = "a file of records ends in .parquet or .csv; for a folder give a name without an ending";
        return Err(Failure::usage(format!("no records are written as .{}", ending.to_string_lossy()), help));
    }
    Ok(Target::folder(path, format, records, shard, force))
}

/// A shard of a command line: `3/8`.
pub fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
        Some((number, of)) => Err(format!("there is no shard {number} of {of}; they are counted from 1")),
        None => Err("which shard of how many is needed, such as 3/8".to_owned()),
    }
}

/// What is wrong with records, with its remedy.
pub fn failure(error: RecordError) -> Failure {
    match error {
        RecordError::Write(path, error) => whole_file::broken(&path, &error),
        RecordError::Exists(_) => Failure::usage(error.to_string(), error.help()),
        error => Failure::Broken { message: error.to_string(), help: error.help().to_owned() },
    }
}
