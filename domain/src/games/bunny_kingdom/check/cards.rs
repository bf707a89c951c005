//! What cards other than parchments must keep to.

use std::collections::BTreeSet;

use super::super::{
    cards::{Building, BuildingKind, Card, Parchment},
    components::{
        CardKind, Components, Control, OtherCard, Requires, Resource, Terrain, TerritoryCard, Token,
    },
    land::Square,
};
use crate::kit::components::BoxError;

pub(super) fn check(components: &Components) -> Result<(), BoxError> {
    let territories = &components.cards.territory;
    let squares = territories.iter().map(|card| card.square);
    BoxError::unless(
        squares.eq((0..100).map(Square)),
        "cards.territory: there must be one card for each square, in reading order",
    )?;
    territories.iter().try_for_each(territory)?;
    let buildings = Building::ALL.into_iter().map(Card::Building);
    let parchments = Parchment::ALL.into_iter().map(Card::Parchment);
    let expected = buildings.chain([Card::Provisions]).chain(parchments);
    let others = &components.cards.other;
    BoxError::unless(
        others.iter().map(|card| card.card_id).eq(expected),
        "cards.other: every id must be listed once, in the order of the printed box",
    )?;
    for card in others {
        let id = card.card_id;
        card.provenance.check(id)?;
        BoxError::unless(
            card.physical_ids.len() == usize::from(card.count),
            format_args!("{id}: count must equal the number of its physical_ids"),
        )?;
        match id {
            Card::Building(building) => self::building(card, building)?,
            Card::Provisions => provisions(card)?,
            Card::Territory(_) | Card::Parchment(_) => {}
        }
    }
    totals(components)?;
    physical(components)
}

/// How many cards there are of a record that is no territory.
pub(super) fn count(components: &Components, id: &str) -> usize {
    let mut others = components.cards.other.iter();
    let found = others.find(|card| card.card_id.to_string() == id);
    found.map_or(0, |card| usize::from(card.count))
}

/// How many farms of luxuries there are.
pub(super) fn luxuries(components: &Components) -> usize {
    let others = components.cards.other.iter();
    let luxuries = others.filter(|card| match card.building {
        Some(Token::Farm { resource }) => {
            !matches!(resource, Resource::Wood | Resource::Fish | Resource::Carrot)
        }
        Some(
            Token::City { .. } | Token::TradingPost { .. } | Token::SkyTower | Token::Camp { .. },
        )
        | None => false,
    });
    luxuries.map(|card| usize::from(card.count)).sum()
}

fn territory(card: &TerritoryCard) -> Result<(), BoxError> {
    let square = card.square;
    card.provenance.check(format_args!("T:{square}"))?;
    BoxError::unless(
        card.card_id == Card::Territory(square)
            && (card.kind, card.count) == (CardKind::Territory, 1)
            && card.effect["square"] == square.to_string(),
        format_args!(
            "T:{square}: id, kind, count and effect must describe one territory card of that square"
        ),
    )
}

fn building(card: &OtherCard, building: Building) -> Result<(), BoxError> {
    let token = match building.kind() {
        BuildingKind::City(strength) => Token::City { strength },
        BuildingKind::Farm(resource) => Token::Farm { resource },
        BuildingKind::TradingPost => Token::TradingPost {
            choices: [Resource::Wood, Resource::Fish, Resource::Carrot],
        },
        BuildingKind::SkyTower => Token::SkyTower,
        BuildingKind::Camp(priority) => Token::Camp { priority },
    };
    BoxError::unless(
        card.kind == CardKind::Building && card.building == Some(token),
        format_args!("{building}: kind and building must match the id"),
    )?;
    let most = match building.kind() {
        BuildingKind::City(_) | BuildingKind::Farm(_) => 42,
        BuildingKind::TradingPost => 2,
        BuildingKind::SkyTower => 3,
        BuildingKind::Camp(_) => 1,
    };
    BoxError::unless(
        (1..=most).contains(&card.count),
        format_args!("{building}: count must be from 1 to {most}"),
    )?;
    let requires = card.requires.as_ref();
    let requires =
        requires.ok_or_else(|| BoxError::new(format_args!("{building}: requires is missing")))?;
    self::requires(building, requires, card.pieces)
}

