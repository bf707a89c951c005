//! What a player asks for, in words.

use super::{
    choice::Choice,
    command::{Command, Orientation},
    map::{Area, BOARD, Terrain},
    shape::ShapeId,
    view::View,
    words::{name, places, skill_name},
};
use crate::{Cell, Who, kit::cells::Cells};

/// A command in words.
pub(super) fn said(view: &View, command: Command, who: &Who<'_>) -> String {
    let asked = match command {
        Command::Draw { terrain, cells } => draw(view.choice(), terrain, cells, who),
        Command::ArcaneKnowledge { cells } => drawn(Terrain::Village, cells),
        Command::Stealth {
            shape,
            terrain,
            cells,
        } => stealth(view.choice(), shape, terrain, cells),
        Command::Negotiation { terrain, cells } | Command::Healing { terrain, cells } => {
            drawn(terrain, cells)
        }
        Command::Concentration { cells } => {
            format!("draw the same shape again on {}", places(cells))
        }
        Command::Search { cell } => format!("draw one more space on {}", places(single(cell))),
        Command::Diplomacy { cell } => {
            format!("draw farm and village in one on {}", places(single(cell)))
        }
        Command::Acrobatics { orientation } => acrobatics(orientation).to_owned(),
        Command::Pass {} => "pass".to_owned(),
    };
    match command.skill() {
        Some(skill) => format!("Use {}: {asked}", skill_name(skill)),
        None => crate::words::capital(&asked),
    }
}

/// The spaces that a command draws on.
pub(super) fn cells(command: Command) -> Vec<Cell> {
    let drawn = match command {
        Command::Draw { cells, .. }
        | Command::ArcaneKnowledge { cells }
        | Command::Stealth { cells, .. }
        | Command::Negotiation { cells, .. }
        | Command::Concentration { cells }
        | Command::Healing { cells, .. } => cells,
        Command::Search { cell } | Command::Diplomacy { cell } => single(cell),
        Command::Acrobatics { .. } | Command::Pass {} => Area::default(),
    };
    BOARD.coordinates(drawn.0).collect()
}

/// After an ambush it is drawn on the sheet of another.
fn draw(choice: Option<Choice<'_>>, terrain: Terrain, cells: Area, who: &Who<'_>) -> String {
    let drawn = drawn(terrain, cells);
    match choice.filter(|choice| choice.on != choice.seat) {
        Some(choice) => format!("{drawn}, on the sheet of {}", who.seat(choice.on)),
        None => drawn,
    }
}

fn drawn(terrain: Terrain, cells: Area) -> String {
    format!("draw {} on {}", name(terrain), places(cells))
}

/// Of a card with two shapes, parts of both may cover the same spaces.
fn stealth(choice: Option<Choice<'_>>, shape: ShapeId, terrain: Terrain, cells: Area) -> String {
    let shapes = choice.map_or(&[][..], |choice| choice.demand().shapes);
    let has_coin = |it: &super::shape::Shape| it.id == Some(shape) && it.coins > 0;
    let of = match shapes.len() {
        0..=1 => "the shape",
        _ if shapes.iter().any(has_coin) => "the shape with the coin",
        _ => "the shape without a coin",
    };
    format!("{} and the rest of {of} off the map", drawn(terrain, cells))
}

const fn acrobatics(orientation: Option<Orientation>) -> &'static str {
    match orientation {
        Some(Orientation::Horizontal) => "two monsters, side by side",
        Some(Orientation::Vertical) => "two monsters, one above the other",
        None => "only two monsters on your sheet",
    }
}

fn single(cell: Cell) -> Area {
    Area(BOARD.at(cell).unwrap_or(Cells::NONE))
}
