//! What one viewer may know.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    blocks::{Block, Blocks},
    board::{self, Landscape, Space, Visible},
    choice::Choice,
    components::Action,
    cube::{self, Column, Cube},
    event::{Duty, MobBonuses, RoundScore},
    features::{Axis, Round},
    overworld::Overworld,
    places::{Crossing, Slot, Stack},
    player::Player,
    score::ScoreBasis,
    setup::Options,
    state::State,
    tiles::Tile,
    weapons::{Fight, Weapon},
};
use crate::{BySeat, Cell, Seat, Secret, Viewer};

/// What one viewer may know. There are no secrets in this game, so everybody sees the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesView)]
pub struct View {
    /// The seat whose view this is. Null for spectators.
    pub me: Option<Seat>,
    /// What the host chose.
    pub options: Options,
    /// The turn, from one.
    #[schema(minimum = 0, maximum = 4_294_967_295_u32)]
    pub turn: u32,
    /// The seat whose turn it is, or whose turn was last.
    pub active: Seat,
    /// The normal actions taken in this turn.
    #[schema(max_items = 2)]
    pub actions: Vec<Action>,
    /// The seat that owes a decision. Null when the match is over.
    pub due: Option<Seat>,
    /// The kind of decision that is due. Null when the match is over.
    pub duty: Option<Duty>,
    /// The blocks that are left, with the colors that show.
    pub cube: Cube,
    /// The blocks that were paid and are out of the game.
    pub spent: Blocks,
    /// The stacks of tiles and the weapon slots.
    pub overworld: Overworld,
    /// What each seat has.
    pub players: BySeat<Player>,
    /// The fight that is still undecided, if there is one.
    pub fight: Option<Fight>,
    /// How many fights there have been.
    #[schema(minimum = 0, maximum = 4_294_967_295_u32)]
    pub fights: u32,
    /// The scoring round that is being held, or the last one held.
    pub round: Option<Round>,
    /// What was scored in scoring rounds, in order.
    #[schema(max_items = 12)]
    pub scores: Vec<RoundScore>,
    /// What mobs paid at the end. Null until the match is over.
    pub bonuses: Option<BySeat<MobBonuses>>,
}

impl View {
    /// What `viewer` may know of a match.
    pub fn of(state: &State, viewer: Viewer) -> View {
        let (cube, overworld) = match viewer {
            Viewer::Referee => (state.cube.clone(), state.overworld.clone()),
            Viewer::Seat(_) | Viewer::Spectator => (state.cube.seen(), state.overworld.seen()),
        };
        View {
            me: viewer.seat().filter(|seat| seat.0 < state.seats()),
            options: state.options,
            turn: state.turn,
            active: state.active,
            actions: state.actions.clone(),
            due: state.due,
            duty: state.duty,
            cube,
            spent: state.spent,
            overworld,
            players: state.players.clone(),
            fight: state.fight.clone(),
            fights: state.fights,
            round: state.round,
            scores: state.scores.clone(),
            bonuses: state.bonuses.clone(),
        }
    }

    /// The decision the view's owner owes, if any.
    pub fn choice(&self) -> Option<Choice<'_>> {
        let seat = self.me.filter(|me| self.due == Some(*me))?;
        Some(Choice {
            seat,
            duty: self.duty?,
            options: self.options,
            cube: &self.cube,
            overworld: &self.overworld,
            player: self.players.get(seat)?,
            actions: &self.actions,
            round: self.round,
        })
    }

    /// What scores are made of.
    pub fn table(&self) -> ScoreBasis<'_> {
        ScoreBasis {
            options: self.options,
            players: &self.players,
            scores: &self.scores,
            bonuses: self.bonuses.as_ref(),
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_head(f)?;
        write_cube(f, &self.cube)?;
        self.write_overworld(f)?;
        write_tiles(f, &self.overworld)?;
        self.players
            .iter()
            .try_for_each(|(seat, player)| self.write_player(f, seat, player))?;
        f.write_str(LEGEND)
    }
}

/// What letters and numbers stand for.
const LEGEND: &str = "
cube: W wood, S sand, T stone, O obsidian, E emerald, ? hidden, . no block; columns [x, y],
  each from its lowest block up
overworld: bld-03/2 a tile face up on a stack of two, ?/2 face down, - empty; weapons around;
  on crossings, like x-14, the seats that stand there, . nobody
boards: (biome) printed, bld-03 the building there; spaces [row, col]
blocks: 2W 1S is two wood and one sand
";

