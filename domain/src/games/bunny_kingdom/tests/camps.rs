//! Camps: announcing, asking in order, keeping, losing (sections 6.9 to 6A).

use super::super::{Command, Event, Illegal, event::Duty};
use super::table::{Table, build, place_camp, square};
use crate::{Reason as _, Seat};

const PASS: Command = Command::PassCamp {};

fn announce(camp: u8) -> Command {
    Command::AnnounceCamp { camp }
}

/// The seat and the number asked for.
fn asked(table: &Table) -> Option<(u8, u8)> {
    let call = table.state.announced?;
    let [seat] = table.due()[..] else { return None };
    Some((seat, call.asked))
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
        (Some(Duty::Camp), Some((0, 3)))
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
fn all_other_construction_waits_for_a_camp() {
    // 6A.3
    let mut table = Table::building(&["A1", "J1"], &["camp4", "city1 camp2"]);
    table.play(0, announce(4));
    assert_eq!(table.due(), [1]);
    assert_eq!(table.refuses(1, build("city1", "J1")), Illegal::WrongMoment);
    table.play(1, PASS);
    assert_eq!(table.refuses(1, build("city1", "J1")), Illegal::NotDue);
    table.play(0, place_camp("A2"));
    table.play(1, build("city1", "J1"));
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
        (refused, refused.rule()),
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
    assert_eq!(
        table.events,
        [announced, Event::CampAsked { seat: one, camp: 2 }]
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
            }
        ]
    );
}
