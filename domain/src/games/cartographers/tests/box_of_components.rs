//! The component file, counted against the rulebook and the printed cards.

use std::collections::BTreeSet;

use super::super::{
    components::{BOX, Card, Corner, Direction, ExploreKind, Letter, Neighbor, Season, Skill},
    edicts::{Edict, Group},
    map::{BOARD, Map, Side, Terrain},
};
use crate::{Cell, kit::components::Provenance};

#[test]
fn the_box_holds_41_cards_numbered_from_1() {
    let numbers: Vec<u8> = [
        BOX.ambush_cards.each_ref().map(|card| card.number).to_vec(),
        BOX.explore_cards
            .each_ref()
            .map(|card| card.number)
            .to_vec(),
        BOX.season_cards.each_ref().map(|card| card.number).to_vec(),
        BOX.edict_cards.each_ref().map(|card| card.number).to_vec(),
        BOX.scoring_cards
            .each_ref()
            .map(|card| card.number)
            .to_vec(),
    ]
    .concat();
    assert_eq!(numbers, (1..=41).collect::<Vec<u8>>());
    assert_eq!(BOX.game.card_count_base, 41);
    assert_eq!((BOX.game.players.min, BOX.game.players.max), (1, 100));
}

#[test]
fn every_card_is_found_by_its_id() {
    for (id, card) in Card::EXPLORE.into_iter().zip(&BOX.explore_cards) {
        assert_eq!(card.id, id);
        assert_eq!(id.explore().map(|card| card.number), Some(card.number));
        assert!(id.ambush().is_none());
        let printed = serde_json::to_value(id).unwrap();
        assert_eq!(printed, format!("E{:02}", card.number));
    }
    for (id, card) in Card::AMBUSH.into_iter().zip(&BOX.ambush_cards) {
        assert_eq!(card.id, id);
        assert_eq!(id.ambush().map(|card| card.number), Some(card.number));
        assert!(id.explore().is_none());
        let printed = serde_json::to_value(id).unwrap();
        assert_eq!(printed, format!("A{:02}", card.number));
    }
    assert!(
        Season::ALL
            .iter()
            .all(|season| season.card().key == *season)
    );
    assert!(Edict::ALL.iter().all(|edict| edict.card().id == *edict));
    assert!(Skill::ALL.iter().all(|skill| skill.card().id == *skill));
    let letters = BOX.edict_cards.each_ref().map(|card| card.letter);
    assert_eq!(letters, Letter::ALL);
}

#[test]
fn the_explore_deck_takes_sixteen_time() {
    // 3.6 a: the deck can never run out inside a season.
    let times = BOX.explore_cards.each_ref().map(|card| card.time);
    assert_eq!(times, [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 0]);
    assert_eq!(times.iter().sum::<u8>(), 16);
    assert!(BOX.ambush_cards.iter().all(|card| card.time == 0));
}

#[test]
fn explore_cards_offer_what_their_kind_says() {
    for card in &BOX.explore_cards {
        let offered = match card.kind {
            ExploreKind::Ruins => (0, 0),
            ExploreKind::TwoShapesOneTerrain => (2, 1),
            ExploreKind::OneShapeTwoTerrains => (1, 2),
            ExploreKind::RiftLands => (1, 5),
        };
        let printed = (card.shapes.len(), card.terrains.len());
        assert_eq!(printed, offered, "{}", card.name);
        assert!(!card.terrains.contains(&Terrain::Mountain));
    }
    let of_kind = |kind| {
        BOX.explore_cards
            .iter()
            .filter(|card| card.kind == kind)
            .count()
    };
    assert_eq!(of_kind(ExploreKind::Ruins), 2);
    assert_eq!(of_kind(ExploreKind::TwoShapesOneTerrain), 4);
    assert_eq!(of_kind(ExploreKind::OneShapeTwoTerrains), 6);
    assert_eq!(of_kind(ExploreKind::RiftLands), 1);
}

#[test]
fn every_shape_is_pushed_into_its_corner_and_counts_its_cells() {
    let explore = BOX.explore_cards.iter().flat_map(|card| &card.shapes);
    let shapes = explore.chain(BOX.ambush_cards.iter().map(|card| &card.shape));
    let mut ids = BTreeSet::new();
    for shape in shapes {
        let cells: BTreeSet<Cell> = shape.cells.iter().copied().collect();
        assert_eq!(cells.len(), shape.cells.len(), "{}", shape.id);
        assert_eq!(cells.len(), usize::from(shape.size), "{}", shape.id);
        assert_eq!(cells.iter().map(|cell| cell.0).min(), Some(0));
        assert_eq!(cells.iter().map(|cell| cell.1).min(), Some(0));
        assert!(ids.insert(&shape.id), "{} is there twice", shape.id);
    }
    assert_eq!(ids.len(), 19);
}

#[test]
fn the_smaller_of_two_shapes_brings_the_coin() {
    for card in &BOX.explore_cards {
        let smallest = card.shapes.iter().map(|shape| shape.size).min();
        for shape in &card.shapes {
            let smaller = card.shapes.len() == 2 && Some(shape.size) == smallest;
            assert_eq!(shape.coin, smaller, "{}", shape.id);
        }
    }
}