fn requires(building: Building, requires: &Requires, pieces: Option<u8>) -> Result<(), BoxError> {
    let (control, is_tower) = match building.kind() {
        BuildingKind::Camp(_) => (Control::Nobody, false),
        BuildingKind::SkyTower => (Control::Own, true),
        BuildingKind::City(_) | BuildingKind::Farm(_) | BuildingKind::TradingPost => {
            (Control::Own, false)
        }
    };
    let stands = (
        requires.control,
        requires.two_distinct_squares,
        requires.different_fiefs_at_placement,
        pieces,
    );
    BoxError::unless(
        stands == (control, is_tower, is_tower, Some(1 + u8::from(is_tower))),
        format_args!("{building}: pieces and requires must match the way the rules place it"),
    )?;
    let terrain = requires.terrain.map(|[terrain]| terrain);
    BoxError::unless(
        terrain != Some(Terrain::City),
        format_args!("{building}: no building may be allowed on a printed city"),
    )?;
    // 6.8 and 6A.1: these never ask for a terrain.
    let asks = matches!(
        building.kind(),
        BuildingKind::City(_) | BuildingKind::Farm(_) | BuildingKind::TradingPost
    );
    BoxError::unless(
        asks || terrain.is_none(),
        format_args!("{building}: it must be allowed on any terrain"),
    )
}

/// 4.3 f
fn provisions(card: &OtherCard) -> Result<(), BoxError> {
    let drawn = card.effect.as_ref().map(|effect| &effect["cards"]);
    BoxError::unless(
        card.kind == CardKind::Provisions && drawn.is_some_and(|cards| *cards == 2),
        "provisions: the card must draw two cards",
    )
}

/// 2.3
fn totals(components: &Components) -> Result<(), BoxError> {
    let totals = &components.deck_totals;
    totals.provenance.check("deck_totals")?;
    let others = &components.cards.other;
    let of = |kind| {
        let cards = others.iter().filter(move |card| card.kind == kind);
        cards.map(|card| u16::from(card.count)).sum::<u16>()
    };
    for (kind, said) in [
        (CardKind::Building, totals.building),
        (CardKind::Provisions, totals.provisions),
        (CardKind::Parchment, totals.parchment),
    ] {
        let found = of(kind);
        BoxError::unless(
            found == u16::from(said),
            format_args!("deck_totals: the box has {found} cards of kind {kind:?}"),
        )?;
    }
    let all: u16 = others.iter().map(|card| u16::from(card.count)).sum();
    BoxError::unless(
        totals.territory == 100 && totals.total == 182 && all == 82 && totals.building <= 42,
        "deck_totals: the deck must have 182 cards, with 100 territories and at most 42 buildings",
    )?;
    split(components)
}

fn split(components: &Components) -> Result<(), BoxError> {
    let count = |id| count(components, id);
    let cities = count("city1") + count("city2") + count("city3");
    let (towers, camps) = (count("sky_tower"), 6);
    let farms = usize::from(components.deck_totals.building) - cities - towers - camps;
    for (kind, found) in [
        ("city", cities),
        ("farm", farms),
        ("sky_tower", towers),
        ("camp", camps),
    ] {
        let said = components.deck_totals.building_split.get(kind);
        BoxError::unless(
            said.copied().map(usize::from) == Some(found),
            format_args!("deck_totals.building_split: the box has {found} cards of {kind}"),
        )?;
    }
    Ok(())
}

fn physical(components: &Components) -> Result<(), BoxError> {
    let cards = &components.cards;
    let territories = cards.territory.iter().flat_map(|card| &card.physical_ids);
    let others = cards.other.iter().flat_map(|card| &card.physical_ids);
    let mut ids = BTreeSet::new();
    for id in territories.chain(others) {
        BoxError::unless(
            ids.insert(id),
            format_args!("physical_ids: {id:?} is listed twice"),
        )?;
    }
    Ok(())
}
