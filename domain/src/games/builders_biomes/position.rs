//! A moment at any table, written by hand: for score keepers and planners.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    blocks::{Block, Blocks},
    board::{Board, Space},
    components::{Action, BOX},
    cube::Cube,
    event::{Duty, RoundScore},
    features::Round,
    illegal::Illegal,
    overworld::{Overworld, TileStack, Token},
    places::{Crossing, Slot, Stack},
    player::{Placed, Player, WonMob},
    possible,
    setup::Options,
    tiles::{Building, Mob, Tile},
    view::View,
    weapons::{Fight, Pile, Weapon},
};
use crate::{BySeat, Seat, Secret};

/// A position at any table. Only the players are required.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BuildersBiomesPosition)]
pub struct Position {
    /// What each player has, clockwise from seat 0.
    #[schema(min_items = 2, max_items = 4)]
    pub players: Vec<PlayerPosition>,
    /// The options that the host chose. Default: the game's defaults.
    #[serde(default)]
    pub options: Options,
    /// How many scoring rounds have been held. Default: none.
    #[serde(default)]
    #[schema(maximum = 3)]
    pub rounds_held: u8,
    /// The cube; null for colors that nobody can see. Default: everything that can be left of it,
    /// with no color known.
    #[serde(default)]
    pub cube: Option<Cube>,
    /// The stacks that have tiles left. Default: none.
    #[serde(default)]
    #[schema(max_items = 16)]
    pub stacks: Vec<StackPosition>,
    /// The weapon slots that are not empty. Default: none.
    #[serde(default)]
    #[schema(max_items = 16)]
    pub slots: Vec<SlotPosition>,
    /// The seat whose turn and whose view it is. Default: seat 0.
    #[serde(default)]
    pub me: Option<Seat>,
    /// The normal actions taken this turn. Default: none.
    #[serde(default)]
    #[schema(max_items = 2)]
    pub actions: Vec<Action>,
    /// What `me` decides. Default: the next decision of the fight if there is one, otherwise an
    /// action. With `feature`, the round after those in `rounds_held` is being scored.
    #[serde(default)]
    pub duty: Option<Duty>,
    /// In a scoring round: the seat that ended the turn; the seats from there up to `me` have
    /// scored. Default: `me`.
    #[serde(default)]
    pub active: Option<Seat>,
    /// The undecided fight of `me`. Default: none.
    #[serde(default)]
    pub fight: Option<FightPosition>,
    /// What was scored in rounds, as in a view: then each line of a sheet is listed. Default:
    /// unknown, and only the sums in `xp` are known.
    #[serde(default)]
    #[schema(max_items = 12)]
    pub scores: Option<Vec<RoundScore>>,
}

/// A fight that is not decided yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BuildersBiomesFightPosition)]
pub struct FightPosition {
    /// The stack on which the mob lies, face up.
    pub stack: Stack,
    /// The tokens that were revealed, in any order.
    #[schema(max_items = 36)]
    pub revealed: Vec<Weapon>,
    /// The number of blocks that pickaxes have still to take. Default: as many as they can.
    #[serde(default)]
    #[schema(maximum = 36)]
    pub pickaxes: Option<u8>,
    /// The number of TNT still to be decided on. Default: all that were revealed and not used.
    #[serde(default)]
    #[schema(maximum = 36)]
    pub tnt: Option<u8>,
    /// How many TNT were used in the fight: they are no longer among the weapons but are counted in
    /// the player's `tnt_used`.
    #[serde(default)]
    #[schema(maximum = 36)]
    pub tnt_used: u8,
}

/// What a player has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = BuildersBiomesPlayerPosition)]
pub struct PlayerPosition {
    /// The player's board. Default: the board of the seat's color.
    pub board: Option<Board>,
    /// The buildings placed, in order.
    #[schema(max_items = 44)]
    pub built: Vec<BuiltPosition>,
    /// The mobs beaten, in order.
    #[schema(max_items = 20)]
    pub mobs: Vec<Mob>,
    /// The beaten mobs that were returned for an extra action.
    #[schema(max_items = 20)]
    pub returned: Vec<Mob>,
    /// How many golden hoes have paid so far.
    #[schema(maximum = 10_000)]
    pub hoes: u16,
    /// The points that golden hoes have paid; they are included in `xp`.
    #[schema(minimum = 0, maximum = 10_000)]
    pub hoe_xp: i16,
    /// How many TNT were used in the match; they are out of the game.
    #[schema(maximum = 36)]
    pub tnt_used: u8,
    /// All points so far. Default: none.
    #[schema(minimum = 0, maximum = 10_000)]
    pub xp: i16,
    /// The blocks that the player owns.
    pub supply: Blocks,
    /// The weapons that the player owns, in any order. Default: the weapons at the beginning.
    pub weapons: Option<Pile>,
    /// The crossing where the character stands. Default: the one in the middle.
    pub at: Option<Crossing>,
}

