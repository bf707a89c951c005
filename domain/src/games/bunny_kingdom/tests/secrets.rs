//! What others hold changes nothing one sees or hears.

use super::super::{Command, Event, State, View, cards::Card, event::Cards};
use super::table::{DICE, Table, card, parchment, pick, pick_one, setup};
use crate::{Game as _, Seat, Seats, Secret, Viewer, decide, ledger};

/// What seat 1 sees and hears when seat 0 decides this.
fn seen_by_other(table: &Table, command: Command) -> (View, Vec<Event>) {
    let decided = decide(&table.state, Seat(0), command, &DICE).unwrap();
    let other = Viewer::Seat(Seat(1));
    let events = decided.events.into_iter();
    let told = events.map(|event| event.disclose(other)).collect();
    (decided.state.view(other), told)
}

#[test]
fn a_choice_not_yet_revealed_shows_nowhere() {
    let table = Table::dealt(3, "");
    let legal = table.legal(0);
    let seen = seen_by_other(&table, legal[0]);
    assert!(
        legal
            .iter()
            .all(|&command| seen_by_other(&table, command) == seen)
    );
    let table = Table::dealt(2, "");
    let legal = table.legal(0);
    let seen = seen_by_other(&table, legal[0]);
    assert!(
        legal
            .iter()
            .all(|&command| seen_by_other(&table, command) == seen)
    );
}

#[test]
fn hands_reserves_and_the_deck_show_nowhere() {
    for seats in [2, 3, 4] {
        let top = Card::deck().into_iter().rev().map(|card| card.to_string());
        let stacked = setup(seats, &top.collect::<Vec<_>>().join(" "));
        let begun = |setup| ledger::begin::<State>(setup, &DICE);
        let plain = setup(seats, "");
        let (one, other) = (begun(&plain), begun(&stacked));
        assert_ne!(one.state, other.state);
        let spectator = Viewer::Spectator;
        assert_eq!(plain.disclose(spectator), stacked.disclose(spectator));
        assert_eq!(one.state.view(spectator), other.state.view(spectator));
        let told = |events: Vec<Event>| {
            let events = events
                .into_iter()
                .map(move |event| event.disclose(spectator));
            events.collect::<Vec<_>>()
        };
        assert_eq!(told(one.events), told(other.events));
    }
}

#[test]
fn another_players_hand_and_the_deck_change_nothing_one_sees() {
    let table = Table::dealt(3, "");
    let mut other = table.state.clone();
    for seat in [1, 2] {
        other.seats[Seat(seat)].hand.reverse();
        other.seats[Seat(seat)].hand[0] = card("opportunist");
    }
    let mut setup = (*other.setup).clone();
    setup.deck = Secret::Known(Cards(Card::deck().into_iter().rev().collect()));
    other.setup = setup.into();
    assert_ne!(other, table.state);
    let me = Viewer::Seat(Seat(0));
    assert_eq!(other.view(me), table.state.view(me));
    assert_eq!(State::legal(&other.view(me)), table.legal(0));
}

#[test]
fn a_parchment_shows_only_as_one_more() {
    let top = |parchment: &str| {
        let hand = format!("{parchment} T:A1");
        let rest = "T:B1 T:B2 T:B3 T:B4 T:B5 T:B6 T:B7 T:B8 T:B9 T:B10";
        format!("{hand} {rest}")
    };
    let seen = |name: &str| {
        let mut table = Table::dealt(3, &top(name));
        table.play(0, pick(name, "T:A1"));
        for seat in [1, 2] {
            let land = table
                .hand(seat)
                .iter()
                .filter(|it| matches!(it, Card::Territory(_)));
            let [first, second] = land.take(2).copied().collect::<Vec<_>>()[..] else {
                panic!("two lands in every hand")
            };
            let cards = [first, second].into();
            table.play(seat, Command::Pick { cards });
        }
        let other = Viewer::Seat(Seat(1));
        let events = table.events.iter().cloned();
        let told: Vec<Event> = events.map(|event| event.disclose(other)).collect();
        let text = serde_json::to_string(&told).unwrap();
        assert!(!text.contains(name), "{text}");
        let view = table.state.view(other);
        assert_eq!(view.seats[Seat(0)].parchment_count, 1);
        assert_eq!(view.seats[Seat(0)].parchments, Secret::Withheld);
        let own = table.state.view(Viewer::Seat(Seat(0)));
        assert_eq!(own.seats[Seat(0)].known_parchments(), [parchment(name)]);
        view
    };
    assert_eq!(seen("royal_crown"), seen("matriarch"));
}

#[test]
fn a_parchment_from_provisions_stays_secret_too() {
    // Section 10
    let hands = "provisions T:A2 T:A3 T:A4 T:A5 T:A6 T:A7 T:A8 T:A9 T:A10 \
                 T:B1 T:B2 T:B3 T:B4 T:B5 T:B6 T:B7 T:B8 T:B9 T:B10 \
                 T:C1 T:C2 T:C3 T:C4 T:C5 T:C6 T:C7 T:C8 T:C9 T:C10 \
                 T:D1 T:D2 T:D3 T:D4 T:D5 T:D6 T:D7 T:D8 T:D9 T:D10 explorer T:J1";
    let mut table = Table::dealt(2, hands);
    table.play(0, pick_one("provisions", "T:A2"));
    table.all_play_first();
    let told = |viewer| {
        let events = table
            .events
            .iter()
            .cloned()
            .map(|event| event.disclose(viewer));
        serde_json::to_string(&events.collect::<Vec<_>>()).unwrap()
    };
    assert!(told(Viewer::Seat(Seat(0))).contains("explorer"));
    assert!(!told(Viewer::Seat(Seat(1))).contains("explorer"));
    assert!(told(Viewer::Seat(Seat(1))).contains(r#""kind":"parchment","card":null"#));
}

#[test]
fn who_owes_a_decision_depends_on_public_facts_alone() {
    for seats in [2, 3, 4] {
        for seed in 0..3 {
            let mut table = Table::dealt(seats, "");
            let mut outsider = table.state.clone();
            let mut roll = DICE.roll("secrets", u32::from(seats) * 10 + seed);
            while let Some(seat) = table.state.to_act().iter().next() {
                assert_eq!(outsider.to_act(), table.state.to_act());
                let legal = table.legal(seat.0);
                let nth = roll.below(u32::try_from(legal.len()).unwrap());
                table.play(seat.0, legal[usize::try_from(nth).unwrap()]);
                for event in table.events.clone() {
                    outsider.evolve(&event.disclose(Viewer::Spectator));
                }
                let spectator = Viewer::Spectator;
                assert_eq!(outsider.view(spectator), table.state.view(spectator));
            }
            assert_eq!(outsider.to_act(), Seats::NONE);
            assert_eq!(outsider.outcome(), table.state.outcome());
        }
    }
}
