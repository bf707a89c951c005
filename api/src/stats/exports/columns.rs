//! Facts as Parquet: column by column, so that a reader takes only those it needs.

use std::{
    io::{self, Write},
    sync::Arc,
};

use domain::facts::Kind;
use parquet::{
    basic::{Compression, LogicalType, Repetition, Type as Physical},
    data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type},
    errors::ParquetError,
    file::{
        properties::WriterProperties,
        writer::{SerializedColumnWriter, SerializedFileWriter},
    },
    schema::types::{Type, TypePtr},
};
use store::statistics::{FieldValues, RowBatch};

use super::Columns;

/// Writes a row group for each batch.
pub(super) fn parquet(
    file: impl Write + Send,
    columns: &Columns,
    batches: impl Iterator<Item = RowBatch>,
) -> io::Result<()> {
    write(file, columns, batches).map_err(io::Error::other)
}

fn write(
    file: impl Write + Send,
    columns: &Columns,
    batches: impl Iterator<Item = RowBatch>,
) -> Result<(), ParquetError> {
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
    let properties = Arc::new(properties.build());
    let mut writer = SerializedFileWriter::new(file, schema(columns)?, properties)?;
    for batch in batches {
        let mut group = writer.next_row_group()?;
        let mut fields = batch.fields.iter();
        while let Some(mut column) = group.next_column()? {
            let field = fields.next().expect("all batches have all columns");
            put(&mut column, &field.values)?;
            column.close()?;
        }
        group.close()?;
    }
    writer.close()?;
    Ok(())
}

fn schema(columns: &Columns) -> Result<TypePtr, ParquetError> {
    let column = |(name, kind): &(String, Kind)| {
        let (physical, logical) = match kind {
            Kind::Measure => (Physical::INT32, None),
            Kind::Rate => (Physical::DOUBLE, None),
            Kind::Dimension | Kind::Choice => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let column = Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical);
        column.build().map(Arc::new)
    };
    let columns: Result<Vec<TypePtr>, ParquetError> = columns.iter().map(column).collect();
    let schema = Type::group_type_builder("facts").with_fields(columns?);
    Ok(Arc::new(schema.build()?))
}

fn put(column: &mut SerializedColumnWriter<'_>, values: &FieldValues) -> Result<(), ParquetError> {
    match values {
        FieldValues::Integers(all) => typed::<Int32Type>(column, all.iter().copied()),
        FieldValues::Floats(all) => typed::<DoubleType>(column, all.iter().copied()),
        FieldValues::Words(all) => typed::<ByteArrayType>(
            column,
            all.iter().map(|word| word.as_deref().map(ByteArray::from)),
        ),
    }
}

/// A value is written if it is known; its level says whether it is.
fn typed<T: DataType>(
    column: &mut SerializedColumnWriter<'_>,
    values: impl Iterator<Item = Option<T::T>> + Clone,
) -> Result<(), ParquetError> {
    let levels: Vec<i16> = values.clone().map(|it| i16::from(it.is_some())).collect();
    let known: Vec<T::T> = values.flatten().collect();
    let column = column.typed::<T>();
    column.write_batch(&known, Some(&levels), None)?;
    Ok(())
}
