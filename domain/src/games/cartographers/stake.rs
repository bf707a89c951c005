//! What a drawing can change of what is paid, by the cells that it covers.

use super::{
    edicts::{Edict, EdictGroup, kinds},
    face::LARGEST,
    map::{BOARD, Map, SIDE, Terrain},
};
use crate::{cast, kit::cells::Cells};

/// What is scored of a map.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// 7.3: what is lost to monsters.
    Monsters,
    /// What a scoring card pays.
    Edict(Edict),
}

/// What is at stake for a drawing on empty spaces.
#[derive(Clone, Copy)]
pub(super) struct Stake {
    /// Nothing changes if none of these cells is covered.
    pub(super) cells: Cells,
    /// The points for each that is covered, if that is all that changes.
    pub(super) each: Option<i16>,
}

impl Stake {
    /// What may change of a part, which pays so many points, when this terrain is drawn: if none,
    /// the farm and village of Diplomacy.
    pub(super) fn of(part: Part, points: i16, map: &Map, drawn: Option<Terrain>) -> Stake {
        use Terrain::{Farm, Forest, Monster, Water};
        let Some(drawn) = drawn else {
            return Stake::somewhere(BOARD.all());
        };
        match (part, drawn) {
            (Part::Monsters, Monster) => Stake::somewhere(BOARD.all()),
            (Part::Monsters, _) => Stake::each(1, BOARD.beside(map.monster)),
            (Part::Edict(Edict::SentinelWood), Forest) => Stake::each(1, BOARD.rim()),
            (Part::Edict(Edict::MagesValley), Farm) => Stake::each(1, BOARD.beside(map.mountain)),
            (Part::Edict(Edict::MagesValley), Water) => Stake::each(2, BOARD.beside(map.mountain)),
            (Part::Edict(Edict::TheGoldenGranary), Farm) => Stake::each(3, map.ruins),
            (Part::Edict(Edict::TheGoldenGranary), Water) => {
                Stake::each(1, BOARD.beside(map.ruins))
            }
            (Part::Edict(edict), drawn) => Stake::somewhere(touched(edict, points, map, drawn)),
        }
    }

    const fn each(points: i16, cells: Cells) -> Stake {
        Stake {
            cells,
            each: Some(points),
        }
    }

    const fn somewhere(cells: Cells) -> Stake {
        Stake { cells, each: None }
    }
}

/// The cells where a drawing may change what a card pays: all where that is hard to say.
fn touched(edict: Edict, points: i16, map: &Map, drawn: Terrain) -> Cells {
    use Terrain::{Farm, Forest, Mountain, Village, Water};
    match (edict, drawn) {
        (Edict::StonesideForest, Forest) => BOARD.beside(map.forest | map.mountain),
        (Edict::StonesideForest, Mountain) => BOARD.beside(map.forest),
        (Edict::CanalLake, Farm) => BOARD.beside(map.water),
        (Edict::CanalLake, Water) => BOARD.beside(map.farm),
        (Edict::MagesValley, Mountain) => BOARD.beside(map.farm | map.water),
        (Edict::GreatCity, Mountain) => BOARD.beside(map.village),
        (Edict::Greenbough, Forest) => {
            BOARD.all() - (BOARD.rows_of(map.forest) & BOARD.cols_of(map.forest))
        }
        (Edict::Wildholds, Village) => beside_large(5, map.village), // 11.9: six pay.
        (Edict::GreatCity, Village) => beside_large(points, map.village),
        (Edict::Shieldgate, Village) => beside_large(points / 2, map.village),
        (Edict::Treetower, Forest)
        | (Edict::ShoresideExpanse, Farm | Water)
        | (Edict::GreengoldPlains, Village) => BOARD.all(),
        (Edict::Treetower, _) => BOARD.beside(map.forest),
        (Edict::GreengoldPlains, _) => {
            // A third kind pays. One drawing adds no other.
            let around = BOARD.groups(map.village).map(|it| BOARD.neighbors(it));
            let lacks = |around: &Cells| kinds(map, *around) == 2 && !around.meets(map.of(drawn));
            around.filter(lacks).collect()
        }
        (Edict::Borderlands, _) => {
            let rows = (0..SIDE).map(|row| BOARD.row(row));
            nearly_full(map, rows.chain((0..SIDE).map(|col| BOARD.col(col))))
        }
        (Edict::LostBarony, _) => nearly_full(map, squares(cast::<u32>(points / 3) + 1)),
        (Edict::TheBrokenRoad, _) => {
            let starts = BOARD.col(0).iter();
            nearly_full(map, starts.map(|start| start.and_after(SIDE + 1)))
        }
        _ if edict.group() == EdictGroup::Spatial => BOARD.all(),
        // A card of another group looks at no other terrain.
        _ => Cells::NONE,
    }
}

/// The spaces beside villages, if no drawing apart from them is larger than so many spaces.
fn beside_large(spaces: i16, villages: Cells) -> Cells {
    let none_is_larger = spaces >= cast::<i16>(*LARGEST);
    if none_is_larger {
        BOARD.beside(villages)
    } else {
        BOARD.all()
    }
}

/// Every square of so many spaces a side.
fn squares(side: u32) -> impl Iterator<Item = Cells> {
    let rows: Cells = (0..side).map(|row| BOARD.row(row)).collect();
    let cols: Cells = (0..side).map(|col| BOARD.col(col)).collect();
    let corner = rows & cols;
    let places = (SIDE + 1).saturating_sub(side);
    let starts = (0..places).flat_map(move |row| (0..places).map(move |col| (row, col)));
    starts.map(move |(row, col)| Cells(corner.0 << (row * SIDE + col)))
}

/// The empty spaces of lines that one drawing can fill.
fn nearly_full(map: &Map, lines: impl Iterator<Item = Cells>) -> Cells {
    let empty = map.empty();
    let missing = lines.map(|line| line & empty);
    missing.filter(|it| it.count() <= *LARGEST).collect()
}
