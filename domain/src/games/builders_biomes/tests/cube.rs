//! Chapter 4: which blocks may be taken, and what shows.

use proptest::prelude::*;

use super::{
    super::{
        Event, Illegal,
        blocks::{Block, Blocks},
        components::BOX,
        cube::{Column, Cube},
    },
    table::{DICE, Table, column, cube, explore, take},
};
use crate::{Seat, Secret};

/// The cube as cells: filled or not, one by one.
struct Cells([[[bool; 4]; 4]; 4]);

impl Cells {
    fn of(heights: [[u8; 4]; 4]) -> Cells {
        let mut cells = [[[false; 4]; 4]; 4];
        for (x, row) in heights.iter().enumerate() {
            for (y, &height) in row.iter().enumerate() {
                cells[x][y][..usize::from(height)].fill(true);
            }
        }
        Cells(cells)
    }

    fn is_filled(&self, x: i8, y: i8, z: i8) -> bool {
        let at = |n: i8| usize::try_from(n).ok().filter(|n| *n < 4);
        match (at(x), at(y), at(z)) {
            (Some(x), Some(y), Some(z)) => self.0[x][y][z],
            _ => false,
        }
    }

    /// 4.3: the exposed side faces of a cell.
    fn sides(&self, x: i8, y: i8, z: i8) -> usize {
        let beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        let exposed = beside.iter().filter(|(x, y)| !self.is_filled(*x, *y, z));
        exposed.count()
    }

    /// 4.2, block by block: any that is filled, with its top and two sides exposed.
    fn takeable(&self) -> Vec<[i8; 3]> {
        let mut blocks = Vec::new();
        for x in 0..4 {
            for y in 0..4 {
                let free = |z: &i8| {
                    self.is_filled(x, y, *z)
                        && !self.is_filled(x, y, z + 1)
                        && self.sides(x, y, *z) >= 2
                };
                blocks.extend((0..4).filter(free).map(|z| [x, y, z]));
            }
        }
        blocks
    }
}

fn heights() -> impl Strategy<Value = [[u8; 4]; 4]> {
    prop::array::uniform4(prop::array::uniform4(0..=4u8))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_take_rule_is_that_of_single_blocks(heights in heights()) {
        let (cube, cells) = (cube(heights), Cells::of(heights));
        let taken: Vec<[i8; 3]> = cube
            .takeable()
            .map(|at| {
                let [x, y] = at.coordinates();
                [x, y, cube.height(at) - 1].map(|n| i8::try_from(n).unwrap())
            })
            .collect();
        prop_assert_eq!(taken, cells.takeable());
    }

    #[test]
    fn what_shows_has_its_top_or_a_side_exposed(heights in heights()) {
        let (cube, cells) = (cube(heights), Cells::of(heights));
        for (at, level) in cube.places() {
            let [x, y] = at.coordinates().map(|n| i8::try_from(n).unwrap());
            let z = i8::try_from(level).unwrap() - 1;
            let shows = !cells.is_filled(x, y, z + 1) || cells.sides(x, y, z) > 0;
            prop_assert_eq!(cube.is_exposed(at, level), shows);
            prop_assert_eq!(cube.seen().block(at, level).is_some(), shows);
        }
    }

    #[test]
    fn while_a_block_is_left_one_can_be_taken(heights in heights()) {
        // 13.1
        let cube = cube(heights);
        let highest = Column::all().map(|at| cube.height(at)).max().unwrap();
        let first = Column::all().find(|at| cube.height(*at) == highest).unwrap();
        prop_assert_eq!(cube.is_takeable(first), highest > 0);
        prop_assert_eq!(cube.takeable().next().is_none(), cube.is_empty());
    }

    #[test]
    fn what_is_uncovered_is_what_shows_after_and_did_not_before(heights in heights(), nth in 0..16usize) {
        let cube = cube(heights);
        let takeable: Vec<Column> = cube.takeable().collect();
        prop_assume!(!takeable.is_empty());
        let taken = takeable[nth % takeable.len()];
        let mut after = cube.clone();
        after.take(taken);
        let mut told = cube.seen();
        told.take(taken);
        for shown in cube.uncovered_by(taken) {
            prop_assert_eq!(told.block(shown.column, shown.level), None);
            told.show(shown);
        }
        prop_assert_eq!(told, after.seen());
    }
}

