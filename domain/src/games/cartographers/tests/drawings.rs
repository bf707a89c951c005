//! Sections 4, 5 and 10: what may be drawn, and the coins it brings.

use super::super::{
    Command, Illegal, Options,
    components::Card,
    map::{Area, Side, Terrain},
    setup::{Edition, FallbackTerrain},
};
use super::table::{Table, at, draw, full_but, rows, set};
use crate::{Game as _, Reason as _, Seat, Viewer};

const BGA: Options = Options {
    side: Side::A,
    edition: Edition::BoardGameArena,
    ruins_fallback_allows_mountain: None,
    plain_fallback_terrain: None,
    skills: false,
};

fn terrains(commands: &[Command]) -> Vec<Terrain> {
    let mut terrains: Vec<Terrain> = commands
        .iter()
        .map(|command| {
            let Command::Draw { terrain, .. } = command else {
                panic!("{command:?} is no drawing")
            };
            *terrain
        })
        .collect();
    terrains.sort_unstable();
    terrains.dedup();
    terrains
}

#[test]
fn every_placement_is_listed_once() {
    // 4.2 and 4.3
    let table = Table::plain(1, &[Card::ForgottenForest]);
    let shapes: [&[_]; 2] = [&[(0, 0), (1, 1)], &[(0, 0), (1, 0), (1, 1), (2, 1)]];
    assert_eq!(table.legal(0).len(), brute_force(&table, &shapes));
    let table = Table::plain(1, &[Card::Marshlands]);
    let shapes: [&[_]; 1] = [&[(0, 0), (1, 0), (1, 1), (1, 2), (2, 0)]];
    assert_eq!(table.legal(0).len(), 2 * brute_force(&table, &shapes));
}

/// Every placement, the slow way.
fn brute_force(table: &Table, shapes: &[&[(i32, i32)]]) -> usize {
    let free = table.map(0).empty();
    let mut placements: Vec<u128> = Vec::new();
    for shape in shapes {
        for turn in 0..8 {
            let turned = shape.iter().map(|&(r, c)| match turn {
                0 => (r, c),
                1 => (c, -r),
                2 => (-r, -c),
                3 => (-c, r),
                4 => (r, -c),
                5 => (c, r),
                6 => (-r, c),
                _ => (-c, -r),
            });
            let turned: Vec<(i32, i32)> = turned.collect();
            for (down, right) in (-11..22).flat_map(|d| (-11..22).map(move |r| (d, r))) {
                let cell = |&(r, c): &(i32, i32)| {
                    let (row, col) = (r + down, c + right);
                    let on_map = (0..11).contains(&row) && (0..11).contains(&col);
                    on_map.then(|| 1_u128 << (row * 11 + col))
                };
                if let Some(cells) = turned.iter().map(cell).sum::<Option<u128>>()
                    && cells & !free.0 == 0
                {
                    placements.push(cells);
                }
            }
        }
    }
    placements.sort_unstable();
    placements.dedup();
    placements.len()
}

#[test]
fn mountains_and_wasteland_block_and_ruins_do_not() {
    // 4.3: (2,1) is ruins, (2,3) a mountain, (4,4) wasteland on side B.
    let table = Table::plain(1, &[Card::FishingVillage]);
    let across = draw(Terrain::Water, [(2, 0), (2, 1), (2, 2), (2, 3)]);
    assert!(table.legal(0).contains(&across));
    let onto_mountain = draw(Terrain::Water, [(2, 5), (2, 6), (2, 7), (2, 8)]);
    assert_eq!(
        table.refuses(0, onto_mountain),
        Illegal::Overlaps(set([(2, 8)]))
    );
    let side_b = Options {
        side: Side::B,
        ..Options::default()
    };
    let table = Table::new(side_b, 1, &[], &[Card::FishingVillage]);
    let onto_wasteland = draw(Terrain::Water, [(4, 1), (4, 2), (4, 3), (4, 4)]);
    assert_eq!(
        table.refuses(0, onto_wasteland),
        Illegal::Overlaps(set([(4, 4)]))
    );
}

