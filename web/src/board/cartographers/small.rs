//! Many maps at a glance, the best first: flat grounds, monsters and mountains by a shape.

use std::cmp::Reverse;

use domain::{
    Cell, Seat,
    games::cartographers::{View, map::BOARD, sheet::Sheet},
    kit::cells::Cells,
    words::signed,
};
use maud::{Markup, html};

use super::{map, scored};
use crate::{
    Focus,
    svg::{mark, plate::CELL},
};

const WIDTH: usize = 150;
const HEIGHT: usize = 176;
/// Between the edge of its place and a map.
const MARGIN: usize = 6;
const HEADING: usize = 30;
/// Of a map with its frame, before it is made small.
pub(super) const SIDE: usize = 458;

/// How wide and high all of it is, and all of it.
pub(super) fn multiples(view: &View, focus: &Focus) -> (usize, usize, Markup) {
    let mut seats: Vec<(Seat, &Sheet)> = view.sheets.iter().collect();
    seats.sort_by_key(|(seat, _)| Reverse(scored(view, *seat)));
    // Places are a little higher than wide: a square of them looks like one.
    let columns = seats.len().isqrt() + 1;
    let drawn = html! {
        @for (nth, (seat, sheet)) in seats.iter().enumerate() {
            g transform={ "translate(" (nth % columns * WIDTH) " " (nth / columns * HEIGHT) ")" } {
                text class="name" x=(MARGIN) y="23" { "Seat " (seat.0 + 1) }
                text class="name" x=(WIDTH - MARGIN) y="23" text-anchor="end" { (signed(scored(view, *seat))) }
                svg x=(MARGIN) y=(HEADING) width=(WIDTH - 2 * MARGIN) height=(WIDTH - 2 * MARGIN)
                    viewBox={ "0 0 " (SIDE) " " (SIDE) } { (flat(sheet, "ink", focus)) }
            }
        }
    };
    let rows = seats.len().div_ceil(columns);
    (columns * WIDTH, rows * HEIGHT + MARGIN, drawn)
}

/// A map in a frame of this color.
pub(super) fn flat(sheet: &Sheet, color: &str, focus: &Focus) -> Markup {
    html! {
        rect x="3" y="3" width="452" height="452" fill={ "var(--" (color) ")" } {}
        rect x="8" y="8" width="442" height="442" fill="var(--empty)" {}
        g transform="translate(9 9)" {
            @for ground in &map::grounds(&sheet.map) {
                (map::fill(ground))
            }
            path fill="var(--monsterk)" d=(in_each(sheet.map.monster, "m13 13h14v14h-14z")) {}
            path fill="var(--mountaink)" d=(in_each(sheet.map.mountain, "m8 30l12-20 12 20z")) {}
            (mark::mark(focus, || map::set(BOARD.all()), CELL))
        }
    }
}

/// A shape in each of these cells.
fn in_each(cells: Cells, shape: &str) -> String {
    let at = |Cell(row, column): Cell| {
        let units = |cells: i8| domain::cast::<usize>(cells) * CELL;
        format!("M{} {}{shape}", units(column), units(row))
    };
    BOARD.coordinates(cells).map(at).collect()
}

#[cfg(test)]
mod tests {
    use domain::{BySeat, Dice, GameId, Seed, Viewer, games::cartographers::score::SeasonScore};

    use super::*;
    use crate::board;

    /// A table at which everybody has lost points to monsters.
    fn losing(seats: u8) -> domain::View {
        let dice = Dice::new(Seed([1; 32]));
        let options = GameId::Cartographers.default_options();
        let mut view = options
            .set_up(seats, &dice)
            .begin(&dice)
            .0
            .view(Viewer::Spectator);
        if let domain::View::Cartographers(view) = &mut view {
            let edicts = [view.edicts[0], view.edicts[1]];
            let scored = SeasonScore::of(&view.sheets[Seat(0)], edicts);
            let monsters = -200;
            view.scored = vec![BySeat::new(seats, |_| SeasonScore { monsters, ..scored })];
        }
        view
    }

    #[test]
    fn points_below_zero_have_a_real_minus_sign() {
        for seats in [2, 12] {
            let picture = board(&losing(seats), &Focus::default());
            assert!(picture.contains(">\u{2212}"), "{picture}");
            assert!(!picture.contains(">-"), "{picture}");
        }
    }
}
