//! Facts as text: a seat a line.

use std::{
    fs::File,
    io::{self, BufWriter, Write as _},
};

use serde_json::{Map, Value};
use store::statistics::{Batch, FieldValues};

use super::Columns;

/// With commas, and the names of the columns in the first line. Nothing between two
/// commas: unknown.
pub(super) fn csv(
    file: &File,
    columns: &Columns,
    batches: impl Iterator<Item = Batch>,
) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(BufWriter::new(file));
    table.write_record(columns.iter().map(|(name, _)| name))?;
    for batch in batches {
        for seat in 0..batch.seats {
            for field in &batch.fields {
                table.write_field(word(&field.values, seat))?;
            }
            table.write_record(None::<&[u8]>)?;
        }
    }
    table.flush()
}

/// An object a line.
pub(super) fn ndjson(file: &File, batches: impl Iterator<Item = Batch>) -> io::Result<()> {
    let mut lines = BufWriter::new(file);
    for batch in batches {
        for seat in 0..batch.seats {
            let fields = batch.fields.iter();
            let row: Map<String, Value> = fields
                .map(|field| (field.id.clone(), value(&field.values, seat)))
                .collect();
            serde_json::to_writer(&mut lines, &row)?;
            lines.write_all(b"\n")?;
        }
    }
    lines.flush()
}

fn word(values: &FieldValues, seat: usize) -> String {
    match values {
        FieldValues::Integers(all) => all[seat].map(|it| it.to_string()),
        FieldValues::Floats(all) => all[seat].map(|it| it.to_string()),
        FieldValues::Words(all) => all[seat].as_ref().map(ToString::to_string),
    }
    .unwrap_or_default()
}

fn value(values: &FieldValues, seat: usize) -> Value {
    match values {
        FieldValues::Integers(all) => all[seat].into(),
        FieldValues::Floats(all) => all[seat].into(),
        FieldValues::Words(all) => all[seat].as_deref().into(),
    }
}