#[test]
fn a_refusal_says_what_is_wrong() {
    // 4.1 to 4.7
    let table = Table::plain(1, &[Card::FishingVillage]);
    let bent = [(0, 0), (0, 1), (0, 2), (1, 2)];
    assert_eq!(
        table.refuses(0, draw(Terrain::Water, bent)),
        Illegal::NotAShape(set(bent))
    );
    let straight = [(0, 0), (0, 1), (0, 2), (0, 3)];
    assert_eq!(
        table.refuses(0, draw(Terrain::Farm, straight)),
        Illegal::WrongTerrain
    );
    let nothing = Command::Draw {
        terrain: Terrain::Water,
        cells: Area::default(),
    };
    assert_eq!(table.refuses(0, nothing), Illegal::NoCells);
    assert_eq!(table.refuses(0, Command::Pass {}), Illegal::WrongMoment);
    let wrapped = [(0, 9), (0, 10), (1, 0), (1, 1)];
    assert_eq!(
        table.refuses(0, draw(Terrain::Water, wrapped)),
        Illegal::NotAShape(set(wrapped))
    );
    let single = table.refuses(0, draw(Terrain::Water, [(0, 0)]));
    assert!(matches!(single, Illegal::ShapeStillFits(_)));
    assert_eq!(single.refusal().rule, Some("4.7"));
    assert_eq!(single.refusal().cells.len(), 4);
}

#[test]
fn where_no_shape_fits_one_cell_is_filled_with_a_printed_terrain() {
    // 4.6, D3
    let full = full_but([(0, 0), (5, 0), (10, 10)]);
    let table = Table::plain(1, &[Card::FishingVillage]).drawn(0, rows(&full));
    assert_eq!(table.legal(0).len(), 2 * 3);
    assert_eq!(
        terrains(&table.legal(0)),
        [Terrain::Village, Terrain::Water]
    );
    assert_eq!(
        table.refuses(0, draw(Terrain::Farm, [(0, 0)])),
        Illegal::WrongTerrain
    );
    let pair = [(0, 0), (5, 0)];
    assert_eq!(
        table.refuses(0, draw(Terrain::Water, pair)),
        Illegal::OnlyOneCell(set(pair))
    );
    let any = Options {
        plain_fallback_terrain: Some(FallbackTerrain::AnyButMountain),
        ..Options::default()
    };
    let table = Table::new(any, 1, &[], &[Card::FishingVillage]).drawn(0, rows(&full));
    assert_eq!(terrains(&table.legal(0)), Terrain::ALL[..5]);
    let table = Table::new(BGA, 1, &[], &[Card::FishingVillage]).drawn(0, rows(&full));
    assert_eq!(
        terrains(&table.legal(0)),
        [Terrain::Village, Terrain::Water]
    );
}

#[test]
fn a_single_cell_brings_no_coin_of_a_shape() {
    // 10.2
    let full = full_but([(0, 0), (5, 0)]);
    let mut table = Table::plain(1, &[Card::Farmland, Card::Farmland]).drawn(0, rows(&full));
    table.play(0, draw(Terrain::Farm, [(5, 0)]));
    assert_eq!(table.coins(0), 0);
}

#[test]
fn a_full_map_is_skipped() {
    // 4.8
    let full = full_but([(0, 0)]);
    let mut table = Table::plain(2, &[Card::RiftLands, Card::Orchard, Card::Orchard]);
    table = table.drawn(0, rows(&full));
    table.play(0, draw(Terrain::Farm, [(0, 0)]));
    table.play(1, draw(Terrain::Farm, [(0, 0)]));
    assert_eq!(table.card(), Card::Orchard);
    assert!(!table.state.to_act().contains(Seat(0)));
    assert!(table.state.to_act().contains(Seat(1)));
    let skipped = super::super::Event::Skipped {
        seats: crate::Seats::only(Seat(0)),
    };
    assert!(table.events.contains(&skipped));
}

#[test]
fn rift_lands_is_one_cell_of_anything_but_mountain() {
    // 4.9, D4
    let table = Table::plain(1, &[Card::RiftLands]);
    assert_eq!(table.legal(0).len(), 116 * 5);
    assert_eq!(terrains(&table.legal(0)), Terrain::ALL[..5]);
    assert_eq!(
        table.refuses(0, draw(Terrain::Mountain, [(0, 0)])),
        Illegal::WrongTerrain
    );
}

