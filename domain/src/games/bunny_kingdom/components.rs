//! What is in the box: the board, the cards, the pieces, each with its sources.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Seat,
    kit::components::{GameBox, Provenance},
};

use super::{
    cards::{Card, Parchment},
    check::check,
    land::Square,
};

/// The box.
pub static BOX: GameBox<Components> =
    GameBox::new(include_str!("components.json"), check).reading(READ);

/// What the rules read, and a corrected box may change.
const READ: &[&str] = &[
    "terrains/*/produces",
    "board/squares/*/terrain",
    "board/squares/*/base_resource",
    "board/squares/*/printed_city_strength",
    "board/squares/*/connected_neighbours",
    "board/squares/*/lava_blocked_neighbours",
    "board/lava_edges",
    "board/terrain_counts",
    "cards/other/*/requires/terrain",
    "cards/other/*/score",
    "cards/other/*/count",
    "cards/other/*/physical_ids",
    "cards/other/*/parchment_type",
    "deck_totals/building",
    "deck_totals/building_split/city",
    "deck_totals/building_split/farm",
    "deck_totals/building_split/sky_tower",
    "deck_totals/building_split/camp",
    "deck_totals/provisions",
    "deck_totals/parchment_split/mission",
    "deck_totals/parchment_split/treasure",
    "pieces/city_figures/strength_1",
    "pieces/city_figures/strength_2",
    "pieces/city_figures/strength_3",
    "pieces/city_figures/total",
    "pieces/city_figures/placed_on_printed_cities_at_setup",
    "pieces/farm_tokens/basic",
    "pieces/farm_tokens/trading_post",
    "pieces/farm_tokens/luxury",
    "pieces/farm_tokens/total",
    "pieces/sky_tower_tokens/pairs",
    "pieces/sky_tower_tokens/total",
    "players/rounds",
    "players/pass_direction_by_round",
    "players/by_count",
];

/// Everything in the box.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the printed parts")]
pub struct Components {
    pub schema: String,
    pub game: Title,
    pub coordinate_system: serde_json::Value,
    pub terrains: [TerrainRecord; 6],
    pub resources: [ResourceRecord; 10],
    pub board: PrintedBoard,
    pub pieces: Pieces,
    pub players: Players,
    pub cards: CardRecords,
    pub deck_totals: DeckTotals,
    /// What parchments count, in words.
    pub counters: BTreeMap<String, String>,
}

/// The lid of the box.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the imprint")]
pub struct Title {
    pub name: String,
    pub designer: String,
    pub publisher: String,
    pub year: u16,
    pub scope: String,
    pub provenance: Provenance,
}

/// What a square is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "nothing to add")]
#[schema(as = BunnyKingdomTerrain)]
pub enum Terrain {
    Forest,
    Sea,
    Field,
    Plains,
    Mountain,
    City,
}

/// What a square, a farm or a trading post produces.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "nothing to add")]
#[schema(as = BunnyKingdomResource)]
pub enum Resource {
    Wood,
    Fish,
    Carrot,
    Mushroom,
    Pearl,
    Spice,
    Copper,
    Gold,
    Iron,
    Diamond,
}

/// A terrain and what it grows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRecord {
    /// Which.
    pub id: Terrain,
    /// What it grows, if anything.
    pub produces: Option<Resource>,
    /// Its name in the Korean rules.
    pub seed_korean: String,
    /// Its name in the English rules.
    pub english_rulebook: String,
    /// Its sources.
    pub provenance: Provenance,
}

/// A resource.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResourceRecord {
    /// Which.
    pub id: Resource,
    /// Whether it grows on the board or comes from its one farm.
    pub class: ResourceClass,
    /// Its sources.
    pub provenance: Provenance,
}

/// Where a resource comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResourceClass {
    /// Printed on the board, too.
    Basic,
    /// From its farm alone.
    Luxury,
}

/// The board as printed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedBoard {
    /// The hundred squares in reading order.
    pub squares: Vec<PrintedSquare>,
    /// The sides on which lava flows, the square in the west or north first.
    pub lava_edges: [Lava; 8],
    /// How many squares each terrain has.
    pub terrain_counts: BTreeMap<Terrain, u8>,
    /// The sources of the counts.
    pub terrain_counts_provenance: Provenance,
}

/// A square as printed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct PrintedSquare {
    pub id: Square,
    pub row: char,
    pub col: u8,
    pub terrain: Terrain,
    pub base_resource: Option<Resource>,
    pub printed_city_strength: u8,
    pub is_edge: bool,
    pub is_corner: bool,
    pub connected_neighbours: Vec<Square>,
    pub lava_blocked_neighbours: Vec<Square>,
    pub provenance: Provenance,
}

/// 1.6: a side between two squares that does not connect.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lava {
    /// The squares.
    pub between: [Square; 2],
    /// Its sources.
    pub provenance: Provenance,
}

/// Figures and tokens.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Pieces {
    pub rabbits_per_colour: Sourced<u8>,
    pub rabbit_colours: Sourced<[String; 4]>,
    pub rabbits_total: Sourced<u8>,
    pub city_figures: CityFigures,
    pub farm_tokens: FarmTokens,
    pub sky_tower_tokens: SkyTowerTokens,
    pub camp_tokens: CampTokens,
    pub score_track: serde_json::Value,
}

