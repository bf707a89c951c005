//! Map sheets, and cells on the wire.

use super::super::map::{Area, BOARD, BadMap, Map, Side, Terrain};
use crate::{Cell, kit::cells::Cells};

const DRAWN: [&str; 11] = [
    "FVAWXM.....",
    "...M......D",
    "........M..",
    "...........",
    "...........",
    ".....M.....",
    "..L........",
    "...........",
    "..M........",
    ".......M...",
    "..........F",
];

fn ruins() -> Cells {
    BOARD.cell(1, 5) | BOARD.cell(2, 1)
}

#[test]
fn a_map_is_written_as_it_was_read() {
    let map = Map::from_letters(&DRAWN, ruins()).unwrap();
    assert_eq!(map.letters(), DRAWN);
    assert_eq!(map.ruins, ruins());
    for (col, terrain) in (0..).zip([
        Terrain::Forest,
        Terrain::Village,
        Terrain::Farm,
        Terrain::Water,
        Terrain::Monster,
        Terrain::Mountain,
    ]) {
        assert!(map.of(terrain).contains(BOARD.cell(0, col)), "{terrain:?}");
    }
    assert_eq!(map.wasteland, BOARD.cell(6, 2));
}

#[test]
fn a_diplomacy_cell_is_farm_and_village() {
    let map = Map::from_letters(&DRAWN, ruins()).unwrap();
    let cell = BOARD.cell(1, 10);
    assert!(map.farm.contains(cell) && map.village.contains(cell));
}

#[test]
fn drawing_changes_one_terrain_only() {
    for terrain in Terrain::ALL {
        let blank = Map::default();
        let mut map = blank;
        map.draw(terrain, BOARD.row(2));
        map.draw(terrain, BOARD.cell(3, 3));
        for other in Terrain::ALL {
            let cells = if other == terrain {
                BOARD.row(2) | BOARD.cell(3, 3)
            } else {
                Cells::NONE
            };
            assert_eq!(map.of(other), cells);
        }
        assert_eq!(map.filled(), BOARD.row(2) | BOARD.cell(3, 3));
    }
}

#[test]
fn ruins_alone_leave_a_space_empty() {
    // 1.3, 1.4
    let map = Map::printed(Side::A);
    assert!(map.empty().contains(map.ruins));
    assert_eq!(map.empty() | map.filled(), BOARD.all());
    assert!(!map.empty().meets(map.filled()));
}

#[test]
fn off_the_map_counts_as_filled() {
    // 1.6: the corner needs two neighbors, the edge three, the middle four.
    let mut map = Map::default();
    map.draw(Terrain::Water, BOARD.neighbors(BOARD.cell(0, 0)));
    map.draw(Terrain::Water, BOARD.neighbors(BOARD.cell(5, 10)));
    map.draw(Terrain::Water, BOARD.neighbors(BOARD.cell(5, 5)));
    let closed = BOARD.cell(0, 0) | BOARD.cell(5, 10) | BOARD.cell(5, 5);
    assert_eq!(map.surrounded(), closed);
    // Three sides are not four.
    map.water -= BOARD.cell(4, 5);
    assert_eq!(map.surrounded(), closed - BOARD.cell(5, 5));
}

#[test]
fn a_map_of_the_wrong_size_is_refused() {
    let refused = |rows: &[&str]| Map::from_letters(rows, Cells::NONE).unwrap_err();
    assert_eq!(refused(&DRAWN[..10]), BadMap::Size);
    for row in ["", "..........", "............"] {
        let mut rows = DRAWN;
        rows[4] = row;
        assert_eq!(refused(&rows), BadMap::Size);
    }
}

#[test]
fn an_unknown_letter_is_named_with_its_cell() {
    let mut rows = DRAWN;
    rows[4] = "...é.......";
    let refused = Map::from_letters(&rows, Cells::NONE).unwrap_err();
    assert_eq!(refused, BadMap::Letter(Cell(4, 3), 'é'));
    assert_eq!(
        refused.to_string(),
        "'é' is not a letter of a map: use . F V A W X M L D"
    );
}

#[test]
fn no_ruins_are_printed_on_wasteland() {
    let refused = Map::from_letters(&DRAWN, BOARD.row(6)).unwrap_err();
    assert_eq!(refused, BadMap::Ruins(Cell(6, 2)));
}

#[test]
fn an_area_is_read_in_any_order_and_written_in_reading_order() {
    let area: Area = serde_json::from_str("[[10,0],[0,10],[3,4]]").unwrap();
    let cells = BOARD.cell(0, 10) | BOARD.cell(3, 4) | BOARD.cell(10, 0);
    assert_eq!(area, Area(cells));
    let written = serde_json::to_string(&area).unwrap();
    assert_eq!(written, "[[0,10],[3,4],[10,0]]");
    assert_eq!(serde_json::to_string(&Area::default()).unwrap(), "[]");
}

#[test]
fn an_area_has_no_cell_twice_and_none_off_the_map() {
    let refused = |json| serde_json::from_str::<Area>(json).unwrap_err().to_string();
    assert!(refused("[[1,1],[1,1]]").contains("[1,1] is listed twice"));
    assert!(refused("[[0,11]]").contains("[0,11] is off the map"));
    assert!(refused("[[11,0]]").contains("[11,0] is off the map"));
    for json in [
        "[[1]]",
        "[[1,2,3]]",
        "[[-1,0]]",
        "[[256,0]]",
        "[1]",
        "{}",
        "7",
    ] {
        assert!(serde_json::from_str::<Area>(json).is_err(), "{json}");
    }
}
