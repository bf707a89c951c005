//! Why a command, a position or a table is refused.

use super::{
    explorers::Explorer,
    missions::Mission,
    names::{explorer_name, full_name, mission_name, place},
    setup::Mode,
    tiles::Tile,
    zone::{REACH, Spot},
};
use crate::{
    Seat,
    kit::{contradiction::Contradiction, written::Written},
    rejection::refusals,
    words::some,
};

refusals! {
    /// Why a command, a position or a table is refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    pub enum Illegal {
        /// The seat owes nothing.
        #[error("you owe no decision now")]
        NotDue: "not_due", rule "4.8";
        /// Something else is due.
        #[error("this command does not match the decision you owe now")]
        WrongMoment: "wrong_moment", rule "4.8";
        /// Not one of the two.
        #[error("{} ({id}) is not one of your two explorers", explorer_name(*.0), id = .0)]
        NotOffered(explorer: Explorer): "not_offered", rule "3.3";
        /// A tile that is not there.
        #[error("the {} ({id}) is not in your hand", full_name(*.0), id = .0)]
        NotInHand(tile: Tile): "not_in_hand", rule "4.2";
        /// A pile lies there.
        #[error(
            "the ship of seat {} (`ship` {}) already has a pile: choose another ship",
            .0.0 + 1, .0.0
        )]
        ShipTaken(seat: Seat): "ship_taken", rule "4.3";
        /// The own ship while another is empty.
        #[error("you may use your own ship only when no other ship is empty")]
        OwnShip: "own_ship", rule "4.4";
        /// No such ship.
        #[error("no seat at this table has that ship")]
        NoSuchShip: "no_such_ship", rule "4.3";
        /// A tile on another, or touching none.
        #[error(
            "the {} at {} would overlap another tile, or share no side with one",
            full_name(*.0), place(*.1)
        )]
        NoFit(tile: Tile, at: Spot): "no_fit", rule "5.2", cells at.cells(tile), field "zones";
        /// A token for nobody.
        #[error("the {} brings a token: name in `give_to` the seat that gets it", full_name(*.0))]
        GiveTo(tile: Tile): "give_to", rule "5.5";
        /// A token that is not there.
        #[error("the {} brings no token, so leave out `give_to`", full_name(*.0))]
        NothingToGive(tile: Tile): "nothing_to_give", rule "5.5";
        /// A stranger.
        #[error("`give_to` names a seat that is not at this table")]
        NoSuchPlayer: "no_such_player", rule "5.5";
        /// A tile that is not there.
        #[error("the {} ({id}) is not among the discards", full_name(*.0), id = .0)]
        NotDiscarded(tile: Tile): "not_discarded", rule "8.1";
        /// A tile must be taken.
        #[error("you must take a tile from the discards: the options of this match require it")]
        MustTake: "must_take", rule "8.1";
        /// Not an open group, or not the one picked.
        #[error("you cannot take from group {0}")]
        NotThatGroup(group: u8): "not_that_group", rule "9.4";
        /// Tiles that are not there, or not twice.
        #[error("this group does not have {}", both(*.0, *.1))]
        NotInGroup(first: Tile, second: Tile): "not_in_group", rule "9.4";
        /// A mode for other tables.
        #[error("{0} cannot be played with {1} seats")]
        ModeNeedsOtherSeats(mode: Mode, seats: u8): "mode_needs_other_seats", rule match mode {
            Mode::TeamDraft => "1.1",
            Mode::IndividualDraft => "1.2",
            Mode::Variant => "1.3",
        }, field "options/mode";
        /// Missions of the other side of the board.
        #[error("these missions belong to the other side of the board")]
        OtherSideOfTheBoard: "other_side_of_the_board", rule "3.6", field "options/missions";
        /// A mission where it cannot lie, or twice.
        #[error(
            "the {} mission ({id}) does not belong on that spot, or is listed twice",
            mission_name(*.0), id = .0
        )]
        WrongSpot(mission: Mission): "wrong_spot", rule "3.6", field "options/missions";
        /// Points beyond bounds.
        #[error("a token must be worth from -20 to 20 points")]
        TokenPoints: "token_points", rule "5.5", field "options";
        /// Zones that are no table.
        #[error(
            "a position needs one to six zones, as many as `mode` allows, and a value for each seat in every list by seat"
        )]
        BadSeats: "bad_seats", rule "1.4", field "zones";
        /// More tiles or explorers than there are.
        #[error("the box does not have the {} ({id}) that often", full_name(*.0), id = .0)]
        TileTwice(tile: Tile): "tile_twice", rule "2.1", field "zones";
        /// The same explorer for two.
        #[error("{} ({id}) is given to more than one seat", explorer_name(*.0), id = .0)]
        ExplorerTwice(explorer: Explorer): "explorer_twice", rule "3.3", field "zones";
        /// Too many tiles, tokens or missions.
        #[error(
            "a zone may have at most 20 tiles, a hand 10 tiles and a seat 40 tokens, and each mission may be listed once"
        )]
        TooMuch: "too_much", rule "8.3", field "zones";
        /// Far out.
        #[error("{0} is more than {REACH} cells from the explorer, farther than any zone reaches")]
        TooFar(written: Written): "too_far", rule "5.2", cells [written], field "zones";
        /// A field of a position that the rest of it contradicts.
        #[error(transparent)]
        Contradicts(#[from] it: Contradiction): "contradiction", rule it.rule, field it.place();
    }
}

/// Two tiles that are wanted at once.
fn both(first: Tile, second: Tile) -> String {
    let second = if first == second {
        "another".to_owned()
    } else {
        some(1, &full_name(second))
    };
    format!("{} and {second}", some(1, &full_name(first)))
}
