//! What is in the box: tiles, weapons, boards, cards, blocks, each with its sources.
//!
//! Most tiles are reconstructed: their `provenance` says so, and `field_confidence`
//! says it of each value.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    blocks::{Block, Blocks},
    board::Board,
    check::check,
    cube::Column,
    features::{Axis, Feature, Round},
    places::{Crossing, Slot, Stack},
    tiles::{Building, Mob},
    weapons::Weapon,
};
use crate::kit::components::{Confidence, GameBox, Provenance};

/// The box.
pub static BOX: GameBox<Components> = GameBox::new(include_str!("components.json"), check)
    .reading(READ)
    .plays_like(EARLIER);

/// The box before boards were dealt at random by default. `boards_bound_to_colour` is all
/// that differs, and it is read only for the options of a match to be: records hold the
/// options in full, so matches of either box go on with the other.
const EARLIER: &[&str] = &["9c4131650513fba549d727fb75fc56eecdefade94f848a0ab84811637be154ee"];

/// What the rules read, and a corrected box may change.
const READ: &[&str] = &[
    "blocks/*/count",
    "building_tiles/*/biome",
    "building_tiles/*/material",
    "building_tiles/*/type",
    "building_tiles/*/cost",
    "building_tiles/*/cost_total",
    "building_tiles/*/xp",
    "mob_tiles/*/kind",
    "mob_tiles/*/hearts",
    "mob_tiles/*/xp",
    "mob_tiles/*/bonus",
    "weapon_types/*/hearts",
    "weapon_tokens/neutral/*/type",
    "player_boards/*/rows",
    "score_cards/A/values",
    "score_cards/B/values",
    "score_cards/C/values",
    "fight/golden_hoe_xp",
    "fight/tnt_hearts",
    "rule_flags/mob_bonus_counts_printed_biomes",
    "rule_flags/extra_actions_only_after_normal_actions",
    "rule_flags/boards_bound_to_colour",
    "rule_flags/beginner_variant_default",
    "derived_totals",
];

/// Everything in the box.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the printed parts")]
pub struct Components {
    pub schema: String,
    pub game: serde_json::Value,
    pub confidence_legend: serde_json::Value,
    pub vocabulary: serde_json::Value,
    pub blocks: [BlockRecord; 5],
    pub cube: CubeRecord,
    pub overworld: OverworldRecord,
    pub tile_totals: TileTotals,
    pub building_tiles: Vec<BuildingTile>,
    pub mob_tiles: Vec<MobTile>,
    pub weapon_types: [WeaponRecord; 9],
    pub weapon_tokens: WeaponTokens,
    pub player_boards: [BoardRecord; 4],
    pub score_cards: ScoreCards,
    pub overview_cards: serde_json::Value,
    pub players: Players,
    pub xp_track: serde_json::Value,
    pub actions: [ActionRecord; 5],
    pub actions_provenance: Provenance,
    pub turn: TurnRecord,
    pub fight: FightRecord,
    pub rule_flags: RuleFlags,
    pub variants: serde_json::Value,
    pub expansions_not_included: serde_json::Value,
    pub conflicts: serde_json::Value,
    pub tile_icon_layout: serde_json::Value,
    pub source_index: serde_json::Value,
    pub derived_totals: DerivedTotals,
}

/// A color of blocks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct BlockRecord {
    pub id: Block,
    pub count: u8,
    pub cube_colour: String,
    pub wild: bool,
    pub provenance: Provenance,
}

/// The cube.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct CubeRecord {
    pub size: [u8; 3],
    pub total: u8,
    pub coordinates: serde_json::Value,
    pub layers: [LayerRecord; 4],
    pub supports: serde_json::Value,
    pub take_rule: TakeRule,
    pub initially_takeable: Vec<Column>,
    pub initially_hidden_blocks: u8,
    pub provenance: Provenance,
}

/// A layer of the cube.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct LayerRecord {
    pub layer: u8,
    pub from_top: u8,
    pub blocks: u8,
    pub scoring_round_when_empty: Option<Round>,
}

/// 4.2: when a block may be taken.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct TakeRule {
    pub top_face_exposed: bool,
    pub min_other_faces_exposed: u8,
    pub countable_other_faces: Vec<String>,
    pub bottom_face_counts: bool,
    pub gravity: String,
    pub exposed_definition: String,
}

/// The overworld.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct OverworldRecord {
    pub cell_grid: CellGrid,
    pub stacks: StackCells,
    pub weapon_slots: SlotCells,
    pub intersections: Intersections,
    pub shared_occupancy: bool,
    pub empty_stack_still_passable: bool,
}

/// The layout of cells.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct CellGrid {
    pub rows: u8,
    pub cols: u8,
    pub void_cells: Vec<[u8; 2]>,
    pub provenance: Provenance,
}

