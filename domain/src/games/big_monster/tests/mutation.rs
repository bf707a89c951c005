//! 6.1 and 6.2: beams and what they make of mutants.

use super::super::{Event, event::Duty, tiles::Tile, zone::Zone};
use super::table::{DICE, Table, line, place, tile, zone};
use crate::Seat;

fn levels(explorer: &str, tiles: &str) -> Vec<u8> {
    let zone = zone(explorer, tiles);
    zone.tiles.iter().map(|it| it.level).collect()
}

#[test]
fn a_beam_acts_on_the_mutant_directly_in_front() {
    // A twin shines down with both cells.
    assert_eq!(
        levels("exp_blue_m", "ice_red@2,0 ice_green@3,0 radio_twin@2,-1"),
        [1, 1, 0]
    );
    // A single shines up with its right cell.
    assert_eq!(levels("exp_blue_m", "ice_red@2,0 radio_single@1,2"), [1, 0]);
    assert_eq!(levels("exp_blue_m", "ice_red@2,0 radio_single@2,2"), [0, 0]);
    // Nothing through another tile, nothing across.
    assert_eq!(
        levels("exp_blue_m", "swamp@2,0 ice_red@2,2 radio_twin@2,-1"),
        [0, 0, 0]
    );
    assert_eq!(levels("exp_blue_m", "radio_twin@2,0 ice_red@4,0"), [0, 0]);
    // A twin does not shine up, a single not down.
    assert_eq!(levels("exp_blue_m", "ice_red@2,-1 radio_twin@2,1"), [0, 0]);
    assert_eq!(
        levels("exp_blue_m", "swamp@2,0 radio_single@2,-1 ice_red@3,0"),
        [0, 0, 0]
    );
}

#[test]
fn the_pink_woman_shines_up_from_her_right_column() {
    assert_eq!(levels("exp_pink_f", "ice_blue@1,-2 ice_blue@0,-2"), [1, 0]);
    assert_eq!(levels("exp_pink_f", "ice_blue@1,2"), [0]);
    assert_eq!(levels("exp_blue_m", "ice_blue@1,-2"), [0]);
}

#[test]
fn two_beams_make_level_two_at_once_and_in_any_order() {
    let mut tiles = ["ice_orange@2,0", "radio_twin@1,-1", "radio_single@1,2"];
    for turned in 0..3 {
        tiles.rotate_left(1);
        let zone = zone("exp_blue_m", &tiles.join(" "));
        let mutant = zone.tiles.iter().find(|it| it.tile == Tile::IceOrange);
        assert_eq!(mutant.unwrap().level, 2, "turned {turned}");
    }
}

#[test]
fn the_sequence_of_the_rulebook_mutates_once_and_again() {
    // The orange mutant pays 2, then 7 with a beam, then 20 with two.
    let steps = [
        ("ice_orange@2,0", 2),
        ("ice_orange@2,0 radio_single@1,2", 7),
        ("ice_orange@2,0 radio_single@1,2 radio_twin@2,-1", 20),
    ];
    for (tiles, points) in steps {
        assert_eq!(line("exp_blue_m", tiles, "ice.ice_orange"), Some(points));
    }
}

#[test]
fn mutants_pay_by_level_and_go_no_further_than_their_kind_does() {
    let table = [
        ("ice_blue", [1, 10, 10]),
        ("ice_orange", [2, 7, 20]),
        ("ice_green", [3, 8, 18]),
        ("ice_red", [4, 9, 15]),
    ];
    for (name, points) in table {
        let beams = ["", " radio_single@1,2", " radio_single@1,2 radio_twin@2,-1"];
        for (beam, points) in beams.into_iter().zip(points) {
            let tiles = format!("{name}@2,0{beam}");
            let paid = line("exp_blue_m", &tiles, &format!("ice.{name}"));
            assert_eq!(paid, Some(points), "{tiles}");
        }
    }
}

#[test]
fn the_yeti_does_not_mutate() {
    // D-18
    assert_eq!(levels("exp_blue_m", "sp_yeti@2,0 radio_twin@2,-1"), [0, 0]);
}

#[test]
fn a_mutation_is_told_with_its_tile_and_level() {
    let mut table = Table::draft(3);
    table.until(Duty::Place);
    table.set_zone(0, "ice_green@2,0 ice_blue@3,0");
    table.state.seats[Seat(0)].kept = Some(Tile::RadioTwin);
    table.play(0, place(2, -1));
    let mutated = |nth| Event::Mutated {
        seat: Seat(0),
        nth,
        level: 1,
    };
    assert_eq!(table.events[1..], [mutated(0), mutated(1)]);
    assert_eq!(table.state.seats[Seat(0)].zone.tiles[1].level, 1);
}

#[test]
fn levels_depend_on_where_tiles_lie_and_not_on_when_they_came() {
    // 6.1: laid one by one with their mutations, or all at once.
    for seed in 0..50 {
        let mut roll = DICE.roll("zones", seed);
        let mut one_by_one = Zone::new(super::table::explorer("exp_pink_f"));
        let names = [
            "ice_blue",
            "ice_orange",
            "ice_red",
            "radio_twin",
            "radio_single",
        ];
        for _ in 0..15 {
            let name = names[usize::try_from(roll.below(5)).unwrap()];
            let spots = one_by_one.spots(tile(name));
            let nth = roll.below(u32::try_from(spots.len()).unwrap());
            let at = spots[usize::try_from(nth).unwrap()];
            one_by_one = one_by_one.with(tile(name), at);
        }
        let mut at_once = one_by_one.clone();
        at_once.tiles.iter_mut().for_each(|it| it.level = 0);
        at_once.tiles.reverse();
        at_once.mutate();
        at_once.tiles.reverse();
        assert_eq!(at_once, one_by_one);
    }
}
