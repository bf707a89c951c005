//! 6.3: crystals, complete when all their pieces meet at one point.

use super::{
    components::{BOX, Color, Fragment},
    zone::{Placed, Zone},
};

/// A complete crystal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crystal {
    /// Its color.
    pub color: Color,
    /// The tiles that bring its pieces, a bit each in the order of placement.
    tiles: u32,
}

/// A piece lying in a zone. Pieces are ordered by crystal and point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    color: Color,
    /// Half cells from the explorer's top left corner.
    at: (i16, i16),
    part: u8,
    /// Which tile brought it, as a bit. None for the explorer.
    tile: u32,
}

/// The complete crystals of a zone.
pub fn complete(zone: &Zone) -> impl Iterator<Item = Crystal> {
    let mut pieces = Vec::with_capacity(64);
    let explorer = zone.explorer.iter();
    let explorer = explorer.flat_map(|it| &it.record().fragments);
    pieces.extend(explorer.map(|it| Piece::of(it, 0, 0, 0)));
    for (nth, placed) in zone.tiles.iter().enumerate() {
        let fragments = placed.tile.record().fragments.iter();
        pieces.extend(fragments.map(|it| Piece::of(it, placed.x, placed.y, 1 << nth)));
    }
    pieces.sort_unstable();
    let mut start = 0;
    std::iter::from_fn(move || {
        while start < pieces.len() {
            let first = pieces[start];
            let rest = &pieces[start..];
            let here = rest
                .iter()
                .take_while(|it| (it.color, it.at) == (first.color, first.at));
            let (count, tiles) =
                here.fold((0, 0), |(count, tiles), it| (count + 1, tiles | it.tile));
            start += count;
            // No two tiles bring the same part to a point: they would overlap.
            if count == usize::from(BOX.crystals[first.color as usize].fragments_needed) {
                return Some(Crystal {
                    color: first.color,
                    tiles,
                });
            }
        }
        None
    })
}

impl Crystal {
    /// Whether a tile, counted in the order of placement, brings a piece.
    pub const fn needs(self, nth: usize) -> bool {
        self.tiles & (1 << nth) != 0
    }
}

impl Piece {
    fn of(fragment: &Fragment, x: i8, y: i8, tile: u32) -> Piece {
        let point = |cell: i8, half: i8| 2 * i16::from(cell) + i16::from(half);
        Piece {
            color: fragment.color,
            at: (point(x, fragment.at[0]), point(y, fragment.at[1])),
            part: fragment.part as u8,
            tile,
        }
    }
}

/// The tiles that bring pieces to complete crystals of a color, or of any.
pub fn tiles_in(zone: &Zone, color: Option<Color>) -> Vec<Placed> {
    let crystals: Vec<Crystal> = complete(zone)
        .filter(|it| color.is_none_or(|color| it.color == color))
        .collect();
    let tiles = zone.tiles.iter().enumerate();
    let used = tiles.filter(|(nth, _)| crystals.iter().any(|it| it.needs(*nth)));
    used.map(|(_, placed)| *placed).collect()
}
