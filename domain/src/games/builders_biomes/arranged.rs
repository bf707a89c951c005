//! What a table must keep to that its host arranged.

use super::{
    blocks::Block,
    board::Board,
    components::{Action, BOX, Color},
    cube::Cube,
    event::{Duty, RoundScore},
    features::Round,
    play,
    player::{HOE_XP_MAX, HOES_MAX, Player},
    setup::{Options, Setup, Tiles, Tokens},
    state::State,
    tiles::Tile,
    weapons::{Fight, Pile, Weapon, shown},
};
use crate::{
    Seat, Secret,
    kit::{
        arranged::{distinct, each_seat, exactly, holds, known},
        components::BoxError,
    },
};

/// Passes if a match can begin with a table set up like this.
///
/// # Errors
///
/// The field that is wrong, and why.
pub(super) fn check_setup(setup: &Setup, options: Options, seats: u8) -> Result<(), BoxError> {
    holds("options", &setup.options, &options)?;
    each_seat("boards", &setup.boards, seats)?;
    let boards: Vec<Board> = setup.boards.iter().map(|(_, it)| *it).collect();
    distinct("boards", &boards)?;
    BoxError::unless(setup.start.0 < seats, "start: the table has no such seat")?;
    let start = chosen_start(options, seats).unwrap_or(setup.start);
    holds("start", &setup.start, &start)?;
    exactly("cube", blocks(&setup.cube)?, BOX.all_blocks())?;
    let tiles = known("tiles", &setup.tiles)?;
    exactly("tiles", tiles.0.iter().copied(), Tile::all())?;
    let tokens = known("tokens", &setup.tokens)?;
    exactly("tokens", tokens.0.iter().copied(), BOX.neutral_weapons())
}

/// How a table was set up at which nothing has happened.
pub(super) fn setup(state: &State) -> Setup {
    let stacks = state.overworld.stacks.iter().flat_map(|it| &it.tiles);
    let slots = state.overworld.slots.iter().flatten();
    let tokens = slots.filter_map(|it| it.weapon.known().copied());
    Setup {
        options: state.options,
        start: state.active,
        boards: state.players.map(|_, it| it.board),
        cube: state.cube.clone(),
        tiles: Secret::Known(Tiles(stacks.filter_map(|it| it.known().copied()).collect())),
        tokens: Secret::Known(Tokens(tokens.collect())),
    }
}

/// Passes if a match can come to stand like this, with somebody to decide.
///
/// # Errors
///
/// The field that is wrong, and why.
pub(super) fn check_state(state: &State, options: Options, seats: u8) -> Result<(), BoxError> {
    holds("options", &state.options, &options)?;
    each_seat("players", &state.players, seats)?;
    BoxError::unless(state.active.0 < seats, "active: the table has no such seat")?;
    BoxError::unless(state.bonuses.is_none(), "bonuses: the match is over")?;
    check_box(state)?;
    let boards: Vec<Board> = state.players.iter().map(|(_, it)| it.board).collect();
    distinct("players: boards", &boards)?;
    check_rounds(state)?;
    for (seat, player) in state.players.iter() {
        check_player(state, seat, player)
            .map_err(|error| BoxError(format!("players[{}].{error}", seat.0)))?;
    }
    check_turn(state)?;
    check_duty(state)?;
    check_fight(state)
}

fn chosen_start(options: Options, seats: u8) -> Option<Seat> {
    options.start_seat.filter(|it| it.0 < seats)
}

fn blocks(cube: &Cube) -> Result<Vec<Block>, BoxError> {
    let all = cube
        .places()
        .map(|(column, level)| cube.block(column, level));
    let all: Option<Vec<Block>> = all.collect();
    all.ok_or_else(|| BoxError::new("cube: an arranged table must not withhold anything"))
}

