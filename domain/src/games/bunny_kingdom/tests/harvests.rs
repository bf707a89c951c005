//! Harvests, trading posts, the end of the game and ties (sections 7 and 8).

use super::super::{Command, Event, Illegal, event::Duty, fiefs::Fiefs, realm::Basic};
use super::table::{Table, build, place_camp, square, trade};
use crate::{Game as _, Seat, Secret, Viewer};

/// A table where only seat 0's `done` is left to do in the first round.
fn harvest_after(board: &[&str]) -> Table {
    let rest = vec![""; board.len() - 1];
    let mut table = Table::building(board, &[vec!["camp6"], rest].concat());
    table.play(0, Command::Done {});
    table
}

#[test]
fn a_fief_is_worth_strength_times_wealth_and_zero_if_either_is() {
    // 7.3 to 7.6
    let table = harvest_after(&["A1 A2 A4 A5 B2:3 C7 E6", "J9 J10"]);
    // A1 A2 B2: 3 x 1; A4 A5: 1 x 1; a field alone, a city alone.
    assert_eq!(table.state.points(Seat(0)), 4);
    assert_eq!(table.state.points(Seat(1)), 0);
}

#[test]
fn every_round_harvests_anew() {
    // 7.7
    let mut table = harvest_after(&["A4 A5", ""]);
    assert_eq!(table.state.points(Seat(0)), 1);
    while table.state.round == 2 {
        for seat in table.state.due.iter() {
            let command = *table.legal(seat.0).last().unwrap();
            table.play(seat.0, command);
        }
    }
    assert!(table.state.points(Seat(0)) >= 2);
    assert_eq!(table.state.harvests.len(), 2);
}

#[test]
fn each_trading_post_is_named_before_every_harvest() {
    // 7.1
    let mut table = harvest_after(&["A4 B4:$wood C1 D1:$", "J1"]);
    assert_eq!(
        (table.state.duty, table.due()),
        (Some(Duty::Trade), vec![0])
    );
    assert_eq!(table.legal(0).len(), 6);
    assert_eq!(
        table.refuses(0, trade("A4", Basic::Fish)),
        Illegal::NotYourPost(square("A4"))
    );
    // The same again is fine.
    table.play(0, trade("B4", Basic::Wood));
    assert_eq!(
        table.refuses(0, trade("B4", Basic::Fish)),
        Illegal::NamedAlready(square("B4"))
    );
    assert_eq!(table.legal(0).len(), 3);
    table.play(0, trade("D1", Basic::Fish));
    assert_eq!(table.state.round, 2);
    // A city with fish printed and wood traded; a city with fish traded.
    assert_eq!(table.state.points(Seat(0)), 3);
}

#[test]
fn trading_posts_are_named_unseen_and_shown_together() {
    let mut table = harvest_after(&["A4 B4:$wood", "C1 D1:$"]);
    table.play(0, trade("B4", Basic::Carrot));
    let [Event::TradeNamed { seat, trade: named }] = &table.events[..] else {
        panic!("{:?}", table.events)
    };
    let told = |viewer| named.clone().disclose(*seat, viewer);
    assert_eq!(told(Viewer::Seat(Seat(1))), Secret::Withheld);
    let view = |viewer| super::super::View::of(&table.state, viewer);
    assert_eq!(view(Viewer::Seat(Seat(0))).seats[Seat(0)].trades.len(), 1);
    assert_eq!(view(Viewer::Seat(Seat(1))).seats[Seat(0)].trades, []);
    table.play(1, trade("D1", Basic::Fish));
    assert!(matches!(&table.events[1], Event::TradesRevealed { trades } if trades.len() == 2));
}

#[test]
fn a_luxury_is_no_trade() {
    // 7.1
    let read = |resource: &str| {
        let text = format!(r#"{{"type":"trade","square":"B4","resource":"{resource}"}}"#);
        serde_json::from_str::<Command>(&text)
    };
    assert!(read("fish").is_ok());
    assert!(read("gold").is_err());
}

#[test]
fn buildings_not_placed_at_the_end_are_worth_nothing() {
    // 6.1
    let mut table = Table::ending(&["A4 A5", ""], &["", ""]);
    table.play(0, Command::Done {});
    assert_eq!(table.totals(), [1, 0]);
    assert_eq!(table.ranks(), [1, 2]);
}

#[test]
fn the_choices_of_the_last_round_count_for_the_parchments() {
    // 7.2
    let mut table = Table::ending(&["A5 B4:$wood", ""], &["fisher", ""]);
    table.play(0, Command::Done {});
    table.play(0, trade("B4", Basic::Fish));
    // Two printed, one traded.
    assert_eq!(table.totals(), [3, 0]);
}

#[test]
fn parchments_are_turned_up_and_added_to_the_harvests() {
    // 8.1
    let mut table = Table::ending(&["A4 A5", "A1"], &["royal_crown", "carpenter royal_coat"]);
    table.play(0, Command::Done {});
    assert_eq!(table.totals(), [6, 3]);
    let sources = |seat| {
        let standings = table.state.outcome().unwrap();
        let lines = standings[Seat(seat)]
            .score
            .0
            .iter()
            .map(|line| line.source.clone());
        lines.collect::<Vec<_>>()
    };
    assert_eq!(sources(0), ["harvest_4.fief_1", "parchment.royal_crown"]);
    assert_eq!(sources(1), ["parchment.carpenter", "parchment.royal_coat"]);
}

#[test]
fn equal_totals_share_the_victory() {
    // 8.2: no tie-break by fiefs or cities.
    let mut table = Table::ending(&["A4 A5", "E6 C7 J1", ""], &["", "royal_ring", ""]);
    table.play(0, Command::Done {});
    assert_eq!(table.totals(), [1, 1, 0]);
    assert_eq!(table.ranks(), [1, 1, 3]);
}

#[test]
fn the_game_ends_after_four_rounds() {
    // 3.1
    let mut table = Table::dealt(2, "");
    let mut rounds = 0;
    while !table.state.is_over() {
        table.all_play_first();
        rounds = rounds.max(table.state.round);
    }
    assert_eq!((rounds, table.state.harvests.len()), (4, 4));
    assert!(table.state.due.is_empty());
}

#[test]
fn a_match_folds_a_camp_through_rounds() {
    // 6.9 and 4.3 b: the camp harvests until a territory card takes its square.
    let mut table = Table::building(&["A4 J1", ""], &["camp1 city1", ""]);
    table.play(0, Command::AnnounceCamp { camp: 1 });
    table.play(0, place_camp("A5"));
    assert_eq!(
        table.refuses(0, build("city1", "A5")),
        Illegal::BuiltUpon(square("A5"))
    );
    table.play(0, Command::Done {});
    assert_eq!(table.state.points(Seat(0)), 1);
    let fiefs = &table.state.harvests[0];
    assert_eq!(fiefs[Seat(1)], Fiefs::default());
}
