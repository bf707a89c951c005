//! Why a command or a position is refused.

use super::{
    components::Action,
    cube::Column,
    features::Feature,
    places::{Crossing, Slot, Stack},
    tiles::{Building, Mob, Tile},
    words::{
        action, building_name, crossing as crossing_name, feature_name, mob_name, place, tile_name,
    },
};
use crate::{
    On,
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
        #[error("a turn has two different normal actions: you cannot {} now", action(*.0))]
        ActionTaken(action: Action): "action_taken", rule "6.1";
        /// A block that is held on too many sides.
        #[error(
            "the block on top at {} of the cube (column {:?}) cannot be taken: its top and at least two sides must be exposed",
            place(.0.cell()), .0.coordinates()
        )]
        NotTakeable(column: Column): "not_takeable", rule "4.6",
            cells [column.cell()], on On::Cube;
        /// More than two steps.
        #[error("{} ({id}) is more than two steps away", crossing_name(*.0), id = .0)]
        TooFar(crossing: Crossing): "too_far", rule "7.2.1",
            cells crossing.around(), on On::Shared;
        /// A stack that does not touch the crossing.
        #[error("the stack at {} ({id}) does not touch your crossing", place(.0.cell()), id = .0)]
        StackNotAdjacent(stack: Stack): "not_adjacent", rule "5.2",
            cells [stack.cell()], on On::Shared;
        /// A stack that is empty or face down.
        #[error("the stack at {} ({id}) has no face-up tile", place(.0.cell()), id = .0)]
        NothingFaceUp(stack: Stack): "nothing_face_up", rule "5.5",
            cells [stack.cell()], on On::Shared;
        /// A mob is not built.
        #[error("the tile at {} ({id}) is a mob", place(.0.cell()), id = .0)]
        NotABuilding(stack: Stack): "not_a_building", rule "7.3.1",
            cells [stack.cell()], on On::Shared;
        /// A building is not fought.
        #[error("the tile at {} ({id}) is a building", place(.0.cell()), id = .0)]
        NotAMob(stack: Stack): "not_a_mob", rule "7.4.1", cells [stack.cell()], on On::Shared;
        /// Too much, too little or the wrong colors.
        #[error(
            "wrong payment for the {}: pay exactly its blocks, or emeralds in their place",
            building_name(*.0)
        )]
        WrongPayment(building: Building): "wrong_payment", rule "7.3.1";
        /// Blocks the player does not have.
        #[error("you do not have these blocks")]
        NotOwned: "not_owned", rule "7.3.1";
        /// A slot that does not touch the crossing.
        #[error(
            "the weapon slot at {} ({id}) does not touch your crossing",
            place(.0.cell()), id = .0
        )]
        SlotNotAdjacent(slot: Slot): "not_adjacent", rule "7.5.1",
            cells [slot.cell()], on On::Shared;
        /// An empty slot.
        #[error("the weapon slot at {} ({id}) has no face-up weapon", place(.0.cell()), id = .0)]
        NoWeapon(slot: Slot): "nothing_face_up", rule "7.5.1",
            cells [slot.cell()], on On::Shared;
        /// An extra action before the normal ones.
        #[error("take both normal actions before an extra action")]
        NormalActionsFirst: "normal_actions_first", rule "6.3";
        /// A mob that is not there, or not of this sort.
        #[error("you have no unused {} ({id}) that gives an extra action", mob_name(*.0), id = .0)]
        NoExtraActionTile(mob: Mob): "no_extra_action_tile", rule "6.3";
        /// A turn ended too early.
        #[error("take both normal actions before you end the turn")]
        ActionsOpen: "actions_open", rule "6.2";
        /// A feature of another card.
        #[error("this round's card does not score {}", feature_name(*.0))]
        OtherAxis(feature: Feature): "other_axis", rule "10.4";
        /// A space that no board has.
        #[error("{0} is not on the board, which has rows and columns 0 to 2")]
        OffTheBoard(written: Written): "off_the_board", rule "1.5", cells [written];
        /// A column that no cube has.
        #[error("{0} is not on the cube, which has rows and columns 0 to 3")]
        OffTheCube(written: Written): "off_the_cube", rule "4.1", cells [written], on On::Cube;
        /// A stack, slot or crossing that no overworld has.
        #[error("the overworld has no such place at {0}")]
        OffTheOverworld(written: Written): "off_the_overworld", rule "1.3",
            cells [written], on On::Shared;
        /// Too few or too many players, or one who is not there.
        #[error("a match has two to four players, and every seat named must be one of them")]
        BadSeats: "bad_seats", rule "12.2", field "players";
        /// A tile in two places.
        #[error("there is only one {} ({id}) in the box", tile_name(*.0), id = .0)]
        TileTwice(tile: Tile): "tile_twice", rule "3.1", field "stacks";
        /// The same board twice.
        #[error("two players cannot have the same board")]
        BoardTwice: "board_twice", rule "3.4", field "players";
        /// More of something than the box has.
        #[error("the box does not contain that many blocks, tiles or weapons of one kind")]
        TooMuch: "too_much", rule "3.3", field "players";
        /// A place named twice.
        #[error("the stack at {} ({id}) is listed twice", place(.0.cell()), id = .0)]
        StackTwice(stack: Stack): "listed_twice", rule "3.1",
            cells [stack.cell()], on On::Shared, field "stacks";
        /// A place named twice.
        #[error("the weapon slot at {} ({id}) is listed twice", place(.0.cell()), id = .0)]
        SlotTwice(slot: Slot): "listed_twice", rule "7.5.1",
            cells [slot.cell()], on On::Shared, field "slots";
        /// A stack with too many or no tiles.
        #[error(
            "the stack at {} ({id}) must have one to four tiles: leave out an empty stack",
            place(.0.cell()), id = .0
        )]
        BadStack(stack: Stack): "bad_stack", rule "3.1",
            cells [stack.cell()], on On::Shared, field "stacks";
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
