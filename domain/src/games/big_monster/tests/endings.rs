//! Sections 8 and 12: the extra tile, the penalty, and who wins.

use serde_json::{Value, json};

use super::super::{
    Command, Event, Illegal, State,
    event::Duty,
    missions,
    ranking::{self, Member},
    tally::Tally,
    tiles::Tile,
};
use super::table::{PLAIN, Table, imagine, options, row, written, zone};
use crate::{BySeat, Game as _, Replay as _, Seat, Viewer, score::rank_sides};

/// At the discards of a draft of four with the black man on seat 1.
fn at_the_discards(options: Value) -> Table {
    let mut table = Table::with(
        &["exp_blue_m", "exp_black_m", "exp_red_f", "exp_pink_m"],
        options,
    );
    table.until(Duty::Discard);
    table
}

fn take(table: &Table, tile: Tile) -> Command {
    let is_it =
        |command: &Command| matches!(command, Command::TakeDiscard { tile: it, .. } if *it == tile);
    table.legal(1).into_iter().find(is_it).unwrap()
}

#[test]
fn the_black_man_takes_a_tile_from_the_discards_and_places_it() {
    // 8.1 and 8.3
    let mut table = at_the_discards(json!({}));
    assert_eq!(table.due(), [1]);
    assert_eq!(table.state.discards.len(), 8);
    let tile = table.state.discards[3].tiles[0];
    let command = take(&table, tile);
    table.play(1, command);
    assert!(matches!(
        table.events[0],
        Event::DiscardTaken { seat: Seat(1), .. }
    ));
    assert!(table.state.is_over());
    assert_eq!(table.state.discards.len(), 7);
    let sizes: Vec<usize> = table
        .state
        .seats
        .iter()
        .map(|(_, it)| it.zone.tiles.len())
        .collect();
    assert_eq!(sizes, [18, 19, 18, 18]);
}

#[test]
fn nobody_else_sees_the_discards_and_nobody_before() {
    // 13.3: who had a tile in hand last knows it anyway.
    let table = at_the_discards(json!({}));
    let open = |viewer: Viewer| {
        let view = table.state.view(viewer);
        view.discards
            .iter()
            .filter(|pile| pile.tiles.known().is_some())
            .count()
    };
    assert_eq!(open(Viewer::Seat(Seat(1))), 8);
    assert_eq!(open(Viewer::Spectator), 0);
    let mut before = Table::with(
        &["exp_blue_m", "exp_black_m", "exp_red_f", "exp_pink_m"],
        json!({}),
    );
    while before.state.round < 2 {
        before.turn_left();
    }
    // Nine turns to the left: every pile went round more than once.
    assert!(
        before
            .state
            .discards
            .iter()
            .all(|pile| pile.seen.count() == 4)
    );
}

#[test]
fn the_extra_tile_may_be_left_unless_the_host_says_otherwise() {
    // D-9
    let mut table = at_the_discards(json!({}));
    table.play(1, Command::LeaveDiscards {});
    assert!(table.state.is_over());
    assert_eq!(table.state.seats[Seat(1)].zone.tiles.len(), 18);
    let table = at_the_discards(json!({"extra_tile_compulsory": true}));
    assert_eq!(
        table.refuses(1, Command::LeaveDiscards {}),
        Illegal::MustTake
    );
    assert!(!table.legal(1).contains(&Command::LeaveDiscards {}));
    let missing = Tile::ALL.into_iter().find(|tile| {
        table
            .state
            .discards
            .iter()
            .all(|pile| pile.tiles[0] != *tile)
    });
    let tile = missing.unwrap();
    let command = Command::TakeDiscard {
        tile,
        x: 2,
        y: 0,
        give_to: None,
    };
    assert_eq!(table.refuses(1, command), Illegal::NotDiscarded(tile));
}

#[test]
fn the_extra_tile_can_earn_a_mission_and_save_from_the_penalty() {
    // D-14
    let mut table = at_the_discards(json!({}));
    table.state.seats[Seat(1)].tokens.clear();
    table.state.missions[0].individual = true;
    for seat in 0..4 {
        let tiles = if seat == 1 {
            "desert desert"
        } else {
            "desert rune_double"
        };
        table.set_zone(seat, &row(tiles));
    }
    table.state.discards[0].tiles = vec![Tile::Desert];
    let command = take(&table, Tile::Desert);
    table.play(1, command);
    assert_eq!(table.tokens(1), ["missions.desert"]);
    assert!(
        !table
            .events
            .iter()
            .any(|it| matches!(it, Event::PenaltyPaid { .. }))
    );
}

#[test]
fn without_the_black_man_the_match_ends_at_once() {
    let mut table = Table::draft(4);
    while !table.state.is_over() {
        table.all_play_first();
    }
    assert_eq!(table.state.discards.len(), 8);
    assert!(
        table
            .state
            .seats
            .iter()
            .all(|(_, it)| it.zone.tiles.len() == 18)
    );
}

