//! The maps of a table at a glance.

use domain::Seat;
use maud::{Markup, html};

use super::{GROUNDS, small};
use crate::{
    Focus,
    board::thumbnail::BOARDS,
    svg::{
        Picture, seats,
        tokens::{INK, SEATS, SURFACE},
    },
};

/// From one map to the next.
const STEP: usize = small::SIDE + 34;

/// Draws a table of this game, and of no other.
pub(in crate::board) fn thumbnail(view: &domain::View) -> Option<Markup> {
    let domain::View::Cartographers(view) = view else {
        return None;
    };
    let sheets = view.sheets.iter().take(BOARDS);
    let maps: Vec<Markup> = sheets
        .map(|(seat, sheet)| {
            small::flat(sheet, color(view.sheets.seats(), seat), &Focus::default())
        })
        .collect();
    let picture = Picture {
        width: maps.len() * STEP,
        height: small::SIDE,
        title: "Cartographers",
        description: "The maps of the table.",
        tokens: &[&[SURFACE, INK][..], &SEATS, &GROUNDS].concat(),
        css: "",
        symbols: "",
    };
    Some(picture.image(&html! {
        @for (nth, map) in maps.iter().enumerate() {
            g transform={ "translate(" (nth * STEP) ")" } { (map) }
        }
    }))
}

/// The frame of a seat's map. Of more seats than have a color, all are of ink.
fn color(seats: u8, seat: Seat) -> &'static str {
    if usize::from(seats) > SEATS.len() {
        "ink"
    } else {
        seats::color(seat)
    }
}
