//! What cards, buildings and goods are called in a sentence.

use super::{
    cards::{Building, BuildingKind, Card, Parchment},
    realm::Basic,
};
use crate::words::{common, some};

/// A card as it stands in a sentence.
pub(super) fn card_name(card: Card) -> String {
    match card {
        Card::Territory(square) => square.to_string(),
        Card::Building(building) => building_name(building),
        Card::Provisions => "provisions".to_owned(),
        Card::Parchment(parchment) => parchment_name(parchment).to_owned(),
    }
}

/// A building with its article.
pub(super) fn building_name(building: Building) -> String {
    match building.kind() {
        BuildingKind::City(strength) => format!("a city of strength {strength}"),
        BuildingKind::Camp(number) => format!("camp {number}"),
        BuildingKind::SkyTower => "a pair of sky towers".to_owned(),
        BuildingKind::Farm(_) | BuildingKind::TradingPost => {
            some(1, &common(Card::Building(building).name()))
        }
    }
}

/// A parchment as it is printed.
pub(super) fn parchment_name(parchment: Parchment) -> &'static str {
    &parchment.card().name
}

/// What a trading post produces.
pub(super) const fn goods(resource: Basic) -> &'static str {
    match resource {
        Basic::Wood => "wood",
        Basic::Fish => "fish",
        Basic::Carrot => "carrots",
    }
}
