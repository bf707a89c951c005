//! The zones of a table at a glance: tiles by the color of their terrain.

use std::fmt::Write as _;

use domain::games::big_monster::{components::Terrain, zone::Zone};
use maud::{Markup, html};

use super::{GROUNDS, words, zone::Window};
use crate::{
    board::thumbnail::BOARDS,
    svg::{
        Picture, seats,
        tokens::{INK, SEATS, SURFACE},
    },
};

/// Round a zone, with its frame.
const MARGIN: usize = 18;

/// Draws a table of this game, and of no other.
pub(in crate::board) fn thumbnail(view: &domain::View) -> Option<Markup> {
    let domain::View::BigMonster(view) = view else {
        return None;
    };
    let window = Window::of(view.seats.iter().map(|(_, its)| &its.zone));
    let (width, height) = window.size();
    let (width, height) = (width + 2 * MARGIN, height + 2 * MARGIN);
    let drawn: Vec<_> = view.seats.iter().take(BOARDS).collect();
    let step = width + 24;
    let picture = Picture {
        width: drawn.len() * step,
        height,
        title: "Big Monster",
        description: "The zones of the table.",
        tokens: &[&[SURFACE, INK][..], &SEATS, &GROUNDS].concat(),
        css: "",
        symbols: "",
    };
    Some(picture.image(&html! {
        @for (nth, (seat, its)) in drawn.iter().enumerate() {
            g transform={ "translate(" (nth * step) ")" } {
                rect width=(width) height=(height) fill={ "var(--" (seats::color(*seat)) ")" } {}
                rect x="8" y="8" width=(width - 16) height=(height - 16) fill="var(--surface)" {}
                @let (x, y) = window.origin(&its.zone, domain::cast(MARGIN));
                g transform={ "translate(" (x) " " (y) ")" } {
                    @for terrain in Terrain::ALL {
                        @let drawn = tiles(&its.zone, terrain);
                        @if !drawn.is_empty() {
                            path d=(drawn) fill={ "var(--" (words::terrain(terrain)) ")" }
                                stroke={ "var(--" (words::terrain(terrain)) "k)" } stroke-width="3" {}
                        }
                    }
                    rect x="3" y="3" width="58" height="58" fill="var(--raised)" stroke="var(--ink)" stroke-width="6" {}
                }
            }
        }
    }))
}

/// All tiles of a terrain.
fn tiles(zone: &Zone, terrain: Terrain) -> String {
    let mut drawn = String::new();
    let tiles = zone.tiles.iter().map(|it| (it, it.tile.record()));
    for (it, record) in tiles.filter(|(_, record)| record.terrain == terrain) {
        let (x, y) = (i32::from(it.x) * 32 + 1, i32::from(it.y) * 32 + 1);
        let (width, height) = (i32::from(record.w) * 32 - 2, i32::from(record.h) * 32 - 2);
        write!(drawn, "M{x} {y}h{width}v{height}h-{width}z").expect("a text takes it");
    }
    drawn
}
