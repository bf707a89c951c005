//! Monsters: whose sheet one draws them on, and where they come when playing alone.

use super::{
    components::{Corner, Direction, SoloWalk},
    event::Drawing,
    map::{Area, BOARD, SIDE, Terrain},
    shape::Turn,
    sheet::Sheet,
};
use crate::{Seat, kit::cells::Cells};

/// 6.2: whose sheet a seat receives.
pub const fn received_by(seat: Seat, seats: u8, arrow: Direction) -> Seat {
    match arrow {
        Direction::Clockwise => seat.right(seats),
        Direction::Counterclockwise => seat.left(seats),
    }
}

/// 9.2: where the monsters come when playing alone, before coins are counted. No
/// cells if they fit nowhere.
pub fn walk(sheet: &Sheet, way: &SoloWalk, shape: &Turn) -> Drawing {
    let free = sheet.map.empty();
    let anchors = (0..).map_while(|inset| ring(inset, shape, way)).flatten();
    let mut placed = anchors.map(|anchor| shape.at(anchor));
    let cells = placed.find(|&cells| free.contains(cells));
    Drawing {
        terrain: Some(Terrain::Monster),
        cells: Area(cells.unwrap_or_default()),
        ..Drawing::pass(Seat(0))
    }
}

/// The anchors at which the shape's box touches a side of the map shrunk by
/// `inset`, in the order they are tried.
fn ring(inset: u32, shape: &Turn, way: &SoloWalk) -> Option<Vec<Cells>> {
    let bottom = (SIDE - shape.rows)
        .checked_sub(inset)
        .filter(|&row| row >= inset)?;
    let right = (SIDE - shape.cols)
        .checked_sub(inset)
        .filter(|&col| col >= inset)?;
    let (top, left) = (inset, inset);
    let mut lap: Vec<(u32, u32)> = (left..=right).map(|col| (top, col)).collect();
    lap.extend((top + 1..=bottom).map(|row| (row, right)));
    if top < bottom {
        lap.extend((left..right).rev().map(|col| (bottom, col)));
    }
    if left < right {
        lap.extend((top + 1..bottom).rev().map(|row| (row, left)));
    }
    if way.travel == Direction::Counterclockwise {
        lap.reverse();
    }
    let corner = match way.corner {
        Corner::TopLeft => (top, left),
        Corner::TopRight => (top, right),
        Corner::BottomRight => (bottom, right),
        Corner::BottomLeft => (bottom, left),
    };
    let start = lap.iter().position(|&at| at == corner);
    lap.rotate_left(start.expect("the corner is on the ring"));
    Some(
        lap.into_iter()
            .map(|(row, col)| BOARD.cell(row, col))
            .collect(),
    )
}
