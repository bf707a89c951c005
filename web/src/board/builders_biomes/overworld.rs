//! The overworld: stacks of tiles, weapon tokens round them, and who stands where.

use std::collections::BTreeSet;

use domain::{
    Cell, Seat,
    games::builders_biomes::{
        View,
        places::{Crossing, Slot, Stack},
    },
};
use maud::{Markup, html};

use super::{Part, numbers, sign, tile, token, words};
use crate::{
    Focus,
    svg::{
        mark,
        plate::{self, MARGIN},
        seats,
    },
};

/// The side of a cell of the layout, and of a tile in it.
const CELL: usize = 60;
const TILE: usize = 50;
const CELLS: usize = 6;
const SIDE: usize = CELLS * CELL + 2 * MARGIN;

pub(super) const CSS: &str = ".back{fill:var(--hide);stroke:var(--hidek)}.count rect{fill:var(--ink2)}\
    .count text{font-size:11px;font-weight:700;text-anchor:middle;fill:var(--surface)}\
    .crossings circle{fill:var(--surface);stroke:var(--ink2);stroke-width:1.2}\
    .standing path{stroke:var(--surface);stroke-width:5;stroke-linejoin:round;paint-order:stroke}\
    .acts{fill:none;stroke:var(--accent);stroke-width:2.5;stroke-dasharray:4 3}";

/// All of it. Marks are on it if no seat is given.
pub(super) fn overworld(view: &View, focus: &Focus) -> Part {
    let drawn = html! {
        @for stack in Stack::all() {
            (pile(view, stack))
        }
        @for slot in Slot::all() {
            (weapon(view, slot))
        }
        g class="crossings" {
            @for crossing in Crossing::all() {
                @let (x, y) = point(crossing);
                circle cx=(x) cy=(y) r="3.5" {}
            }
        }
        @if focus.of.is_none() {
            (mark::mark(&focus.within(&cells()), layout, CELL))
        }
        @for crossing in Crossing::all() {
            (characters(view, crossing))
        }
        (hits(view))
    };
    let names = numbers(CELLS);
    Part {
        size: (SIDE, SIDE),
        drawn: plate::of_cells(CELL, &names, &names, "ink", &drawn),
    }
}

/// Rule 1.3: the cells of the layout that are not void.
fn cells() -> BTreeSet<Cell> {
    let slots = Slot::all().map(Slot::cell);
    Stack::all().map(Stack::cell).chain(slots).collect()
}

/// All cells, with the void corners: what is not marked turns pale as one.
fn layout() -> BTreeSet<Cell> {
    let cells = (0..6).flat_map(|row| (0..6).map(move |column| Cell(row, column)));
    cells.collect()
}

/// The upper left corner of a cell.
fn corner(Cell(row, column): Cell) -> (usize, usize) {
    let units = |cells: i8| domain::cast::<usize>(cells) * CELL;
    (units(column), units(row))
}

/// Rule 5.1: a crossing is where four cells meet.
fn point(crossing: Crossing) -> (usize, usize) {
    let (x, y) = corner(crossing.place());
    (x + CELL, y + CELL)
}

/// A stack: the edges of the tiles below, the tile on top, and how many there are.
fn pile(view: &View, stack: Stack) -> Markup {
    let (x, y) = corner(stack.cell());
    let (x, y) = (x + 3, y + 3);
    let count = view.overworld.stack(stack).tiles.len();
    html! {
        @for below in (1..count.min(4)).rev() {
            @let [left, top] = [x, y].map(|from| sign::tenths(from * 10 + below * 17 + 5));
            rect class="back" x=(left) y=(top) width=(TILE - 1) height=(TILE - 1) {}
        }
        @if let Some(tile) = view.overworld.tile(stack) {
            (tile::tile(tile, (x, y), TILE))
        } @else if count > 0 {
            use href="#g-down" x=(x) y=(y) width=(TILE) height=(TILE) {}
        } @else {
            rect x=(x) y=(y) width=(TILE) height=(TILE) fill="none" stroke="var(--line)" stroke-dasharray="4 4" {}
        }
        @if count > 0 {
            g class="count" {
                rect x=(x - 1) y=(y + 29) width="11.5" height="12" {}
                text x=(x + 5) y=(y + 39) { (count) }
            }
        }
    }
}

