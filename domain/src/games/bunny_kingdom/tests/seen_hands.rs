//! What a seat has seen, it keeps in mind: of hands passed on, only what it cannot know
//! is drawn anew.

use super::super::{
    State,
    cards::Card,
    event::Pick,
    seen_hands::{SeenHand, Taken},
};
use super::table::{DICE, Table, card, pick, pick_one, setup};
use crate::{Dice, Game as _, Replay as _, Seat, Seed, Viewer, decide, ledger};

/// Worlds that look to a seat like this one.
fn worlds(state: &State, seat: Seat) -> impl Iterator<Item = State> {
    let view = state.view(Viewer::Seat(seat));
    (0..4).map(move |nth| State::redraw(&view, &Dice::new(Seed([nth; 32]))))
}

fn seen_hands(table: &Table, seat: u8) -> Vec<SeenHand> {
    table.state.view(Viewer::Seat(Seat(seat))).seen_hands.0
}

fn cards(names: &str) -> Vec<Card> {
    names.split_whitespace().map(card).collect()
}

fn sorted(cards: &[Card]) -> Vec<String> {
    let mut names: Vec<String> = cards.iter().map(ToString::to_string).collect();
    names.sort();
    names
}

#[test]
fn a_hand_passed_on_is_in_the_neighbors_hand_in_every_world() {
    for seats in [3, 4] {
        let mut table = Table::dealt(seats, "");
        table.all_play_first();
        let passed = sorted(table.hand(1));
        assert_eq!(sorted(&seen_hands(&table, 0)[0].cards.0), passed);
        for world in worlds(&table.state, Seat(0)) {
            assert_eq!(sorted(&world.seats[Seat(1)].hand), passed);
        }
    }
}

#[test]
fn what_the_neighbor_has_chosen_is_out_of_the_hand_it_was_passed() {
    let mut table = Table::dealt(3, "");
    table.all_play_first();
    let passed = sorted(table.hand(1));
    let command = table.legal(1)[0];
    table.play(1, command);
    for world in worlds(&table.state, Seat(0)) {
        let it = &world.seats[Seat(1)];
        let picked = it.pick.into_iter().flat_map(Pick::cards);
        let all: Vec<Card> = it.hand.iter().copied().chain(picked).collect();
        assert_eq!(sorted(&all), passed);
    }
}

/// The hands of seats 0 to 2.
const DEAL: &str = "T:A1 T:A2 liberal socialist opportunist T:A3 T:A4 T:A5 T:A6 T:A7 T:A8 T:A9 \
                    T:B1 T:B2 T:B3 T:B4 T:B5 T:B6 T:B7 T:B8 T:B9 T:B10 T:C1 T:C2 \
                    T:D1 T:D2 T:D3 T:D4 T:D5 T:D6 T:D7 T:D8 T:D9 T:D10 T:E1 T:E2";

#[test]
fn a_parchment_taken_face_down_is_one_of_those_that_were_there() {
    let mut table = Table::dealt(3, DEAL);
    table.play(0, pick("T:A1", "T:A2"));
    table.play(1, pick("T:B1", "T:B2"));
    table.play(2, pick("T:D1", "T:D2"));
    table.play(0, pick("T:D3", "T:D4"));
    table.play(1, pick("liberal", "T:A3"));
    table.play(2, pick("T:B3", "T:B4"));
    let seen = &seen_hands(&table, 0)[0];
    assert_eq!(
        sorted(&seen.cards.0),
        sorted(&cards(
            "liberal socialist opportunist T:A4 T:A5 T:A6 T:A7 T:A8 T:A9"
        ))
    );
    let taken = Taken {
        seat: Seat(1),
        parchments: 1,
        discarded: 0,
    };
    assert_eq!(seen.taken, [taken]);
    assert_eq!(seen.holder, Some(Seat(2)));
    let guesses = worlds(&table.state, Seat(0)).map(|world| world.seats[Seat(1)].parchments[0]);
    let candidates = cards("liberal socialist opportunist");
    for guess in guesses {
        assert!(candidates.contains(&Card::Parchment(guess)), "{guess}");
    }
}