/// Where stacks lie.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct StackCells {
    pub count: u8,
    pub tiles_per_stack: u8,
    pub cells: Vec<CellRecord<Stack>>,
    pub initial_face: String,
    pub provenance: Provenance,
}

/// Where weapon tokens lie.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SlotCells {
    pub count: u8,
    pub tokens_per_slot: u8,
    pub cells: Vec<CellRecord<Slot>>,
    pub initial_face: String,
    pub provenance: Provenance,
}

/// A cell of the layout.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct CellRecord<T> {
    pub id: T,
    pub row: u8,
    pub col: u8,
}

/// The crossings.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Intersections {
    pub rows: u8,
    pub cols: u8,
    pub count: u8,
    pub start: Crossing,
    pub step: String,
    pub list: Vec<CrossingRecord>,
    pub provenance: Provenance,
}

/// A crossing.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct CrossingRecord {
    pub id: Crossing,
    pub row: u8,
    pub col: u8,
    pub kind: CrossingKind,
    pub adjacent_stacks: Vec<Stack>,
    pub adjacent_weapon_slots: Vec<Slot>,
    pub neighbours: Vec<Crossing>,
    pub start: bool,
}

/// 5.1: where a crossing lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum CrossingKind {
    Inner,
    Edge,
    Corner,
}

/// How many tiles there are.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct TileTotals {
    pub all: u8,
    pub building: u8,
    pub mob: u8,
    pub provenance: Provenance,
}

/// A building tile.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct BuildingTile {
    pub id: Building,
    /// A working name; what is printed is not known.
    pub label: String,
    pub official_name: Option<String>,
    pub biome: Feature,
    pub material: Feature,
    pub r#type: Feature,
    pub cost: Cost,
    pub cost_total: u8,
    pub xp: u8,
    pub field_confidence: BTreeMap<String, Confidence>,
    pub provenance: Provenance,
}

/// What a building costs.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Cost {
    pub wood: u8,
    pub sand: u8,
    pub stone: u8,
    pub obsidian: u8,
}

/// A mob tile.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MobTile {
    pub id: Mob,
    pub kind: MobKind,
    pub hearts: u8,
    pub xp: u8,
    pub bonus: Bonus,
    pub field_confidence: BTreeMap<String, Confidence>,
    pub provenance: Provenance,
}

/// What a mob is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are those of the tiles")]
#[schema(as = BuildersBiomesMobKind)]
pub enum MobKind {
    Skeleton,
    Creeper,
    Witch,
    Enderman,
    Zombie,
    Spider,
}

/// Chapter 9: what a mob brings besides its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Bonus {
    ExtraAction {},
    EndOfGame {
        axis: Axis,
        feature: Feature,
        xp_per_matching_building: u8,
    },
}

/// A kind of weapon.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct WeaponRecord {
    pub id: Weapon,
    pub name: String,
    pub hearts: u8,
    pub effect: Option<WeaponEffect>,
    pub hearts_confidence: Confidence,
    pub provenance: Provenance,
}

/// 8.2 and 8.3: what a weapon does besides its hearts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum WeaponEffect {
    #[serde(rename = "reveal_one_more")]
    RevealOneMore,
    #[serde(rename = "gain_2_xp")]
    GainXp,
    #[serde(rename = "take_1_block")]
    TakeBlock,
    #[serde(rename = "optional_then_removed")]
    OptionalThenRemoved,
}

/// The weapon tokens.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct WeaponTokens {
    pub player: Vec<TokenRecord>,
    pub neutral: Vec<TokenRecord>,
    pub totals: TokenTotals,
    pub provenance: Provenance,
}

/// A weapon token.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct TokenRecord {
    pub id: String,
    pub owner_colour: Option<Color>,
    pub r#type: Weapon,
    pub provenance: Provenance,
}

/// How many tokens there are.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct TokenTotals {
    pub player: u8,
    pub neutral: u8,
    pub all: u8,
}

/// A player's color.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "nothing to add")]
#[schema(as = BuildersBiomesColor)]
pub enum Color {
    Red,
    Blue,
    Yellow,
    Green,
}

/// A player board.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct BoardRecord {
    pub id: Board,
    pub default_colour: Color,
    pub rows: [[Feature; 3]; 3],
    pub field_confidence: BTreeMap<String, Confidence>,
    pub provenance: Provenance,
}

/// The three score cards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ScoreCards {
    #[serde(rename = "A")]
    pub a: ScoreCard,
    #[serde(rename = "B")]
    pub b: ScoreCard,
    #[serde(rename = "C")]
    pub c: ScoreCard,
}

/// A score card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ScoreCard {
    pub axis: Axis,
    pub trigger_layer: u8,
    pub counts_printed_board: bool,
    pub values: BTreeMap<Feature, CardValue>,
    pub provenance: Provenance,
}

