//! What is in the box: tiles, explorers, missions, tokens, each with its sources.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{check::check, explorers::Explorer, missions::Mission, tiles::Tile};
use crate::kit::components::{GameBox, Provenance};

/// The box.
pub static BOX: GameBox<Components> =
    GameBox::new(include_str!("components.json"), check).reading(READ);

/// What the rules read, and a corrected box may change.
const READ: &[&str] = &[
    "crystals/*/points",
    "monster_tiles/*/type",
    "monster_tiles/*/five_plus",
    "monster_tiles/*/removed_at_3p_5p_draft",
    "mutation_tiles/*/front/points",
    "mutation_tiles/*/back/points",
    "explorers/*/min_players",
    "explorers/*/max_players",
    "explorers/*/effect",
    "explorers/*/fragments",
    "explorers/*/beams",
    "explorers/*/gold_diamonds",
    "missions/*/metric",
    "missions/*/individual_target",
    "missions/*/team_target",
    "missions/*/points",
    "missions/*/team_scope",
    "missions/*/individual_slots",
    "missions/*/team_slots",
    "penalty/points",
    "penalty/metric",
    "tokens/*/points",
    "scoring/swamp_points",
    "scoring/big_monster/single_tile",
    "scoring/big_monster/complete",
    "scoring/penalty_token",
    "scoring/angry_dragon_token",
    "scoring/row_of/sp_yeti",
    "scoring/row_of/sp_camp",
    "scoring/row_of/sp_unicorn_a",
    "scoring/row_of/sp_unicorn_b",
    "scoring/row_of/sp_panda",
    "scoring/row_of/sp_gold",
    "setup/variant_2p/explorers_excluded",
    "setup/variant_3p/explorers_excluded",
    "setup/missions/team/slots",
    "setup/missions/individual/slots",
    "monster_tile_types/*/terrain",
    "monster_tile_types/*/copies",
    "monster_tile_types/*/fragments",
    "monster_tile_types/*/points",
    "monster_tile_types/*/points_by_level",
    "monster_tile_types/*/max_level",
    "monster_tile_types/*/beams",
    "monster_tile_types/*/radioactive_monsters",
    "monster_tile_types/*/desert_monsters",
    "monster_tile_types/*/rune_monsters",
    "monster_tile_types/*/gold_diamonds",
    "monster_tile_types/*/half",
    "monster_tile_types/*/points_single",
    "monster_tile_types/*/points_complete_pair",
    "monster_tile_types/*/angry",
    "monster_tile_types/*/points_table",
    "monster_tile_types/*/score",
    "monster_tile_types/*/pair_with",
    "monster_tile_types/*/replaces",
    "monster_tile_types/*/on_place",
    "special_tile_types/*/terrain",
    "special_tile_types/*/copies",
    "special_tile_types/*/fragments",
    "special_tile_types/*/points",
    "special_tile_types/*/points_by_level",
    "special_tile_types/*/max_level",
    "special_tile_types/*/beams",
    "special_tile_types/*/radioactive_monsters",
    "special_tile_types/*/desert_monsters",
    "special_tile_types/*/rune_monsters",
    "special_tile_types/*/gold_diamonds",
    "special_tile_types/*/half",
    "special_tile_types/*/points_single",
    "special_tile_types/*/points_complete_pair",
    "special_tile_types/*/angry",
    "special_tile_types/*/points_table",
    "special_tile_types/*/score",
    "special_tile_types/*/pair_with",
    "special_tile_types/*/replaces",
    "special_tile_types/*/on_place",
];

/// Everything in the box.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the printed parts")]
pub struct Components {
    pub game: String,
    pub designer: String,
    pub artist: String,
    pub publisher: String,
    pub schema_version: u8,
    /// What the words for confidence mean.
    pub confidence_scale: BTreeMap<String, String>,
    /// Cells, shapes and lattice points, in words and numbers.
    pub geometry: serde_json::Value,
    pub crystals: Vec<CrystalRecord>,
    pub terrains: Vec<TerrainRecord>,
    pub monster_tile_types: Vec<TileRecord>,
    pub special_tile_types: Vec<TileRecord>,
    pub monster_tiles: Vec<PrintedTile>,
    pub mutation_tiles: Vec<MutationRecord>,
    pub explorers: Vec<ExplorerRecord>,
    pub missions: Vec<MissionRecord>,
    pub penalty: PenaltyRecord,
    pub tokens: Vec<TokenRecord>,
    /// Board, reference cards, score pad.
    pub other: serde_json::Value,
    /// What each metric counts, in words.
    pub metrics: BTreeMap<String, String>,
    pub scoring: Scoring,
    pub setup: SetupTables,
    pub reconstructed_values: Vec<Reconstructed>,
}

