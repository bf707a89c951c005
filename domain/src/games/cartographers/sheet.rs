//! One player's sheet: the map, its mountains' coins, the coin track.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::{BOX, Skill},
    event::Drawing,
    map::{Area, BOARD, BadMap, Map, Side, Terrain, letters_schema},
};
use crate::{cast, kit::cells::Cells};

/// One player's sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WireSheet", into = "WireSheet")]
pub struct Sheet {
    /// What is drawn and printed.
    pub map: Map,
    /// The number of coins filled in, including those spent.
    pub coins: u8,
    /// The number of coins crossed out to pay for skills.
    pub spent: u8,
    /// The mountains that still hold their coin.
    pub coins_left: Cells,
    /// The skill used this season.
    pub skill: Option<Skill>,
}

/// A player's map sheet as it is written on the wire.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = CartographersSheet)]
pub struct WireSheet {
    /// Eleven rows of eleven letters: `.` empty, `F` forest, `V` village, `A` farm,
    /// `W` water, `X` monster, `M` mountain, `L` wasteland, `D` farm and village
    /// at once. Ruins have no letter.
    #[schema(schema_with = letters_schema)]
    map: Vec<String>,
    /// The ruins spaces, whether drawn on or not.
    ruins: Area,
    /// The number of coins filled in, including those spent.
    #[schema(maximum = 14)]
    coins: u8,
    /// The number of coins crossed out to pay for skills. They no longer score.
    #[schema(maximum = 14)]
    spent: u8,
    /// The mountains that still hold their coin.
    coins_left: Area,
    /// The skill used this season, if any.
    skill: Option<Skill>,
}

impl Sheet {
    /// A sheet nobody has drawn on.
    pub fn printed(side: Side) -> Sheet {
        let map = Map::printed(side);
        Sheet {
            map,
            coins: 0,
            spent: 0,
            coins_left: map.mountain,
            skill: None,
        }
    }

    /// A sheet with nothing printed or drawn.
    pub fn blank() -> Sheet {
        Sheet {
            map: Map::default(),
            coins: 0,
            spent: 0,
            coins_left: Cells::NONE,
            skill: None,
        }
    }

    /// Coins that score and can be spent.
    pub const fn purse(&self) -> u8 {
        self.coins - self.spent
    }

    /// The sheet with a drawing on it.
    #[must_use]
    pub fn with(mut self, drawing: &Drawing) -> Sheet {
        let Drawing { terrain, cells, .. } = *drawing;
        self.map.put_on(terrain, cells.0);
        if terrain == Some(Terrain::Mountain) {
            self.coins_left |= cells.0; // 5.5
        }
        self.coins_left -= drawing.mountains.0;
        self.coins += drawing.coins;
        self.spent += drawing.cost;
        self.skill = self.skill.or(drawing.skill);
        self
    }

    /// The sheet before the drawing that was made on it last.
    #[must_use]
    pub fn without(mut self, drawing: &Drawing) -> Sheet {
        let cells = drawing.cells.0;
        self.map.erase(cells);
        self.coins_left = (self.coins_left | drawing.mountains.0) - cells;
        self.coins -= drawing.coins;
        self.spent -= drawing.cost;
        if drawing.skill.is_some() {
            self.skill = None; // 13.2: there was none before.
        }
        self
    }

    /// The drawing with the coins it earns here: one for the shape if it is printed
    /// with one, and those of mountains it surrounds.
    #[must_use]
    pub fn pay(&self, drawing: Drawing, shape_coin: u8) -> Drawing {
        let mountains = self.mountains_surrounded(drawing.terrain, drawing.cells.0);
        let earned = shape_coin + cast::<u8>(mountains.count());
        Drawing {
            mountains: Area(mountains),
            coins: self.coins_with_room(earned),
            ..drawing
        }
    }

    /// 10.1: the mountains that still hold their coin when a drawing has filled all around them.
    pub(super) fn mountains_surrounded(&self, terrain: Option<Terrain>, cells: Cells) -> Cells {
        let coins_left = match terrain {
            Some(Terrain::Mountain) => self.coins_left | cells, // 5.5
            Some(_) | None => self.coins_left,
        };
        coins_left - BOARD.beside(self.map.empty() - cells)
    }

    /// 10.4: as many of these coins as the track still has slots for.
    pub(super) fn coins_with_room(&self, coins: u8) -> u8 {
        coins.min(BOX.coin_track.slots - self.coins)
    }
}

/// Eleven rows; each space is its letter and, if it is a ruins space, a `'`.
impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("   0 1 2 3 4 5 6 7 8 9 10\n")?;
        for (row, letters) in (0..).zip(self.map.letters()) {
            write!(f, "{row:>2} ")?;
            for (col, letter) in (0..).zip(letters.chars()) {
                let is_ruins = self.map.ruins.meets(BOARD.cell(row, col));
                write!(f, "{letter}{}", if is_ruins { '\'' } else { ' ' })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl From<Sheet> for WireSheet {
    fn from(sheet: Sheet) -> WireSheet {
        WireSheet {
            map: sheet.map.letters(),
            ruins: Area(sheet.map.ruins),
            coins: sheet.coins,
            spent: sheet.spent,
            coins_left: Area(sheet.coins_left),
            skill: sheet.skill,
        }
    }
}

impl TryFrom<WireSheet> for Sheet {
    type Error = BadMap;

    fn try_from(wire: WireSheet) -> Result<Sheet, BadMap> {
        Ok(Sheet {
            map: Map::from_letters(&wire.map, wire.ruins.0)?,
            coins: wire.coins,
            spent: wire.spent,
            coins_left: wire.coins_left.0,
            skill: wire.skill,
        })
    }
}
