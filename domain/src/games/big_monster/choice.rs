//! The decision one seat owes: what a view and the state both know of it.
//!
//! `legal.rs` lists its commands and `resolve.rs` checks one, both from the same
//! [`Decision`], so that they cannot differ.

use super::{
    draft::Harbor, explorers::Explorer, setup::Options, tiles::Tile, variants::Group, zone::Zone,
};
use crate::Seat;

/// The decision one seat owes.
#[derive(Clone, Debug)]
pub struct Choice<'a> {
    /// Who decides.
    pub seat: Seat,
    /// How many sit at the table.
    pub seats: u8,
    /// What is decided.
    pub moment: Decision<'a>,
}

/// What is decided, and all it depends on.
#[derive(Clone, Debug)]
pub enum Decision<'a> {
    /// Choose one of two explorers.
    Explorer {
        /// Which there are.
        offer: &'a [Explorer],
    },
    /// Keep a tile and pass the others.
    Draft {
        /// The tiles.
        hand: &'a [Tile],
        /// The ships.
        harbor: Harbor,
        /// What happens to whoever is forced onto the own ship.
        dragon: Dragon,
    },
    /// Keep a tile.
    Keep {
        /// The tiles.
        hand: &'a [Tile],
    },
    /// Place a tile.
    Place {
        /// Which.
        tile: Tile,
        /// Where to.
        zone: &'a Zone,
    },
    /// Take a tile from the discards and place it.
    Discard {
        /// The discards.
        discards: Vec<Tile>,
        /// Where to.
        zone: &'a Zone,
        /// Whether none may be taken.
        may_leave: bool,
    },
    /// Take a tile of a group and remove another.
    Take {
        /// The open groups.
        groups: &'a [Group],
        /// The group the first of this turn picked.
        picked: Option<u8>,
    },
}

/// 4.7: the angry dragon of this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dragon {
    /// It stays in the box.
    None,
    /// It lies in the middle.
    Middle,
    /// A seat has it.
    With(Seat),
}

impl Dragon {
    /// Where the dragon is, if it is played with.
    pub fn of(options: &Options, holder: Option<Seat>) -> Dragon {
        match (options.has_dragon(), holder) {
            (false, _) => Dragon::None,
            (true, None) => Dragon::Middle,
            (true, Some(seat)) => Dragon::With(seat),
        }
    }
}

impl Decision<'_> {
    /// 9.4: whether a group may be taken from.
    pub fn is_open(picked: Option<u8>, group: &Group) -> bool {
        picked.is_none_or(|picked| picked == group.number)
    }
}
