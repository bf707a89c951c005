//! What others hold changes nothing one sees or hears.

use super::super::{
    Event, Options,
    components::{Card, Skill},
    event::{Deck, Drawing},
    map::{Area, Terrain},
};
use super::table::{DICE, Table, at, draw};
use crate::{Game as _, Seat, Secret, Viewer, decide};

#[test]
fn the_order_of_the_deck_and_of_the_ambushes_shows_nowhere() {
    let table = Table::plain(2, &[Card::RiftLands, Card::Orchard, Card::Hamlet]);
    let mut other = Table::plain(2, &[Card::RiftLands, Card::Hamlet, Card::Orchard]).state;
    let mut setup = (*other.setup).clone();
    setup.ambushes = Secret::Known(Deck(Card::AMBUSH.iter().rev().copied().collect()));
    assert_ne!(setup, *table.state.setup);
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
        let disclosed = (*table.state.setup).clone().disclose(viewer);
        assert_eq!(disclosed, setup.clone().disclose(viewer));
        assert_eq!(disclosed.ambushes, Secret::Withheld);
    }
    other.setup = setup.into();
    for viewer in [
        Viewer::Seat(Seat(0)),
        Viewer::Seat(Seat(1)),
        Viewer::Spectator,
        Viewer::Referee,
    ] {
        assert_eq!(other.view(viewer), table.state.view(viewer));
    }
    let started = |deck: &[Card]| Event::SeasonStarted {
        season: super::super::components::Season::Fall,
        deck: Secret::Known(Deck(deck.to_vec())),
    };
    let seen = |deck: &[Card]| started(deck).disclose(Viewer::Seat(Seat(0)));
    assert_eq!(
        seen(&[Card::Orchard, Card::Hamlet]),
        seen(&[Card::Hamlet, Card::Orchard])
    );
}

/// What seat 1 sees and hears of one of two drawings of seat 0.
fn seen_by_other(table: &Table, cell: (u8, u8)) -> (super::super::View, Vec<Event>) {
    let command = draw(Terrain::Farm, [cell]);
    let decided = decide(&table.state, Seat(0), command, &DICE).unwrap();
    let other = Viewer::Seat(Seat(1));
    let events = decided
        .events
        .into_iter()
        .map(|event| event.disclose(other));
    (decided.state.view(other), events.collect())
}

#[test]
fn a_drawing_not_yet_shown_shows_nowhere() {
    let table = Table::plain(2, &[Card::RiftLands, Card::Orchard]);
    assert_eq!(seen_by_other(&table, (0, 0)), seen_by_other(&table, (4, 4)));
    let mine = decide(&table.state, Seat(0), draw(Terrain::Farm, [(0, 0)]), &DICE).unwrap();
    let view = mine.state.view(Viewer::Seat(Seat(0)));
    assert_eq!(Area(view.sheets[Seat(0)].map.farm), at([(0, 0)]));
    assert_eq!(view.drawn.len(), 1);
}

#[test]
fn monsters_not_yet_shown_are_seen_only_by_who_draws_them() {
    let mut table = Table::plain(2, &[Card::GoblinAttack, Card::RiftLands]);
    table.play(0, draw(Terrain::Monster, [(0, 0), (1, 1), (2, 2)]));
    let monsters = |viewer| table.state.view(viewer).sheets[Seat(1)].map.monster.count();
    assert_eq!(monsters(Viewer::Seat(Seat(0))), 3);
    assert_eq!(monsters(Viewer::Seat(Seat(1))), 0);
    assert_eq!(monsters(Viewer::Spectator), 0);
    assert_eq!(monsters(Viewer::Referee), 3);
}

#[test]
fn public_events_alone_give_the_same_table_to_all() {
    let options = Options {
        skills: true,
        ..Options::default()
    };
    let mut table = Table::new(
        options,
        3,
        &[Skill::Search, Skill::Diplomacy],
        &Card::EXPLORE,
    );
    let spectator = Viewer::Spectator;
    let mut outsider = table.state.clone();
    let mut last = table.state.season;
    while !table.state.is_over() {
        let seat = table.state.to_act().iter().next().unwrap();
        let legal = table.legal(seat.0);
        table.play(seat.0, legal[legal.len() / 2]);
        for event in table.events.clone() {
            outsider.evolve(&event.disclose(spectator));
        }
        assert_eq!(outsider.view(spectator), table.state.view(spectator));
        last = table.state.season;
    }
    assert_eq!(outsider.outcome(), table.state.outcome());
    assert_eq!(last, super::super::components::Season::Winter);
}

#[test]
fn a_pass_is_known_by_having_neither_cells_nor_skill() {
    let pass = Drawing::pass(Seat(3));
    assert!(pass.cells.0.is_empty() && pass.skill.is_none());
    assert_eq!(pass.sheet, Seat(3));
}
