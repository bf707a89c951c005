//! What is in the box: cards, sheets, the coin track, each with its sources.

use serde::Deserialize;

use crate::{
    Cell,
    kit::components::{GameBox, Provenance},
};

pub use super::cards::{Card, Letter, Season, Skill};
use super::{
    check::check,
    edicts::{Edict, EdictGroup},
    map::{Area, Map, Side, Terrain},
    setup::FallbackTerrain,
};

/// The box.
pub static BOX: GameBox<Components> =
    GameBox::new(include_str!("components.json"), check).reading(READ);

/// What the rules read, and a corrected box may change.
const READ: &[&str] = &[
    "maps/*/mountains",
    "maps/*/ruins",
    "maps/*/wastelands",
    "maps/*/blank_grid",
    "explore_cards/*/time",
    "explore_cards/*/terrains",
    "explore_cards/*/shapes",
    "ambush_cards/*/shape",
    "ambush_cards/*/arrow",
    "ambush_cards/*/exchange",
    "ambush_cards/*/solo",
    "season_cards/*/time_threshold",
    "scoring_cards/*/solo_rating",
    "skill_cards/*/cost_coins",
    "solo/titles",
    "coin_track/slots",
    "rule_switches/*/default",
];

/// Everything in the box.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the printed parts")]
pub struct Components {
    pub schema_version: u8,
    pub game: Title,
    pub conventions: serde_json::Value,
    pub terrains: Vec<serde_json::Value>,
    pub maps: [SheetRecord; 2],
    pub explore_cards: [ExploreCard; 13],
    pub ambush_cards: [AmbushCard; 4],
    pub season_cards: [SeasonCard; 4],
    pub edict_cards: [EdictCard; 4],
    pub scoring_cards: [ScoringCard; 16],
    pub skill_cards: [SkillCard; 8],
    pub skills_setup: SkillsSetup,
    pub solo: Solo,
    pub coin_track: CoinTrack,
    pub rule_switches: [RuleSwitch; 3],
}

/// What was decided where the sources differ: the default of an option.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct RuleSwitch {
    pub id: String,
    pub default: SwitchDefault,
    pub values: Vec<SwitchDefault>,
    pub meaning: String,
    #[serde(default)]
    pub true_sources: Vec<String>,
    #[serde(default)]
    pub false_sources: Vec<String>,
    #[serde(default)]
    pub printed_on_card_sources: Vec<String>,
    #[serde(default)]
    pub any_but_mountain_sources: Vec<String>,
}

/// What an option is if the host does not choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum SwitchDefault {
    /// Yes or no.
    Is(bool),
    /// A terrain.
    Terrain(FallbackTerrain),
}

/// The lid of the box.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the imprint")]
pub struct Title {
    pub title: String,
    pub designer: String,
    pub publisher: String,
    pub year: u16,
    pub players: Players,
    pub card_count_base: u8,
}

/// How many can play.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "nothing to add")]
pub struct Players {
    pub min: u8,
    pub max: u8,
}

/// A name in the languages of the sources.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "language codes")]
pub struct Names {
    pub en: String,
    pub ko: Option<String>,
    pub ja: Option<String>,
    pub ru: Option<String>,
}

/// A side of the map sheet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the component file")]
pub struct SheetRecord {
    pub id: Side,
    pub side: Side,
    pub name: String,
    pub names: serde_json::Value,
    pub rows: u8,
    pub cols: u8,
    /// Printed mountains.
    pub mountains: [Mountain; 5],
    /// Ruins spaces.
    pub ruins: Area,
    /// Wasteland.
    pub wastelands: Area,
    /// The sheet before anything is drawn, without its ruins.
    pub blank_grid: [String; 11],
    pub provenance: Provenance,
}

/// A printed mountain.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the component file")]
pub struct Mountain {
    pub cell: Cell,
    /// Whether a coin lies on it.
    pub coin: bool,
}

/// A card of the explore deck.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the component file")]
pub struct ExploreCard {
    pub id: Card,
    pub number: u8,
    pub name: String,
    /// What it asks for.
    pub kind: ExploreKind,
    /// The time it takes.
    pub time: u8,
    /// The terrains to choose from.
    pub terrains: Vec<Terrain>,
    /// The shapes to choose from.
    pub shapes: Vec<ShapeRecord>,
    pub provenance: Provenance,
}

/// What an explore card asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExploreKind {
    /// The next shape must cover ruins.
    Ruins,
    /// Choose the shape.
    TwoShapesOneTerrain,
    /// Choose the terrain.
    OneShapeTwoTerrains,
    /// One cell of any terrain but mountain.
    RiftLands,
}

/// A shape as printed, pushed into the top left corner.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the component file")]
pub struct ShapeRecord {
    /// The card's id and a letter.
    pub id: String,
    pub cells: Vec<Cell>,
    pub size: u8,
    /// Whether a coin is printed beside it.
    pub coin: bool,
}

