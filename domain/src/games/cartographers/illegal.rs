//! Why a command or a position is refused.

use super::{
    components::Skill,
    map::{BOARD, BadMap},
};
use crate::{
    Cell,
    kit::{cells::Cells, contradiction::Contradiction, written::Written},
    rejection::refusals,
};

refusals! {
    /// Why a command or a position is refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    pub enum Illegal {
        /// The seat owes nothing.
        #[error("you owe no decision now")]
        NotDue: "not_due", rule "3.3";
        /// Something else is due.
        #[error("that is not what you decide now")]
        WrongMoment: "wrong_moment", rule "13.6";
        /// A drawing without cells.
        #[error("a drawing needs cells")]
        NoCells: "no_cells", rule "3.3";
        /// A cell that no map has.
        #[error("{0} is not on the map")]
        OffTheMap(written: Written): "off_the_map", rule "4.3", cells [written];
        /// There is something already.
        #[error("these spaces are not empty")]
        Overlaps(cells: Cells): "overlaps", rule "4.3", cells spaces(cells);
        /// No way to turn a shape of the card gives these cells.
        #[error("these cells are no shape you may draw now, however it is turned")]
        NotAShape(cells: Cells): "not_a_shape", rule "4.2", cells spaces(cells);
        /// A single cell though a shape can be drawn, for example there.
        #[error("a single cell is for those whose shapes all fail, and one fits here")]
        ShapeStillFits(cells: Cells): "shape_still_fits", rule "4.7", cells spaces(cells);
        /// No shape can be drawn, so it must be one cell.
        #[error("no shape of the card fits anywhere: fill one empty space")]
        OnlyOneCell(cells: Cells): "only_one_cell", rule "4.6", cells spaces(cells);
        /// No shape can cover ruins, so it must be one cell, anywhere.
        #[error("no shape can cover ruins that are still empty: fill one empty space, anywhere")]
        NoShapeReachesRuins(cells: Cells): "no_shape_reaches_ruins", rule "5.3", cells spaces(cells);
        /// A terrain that is not on offer.
        #[error("that terrain is not to be drawn here")]
        WrongTerrain: "wrong_terrain", rule "4.1";
        /// None of the ruins that are still empty is covered.
        #[error("a ruins card was revealed: cover at least one of these spaces")]
        MustCoverRuins(cells: Cells): "must_cover_ruins", rule "5.1", cells spaces(cells);
        /// The skill is not among the three on the table.
        #[error("{0:?} is not among the skills in play")]
        SkillNotInPlay(skill: Skill): "skill_not_in_play", rule "13.1";
        /// One a season.
        #[error("you have used a skill this season")]
        SkillUsed: "skill_used", rule "13.2";
        /// Not enough coins.
        #[error("{0:?} costs more coins than you have")]
        CannotAfford(skill: Skill): "cannot_afford", rule "13.2";
        /// Skills repeat or extend a shape, and the single cell is none.
        #[error("you drew no shape of the card this turn")]
        NoShapeDrawn: "no_shape_drawn", rule "13.7";
        /// Stealth for what the map has room for, or for a shape not on the card.
        #[error("no part of that shape beyond these cells would be off the map")]
        NotOffTheMap(cells: Cells): "not_off_the_map", rule "13.8", cells spaces(cells);
        /// Healing away from monsters.
        #[error("healing draws beside a monster")]
        NotBesideMonster(cells: Cells): "not_beside_monster", rule "13.4", cells spaces(cells);
        /// Search away from the shape.
        #[error("search draws beside the shape drawn this turn")]
        NotBesideShape(cells: Cells): "not_beside_shape", rule "13.4", cells spaces(cells);
        /// Acrobatics alone, without saying how; or with others, saying how.
        #[error("playing alone, say how the two monsters lie; with others, your neighbor does")]
        Orientation: "orientation", rule "13.3";
        /// Eleven strings that are no map.
        #[error(transparent)]
        BadMap(#[from] map: BadMap): "bad_map", rule "11", cells match map {
            BadMap::Letter(cell, _) | BadMap::Ruins(cell) => Some(cell),
            BadMap::Size => None,
        }, field match map {
            BadMap::Ruins(_) => "ruins",
            BadMap::Letter(..) | BadMap::Size => "map",
        };
        /// A printed side and other ruins at once.
        #[error("a printed side has its own ruins: give `side` or `ruins`")]
        SideAndRuins: "side_and_ruins", rule "2.2", field "side";
        /// A printed side without what is printed on it.
        #[error("on that side these spaces are printed otherwise")]
        NotAsPrinted(cells: Cells): "not_as_printed", rule "2.2", cells spaces(cells), field "map";
        /// A coin where no mountain is.
        #[error("coins lie on mountains only")]
        CoinOffMountain(cells: Cells): "coin_off_mountain", rule "2.7",
            cells spaces(cells), field "coins_left";
        /// More coins than slots, or more spent than had.
        #[error("a coin track has 14 slots, and only coins that were filled are spent")]
        BadCoins: "bad_coins", rule "10.4", field "coins";
        /// A scoring card given twice.
        #[error("a scoring card is given twice")]
        EdictTwice: "edict_twice", rule "2.3", field "edicts";
        /// A skill given twice.
        #[error("a skill is given twice")]
        SkillTwice: "skill_twice", rule "13.1", field "skills";
        /// Nobody draws from a ruins card.
        #[error("nobody draws from a ruins card: give the explore card, and `ruins_duty`")]
        RuinsCard: "ruins_card", rule "3.2", field "card";
        /// A field of a position that the rest of it contradicts.
        #[error(transparent)]
        Contradicts(#[from] it: Contradiction): "contradiction", rule it.rule, field it.place();
    }
}

/// Spaces of a map one by one, row by row.
fn spaces(cells: Cells) -> impl Iterator<Item = Cell> {
    BOARD.coordinates(cells)
}
