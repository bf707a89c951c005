//! What parchments must keep to: every sum of points stays within what the document
//! promises, whoever holds what.

use super::super::{
    cards::{Card, Parchment},
    components::{CardKind, Components, Counter, Effect, OtherCard, ParchmentType},
};
use crate::kit::components::BoxError;

/// The most that one parchment may ever pay, and all of them together.
const MOST: (i32, i32) = (600, 5_000);

pub(super) fn check(components: &Components) -> Result<(), BoxError> {
    let mut all = Vec::new();
    for card in &components.cards.other {
        if let Card::Parchment(parchment) = card.card_id {
            all.push((parchment, parchment_of(card, parchment)?));
        }
    }
    let multiplies = |effect: &Effect| matches!(effect, Effect::TreasureMultiplier { .. });
    let copies = |effect: &Effect| matches!(effect, Effect::Copy { .. });
    let count = |is: fn(&Effect) -> bool| all.iter().filter(|(_, effect)| is(effect)).count();
    BoxError::unless(
        count(multiplies) <= 1,
        "parchments: at most one parchment may multiply treasures",
    )?;
    // Every path of copies is followed.
    BoxError::unless(
        count(copies) <= 2,
        "parchments: at most two parchments may be copies",
    )?;
    let hunters = hunters(&all)?;
    let mut total = 0;
    for (parchment, effect) in &all {
        let pays = most(*parchment, effect, hunters)?;
        BoxError::unless(
            (0..=MOST.0).contains(&pays),
            format_args!(
                "{parchment} could pay {pays} points, and may pay at most {}",
                MOST.0
            ),
        )?;
        total += pays;
    }
    BoxError::unless(
        total <= MOST.1,
        format_args!(
            "parchments could pay {total} points together, and may pay at most {}",
            MOST.1
        ),
    )?;
    split(components)?;
    explained(components, &all)
}

fn parchment_of(card: &OtherCard, parchment: Parchment) -> Result<Effect, BoxError> {
    let is_one = (card.kind, card.count) == (CardKind::Parchment, 1);
    BoxError::unless(
        is_one && card.parchment_type.is_some() && card.building.is_none(),
        format_args!("{parchment}: it must be one card, either a mission or a treasure"),
    )?;
    let paid = card.score.filter(|_| card.meaning.is_some());
    paid.ok_or_else(|| BoxError::new(format_args!("{parchment}: meaning and score are required")))
}

/// 9.10 and 9.14: how many times more a treasure can count, copies included.
fn hunters(all: &[(Parchment, Effect)]) -> Result<i32, BoxError> {
    let mut hunters = 0;
    for (parchment, effect) in all {
        if let Effect::TreasureMultiplier { add } = effect {
            let few = format_args!("{parchment}: it must add 1 to 3 times the treasures");
            BoxError::unless((1..=3).contains(add), few)?;
            hunters += 3 * i32::from(*add);
        }
    }
    Ok(hunters)
}

/// The most a parchment can pay. Harvests have their own bound.
fn most(parchment: Parchment, effect: &Effect, hunters: i32) -> Result<i32, BoxError> {
    let pays = |least: i16, most: i32| {
        BoxError::unless(
            least >= 0,
            format_args!("{parchment}: it pays {least} points, and must not pay less than zero"),
        )?;
        Ok(most)
    };
    match *effect {
        Effect::Fixed { points } => pays(points, i32::from(points) * (1 + hunters)),
        Effect::Pair {
            partner,
            alone,
            with_partner,
        } => {
            let other = format_args!("{parchment}: its partner must be another parchment");
            BoxError::unless(partner != parchment, other)?;
            let better = i32::from(alone.max(with_partner));
            pays(alone.min(with_partner), better * (1 + hunters))
        }
        Effect::Per { count, points } => pays(points, i32::from(points) * countable(count)),
        Effect::IfAtLeast { points, .. } | Effect::Rank { points, .. } => {
            pays(points, points.into())
        }
        Effect::SoleMost { points, on_tie, .. } => {
            pays(points.min(on_tie), points.max(on_tie).into())
        }
        Effect::Reharvest { .. } | Effect::TreasureMultiplier { .. } | Effect::Copy { .. } => Ok(0),
    }
}

/// No seat has more of these.
const fn countable(counter: Counter) -> i32 {
    match counter {
        Counter::CornerTerritories => 4,
        Counter::EdgeTerritories => 36,
        Counter::CampCardsPlayed => 6,
        Counter::ParchmentsHeld | Counter::TreasuresHeld => 37,
        Counter::Territories
        | Counter::MountainTerritories
        | Counter::Cities
        | Counter::Fiefs
        | Counter::FiefsOfSizeAtLeast { .. }
        | Counter::CitiesInResourcelessFiefs
        | Counter::BareTerritories => 100,
        // Squares and buildings.
        Counter::ResourceUnits { .. } | Counter::LuxuryUnits => 142,
    }
}

fn split(components: &Components) -> Result<(), BoxError> {
    for (name, kind) in [
        ("mission", ParchmentType::Mission),
        ("treasure", ParchmentType::Treasure),
    ] {
        let others = components.cards.other.iter();
        let found = others.filter(|it| it.parchment_type == Some(kind)).count();
        let said = components.deck_totals.parchment_split.get(name);
        BoxError::unless(
            said.copied().map(usize::from) == Some(found),
            format_args!("deck_totals.parchment_split: the box has {found} of {name}"),
        )?;
    }
    Ok(())
}

fn explained(components: &Components, all: &[(Parchment, Effect)]) -> Result<(), BoxError> {
    for (parchment, effect) in all {
        let Some(counter) = effect.counter() else {
            continue;
        };
        let name = counter.explained_as();
        BoxError::unless(
            components.counters.contains_key(name),
            format_args!("{parchment}: counters has no entry for {name}"),
        )?;
    }
    Ok(())
}
