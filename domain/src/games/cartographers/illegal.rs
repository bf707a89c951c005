//! Why a command or a position is refused.

use super::{
    components::Skill,
    map::{BOARD, BadMap},
    words::skill_name,
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
        #[error("this command does not match the decision you owe now")]
        WrongMoment: "wrong_moment", rule "13.6";
        /// A drawing without cells.
        #[error("a drawing must have at least one cell")]
        NoCells: "no_cells", rule "3.3";
        /// A cell that no map has.
        #[error("{0} is not on the map, which has rows and columns 0 to 10 (A1 to K11)")]
        OffTheMap(written: Written): "off_the_map", rule "4.3", cells [written];
        /// There is something already.
        #[error("these spaces are not empty")]
        Overlaps(cells: Cells): "overlaps", rule "4.3", cells spaces(cells);
        /// No way to turn a shape of the card gives these cells.
        #[error("these cells do not form a shape that you may draw now, in any orientation")]
        NotAShape(cells: Cells): "not_a_shape", rule "4.2", cells spaces(cells);
        /// A single cell though a shape can be drawn, for example there.
        #[error("you may draw a single cell only if no shape fits, and a shape fits on the cells listed")]
        ShapeStillFits(cells: Cells): "shape_still_fits", rule "4.7", cells spaces(cells);
        /// No shape can be drawn, so it must be one cell.
        #[error("no shape of the card fits anywhere: draw on exactly one empty space")]
        OnlyOneCell(cells: Cells): "only_one_cell", rule "4.6", cells spaces(cells);
        /// No shape can cover ruins, so it must be one cell, anywhere.
        #[error("no shape can cover empty ruins: draw on exactly one empty space, anywhere")]
        NoShapeReachesRuins(cells: Cells): "no_shape_reaches_ruins", rule "5.3", cells spaces(cells);
        /// A terrain that is not on offer.
        #[error("you may not draw that terrain now")]
        WrongTerrain: "wrong_terrain", rule "4.1";
        /// None of the ruins that are still empty is covered.
        #[error("a ruins card was revealed: your shape must cover at least one of the ruins spaces listed")]
        MustCoverRuins(cells: Cells): "must_cover_ruins", rule "5.1", cells spaces(cells);
        /// The skill is not among the three on the table.
        #[error("{} is not among the skills in play", skill_name(*.0))]
        SkillNotInPlay(skill: Skill): "skill_not_in_play", rule "13.1";
        /// One a season.
        #[error("you have already used a skill this season")]
        SkillUsed: "skill_used", rule "13.2";
        /// Not enough coins.
        #[error("{} costs more coins than you have", skill_name(*.0))]
        CannotAfford(skill: Skill): "cannot_afford", rule "13.2";
        /// Skills repeat or extend a shape, and the single cell is none.
        #[error("this skill needs a shape of the card, and you drew none this turn")]
        NoShapeDrawn: "no_shape_drawn", rule "13.7";
        /// Stealth for what the map has room for, or for a shape not on the card.
        #[error("these cells leave no part of that shape off the map")]
        NotOffTheMap(cells: Cells): "not_off_the_map", rule "13.8", cells spaces(cells);
        /// Healing away from monsters.
        #[error("healing must draw next to a monster")]
        NotBesideMonster(cells: Cells): "not_beside_monster", rule "13.4", cells spaces(cells);
        /// Search away from the shape.
        #[error("search must draw next to the shape drawn this turn")]
        NotBesideShape(cells: Cells): "not_beside_shape", rule "13.4", cells spaces(cells);
        /// Acrobatics alone, without saying how; or with others, saying how.
        #[error("give the direction of the two monsters when you play alone, and only then: otherwise your neighbor chooses")]
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
        #[error("a printed side has its own ruins: give either `side` or `ruins`")]
        SideAndRuins: "side_and_ruins", rule "2.2", field "side";
        /// A printed side without what is printed on it.
        #[error("these spaces differ from what is printed on that side")]
        NotAsPrinted(cells: Cells): "not_as_printed", rule "2.2", cells spaces(cells), field "map";
        /// A coin where no mountain is.
        #[error("only mountains can hold a coin")]
        CoinOffMountain(cells: Cells): "coin_off_mountain", rule "2.7",
            cells spaces(cells), field "coins_left";
        /// More coins than slots, or more spent than had.
        #[error("the coin track has 14 slots, and you cannot spend more coins than are filled in")]
        BadCoins: "bad_coins", rule "10.4", field "coins";
        /// A scoring card given twice.
        #[error("a scoring card is listed twice")]
        EdictTwice: "edict_twice", rule "2.3", field "edicts";
        /// A skill given twice.
        #[error("a skill is listed twice")]
        SkillTwice: "skill_twice", rule "13.1", field "skills";
        /// Nobody draws from a ruins card.
        #[error("a ruins card cannot be drawn: give the explore card and set `ruins_duty`")]
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
