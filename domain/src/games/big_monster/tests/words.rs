//! Events in words, sentence by sentence.

use serde_json::{Value, json};

use super::super::{Event, Illegal, explorers::Explorer, tiles::Tile, words::words, zone::Spot};
use crate::{Seat, Viewer, Who};

/// An event as it is on the wire, in words.
fn say(event: Value) -> String {
    let event: Event = serde_json::from_value(event).unwrap();
    words(&event, &Who::NUMBERED)
}

#[test]
fn explorers_are_known_by_their_suits() {
    assert_eq!(
        say(json!({"type":"explorers_dealt","offers":[["exp_blue_m","exp_red_f"],null]})),
        "Everybody is dealt two explorers, face down. Seat 1 may be the man in blue or the woman in red."
    );
    assert_eq!(
        say(json!({"type":"explorer_chosen","seat":0,"explorer":"exp_blue_m"})),
        "Seat 1 chooses the man in blue, face down."
    );
    assert_eq!(
        say(json!({"type":"explorers_revealed","explorers":["exp_blue_m","exp_sp_gold"]})),
        "The explorers are revealed: seat 1 is the man in blue and seat 2 is the explorer of gold."
    );
}

#[test]
fn piles_go_from_ship_to_ship() {
    assert_eq!(
        say(json!({"type":"turn_started","round":2,"turn":3,"hands":[null,null,null]})),
        "Round 2, turn 3: each seat takes eight tiles from its ship."
    );
    assert_eq!(
        say(json!({"type":"pass_held","seat":0,"tile":"ice_blue","ship":2})),
        "Seat 1 keeps a blue mutant, face down, and passes the rest to the ship of seat 3, not shown yet."
    );
    assert_eq!(
        say(json!({"type":"passes_settled","order":[2,0,1],"lost":[1]})),
        "The passes are revealed, and ships are taken in this order: seat 3, seat 1 and seat 2. Seat 2 finds the ship taken and chooses again."
    );
    assert_eq!(
        say(json!({"type":"pile_passed","from":3,"to":2,"size":7})),
        "Seat 4 puts seven tiles on the ship of seat 3."
    );
    assert_eq!(
        say(json!({"type":"pile_passed","from":3,"to":3,"size":1})),
        "Seat 4 puts a tile on their own ship."
    );
    assert_eq!(
        say(json!({"type":"dragon_taken","seat":3,"from":null})),
        "Seat 4 has to use their own ship and takes the angry dragon from the middle."
    );
    assert_eq!(
        say(json!({"type":"dragon_settled","round":1,"seat":3})),
        "Seat 4 keeps the angry dragon of round 1."
    );
}

#[test]
fn tiles_are_known_by_their_monsters() {
    assert_eq!(
        say(json!({"type":"tiles_revealed","tiles":["lake_left","radio_twin","rune_pink_s"]})),
        "Seat 1 reveals a left half of a big monster, seat 2 a pair of radioactive monsters and seat 3 a rune monster."
    );
    assert_eq!(
        say(json!({"type":"tile_placed","seat":1,"tile":"grass_crystal","x":2,"y":-1})),
        "Seat 2 places a grassland for crystals at row \u{2212}1, column 2."
    );
    assert_eq!(
        say(json!({"type":"mutated","seat":1,"nth":2,"level":2})),
        "A mutant of seat 2 mutates to level 2."
    );
    assert_eq!(
        say(
            json!({"type":"groups_opened","turn":3,"first":0,"groups":[{"number":4,"tiles":["swamp","desert","swamp","sp_unicorn_a"]}]})
        ),
        "Seat 1 begins turn 3: group 4 is two swamps, a desert and a unicorn."
    );
    assert_eq!(
        say(json!({"type":"groups_opened","turn":20,"first":0,"groups":[]})),
        "Seat 1 begins turn 20, and no pile is left to reveal."
    );
    assert_eq!(
        say(json!({"type":"tile_taken","seat":1,"group":4,"take":"swamp","remove":"ice_orange"})),
        "Seat 2 takes a swamp from group 4 and removes an orange mutant."
    );
}

#[test]
fn missions_and_penalties_pay_each() {
    assert_eq!(
        say(
            json!({"type":"mission_paid","mission":"desert","scope":"individual","seats":[0],"points":10})
        ),
        "Seat 1 fulfills the desert mission: 10 points."
    );
    assert_eq!(
        say(
            json!({"type":"mission_paid","mission":"swamp_grass","scope":"team","seats":[0,2],"points":5})
        ),
        "Seats 1 and 3 fulfill the swamp and grassland mission as a team: 5 points each."
    );
    assert_eq!(
        say(json!({"type":"penalty_paid","seats":[1],"points":-10})),
        "Seat 2 has the fewest desert and rune monsters: \u{2212}10 points."
    );
    assert_eq!(
        say(json!({"type":"token_given","from":0,"to":0,"token":{"type":"yeti"}})),
        "Seat 1 keeps the yeti token."
    );
    assert_eq!(
        say(json!({"type":"token_given","from":0,"to":1,"token":{"type":"panda"}})),
        "Seat 1 gives the panda token to seat 2."
    );
}

#[test]
fn what_is_face_down_is_in_no_word() {
    let told = |event: Value| {
        let event: Event = serde_json::from_value(event).unwrap();
        words(&event.disclose(Viewer::Seat(Seat(0))), &Who::NUMBERED)
    };
    for (tile, ship) in [("ice_blue", 0), ("sp_yeti", 2)] {
        let kept = told(json!({"type": "tile_kept", "seat": 1, "tile": tile}));
        assert_eq!(kept, "Seat 2 keeps a tile, face down.");
        let held = told(json!({"type": "pass_held", "seat": 1, "tile": tile, "ship": ship}));
        let hidden = "Seat 2 keeps a tile, face down, and passes the rest, not shown yet.";
        assert_eq!(held, hidden);
        let opened = told(json!({"type": "discards_opened", "seat": 1, "tiles": [tile]}));
        assert_eq!(
            opened,
            "Seat 2 looks at the discards, unseen by the others."
        );
    }
}

#[test]
fn refusals_say_tiles_and_places_as_commands_do() {
    assert_eq!(
        Illegal::NotOffered(Explorer::ExpBlueM).to_string(),
        "the man in blue (exp_blue_m) is not one of your two explorers"
    );
    assert_eq!(
        Illegal::NoFit(Tile::LavaGreen, Spot { x: -1, y: 2 }).to_string(),
        "the green dragon at row 2, column \u{2212}1 would overlap another tile, or share no side with one"
    );
    assert_eq!(
        Illegal::NotInGroup(Tile::Swamp, Tile::Swamp).to_string(),
        "this group does not have a swamp and another"
    );
    assert_eq!(
        Illegal::ShipTaken(Seat(0)).to_string(),
        "the ship of seat 1 (`ship` 0) already has a pile: choose another ship"
    );
}
