//! Section 6 and 9.2: monsters on a neighbor's sheet, and on one's own when alone.

use super::super::{
    Command, Event, Illegal, Options,
    ambush::walk,
    components::Card,
    map::{Side, Terrain},
    sheet::Sheet,
};
use super::table::{Table, at, draw, full_but, rows, set};
use crate::{Game as _, Seat, Seats, Viewer};

fn blank_walk(card: Card, side: Side) -> crate::kit::cells::Cells {
    let way = &card.ambush().unwrap().solo;
    walk(&Sheet::printed(side), way, &card.face().shapes[0].turns[0])
        .cells
        .0
}

#[test]
fn monsters_on_a_blank_map_come_to_their_corner() {
    // 9.5
    for side in Side::ALL {
        let goblins = set([(8, 8), (9, 9), (10, 10)]);
        assert_eq!(blank_walk(Card::GoblinAttack, side), goblins);
        let kobolds = set([(8, 0), (9, 0), (10, 0), (9, 1)]);
        assert_eq!(blank_walk(Card::KoboldOnslaught, side), kobolds);
        let gnolls = set([(0, 0), (0, 1), (1, 0), (2, 0), (2, 1)]);
        assert_eq!(blank_walk(Card::GnollRaid, side), gnolls);
    }
    let bugbears = set([(0, 8), (1, 8), (0, 10), (1, 10)]);
    assert_eq!(blank_walk(Card::BugbearAssault, Side::A), bugbears);
    let bugbears = set([(2, 8), (3, 8), (2, 10), (3, 10)]);
    assert_eq!(blank_walk(Card::BugbearAssault, Side::B), bugbears);
}

fn walk_over(card: Card, letters: &[String]) -> crate::kit::cells::Cells {
    let mut sheet = Sheet::printed(Side::A);
    sheet.map = super::super::map::Map::from_letters(letters, sheet.map.ruins).unwrap();
    let way = &card.ambush().unwrap().solo;
    walk(&sheet, way, &card.face().shapes[0].turns[0]).cells.0
}

#[test]
fn after_a_full_lap_monsters_move_one_cell_in() {
    // 9.2, D13
    let outer = [(8, 5), (9, 6), (10, 7)];
    let inner = [(7, 7), (8, 8), (9, 9)];
    let both = full_but([(8, 5), (9, 6), (10, 7), (7, 7), (8, 8), (9, 9)]);
    assert_eq!(walk_over(Card::GoblinAttack, &both), set(outer));
    assert_eq!(walk_over(Card::GoblinAttack, &full_but(inner)), set(inner));
}

#[test]
fn monsters_go_around_the_map_as_the_arrow_says() {
    // 9.2: gnolls start at the top left, counterclockwise: down before right.
    let below = [(1, 0), (1, 1), (2, 0), (3, 0), (3, 1)];
    let both = full_but([
        (1, 0),
        (1, 1),
        (2, 0),
        (3, 0),
        (3, 1),
        (0, 1),
        (0, 2),
        (2, 1),
        (2, 2),
    ]);
    assert_eq!(walk_over(Card::GnollRaid, &both), set(below));
}

#[test]
fn monsters_alone_never_turn_and_may_find_no_place() {
    // 9.2, D14
    let turned = full_but([(0, 2), (1, 1), (2, 0)]);
    assert_eq!(walk_over(Card::GoblinAttack, &turned), set([]));
    let deck = [Card::RiftLands, Card::GoblinAttack, Card::RiftLands];
    let full = full_but([(0, 0), (0, 1)]);
    let mut table = Table::plain(1, &deck).drawn(0, rows(&full));
    table.play(0, draw(Terrain::Farm, [(0, 0)]));
    assert_eq!(table.card(), Card::RiftLands);
    assert!(table.map(0).monster.is_empty());
}

#[test]
fn alone_the_monsters_come_by_themselves_and_bring_coins() {
    // 9.2 and 9.4
    let deck = [Card::RiftLands, Card::GoblinAttack, Card::RiftLands];
    let full = full_but([(0, 0), (0, 5), (8, 8), (9, 8), (9, 9), (10, 10)]);
    let mut letters = full;
    letters[9].replace_range(8..9, "M");
    let mut table = Table::plain(1, &deck).drawn(0, rows(&letters));
    table.play(0, draw(Terrain::Farm, [(0, 0)]));
    assert_eq!(table.map(0).monster, set([(8, 8), (9, 9), (10, 10)]));
    // The mountain at (9,8) had two sides open.
    assert_eq!(table.coins(0), 1);
    let came = |event: &Event| matches!(event, Event::Ambushed { drawing } if drawing.coins == 1);
    assert!(table.events.iter().any(came));
}

