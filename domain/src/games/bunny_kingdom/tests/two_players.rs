//! The game of two, with reserves and cards thrown away (section 5).

use super::super::{Command, Event, Illegal, event::Duty};
use super::table::{Table, card, pick, pick_one};
use crate::{Game as _, Seat, Secret, Viewer};

/// Hand and reserve of seat 0, then of seat 1.
const DEAL: &str = "T:A1 T:A2 T:A3 T:A4 T:A5 T:A6 T:A7 T:A8 T:A9 T:A10 \
                    T:B1 T:B2 T:B3 T:B4 T:B5 T:B6 T:B7 T:B8 T:B9 T:B10 \
                    T:C1 T:C2 T:C3 T:C4 T:C5 T:C6 T:C7 T:C8 T:C9 T:C10 \
                    T:D1 T:D2 T:D3 T:D4 T:D5 T:D6 T:D7 T:D8 T:D9 T:D10";

#[test]
fn each_turn_begins_with_the_top_card_of_the_reserve() {
    // 5.1, 5.2 and 3.3
    let table = Table::dealt(2, DEAL);
    assert_eq!(table.hand(0).len(), 11);
    assert_eq!(table.hand(0)[10], card("T:B1"));
    assert_eq!(table.hand(1)[10], card("T:D1"));
    assert_eq!(table.state.reserve_left, 9);
}

#[test]
fn one_card_is_played_and_another_thrown_away() {
    // 5.2 and 5.3
    let mut table = Table::dealt(2, DEAL);
    assert_eq!(
        table.refuses(0, pick("T:A1", "T:A2")),
        Illegal::ThrowOneAway
    );
    let twice = table.refuses(0, pick_one("T:A1", "T:A1"));
    assert_eq!(twice, Illegal::NotInHand(card("T:A1")));
    assert_eq!(table.legal(0).len(), 11 * 10);
    table.play(0, pick_one("T:A1", "T:A2"));
    table.play(1, pick_one("T:D1", "T:C2"));
    let realm = &table.state.realm;
    assert_eq!(
        (realm.of(Seat(0)).count(), realm.of(Seat(1)).count()),
        (1, 1)
    );
    assert_eq!(table.state.thrown_away, 1);
    // The rest is passed on, and the next card drawn.
    assert_eq!(table.hand(1)[..2], [card("T:A3"), card("T:A4")]);
    assert_eq!((table.hand(1).len(), table.hand(1)[9]), (10, card("T:D2")));
}

#[test]
fn a_thrown_away_camp_is_not_played() {
    // 9.6
    let mut table = Table::dealt(2, &format!("camp1 camp2 {}", &DEAL[10..]));
    table.play(0, pick_one("camp1", "camp2"));
    table.all_play_first();
    assert_eq!(table.state.seats[Seat(0)].camps_played, 1);
}

#[test]
fn ten_turns_empty_hand_and_reserve_together() {
    // 5.4
    let mut table = Table::dealt(2, DEAL);
    let mut sizes = Vec::new();
    while table.state.round == 1 && table.state.duty == Some(Duty::Pick) {
        sizes.push(table.hand(0).len());
        table.all_play_first();
    }
    assert_eq!(sizes, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    assert_eq!(table.state.thrown_away, 10);
}

#[test]
fn provisions_throw_nothing_away() {
    // 5.5: forty cards are dealt, two are drawn.
    let mut table = Table::dealt(2, &format!("provisions {} T:J9 T:J10", &DEAL[5..]));
    table.play(0, pick_one("provisions", "T:A2"));
    table.all_play_first();
    assert_eq!(table.state.realm.of(Seat(0)).count(), 2);
    assert_eq!(table.state.thrown_away, 1);
}

#[test]
fn nobody_sees_reserves_and_thrown_away_cards_not_even_their_owner() {
    // 5.1, 5.3 and section 10
    let mut table = Table::dealt(2, DEAL);
    let Event::Dealt { reserves, .. } = &table.events[0] else {
        panic!("{:?}", table.events)
    };
    assert!(reserves.is_some());
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
        let Event::Dealt { reserves, .. } = table.events[0].clone().disclose(viewer) else {
            panic!("it stays what it is")
        };
        assert!(
            reserves
                .unwrap()
                .iter()
                .all(|(_, cards)| *cards == Secret::Withheld)
        );
    }
    table.play(0, pick_one("T:A1", "T:A2"));
    table.all_play_first();
    let view = table.state.view(Viewer::Seat(Seat(0))).to_string();
    assert!(!view.contains("T:A2"), "{view}");
    let played = table
        .events
        .iter()
        .map(|event| serde_json::to_string(event).unwrap());
    let told = played
        .filter(|event| event.contains("revealed"))
        .collect::<String>();
    assert!(told.contains("A1") && !told.contains("T:A2"));
}

#[test]
fn two_are_each_others_neighbors_both_ways() {
    // 1.9: whichever way hands go, they go to the other.
    let mut table = Table::dealt(2, DEAL);
    table.until(Duty::Build);
    let first_round = table.state.round;
    while table.state.round == first_round {
        table.all_play_first();
    }
    let kept = table.hand(1)[2..].to_vec();
    let [play, throw_away] = [table.hand(1)[0], table.hand(1)[1]];
    table.play(1, Command::PickOne { play, throw_away });
    table.all_play_first();
    assert_eq!(table.hand(0)[..kept.len()], kept);
}
