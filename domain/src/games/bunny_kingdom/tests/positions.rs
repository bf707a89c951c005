//! Positions written by hand.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::super::{
    Command, Illegal, Position, State, View,
    cards::Building,
    event::Duty,
    realm::{BadSite, Basic},
};
use super::table::{build, card, parchment, pick, pick_one, place_camp, square, towers, trade};
use crate::{Game as _, Reason as _, Replay as _, Seat};

fn imagine(position: Value) -> Result<View, Illegal> {
    let position: Position = serde_json::from_value(position).unwrap();
    State::imagine(position)
}

fn total(view: &View, seat: u8) -> i16 {
    State::scores(view)[Seat(seat)].if_now.total()
}

#[test]
fn squares_alone_are_harvested() {
    let view = imagine(json!({
        "players": 2,
        "squares": [{"at": "A4", "owner": 0}, {"at": "A5", "owner": 0}],
    }))
    .unwrap();
    assert_eq!((total(&view, 0), total(&view, 1)), (1, 0));
    assert_eq!(State::legal(&view), []);
}

#[test]
fn parchments_and_copies_are_scored_with_points_so_far() {
    let position = |points: [i16; 3]| {
        json!({
            "players": 3,
            "squares": [{"at": "A1", "owner": 0}, {"at": "A6", "owner": 2}],
            "parchments": [["carpenter", "liberal"], ["opportunist"], ["fisher", "colonist"]],
            "copies": [[{"card": "liberal", "parchment": "fisher"}], [], []],
            "camps_played": [0, 0, 2],
            "points": points,
        })
    };
    let view = imagine(position([20, 10, 0])).unwrap();
    assert_eq!(
        [total(&view, 0), total(&view, 1), total(&view, 2)],
        [1, 10, 7]
    );
    let view = imagine(position([20, 6, 0])).unwrap();
    assert_eq!(total(&view, 1), 0);
    let sources: Vec<String> = State::scores(&view)[Seat(0)]
        .if_now
        .0
        .iter()
        .map(|line| line.source.clone())
        .collect();
    let expected = [
        "harvest.fief_1",
        "parchment.carpenter",
        "parchment.liberal.fisher",
    ];
    assert_eq!(sources, expected);
}

#[test]
fn camps_on_the_board_and_in_front_count_as_played() {
    let view = imagine(json!({
        "players": 2,
        "squares": [{"at": "D1", "owner": 0, "building": {"type": "camp", "priority": 2}}],
        "parchments": [["colonist"], []],
        "kept": ["camp5"],
    }))
    .unwrap();
    assert_eq!(view.seats[Seat(0)].camps_played, 2);
}

#[test]
fn with_a_hand_its_picks_are_legal_and_weighed() {
    let position = json!({
        "players": 3,
        "squares": [{"at": "A4", "owner": 0}],
        "hand": ["T:A5", "T:J1", "royal_crown"],
    });
    let view = imagine(position.clone()).unwrap();
    assert_eq!(view.duty, Some(Duty::Pick));
    let gains = [
        ("T:A5", "T:J1", 1),
        ("T:A5", "royal_crown", 6),
        ("T:J1", "royal_crown", 5),
    ];
    for (first, second, gain) in gains {
        assert_eq!(State::gain(&view, &pick(first, second)), gain);
    }
    assert_eq!(State::legal(&view).len(), 3);
    let mut two = position;
    two["players"] = json!(2);
    let view = imagine(two).unwrap();
    assert_eq!(State::legal(&view).len(), 6);
    assert_eq!(State::gain(&view, &pick_one("royal_crown", "T:A5")), 5);
}

#[test]
fn with_buildings_in_front_construction_is_legal_and_weighed() {
    let view = imagine(json!({
        "players": 2,
        "squares": [{"at": "A1", "owner": 1}, {"at": "A2", "owner": 1}, {"at": "E6", "owner": 1},
            {"at": "E7", "owner": 1}],
        "me": 1,
        "kept": ["city2", "sky_tower", "camp3"],
    }))
    .unwrap();
    assert_eq!(view.duty, Some(Duty::Build));
    assert_eq!(State::gain(&view, &build("city2", "A1")), 2);
    assert_eq!(State::gain(&view, &towers("A2", "E7")), 1);
    assert_eq!(State::gain(&view, &Command::Done {}), 0);
    assert!(State::legal(&view).contains(&Command::AnnounceCamp { camp: 3 }));
}

