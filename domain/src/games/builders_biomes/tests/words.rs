//! Events in words, sentence by sentence.

use serde_json::{Value, json};

use super::super::{Event, Illegal, words::words};
use crate::{Cell, On, Reason as _, Who, kit::written::Written};

/// An event as it is on the wire, in words.
fn say(event: Value) -> String {
    let event: Event = serde_json::from_value(event).unwrap();
    words(&event, &Who::NUMBERED)
}

#[test]
fn blocks_are_taken_and_uncovered() {
    assert_eq!(
        say(
            json!({"type":"block_taken","seat":1,"column":[0,3],"block":"emerald","uncovered":[{"column":[0,3],"level":3,"block":"stone"},{"column":[1,3],"level":2,"block":"wood"},{"column":[0,2],"level":2,"block":"stone"}]})
        ),
        "Seat 2 takes an emerald from row 3, column 0 of the cube and uncovers two stone blocks and a wood block."
    );
    assert_eq!(
        say(json!({"type":"block_taken","seat":0,"column":[0,0],"block":"sand","uncovered":[]})),
        "Seat 1 takes a sand block from row 0, column 0 of the cube."
    );
}

#[test]
fn what_is_explored_is_turned_up() {
    assert_eq!(
        say(
            json!({"type":"explored","seat":0,"to":"x-23","tiles":[{"stack":"stack-23","tile":"bld-21"},{"stack":"stack-24","tile":"mob-17"}],"weapons":[{"slot":"slot-01","weapon":"iron_sword"}]})
        ),
        "Seat 1 explores at the crossing of rows 2 and 3, columns 3 and 4 and turns up a goat pen, a zombie and an iron sword."
    );
    assert_eq!(
        say(json!({"type":"explored","seat":0,"to":"x-00","tiles":[],"weapons":[]})),
        "Seat 1 explores at the crossing of rows 0 and 1, columns 0 and 1, where nothing is left to turn up."
    );
}

#[test]
fn buildings_are_paid_for() {
    assert_eq!(
        say(
            json!({"type":"built","seat":0,"stack":"stack-11","building":"bld-21","space":[0,2],"payment":{"sand":2,"emerald":1},"xp":3})
        ),
        "Seat 1 builds the goat pen at row 0, column 2 of their board for two sand blocks and an emerald, and scores 3 experience."
    );
    assert_eq!(
        say(
            json!({"type":"built","seat":0,"stack":"stack-11","building":"bld-27","space":[1,1],"payment":{"obsidian":1},"xp":0})
        ),
        "Seat 1 builds the summit beacon at row 1, column 1 of their board for an obsidian block."
    );
}

#[test]
fn fights_are_told_in_hearts() {
    assert_eq!(
        say(
            json!({"type":"tokens_revealed","seat":2,"stack":"stack-11","mob":"mob-17","weapons":["poisonous_potato","stone_sword","poisonous_potato"]})
        ),
        "Seat 3 fights a zombie of two hearts at row 1, column 1 and shows two poisonous potatoes and a stone sword."
    );
    assert_eq!(
        say(json!({"type":"hoes_paid","seat":2,"hoes":2,"xp":4})),
        "Seat 3 scores 4 experience for two golden hoes."
    );
    assert_eq!(
        say(json!({"type":"tnt_used","seat":2})),
        "Seat 3 uses the TNT: five more hearts."
    );
    assert_eq!(
        say(json!({"type":"tnt_kept","seat":2})),
        "Seat 3 keeps the TNT."
    );
    assert_eq!(
        say(
            json!({"type":"fight_won","seat":2,"stack":"stack-11","mob":"mob-17","hearts":2,"xp":3})
        ),
        "Seat 3 beats the zombie at row 1, column 1 with two hearts, and scores 3 experience."
    );
    assert_eq!(
        say(json!({"type":"fight_lost","seat":2,"stack":"stack-11","mob":"mob-17","hearts":1})),
        "Seat 3 does not beat the zombie at row 1, column 1: one heart against two."
    );
    assert_eq!(
        say(json!({"type":"weapon_collected","seat":0,"slot":"slot-01","weapon":"tnt"})),
        "Seat 1 takes a block of TNT at row 0, column 1."
    );
    assert_eq!(
        say(json!({"type":"extra_action_tile_returned","seat":0,"mob":"mob-16"})),
        "Seat 1 returns an enderman for an extra action."
    );
}

