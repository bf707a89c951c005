//! The scoring cards on thousands of random maps, against the reference.

use proptest::prelude::*;

use super::{
    super::{
        edicts::{Edict, Tally, monsters},
        map::{BOARD, Land, Map, Side, Terrain},
    },
    reference::Drawing,
};
use crate::{Cell, kit::cells::Cells};

/// A printed side with something drawn on it: sparse or crowded, in specks or in
/// patches as large as the shapes of the cards.
pub(super) fn maps() -> impl Strategy<Value = Map> {
    let terrains = prop_oneof![
        4 => Just(vec![Terrain::Forest]),
        4 => Just(vec![Terrain::Village]),
        4 => Just(vec![Terrain::Farm]),
        4 => Just(vec![Terrain::Water]),
        2 => Just(vec![Terrain::Monster]),
        1 => Just(vec![Terrain::Mountain]),
        1 => Just(vec![Terrain::Farm, Terrain::Village]),
    ];
    let patch = (0..11u32, 0..11u32, 0..4u32, terrains);
    let side = prop::sample::select(&Side::ALL[..]);
    (side, prop::collection::vec(patch, 0..150)).prop_map(|(side, patches)| {
        let mut map = Map::printed(side);
        for (row, col, growth, terrains) in patches {
            let mut cells = BOARD.cell(row, col);
            if growth > 1 {
                cells |= BOARD.east_of(cells);
            }
            if growth > 2 {
                cells |= BOARD.south_of(cells);
            }
            let cells = cells & map.empty();
            terrains
                .iter()
                .for_each(|&terrain| map.draw(terrain, cells));
        }
        map
    })
}

fn drawing(map: &Map) -> Drawing {
    let spot = |Cell(row, col)| (usize::try_from(row).unwrap(), usize::try_from(col).unwrap());
    Drawing {
        letters: map
            .letters()
            .iter()
            .map(|row| row.chars().collect())
            .collect(),
        ruins: BOARD.coordinates(map.ruins).map(spot).collect(),
    }
}

/// The map without what was drawn on `cells`.
fn erased(map: &Map, cells: Cells) -> Map {
    Land {
        forest: map.forest - cells,
        village: map.village - cells,
        farm: map.farm - cells,
        water: map.water - cells,
        monster: map.monster - cells,
        mountain: map.mountain - cells,
        wasteland: map.wasteland - cells,
        ruins: map.ruins,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000,
        max_shrink_iters: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cards_pay_what_the_reference_pays(map in maps()) {
        let drawing = drawing(&map);
        for edict in Edict::ALL {
            prop_assert_eq!(edict.score(&map).points, drawing.score(edict), "{:?}", edict);
        }
        prop_assert_eq!(monsters(&map).points, drawing.monsters());
    }

    #[test]
    fn cells_are_counted_exactly_if_there_are_points(map in maps()) {
        for edict in Edict::ALL {
            let Tally { points, cells } = edict.score(&map);
            prop_assert_eq!(points == 0, cells.is_empty(), "{:?}", edict);
            prop_assert!(BOARD.all().contains(cells));
        }
        let lost = monsters(&map);
        prop_assert_eq!(i32::from(lost.points), -lost.cells.count().cast_signed());
    }

    /// What was not counted can go, as long as it only filled: the lines, squares
    /// and roads that were counted still pay the same.
    #[test]
    fn what_was_counted_pays_alone(map in maps()) {
        for edict in [
            Edict::SentinelWood,
            Edict::Greenbough,
            Edict::Wildholds,
            Edict::GreatCity,
            Edict::Borderlands,
            Edict::LostBarony,
            Edict::TheBrokenRoad,
        ] {
            let tally = edict.score(&map);
            let alone = erased(&map, BOARD.all() - tally.cells);
            prop_assert_eq!(edict.score(&alone), tally, "{:?}", edict);
        }
    }

    #[test]
    fn letters_read_back_to_the_same_map(map in maps()) {
        prop_assert_eq!(Map::from_letters(&map.letters(), map.ruins), Ok(map));
    }
}