/// A building on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BuildersBiomesBuiltPosition)]
pub struct BuiltPosition {
    /// The building that stands there.
    pub building: Building,
    /// The space it stands on.
    pub space: Space,
}

/// A stack that has tiles left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BuildersBiomesStackPosition)]
pub struct StackPosition {
    /// The stack these tiles form.
    pub at: Stack,
    /// The number of tiles in the pile.
    #[schema(minimum = 1, maximum = 4)]
    pub left: u8,
    /// The face-up tile on top. Default: none.
    #[serde(default)]
    pub face_up: Option<Tile>,
}

/// A weapon slot that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BuildersBiomesSlotPosition)]
pub struct SlotPosition {
    /// The slot this token lies in.
    pub at: Slot,
    /// The weapon on the token. Default: unknown, because it is face down.
    #[serde(default)]
    pub weapon: Option<Weapon>,
}

impl Position {
    /// The view of whoever looks at this table.
    ///
    /// # Errors
    ///
    /// Why no table can stand like this.
    pub fn imagine(self) -> Result<View, Illegal> {
        let seats = u8::try_from(self.players.len()).unwrap_or(u8::MAX);
        let me = self.me.unwrap_or(Seat(0));
        if !(2..=4).contains(&seats) || me.0 >= seats {
            return Err(Illegal::BadSeats);
        }
        self.check()?;
        self.check_tiles()?;
        self.check_weapons()?;
        let cube = self.cube_left()?;
        self.check_rounds(&cube)?;
        let overworld = self.overworld()?;
        let players = BySeat::new(seats, |seat| self.player(seat));
        let fight = self.fight.as_ref();
        let fight = fight.map(|fight| fight.fight(&overworld, &players[me], &cube));
        let fight = fight.transpose()?;
        let now = self.scored(me, seats);
        let scores = match &self.scores {
            Some(scores) => scores.clone(),
            None => self.unknown_scores(seats, &now),
        };
        if self.scores.is_some() {
            self.check_scores(&scores, &now, &players)?;
        }
        let round = usize::from(self.rounds_begun()).checked_sub(1);
        let is_over = usize::from(self.rounds_held) == Round::ALL.len();
        let due = (!is_over).then_some(me);
        let view = View {
            me: Some(me),
            options: self.options,
            turn: 1,
            active: self.active.unwrap_or(me),
            actions: self.actions.clone(),
            due,
            duty: due.map(|_| self.decides(fight.as_ref(), &cube)),
            cube,
            spent: Blocks::NONE,
            overworld,
            players,
            fight,
            fights: 0,
            round: round.and_then(|nth| Round::ALL.get(nth).copied()),
            scores,
            bonuses: None,
        };
        possible::check_duty(&view, me)?;
        Ok(view)
    }

    /// 8.3: what is decided, unless it is said.
    fn decides(&self, fight: Option<&Fight>, cube: &Cube) -> Duty {
        let next = fight.map(|fight| match fight.pickaxes > 0 && !cube.is_empty() {
            true => Duty::Pickaxe,
            false => Duty::Tnt,
        });
        self.duty.or(next).unwrap_or(Duty::Act)
    }

    /// The scores of rounds of which only the sums are known.
    fn unknown_scores(&self, seats: u8, now: &[Seat]) -> Vec<RoundScore> {
        let (held, later) = Round::ALL.split_at(usize::from(self.rounds_held));
        let all = |round: &Round| {
            let round = *round;
            Seat::first(seats).map(move |seat| unknown_score(round, seat))
        };
        let begun = later.first().into_iter();
        let begun = begun.flat_map(|round| now.iter().map(|seat| unknown_score(*round, *seat)));
        held.iter().flat_map(all).chain(begun).collect()
    }

