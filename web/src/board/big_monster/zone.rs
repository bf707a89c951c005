//! A zone in its frame. Its origin is the explorer's upper left cell.

use std::collections::BTreeSet;

use domain::{
    Cell, Seat,
    games::big_monster::{
        components::{Beam, Direction, Half, TileKind},
        zone::{Placed, Zone},
    },
    words::signed,
};
use maud::{Markup, html};

use super::{crystals, layout::Block, tile, words};
use crate::{
    Focus,
    svg::{mark, seats},
};

/// The side of a cell.
pub(super) const CELL: i32 = 32;
/// Between the edge of a frame and the zone in it.
const MARGIN: i32 = 14;
/// The room above a frame for the numbers of columns, and at its left for those of rows.
const AXES: i32 = 18;
/// Zones are shown on no fewer cells than this a side.
const LEAST: i32 = 8;

pub(super) const CSS: &str = ".edge{stroke:var(--surface);stroke-width:3.8;stroke-dasharray:32;fill:none}\
    .dots{stroke:var(--line);stroke-width:2.4;stroke-linecap:round;stroke-dasharray:.01 31.99}\
    .beam{fill:var(--radiok);stroke:var(--radio)}.idle{fill-opacity:.35}\
    .hits rect{fill:none;pointer-events:all}.hits rect:hover{fill:var(--ink);fill-opacity:.08}";

/// How much of the lattice is shown: as much for every zone of a match, so that cells are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    columns: i32,
    rows: i32,
}

/// The cells from and up to which tiles lie: left, upper, right, lower.
type Bounds = [i32; 4];

impl Window {
    /// Room for the largest of these, with a cell around it.
    pub(super) fn of<'a>(zones: impl Iterator<Item = &'a Zone>) -> Window {
        let mut window = Window {
            columns: LEAST,
            rows: LEAST,
        };
        for [left, upper, right, lower] in zones.map(bounds) {
            window.columns = window.columns.max(right - left + 2);
            window.rows = window.rows.max(lower - upper + 2);
        }
        window
    }

    /// The same with room for these cells around a zone.
    #[must_use]
    pub(super) fn with_room_for(mut self, zone: &Zone, cells: &BTreeSet<Cell>) -> Window {
        let [left, upper, right, lower] = bounds(zone);
        for &Cell(row, column) in cells {
            let (row, column) = (i32::from(row), i32::from(column));
            // The zone stays in the middle, so what is needed on one side is there on both.
            let beside = (left - column).max(column + 1 - right).max(0);
            let above = (upper - row).max(row + 1 - lower).max(0);
            self.columns = self.columns.max(right - left + 2 * beside);
            self.rows = self.rows.max(lower - upper + 2 * above);
        }
        self
    }

    /// The cell at the upper left, if the zone is in the middle: column and row.
    fn corner(self, zone: &Zone) -> (i32, i32) {
        let [left, upper, right, lower] = bounds(zone);
        (
            left - (self.columns - (right - left)) / 2,
            upper - (self.rows - (lower - upper)) / 2,
        )
    }

    /// How wide and high it is.
    pub(super) fn size(self) -> (usize, usize) {
        (
            domain::cast(self.columns * CELL),
            domain::cast(self.rows * CELL),
        )
    }

    /// Where the origin of a zone is, if the window begins so far from the edge.
    pub(super) fn origin(self, zone: &Zone, margin: i32) -> (i32, i32) {
        let (column, row) = self.corner(zone);
        (margin - column * CELL, margin - row * CELL)
    }

    /// The cells that are shown of a zone.
    fn cells(self, zone: &Zone) -> BTreeSet<Cell> {
        let (left, upper) = self.corner(zone);
        let rows = upper..upper + self.rows;
        let cells =
            rows.flat_map(|row| (left..left + self.columns).map(move |column| (row, column)));
        cells
            .filter_map(|(row, column)| {
                Some(Cell(i8::try_from(row).ok()?, i8::try_from(column).ok()?))
            })
            .collect()
    }
}

