//! Crystals over the tiles of a zone: pieces that wait, and whole ones with a ring.

use std::collections::BTreeMap;

use domain::games::big_monster::{
    components::{BOX, Color, Fragment, Part},
    zone::Zone,
};
use maud::{Markup, html};

use super::zone::CELL;

pub(super) const CSS: &str = ".socket{fill:none;stroke:var(--socket);stroke-width:3.4;stroke-linejoin:round}\
    .ring{fill:none;stroke:var(--surface);stroke-width:8;stroke-linejoin:round}\
    .whole .socket{stroke-width:4.4}.pieces .crystal{fill-opacity:.8}\
    .shine{stroke:var(--shine);stroke-width:1.7;stroke-linecap:round}";

/// Where pieces meet, in half cells from the explorer's corner: down, then to the right.
type Point = (i32, i32);

/// The pieces of a zone by color and point.
type Pieces = BTreeMap<(usize, Point), Vec<Part>>;

/// All crystals of a zone. Whole ones (6.3) come last, so that their rings are not cut.
pub(super) fn crystals(zone: &Zone) -> Markup {
    let (whole, waiting): (Pieces, Pieces) = pieces(zone)
        .into_iter()
        .partition(|((color, _), parts)| is_whole(*color, parts));
    html! {
        @if !waiting.is_empty() {
            g class="pieces" { (layers(&waiting)) }
        }
        @if !whole.is_empty() {
            g class="whole" {
                path class="ring" d=(outlines(&whole, None)) {}
                (layers(&whole))
                path class="shine" d=(shines(&whole)) {}
            }
        }
    }
}

/// A whole crystal by itself, with its middle here.
pub(super) fn whole(color: Color) -> Markup {
    let parts = BOX.crystals.get(color as usize).map(|it| it.parts.clone());
    let pieces = Pieces::from([((color as usize, (0, 0)), parts.unwrap_or_default())]);
    html! {
        g class="whole" {
            (layers(&pieces))
            path class="shine" d=(shines(&pieces)) {}
        }
    }
}

fn pieces(zone: &Zone) -> Pieces {
    let explorer = zone.explorer.iter();
    let explorer =
        explorer.flat_map(|it| it.record().fragments.iter().map(|piece| (piece, (0, 0))));
    let tiles = zone.tiles.iter().flat_map(|it| {
        let corner = (2 * i32::from(it.y), 2 * i32::from(it.x));
        it.tile
            .record()
            .fragments
            .iter()
            .map(move |piece| (piece, corner))
    });
    let mut pieces = Pieces::new();
    for (piece, corner) in explorer.chain(tiles) {
        let Fragment {
            color, at, part, ..
        } = *piece;
        let point = (corner.0 + i32::from(at[1]), corner.1 + i32::from(at[0]));
        pieces
            .entry((color as usize, point))
            .or_default()
            .push(part);
    }
    pieces
}

fn is_whole(color: usize, parts: &[Part]) -> bool {
    let record = BOX.crystals.get(color);
    record.is_some_and(|it| parts.len() == usize::from(it.fragments_needed))
}

/// The dark casing of all, and each color on it.
fn layers(pieces: &Pieces) -> Markup {
    html! {
        path class="socket" d=(outlines(pieces, None)) {}
        @for color in Color::ALL {
            @let drawn = outlines(pieces, Some(color));
            @if !drawn.is_empty() {
                path class="crystal" d=(drawn) fill={ "var(--" (color.id()) ")" } {}
            }
        }
    }
}

/// The outlines of the pieces of one color, or of all.
fn outlines(pieces: &Pieces, color: Option<Color>) -> String {
    let wanted = |nth: usize| color.is_none_or(|color| color as usize == nth);
    let wanted = pieces.iter().filter(|((nth, _), _)| wanted(*nth));
    let drawn = wanted.flat_map(|(&(_, (down, right)), parts)| {
        let (x, y) = (right * CELL / 2, down * CELL / 2);
        parts
            .iter()
            .map(move |&part| format!("M{x} {y}{}", outline(part)))
    });
    drawn.collect()
}

/// A piece, drawn from the point where the pieces meet.
const fn outline(part: Part) -> &'static str {
    match part {
        Part::West => "m0-8.3l-5.8 4.7v7.2l5.8 4.7z",
        Part::East => "m0-8.3l5.8 4.7v7.2l-5.8 4.7z",
        Part::North => "m-8.6 0l8.6-7.2 8.6 7.2z",
        Part::South => "m-8.6 0l8.6 7.2 8.6-7.2z",
        Part::Nw => "h-10.2l7.1-3.1 3.1-7.1z",
        Part::Ne => "h10.2l-7.1-3.1-3.1-7.1z",
        Part::Sw => "h-10.2l7.1 3.1 3.1 7.1z",
        Part::Se => "h10.2l-7.1 3.1-3.1 7.1z",
    }
}

fn shines(pieces: &Pieces) -> String {
    let points = pieces.keys().map(|(_, point)| point);
    let drawn = points.map(|(down, right)| {
        let (x, y) = (right * CELL / 2, down * CELL / 2);
        format!("M{x} {y}m-2.5-3l1.5-2.5")
    });
    drawn.collect()
}

#[cfg(test)]
mod tests {
    use domain::games::big_monster::{
        crystals::complete, explorers::Explorer, tiles::Tile, zone::Spot,
    };

    use super::*;

    #[test]
    fn as_many_are_whole_as_the_rules_complete() {
        let mut zone = Zone::new(Explorer::ExpGreenF);
        for (tile, x, y) in [
            (Tile::LavaPurpleN, 2, 0),
            (Tile::LavaGreen, 2, 2),
            (Tile::LavaPurpleN, 1, 2),
            (Tile::RuneGreen, 3, 0),
        ] {
            zone.lay(tile, Spot { x, y });
        }
        let pieces = pieces(&zone);
        let whole = pieces
            .iter()
            .filter(|((color, _), parts)| is_whole(*color, parts));
        assert_eq!(whole.count(), complete(&zone).count());
        assert_eq!(complete(&zone).count(), 4);
        let drawn = crystals(&zone).into_string();
        assert_eq!(drawn.matches("class=\"ring\"").count(), 1);
        assert_eq!(drawn.matches("m-2.5-3l1.5-2.5").count(), 4);
    }
}
