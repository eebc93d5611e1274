//! Where records go: one file, or a folder with a file for each table and one about the run.

use crate::csv_file::{self, CsvFile};
use crate::parquet_file::{self, ParquetFile};
use crate::part::{PartialFile, refuse};
use crate::run::{FILE, Shard};
use crate::table::{Schema, Table};
use crate::{RecordError, columns};
use railwright_rules::Rules;
use std::path::{Path, PathBuf};

/// The format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Columns, compressed: small, typed, quick to read for Python, R, DuckDB, Spark and others.
    Parquet,
    /// Lines of text that everything reads.
    Csv,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 2] = [Format::Parquet, Format::Csv];

    /// How files of that format end.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Parquet => "parquet",
            Format::Csv => "csv",
        }
    }

    /// The format that a file's ending asks for.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.ending() == ending)
    }

    pub(crate) fn schema(self, path: &Path) -> Result<Schema, RecordError> {
        match self {
            Format::Parquet => parquet_file::schema(path),
            Format::Csv => csv_file::schema(path),
        }
    }

    /// Reads a file piece by piece.
    pub fn read(self, path: &Path, each: impl FnMut(Table) -> Result<(), RecordError>) -> Result<(), RecordError> {
        match self {
            Format::Parquet => parquet_file::read(path, each),
            Format::Csv => csv_file::read(path, each),
        }
    }
}

/// Which records are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Records {
    /// A row for each game.
    pub games: bool,
    /// A row for each decision.
    pub decisions: bool,
}

/// Where records go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The file of each table, by the table's name.
    pub tables: Vec<(&'static str, PathBuf)>,
    /// The folder, if it is one: it gets a file about the run as well.
    pub folder: Option<PathBuf>,
    /// The format of the files.
    pub format: Format,
    /// Whether files that are there may be replaced.
    pub force: bool,
}

/// The table of games.
pub(crate) const GAMES: &str = "games";
/// The table of decisions.
pub(crate) const DECISIONS: &str = "decisions";

impl Target {
    /// One file of games or of decisions.
    pub fn file(path: &Path, format: Format, records: Records, force: bool) -> Self {
        let table = if records.games { GAMES } else { DECISIONS };
        Target { tables: vec![(table, path.to_owned())], folder: None, format, force }
    }

    /// A folder; a shard has a folder of its own in it, so that all of them can be told the same one.
    pub fn folder(path: &Path, format: Format, records: Records, shard: Option<Shard>, force: bool) -> Self {
        let folder = shard.map_or_else(|| path.to_owned(), |shard| path.join(shard.folder()));
        let wanted = [(GAMES, records.games), (DECISIONS, records.decisions)];
        let tables = wanted.into_iter().filter(|(_, wanted)| *wanted);
        let tables = tables.map(|(table, _)| (table, folder.join(format!("{table}.{}", format.ending())))).collect();
        Target { tables, folder: Some(folder), format, force }
    }

    /// Whether a table is kept.
    pub(crate) fn has(&self, table: &str) -> bool {
        self.tables.iter().any(|(name, _)| *name == table)
    }

    /// Makes the folder and begins all files: what cannot be written is noticed before any game is played.
    pub(crate) fn open(&self, schema: impl Fn(&str) -> Schema) -> Result<Vec<Writing>, RecordError> {
        if let Some(folder) = &self.folder {
            std::fs::create_dir_all(folder).map_err(|error| RecordError::Write(folder.clone(), error))?;
            refuse(&folder.join(FILE), self.force)?;
        }
        self.tables.iter().map(|(name, path)| Writing::create(name, path, &schema(name), self)).collect()
    }

    /// Takes away what an earlier run left in the folder and this one does not write.
    pub(crate) fn tidy(&self) {
        let Some(folder) = self.folder.as_ref().filter(|_| self.force) else { return };
        for format in Format::ALL {
            for name in [GAMES, DECISIONS] {
                let path = folder.join(format!("{name}.{}", format.ending()));
                if !self.tables.iter().any(|(_, kept)| *kept == path) {
                    // Mostly there is none.
                    let _ = std::fs::remove_file(path);
                }
            }
        }
    }
}

/// The columns of a table of these rules.
pub(crate) fn schema_of(rules: &Rules, table: &str) -> Schema {
    if table == GAMES { columns::of_games(rules) } else { columns::of_decisions() }
}

/// A table that is being written.
pub(crate) struct Writing {
    pub(crate) name: &'static str,
    pub(crate) path: PathBuf,
    pub(crate) rows: u64,
    file: File,
}

enum File {
    Parquet(Box<ParquetFile>),
    Csv(Box<CsvFile>),
}

impl Writing {
    fn create(name: &'static str, path: &Path, schema: &Schema, target: &Target) -> Result<Self, RecordError> {
        let part = PartialFile::create(path, target.force)?;
        let file = match target.format {
            Format::Parquet => File::Parquet(Box::new(ParquetFile::create(part, schema)?)),
            Format::Csv => File::Csv(Box::new(CsvFile::create(part, schema)?)),
        };
        Ok(Writing { name, path: path.to_owned(), rows: 0, file })
    }

    pub(crate) fn write(&mut self, table: Table) -> Result<(), RecordError> {
        self.rows += table.rows() as u64;
        match &mut self.file {
            File::Parquet(file) => file.write(table),
            File::Csv(file) => file.write(&table),
        }
    }

    pub(crate) fn finish(self) -> Result<(), RecordError> {
        match self.file {
            File::Parquet(file) => file.finish(),
            File::Csv(file) => file.finish(),
        }
    }
}
