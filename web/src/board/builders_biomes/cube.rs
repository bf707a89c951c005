//! The cube, seen from a corner, and beside it its layers from above.

use domain::games::builders_biomes::{
    View,
    blocks::Block,
    cube::{Column, Cube, SIDE},
    features::Round,
};
use maud::{Markup, html};

use super::{Part, sign, words};
use crate::Focus;

/// A block seen from a corner: how far its top reaches to each side and down, and how high it is.
const ACROSS: usize = 30;
const DOWN: usize = 15;
const HIGH: usize = 26;
/// The hindmost corner of the base.
const BACK: (usize, usize) = (130, 120);

/// A block in the plan of a layer, where plans begin, and from one to the next.
const SQUARE: usize = 12;
const PLANS: usize = 288;
const STEP: usize = 80;
/// How wide and high all of it is, and how far down the cube begins in the middle of that.
const SIZE: (usize, usize) = (384, 322);
const DEEP: usize = 26;

pub(super) const CSS: &str = ".faces{stroke:var(--surface);stroke-width:1.2;stroke-linejoin:round}\
    .faces .left{fill-opacity:.22}.faces .right{fill-opacity:.38}\
    .tops text{font-size:13px;font-weight:700;text-anchor:middle}\
    .tops path{fill:none;stroke-width:2;stroke-dasharray:4 2.5}\
    .stacks{fill:none;stroke-linejoin:round}.stacks path{stroke:var(--ink);stroke-width:3}\
    .stacks .casing{stroke:var(--surface);stroke-width:7}\
    .stacks .places{stroke-width:2}\
    .plans .axes text{font-size:9.5px}\
    .plans text{font-size:11px;fill:var(--ink2)}.plans .left{font-size:17px;font-weight:700;fill:var(--ink)}";

/// The cube and its plans.
pub(super) fn cube(view: &View, focus: &Focus) -> Part {
    let marked = Column::all().filter(|it| focus.cube.contains(&it.cell()));
    let marked: Vec<Column> = marked.collect();
    let drawn = html! {
        g transform={ "translate(0 " (DEEP) ")" } { (from_a_corner(&view.cube, &marked)) }
        g class="plans" {
            @for layer in 1..=SIDE {
                (plan(view, layer, &marked))
            }
        }
    };
    Part { size: SIZE, drawn }
}

fn from_a_corner(cube: &Cube, marked: &[Column]) -> Markup {
    html! {
        path d="M130 240l-120-60 120-60 120 60z" fill="var(--hide)" stroke="var(--hidek)" {}
        path d="M10 180v9l120 60v-9zM250 180v9l-120 60v-9z" fill="var(--hidek)" {}
        g class="faces" {
            @for column in Column::all() {
                (faces(cube, column))
            }
        }
        @if !marked.is_empty() {
            @let tops: String = marked.iter().map(|it| outline(corner(*it, cube.height(*it)))).collect();
            g class="stacks" {
                path class="casing" d=(tops) {}
                path d=(tops) {}
            }
        }
        (hits(cube))
    }
}

/// Around the top of a block, from its hindmost corner.
fn outline((x, y): (usize, usize)) -> String {
    format!("M{x} {y}l30 15-30 15-30-15z")
}

/// The hindmost corner of the top of a column that has so many blocks.
fn corner(column: Column, height: u8) -> (usize, usize) {
    let [x, y] = column.coordinates().map(usize::from);
    let up = HIGH * usize::from(height);
    (
        BACK.0 + ACROSS * x - ACROSS * y,
        BACK.1 + DOWN * (x + y) - up,
    )
}

/// What a block is called, of which the color may not be known.
fn color(cube: &Cube, column: Column, level: u8) -> &'static str {
    cube.block(column, level).map_or("hide", words::block)
}

/// The faces of a column that can be seen: columns come from the back to the front.
fn faces(cube: &Cube, column: Column) -> Markup {
    let [_, right, _, left] = column.sides();
    let height = cube.height(column);
    let is_seen = |beside: Option<Column>, level| beside.is_none_or(|it| cube.height(it) < level);
    html! {
        @for level in 1..=height {
            @let (x, y) = corner(column, level);
            @let fill = format!("var(--{})", color(cube, column, level));
            @if is_seen(left, level) {
                (side("left", &format!("M{} {}l30 15v26l-30-15z", x - ACROSS, y + DOWN), &fill))
            }
            @if is_seen(right, level) {
                (side("right", &format!("M{} {}l-30 15v26l30-15z", x + ACROSS, y + DOWN), &fill))
            }
            @if level == height {
                path d=(outline((x, y))) fill=(fill) {}
                (top(cube, column))
            }
        }
    }
}

