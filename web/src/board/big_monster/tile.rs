//! One tile or explorer, drawn from its upper left corner.

use domain::{
    Seat,
    games::big_monster::{
        components::{Half, Metric, Shape, Slot, TileKind, TileRecord},
        explorers::Explorer,
        tiles::Tile,
    },
};
use maud::{Markup, html};

use super::words;
use crate::svg::seats;

pub(super) const CSS: &str = ".ice{fill:var(--icek);color:var(--ice)}\
    .mutated{fill:var(--ice);color:var(--icek)}.lake{fill:var(--lakek);color:var(--lake)}\
    .lava{fill:var(--lavak);color:var(--lava)}.swamp{fill:var(--swampk);color:var(--swamp)}\
    .grassland{fill:var(--grasslandk);color:var(--grassland)}\
    .desert{fill:var(--desertk);color:var(--desert)}.rune{fill:var(--runek);color:var(--rune)}\
    .radioactive{fill:var(--radiok);color:var(--radio)}.hidden{fill:var(--hidek);color:var(--hide)}\
    .points{font-size:12.5px;font-weight:800;text-anchor:middle}";

/// The line for the points of a tile: at its foot, or at its head if a crystal is at its foot.
const FOOT: &str = "59";
const HEAD: &str = "17";
/// The same for a mutant, whose foot a beam may reach.
const ABOVE_BEAM: &str = "55.5";

/// A tile with what its level and its record say.
pub(super) fn tile(tile: Tile, level: u8) -> Markup {
    let record = tile.record();
    let class = if record.kind == TileKind::Radioactive {
        "radioactive"
    } else if level > 0 {
        "mutated"
    } else {
        words::terrain(record.terrain)
    };
    html! {
        g class=(class) {
            @if record.shape == Shape::Landscape {
                use href="#bm-lying" width="64" height="32" {}
            } @else {
                use href="#bm-up" width="32" height="64" {}
            }
            (figure(tile, record, level))
        }
    }
}

fn figure(tile: Tile, record: &TileRecord, level: u8) -> Markup {
    match record.kind {
        TileKind::Mutant => mutant(tile, record, level),
        TileKind::Radioactive => radioactive(record),
        TileKind::BigMonsterHalf if record.half == Some(Half::Left) => sign("lake_left"),
        TileKind::BigMonsterHalf => sign("lake_right"),
        TileKind::Dragon => html! {
            (sign(if record.angry { "angry" } else { "dragon" }))
            (points(record.points, line_of_points(record)))
        },
        TileKind::Swamp => sign("swamp"),
        TileKind::Objective => objective(record),
        TileKind::Desert => sign("desert"),
        TileKind::Rune if record.rune_monsters == 2 => sign("runes"),
        TileKind::Rune => sign("rune"),
        TileKind::GoldDiamond => sign("gold"),
        TileKind::Unicorn => html! {
            (sign(if tile == Tile::SpUnicornA { "unicorn" } else { "unicorn-left" }))
            @if let Some(score) = record.score {
                (points(score.points_each, FOOT))
            }
        },
        TileKind::Yeti => html! { (sign("yeti")) (points(record.points, FOOT)) },
        TileKind::Panda => sign("panda"),
    }
}

/// A sign as large as a tile.
pub(super) fn sign(id: &str) -> Markup {
    html! { use href={ "#bm-" (id) } width="32" height="64" {} }
}

fn points(points: i16, line: &str) -> Markup {
    html! { text class="points" x="16" y=(line) { (domain::words::signed(points)) } }
}

fn line_of_points(record: &TileRecord) -> &'static str {
    if record.fragments.iter().any(|it| it.slot == Slot::S) {
        HEAD
    } else {
        FOOT
    }
}

/// A mutant, what it pays at its level, and a chevron for each level there is.
fn mutant(tile: Tile, record: &TileRecord, level: u8) -> Markup {
    let chevrons = usize::from(record.max_level);
    html! {
        (sign(tile.id()))
        @if let Some(paid) = record.points_by_level.get(usize::from(level)) {
            (points(*paid, ABOVE_BEAM))
        }
        @for nth in 0..chevrons {
            @let is_reached = nth < usize::from(level);
            use href={ "#bm-" (if is_reached { "reached" } else { "unreached" }) }
                x=(15 - 5 * chevrons + 10 * nth) y="7.500" width="12" height="8" {}
        }
    }
}

/// A source for each beam.
fn radioactive(record: &TileRecord) -> Markup {
    html! {
        @for beam in &record.beams {
            use href="#bm-trefoil" x=(32 * i32::from(beam.cell[0])) width="32" height="32" {}
        }
    }
}

/// 6.7: how much, and for what.
fn objective(record: &TileRecord) -> Markup {
    html! {
        @if let Some(score) = record.score {
            text class="points" x="16" y="27" { (domain::words::signed(score.points_each)) "\u{d7}" }
            use href={ "#bm-" (counted(score.metric)) } x="6" y="27" width="20" height="40" {}
        }
    }
}

/// The sign of what is counted.
pub(super) const fn counted(metric: Metric) -> &'static str {
    match metric {
        Metric::Desert => "desert",
        Metric::Ice | Metric::Mutants | Metric::MutantsOfLevel2 => "ice_red",
        Metric::Chickens => "ice_blue",
        Metric::Lava => "dragon",
        Metric::AngryDragons => "angry",
        Metric::Grassland => "grass",
        Metric::SwampOrGrassland => "swamp",
        Metric::Unicorns | Metric::UnicornPair => "unicorn",
        Metric::RadioactiveMonsters => "radioactive",
        Metric::RuneMonsters | Metric::DesertAndRuneMonsters => "rune",
        Metric::BigMonsters => "big",
        Metric::GreenCrystals => "green",
        Metric::Crystals | Metric::CrystalSets => "crystals",
        Metric::KindsForMission | Metric::KindsForGrassland => "kinds",
        Metric::MissionTokens => "medal",
        Metric::GoldDiamonds => "gold",
        Metric::TilesTouchingExplorer => "camp",
    }
}

/// An explorer tile with the sign of its seat; face down if it may not be known.
pub(super) fn explorer(explorer: Option<Explorer>, seat: Seat) -> Markup {
    let ground = if explorer.is_some() { "raised" } else { "hide" };
    html! {
        rect x="1" y="1" width="62" height="62" rx="6" fill={ "var(--" (ground) ")" } stroke-width="3"
            stroke={ "var(--" (seats::color(seat)) ")" } {}
        @if let Some(explorer) = explorer {
            use href="#bm-explorer" width="64" height="64"
                fill={ "var(--suit-" (words::suit(explorer).0) ")" } {}
        } @else {
            g class="hidden" { use href="#bm-face-down" x="16" width="32" height="64" {} }
        }
        g transform="translate(6 6) scale(.67)" { (seats::mark(seat, (0, 0))) }
    }
}
