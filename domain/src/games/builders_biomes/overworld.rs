//! The overworld: sixteen stacks of tiles and the weapon tokens round them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    places::{Crossing, Slot, Stack},
    tiles::Tile,
    weapons::Weapon,
};
use crate::Secret;

/// What lies in the overworld.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesOverworld)]
pub struct Overworld {
    /// The stacks, `stack-11`, `stack-12` and so on.
    #[schema(min_items = 16, max_items = 16)]
    pub stacks: [TileStack; 16],
    /// The weapon slots, clockwise from the top left as in the component file: 01 to 04, 15 to 45,
    /// 51 to 54, 10 to 40. Null where no token is left.
    #[schema(min_items = 16, max_items = 16)]
    pub slots: [Option<Token>; 16],
}

/// A stack of tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesTileStack)]
pub struct TileStack {
    /// Its tiles from the lowest up. Null for tiles that are face down.
    #[schema(max_items = 4)]
    pub tiles: Vec<Secret<Tile>>,
    /// Whether the top tile is face up.
    pub face_up: bool,
}

/// A weapon token in its slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesToken)]
pub struct Token {
    /// The weapon on the token. Null while it is face down.
    pub weapon: Secret<Weapon>,
    /// Whether the token is face up.
    pub face_up: bool,
}

/// A tile that was flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesFlippedTile)]
pub struct FlippedTile {
    /// The stack on which the tile lies.
    pub stack: Stack,
    /// The tile that was flipped.
    pub tile: Tile,
}

/// A weapon token that was flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesFlippedToken)]
pub struct FlippedToken {
    /// The slot in which the token lies.
    pub slot: Slot,
    /// The weapon on the token.
    pub weapon: Weapon,
}

impl Overworld {
    /// 3.1 and 3.2: sixteen stacks of four, each from the lowest tile up, and sixteen
    /// tokens, all face down. What is not known is withheld.
    pub fn new(tiles: Option<&[Tile]>, tokens: Option<&[Weapon]>) -> Overworld {
        let tile = |at: usize| match tiles {
            Some(tiles) => Secret::Known(tiles[at]),
            None => Secret::Withheld,
        };
        let weapon = |at: usize| match tokens {
            Some(tokens) => Secret::Known(tokens[at]),
            None => Secret::Withheld,
        };
        Overworld {
            stacks: std::array::from_fn(|stack| TileStack {
                tiles: (0..4).map(|level| tile(4 * stack + level)).collect(),
                face_up: false,
            }),
            slots: std::array::from_fn(|slot| {
                Some(Token {
                    weapon: weapon(slot),
                    face_up: false,
                })
            }),
        }
    }

    /// A stack.
    pub fn stack(&self, stack: Stack) -> &TileStack {
        &self.stacks[stack.index()]
    }

    /// A stack, to change.
    pub fn stack_mut(&mut self, stack: Stack) -> &mut TileStack {
        &mut self.stacks[stack.index()]
    }

    /// A slot, to change.
    pub fn slot_mut(&mut self, slot: Slot) -> &mut Option<Token> {
        &mut self.slots[slot.index()]
    }

    /// The tile face up on a stack, if there is one.
    pub fn tile(&self, stack: Stack) -> Option<Tile> {
        let stack = self.stack(stack);
        let top = stack.tiles.last().filter(|_| stack.face_up)?;
        top.known().copied()
    }

    /// The weapon face up in a slot, if there is one.
    pub fn weapon(&self, slot: Slot) -> Option<Weapon> {
        let token = self.slots[slot.index()].as_ref();
        let token = token.filter(|token| token.face_up)?;
        token.weapon.known().copied()
    }

    /// Whether a token lies in a slot.
    pub fn has_token(&self, slot: Slot) -> bool {
        self.slots[slot.index()].is_some()
    }

    /// 7.2.1: what a character flips that ends here.
    pub fn flipped_at(&self, at: Crossing) -> (Vec<FlippedTile>, Vec<FlippedToken>) {
        let tile = |stack: Stack| {
            let lies = self.stack(stack);
            let top = lies.tiles.last().filter(|_| !lies.face_up)?;
            let tile = *top.known()?;
            Some(FlippedTile { stack, tile })
        };
        let token = |slot: Slot| {
            let lies = self.slots[slot.index()].as_ref();
            let weapon = *lies.filter(|it| !it.face_up)?.weapon.known()?;
            Some(FlippedToken { slot, weapon })
        };
        let tiles = at.stacks().filter_map(tile).collect();
        (tiles, at.slots().filter_map(token).collect())
    }

    /// Turns a tile up.
    pub fn flip_tile(&mut self, flipped: FlippedTile) {
        let stack = self.stack_mut(flipped.stack);
        stack.face_up = true;
        if let Some(top) = stack.tiles.last_mut() {
            *top = Secret::Known(flipped.tile);
        }
    }

    /// Turns a token up.
    pub fn flip_token(&mut self, flipped: FlippedToken) {
        *self.slot_mut(flipped.slot) = Some(Token {
            weapon: Secret::Known(flipped.weapon),
            face_up: true,
        });
    }

    /// Takes the top tile of a stack away. The one below stays face down.
    pub fn take_tile(&mut self, stack: Stack) {
        let stack = self.stack_mut(stack);
        stack.tiles.pop();
        stack.face_up = false;
    }

    /// What lies face up, as everybody sees it: nothing else is known.
    #[must_use]
    pub fn seen(&self) -> Overworld {
        let mut seen = self.clone();
        for stack in &mut seen.stacks {
            let hidden = stack.tiles.len() - usize::from(stack.face_up);
            stack.tiles[..hidden].fill(Secret::Withheld);
        }
        for token in seen.slots.iter_mut().flatten() {
            if !token.face_up {
                token.weapon = Secret::Withheld;
            }
        }
        seen
    }
}
