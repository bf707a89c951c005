//! The boards of the players before anything is built: the four that there are, in one.

use domain::{
    Cell,
    games::builders_biomes::{
        board::{Board, Space, Visible},
        features::Feature,
    },
};
use maud::{Markup, html};

use super::{COLORS, SYMBOLS};
use crate::{
    board::Printed,
    svg::tokens::{INK, INK2, LINE, SEATS, SURFACE},
};

/// The side of a space, and of the part that each of the four boards has of it.
const SPACE: usize = 80;
const PART: usize = SPACE / 2;

/// Each space in four parts, with the biome that is printed there on each of the boards.
pub(in crate::board) fn printed() -> Printed {
    Printed {
        drawn: html! { @for space in Space::all() { (parts(space)) } },
        cell: SPACE,
        tokens: [&[SURFACE, INK, INK2, LINE][..], &SEATS, &COLORS].concat(),
        css: "",
        symbols: SYMBOLS,
        says: "The four parts of a space are what is printed there on the four boards.",
    }
}

fn parts(space: Space) -> Markup {
    let Cell(row, column) = space.cell();
    let corner = |at: i8| domain::cast::<usize>(at) * SPACE;
    html! {
        @for (nth, board) in Board::ALL.into_iter().enumerate() {
            @if let Visible::Printed(biome) = board.landscape().at(space) {
                (part(biome, (corner(column) + nth % 2 * PART, corner(row) + nth / 2 * PART)))
            }
        }
    }
}

fn part(biome: Feature, (x, y): (usize, usize)) -> Markup {
    html! {
        rect x=(x) y=(y) width=(PART) height=(PART) fill={ "var(--" (biome.id()) ")" } {}
        use href={ "#g-" (biome.id()) } x=(x + 10) y=(y + 10) width="20" height="20" opacity=".8" {}
    }
}
