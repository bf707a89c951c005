//! What a player asks for, in words.

use super::{
    blocks::Blocks,
    board::Space,
    command::Command,
    cube::{Column, SIDE},
    places::{Slot, Stack},
    tiles::Mob,
    view::View,
    words::{block, crossing, feature_name, mob_name, paid, place, tile_name, weapon_noun},
};
use crate::{Cell, words::some};

/// A command in words.
pub(super) fn said(view: &View, command: Command) -> String {
    match command {
        Command::TakeBlock { column } => take_block(view, column),
        Command::Explore { to } => format!("Explore at {}", crossing(to)),
        Command::Build {
            stack,
            space,
            payment,
        } => build(view, stack, space, payment),
        Command::Fight { stack } => {
            format!("Fight the {} at {}", tile(view, stack), place(stack.cell()))
        }
        Command::UseTnt {} => "Use the TNT".to_owned(),
        Command::KeepTnt {} => "Keep the TNT".to_owned(),
        Command::CollectWeapon { slot } => collect(view, slot),
        Command::UseExtraActionTile { mob } => give_back(view, mob),
        Command::EndTurn {} => "End the turn".to_owned(),
        Command::ChooseFeature { feature } => format!("Score {}", feature_name(feature)),
    }
}

/// Of a building the space of the board, of all else the cells of the overworld.
pub(super) fn cells(command: Command) -> Vec<Cell> {
    match command {
        Command::Explore { to } => to.around(),
        Command::Build { space, .. } => vec![space.cell()],
        Command::Fight { stack } => vec![stack.cell()],
        Command::CollectWeapon { slot } => vec![slot.cell()],
        Command::TakeBlock { .. }
        | Command::UseTnt {}
        | Command::KeepTnt {}
        | Command::UseExtraActionTile { .. }
        | Command::EndTurn {}
        | Command::ChooseFeature { .. } => Vec::new(),
    }
}

/// Rows and columns as on the plan of a layer, layers from the top down (4.1).
fn take_block(view: &View, column: Column) -> String {
    let top = view.cube.column(column).last();
    let taken = top
        .and_then(|top| top.known())
        .map_or("block", |it| block(*it));
    let layer = SIDE + 1 - view.cube.height(column);
    let at = place(column.cell());
    format!("Take the {taken} at {at} of layer {layer}")
}

fn build(view: &View, stack: Stack, space: Space, payment: Blocks) -> String {
    let (what, at) = (tile(view, stack), place(space.cell()));
    format!(
        "Build the {what} at {at} of your board for {}",
        paid(payment)
    )
}

fn tile(view: &View, stack: Stack) -> String {
    let tile = view.overworld.tile(stack);
    tile.map_or_else(|| "tile".to_owned(), tile_name)
}

fn collect(view: &View, slot: Slot) -> String {
    let weapon = view.overworld.weapon(slot);
    let weapon = weapon.map_or_else(|| "weapon".to_owned(), weapon_noun);
    format!("Take {} at {}", some(1, &weapon), place(slot.cell()))
}

/// Two mobs may be alike in all but their number.
fn give_back(view: &View, mob: Mob) -> String {
    let name = mob_name(mob);
    let own = view.choice();
    let tiles = own.map(|choice| choice.player.extra_action_tiles().collect::<Vec<_>>());
    let alike = tiles
        .into_iter()
        .flatten()
        .filter(|it| mob_name(*it) == name);
    if alike.count() > 1 {
        let mob = mob.to_string();
        let number = mob.trim_start_matches("mob-");
        return format!("Return {name} {number} for an extra action");
    }
    format!("Return the {name} for an extra action")
}
