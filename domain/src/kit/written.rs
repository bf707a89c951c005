//! A place as somebody wrote it, on a board or off it.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::Value;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ArrayBuilder, ObjectBuilder, RefOr, Schema, schema::Type},
};

use crate::Cell;

/// A row and a column as somebody wrote them, on a board or off it. On the wire:
/// `[row, column]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The row, counted from 0 at the top.
    pub row: i64,
    /// The column, counted from 0 on the left.
    pub column: i64,
}

impl Written {
    /// Reads `[row, column]`.
    pub fn pair(written: &Value) -> Option<Written> {
        let [row, column] = &written.as_array()?[..] else {
            return None;
        };
        Written::at(row, column)
    }

    /// Reads a row and a column.
    pub fn at(row: &Value, column: &Value) -> Option<Written> {
        let exact = |at: &Value| at.as_i64().filter(|at| (-FARTHEST..=FARTHEST).contains(at));
        let (row, column) = (exact(row)?, exact(column)?);
        Some(Written { row, column })
    }

    /// The cell, if any board could have one so far out.
    pub fn cell(self) -> Option<Cell> {
        let named = |at: i64| i8::try_from(at).ok();
        Some(Cell(named(self.row)?, named(self.column)?))
    }
}

/// The largest whole number that every reader of JSON takes for itself (RFC 8259, 6).
const FARTHEST: i64 = (1 << 53) - 1;

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.row, self.column).serialize(serializer)
    }
}

impl PartialSchema for Written {
    fn schema() -> RefOr<Schema> {
        let coordinate = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(-FARTHEST))
            .maximum(Some(FARTHEST));
        ArrayBuilder::new()
            .items(coordinate)
            .min_items(Some(2))
            .max_items(Some(2))
            .description(Some(
                "`[row, column]` of a cell, counted as in `Cell`, on the board or off it.",
            ))
            .into()
    }
}

impl ToSchema for Written {}

impl From<Cell> for Written {
    fn from(Cell(row, column): Cell) -> Written {
        Written {
            row: row.into(),
            column: column.into(),
        }
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = format!("row {}, column {}", self.row, self.column);
        f.write_str(&said.replace('-', "\u{2212}"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_place_far_out_is_written_but_is_no_cell() {
        let written = |value| Written::pair(&value).map(Written::cell);
        assert_eq!(written(json!([0, 11])), Some(Some(Cell(0, 11))));
        assert_eq!(written(json!([-128, 127])), Some(Some(Cell(-128, 127))));
        assert_eq!(written(json!([0, 128])), Some(None));
        assert_eq!(written(json!([-129, 0])), Some(None));
        for other in [json!([0]), json!([0, 1, 2]), json!([0, "1"]), json!("A1")] {
            assert_eq!(written(other), None);
        }
    }
}
