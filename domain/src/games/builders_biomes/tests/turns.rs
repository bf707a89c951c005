//! Chapter 6: two actions of two kinds, then extra actions.

use serde_json::json;

use super::{
    super::{Command, Event, Illegal, components::Action},
    table::{Table, build, collect, command, explore, fight, take, use_tile},
};
use crate::Seat;

fn end_turn() -> Command {
    Command::EndTurn {}
}

#[test]
fn the_first_action_of_a_match_is_to_explore_or_to_collect_blocks() {
    // 13.6
    let legal = Table::new(2).legal(0);
    let is_first = |it: &Command| matches!(it, Command::Explore { .. } | Command::TakeBlock { .. });
    assert!(legal.iter().all(is_first));
    assert_eq!(legal.len(), 13 + 4);
}

#[test]
fn a_turn_has_two_actions_of_two_kinds() {
    // 6.1 and 6.2
    let mut table = Table::new(3);
    table.play(0, explore("x-22"));
    let taken = Illegal::ActionTaken(Action::Explore);
    assert_eq!(table.refuses(0, explore("x-22")), taken);
    assert_eq!(table.refuses(0, end_turn()), Illegal::ActionsOpen);
    table.play(0, take(0, 0)).play(0, take(0, 3));
    assert_eq!(table.state.active, Seat(1));
    assert_eq!(table.refuses(0, explore("x-22")), Illegal::NotDue);
}

#[test]
fn turns_go_round_clockwise() {
    // 3.7
    let mut table = Table::new(3);
    let corners = [(0, 0), (0, 3), (3, 0)];
    for (nth, (x, y)) in (0..).zip(corners) {
        assert_eq!(table.state.active, Seat(nth));
        assert_eq!(table.state.turn, u32::from(nth) + 1);
        table.play(nth, explore("x-22"));
        table.play(nth, take(x, y));
        let next = table.state.cube.takeable().next().unwrap();
        table.play(nth, Command::TakeBlock { column: next });
    }
    assert_eq!(table.state.active, Seat(0));
}

#[test]
fn a_turn_ends_by_itself_when_no_extra_action_tile_is_left() {
    // 6.6
    let mut table = Table::new(2);
    table
        .play(0, explore("x-22"))
        .play(0, take(0, 0))
        .play(0, take(0, 3));
    let happened = table.happened();
    assert_eq!(
        happened,
        ["block_taken", "turn_ended", "turn_began", "decision_due"]
    );
}

fn after_two_actions(mobs: &str) -> Table {
    let mut table = Table::new(2).mobs(0, mobs);
    table
        .play(0, explore("x-22"))
        .play(0, take(0, 0))
        .play(0, take(0, 3));
    table
}

#[test]
fn extra_actions_come_after_both_normal_ones_and_repeat_any_kind() {
    // 6.3
    let table = Table::new(2).mobs(0, "mob-17");
    assert_eq!(
        table.refuses(0, use_tile("mob-17")),
        Illegal::NormalActionsFirst
    );
    let mut table = after_two_actions("mob-17 mob-19 mob-01");
    assert_eq!(
        table.legal(0),
        [use_tile("mob-17"), use_tile("mob-19"), end_turn()]
    );
    table.play(0, use_tile("mob-17")).play(0, explore("x-23"));
    table.play(0, use_tile("mob-19")).play(0, explore("x-24"));
    assert_eq!(table.state.active, Seat(1), "no tile is left");
    let returned = table.state.players[Seat(0)].mobs.iter();
    assert_eq!(returned.filter(|it| it.returned).count(), 2);
}

#[test]
fn an_extra_action_must_be_carried_out_once_its_tile_is_returned() {
    // 6.5
    let mut table = after_two_actions("mob-17 mob-18");
    table.play(0, use_tile("mob-17"));
    assert_eq!(table.refuses(0, end_turn()), Illegal::WrongMoment);
    assert_eq!(table.refuses(0, use_tile("mob-18")), Illegal::WrongMoment);
    assert!(table.allows(0, explore("x-22")));
    assert!(table.allows(0, take(0, 2)));
    table.play(0, take(0, 2));
    assert!(!table.allows(0, explore("x-22")), "the second block is due");
    let second = table.legal(0)[0];
    table.play(0, second);
    assert!(table.allows(0, end_turn()));
    assert!(!table.allows(0, explore("x-22")));
    table.play(0, end_turn());
    assert_eq!(table.state.active, Seat(1));
}

#[test]
fn end_of_game_mobs_and_those_of_others_are_no_extra_actions() {
    let table = after_two_actions("mob-17 mob-01").mobs(1, "mob-18");
    let none = |mob| Illegal::NoExtraActionTile(super::table::named(mob));
    assert_eq!(table.refuses(0, use_tile("mob-01")), none("mob-01"));
    assert_eq!(table.refuses(0, use_tile("mob-18")), none("mob-18"));
}

#[test]
fn a_tile_won_in_this_turn_may_be_used_at_once() {
    // 6.4
    let mut table = Table::new(2)
        .pile(0, "stone_sword wooden_sword poisonous_potato")
        .tile("stack-22", "mob-17");
    table.play(0, fight("stack-22")).play(0, explore("x-22"));
    assert!(table.allows(0, use_tile("mob-17")));
    table.play(0, use_tile("mob-17")).play(0, explore("x-21"));
    assert_eq!(table.state.active, Seat(1));
}

#[test]
fn a_tile_is_used_once() {
    let mut table = after_two_actions("mob-17 mob-18");
    table.play(0, use_tile("mob-17")).play(0, explore("x-22"));
    let none = Illegal::NoExtraActionTile(super::table::named("mob-17"));
    assert_eq!(table.refuses(0, use_tile("mob-17")), none);
}

#[test]
fn building_fighting_and_collecting_weapons_are_actions_too() {
    let mut table = Table::new(2)
        .at(0, "x-01")
        .tile("stack-11", "bld-05")
        .tile("stack-12", "bld-15")
        .weapon("slot-01", "iron_sword")
        .weapon("slot-02", "bow")
        .supply(0, "1S 1W");
    table.play(0, collect("slot-01"));
    assert_eq!(
        table.refuses(0, collect("slot-02")),
        Illegal::ActionTaken(Action::CollectWeapon)
    );
    table.play(0, build("stack-11", [2, 2], "1S"));
    assert_eq!(table.state.active, Seat(1));
    assert!(matches!(
        table.events[1],
        Event::TurnEnded { seat: Seat(0) }
    ));
}

#[test]
fn commands_of_other_moments_are_refused_as_such() {
    let table = Table::new(2);
    for wrong in ["use_tnt", "keep_tnt"] {
        let wrong = command(json!({"type": wrong}));
        assert_eq!(table.refuses(0, wrong), Illegal::WrongMoment);
    }
    let feature = super::table::choose("forest");
    assert_eq!(table.refuses(0, feature), Illegal::WrongMoment);
}