/// A fact and its sources.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sourced<T> {
    /// The fact.
    pub value: T,
    /// Its sources.
    pub provenance: Provenance,
}

/// City figures by strength.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct CityFigures {
    pub strength_1: u8,
    pub strength_2: u8,
    pub strength_3: u8,
    pub total: u8,
    pub placed_on_printed_cities_at_setup: u8,
    pub provenance: Provenance,
}

/// Farm tokens.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct FarmTokens {
    pub basic: u8,
    pub trading_post: u8,
    pub luxury: u8,
    pub total: u8,
    pub provenance: Provenance,
}

/// Sky tower tokens.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SkyTowerTokens {
    pub pairs: u8,
    pub total: u8,
    pub provenance: Provenance,
}

/// Camp tokens.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct CampTokens {
    pub total: u8,
    pub provenance: Provenance,
}

/// Who can play, and how cards are dealt.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Players {
    pub min: u8,
    pub max: u8,
    pub rounds: u8,
    pub pass_direction_by_round: BTreeMap<u8, Direction>,
    pub seat_convention: String,
    pub by_count: BTreeMap<u8, Deal>,
    pub provenance: Provenance,
}

/// Around the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BunnyKingdomDirection)]
pub enum Direction {
    /// To the next seat.
    Left,
    /// To the seat before.
    Right,
}

impl Direction {
    /// Who sits next to `seat` on this side.
    #[must_use]
    pub const fn neighbor(self, seat: Seat, seats: u8) -> Seat {
        match self {
            Direction::Left => seat.left(seats),
            Direction::Right => seat.right(seats),
        }
    }
}

/// How cards are dealt in each round.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Deal {
    pub hand: u8,
    pub reserve: u8,
    pub turns_per_round: u8,
    pub draw_from_reserve_each_turn: u8,
    pub play_per_turn: u8,
    pub discard_face_down_per_turn: u8,
    pub cards_dealt_per_round: u8,
}

/// The exploration cards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardRecords {
    /// One for each square, in reading order.
    pub territory: Vec<TerritoryCard>,
    /// All others, each record once however many cards it has.
    pub other: Vec<OtherCard>,
}

/// What a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "nothing to add")]
pub enum CardKind {
    Territory,
    Building,
    Provisions,
    Parchment,
}

/// A territory card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct TerritoryCard {
    pub card_id: Card,
    pub kind: CardKind,
    pub count: u8,
    pub physical_ids: [String; 1],
    pub square: Square,
    pub effect: serde_json::Value,
    pub provenance: Provenance,
}

/// A card that is no territory.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct OtherCard {
    pub card_id: Card,
    pub kind: CardKind,
    pub parchment_type: Option<ParchmentType>,
    pub count: u8,
    pub physical_ids: Vec<String>,
    pub name: String,
    pub meaning: Option<String>,
    pub building: Option<Token>,
    pub pieces: Option<u8>,
    pub requires: Option<Requires>,
    pub effect: Option<serde_json::Value>,
    pub score: Option<Effect>,
    pub provenance: Provenance,
}

/// The two sorts of parchments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParchmentType {
    /// Counts something.
    Mission,
    /// Worth something by itself.
    Treasure,
}

/// What a building card puts on the board.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Token {
    City { strength: u8 },
    Farm { resource: Resource },
    TradingPost { choices: [Resource; 3] },
    SkyTower,
    Camp { priority: u8 },
}

/// Where a building may stand.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requires {
    /// Who must control the square.
    pub control: Control,
    /// What must stand there: nothing.
    pub slot: Slot,
    /// Its terrain, if it matters.
    pub terrain: Option<[Terrain; 1]>,
    /// Whether it stands on two squares.
    #[serde(default)]
    pub two_distinct_squares: bool,
    /// Whether these must lie in two fiefs.
    #[serde(default)]
    pub different_fiefs_at_placement: bool,
}

/// Who controls a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// Who builds.
    Own,
    /// No seat.
    Nobody,
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// Nothing.
    Empty,
}

/// What a parchment pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// So many points.
    Fixed {
        /// How many.
        points: i16,
    },
    /// More together with another.
    Pair {
        /// The other.
        partner: Parchment,
        /// Points without it.
        alone: i16,
        /// Points with it.
        with_partner: i16,
    },
    /// Points for each.
    Per {
        /// Of what.
        count: Counter,
        /// How many.
        points: i16,
    },
    /// Points from so many on.
    IfAtLeast {
        /// Of what.
        count: Counter,
        /// From how many on.
        min: u16,
        /// How many points.
        points: i16,
    },
    /// Points for having more than anybody else.
    SoleMost {
        /// Of what.
        count: Counter,
        /// How many.
        points: i16,
        /// Points for sharing the lead.
        on_tie: i16,
    },
    /// The last harvest once more, without its best fief.
    Reharvest {
        /// Which is left out.
        all_fiefs_except: Except,
        /// Which harvest.
        basis: Basis,
    },
    /// Treasures count once more.
    TreasureMultiplier {
        /// How many times more.
        add: i16,
    },
    /// Another parchment's.
    Copy {
        /// Whose.
        from: Neighbor,
    },
    /// Points for a place in the ranking.
    Rank {
        /// Which.
        place: u8,
        /// How many.
        points: i16,
        /// When it is looked at.
        checkpoint: Checkpoint,
        /// How places are counted.
        ranking: RankRule,
    },
}

