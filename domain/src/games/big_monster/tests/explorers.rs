//! Section 11: every explorer.

use serde_json::{Value, json};

use super::super::{
    Event,
    components::Metric,
    explorers::Explorer,
    missions::Mission,
    tally::{Claims, Tally},
};
use super::table::{Table, explorer, options, pays, row, zone};
use crate::{Seat, Viewer};

fn paid(name: &str, tiles: &str, tokens: Value) -> Option<i16> {
    pays(name, tiles, &format!("explorer.{name}"), tokens, json!({}))
}

#[test]
fn explorers_who_pay_at_the_end_pay_what_the_rulebook_says() {
    let level_2 = "ice_orange@2,0 radio_twin@2,-1 radio_single@1,2 ice_red@3,0";
    let table = [
        ("exp_blue_m", row("ice_blue ice_red radio_twin sp_yeti"), 2),
        (
            "exp_red_f",
            row("lava_green lava_purple_s sp_gold swamp"),
            3,
        ),
        ("exp_pink_m", row("radio_twin radio_single ice_red"), 3),
        ("exp_green_f", row("grass_kinds sp_camp swamp"), 2),
        ("exp_red_m", row("rune_double rune_green"), 6),
        ("exp_blue_f", row("lake_left lake_right lake_right"), 4),
        ("exp_green_m", row("rune_green rune_green rune_green"), 2),
        ("exp_sp_mutant2", level_2.to_owned(), 4),
        (
            "exp_sp_dragon",
            row("lava_purple_s lava_purple_n lava_green"),
            6,
        ),
        ("exp_sp_chicken", row("ice_blue ice_blue ice_red"), 6),
        ("exp_sp_gold", row("sp_gold"), 4),
        ("exp_sp_unicorn", row("sp_unicorn_a sp_unicorn_b"), 10),
        ("exp_sp_unicorn", row("sp_unicorn_a"), 5),
    ];
    for (name, tiles, points) in table {
        assert_eq!(paid(name, &tiles, json!([])), Some(points), "{name}");
        // Alone they pay for nothing but what they bring themselves.
        let alone = if name == "exp_sp_gold" { 2 } else { 0 };
        assert_eq!(paid(name, "", json!([])), Some(alone), "{name}");
    }
    let others = ["exp_black_f", "exp_black_m", "exp_pink_f", "exp_orange_m"];
    for name in others {
        assert_eq!(
            paid(name, &row("desert ice_red radio_twin"), json!([])),
            None
        );
    }
}

#[test]
fn the_orange_woman_counts_mission_tokens_and_penalties() {
    let tokens = json!([
        {"type": "mission", "mission": "desert", "scope": "individual"},
        {"type": "mission", "mission": "ice", "scope": "team"},
        {"type": "penalty"}, {"type": "dragon"}, {"type": "panda"},
    ]);
    assert_eq!(paid("exp_orange_f", "", tokens), Some(6));
}

#[test]
fn the_dragon_explorer_counts_dragon_tokens() {
    let tokens = json!([{"type": "dragon"}, {"type": "dragon"}, {"type": "penalty"}]);
    assert_eq!(
        paid("exp_sp_dragon", &row("lava_purple_s"), tokens),
        Some(9)
    );
}

#[test]
fn the_pink_woman_is_a_radioactive_monster_and_an_ice_tile() {
    let tally = |name, tiles: &str| Tally::of(&zone(name, tiles), &options(json!({})));
    let count = |tally: &Tally, metric| tally.metric(metric, Claims::default());
    let pink = tally("exp_pink_f", &row("radio_twin"));
    assert_eq!(count(&pink, Metric::RadioactiveMonsters), 3);
    assert_eq!(count(&pink, Metric::Ice), 2);
    assert_eq!(count(&pink, Metric::Mutants), 0);
    assert_eq!(count(&pink, Metric::KindsForMission), 1);
    let alone = tally("exp_pink_f", "");
    assert_eq!(count(&alone, Metric::KindsForMission), 1);
    assert_eq!(count(&alone, Metric::KindsForGrassland), 0);
    assert!(Mission::Radioactive.is_met(&tally("exp_pink_f", &row("radio_twin radio_single"))));
}

#[test]
fn the_orange_man_is_a_desert_tile() {
    let tally = |name, tiles: &str| Tally::of(&zone(name, tiles), &options(json!({})));
    assert!(Mission::Desert.is_met(&tally("exp_orange_m", &row("desert desert"))));
    assert!(!Mission::Desert.is_met(&tally("exp_blue_m", &row("desert desert"))));
    let sum = tally("exp_orange_m", &row("rune_double"))
        .metric(Metric::DesertAndRuneMonsters, Claims::default());
    assert_eq!(sum, 3);
}

#[test]
fn explorers_are_chosen_in_secret_and_shown_together() {
    // 3.3 and D-1
    let mut table = Table::open(4, json!({}));
    assert_eq!(table.due(), [0, 1, 2, 3]);
    for seat in [2, 0, 3] {
        let command = table.legal(seat)[1];
        table.play(seat, command);
        for other in (0..4).filter(|&other| other != seat) {
            let view = table.view(other);
            assert_eq!(view.seats[Seat(seat)].zone.explorer, None);
            assert_eq!(view.seats[Seat(seat)].offer.known(), None);
        }
        let shown = table.view(seat).seats[Seat(seat)].zone.explorer;
        assert_eq!(shown, Some(table.state.seats[Seat(seat)].offer[1]));
    }
    let command = table.legal(1)[0];
    table.play(1, command);
    assert!(matches!(table.events[1], Event::ExplorersRevealed { .. }));
    let spectator = super::super::View::of(&table.state, Viewer::Spectator);
    assert!(
        spectator
            .seats
            .iter()
            .all(|(_, it)| it.zone.explorer.is_some())
    );
}

#[test]
fn nobody_keeps_an_explorer_of_another() {
    let table = Table::open(3, json!({}));
    let other = table.state.seats[Seat(1)].offer[0];
    let command = super::super::Command::ChooseExplorer { explorer: other };
    assert_eq!(
        table.refuses(0, command),
        super::super::Illegal::NotOffered(other)
    );
}

#[test]
fn black_suits_play_only_with_four_and_more_and_specials_only_as_extras() {
    // 3.3 and 3.8
    use super::super::setup::Mode::{IndividualDraft, TeamDraft, Variant};
    let count = |given: Value, mode, seats| Explorer::in_play(&options(given), mode, seats).len();
    assert_eq!(count(json!({}), Variant, 2), 10);
    assert_eq!(count(json!({}), Variant, 3), 10);
    assert_eq!(count(json!({}), IndividualDraft, 3), 10);
    for (mode, seats) in [(IndividualDraft, 5), (TeamDraft, 4), (TeamDraft, 6)] {
        assert_eq!(count(json!({}), mode, seats), 12);
        assert_eq!(
            count(json!({"snail_extras": ["explorers"]}), mode, seats),
            17
        );
    }
    let two = Explorer::in_play(&options(json!({"snail_extras": ["explorers"]})), Variant, 2);
    assert_eq!(two.len(), 15);
    assert!(!two.contains(&explorer("exp_black_m")) && !two.contains(&explorer("exp_black_f")));
}
