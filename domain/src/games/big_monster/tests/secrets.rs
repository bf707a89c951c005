//! What others hold changes nothing one sees or hears.

use serde_json::json;

use super::super::{Command, Event, View, event::Duty, tiles::Tile};
use super::table::{DICE, Table};
use crate::{Game as _, Seat, Seats, Viewer, decide};

/// What a viewer sees and hears when seat 0 decides this.
fn seen_by(table: &Table, viewer: Viewer, command: Command) -> (View, Vec<Event>) {
    let decided = decide(&table.state, Seat(0), command, &DICE).unwrap();
    let told = decided
        .events
        .into_iter()
        .map(|event| event.disclose(viewer));
    (decided.state.view(viewer), told.collect())
}

fn others() -> [Viewer; 2] {
    [Viewer::Seat(Seat(1)), Viewer::Spectator]
}

#[test]
fn an_explorer_not_yet_shown_shows_nowhere() {
    let table = Table::open(4, json!({}));
    let [one, other] = table.legal(0)[..] else {
        panic!("two explorers are offered")
    };
    for viewer in others() {
        assert_eq!(seen_by(&table, viewer, one), seen_by(&table, viewer, other));
    }
}

#[test]
fn a_kept_tile_shows_nowhere_until_all_have_passed() {
    let table = Table::draft(4);
    let to_one: Vec<Command> = table
        .legal(0)
        .into_iter()
        .filter(|it| matches!(it, Command::Draft { ship: Seat(1), .. }))
        .collect();
    assert!(to_one.len() > 1);
    for viewer in others() {
        let seen = seen_by(&table, viewer, to_one[0]);
        assert!(
            to_one
                .iter()
                .all(|&command| seen_by(&table, viewer, command) == seen)
        );
    }
    // Later, too, when seat 1 holds what seat 0 has passed.
    let mut table = Table::draft(4);
    (0..3).for_each(|_| table.turn_left());
    let choices = table.legal(0);
    let seen = |command| seen_by(&table, Viewer::Seat(Seat(3)), command);
    let to_one = choices
        .iter()
        .filter(|it| matches!(it, Command::Draft { ship: Seat(1), .. }));
    let seen: Vec<_> = to_one.map(|&command| seen(command)).collect();
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn hands_and_decks_of_others_change_nothing_one_sees() {
    let table = Table::draft(4);
    let mut other = table.state.clone();
    for seat in [1, 2, 3] {
        other.seats[Seat(seat)].hand.tiles = vec![Tile::SpYeti; 10];
        other.seats[Seat(seat)].offer.reverse();
    }
    other.deck.reverse();
    assert_ne!(other, table.state);
    let me = Viewer::Seat(Seat(0));
    assert_eq!(other.view(me), table.state.view(me));
    assert_eq!(
        other.view(Viewer::Spectator),
        table.state.view(Viewer::Spectator)
    );
}

#[test]
fn the_setup_shows_no_deck() {
    let setup = |seed| {
        super::super::Setup::new(
            &super::table::options(json!({"missions": {"type": "first_game"}})),
            4,
            &crate::Dice::new(crate::Seed([seed; 32])),
        )
    };
    assert_ne!(setup(1), setup(2));
    for viewer in others() {
        assert_eq!(setup(1).disclose(viewer), setup(2).disclose(viewer));
    }
}

#[test]
fn who_has_passed_to_whom_and_how_much_is_public() {
    let mut table = Table::draft(3);
    table.pass(0, 2);
    let view = table.state.view(Viewer::Spectator);
    assert_eq!(view.seats[Seat(0)].passed_to, Some(Seat(2)));
    assert_eq!(view.due, [Seat(1), Seat(2)].into_iter().collect::<Seats>());
    let passed = Event::PilePassed {
        from: Seat(0),
        to: Seat(2),
        size: 9,
    };
    assert_eq!(table.events[1].clone().disclose(Viewer::Spectator), passed);
}

#[test]
fn a_viewer_knows_the_piles_that_went_through_its_hands_and_no_others() {
    let mut table = Table::draft(3);
    let passed = table.hand(0).to_vec();
    table.turn_left();
    let view = table.view(0);
    // Seat 1 holds what seat 0 had, but for the tile kept and shown.
    assert_eq!(
        view.seats[Seat(1)].hand.tiles.known().unwrap().0,
        passed[1..]
    );
    assert_eq!(view.seats[Seat(2)].hand.tiles.known(), None);
    assert_eq!(table.view(1).seats[Seat(0)].hand.tiles.known(), None);
    table.pass(1, 0);
    // What seat 1 keeps is secret, though its hand is known.
    let view = table.view(0);
    assert_eq!(view.seats[Seat(1)].kept, None);
    assert_eq!(
        view.seats[Seat(1)].hand.tiles.known().unwrap().0,
        passed[1..]
    );
}

#[test]
fn the_next_hand_is_hidden_until_all_tiles_are_placed() {
    // 4.8
    let mut table = Table::draft(3);
    for (from, to) in [(0, 1), (1, 2), (2, 0)] {
        table.pass(from, to);
    }
    assert_eq!(table.state.duty, Some(Duty::Place));
    let view = table.view(0);
    let ship = view.seats[Seat(0)].ship.as_ref().unwrap();
    assert_eq!((ship.size, ship.tiles.known()), (9, None));
    let sent = view.seats[Seat(1)].ship.as_ref().unwrap();
    assert!(sent.tiles.known().is_some());
}

#[test]
fn who_owes_a_decision_depends_on_public_facts_alone() {
    for (seats, options) in [
        (2, json!({})),
        (3, json!({})),
        (4, json!({"mode": "team_draft"})),
        (5, json!({})),
    ] {
        let mut table = Table::open(seats, options);
        let mut outsider = table.state.clone();
        for (_, holding) in outsider.seats.iter_mut() {
            holding.offer.clear();
        }
        outsider.deck.clear();
        let mut roll = DICE.roll("secrets", seats.into());
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
        assert_eq!(outsider.outcome(), table.state.outcome());
    }
}

#[test]
fn nothing_of_the_discards_is_told_to_others() {
    let mut table = Table::with(
        &["exp_blue_m", "exp_black_m", "exp_red_f", "exp_pink_m"],
        json!({}),
    );
    let mut opened = Vec::new();
    while !table.state.is_over() {
        table.all_play_first();
        opened.extend(
            table
                .events
                .iter()
                .filter(|it| matches!(it, Event::DiscardsOpened { .. }))
                .cloned(),
        );
    }
    let [event] = &opened[..] else {
        panic!("the discards are opened once")
    };
    let told = |viewer| serde_json::to_string(&event.clone().disclose(viewer)).unwrap();
    assert!(told(Viewer::Seat(Seat(0))).contains(r#""tiles":null"#));
    assert!(told(Viewer::Spectator).contains(r#""tiles":null"#));
    assert!(told(Viewer::Seat(Seat(1))).contains(r#""tiles":["#));
}
