//! Tables as Parquet: all columns optional, numbers of 64 bits, texts in UTF-8, compressed with Snappy.

use crate::RecordError;
use crate::part::PartialFile;
use crate::table::{Column, Kind, Schema, Table, Texts};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rows that lie together in a file. Groups are cut after exactly so many, whatever the pieces the rows come in.
const GROUP: usize = 1 << 17;

/// A Parquet file that is being written.
pub(crate) struct ParquetFile {
    out: SerializedFileWriter<PartialFile>,
    path: PathBuf,
    waiting: Table,
}

impl ParquetFile {
    pub(crate) fn create(part: PartialFile, schema: &Schema) -> Result<Self, RecordError> {
        let path = part.path().to_owned();
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(format!("railwright {}", env!("CARGO_PKG_VERSION")))
            .build();
        let made = fields(schema).and_then(|fields| SerializedFileWriter::new(part, fields, Arc::new(properties)));
        let out = made.map_err(|error| RecordError::Write(path.clone(), plain(error)))?;
        Ok(ParquetFile { out, path, waiting: Table::new(schema) })
    }

    pub(crate) fn write(&mut self, table: Table) -> Result<(), RecordError> {
        self.waiting.append(table);
        while self.waiting.rows() >= GROUP {
            let group = self.waiting.take_first(GROUP);
            self.group(&group)?;
        }
        Ok(())
    }

    fn group(&mut self, table: &Table) -> Result<(), RecordError> {
        let mut write = || {
            let mut group = self.out.next_row_group()?;
            for column in &table.columns {
                match column {
                    Column::Whole(values) => put::<Int64Type>(&mut group, values.iter().copied()),
                    Column::Natural(values) => put::<Int64Type>(&mut group, values.iter().map(|v| v.map(u64::cast_signed))),
                    Column::Text(texts) => {
                        put::<ByteArrayType>(&mut group, texts.iter().map(|t| (!t.is_empty()).then(|| ByteArray::from(t))))
                    }
                }?;
            }
            group.close().map(|_| ())
        };
        write().map_err(|error| RecordError::Write(self.path.clone(), plain(error)))
    }

    pub(crate) fn finish(mut self) -> Result<(), RecordError> {
        if self.waiting.rows() > 0 {
            let rest = std::mem::take(&mut self.waiting);
            self.group(&rest)?;
        }
        let part = self.out.into_inner().map_err(|error| RecordError::Write(self.path, plain(error)))?;
        part.keep()
    }
}

/// Writes the next column of a group.
fn put<T: DataType>(
    group: &mut SerializedRowGroupWriter<PartialFile>,
    values: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let (mut present, mut there) = (Vec::new(), Vec::new());
    for value in values {
        present.push(i16::from(value.is_some()));
        there.extend(value);
    }
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("more columns than the file has".to_owned()));
    };
    column.typed::<T>().write_batch(&there, Some(&present), None)?;
    column.close()
}

fn fields(schema: &Schema) -> Result<TypePtr, ParquetError> {
    let mut fields = Vec::new();
    for (name, kind) in &schema.0 {
        let (physical, logical) = match kind {
            Kind::Whole => (Physical::INT64, None),
            Kind::Natural => (Physical::INT64, Some(LogicalType::integer(64, false))),
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let field = Type::primitive_type_builder(name, physical).with_repetition(Repetition::OPTIONAL);
        fields.push(Arc::new(field.with_logical_type(logical).build()?));
    }
    Type::group_type_builder("railwright").with_fields(fields).build().map(Arc::new)
}

/// The columns of a file that this program wrote.
pub(crate) fn schema(path: &Path) -> Result<Schema, RecordError> {
    let reader = open(path)?;
    let file = reader.metadata().file_metadata();
    let mut schema = Schema::default();
    for column in file.schema_descr().columns() {
        let kind = match (column.physical_type(), column.logical_type_ref()) {
            (Physical::INT64, None) => Kind::Whole,
            (Physical::INT64, Some(LogicalType::Integer(_))) => Kind::Natural,
            (Physical::BYTE_ARRAY, Some(LogicalType::String)) => Kind::Text,
            _ => return Err(damaged(path, "a column is of a kind that records do not have")),
        };
        if column.max_def_level() != 1 || column.max_rep_level() != 0 {
            return Err(damaged(path, "a column is not as records have it"));
        }
        schema.0.push((column.name().to_owned(), kind));
    }
    Ok(schema)
}

/// Reads a file that this program wrote, group by group.
pub(crate) fn read(path: &Path, mut each: impl FnMut(Table) -> Result<(), RecordError>) -> Result<(), RecordError> {
    let schema = schema(path)?;
    let reader = open(path)?;
    for i in 0..reader.num_row_groups() {
        let group = reader.get_row_group(i).map_err(|error| damaged(path, error))?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let columns: Result<Vec<Column>, _> =
            schema.0.iter().enumerate().map(|(i, (_, kind))| column(&*group, i, *kind, rows)).collect();
        each(Table::of(columns.map_err(|error| damaged(path, error))?, rows))?;
    }
    Ok(())
}

fn column(group: &dyn RowGroupReader, i: usize, kind: Kind, rows: usize) -> Result<Column, ParquetError> {
    Ok(match kind {
        Kind::Whole => Column::Whole(values::<Int64Type>(group, i, rows)?),
        Kind::Natural => {
            Column::Natural(values::<Int64Type>(group, i, rows)?.into_iter().map(|v| v.map(i64::cast_unsigned)).collect())
        }
        Kind::Text => {
            let mut texts = Texts::default();
            for value in values::<ByteArrayType>(group, i, rows)? {
                texts.push(value.as_ref().map_or(Ok(""), ByteArray::as_utf8)?);
            }
            Column::Text(texts)
        }
    })
}

fn values<T: DataType>(group: &dyn RowGroupReader, i: usize, rows: usize) -> Result<Vec<Option<T::T>>, ParquetError> {
    let mut reader = get_typed_column_reader::<T>(group.get_column_reader(i)?);
    let (mut present, mut there) = (Vec::new(), Vec::new());
    while present.len() < rows {
        let (read, _, _) = reader.read_records(rows - present.len(), Some(&mut present), None, &mut there)?;
        if read == 0 {
            return Err(ParquetError::General("rows are missing".to_owned()));
        }
    }
    let mut there = there.into_iter();
    Ok(present.into_iter().map(|level| if level == 1 { there.next() } else { None }).collect())
}

fn open(path: &Path) -> Result<SerializedFileReader<File>, RecordError> {
    let file = File::open(path).map_err(|error| RecordError::Read(path.to_owned(), error))?;
    SerializedFileReader::new(file).map_err(|error| damaged(path, error))
}

fn damaged(path: &Path, why: impl std::fmt::Display) -> RecordError {
    RecordError::wrong(path, format!("is damaged, or no file of records: {why}"), "run the shard again")
}

fn plain(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        other => io::Error::other(other),
    }
}