    /// 4.1: with the supplies, no more blocks than the box has.
    fn cube_left(&self) -> Result<Cube, Illegal> {
        let all: Blocks = BOX.all_blocks().collect();
        let supplies = self.players.iter().map(|player| player.supply);
        let supplies = supplies.fold(Blocks::NONE, Blocks::plus);
        let cube = match &self.cube {
            Some(cube) => cube.clone(),
            None => default_cube(self.rounds_begun(), supplies.count()),
        };
        let known = cube
            .places()
            .filter_map(|(at, level)| cube.block(at, level));
        let known: Blocks = known.collect();
        let total = u16::from(cube.count()) + supplies.count();
        if all.contains(known.plus(supplies)) && total <= all.count() {
            Ok(cube)
        } else {
            Err(Illegal::TooMuch)
        }
    }

    fn overworld(&self) -> Result<Overworld, Illegal> {
        let mut overworld = Overworld {
            stacks: std::array::from_fn(|_| TileStack::default()),
            slots: std::array::from_fn(|_| None),
        };
        for stack in &self.stacks {
            let place = overworld.stack_mut(stack.at);
            if !place.tiles.is_empty() {
                return Err(Illegal::StackTwice(stack.at));
            }
            *place = stack.tiles()?;
        }
        for slot in &self.slots {
            let token = Token {
                weapon: slot.weapon.map_or(Secret::Withheld, Secret::Known),
                face_up: slot.weapon.is_some(),
            };
            if overworld.slot_mut(slot.at).replace(token).is_some() {
                return Err(Illegal::SlotTwice(slot.at));
            }
        }
        Ok(overworld)
    }

    fn player(&self, seat: Seat) -> Player {
        let given = &self.players[usize::from(seat.0)];
        // Where not every line is known, all is among the points so far.
        let told = |xp: i16| if self.scores.is_some() { xp } else { 0 };
        let placed = given.built.iter().map(|it| Placed {
            building: it.building,
            space: it.space,
            xp: told(it.building.xp()),
        });
        let won = given.mobs.iter().map(|mob| WonMob {
            mob: *mob,
            xp: told(mob.xp()),
            returned: given.returned.contains(mob),
        });
        Player {
            at: given.at.unwrap_or(Crossing::START),
            supply: given.supply,
            weapons: given.pile(),
            built: placed.collect(),
            mobs: won.collect(),
            hoes: given.hoes,
            hoe_xp: told(given.hoe_xp),
            tnt_used: given.tnt_used,
            xp: given.xp,
            ..Player::new(seat, given.board(seat.0))
        }
    }
}

impl PlayerPosition {
    pub(super) fn board(&self, seat: u8) -> Board {
        let own = Board::ALL.get(usize::from(seat)).copied();
        self.board.or(own).unwrap_or(Board::One)
    }

    pub(super) fn pile(&self) -> Pile {
        self.weapons.clone().unwrap_or_else(Pile::starting)
    }
}

impl StackPosition {
    fn tiles(&self) -> Result<TileStack, Illegal> {
        if !(1..=4).contains(&self.left) {
            return Err(Illegal::BadStack(self.at));
        }
        let mut tiles = vec![Secret::Withheld; usize::from(self.left)];
        if let (Some(top), Some(tile)) = (tiles.last_mut(), self.face_up) {
            *top = Secret::Known(tile);
        }
        Ok(TileStack {
            tiles,
            face_up: self.face_up.is_some(),
        })
    }
}

/// The layers of the rounds held are gone, and so are the blocks somebody has.
fn default_cube(rounds_held: u8, supplies: u16) -> Cube {
    let mut cube = Cube::full(&[] as &[Block]);
    let is_too_full = |cube: &Cube| {
        let layers = (1..=rounds_held).all(|layer| cube.is_layer_empty(layer));
        !layers || u16::from(cube.count()) + supplies > 64
    };
    while is_too_full(&cube) {
        // 13.1: the highest first, so that layers go one after the other.
        let mut takeable: Vec<_> = cube.takeable().collect();
        takeable.sort_by_key(|at| std::cmp::Reverse(cube.height(*at)));
        let Some(next) = takeable.first() else { break };
        cube.take(*next);
    }
    cube
}

/// A round held, of which only the points are known, and those with all others.
fn unknown_score(round: Round, seat: Seat) -> RoundScore {
    RoundScore {
        round,
        seat,
        feature: None,
        spaces: Vec::new(),
        xp: 0,
    }
}
