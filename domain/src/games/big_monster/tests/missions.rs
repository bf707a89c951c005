//! Section 7: missions, alone and together.

use std::collections::BTreeSet;

use serde_json::json;

use super::super::{
    Event, Illegal, Setup,
    event::Duty,
    missions::{self, Mission, OnBoard, Payment, Scope},
    tally::Tally,
    tiles::Tile,
};
use super::table::{DICE, Table, options, place, row, zone};
use crate::{BySeat, Dice, Seat, Seats, Seed};

fn tally(tiles: &str) -> Tally {
    Tally::of(&zone("exp_blue_m", tiles), &options(json!({})))
}

fn pay(
    board: &[OnBoard],
    tiles: &[&str],
    teams: Option<u8>,
    needs_individual: bool,
) -> Vec<Payment> {
    let seats = u8::try_from(tiles.len()).unwrap();
    let tallies = BySeat::new(seats, |seat| tally(tiles[usize::from(seat.0)]));
    missions::due(board, &tallies, teams, needs_individual)
}

const fn on_board(mission: Mission) -> OnBoard {
    OnBoard {
        mission,
        individual: true,
        team: true,
    }
}

fn payment(mission: Mission, scope: Scope, seats: &[u8]) -> Payment {
    let seats = seats.iter().map(|&seat| Seat(seat)).collect();
    Payment {
        mission,
        scope,
        seats,
    }
}

const CRYSTALS: &str = "lava_green@2,0 lava_green@3,0 lava_green@2,2 lava_green@3,2 \
                        lava_blue_s@4,0 lava_blue_n@4,2 rune_green@5,0";

#[test]
fn every_mission_is_met_at_its_target_and_not_before() {
    // 7.5
    let table = [
        (
            Mission::Desert,
            row("desert desert"),
            row("desert desert desert"),
        ),
        (
            Mission::Rune,
            row("rune_double rune_green"),
            row("rune_double rune_double"),
        ),
        (
            Mission::BigMonster,
            row("lake_left lake_right lake_left"),
            row("lake_left lake_right lake_left lake_right"),
        ),
        (
            Mission::SwampGrass,
            row("swamp grass_rune sp_panda"),
            row("swamp grass_rune sp_panda sp_unicorn_a"),
        ),
        (
            Mission::Kinds,
            row("swamp desert lake_left lava_green lava_green"),
            row("swamp desert lake_left lava_green radio_twin"),
        ),
        (
            Mission::Lava,
            row("lava_green lava_green lava_green lava_green"),
            row("lava_green lava_green lava_green lava_green sp_gold"),
        ),
        (
            Mission::Crystals,
            CRYSTALS.replace("rune_green@5,0", "swamp@5,0"),
            CRYSTALS.to_owned(),
        ),
        (
            Mission::Ice,
            row("radio_twin radio_single ice_red ice_blue ice_green"),
            row("radio_twin radio_single ice_red ice_blue ice_green sp_yeti"),
        ),
        (
            Mission::Radioactive,
            row("radio_twin radio_single"),
            row("radio_twin radio_twin"),
        ),
    ];
    assert_eq!(table.len(), Mission::ALL.len());
    for (mission, before, met) in table {
        assert!(!mission.is_met(&tally(&before)), "{mission}");
        assert!(mission.is_met(&tally(&met)), "{mission}");
        // No mission pays a team for what one partner fulfills alone.
        assert!(
            !mission.is_met_by_team(&tally(&met).together(&tally(""))),
            "{mission}"
        );
    }
}

#[test]
fn partners_add_their_tiles_and_unite_their_kinds() {
    // 7.3 and D-8
    let together = |one: &str, other: &str| tally(one).together(&tally(other));
    let both =
        |mission: Mission, one: &str, other: &str| mission.is_met_by_team(&together(one, other));
    assert!(both(
        Mission::Desert,
        &row("desert desert desert desert"),
        &row("desert desert")
    ));
    assert!(!both(
        Mission::Desert,
        &row("desert desert desert"),
        &row("desert desert")
    ));
    let kinds = row("swamp desert lake_left lava_green");
    assert!(both(
        Mission::Kinds,
        &kinds,
        &row("ice_red rune_double grass_rune")
    ));
    assert!(!both(
        Mission::Kinds,
        &kinds,
        &row("ice_red rune_double desert")
    ));
    assert!(both(
        Mission::Ice,
        &row("ice_red ice_red ice_red ice_red"),
        &row("ice_blue radio_twin radio_twin radio_twin")
    ));
    assert!(!both(Mission::Crystals, CRYSTALS, CRYSTALS));
}

#[test]
fn all_who_fulfill_a_mission_at_one_check_are_paid_and_then_it_is_closed() {
    // 7.2
    let three = row("desert desert desert");
    let mut table = Table::draft(3);
    table.until(Duty::Place);
    for seat in [0, 2] {
        table.set_zone(seat, &row("desert desert"));
        table.state.seats[Seat(seat)].kept = Some(Tile::Desert);
    }
    table.state.seats[Seat(1)].kept = Some(Tile::Swamp);
    table.play(0, place(4, 0));
    table.play(1, place(2, 0));
    assert!(
        table.tokens(0).is_empty(),
        "before the last placement nothing is checked"
    );
    table.play(2, place(4, 0));
    let seats: Seats = [Seat(0), Seat(2)].into_iter().collect();
    let paid = Event::MissionPaid {
        mission: Mission::Desert,
        scope: Scope::Individual,
        seats,
        points: 10,
    };
    assert!(table.events.contains(&paid));
    assert_eq!(table.tokens(0), ["missions.desert"]);
    assert_eq!(table.tokens(1), [""; 0]);
    let desert = table.state.missions[0];
    assert_eq!(
        (desert.mission, desert.individual),
        (Mission::Desert, false)
    );
    // Whoever comes later gets nothing.
    table.set_zone(1, &three);
    table.turn_left();
    assert!(!table.tokens(1).contains(&"missions.desert".to_owned()));
}

