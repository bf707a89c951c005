//! The component file, counted against the rules and the printed cards.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::{
    cards::{Building, BuildingKind, Card, Parchment},
    components::{
        BOX, CardKind, Direction, ParchmentType, PrintedSquare, Resource, ResourceClass, Terrain,
    },
    land::LAND,
};
use crate::kit::components::{Confidence, ConfidenceCounts};

#[test]
fn the_deck_has_182_cards() {
    // 2.3
    let deck = Card::deck();
    assert_eq!(deck.len(), 182);
    let count = |is: fn(&Card) -> bool| deck.iter().filter(|card| is(card)).count();
    assert_eq!(count(|card| matches!(card, Card::Territory(_))), 100);
    assert_eq!(count(|card| matches!(card, Card::Building(_))), 42);
    assert_eq!(count(|card| matches!(card, Card::Provisions)), 3);
    assert_eq!(count(|card| matches!(card, Card::Parchment(_))), 37);
    let totals = &BOX.deck_totals;
    let split = [
        totals.territory,
        totals.building,
        totals.provisions,
        totals.parchment,
    ];
    assert_eq!(split, [100, 42, 3, 37]);
    assert_eq!(totals.total, 182);
}

#[test]
fn buildings_are_21_cities_12_farms_3_sky_towers_and_6_camps() {
    let mut kinds: BTreeMap<&str, u8> = BTreeMap::new();
    for card in Card::deck() {
        let Card::Building(building) = card else {
            continue;
        };
        let kind = match building.kind() {
            BuildingKind::City(_) => "city",
            BuildingKind::Farm(_) | BuildingKind::TradingPost => "farm",
            BuildingKind::SkyTower => "sky_tower",
            BuildingKind::Camp(_) => "camp",
        };
        *kinds.entry(kind).or_default() += 1;
    }
    let split = BOX.deck_totals.building_split.iter();
    let split: BTreeMap<&str, u8> = split.map(|(kind, count)| (kind.as_str(), *count)).collect();
    assert_eq!(kinds, split);
    assert_eq!(
        split,
        BTreeMap::from([("city", 21), ("farm", 12), ("sky_tower", 3), ("camp", 6)])
    );
    let cards = Card::deck();
    let cities = [Building::City1, Building::City2, Building::City3];
    let copies = cities.map(|city| {
        cards
            .iter()
            .filter(|it| **it == Card::Building(city))
            .count()
    });
    assert_eq!(copies, [9, 9, 3]);
}

#[test]
fn parchments_are_29_missions_and_8_treasures() {
    let of = |kind| {
        let parchments = Parchment::ALL.iter();
        parchments
            .filter(|it| it.card().parchment_type == Some(kind))
            .count()
    };
    assert_eq!(of(ParchmentType::Mission), 29);
    assert_eq!(of(ParchmentType::Treasure), 8);
    let split = &BOX.deck_totals.parchment_split;
    assert_eq!((split["mission"], split["treasure"]), (29, 8));
    for parchment in Parchment::ALL {
        let card = parchment.card();
        assert_eq!(card.card_id, Card::Parchment(parchment));
        assert_eq!((card.kind, card.count), (CardKind::Parchment, 1));
        assert!(card.meaning.is_some() && card.score.is_some() && card.building.is_none());
    }
}

#[test]
fn demands_on_terrain_are_those_of_the_rules() {
    // 6.3
    let demanding = Building::ALL
        .into_iter()
        .filter_map(|it| Some((it, it.terrain()?)));
    let expected = [
        (Building::City3, Terrain::Mountain),
        (Building::FarmMushroom, Terrain::Forest),
        (Building::FarmPearl, Terrain::Sea),
        (Building::FarmSpice, Terrain::Field),
        (Building::FarmCopper, Terrain::Mountain),
        (Building::FarmGold, Terrain::Mountain),
        (Building::FarmIron, Terrain::Mountain),
        (Building::FarmDiamond, Terrain::Mountain),
    ];
    assert_eq!(demanding.collect::<Vec<_>>(), expected);
}

#[test]
fn terrains_are_counted_and_grow_what_they_should() {
    for terrain in Terrain::ALL {
        let count = u8::try_from(LAND.of(terrain).count()).unwrap();
        assert_eq!(BOX.board.terrain_counts[&terrain], count);
        let record = &BOX.terrains[terrain as usize];
        assert_eq!(record.id, terrain);
        for printed in &BOX.board.squares {
            if printed.terrain == terrain {
                assert_eq!(printed.base_resource, record.produces);
                let strength = u8::from(terrain == Terrain::City);
                assert_eq!(printed.printed_city_strength, strength);
            }
        }
    }
    let counts = Terrain::ALL.map(|terrain| LAND.of(terrain).count());
    assert_eq!(counts, [15, 15, 10, 26, 16, 18]);
}

