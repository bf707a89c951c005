//! The board in its frame: the land, what stands on it, and a label for each square.

use std::collections::BTreeSet;

use domain::{
    Cell, Seat,
    games::bunny_kingdom::{
        cards::Card,
        components::{BOX, Resource, Terrain},
        land::{BOARD, LAND, Square},
        realm::Realm,
    },
    kit::cells::Cells,
};
use maud::{Markup, html};

use super::{fiefs, pieces, words};
use crate::{
    Focus,
    svg::{mark, outline::Outline, plate, signs},
};

/// The side of a square, in units.
pub(super) const CELL: usize = 44;
/// The outer edges of the frame.
pub(super) const LEFT: usize = 21;
pub(super) const RIGHT: usize = 479;

/// How many rows and columns the board has.
const SIDE: u8 = 10;

/// All of one terrain, without a seam.
pub(super) const FILL: Outline = Outline {
    cell: 440,
    inset: 0,
    rounding: 0,
};

pub(super) const CSS: &str = ".squares{stroke:var(--surface);stroke-opacity:.55;stroke-width:1.2;\
    fill:none}.lava,.lava-casing{fill:none;stroke-linejoin:round;stroke-linecap:round}\
    .lava{stroke:var(--lava);stroke-width:5}.lava-casing{stroke:var(--lavak);stroke-width:9.5}\
    .hits rect{fill:none;pointer-events:all}.hits rect:hover{fill:var(--ink);fill-opacity:.08}";

/// The board, whose frame is nobody's.
pub(super) fn plate(realm: &Realm, seats: &[Seat], focus: &Focus) -> Markup {
    let drawn = html! {
        (sheet(realm, seats, focus))
        (hits(realm, focus))
    };
    framed(&drawn)
}

/// The board without a label for each square.
pub(super) fn printed(realm: &Realm) -> Markup {
    framed(&sheet(realm, &[], &Focus::default()))
}

/// The land itself, before anybody has a square.
pub(super) fn land(realm: &Realm) -> Markup {
    html! {
        (ground())
        (terrain(realm))
        path class="squares" d=(lines()) {}
        @for class in ["lava-casing", "lava"] {
            path class=(class) d=(lava()) {}
        }
    }
}

fn framed(drawn: &Markup) -> Markup {
    let rows: Vec<String> = ('A'..).take(SIDE.into()).map(String::from).collect();
    let columns: Vec<String> = (1..=SIDE).map(|column| column.to_string()).collect();
    plate::of_cells(CELL, &rows, &columns, "ink", drawn)
}

/// All that is on the board, from its upper left square.
fn sheet(realm: &Realm, seats: &[Seat], focus: &Focus) -> Markup {
    html! {
        (ground())
        (terrain(realm))
        path class="squares" d=(lines()) {}
        (fiefs::borders(realm, seats, focus))
        @for class in ["lava-casing", "lava"] {
            path class=(class) d=(lava()) {}
        }
        g class="fine" {
            (printed_resources())
            (fiefs::links(realm))
        }
        (pieces::buildings(realm))
        (pieces::rabbits(realm))
        (mark::lines(focus, || set(BOARD.all()), CELL))
        (fiefs::points(realm, seats, focus))
        (mark::flag(focus, || set(BOARD.all()), CELL))
    }
}

pub(super) fn set(squares: Cells) -> BTreeSet<Cell> {
    BOARD.coordinates(squares).collect()
}

/// The upper left corner of a square.
pub(super) fn corner(square: Square) -> (usize, usize) {
    let Cell(row, column) = square.cell();
    let units = |cells: i8| domain::cast::<usize>(cells) * CELL;
    (units(column), units(row))
}

fn lines() -> String {
    let side = usize::from(SIDE) * CELL;
    let inner = (1..usize::from(SIDE)).map(|nth| nth * CELL);
    inner
        .map(|at| format!("M0 {at}H{side}M{at} 0V{side}"))
        .collect()
}

/// Each terrain as one area; under cities there is a street.
fn ground() -> Markup {
    let street = |square| {
        let (x, y) = corner(square);
        format!("M{x} {}h44v11h-44z", y + 33)
    };
    let streets: String = Square::each(LAND.cities()).map(street).collect();
    html! {
        @for terrain in Terrain::ALL {
            path fill={ "var(--" (words::terrain(terrain)) ")" } d=(FILL.around(BOARD.coordinates(LAND.of(terrain)))) {}
        }
        path fill="var(--ink)" fill-opacity=".12" d=(streets) {}
    }
}

/// The signs of terrains, fainter where somebody has a rabbit.
fn terrain(realm: &Realm) -> Markup {
    let (held, free): (Vec<Square>, Vec<Square>) = Square::each(BOARD.all() - LAND.cities())
        .partition(|&square| realm.owner(square).is_some());
    html! {
        @for (squares, opacity) in [(free, ".75"), (held, ".5")] {
            g class="fine" opacity=(opacity) {
                @for name in SIGNS {
                    (signs::at(name, squares.iter().filter(|&&it| sign(it) == name).map(|&it| corner(it))))
                }
            }
        }
    }
}

/// The signs of terrains.
const SIGNS: [&str; 6] = ["forest", "forest2", "sea", "field", "plains", "mountain"];

/// Forests have two signs, which take turns, so that large areas stay calm.
fn sign(square: Square) -> &'static str {
    let Cell(row, column) = square.cell();
    let terrain = square.terrain();
    if terrain == Terrain::Forest && (row + column) % 2 == 1 {
        return "forest2";
    }
    words::terrain(terrain)
}

/// 1.6: a zigzag along each side on which lava flows.
fn lava() -> String {
    let flow = |from: Square, to: Square| {
        let (x, y) = corner(to);
        let step = if x > corner(from).0 {
            "-4.5 5.5 4.5 5.5"
        } else {
            "5.5-4.5 5.5 4.5"
        };
        format!("M{x} {y}l{}", [step; 4].join(" "))
    };
    let sides = BOX.board.lava_edges.iter();
    sides
        .map(|lava| flow(lava.between[0], lava.between[1]))
        .collect()
}

fn printed_resources() -> Markup {
    html! {
        @for resource in Resource::ALL {
            @let lower_left = |square| {
                let (x, y) = corner(square);
                (x + 5, y + 30)
            };
            (signs::at(resource.id(), Square::each(LAND.grows(resource)).map(lower_left)))
        }
    }
}

/// A labelled element for each square. Where somebody may choose, it names its card, too.
fn hits(realm: &Realm, focus: &Focus) -> Markup {
    html! {
        g class="hits" {
            @for square in Square::each(BOARD.all()) {
                @let (x, y) = corner(square);
                @let at = focus.at(square.cell());
                @let card = at.is_some().then_some(Card::Territory(square));
                rect x=(x) y=(y) width=(CELL) height=(CELL) role="img" data-at=[at] data-card=[card]
                    aria-label=(words::square(realm, square)) {}
            }
        }
    }
}
