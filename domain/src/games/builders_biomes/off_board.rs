//! Places that somebody wrote and the game does not have: spaces, columns, and places of
//! the overworld.

use serde_json::Value;

use super::{
    board::Space,
    cube::Column,
    illegal::Illegal,
    places::{Crossing, Slot, Stack},
};
use crate::kit::written::Written;

/// Why what was written where `field` names a place is none of the game's.
pub(super) fn off_board(field: &str, written: &Value) -> Option<Illegal> {
    match field {
        "space" => pair::<Space>(written).map(Illegal::OffTheBoard),
        "column" => pair::<Column>(written).map(|it| Illegal::OffTheCube(turned(it))),
        _ => named(written.as_str()?).map(Illegal::OffTheOverworld),
    }
}

/// Two numbers that are no place.
fn pair<T: TryFrom<[u8; 2]>>(written: &Value) -> Option<Written> {
    let written = Written::pair(written)?;
    let (row, column) = (u8::try_from(written.row), u8::try_from(written.column));
    let place = row.ok().zip(column.ok());
    let is_place = place.is_some_and(|(row, column)| T::try_from([row, column]).is_ok());
    (!is_place).then_some(written)
}

/// Columns are written `[x, y]`, and `x` is the column of a layer.
const fn turned(Written { row: x, column: y }: Written) -> Written {
    Written { row: y, column: x }
}

/// A name like those of stacks, slots and crossings that none of them has.
fn named(name: &str) -> Option<Written> {
    let (kind, digits) = name.split_once('-')?;
    let is_place = match kind {
        "stack" => Stack::try_from(name.to_owned()).is_ok(),
        "slot" => Slot::try_from(name.to_owned()).is_ok(),
        "x" => Crossing::try_from(name.to_owned()).is_ok(),
        _ => return None,
    };
    let [row, column] = digits.as_bytes() else {
        return None;
    };
    let digit = |byte: &u8| char::from(*byte).to_digit(10).map(i64::from);
    let (row, column) = (digit(row)?, digit(column)?);
    (!is_place).then_some(Written { row, column })
}
