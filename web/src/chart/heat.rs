//! How often each cell of a board is filled, as a board with numbers in it.
#![expect(clippy::float_arithmetic, reason = "a tint is no integer")]

use std::collections::BTreeMap;

use domain::{Cell, GameId};
use maud::{Markup, PreEscaped, html};

use crate::{
    board,
    svg::{
        plate::{self, CELL, MARGIN},
        ratio, tokens,
    },
};

/// How often each cell is filled with one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// The game whose board it is.
    pub game: GameId,
    /// What it shows, in a sentence.
    pub shows: String,
    /// Every cell that is ever filled, with this or with anything else.
    pub cells: Vec<HeatCell>,
}

/// A cell, and of how many of a hundred seats it is filled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatCell {
    /// The row and the column.
    pub cell: Cell,
    /// The share of seats that filled it, from 0 to 1. None: withheld.
    pub share: Option<f64>,
}

/// The faintest and the strongest tint, and how much more than in proportion the strongest stand
/// out.
const TINTS: [f64; 2] = [0.03, 0.95];
const POWER: f64 = 1.6;
/// A board of no more cells a side has larger ones, so that their numbers are not huge.
const SMALL: usize = 4;
/// How much larger.
const LARGER: usize = 3;
/// From these parts of the maximum on, numbers are written in the color of the ground: in the dark,
/// where tints are bright, and in the light.
const BRIGHT: f64 = 0.7;
const STRONG: f64 = 0.86;

impl Heat {
    /// What the boards of a page have in common: colors, signs, and what is printed on them.
    pub(crate) fn common(&self) -> Markup {
        let Some(printed) = board::printed(self.game) else {
            return html! { style { (PreEscaped(plate::CSS)) } };
        };
        html! {
            style {
                (PreEscaped(tokens::on_root(&printed.tokens)))
                (PreEscaped(plate::CSS)) (PreEscaped(printed.css))
            }
            svg class="defs" aria-hidden="true" {
                defs { (PreEscaped(printed.symbols)) g id="printed" { (printed.drawn) } }
            }
        }
    }

    /// The board, on a page that has what boards have in common.
    pub(crate) fn draw(&self) -> Markup {
        let Some((first, side)) = self.side() else {
            return html! {};
        };
        let most = self.cells.iter().filter_map(|it| it.share);
        let most = most.fold(0.0, f64::max);
        let rows = (first..).take(side).map(|row| row_name(first, row));
        let rows: Vec<String> = rows.collect();
        let columns = (first..)
            .take(side)
            .map(|column| column_name(first, column));
        let columns: Vec<String> = columns.collect();
        let size = if side > SMALL { CELL } else { LARGER * CELL };
        let says = board::printed(self.game).map_or("", |printed| printed.says);
        let length = side * size;
        let whole = length + 2 * MARGIN;
        let drawn = html! {
            rect width=(length) height=(length) fill="var(--surface)" {}
            (self.ground(first, size))
            @for it in &self.cells { (cell(it, (first, size), most)) }
            path class="rule" d=(lines(side, size)) {}
        };
        html! {
            svg class="chart heat board" viewBox={ "0 0 " (whole) " " (whole) } style=(ratio(whole, whole)) role="img" aria-label=(self.shows) {
                title { (self.shows) }
                (plate::of_cells(size, &rows, &columns, "ink", &drawn))
            }
            @if !says.is_empty() { p class="s" { (says) } }
        }
    }

    /// What is printed, in its place and as large as the cells.
    fn ground(&self, first: i8, size: usize) -> Markup {
        let Some(printed) = board::printed(self.game) else {
            return html! {};
        };
        let begins = usize::from(first.unsigned_abs()) * size;
        let scale = length(size) / length(printed.cell);
        html! {
            use href="#printed" opacity=".7" transform={ "translate(" (begins) " " (begins) ") scale(" (format!("{scale:.4}")) ")" } {}
        }
    }

    /// The first row and column, and how many of them hold all cells.
    fn side(&self) -> Option<(i8, usize)> {
        let ends = || self.cells.iter().flat_map(|it| [it.cell.0, it.cell.1]);
        let first = ends().min()?.min(0);
        let side = usize::from(ends().max()?.abs_diff(first)) + 1;
        Some((first, side))
    }

