//! What skill cards and the coin track must keep to.

use super::super::{
    cards::Skill,
    components::{Components, SkillCard},
};
use crate::{Cell, kit::components::BoxError};

/// Checks the skill cards, and the coins that pay for them.
pub(super) fn check(components: &Components) -> Result<(), BoxError> {
    let track = &components.coin_track;
    track.provenance.check("coin_track")?;
    // The document promises no more than are printed.
    let fits = (1..=14).contains(&track.slots);
    BoxError::unless(fits, "coin_track: it must have 1 to 14 slots")?;
    let setup = &components.skills_setup;
    setup.provenance.check("skills_setup")?;
    let dealt = (setup.cards_total, setup.revealed_per_game);
    let dealt = (dealt, setup.uses_per_player_per_season);
    BoxError::unless(
        dealt == ((8, 3), 1),
        "skills_setup: there must be 8 cards, 3 revealed, and 1 use for each player in a season",
    )?;
    let mut skills = components.skill_cards.iter();
    skills.try_for_each(|card| skill(card, track.slots))
}

/// 13.4: what a skill draws is in the rules, not in the box.
fn skill(card: &SkillCard, slots: u8) -> Result<(), BoxError> {
    let name = &card.number;
    card.provenance.check(name)?;
    let cost = card.cost_coins;
    BoxError::unless(
        cost <= slots,
        format_args!("{name}: {cost} coins are more than the coin track holds"),
    )?;
    let drawn: Option<&[Cell]> = match card.id {
        Skill::Acrobatics | Skill::Healing => Some(&[Cell(0, 0), Cell(0, 1)]),
        Skill::Diplomacy | Skill::Search => Some(&[Cell(0, 0)]),
        Skill::Negotiation => Some(&[Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1)]),
        Skill::Concentration | Skill::ArcaneKnowledge | Skill::Stealth => None,
    };
    BoxError::unless(
        card.shape.as_deref() == drawn,
        format_args!("{name}: its shape must be the one that the rules draw"),
    )
}
