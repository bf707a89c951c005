//! Whole matches: nothing is lost on the way, and bots play to the end.

use std::collections::BTreeMap;

use super::super::{
    Command, Event, Options, Setup, State,
    blocks::{Block, Blocks},
    components::BOX,
    event::Duty,
    tiles::Tile,
    weapons::{Pile, Weapon},
};
use crate::{
    Game as _, Options as AnyOptions, Replay as _, Seat, Seats, Seed, State as AnyState, Viewer,
    bots::Bot, decide, dice::Dice, ledger,
};

/// Every block, wherever it is.
fn all_blocks(state: &State) -> Blocks {
    let places = state.cube.places();
    let cube: Blocks = places
        .map(|(at, level)| state.cube.block(at, level).unwrap())
        .collect();
    let supplies = state.players.iter().map(|(_, player)| player.supply);
    supplies.fold(cube.plus(state.spent), Blocks::plus)
}

/// Every tile, wherever it is.
fn all_tiles(state: &State) -> Vec<Tile> {
    let stacks = state.overworld.stacks.iter().flat_map(|it| &it.tiles);
    let mut tiles: Vec<Tile> = stacks.map(|tile| *tile.get()).collect();
    for (_, player) in state.players.iter() {
        tiles.extend(player.built.iter().map(|it| Tile::Building(it.building)));
        tiles.extend(player.mobs.iter().map(|it| Tile::Mob(it.mob)));
    }
    tiles.sort_unstable();
    tiles
}

/// Every weapon, wherever it is.
fn all_weapons(state: &State) -> BTreeMap<Weapon, usize> {
    let mut counts = BTreeMap::new();
    let mut add = |weapon: Weapon, count: usize| *counts.entry(weapon).or_default() += count;
    for token in state.overworld.slots.iter().flatten() {
        add(*token.weapon.get(), 1);
    }
    for (_, player) in state.players.iter() {
        for weapon in player.weapons.weapons() {
            add(*weapon, 1);
        }
        add(Weapon::Tnt, usize::from(player.tnt_used));
    }
    counts
}

fn box_of_weapons(seats: u8) -> BTreeMap<Weapon, usize> {
    let mut counts = BTreeMap::new();
    let own = (0..seats).flat_map(|_| Pile::starting().weapons().to_vec());
    for weapon in BOX.neutral_weapons().chain(own) {
        *counts.entry(weapon).or_default() += 1;
    }
    counts
}

/// After every event of a match played at random.
fn holds_together(options: Options, seats: u8, seed: u8) {
    let dice = Dice::new(Seed([seed; 32]));
    let setup = Setup::new(options, seats, &dice);
    let begun = ledger::begin::<State>(&setup, &dice);
    let mut folded = State::new(&setup);
    let all: Blocks = BOX.all_blocks().collect();
    let mut round = 1;
    let mut check = |folded: &mut State, events: &[Event]| {
        for event in events {
            folded.evolve(event);
            assert_eq!(all_blocks(folded), all, "after {event:?}");
            assert!(all_tiles(folded).into_iter().eq(Tile::all()), "{event:?}");
            assert_eq!(all_weapons(folded), box_of_weapons(seats), "{event:?}");
            let moment = folded.moment();
            assert!(moment.round >= round, "{event:?}");
            round = moment.round;
            assert_eq!(moment.stage == "end", folded.is_over(), "{event:?}");
        }
    };
    check(&mut folded, &begun.events);
    let mut roll = dice.roll("test", 0);
    let mut state = begun.state;
    while let Some(seat) = state.to_act().iter().next() {
        can_go_on(&state);
        let view = state.view(Viewer::Seat(seat));
        let legal = State::legal(&view);
        let nth = roll.below(u32::try_from(legal.len()).unwrap());
        let command = legal[usize::try_from(nth).unwrap()];
        let decided = decide(&state, seat, command, &dice).unwrap();
        check(&mut folded, &decided.events);
        state = decided.state;
        assert_eq!(state, folded);
        for (seat, sheet) in State::scores(&state.view(Viewer::Spectator)).iter() {
            let is_earlier = |line: &crate::ScoreLine| line.source == "earlier";
            assert!(
                !sheet.banked.0.iter().any(is_earlier),
                "every point has a line"
            );
            assert_eq!(sheet.banked.total(), state.players[seat].xp);
        }
    }
    assert!(state.is_over());
}

