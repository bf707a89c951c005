//! Every option, and what it changes.

use std::collections::BTreeSet;

use sha2::{Digest as _, Sha256};

use super::{
    super::{
        Command, Illegal, Options, Setup,
        board::Board,
        components::BOX,
        event::Duty,
        features::{Feature, Round},
        places::Stack,
    },
    table::{DICE, Table, choose, explore, take, use_tile},
};
use crate::{Dice, Seat, Seats, Seed};

fn setups(options: Options, seats: u8) -> impl Iterator<Item = Setup> {
    (0..40).map(move |seed| Setup::new(options, seats, &Dice::new(Seed([seed; 32]))))
}

#[test]
fn the_defaults_are_the_flags_of_the_component_file() {
    let (options, flags) = (Options::default(), &BOX.rule_flags);
    assert_eq!(options.boards_bound_to_colour, flags.boards_bound_to_colour);
    assert_eq!(
        options.extra_actions_only_after_normal_actions,
        flags.extra_actions_only_after_normal_actions
    );
    assert_eq!(
        options.mob_bonus_counts_printed_biomes,
        flags.mob_bonus_counts_printed_biomes
    );
    assert!(!flags.beginner_variant_default && options.beginners == Seats::NONE);
    // Those that are no options here.
    assert!(flags.extra_action_tile_usable_in_turn_won);
    assert!(flags.tnt_decision_after_all_reveals);
    assert!(flags.cube_interior_hidden);
    assert!(flags.build_over_allowed);
}

fn boards(setup: &Setup) -> Vec<Board> {
    setup.boards.iter().map(|(_, board)| *board).collect()
}

#[test]
fn boards_are_dealt_at_random_unless_they_are_bound_to_colors() {
    // D-03
    let mut some_differ = false;
    for setup in setups(Options::default(), 4) {
        let mut dealt = boards(&setup);
        some_differ |= dealt != Board::ALL;
        dealt.sort_unstable();
        assert_eq!(dealt, Board::ALL, "nobody has another's");
    }
    assert!(some_differ);
    let bound = Options {
        boards_bound_to_colour: true,
        ..Options::default()
    };
    assert!(setups(bound, 4).all(|setup| boards(&setup) == Board::ALL));
}

#[test]
fn two_players_may_meet_any_board() {
    // D-03
    let met: BTreeSet<Board> = setups(Options::default(), 2)
        .flat_map(|setup| boards(&setup))
        .collect();
    assert!(met.into_iter().eq(Board::ALL));
}

