//! Camps: announcing, asking in order, keeping, losing (sections 6.9 to 6A).

use super::super::{Command, Event, Illegal, event::Duty};
use super::table::{Table, build, place_camp, square};
use crate::{Reason as _, Seat, Seats};

const PASS: Command = Command::PassCamp {};

fn announce(camp: u8) -> Command {
    Command::AnnounceCamp { camp }
}

/// The seat and the number asked for.
fn asked(table: &Table) -> Option<(u8, u8)> {
    let (seat, camp) = table.state.asked()?;
    assert!(table.due().contains(&seat.0));
    Some((seat.0, camp))
}

#[test]
fn a_camp_alone_is_announced_and_then_placed() {
    // 6A.2, 6A.3 and 6.9
    let mut table = Table::building(&["A1", ""], &["camp3", ""]);
    assert_eq!(
        table.refuses(0, build("camp3", "A2")),
        Illegal::AnnounceFirst
    );
    assert_eq!(table.refuses(0, place_camp("A2")), Illegal::WrongMoment);
    assert_eq!(table.refuses(0, announce(7)), Illegal::NoSuchCamp);
    table.play(0, announce(3));
    assert_eq!(
        (table.state.duty, asked(&table)),
        (Some(Duty::Build), Some((0, 3)))
    );
    assert_eq!(
        table.refuses(0, place_camp("A1")),
        Illegal::NotEmpty(square("A1"))
    );
    // 1.5: a free printed city is not empty.
    assert_eq!(
        table.refuses(0, place_camp("A4")),
        Illegal::NotEmpty(square("A4"))
    );
    // A hundred squares without 18 cities, A1, and then the pass.
    assert_eq!(table.legal(0).len(), 100 - 18 - 1 + 1);
    table.play(0, place_camp("A2"));
    assert_eq!(table.state.realm.owner(square("A2")), Some(Seat(0)));
    assert_eq!(table.state.realm.camp(square("A2")), Some(3));
    // Nothing else to build: on to the next round.
    assert_eq!(table.state.round, 2);
}

#[test]
fn every_lower_number_is_asked_first_in_ascending_order() {
    // 6A.1 and 6A.3: also another one of the announcer.
    let mut table = Table::building(&["", "", ""], &["camp5 camp2", "camp1 camp6", "camp3"]);
    table.play(0, announce(5));
    assert_eq!(asked(&table), Some((1, 1)));
    table.play(1, PASS);
    assert_eq!(asked(&table), Some((0, 2)));
    table.play(0, place_camp("A1"));
    assert_eq!(asked(&table), Some((2, 3)));
    // 6A.4: at once, so nobody takes the same square.
    assert_eq!(
        table.refuses(2, place_camp("A1")),
        Illegal::NotEmpty(square("A1"))
    );
    table.play(2, PASS);
    assert_eq!(asked(&table), Some((0, 5)));
    table.play(0, place_camp("A2"));
    assert_eq!(table.state.announced, None);
    assert_eq!(table.due(), [1, 2]);
}

#[test]
fn by_rules_1_all_other_construction_waits_for_a_camp() {
    // 6A.3
    let mut table = Table::building(&["A1", "J1"], &["camp4", "city1 camp2"]);
    table.rules = 1;
    table.play(0, announce(4));
    assert_eq!(table.due(), [1]);
    assert_eq!(table.refuses(1, build("city1", "J1")), Illegal::WrongMoment);
    table.play(1, PASS);
    assert_eq!(table.refuses(1, build("city1", "J1")), Illegal::NotDue);
    table.play(0, place_camp("A2"));
    table.play(1, build("city1", "J1"));
}

#[test]
fn ones_own_building_does_not_wait_for_a_camp() {
    // 6A.3: nor does it for who is asked, or waits for a camp of their own.
    let board = ["A1 A3", "J1 J3", "E1"];
    let mut table = Table::building(&board, &["camp4 city1", "city1 city2 camp2", "city1"]);
    table.play(0, announce(4));
    assert_eq!((asked(&table), table.due()), (Some((1, 2)), vec![0, 1, 2]));
    table.play(2, build("city1", "E1"));
    table.play(1, build("city1", "J1"));
    table.play(0, build("city1", "A1"));
    table.play(1, Command::Done {});
    assert_eq!((asked(&table), table.due()), (Some((1, 2)), vec![1]));
    assert_eq!(table.refuses(1, build("city2", "J3")), Illegal::WrongMoment);
    let is_answer = |it: &Command| matches!(it, Command::PlaceCamp { .. } | Command::PassCamp {});
    assert!(table.legal(1).iter().all(is_answer));
    table.play(1, PASS);
    assert_eq!((asked(&table), table.due()), (Some((0, 4)), vec![0]));
}

#[test]
fn a_camp_announced_while_another_is_asked_for_waits_for_its_turn() {
    // 6A.3
    let mut table = Table::building(&["", "", "E1"], &["camp4", "camp2 camp5", "camp6 city1"]);
    table.play(0, announce(4));
    table.play(2, announce(6));
    assert_eq!(asked(&table), Some((1, 2)));
    assert_eq!(table.refuses(2, announce(6)), Illegal::CampSaved);
    table.play(1, PASS);
    table.play(0, place_camp("A1"));
    // The turn of camp 6: 2 and 5 are asked for before it.
    assert_eq!(asked(&table), Some((1, 2)));
    table.play(1, place_camp("A2"));
    assert_eq!(asked(&table), Some((1, 5)));
    table.play(1, PASS);
    assert_eq!(asked(&table), Some((2, 6)));
    table.play(2, place_camp("A3"));
    assert_eq!((asked(&table), table.due()), (None, vec![1, 2]));
}

