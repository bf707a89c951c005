//! Every command that some decision can allow, each with an id.

use std::{collections::BTreeSet, sync::LazyLock};

use super::{
    blocks::Blocks,
    board::Space,
    command::Command,
    components::BOX,
    cube::Column,
    features::Feature,
    places::{Crossing, Slot, Stack},
    tiles::{Building, Mob},
};
use crate::kit::actions::Actions;

/// The actions of every table: neither its options nor its seats make a difference.
pub(super) fn actions() -> Option<&'static Actions<Command>> {
    static ACTIONS: LazyLock<Option<Actions<Command>>> = LazyLock::new(|| Actions::of(all()));
    ACTIONS.as_ref()
}

fn all() -> Vec<Command> {
    let mut commands = vec![Command::EndTurn {}, Command::UseTnt {}, Command::KeepTnt {}];
    commands.extend(Column::all().map(|column| Command::TakeBlock { column }));
    commands.extend(Crossing::all().map(|to| Command::Explore { to }));
    commands.extend(Stack::all().map(|stack| Command::Fight { stack }));
    commands.extend(Slot::all().map(|slot| Command::CollectWeapon { slot }));
    let returned = Mob::all().filter(|mob| mob.is_extra_action());
    commands.extend(returned.map(|mob| Command::UseExtraActionTile { mob }));
    commands.extend(Feature::ALL.map(|feature| Command::ChooseFeature { feature }));
    for payment in payments() {
        for stack in Stack::all() {
            commands.extend(Space::all().map(|space| Command::Build {
                stack,
                space,
                payment,
            }));
        }
    }
    commands
}

/// 7.3.1: all that may ever be paid for a building, with the blocks that there are.
fn payments() -> BTreeSet<Blocks> {
    let mut supply = Blocks::NONE;
    for record in &BOX.blocks {
        *supply.of_mut(record.id) = record.count;
    }
    let costs = Building::all().map(Building::cost);
    costs.flat_map(|cost| supply.payments(cost)).collect()
}