#[test]
fn ambushes_say_the_same_with_every_icon() {
    for card in &BOX.ambush_cards {
        let (pass_to, offset) = match card.arrow {
            Direction::Clockwise => (Neighbor::LeftNeighbour, 1),
            Direction::Counterclockwise => (Neighbor::RightNeighbour, -1),
        };
        assert_eq!(card.exchange.direction, card.arrow);
        assert_eq!(card.exchange.pass_to, pass_to);
        assert_eq!(card.exchange.seat_offset, offset);
        assert_eq!(card.solo.travel, card.arrow);
        assert_eq!(card.terrain, Terrain::Monster);
        assert!(!card.shape.coin);
        // 9.2: monsters keep their printed orientation.
        assert!(!card.solo.rotate && !card.solo.flip);
    }
    let corners = BOX.ambush_cards.each_ref().map(|card| card.solo.corner);
    let (bottom, top) = (
        (Corner::BottomRight, Corner::BottomLeft),
        (Corner::TopRight, Corner::TopLeft),
    );
    assert_eq!(corners, [bottom.0, top.0, bottom.1, top.1]);
}

#[test]
fn seasons_end_at_8_8_7_and_6_and_score_two_edicts_each() {
    let cards = &BOX.season_cards;
    assert_eq!(
        cards.each_ref().map(|card| card.time_threshold),
        [8, 8, 7, 6]
    );
    assert_eq!(cards.each_ref().map(|card| card.order), [1, 2, 3, 4]);
    let [a, b, c, d] = Letter::ALL;
    // 7.1: AB, BC, CD, DA.
    let edicts = cards.each_ref().map(|card| card.edicts);
    assert_eq!(edicts, [[a, b], [b, c], [c, d], [d, a]]);
}

#[test]
fn scoring_cards_come_four_to_a_stack_with_their_solo_numbers() {
    for group in Group::ALL {
        let stack = Edict::ALL.iter().filter(|edict| edict.group() == group);
        assert_eq!(stack.count(), 4);
    }
    for card in &BOX.scoring_cards {
        assert_eq!(card.group, card.id.group());
    }
    let solo = BOX.scoring_cards.each_ref().map(|card| card.solo_rating);
    let printed = [
        [25, 22, 17, 18],
        [24, 22, 20, 27],
        [16, 16, 21, 20],
        [24, 24, 24, 20],
    ];
    assert_eq!(solo.as_slice(), printed.concat());
}

#[test]
fn a_rating_earns_the_highest_title_it_reaches() {
    let least = BOX.solo.titles.each_ref().map(|title| title.min_rating);
    assert_eq!(least, [30, 20, 10, 0, -5, -10, -20, -30]);
    let title = |rating| BOX.solo.title(rating).map(|title| title.names.en.as_str());
    assert_eq!(title(45), Some("Legendary Cartographer"));
    assert_eq!(title(30), Some("Legendary Cartographer"));
    assert_eq!(title(29), Some("Master Mapsmith"));
    assert_eq!(title(-1), Some("Amateur Assessor"));
    assert_eq!(title(-30), Some("Oblivious Inkdrinker"));
    // 9.6: below the table there is no title.
    assert_eq!(title(-31), None);
}

#[test]
fn each_side_has_five_mountains_with_coins_and_six_ruins() {
    for (side, sheet) in Side::ALL.into_iter().zip(&BOX.maps) {
        assert_eq!((sheet.id, sheet.side), (side, side));
        assert_eq!((sheet.rows, sheet.cols), (11, 11));
        assert!(sheet.mountains.iter().all(|mountain| mountain.coin));
        let map = Map::printed(side);
        let mountains = sheet.mountains.iter().map(|m| BOARD.at(m.cell).unwrap());
        assert_eq!(map.mountain, mountains.collect());
        assert_eq!(map.mountain.count(), 5);
        assert_eq!(map.ruins, sheet.ruins.0);
        assert_eq!(map.ruins.count(), 6);
        assert_eq!(map.wasteland, sheet.wastelands.0);
        assert!(!map.filled().meets(map.ruins));
        assert_eq!(map.filled(), map.mountain | map.wasteland);
    }
    assert_eq!(Map::printed(Side::A).wasteland.count(), 0);
    assert_eq!(Map::printed(Side::B).wasteland.count(), 7);
}

#[test]
fn fourteen_coins_fit_and_three_of_eight_skills_are_revealed() {
    assert_eq!(BOX.coin_track.slots, 14);
    assert_eq!(BOX.skills_setup.cards_total, 8);
    assert_eq!(BOX.skills_setup.revealed_per_game, 3);
    assert_eq!(BOX.skills_setup.uses_per_player_per_season, 1);
    let costs = BOX.skill_cards.each_ref().map(|card| card.cost_coins);
    assert_eq!(costs, [2, 3, 1, 1, 0, 0, 1, 0]);
}

#[test]
fn every_record_names_its_sources() {
    let records: Vec<&Provenance> = [
        BOX.maps.each_ref().map(|it| &it.provenance).to_vec(),
        BOX.explore_cards
            .each_ref()
            .map(|it| &it.provenance)
            .to_vec(),
        BOX.ambush_cards
            .each_ref()
            .map(|it| &it.provenance)
            .to_vec(),
        BOX.season_cards
            .each_ref()
            .map(|it| &it.provenance)
            .to_vec(),
        BOX.edict_cards.each_ref().map(|it| &it.provenance).to_vec(),
        BOX.scoring_cards
            .each_ref()
            .map(|it| &it.provenance)
            .to_vec(),
        BOX.skill_cards.each_ref().map(|it| &it.provenance).to_vec(),
        vec![
            &BOX.skills_setup.provenance,
            &BOX.solo.provenance,
            &BOX.coin_track.provenance,
        ],
    ]
    .concat();
    assert_eq!(records.len(), 54);
    assert!(records.iter().all(|record| !record.sources.is_empty()));
}
