//! A table that looks exactly like a view: what its viewer cannot know is drawn anew.

use super::{
    blocks::{Block, Blocks},
    components::BOX,
    overworld::Overworld,
    player::Player,
    state::State,
    tiles::Tile,
    view::View,
    weapons::{Pile, Weapon},
};
use crate::{BySeat, Dice, Secret};

/// A state whose view for the same viewer is `view`. Face-down tiles and tokens and
/// the colors nobody sees are drawn from what is nowhere else.
pub fn redraw(view: &View, dice: &Dice) -> State {
    let mut state = State {
        options: view.options,
        cube: view.cube.clone(),
        spent: view.spent,
        overworld: view.overworld.clone(),
        players: view.players.clone(),
        turn: view.turn,
        active: view.active,
        actions: view.actions.clone(),
        due: view.due,
        duty: view.duty,
        fight: view.fight.clone(),
        fights: view.fights,
        round: view.round,
        scores: view.scores.clone(),
        bonuses: view.bonuses.clone(),
    };
    let mut blocks = unseen_blocks(view);
    dice.roll("redraw cube", 0).shuffle(&mut blocks);
    state.cube.fill(blocks);
    let mut tiles = unseen_tiles(view);
    dice.roll("redraw tiles", 0).shuffle(&mut tiles);
    let stacks = state.overworld.stacks.iter_mut();
    fill(stacks.flat_map(|stack| &mut stack.tiles), tiles);
    let mut weapons = unseen_weapons(view);
    dice.roll("redraw weapons", 0).shuffle(&mut weapons);
    let tokens = state.overworld.slots.iter_mut().flatten();
    fill(tokens.map(|token| &mut token.weapon), weapons);
    state
}

/// Puts values where they are withheld.
fn fill<'a, T: 'a>(places: impl Iterator<Item = &'a mut Secret<T>>, values: Vec<T>) {
    let hidden = places.filter(|place| place.known().is_none());
    for (place, value) in hidden.zip(values) {
        *place = Secret::Known(value);
    }
}

/// The blocks that show nowhere: not in the cube, with no player, not paid.
fn unseen_blocks(view: &View) -> Vec<Block> {
    let all: Blocks = BOX.all_blocks().collect();
    let cube = &view.cube;
    let shown = cube
        .places()
        .filter_map(|(at, level)| cube.block(at, level));
    let supplies = view.players.iter().map(|(_, player)| player.supply);
    let known = supplies.fold(shown.collect::<Blocks>(), Blocks::plus);
    let unseen = all.less(known.plus(view.spent));
    let of = |block: Block| (0..unseen.of(block)).map(move |_| block);
    Block::ALL.into_iter().flat_map(of).collect()
}

fn unseen_tiles(view: &View) -> Vec<Tile> {
    let stacks = view.overworld.stacks.iter().flat_map(|stack| &stack.tiles);
    let shown = stacks.filter_map(|tile| tile.known().copied());
    let players = view.players.iter();
    let out = players.flat_map(|(_, player)| {
        let built = player.built.iter().map(|it| Tile::Building(it.building));
        built.chain(player.mobs.iter().map(|it| Tile::Mob(it.mob)))
    });
    let known: Vec<Tile> = shown.chain(out).collect();
    Tile::all().filter(|tile| !known.contains(tile)).collect()
}

/// Every weapon of the box but those in piles, face up, or used.
fn unseen_weapons(view: &View) -> Vec<Weapon> {
    let mut unseen: Vec<Weapon> = BOX.neutral_weapons().collect();
    for _ in view.players.iter() {
        unseen.extend(Pile::starting().weapons());
    }
    let known = piles(&view.players).chain(shown_weapons(&view.overworld));
    for weapon in known {
        if let Some(place) = unseen.iter().position(|it| *it == weapon) {
            unseen.remove(place);
        }
    }
    unseen
}

/// What players have, and the TNT they have used.
fn piles(players: &BySeat<Player>) -> impl Iterator<Item = Weapon> {
    players.iter().flat_map(|(_, player)| {
        let used = (0..player.tnt_used).map(|_| Weapon::Tnt);
        player.weapons.weapons().iter().copied().chain(used)
    })
}

fn shown_weapons(overworld: &Overworld) -> impl Iterator<Item = Weapon> {
    let tokens = overworld.slots.iter().flatten();
    tokens.filter_map(|token| token.weapon.known().copied())
}