/// 3.1 to 3.4: everything of the box is in one place.
fn check_box(state: &State) -> Result<(), BoxError> {
    let players = || state.players.iter().map(|(_, it)| it);
    let owned = players().map(|it| it.supply).chain([state.spent]);
    let owned = owned.flat_map(|held| {
        Block::ALL
            .into_iter()
            .flat_map(move |block| (0..held.of(block)).map(move |_| block))
    });
    let cube = blocks(&state.cube)?;
    exactly(
        "cube, supply and spent",
        cube.into_iter().chain(owned),
        BOX.all_blocks(),
    )?;

    let mut tiles = Vec::new();
    for stack in &state.overworld.stacks {
        let lies = stack.tiles.len() <= 4 && !(stack.face_up && stack.tiles.is_empty());
        BoxError::unless(
            lies,
            "overworld.stacks: a stack has more than four tiles, or no tile face up",
        )?;
        for tile in &stack.tiles {
            tiles.push(*known("overworld.stacks", tile)?);
        }
    }
    let built = players().flat_map(|it| it.built.iter().map(|it| Tile::Building(it.building)));
    let beaten = players().flat_map(|it| it.mobs.iter().map(|it| Tile::Mob(it.mob)));
    let tiles = tiles.into_iter().chain(built).chain(beaten);
    exactly("overworld.stacks, built and mobs", tiles, Tile::all())?;

    let mut weapons = Vec::new();
    for token in state.overworld.slots.iter().flatten() {
        weapons.push(*known("overworld.slots", &token.weapon)?);
    }
    for player in players() {
        weapons.extend(player.weapons.weapons());
        weapons.extend((0..player.tnt_used).map(|_| Weapon::Tnt));
    }
    let starting = players().flat_map(|_| Pile::starting().weapons().to_vec());
    let all = BOX.neutral_weapons().chain(starting);
    exactly("overworld.slots, weapons and tnt_used", weapons, all)
}

/// What a player has was paid as the tiles and rounds pay.
fn check_player(state: &State, seat: Seat, player: &Player) -> Result<(), BoxError> {
    holds("color", &player.color, &Color::ALL[usize::from(seat.0)])?;
    for placed in &player.built {
        holds("built: its xp", &placed.xp, &placed.building.xp())?;
    }
    for won in &player.mobs {
        holds("mobs: its xp", &won.xp, &won.mob.xp())?;
        let may = !won.returned || won.mob.is_extra_action();
        BoxError::unless(may, "mobs: one of those returned brings no extra action")?;
    }
    BoxError::unless(
        player.hoes <= HOES_MAX,
        "hoes: there are more than a sheet can count",
    )?;
    let hoes = i32::from(player.hoes) * i32::from(BOX.fight.golden_hoe_xp);
    let hoes = hoes.min(HOE_XP_MAX.into());
    holds("hoe_xp", &i32::from(player.hoe_xp), &hoes)?;
    let built = player.built.iter().map(|it| i32::from(it.xp));
    let mobs = player.mobs.iter().map(|it| i32::from(it.xp));
    let rounds = state.scores.iter().filter(|it| it.seat == seat);
    let rounds = rounds.map(|it| i32::from(it.xp));
    let paid = hoes + built.chain(mobs).chain(rounds).sum::<i32>();
    holds("xp", &i32::from(player.xp), &paid)
}

/// 10.1 to 10.3: which rounds are held, and who has scored in them.
fn check_rounds(state: &State) -> Result<(), BoxError> {
    let seats = state.seats();
    let is_held = |round: &Round| state.round.is_some_and(|held| *round <= held);
    for round in Round::ALL.into_iter().filter(is_held) {
        let is_empty = state.cube.is_layer_empty(round.layer());
        BoxError::unless(is_empty, "round: its layer of the cube must be empty")?;
    }
    let waits = |round: Round, seat: Seat| {
        let from = |it: Seat| (it.0 + seats - state.active.0) % seats;
        let is_now = state.duty == Some(Duty::Feature) && state.round == Some(round);
        is_now
            && state
                .due
                .is_none_or(|due| due.0 < seats && from(seat) >= from(due))
    };
    let all = Round::ALL.into_iter().filter(is_held).flat_map(|round| {
        let scored = Seat::first(seats).filter(move |seat| !waits(round, *seat));
        scored.map(move |seat| (round, seat))
    });
    exactly(
        "scores",
        state.scores.iter().map(|it| (it.round, it.seat)),
        all,
    )?;
    let is_paid = state.scores.iter().all(is_paid);
    BoxError::unless(is_paid, "scores: the round cannot pay these points")
}

fn is_paid(score: &RoundScore) -> bool {
    let count = i16::try_from(score.spaces.len()).unwrap_or(i16::MAX);
    let pays = |feature| score.round.value(feature).checked_mul(count);
    match score.feature {
        Some(feature) => {
            feature.axis() == score.round.axis()
                && count <= 9
                && distinct("spaces", &score.spaces).is_ok()
                && pays(feature) == Some(score.xp)
        }
        None => count == 0 && score.xp == 0,
    }
}

