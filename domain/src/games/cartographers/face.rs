//! What each card asks for, ready to play.

use std::sync::LazyLock;

use super::{
    components::{self, BOX, Card, ExploreKind},
    map::{BOARD, Terrain},
    shape::{SQUARE, Shape},
};
use crate::kit::cells::Cells;

/// What a card asks for.
#[derive(Debug)]
pub struct Face {
    /// What is printed at its top.
    pub name: &'static str,
    /// What kind of card it is.
    pub kind: FaceKind,
    /// The time it takes.
    pub time: u8,
    /// The terrains to choose from.
    pub terrains: &'static [Terrain],
    /// The shapes to choose from.
    pub shapes: Vec<Shape>,
}

/// What kind of card is in the explore deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaceKind {
    /// The next shape must cover ruins.
    Ruins,
    /// Everybody draws on their own sheet.
    Explore,
    /// Everybody draws monsters on a neighbor's sheet.
    Ambush,
}

static FACES: LazyLock<[Face; 17]> = LazyLock::new(|| {
    let ambushes = BOX.ambush_cards.iter().map(Face::ambush);
    let explores = BOX.explore_cards.iter().map(Face::explore);
    let faces: Vec<Face> = ambushes.chain(explores).collect();
    faces.try_into().expect("4 and 13 are 17")
});

/// The most spaces that are drawn on at once.
pub static LARGEST: LazyLock<u32> = LazyLock::new(|| most(Cells::count));

/// The most sides of one space that are drawn on at once.
pub static MOST_AROUND: LazyLock<u32> = LazyLock::new(|| {
    let sides = |drawn, space| (BOARD.beside(space) & drawn).count();
    most(|drawn| {
        let around = BOARD.neighbors(drawn).iter();
        around.map(|space| sides(drawn, space)).max().unwrap_or(0)
    })
});

/// The most of something that any shape has, in the top left corner of the map.
fn most(of: impl Fn(Cells) -> u32) -> u32 {
    let shapes = FACES.iter().flat_map(|face| &face.shapes).chain([&*SQUARE]);
    let turns = shapes.flat_map(|shape| &shape.turns);
    let each = turns.map(|turn| of(turn.cells));
    each.max().expect("the square is one")
}

impl Card {
    /// What the card asks for.
    pub fn face(self) -> &'static Face {
        &FACES[self as usize]
    }
}

impl Face {
    fn ambush(card: &'static components::AmbushCard) -> Face {
        Face {
            name: &card.name,
            kind: FaceKind::Ambush,
            time: card.time,
            terrains: &[Terrain::Monster],
            shapes: vec![Shape::printed(&card.shape)],
        }
    }

    fn explore(card: &'static components::ExploreCard) -> Face {
        Face {
            name: &card.name,
            kind: match card.kind {
                ExploreKind::Ruins => FaceKind::Ruins,
                ExploreKind::TwoShapesOneTerrain
                | ExploreKind::OneShapeTwoTerrains
                | ExploreKind::RiftLands => FaceKind::Explore,
            },
            time: card.time,
            terrains: &card.terrains,
            shapes: card.shapes.iter().map(Shape::printed).collect(),
        }
    }
}