/// What a parchment counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the component file says what they are")]
pub enum Counter {
    Territories,
    EdgeTerritories,
    CornerTerritories,
    MountainTerritories,
    Cities,
    ResourceUnits { resource: Resource },
    LuxuryUnits,
    Fiefs,
    FiefsOfSizeAtLeast { size: u32 },
    CitiesInResourcelessFiefs,
    BareTerritories,
    CampCardsPlayed,
    ParchmentsHeld,
    TreasuresHeld,
}

/// The fief left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Except {
    /// One of the best.
    OneBest,
}

/// A harvest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Basis {
    /// The last.
    #[serde(rename = "round_4_harvest")]
    LastHarvest,
}

/// Whose parchments are copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Neighbor {
    /// The next seat's.
    LeftNeighbour,
    /// The seat's before.
    RightNeighbour,
}

/// When the ranking is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Checkpoint {
    /// Once, after everything else.
    AfterAllOtherScoring,
}

/// How places are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum RankRule {
    /// One more than those strictly ahead.
    #[serde(rename = "1 + number of players strictly ahead")]
    StrictlyAhead,
}

/// How many cards there are.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct DeckTotals {
    pub territory: u8,
    pub building: u8,
    pub building_split: BTreeMap<String, u8>,
    pub provisions: u8,
    pub parchment: u8,
    pub parchment_split: BTreeMap<String, u8>,
    pub total: u8,
    pub provenance: Provenance,
}

impl Terrain {
    /// Every terrain.
    pub const ALL: [Terrain; 6] = [
        Terrain::Forest,
        Terrain::Sea,
        Terrain::Field,
        Terrain::Plains,
        Terrain::Mountain,
        Terrain::City,
    ];
}

impl Resource {
    /// Every resource.
    pub const ALL: [Resource; 10] = [
        Resource::Wood,
        Resource::Fish,
        Resource::Carrot,
        Resource::Mushroom,
        Resource::Pearl,
        Resource::Spice,
        Resource::Copper,
        Resource::Gold,
        Resource::Iron,
        Resource::Diamond,
    ];

    /// As in the component file.
    pub const fn id(self) -> &'static str {
        match self {
            Resource::Wood => "wood",
            Resource::Fish => "fish",
            Resource::Carrot => "carrot",
            Resource::Mushroom => "mushroom",
            Resource::Pearl => "pearl",
            Resource::Spice => "spice",
            Resource::Copper => "copper",
            Resource::Gold => "gold",
            Resource::Iron => "iron",
            Resource::Diamond => "diamond",
        }
    }

    /// Whether it comes from its farm alone.
    pub fn is_luxury(self) -> bool {
        BOX.resources[self as usize].class == ResourceClass::Luxury
    }
}

impl Counter {
    /// As in the component file; for a resource, its own name.
    pub const fn id(self) -> &'static str {
        match self {
            Counter::Territories => "territories",
            Counter::EdgeTerritories => "edge_territories",
            Counter::CornerTerritories => "corner_territories",
            Counter::MountainTerritories => "mountain_territories",
            Counter::Cities => "cities",
            Counter::ResourceUnits { resource } => resource.id(),
            Counter::LuxuryUnits => "luxury_units",
            Counter::Fiefs => "fiefs",
            Counter::FiefsOfSizeAtLeast { .. } => "fiefs_of_size_at_least",
            Counter::CitiesInResourcelessFiefs => "cities_in_resourceless_fiefs",
            Counter::BareTerritories => "bare_territories",
            Counter::CampCardsPlayed => "camp_cards_played",
            Counter::ParchmentsHeld => "parchments_held",
            Counter::TreasuresHeld => "treasures_held",
        }
    }
}

impl Counter {
    /// Under which the component file explains it.
    pub const fn explained_as(self) -> &'static str {
        if let Counter::ResourceUnits { .. } = self {
            "resource_units"
        } else {
            self.id()
        }
    }
}

impl Effect {
    /// What it counts, if it counts something.
    pub const fn counter(&self) -> Option<Counter> {
        match self {
            Effect::Per { count, .. }
            | Effect::IfAtLeast { count, .. }
            | Effect::SoleMost { count, .. } => Some(*count),
            Effect::Fixed { .. }
            | Effect::Pair { .. }
            | Effect::Reharvest { .. }
            | Effect::TreasureMultiplier { .. }
            | Effect::Copy { .. }
            | Effect::Rank { .. } => None,
        }
    }
}

impl Players {
    /// 3.2: how cards are dealt to so many.
    pub fn deal(&self, seats: u8) -> Deal {
        let deal = self.by_count.get(&seats);
        *deal.expect("two to four play")
    }
}