/// 6.1: whose turn it is, and what was done in it.
fn check_turn(state: &State) -> Result<(), BoxError> {
    BoxError::unless(state.turn > 0, "turn: it must be at least 1")?;
    if let Some(start) = chosen_start(state.options, state.seats()) {
        let seats = u32::from(state.seats());
        let active = (u32::from(start.0) + (state.turn - 1) % seats) % seats;
        holds("active", &u32::from(state.active.0), &active)?;
    }
    distinct("actions", &state.actions)?;
    let most = usize::from(BOX.turn.normal_actions);
    BoxError::unless(
        state.actions.len() <= most,
        "actions: there are more than a turn allows",
    )?;
    // A round that is due begins when a turn ends, so none waits where one begins.
    let held = state.round;
    let next = Round::ALL.into_iter().find(|round| Some(*round) > held);
    let is_due = next.is_none_or(|round| state.cube.is_layer_empty(round.layer()));
    let begins = state.duty == Some(Duty::Act)
        && state.actions.is_empty()
        && state.options.extra_actions_only_after_normal_actions;
    BoxError::unless(
        !(is_due && begins),
        "round: a scoring round is due that was not held",
    )
}

/// Who owes what.
fn check_duty(state: &State) -> Result<(), BoxError> {
    let (Some(duty), Some(due)) = (state.duty, state.due) else {
        return Err(BoxError::new("duty: nobody owes a decision"));
    };
    let is_over = state.round == Some(Round::C) && duty != Duty::Feature;
    BoxError::unless(
        !is_over,
        "round: the match would be over after the last round",
    )?;
    if duty != Duty::Feature {
        holds("due", &due, &state.active)?;
    }
    let returned = state.players[state.active]
        .mobs
        .iter()
        .any(|it| it.returned);
    let did = |action| returned || state.actions.contains(&action);
    let can_be = match duty {
        Duty::Act => true,
        Duty::ExtraAction => returned,
        Duty::SecondBlock => did(Action::CollectBlocks) && !state.cube.is_empty(),
        Duty::Pickaxe | Duty::Tnt => did(Action::Fight),
        Duty::Feature => state
            .round
            .is_some_and(|it| play::has_choice(state, due, it)),
    };
    BoxError::unless(can_be, "duty: nothing in the table leads to this duty")?;
    let choice = state.choice_of(due, duty);
    BoxError::unless(
        !choice.commands().is_empty(),
        "duty: there is nothing to decide",
    )
}

/// 8.1 to 8.3
fn check_fight(state: &State) -> Result<(), BoxError> {
    let fights = matches!(state.duty, Some(Duty::Pickaxe | Duty::Tnt));
    holds(
        "fight: whether there is one",
        &state.fight.is_some(),
        &fights,
    )?;
    let Some(fight) = &state.fight else {
        return Ok(());
    };
    let player = &state.players[state.active];
    let is_near = player.at.stacks().any(|stack| stack == fight.stack);
    let lies = state.overworld.tile(fight.stack) == Some(Tile::Mob(fight.mob));
    BoxError::unless(
        is_near && lies,
        "fight.mob: it is not on that stack, or not next to the character",
    )?;
    check_revealed(fight, player)?;
    let begun = Fight::new(fight.stack, fight.mob, fight.revealed.clone());
    let tnt = u16::from(fight.tnt) + u16::from(fight.tnt_used);
    let left = fight.pickaxes <= begun.pickaxes && tnt <= begun.tnt.into();
    BoxError::unless(
        left,
        "fight: there are more pickaxes or TNT than were revealed",
    )?;
    let digs = fight.pickaxes > 0 && !state.cube.is_empty();
    let is_next = match state.duty {
        Some(Duty::Pickaxe) => digs,
        Some(_) | None => fight.tnt > 0 && !digs,
    };
    let before = state.duty == Some(Duty::Pickaxe) && begun.tnt != fight.tnt;
    BoxError::unless(
        is_next && !before && state.fights > 0,
        "duty: the fight does not require this decision",
    )
}

/// 8.2: what is revealed is of the pile, TNT used in this fight included.
fn check_revealed(fight: &Fight, player: &Player) -> Result<(), BoxError> {
    let used = if fight.tnt_used <= player.tnt_used {
        fight.tnt_used
    } else {
        0
    };
    let mut pile = player.weapons.weapons().to_vec();
    pile.extend((0..used).map(|_| Weapon::Tnt));
    let all = pile.len();
    for weapon in &fight.revealed {
        let place = pile.iter().position(|it| it == weapon);
        let missing = || BoxError::new("fight.revealed: a token is not in the pile of the seat");
        pile.remove(place.ok_or_else(missing)?);
    }
    let order = [&fight.revealed[..], &pile].concat();
    let is_shown = shown(&order).len() == fight.revealed.len() && order.len() == all;
    BoxError::unless(
        is_shown,
        "fight.revealed: the number of tokens does not match what a fight reveals",
    )
}
