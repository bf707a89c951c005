//! The card that is to be drawn in Cartographers, and what will be scored.

use domain::{
    Cell, Seat, View,
    games::cartographers::{
        View as Sheets,
        components::BOX,
        face::FaceKind,
        map::BOARD,
        shape::{Shape, Turn},
    },
    kit::cells::Cells,
    words,
};
use maud::{Markup, html};

/// Of a cell of a shape, in pixels.
const CELL: u32 = 13;

/// What lies open beside the boards, of games whose boards do not show it.
pub(super) fn open(view: &View) -> Option<Markup> {
    let View::Cartographers(view) = view else {
        return None;
    };
    Some(html! { (card(view)) (edicts(view)) })
}

/// The seat on whose board one draws, if it is not one's own: after an ambush, that of another.
pub(super) const fn drawn_on(view: &View) -> Option<Seat> {
    let View::Cartographers(view) = view else {
        return None;
    };
    view.draws_on
}

/// The card with its shapes, and on whose sheet they are drawn.
fn card(view: &Sheets) -> Markup {
    let Some(card) = view.card else {
        return html! {};
    };
    let face = card.face();
    let is_ambush = face.kind == FaceKind::Ambush;
    html! {
        div class="shows" {
            @for it in &face.shapes { (shape(it)) }
            div {
                h2 { (face.name) }
                p class="s" {
                    @if is_ambush {
                        "Ambush: monsters, on the map of a neighbor"
                    } @else {
                        "Time " (face.time) " · "
                        (if face.shapes.len() > 1 { "one of these shapes, turned or mirrored" } else { "this shape, turned or mirrored" })
                        @if view.ruins_duty { ", on ruins" }
                    }
                }
            }
        }
    }
}

/// A shape as it is printed, with its coin.
fn shape(shape: &Shape) -> Markup {
    let Some(Turn {
        cells, rows, cols, ..
    }) = shape.turns.first()
    else {
        return html! {};
    };
    let (width, height) = (cols * CELL, rows * CELL);
    html! {
        svg class="shape" width=(width) height=(height) viewBox={ "0 0 " (width) " " (height) } role="img"
            aria-label={ (words::count(domain::cast::<usize>(cells.count()), "space")) @if shape.coins > 0 { ", and a coin" } } {
            path fill="var(--accent)" d=(squares(*cells)) {}
        }
        @if shape.coins > 0 { span class="s" { "+ coin" } }
    }
}

fn squares(cells: Cells) -> String {
    let one = |Cell(row, column): Cell| {
        let [x, y] = [column, row].map(|at| domain::cast::<u32>(at) * CELL);
        format!("M{x} {y}h12v12h-12z")
    };
    BOARD.coordinates(cells).map(one).collect()
}

/// The scoring cards, those of this season first.
fn edicts(view: &Sheets) -> Markup {
    let cards = ('A'..).zip(&view.edicts).map(|(letter, edict)| {
        let card = BOX.scoring_cards.iter().find(|card| card.id == *edict);
        (letter, card)
    });
    html! {
        details {
            summary { "What scores" }
            dl {
                @for (letter, card) in cards {
                    @if let Some(card) = card {
                        dt { (letter) ": " (card.names.en) }
                        dd class="s" { (card.rule) }
                    }
                }
            }
        }
    }
}