#[test]
fn the_box_before_boards_were_dealt_differs_in_nothing_else() {
    let now = r#""boards_bound_to_colour": false"#;
    let then = BOX.json().replace(now, r#""boards_bound_to_colour": true"#);
    assert!(BOX.plays(&hex::encode(Sha256::digest(then))));
}

#[test]
fn options_are_written_in_full() {
    // What is left out has the default of the box in use: no record may leave it out.
    let written = serde_json::to_value(Options::default()).unwrap();
    let mut names: Vec<&String> = written.as_object().unwrap().keys().collect();
    names.sort_unstable();
    let all = "automatic_features beginners boards_bound_to_colour \
        extra_actions_only_after_normal_actions mob_bonus_counts_printed_biomes start_seat";
    assert!(all.split_whitespace().eq(names), "{written}");
}

#[test]
fn the_start_seat_is_chosen_or_drawn() {
    // 3.7
    let chosen = Options {
        start_seat: Some(Seat(2)),
        ..Options::default()
    };
    assert!(setups(chosen, 3).all(|setup| setup.start == Seat(2)));
    // Nobody sits there: drawn.
    let starts = |options, seats| {
        let seats: Seats = setups(options, seats).map(|setup| setup.start).collect();
        seats.count()
    };
    assert_eq!(starts(chosen, 2), 2);
    assert_eq!(starts(Options::default(), 4), 4);
}

fn at_any_time() -> Options {
    Options {
        extra_actions_only_after_normal_actions: false,
        ..Options::default()
    }
}

#[test]
fn extra_actions_at_any_time_are_no_normal_actions() {
    // D-05
    let mut table = Table::with(at_any_time(), 2).mobs(0, "mob-17 mob-18");
    table.play(0, use_tile("mob-17")).play(0, explore("x-23"));
    assert!(table.state.actions.is_empty());
    table.play(0, explore("x-24"));
    table.play(0, use_tile("mob-18")).play(0, explore("x-23"));
    assert_eq!(table.refuses(0, Command::EndTurn {}), Illegal::ActionsOpen);
    table.play(0, take(0, 0)).play(0, take(0, 3));
    assert_eq!(table.state.active, Seat(1));
}

#[test]
fn a_turn_without_a_second_normal_action_may_end_when_extra_actions_took_it_away() {
    let mut heights = [[0; 4]; 4];
    heights[0] = [1, 1, 0, 0];
    let mut table = Table::with(at_any_time(), 2)
        .cube(heights)
        .mobs(0, "mob-17 mob-18");
    table.state.round = Some(Round::C);
    for stack in Stack::all() {
        (0..4).for_each(|_| table.state.overworld.take_tile(stack));
    }
    table
        .play(0, use_tile("mob-17"))
        .play(0, take(0, 0))
        .play(0, take(0, 1));
    assert!(
        !table.allows(0, Command::EndTurn {}),
        "exploring is possible"
    );
    table.play(0, explore("x-23"));
    let is_end =
        |it: &Command| matches!(it, Command::EndTurn {} | Command::UseExtraActionTile { .. });
    assert!(table.legal(0).iter().all(is_end));
    assert_eq!(table.legal(0).len(), 2);
}

fn by_player() -> Options {
    Options {
        automatic_features: false,
        ..Options::default()
    }
}

/// Round A is due after the next turn of seat 0.
fn before_round_a(options: Options) -> Table {
    let mut heights = [[3; 4]; 4];
    heights[0][0] = 4;
    Table::with(options, 2).cube(heights)
}

#[test]
fn players_name_their_features_in_turn_if_they_are_asked() {
    // D-12 and 10.3
    let mut table = before_round_a(by_player());
    table
        .play(0, explore("x-22"))
        .play(0, take(0, 0))
        .play(0, take(0, 3));
    assert_eq!(table.state.duty, Some(Duty::Feature));
    assert_eq!(table.state.due, Some(Seat(0)));
    assert_eq!(
        table.legal(0),
        ["forest", "desert", "mountain", "snowy_tundra"].map(choose)
    );
    assert_eq!(
        table.refuses(0, choose("wood")),
        Illegal::OtherAxis(Feature::Wood)
    );
    assert_eq!(table.refuses(1, choose("forest")), Illegal::NotDue);
    table.play(0, choose("forest"));
    assert_eq!(table.xp(0), 3, "a lower pick is allowed");
    assert_eq!(table.state.due, Some(Seat(1)));
    table.play(1, choose("snowy_tundra"));
    assert_eq!(table.xp(1), 5);
    assert_eq!(table.state.active, Seat(1));
    assert_eq!(table.state.duty, Some(Duty::Act));
}

#[test]
fn who_has_nothing_to_count_is_not_asked() {
    let mut heights = [[2; 4]; 4];
    heights[0][0] = 4;
    let mut table = Table::with(by_player(), 2)
        .cube(heights)
        .board(1, [". . .", "bld-05 . .", ". . ."]);
    table
        .play(0, explore("x-22"))
        .play(0, take(0, 0))
        .play(0, take(0, 0));
    table.play(0, choose("forest"));
    table.play(1, choose("forest"));
    assert_eq!(table.state.round, Some(Round::B));
    assert_eq!(table.state.due, Some(Seat(1)));
    table.play(1, choose("sand"));
    assert_eq!(table.xp(1), 3 * 3 + 4, "printed forests above and below");
}

#[test]
fn a_feature_without_spaces_may_be_named_and_pays_nothing() {
    let mut table = before_round_a(by_player()).board(0, [". bld-15 .", ". . .", ". . ."]);
    table
        .play(0, explore("x-22"))
        .play(0, take(0, 0))
        .play(0, take(0, 3));
    table.play(0, choose("snowy_tundra"));
    assert_eq!(table.xp(0), 0);
}

#[test]
fn one_seed_deals_one_table_whatever_the_options_on_turns() {
    let plain = Setup::new(Options::default(), 3, &DICE);
    let other = Setup::new(by_player(), 3, &DICE);
    assert_eq!((plain.cube, plain.tiles), (other.cube, other.tiles));
}
