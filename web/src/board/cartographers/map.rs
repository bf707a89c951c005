//! One map sheet in its frame, with the coins below.

use std::{collections::BTreeSet, ops::Range};

use domain::{
    Cell,
    games::cartographers::{
        components::BOX,
        map::{BOARD, Map, SIDE},
        sheet::Sheet,
    },
    kit::cells::Cells,
};
use maud::{Markup, html};

use super::sizes;
use crate::{
    Focus,
    svg::{
        mark,
        outline::Outline,
        plate::{self, CELL},
        signs,
    },
};

pub(super) const WIDTH: usize = 500;
pub(super) const HEIGHT: usize = 522;

/// All of one ground, without a seam.
const FILL: Outline = Outline {
    cell: 400,
    inset: 0,
    rounding: 0,
};
/// A group of one ground: what most scoring cards count.
const GROUP: Outline = Outline {
    cell: 400,
    inset: 12,
    rounding: 30,
};

pub(super) const CSS: &str = ".grid{stroke:var(--grid);fill:none}\
    .over{stroke:var(--surface);stroke-opacity:.55;stroke-width:1.2;fill:none}\
    .name{font-size:17px;font-weight:600;fill:var(--ink);font-variant-numeric:tabular-nums}\
    .badge{fill:var(--surface);stroke:var(--ruins)}\
    .coins text{font-size:12px;fill:var(--ink2);text-anchor:end}\
    .hits rect{width:40px;height:40px;fill:none;pointer-events:all}.hits rect:hover{fill:var(--ink);fill-opacity:.08}";

/// What is drawn on a ground.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Signs {
    /// Lines without a gap between spaces.
    Hatching,
    /// A sign on each space.
    One,
    /// Two that take turns, so that large areas stay calm.
    Two,
}

/// What fills spaces.
pub(super) struct Ground {
    /// What its colors and signs are called.
    pub(super) id: &'static str,
    signs: Signs,
    /// Whether scoring cards count its groups.
    pub(super) has_sizes: bool,
    pub(super) cells: Cells,
}

/// The grounds of a map. Where one is above another (Diplomacy draws farm and village at
/// once), this is their order from below; their signs are in the opposite order.
pub(super) fn grounds(map: &Map) -> [Ground; 7] {
    let ground = |id, signs, has_sizes, cells| Ground {
        id,
        signs,
        has_sizes,
        cells,
    };
    [
        ground("village", Signs::Two, true, map.village),
        ground("farm", Signs::Hatching, true, map.farm),
        ground("forest", Signs::Two, true, map.forest),
        ground("water", Signs::Hatching, true, map.water),
        ground("monster", Signs::One, false, map.monster),
        ground("mountain", Signs::One, false, map.mountain),
        ground("wasteland", Signs::One, false, map.wasteland),
    ]
}

/// A map in a frame of this color, with the coins below and a label for each space.
pub(super) fn map(sheet: &Sheet, color: &str, focus: &Focus) -> Markup {
    let drawn = html! {
        (ground(sheet, focus))
        (hits(sheet, &grounds(&sheet.map), focus))
    };
    html! {
        (framed(color, &drawn))
        (coins(sheet))
    }
}

/// A map in a frame of this color, and no more.
pub(super) fn sheet(sheet: &Sheet, color: &str, focus: &Focus) -> Markup {
    framed(color, &ground(sheet, focus))
}

fn framed(color: &str, drawn: &Markup) -> Markup {
    let rows: Vec<String> = (0..SIDE).map(|row| row_name(row).to_string()).collect();
    let columns: Vec<String> = (1..=SIDE).map(|column| column.to_string()).collect();
    plate::plate(&rows, &columns, color, drawn)
}

/// All that is on a map, from its upper left space.
pub(super) fn ground(sheet: &Sheet, focus: &Focus) -> Markup {
    let map = &sheet.map;
    let grounds = grounds(map);
    html! {
        rect width=(side()) height=(side()) fill="var(--empty)" {}
        use class="grid" href="#g-lines" {}
        @for ground in &grounds {
            (fill(ground))
        }
        use class="over" href="#g-lines" {}
        @for ground in grounds.iter().rev() {
            (signs_on(ground))
        }
        @for ground in &grounds {
            (groups(ground))
        }
        (ruins(map))
        (marks_of_coins(sheet))
        (sizes::sizes(&grounds))
        (mark::mark(focus, || set(BOARD.all()), CELL))
    }
}

/// What is printed on a map: mountains, wasteland and ruins.
pub(super) fn printed(map: &Map) -> Markup {
    let grounds = grounds(map);
    html! {
        @for ground in &grounds { (fill(ground)) }
        @for ground in &grounds { (signs_on(ground)) }
        (ruins(map))
    }
}

fn side() -> usize {
    domain::cast::<usize>(SIDE) * CELL
}