#[test]
fn a_clockwise_arrow_passes_sheets_to_the_left() {
    // 6.1, 6.2: the sheet of seat i is drawn on by seat i+1.
    let table = Table::plain(3, &[Card::KoboldOnslaught, Card::RiftLands]);
    let on = |seat| table.state.view(Viewer::Seat(Seat(seat))).draws_on;
    assert_eq!(
        [on(0), on(1), on(2)],
        [2, 0, 1].map(|seat| Some(Seat(seat)))
    );
    let table = Table::plain(3, &[Card::GoblinAttack, Card::RiftLands]);
    let on = |seat| table.state.view(Viewer::Seat(Seat(seat))).draws_on;
    assert_eq!(
        [on(0), on(1), on(2)],
        [1, 2, 0].map(|seat| Some(Seat(seat)))
    );
}

#[test]
fn with_two_both_arrows_give_the_same_exchange() {
    // 6.1
    for card in Card::AMBUSH {
        let mut table = Table::plain(2, &[card, Card::RiftLands]);
        table.all_draw();
        assert_eq!(table.revealed()[Seat(0)].0[0].sheet, Seat(1));
        assert_eq!(table.revealed()[Seat(1)].0[0].sheet, Seat(0));
        assert_eq!(
            table.map(0).monster.count(),
            u32::from(card.ambush().unwrap().shape.size)
        );
    }
}

#[test]
fn monsters_turn_in_company_and_the_gap_lies_over_anything() {
    // 6.3, 6.4: bugbears upright, and across the mountain at (2,8).
    let table = Table::plain(2, &[Card::BugbearAssault]);
    let across = draw(Terrain::Monster, [(2, 7), (2, 9), (3, 7), (3, 9)]);
    let upright = draw(Terrain::Monster, [(5, 0), (5, 1), (7, 0), (7, 1)]);
    let legal = table.legal(0);
    assert!(legal.contains(&across) && legal.contains(&upright));
    assert_eq!(
        table.refuses(0, draw(Terrain::Farm, [(5, 0), (5, 1), (7, 0), (7, 1)])),
        Illegal::WrongTerrain
    );
}

#[test]
fn where_monsters_fit_nowhere_one_cell_becomes_a_monster() {
    // 6.5
    let full = full_but([(0, 0), (3, 3)]);
    let table = Table::plain(2, &[Card::GnollRaid]).drawn(1, rows(&full));
    assert_eq!(
        table.legal(0),
        [
            draw(Terrain::Monster, [(0, 0)]),
            draw(Terrain::Monster, [(3, 3)])
        ]
    );
    let any = Options {
        plain_fallback_terrain: Some(super::super::setup::FallbackTerrain::AnyButMountain),
        ..Options::default()
    };
    let table = Table::new(any, 2, &[], &[Card::GnollRaid]).drawn(1, rows(&full));
    assert_eq!(table.legal(0).len(), 2);
    let full = full_but([]);
    let table = Table::plain(2, &[Card::GnollRaid]).drawn(1, rows(&full));
    assert_eq!(table.state.to_act(), Seats::only(Seat(1)));
}

#[test]
fn the_ruins_duty_outlives_an_ambush() {
    // 6.6, D17: ruins, ambush, ruins, ambush, explore.
    let deck = [
        Card::TempleRuins,
        Card::GoblinAttack,
        Card::OutpostRuins,
        Card::KoboldOnslaught,
        Card::RiftLands,
        Card::RiftLands,
    ];
    let mut table = Table::plain(2, &deck);
    let anywhere = draw(Terrain::Monster, [(5, 0), (6, 1), (7, 2)]);
    assert!(table.legal(0).contains(&anywhere));
    table.play(0, anywhere);
    table.play(1, anywhere);
    table.all_draw();
    assert_eq!(table.card(), Card::RiftLands);
    assert!(table.state.ruins_duty);
    let refused = table.refuses(0, draw(Terrain::Farm, [(0, 5)]));
    assert!(matches!(refused, Illegal::MustCoverRuins(_)));
    table.play(0, draw(Terrain::Farm, [(1, 5)]));
    table.play(1, draw(Terrain::Farm, [(1, 5)]));
    assert!(!table.state.ruins_duty);
}

#[test]
fn the_owner_gains_the_coin_that_a_neighbor_s_monsters_complete() {
    // 6.7, D16
    let mut letters = full_but([(0, 1), (10, 10)]);
    letters[0] = "M.VVVVVVVVV".to_owned();
    let mut table = Table::plain(2, &[Card::GnollRaid, Card::RiftLands]).drawn(1, rows(&letters));
    table.play(0, draw(Terrain::Monster, [(0, 1)]));
    table.all_draw();
    assert_eq!((table.coins(0), table.coins(1)), (0, 1));
    assert_eq!(table.revealed()[Seat(0)].0[0].mountains, at([(0, 0)]));
}

#[test]
fn an_ambush_takes_no_time() {
    // 6.8
    let mut table = Table::plain(2, &[Card::GoblinAttack, Card::RiftLands]);
    assert!(matches!(
        table.legal(0)[0],
        Command::Draw {
            terrain: Terrain::Monster,
            ..
        }
    ));
    table.all_draw();
    assert_eq!(table.state.time(), 0);
}