#[test]
fn a_camp_that_was_placed_before_its_turn_has_none() {
    // 6A.3
    let mut table = Table::building(&["", "", ""], &["camp4", "camp2", "camp3"]);
    table.play(0, announce(4));
    table.play(2, announce(3));
    table.play(1, PASS);
    assert_eq!(asked(&table), Some((2, 3)));
    table.play(2, place_camp("A1"));
    table.play(0, place_camp("A2"));
    assert_eq!((asked(&table), table.due()), (None, vec![1]));
}

#[test]
fn who_is_asked_for_a_camp_is_asked_another_question_than_before() {
    // Only their number is closed: all others go on with what they were asked.
    let mut table = Table::building(&["", "A1", "J1"], &["camp4", "camp2 city1", "city1 camp6"]);
    table.play(0, announce(4));
    assert_eq!(table.closed, Seats::only(Seat(1)));
    table.play(2, build("city1", "J1"));
    assert_eq!(table.closed, Seats::NONE);
    table.play(1, PASS);
    assert_eq!(table.closed, Seats::NONE, "seat 0 was asked nothing");
    let mut table = Table::building(&["A1", ""], &["camp4 city1", "camp2"]);
    table.play(0, announce(4));
    table.play(1, PASS);
    assert_eq!(
        table.closed,
        Seats::only(Seat(0)),
        "it was asked what to build"
    );
}

#[test]
fn who_passed_when_asked_may_announce_later() {
    // 6A.5
    let mut table = Table::building(&["", ""], &["camp4", "camp2"]);
    table.play(0, announce(4));
    table.play(1, PASS);
    table.play(0, place_camp("A1"));
    assert_eq!(table.due(), [1]);
    table.play(1, announce(2));
    table.play(1, place_camp("A2"));
}

#[test]
fn an_announcer_who_passes_has_saved_the_camp_for_a_later_round() {
    // 6A.5
    let mut table = Table::building(&["A1", ""], &["camp4 city1", "camp5"]);
    table.play(0, announce(4));
    table.play(0, PASS);
    let refused = table.refuses(0, announce(4));
    assert_eq!(
        (refused, refused.refusal().rule),
        (Illegal::CampSaved, Some("6A.5"))
    );
    assert!(!table.legal(0).contains(&announce(4)));
    // It is still asked for when a higher number is announced.
    table.play(1, announce(5));
    assert_eq!(asked(&table), Some((0, 4)));
    table.play(0, PASS);
    table.play(1, PASS);
    table.play(0, Command::Done {});
    // 6A.7: in a later round it takes part like a new one.
    assert_eq!(table.state.round, 2);
    table.until(Duty::Build);
    assert!(table.legal(0).contains(&announce(4)));
}

#[test]
fn who_is_done_is_still_asked_but_announces_no_more() {
    // 6A.6
    let mut table = Table::building(&["", ""], &["camp1", "camp6"]);
    table.play(0, Command::Done {});
    assert_eq!(table.due(), [1]);
    table.play(1, announce(6));
    assert_eq!(asked(&table), Some((0, 1)));
    table.play(0, PASS);
    assert_eq!(asked(&table), Some((1, 6)));
    table.play(1, place_camp("A1"));
    assert_eq!(table.state.round, 2);
}

#[test]
fn no_building_goes_on_a_camp() {
    // 6.9
    let mut table = Table::building(&["J1", ""], &["camp1 city1", ""]);
    table.play(0, announce(1));
    table.play(0, place_camp("A1"));
    assert_eq!(
        table.refuses(0, build("city1", "A1")),
        Illegal::BuiltUpon(square("A1"))
    );
}

#[test]
fn a_camp_joins_parts_of_a_fief_until_it_leaves() {
    // 6.10
    use super::super::{fiefs::parts, land::Square};
    let mut realm = super::table::realm(&["A1 A2:!1 A3", ""]);
    assert_eq!(parts(&realm, Seat(0)).len(), 1);
    realm.take(Seat(1), Square(1));
    assert_eq!(parts(&realm, Seat(0)).len(), 2);
    assert_eq!(parts(&realm, Seat(1)).len(), 1);
}

#[test]
fn what_was_asked_and_answered_is_told() {
    let mut table = Table::building(&["", ""], &["camp4", "camp2"]);
    table.play(0, announce(4));
    let (zero, one) = (Seat(0), Seat(1));
    let announced = Event::CampAnnounced {
        seat: zero,
        camp: 4,
    };
    let duty = Duty::Build;
    let due = |seats: &[Seat]| Event::DecisionsDue {
        duty,
        seats: seats.iter().copied().collect(),
    };
    assert_eq!(
        table.events,
        [
            announced,
            Event::CampAsked { seat: one, camp: 2 },
            due(&[one])
        ]
    );
    table.play(1, PASS);
    let passed = Event::CampPassed { seat: one, camp: 2 };
    assert_eq!(
        table.events,
        [
            passed,
            Event::CampAsked {
                seat: zero,
                camp: 4
            },
            due(&[zero, one]),
        ]
    );
}