#[test]
fn taking_an_opponents_camp_weighs_what_he_loses() {
    let view = imagine(json!({
        "players": 3,
        "squares": [{"at": "A4", "owner": 1},
            {"at": "A5", "owner": 1, "building": {"type": "camp", "priority": 1}}],
        "hand": ["T:A5", "T:J1"],
    }))
    .unwrap();
    assert_eq!(State::gain(&view, &pick("T:A5", "T:J1")), 1);
}

#[test]
fn trading_posts_and_copy_cards_are_to_be_named() {
    let view = imagine(json!({
        "players": 2,
        "squares": [{"at": "A4", "owner": 0},
            {"at": "B4", "owner": 0, "building": {"type": "trading_post"}}],
    }))
    .unwrap();
    assert_eq!(view.duty, Some(Duty::Trade));
    assert_eq!(State::gain(&view, &trade("B4", Basic::Wood)), 1);
    assert_eq!(State::gain(&view, &trade("B4", Basic::Fish)), 0);
    let view = imagine(json!({
        "players": 2, "squares": [], "parchments": [["liberal"], ["royal_crown", "royal_ring"]],
    }))
    .unwrap();
    assert_eq!(view.duty, Some(Duty::Copy));
    let copy = |copied| Command::Copy {
        card: parchment("liberal"),
        parchment: parchment(copied),
    };
    assert_eq!(State::gain(&view, &copy("royal_crown")), 5);
    assert_eq!(
        State::legal(&view),
        [copy("royal_crown"), copy("royal_ring")]
    );
}

#[test]
fn a_position_no_table_can_have_is_refused_with_a_reason() {
    let refused = |position: Value| imagine(position).unwrap_err();
    let squares = |squares: Value| refused(json!({"players": 2, "squares": squares}));
    let built =
        |at: &str, building: Value| squares(json!([{"at": at, "owner": 0, "building": building}]));
    assert_eq!(
        refused(json!({"players": 5, "squares": []})),
        Illegal::BadSeats
    );
    assert_eq!(
        refused(json!({"players": 2, "squares": [], "me": 2})),
        Illegal::BadSeats
    );
    let lists = json!({"players": 2, "squares": [], "points": [1, 2, 3]});
    assert_eq!(refused(lists).refusal().field.as_deref(), Some("points"));
    let twice = squares(json!([{"at": "A1", "owner": 0}, {"at": "A1", "owner": 1}]));
    assert_eq!(twice, Illegal::BadSite(BadSite::Twice(square("A1"))));
    assert_eq!(twice.refusal().cells, [crate::Cell(0, 0).into()]);
    let stranger = squares(json!([{"at": "A1", "owner": 2}]));
    assert_eq!(
        stranger,
        Illegal::BadSite(BadSite::NoSuchSeat(square("A1")))
    );
    let city = built("A4", json!({"type": "city", "strength": 1}));
    assert_eq!(city, Illegal::BadSite(BadSite::PrintedCity(square("A4"))));
    let pearl = built("A1", json!({"type": "farm", "resource": "pearl"}));
    assert_eq!(pearl, Illegal::BadSite(BadSite::WrongTerrain(square("A1"))));
    let high = built("D1", json!({"type": "city", "strength": 3}));
    assert_eq!(high, Illegal::BadSite(BadSite::WrongTerrain(square("D1"))));
    for building in [
        json!({"type": "city", "strength": 0}),
        json!({"type": "city", "strength": 4}),
        json!({"type": "camp", "priority": 7}),
        json!({"type": "sky_tower", "pair": 0}),
    ] {
        let missing = built("D1", building);
        assert_eq!(
            missing,
            Illegal::BadSite(BadSite::NotInTheBox(square("D1")))
        );
    }
    let lonely = built("D1", json!({"type": "sky_tower", "pair": 1}));
    assert_eq!(lonely, Illegal::BadSite(BadSite::NoPair(square("D1"))));
    let split = squares(json!([
        {"at": "A1", "owner": 0, "building": {"type": "sky_tower", "pair": 1}},
        {"at": "C3", "owner": 1, "building": {"type": "sky_tower", "pair": 1}},
    ]));
    assert_eq!(split, Illegal::BadSite(BadSite::NoPair(square("A1"))));
}

