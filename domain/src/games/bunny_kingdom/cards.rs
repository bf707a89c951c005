//! Cards by name. Cards alike share a name: nothing in the rules tells them apart.

use std::{borrow::Cow, fmt, sync::LazyLock};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, IntoDeserializer as _, value},
};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use super::{
    components::{BOX, OtherCard, Resource, Terrain},
    land::Square,
};

/// An exploration card. On the wire: its `card_id` in the component file, like
/// `T:B4`, `city2`, `camp3`, `provisions` or `royal_crown`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Card {
    /// Take control of a square.
    Territory(Square),
    /// Something to build.
    Building(Building),
    /// Draw two cards and play both.
    Provisions,
    /// Points at the end of the game.
    Parchment(Parchment),
}

/// A building card.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are those of the cards")]
#[schema(as = BunnyKingdomBuilding)]
pub enum Building {
    City1,
    City2,
    City3,
    FarmWood,
    FarmFish,
    FarmCarrot,
    TradingPost,
    FarmMushroom,
    FarmPearl,
    FarmSpice,
    FarmCopper,
    FarmGold,
    FarmIron,
    FarmDiamond,
    SkyTower,
    Camp1,
    Camp2,
    Camp3,
    Camp4,
    Camp5,
    Camp6,
}

/// What a building card puts on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildingKind {
    /// A city of this strength.
    City(u8),
    /// A farm or mine.
    Farm(Resource),
    /// A trading post.
    TradingPost,
    /// A pair of sky towers.
    SkyTower,
    /// A camp with this number.
    Camp(u8),
}

/// A parchment, by its name in the component file.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are printed on the cards")]
#[schema(as = BunnyKingdomParchment)]
pub enum Parchment {
    RoyalRing,
    RoyalCoat,
    RoyalScepter,
    RoyalChalice,
    RoyalCrown,
    RoyalCarrot,
    LeftGlove,
    RightGlove,
    Bureaucrat,
    Burgomaster,
    Diplomat,
    Explorer,
    Carpenter,
    MasterCarpenter,
    WoodlandKing,
    Fisher,
    MasterFisher,
    FisherKing,
    Farmer,
    MasterFarmer,
    CarrotKing,
    Merchant,
    MasterOfTheMountains,
    Carrotistador,
    Harecingetorix,
    HunNyKing,
    BunShee,
    PanpanTheBarbarian,
    Colonist,
    KingOfThieves,
    Matriarch,
    LittlePrince,
    TreasureGuardian,
    TreasureHunter,
    Liberal,
    Socialist,
    Opportunist,
}

impl Card {
    /// 2.3: the whole deck, 182 cards, in the order of the component file.
    pub fn deck() -> Vec<Card> {
        let territories = BOX.cards.territory.iter();
        let others = BOX.cards.other.iter();
        let others = others.flat_map(|card| vec![card.card_id; usize::from(card.count)]);
        territories.map(|card| card.card_id).chain(others).collect()
    }

    /// The parchment it is, if it is one.
    pub const fn parchment(self) -> Option<Parchment> {
        match self {
            Card::Parchment(parchment) => Some(parchment),
            Card::Territory(_) | Card::Building(_) | Card::Provisions => None,
        }
    }

    /// The printed name of a card that is no territory.
    pub(super) fn name(self) -> &'static str {
        &self.record().name
    }

    /// The record of a card that is no territory.
    fn record(self) -> &'static OtherCard {
        let found = BOX.cards.other.iter().find(|card| card.card_id == self);
        found.expect("every box has every card")
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Card::Territory(square) => write!(f, "T:{square}"),
            Card::Building(building) => building.serialize(f),
            Card::Provisions => f.write_str("provisions"),
            Card::Parchment(parchment) => parchment.serialize(f),
        }
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        if let Some(square) = text.strip_prefix("T:") {
            return square
                .parse()
                .map(Card::Territory)
                .map_err(de::Error::custom);
        }
        let read =
            || -> value::StrDeserializer<'_, value::Error> { text.as_ref().into_deserializer() };
        if text == "provisions" {
            Ok(Card::Provisions)
        } else if let Ok(building) = Building::deserialize(read()) {
            Ok(Card::Building(building))
        } else {
            let parchment = Parchment::deserialize(read());
            parchment
                .map(Card::Parchment)
                .map_err(|_| de::Error::custom(format!("there is no card {text:?}")))
        }
    }
}

impl PartialSchema for Card {
    fn schema() -> RefOr<Schema> {
        let others = BOX.cards.other.iter().map(|card| card.card_id.to_string());
        let others = others.collect::<Vec<_>>().join("|");
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some(format!("^(T:[A-J]([1-9]|10)|{others})$")))
            .max_length(Some(40))
            .description(Some(
                "A card by its `card_id` in the component file: `T:` and a square, the name of \
                 a building (`city2`, `farm_gold`, `trading_post`, `sky_tower`, `camp3`), \
                 `provisions`, or the name of a parchment (`royal_crown`).",
            ))
            .into()
    }
}

impl ToSchema for Card {
    fn name() -> Cow<'static, str> {
        "BunnyKingdomCard".into()
    }
}

