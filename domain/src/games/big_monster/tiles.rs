//! Monster tiles by name. Tiles alike share a name: nothing in the rules tells them apart.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::components::{BOX, Replaces, TileRecord};

/// A monster tile. On the wire: its type in the component file.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the component file says what they are")]
#[schema(as = BigMonsterTile)]
pub enum Tile {
    IceBlue,
    IceOrange,
    IceGreen,
    IceRed,
    RadioTwin,
    RadioSingle,
    LakeLeft,
    LakeRight,
    LavaBlueS,
    LavaBlueN,
    LavaGreen,
    LavaPurpleS,
    LavaPurpleN,
    Swamp,
    GrassGreenCrystal,
    GrassKinds,
    GrassBigMonster,
    GrassMissions,
    GrassRune,
    GrassDesert,
    GrassCrystal,
    GrassLava,
    GrassGrass,
    Desert,
    RuneDouble,
    RuneGreen,
    RuneBlueN,
    RuneBlueS,
    RunePinkN,
    RunePinkS,
    SpGold,
    SpCamp,
    SpUnicornA,
    SpUnicornB,
    SpYeti,
    SpPanda,
}

/// Monster tiles, in no particular order unless stated otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = BigMonsterTiles, max_items = 126)]
pub struct Tiles(pub Vec<Tile>);

impl Tile {
    /// Every tile, in the order of the box.
    pub const ALL: [Tile; 36] = [
        Tile::IceBlue,
        Tile::IceOrange,
        Tile::IceGreen,
        Tile::IceRed,
        Tile::RadioTwin,
        Tile::RadioSingle,
        Tile::LakeLeft,
        Tile::LakeRight,
        Tile::LavaBlueS,
        Tile::LavaBlueN,
        Tile::LavaGreen,
        Tile::LavaPurpleS,
        Tile::LavaPurpleN,
        Tile::Swamp,
        Tile::GrassGreenCrystal,
        Tile::GrassKinds,
        Tile::GrassBigMonster,
        Tile::GrassMissions,
        Tile::GrassRune,
        Tile::GrassDesert,
        Tile::GrassCrystal,
        Tile::GrassLava,
        Tile::GrassGrass,
        Tile::Desert,
        Tile::RuneDouble,
        Tile::RuneGreen,
        Tile::RuneBlueN,
        Tile::RuneBlueS,
        Tile::RunePinkN,
        Tile::RunePinkS,
        Tile::SpGold,
        Tile::SpCamp,
        Tile::SpUnicornA,
        Tile::SpUnicornB,
        Tile::SpYeti,
        Tile::SpPanda,
    ];

    /// Its name in the component file, and two letters for boards of text.
    const NAMES: [(&str, &str); 36] = [
        ("ice_blue", "Bl"),
        ("ice_orange", "Or"),
        ("ice_green", "Gr"),
        ("ice_red", "Re"),
        ("radio_twin", "vv"),
        ("radio_single", " ^"),
        ("lake_left", "<l"),
        ("lake_right", "r>"),
        ("lava_blue_s", "Vs"),
        ("lava_blue_n", "Vn"),
        ("lava_green", "Vg"),
        ("lava_purple_s", "Ps"),
        ("lava_purple_n", "Pn"),
        ("swamp", "Sw"),
        ("grass_green_crystal", "g1"),
        ("grass_kinds", "gk"),
        ("grass_big_monster", "gb"),
        ("grass_missions", "gm"),
        ("grass_rune", "gr"),
        ("grass_desert", "gd"),
        ("grass_crystal", "gc"),
        ("grass_lava", "gv"),
        ("grass_grass", "gg"),
        ("desert", "De"),
        ("rune_double", "R2"),
        ("rune_green", "Rg"),
        ("rune_blue_n", "Bn"),
        ("rune_blue_s", "Bs"),
        ("rune_pink_n", "Rn"),
        ("rune_pink_s", "Rs"),
        ("sp_gold", "$$"),
        ("sp_camp", "ca"),
        ("sp_unicorn_a", "ua"),
        ("sp_unicorn_b", "ub"),
        ("sp_yeti", "Ye"),
        ("sp_panda", "Pa"),
    ];

    const NORMAL: usize = 30;

    /// Its name on the wire and on score lines.
    pub const fn id(self) -> &'static str {
        Tile::NAMES[self as usize].0
    }

    /// Two letters, for boards of text.
    pub const fn letters(self) -> &'static str {
        Tile::NAMES[self as usize].1
    }

    /// Whether it is one of the six snail extras.
    pub const fn is_special(self) -> bool {
        self as usize >= Tile::NORMAL
    }

    /// What the box says of it.
    pub fn record(self) -> &'static TileRecord {
        let nth = self as usize;
        match nth.checked_sub(Tile::NORMAL) {
            Some(special) => &BOX.special_tile_types[special],
            None => &BOX.monster_tile_types[nth],
        }
    }

    /// 3.8: whether a snail tile may take its place.
    pub fn is_replaced_by(self, replaces: Replaces) -> bool {
        let record = self.record();
        let kind = replaces.kind.is_none_or(|kind| record.kind == kind);
        !record.snail && record.terrain == replaces.terrain && kind
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Tiles {
    /// Each kind of tile once, in order.
    pub fn kinds(tiles: &[Tile]) -> Vec<Tile> {
        let mut kinds = tiles.to_vec();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}

/// Takes one tile of this kind away.
///
/// # Panics
///
/// If there is none: whoever calls has seen one.
pub(super) fn take(tiles: &mut Vec<Tile>, tile: Tile) {
    let place = tiles.iter().position(|&it| it == tile);
    tiles.remove(place.expect("a tile that is taken lies there"));
}
