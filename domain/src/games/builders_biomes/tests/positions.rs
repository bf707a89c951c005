//! Positions written by hand, and why some can not stand.

use serde_json::{Value, json};

use super::{
    super::{Command, Illegal, Position, State, View, features::Round, redraw::redraw},
    table::{DICE, build, choose, explore, fight, named},
};
use crate::{Game as _, Reason as _, Replay as _, Seat, Viewer};

fn imagine(position: Value) -> Result<View, Illegal> {
    let position: Position = serde_json::from_value(position).unwrap();
    State::imagine(position)
}

#[test]
fn two_players_are_all_a_position_needs() {
    let view = imagine(json!({"players": [{}, {}]})).unwrap();
    let sheets = State::scores(&view);
    assert_eq!(sheets[Seat(0)].banked.total(), 0);
    assert_eq!(sheets[Seat(0)].if_now.total(), 5);
    assert_eq!(view.cube.count(), 64);
    // 13.6
    assert_eq!(State::legal(&view).len(), 13 + 4);
}

#[test]
fn points_so_far_are_one_line_and_what_is_to_come_is_told() {
    let view = imagine(json!({
        "players": [
            {"xp": 21, "built": [{"building": "bld-15", "space": [0, 0]}], "mobs": ["mob-02"]},
            {},
        ],
        "rounds_held": 1,
    }))
    .unwrap();
    let sheet = &State::scores(&view)[Seat(0)];
    assert_eq!(sheet.banked.0.len(), 1);
    assert_eq!(
        (&sheet.banked.0[0].source[..], sheet.banked.total()),
        ("earlier", 21)
    );
    let told: Vec<(&str, i16)> = sheet
        .if_now
        .0
        .iter()
        .map(|it| (&it.source[..], it.points))
        .collect();
    assert_eq!(
        told,
        [
            ("round_b.wood", 3),
            ("round_c.decoration", 4),
            ("mob_bonus.mob-02", 2)
        ]
    );
}

#[test]
fn the_cube_left_out_is_what_can_be_left_of_it() {
    let cube = |position| imagine(position).unwrap().cube;
    let held = cube(json!({"players": [{}, {}], "rounds_held": 2}));
    assert!(held.is_layer_empty(2) && !held.is_layer_empty(3));
    let owned = cube(json!({"players": [{"supply": {"wood": 3}}, {"supply": {"sand": 2}}]}));
    assert_eq!(owned.count(), 59);
}

#[test]
fn a_position_lists_what_may_be_done() {
    let view = imagine(json!({
        "players": [{"at": "x-11", "supply": {"wood": 1, "emerald": 1}}, {}],
        "stacks": [
            {"at": "stack-11", "left": 2, "face_up": "bld-15"},
            {"at": "stack-22", "left": 1, "face_up": "mob-20"},
        ],
        "actions": ["collect_blocks"],
    }))
    .unwrap();
    let legal = State::legal(&view);
    assert!(legal.contains(&build("stack-11", [1, 2], "1E")));
    assert!(legal.contains(&fight("stack-22")));
    assert!(
        !legal
            .iter()
            .any(|it| matches!(it, Command::TakeBlock { .. }))
    );
    // A desert: one of three deserts then, but no longer the tundra's neighbor.
    assert!(State::gain(&view, &build("stack-11", [1, 2], "1W")) > 0);
    assert!(State::gain(&view, &fight("stack-22")) > 0);
    assert_eq!(State::gain(&view, &explore("x-11")), 0);
    assert_eq!(State::gain(&view, &choose("forest")), 0, "not legal");
}

#[test]
fn after_three_rounds_nothing_is_due() {
    let view = imagine(json!({"players": [{"mobs": ["mob-01"]}, {}], "rounds_held": 3})).unwrap();
    assert_eq!(view.round, Some(Round::C));
    assert!(State::legal(&view).is_empty());
    assert_eq!(State::scores(&view)[Seat(0)].if_now.0.len(), 1);
}

#[test]
fn beginners_count_every_space_in_a_position_too() {
    let rows =
        json!([{"building": "bld-15", "space": [0, 0]}, {"building": "bld-16", "space": [2, 2]}]);
    let total = |options: Value| {
        let view = imagine(
            json!({"players": [{"built": rows}, {}], "options": options, "rounds_held": 1}),
        );
        let sheets = State::scores(&view.unwrap());
        sheets[Seat(0)].if_now.0[0].points
    };
    assert_eq!(total(json!({})), 3);
    assert_eq!(total(json!({"beginners": [0]})), 6);
}