#[test]
fn cards_beyond_those_in_the_box_are_refused() {
    let refused = |position: Value| imagine(position).unwrap_err();
    let base = json!({"players": 2, "squares": [{"at": "A1", "owner": 0}]});
    let with = |key: &str, value: Value| {
        let mut position = base.clone();
        position[key] = value;
        refused(position)
    };
    let taken = with("hand", json!(["T:A1", "T:A2"]));
    assert_eq!(taken, Illegal::CardTwice(card("T:A1")));
    let twice = with("parchments", json!([["explorer"], ["explorer"]]));
    assert_eq!(twice, Illegal::CardTwice(card("explorer")));
    let kept = with("kept", json!(["city3", "city3", "city3", "city3"]));
    assert_eq!(kept, Illegal::CardTwice(card("city3")));
    for (key, value, place) in [
        ("hand", json!(vec!["T:A2"; 13]), "hand"),
        ("camps_played", json!([7, 0]), "camps_played/0"),
        ("points", json!([-1, 0]), "points/0"),
        ("points", json!([0, 3001]), "points/1"),
    ] {
        assert_eq!(with(key, value).refusal().field.as_deref(), Some(place));
    }
    let copies = json!([[{"card": "liberal", "parchment": "fisher"}], []]);
    assert_eq!(
        with("copies", copies),
        Illegal::NoCopyCard(parchment("liberal"))
    );
    let towers = json!({
        "players": 2,
        "squares": [
            {"at": "A1", "owner": 0, "building": {"type": "sky_tower", "pair": 1}},
            {"at": "C3", "owner": 0, "building": {"type": "sky_tower", "pair": 1}},
        ],
        "kept": ["sky_tower", "sky_tower", "sky_tower"],
    });
    assert_eq!(refused(towers), Illegal::CardTwice(card("sky_tower")));
}

#[test]
fn a_field_nobody_knows_is_refused() {
    for text in [
        r#"{"players":2,"squares":[],"more":1}"#,
        r#"{"players":2,"squares":[{"at":"A1"}]}"#,
        r#"{"players":2,"squares":[{"at":"K1","owner":0}]}"#,
        r#"{"players":2,"squares":[{"at":"A11","owner":0}]}"#,
        r#"{"players":2,"squares":[{"at":"A1","owner":0,"building":{"type":"tower"}}]}"#,
        r#"{"players":2,"squares":[],"parchments":[["nobody"],[]]}"#,
    ] {
        assert!(serde_json::from_str::<Position>(text).is_err(), "{text}");
    }
}

#[test]
fn squares_are_a_letter_and_a_number() {
    for (text, place) in [("A1", 0), ("A10", 9), ("J1", 90), ("J10", 99), ("B4", 13)] {
        assert_eq!(square(text).0, place);
        assert_eq!(square(text).to_string(), text);
    }
    for text in [
        "", "A", "A0", "A01", "A11", "K1", "a1", "1A", "A+1", "Ä1", "A1 ",
    ] {
        assert!(
            text.parse::<super::super::land::Square>().is_err(),
            "{text}"
        );
    }
}