#[test]
fn after_a_ruins_card_the_shape_covers_ruins() {
    // 5.1
    let mut table = Table::plain(
        1,
        &[Card::TempleRuins, Card::FishingVillage, Card::RiftLands],
    );
    let beside = draw(Terrain::Water, [(0, 0), (0, 1), (0, 2), (0, 3)]);
    let ruins = set([(1, 5), (2, 1), (2, 9), (8, 1), (8, 9), (9, 5)]);
    assert_eq!(table.refuses(0, beside), Illegal::MustCoverRuins(ruins));
    table.play(0, draw(Terrain::Water, [(2, 0), (2, 1), (2, 2), (2, 3)]));
    // 5.7: the duty is done with.
    assert_eq!(table.legal(0).len(), 112 * 5);
}

#[test]
fn of_two_shapes_the_one_that_reaches_ruins_must_be_drawn() {
    // 5.2: only the pair fits, at (8,1) and (8,0).
    let full = full_but([
        (8, 0),
        (8, 1),
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 1),
        (0, 3),
        (4, 4),
        (3, 4),
        (5, 4),
        (4, 3),
        (4, 6),
    ]);
    let table = Table::plain(1, &[Card::OutpostRuins, Card::Farmland]).drawn(0, rows(&full));
    assert_eq!(table.legal(0), [draw(Terrain::Farm, [(8, 0), (8, 1)])]);
}

#[test]
fn where_ruins_cannot_be_covered_one_cell_is_filled_anywhere() {
    // 5.3, D2
    let full = full_but([(0, 0), (0, 1), (0, 2), (0, 3), (10, 10)]);
    let table = Table::plain(1, &[Card::TempleRuins, Card::FishingVillage]).drawn(0, rows(&full));
    let row = [(0, 0), (0, 1), (0, 2), (0, 3)];
    assert_eq!(
        table.refuses(0, draw(Terrain::Water, row)),
        Illegal::NoShapeReachesRuins(set(row))
    );
    // 5.4, D1: the six kinds of the printed rulebook.
    assert_eq!(table.legal(0).len(), 5 * 6);
    assert_eq!(terrains(&table.legal(0)), Terrain::ALL);
    let bga = Table::new(BGA, 1, &[], &[Card::TempleRuins, Card::FishingVillage]);
    assert_eq!(
        terrains(&bga.drawn(0, rows(&full)).legal(0)),
        Terrain::ALL[..5]
    );
    let allowed = Options {
        ruins_fallback_allows_mountain: Some(true),
        ..BGA
    };
    let switched = Table::new(allowed, 1, &[], &[Card::TempleRuins, Card::FishingVillage]);
    assert_eq!(
        terrains(&switched.drawn(0, rows(&full)).legal(0)),
        Terrain::ALL
    );
}

#[test]
fn a_drawn_mountain_brings_its_coin_when_surrounded() {
    // 5.5: at once in a corner of a full map, later elsewhere.
    let full = full_but([(0, 0), (10, 9), (10, 10)]);
    let deck = [
        Card::TempleRuins,
        Card::RiftLands,
        Card::RiftLands,
        Card::RiftLands,
    ];
    let mut table = Table::plain(1, &deck).drawn(0, rows(&full));
    table.play(0, draw(Terrain::Mountain, [(0, 0)]));
    assert_eq!(table.coins(0), 1);
    let mut table = Table::plain(1, &deck).drawn(0, rows(&full));
    table.play(0, draw(Terrain::Mountain, [(10, 10)]));
    assert_eq!(table.coins(0), 0);
    table.play(0, draw(Terrain::Farm, [(10, 9)]));
    assert_eq!(table.coins(0), 1);
    assert_eq!(table.state.sheets[Seat(0)].coins_left, set([]));
}