    /// The same numbers as a table.
    pub(crate) fn table(&self) -> Markup {
        let mut rows: BTreeMap<i8, BTreeMap<i8, f64>> = BTreeMap::new();
        for HeatCell { cell, share } in &self.cells {
            let row = rows.entry(cell.0).or_default();
            row.extend(share.map(|share| (cell.1, share)));
        }
        let (first, side) = self.side().unwrap_or_default();
        html! {
            table {
                thead {
                    tr {
                        th scope="col" { "Row" }
                        @for column in (first..).take(side) { th scope="col" { (column_name(first, column)) } }
                    }
                }
                tbody {
                    @for (row, cells) in &rows {
                        tr {
                            th scope="row" { (row_name(first, *row)) }
                            @for column in (first..).take(side) {
                                td { @if let Some(share) = cells.get(&column) { (percent(*share)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell(of: &HeatCell, (first, size): (i8, usize), most: f64) -> Markup {
    let corner = |at: i8| usize::from(at.abs_diff(first)) * size;
    let (x, y) = (corner(of.cell.1), corner(of.cell.0));
    html! {
        @if let Some(share) = of.share.filter(|share| *share > 0.0) {
            @let part = share / most.max(f64::MIN_POSITIVE);
            @let tint = TINTS[0] + (TINTS[1] - TINTS[0]) * part.powf(POWER);
            rect class="ground" x=(x) y=(y) width=(size) height=(size) {}
            rect class="tint" x=(x) y=(y) width=(size) height=(size) fill-opacity=(format!("{tint:.2}")) {}
            text class={ "share" @if part > BRIGHT { " bright" } @if part > STRONG { " strong" } } x=(x + size / 2) y=(y + size / 2 + 5) { (percent(share)) }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a length is no integer")]
const fn length(units: usize) -> f64 {
    units as f64
}

fn percent(share: f64) -> String {
    super::number(share * 100.0, 0)
}

/// Rows have letters, as boards have them, unless some lie before the first.
fn row_name(first: i8, row: i8) -> String {
    match u8::try_from(row) {
        Ok(row @ 0..26) if first == 0 => char::from(b'A' + row).to_string(),
        _ => super::number(f64::from(row), 0),
    }
}

fn column_name(first: i8, column: i8) -> String {
    super::number(f64::from(column) + if first == 0 { 1.0 } else { 0.0 }, 0)
}

fn lines(side: usize, size: usize) -> String {
    let length = side * size;
    let lines = (1..side).map(|nth| {
        let at = nth * size;
        format!("M{at} 0V{length}M0 {at}H{length}")
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heat(game: GameId) -> Heat {
        let cell = |row, share| HeatCell {
            cell: Cell(row, 1),
            share,
        };
        Heat {
            game,
            shows: "How often each cell is filled".to_owned(),
            cells: vec![cell(0, Some(0.5)), cell(1, Some(0.1)), cell(2, None)],
        }
    }

    #[test]
    fn the_board_of_every_game_is_below_its_cells() {
        for &game in GameId::ALL {
            let common = heat(game).common().into_string();
            assert_eq!(common.matches(r#" id="printed""#).count(), 1, "{game:?}");
            // The frame has colors of the page.
            let ground = common.replace(plate::CSS, "");
            for used in ground.split("var(--").skip(1) {
                let color = used.split(')').next().unwrap();
                assert!(
                    common.contains(&format!("--{color}:#")),
                    "{game:?}: {color}"
                );
            }
            for used in common.split("href=\"#").skip(1) {
                let sign = used.split('"').next().unwrap();
                let there = format!(r#"id="{sign}""#);
                assert!(common.contains(&there), "{game:?}: {sign}");
            }
            let drawn = heat(game).draw().into_string();
            let [ground, cells] = ["#printed", "class=\"tint\""].map(|it| drawn.find(it));
            assert!(ground.unwrap() < cells.unwrap(), "{game:?}");
            assert_eq!(
                drawn.matches("class=\"tint\"").count(),
                2,
                "what is withheld is no tint"
            );
        }
    }

    #[test]
    fn the_ground_begins_at_the_origin_wherever_that_is() {
        let mut heat = heat(GameId::BigMonster);
        heat.cells[0].cell = Cell(-3, 0);
        heat.cells[2].cell = Cell(2, 2);
        let drawn = heat.draw().into_string();
        assert!(
            drawn.contains("translate(120 120) scale(1.0000)"),
            "{drawn}"
        );
    }
}
