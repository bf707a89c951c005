//! Tiles and explorers beside a zone, drawn smaller.

use domain::{
    Seat,
    games::big_monster::{
        components::Shape,
        explorers::Explorer,
        missions::Mission,
        tiles::Tile,
        zone::{Placed, Zone},
    },
};
use maud::{Markup, html};

use super::{
    crystals,
    layout::{self, Block},
    tile::{self, counted, sign},
    words, zone,
};

/// How wide and high an upright tile is here.
const SMALL: (usize, usize) = (24, 48);

/// A tile beside a zone.
pub(super) fn tile(which: Tile) -> Block {
    let is_lying = which.record().shape == Shape::Landscape;
    let (width, y) = if is_lying {
        (SMALL.1, SMALL.0 / 2)
    } else {
        (SMALL.0, 0)
    };
    let place = format!("translate(0 {y}) scale(.75)");
    let placed = Placed {
        tile: which,
        x: 0,
        y: 0,
        level: 0,
    };
    let alone = Zone {
        explorer: None,
        tiles: vec![placed],
    };
    let drawn = html! {
        g transform=(place) { (tile::tile(which, 0)) (zone::beams(&alone)) (crystals::crystals(&alone)) }
    };
    let height = SMALL.1;
    Block::new(width, height, drawn).labelled(&words::tile(which))
}

/// An explorer that was dealt: face up with what it can do, or face down.
pub(super) fn dealt(which: Option<Explorer>, seat: Seat) -> Block {
    let drawn = html! {
        g transform="scale(.75)" {
            (tile::explorer(which, seat))
            @if let Some(which) = which {
                (crystals::crystals(&Zone::new(which)))
            }
        }
    };
    let height = SMALL.1;
    let Some(which) = which else {
        let width = height;
        return Block::new(width, height, drawn).labelled("explorer, face down");
    };
    let said = words::explorer(which);
    let drawn = html! { (drawn) text class="small" x="56" y="28" { (said) } };
    let width = 56 + layout::width_of(&said);
    Block::new(width, height, drawn).labelled(&said)
}

/// Tiles face down, as one pile.
pub(super) fn pile(size: usize) -> Block {
    let drawn = html! {
        g class="hidden" {
            g transform="scale(.75)" {
                use href="#bm-up" width="32" height="64" {}
                @if size > 1 {
                    use href="#bm-up" x="4" width="32" height="64" {}
                } @else {
                    (sign("face-down"))
                }
            }
            @if size > 1 {
                text class="load" x="15" y="29" { (size) }
            }
        }
    };
    let label = format!("{} face down", crate::words::count(size, "tile"));
    let (width, height) = (SMALL.0 + 3, SMALL.1);
    Block::new(width, height, drawn).labelled(&label)
}

/// A small tile with the sign of a mission.
pub(super) fn of_mission(mission: Mission) -> Markup {
    let class = match mission {
        Mission::Desert => "desert",
        Mission::Rune => "rune",
        Mission::BigMonster => "lake",
        Mission::SwampGrass => "swamp",
        Mission::Lava => "lava",
        Mission::Ice => "ice",
        Mission::Radioactive => "radioactive",
        Mission::Kinds | Mission::Crystals => "hidden",
    };
    smallest(class, counted(mission.record().metric))
}

/// The same of the penalty.
pub(super) fn of_penalty() -> Markup {
    smallest("hidden", "medal")
}

fn smallest(class: &str, id: &str) -> Markup {
    html! {
        g class=(class) transform="scale(.6)" {
            use href="#bm-up" width="32" height="64" {}
            (sign(id))
        }
    }
}
