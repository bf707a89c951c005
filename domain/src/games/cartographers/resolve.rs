//! A command checked against the decision that is owed: what it would draw, or
//! the rule it breaks.

use super::{
    ambush,
    choice::{Choice, Demand},
    command::{Command, Orientation},
    components::Skill,
    event::{Drawing, Duty},
    illegal::Illegal,
    map::{Area, BOARD, Terrain},
    shape::{DOMINO, SQUARE, Shape, ShapeId},
};
use crate::{Cell, kit::cells::Cells};

impl Choice<'_> {
    /// What the command would draw, coins included.
    ///
    /// # Errors
    ///
    /// The rule it breaks.
    pub fn resolve(&self, command: Command) -> Result<Drawing, Illegal> {
        self.check(command)?;
        let shape = self.demand().shape(&command);
        let (terrain, cells) = self.drawn_by(&command);
        let drawing = Drawing {
            sheet: self.on,
            terrain,
            cells: Area(cells),
            shape: shape.and_then(|shape| shape.id),
            skill: command.skill(),
            cost: command.cost(),
            ..Drawing::pass(self.seat)
        };
        Ok(self
            .sheet
            .pay(drawing, shape.map_or(0, |shape| shape.coins)))
    }

    /// The terrain and cells that a legal command draws: no terrain for the farm and village
    /// of Diplomacy, and for nothing.
    #[inline]
    pub(super) fn drawn_by(&self, command: &Command) -> (Option<Terrain>, Cells) {
        let again = || self.shape_drawn().map(|(terrain, _)| terrain);
        let only = |cell| BOARD.at(cell).unwrap_or_default();
        match *command {
            Command::Draw { terrain, cells }
            | Command::Stealth { terrain, cells, .. }
            | Command::Negotiation { terrain, cells }
            | Command::Healing { terrain, cells } => (Some(terrain), cells.0),
            Command::ArcaneKnowledge { cells } => (Some(Terrain::Village), cells.0),
            Command::Concentration { cells } => (again(), cells.0),
            Command::Search { cell } => (again(), only(cell)),
            Command::Diplomacy { cell } => (None, only(cell)),
            Command::Acrobatics { orientation } => self.walked(orientation),
            Command::Pass {} => (None, Cells::NONE),
        }
    }

    /// 13.4: what two monsters that lie so draw on the sheet of one who plays alone. Without a
    /// direction the neighbor draws.
    fn walked(&self, orientation: Option<Orientation>) -> (Option<Terrain>, Cells) {
        let (Some(orientation), Some(card)) = (orientation, self.card.ambush()) else {
            return (None, Cells::NONE);
        };
        let walked = ambush::walk(&self.sheet, &card.solo, DOMINO[0].lying(orientation));
        (walked.terrain, walked.cells.0)
    }

    /// Passes if the command is legal.
    fn check(&self, command: Command) -> Result<(), Illegal> {
        command.skill().map_or(Ok(()), |skill| self.afford(skill))?;
        match command {
            Command::Draw { terrain, cells } => self.draw(terrain, cells.0),
            Command::ArcaneKnowledge { cells } => self.arcane_knowledge(cells.0),
            Command::Stealth {
                shape,
                terrain,
                cells,
            } => self.stealth(shape, terrain, cells.0),
            Command::Negotiation { terrain, cells } => self.negotiation(terrain, cells.0),
            Command::Concentration { cells } => self.concentration(cells.0),
            Command::Healing { terrain, cells } => self.healing(terrain, cells.0),
            Command::Search { cell } => self.search(cell),
            Command::Diplomacy { cell } => self.empty_cell(cell).map(|_| ()),
            Command::Acrobatics { orientation } => self.acrobatics(orientation),
            Command::Pass {} => self.pass(),
        }
    }

    /// Passes if the seat may use `skill` now and can pay for it.
    pub(super) fn afford(&self, skill: Skill) -> Result<(), Illegal> {
        if !self.skills.contains(&skill) {
            Err(Illegal::SkillNotInPlay(skill))
        } else if !self.is_time_for(skill) {
            Err(Illegal::WrongMoment)
        } else if self.sheet.skill.is_some() {
            Err(Illegal::SkillUsed)
        } else if self.sheet.purse() < skill.card().cost_coins {
            Err(Illegal::CannotAfford(skill))
        } else {
            Ok(())
        }
    }

    /// 13.4
    fn is_time_for(&self, skill: Skill) -> bool {
        match skill {
            Skill::Acrobatics => self.duty == Duty::Before && !self.explores(),
            Skill::Diplomacy => self.duty != Duty::Draw,
            Skill::Concentration | Skill::Healing | Skill::Search => self.duty == Duty::After,
            Skill::ArcaneKnowledge | Skill::Stealth | Skill::Negotiation => {
                self.duty == Duty::Draw && self.explores()
            }
        }
    }

    fn draw(&self, terrain: Terrain, cells: Cells) -> Result<(), Illegal> {
        if self.duty != Duty::Draw {
            return Err(Illegal::WrongMoment);
        }
        let demand = self.demand();
        on_empty(cells, demand.free)?;
        if let Some(terrains) = demand.fallback {
            if cells.count() != 1 {
                return Err(if demand.cover == demand.free {
                    Illegal::OnlyOneCell(cells)
                } else {
                    Illegal::NoShapeReachesRuins(cells)
                });
            }
            return offered(terrain, terrains);
        }
        demand.shaped(cells)?;
        offered(terrain, demand.terrains)?;
        covering(cells, demand.cover)
    }

    fn arcane_knowledge(&self, cells: Cells) -> Result<(), Illegal> {
        let demand = self.demand();
        on_empty(cells, demand.free)?;
        demand.shaped(cells)?;
        covering(cells, demand.cover)
    }

    fn stealth(&self, id: ShapeId, terrain: Terrain, cells: Cells) -> Result<(), Illegal> {
        let demand = self.demand();
        on_empty(cells, demand.free)?;
        let shape = demand.shapes.iter().find(|shape| shape.id == Some(id));
        let shape = shape.ok_or(Illegal::NotAShape(cells))?;
        if !shape.clipped.contains(&cells) {
            return Err(Illegal::NotOffTheMap(cells));
        }
        offered(terrain, demand.terrains)?;
        covering(cells, demand.cover)
    }

    fn negotiation(&self, terrain: Terrain, cells: Cells) -> Result<(), Illegal> {
        let demand = self.demand();
        on_empty(cells, demand.free)?;
        shaped(cells, &SQUARE)?;
        offered(terrain, demand.terrains)?;
        covering(cells, demand.cover)
    }

    fn concentration(&self, cells: Cells) -> Result<(), Illegal> {
        let (_, shape) = self.shape_drawn().ok_or(Illegal::NoShapeDrawn)?;
        on_empty(cells, self.sheet.map.empty())?;
        shaped(cells, shape)
    }

    fn healing(&self, terrain: Terrain, cells: Cells) -> Result<(), Illegal> {
        on_empty(cells, self.sheet.map.empty())?;
        shaped(cells, &DOMINO[0])?;
        offered(terrain, self.card.face().terrains)?;
        if !BOARD.beside(self.sheet.map.monster).meets(cells) {
            return Err(Illegal::NotBesideMonster(cells));
        }
        Ok(())
    }

    fn search(&self, cell: Cell) -> Result<(), Illegal> {
        self.shape_drawn().ok_or(Illegal::NoShapeDrawn)?;
        let cell = self.empty_cell(cell)?;
        if !self.beside_shape().meets(cell) {
            return Err(Illegal::NotBesideShape(cell));
        }
        Ok(())
    }

    const fn acrobatics(&self, orientation: Option<Orientation>) -> Result<(), Illegal> {
        match (orientation, self.seats) {
            (Some(_), 1) | (None, 2..) => Ok(()),
            (Some(_) | None, _) => Err(Illegal::Orientation),
        }
    }

    fn pass(&self) -> Result<(), Illegal> {
        match self.duty {
            Duty::Draw => Err(Illegal::WrongMoment), // 3.3
            Duty::Before | Duty::After => Ok(()),
        }
    }

    /// The terrain and shape the seat drew this turn, unless it was a single cell
    /// for want of a shape.
    pub(super) fn shape_drawn(&self) -> Option<(Terrain, &'static Shape)> {
        let drawn = self.drawn?;
        let shapes = &self.card.face().shapes;
        let shape = shapes.iter().find(|shape| shape.id == drawn.shape)?;
        Some((drawn.terrain?, shape))
    }

    /// The empty spaces beside what the seat drew this turn.
    pub(super) fn beside_shape(&self) -> Cells {
        let drawn = self.drawn.map_or(Cells::NONE, |drawn| drawn.cells.0);
        BOARD.neighbors(drawn) & self.sheet.map.empty()
    }

    fn empty_cell(&self, cell: Cell) -> Result<Cells, Illegal> {
        let cell = BOARD.at(cell).ok_or(Illegal::OffTheMap(cell.into()))?;
        on_empty(cell, self.sheet.map.empty())?;
        Ok(cell)
    }
}

