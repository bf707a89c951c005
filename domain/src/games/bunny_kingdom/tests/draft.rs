//! Exploration: choosing, revealing, playing, passing on (sections 3 and 4).

use super::super::{
    Event, Illegal,
    cards::{Building, Card},
    components::Direction,
    event::{CampRemoved, Duty, Play},
};
use super::table::{Table, card, parchment, pick, pick_one, place_camp, square};
use crate::{Reason as _, Seat, Secret};

/// Twelve cards each for three seats: the first cards of each block.
fn three(first: &str, second: &str, third: &str) -> Table {
    let filler = [("A", "D"), ("B", "E"), ("C", "F")].map(|(row, next)| {
        let squares = (1..=10).map(|col| format!("T:{row}{col}"));
        let more = (1..=2).map(|col| format!("T:{next}{col}"));
        squares.chain(more).collect::<Vec<_>>()
    });
    let own = [first, second, third].into_iter().zip(filler);
    let blocks = own.map(|(own, filler)| {
        let own: Vec<String> = own.split_whitespace().map(str::to_owned).collect();
        let rest = 12 - own.len();
        [&own[..], &filler[..rest]].concat().join(" ")
    });
    Table::dealt(3, &blocks.collect::<Vec<_>>().join(" "))
}

#[test]
fn cards_are_dealt_seat_by_seat_as_one_block() {
    // 3.2 and 3.3
    let table = three("T:J1 city1", "T:J2 city2", "T:J3 city3");
    for (seat, (land, city)) in [("T:J1", "city1"), ("T:J2", "city2"), ("T:J3", "city3")]
        .into_iter()
        .enumerate()
    {
        let hand = table.hand(u8::try_from(seat).unwrap());
        assert_eq!(hand.len(), 12);
        assert_eq!(hand[..2], [card(land), card(city)]);
    }
    let four = Table::dealt(4, "");
    assert!((0..4).all(|seat| four.hand(seat).len() == 10));
    assert_eq!(four.due(), [0, 1, 2, 3]);
}

#[test]
fn nobody_sees_a_choice_before_all_have_chosen() {
    // 4.1
    let mut table = three("T:J1 city1", "T:J2 city2", "T:J3 city3");
    table.play(1, pick("T:J2", "city2"));
    assert_eq!(table.events.len(), 1);
    assert_eq!(table.due(), [0, 2]);
    assert_eq!(table.state.realm.owner(square("J2")), None);
    table.play(0, pick("city1", "T:J1"));
    table.play(2, pick("T:J3", "city3"));
    assert_eq!(table.state.realm.owner(square("J2")), Some(Seat(1)));
    assert!(matches!(table.events[1], Event::Revealed { .. }));
}

#[test]
fn exactly_two_cards_of_the_hand_are_chosen() {
    // 4.1
    let table = three("T:J1 city1 city1", "", "");
    assert_eq!(
        table.refuses(0, pick("T:J2", "city1")),
        Illegal::NotInHand(card("T:J2"))
    );
    assert_eq!(
        table.refuses(0, pick("T:J1", "T:J1")),
        Illegal::NotInHand(card("T:J1"))
    );
    assert_eq!(
        table.refuses(0, pick_one("T:J1", "city1")),
        Illegal::PlayTwo
    );
    let legal = table.legal(0);
    // Eleven different cards, one of them twice.
    assert_eq!(legal.len(), 11 * 10 / 2 + 1);
    assert!(legal.contains(&pick("city1", "city1")));
}

