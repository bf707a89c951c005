//! Why a command, a position or a table is refused.

use super::{
    explorers::Explorer,
    missions::Mission,
    setup::Mode,
    tiles::Tile,
    zone::{REACH, Spot},
};
use crate::{
    Seat,
    kit::{contradiction::Contradiction, written::Written},
    rejection::refusals,
};

refusals! {
    /// Why a command, a position or a table is refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    pub enum Illegal {
        /// The seat owes nothing.
        #[error("you owe no decision now")]
        NotDue: "not_due", rule "4.8";
        /// Something else is due.
        #[error("that is not what you decide now")]
        WrongMoment: "wrong_moment", rule "4.8";
        /// Not one of the two.
        #[error("{0} is not one of your two explorers")]
        NotOffered(explorer: Explorer): "not_offered", rule "3.3";
        /// A tile that is not there.
        #[error("{0} is not in your hand")]
        NotInHand(tile: Tile): "not_in_hand", rule "4.2";
        /// A pile lies there.
        #[error("a pile lies on the ship of seat {} already: choose again", .0.0)]
        ShipTaken(seat: Seat): "ship_taken", rule "4.3";
        /// The own ship while another is empty.
        #[error("your own ship is for you only when no other is empty")]
        OwnShip: "own_ship", rule "4.4";
        /// No such ship.
        #[error("no seat has that ship")]
        NoSuchShip: "no_such_ship", rule "4.3";
        /// A tile on another, or touching none.
        #[error("the tile would lie on another, or touch none along a side")]
        NoFit(tile: Tile, at: Spot): "no_fit", rule "5.2", cells at.cells(tile), field "zones";
        /// A token for nobody.
        #[error("say with `give_to` who gets the token of {0}")]
        GiveTo(tile: Tile): "give_to", rule "5.5";
        /// A token that is not there.
        #[error("{0} brings no token to give")]
        NothingToGive(tile: Tile): "nothing_to_give", rule "5.5";
        /// A stranger.
        #[error("no player has the seat that the token is given to")]
        NoSuchPlayer: "no_such_player", rule "5.5";
        /// A tile that is not there.
        #[error("{0} is not among the discards")]
        NotDiscarded(tile: Tile): "not_discarded", rule "8.1";
        /// A tile must be taken.
        #[error("a tile must be taken from the discards: so the host chose")]
        MustTake: "must_take", rule "8.1";
        /// Not an open group, or not the one picked.
        #[error("group {0} is not open to you")]
        NotThatGroup(group: u8): "not_that_group", rule "9.4";
        /// Tiles that are not there, or not twice.
        #[error("{0} and {1} are not both in this group")]
        NotInGroup(first: Tile, second: Tile): "not_in_group", rule "9.4";
        /// A mode for other tables.
        #[error("{1} seats cannot play {0}")]
        ModeNeedsOtherSeats(mode: Mode, seats: u8): "mode_needs_other_seats", rule match mode {
            Mode::TeamDraft => "1.1",
            Mode::IndividualDraft => "1.2",
            Mode::Variant => "1.3",
        }, field "options/mode";
        /// Missions of the other side of the board.
        #[error("those missions are for the other side of the board")]
        OtherSideOfTheBoard: "other_side_of_the_board", rule "3.6", field "options/missions";
        /// A mission where it cannot lie, or twice.
        #[error("the mission {0} cannot lie there, or lies there twice")]
        WrongSpot(mission: Mission): "wrong_spot", rule "3.6", field "options/missions";
        /// Points beyond bounds.
        #[error("tokens are worth from -20 to 20 points")]
        TokenPoints: "token_points", rule "5.5", field "options";
        /// Zones that are no table.
        #[error(
            "one to six zones, of two players or more as `mode` needs it, and lists by seat with a value for each"
        )]
        BadSeats: "bad_seats", rule "1.4", field "zones";
        /// More tiles or explorers than there are.
        #[error("the box has fewer tiles {0}")]
        TileTwice(tile: Tile): "tile_twice", rule "2.1", field "zones";
        /// The same explorer for two.
        #[error("two seats cannot have {0}")]
        ExplorerTwice(explorer: Explorer): "explorer_twice", rule "3.3", field "zones";
        /// Too many tiles, tokens or missions.
        #[error(
            "a zone has at most 20 tiles, a hand 10, a seat 40 tokens, and every mission lies there once"
        )]
        TooMuch: "too_much", rule "8.3", field "zones";
        /// Far out.
        #[error("no zone reaches farther than {REACH} cells: not to {0}")]
        TooFar(written: Written): "too_far", rule "5.2", cells [written], field "zones";
        /// A field of a position that the rest of it contradicts.
        #[error(transparent)]
        Contradicts(#[from] it: Contradiction): "contradiction", rule it.rule, field it.place();
    }
}
