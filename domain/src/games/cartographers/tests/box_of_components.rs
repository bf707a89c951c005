//! The component file, counted against the rulebook and the printed cards.

use serde_json::{Value, json};

use super::super::{
    components::{BOX, Card, Corner, ExploreKind, Letter},
    edicts::{Edict, EdictGroup},
    map::{BOARD, Map, Side},
};

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
fn the_explore_deck_takes_sixteen_time() {
    // 3.6 a: the deck can never run out inside a season.
    let times = BOX.explore_cards.each_ref().map(|card| card.time);
    assert_eq!(times, [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 0]);
    assert_eq!(times.iter().sum::<u8>(), 16);
    assert!(BOX.ambush_cards.iter().all(|card| card.time == 0));
}

#[test]
fn explore_cards_are_two_four_six_and_one_of_their_kinds() {
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
    for group in EdictGroup::ALL {
        let stack = Edict::ALL.iter().filter(|edict| edict.group() == group);
        assert_eq!(stack.count(), 4);
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
fn cards_are_written_with_their_numbers() {
    let explores = Card::EXPLORE.into_iter().zip(&BOX.explore_cards);
    for (id, card) in explores {
        assert_eq!(id.explore().map(|card| card.number), Some(card.number));
        assert!(id.ambush().is_none());
        let written = serde_json::to_value(id).unwrap();
        assert_eq!(written, format!("E{:02}", card.number));
    }
    for (id, card) in Card::AMBUSH.into_iter().zip(&BOX.ambush_cards) {
        assert_eq!(id.ambush().map(|card| card.number), Some(card.number));
        assert!(id.explore().is_none());
        let written = serde_json::to_value(id).unwrap();
        assert_eq!(written, format!("A{:02}", card.number));
    }
}

#[test]
fn each_ambush_comes_from_a_corner_of_its_own() {
    let corners = BOX.ambush_cards.each_ref().map(|card| card.solo.corner);
    let (bottom, top) = (
        (Corner::BottomRight, Corner::BottomLeft),
        (Corner::TopRight, Corner::TopLeft),
    );
    assert_eq!(corners, [bottom.0, top.0, bottom.1, top.1]);
}

#[test]
fn a_damaged_box_is_refused_with_a_sentence() {
    // What is changed, to what, and the beginning of the sentence that refuses it.
    let damages: Vec<(String, Value, String)> =
        serde_json::from_str(include_str!("damages.json")).unwrap();
    for (at, to, sentence) in damages {
        let error = BOX.error_with(&at, to);
        assert!(error.starts_with(&sentence), "{at}: {error:?}");
    }
}

#[test]
fn a_deck_too_short_for_a_season_is_refused() {
    // 3.6
    let mut cards: Value = serde_json::from_str(BOX.json()).unwrap();
    let mut cards = cards["explore_cards"].take();
    for card in cards.as_array_mut().unwrap() {
        card["time"] = json!(0);
    }
    let error = BOX.error_with("/explore_cards", cards);
    assert!(
        error.starts_with("the explore deck has a total time of 0"),
        "{error}"
    );
}

#[test]
fn an_owner_may_correct_what_is_printed() {
    for (at, to) in [
        ("/explore_cards/6/time", json!(1)),
        ("/explore_cards/6/shapes/0/cells/0", json!([1, 1])),
        ("/explore_cards/6/terrains/0", json!("village")),
        ("/season_cards/3/time_threshold", json!(7)),
        ("/scoring_cards/0/solo_rating", json!(24)),
        ("/skill_cards/0/cost_coins", json!(3)),
        ("/maps/0/ruins/0", json!([0, 0])),
        ("/coin_track/slots", json!(12)),
        ("/solo/titles/0/names/en", json!("The Best")),
    ] {
        assert_eq!(BOX.error_with(at, to), "", "{at}");
    }
}
