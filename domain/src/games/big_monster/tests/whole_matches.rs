//! Whole matches: tiles are never lost, zones always stand, and bots play to the end.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::{
    Command, Event, Setup, State,
    event::Duty,
    missions::Scope,
    score,
    setup::normal_tiles,
    state::Pile,
    tally::{Claims, Tally},
    tiles::Tile,
    zone::{Placed, Spot, Zone},
};
use super::table::{DICE, options};
use crate::{
    Game as _, Options, Seat, Seed, State as AnyState, Viewer, bots::Bot, decide, dice::Dice,
    ledger,
};

const EXTRAS: [&str; 6] = ["gold", "camp", "unicorns", "yeti", "panda", "explorers"];

fn every_table() -> Vec<(u8, Value)> {
    let mut tables = vec![];
    for (mode, sizes) in [
        ("variant", &[2, 3][..]),
        ("individual_draft", &[3, 4, 5, 6]),
        ("team_draft", &[4, 6]),
    ] {
        for &seats in sizes {
            for edition in ["rulebook", "board_game_arena"] {
                tables.push((seats, json!({"mode": mode, "edition": edition})));
                tables.push((
                    seats,
                    json!({"mode": mode, "edition": edition, "snail_extras": EXTRAS}),
                ));
            }
        }
    }
    tables
}

fn counted(tiles: impl IntoIterator<Item = Tile>) -> BTreeMap<Tile, usize> {
    let mut counts = BTreeMap::new();
    for tile in tiles {
        *counts.entry(tile).or_default() += 1;
    }
    counts
}

/// Every tile, wherever it is.
fn all_tiles(state: &State) -> BTreeMap<Tile, usize> {
    let mut tiles = state.deck.clone();
    let piles = |pile: &Pile| pile.tiles.clone();
    tiles.extend(state.discards.iter().flat_map(piles));
    tiles.extend(state.groups.iter().flat_map(|it| it.tiles.clone()));
    tiles.extend(&state.removed);
    for (_, it) in state.seats.iter() {
        tiles.extend(it.zone.tiles.iter().map(|placed| placed.tile));
        tiles.extend(&it.hand.tiles);
        tiles.extend(it.ship.iter().flat_map(piles));
        // Until it is shown, a kept tile is one of the hand.
        tiles.extend(it.kept.filter(|_| it.hand.size == 0));
    }
    counted(tiles)
}

/// Plays at random, and calls `visit` after every decision.
fn play(
    seats: u8,
    options: &Value,
    seed: u8,
    mut visit: impl FnMut(&State, Command, &[Event]),
) -> State {
    let dice = Dice::new(Seed([seed; 32]));
    let setup = Setup::new(&self::options(options.clone()), seats, &dice);
    let mut state = ledger::begin::<State>(&setup, &dice).state;
    let mut roll = dice.roll("test", 0);
    while let Some(seat) = state.to_act().iter().last() {
        let legal = State::legal(&state.view(Viewer::Seat(seat)));
        let nth = roll.below(u32::try_from(legal.len()).unwrap());
        let command = legal[usize::try_from(nth).unwrap()];
        let decided = decide(&state, seat, command, &dice).unwrap();
        state = decided.state;
        visit(&state, command, &decided.events);
    }
    state
}

#[test]
fn tiles_are_always_in_one_place_at_every_table() {
    for (seats, options) in every_table() {
        let parsed = self::options(options.clone());
        let normal = normal_tiles(parsed.mode(seats), seats);
        let end = play(seats, &options, 1, |state, command, _| {
            let mut box_of_tiles =
                counted(normal.iter().copied().chain(parsed.snail_extras.tiles()));
            for tile in &state.taken_out {
                *box_of_tiles.get_mut(tile).unwrap() -= 1;
            }
            box_of_tiles.retain(|_, count| *count > 0);
            assert_eq!(all_tiles(state), box_of_tiles, "after {command:?}");
        });
        let standings = end.outcome().unwrap();
        assert!(standings.iter().any(|(_, at)| at.rank == 1));
    }
}

/// The zone laid again from nothing, each tile where the slow rule allows it.
fn stands(zone: &Zone) -> bool {
    let mut again = Zone::new(zone.explorer.unwrap());
    zone.tiles.iter().all(|it| {
        let at = Spot { x: it.x, y: it.y };
        let fits = again.fits(it.tile, at);
        again = again.with(it.tile, at);
        fits
    }) && again == *zone
}

#[test]
fn zones_stand_and_scores_are_what_the_zones_pay() {
    for (seats, options) in every_table() {
        let end = play(seats, &options, 2, |_, _, _| {});
        let standings = end.outcome().unwrap();
        for (seat, it) in end.seats.iter() {
            assert!(stands(&it.zone), "{}", it.zone);
            let tokens: i16 = it
                .tokens
                .iter()
                .map(|token| token.points(&end.options))
                .sum();
            let claims = super::super::tokens::Token::claims(&it.tokens);
            let zone = score::zone_points(&it.zone, claims, &end.options);
            assert_eq!(standings[seat].total, zone + tokens);
        }
    }
}

