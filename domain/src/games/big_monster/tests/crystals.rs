//! 6.3: crystals.

use super::super::{components::Color, crystals, zone::Zone};
use super::table::{line, zone};

const ONE_OF_EACH: &str = "lava_green@2,0 lava_green@3,0 lava_green@2,2 lava_green@3,2 \
                           lava_blue_s@4,0 lava_blue_n@4,2 rune_green@5,0";

fn count(zone: &Zone, color: Color) -> usize {
    crystals::complete(zone)
        .filter(|it| it.color == color)
        .count()
}

#[test]
fn crystals_of_each_color_pay_17_together() {
    // The example of the rulebook: 10 + 5 + 2.
    let pays = |source| line("exp_blue_m", ONE_OF_EACH, source);
    assert_eq!(pays("crystals.blue"), Some(10));
    assert_eq!(pays("crystals.pink"), Some(5));
    assert_eq!(pays("crystals.green"), Some(2));
}

#[test]
fn an_unfinished_crystal_gives_nothing() {
    let tiles = "lava_green@2,0 lava_green@3,0 lava_green@2,2";
    assert_eq!(line("exp_blue_m", tiles, "crystals.blue"), None);
    assert_eq!(
        line("exp_blue_m", "lava_blue_s@2,0", "crystals.green"),
        None
    );
}

#[test]
fn shifted_tiles_do_not_meet() {
    // D-5
    assert_eq!(
        line(
            "exp_blue_m",
            "rune_green@2,0 rune_green@3,0",
            "crystals.green"
        ),
        Some(2)
    );
    assert_eq!(
        line(
            "exp_blue_m",
            "rune_green@2,0 rune_green@3,1",
            "crystals.green"
        ),
        None
    );
    assert_eq!(
        line(
            "exp_blue_m",
            "rune_pink_s@2,0 rune_pink_n@2,2",
            "crystals.pink"
        ),
        Some(5)
    );
    assert_eq!(
        line(
            "exp_blue_m",
            "rune_pink_n@2,0 rune_pink_s@2,2",
            "crystals.pink"
        ),
        None
    );
}

#[test]
fn a_piece_belongs_to_one_point_only() {
    // Three in a row: the middle one has two pieces, one for each side.
    let zone = zone("exp_blue_m", "rune_green@2,0 rune_green@3,0 rune_green@4,0");
    assert_eq!(count(&zone, Color::Green), 2);
}

#[test]
fn explorers_bring_pieces_too() {
    let green = zone("exp_blue_f", "rune_green@2,0 rune_green@-1,0");
    assert_eq!(count(&green, Color::Green), 2);
    let pink = zone("exp_pink_m", "rune_pink_n@0,2 rune_pink_n@1,2");
    assert_eq!(count(&pink, Color::Pink), 2);
    // South-east of the green woman, with three tiles round.
    let blue = zone(
        "exp_green_f",
        "lava_green@2,0 lava_green@1,2 lava_green@2,2",
    );
    assert_eq!(count(&blue, Color::Blue), 1);
    assert_eq!(
        count(
            &zone("exp_blue_m", "lava_green@2,0 lava_green@1,2 lava_green@2,2"),
            Color::Blue
        ),
        0
    );
}

#[test]
fn a_point_can_finish_crystals_of_two_colors_only_on_different_points() {
    let zone = zone(
        "exp_blue_m",
        "lava_purple_s@2,0 lava_purple_n@2,2 lava_purple_s@3,0 lava_purple_n@3,2",
    );
    assert_eq!(count(&zone, Color::Green), 2);
    assert_eq!(count(&zone, Color::Pink), 2);
    assert_eq!(count(&zone, Color::Blue), 1);
}