/// One of the seven lands.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "nothing to add")]
#[schema(as = BigMonsterTerrain)]
pub enum Terrain {
    Ice,
    Lake,
    Lava,
    Swamp,
    Grassland,
    Desert,
    Rune,
}

impl Terrain {
    /// Every terrain, in the order of the box.
    pub const ALL: [Terrain; 7] = [
        Terrain::Ice,
        Terrain::Lake,
        Terrain::Lava,
        Terrain::Swamp,
        Terrain::Grassland,
        Terrain::Desert,
        Terrain::Rune,
    ];

    /// The row of the score sheet its tiles pay in, if they pay.
    pub fn row(self) -> Option<&'static str> {
        BOX.terrains[self as usize].sheet_row.as_deref()
    }
}

/// A terrain and its row on the score sheet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct TerrainRecord {
    pub id: Terrain,
    pub sheet_row: Option<String>,
    pub provenance: Provenance,
}

/// The color of a crystal.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "nothing to add")]
#[schema(as = BigMonsterColor)]
pub enum Color {
    Green,
    Pink,
    Blue,
}

impl Color {
    /// Every color, in the order of the box.
    pub const ALL: [Color; 3] = [Color::Green, Color::Pink, Color::Blue];

    /// The color's name on score lines.
    pub const fn id(self) -> &'static str {
        match self {
            Color::Green => "green",
            Color::Pink => "pink",
            Color::Blue => "blue",
        }
    }
}

/// Which piece of a crystal a tile brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "directions")]
pub enum Part {
    West,
    East,
    North,
    South,
    Nw,
    Ne,
    Sw,
    Se,
}

/// A crystal, complete when all its parts meet at one lattice point.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct CrystalRecord {
    #[serde(rename = "colour")]
    pub color: Color,
    pub aliases: Vec<String>,
    pub parts: Vec<Part>,
    pub fragments_needed: u8,
    pub points: i16,
    #[serde(rename = "where")]
    pub place: String,
    pub provenance: Provenance,
}

/// A piece of a crystal on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fragment {
    /// Of which crystal.
    #[serde(rename = "colour")]
    pub color: Color,
    /// Where on the tile, by name.
    pub slot: Slot,
    /// Where on the tile: half cells right and down from its top left corner.
    pub at: [i8; 2],
    /// Which piece.
    pub part: Part,
}

/// Where on a tile or explorer a piece of a crystal can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[expect(missing_docs, reason = "directions")]
pub enum Slot {
    W,
    E,
    N,
    S,
    N0,
    N1,
    S0,
    S1,
    NW,
    NE,
    SW,
    SE,
}

/// What a tile is, besides its terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "nothing to add")]
pub enum TileKind {
    Mutant,
    Radioactive,
    BigMonsterHalf,
    Dragon,
    Swamp,
    Objective,
    Desert,
    Rune,
    GoldDiamond,
    Unicorn,
    Yeti,
    Panda,
}

/// The outline of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// One cell wide, two high.
    Portrait,
    /// Two cells wide, one high.
    Landscape,
    /// Two by two.
    Explorer,
}

/// A kind of monster tile. Tiles of a kind differ in nothing that matters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct TileRecord {
    pub id: Tile,
    pub terrain: Terrain,
    pub kind: TileKind,
    pub shape: Shape,
    pub w: i8,
    pub h: i8,
    pub copies: Copies,
    pub fragments: Vec<Fragment>,
    #[serde(default)]
    pub points: i16,
    #[serde(default)]
    pub points_by_level: Vec<i16>,
    #[serde(default)]
    pub max_level: u8,
    pub nickname: Option<String>,
    #[serde(default)]
    pub beams: Vec<Beam>,
    #[serde(default)]
    pub radioactive_monsters: u8,
    #[serde(default)]
    pub desert_monsters: u8,
    #[serde(default)]
    pub rune_monsters: u8,
    #[serde(default)]
    pub gold_diamonds: u8,
    pub half: Option<Half>,
    #[serde(default)]
    pub points_single: i16,
    #[serde(default)]
    pub points_complete_pair: i16,
    #[serde(default)]
    pub angry: bool,
    #[serde(default)]
    pub points_table: Vec<i16>,
    pub score: Option<Objective>,
    pub pair_with: Option<Tile>,
    #[serde(default)]
    pub snail: bool,
    pub replaces: Option<Replaces>,
    pub on_place: Option<OnPlace>,
    pub provenance: Provenance,
}