#[test]
fn rift_lands_must_go_on_ruins_too() {
    // 5.6
    let deck = [Card::TempleRuins, Card::RiftLands];
    let table = Table::plain(1, &deck);
    assert_eq!(table.legal(0).len(), 6 * 5);
    let full = full_but([(0, 0), (3, 3)]);
    let table = table.drawn(0, rows(&full));
    assert_eq!(table.legal(0).len(), 2 * 6);
}

#[test]
fn a_shape_printed_with_a_coin_brings_it() {
    // 10.2
    let mut table = Table::plain(1, &[Card::Farmland, Card::Farmland, Card::RiftLands]);
    table.play(0, draw(Terrain::Farm, [(0, 0), (0, 1)]));
    assert_eq!(table.coins(0), 1);
    table.play(
        0,
        draw(
            Terrain::Farm,
            [(4, 5), (5, 4), (5, 6), (6, 5), (5, 5)].map(|(r, c)| (r, c + 3)),
        ),
    );
    assert_eq!(table.coins(0), 1);
}

#[test]
fn one_placement_may_surround_two_mountains_and_bring_its_own_coin() {
    // 10.1, 10.3: mountains at (0,0) and (0,2) of a sheet of one's own.
    let mut letters = full_but([(0, 1), (10, 0)]);
    letters[0] = "M.MVVVVVVVV".to_owned();
    let deck = [
        Card::RiftLands,
        Card::RiftLands,
        Card::Farmland,
        Card::RiftLands,
    ];
    let mut table = Table::plain(1, &deck).drawn(0, rows(&letters));
    table.play(0, draw(Terrain::Farm, [(0, 1)]));
    assert_eq!(table.coins(0), 2);
    let mut letters = full_but([(0, 1), (1, 1), (10, 0)]);
    letters[0] = "M.MVVVVVVVV".to_owned();
    let mut table = Table::plain(1, &[Card::Farmland, Card::RiftLands]).drawn(0, rows(&letters));
    table.play(0, draw(Terrain::Farm, [(0, 1), (1, 1)]));
    assert_eq!(table.coins(0), 3);
}

#[test]
fn the_mountain_beside_wasteland_needs_three_sides() {
    // 10.1: (7,5) of side B has wasteland above it.
    let side_b = Options {
        side: Side::B,
        ..Options::default()
    };
    let deck = [Card::RiftLands; 4];
    let mut table = Table::new(side_b, 1, &[], &deck);
    for (cell, coins) in [((7, 4), 0), ((8, 5), 0), ((7, 6), 1)] {
        table.play(0, draw(Terrain::Forest, [cell]));
        assert_eq!(table.coins(0), coins);
    }
}

#[test]
fn the_track_holds_fourteen_coins_and_the_mountain_is_crossed_off_all_the_same() {
    // 10.4, D15
    let mut letters = full_but([(0, 1), (10, 0)]);
    letters[0] = "M.MVVVVVVVV".to_owned();
    let mut table = Table::plain(1, &[Card::RiftLands, Card::RiftLands])
        .drawn(0, rows(&letters))
        .rich(0, 13);
    table.play(0, draw(Terrain::Farm, [(0, 1)]));
    assert_eq!(table.coins(0), 14);
    assert!(table.state.sheets[Seat(0)].coins_left.is_empty());
    assert_eq!(
        table.revealed()[Seat(0)].0[0].mountains,
        at([(0, 0), (0, 2)])
    );
}

#[test]
fn everybody_draws_once_before_the_next_card() {
    // 3.3
    let mut table = Table::plain(2, &[Card::RiftLands, Card::Orchard]);
    table.play(1, draw(Terrain::Farm, [(0, 0)]));
    assert_eq!(
        table.refuses(1, draw(Terrain::Farm, [(0, 1)])),
        Illegal::NotDue
    );
    assert_eq!(table.card(), Card::RiftLands);
    let hidden = table.state.view(Viewer::Seat(Seat(0)));
    assert!(hidden.sheets[Seat(1)].map.farm.is_empty());
    table.play(0, draw(Terrain::Farm, [(0, 1)]));
    assert_eq!(table.card(), Card::Orchard);
    let shown = table.state.view(Viewer::Seat(Seat(0)));
    assert_eq!(shown.sheets[Seat(1)].map.farm, set([(0, 0)]));
}
