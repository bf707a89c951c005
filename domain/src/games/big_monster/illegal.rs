//! Why a command, a position or a table is refused.

use super::{
    explorers::Explorer,
    missions::Mission,
    setup::Mode,
    tiles::Tile,
    zone::{REACH, Spot},
};
use crate::{
    Reason, Seat,
    kit::{contradiction::Contradiction, written::Written},
};

/// Why a command, a position or a table is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The seat owes nothing.
    #[error("you owe no decision now")]
    NotDue,
    /// Something else is due.
    #[error("that is not what you decide now")]
    WrongMoment,
    /// Not one of the two.
    #[error("{0} is not one of your two explorers")]
    NotOffered(Explorer),
    /// A tile that is not there.
    #[error("{0} is not in your hand")]
    NotInHand(Tile),
    /// A pile lies there.
    #[error("a pile lies on the ship of seat {} already: choose again", .0.0)]
    ShipTaken(Seat),
    /// The own ship while another is empty.
    #[error("your own ship is for you only when no other is empty")]
    OwnShip,
    /// No such ship.
    #[error("no seat has that ship")]
    NoSuchShip,
    /// A tile on another, or touching none.
    #[error("the tile would lie on another, or touch none along a side")]
    NoFit(Tile, Spot),
    /// A token for nobody.
    #[error("say with `give_to` who gets the token of {0}")]
    GiveTo(Tile),
    /// A token that is not there.
    #[error("{0} brings no token to give")]
    NothingToGive(Tile),
    /// A stranger.
    #[error("no player has the seat that the token is given to")]
    NoSuchPlayer,
    /// A tile that is not there.
    #[error("{0} is not among the discards")]
    NotDiscarded(Tile),
    /// A tile must be taken.
    #[error("a tile must be taken from the discards: so the host chose")]
    MustTake,
    /// Not an open group, or not the one picked.
    #[error("group {0} is not open to you")]
    NotThatGroup(u8),
    /// Tiles that are not there, or not twice.
    #[error("{0} and {1} are not both in this group")]
    NotInGroup(Tile, Tile),
    /// A mode for other tables.
    #[error("{1} seats cannot play {0}")]
    ModeNeedsOtherSeats(Mode, u8),
    /// Missions of the other side of the board.
    #[error("those missions are for the other side of the board")]
    OtherSideOfTheBoard,
    /// A mission where it cannot lie, or twice.
    #[error("the mission {0} cannot lie there, or lies there twice")]
    WrongSpot(Mission),
    /// Points beyond bounds.
    #[error("tokens are worth from -20 to 20 points")]
    TokenPoints,
    /// Zones that are no table.
    #[error(
        "one to six zones, of two players or more as `mode` needs it, and lists by seat with a value for each"
    )]
    BadSeats,
    /// More tiles or explorers than there are.
    #[error("the box has fewer tiles {0}")]
    TileTwice(Tile),
    /// The same explorer for two.
    #[error("two seats cannot have {0}")]
    ExplorerTwice(Explorer),
    /// Too many tiles, tokens or missions.
    #[error(
        "a zone has at most 20 tiles, a hand 10, a seat 40 tokens, and every mission lies there once"
    )]
    TooMuch,
    /// Far out.
    #[error("no zone reaches farther than {REACH} cells: not to {0}")]
    TooFar(Written),
    /// A field of a position that the rest of it contradicts.
    #[error(transparent)]
    Contradicts(#[from] Contradiction),
}