/// How many tiles of a kind there are.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Copies {
    pub base: u8,
    pub five_plus: u8,
    pub total: u8,
    pub removed_at_3p_5p_draft: u8,
}

/// A radioactive beam.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beam {
    /// From which cell of the tile.
    pub cell: [i8; 2],
    /// Which way.
    pub dir: Direction,
}

/// Which way a beam shines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "directions")]
pub enum Direction {
    Up,
    Down,
}

/// Which half of a big monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "directions")]
pub enum Half {
    Left,
    Right,
}

/// 6.7: what a grassland tile pays for.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// What it counts.
    pub metric: Metric,
    /// What each pays.
    pub points_each: i16,
    /// The most it counts.
    pub max: Option<u8>,
}

/// What missions, tiles and explorers count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "the component file says it in words")]
pub enum Metric {
    #[serde(rename = "tiles.desert")]
    Desert,
    #[serde(rename = "tiles.ice")]
    Ice,
    #[serde(rename = "tiles.lava")]
    Lava,
    #[serde(rename = "tiles.grassland")]
    Grassland,
    #[serde(rename = "tiles.swamp_or_grassland")]
    SwampOrGrassland,
    #[serde(rename = "tiles.mutant")]
    Mutants,
    #[serde(rename = "tiles.ice_blue")]
    Chickens,
    #[serde(rename = "tiles.unicorn")]
    Unicorns,
    #[serde(rename = "mutants.level2")]
    MutantsOfLevel2,
    #[serde(rename = "radioactive_monsters")]
    RadioactiveMonsters,
    #[serde(rename = "rune_monsters")]
    RuneMonsters,
    #[serde(rename = "desert_monsters_plus_rune_monsters")]
    DesertAndRuneMonsters,
    #[serde(rename = "complete_big_monsters")]
    BigMonsters,
    #[serde(rename = "complete_crystals.green")]
    GreenCrystals,
    #[serde(rename = "complete_crystals.any")]
    Crystals,
    #[serde(rename = "complete_crystals.sets_of_all_three")]
    CrystalSets,
    #[serde(rename = "distinct_terrains.mission")]
    KindsForMission,
    #[serde(rename = "distinct_terrains.grass_tile")]
    KindsForGrassland,
    #[serde(rename = "mission_tokens.5_10_minus10")]
    MissionTokens,
    #[serde(rename = "angry_dragons.tiles_and_tokens")]
    AngryDragons,
    #[serde(rename = "gold_diamonds.including_explorer")]
    GoldDiamonds,
    #[serde(rename = "tiles_touching_explorer")]
    TilesTouchingExplorer,
    #[serde(rename = "unicorn_pair")]
    UnicornPair,
}

/// 3.8: which normal tile a snail tile takes the place of.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Replaces {
    pub terrain: Terrain,
    pub kind: Option<TileKind>,
}

/// 5.5: what happens right after a tile was placed.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct OnPlace {
    pub take_token: Gift,
    pub receiver: Receiver,
}

/// A token that is kept or given away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "nothing to add")]
#[schema(as = BigMonsterGift)]
pub enum Gift {
    Yeti,
    Panda,
}

/// Who may get such a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Receiver {
    /// 5.5 and D-21
    AnyPlayerIncludingSelf,
}

/// A tile as printed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct PrintedTile {
    pub id: String,
    #[serde(rename = "type")]
    pub tile: Tile,
    pub five_plus: bool,
    pub snail: bool,
    pub removed_at_3p_5p_draft: bool,
    pub provenance: Provenance,
}

/// A pile of mutation tiles.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MutationRecord {
    pub id: String,
    pub covers: Tile,
    pub count: u8,
    pub front: MutationSide,
    pub back: Option<MutationSide>,
    pub provenance: Provenance,
}

/// A side of a mutation tile.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MutationSide {
    pub level: u8,
    pub points: i16,
}

/// An explorer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ExplorerRecord {
    pub id: Explorer,
    pub label: String,
    pub special: bool,
    pub min_players: u8,
    pub max_players: u8,
    pub shape: Shape,
    pub w: i8,
    pub h: i8,
    pub effect: Effect,
    pub fragments: Vec<Fragment>,
    #[serde(default)]
    pub beams: Vec<Beam>,
    #[serde(default)]
    pub gold_diamonds: u8,
    pub provenance: Provenance,
}

