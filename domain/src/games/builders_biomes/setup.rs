//! What the host may choose, and how the table is set up.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    blocks::Block, board::Board, components::BOX, cube::Cube, tiles::Tile, weapons::Weapon,
};
use crate::{BySeat, Dice, Seat, Seats, Secret, Viewer, cast};

/// The options of a table of Builders & Biomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = BuildersBiomesOptions)]
pub struct Options {
    /// The seats that play the beginners' variant: in scoring rounds they count every space with
    /// the chosen feature, connected or not. Seat numbers beyond the table are ignored.
    pub beginners: Seats,
    /// Whether each color always uses its own board. Otherwise boards are dealt at random, so that
    /// two or three players may have any of the four.
    pub boards_bound_to_colour: bool,
    /// Whether extra-action tiles may be used only after both normal actions. Otherwise they may be
    /// used at any time in a turn; if no second normal action is possible then, the turn may end
    /// without it.
    pub extra_actions_only_after_normal_actions: bool,
    /// Whether the best feature is chosen automatically in scoring rounds; on a tie, the first on
    /// the card. Otherwise each player who has a choice names one.
    pub automatic_features: bool,
    /// Whether printed biomes count for end-of-game mobs in the same way as buildings.
    pub mob_bonus_counts_printed_biomes: bool,
    /// The seat that begins. If it is left out, or beyond the table, it is drawn at random.
    pub start_seat: Option<Seat>,
}

/// How the table was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesSetup)]
pub struct Setup {
    /// What the host chose.
    pub options: Options,
    /// The seat that takes the first turn.
    pub start: Seat,
    /// Each seat's board.
    pub boards: BySeat<Board>,
    /// The cube. Colors without an exposed face are hidden.
    pub cube: Cube,
    /// The tiles, stack by stack, each from its lowest tile up. Hidden until the match ends.
    pub tiles: Secret<Tiles>,
    /// The neutral weapon tokens, slot by slot. Hidden until the match ends.
    pub tokens: Secret<Tokens>,
}

/// All tiles, stack by stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = BuildersBiomesTiles, min_items = 64, max_items = 64)]
pub struct Tiles(pub Vec<Tile>);

/// All neutral weapon tokens, slot by slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = BuildersBiomesTokens, min_items = 16, max_items = 16)]
pub struct Tokens(pub Vec<Weapon>);

impl Default for Options {
    /// The decisions of chapter 16, as the flags of the box have them.
    fn default() -> Options {
        let flags = &BOX.rule_flags;
        Options {
            beginners: if flags.beginner_variant_default {
                Seats::first(4)
            } else {
                Seats::NONE
            },
            boards_bound_to_colour: flags.boards_bound_to_colour,
            extra_actions_only_after_normal_actions: flags.extra_actions_only_after_normal_actions,
            automatic_features: true,
            mob_bonus_counts_printed_biomes: flags.mob_bonus_counts_printed_biomes,
            start_seat: None,
        }
    }
}

impl Setup {
    /// Sets up the table.
    pub fn new(options: Options, seats: u8, dice: &Dice) -> Setup {
        let mut tiles: Vec<Tile> = Tile::all().collect();
        dice.roll("tile stacks", 0).shuffle(&mut tiles); // 3.1
        let mut tokens: Vec<Weapon> = BOX.neutral_weapons().collect();
        dice.roll("weapon tokens", 0).shuffle(&mut tokens); // 3.2
        let mut blocks: Vec<Block> = BOX.all_blocks().collect();
        dice.roll("cube", 0).shuffle(&mut blocks); // 3.3
        let mut boards = Board::ALL;
        if !options.boards_bound_to_colour {
            dice.roll("boards", 0).shuffle(&mut boards); // D-03
        }
        let chosen = options.start_seat.filter(|seat| seat.0 < seats);
        Setup {
            options,
            start: chosen.unwrap_or_else(|| drawn(seats, dice)), // 3.7
            boards: BySeat::new(seats, |seat| boards[usize::from(seat.0)]),
            cube: Cube::full(&blocks),
            tiles: Secret::Known(Tiles(tiles)),
            tokens: Secret::Known(Tokens(tokens)),
        }
    }

    /// What `viewer` may know of it.
    #[must_use]
    pub fn disclose(self, viewer: Viewer) -> Setup {
        let cube = match viewer {
            Viewer::Referee => self.cube,
            Viewer::Seat(_) | Viewer::Spectator => self.cube.seen(),
        };
        Setup {
            cube,
            tiles: self.tiles.seal(viewer),
            tokens: self.tokens.seal(viewer),
            ..self
        }
    }
}

fn drawn(seats: u8, dice: &Dice) -> Seat {
    let nth = dice.roll("start seat", 0).below(u32::from(seats));
    Seat(cast(nth))
}
