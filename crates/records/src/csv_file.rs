//! Tables as CSV: a line of names, then a line a row; what is missing is empty.

use crate::RecordError;
use crate::part::PartialFile;
use crate::table::{Column, Kind, Schema, Table};
use railwright_markup::csv_cell;
use std::fs::File;
use std::io;
use std::path::Path;

/// Rows read at once when files are merged.
const AT_ONCE: usize = 1 << 14;

/// A CSV file that is being written.
pub(crate) struct CsvFile(csv::Writer<PartialFile>);

impl CsvFile {
    pub(crate) fn create(part: PartialFile, schema: &Schema) -> Result<Self, RecordError> {
        let mut file = CsvFile(csv::Writer::from_writer(part));
        file.written(|out| out.write_record(schema.0.iter().map(|(name, _)| name)))?;
        Ok(file)
    }

    pub(crate) fn write(&mut self, table: &Table) -> Result<(), RecordError> {
        let mut digits = String::new();
        for row in 0..table.rows() {
            for column in &table.columns {
                use std::fmt::Write;
                digits.clear();
                let text;
                let field: &str = match column {
                    Column::Text(texts) => {
                        text = csv_cell(texts.get(row));
                        &text
                    }
                    Column::Whole(values) => {
                        // Writing a number into a string cannot fail.
                        let _ = values[row].map_or(Ok(()), |value| write!(digits, "{value}"));
                        &digits
                    }
                    Column::Natural(values) => {
                        let _ = values[row].map_or(Ok(()), |value| write!(digits, "{value}"));
                        &digits
                    }
                };
                self.written(|out| out.write_field(field))?;
            }
            self.written(|out| out.write_record(None::<&[u8]>))?;
        }
        Ok(())
    }

    fn written(&mut self, write: impl FnOnce(&mut csv::Writer<PartialFile>) -> csv::Result<()>) -> Result<(), RecordError> {
        write(&mut self.0).map_err(|error| RecordError::Write(self.0.get_ref().path().to_owned(), plain(error)))
    }

    pub(crate) fn finish(self) -> Result<(), RecordError> {
        let path = self.0.get_ref().path().to_owned();
        let part = self.0.into_inner().map_err(|error| RecordError::Write(path, io::Error::other(error.to_string())))?;
        part.keep()
    }
}

/// The columns of a file, all of which are text where nothing more is known.
pub(crate) fn schema(path: &Path) -> Result<Schema, RecordError> {
    let mut reader = open(path)?;
    let names = reader.headers().map_err(|error| damaged(path, &error))?;
    Ok(Schema(names.iter().map(|name| (name.to_owned(), Kind::Text)).collect()))
}

/// Reads a file piece by piece; values stay the text they are.
pub(crate) fn read(path: &Path, mut each: impl FnMut(Table) -> Result<(), RecordError>) -> Result<(), RecordError> {
    let schema = schema(path)?;
    let mut reader = open(path)?;
    let mut table = Table::new(&schema);
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| damaged(path, &error))? {
        let mut row = table.row();
        for field in &record {
            row.text(field);
        }
        if table.rows() == AT_ONCE {
            each(std::mem::replace(&mut table, Table::new(&schema)))?;
        }
    }
    each(table)
}

fn open(path: &Path) -> Result<csv::Reader<File>, RecordError> {
    let file = File::open(path).map_err(|error| RecordError::Read(path.to_owned(), error))?;
    Ok(csv::Reader::from_reader(file))
}

fn damaged(path: &Path, error: &csv::Error) -> RecordError {
    RecordError::wrong(path, format!("is damaged: {error}"), "run the shard again")
}

fn plain(error: csv::Error) -> io::Error {
    let said = error.to_string();
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        _ => io::Error::other(said),
    }
}
