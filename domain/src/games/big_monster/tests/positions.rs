//! Positions written by hand.

use serde_json::{Value, json};

use super::super::{Command, Illegal, State, View, tiles::Tile, zone::Spot};
use super::table::{DICE, imagine, row, written};
use crate::{
    Cell, Command as AnyCommand, Game as _, Reason as _, Replay as _, Seat, View as AnyView,
    bots::Bot,
};

fn refused(position: Value) -> Illegal {
    imagine(position).unwrap_err()
}

#[test]
fn a_zone_alone_is_scored() {
    let view = imagine(json!({"zones": [written("exp_blue_m", &row("swamp swamp"))]})).unwrap();
    assert_eq!(State::scores(&view)[Seat(0)].if_now.total(), 8);
    assert_eq!(State::legal(&view), []);
    assert!(view.to_string().contains("exp_blue_m"));
}

#[test]
fn tiles_may_be_written_in_any_order() {
    let tiles = "swamp@2,0 desert@3,1 radio_twin@4,2 ice_red@4,3";
    let backwards: Vec<&str> = tiles.split(' ').rev().collect();
    let mut zone = json!({"explorer": "exp_blue_m", "tiles": []});
    for word in backwards {
        let (tile, at) = word.split_once('@').unwrap();
        let (x, y) = at.split_once(',').unwrap();
        let (x, y): (i8, i8) = (x.parse().unwrap(), y.parse().unwrap());
        zone["tiles"]
            .as_array_mut()
            .unwrap()
            .push(json!({"tile": tile, "x": x, "y": y}));
    }
    let view = imagine(json!({"zones": [zone]})).unwrap();
    let zone = &view.seats[Seat(0)].zone;
    assert_eq!(zone.tiles[0].tile, Tile::IceRed);
    assert_eq!(zone.tiles[0].level, 1);
}

#[test]
fn a_tile_to_place_lists_its_spots_and_what_they_gain() {
    let view = imagine(json!({
        "zones": [written("exp_blue_m", "lake_left@2,0"), written("exp_red_f", "")],
        "tile": "lake_right",
    }))
    .unwrap();
    let legal = State::legal(&view);
    let best = Command::Place {
        x: 3,
        y: 0,
        give_to: None,
    };
    assert!(legal.contains(&best));
    // What is to be placed counts where it pays most, so no spot gains more than nothing.
    assert_eq!(State::gain(&view, &best), 0);
    let worse = Command::Place {
        x: -1,
        y: 0,
        give_to: None,
    };
    assert_eq!(State::gain(&view, &worse), 2 - 11);
    assert_eq!(State::scores(&view)[Seat(0)].if_now.total(), 11);
}

#[test]
fn a_hand_lists_tiles_and_ships_with_what_the_tiles_gain() {
    let zones = [
        written("exp_blue_m", "lake_left@2,0"),
        written("exp_red_f", ""),
        written("exp_pink_m", ""),
    ];
    let view =
        imagine(json!({"zones": zones, "hand": ["lake_right", "desert", "desert"]})).unwrap();
    let legal = State::legal(&view);
    assert_eq!(legal.len(), 4);
    let gain = |tile| {
        State::gain(
            &view,
            &Command::Draft {
                tile,
                ship: Seat(1),
            },
        )
    };
    assert_eq!(gain(Tile::LakeRight), 10);
    // The others would have the fewest.
    assert_eq!(gain(Tile::Desert), 20);
}

#[test]
fn what_a_partner_gains_counts_as_ones_own_and_what_a_rival_gains_against_it() {
    // 12.2: seats 0 and 2 are partners. Together they have seven of the eight runes.
    let zones = [
        written("exp_blue_m", &row("rune_double rune_green rune_pink_n")),
        written("exp_red_f", ""),
        written("exp_green_f", &row("rune_pink_n rune_pink_s rune_green")),
        written("exp_orange_f", ""),
    ];
    let view = |mode: &str, team: bool| {
        imagine(json!({
            "options": {"mode": mode},
            "zones": zones,
            "missions": [{"mission": "rune", "individual": false, "team": team}],
            "hand": ["rune_blue_n", "swamp"],
        }))
        .unwrap()
    };
    let ship = Seat(1);
    let gain = |view: &View, tile| State::gain(view, &Command::Draft { tile, ship });
    let teams = view("team_draft", true);
    assert_eq!(gain(&teams, Tile::RuneBlueN), 10);
    assert_eq!(gain(&teams, Tile::Swamp), 2);
    // The bot that takes what gains most takes it.
    let chosen = Bot::Greedy.choose(&AnyView::BigMonster(teams), &mut DICE.roll("test", 0));
    let AnyCommand::BigMonster(Command::Draft { tile, .. }) = chosen else {
        panic!("{chosen:?}")
    };
    assert_eq!(tile, Tile::RuneBlueN);
    // Alone, the same rune brings nothing.
    let alone = view("individual_draft", false);
    assert_eq!(gain(&alone, Tile::RuneBlueN), 0);
    assert_eq!(gain(&alone, Tile::Swamp), 2);
}