/// Chapter 13: what the rules guarantee when a normal action is due.
fn can_go_on(state: &State) {
    if state.duty != Some(Duty::Act) {
        return;
    }
    let view = state.view(Viewer::Spectator);
    for (_, player) in view.players.iter() {
        // 13.5: characters move only by exploring.
        let hidden = |slot| view.overworld.has_token(slot) && view.overworld.weapon(slot).is_none();
        assert!(
            player.at == super::super::places::Crossing::START || !player.at.slots().any(hidden)
        );
    }
    if state.actions.is_empty() {
        // 13.2
        assert!(
            !state.cube.is_layer_empty(3) || !state.options.extra_actions_only_after_normal_actions
        );
        assert!(state.cube.is_empty() || state.cube.takeable().next().is_some());
    }
}

fn all_switches() -> Options {
    Options {
        beginners: Seats::only(Seat(1)),
        boards_bound_to_colour: false,
        extra_actions_only_after_normal_actions: false,
        automatic_features: false,
        mob_bonus_counts_printed_biomes: true,
        start_seat: Some(Seat(1)),
    }
}

#[test]
fn blocks_tiles_and_weapons_are_always_in_one_place() {
    for seats in 2..=4 {
        for seed in 0..6 {
            holds_together(Options::default(), seats, seed);
            holds_together(all_switches(), seats, seed);
        }
    }
}

/// Plays with these bots, who sit in turn; the seats that won.
fn play(options: Options, seats: u8, seed: u8, bots: [Bot; 2]) -> Vec<Bot> {
    let dice = Dice::new(Seed([seed; 32]));
    let options = AnyOptions::BuildersBiomes(options);
    let (mut state, _) = options.set_up(seats, &dice).begin(&dice);
    let mut roll = dice.roll("bots", 0);
    let bot = |seat: Seat| bots[usize::from((seat.0 + seed) % 2)];
    let mut decisions = 0;
    while let Some(seat) = state.to_act().iter().next() {
        let command = bot(seat).choose(&state.view(Viewer::Seat(seat)), &mut roll);
        state = AnyState::decide(&state, seat, command, &dice).unwrap().0;
        decisions += 1;
        assert!(decisions < 1_000, "a match of bots comes to its end");
    }
    let standings = state.outcome().unwrap();
    let winners = standings.iter().filter(|(_, at)| at.rank == 1);
    winners.map(|(seat, _)| bot(seat)).collect()
}

#[test]
fn greed_pays() {
    let mut wins = BTreeMap::from([(Bot::Random, 0), (Bot::Greedy, 0)]);
    for seats in 2..=4 {
        for seed in 0..10 {
            for winner in play(Options::default(), seats, seed, [Bot::Random, Bot::Greedy]) {
                *wins.get_mut(&winner).unwrap() += 1;
            }
        }
    }
    assert!(wins[&Bot::Greedy] > 5 * wins[&Bot::Random], "{wins:?}");
}

#[test]
fn matches_of_greedy_bots_end_with_every_switch() {
    for seats in 2..=4 {
        for seed in 0..3 {
            play(all_switches(), seats, seed, [Bot::Greedy, Bot::Greedy]);
        }
    }
}

#[test]
fn a_command_list_stays_short_even_with_a_full_supply() {
    let mut table = super::table::Table::new(2);
    for (stack, building) in [
        ("stack-22", "bld-44"),
        ("stack-23", "bld-41"),
        ("stack-32", "bld-23"),
        ("stack-33", "bld-29"),
    ] {
        table = table.tile(stack, building);
    }
    let supply = &mut table.state.players[Seat(0)].supply;
    Block::ALL
        .into_iter()
        .for_each(|block| *supply.of_mut(block) = 9);
    let legal = table.legal(0);
    assert!(legal.len() < 1_000, "{}", legal.len());
    assert!(
        legal
            .iter()
            .filter(|it| matches!(it, Command::Build { .. }))
            .count()
            > 500
    );
}

#[test]
fn seats_that_are_not_at_the_table_owe_nothing() {
    let setup = Setup::new(Options::default(), 3, &Dice::new(Seed([1; 32])));
    let state = ledger::begin::<State>(&setup, &Dice::new(Seed([1; 32]))).state;
    let view = state.view(Viewer::Seat(Seat(9)));
    assert_eq!(view.me, None);
    assert_eq!(State::legal(&view), []);
}