#[test]
fn what_is_missing_when_a_hand_comes_back_was_taken() {
    let mut table = Table::dealt(3, DEAL);
    table.play(0, pick("T:A1", "T:A2"));
    table.all_play_first();
    table.play(1, pick("liberal", "T:A3"));
    table.all_play_first();
    table.play(2, pick("opportunist", "T:A4"));
    table.all_play_first();
    assert_eq!(table.hand(0), cards("socialist T:A5 T:A6 T:A7 T:A8 T:A9"));
    let seen = &seen_hands(&table, 0)[0];
    assert_eq!(seen.cards.0, cards("liberal opportunist"));
    assert_eq!(seen.holder, None);
    let both: Vec<Seat> = seen.taken.iter().map(|taken| taken.seat).collect();
    assert_eq!(both, [Seat(1), Seat(2)]);
}

#[test]
fn a_card_thrown_away_is_remembered_as_missing() {
    let mut table = Table::dealt(2, "");
    let passed = table.hand(0)[2..].to_vec();
    let first = table.hand(0)[..2].to_vec();
    let [one, other] = [0, 1].map(|nth| first[nth].to_string());
    table.play(0, pick_one(&one, &other));
    table.all_play_first();
    let [played, thrown] = [0, 1].map(|nth| passed[nth].to_string());
    table.play(1, pick_one(&played, &thrown));
    table.all_play_first();
    let seen = &seen_hands(&table, 0)[0];
    assert_eq!(seen.cards.0, [passed[1]]);
    for world in worlds(&table.state, Seat(0)) {
        assert!(world.seats[Seat(1)].discarded.contains(&passed[1]));
    }
}

/// Every card remembered is where it may be, and no place stays empty.
fn assert_possible(state: &State, seen: &SeenHand) {
    let mut missing = seen.cards.0.clone();
    let mut strangers = 0;
    let mut see = |card: Card| match missing.iter().position(|&it| it == card) {
        Some(place) => drop(missing.remove(place)),
        None => strangers += 1,
    };
    if let Some(holder) = seen.holder {
        let it = &state.seats[holder];
        let picked = it.pick.into_iter().flat_map(Pick::cards);
        it.hand.iter().copied().chain(picked).for_each(&mut see);
    }
    let drawn = if state.setup.seats == 2 { 1 } else { 0 };
    assert!(strangers <= drawn, "{strangers} were never there");
    for card in missing {
        let took = |taken: &Taken| {
            let it = &state.seats[taken.seat];
            let parchment = card.parchment();
            let kept = parchment.is_some_and(|it_is| it.parchments.contains(&it_is));
            (taken.parchments > 0 && kept) || (taken.discarded > 0 && it.discarded.contains(&card))
        };
        assert!(seen.taken.iter().any(took), "{card} is nowhere");
    }
}

#[test]
fn the_true_table_and_every_world_drawn_are_as_remembered() {
    let mut remembered = 0;
    for (seats, nth) in [2, 3, 4].into_iter().zip(0..).cycle().take(12) {
        let top = Dice::new(Seed([nth + 40; 32]));
        let mut deck = Card::deck();
        top.roll("deck", 0).shuffle(&mut deck);
        let deck: Vec<String> = deck.iter().map(ToString::to_string).collect();
        let mut state = ledger::begin::<State>(&setup(seats, &deck.join(" ")), &DICE).state;
        let mut roll = DICE.roll("play", nth.into());
        while let Some(seat) = state.to_act().iter().next() {
            let legal = State::legal(&state.view(Viewer::Seat(seat)));
            let chosen = roll.below(u32::try_from(legal.len()).unwrap());
            state = decide(&state, seat, legal[chosen as usize], &DICE)
                .unwrap()
                .state;
            for viewer in Seat::first(seats) {
                let seen = state.view(Viewer::Seat(viewer)).seen_hands.0;
                let drawn: Vec<State> = worlds(&state, viewer).take(1).collect();
                for world in drawn.iter().chain([&state]) {
                    seen.iter().for_each(|seen| assert_possible(world, seen));
                }
                remembered += seen.len();
            }
        }
    }
    assert!(remembered > 1_000, "{remembered}");
}
