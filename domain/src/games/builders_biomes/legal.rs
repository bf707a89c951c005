//! Every command a decision allows, each once.

use super::{
    board::Space,
    choice::Choice,
    command::Command,
    components::{Action, BOX},
    event::Duty,
    features::Round,
};

impl Choice<'_> {
    /// Every command allowed, each once.
    pub fn commands(&self) -> Vec<Command> {
        match self.duty {
            Duty::Act | Duty::ExtraAction => self.acts(),
            Duty::SecondBlock | Duty::Pickaxe => self.blocks().collect(),
            Duty::Tnt => vec![Command::UseTnt {}, Command::KeepTnt {}],
            Duty::Feature => self.round.map(features).unwrap_or_default(),
        }
    }

    /// 18.1 to 18.4: what is played for a seat that does not decide.
    pub fn default_command(&self) -> Command {
        match self.duty {
            Duty::Act if self.allows_end() => Command::EndTurn {},
            Duty::Tnt => Command::KeepTnt {},
            Duty::Act | Duty::ExtraAction | Duty::SecondBlock | Duty::Pickaxe | Duty::Feature => {
                self.commands()[0]
            }
        }
    }

    fn acts(&self) -> Vec<Command> {
        let allowed = Action::ALL.into_iter().filter(|it| self.allows(*it));
        let mut commands: Vec<Command> = allowed.flat_map(|it| self.of(it)).collect();
        if self.allows_extra_actions() {
            let tiles = self.player.extra_action_tiles();
            commands.extend(tiles.map(|mob| Command::UseExtraActionTile { mob }));
        }
        if self.allows_end() {
            commands.push(Command::EndTurn {});
        }
        commands
    }

    /// Every way to take an action, or to begin it.
    pub fn of(&self, action: Action) -> Vec<Command> {
        match action {
            Action::CollectBlocks => self.blocks().collect(),
            Action::Explore => {
                let within = self.player.at.within(max_steps());
                within.map(|to| Command::Explore { to }).collect()
            }
            Action::Build => self.builds(),
            Action::Fight => {
                let mobs = self.mobs();
                mobs.map(|(stack, _)| Command::Fight { stack }).collect()
            }
            Action::CollectWeapon => {
                let weapons = self.weapons();
                let collected = weapons.map(|(slot, _)| Command::CollectWeapon { slot });
                collected.collect()
            }
        }
    }

    fn blocks(&self) -> impl Iterator<Item = Command> {
        let columns = self.cube.takeable();
        columns.map(|column| Command::TakeBlock { column })
    }

    /// 7.3.1 and 7.3.2
    fn builds(&self) -> Vec<Command> {
        let mut commands = Vec::new();
        for (stack, building) in self.buildings() {
            for payment in self.player.supply.payments(building.cost()) {
                commands.extend(Space::all().map(|space| Command::Build {
                    stack,
                    space,
                    payment,
                }));
            }
        }
        commands
    }
}

/// 7.2.1
pub(super) fn max_steps() -> u8 {
    let [_, explore, ..] = &BOX.actions;
    explore.max_steps.unwrap_or(0)
}

/// 10.4
fn features(round: Round) -> Vec<Command> {
    let features = round.axis().features();
    let chosen = features.map(|feature| Command::ChooseFeature { feature });
    chosen.collect()
}