#[test]
fn turns_and_rounds_are_told() {
    assert_eq!(
        say(json!({"type":"turn_began","turn":21,"seat":2})),
        "Seat 3 begins turn 21."
    );
    assert_eq!(
        say(json!({"type":"decision_due","seat":0,"duty":"tnt"})),
        "Seat 1 is choosing whether to use the TNT."
    );
    assert_eq!(
        say(json!({"type":"scoring_round_began","round":"A"})),
        "The first layer of the cube is empty: in scoring round A biomes count."
    );
    assert_eq!(
        say(
            json!({"type":"round_scored","score":{"round":"C","seat":1,"feature":"animal_farm","spaces":[[0,0],[0,1]],"xp":6}})
        ),
        "Seat 2 scores animal farms in round C: two spaces, 6 experience."
    );
    assert_eq!(
        say(
            json!({"type":"round_scored","score":{"round":"C","seat":1,"feature":null,"spaces":[],"xp":0}})
        ),
        "Seat 2 has nothing to score in round C."
    );
    assert_eq!(
        say(
            json!({"type":"mob_bonuses_scored","bonuses":[[],[{"mob":"mob-01","feature":"forest","spaces":[[0,0]],"xp":2}]]})
        ),
        "The mobs that were kept pay: seat 1 scores 0 experience, seat 2 scores 2."
    );
}

/// What is on the wire, as whatever it is.
fn wire<T: serde::de::DeserializeOwned>(written: Value) -> T {
    serde_json::from_value(written).unwrap()
}

#[test]
fn refusals_name_places_as_boards_count_them() {
    let taken = Illegal::NotTakeable(wire(json!([0, 3])));
    assert_eq!(
        taken.to_string(),
        "the block on top at row 3, column 0 of the cube (column [0, 3]) cannot be taken: its top and at least two sides must be exposed"
    );
    let far = Illegal::TooFar(wire(json!("x-41")));
    assert_eq!(
        far.to_string(),
        "the crossing of rows 4 and 5, columns 1 and 2 (x-41) is more than two steps away"
    );
    let stack = Illegal::NotAMob(wire(json!("stack-12")));
    assert_eq!(
        stack.to_string(),
        "the tile at row 1, column 2 (stack-12) is a building"
    );
    let beside = Illegal::WrongPayment(wire(json!("bld-21")));
    assert_eq!(
        beside.to_string(),
        "wrong payment for the goat pen: pay exactly its blocks, or emeralds in their place"
    );
}

#[test]
fn refusals_have_the_cells_of_the_board_that_they_are_on() {
    let named = |why: Illegal| {
        let refusal = why.refusal();
        let cells: Vec<_> = refusal.cells.into_iter().map(Written::cell).collect();
        (refusal.on, cells)
    };
    assert_eq!(
        named(Illegal::NotTakeable(wire(json!([0, 3])))),
        (On::Cube, vec![Some(Cell(3, 0))])
    );
    let around = [Cell(4, 1), Cell(4, 2), Cell(5, 1), Cell(5, 2)];
    assert_eq!(
        named(Illegal::TooFar(wire(json!("x-41")))),
        (On::Shared, around.map(Some).to_vec())
    );
    assert_eq!(
        named(Illegal::NoWeapon(wire(json!("slot-45")))),
        (On::Shared, vec![Some(Cell(4, 5))])
    );
    let off = Written { row: 3, column: 0 };
    assert_eq!(
        named(Illegal::OffTheBoard(off)),
        (On::Scored, vec![Some(Cell(3, 0))])
    );
}