impl Reason for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::NotDue => "not_due",
            Illegal::WrongMoment => "wrong_moment",
            Illegal::NotOffered(_) => "not_offered",
            Illegal::NotInHand(_) => "not_in_hand",
            Illegal::ShipTaken(_) => "ship_taken",
            Illegal::OwnShip => "own_ship",
            Illegal::NoSuchShip => "no_such_ship",
            Illegal::NoFit(..) => "no_fit",
            Illegal::GiveTo(_) => "give_to",
            Illegal::NothingToGive(_) => "nothing_to_give",
            Illegal::NoSuchPlayer => "no_such_player",
            Illegal::NotDiscarded(_) => "not_discarded",
            Illegal::MustTake => "must_take",
            Illegal::NotThatGroup(_) => "not_that_group",
            Illegal::NotInGroup(..) => "not_in_group",
            Illegal::ModeNeedsOtherSeats(..) => "mode_needs_other_seats",
            Illegal::OtherSideOfTheBoard => "other_side_of_the_board",
            Illegal::WrongSpot(_) => "wrong_spot",
            Illegal::TokenPoints => "token_points",
            Illegal::BadSeats => "bad_seats",
            Illegal::TileTwice(_) => "tile_twice",
            Illegal::ExplorerTwice(_) => "explorer_twice",
            Illegal::TooMuch => "too_much",
            Illegal::TooFar(_) => "too_far",
            Illegal::Contradicts(_) => "contradiction",
        }
    }

    fn rule(&self) -> Option<&'static str> {
        Some(match self {
            Illegal::NotDue | Illegal::WrongMoment => "4.8",
            Illegal::NotOffered(_) | Illegal::ExplorerTwice(_) => "3.3",
            Illegal::NotInHand(_) => "4.2",
            Illegal::ShipTaken(_) | Illegal::NoSuchShip => "4.3",
            Illegal::OwnShip => "4.4",
            Illegal::NoFit(..) | Illegal::TooFar(_) => "5.2",
            Illegal::GiveTo(_)
            | Illegal::NothingToGive(_)
            | Illegal::NoSuchPlayer
            | Illegal::TokenPoints => "5.5",
            Illegal::NotDiscarded(_) | Illegal::MustTake => "8.1",
            Illegal::NotThatGroup(_) | Illegal::NotInGroup(..) => "9.4",
            Illegal::ModeNeedsOtherSeats(Mode::TeamDraft, _) => "1.1",
            Illegal::ModeNeedsOtherSeats(Mode::IndividualDraft, _) => "1.2",
            Illegal::ModeNeedsOtherSeats(Mode::Variant, _) => "1.3",
            Illegal::OtherSideOfTheBoard | Illegal::WrongSpot(_) => "3.6",
            Illegal::BadSeats => "1.4",
            Illegal::TileTwice(_) => "2.1",
            Illegal::TooMuch => "8.3",
            Illegal::Contradicts(it) => it.rule,
        })
    }

    fn cells(&self) -> Vec<Written> {
        match self {
            Illegal::NoFit(tile, at) => at.cells(*tile).into_iter().map(Written::from).collect(),
            Illegal::TooFar(written) => vec![*written],
            Illegal::NotDue
            | Illegal::WrongMoment
            | Illegal::NotOffered(_)
            | Illegal::NotInHand(_)
            | Illegal::ShipTaken(_)
            | Illegal::OwnShip
            | Illegal::NoSuchShip
            | Illegal::GiveTo(_)
            | Illegal::NothingToGive(_)
            | Illegal::NoSuchPlayer
            | Illegal::NotDiscarded(_)
            | Illegal::MustTake
            | Illegal::NotThatGroup(_)
            | Illegal::NotInGroup(..)
            | Illegal::ModeNeedsOtherSeats(..)
            | Illegal::OtherSideOfTheBoard
            | Illegal::WrongSpot(_)
            | Illegal::TokenPoints
            | Illegal::BadSeats
            | Illegal::TileTwice(_)
            | Illegal::ExplorerTwice(_)
            | Illegal::TooMuch
            | Illegal::Contradicts(_) => Vec::new(),
        }
    }

    fn field(&self) -> Option<String> {
        let field = match self {
            Illegal::NoFit(..)
            | Illegal::TooFar(_)
            | Illegal::BadSeats
            | Illegal::TileTwice(_)
            | Illegal::ExplorerTwice(_)
            | Illegal::TooMuch => "zones",
            Illegal::ModeNeedsOtherSeats(..) => "options/mode",
            Illegal::OtherSideOfTheBoard | Illegal::WrongSpot(_) => "options/missions",
            Illegal::TokenPoints => "options",
            Illegal::Contradicts(it) => return Some(it.place()),
            // Of commands.
            Illegal::NotDue
            | Illegal::WrongMoment
            | Illegal::NotOffered(_)
            | Illegal::NotInHand(_)
            | Illegal::ShipTaken(_)
            | Illegal::OwnShip
            | Illegal::NoSuchShip
            | Illegal::GiveTo(_)
            | Illegal::NothingToGive(_)
            | Illegal::NoSuchPlayer
            | Illegal::NotDiscarded(_)
            | Illegal::MustTake
            | Illegal::NotThatGroup(_)
            | Illegal::NotInGroup(..) => return None,
        };
        Some(field.to_owned())
    }
}
