//! Blocks: counted by color, paid for buildings.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A block of the cube.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "nothing to add")]
#[schema(as = BuildersBiomesBlock)]
pub enum Block {
    Wood,
    Sand,
    Stone,
    Obsidian,
    /// Stands for any one block of a cost.
    Emerald,
}

/// How many blocks there are of each color. A color that is left out has none.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(default, deny_unknown_fields)]
#[schema(as = BuildersBiomesBlocks)]
pub struct Blocks {
    /// How many wood blocks, from 0 to 64.
    #[schema(maximum = 64)]
    pub wood: u8,
    /// How many sand blocks, from 0 to 64.
    #[schema(maximum = 64)]
    pub sand: u8,
    /// How many stone blocks, from 0 to 64.
    #[schema(maximum = 64)]
    pub stone: u8,
    /// How many obsidian blocks, from 0 to 64.
    #[schema(maximum = 64)]
    pub obsidian: u8,
    /// How many emerald blocks, from 0 to 64.
    #[schema(maximum = 64)]
    pub emerald: u8,
}

impl Block {
    /// Every color, in the order of the component file.
    pub const ALL: [Block; 5] = [
        Block::Wood,
        Block::Sand,
        Block::Stone,
        Block::Obsidian,
        Block::Emerald,
    ];

    /// The four that costs are made of.
    pub const MATERIALS: [Block; 4] = [Block::Wood, Block::Sand, Block::Stone, Block::Obsidian];

    /// On the text board.
    pub const fn letter(self) -> char {
        match self {
            Block::Wood => 'W',
            Block::Sand => 'S',
            Block::Stone => 'T',
            Block::Obsidian => 'O',
            Block::Emerald => 'E',
        }
    }
}

impl Blocks {
    /// None.
    pub const NONE: Blocks = Blocks {
        wood: 0,
        sand: 0,
        stone: 0,
        obsidian: 0,
        emerald: 0,
    };

    /// How many of a color.
    pub const fn of(self, block: Block) -> u8 {
        match block {
            Block::Wood => self.wood,
            Block::Sand => self.sand,
            Block::Stone => self.stone,
            Block::Obsidian => self.obsidian,
            Block::Emerald => self.emerald,
        }
    }

    /// How many of a color, to change.
    pub const fn of_mut(&mut self, block: Block) -> &mut u8 {
        match block {
            Block::Wood => &mut self.wood,
            Block::Sand => &mut self.sand,
            Block::Stone => &mut self.stone,
            Block::Obsidian => &mut self.obsidian,
            Block::Emerald => &mut self.emerald,
        }
    }

    /// How many in all.
    pub fn count(self) -> u16 {
        Block::ALL
            .into_iter()
            .map(|block| u16::from(self.of(block)))
            .sum()
    }

    /// These and others.
    #[must_use]
    pub fn plus(mut self, others: Blocks) -> Blocks {
        for block in Block::ALL {
            let count = self.of_mut(block);
            *count = count.saturating_add(others.of(block));
        }
        self
    }

    /// These without others; of a color that is not there so often, none is left.
    #[must_use]
    pub fn less(mut self, others: Blocks) -> Blocks {
        for block in Block::ALL {
            let count = self.of_mut(block);
            *count = count.saturating_sub(others.of(block));
        }
        self
    }

    /// Whether others are among these.
    pub fn contains(self, others: Blocks) -> bool {
        Block::ALL
            .into_iter()
            .all(|block| self.of(block) >= others.of(block))
    }

    /// 7.3.1: whether these pay a cost exactly, each emerald in the place of one block.
    pub fn pays(self, cost: Blocks) -> bool {
        self.count() == cost.count()
            && Block::MATERIALS
                .into_iter()
                .all(|block| self.of(block) <= cost.of(block))
    }

    /// 7.3.1: every payment of a cost these allow, each once: as many emeralds as
    /// there are stand in for any blocks of the cost.
    pub fn payments(self, cost: Blocks) -> Vec<Blocks> {
        let mut partial = vec![Blocks::NONE];
        for block in Block::MATERIALS {
            let most = cost.of(block).min(self.of(block));
            let of_this = |paid: Blocks| {
                (0..=most).map(move |count| {
                    let mut paid = paid;
                    *paid.of_mut(block) = count;
                    paid
                })
            };
            partial = partial.into_iter().flat_map(of_this).collect();
        }
        let with_emeralds = |mut paid: Blocks| {
            let missing = cost.count() - paid.count();
            paid.emerald = u8::try_from(missing).ok()?;
            (paid.emerald <= self.emerald).then_some(paid)
        };
        partial.into_iter().filter_map(with_emeralds).collect()
    }
}

impl FromIterator<Block> for Blocks {
    fn from_iter<I: IntoIterator<Item = Block>>(blocks: I) -> Blocks {
        let mut counts = Blocks::NONE;
        for block in blocks {
            *counts.of_mut(block) += 1;
        }
        counts
    }
}

/// Like `2W 1E`.
impl fmt::Display for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for block in Block::ALL {
            if self.of(block) > 0 {
                write!(f, "{separator}{}{}", self.of(block), block.letter())?;
                separator = " ";
            }
        }
        if separator.is_empty() {
            write!(f, "nothing")?;
        }
        Ok(())
    }
}
