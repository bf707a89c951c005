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

/// Pieces that lie at one point.
#[derive(Debug)]
struct Meeting {
    color: Color,
    /// Half cells from the explorer's top left corner.
    at: (i16, i16),
    /// How many: no two tiles bring the same part to a point, or they would overlap.
    pieces: u8,
    /// Which tiles brought them, as bits. The explorer has none.
    tiles: u32,
}

/// The pieces of a zone, by the points where they meet.
#[derive(Debug)]
pub struct Meetings(Vec<Meeting>);

impl Meetings {
    /// The pieces of a zone.
    pub fn of(zone: &Zone) -> Meetings {
        let mut meetings = Meetings(Vec::with_capacity(64));
        let explorer = zone.explorer.iter();
        let explorer = explorer.flat_map(|it| &it.record().fragments);
        explorer.for_each(|it| meetings.bring(it, (0, 0), 0));
        for (nth, placed) in zone.tiles.iter().enumerate() {
            let fragments = placed.tile.record().fragments.iter();
            fragments.for_each(|it| meetings.bring(it, (placed.x, placed.y), 1 << nth));
        }
        meetings
    }

    /// Brings a piece of a tile that lies here to those at its point.
    fn bring(&mut self, fragment: &Fragment, tile: (i8, i8), bit: u32) {
        let (color, at) = (fragment.color, point(fragment, tile));
        let mut known = self.0.iter_mut();
        match known.find(|it| (it.at, it.color) == (at, color)) {
            Some(meeting) => {
                meeting.pieces += 1;
                meeting.tiles |= bit;
            }
            None => self.0.push(Meeting {
                color,
                at,
                pieces: 1,
                tiles: bit,
            }),
        }
    }

    /// How many crystals of each color a tile completes if it is laid there.
    pub fn completed_by(&self, placed: Placed) -> [u8; 3] {
        let mut completed = [0; 3];
        for fragment in &placed.tile.record().fragments {
            let (color, at) = (fragment.color, point(fragment, (placed.x, placed.y)));
            let missing = BOX.crystals[color as usize].fragments_needed - 1;
            let meeting = self.0.iter().find(|it| (it.at, it.color) == (at, color));
            let pieces = meeting.map_or(0, |it| it.pieces);
            completed[color as usize] += u8::from(pieces == missing);
        }
        completed
    }
}

/// Where a piece of a tile that lies here is, in half cells.
fn point(fragment: &Fragment, (x, y): (i8, i8)) -> (i16, i16) {
    let half_cells = |cell: i8, half: i8| 2 * i16::from(cell) + i16::from(half);
    (half_cells(x, fragment.at[0]), half_cells(y, fragment.at[1]))
}

/// The complete crystals of a zone.
pub fn complete(zone: &Zone) -> impl Iterator<Item = Crystal> {
    let crystals = Meetings::of(zone).0.into_iter();
    let whole = crystals.filter(|it| it.pieces == BOX.crystals[it.color as usize].fragments_needed);
    whole.map(|it| Crystal {
        color: it.color,
        tiles: it.tiles,
    })
}

impl Crystal {
    /// Whether a tile, counted in the order of placement, brings a piece.
    pub const fn needs(self, nth: usize) -> bool {
        self.tiles & (1 << nth) != 0
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