impl View {
    fn write_head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {} of seat {}", self.turn, self.active.0)?;
        for action in &self.actions {
            write!(f, ", {}", action.id())?;
        }
        match (self.due, self.duty) {
            (Some(seat), Some(duty)) => write!(f, " | seat {} decides: {duty:?}", seat.0)?,
            (_, _) => write!(f, " | over")?,
        }
        if let Some(round) = self.round {
            write!(f, " | round {round:?} held")?;
        }
        writeln!(f)?;
        let Some(fight) = &self.fight else {
            return Ok(());
        };
        let (hearts, needed) = (fight.hearts(), fight.mob.hearts());
        write!(f, "fight with {}: {hearts} of {needed} hearts:", fight.mob)?;
        write_weapons(f, &fight.revealed)
    }

    /// The layout of cells, with the characters on the crossings between them.
    fn write_overworld(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: String = (0..6).map(|col| format!("{col:^9}")).collect();
        writeln!(f, "    {}", columns.trim_end())?;
        for row in 0..6 {
            let cells = (0..6).map(|col| format!("{:^9}", self.cell(Cell(row, col))));
            writeln!(f, "  {row} {}", cells.collect::<String>().trim_end())?;
            if row < 5 {
                let crossings: String = (0..5)
                    .map(|col| format!("{:^9}", self.characters(Cell(row, col))))
                    .collect();
                writeln!(f, "x-{row}      {}", crossings.trim_end())?;
            }
        }
        let columns: String = (0..5).map(|col| format!("{col:^9}")).collect();
        writeln!(f, "x-       {}", columns.trim_end())
    }

    fn cell(&self, cell: Cell) -> String {
        if let Some(stack) = Stack::all().find(|stack| stack.cell() == cell) {
            let left = self.overworld.stack(stack).tiles.len();
            return match self.overworld.tile(stack) {
                Some(tile) => format!("{tile}/{left}"),
                None if left == 0 => "-".to_owned(),
                None => format!("?/{left}"),
            };
        }
        let Some(slot) = Slot::all().find(|slot| slot.cell() == cell) else {
            return String::new();
        };
        match (self.overworld.weapon(slot), self.overworld.has_token(slot)) {
            (Some(weapon), _) => weapon.id().chars().take(8).collect(),
            (None, true) => "?".to_owned(),
            (None, false) => "-".to_owned(),
        }
    }

    /// The seats on a crossing, or a dot.
    fn characters(&self, place: Cell) -> String {
        let here = |at: Crossing| at.place() == place;
        let seats = self.players.iter().filter(|(_, player)| here(player.at));
        let seats: String = seats.map(|(seat, _)| seat.0.to_string()).collect();
        if seats.is_empty() {
            ".".to_owned()
        } else {
            seats
        }
    }

    fn write_player(&self, f: &mut fmt::Formatter<'_>, seat: Seat, player: &Player) -> fmt::Result {
        let mine = if self.me == Some(seat) { " (me)" } else { "" };
        let (color, xp) = (player.color.id(), player.xp);
        writeln!(f, "seat {}{mine} {color}: {xp} xp on {}", seat.0, player.at)?;
        write!(f, "  {}; weapons:", player.supply)?;
        write_weapons(f, player.weapons.weapons())?;
        if !player.mobs.is_empty() {
            write!(f, "  mobs:")?;
            for won in &player.mobs {
                let returned = if won.returned { " (returned)" } else { "" };
                write!(f, " {}{returned}", won.mob)?;
            }
            writeln!(f)?;
        }
        write_board(f, &player.landscape())
    }
}

/// What the tiles face up are.
fn write_tiles(f: &mut fmt::Formatter<'_>, overworld: &Overworld) -> fmt::Result {
    for tile in Stack::all().filter_map(|stack| overworld.tile(stack)) {
        match tile {
            Tile::Building(building) => {
                let axes = [Axis::Biome, Axis::Material, Axis::Type];
                let features = axes.map(|axis| building.feature(axis).id()).join(" ");
                let (cost, xp) = (building.cost(), building.xp());
                writeln!(f, "  {building}: {features}, costs {cost}, {xp} xp")?;
            }
            Tile::Mob(mob) => {
                let (hearts, xp) = (mob.hearts(), mob.xp());
                let bonus = mob.end_bonus().map_or_else(
                    || "extra action".to_owned(),
                    |(feature, xp)| format!("{xp} for each {}", feature.id()),
                );
                writeln!(f, "  {mob}: {hearts} hearts, {xp} xp, {bonus}")?;
            }
        }
    }
    Ok(())
}

/// Each kind once, with how many there are, in the order of their first.
fn write_weapons(f: &mut fmt::Formatter<'_>, weapons: &[Weapon]) -> fmt::Result {
    for (nth, weapon) in weapons.iter().enumerate() {
        if weapons[..nth].contains(weapon) {
            continue;
        }
        let count = weapons.iter().filter(|it| *it == weapon).count();
        let times = if count > 1 {
            format!(" x{count}")
        } else {
            String::new()
        };
        write!(f, " {}{times}", weapon.id())?;
    }
    writeln!(f)
}

/// Four rows of columns, each from the base up.
fn write_cube(f: &mut fmt::Formatter<'_>, cube: &Cube) -> fmt::Result {
    let letter = |block: &Secret<Block>| block.known().map_or('?', |block| block.letter());
    let columns: String = (0..cube::SIDE).map(|x| format!("  x={x} ")).collect();
    writeln!(f, "     {}", columns.trim_end())?;
    for y in 0..cube::SIDE {
        write!(f, "  y={y}")?;
        for column in (0..cube::SIDE).filter_map(|x| Column::at(x, y)) {
            let letters: String = cube.column(column).iter().map(letter).collect();
            write!(f, "  {letters:.<4}")?;
        }
        writeln!(f)?;
    }
    Ok(())
}

fn write_board(f: &mut fmt::Formatter<'_>, landscape: &Landscape) -> fmt::Result {
    let shown = |space: &Space| match landscape.at(*space) {
        Visible::Printed(biome) => format!("({})", biome.id()),
        Visible::Built(building) => building.to_string(),
    };
    let spaces: Vec<Space> = Space::all().collect();
    let columns: String = (0..board::SIDE).map(|col| format!("  {col:<14}")).collect();
    writeln!(f, "   {}", columns.trim_end())?;
    for (nth, row) in spaces.chunks(usize::from(board::SIDE)).enumerate() {
        let row: String = row
            .iter()
            .map(|space| format!("  {:<14}", shown(space)))
            .collect();
        writeln!(f, "  {nth}{}", row.trim_end())?;
    }
    Ok(())
}
