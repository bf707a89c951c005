//! What each seat holds beside the board, and whose decision is due.

use domain::{
    Seat,
    games::bunny_kingdom::{View, cards::Building},
};
use maud::{Markup, html};

use super::{board, pieces::Piece, words};
use crate::svg::seats;

/// Of one seat's place; two stand side by side.
const HEIGHT: usize = 54;
const WIDTH: usize = 220;
/// From one place to the next.
const ACROSS: usize = 238;
/// As many kept buildings are drawn; of more, the rest is counted.
const KEPT: usize = 5;

/// Of what one seat holds, without its name and points.
pub(super) const SIZE: (usize, usize) = (WIDTH, 26);

pub(super) const CSS: &str = ".seat{font-size:17px;font-weight:600;fill:var(--ink)}\
    .unit{font-size:13px;font-weight:400;fill:var(--ink2)}.seat,.held,.moment{font-variant-numeric:tabular-nums}\
    .held{font-size:14px;fill:var(--ink)}.moment{font-size:12px;fill:var(--ink2)}\
    .due rect{fill:none;stroke:var(--accent);stroke-width:1.5}\
    .due text{font-size:11px;fill:var(--ink);text-anchor:middle}";

/// How high the places of so many seats are.
pub(super) const fn height(seats: usize) -> usize {
    seats.div_ceil(2) * HEIGHT + 4
}

/// A place for each of these seats.
pub(super) fn lines(view: &View, shown: &[Seat]) -> Markup {
    html! {
        @for (nth, &seat) in shown.iter().enumerate() {
            @let (x, y) = (board::LEFT + nth % 2 * ACROSS, nth / 2 * HEIGHT);
            g transform={ "translate(" (x) " " (y) ")" } role="img" aria-label=(words::seat(view, seat)) {
                (name(view, seat))
                g transform={ "translate(0 " (HEIGHT - 26) ")" } { (held(view, seat)) }
            }
        }
    }
}

fn name(view: &View, seat: Seat) -> Markup {
    html! {
        (seats::mark(seat, (0, 9)))
        text class="seat" x="26" y="24" { "Seat " (seat.0 + 1) }
        @if view.due.contains(seat) {
            g class="due" {
                rect x="91" y="9.5" width="46" height="17" rx="8.5" {}
                text x="114" y="22" { "decides" }
            }
        }
        text class="seat" x=(WIDTH) y="24" text-anchor="end" {
            (view.seats[seat].points)
            tspan class="unit" { (if view.seats[seat].points == 1 { " point" } else { " points" }) }
        }
    }
}

/// Cards in hand, parchments, and the buildings that were kept.
pub(super) fn held(view: &View, seat: Seat) -> Markup {
    let holding = &view.seats[seat];
    let kept = &holding.kept;
    let drawn = if kept.len() > KEPT { KEPT - 1 } else { KEPT };
    html! {
        use href="#b-hand" x="1" y="5" {}
        text class="held" x="20" y="19" { (holding.hand_size) }
        use href="#b-parchment" x="44" y="5" {}
        text class="held" x="64" y="19" { (holding.parchment_count) }
        g class="pieces" {
            @for (nth, &building) in kept.iter().take(drawn).enumerate() {
                (waiting(building, 92 + nth * 25))
            }
        }
        @if kept.len() > drawn {
            text class="held" x=(WIDTH) y="19" text-anchor="end" { "+" (kept.len() - drawn) }
        }
    }
}

/// A kept building, small.
fn waiting(building: Building, x: usize) -> Markup {
    html! {
        g transform={ "translate(" (x) " -1) scale(.68)" } { (Piece::kept(building).draw((0, 0))) }
    }
}
