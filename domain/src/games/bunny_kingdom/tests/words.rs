//! Events in words, sentence by sentence.

use serde_json::{Value, json};

use super::super::{Event, words::words};
use crate::{Seat, Viewer, Who};

/// An event as it is on the wire, in words.
fn say(event: Value) -> String {
    let event: Event = serde_json::from_value(event).unwrap();
    words(&event, &Who::NUMBERED)
}

#[test]
fn cards_are_dealt_and_chosen() {
    assert_eq!(
        say(json!({"type":"dealt","round":1,"hands":[null,null],"reserves":[null,null]})),
        "Round 1 begins: each seat is dealt ten cards, and ten more in reserve."
    );
    assert_eq!(
        say(json!({"type":"reserve_drawn","cards":[null,"T:B4"]})),
        "Each seat draws a card from its reserve, unseen by the others. Seat 2 draws B4."
    );
    assert_eq!(
        say(json!({"type":"picked","seat":2,"pick":{"cards":["T:B4","farm_gold"]}})),
        "Seat 3 keeps B4 and a gold mine, face down."
    );
    assert_eq!(
        say(json!({"type":"picked","seat":0,"pick":{"play":"royal_crown","throw_away":"camp3"}})),
        "Seat 1 keeps Royal Crown and discards camp 3, face down."
    );
    assert_eq!(
        say(json!({"type":"hands_passed","to":"left","hands":[null,null,null]})),
        "The hands are passed to the left."
    );
}

#[test]
fn cards_that_are_revealed_say_what_they_do() {
    assert_eq!(
        say(
            json!({"type":"revealed","played":[[{"kind":"territory","square":"B4","camp_removed":{"seat":1,"camp":2}},{"kind":"territory","square":"C5"}],[{"kind":"building","card":"city2"},{"kind":"parchment","card":null}]]})
        ),
        "The cards are revealed: seat 1 takes B4 from camp 2 of seat 2 and C5; seat 2 gets a city of strength 2 and keeps a parchment face down."
    );
    assert_eq!(
        say(
            json!({"type":"provisions_drawn","seat":0,"played":[{"kind":"provisions"},{"kind":"building","card":"sky_tower"}]})
        ),
        "Seat 1 draws two cards for provisions, plays provisions and gets a pair of sky towers."
    );
}

#[test]
fn buildings_stand_on_squares() {
    assert_eq!(
        say(json!({"type":"built","seat":0,"building":"trading_post","square":"B4"})),
        "Seat 1 builds a trading post on B4."
    );
    assert_eq!(
        say(json!({"type":"towers_built","seat":1,"squares":["F7","B4"]})),
        "Seat 2 builds a pair of sky towers on B4 and F7."
    );
    assert_eq!(
        say(json!({"type":"camp_asked","seat":1,"camp":2})),
        "Seat 2 is asked whether to place camp 2."
    );
    assert_eq!(
        say(json!({"type":"camp_placed","seat":1,"camp":2,"square":"J10"})),
        "Seat 2 places camp 2 on J10."
    );
    assert_eq!(
        say(json!({"type":"camp_passed","seat":1,"camp":2})),
        "Seat 2 keeps camp 2."
    );
    assert_eq!(
        say(json!({"type":"construction_done","seat":1})),
        "Seat 2 builds nothing more this round."
    );
    assert_eq!(
        say(json!({"type":"trades_revealed","trades":[{"square":"B4","resource":"carrot"}]})),
        "The trading post on B4 produces carrots."
    );
}

#[test]
fn harvests_name_the_fief_that_pays_most() {
    assert_eq!(
        say(
            json!({"type":"harvested","round":3,"fiefs":[[{"squares":["D9"],"strength":3,"produces":[{"resource":"fish","units":2}],"points":3}],[]]})
        ),
        "The third harvest: seat 1 scores 3 points, seat 2 scores 0. No fief pays more than seat 1's at D9: 3, for strength 3 times one resource."
    );
    assert_eq!(
        say(json!({"type":"harvested","round":1,"fiefs":[[],[]]})),
        "The first harvest: nobody scores."
    );
}

#[test]
fn parchments_are_named_as_printed() {
    assert_eq!(
        say(json!({"type":"parchments_revealed","parchments":[["royal_crown","hun_ny_king"],[]]})),
        "The parchments are turned up: seat 1 has Royal Crown and Hun-ny King; seat 2 has none."
    );
    assert_eq!(
        say(
            json!({"type":"copies_revealed","copies":[[],[{"card":"liberal","parchment":"fisher"}]]})
        ),
        "Seat 2's Liberal becomes Fisher."
    );
}

#[test]
fn what_is_face_down_is_in_no_word() {
    let told = |event: Value| {
        let event: Event = serde_json::from_value(event).unwrap();
        words(&event.disclose(Viewer::Seat(Seat(0))), &Who::NUMBERED)
    };
    let two = json!({"cards": ["T:B4", "farm_gold"]});
    let one = json!({"play": "royal_crown", "throw_away": "camp3"});
    for pick in [two, one] {
        let picked = told(json!({"type": "picked", "seat": 1, "pick": pick}));
        assert_eq!(picked, "Seat 2 chooses two cards, face down.");
    }
    for parchment in ["fisher", "royal_crown"] {
        let copy = json!({"card": "liberal", "parchment": parchment});
        let chosen = told(json!({"type": "copy_chosen", "seat": 1, "copy": copy}));
        assert_eq!(chosen, "Seat 2 chooses what to copy, not shown yet.");
    }
    for resource in ["wood", "fish"] {
        let trade = json!({"square": "B4", "resource": resource});
        let named = told(json!({"type": "trade_named", "seat": 1, "trade": trade}));
        assert_eq!(
            named,
            "Seat 2 chooses what a trading post produces, not shown yet."
        );
    }
}