/// A card of the ambush deck.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the component file")]
pub struct AmbushCard {
    pub id: Card,
    pub number: u8,
    pub name: String,
    /// The time it takes: none.
    pub time: u8,
    /// Monster.
    pub terrain: Terrain,
    /// What is drawn.
    pub shape: ShapeRecord,
    /// The arrow on the card.
    pub arrow: Direction,
    /// Who draws on whose sheet.
    pub exchange: Exchange,
    /// How the monsters come with one player.
    pub solo: SoloWalk,
    pub provenance: Provenance,
}

/// Around the table, or around the map, seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// To the left neighbor; from the top left corner to the top right.
    Clockwise,
    /// The other way.
    Counterclockwise,
}

/// Who draws on whose sheet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// The arrow on the card.
    pub direction: Direction,
    /// Who gets a player's sheet.
    pub pass_to: Neighbor,
    /// The same as a step in seat order.
    pub seat_offset: i8,
}

/// Whom a sheet goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Neighbor {
    /// The next seat.
    LeftNeighbour,
    /// The seat before.
    RightNeighbour,
}

/// 9.2: how monsters look for a place with one player.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoloWalk {
    /// Where they start.
    pub corner: Corner,
    /// Which way they go.
    pub travel: Direction,
    /// The first step of that way.
    pub first_step: Step,
    /// Whether they turn: no.
    pub rotate: bool,
    /// Whether they mirror: no.
    pub flip: bool,
}

/// A corner of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "nothing to add")]
pub enum Corner {
    TopLeft,
    TopRight,
    BottomRight,
    BottomLeft,
}

/// A step on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "nothing to add")]
pub enum Step {
    Up,
    Down,
}

/// A season and what it scores.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the component file")]
pub struct SeasonCard {
    pub id: String,
    pub number: u8,
    pub key: Season,
    /// From one.
    pub order: u8,
    /// It ends when the cards revealed take this much time.
    pub time_threshold: u8,
    /// The edicts it scores.
    pub edicts: [Letter; 2],
    pub names: Names,
    pub provenance: Provenance,
}

/// A letter card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the component file")]
pub struct EdictCard {
    pub id: String,
    pub number: u8,
    pub letter: Letter,
    pub provenance: Provenance,
}

/// A scoring card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the component file")]
pub struct ScoringCard {
    pub id: Edict,
    pub number: u8,
    /// The stack it belongs to.
    #[serde(rename = "type")]
    pub group: EdictGroup,
    pub names: Names,
    /// What a single player's rating loses for it.
    pub solo_rating: i16,
    pub rule: String,
    pub formula: String,
    pub provenance: Provenance,
}

/// A skill card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the component file")]
pub struct SkillCard {
    pub id: Skill,
    pub number: String,
    pub names: Names,
    /// The coins to cross out.
    pub cost_coins: u8,
    /// When it can be used.
    pub timing: String,
    /// What it does.
    pub effect: String,
    /// The shape it draws, if it has one of its own.
    pub shape: Option<Vec<Cell>>,
    /// The terrain it draws, in words.
    pub terrain: Option<String>,
    /// What the card leaves open, and what was decided.
    pub open_points_decided: Vec<String>,
    pub provenance: Provenance,
}

/// How skills come into a match.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the component file")]
pub struct SkillsSetup {
    pub cards_total: u8,
    pub revealed_per_game: u8,
    pub uses_per_player_per_season: u8,
    /// How they are paid for.
    pub payment: String,
    pub provenance: Provenance,
}

/// How one player is rated.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the component file")]
pub struct Solo {
    /// The titles, the best first.
    pub titles: [SoloTitle; 8],
    /// The rating, as a formula.
    pub rating_formula: String,
    /// What a lower rating gets.
    pub below_minimum: String,
    pub provenance: Provenance,
}

/// A title.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the component file")]
pub struct SoloTitle {
    /// The lowest rating that earns it.
    pub min_rating: i16,
    pub names: Names,
}

/// The coin track of a sheet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the component file")]
pub struct CoinTrack {
    /// How many coins fit.
    pub slots: u8,
    /// What becomes of more.
    pub overflow: String,
    pub provenance: Provenance,
}

impl Solo {
    /// 9.6: the title a rating earns.
    pub fn title(&self, rating: i16) -> Option<&SoloTitle> {
        self.titles.iter().find(|title| title.min_rating <= rating)
    }
}

impl SheetRecord {
    /// The sheet as a map.
    pub fn map(&self) -> Map {
        Map::from_letters(&self.blank_grid, self.ruins.0).expect("every box is checked")
    }
}

impl Components {
    /// The defaults of the options, where the printed rulebook is followed: whether ruins
    /// may become a mountain, what the single cell is, whether skills are played.
    pub fn switches(&self) -> (bool, FallbackTerrain, bool) {
        let [mountain, terrain, skills] = self.rule_switches.each_ref().map(|it| it.default);
        let terrain = match terrain {
            SwitchDefault::Terrain(terrain) => terrain,
            SwitchDefault::Is(_) => FallbackTerrain::PrintedOnCard,
        };
        let is = |default| default == SwitchDefault::Is(true);
        (is(mountain), terrain, is(skills))
    }
}
