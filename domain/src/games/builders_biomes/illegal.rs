//! Why a command or a position is refused.

use super::{
    components::Action,
    cube::Column,
    features::Feature,
    places::{Crossing, Slot, Stack},
    tiles::{Building, Mob, Tile},
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
    /// A third normal action, or one of the same kind.
    #[error("a turn has two normal actions of two kinds: no `{}` now", .0.id())]
    ActionTaken(Action),
    /// A block that is held on too many sides.
    #[error("a block is taken with its top and at least two sides exposed: not from {:?}", .0.coordinates())]
    NotTakeable(Column),
    /// More than two steps.
    #[error("{0} is more than two steps away")]
    TooFar(Crossing),
    /// A stack that does not touch the crossing.
    #[error("{0} does not touch your crossing")]
    StackNotAdjacent(Stack),
    /// A stack that is empty or face down.
    #[error("no tile lies face up on {0}")]
    NothingFaceUp(Stack),
    /// A mob is not built.
    #[error("the tile on {0} is a mob")]
    NotABuilding(Stack),
    /// A building is not fought.
    #[error("the tile on {0} is a building")]
    NotAMob(Stack),
    /// Too much, too little or the wrong colors.
    #[error("that is not what {0} costs: its blocks, or emeralds in their place, no more")]
    WrongPayment(Building),
    /// Blocks the player does not have.
    #[error("you do not have these blocks")]
    NotOwned,
    /// A slot that does not touch the crossing.
    #[error("{0} does not touch your crossing")]
    SlotNotAdjacent(Slot),
    /// An empty slot.
    #[error("no weapon lies face up in {0}")]
    NoWeapon(Slot),
    /// An extra action before the normal ones.
    #[error("extra actions come after both normal actions")]
    NormalActionsFirst,
    /// A mob that is not there, or not of this sort.
    #[error("you have no extra-action tile {0}")]
    NoExtraActionTile(Mob),
    /// A turn ended too early.
    #[error("both normal actions are taken before a turn ends")]
    ActionsOpen,
    /// A feature of another card.
    #[error("{} is not on this round's card", .0.id())]
    OtherAxis(Feature),
    /// A space that no board has.
    #[error("{0} is not on a board of three rows and three columns")]
    OffTheBoard(Written),
    /// A column that no cube has.
    #[error("{0} is not in the cube of four columns by four")]
    OffTheCube(Written),
    /// A stack, slot or crossing that no overworld has.
    #[error("the overworld has no such place at {0}")]
    OffTheOverworld(Written),
    /// Too few or too many players, or one who is not there.
    #[error("two to four play, and seats named are theirs")]
    BadSeats,
    /// A tile in two places.
    #[error("there is only one {0} in the box")]
    TileTwice(Tile),
    /// The same board twice.
    #[error("every player has another board")]
    BoardTwice,
    /// More of something than the box has.
    #[error("the box has fewer blocks, tiles or weapons of some kind")]
    TooMuch,
    /// A place named twice.
    #[error("{0} is listed twice")]
    StackTwice(Stack),
    /// A place named twice.
    #[error("{0} is listed twice")]
    SlotTwice(Slot),
    /// A stack with too many or no tiles.
    #[error("{0} has one to four tiles, or is left out")]
    BadStack(Stack),
    /// More than a turn allows.
    #[error("a turn has at most two normal actions, of two kinds")]
    BadActions,
    /// Points or rounds out of bounds.
    #[error("points are from 0 to 10000, and three rounds are held")]
    BadScore,
    /// A field of a position that the rest of it contradicts.
    #[error(transparent)]
    Contradicts(#[from] Contradiction),
}

impl Reason for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::NotDue => "not_due",
            Illegal::WrongMoment => "wrong_moment",
            Illegal::ActionTaken(_) => "action_taken",
            Illegal::NotTakeable(_) => "not_takeable",
            Illegal::TooFar(_) => "too_far",
            Illegal::StackNotAdjacent(_) | Illegal::SlotNotAdjacent(_) => "not_adjacent",
            Illegal::NothingFaceUp(_) | Illegal::NoWeapon(_) => "nothing_face_up",
            Illegal::NotABuilding(_) => "not_a_building",
            Illegal::NotAMob(_) => "not_a_mob",
            Illegal::WrongPayment(_) => "wrong_payment",
            Illegal::NotOwned => "not_owned",
            Illegal::NormalActionsFirst => "normal_actions_first",
            Illegal::NoExtraActionTile(_) => "no_extra_action_tile",
            Illegal::ActionsOpen => "actions_open",
            Illegal::OtherAxis(_) => "other_axis",
            Illegal::OffTheBoard(_) => "off_the_board",
            Illegal::OffTheCube(_) => "off_the_cube",
            Illegal::OffTheOverworld(_) => "off_the_overworld",
            Illegal::BadSeats => "bad_seats",
            Illegal::TileTwice(_) => "tile_twice",
            Illegal::BoardTwice => "board_twice",
            Illegal::TooMuch => "too_much",
            Illegal::StackTwice(_) | Illegal::SlotTwice(_) => "listed_twice",
            Illegal::BadStack(_) => "bad_stack",
            Illegal::BadActions => "bad_actions",
            Illegal::BadScore => "bad_score",
            Illegal::Contradicts(_) => "contradiction",
        }
    }

    fn rule(&self) -> Option<&'static str> {
        Some(match self {
            Illegal::NotDue | Illegal::ActionTaken(_) | Illegal::BadActions => "6.1",
            Illegal::WrongMoment | Illegal::ActionsOpen => "6.2",
            Illegal::NotTakeable(_) => "4.6",
            Illegal::TooFar(_) => "7.2.1",
            Illegal::StackNotAdjacent(_) => "5.2",
            Illegal::NothingFaceUp(_) => "5.5",
            Illegal::NotABuilding(_) | Illegal::WrongPayment(_) | Illegal::NotOwned => "7.3.1",
            Illegal::NotAMob(_) => "7.4.1",
            Illegal::SlotNotAdjacent(_) | Illegal::NoWeapon(_) | Illegal::SlotTwice(_) => "7.5.1",
            Illegal::NormalActionsFirst | Illegal::NoExtraActionTile(_) => "6.3",
            Illegal::OtherAxis(_) => "10.4",
            Illegal::OffTheBoard(_) => "1.5",
            Illegal::OffTheCube(_) => "4.1",
            Illegal::OffTheOverworld(_) => "1.3",
            Illegal::BadSeats => "12.2",
            Illegal::TileTwice(_) | Illegal::BadStack(_) | Illegal::StackTwice(_) => "3.1",
            Illegal::BoardTwice => "3.4",
            Illegal::TooMuch => "3.3",
            Illegal::BadScore => "10.9",
            Illegal::Contradicts(it) => it.rule,
        })
    }

    fn cells(&self) -> Vec<Written> {
        match *self {
            Illegal::StackNotAdjacent(stack)
            | Illegal::NothingFaceUp(stack)
            | Illegal::NotABuilding(stack)
            | Illegal::NotAMob(stack)
            | Illegal::StackTwice(stack)
            | Illegal::BadStack(stack) => vec![stack.cell().into()],
            Illegal::OffTheBoard(written)
            | Illegal::OffTheCube(written)
            | Illegal::OffTheOverworld(written) => vec![written],
            Illegal::SlotNotAdjacent(slot) | Illegal::NoWeapon(slot) | Illegal::SlotTwice(slot) => {
                vec![slot.cell().into()]
            }
            Illegal::NotDue
            | Illegal::WrongMoment
            | Illegal::ActionTaken(_)
            | Illegal::NotTakeable(_)
            | Illegal::TooFar(_)
            | Illegal::WrongPayment(_)
            | Illegal::NotOwned
            | Illegal::NormalActionsFirst
            | Illegal::NoExtraActionTile(_)
            | Illegal::ActionsOpen
            | Illegal::OtherAxis(_)
            | Illegal::BadSeats
            | Illegal::TileTwice(_)
            | Illegal::BoardTwice
            | Illegal::TooMuch
            | Illegal::BadActions
            | Illegal::BadScore
            | Illegal::Contradicts(_) => Vec::new(),
        }
    }

    fn field(&self) -> Option<String> {
        let field = match self {
            Illegal::BadSeats | Illegal::BoardTwice => "players",
            Illegal::TileTwice(_) | Illegal::StackTwice(_) | Illegal::BadStack(_) => "stacks",
            Illegal::SlotTwice(_) => "slots",
            Illegal::TooMuch => "players",
            Illegal::BadActions => "actions",
            Illegal::BadScore => "rounds_held",
            Illegal::Contradicts(it) => return Some(it.place()),
            // Of commands.
            Illegal::NotDue
            | Illegal::WrongMoment
            | Illegal::ActionTaken(_)
            | Illegal::NotTakeable(_)
            | Illegal::TooFar(_)
            | Illegal::StackNotAdjacent(_)
            | Illegal::NothingFaceUp(_)
            | Illegal::NotABuilding(_)
            | Illegal::NotAMob(_)
            | Illegal::WrongPayment(_)
            | Illegal::NotOwned
            | Illegal::SlotNotAdjacent(_)
            | Illegal::NoWeapon(_)
            | Illegal::NormalActionsFirst
            | Illegal::NoExtraActionTile(_)
            | Illegal::ActionsOpen
            | Illegal::OtherAxis(_)
            | Illegal::OffTheBoard(_)
            | Illegal::OffTheCube(_)
            | Illegal::OffTheOverworld(_) => return None,
        };
        Some(field.to_owned())
    }
}
