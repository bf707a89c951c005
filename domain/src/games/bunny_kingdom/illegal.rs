//! Why a command or a position is refused.

use super::{
    cards::{Building, Card, Parchment},
    land::Square,
    names::{building_name, card_name, parchment_name},
    realm::BadSite,
};
use crate::{
    kit::{contradiction::Contradiction, written::Written},
    rejection::refusals,
};

refusals! {
    /// Why a command or a position is refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    pub enum Illegal {
        /// The seat owes nothing.
        #[error("you owe no decision now")]
        NotDue: "not_due", rule "3.1";
        /// Something else is due.
        #[error("this command does not match the decision you owe now")]
        WrongMoment: "wrong_moment", rule "3.1";
        /// One card where two are played.
        #[error("with three or four players, you play two cards each turn and discard none")]
        PlayTwo: "play_two", rule "4.1";
        /// Two cards where one is played.
        #[error("with two players, you play one card each turn and discard another")]
        ThrowOneAway: "throw_one_away", rule "5.2";
        /// A card that is not there, or not so often.
        #[error(
            "{} ({id}) is not in your hand, or not as often as you named it",
            card_name(*.0), id = .0
        )]
        NotInHand(card: Card): "not_in_hand", rule "4.1";
        /// A building that is not there.
        #[error("you do not have {} ({id}) in front of you", building_name(*.0), id = .0)]
        NotKept(building: Building): "not_kept", rule "6.1";
        /// Somebody else's square, or nobody's.
        #[error("you do not control {0}")]
        NotYours(square: Square): "not_yours", rule "6.2", cells [square.cell()];
        /// A second building.
        #[error("{0} already has a building")]
        BuiltUpon(square: Square): "built_upon", rule "1.4", cells [square.cell()];
        /// A building that needs another terrain.
        #[error("that building cannot stand on the terrain of {0}")]
        WrongTerrain(square: Square): "wrong_terrain", rule "6.3", cells [square.cell()];
        /// One sky tower.
        #[error("sky towers are built in pairs: use `build_towers`")]
        TwoTowers: "two_towers", rule "6.8";
        /// Towers inside one fief.
        #[error("{0} and {1} are in the same fief, but sky towers must link two fiefs")]
        SameFief(first: Square, second: Square): "same_fief", rule "6.8",
            cells [first.cell(), second.cell()];
        /// A camp placed without being announced.
        #[error("announce the camp by its number before you place it")]
        AnnounceFirst: "announce_first", rule "6A.2";
        /// No such number.
        #[error("camps are numbered from 1 to 6")]
        NoSuchCamp: "no_such_camp", rule "6A.1";
        /// Announced before, and perhaps saved, or no place for it.
        #[error(
            "you cannot announce this camp: it is already announced, or saved for a later round, or no square is empty"
        )]
        CampSaved: "camp_saved", rule "6A.5";
        /// A camp where somebody or something is.
        #[error("a camp needs a square without a rabbit or a building, and {0} has one")]
        NotEmpty(square: Square): "not_empty", rule "6.9", cells [square.cell()];
        /// A trading post that is not there.
        #[error("you have no trading post on {0}")]
        NotYourPost(square: Square): "not_your_post", rule "7.1", cells [square.cell()];
        /// Named this round.
        #[error("you have already named a resource for the trading post on {0}")]
        NamedAlready(square: Square): "named_already", rule "7.1", cells [square.cell()];
        /// Not a copy card to choose for.
        #[error(
            "{} ({id}) is not a copy card of yours that is still to be decided",
            parchment_name(*.0), id = .0
        )]
        NoCopyCard(parchment: Parchment): "no_copy_card", rule "9.13", field "copies";
        /// A parchment no path leads to.
        #[error("{} ({id}) cannot be reached from your copy card", parchment_name(*.0), id = .0)]
        OutOfReach(parchment: Parchment): "out_of_reach", rule "9.14", field "copies";
        /// A square that no board has.
        #[error("{} is not on the board: squares are A1 to J10", as_a_square(*.0))]
        OffTheBoard(written: Written): "off_the_board", rule "1.1", cells [written], field "squares";
        /// Squares that are no board.
        #[error(transparent)]
        BadSite(#[from] site: BadSite): "bad_site", rule match site {
            BadSite::Twice(_) | BadSite::NoSuchSeat(_) => "1.3",
            BadSite::PrintedCity(_) => "1.4",
            BadSite::WrongTerrain(_) => "6.3",
            BadSite::NotInTheBox(_) => "2.5",
            BadSite::NoPair(_) => "6.8",
        }, cells [site.square().cell()], field "squares";
        /// Too few or too many players.
        #[error("a match has two to four players, and every list by seat needs a value for each of them")]
        BadSeats: "bad_seats", rule "3.2", field "players";
        /// More of a card than there is.
        #[error("the box does not have {} ({id}) that often", card_name(*.0), id = .0)]
        CardTwice(card: Card): "card_twice", rule "2.3", field match card {
            Card::Parchment(_) => "parchments",
            Card::Building(_) => "kept",
            Card::Territory(_) | Card::Provisions => "hand",
        };
        /// A field of a position that the rest of it contradicts.
        #[error(transparent)]
        Contradicts(#[from] it: Contradiction): "contradiction", rule it.rule, field it.place();
    }
}

/// A square that no board has, by the letter of its row and the number of its column.
fn as_a_square(Written { row, column }: Written) -> String {
    let row = u8::try_from(row).ok();
    let letter = row.and_then(|row| b'A'.checked_add(row));
    format!("{}{}", letter.map_or('?', char::from), column + 1)
}