fn weapon(view: &View, slot: Slot) -> Markup {
    let (x, y) = corner(slot.cell());
    let (width, height) = token::SIZE;
    html! {
        svg class="token" x=(x + 8) y=(y + 7) width="44" height="46" viewBox={ "0 0 " (width) " " (height) } {
            @if let Some(weapon) = view.overworld.weapon(slot) {
                (token::face_up(weapon, &weapon.hearts().to_string()))
            } @else if view.overworld.has_token(slot) {
                use href="#g-face-down" width=(width) height=(height) {}
            } @else {
                use href="#g-no-token" width=(width) height=(height) {}
            }
        }
    }
}

/// Where the middles of one to four characters are, from 11 units to the upper left of a crossing.
const TOGETHER: [&[(usize, usize)]; 4] = [
    &[(11, 11)],
    &[(0, 11), (22, 11)],
    &[(0, 0), (22, 0), (11, 21)],
    &[(0, 0), (22, 0), (0, 22), (22, 22)],
];

/// The characters on a crossing. Who is to act has a ring.
fn characters(view: &View, crossing: Crossing) -> Markup {
    let here = standing(view, crossing);
    let (x, y) = point(crossing);
    let places = TOGETHER[here.len().clamp(1, TOGETHER.len()) - 1];
    html! {
        @for (seat, (right, down)) in here.iter().zip(places) {
            @let (x, y) = (x + right - 11, y + down - 11);
            @if view.due == Some(*seat) {
                circle class="acts" cx=(x) cy=(y) r="15" {}
            }
            g class="standing" { (seats::mark(*seat, (x - 9, y - 9))) }
        }
    }
}

fn standing(view: &View, crossing: Crossing) -> Vec<Seat> {
    let players = view.players.iter();
    let here = players.filter(|(_, player)| player.at == crossing);
    here.map(|(seat, _)| seat).collect()
}

/// A labelled element for each stack, slot and crossing.
fn hits(view: &View) -> Markup {
    let stacks = Stack::all().map(|stack| {
        let at = format!("stack:{stack}");
        (corner(stack.cell()), 60, at, stack_label(view, stack))
    });
    let slots = Slot::all().map(|slot| {
        let at = format!("slot:{slot}");
        (corner(slot.cell()), 60, at, slot_label(view, slot))
    });
    let crossings = Crossing::all().map(|crossing| {
        let (x, y) = point(crossing);
        let at = format!("to:{crossing}");
        ((x - 9, y - 9), 18, at, crossing_label(view, crossing))
    });
    html! {
        g class="hits" {
            @for ((x, y), side, at, label) in stacks.chain(slots).chain(crossings) {
                rect x=(x) y=(y) width=(side) height=(side) role="img" data-at=(at) aria-label=(label) {}
            }
        }
    }
}

fn stack_label(view: &View, stack: Stack) -> String {
    let count = view.overworld.stack(stack).tiles.len();
    let tiles = crate::words::count(count, "tile");
    let at = words::at("Stack", stack.cell());
    match view.overworld.tile(stack) {
        Some(tile) => format!("{at}: {tiles}, on top {}", words::tile(tile)),
        None if count > 0 => format!("{at}: {tiles}, face down"),
        None => format!("{at}: empty"),
    }
}

fn slot_label(view: &View, slot: Slot) -> String {
    let at = words::at("Weapon", slot.cell());
    match view.overworld.weapon(slot) {
        Some(weapon) => {
            let hearts = crate::words::count(weapon.hearts().into(), "heart");
            format!("{at}: {}, {hearts}", words::weapon(weapon))
        }
        None if view.overworld.has_token(slot) => format!("{at}: face down"),
        None => format!("{at}: none"),
    }
}

fn crossing_label(view: &View, crossing: Crossing) -> String {
    let here = standing(view, crossing);
    let seats: Vec<String> = here
        .iter()
        .map(|seat| format!("seat {}", seat.0 + 1))
        .collect();
    let at = words::crossing("Crossing", crossing);
    if seats.is_empty() {
        return format!("{at}: nobody");
    }
    format!("{at}: {}", seats.join(", "))
}