fn bounds(zone: &Zone) -> Bounds {
    let covered = zone.tiles.iter().flat_map(|it| it.cells());
    covered.fold([0, 0, 2, 2], |[left, upper, right, lower], at| {
        let (x, y) = (i32::from(at.x), i32::from(at.y));
        [
            left.min(x),
            upper.min(y),
            right.max(x + 1),
            lower.max(y + 1),
        ]
    })
}

/// A zone in a frame of the color of its seat.
pub(super) fn zone(zone: &Zone, seat: Seat, window: Window, focus: &Focus) -> Block {
    let (width, height) = (window.columns * CELL, window.rows * CELL);
    let (right, low) = (width + 2 * MARGIN, height + 2 * MARGIN);
    let (x, y) = window.origin(zone, MARGIN);
    let drawn = html! {
        rect x="5" y="5" width=(right - 10) height=(low - 10) fill={ "var(--" (seats::color(seat)) ")" } {}
        rect x="12" y="12" width=(right - 24) height=(low - 24) fill="var(--surface)" {}
        path class="edge" d={
            "M14 8.5h" (width) "M14 " (low - 9) ".5h" (width)
            "M8.5 14v" (height) "M" (right - 9) ".5 14v" (height)
        } {}
        rect x=(MARGIN) y=(MARGIN) width=(width) height=(height) fill="var(--empty)" {}
        path class="dots" d=(dots(window)) {}
        g transform={ "translate(" (x) " " (y) ")" } {
            (layers(zone, seat))
            (mark::mark(focus, || window.cells(zone), domain::cast(CELL)))
            (hits(zone, seat, focus))
        }
    };
    let drawn = html! {
        (axes(window, zone))
        g transform={ "translate(" (AXES) " " (AXES) ")" } { (drawn) }
    };
    let (width, height) = (domain::cast(right + AXES), domain::cast(low + AXES));
    Block::new(width, height, drawn)
}

/// The numbers of rows and columns, counted from the explorer's upper left cell.
fn axes(window: Window, zone: &Zone) -> Markup {
    let (left, upper) = window.corner(zone);
    let middle = |nth: i32| AXES + MARGIN + nth * CELL + CELL / 2;
    let named = |number: i32| signed(domain::cast(number));
    html! {
        text class="axes" y=(AXES + 1) text-anchor="middle" aria-hidden="true" {
            @for nth in 0..window.columns { tspan x=(middle(nth)) { (named(left + nth)) } }
        }
        text class="axes" text-anchor="end" aria-hidden="true" {
            @for nth in 0..window.rows {
                tspan x=(AXES + 1) y=(middle(nth) + 4) { (named(upper + nth)) }
            }
        }
    }
}

/// A dot at each corner of a cell, so that half a tile's shift can be seen.
fn dots(window: Window) -> String {
    let rows = (0..=window.rows).map(|row| MARGIN + row * CELL);
    let line = |y| format!("M{MARGIN} {y}h{}", window.columns * CELL + 1);
    rows.map(line).collect()
}

fn layers(zone: &Zone, seat: Seat) -> Markup {
    html! {
        @for it in &zone.tiles {
            g transform=(to(it.x, it.y)) { (tile::tile(it.tile, it.level)) }
        }
        (tile::explorer(zone.explorer, seat))
        @for it in zone.tiles.iter().filter(|it| is_whole(zone, it)) {
            g class="lake" transform=(to(it.x, it.y)) { use href="#bm-whole" width="64" height="64" {} }
        }
        (beams(zone))
        (crystals::crystals(zone))
    }
}

fn to(x: i8, y: i8) -> String {
    let units = |cells: i8| i32::from(cells) * CELL;
    format!("translate({} {})", units(x), units(y))
}

