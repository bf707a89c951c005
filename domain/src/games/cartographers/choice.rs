//! The decision one seat owes: what a view and the state both know of it.
//!
//! `legal.rs` lists its commands and `resolve.rs` checks one, both from the same
//! [`Demand`], so that they cannot differ.

use super::{
    ambush,
    components::{Card, Skill},
    event::{Drawing, Duty},
    face::FaceKind,
    map::Terrain,
    setup::{FallbackTerrain, Options},
    shape::{DOMINO, Shape},
    sheet::Sheet,
};
use crate::{Seat, kit::cells::Cells};

/// The decision one seat owes.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// What is decided.
    pub duty: Duty,
    /// Who decides.
    pub seat: Seat,
    /// How many sit at the table.
    pub seats: u8,
    /// The card revealed.
    pub card: Card,
    /// Whether ruins must be covered.
    pub ruins_duty: bool,
    /// Whether this ambush draws but two monsters on the sheet.
    pub acrobat: bool,
    /// What the host chose.
    pub options: &'a Options,
    /// The skills in play.
    pub skills: &'a [Skill],
    /// Whose sheet would be drawn on.
    pub on: Seat,
    /// That sheet, with what the seat drew this turn.
    pub sheet: Sheet,
    /// What the seat drew this turn.
    pub drawn: Option<Drawing>,
}

/// What must be drawn: one of the shapes where it may lie, or else one cell.
#[derive(Clone, Copy, Debug)]
pub struct Demand {
    /// The shapes to choose from.
    pub shapes: &'static [Shape],
    /// The terrains to choose from.
    pub terrains: &'static [Terrain],
    /// The empty spaces.
    pub free: Cells,
    /// Spaces of which a shape must cover at least one.
    pub cover: Cells,
    /// If no shape can be drawn: the terrains of the single cell.
    pub fallback: Option<&'static [Terrain]>,
}

/// 4.9: what can be drawn freely.
const DRAWABLE: &[Terrain] = Terrain::ALL.split_at(5).0;

impl Choice<'_> {
    /// Whether the card asks everybody to draw on their own sheet.
    pub fn explores(&self) -> bool {
        self.card.face().kind == FaceKind::Explore
    }

    /// What the card asks for, on the sheet to be drawn on.
    pub fn demand(&self) -> Demand {
        let face = self.card.face();
        let free = self.sheet.map.empty();
        let must_cover = self.ruins_duty && self.explores();
        let shapes: &'static [Shape] = if self.acrobat { &*DOMINO } else { &face.shapes };
        let cover = if must_cover {
            free & self.sheet.map.ruins
        } else {
            free
        };
        let fits = |shape: &Shape| !shape.spots(free, cover).iter().all(|at| at.is_empty());
        let fallback = || match (must_cover, self.options.fallback_terrain()) {
            (true, _) if self.options.mountain_for_ruins() => &Terrain::ALL[..], // 5.4
            (true, _) => DRAWABLE,
            (false, FallbackTerrain::AnyButMountain) if self.explores() => DRAWABLE,
            // 4.6 and 6.5
            (false, FallbackTerrain::AnyButMountain | FallbackTerrain::PrintedOnCard) => {
                face.terrains
            }
        };
        Demand {
            shapes,
            terrains: face.terrains,
            free,
            cover,
            fallback: (!shapes.iter().any(fits)).then(fallback),
        }
    }
}

/// Whose sheet a seat draws on.
pub fn drawn_on_by(seat: Seat, seats: u8, card: Card, duty: Duty) -> Seat {
    match (card.ambush(), duty) {
        (Some(card), Duty::Draw) => ambush::received_by(seat, seats, card.arrow),
        (Some(_), Duty::Before | Duty::After) | (None, _) => seat,
    }
}