impl Demand {
    /// The shape of the card that a legal command draws: none for another, or a single cell.
    pub(super) fn shape(&self, command: &Command) -> Option<&'static Shape> {
        let mut shapes = self.shapes.iter();
        match command {
            Command::Draw { .. } if self.fallback.is_some() => None,
            Command::Draw { cells, .. } | Command::ArcaneKnowledge { cells } => {
                shapes.find(|shape| shape.is(cells.0))
            }
            Command::Stealth { shape, .. } => shapes.find(|it| it.id == Some(*shape)),
            Command::Negotiation { .. }
            | Command::Concentration { .. }
            | Command::Healing { .. }
            | Command::Search { .. }
            | Command::Diplomacy { .. }
            | Command::Acrobatics { .. }
            | Command::Pass {} => None,
        }
    }

    /// Passes if these cells are a shape, or gives the most helpful reason why they are none.
    fn shaped(&self, cells: Cells) -> Result<(), Illegal> {
        if self.shapes.iter().any(|shape| shape.is(cells)) {
            return Ok(());
        }
        let somewhere = || {
            let shapes = self.shapes.iter();
            let mut all =
                shapes.flat_map(|shape| shape.placements(shape.spots(self.free, self.cover)));
            all.next()
        };
        Err(match (cells.count(), somewhere()) {
            (1, Some(placement)) => Illegal::ShapeStillFits(placement),
            (_, Some(_) | None) => Illegal::NotAShape(cells),
        })
    }
}

fn on_empty(cells: Cells, free: Cells) -> Result<(), Illegal> {
    if cells.is_empty() {
        Err(Illegal::NoCells)
    } else if free.contains(cells) {
        Ok(())
    } else {
        Err(Illegal::Overlaps(cells - free))
    }
}

fn shaped(cells: Cells, shape: &Shape) -> Result<(), Illegal> {
    shape
        .is(cells)
        .then_some(())
        .ok_or(Illegal::NotAShape(cells))
}

fn offered(terrain: Terrain, terrains: &[Terrain]) -> Result<(), Illegal> {
    terrains
        .contains(&terrain)
        .then_some(())
        .ok_or(Illegal::WrongTerrain)
}

fn covering(cells: Cells, cover: Cells) -> Result<(), Illegal> {
    cells
        .meets(cover)
        .then_some(())
        .ok_or(Illegal::MustCoverRuins(cover))
}
