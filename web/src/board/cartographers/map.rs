//! One map sheet in its frame, with the coins below.

use std::collections::BTreeSet;

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

use crate::{
    Focus,
    svg::{
        mark,
        outline::Outline,
        plate::{self, CELL},
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
    .sizes rect{fill:var(--surface);opacity:.9}\
    .sizes text{font-size:11px;font-weight:700;fill:var(--ink);text-anchor:middle}\
    .badge{fill:var(--surface);stroke:var(--ruins)}\
    .coins text{font-size:12px;fill:var(--ink2);text-anchor:end}\
    .hits rect{fill:transparent}.hits rect:hover{fill:var(--ink);fill-opacity:.08}";

/// What fills spaces.
pub(super) struct Ground {
    /// What its colors and signs are called.
    pub(super) id: &'static str,
    /// It has as many signs, which take turns, so that large areas stay calm.
    signs: usize,
    /// Whether scoring cards count its groups.
    has_sizes: bool,
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
        ground("village", 2, true, map.village),
        ground("farm", 2, true, map.farm),
        ground("forest", 2, true, map.forest),
        ground("water", 1, true, map.water),
        ground("monster", 1, false, map.monster),
        ground("mountain", 1, false, map.mountain),
        ground("wasteland", 1, false, map.wasteland),
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
        path class="grid" d=(lines()) {}
        @for ground in &grounds {
            (fill(ground))
        }
        path class="over" d=(lines()) {}
        @for ground in grounds.iter().rev() {
            (signs(ground))
        }
        @for ground in &grounds {
            (groups(ground))
        }
        (ruins(map))
        (marks_of_coins(sheet))
        g class="sizes" aria-hidden="true" {
            @for ground in grounds.iter().filter(|ground| ground.has_sizes) {
                (sizes(ground))
            }
        }
        (mark::mark(focus, &set(BOARD.all()), CELL))
    }
}

/// What is printed on a map: mountains, wasteland and ruins.
pub(super) fn printed(map: &Map) -> Markup {
    let grounds = grounds(map);
    html! {
        @for ground in &grounds { (fill(ground)) }
        @for ground in &grounds { (signs(ground)) }
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
fn corner(Cell(row, column): Cell) -> (usize, usize) {
    let units = |cells: i8| domain::cast::<usize>(cells) * CELL;
    (units(column), units(row))
}

fn lines() -> String {
    let side = side();
    let inner = (1..side / CELL).map(|nth| nth * CELL);
    inner
        .map(|at| format!("M0 {at}H{side}M{at} 0V{side}"))
        .collect()
}

pub(super) fn set(cells: Cells) -> BTreeSet<Cell> {
    BOARD.coordinates(cells).collect()
}

pub(super) fn fill(ground: &Ground) -> Markup {
    html! {
        @if !ground.cells.is_empty() {
            path d=(FILL.around(&set(ground.cells))) fill={ "var(--" (ground.id) ")" } {}
        }
    }
}

fn signs(ground: &Ground) -> Markup {
    html! {
        @for cell in BOARD.coordinates(ground.cells) {
            @let (x, y) = corner(cell);
            @let second = if ground.signs == 2 && (cell.0 + cell.1) % 2 == 1 { "2" } else { "" };
            use href={ "#g-" (ground.id) (second) } x=(x) y=(y) width=(CELL) height=(CELL) {}
        }
    }
}

fn groups(ground: &Ground) -> Markup {
    // The monsters' own ground is what contrasts with what is beside it.
    let tone = if ground.id == "monster" { "" } else { "k" };
    let is_outlined = ground.has_sizes || ground.id == "monster";
    html! {
        @for group in BOARD.groups(ground.cells).filter(|_| is_outlined) {
            path d=(GROUP.around(&set(group))) fill="none" stroke-width="2.4"
                stroke={ "var(--" (ground.id) (tone) ")" } {}
        }
    }
}

fn sizes(ground: &Ground) -> Markup {
    html! {
        @for group in BOARD.groups(ground.cells) {
            @if let Some(first) = BOARD.coordinates(group).next() {
                @let (x, y) = corner(first);
                @let size = format!("{}{}", letter(ground.id), group.count());
                @let width = 7 + 7 * size.len();
                rect x=(x + 2) y=(y + 2) width=(width) height="13.5" rx="2.5" {}
                text x=(x + 2 + width / 2) y=(y + 13) { (size) }
            }
        }
    }
}

/// The letter that a ground has in maps.
fn letter(ground: &str) -> char {
    match ground {
        "farm" => 'A',
        _ => ground
            .chars()
            .next()
            .map_or(' ', |first| first.to_ascii_uppercase()),
    }
}

fn ruins(map: &Map) -> Markup {
    html! {
        @for cell in BOARD.coordinates(map.ruins) {
            @let (x, y) = corner(cell);
            @if BOARD.at(cell).is_some_and(|cell| map.empty().contains(cell)) {
                use href="#g-ruins" x=(x) y=(y) width=(CELL) height=(CELL) {}
            } @else {
                rect class="badge" x=(x + 22) y=(y + 22) width="17" height="17" rx="3" {}
                use href="#g-ruins" x=(x + 23) y=(y + 23) width="15" height="15" {}
            }
        }
    }
}

fn marks_of_coins(sheet: &Sheet) -> Markup {
    html! {
        @for cell in BOARD.coordinates(sheet.coins_left) {
            @let (x, y) = corner(cell);
            use href="#g-coin" x=(x + 22) y=(y + 1) width="18" height="18" {}
        }
    }
}

/// The coin track: spent, there to be spent, not yet earned.
fn coins(sheet: &Sheet) -> Markup {
    let (places, distance) = (BOX.coin_track.slots, 20);
    html! {
        g class="coins" {
            @for nth in 0..places {
                @let sign = if nth < sheet.spent { "spent" } else if nth < sheet.coins { "coin" } else { "slot" };
                use href={ "#g-" (sign) } x=(plate::MARGIN + usize::from(nth) * distance)
                    y="484" width="18" height="18" {}
            }
            text x="470" y="497" { "coins " (sheet.purse()) " of " (places) }
        }
    }
}

/// A labelled element for each space.
fn hits(sheet: &Sheet, grounds: &[Ground], focus: &Focus) -> Markup {
    html! {
        g class="hits" {
            @for cell in BOARD.coordinates(BOARD.all()) {
                @let (x, y) = corner(cell);
                rect x=(x) y=(y) width=(CELL) height=(CELL) role="img" data-at=[focus.at(cell)]
                    aria-label=(label(sheet, grounds, cell)) {}
            }
        }
    }
}

fn label(sheet: &Sheet, grounds: &[Ground], cell: Cell) -> String {
    let here = BOARD.at(cell).unwrap_or(Cells::NONE);
    let on = |cells: Cells| cells.contains(here);
    let filled: Vec<&str> = grounds
        .iter()
        .filter(|ground| on(ground.cells))
        .map(|ground| ground.id)
        .collect();
    let ground = if filled.is_empty() {
        "empty".to_owned()
    } else {
        filled.join(" and ")
    };
    let ruins = if on(sheet.map.ruins) { ", ruins" } else { "" };
    let coin = if on(sheet.coins_left) {
        ", a coin waits here"
    } else {
        ""
    };
    format!("{}: {ground}{ruins}{coin}", name(cell))
}