#[test]
fn the_order_of_a_choice_does_not_matter() {
    assert_eq!(pick("T:J1", "city1"), pick("city1", "T:J1"));
    let read = |text: &str| serde_json::from_str::<super::super::Command>(text).unwrap();
    assert_eq!(
        read(r#"{"type":"pick","cards":["city1","T:J1"]}"#),
        read(r#"{"type":"pick","cards":["T:J1","city1"]}"#)
    );
}

#[test]
fn a_territory_card_takes_its_square_with_a_printed_city() {
    // 4.3 a
    let mut table = three("T:E6 T:J1", "T:J2 T:J4", "T:J5 T:J6");
    table.play(0, pick("T:E6", "T:J1"));
    table.play(1, pick("T:J2", "T:J4"));
    table.play(2, pick("T:J5", "T:J6"));
    let realm = &table.state.realm;
    assert_eq!(realm.owner(square("E6")), Some(Seat(0)));
    assert_eq!(realm.strength(realm.of(Seat(0))), 1);
}

#[test]
fn buildings_lie_open_and_parchments_are_counted() {
    // 4.3 d and e
    let mut table = three("camp4 royal_ring", "city1 city1", "bun_shee matriarch");
    table.play(0, pick("camp4", "royal_ring"));
    table.play(1, pick("city1", "city1"));
    table.play(2, pick("bun_shee", "matriarch"));
    let holding = |seat| &table.state.seats[Seat(seat)];
    assert_eq!(holding(0).kept, [Building::Camp4]);
    assert_eq!(holding(0).camps_played, 1);
    assert_eq!(holding(0).parchments, [parchment("royal_ring")]);
    assert_eq!(holding(1).kept, [Building::City1; 2]);
    assert_eq!(holding(2).parchment_count, 2);
}

#[test]
fn provisions_chain_depth_first_in_seat_order() {
    // 4.3 f and 4.5: 36 cards are dealt, the next are drawn.
    let hands = [
        "provisions provisions T:A1 T:A2 T:A3 T:A4 T:A5 T:A6 T:A7 T:A8 T:A9 T:A10",
        "T:B1 T:B2 T:B3 T:B4 T:B5 T:B6 T:B7 T:B8 T:B9 T:B10 T:C1 T:C2",
        "T:C3 T:C4 T:C5 T:C6 T:C7 T:C8 T:C9 T:C10 T:D1 T:D2 T:D3 T:D4",
        "provisions T:J1 T:J2 royal_ring camp2 T:J5",
    ];
    let mut table = Table::dealt(3, &hands.join(" "));
    table.play(0, pick("provisions", "provisions"));
    table.play(1, pick("T:B1", "T:B2"));
    table.play(2, pick("T:C3", "T:C4"));
    let drawn = table.events.iter().filter_map(|event| {
        let Event::ProvisionsDrawn { seat, played } = event else {
            return None;
        };
        Some((seat.0, played.clone()))
    });
    let territory = |at| Play::Territory {
        square: square(at),
        camp_removed: None,
    };
    let ring = Play::Parchment {
        card: Secret::Known(parchment("royal_ring")),
    };
    let camp = Play::Building {
        card: Building::Camp2,
    };
    let expected = vec![
        (0, [Play::Provisions, territory("J1")]),
        (0, [territory("J2"), ring]),
        (0, [camp, territory("J5")]),
    ];
    assert_eq!(drawn.collect::<Vec<_>>(), expected);
    assert_eq!(table.state.dealt, 42);
    assert_eq!(table.state.seats[Seat(0)].camps_played, 1);
    assert_eq!(table.state.realm.of(Seat(0)).count(), 3);
}

#[test]
fn hands_go_left_in_odd_rounds_and_right_in_even_ones() {
    // 3.4 and 4.2
    let mut table = three("T:J1 city1", "T:J2 city2", "T:J3 city3");
    let left_over: Vec<Card> = table.hand(0)[2..].to_vec();
    table.play(0, pick("T:J1", "city1"));
    table.play(1, pick("T:J2", "city2"));
    table.play(2, pick("T:J3", "city3"));
    let passed = |table: &Table| {
        let mut events = table.events.iter().enumerate();
        events.find_map(|(nth, event)| {
            let Event::HandsPassed { to, .. } = event else {
                return None;
            };
            Some((nth, *to))
        })
    };
    let (nth, to) = passed(&table).unwrap();
    assert_eq!(to, Direction::Left);
    let revealed = table
        .events
        .iter()
        .position(|it| matches!(it, Event::Revealed { .. }));
    assert!(
        revealed.unwrap() < nth,
        "nobody looks at passed cards before the play step is over"
    );
    assert_eq!(table.hand(1), left_over);
    while table.state.round == 1 {
        table.all_play_first();
    }
    assert_eq!(table.state.round, 2);
    let second: Vec<Card> = table.hand(1)[2..].to_vec();
    for seat in 0..3 {
        let [first, next] = [table.hand(seat)[0], table.hand(seat)[1]];
        let cards = [first, next].into();
        table.play(seat, super::super::Command::Pick { cards });
    }
    assert_eq!(passed(&table).unwrap().1, Direction::Right);
    assert_eq!(table.hand(0), second);
}

#[test]
fn a_round_has_six_turns_of_three_players_and_five_of_four() {
    // 3.2
    for (seats, turns) in [(3, 6), (4, 5)] {
        let mut table = Table::dealt(seats, "");
        let mut played = 0;
        while table.state.duty == Some(Duty::Pick) && table.state.round == 1 {
            assert_eq!(table.state.turn, played + 1);
            table.all_play_first();
            played += 1;
        }
        assert_eq!(played, turns);
    }
}

#[test]
fn a_territory_card_removes_an_opponents_camp_and_his_rabbit() {
    // 4.3 b and 4.4
    let mut table = three("T:J1 T:J4", "T:J2 T:J5", "T:J3 T:J6");
    table.state.realm = super::table::realm(&["", "J1:!3", "J2:!5"]);
    table.play(0, pick("T:J1", "T:J4"));
    table.play(1, pick("T:J2", "T:J5"));
    table.play(2, pick("T:J3", "T:J6"));
    let realm = &table.state.realm;
    assert_eq!(realm.owner(square("J1")), Some(Seat(0)));
    assert_eq!(realm.owner(square("J2")), Some(Seat(1)));
    assert_eq!(realm.camp(square("J1")), None);
    assert!(
        realm
            .sites(Seat(0), Building::City1)
            .contains(square("J1").cells())
    );
    let Event::Revealed { played } = &table.events[1] else {
        panic!("{:?}", table.events)
    };
    let lost = Play::Territory {
        square: square("J1"),
        camp_removed: Some(CampRemoved {
            seat: Seat(1),
            camp: 3,
        }),
    };
    assert_eq!(played[Seat(0)].0[0], lost);
}

#[test]
fn a_territory_card_frees_ones_own_camp_for_a_building() {
    // 4.3 c
    let mut table = three("T:J1 T:J4", "T:J2 T:J5", "T:J3 T:J6");
    table.state.realm = super::table::realm(&["J1:!3", "", ""]);
    let before = table.state.realm.sites(Seat(0), Building::City1);
    assert!(before.is_empty());
    table.play(0, pick("T:J1", "T:J4"));
    table.play(1, pick("T:J2", "T:J5"));
    table.play(2, pick("T:J3", "T:J6"));
    let sites = table.state.realm.sites(Seat(0), Building::City1);
    assert!(sites.contains(square("J1").cells()));
    assert_eq!(table.state.realm.camps(Seat(0)), 0);
}

#[test]
fn what_is_not_due_is_refused() {
    let table = three("T:J1 city1", "", "");
    let refused = table.refuses(0, place_camp("J1"));
    assert_eq!(
        (refused, refused.refusal().rule),
        (Illegal::WrongMoment, Some("3.1"))
    );
    assert_eq!(
        table.refuses(0, super::super::Command::Done {}),
        Illegal::WrongMoment
    );
    let mut table = table;
    table.play(0, pick("T:J1", "city1"));
    assert_eq!(table.refuses(0, pick("T:A1", "T:A2")), Illegal::NotDue);
}
