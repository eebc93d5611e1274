//! What stands in for Parquet where the program was built without it: every file is refused, and it is said why.

use crate::RecordError;
use crate::part::PartialFile;
use crate::table::{Schema, Table};
use std::path::Path;

/// A file that can never be written.
pub(crate) enum ParquetFile {}

impl ParquetFile {
    pub(crate) fn create(part: PartialFile, _schema: &Schema) -> Result<Self, RecordError> {
        Err(left_out(part.path()))
    }

    pub(crate) fn write(&mut self, _table: Table) -> Result<(), RecordError> {
        match *self {}
    }

    pub(crate) fn finish(self) -> Result<(), RecordError> {
        match self {}
    }
}

pub(crate) fn schema(path: &Path) -> Result<Schema, RecordError> {
    Err(left_out(path))
}

pub(crate) fn read(path: &Path, _each: impl FnMut(Table) -> Result<(), RecordError>) -> Result<(), RecordError> {
    Err(left_out(path))
}

fn left_out(path: &Path) -> RecordError {
    let help = "take CSV (a file.csv, or --format csv), or build the program with all it can do: cargo install --path crates/cli";
    RecordError::wrong(path, "this program was built without Parquet (feature `parquet`)", help)
}
