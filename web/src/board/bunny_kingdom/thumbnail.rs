//! The board at a glance: who has which square, and towers as bars.

use domain::{
    Seat,
    games::bunny_kingdom::{
        components::Terrain,
        land::{BOARD, LAND, Square},
        realm::{Realm, Structure},
    },
};
use maud::{Markup, html};

use super::{
    GROUNDS,
    board::{CELL, FILL, corner},
    words,
};
use crate::svg::{
    Picture,
    outline::Outline,
    seats,
    tokens::{INK, SEATS, SURFACE},
};

const SIDE: usize = 10 * CELL;
/// Between the edge of the picture and the board, with the frame.
const MARGIN: usize = 9;

/// Squares of one seat side by side as one area, apart from those of others.
const HELD: Outline = Outline {
    cell: 440,
    inset: 25,
    rounding: 60,
};

/// Draws a table of this game, and of no other.
pub(in crate::board) fn thumbnail(view: &domain::View) -> Option<Markup> {
    let domain::View::BunnyKingdom(view) = view else {
        return None;
    };
    let realm = &view.board;
    let seats: Vec<Seat> = view.seats.iter().map(|(seat, _)| seat).collect();
    let picture = Picture {
        width: SIDE + 2 * MARGIN,
        height: SIDE + 2 * MARGIN,
        title: "Bunny Kingdom",
        description: "Who has which square.",
        tokens: &[&[SURFACE, INK][..], &SEATS[..4], &GROUNDS].concat(),
        css: "",
        symbols: "",
    };
    Some(picture.image(&html! {
        rect width=(SIDE + 2 * MARGIN) height=(SIDE + 2 * MARGIN) fill="var(--ink)" {}
        rect x="6" y="6" width=(SIDE + 6) height=(SIDE + 6) fill="var(--surface)" {}
        g transform={ "translate(" (MARGIN) " " (MARGIN) ")" } {
            @for terrain in Terrain::ALL {
                path fill={ "var(--" (words::terrain(terrain)) ")" } fill-opacity=".5"
                    d=(FILL.around(BOARD.coordinates(LAND.of(terrain)))) {}
            }
            @for &seat in &seats {
                path fill={ "var(--" (seats::color(seat)) ")" } d=(held(realm, seat)) {}
            }
            path fill="var(--surface)" d=(bars(realm)) {}
        }
    }))
}

fn held(realm: &Realm, seat: Seat) -> String {
    HELD.around(BOARD.coordinates(realm.of(seat)))
}

/// A bar for each city that somebody has, as broad as it is strong.
fn bars(realm: &Realm) -> String {
    let bar = |square: Square| {
        let strength = match realm.structure(square) {
            Some(Structure::City { strength }) => strength,
            None if LAND.cities().contains(square.cells()) => 1,
            _ => return String::new(),
        };
        let width = 8 * usize::from(strength);
        let (x, y) = corner(square);
        format!(
            "M{} {}h{width}v16h-{width}z",
            x + (CELL - width) / 2,
            y + 14
        )
    };
    let held = Square::each(BOARD.all()).filter(|&square| realm.owner(square).is_some());
    held.map(bar).collect()
}