fn penalized(zones: &[(&str, &str)], teams: Option<u8>) -> Vec<u8> {
    let seats = u8::try_from(zones.len()).unwrap();
    let tally = |seat: Seat| {
        let (explorer, tiles) = zones[usize::from(seat.0)];
        Tally::of(&zone(explorer, &row(tiles)), &options(json!({})))
    };
    let seats = missions::penalized(&BySeat::new(seats, tally), teams);
    seats.iter().map(|seat| seat.0).collect()
}

#[test]
fn everybody_with_the_fewest_desert_and_rune_monsters_takes_a_penalty() {
    // 8.2
    let (one, two) = (("exp_blue_m", "desert"), ("exp_blue_m", "rune_double"));
    assert_eq!(penalized(&[one, two, one], None), [0, 2]);
    assert_eq!(penalized(&[one, two], None), [0]);
    assert_eq!(penalized(&[one, one, one], None), [0; 0]);
    // The desert explorer counts.
    assert_eq!(
        penalized(&[("exp_orange_m", "desert"), one, two], None),
        [1]
    );
}

#[test]
fn teams_are_compared_by_their_sums() {
    // 8.2: 0 and 2 have three, 1 and 3 have two.
    let zone = |tiles| ("exp_blue_m", tiles);
    let four = [
        zone(""),
        zone("desert"),
        zone("rune_double desert"),
        zone("desert"),
    ];
    assert_eq!(penalized(&four, Some(2)), [1, 3]);
    let even = [
        zone("desert"),
        zone("rune_double"),
        zone("desert"),
        zone(""),
    ];
    assert_eq!(penalized(&even, Some(2)), [0; 0]);
    let six = [
        zone("desert"),
        zone(""),
        zone(""),
        zone(""),
        zone("desert"),
        zone(""),
    ];
    assert_eq!(penalized(&six, Some(3)), [2, 5]);
}

#[test]
fn a_penalty_shows_in_what_would_score_now_until_it_is_taken() {
    let zones = [
        written("exp_blue_m", &row("desert")),
        written("exp_red_f", ""),
    ];
    let paid = |tokens: Value| {
        let view = imagine(json!({"zones": zones, "tokens": tokens})).unwrap();
        let sheets = State::scores(&view);
        (
            sheets[Seat(0)].if_now.total(),
            sheets[Seat(1)].if_now.total(),
        )
    };
    assert_eq!(paid(json!([[], []])), (0, -10));
    assert_eq!(paid(json!([[], [{"type": "penalty"}]])), (0, 0));
}

fn ranks(members: &[(i16, i16)], teams: Option<u8>) -> Vec<u8> {
    let seats = u8::try_from(members.len()).unwrap();
    let members = BySeat::new(seats, |seat| {
        let (total, big_monster) = members[usize::from(seat.0)];
        Member { total, big_monster }
    });
    let ranks = rank_sides(&ranking::ranked(&members, teams));
    ranks.iter().map(|(_, rank)| *rank).collect()
}

#[test]
fn the_lower_member_decides_between_teams() {
    // 12.3, the example of the rulebook: A 76 and 126, B 94 and 93, C 83 and 88.
    let totals = [76, 94, 83, 126, 93, 88].map(|total| (total, 0));
    assert_eq!(ranks(&totals, Some(3)), [3, 1, 2, 3, 1, 2]);
}

#[test]
fn teams_tied_compare_the_higher_member_and_then_their_big_monsters() {
    // 12.2 and D-19
    assert_eq!(
        ranks(&[(50, 0), (50, 0), (60, 0), (61, 0)], Some(2)),
        [2, 1, 2, 1]
    );
    assert_eq!(
        ranks(&[(50, 11), (60, 10), (60, 0), (50, 0)], Some(2)),
        [1, 2, 1, 2]
    );
    assert_eq!(
        ranks(&[(50, 5), (60, 5), (60, 5), (50, 5)], Some(2)),
        [1, 1, 1, 1]
    );
}

#[test]
fn players_tied_compare_their_big_monsters() {
    // 12.1
    assert_eq!(
        ranks(&[(50, 1), (70, 0), (50, 11), (50, 1)], None),
        [3, 1, 2, 3]
    );
    assert_eq!(ranks(&[(70, 11), (70, 11), (70, 0)], None), [1, 1, 3]);
}

#[test]
fn partners_share_their_rank_at_the_end_of_a_match() {
    let mut table = Table::with(&PLAIN, json!({"mode": "team_draft"}));
    while !table.state.is_over() {
        table.all_play_first();
    }
    let standings = table.state.outcome().unwrap();
    for seat in 0..3 {
        assert_eq!(standings[Seat(seat)].rank, standings[Seat(seat + 3)].rank);
    }
    let ranks: Vec<u8> = (0..3).map(|seat| standings[Seat(seat)].rank).collect();
    assert!(ranks.contains(&1) && ranks.iter().all(|rank| *rank <= 3));
}
