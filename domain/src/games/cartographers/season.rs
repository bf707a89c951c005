//! What comes of a season: its name on the score sheet, its edicts, the next one.

use super::{
    components::{Letter, Season},
    edicts::Edict,
};

impl Season {
    /// As on the score sheet.
    pub const fn name(self) -> &'static str {
        match self {
            Season::Spring => "spring",
            Season::Summer => "summer",
            Season::Fall => "fall",
            Season::Winter => "winter",
        }
    }

    /// 7.1: the two scoring cards that count.
    pub fn edicts(self, laid_out: &[Edict; 4]) -> [Edict; 2] {
        self.card().edicts.map(|letter| match letter {
            Letter::A => laid_out[0],
            Letter::B => laid_out[1],
            Letter::C => laid_out[2],
            Letter::D => laid_out[3],
        })
    }

    /// The season that follows.
    pub fn next(self) -> Option<Season> {
        Season::ALL.get(self as usize + 1).copied()
    }
}

impl Edict {
    /// As on the score sheet: its id in the component file.
    pub const fn id(self) -> &'static str {
        match self {
            Edict::SentinelWood => "sentinel_wood",
            Edict::Greenbough => "greenbough",
            Edict::Treetower => "treetower",
            Edict::StonesideForest => "stoneside_forest",
            Edict::CanalLake => "canal_lake",
            Edict::MagesValley => "mages_valley",
            Edict::TheGoldenGranary => "the_golden_granary",
            Edict::ShoresideExpanse => "shoreside_expanse",
            Edict::Wildholds => "wildholds",
            Edict::GreatCity => "great_city",
            Edict::GreengoldPlains => "greengold_plains",
            Edict::Shieldgate => "shieldgate",
            Edict::Borderlands => "borderlands",
            Edict::LostBarony => "lost_barony",
            Edict::TheBrokenRoad => "the_broken_road",
            Edict::TheCauldrons => "the_cauldrons",
        }
    }
}
