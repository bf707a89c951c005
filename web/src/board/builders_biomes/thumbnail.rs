//! The boards of a table at a glance: biomes, and on what is built its material.

use domain::games::builders_biomes::{
    board::{Space, Visible},
    features::Axis,
    player::Player,
};
use maud::{Markup, html};

use super::COLORS;
use crate::{
    board::thumbnail::BOARDS,
    svg::{
        Picture, seats,
        tokens::{INK, SEATS, SURFACE},
    },
};

/// The side of a space, and of a board in its frame.
const SPACE: usize = 140;
const SIDE: usize = 3 * SPACE + 38;
/// From one board to the next.
const STEP: usize = SIDE + 34;

/// Draws a table of this game, and of no other.
pub(in crate::board) fn thumbnail(view: &domain::View) -> Option<Markup> {
    let domain::View::BuildersBiomes(view) = view else {
        return None;
    };
    let players: Vec<_> = view.players.iter().take(BOARDS).collect();
    let picture = Picture {
        width: players.len() * STEP,
        height: SIDE,
        title: "Builders & Biomes",
        description: "The boards of the table.",
        tokens: &[&[SURFACE, INK][..], &SEATS, &COLORS].concat(),
        css: "",
        symbols: "",
    };
    Some(picture.image(&html! {
        @for (nth, (seat, player)) in players.iter().enumerate() {
            g transform={ "translate(" (nth * STEP) ")" } {
                rect width=(SIDE) height=(SIDE) fill={ "var(--" (seats::color(*seat)) ")" } {}
                rect x="10" y="10" width=(SIDE - 20) height=(SIDE - 20) fill="var(--surface)" {}
                @for space in Space::all() { (visible(player, space)) }
            }
        }
    }))
}

fn visible(player: &Player, space: Space) -> Markup {
    let domain::Cell(row, column) = space.cell();
    let units = |cells: i8| 19 + domain::cast::<usize>(cells) * SPACE;
    let (x, y) = (units(column), units(row));
    let (biome, material) = match player.landscape().at(space) {
        Visible::Printed(biome) => (biome, None),
        Visible::Built(it) => (it.feature(Axis::Biome), Some(it.feature(Axis::Material))),
    };
    html! {
        rect x=(x + 4) y=(y + 4) width=(SPACE - 8) height=(SPACE - 8) fill={ "var(--" (biome.id()) ")" } {}
        @if let Some(material) = material {
            rect x=(x + 32) y=(y + 32) width=(SPACE - 64) height=(SPACE - 64)
                fill={ "var(--" (material.id()) ")" } stroke="var(--ink)" stroke-width="8" {}
        }
    }
}
