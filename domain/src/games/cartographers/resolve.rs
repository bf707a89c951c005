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
        let drawing = self.check(command)?;
        let mut shapes = self.card.face().shapes.iter();
        // 10.2: a shape that is not on the card, or a single cell, brings no coin.
        let drawn = shapes.find(|shape| shape.id.is_some() && shape.id == drawing.shape);
        Ok(self
            .sheet
            .pay(drawing, drawn.map_or(0, |shape| shape.coins)))
    }

    fn check(&self, command: Command) -> Result<Drawing, Illegal> {
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
            Command::Diplomacy { cell } => self.diplomacy(cell),
            Command::Acrobatics { orientation } => self.acrobatics(orientation),
            Command::Pass {} => match self.duty {
                Duty::Draw => Err(Illegal::WrongMoment), // 3.3
                Duty::Before | Duty::After => Ok(Drawing::pass(self.seat)),
            },
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

    fn draw(&self, terrain: Terrain, cells: Cells) -> Result<Drawing, Illegal> {
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
            offered(terrain, terrains)?;
            return Ok(self.filled(terrain, cells, None));
        }
        let shape = self.shape_of(cells)?;
        offered(terrain, demand.terrains)?;
        covering(cells, demand.cover)?;
        Ok(self.filled(terrain, cells, Some(shape)))
    }

    fn arcane_knowledge(&self, cells: Cells) -> Result<Drawing, Illegal> {
        self.afford(Skill::ArcaneKnowledge)?;
        let demand = self.demand();
        on_empty(cells, demand.free)?;
        let shape = self.shape_of(cells)?;
        covering(cells, demand.cover)?;
        let drawing = self.filled(Terrain::Village, cells, Some(shape));
        Ok(self.skilled(Skill::ArcaneKnowledge, drawing))
    }

    fn stealth(&self, id: ShapeId, terrain: Terrain, cells: Cells) -> Result<Drawing, Illegal> {
        self.afford(Skill::Stealth)?;
        let demand = self.demand();
        on_empty(cells, demand.free)?;
        let shape = demand.shapes.iter().find(|shape| shape.id == Some(id));
        let shape = shape.ok_or(Illegal::NotAShape(cells))?;
        if !shape.clipped.contains(&cells) {
            return Err(Illegal::NotOffTheMap(cells));
        }
        offered(terrain, demand.terrains)?;
        covering(cells, demand.cover)?;
        Ok(self.skilled(Skill::Stealth, self.filled(terrain, cells, Some(shape))))
    }

    fn negotiation(&self, terrain: Terrain, cells: Cells) -> Result<Drawing, Illegal> {
        self.afford(Skill::Negotiation)?;
        let demand = self.demand();
        on_empty(cells, demand.free)?;
        shaped(cells, &SQUARE)?;
        offered(terrain, demand.terrains)?;
        covering(cells, demand.cover)?;
        Ok(self.skilled(Skill::Negotiation, self.filled(terrain, cells, None)))
    }

    fn concentration(&self, cells: Cells) -> Result<Drawing, Illegal> {
        self.afford(Skill::Concentration)?;
        let (terrain, shape) = self.shape_drawn().ok_or(Illegal::NoShapeDrawn)?;
        on_empty(cells, self.sheet.map.empty())?;
        shaped(cells, shape)?;
        Ok(self.skilled(Skill::Concentration, self.filled(terrain, cells, None)))
    }

    fn healing(&self, terrain: Terrain, cells: Cells) -> Result<Drawing, Illegal> {
        self.afford(Skill::Healing)?;
        on_empty(cells, self.sheet.map.empty())?;
        shaped(cells, &DOMINO[0])?;
        offered(terrain, self.card.face().terrains)?;
        if !BOARD.beside(self.sheet.map.monster).meets(cells) {
            return Err(Illegal::NotBesideMonster(cells));
        }
        Ok(self.skilled(Skill::Healing, self.filled(terrain, cells, None)))
    }

    fn search(&self, cell: Cell) -> Result<Drawing, Illegal> {
        self.afford(Skill::Search)?;
        let (terrain, _) = self.shape_drawn().ok_or(Illegal::NoShapeDrawn)?;
        let cell = self.empty_cell(cell)?;
        if !self.beside_shape().meets(cell) {
            return Err(Illegal::NotBesideShape(cell));
        }
        Ok(self.skilled(Skill::Search, self.filled(terrain, cell, None)))
    }

    fn diplomacy(&self, cell: Cell) -> Result<Drawing, Illegal> {
        self.afford(Skill::Diplomacy)?;
        let drawing = Drawing {
            cells: Area(self.empty_cell(cell)?),
            ..Drawing::pass(self.seat)
        };
        Ok(self.skilled(Skill::Diplomacy, drawing))
    }

    fn acrobatics(&self, orientation: Option<Orientation>) -> Result<Drawing, Illegal> {
        self.afford(Skill::Acrobatics)?;
        let drawing = match (orientation, self.seats) {
            (Some(orientation), 1) => {
                let card = self.card.ambush().expect("the moment was checked");
                ambush::walk(&self.sheet, &card.solo, DOMINO[0].lying(orientation))
            }
            (None, 2..) => Drawing::pass(self.seat),
            (Some(_) | None, _) => return Err(Illegal::Orientation),
        };
        Ok(self.skilled(Skill::Acrobatics, drawing))
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

    /// The shape these cells are, or the most helpful reason why they are none.
    fn shape_of(&self, cells: Cells) -> Result<&'static Shape, Illegal> {
        let Demand {
            shapes,
            free,
            cover,
            ..
        } = self.demand();
        let shape = shapes.iter().find(|shape| shape.is(cells));
        let somewhere = || {
            let all = shapes
                .iter()
                .flat_map(|shape| shape.placements(shape.spots(free, cover)));
            all.into_iter().next()
        };
        shape.ok_or_else(|| match (cells.count(), somewhere()) {
            (1, Some(placement)) => Illegal::ShapeStillFits(placement),
            (_, Some(_) | None) => Illegal::NotAShape(cells),
        })
    }

    fn empty_cell(&self, cell: Cell) -> Result<Cells, Illegal> {
        let cell = BOARD.at(cell).ok_or(Illegal::OffTheMap(cell.into()))?;
        on_empty(cell, self.sheet.map.empty())?;
        Ok(cell)
    }

    /// A drawing before its coins are counted.
    fn filled(&self, terrain: Terrain, cells: Cells, shape: Option<&Shape>) -> Drawing {
        Drawing {
            sheet: self.on,
            terrain: Some(terrain),
            cells: Area(cells),
            shape: shape.and_then(|shape| shape.id),
            ..Drawing::pass(self.seat)
        }
    }

    fn skilled(&self, skill: Skill, drawing: Drawing) -> Drawing {
        Drawing {
            skill: Some(skill),
            cost: skill.card().cost_coins,
            ..drawing
        }
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
