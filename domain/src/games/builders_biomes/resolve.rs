//! A command checked against the decision that is owed: what is to be done, or the
//! rule it breaks.

use super::{
    blocks::Blocks,
    board::Space,
    choice::Choice,
    command::Command,
    components::Action,
    cube::Column,
    event::Duty,
    features::Feature,
    illegal::Illegal,
    legal::max_steps,
    places::{Crossing, Slot, Stack},
    tiles::{Building, Mob, Tile},
    weapons::Weapon,
};

/// What a command that is allowed does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    TakeBlock {
        column: Column,
    },
    Explore {
        to: Crossing,
    },
    Build {
        stack: Stack,
        building: Building,
        space: Space,
        payment: Blocks,
    },
    Fight {
        stack: Stack,
        mob: Mob,
    },
    UseTnt,
    KeepTnt,
    CollectWeapon {
        slot: Slot,
        weapon: Weapon,
    },
    ReturnTile {
        mob: Mob,
    },
    EndTurn,
    Score {
        feature: Feature,
    },
}

impl Choice<'_> {
    /// What is to be done because of the command.
    ///
    /// # Errors
    ///
    /// The rule it breaks.
    pub(super) fn resolve(&self, command: Command) -> Result<Deed, Illegal> {
        match command {
            Command::TakeBlock { column } => self.take_block(column),
            Command::Explore { to } => self.explore(to),
            Command::Build {
                stack,
                space,
                payment,
            } => self.build(stack, space, payment),
            Command::Fight { stack } => self.fight(stack),
            Command::UseTnt {} => self.due(Duty::Tnt).map(|()| Deed::UseTnt),
            Command::KeepTnt {} => self.due(Duty::Tnt).map(|()| Deed::KeepTnt),
            Command::CollectWeapon { slot } => self.collect_weapon(slot),
            Command::UseExtraActionTile { mob } => self.return_tile(mob),
            Command::EndTurn {} => self.end_turn(),
            Command::ChooseFeature { feature } => self.choose(feature),
        }
    }

    fn due(&self, duty: Duty) -> Result<(), Illegal> {
        if self.duty == duty {
            Ok(())
        } else {
            Err(Illegal::WrongMoment)
        }
    }

    /// 6.1
    fn may(&self, action: Action) -> Result<(), Illegal> {
        if self.allows(action) {
            Ok(())
        } else if self.duty == Duty::Act {
            Err(Illegal::ActionTaken(action))
        } else {
            Err(Illegal::WrongMoment)
        }
    }

    /// 7.1.1 and 8.3
    fn take_block(&self, column: Column) -> Result<Deed, Illegal> {
        match self.duty {
            Duty::SecondBlock | Duty::Pickaxe => {}
            Duty::Act | Duty::ExtraAction | Duty::Tnt | Duty::Feature => {
                self.may(Action::CollectBlocks)?;
            }
        }
        if self.cube.is_takeable(column) {
            Ok(Deed::TakeBlock { column })
        } else {
            Err(Illegal::NotTakeable(column))
        }
    }

    /// 7.2.1
    fn explore(&self, to: Crossing) -> Result<Deed, Illegal> {
        self.may(Action::Explore)?;
        if self.player.at.steps_to(to) > max_steps() {
            return Err(Illegal::TooFar(to));
        }
        Ok(Deed::Explore { to })
    }

    /// 7.3.1
    fn build(&self, stack: Stack, space: Space, payment: Blocks) -> Result<Deed, Illegal> {
        self.may(Action::Build)?;
        let Tile::Building(building) = self.tile(stack)? else {
            return Err(Illegal::NotABuilding(stack));
        };
        if !payment.pays(building.cost()) {
            return Err(Illegal::WrongPayment(building));
        }
        if !self.player.supply.contains(payment) {
            return Err(Illegal::NotOwned);
        }
        Ok(Deed::Build {
            stack,
            building,
            space,
            payment,
        })
    }

    /// 7.4.1
    fn fight(&self, stack: Stack) -> Result<Deed, Illegal> {
        self.may(Action::Fight)?;
        let Tile::Mob(mob) = self.tile(stack)? else {
            return Err(Illegal::NotAMob(stack));
        };
        Ok(Deed::Fight { stack, mob })
    }

    /// 5.2 and 5.5
    fn tile(&self, stack: Stack) -> Result<Tile, Illegal> {
        if !self.player.at.touches(stack.cell()) {
            return Err(Illegal::StackNotAdjacent(stack));
        }
        let tile = self.overworld.tile(stack);
        tile.ok_or(Illegal::NothingFaceUp(stack))
    }

    /// 7.5.1
    fn collect_weapon(&self, slot: Slot) -> Result<Deed, Illegal> {
        self.may(Action::CollectWeapon)?;
        if !self.player.at.touches(slot.cell()) {
            return Err(Illegal::SlotNotAdjacent(slot));
        }
        let weapon = self.overworld.weapon(slot);
        let weapon = weapon.ok_or(Illegal::NoWeapon(slot))?;
        Ok(Deed::CollectWeapon { slot, weapon })
    }

    /// 6.3
    fn return_tile(&self, mob: Mob) -> Result<Deed, Illegal> {
        self.due(Duty::Act)?;
        if !self.allows_extra_actions() {
            return Err(Illegal::NormalActionsFirst);
        }
        if !self.player.extra_action_tiles().any(|own| own == mob) {
            return Err(Illegal::NoExtraActionTile(mob));
        }
        Ok(Deed::ReturnTile { mob })
    }

    /// 6.2 and 6.6
    fn end_turn(&self) -> Result<Deed, Illegal> {
        self.due(Duty::Act)?;
        if self.allows_end() {
            Ok(Deed::EndTurn)
        } else {
            Err(Illegal::ActionsOpen)
        }
    }

    /// 10.4
    fn choose(&self, feature: Feature) -> Result<Deed, Illegal> {
        self.due(Duty::Feature)?;
        let axis = self.round.map(|round| round.axis());
        if axis == Some(feature.axis()) {
            Ok(Deed::Score { feature })
        } else {
            Err(Illegal::OtherAxis(feature))
        }
    }
}
