//! Copy cards (9.13 to 9.15).

use super::super::{
    Command, Event, Illegal, cards::Parchment, event::Duty, parchments::copy_cards,
};
use super::table::{Table, parchment};
use crate::{Game as _, Seat, Viewer};

fn copy(card: &str, copied: &str) -> Command {
    Command::Copy {
        card: parchment(card),
        parchment: parchment(copied),
    }
}

/// What a copy card of a seat may become.
fn targets(held: &[&str], seat: u8, card: &str) -> Vec<Parchment> {
    let held: Vec<Vec<Parchment>> = held
        .iter()
        .map(|names| names.split_whitespace().map(parchment).collect())
        .collect();
    let seats = u8::try_from(held.len()).unwrap();
    let of = |seat: Seat| &held[usize::from(seat.0)][..];
    let cards = copy_cards(Seat(seat), seats, of, &[]);
    let card = cards.into_iter().find(|it| it.card == parchment(card));
    card.map(|it| it.targets).unwrap_or_default()
}

fn names(parchments: &[&str]) -> Vec<Parchment> {
    parchments.iter().map(|name| parchment(name)).collect()
}

#[test]
fn the_liberal_copies_the_right_neighbor_and_the_socialist_the_left() {
    // 9.13 and 1.9
    let held = ["liberal", "fisher", "farmer", "carpenter"];
    assert_eq!(targets(&held, 0, "liberal"), names(&["carpenter"]));
    let held = ["socialist", "fisher", "farmer", "carpenter"];
    assert_eq!(targets(&held, 0, "socialist"), names(&["fisher"]));
    let two = ["liberal socialist", "fisher farmer"];
    assert_eq!(targets(&two, 0, "liberal"), names(&["fisher", "farmer"]));
    assert_eq!(targets(&two, 0, "socialist"), names(&["fisher", "farmer"]));
}

#[test]
fn a_copied_copy_card_is_read_from_the_seat_that_copies() {
    // 9.14: seat 0's right neighbor holds the socialist; left is read from seat 0.
    let held = ["liberal", "fisher", "farmer", "socialist carpenter"];
    assert_eq!(
        targets(&held, 0, "liberal"),
        names(&["fisher", "carpenter"])
    );
    // The other way round the socialist finds nothing but what it passes over.
    assert_eq!(targets(&held, 3, "socialist"), names(&["farmer"]));
}

#[test]
fn a_path_uses_no_card_twice() {
    // 9.14: of two, each holds a copy card and nothing else.
    let held = ["liberal", "socialist"];
    assert_eq!(targets(&held, 0, "liberal"), []);
    let held = ["liberal", "socialist matriarch"];
    assert_eq!(targets(&held, 0, "liberal"), names(&["matriarch"]));
    assert_eq!(targets(&held, 1, "socialist"), []);
}

#[test]
fn choosing_is_mandatory_when_a_path_exists() {
    // 9.15
    let mut table = Table::ending(&["A1 A2", "A3", ""], &["liberal", "", "carpenter"]);
    table.play(0, Command::Done {});
    assert_eq!((table.state.duty, table.due()), (Some(Duty::Copy), vec![0]));
    assert_eq!(table.legal(0), [copy("liberal", "carpenter")]);
    assert_eq!(
        table.refuses(0, copy("liberal", "fisher")),
        Illegal::OutOfReach(parchment("fisher"))
    );
    assert_eq!(
        table.refuses(0, copy("carpenter", "carpenter")),
        Illegal::NoCopyCard(parchment("carpenter"))
    );
    table.play(0, copy("liberal", "carpenter"));
    // The copy counts seat 0's wood, the original seat 2's.
    assert_eq!(table.totals(), [2, 0, 0]);
    let standings = table.state.outcome().unwrap();
    assert_eq!(
        standings[Seat(0)].score.0[0].source,
        "parchment.liberal.carpenter"
    );
}

#[test]
fn without_a_path_the_card_scores_nothing_and_nobody_is_asked() {
    // 9.14
    let mut table = Table::ending(&["A1", "", ""], &["liberal bureaucrat", "fisher", ""]);
    table.play(0, Command::Done {});
    assert_eq!(table.totals(), [2, 0, 0]);
}

#[test]
fn both_copy_cards_are_chosen_for_one_after_the_other() {
    let mut table = Table::ending(&["A1", ""], &["liberal socialist", "royal_crown"]);
    table.play(0, Command::Done {});
    assert_eq!(table.legal(0).len(), 2);
    table.play(0, copy("socialist", "royal_crown"));
    assert_eq!(table.legal(0), [copy("liberal", "royal_crown")]);
    assert_eq!(
        table.refuses(0, copy("socialist", "royal_crown")),
        Illegal::NoCopyCard(parchment("socialist"))
    );
    table.play(0, copy("liberal", "royal_crown"));
    assert_eq!(table.totals(), [10, 5]);
}

#[test]
fn what_one_copies_shows_when_all_have_chosen() {
    let parchments = ["liberal", "socialist fisher", "royal_ring"];
    let mut table = Table::ending(&["A1", "A5", ""], &parchments);
    table.play(0, Command::Done {});
    assert_eq!(table.due(), [0, 1]);
    table.play(0, copy("liberal", "royal_ring"));
    let other = Viewer::Seat(Seat(1));
    let Event::CopyChosen { copy: told, .. } = table.events[0].clone().disclose(other) else {
        panic!("{:?}", table.events)
    };
    assert_eq!(told.known(), None);
    let view = super::super::View::of(&table.state, other);
    assert_eq!(view.seats[Seat(0)].copies.0, []);
    table.play(1, copy("socialist", "royal_ring"));
    assert_eq!(table.totals(), [1, 2, 1]);
}
