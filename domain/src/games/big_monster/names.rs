//! What tiles, explorers, missions and tokens are called in a sentence: nothing is printed on
//! them but pictures.

use super::{explorers::Explorer, missions::Mission, tiles::Tile, tokens::Token, zone::Spot};
use crate::words::signed;

/// The upper left cell of a tile, counted from the explorer's.
pub(super) fn place(Spot { x, y }: Spot) -> String {
    let (row, column) = (signed(y.into()), signed(x.into()));
    format!("row {row}, column {column}")
}

/// A tile, by its monster or by what it pays for.
pub(super) const fn tile_name(tile: Tile) -> &'static str {
    match tile {
        Tile::IceBlue => "blue mutant",
        Tile::IceOrange => "orange mutant",
        Tile::IceGreen => "green mutant",
        Tile::IceRed => "red mutant",
        Tile::RadioTwin => "pair of radioactive monsters",
        Tile::RadioSingle => "radioactive monster",
        Tile::LakeLeft => "left half of a big monster",
        Tile::LakeRight => "right half of a big monster",
        Tile::LavaBlueS | Tile::LavaBlueN => "blue dragon",
        Tile::LavaGreen => "green dragon",
        Tile::LavaPurpleS | Tile::LavaPurpleN => "purple dragon",
        Tile::Swamp => "swamp",
        Tile::GrassGreenCrystal => "grassland for green crystals",
        Tile::GrassKinds => "grassland for terrains",
        Tile::GrassBigMonster => "grassland for big monsters",
        Tile::GrassMissions => "grassland for missions",
        Tile::GrassRune => "grassland for rune monsters",
        Tile::GrassDesert => "grassland for deserts",
        Tile::GrassCrystal => "grassland for crystals",
        Tile::GrassLava => "grassland for lava",
        Tile::GrassGrass => "grassland for grasslands",
        Tile::Desert => "desert",
        Tile::RuneDouble => "pair of rune monsters",
        Tile::RuneGreen | Tile::RuneBlueN | Tile::RuneBlueS | Tile::RunePinkN | Tile::RunePinkS => {
            "rune monster"
        }
        Tile::SpGold => "gold diamond",
        Tile::SpCamp => "camp",
        Tile::SpUnicornA | Tile::SpUnicornB => "unicorn",
        Tile::SpYeti => "yeti",
        Tile::SpPanda => "panda",
    }
}

/// A tile that no other is mistaken for: those that share a name by their pieces of crystals.
pub(super) fn full_name(tile: Tile) -> String {
    let apart = match tile {
        Tile::LavaBlueN | Tile::LavaPurpleN | Tile::RunePinkN => " with pink crystal on top",
        Tile::LavaBlueS | Tile::LavaPurpleS | Tile::RunePinkS => " with pink crystal at the bottom",
        Tile::RuneBlueN => " with blue crystals on top",
        Tile::RuneBlueS => " with blue crystals at the bottom",
        Tile::RuneGreen => " with green crystals",
        Tile::SpUnicornA => " A",
        Tile::SpUnicornB => " B",
        Tile::IceBlue
        | Tile::IceOrange
        | Tile::IceGreen
        | Tile::IceRed
        | Tile::RadioTwin
        | Tile::RadioSingle
        | Tile::LakeLeft
        | Tile::LakeRight
        | Tile::LavaGreen
        | Tile::Swamp
        | Tile::GrassGreenCrystal
        | Tile::GrassKinds
        | Tile::GrassBigMonster
        | Tile::GrassMissions
        | Tile::GrassRune
        | Tile::GrassDesert
        | Tile::GrassCrystal
        | Tile::GrassLava
        | Tile::GrassGrass
        | Tile::Desert
        | Tile::RuneDouble
        | Tile::SpGold
        | Tile::SpCamp
        | Tile::SpYeti
        | Tile::SpPanda => "",
    };
    format!("{}{apart}", tile_name(tile))
}

/// An explorer, by suit or by what is counted.
pub(super) const fn explorer_name(explorer: Explorer) -> &'static str {
    match explorer {
        Explorer::ExpBlueM => "the man in blue",
        Explorer::ExpBlackF => "the woman in black",
        Explorer::ExpBlackM => "the man in black",
        Explorer::ExpRedF => "the woman in red",
        Explorer::ExpPinkF => "the woman in pink",
        Explorer::ExpPinkM => "the man in pink",
        Explorer::ExpGreenF => "the woman in green",
        Explorer::ExpOrangeF => "the woman in orange",
        Explorer::ExpRedM => "the man in red",
        Explorer::ExpBlueF => "the woman in blue",
        Explorer::ExpGreenM => "the man in green",
        Explorer::ExpOrangeM => "the man in orange",
        Explorer::ExpSpMutant2 => "the explorer of mutants",
        Explorer::ExpSpDragon => "the explorer of dragons",
        Explorer::ExpSpChicken => "the explorer of chickens",
        Explorer::ExpSpGold => "the explorer of gold",
        Explorer::ExpSpUnicorn => "the explorer of unicorns",
    }
}

/// A mission, before the word itself.
pub(super) const fn mission_name(mission: Mission) -> &'static str {
    match mission {
        Mission::Desert => "desert",
        Mission::Rune => "rune",
        Mission::BigMonster => "big monster",
        Mission::SwampGrass => "swamp and grassland",
        Mission::Kinds => "kinds",
        Mission::Lava => "lava",
        Mission::Crystals => "crystals",
        Mission::Ice => "ice",
        Mission::Radioactive => "radioactive",
    }
}

/// A token, before the word itself.
pub(super) const fn token_name(token: Token) -> &'static str {
    match token {
        Token::Mission { mission, .. } => mission_name(mission),
        Token::Penalty {} => "penalty",
        Token::Dragon {} => "angry dragon",
        Token::Yeti {} => "yeti",
        Token::Panda {} => "panda",
    }
}
