//! The component file, counted against the rules and the printed cards.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::{
    cards::{Building, Card, Kind, Parchment},
    components::{
        BOX, CardKind, Direction, ParchmentType, PrintedSquare, Resource, ResourceClass, Terrain,
    },
    land::LAND,
};
use crate::kit::components::{Confidence, Trust};

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
            Kind::City(_) => "city",
            Kind::Farm(_) | Kind::TradingPost => "farm",
            Kind::SkyTower => "sky_tower",
            Kind::Camp(_) => "camp",
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
    let expected = Trust {
        verified: 277,
        single_source: 19,
        reconstructed: 0,
    };
    assert_eq!(BOX.confidence(), expected);
}

/// What is changed, to what, and the beginning of the sentence that refuses it.
fn damages() -> Vec<(&'static str, Value, &'static str)> {
    let copy = json!({ "op": "copy", "from": "left_neighbour" });
    let hunter = json!({ "op": "treasure_multiplier", "add": 1 });
    let much = json!({ "op": "per", "count": { "of": "territories" }, "points": 7 });
    let third = json!({ "hand": 12, "reserve": 0, "turns_per_round": 6,
        "draw_from_reserve_each_turn": 0, "play_per_turn": 2,
        "discard_face_down_per_turn": 0, "cards_dealt_per_round": 60 });
    vec![
        (
            "/game/provenance/sources",
            json!([]),
            "game names no source",
        ),
        (
            "/game/provenance/sources",
            json!([" "]),
            "game names no source",
        ),
        (
            "/terrains/0/id",
            json!("sea"),
            "terrain Forest: Sea is in its place",
        ),
        (
            "/terrains/0/produces",
            json!("gold"),
            "terrain Forest: it grows",
        ),
        (
            "/terrains/5/produces",
            json!("wood"),
            "terrain City: it grows nothing",
        ),
        ("/resources/0/id", json!("fish"), "resource wood: fish is"),
        (
            "/resources/0/class",
            json!("luxury"),
            "resource wood: it is Basic",
        ),
        (
            "/board/squares/0/id",
            json!("A2"),
            "board.squares: not A1 to J10",
        ),
        ("/board/squares/0/id", json!("K1"), "a square is a letter"),
        ("/board/squares", json!([]), "board.squares: not A1 to J10"),
        (
            "/board/squares/0/col",
            json!(2),
            "square A1: row and col say A2",
        ),
        (
            "/board/squares/0/is_edge",
            json!(false),
            "square A1: is_edge is true",
        ),
        (
            "/board/squares/0/base_resource",
            json!("gold"),
            "square A1: base_resource",
        ),
        (
            "/board/squares/0/printed_city_strength",
            json!(2),
            "square A1: printed_city",
        ),
        (
            "/board/squares/0/connected_neighbours",
            json!([]),
            "square A1: connected",
        ),
        (
            "/board/lava_edges/0/between",
            json!(["A1", "J10"]),
            "lava A1-J10: it flows",
        ),
        (
            "/board/lava_edges/0/between",
            json!(["A10", "B1"]),
            "lava A10-B1: it flows",
        ),
        (
            "/board/terrain_counts/sea",
            json!(14),
            "board.terrain_counts: Sea is on 15",
        ),
        (
            "/board/terrain_counts",
            json!({}),
            "board.terrain_counts: Forest is on 15",
        ),
        (
            "/cards/territory/0/square",
            json!("A2"),
            "cards.territory: not one",
        ),
        (
            "/cards/territory/0/card_id",
            json!("T:A2"),
            "T:A1: id, kind",
        ),
        ("/cards/territory/0/count", json!(2), "T:A1: id, kind"),
        (
            "/cards/territory/0/physical_ids/0",
            json!("T:A2"),
            "physical_ids: \"T:A2\"",
        ),
        (
            "/cards/other/0/card_id",
            json!("city2"),
            "cards.other: not every id",
        ),
        ("/cards/other", json!([]), "cards.other: not every id"),
        ("/cards/other/0/count", json!(255), "city1: count is not"),
        (
            "/cards/other/0/building/strength",
            json!(3),
            "city1: kind and building",
        ),
        (
            "/cards/other/0/pieces",
            json!(2),
            "city1: pieces and requires",
        ),
        (
            "/cards/other/0/requires",
            json!(null),
            "city1 requires nothing",
        ),
        (
            "/cards/other/0/requires/terrain",
            json!(["city"]),
            "city1: nothing can be built",
        ),
        (
            "/cards/other/14/requires/terrain",
            json!(["sea"]),
            "sky_tower: it stands on any",
        ),
        (
            "/cards/other/21/effect/cards",
            json!(3),
            "provisions: it draws two",
        ),
        (
            "/deck_totals/provisions",
            json!(4),
            "deck_totals: there are 3 cards",
        ),
        (
            "/deck_totals/total",
            json!(255),
            "deck_totals: the deck has 182",
        ),
        (
            "/deck_totals/building_split/city",
            json!(20),
            "deck_totals.building_split: city",
        ),
        (
            "/deck_totals/parchment_split",
            json!({}),
            "deck_totals.parchment_split: mission",
        ),
        ("/cards/other/22/score", json!(null), "royal_ring: it needs"),
        (
            "/cards/other/22/parchment_type",
            json!(null),
            "royal_ring: it is one card",
        ),
        (
            "/cards/other/22/score/points",
            json!(-1),
            "royal_ring: it pays -1",
        ),
        (
            "/cards/other/22/score/points",
            json!(32_767),
            "royal_ring could pay",
        ),
        (
            "/cards/other/22/score",
            copy,
            "parchments: at most two are copies",
        ),
        (
            "/cards/other/22/score",
            hunter,
            "parchments: at most one multiplies",
        ),
        ("/cards/other/22/score", much, "royal_ring could pay 700"),
        (
            "/cards/other/28/score/partner",
            json!("left_glove"),
            "left_glove: its partner",
        ),
        (
            "/cards/other/55/score/add",
            json!(-1),
            "treasure_hunter: it adds 1 to 3",
        ),
        (
            "/counters",
            json!({}),
            "bureaucrat: counters does not explain",
        ),
        ("/players/max", json!(5), "players: 2 to 4 play"),
        ("/players/rounds", json!(5), "players: 1 to 4 rounds"),
        (
            "/players/pass_direction_by_round",
            json!({}),
            "players: 1 to 4 rounds",
        ),
        ("/players/by_count", json!({}), "players: 2 to 4 play"),
        (
            "/players/by_count/3",
            third,
            "players.by_count.3: cards_dealt",
        ),
        (
            "/players/by_count/3/play_per_turn",
            json!(3),
            "players.by_count.3: each turn two",
        ),
        (
            "/players/by_count/2/draw_from_reserve_each_turn",
            json!(0),
            "players.by_count.2: each turn one",
        ),
        (
            "/players/by_count/3/hand",
            json!(14),
            "players.by_count.3: at most 12",
        ),
        (
            "/players/by_count/3/hand",
            json!(10),
            "players.by_count.3: its turns",
        ),
        (
            "/pieces/rabbits_total/value",
            json!(100),
            "pieces.rabbits_total",
        ),
        (
            "/pieces/city_figures/placed_on_printed_cities_at_setup",
            json!(17),
            "pieces.city_figures: the board has 18",
        ),
        (
            "/pieces/city_figures/strength_3",
            json!(4),
            "pieces.city_figures: board and cards",
        ),
        (
            "/pieces/city_figures/total",
            json!(40),
            "pieces.city_figures: its total",
        ),
        ("/pieces/farm_tokens/luxury", json!(8), "pieces.farm_tokens"),
        (
            "/pieces/sky_tower_tokens/total",
            json!(3),
            "pieces.sky_tower_tokens",
        ),
        ("/pieces/camp_tokens/total", json!(5), "pieces.camp_tokens"),
    ]
}

#[test]
fn a_damaged_box_is_refused_with_a_sentence() {
    for (at, to, sentence) in damages() {
        let flaw = BOX.flaw_with(at, to);
        assert!(flaw.starts_with(sentence), "{at}: {flaw:?}");
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
        assert_eq!(BOX.flaw_with(at, to), "", "{at}");
    }
}

#[test]
fn lava_flows_on_eight_sides() {
    // 1.6
    let closed = |printed: &PrintedSquare| printed.lava_blocked_neighbours.len();
    assert_eq!(BOX.board.squares.iter().map(closed).sum::<usize>(), 16);
}
