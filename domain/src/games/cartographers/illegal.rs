//! Why a command or a position is refused.

use super::{
    components::Skill,
    map::{BOARD, BadMap},
};
use crate::{
    Reason,
    kit::{cells::Cells, contradiction::Contradiction, written::Written},
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
    /// A drawing without cells.
    #[error("a drawing needs cells")]
    NoCells,
    /// A cell that no map has.
    #[error("{0} is not on the map")]
    OffTheMap(Written),
    /// There is something already.
    #[error("these spaces are not empty")]
    Overlaps(Cells),
    /// No way to turn a shape of the card gives these cells.
    #[error("these cells are no shape you may draw now, however it is turned")]
    NotAShape(Cells),
    /// A single cell though a shape can be drawn, for example there.
    #[error("a single cell is for those whose shapes all fail, and one fits here")]
    ShapeStillFits(Cells),
    /// No shape can be drawn, so it must be one cell.
    #[error("no shape of the card fits anywhere: fill one empty space")]
    OnlyOneCell(Cells),
    /// No shape can cover ruins, so it must be one cell, anywhere.
    #[error("no shape can cover ruins that are still empty: fill one empty space, anywhere")]
    NoShapeReachesRuins(Cells),
    /// A terrain that is not on offer.
    #[error("that terrain is not to be drawn here")]
    WrongTerrain,
    /// None of the ruins that are still empty is covered.
    #[error("a ruins card was revealed: cover at least one of these spaces")]
    MustCoverRuins(Cells),
    /// The skill is not among the three on the table.
    #[error("{0:?} is not among the skills in play")]
    SkillNotInPlay(Skill),
    /// One a season.
    #[error("you have used a skill this season")]
    SkillUsed,
    /// Not enough coins.
    #[error("{0:?} costs more coins than you have")]
    CannotAfford(Skill),
    /// Skills repeat or extend a shape, and the single cell is none.
    #[error("you drew no shape of the card this turn")]
    NoShapeDrawn,
    /// Stealth for what the map has room for, or for a shape not on the card.
    #[error("no part of that shape beyond these cells would be off the map")]
    NotOffTheMap(Cells),
    /// Healing away from monsters.
    #[error("healing draws beside a monster")]
    NotBesideMonster(Cells),
    /// Search away from the shape.
    #[error("search draws beside the shape drawn this turn")]
    NotBesideShape(Cells),
    /// Acrobatics alone, without saying how; or with others, saying how.
    #[error("playing alone, say how the two monsters lie; with others, your neighbor does")]
    Orientation,
    /// Eleven strings that are no map.
    #[error(transparent)]
    BadMap(#[from] BadMap),
    /// A printed side and other ruins at once.
    #[error("a printed side has its own ruins: give `side` or `ruins`")]
    SideAndRuins,
    /// A printed side without what is printed on it.
    #[error("on that side these spaces are printed otherwise")]
    NotAsPrinted(Cells),
    /// A coin where no mountain is.
    #[error("coins lie on mountains only")]
    CoinOffMountain(Cells),
    /// More coins than slots, or more spent than had.
    #[error("a coin track has 14 slots, and only coins that were filled are spent")]
    BadCoins,
    /// A scoring card given twice.
    #[error("a scoring card is given twice")]
    EdictTwice,
    /// A skill given twice.
    #[error("a skill is given twice")]
    SkillTwice,
    /// Nobody draws from a ruins card.
    #[error("nobody draws from a ruins card: give the explore card, and `ruins_duty`")]
    RuinsCard,
    /// A field of a position that the rest of it contradicts.
    #[error(transparent)]
    Contradicts(#[from] Contradiction),
}

impl Reason for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::NotDue => "not_due",
            Illegal::WrongMoment => "wrong_moment",
            Illegal::NoCells => "no_cells",
            Illegal::OffTheMap(_) => "off_the_map",
            Illegal::Overlaps(_) => "overlaps",
            Illegal::NotAShape(_) => "not_a_shape",
            Illegal::ShapeStillFits(_) => "shape_still_fits",
            Illegal::OnlyOneCell(_) => "only_one_cell",
            Illegal::NoShapeReachesRuins(_) => "no_shape_reaches_ruins",
            Illegal::WrongTerrain => "wrong_terrain",
            Illegal::MustCoverRuins(_) => "must_cover_ruins",
            Illegal::SkillNotInPlay(_) => "skill_not_in_play",
            Illegal::SkillUsed => "skill_used",
            Illegal::CannotAfford(_) => "cannot_afford",
            Illegal::NoShapeDrawn => "no_shape_drawn",
            Illegal::NotOffTheMap(_) => "not_off_the_map",
            Illegal::NotBesideMonster(_) => "not_beside_monster",
            Illegal::NotBesideShape(_) => "not_beside_shape",
            Illegal::Orientation => "orientation",
            Illegal::BadMap(_) => "bad_map",
            Illegal::SideAndRuins => "side_and_ruins",
            Illegal::NotAsPrinted(_) => "not_as_printed",
            Illegal::CoinOffMountain(_) => "coin_off_mountain",
            Illegal::BadCoins => "bad_coins",
            Illegal::EdictTwice => "edict_twice",
            Illegal::SkillTwice => "skill_twice",
            Illegal::RuinsCard => "ruins_card",
            Illegal::Contradicts(_) => "contradiction",
        }
    }

    fn rule(&self) -> Option<&'static str> {
        Some(match self {
            Illegal::NotDue | Illegal::NoCells => "3.3",
            Illegal::OffTheMap(_) | Illegal::Overlaps(_) => "4.3",
            Illegal::NotAShape(_) => "4.2",
            Illegal::ShapeStillFits(_) => "4.7",
            Illegal::OnlyOneCell(_) => "4.6",
            Illegal::WrongTerrain => "4.1",
            Illegal::MustCoverRuins(_) => "5.1",
            Illegal::SkillNotInPlay(_) | Illegal::SkillTwice => "13.1",
            Illegal::SkillUsed | Illegal::CannotAfford(_) => "13.2",
            Illegal::Orientation => "13.3",
            Illegal::NotBesideMonster(_) | Illegal::NotBesideShape(_) => "13.4",
            Illegal::WrongMoment => "13.6",
            Illegal::NoShapeDrawn => "13.7",
            Illegal::NotOffTheMap(_) => "13.8",
            Illegal::NoShapeReachesRuins(_) => "5.3",
            Illegal::BadMap(_) => "11",
            Illegal::SideAndRuins | Illegal::NotAsPrinted(_) => "2.2",
            Illegal::CoinOffMountain(_) => "2.7",
            Illegal::BadCoins => "10.4",
            Illegal::EdictTwice => "2.3",
            Illegal::RuinsCard => "3.2",
            Illegal::Contradicts(it) => it.rule,
        })
    }

    fn cells(&self) -> Vec<Written> {
        let cells = match *self {
            Illegal::Overlaps(cells)
            | Illegal::NotAShape(cells)
            | Illegal::ShapeStillFits(cells)
            | Illegal::OnlyOneCell(cells)
            | Illegal::NoShapeReachesRuins(cells)
            | Illegal::MustCoverRuins(cells)
            | Illegal::NotOffTheMap(cells)
            | Illegal::NotBesideMonster(cells)
            | Illegal::NotBesideShape(cells)
            | Illegal::NotAsPrinted(cells)
            | Illegal::CoinOffMountain(cells) => cells,
            Illegal::OffTheMap(written) => return vec![written],
            Illegal::BadMap(BadMap::Letter(cell, _) | BadMap::Ruins(cell)) => {
                return vec![cell.into()];
            }
            Illegal::NotDue
            | Illegal::WrongMoment
            | Illegal::NoCells
            | Illegal::WrongTerrain
            | Illegal::SkillNotInPlay(_)
            | Illegal::SkillUsed
            | Illegal::CannotAfford(_)
            | Illegal::NoShapeDrawn
            | Illegal::Orientation
            | Illegal::BadMap(BadMap::Size)
            | Illegal::SideAndRuins
            | Illegal::BadCoins
            | Illegal::EdictTwice
            | Illegal::SkillTwice
            | Illegal::RuinsCard
            | Illegal::Contradicts(_) => return Vec::new(),
        };
        BOARD.coordinates(cells).map(Written::from).collect()
    }

    fn field(&self) -> Option<String> {
        let field = match self {
            Illegal::BadMap(BadMap::Ruins(_)) => "ruins",
            Illegal::BadMap(_) | Illegal::NotAsPrinted(_) => "map",
            Illegal::SideAndRuins => "side",
            Illegal::CoinOffMountain(_) => "coins_left",
            Illegal::BadCoins => "coins",
            Illegal::EdictTwice => "edicts",
            Illegal::SkillTwice => "skills",
            Illegal::RuinsCard => "card",
            Illegal::Contradicts(it) => return Some(it.place()),
            // Of commands.
            Illegal::NotDue
            | Illegal::WrongMoment
            | Illegal::NoCells
            | Illegal::OffTheMap(_)
            | Illegal::Overlaps(_)
            | Illegal::NotAShape(_)
            | Illegal::ShapeStillFits(_)
            | Illegal::OnlyOneCell(_)
            | Illegal::NoShapeReachesRuins(_)
            | Illegal::WrongTerrain
            | Illegal::MustCoverRuins(_)
            | Illegal::SkillNotInPlay(_)
            | Illegal::SkillUsed
            | Illegal::CannotAfford(_)
            | Illegal::NoShapeDrawn
            | Illegal::NotOffTheMap(_)
            | Illegal::NotBesideMonster(_)
            | Illegal::NotBesideShape(_)
            | Illegal::Orientation => return None,
        };
        Some(field.to_owned())
    }
}
