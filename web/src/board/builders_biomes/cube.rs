//! The cube, seen from a corner, and beside it its layers from above.

use domain::{
    Cell,
    games::builders_biomes::{
        View,
        blocks::Block,
        cube::{Column, Cube, SIDE},
        features::Round,
    },
};
use maud::{Markup, html};

use super::{Part, sign, words};

/// A block seen from a corner: how far its top reaches to each side and down, and how high it is.
const ACROSS: usize = 30;
const DOWN: usize = 15;
const HIGH: usize = 26;
/// The hindmost corner of the base.
const BACK: (usize, usize) = (130, 120);

/// A block in the plan of a layer, and where plans begin.
const SQUARE: usize = 12;
const PLANS: usize = 276;

pub(super) const CSS: &str = ".faces{stroke:var(--surface);stroke-width:1.2;stroke-linejoin:round}\
    .faces .left{fill-opacity:.22}.faces .right{fill-opacity:.38}\
    .tops text{font-size:13px;font-weight:700;text-anchor:middle}\
    .tops path{fill:none;stroke-width:2;stroke-dasharray:4 2.5}\
    .plans text{font-size:11px;fill:var(--ink2)}.plans .left{font-size:17px;font-weight:700;fill:var(--ink)}";

/// The cube and its plans.
pub(super) fn cube(view: &View) -> Part {
    let drawn = html! {
        path d="M130 240l-120-60 120-60 120 60z" fill="var(--hide)" stroke="var(--hidek)" {}
        path d="M10 180v9l120 60v-9zM250 180v9l-120 60v-9z" fill="var(--hidek)" {}
        g class="faces" {
            @for column in Column::all() {
                (faces(&view.cube, column))
            }
        }
        g class="plans" {
            @for layer in 1..=SIDE {
                (plan(view, layer))
            }
        }
        (hits(&view.cube))
    };
    Part {
        size: (372, 276),
        drawn,
    }
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
                path d={ "M" (x) " " (y) "l30 15-30 15-30-15z" } fill=(fill) {}
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
fn plan(view: &View, layer: u8) -> Markup {
    let level = SIDE + 1 - layer;
    let has = |column: &Column| view.cube.height(*column) >= level;
    let at = |column: Column| {
        column
            .coordinates()
            .map(|place| usize::from(place) * SQUARE)
    };
    let holes = Column::all().filter(|column| !has(column)).map(at);
    let holes: String = holes
        .map(|[x, y]| format!("M{} {}h3v3h-3z", x + 4, y + 4))
        .collect();
    let colors = [None].into_iter().chain(Block::ALL.map(Some));
    html! {
        g transform={ "translate(" (PLANS) " " (usize::from(layer) * 68 - 46) ")" } {
            text y="-5" { (heading(view, layer)) }
            @if !holes.is_empty() {
                path d=(holes) fill="var(--line)" {}
            }
            @for color in colors {
                @let of_color = Column::all().filter(|it| has(it) && view.cube.block(*it, level) == color);
                @let corners: Vec<_> = of_color.map(|it| at(it).map(|units| units * 10)).collect();
                (sign::blocks(color, &corners, SQUARE * 10))
            }
            text class="left" x="54" y="24" { (Column::all().filter(has).count()) }
            text x="54" y="38" { "of 16" }
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
    let [across, down] = column.coordinates();
    let at = words::at("Column", Cell::new(down, across));
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