#[test]
fn one_check_can_pay_several_missions_to_one_player() {
    // 7.4
    let tiles = row("desert desert desert rune_double rune_double swamp lake_left");
    let board = [Mission::Desert, Mission::Rune, Mission::Kinds].map(on_board);
    let paid = pay(&board, &[&tiles, ""], None, false);
    let individual = |mission| payment(mission, Scope::Individual, &[0]);
    assert_eq!(
        paid,
        [individual(Mission::Desert), individual(Mission::Rune)]
    );
}

#[test]
fn all_teams_that_fulfill_a_mission_are_paid_and_individual_tokens_go_apart() {
    // 7.3: seats alternate, so partners are 0 and 2, 1 and 3.
    let three = row("desert desert desert");
    let board = [on_board(Mission::Desert)];
    let paid = pay(&board, &[&three, &three, &three, &three], Some(2), false);
    assert_eq!(
        paid,
        [
            payment(Mission::Desert, Scope::Individual, &[0, 1, 2, 3]),
            payment(Mission::Desert, Scope::Team, &[0, 1, 2, 3]),
        ]
    );
    let gone = [OnBoard {
        individual: false,
        ..board[0]
    }];
    let paid = pay(&gone, &[&three, &three, &three, ""], Some(2), false);
    assert_eq!(paid, [payment(Mission::Desert, Scope::Team, &[0, 2])]);
    let six = pay(&board, &[&three, "", "", &three, "", ""], Some(3), false);
    assert_eq!(six[1], payment(Mission::Desert, Scope::Team, &[0, 3]));
    let closed = [OnBoard {
        team: false,
        ..gone[0]
    }];
    assert_eq!(pay(&closed, &[&three, "", &three, ""], Some(2), false), []);
}

#[test]
fn team_tokens_wait_for_the_individual_one_only_online() {
    // D-7: four ice tiles each are eight together, and six for nobody.
    let four = row("ice_red ice_blue ice_green ice_orange");
    let board = [on_board(Mission::Ice)];
    let zones = [&four[..], "", &four, ""];
    assert_eq!(
        pay(&board, &zones, Some(2), false),
        [payment(Mission::Ice, Scope::Team, &[0, 2])]
    );
    assert_eq!(pay(&board, &zones, Some(2), true), []);
    let gone = [OnBoard {
        individual: false,
        ..board[0]
    }];
    assert_eq!(
        pay(&gone, &zones, Some(2), true),
        [payment(Mission::Ice, Scope::Team, &[0, 2])]
    );
    assert!(!options(json!({})).team_needs_individual());
    assert!(options(json!({"edition": "board_game_arena"})).team_needs_individual());
}

#[test]
fn missions_are_drawn_for_their_spots_and_all_different() {
    // 3.6 and 3.7
    let mut teams = BTreeSet::new();
    let mut alone = BTreeSet::new();
    for seed in 0..200 {
        let dice = Dice::new(Seed([seed; 32]));
        let drawn = |mode: &str, seats| {
            let missions = Setup::new(&options(json!({"mode": mode})), seats, &dice).missions;
            let different: BTreeSet<Mission> = missions.iter().copied().collect();
            assert_eq!(different.len(), missions.len());
            assert_eq!(missions[..2], [Mission::Desert, Mission::Rune]);
            missions[2..].to_vec()
        };
        teams.insert(drawn("team_draft", 4));
        alone.insert(drawn("individual_draft", 4));
        assert_eq!(drawn("variant", 2).len(), 4);
    }
    // A: 3, B: 5, but for kinds on both.
    assert_eq!(teams.len(), 14);
    // Four missions without kinds, and kinds on one of four spots.
    assert_eq!(alone.len(), 4 + 4 + 4 + 2 + 2);
}

#[test]
fn the_host_may_choose_the_missions() {
    // D-2
    let chosen = |mode: &str, missions| {
        let options = options(json!({"mode": mode, "missions": missions}));
        options.fits(if mode == "variant" { 2 } else { 4 })?;
        Ok(Setup::new(&options, 4, &DICE).missions[2..].to_vec())
    };
    let first = json!({"type": "first_game"});
    assert_eq!(
        chosen("team_draft", first.clone()),
        Ok(vec![Mission::BigMonster, Mission::Lava])
    );
    let four = vec![
        Mission::BigMonster,
        Mission::SwampGrass,
        Mission::Lava,
        Mission::Ice,
    ];
    assert_eq!(chosen("individual_draft", first), Ok(four));
    let team = |a: &str, b: &str| json!({"type": "team", "a": a, "b": b});
    assert_eq!(
        chosen("team_draft", team("kinds", "ice")),
        Ok(vec![Mission::Kinds, Mission::Ice])
    );
    assert_eq!(
        chosen("team_draft", team("ice", "lava")),
        Err(Illegal::WrongSpot(Mission::Ice))
    );
    assert_eq!(
        chosen("team_draft", team("kinds", "kinds")),
        Err(Illegal::WrongSpot(Mission::Kinds))
    );
    assert_eq!(
        chosen("variant", team("kinds", "ice")),
        Err(Illegal::OtherSideOfTheBoard)
    );
}
