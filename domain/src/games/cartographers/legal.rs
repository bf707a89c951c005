//! Every command a decision allows, each once.

use super::{
    choice::{Choice, Demand},
    command::{Command, Orientation},
    components::Skill,
    event::Duty,
    map::{Area, BOARD, Terrain},
    shape::{DOMINO, SQUARE, Shape, Spots},
};
use crate::{cast, kit::cells::Cells};

impl Choice<'_> {
    /// Every command allowed, each once.
    pub fn commands(&self) -> Vec<Command> {
        let mut commands = Vec::new();
        match self.duty {
            Duty::Before => self.before(&mut commands),
            Duty::Draw => self.draws(&mut commands),
            Duty::After => self.after(&mut commands),
        }
        commands
    }

    /// 15.1 to 15.3: what is played for a seat that does not decide.
    pub fn default_command(&self) -> Command {
        match self.duty {
            Duty::Before | Duty::After => Command::Pass {},
            Duty::Draw => self.commands()[0],
        }
    }

    fn may_use(&self, skill: Skill) -> bool {
        self.afford(skill).is_ok()
    }

    fn before(&self, commands: &mut Vec<Command>) {
        commands.push(Command::Pass {});
        if self.may_use(Skill::Acrobatics) {
            let orientations: &[_] = if self.seats == 1 {
                &[Some(Orientation::Horizontal), Some(Orientation::Vertical)]
            } else {
                &[None]
            };
            let acrobatics = |&orientation| Command::Acrobatics { orientation };
            commands.extend(orientations.iter().map(acrobatics));
        }
        self.diplomacies(commands);
    }

    fn draws(&self, commands: &mut Vec<Command>) {
        let demand = self.demand();
        let draw = |terrain, cells| Command::Draw { terrain, cells };
        match demand.fallback {
            Some(terrains) => each(commands, terrains, demand.free, draw),
            None => {
                for shape in demand.shapes {
                    lay(commands, shape, &demand, demand.terrains, draw);
                }
            }
        }
        if self.skills.is_empty() {
            return;
        }
        if self.may_use(Skill::ArcaneKnowledge) {
            for shape in demand.shapes {
                lay(commands, shape, &demand, &[Terrain::Village], |_, cells| {
                    Command::ArcaneKnowledge { cells }
                });
            }
        }
        if self.may_use(Skill::Stealth) {
            stealths(commands, &demand);
        }
        if self.may_use(Skill::Negotiation) {
            lay(
                commands,
                &SQUARE,
                &demand,
                demand.terrains,
                |terrain, cells| Command::Negotiation { terrain, cells },
            );
        }
    }

    fn after(&self, commands: &mut Vec<Command>) {
        commands.push(Command::Pass {});
        let free = self.sheet.map.empty();
        let shape = self.shape_drawn();
        if let Some((_, shape)) = shape.filter(|_| self.may_use(Skill::Concentration)) {
            let again = shape.placements(shape.spots(free, free)).map(Area);
            commands.extend(again.map(|cells| Command::Concentration { cells }));
        }
        if shape.is_some() && self.may_use(Skill::Search) {
            let cells = BOARD.coordinates(self.beside_shape());
            commands.extend(cells.map(|cell| Command::Search { cell }));
        }
        if self.may_use(Skill::Healing) {
            let spots = DOMINO[0].spots(free, free & BOARD.beside(self.sheet.map.monster));
            fill(
                commands,
                &DOMINO[0],
                spots,
                self.card.face().terrains,
                |terrain, cells| Command::Healing { terrain, cells },
            );
        }
        self.diplomacies(commands);
    }

    fn diplomacies(&self, commands: &mut Vec<Command>) {
        if self.may_use(Skill::Diplomacy) {
            let cells = BOARD.coordinates(self.sheet.map.empty());
            commands.extend(cells.map(|cell| Command::Diplomacy { cell }));
        }
    }
}

/// A shape wherever the card allows it, in each terrain.
fn lay(
    commands: &mut Vec<Command>,
    shape: &Shape,
    demand: &Demand,
    terrains: &[Terrain],
    command: impl Fn(Terrain, Area) -> Command,
) {
    let spots = shape.spots(demand.free, demand.cover);
    fill(commands, shape, spots, terrains, command);
}

/// A shape at each of these spots, in each terrain.
fn fill(
    commands: &mut Vec<Command>,
    shape: &Shape,
    spots: Spots,
    terrains: &[Terrain],
    command: impl Fn(Terrain, Area) -> Command,
) {
    let count: u32 = spots.iter().map(|anchors| anchors.count()).sum();
    commands.reserve(terrains.len() * cast::<usize>(count));
    for &terrain in terrains {
        let placements = shape.placements(spots);
        placements.for_each(|cells| commands.push(command(terrain, Area(cells))));
    }
}

/// Each cell by itself, in each terrain.
fn each(
    commands: &mut Vec<Command>,
    terrains: &[Terrain],
    cells: Cells,
    command: impl Fn(Terrain, Area) -> Command,
) {
    for &terrain in terrains {
        commands.extend(cells.iter().map(|cell| command(terrain, Area(cell))));
    }
}

fn stealths(commands: &mut Vec<Command>, demand: &Demand) {
    for shape in demand.shapes {
        let Some(id) = shape.id else { continue };
        let fits = |cells: &Cells| demand.free.contains(*cells) && demand.cover.meets(*cells);
        for cells in shape.clipped.iter().copied().filter(fits).map(Area) {
            let stealth = |&terrain: &Terrain| Command::Stealth {
                shape: id,
                terrain,
                cells,
            };
            commands.extend(demand.terrains.iter().map(stealth));
        }
    }
}
