//! Cards by name, and where to find what is printed on them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::{AmbushCard, BOX, ExploreCard, ScoringCard, SeasonCard, SkillCard},
    edicts::Edict,
};

/// A card of the explore deck or the ambush deck, by its printed number.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[expect(missing_docs, reason = "the names are printed on the cards")]
#[schema(as = CartographersCard)]
pub enum Card {
    #[serde(rename = "A01")]
    GoblinAttack,
    #[serde(rename = "A02")]
    BugbearAssault,
    #[serde(rename = "A03")]
    KoboldOnslaught,
    #[serde(rename = "A04")]
    GnollRaid,
    #[serde(rename = "E05")]
    TempleRuins,
    #[serde(rename = "E06")]
    OutpostRuins,
    #[serde(rename = "E07")]
    GreatRiver,
    #[serde(rename = "E08")]
    Farmland,
    #[serde(rename = "E09")]
    Hamlet,
    #[serde(rename = "E10")]
    ForgottenForest,
    #[serde(rename = "E11")]
    HinterlandStream,
    #[serde(rename = "E12")]
    Homestead,
    #[serde(rename = "E13")]
    Orchard,
    #[serde(rename = "E14")]
    TreetopVillage,
    #[serde(rename = "E15")]
    Marshlands,
    #[serde(rename = "E16")]
    FishingVillage,
    #[serde(rename = "E17")]
    RiftLands,
}

/// A quarter of the match.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "nothing to add")]
#[schema(as = CartographersSeason)]
pub enum Season {
    Spring,
    Summer,
    Fall,
    Winter,
}

/// A place for a scoring card.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[expect(missing_docs, reason = "nothing to add")]
#[schema(as = CartographersLetter)]
pub enum Letter {
    A,
    B,
    C,
    D,
}

/// A skill, by its name in the component file.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = CartographersSkill)]
pub enum Skill {
    /// After an ambush: a 2×1 rectangle of monster is drawn on the own sheet instead.
    Acrobatics,
    /// Draw the chosen shape twice.
    Concentration,
    /// Also draw a 2×1 rectangle beside a monster.
    Healing,
    /// Also draw a cell that is farm and village at once.
    Diplomacy,
    /// Draw the chosen shape as village.
    ArcaneKnowledge,
    /// The chosen shape may leave the map in part.
    Stealth,
    /// Draw a 2×2 square instead of the card's shapes.
    Negotiation,
    /// Also draw a cell beside the shape, of the same terrain.
    Search,
}

impl Card {
    /// The ambush deck, by number.
    pub const AMBUSH: [Card; 4] = [
        Card::GoblinAttack,
        Card::BugbearAssault,
        Card::KoboldOnslaught,
        Card::GnollRaid,
    ];

    /// The explore deck without ambushes, by number.
    pub const EXPLORE: [Card; 13] = [
        Card::TempleRuins,
        Card::OutpostRuins,
        Card::GreatRiver,
        Card::Farmland,
        Card::Hamlet,
        Card::ForgottenForest,
        Card::HinterlandStream,
        Card::Homestead,
        Card::Orchard,
        Card::TreetopVillage,
        Card::Marshlands,
        Card::FishingVillage,
        Card::RiftLands,
    ];

    /// The face of an explore card.
    pub fn explore(self) -> Option<&'static ExploreCard> {
        BOX.explore_cards.iter().find(|card| card.id == self)
    }

    /// The face of an ambush card.
    pub fn ambush(self) -> Option<&'static AmbushCard> {
        BOX.ambush_cards.iter().find(|card| card.id == self)
    }
}

impl Season {
    /// The seasons in order.
    pub const ALL: [Season; 4] = [Season::Spring, Season::Summer, Season::Fall, Season::Winter];

    /// Its card.
    pub fn card(self) -> &'static SeasonCard {
        &BOX.season_cards[self as usize]
    }
}

impl Letter {
    /// The letters in order.
    pub const ALL: [Letter; 4] = [Letter::A, Letter::B, Letter::C, Letter::D];
}

impl Skill {
    /// Every skill, by its number.
    pub const ALL: [Skill; 8] = [
        Skill::Acrobatics,
        Skill::Concentration,
        Skill::Healing,
        Skill::Diplomacy,
        Skill::ArcaneKnowledge,
        Skill::Stealth,
        Skill::Negotiation,
        Skill::Search,
    ];

    /// Its card.
    pub fn card(self) -> &'static SkillCard {
        &BOX.skill_cards[self as usize]
    }
}

impl Edict {
    /// Its card.
    pub fn card(self) -> &'static ScoringCard {
        &BOX.scoring_cards[self as usize]
    }
}