/// What a space with a feature is worth.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct CardValue {
    pub xp_per_space: u8,
    pub provenance: Provenance,
}

/// Who plays.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Players {
    pub colours: [Color; 4],
    pub colour_provenance: Provenance,
    pub per_player: serde_json::Value,
    pub character_skins: Vec<String>,
    pub skins_provenance: Provenance,
}

/// One of the five actions.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = BuildersBiomesAction)]
pub enum Action {
    /// Take two blocks from the cube.
    CollectBlocks,
    /// Move and flip what lies around.
    Explore,
    /// Pay for a building and place it.
    Build,
    /// Fight a mob.
    Fight,
    /// Take a weapon token.
    CollectWeapon,
}

/// What an action allows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ActionRecord {
    pub id: Action,
    pub takes: Option<u8>,
    pub min_steps: Option<u8>,
    pub max_steps: Option<u8>,
    pub any_own_space: Option<bool>,
    pub may_cover_own_building: Option<bool>,
    pub emerald_wild: Option<bool>,
    pub provenance: Option<Provenance>,
}

/// What a turn is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct TurnRecord {
    pub normal_actions: u8,
    pub normal_actions_must_differ: bool,
    pub extra_action_tiles_per_turn: String,
    pub provenance: Provenance,
}

/// The numbers of a fight.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct FightRecord {
    pub reveal: u8,
    pub bow_adds: u8,
    pub win_if: String,
    pub golden_hoe_xp: u8,
    pub pickaxe_blocks: u8,
    pub tnt_hearts: u8,
    pub provenance: Provenance,
}

/// What was decided where the sources leave it open.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the options")]
pub struct RuleFlags {
    pub mob_bonus_counts_printed_biomes: bool,
    pub extra_actions_only_after_normal_actions: bool,
    pub extra_action_tile_usable_in_turn_won: bool,
    pub tnt_decision_after_all_reveals: bool,
    pub cube_interior_hidden: bool,
    pub build_over_allowed: bool,
    pub boards_bound_to_colour: bool,
    pub beginner_variant_default: bool,
    pub provenance: Provenance,
}

/// Sums over the tiles.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct DerivedTotals {
    pub building_by_biome: BTreeMap<Feature, u8>,
    pub building_by_material: BTreeMap<Feature, u8>,
    pub building_by_type: BTreeMap<Feature, u8>,
    pub building_by_cost: BTreeMap<u8, u8>,
    pub cost_demand_by_block: BTreeMap<Block, u8>,
    pub building_xp_total: u8,
    pub mob_by_kind: BTreeMap<MobKind, u8>,
    pub mob_by_bonus: BTreeMap<String, u8>,
    pub neutral_weapons_by_type: BTreeMap<Weapon, u8>,
}

impl Cost {
    /// As blocks, none of them an emerald.
    pub const fn blocks(self) -> Blocks {
        Blocks {
            wood: self.wood,
            sand: self.sand,
            stone: self.stone,
            obsidian: self.obsidian,
            emerald: 0,
        }
    }
}

impl Color {
    /// Every color, in the order of the seats.
    pub const ALL: [Color; 4] = [Color::Red, Color::Blue, Color::Yellow, Color::Green];

    /// As in the component file.
    pub const fn id(self) -> &'static str {
        match self {
            Color::Red => "red",
            Color::Blue => "blue",
            Color::Yellow => "yellow",
            Color::Green => "green",
        }
    }
}

impl ScoreCards {
    /// The card of a round.
    pub const fn of(&self, round: Round) -> &ScoreCard {
        match round {
            Round::A => &self.a,
            Round::B => &self.b,
            Round::C => &self.c,
        }
    }
}

impl Action {
    /// Every action, in the order of the component file.
    pub const ALL: [Action; 5] = [
        Action::CollectBlocks,
        Action::Explore,
        Action::Build,
        Action::Fight,
        Action::CollectWeapon,
    ];

    /// As in the component file.
    pub const fn id(self) -> &'static str {
        match self {
            Action::CollectBlocks => "collect_blocks",
            Action::Explore => "explore",
            Action::Build => "build",
            Action::Fight => "fight",
            Action::CollectWeapon => "collect_weapon",
        }
    }
}

impl Components {
    /// The colors of all blocks, each as often as there are.
    pub fn all_blocks(&self) -> impl Iterator<Item = Block> {
        let records = self.blocks.iter();
        records.flat_map(|record| (0..record.count).map(|_| record.id))
    }

    /// The neutral weapons.
    pub fn neutral_weapons(&self) -> impl Iterator<Item = Weapon> {
        self.weapon_tokens.neutral.iter().map(|token| token.r#type)
    }
}