#[test]
fn one_seat_holds_the_dragon_token_of_a_round_and_missions_pay_once() {
    for seed in 0..6 {
        let mut paid = Vec::new();
        play(
            4,
            &json!({"mode": "team_draft"}),
            seed,
            |state, _, events| {
                for event in events {
                    if let Event::MissionPaid {
                        mission,
                        scope,
                        seats,
                        ..
                    } = event
                    {
                        assert!(!paid.contains(&(*mission, *scope)), "{mission} pays twice");
                        assert!(*scope == Scope::Individual || seats.count() % 2 == 0);
                        paid.push((*mission, *scope));
                    }
                }
                let dragons = state.seats.iter().flat_map(|(_, it)| &it.tokens);
                let dragons =
                    dragons.filter(|it| matches!(it, super::super::tokens::Token::Dragon {}));
                assert!(dragons.count() <= usize::from(state.round));
            },
        );
    }
}

#[test]
fn a_match_with_all_snail_extras_uses_them() {
    let mut tokens = 0;
    let mut specials = 0;
    for seed in 0..4 {
        let end = play(6, &json!({"snail_extras": EXTRAS}), seed, |_, _, events| {
            let given = events
                .iter()
                .filter(|it| matches!(it, Event::TokenGiven { .. }));
            tokens += given.count();
        });
        let explorers = end.seats.iter().filter_map(|(_, it)| it.zone.explorer);
        specials += explorers.filter(|it| it.record().special).count();
        let placed = end.seats.iter().flat_map(|(_, it)| &it.zone.tiles);
        let discarded = end.discards.iter().flat_map(|it| &it.tiles);
        let special = placed
            .map(|it| &it.tile)
            .chain(discarded)
            .filter(|it| it.is_special());
        assert_eq!(special.count(), 6);
    }
    assert!(
        tokens >= 4 && specials >= 4,
        "{tokens} tokens, {specials} explorers"
    );
}

#[test]
fn bots_of_both_kinds_play_to_the_end_and_greed_pays() {
    let mut wins = [0; 2];
    for (seats, options) in [
        (2, json!({})),
        (3, json!({})),
        (4, json!({})),
        (4, json!({"mode": "team_draft"})),
    ] {
        for seed in 0..6 {
            let dice = Dice::new(Seed([seed; 32]));
            let options = Options::BigMonster(self::options(options.clone()));
            let (mut state, _) = options.set_up(seats, &dice).begin(&dice);
            let mut roll = DICE.roll("bots", u32::from(seed));
            while let Some(seat) = state.to_act().iter().next() {
                let bot = Bot::ALL[usize::from((seat.0 + seed) % 2)];
                let command = bot.choose(&state.view(Viewer::Seat(seat)), &mut roll);
                state = AnyState::decide(&state, seat, command, &dice).unwrap().0;
            }
            let standings = state.outcome().unwrap();
            let winner = standings.iter().find(|(_, at)| at.rank == 1).unwrap().0;
            wins[usize::from((winner.0 + seed) % 2)] += 1;
        }
    }
    assert!(
        wins[1] >= 5 * wins[0],
        "random {} greedy {}",
        wins[0],
        wins[1]
    );
}

#[test]
fn a_command_list_stays_short() {
    for (seats, options) in every_table() {
        let mut longest = 0;
        play(seats, &options, 7, |state, _, _| {
            let Some(seat) = state.to_act().iter().next() else {
                return;
            };
            let legal = State::legal(&state.view(Viewer::Seat(seat)));
            longest = longest.max(legal.len());
        });
        assert!(longest < 1_200, "{longest}");
    }
}

#[test]
fn seats_that_are_not_at_the_table_owe_nothing() {
    let setup = Setup::new(&options(json!({})), 3, &DICE);
    let state = ledger::begin::<State>(&setup, &DICE).state;
    let view = state.view(Viewer::Seat(Seat(9)));
    assert_eq!(view.me, None);
    assert_eq!(State::legal(&view), []);
    assert_eq!(state.duty, Some(Duty::Explorer));
}

#[test]
fn crystals_and_levels_survive_a_move_of_the_whole_zone() {
    // What counts is how tiles lie to each other, but for what the explorer brings.
    let end = play(6, &json!({}), 5, |_, _, _| {});
    for (_, it) in end.seats.iter() {
        let without = Zone {
            explorer: None,
            tiles: it.zone.tiles.clone(),
        };
        let moved = |placed: &Placed| Placed {
            x: placed.x + 3,
            y: placed.y - 2,
            ..*placed
        };
        let shifted = Zone {
            explorer: None,
            tiles: without.tiles.iter().map(moved).collect(),
        };
        let tally = |zone: &Zone| Tally::of(zone, &end.options);
        assert_eq!(tally(&without), tally(&shifted));
        let claims = Claims::default();
        assert_eq!(
            score::zone_points(&without, claims, &end.options),
            score::zone_points(&shifted, claims, &end.options)
        );
    }
}