impl Building {
    /// Every building, in the order of the component file.
    pub const ALL: [Building; 21] = [
        Building::City1,
        Building::City2,
        Building::City3,
        Building::FarmWood,
        Building::FarmFish,
        Building::FarmCarrot,
        Building::TradingPost,
        Building::FarmMushroom,
        Building::FarmPearl,
        Building::FarmSpice,
        Building::FarmCopper,
        Building::FarmGold,
        Building::FarmIron,
        Building::FarmDiamond,
        Building::SkyTower,
        Building::Camp1,
        Building::Camp2,
        Building::Camp3,
        Building::Camp4,
        Building::Camp5,
        Building::Camp6,
    ];

    /// The camp with this number.
    pub fn camp(number: u8) -> Option<Building> {
        Building::ALL
            .into_iter()
            .find(|building| building.kind() == BuildingKind::Camp(number))
    }

    /// Whether it is a camp.
    pub fn is_camp(self) -> bool {
        matches!(self.kind(), BuildingKind::Camp(_))
    }

    /// The farm of a resource.
    pub fn farm(resource: Resource) -> Building {
        let found = Building::ALL
            .into_iter()
            .find(|building| building.kind() == BuildingKind::Farm(resource));
        found.expect("every resource has a farm")
    }

    /// What the card puts on the board.
    pub fn kind(self) -> BuildingKind {
        match self {
            Building::City1 => BuildingKind::City(1),
            Building::City2 => BuildingKind::City(2),
            Building::City3 => BuildingKind::City(3),
            Building::FarmWood => BuildingKind::Farm(Resource::Wood),
            Building::FarmFish => BuildingKind::Farm(Resource::Fish),
            Building::FarmCarrot => BuildingKind::Farm(Resource::Carrot),
            Building::TradingPost => BuildingKind::TradingPost,
            Building::FarmMushroom => BuildingKind::Farm(Resource::Mushroom),
            Building::FarmPearl => BuildingKind::Farm(Resource::Pearl),
            Building::FarmSpice => BuildingKind::Farm(Resource::Spice),
            Building::FarmCopper => BuildingKind::Farm(Resource::Copper),
            Building::FarmGold => BuildingKind::Farm(Resource::Gold),
            Building::FarmIron => BuildingKind::Farm(Resource::Iron),
            Building::FarmDiamond => BuildingKind::Farm(Resource::Diamond),
            Building::SkyTower => BuildingKind::SkyTower,
            Building::Camp1 => BuildingKind::Camp(1),
            Building::Camp2 => BuildingKind::Camp(2),
            Building::Camp3 => BuildingKind::Camp(3),
            Building::Camp4 => BuildingKind::Camp(4),
            Building::Camp5 => BuildingKind::Camp(5),
            Building::Camp6 => BuildingKind::Camp(6),
        }
    }

    /// 6.3: the terrain it must stand on, if it minds.
    pub fn terrain(self) -> Option<Terrain> {
        static DEMANDS: LazyLock<[Option<Terrain>; 21]> = LazyLock::new(|| {
            Building::ALL.map(|building| {
                let requires = Card::Building(building).record().requires.as_ref();
                let [terrain] = requires?.terrain?;
                Some(terrain)
            })
        });
        DEMANDS[self as usize]
    }
}

impl fmt::Display for Building {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Parchment {
    /// Every parchment, in the order of the component file.
    pub const ALL: [Parchment; 37] = [
        Parchment::RoyalRing,
        Parchment::RoyalCoat,
        Parchment::RoyalScepter,
        Parchment::RoyalChalice,
        Parchment::RoyalCrown,
        Parchment::RoyalCarrot,
        Parchment::LeftGlove,
        Parchment::RightGlove,
        Parchment::Bureaucrat,
        Parchment::Burgomaster,
        Parchment::Diplomat,
        Parchment::Explorer,
        Parchment::Carpenter,
        Parchment::MasterCarpenter,
        Parchment::WoodlandKing,
        Parchment::Fisher,
        Parchment::MasterFisher,
        Parchment::FisherKing,
        Parchment::Farmer,
        Parchment::MasterFarmer,
        Parchment::CarrotKing,
        Parchment::Merchant,
        Parchment::MasterOfTheMountains,
        Parchment::Carrotistador,
        Parchment::Harecingetorix,
        Parchment::HunNyKing,
        Parchment::BunShee,
        Parchment::PanpanTheBarbarian,
        Parchment::Colonist,
        Parchment::KingOfThieves,
        Parchment::Matriarch,
        Parchment::LittlePrince,
        Parchment::TreasureGuardian,
        Parchment::TreasureHunter,
        Parchment::Liberal,
        Parchment::Socialist,
        Parchment::Opportunist,
    ];

    /// Its card.
    pub fn card(self) -> &'static OtherCard {
        static CARDS: LazyLock<[&OtherCard; 37]> =
            LazyLock::new(|| Parchment::ALL.map(|parchment| Card::Parchment(parchment).record()));
        CARDS[self as usize]
    }
}

impl fmt::Display for Parchment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
