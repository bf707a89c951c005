//! Chapter 5 and 7.2: crossings, steps and what is flipped.

use super::{
    super::{
        Event, Illegal,
        places::{Crossing, Slot, Stack},
        tiles::Tile,
    },
    table::{Table, build, collect, explore, fight, named},
};
use crate::Seat;

#[test]
fn nine_crossings_touch_four_stacks_twelve_two_and_two_slots_four_one() {
    // 5.1
    let kind = |crossing: Crossing| (crossing.stacks().count(), crossing.slots().count());
    let count = |wanted| Crossing::all().filter(|it| kind(*it) == wanted).count();
    assert_eq!([count((4, 0)), count((2, 2)), count((1, 2))], [9, 12, 4]);
}

#[test]
fn every_stack_touches_four_crossings_and_every_slot_two() {
    for stack in Stack::all() {
        let touching = Crossing::all().filter(|it| it.touches(stack.cell()));
        assert_eq!(touching.count(), 4);
    }
    for slot in Slot::all() {
        let touching = Crossing::all().filter(|it| it.touches(slot.cell()));
        assert_eq!(touching.count(), 2);
    }
}

#[test]
fn diagonal_crossings_are_two_steps_apart() {
    // 5.3
    let steps = |from: &str, to: &str| named::<Crossing>(from).steps_to(named(to));
    assert_eq!(steps("x-22", "x-33"), 2);
    assert_eq!(steps("x-00", "x-44"), 8);
    assert_eq!(named::<Crossing>("x-22").within(2).count(), 13);
    assert_eq!(named::<Crossing>("x-00").within(2).count(), 6);
}

#[test]
fn exploring_flips_what_lies_around_its_end_and_nothing_on_the_way() {
    // 7.2.1 and D-09
    let mut table = Table::new(2);
    table.play(0, explore("x-20"));
    let Event::Explored { tiles, weapons, .. } = &table.events[0] else {
        panic!("it was explored")
    };
    let stacks: Vec<String> = tiles.iter().map(|it| it.stack.to_string()).collect();
    let slots: Vec<String> = weapons.iter().map(|it| it.slot.to_string()).collect();
    assert_eq!(stacks, ["stack-21", "stack-31"]);
    assert_eq!(slots, ["slot-20", "slot-30"]);
    let up = |stack: &Stack| table.state.overworld.tile(*stack).is_some();
    assert_eq!(Stack::all().filter(up).count(), 2);
}

#[test]
fn the_first_to_explore_the_middle_flips_four_tiles_and_the_next_none() {
    let mut table = Table::new(2);
    table.play(0, explore("x-22"));
    let flipped = |events: &[Event]| {
        let Event::Explored { tiles, weapons, .. } = &events[0] else {
            panic!("it was explored")
        };
        tiles.len() + weapons.len()
    };
    assert_eq!(flipped(&table.events), 4);
    table.play(0, super::table::take(0, 0));
    table.play(0, super::table::take(0, 3));
    // 7.2.2: zero steps, nothing to flip, yet legal.
    table.play(1, explore("x-22"));
    assert_eq!(flipped(&table.events), 0);
    assert_eq!(
        table.state.players[Seat(0)].at,
        table.state.players[Seat(1)].at
    );
}

#[test]
fn three_steps_are_too_far() {
    let table = Table::new(2);
    let corner = explore("x-00");
    assert_eq!(table.refuses(0, corner), Illegal::TooFar(named("x-00")));
    assert!(table.allows(0, explore("x-24")));
}

#[test]
fn the_tile_below_stays_face_down_until_somebody_explores_next_to_it() {
    // 5.5
    let mut table = Table::new(2).tile("stack-22", "bld-05").supply(0, "1S");
    table.play(0, build("stack-22", [0, 0], "1S"));
    let stack = table.state.overworld.stack(named("stack-22"));
    assert!(!stack.face_up);
    assert_eq!(stack.tiles.len(), 3);
    assert_eq!(table.state.overworld.tile(named("stack-22")), None);
    table.play(0, explore("x-22"));
    assert!(table.state.overworld.tile(named("stack-22")).is_some());
}

#[test]
fn only_what_touches_the_crossing_is_in_reach() {
    // 5.2
    let table = Table::new(2)
        .tile("stack-11", "bld-05")
        .tile("stack-12", "mob-19")
        .weapon("slot-01", "bow")
        .supply(0, "1S");
    let refused = [
        table.refuses(0, build("stack-11", [0, 0], "1S")),
        table.refuses(0, fight("stack-12")),
        table.refuses(0, collect("slot-01")),
    ];
    assert_eq!(
        refused,
        [
            Illegal::StackNotAdjacent(named("stack-11")),
            Illegal::StackNotAdjacent(named("stack-12")),
            Illegal::SlotNotAdjacent(named("slot-01")),
        ]
    );
    let table = table.at(0, "x-01");
    assert!(table.allows(0, build("stack-11", [0, 0], "1S")));
    assert!(table.allows(0, fight("stack-12")));
    assert!(table.allows(0, collect("slot-01")));
}

#[test]
fn what_is_face_down_can_not_be_used() {
    let table = Table::new(2).at(0, "x-01").tile("stack-12", "mob-19");
    let nothing = |stack| Illegal::NothingFaceUp(named(stack));
    assert_eq!(table.refuses(0, fight("stack-11")), nothing("stack-11"));
    assert_eq!(
        table.refuses(0, collect("slot-02")),
        Illegal::NoWeapon(named("slot-02"))
    );
    assert_eq!(
        table.refuses(0, build("stack-12", [0, 0], "1W")),
        Illegal::NotABuilding(named("stack-12"))
    );
}

#[test]
fn characters_stand_and_pass_where_nothing_is_left() {
    // D-04
    let mut table = Table::new(2);
    for stack in Stack::all() {
        for _ in 0..4 {
            table.state.overworld.take_tile(stack);
        }
    }
    table.play(0, explore("x-33"));
    assert!(matches!(&table.events[0], Event::Explored { tiles, .. } if tiles.is_empty()));
}

#[test]
fn all_64_tiles_are_dealt_and_16_tokens() {
    // 3.1 and 3.2
    let table = Table::new(4);
    let stacks = table.state.overworld.stacks.iter();
    let mut tiles: Vec<Tile> = stacks
        .flat_map(|stack| stack.tiles.iter().map(|tile| *tile.get()))
        .collect();
    tiles.sort_unstable();
    assert_eq!(tiles, Tile::all().collect::<Vec<_>>());
    assert!(table.state.overworld.slots.iter().all(Option::is_some));
    assert!(
        table
            .state
            .players
            .iter()
            .all(|(_, it)| it.at == Crossing::START)
    );
}

#[test]
fn places_are_read_as_they_are_written() {
    for stack in Stack::all() {
        assert_eq!(Stack::try_from(stack.to_string()), Ok(stack));
    }
    for slot in Slot::all() {
        assert_eq!(Slot::try_from(slot.to_string()), Ok(slot));
    }
    for crossing in Crossing::all() {
        assert_eq!(Crossing::try_from(crossing.to_string()), Ok(crossing));
    }
    for wrong in [
        "stack-01", "slot-11", "slot-00", "x-50", "x-2", "bld-45", "mob-00", "bld-1", "bld-+1",
    ] {
        let wrong = wrong.to_owned();
        assert!(Stack::try_from(wrong.clone()).is_err());
        assert!(Slot::try_from(wrong.clone()).is_err());
        assert!(Crossing::try_from(wrong.clone()).is_err());
        assert!(Tile::try_from(wrong).is_err());
    }
}