/// A side of a block, in its color and the shade of that side.
fn side(shade: &str, outline: &str, color: &str) -> Markup {
    html! {
        path d=(outline) fill=(color) {}
        path class=(shade) d=(outline) {}
    }
}

/// The letter on top of a column, in a dashed line if its block may be taken.
fn top(cube: &Cube, column: Column) -> Markup {
    let height = cube.height(column);
    let (x, y) = corner(column, height);
    let color = color(cube, column, height);
    let letter = cube
        .block(column, height)
        .map_or('?', |block| block.letter());
    html! {
        g class="tops" stroke="none" {
            text x=(x) y=(y + 20) fill={ "var(--" (color) "k)" } { (letter) }
            @if cube.is_takeable(column) {
                path d={ "M" (x) " " (y + 3) "l24 12-24 12-24-12z" } stroke={ "var(--" (color) "k)" } {}
            }
        }
    }
}

/// A layer from above: x to the right and y down, as the columns run seen from the corner.
fn plan(view: &View, layer: u8, marked: &[Column]) -> Markup {
    let level = SIDE + 1 - layer;
    let has = |column: &Column| view.cube.height(*column) >= level;
    let at = |column: Column| {
        column
            .coordinates()
            .map(|place| usize::from(place) * SQUARE)
    };
    let places = marked.iter().map(|it| at(*it));
    let places: String = places
        .map(|[x, y]| format!("M{x} {y}h12v12h-12z"))
        .collect();
    let holes = Column::all().filter(|column| !has(column)).map(at);
    let holes: String = holes
        .map(|[x, y]| format!("M{} {}h3v3h-3z", x + 4, y + 4))
        .collect();
    let colors = [None].into_iter().chain(Block::ALL.map(Some));
    html! {
        g transform={ "translate(" (PLANS) " " (usize::from(layer) * STEP - 50) ")" } {
            text y="-17" { (heading(view, layer)) }
            (axes())
            @if !holes.is_empty() {
                path d=(holes) fill="var(--line)" {}
            }
            @for color in colors {
                @let of_color = Column::all().filter(|it| has(it) && view.cube.block(*it, level) == color);
                @let corners: Vec<_> = of_color.map(|it| at(it).map(|units| units * 10)).collect();
                (sign::blocks(color, &corners, SQUARE * 10))
            }
            @if !places.is_empty() {
                g class="stacks" { path class="places" d=(places) {} }
            }
            text class="left" x="54" y="24" { (Column::all().filter(has).count()) }
            text x="54" y="38" { "of 16" }
        }
    }
}

/// The numbers of the columns above a plan, and of the rows at its left.
fn axes() -> Markup {
    let middles = || (0..usize::from(SIDE)).map(|nth| (nth, nth * SQUARE + SQUARE / 2));
    html! {
        g class="axes" aria-hidden="true" {
            text y="-4" text-anchor="middle" {
                @for (nth, middle) in middles() { tspan x=(middle) { (nth) } }
            }
            text text-anchor="end" {
                @for (nth, middle) in middles() { tspan x="-4" y=(middle + 3) { (nth) } }
            }
        }
    }
}

/// The layer, and the round that begins when it is empty (Rule 10.1).
fn heading(view: &View, layer: u8) -> String {
    let round = Round::ALL.into_iter().find(|round| round.layer() == layer);
    let Some(round) = round else {
        return format!("Layer {layer}");
    };
    let held = if view.round >= Some(round) {
        " held"
    } else {
        ""
    };
    format!("Layer {layer} · {round:?}{held}")
}

/// A labelled element for the top of each column.
fn hits(cube: &Cube) -> Markup {
    html! {
        g class="hits" {
            @for column in Column::all() {
                @let (x, y) = corner(column, cube.height(column));
                @let [across, down] = column.coordinates();
                rect x=(x - 15) y=(y + 7) width="30" height="16" role="img"
                    data-at={ "column:" (across) "," (down) } aria-label=(label(cube, column)) {}
            }
        }
    }
}

fn label(cube: &Cube, column: Column) -> String {
    let at = words::at("Column", column.cell());
    let height = cube.height(column);
    if height == 0 {
        return format!("{at}: no block");
    }
    let block = |level| cube.block(column, level).map_or("hidden", words::block);
    let blocks: Vec<&str> = (1..=height).map(block).collect();
    let taken = if cube.is_takeable(column) {
        ", the top may be taken"
    } else {
        ""
    };
    format!("{at}: {}{taken}", blocks.join(", "))
}
