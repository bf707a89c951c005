//! Why a command or a position is refused.

use super::{
    cards::{Building, Card, Parchment},
    land::Square,
    realm::BadSite,
};
use crate::{
    Reason,
    kit::{contradiction::Contradiction, written::Written},
};

/// Why a command or a position is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The seat owes nothing.
    #[error("you owe no decision now")]
    NotDue,
    /// Something else is due.
    #[error("that is not what you decide now")]
    WrongMoment,
    /// One card where two are played.
    #[error("three or four players play two cards each turn and throw none away")]
    PlayTwo,
    /// Two cards where one is played.
    #[error("two players play one card each turn and throw another away")]
    ThrowOneAway,
    /// A card that is not there, or not so often.
    #[error("{0} is not in your hand, or not twice")]
    NotInHand(Card),
    /// A building that is not there.
    #[error("no {0} lies in front of you")]
    NotKept(Building),
    /// Somebody else's square, or nobody's.
    #[error("you do not control {0}")]
    NotYours(Square),
    /// A second building.
    #[error("there is a building on {0} already")]
    BuiltUpon(Square),
    /// A building that needs another terrain.
    #[error("that building needs another terrain than {0} has")]
    WrongTerrain(Square),
    /// One sky tower.
    #[error("sky towers are built in pairs, with `build_towers`")]
    TwoTowers,
    /// Towers inside one fief.
    #[error("{0} and {1} lie in one fief: sky towers link two")]
    SameFief(Square, Square),
    /// A camp placed without being announced.
    #[error("a camp is announced by its number before it is placed")]
    AnnounceFirst,
    /// No such number.
    #[error("camps have numbers from 1 to 6")]
    NoSuchCamp,
    /// Announced before, and perhaps saved, or no place for it.
    #[error("you have announced this camp, or saved it for a later round, or no square is empty")]
    CampSaved,
    /// A camp where somebody or something is.
    #[error("a camp needs a square without rabbit and building, and {0} is none")]
    NotEmpty(Square),
    /// A trading post that is not there.
    #[error("no trading post of yours stands on {0}")]
    NotYourPost(Square),
    /// Named this round.
    #[error("the trading post on {0} is named already")]
    NamedAlready(Square),
    /// Not a copy card to choose for.
    #[error("{0} is no copy card you can choose for")]
    NoCopyCard(Parchment),
    /// A parchment no path leads to.
    #[error("no path from your copy card leads to {0}")]
    OutOfReach(Parchment),
    /// A square that no board has.
    #[error("{0} is not on the board, whose squares are A1 to J10")]
    OffTheBoard(Written),
    /// Squares that are no board.
    #[error(transparent)]
    BadSite(#[from] BadSite),
    /// Too few or too many players.
    #[error("two to four play, and lists by seat have a value for each of them")]
    BadSeats,
    /// More of a card than there is.
    #[error("the box has fewer cards {0}")]
    CardTwice(Card),
    /// A field of a position that the rest of it contradicts.
    #[error(transparent)]
    Contradicts(#[from] Contradiction),
}

impl Reason for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::NotDue => "not_due",
            Illegal::WrongMoment => "wrong_moment",
            Illegal::PlayTwo => "play_two",
            Illegal::ThrowOneAway => "throw_one_away",
            Illegal::NotInHand(_) => "not_in_hand",
            Illegal::NotKept(_) => "not_kept",
            Illegal::NotYours(_) => "not_yours",
            Illegal::BuiltUpon(_) => "built_upon",
            Illegal::WrongTerrain(_) => "wrong_terrain",
            Illegal::TwoTowers => "two_towers",
            Illegal::SameFief(..) => "same_fief",
            Illegal::AnnounceFirst => "announce_first",
            Illegal::NoSuchCamp => "no_such_camp",
            Illegal::CampSaved => "camp_saved",
            Illegal::NotEmpty(_) => "not_empty",
            Illegal::NotYourPost(_) => "not_your_post",
            Illegal::NamedAlready(_) => "named_already",
            Illegal::NoCopyCard(_) => "no_copy_card",
            Illegal::OutOfReach(_) => "out_of_reach",
            Illegal::OffTheBoard(_) => "off_the_board",
            Illegal::BadSite(_) => "bad_site",
            Illegal::BadSeats => "bad_seats",
            Illegal::CardTwice(_) => "card_twice",
            Illegal::Contradicts(_) => "contradiction",
        }
    }

    fn rule(&self) -> Option<&'static str> {
        Some(match self {
            Illegal::NotDue | Illegal::WrongMoment => "3.1",
            Illegal::PlayTwo | Illegal::NotInHand(_) => "4.1",
            Illegal::ThrowOneAway => "5.2",
            Illegal::NotKept(_) => "6.1",
            Illegal::NotYours(_) => "6.2",
            Illegal::BuiltUpon(_) => "1.4",
            Illegal::WrongTerrain(_) => "6.3",
            Illegal::TwoTowers | Illegal::SameFief(..) => "6.8",
            Illegal::AnnounceFirst => "6A.2",
            Illegal::NoSuchCamp => "6A.1",
            Illegal::CampSaved => "6A.5",
            Illegal::NotEmpty(_) => "6.9",
            Illegal::NotYourPost(_) | Illegal::NamedAlready(_) => "7.1",
            Illegal::NoCopyCard(_) => "9.13",
            Illegal::OutOfReach(_) => "9.14",
            Illegal::OffTheBoard(_) => "1.1",
            Illegal::BadSite(site) => match site {
                BadSite::Twice(_) | BadSite::NoSuchSeat(_) => "1.3",
                BadSite::PrintedCity(_) => "1.4",
                BadSite::WrongTerrain(_) => "6.3",
                BadSite::NotInTheBox(_) => "2.5",
                BadSite::NoPair(_) => "6.8",
            },
            Illegal::BadSeats => "3.2",
            Illegal::Contradicts(it) => it.rule,
            Illegal::CardTwice(_) => "2.3",
        })
    }

    fn cells(&self) -> Vec<Written> {
        match *self {
            Illegal::NotYours(square)
            | Illegal::BuiltUpon(square)
            | Illegal::WrongTerrain(square)
            | Illegal::NotEmpty(square)
            | Illegal::NotYourPost(square)
            | Illegal::NamedAlready(square) => vec![square.cell().into()],
            Illegal::SameFief(first, second) => vec![first.cell().into(), second.cell().into()],
            Illegal::OffTheBoard(written) => vec![written],
            Illegal::BadSite(site) => vec![site.square().cell().into()],
            Illegal::NotDue
            | Illegal::WrongMoment
            | Illegal::PlayTwo
            | Illegal::ThrowOneAway
            | Illegal::NotInHand(_)
            | Illegal::NotKept(_)
            | Illegal::TwoTowers
            | Illegal::AnnounceFirst
            | Illegal::NoSuchCamp
            | Illegal::CampSaved
            | Illegal::NoCopyCard(_)
            | Illegal::OutOfReach(_)
            | Illegal::BadSeats
            | Illegal::CardTwice(_)
            | Illegal::Contradicts(_) => Vec::new(),
        }
    }

    fn field(&self) -> Option<String> {
        let field = match self {
            Illegal::OffTheBoard(_) | Illegal::BadSite(_) => "squares",
            Illegal::BadSeats => "players",
            Illegal::CardTwice(Card::Parchment(_)) => "parchments",
            Illegal::CardTwice(Card::Building(_)) => "kept",
            Illegal::CardTwice(Card::Territory(_) | Card::Provisions) => "hand",
            Illegal::NoCopyCard(_) | Illegal::OutOfReach(_) => "copies",
            Illegal::Contradicts(it) => return Some(it.place()),
            // Of commands.
            Illegal::NotDue
            | Illegal::WrongMoment
            | Illegal::PlayTwo
            | Illegal::ThrowOneAway
            | Illegal::NotInHand(_)
            | Illegal::NotKept(_)
            | Illegal::NotYours(_)
            | Illegal::BuiltUpon(_)
            | Illegal::WrongTerrain(_)
            | Illegal::TwoTowers
            | Illegal::SameFief(..)
            | Illegal::AnnounceFirst
            | Illegal::NoSuchCamp
            | Illegal::CampSaved
            | Illegal::NotEmpty(_)
            | Illegal::NotYourPost(_)
            | Illegal::NamedAlready(_) => return None,
        };
        Some(field.to_owned())
    }
}