#[test]
fn at_first_the_four_corners_can_be_taken_and_twelve_blocks_are_hidden() {
    // 4.7 and 14.2
    let full = cube([[4; 4]; 4]);
    let corners = [(0, 0), (0, 3), (3, 0), (3, 3)].map(|(x, y)| column(x, y));
    assert_eq!(full.takeable().collect::<Vec<_>>(), corners);
    let hidden = |cube: &Cube| {
        let seen = cube.seen();
        let places = cube.places();
        places
            .filter(|(at, level)| seen.block(*at, *level).is_none())
            .count()
    };
    assert_eq!(hidden(&full), 12);
}

#[test]
fn the_first_block_may_free_the_second() {
    // 4.8 and 7.1.2
    let mut table = Table::new(2);
    assert!(!table.allows(0, take(0, 1)));
    assert_eq!(
        table.refuses(0, take(0, 1)),
        Illegal::NotTakeable(column(0, 1))
    );
    table.play(0, take(0, 0));
    assert!(table.allows(0, take(0, 1)));
    assert!(table.allows(0, take(1, 0)));
    assert!(
        !table.allows(0, explore("x-22")),
        "two blocks are one action"
    );
    table.play(0, take(0, 1));
    assert_eq!(table.state.players[Seat(0)].supply.count(), 2);
    assert_eq!(table.state.cube.count(), 62);
    assert!(!table.allows(0, take(3, 3)), "collecting has been done");
}

#[test]
fn a_block_taken_tells_its_color_and_those_it_uncovers() {
    let mut table = Table::new(2).cube([[4, 4, 4, 4], [4, 2, 4, 4], [4, 4, 4, 4], [4, 4, 4, 4]]);
    table.state.cube.show(super::super::cube::Shown {
        column: column(0, 0),
        level: 4,
        block: Block::Emerald,
    });
    table.play(0, take(0, 0));
    let Event::BlockTaken {
        block, uncovered, ..
    } = &table.events[0]
    else {
        panic!("a block was taken")
    };
    assert_eq!(*block, Block::Emerald);
    assert_eq!(uncovered.len(), 0, "both neighbors showed a side before");
    table.play(0, take(1, 0));
    table.play(0, explore("x-22"));
    assert_eq!(table.state.players[Seat(0)].supply.emerald, 1);
}

#[test]
fn the_last_block_alone_is_an_action_too() {
    // 7.1.1 and D-08
    let mut heights = [[0; 4]; 4];
    heights[2][1] = 1;
    let mut table = Table::new(2).cube(heights);
    table.state.round = Some(super::super::features::Round::C);
    table.play(0, take(2, 1));
    assert!(table.state.cube.is_empty());
    assert!(table.allows(0, explore("x-22")), "the action is complete");
}

#[test]
fn layers_are_emptied_from_the_top() {
    // 13.4
    let cube = cube([[3, 3, 3, 3], [3, 2, 0, 3], [3; 4], [1; 4]]);
    let empty = [1, 2, 3, 4].map(|layer| cube.is_layer_empty(layer));
    assert_eq!(empty, [true, false, false, false]);
}

#[test]
fn the_cube_is_filled_with_all_64_blocks() {
    // 3.3
    let setup = super::super::Setup::new(super::super::Options::default(), 2, &DICE);
    let places = setup.cube.places();
    let blocks = places.map(|(at, level)| setup.cube.block(at, level).unwrap());
    let counts: Blocks = blocks.collect();
    assert_eq!(counts, BOX.all_blocks().collect());
    assert_eq!(counts, super::table::blocks("16W 14S 12T 10O 12E"));
}

#[test]
fn a_cube_is_read_only_with_its_sixteen_columns() {
    let read = |columns: Vec<Vec<Secret<Block>>>| Cube::try_from(columns).is_ok();
    assert!(read(vec![Vec::new(); 16]));
    assert!(!read(vec![Vec::new(); 15]));
    assert!(!read(vec![vec![Secret::Withheld; 5]; 16]));
    assert!(serde_json::from_str::<Column>("[3,4]").is_err());
    assert!(serde_json::from_str::<Column>("[255,0]").is_err());
}
