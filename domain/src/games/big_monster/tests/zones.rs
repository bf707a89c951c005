//! Section 5: where a tile may lie.

use super::super::{
    Illegal,
    event::Duty,
    tiles::Tile,
    zone::{Spot, Zone},
};
use super::table::{Table, explorer, place, place_and_give, tile, zone};
use crate::{Cell, Reason as _, Seat};

fn fits(tiles: &str, name: &str, x: i8, y: i8) -> bool {
    zone("exp_blue_m", tiles).fits(tile(name), Spot { x, y })
}

#[test]
fn a_tile_shares_a_cell_side_with_the_explorer_or_another_and_half_shifts_are_legal() {
    // 5.1, 5.2 and D-5
    let around = [(2, -1), (2, 0), (2, 1), (-1, -1), (-1, 1), (0, -2), (1, 2)];
    for (x, y) in around {
        assert!(fits("", "desert", x, y), "{x},{y}");
    }
    let not_at_all = [
        (0, 0),
        (1, -1),
        (0, 1),
        (2, -2),
        (-1, 2),
        (3, 0),
        (-1, -2),
        (2, 2),
    ];
    for (x, y) in not_at_all {
        assert!(!fits("", "desert", x, y), "{x},{y}");
    }
    // The first spots are all there are.
    let spots = zone("exp_blue_m", "").spots(Tile::Desert);
    assert_eq!(spots.len(), 10);
}

#[test]
fn radioactive_tiles_lie_and_are_never_turned() {
    // 5.1
    for (x, y) in [(-2, 0), (-1, -1), (0, -1), (1, 2), (2, 1)] {
        assert!(fits("", "radio_twin", x, y), "{x},{y}");
    }
    for (x, y) in [(-1, 0), (-2, -1), (2, 2), (1, 1)] {
        assert!(!fits("", "radio_single", x, y), "{x},{y}");
    }
    let landscape = zone("exp_blue_m", "").spots(Tile::RadioTwin);
    assert_eq!(landscape.len(), 10);
}

#[test]
fn corners_alone_do_not_touch_and_tiles_do_not_overlap() {
    // 5.2
    assert!(!fits("swamp@2,0", "swamp", 3, 2));
    assert!(!fits("swamp@2,0", "swamp", 2, 1));
    assert!(fits("swamp@2,0", "swamp", 3, 1));
    assert!(fits("swamp@2,0", "swamp", 3, -1));
    assert!(fits("swamp@2,0", "swamp", 2, 2));
}

#[test]
fn every_spot_of_a_large_zone_is_what_a_slow_search_finds() {
    let tiles = "ice_red@2,1 radio_twin@-2,0 desert@-2,1 swamp@3,2 radio_single@0,2 lava_green@-3,2 \
                 rune_green@2,-1 radio_twin@0,-1 grass_kinds@4,2";
    let zone = zone("exp_green_f", tiles);
    let covered = |x: i8, y: i8| {
        (0..2).contains(&x) && (0..2).contains(&y) || zone.tiles.iter().any(|it| it.covers(x, y))
    };
    for name in ["desert", "radio_twin"] {
        let cells = |x: i8, y: i8| match name {
            "desert" => [(x, y), (x, y + 1)],
            _ => [(x, y), (x + 1, y)],
        };
        let near = |(x, y)| {
            covered(x + 1, y) || covered(x - 1, y) || covered(x, y + 1) || covered(x, y - 1)
        };
        let mut found = Vec::new();
        for y in -12..12 {
            for x in -12..12 {
                let cells = cells(x, y);
                let free = cells.iter().all(|&(x, y)| !covered(x, y));
                if free && cells.into_iter().any(near) {
                    found.push(Spot { x, y });
                }
            }
        }
        assert_eq!(zone.spots(tile(name)), found);
    }
}

#[test]
fn a_zone_can_grow_in_one_direction_as_far_as_there_are_tiles() {
    // 5.4
    let mut zone = Zone::new(explorer("exp_blue_m"));
    for nth in 0..21 {
        zone.lay(
            Tile::Desert,
            Spot {
                x: 0,
                y: 2 + 2 * nth,
            },
        );
        assert!(!zone.spots(Tile::Swamp).is_empty());
    }
    assert_eq!(zone.cells(|_| true).len(), 42);
}

#[test]
fn a_tile_that_does_not_fit_is_refused_with_its_cells() {
    let mut table = Table::draft(3);
    table.until(Duty::Place);
    table.state.seats[Seat(0)].kept = Some(Tile::Desert);
    let refused = table.refuses(0, place(1, 1));
    assert_eq!(
        (refused.refusal().code, refused.refusal().rule),
        ("no_fit", Some("5.2"))
    );
    assert_eq!(
        refused.refusal().cells,
        [Cell(1, 1).into(), Cell(2, 1).into()]
    );
    let far = table.refuses(0, place(127, -128));
    assert_eq!(far, Illegal::TooFar(Cell(-128, 127).into()));
    assert_eq!(far.refusal().cells, [Cell(-128, 127).into()]);
    assert_eq!(
        table.refuses(0, place_and_give(2, 0, 1)),
        Illegal::NothingToGive(Tile::Desert)
    );
    table.play(0, place(2, 0));
    assert_eq!(table.refuses(0, place(2, 2)), Illegal::NotDue);
}

#[test]
fn placements_arrive_in_any_order_and_hands_wait_for_the_last() {
    // 4.8
    let mut table = Table::draft(3);
    table.until(Duty::Place);
    for seat in [2, 0] {
        let command = table.legal(seat)[0];
        table.play(seat, command);
        assert!(table.hand(0).is_empty() && table.hand(1).is_empty() && table.hand(2).is_empty());
    }
    assert_eq!(table.due(), [1]);
    let command = table.legal(1)[0];
    table.play(1, command);
    assert_eq!(table.hand(1).len(), 9);
    assert_eq!(table.due(), [0, 1, 2]);
}

#[test]
fn yeti_and_panda_bring_a_token_to_keep_or_give_away() {
    // 5.5, D-6 and D-21
    let mut table = Table::draft(3);
    table.until(Duty::Place);
    table.state.seats[Seat(0)].kept = Some(Tile::SpYeti);
    table.state.seats[Seat(1)].kept = Some(Tile::SpPanda);
    assert_eq!(table.refuses(0, place(2, 0)), Illegal::GiveTo(Tile::SpYeti));
    assert_eq!(
        table.refuses(0, place_and_give(2, 0, 3)),
        Illegal::NoSuchPlayer
    );
    assert_eq!(table.legal(0).len(), 30);
    table.play(0, place_and_give(2, 0, 2));
    table.play(1, place_and_give(2, 0, 1));
    assert_eq!(table.tokens(0), [""; 0]);
    assert_eq!(table.tokens(1), ["missions.panda"]);
    assert_eq!(table.tokens(2), ["missions.yeti"]);
    let points: Vec<i16> = table
        .view(0)
        .seats
        .iter()
        .map(|(_, it)| it.points)
        .collect();
    assert_eq!(points, [0, 5, 10]);
}

#[test]
fn a_board_of_text_shows_half_shifts() {
    let zone = zone("exp_pink_f", "ice_orange@1,-2 swamp@2,1 radio_twin@-2,0");
    let drawn = "       -2  -1  0   1   2\n   \
                 -2             [Or]\n   \
                 -1             [_1]\n    \
                 0 [vv====]||EXPL||\n    \
                 1         ||____||[Sw]\n    \
                 2                 [__]\n";
    assert_eq!(zone.to_string(), drawn);
}
