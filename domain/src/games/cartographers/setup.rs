//! What the host may choose, and how the table is set up.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::{BOX, Card, Skill},
    edicts::{Edict, EdictGroup},
    event::Deck,
    map::Side,
};
use crate::{Dice, Secret, Viewer};

/// The options of a table of Cartographers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = CartographersOptions)]
pub struct Options {
    /// The side of the map everybody draws on: `A` is the wilderness, `B` has
    /// wastelands in its middle.
    pub side: Side,
    /// Whose answers hold where the printed rulebook and the online edition differ.
    pub edition: Edition,
    /// Whether the single cell drawn when ruins cannot be covered may be a mountain,
    /// which brings a coin. Left out: as the edition says (`rulebook` yes,
    /// `board_game_arena` no).
    pub ruins_fallback_allows_mountain: Option<bool>,
    /// What the single cell drawn when no shape fits may be. Left out: as the
    /// edition says (both: `printed_on_card`).
    pub plain_fallback_terrain: Option<FallbackTerrain>,
    /// Play with three of the eight skill cards, each paid in coins, one a season.
    pub skills: bool,
}

/// An edition of the game, as a set of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CartographersEdition)]
pub enum Edition {
    /// The printed rulebook.
    #[default]
    Rulebook,
    /// The edition played on Board Game Arena.
    BoardGameArena,
}

/// What the single cell drawn when no shape fits may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CartographersFallbackTerrain)]
pub enum FallbackTerrain {
    /// A terrain printed on the card.
    PrintedOnCard,
    /// Forest, village, farm, water or monster.
    AnyButMountain,
}

/// How the table was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CartographersSetup)]
pub struct Setup {
    /// What the host chose.
    pub options: Options,
    /// How many seats.
    #[schema(minimum = 1, maximum = 100)]
    pub seats: u8,
    /// The scoring cards under edicts A, B, C and D.
    #[schema(min_items = 4, max_items = 4)]
    pub edicts: [Edict; 4],
    /// The skills in play: three, or none.
    #[schema(max_items = 3)]
    pub skills: Vec<Skill>,
    /// The ambush cards in the order they join the deck, one each season.
    pub ambushes: Secret<Deck>,
}

impl Default for Options {
    /// As the switches of the box have it.
    fn default() -> Options {
        let (_, _, skills) = BOX.switches();
        Options {
            side: Side::default(),
            edition: Edition::default(),
            ruins_fallback_allows_mountain: None,
            plain_fallback_terrain: None,
            skills,
        }
    }
}

impl Options {
    /// Whether the cell drawn when ruins cannot be covered may be a mountain.
    pub fn mountain_for_ruins(&self) -> bool {
        self.ruins_fallback_allows_mountain
            .unwrap_or(match self.edition {
                Edition::Rulebook => BOX.switches().0,
                Edition::BoardGameArena => false,
            })
    }

    /// What the cell drawn when no shape fits may be.
    pub fn fallback_terrain(&self) -> FallbackTerrain {
        self.plain_fallback_terrain.unwrap_or(match self.edition {
            Edition::Rulebook => BOX.switches().1,
            Edition::BoardGameArena => FallbackTerrain::PrintedOnCard,
        })
    }
}

impl Setup {
    /// Sets up the table.
    pub fn new(options: &Options, seats: u8, dice: &Dice) -> Setup {
        // 2.3: one card of each back, then the four are shuffled.
        let mut roll = dice.roll("edicts", 0);
        let mut edicts = EdictGroup::ALL.map(|group| {
            let all = Edict::ALL.into_iter();
            let stack: Vec<Edict> = all.filter(|edict| edict.group() == group).collect();
            *roll.pick(&stack)
        });
        roll.shuffle(&mut edicts);
        let mut ambushes = Deck(Card::AMBUSH.to_vec());
        dice.roll("ambushes", 0).shuffle(&mut ambushes.0);
        let mut skills = Vec::new();
        if options.skills {
            skills.extend(Skill::ALL);
            dice.roll("skills", 0).shuffle(&mut skills);
            skills.truncate(usize::from(BOX.skills_setup.revealed_per_game)); // 13.1
        }
        Setup {
            options: *options,
            seats,
            edicts,
            skills,
            ambushes: Secret::Known(ambushes),
        }
    }

    /// What `viewer` may know of it.
    #[must_use]
    pub fn disclose(self, viewer: Viewer) -> Setup {
        Setup {
            ambushes: self.ambushes.seal(viewer),
            ..self
        }
    }
}