/// 6.4: whether this is the left half of a big monster that has its right half.
fn is_whole(zone: &Zone, left: &Placed) -> bool {
    let is_right = |it: &Placed| {
        it.tile.record().half == Some(Half::Right)
            && it.y == left.y
            && i16::from(it.x) == i16::from(left.x) + 1
    };
    left.tile.record().half == Some(Half::Left) && zone.tiles.iter().any(is_right)
}

/// 6.1: every beam, paler where it hits no mutant.
pub(super) fn beams(zone: &Zone) -> Markup {
    let explorer = zone.explorer.iter();
    let explorer = explorer.flat_map(|it| it.record().beams.iter().map(|beam| (*beam, 0, 0)));
    let tiles = zone.tiles.iter().flat_map(|it| {
        let beams = it.tile.record().beams.iter();
        beams.map(move |beam| (*beam, it.x, it.y))
    });
    html! {
        @for (beam, x, y) in explorer.chain(tiles) {
            path class=(if hits_mutant(zone, beam, (x, y)) { "beam" } else { "beam idle" })
                d=(wedge(beam, (x, y))) {}
        }
    }
}

/// The cell that a beam comes from.
fn source(beam: Beam, (x, y): (i8, i8)) -> (i32, i32) {
    let [right, down] = beam.cell;
    (
        i32::from(x) + i32::from(right),
        i32::from(y) + i32::from(down),
    )
}

fn hits_mutant(zone: &Zone, beam: Beam, at: (i8, i8)) -> bool {
    let (x, y) = source(beam, at);
    let y = match beam.dir {
        Direction::Up => y - 1,
        Direction::Down => y + 1,
    };
    let is_lit = |it: &Placed| {
        it.cells()
            .any(|at| (i32::from(at.x), i32::from(at.y)) == (x, y))
    };
    let mut mutants = zone.tiles.iter();
    mutants.any(|it| it.tile.record().kind == TileKind::Mutant && is_lit(it))
}

/// A beam widens from inside its source to a third of the next cell.
fn wedge(beam: Beam, at: (i8, i8)) -> String {
    let (x, y) = source(beam, at);
    let x = x * CELL + CELL / 2 - 4;
    match beam.dir {
        Direction::Up => format!("M{x} {}l-5-10h18l-5 10z", y * CELL + 3),
        Direction::Down => format!("M{x} {}l-5 10h18l-5-10z", (y + 1) * CELL - 3),
    }
}

/// A labelled element for the explorer, for each tile and for each cell that can be chosen: a
/// lattice has no end, and what lies on it are tiles. Who points at a tile is told why nothing
/// can be placed there.
fn hits(zone: &Zone, seat: Seat, focus: &Focus) -> Markup {
    let open = focus.open.iter().filter(|_| focus.of == Some(seat));
    let at = |row, column| (focus.of == Some(seat)).then(|| focus.at(Cell(row, column)));
    let explorer = zone.explorer.map_or_else(
        || "explorer, face down".to_owned(),
        |it| {
            format!(
                "{}{}",
                words::explorer(it),
                words::pieces(&it.record().fragments)
            )
        },
    );
    html! {
        g class="hits" {
            rect width="64" height="64" role="img" data-at=[at(0, 0).flatten()]
                aria-label={ "Row 0, column 0: explorer of seat " (seat.0 + 1) ", " (explorer) } {}
            @for it in &zone.tiles {
                @let record = it.tile.record();
                rect x=(i32::from(it.x) * CELL) y=(i32::from(it.y) * CELL)
                    width=(i32::from(record.w) * CELL) height=(i32::from(record.h) * CELL)
                    role="img" data-at=[at(it.y, it.x).flatten()] aria-label=(words::placed(it)) {}
            }
            @for &cell in open {
                @let Cell(row, column) = cell;
                rect x=(i32::from(column) * CELL) y=(i32::from(row) * CELL) width=(CELL) height=(CELL)
                    role="img" data-at=[focus.at(cell)]
                    aria-label={ "Row " (signed(row.into())) ", column " (signed(column.into())) ": free" } {}
            }
        }
    }
}
