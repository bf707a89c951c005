//! The catalogue on the wire.

use domain::bots::Bot;
use domain::score::Rating;
use domain::{
    BySeat, Command, GameId, Options, Rng, ScoreSheet, View, kit::components::ConfidenceCounts,
};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A game of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameInfo {
    /// The id of the game.
    pub game: GameId,
    /// As printed on the box.
    #[schema(max_length = 80)]
    pub title: &'static str,
    /// How many can play.
    pub players: PlayerCount,
    /// The edition of our rules. Counts up when a decision comes out otherwise than
    /// before; a match keeps the edition it was opened with.
    pub rules: u16,
    /// SHA-256 of the component file in use, in hexadecimal. Another box may be in use
    /// after a restart; a match keeps the one it was opened with.
    #[schema(min_length = 64, max_length = 64, pattern = "^[0-9a-f]{64}$")]
    pub sha256: &'static str,
    /// How many records of the component file are attested how well.
    pub confidence: ConfidenceCounts,
    /// The options a host gets by choosing nothing.
    pub default_options: Options,
    /// A JSON Schema of the options, with what each means.
    #[schema(value_type = Object)]
    pub options_schema: Value,
    /// Bots that the server plays on request, the weakest first.
    #[schema(max_items = 20)]
    pub bots: &'static [Bot],
    /// How chance is drawn from a seed. The terms of a match name what it was drawn with.
    pub rng: Rng,
    /// Where to read on.
    pub links: GameLinks,
}

/// How many can play.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerCount {
    /// The fewest seats that can play, from 1.
    #[schema(minimum = 1, maximum = 100)]
    pub min: u8,
    /// The most seats that can play.
    #[schema(minimum = 1, maximum = 100)]
    pub max: u8,
}

/// Where to read on about a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameLinks {
    /// Where this description is.
    #[serde(rename = "self")]
    #[schema(max_length = 200)]
    pub this: String,
    /// Everything in the box.
    #[schema(max_length = 200)]
    pub components: String,
    /// Where the rules are, as Markdown.
    #[schema(max_length = 200)]
    pub rules: String,
}

/// The games there are.
#[derive(Debug, Serialize, ToSchema)]
pub struct Games {
    /// Every game, in the order they were added.
    #[schema(max_items = 20)]
    pub items: Vec<GameInfo>,
}

/// The rules of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct Rules {
    /// The game these rules are of.
    pub game: GameId,
    /// The edition of the rules, counted up from 1.
    pub rules: u16,
    /// The chapters and paragraphs, in order.
    #[schema(max_items = 1000)]
    pub sections: Vec<Section>,
}

/// A chapter heading or a paragraph of the rules.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Section {
    /// What `rule` in a problem points at: `4` for a chapter, `4.3` for a paragraph,
    /// `intro` for what comes before the first chapter.
    #[schema(max_length = 20)]
    pub anchor: String,
    /// The text, as Markdown. Of a chapter: its title and what comes before its
    /// first paragraph.
    #[schema(max_length = 20000)]
    pub text: String,
}

/// The score sheets of a position.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PositionSheets)]
pub struct Sheets {
    /// One for each seat, in seat order.
    pub sheets: BySeat<ScoreSheet>,
    /// Builders & Biomes: each seat's place if the game ended now, from 1. More blocks break
    /// a tie; equal in both, a place is shared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<BySeat<u8>>,
    /// Cartographers, played alone, after four seasons: how well it went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
}

impl Sheets {
    /// Those of a position.
    pub fn of(view: &View) -> Sheets {
        Sheets {
            sheets: view.scores(),
            ranks: view.ranks(),
            rating: view.rating(),
        }
    }
}

/// Commands that could be played.
#[derive(Debug, Serialize, ToSchema)]
pub struct LegalCommands {
    /// How many there are, whether listed or not.
    pub count: u32,
    /// Those asked for.
    #[schema(max_items = 5000)]
    pub items: Vec<LegalCommand>,
}

impl GameInfo {
    /// A game, with the JSON Schema of its options.
    pub fn of(game: GameId, options_schema: Value) -> GameInfo {
        let info = game.info();
        let this = format!("/v1/games/{}", super::name(&game));
        GameInfo {
            game,
            title: info.title,
            players: PlayerCount {
                min: *info.players.start(),
                max: *info.players.end(),
            },
            rules: info.rules,
            sha256: game.components_sha256(),
            confidence: game.confidence(),
            default_options: game.default_options(),
            options_schema,
            bots: Bot::ALL,
            rng: Rng::today(),
            links: GameLinks {
                components: format!("{this}/components"),
                rules: format!("{this}/rules"),
                this,
            },
        }
    }
}

impl LegalCommands {
    /// Nothing is owed, so nothing is legal.
    pub(crate) const fn none() -> LegalCommands {
        LegalCommands {
            count: 0,
            items: Vec::new(),
        }
    }
}

/// A command that could be played.
#[derive(Debug, Serialize, ToSchema)]
pub struct LegalCommand {
    /// Put this as it stands.
    pub command: Command,
    /// What it would add to your sheet, in points, if the game scored at once and it
    /// were all that happened. What it adds to a partner's sheet counts as well, and what
    /// it adds to those of rivals counts against it. In Big Monster a tile counts from when
    /// it was kept, where its zone pays most: a `place` gains 0 there and less elsewhere,
    /// unless a mission or a token makes up for it. Only with `with=gain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<i32>,
}
