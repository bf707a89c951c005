//! What is in the box: cards, sheets, the coin track, each with its sources.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Cell,
    kit::components::{Provenance, load},
};

use super::{
    edicts::{Edict, Group},
    map::{Area, Map, Side, Terrain},
};

/// The component file.
pub const JSON: &str = include_str!("components.json");

/// The box. Loaded once.
pub static BOX: LazyLock<Components> = LazyLock::new(|| load(JSON));

/// Everything in the box.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the printed parts")]
pub struct Components {
    pub schema_version: u8,
    pub game: Title,
    pub conventions: serde_json::Value,
    pub terrains: Vec<serde_json::Value>,
    pub maps: [Sheet; 2],
    pub explore_cards: [ExploreCard; 13],
    pub ambush_cards: [AmbushCard; 4],
    pub season_cards: [SeasonCard; 4],
    pub edict_cards: [EdictCard; 4],
    pub scoring_cards: [ScoringCard; 16],
    pub skill_cards: [SkillCard; 8],
    pub skills_setup: SkillsSetup,
    pub solo: Solo,
    pub coin_track: CoinTrack,
    pub rule_switches: Vec<serde_json::Value>,
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
pub struct Sheet {
    /// Which.
    pub id: Side,
    /// The letter printed on it.
    pub side: Side,
    /// Its name in English.
    pub name: String,
    /// Its name elsewhere.
    pub names: serde_json::Value,
    /// How many rows.
    pub rows: u8,
    /// How many columns.
    pub cols: u8,
    /// Printed mountains.
    pub mountains: [Mountain; 5],
    /// Ruins spaces.
    pub ruins: Area,
    /// Wasteland.
    pub wastelands: Area,
    /// The sheet before anything is drawn, without its ruins.
    pub blank_grid: [String; 11],
    /// Its sources.
    pub provenance: Provenance,
}

/// A printed mountain.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mountain {
    /// Where.
    pub cell: Cell,
    /// Whether a coin lies on it.
    pub coin: bool,
}

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

/// A card of the explore deck.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExploreCard {
    /// Which.
    pub id: Card,
    /// The number printed on it.
    pub number: u8,
    /// Its name.
    pub name: String,
    /// What it asks for.
    pub kind: ExploreKind,
    /// The time it takes.
    pub time: u8,
    /// The terrains to choose from.
    pub terrains: Vec<Terrain>,
    /// The shapes to choose from.
    pub shapes: Vec<Shape>,
    /// Its sources.
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
pub struct Shape {
    /// The card's id and a letter.
    pub id: String,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// How many cells.
    pub size: u8,
    /// Whether a coin is printed beside it.
    pub coin: bool,
}

/// A card of the ambush deck.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmbushCard {
    /// Which.
    pub id: Card,
    /// The number printed on it.
    pub number: u8,
    /// Its name.
    pub name: String,
    /// The time it takes: none.
    pub time: u8,
    /// Monster.
    pub terrain: Terrain,
    /// What is drawn.
    pub shape: Shape,
    /// The arrow on the card.
    pub arrow: Direction,
    /// Who draws on whose sheet.
    pub exchange: Exchange,
    /// How the monsters come with one player.
    pub solo: SoloWalk,
    /// Its sources.
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

/// A season and what it scores.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeasonCard {
    /// Its id.
    pub id: String,
    /// The number printed on it.
    pub number: u8,
    /// Which season.
    pub key: Season,
    /// From one.
    pub order: u8,
    /// It ends when the cards revealed take this much time.
    pub time_threshold: u8,
    /// The edicts it scores.
    pub edicts: [Letter; 2],
    /// Its name.
    pub names: Names,
    /// Its sources.
    pub provenance: Provenance,
}

/// A letter card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdictCard {
    /// Its id.
    pub id: String,
    /// The number printed on it.
    pub number: u8,
    /// The letter.
    pub letter: Letter,
    /// Its sources.
    pub provenance: Provenance,
}

/// A scoring card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoringCard {
    /// Which.
    pub id: Edict,
    /// The number printed on it.
    pub number: u8,
    /// The stack it belongs to.
    #[serde(rename = "type")]
    pub group: Group,
    /// Its name.
    pub names: Names,
    /// What a single player's rating loses for it.
    pub solo_rating: i16,
    /// What it pays, in words.
    pub rule: String,
    /// What it pays, as a formula.
    pub formula: String,
    /// Its sources.
    pub provenance: Provenance,
}

/// A skill.
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

/// A skill card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillCard {
    /// Which.
    pub id: Skill,
    /// The number printed on it.
    pub number: String,
    /// Its name.
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
    /// Its sources.
    pub provenance: Provenance,
}

/// How skills come into a match.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillsSetup {
    /// In the box.
    pub cards_total: u8,
    /// In a match.
    pub revealed_per_game: u8,
    /// How often.
    pub uses_per_player_per_season: u8,
    /// How they are paid for.
    pub payment: String,
    /// The sources.
    pub provenance: Provenance,
}

/// How one player is rated.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solo {
    /// The titles, the best first.
    pub titles: [SoloTitle; 8],
    /// The rating, as a formula.
    pub rating_formula: String,
    /// What a lower rating gets.
    pub below_minimum: String,
    /// The sources.
    pub provenance: Provenance,
}

/// A title.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoloTitle {
    /// The lowest rating that earns it.
    pub min_rating: i16,
    /// Its name.
    pub names: Names,
}

/// The coin track of a sheet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoinTrack {
    /// How many coins fit.
    pub slots: u8,
    /// What becomes of more.
    pub overflow: String,
    /// The sources.
    pub provenance: Provenance,
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

impl Solo {
    /// 9.6: the title a rating earns.
    pub fn title(&self, rating: i16) -> Option<&SoloTitle> {
        self.titles.iter().find(|title| title.min_rating <= rating)
    }
}

impl Sheet {
    /// The sheet as a map.
    pub fn map(&self) -> Map {
        Map::from_letters(&self.blank_grid, self.ruins.0).expect("a box test reads every sheet")
    }
}
