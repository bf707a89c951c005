//! The color and the sign of a seat.

use domain::Seat;
use maud::{Markup, html};

use super::tokens::SEATS;

/// Circle, square, triangle, diamond, hexagon, cross, each 18 units wide.
const MARKS: [&str; SEATS.len()] = [
    "M9 0a9 9 0 1 1 0 18a9 9 0 1 1 0-18z",
    "M1 1h16v16h-16z",
    "M9 0l9.5 17h-19z",
    "M9-.5l9.5 9.5-9.5 9.5-9.5-9.5z",
    "M9-.5l8.5 4.8v9.4l-8.5 4.8-8.5-4.8v-9.4z",
    "M6 0h6v6h6v6h-6v6h-6v-6h-6v-6h6z",
];

/// The name of a seat's color. Of more seats than have one, it is that of text.
pub(crate) fn color(seat: Seat) -> &'static str {
    SEATS
        .get(usize::from(seat.0))
        .map_or("ink", |token| token.0)
}

/// The sign of a seat in a line of text.
pub(crate) fn sign(seat: Seat) -> Markup {
    html! {
        svg class="sign" viewBox="0 0 18 18" aria-hidden="true" { (mark(seat, (0, 0))) }
    }
}

/// The sign of a seat, with its upper left corner here. More seats have none.
pub(crate) fn mark(seat: Seat, (x, y): (usize, usize)) -> Markup {
    html! {
        @if let Some(mark) = MARKS.get(usize::from(seat.0)) {
            path transform={ "translate(" (x) " " (y) ")" } d=(mark) fill={ "var(--" (color(seat)) ")" } {}
        }
    }
}