#[test]
fn commands_are_written_as_one_would_by_hand() {
    for (command, text) in [
        (
            pick("T:B4", "city1"),
            r#"{"type":"pick","cards":["T:B4","city1"]}"#,
        ),
        (
            pick_one("provisions", "royal_crown"),
            r#"{"type":"pick_one","play":"provisions","throw_away":"royal_crown"}"#,
        ),
        (
            build("farm_gold", "B2"),
            r#"{"type":"build","building":"farm_gold","square":"B2"}"#,
        ),
        (
            towers("J10", "A2"),
            r#"{"type":"build_towers","squares":["A2","J10"]}"#,
        ),
        (
            Command::AnnounceCamp { camp: 3 },
            r#"{"type":"announce_camp","camp":3}"#,
        ),
        (place_camp("D5"), r#"{"type":"place_camp","square":"D5"}"#),
        (Command::PassCamp {}, r#"{"type":"pass_camp"}"#),
        (Command::Done {}, r#"{"type":"done"}"#),
        (
            trade("D4", Basic::Fish),
            r#"{"type":"trade","square":"D4","resource":"fish"}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&command).unwrap(), text);
        assert_eq!(serde_json::from_str::<Command>(text).unwrap(), command);
    }
    let refused = |text| serde_json::from_str::<Command>(text).is_err();
    assert!(refused(r#"{"type":"pick","cards":["T:B4"]}"#));
    assert!(refused(r#"{"type":"pick","cards":["T:B4","T:B5","T:B6"]}"#));
    assert!(refused(
        r#"{"type":"build","building":"T:B4","square":"B4"}"#
    ));
    assert!(refused(r#"{"type":"place_camp","square":"D5","more":1}"#));
}

#[test]
fn every_refusal_has_a_code_of_its_own_and_cites_a_rule() {
    let (a, b) = (square("A1"), square("B1"));
    let all = [
        Illegal::NotDue,
        Illegal::WrongMoment,
        Illegal::PlayTwo,
        Illegal::ThrowOneAway,
        Illegal::NotInHand(card("T:A1")),
        Illegal::NotKept(Building::City1),
        Illegal::NotYours(a),
        Illegal::BuiltUpon(a),
        Illegal::WrongTerrain(a),
        Illegal::TwoTowers,
        Illegal::SameFief(a, b),
        Illegal::AnnounceFirst,
        Illegal::NoSuchCamp,
        Illegal::CampSaved,
        Illegal::NotEmpty(a),
        Illegal::NotYourPost(a),
        Illegal::NamedAlready(a),
        Illegal::NoCopyCard(parchment("fisher")),
        Illegal::OutOfReach(parchment("fisher")),
        Illegal::BadSite(BadSite::Twice(a)),
        Illegal::BadSeats,
        Illegal::CardTwice(card("T:A1")),
    ];
    let codes: BTreeSet<&str> = all.iter().map(|it| it.refusal().code).collect();
    assert_eq!(codes.len(), all.len());
    let rules = include_str!("../RULES.md");
    for illegal in all {
        let rule = illegal.refusal().rule.unwrap();
        let is_there = |line: &str| line.starts_with(&format!("{rule} "));
        assert!(rules.lines().any(is_there), "{rule}");
        assert!(!illegal.to_string().is_empty());
    }
    assert_eq!(Illegal::SameFief(a, b).refusal().cells.len(), 2);
}

#[test]
fn printed_the_board_shows_lava_owners_and_buildings() {
    let view = imagine(json!({
        "players": 2,
        "squares": [
            {"at": "A1", "owner": 0, "building": {"type": "city", "strength": 2}},
            {"at": "A2", "owner": 1, "building": {"type": "farm", "resource": "mushroom"}},
            {"at": "A4", "owner": 1},
            {"at": "A8", "owner": 1, "building": {"type": "trading_post", "choice": "wood"}},
            {"at": "A9", "owner": 0, "building": {"type": "camp", "priority": 3}},
            {"at": "D1", "owner": 0, "building": {"type": "sky_tower", "pair": 2}},
            {"at": "J1", "owner": 0, "building": {"type": "sky_tower", "pair": 2}},
        ],
    }))
    .unwrap();
    let board = view.to_string();
    assert!(
        board.contains("A  f02 f1m f   #1  s   s   s   f1$ .0C s"),
        "{board}"
    );
    assert!(board.contains("B  ^  |^   #"), "{board}");
    assert!(board.contains("D  .0y ^"), "{board}");
    assert!(board.contains("=== ==="), "{board}");
}
