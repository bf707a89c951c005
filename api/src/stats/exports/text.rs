//! Facts as text: a row a line.

use std::io::{self, BufWriter, Write};

use serde_json::{Map, Value};
use store::statistics::{FieldValues, RowBatch};

use super::Columns;
use crate::stats::tabular;

/// With commas, and the names of the columns in the first line (RFC 4180). Nothing
/// between two commas: unknown.
pub(super) fn csv(
    file: impl Write,
    columns: &Columns,
    batches: impl Iterator<Item = RowBatch>,
) -> io::Result<()> {
    let mut table = tabular::table_writer(BufWriter::new(file));
    table.write_record(columns.iter().map(|(name, _)| name))?;
    for batch in batches {
        for row in 0..batch.rows {
            for field in &batch.fields {
                table.write_field(word(&field.values, row))?;
            }
            table.write_record(None::<&[u8]>)?;
        }
    }
    table.flush()
}

/// An object a line.
pub(super) fn ndjson(file: impl Write, batches: impl Iterator<Item = RowBatch>) -> io::Result<()> {
    let mut lines = BufWriter::new(file);
    for batch in batches {
        for row in 0..batch.rows {
            let fields = batch.fields.iter();
            let object: Map<String, Value> = fields
                .map(|field| (field.id.clone(), value(&field.values, row)))
                .collect();
            serde_json::to_writer(&mut lines, &object)?;
            lines.write_all(b"\n")?;
        }
    }
    lines.flush()
}

fn word(values: &FieldValues, row: usize) -> String {
    match values {
        FieldValues::Integers(all) => all[row].map(|it| it.to_string()),
        FieldValues::Floats(all) => all[row].map(|it| it.to_string()),
        FieldValues::Words(all) => all[row].as_deref().map(tabular::no_formula),
    }
    .unwrap_or_default()
}

fn value(values: &FieldValues, row: usize) -> Value {
    match values {
        FieldValues::Integers(all) => all[row].into(),
        FieldValues::Floats(all) => all[row].into(),
        FieldValues::Words(all) => all[row].as_deref().into(),
    }
}