#[test]
fn resources_are_three_basic_and_seven_luxury() {
    for (resource, record) in Resource::ALL.into_iter().zip(&BOX.resources) {
        assert_eq!(record.id, resource);
        let is_luxury = record.class == ResourceClass::Luxury;
        assert_eq!(resource.is_luxury(), is_luxury);
        assert_eq!(LAND.grows(resource).is_empty(), is_luxury);
        assert_eq!(serde_json::to_value(resource).unwrap(), resource.id());
    }
    let luxuries = Resource::ALL.iter().filter(|it| it.is_luxury());
    assert_eq!(luxuries.count(), 7);
}

#[test]
fn pieces_match_the_cards() {
    // 2.5
    let pieces = &BOX.pieces;
    assert_eq!(pieces.rabbits_per_colour.value, 36);
    assert_eq!(pieces.rabbits_total.value, 144);
    assert_eq!(pieces.rabbit_colours.value.len(), 4);
    let cities = &pieces.city_figures;
    assert_eq!(
        (cities.strength_1, cities.strength_2, cities.strength_3),
        (27, 9, 3)
    );
    assert_eq!(
        (cities.total, cities.placed_on_printed_cities_at_setup),
        (39, 18)
    );
    assert_eq!(LAND.cities().count(), 18);
    let farms = &pieces.farm_tokens;
    assert_eq!(
        (farms.basic, farms.trading_post, farms.luxury, farms.total),
        (3, 2, 7, 12)
    );
    let towers = &pieces.sky_tower_tokens;
    assert_eq!((towers.pairs, towers.total), (3, 6));
    assert_eq!(pieces.camp_tokens.total, 6);
}

#[test]
fn two_to_four_play_four_rounds() {
    // 3.2 and 3.4
    let players = &BOX.players;
    assert_eq!((players.min, players.max, players.rounds), (2, 4, 4));
    let (left, right) = (Direction::Left, Direction::Right);
    let directions: Vec<Direction> = players.pass_direction_by_round.values().copied().collect();
    assert_eq!(directions, [left, right, left, right]);
    let dealt = [2, 3, 4].map(|seats| {
        let deal = players.deal(seats);
        assert_eq!(
            deal.cards_dealt_per_round,
            seats * (deal.hand + deal.reserve)
        );
        let drawn = deal.turns_per_round * deal.draw_from_reserve_each_turn;
        let spent = deal.play_per_turn + deal.discard_face_down_per_turn;
        assert_eq!(drawn, deal.reserve);
        assert_eq!(deal.turns_per_round * spent, deal.hand + deal.reserve);
        (deal.hand, deal.reserve, deal.turns_per_round)
    });
    assert_eq!(dealt, [(10, 10, 10), (12, 0, 6), (10, 0, 5)]);
    // 2.3: three provisions draw six cards at most, so the deck never runs out.
    let most = players
        .by_count
        .values()
        .map(|deal| deal.cards_dealt_per_round)
        .max();
    assert_eq!(182 - 4 * most.unwrap() - 6, 16);
}

#[test]
fn nineteen_parchments_rest_on_one_source() {
    // 9.16
    let single = |it: &&Parchment| it.card().provenance.confidence == Confidence::SingleSource;
    assert_eq!(Parchment::ALL.iter().filter(single).count(), 19);
    let expected = ConfidenceCounts {
        verified: 277,
        single_source: 19,
        reconstructed: 0,
    };
    assert_eq!(BOX.confidence(), expected);
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
fn an_owner_may_correct_what_is_printed() {
    let other = json!({ "op": "if_at_least", "count": { "of": "fiefs" }, "min": 8, "points": 15 });
    for (at, to) in [
        ("/cards/other/22/score/points", json!(3)),
        ("/cards/other/39/score", other),
        ("/cards/other/7/requires/terrain", json!(["field"])),
        ("/cards/other/7/requires/terrain", json!(null)),
        ("/cards/other/22/name", json!("Ring of the King")),
        ("/players/pass_direction_by_round/1", json!("right")),
    ] {
        assert_eq!(BOX.error_with(at, to), "", "{at}");
    }
}

#[test]
fn lava_flows_on_eight_sides() {
    // 1.6
    let closed = |printed: &PrintedSquare| printed.lava_blocked_neighbours.len();
    assert_eq!(BOX.board.squares.iter().map(closed).sum::<usize>(), 16);
}
