//! The decision one seat owes: what a view and the state both know of it.
//!
//! `legal.rs` lists its commands and `resolve.rs` checks one, both from the same
//! [`Choice`], so that they cannot differ.

use super::{
    components::{Action, BOX},
    cube::Cube,
    event::Duty,
    features::Round,
    overworld::Overworld,
    places::{Slot, Stack},
    player::Player,
    setup::Options,
    tiles::{Building, Mob, Tile},
    weapons::Weapon,
};
use crate::Seat;

/// The decision one seat owes, and all it depends on.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// Who decides.
    pub seat: Seat,
    /// What is decided.
    pub duty: Duty,
    /// What the host chose.
    pub options: Options,
    /// The cube.
    pub cube: &'a Cube,
    /// The overworld.
    pub overworld: &'a Overworld,
    /// What the seat has.
    pub player: &'a Player,
    /// The normal actions taken in this turn.
    pub actions: &'a [Action],
    /// The scoring round that is being held.
    pub round: Option<Round>,
}

impl Choice<'_> {
    /// 6.1: whether the turn's normal actions are all taken.
    pub fn normal_actions_are_complete(&self) -> bool {
        self.actions.len() >= usize::from(BOX.turn.normal_actions)
    }

    /// 6.1 and 6.3: whether an action of this kind may be taken now, possible or not.
    pub fn allows(&self, action: Action) -> bool {
        match self.duty {
            Duty::Act => !self.normal_actions_are_complete() && !self.actions.contains(&action),
            Duty::ExtraAction => true,
            Duty::SecondBlock | Duty::Pickaxe | Duty::Tnt | Duty::Feature => false,
        }
    }

    /// Whether an action of this kind is possible.
    pub fn is_possible(&self, action: Action) -> bool {
        match action {
            Action::CollectBlocks => !self.cube.is_empty(),
            Action::Explore => true,
            Action::Build => self.buildings().any(|(_, building)| self.can_pay(building)),
            Action::Fight => self.mobs().next().is_some(),
            Action::CollectWeapon => self.weapons().next().is_some(),
        }
    }

    /// 6.3 and 6.5: whether an extra-action tile may be returned now.
    pub fn allows_extra_actions(&self) -> bool {
        let in_time = self.normal_actions_are_complete()
            || !self.options.extra_actions_only_after_normal_actions;
        self.duty == Duty::Act && in_time
    }

    /// 6.6: whether the turn may end now. It may not while a normal action is open.
    pub fn allows_end(&self) -> bool {
        let is_open = |action: Action| self.allows(action) && self.is_possible(action);
        self.duty == Duty::Act && !Action::ALL.into_iter().any(is_open)
    }

    /// The buildings face up around the character.
    pub fn buildings(&self) -> impl Iterator<Item = (Stack, Building)> {
        self.tiles().filter_map(|(stack, tile)| match tile {
            Tile::Building(building) => Some((stack, building)),
            Tile::Mob(_) => None,
        })
    }

    /// The mobs face up around the character.
    pub fn mobs(&self) -> impl Iterator<Item = (Stack, Mob)> {
        self.tiles().filter_map(|(stack, tile)| match tile {
            Tile::Building(_) => None,
            Tile::Mob(mob) => Some((stack, mob)),
        })
    }

    /// The weapons face up around the character.
    pub fn weapons(&self) -> impl Iterator<Item = (Slot, Weapon)> {
        let slots = self.player.at.slots();
        slots.filter_map(|slot| Some((slot, self.overworld.weapon(slot)?)))
    }

    fn tiles(&self) -> impl Iterator<Item = (Stack, Tile)> {
        let stacks = self.player.at.stacks();
        stacks.filter_map(|stack| Some((stack, self.overworld.tile(stack)?)))
    }

    pub(super) fn can_pay(&self, building: Building) -> bool {
        !self.player.supply.payments(building.cost()).is_empty()
    }
}