#[test]
fn what_can_not_stand_is_refused() {
    let two = |first: Value| json!({"players": [first, {}]});
    let with = |key: &str, value: Value| {
        let mut position = json!({"players": [{}, {}]});
        position[key] = value;
        position
    };
    let built = json!({"building": "bld-01", "space": [0, 0]});
    let tile = |left: u8| json!({"at": "stack-11", "left": left, "face_up": "bld-01"});
    let wrong = [
        (json!({"players": [{}]}), Illegal::BadSeats),
        (json!({"players": [{}, {}, {}, {}, {}]}), Illegal::BadSeats),
        (with("me", json!(2)), Illegal::BadSeats),
        (two(json!({"board": "board-2"})), Illegal::BoardTwice),
        (two(json!({"xp": -1})), Illegal::BadScore),
        (two(json!({"xp": 10_001})), Illegal::BadScore),
        (with("rounds_held", json!(4)), Illegal::BadScore),
        (
            with("actions", json!(["fight", "fight"])),
            Illegal::BadActions,
        ),
        (
            with("actions", json!(["fight", "build", "explore"])),
            Illegal::BadActions,
        ),
        (
            two(json!({"built": [built, built]})),
            Illegal::TileTwice(named("bld-01")),
        ),
        (
            two(json!({"mobs": ["mob-07", "mob-07"]})),
            Illegal::TileTwice(named("mob-07")),
        ),
        (two(json!({"supply": {"obsidian": 11}})), Illegal::TooMuch),
        (two(json!({"supply": {"wood": 255}})), Illegal::TooMuch),
        (
            two(json!({"weapons": ["tnt", "tnt", "tnt"]})),
            Illegal::TooMuch,
        ),
        (
            with("cube", json!(vec![json!(["obsidian"]); 16])),
            Illegal::TooMuch,
        ),
        (
            with("stacks", json!([tile(1), {"at": "stack-11", "left": 1}])),
            Illegal::StackTwice(named("stack-11")),
        ),
        (
            with("stacks", json!([tile(0)])),
            Illegal::BadStack(named("stack-11")),
        ),
        (
            with("stacks", json!([tile(5)])),
            Illegal::BadStack(named("stack-11")),
        ),
        (
            with("slots", json!([{"at": "slot-01"}, {"at": "slot-01"}])),
            Illegal::SlotTwice(named("slot-01")),
        ),
    ];
    for (position, illegal) in wrong {
        assert_eq!(imagine(position.clone()), Err(illegal), "{position}");
        let rule = illegal.refusal().rule.unwrap();
        let mut lines = State::INFO.rules_text.lines();
        assert!(
            lines.any(|line| line.starts_with(&format!("{rule} "))),
            "{rule}"
        );
    }
}

#[test]
fn more_tiles_or_tokens_than_the_box_has_are_refused() {
    let stacks: Vec<Value> = (1..=4)
        .flat_map(|row| {
            (1..=4).map(move |col| json!({"at": format!("stack-{row}{col}"), "left": 4}))
        })
        .collect();
    let position = |built: Value| json!({"players": [{"built": built}, {}], "stacks": stacks});
    assert!(imagine(position(json!([]))).is_ok());
    let built = json!([{"building": "bld-01", "space": [0, 0]}]);
    assert_eq!(imagine(position(built)), Err(Illegal::TooMuch));
}

#[test]
fn a_position_can_be_filled_up_to_a_table() {
    let view = imagine(json!({
        "players": [{"supply": {"wood": 3}}, {}],
        "stacks": [{"at": "stack-11", "left": 3}],
        "slots": [{"at": "slot-45"}],
    }))
    .unwrap();
    let state = redraw(&view, &DICE);
    let referee = state.view(Viewer::Referee);
    assert!(
        referee
            .overworld
            .slots
            .iter()
            .flatten()
            .all(|it| it.weapon.known().is_some())
    );
    assert!(
        referee
            .cube
            .places()
            .all(|(at, level)| referee.cube.block(at, level).is_some())
    );
}