/// Section 11: what an explorer can do.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Points at the end.
    EndPoints {
        /// What is counted.
        metric: Metric,
        /// What each pays.
        points_each: i16,
    },
    /// 4.5
    MayPassToOwnEmptyShip {},
    /// 8.1
    ExtraTileFromDiscardsBeforePenalty {},
    /// She or he is a monster and a tile.
    CountsAs {
        /// The terrain of the tile.
        tile_of_terrain: Terrain,
        /// How many radioactive monsters.
        #[serde(default)]
        radioactive_monsters: u8,
        /// How many desert monsters.
        #[serde(default)]
        desert_monsters: u8,
        /// Whether missions count it.
        counts_for_missions: bool,
        /// Whether the grassland tile of kinds counts it.
        counts_for_grass_kinds: bool,
    },
}

/// A mission.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MissionRecord {
    pub id: Mission,
    pub metric: Metric,
    pub individual_target: u8,
    pub team_target: u8,
    pub team_scope: TeamScope,
    pub points: i16,
    pub permanent: bool,
    pub individual_slots: Vec<String>,
    pub team_slots: Vec<String>,
    pub tokens: TokenCounts,
    pub provenance: Provenance,
}

/// How the tiles of partners are taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "nothing to add")]
pub enum TeamScope {
    TeamSum,
    TeamUnion,
}

/// How many tokens a mission has.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "nothing to add")]
pub struct TokenCounts {
    pub individual: u8,
    pub team: u8,
}

/// 8.2
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct PenaltyRecord {
    pub id: String,
    pub points: i16,
    pub metric: Metric,
    pub rule: String,
    pub tokens: TokenCounts,
    pub provenance: Provenance,
}

/// Tokens that are alike.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct TokenRecord {
    pub id: String,
    pub kind: TokenKind,
    pub mission: Option<String>,
    pub points: i16,
    pub count: u8,
    pub provenance: Provenance,
}

/// What a token is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "nothing to add")]
pub enum TokenKind {
    MissionIndividual,
    MissionTeam,
    PenaltyIndividual,
    PenaltyTeam,
    Spare,
    AngryDragon,
    Yeti,
    Panda,
}

/// The score sheet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Scoring {
    pub sheet_rows: Vec<String>,
    pub sheet_rows_provenance: Provenance,
    pub swamp_points: Vec<i16>,
    pub swamp_provenance: Provenance,
    pub big_monster: BigMonsterPoints,
    pub penalty_token: i16,
    pub angry_dragon_token: i16,
    pub row_of: BTreeMap<String, String>,
    pub row_of_provenance: Provenance,
}

/// 6.4
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct BigMonsterPoints {
    pub single_tile: i16,
    pub complete: i16,
    pub provenance: Provenance,
}

/// How tables are set up.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SetupTables {
    pub draft: DraftTable,
    pub variant_2p: VariantTable,
    pub variant_3p: VariantTable,
    pub missions: MissionTables,
    pub snail_tiles: SnailRule,
}

/// The draft.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct DraftTable {
    pub rounds: u8,
    pub turns_per_round: u8,
    pub hand: u8,
    pub provenance: Provenance,
    pub tiles: BTreeMap<u8, TilesInPlay>,
    pub tiles_provenance: Provenance,
}

/// 3.4: a row of the table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TilesInPlay {
    /// Which, in words.
    #[serde(rename = "use")]
    pub which: String,
    /// How many.
    pub count: u8,
}

/// A variant without ships.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct VariantTable {
    pub turns: u8,
    pub tiles: u8,
    #[serde(rename = "use")]
    pub which: String,
    pub piles: u8,
    pub pile_size: u8,
    pub groups_open_from_turn: u8,
    pub explorers_excluded: Vec<Explorer>,
    pub provenance: Provenance,
}

/// The two sides of the board.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MissionTables {
    pub team: MissionTable,
    pub individual: MissionTable,
}

/// A side of the board.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MissionTable {
    pub permanent: Vec<String>,
    pub slots: BTreeMap<String, Vec<Mission>>,
    pub distinct: bool,
    pub provenance: Provenance,
}

/// 3.8
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SnailRule {
    pub rule: String,
    pub provenance: Provenance,
}

/// A value no source tells.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Reconstructed {
    pub path: String,
    pub value: serde_json::Value,
}