/// Rows have letters, columns numbers, as the sheet has them.
fn row_name(row: u32) -> char {
    char::from(b'A' + domain::cast::<u8>(row))
}

/// What a space is called, as the sheet has it.
pub(super) fn name(Cell(row, column): Cell) -> String {
    format!("{}{}", row_name(domain::cast(row)), column + 1)
}

/// The upper left corner of a cell.
pub(super) fn corner(Cell(row, column): Cell) -> (usize, usize) {
    let units = |cells: i8| domain::cast::<usize>(cells) * CELL;
    (units(column), units(row))
}

pub(super) fn set(cells: Cells) -> BTreeSet<Cell> {
    BOARD.coordinates(cells).collect()
}

pub(super) fn fill(ground: &Ground) -> Markup {
    filled(ground, &["var(--", ground.id, ")"].concat())
}

fn filled(ground: &Ground, with: &str) -> Markup {
    html! {
        @if !ground.cells.is_empty() {
            path d=(FILL.around(BOARD.coordinates(ground.cells))) fill=(with) {}
        }
    }
}

fn signs_on(ground: &Ground) -> Markup {
    if ground.signs == Signs::Hatching {
        // A browser draws what repeats itself once.
        return filled(ground, &["url(#p-", ground.id, ")"].concat());
    }
    let is_second = |Cell(row, column): Cell| ground.signs == Signs::Two && (row + column) % 2 == 1;
    let (second, first): (Vec<Cell>, Vec<Cell>) = BOARD
        .coordinates(ground.cells)
        .partition(|&cell| is_second(cell));
    html! {
        (signs::at(ground.id, first.into_iter().map(corner)))
        (signs::at(&[ground.id, "2"].concat(), second.into_iter().map(corner)))
    }
}

fn groups(ground: &Ground) -> Markup {
    // The monsters' own ground is what contrasts with what is beside it.
    let tone = if ground.id == "monster" { "" } else { "k" };
    let around = |group| GROUP.around(BOARD.coordinates(group));
    let is_outlined = ground.has_sizes || ["monster", "mountain"].contains(&ground.id);
    html! {
        @if is_outlined && !ground.cells.is_empty() {
            path fill="none" stroke-width="2.4" stroke={ "var(--" (ground.id) (tone) ")" }
                d=(BOARD.groups(ground.cells).map(around).collect::<String>()) {}
        }
    }
}

/// Ruins, small where something is drawn on them.
fn ruins(map: &Map) -> Markup {
    let free = map.ruins & map.empty();
    let places = |cells| BOARD.coordinates(cells).map(corner);
    html! {
        (signs::at("ruins", places(free)))
        (signs::at("badge", places(map.ruins - free)))
    }
}

fn marks_of_coins(sheet: &Sheet) -> Markup {
    let places = BOARD.coordinates(sheet.coins_left).map(corner);
    signs::at("coin", places.map(|(x, y)| (x + 22, y + 1)))
}

/// The coin track: spent, there to be spent, not yet earned.
fn coins(sheet: &Sheet) -> Markup {
    const DISTANCE: usize = 20;
    let places = BOX.coin_track.slots;
    let there = |coins: Range<u8>| {
        let coins = coins.map(usize::from);
        coins.map(|nth| (plate::MARGIN + nth * DISTANCE, 484))
    };
    html! {
        g class="coins" {
            (signs::at("spent", there(0..sheet.spent)))
            (signs::at("coin", there(sheet.spent..sheet.coins)))
            (signs::at("slot", there(sheet.coins.max(sheet.spent)..places)))
            text x="470" y="497" { "coins " (sheet.purse()) " of " (places) }
        }
    }
}

/// A labelled element for each space. How large they are stands in the styles.
fn hits(sheet: &Sheet, grounds: &[Ground], focus: &Focus) -> Markup {
    html! {
        g class="hits" {
            @for cell in BOARD.coordinates(BOARD.all()) {
                @let (x, y) = corner(cell);
                rect x=(x) y=(y) role="img" data-at=[focus.at(cell)]
                    aria-label=(label(sheet, grounds, cell)) {}
            }
        }
    }
}

/// What a space is called, and what is on it.
fn label(sheet: &Sheet, grounds: &[Ground], cell: Cell) -> Markup {
    let here = BOARD.at(cell).unwrap_or(Cells::NONE);
    let on = |cells: Cells| cells.contains(here);
    let mut filled = grounds.iter().filter(|ground| on(ground.cells));
    let (row, column) = (row_name(domain::cast(cell.0)), cell.1 + 1);
    html! {
        (row) (column) ": " (filled.next().map_or("empty", |ground| ground.id))
        @for ground in filled { " and " (ground.id) }
        @if on(sheet.map.ruins) { ", ruins" }
        @if on(sheet.coins_left) { ", a coin waits here" }
    }
}
