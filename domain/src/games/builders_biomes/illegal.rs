//! Why a command or a position is refused.

use super::{
    components::Action,
    cube::Column,
    features::Feature,
    places::{Crossing, Slot, Stack},
    tiles::{Building, Mob, Tile},
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
        NotDue: "not_due", rule "6.1";
        /// Something else is due.
        #[error("this command does not match the decision you owe now")]
        WrongMoment: "wrong_moment", rule "6.2";
        /// A third normal action, or one of the same kind.
        #[error("a turn has two different normal actions: you cannot use `{}` now", .0.id())]
        ActionTaken(action: Action): "action_taken", rule "6.1";
        /// A block that is held on too many sides.
        #[error(
            "the top block of column {:?} cannot be taken: its top and at least two sides must be exposed",
            .0.coordinates()
        )]
        NotTakeable(column: Column): "not_takeable", rule "4.6";
        /// More than two steps.
        #[error("{0} is more than two steps away")]
        TooFar(crossing: Crossing): "too_far", rule "7.2.1";
        /// A stack that does not touch the crossing.
        #[error("{0} does not touch your crossing")]
        StackNotAdjacent(stack: Stack): "not_adjacent", rule "5.2", cells [stack.cell()];
        /// A stack that is empty or face down.
        #[error("{0} has no face-up tile")]
        NothingFaceUp(stack: Stack): "nothing_face_up", rule "5.5", cells [stack.cell()];
        /// A mob is not built.
        #[error("the tile on {0} is a mob")]
        NotABuilding(stack: Stack): "not_a_building", rule "7.3.1", cells [stack.cell()];
        /// A building is not fought.
        #[error("the tile on {0} is a building")]
        NotAMob(stack: Stack): "not_a_mob", rule "7.4.1", cells [stack.cell()];
        /// Too much, too little or the wrong colors.
        #[error("wrong payment for {0}: pay exactly its blocks, or emeralds in their place")]
        WrongPayment(building: Building): "wrong_payment", rule "7.3.1";
        /// Blocks the player does not have.
        #[error("you do not have these blocks")]
        NotOwned: "not_owned", rule "7.3.1";
        /// A slot that does not touch the crossing.
        #[error("{0} does not touch your crossing")]
        SlotNotAdjacent(slot: Slot): "not_adjacent", rule "7.5.1", cells [slot.cell()];
        /// An empty slot.
        #[error("{0} has no face-up weapon")]
        NoWeapon(slot: Slot): "nothing_face_up", rule "7.5.1", cells [slot.cell()];
        /// An extra action before the normal ones.
        #[error("take both normal actions before an extra action")]
        NormalActionsFirst: "normal_actions_first", rule "6.3";
        /// A mob that is not there, or not of this sort.
        #[error("you have no unused extra-action tile {0}")]
        NoExtraActionTile(mob: Mob): "no_extra_action_tile", rule "6.3";
        /// A turn ended too early.
        #[error("take both normal actions before you end the turn")]
        ActionsOpen: "actions_open", rule "6.2";
        /// A feature of another card.
        #[error("{} is not on this round's card", .0.id())]
        OtherAxis(feature: Feature): "other_axis", rule "10.4";
        /// A space that no board has.
        #[error("{0} is not on the board, which has three rows and three columns")]
        OffTheBoard(written: Written): "off_the_board", rule "1.5", cells [written];
        /// A column that no cube has.
        #[error("{0} is not a column of the cube, which has four by four")]
        OffTheCube(written: Written): "off_the_cube", rule "4.1", cells [written];
        /// A stack, slot or crossing that no overworld has.
        #[error("the overworld has no such place as {0}")]
        OffTheOverworld(written: Written): "off_the_overworld", rule "1.3", cells [written];
        /// Too few or too many players, or one who is not there.
        #[error("a match has two to four players, and every seat named must be one of them")]
        BadSeats: "bad_seats", rule "12.2", field "players";
        /// A tile in two places.
        #[error("there is only one {0} in the box")]
        TileTwice(tile: Tile): "tile_twice", rule "3.1", field "stacks";
        /// The same board twice.
        #[error("two players cannot have the same board")]
        BoardTwice: "board_twice", rule "3.4", field "players";
        /// More of something than the box has.
        #[error("the box does not contain that many blocks, tiles or weapons of one kind")]
        TooMuch: "too_much", rule "3.3", field "players";
        /// A place named twice.
        #[error("{0} is listed twice")]
        StackTwice(stack: Stack): "listed_twice", rule "3.1", cells [stack.cell()], field "stacks";
        /// A place named twice.
        #[error("{0} is listed twice")]
        SlotTwice(slot: Slot): "listed_twice", rule "7.5.1", cells [slot.cell()], field "slots";
        /// A stack with too many or no tiles.
        #[error("{0} must have one to four tiles: leave out an empty stack")]
        BadStack(stack: Stack): "bad_stack", rule "3.1", cells [stack.cell()], field "stacks";
        /// More than a turn allows.
        #[error("a turn has at most two normal actions, and they must be different")]
        BadActions: "bad_actions", rule "6.1", field "actions";
        /// Points or rounds out of bounds.
        #[error("points must be from 0 to 10000, and at most three rounds are held")]
        BadScore: "bad_score", rule "10.9", field "rounds_held";
        /// A field of a position that the rest of it contradicts.
        #[error(transparent)]
        Contradicts(#[from] it: Contradiction): "contradiction", rule it.rule, field it.place();
    }
}