#[test]
fn a_token_given_to_the_partner_is_worth_as_much_as_one_kept() {
    // 5.5: in a team, and given away it is worth as much less to whoever plays alone.
    let gains = |mode: &str| {
        let zones = ["exp_blue_m", "exp_red_f", "exp_green_f", "exp_orange_f"];
        let zones = zones.map(|explorer| written(explorer, ""));
        let options = json!({"mode": mode, "snail_extras": ["panda"]});
        let view = json!({"options": options, "zones": zones, "tile": "sp_panda"});
        let view = imagine(view).unwrap();
        [0, 1, 2, 3].map(|to| {
            let give_to = Some(Seat(to));
            State::gain(
                &view,
                &Command::Place {
                    x: 2,
                    y: 0,
                    give_to,
                },
            )
        })
    };
    assert_eq!(gains("individual_draft"), [0, -10, -10, -10]);
    assert_eq!(gains("team_draft"), [0, -10, 0, -10]);
}

#[test]
fn missions_on_the_board_count_for_what_would_score_now() {
    let zones = [
        written("exp_blue_m", &row("desert desert desert")),
        written("exp_red_f", &row("desert desert desert")),
    ];
    let mission =
        |individual| json!([{"mission": "desert", "individual": individual, "team": false}]);
    let total = |missions| {
        let view = imagine(json!({"zones": zones, "missions": missions})).unwrap();
        State::scores(&view)[Seat(0)].if_now.total()
    };
    assert_eq!(total(mission(true)), 10);
    assert_eq!(total(mission(false)), 0);
}

#[test]
fn zones_that_cannot_be_are_refused() {
    let alone = |tiles| json!({"zones": [{"explorer": "exp_blue_m", "tiles": tiles}]});
    let at = |tile: &str, x: i8, y: i8| json!({"tile": tile, "x": x, "y": y});
    let apart = refused(alone(json!([at("swamp", 2, 0), at("desert", 4, 0)])));
    assert_eq!(apart, Illegal::NoFit(Tile::Desert, Spot { x: 4, y: 0 }));
    assert_eq!(apart.refusal().rule, Some("5.2"));
    let twice = refused(alone(json!([at("swamp", 2, 0), at("desert", 2, 1)])));
    assert!(matches!(twice, Illegal::NoFit(..)));
    assert_eq!(
        refused(alone(json!([at("swamp", 127, 0)]))),
        Illegal::TooFar(Cell(0, 127).into())
    );
    let many: Vec<Value> = (0..21).map(|nth| at("desert", 2 + nth, 0)).collect();
    assert_eq!(refused(alone(json!(many))), Illegal::TooMuch);
    let swamps: Vec<Value> = (0..6).map(|nth| at("swamp", 2 + nth, 0)).collect();
    assert_eq!(
        refused(alone(json!(swamps))),
        Illegal::TileTwice(Tile::Swamp)
    );
}

#[test]
fn tables_that_cannot_be_are_refused() {
    let zone = |explorer: &str| json!({"explorer": explorer});
    let names = [
        "exp_blue_m",
        "exp_red_f",
        "exp_pink_m",
        "exp_green_f",
        "exp_red_m",
        "exp_blue_f",
        "exp_green_m",
    ];
    let zones = |count: usize| names[..count].iter().map(|it| zone(it)).collect::<Vec<_>>();
    assert_eq!(refused(json!({"zones": []})), Illegal::BadSeats);
    assert_eq!(refused(json!({"zones": zones(7)})), Illegal::BadSeats);
    assert_eq!(
        refused(json!({"zones": zones(2), "me": 2})),
        Illegal::BadSeats
    );
    assert_eq!(
        refused(json!({"zones": zones(2), "tokens": [[]]})),
        Illegal::BadSeats
    );
    assert_eq!(
        refused(json!({"zones": zones(2), "dragon": 5})),
        Illegal::BadSeats
    );
    let twice = [zone("exp_blue_m"), zone("exp_blue_m")];
    assert!(matches!(
        refused(json!({"zones": twice})),
        Illegal::ExplorerTwice(_)
    ));
    let teams = json!({"zones": zones(5), "options": {"mode": "team_draft"}});
    assert!(matches!(refused(teams), Illegal::ModeNeedsOtherSeats(..)));
    let points = json!({"zones": zones(1), "options": {"panda_token_points": -100}});
    assert_eq!(refused(points), Illegal::TokenPoints);
    let mission = json!({"mission": "ice", "individual": true, "team": true});
    assert_eq!(
        refused(json!({"zones": zones(2), "missions": [mission, mission]})),
        Illegal::TooMuch
    );
    let hand = json!({"zones": zones(2), "hand": ["swamp"]});
    assert_eq!(refused(hand).refusal().field.as_deref(), Some("hand"));
}
