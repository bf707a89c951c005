//! The catalogue on the wire.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use domain::bots::Bot;
use domain::score::Rating;
use domain::{
    BySeat, Cell, Command, GameId, Options, Rng, ScoreSheet, View, cast,
    kit::components::ConfidenceCounts,
};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::LineNames;

/// A game in the catalogue.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameInfo {
    /// The id of the game.
    pub game: GameId,
    /// The title as printed on the box.
    #[schema(max_length = 80)]
    pub title: &'static str,
    /// How many players the game allows.
    pub players: PlayerCount,
    /// The edition of the rules of this program. It goes up when a decision has another outcome
    /// than before; a match keeps the edition it was opened with.
    pub rules: u16,
    /// SHA-256 of the component file in use, in hexadecimal. Another box may be in use after a
    /// restart; a match keeps the box it was opened with.
    #[schema(min_length = 64, max_length = 64, pattern = "^[0-9a-f]{64}$")]
    pub sha256: &'static str,
    /// How many records of the component file have each level of confidence.
    pub confidence: ConfidenceCounts,
    /// The options that apply if the host chooses none.
    pub default_options: Options,
    /// A JSON Schema of the options, with the meaning of each.
    #[schema(value_type = Object)]
    pub options_schema: Value,
    /// How many action ids the default options give at tables of each size, the smallest first.
    /// Other options may give others: `action_bound` of a match is its own.
    #[schema(max_items = 100)]
    pub actions: Vec<ActionBound>,
    /// The bots that the server can play, the weakest first.
    #[schema(max_items = 20)]
    pub bots: &'static [Bot],
    /// How random numbers are derived from a seed. The terms of a match name the method it was
    /// drawn with.
    pub rng: Rng,
    /// Links to more about the game.
    pub links: GameLinks,
}

/// How many players the game allows.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerCount {
    /// The fewest seats, at least 1.
    #[schema(minimum = 1, maximum = 100)]
    pub min: u8,
    /// The most seats that can play.
    #[schema(minimum = 1, maximum = 100)]
    pub max: u8,
}

/// How many action ids there are at tables of some sizes.
///
/// An action id means the same command in every decision of every match whose game, box
/// (`sha256`), number of seats and options agree; the options matter only in Big Monster (`mode`
/// and `snail_extras`). Ids that a later version of this program gives otherwise are named in its
/// changelog.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActionBound {
    /// The sizes of table.
    pub seats: PlayerCount,
    /// How many ids there are: all are below this number. `null` if there would be 100,000 or
    /// more: then commands have numbers within a decision, but no action ids and no mask.
    #[schema(maximum = 99_999)]
    pub bound: Option<u32>,
}

/// Links to more about a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameLinks {
    /// The path of this description.
    #[serde(rename = "self")]
    #[schema(max_length = 200)]
    pub this: String,
    /// Everything in the box.
    #[schema(max_length = 200)]
    pub components: String,
    /// The path of the rules, as Markdown.
    #[schema(max_length = 200)]
    pub rules: String,
}

/// The games that this server offers.
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
    /// The edition of the rules, counted from 1.
    pub rules: u16,
    /// The chapters and paragraphs, in order.
    #[schema(max_items = 1000)]
    pub sections: Vec<Section>,
}

/// A chapter heading or a paragraph of the rules.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Section {
    /// The target of `rule` in a problem: `4` for a chapter, `4.3` for a paragraph, `intro` for the
    /// text before the first chapter.
    #[schema(max_length = 20)]
    pub anchor: String,
    /// The text, as Markdown. For a chapter: its title and the text before its first paragraph.
    #[schema(max_length = 20000)]
    pub text: String,
}

/// The score sheets of a position.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PositionSheets)]
pub struct Sheets {
    /// One for each seat, in seat order.
    pub sheets: BySeat<ScoreSheet>,
    /// The names of the lines by their sources.
    pub line_names: LineNames,
    /// Builders & Biomes: the place of each seat if the game ended now, counted from 1. More blocks
    /// break a tie; seats that are equal in both share a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<BySeat<u8>>,
    /// Cartographers, played alone, after four seasons: the rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
}

impl Sheets {
    /// Those of a position.
    pub fn of(view: &View) -> Sheets {
        let sheets = view.scores();
        let of_seats = sheets.iter().map(|(_, sheet)| sheet);
        Sheets {
            line_names: LineNames::of_sheets(view.game(), of_seats),
            sheets,
            ranks: view.ranks(),
            rating: view.rating(),
        }
    }
}

/// A list of legal commands.
#[derive(Debug, Serialize, ToSchema)]
pub struct LegalCommands {
    /// How many commands are legal, whether listed or not.
    pub count: u32,
    /// The commands you asked for.
    #[schema(max_items = 5000)]
    pub items: Vec<LegalCommand>,
    /// All legal commands as a mask over the action ids. Only with `mask=true`, and only if a
    /// decision is owed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<ActionMask>,
}

/// Which actions are legal, with a bit for each action id.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActionMask {
    /// How many action ids there are: all are below this number.
    #[schema(minimum = 1, maximum = 99_999)]
    pub bound: u32,
    /// The bits in base64, the lowest of each byte first: id `i` is legal if `bytes[i / 8] >> (i %
    /// 8) & 1` is 1. As many bytes as `bound` needs, the last filled up with zeros.
    #[schema(max_length = 16_668)]
    pub bits: String,
}

impl ActionMask {
    /// The mask of these ids, all below `bound`.
    pub fn of(bound: u32, ids: impl IntoIterator<Item = u32>) -> ActionMask {
        let mut bytes = vec![0_u8; cast::<usize>(bound.div_ceil(8))];
        for id in ids {
            bytes[cast::<usize>(id / 8)] |= 1 << (id % 8);
        }
        let bits = STANDARD.encode(bytes);
        ActionMask { bound, bits }
    }
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
            actions: ActionBound::all(game),
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

impl ActionBound {
    /// Those of a game with its default options: tables that have as many are told together.
    fn all(game: GameId) -> Vec<ActionBound> {
        let options = game.default_options();
        let sizes = game
            .info()
            .players
            .filter(|&seats| options.fits(seats).is_ok());
        let mut bounds: Vec<ActionBound> = Vec::new();
        for seats in sizes {
            let bound = options.actions(seats);
            match bounds.last_mut().filter(|last| last.bound == bound) {
                Some(last) => last.seats.max = seats,
                None => bounds.push(ActionBound {
                    seats: PlayerCount {
                        min: seats,
                        max: seats,
                    },
                    bound,
                }),
            }
        }
        bounds
    }
}

impl LegalCommands {
    /// Nothing is owed, so nothing is legal.
    pub(crate) const fn none() -> LegalCommands {
        LegalCommands {
            count: 0,
            items: Vec::new(),
            mask: None,
        }
    }
}

/// A command that is legal.
#[derive(Debug, Serialize, ToSchema)]
pub struct LegalCommand {
    /// The number of the command: its place among all legal commands of the decision, counted from
    /// 0. It stays the same as long as the decision is owed, and can be put instead of the command.
    /// In another decision it means another command.
    pub number: u32,
    /// The command: put it exactly as it is.
    pub command: Command,
    /// The action id of the command: the same in every decision, so that a program can learn it.
    /// It can be put instead of the command. Left out in a position that no match can come to. Only
    /// with `with=action`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 99_998)]
    pub action: Option<u32>,
    /// The points it would add to your sheet if the game scored now and nothing else happened. What
    /// it adds to a partner's sheet counts as well; what it adds to the sheets of rivals is
    /// subtracted. In Big Monster a tile counts from the moment it was kept, where its zone pays
    /// most: a `place` gains 0 there and less elsewhere, unless a mission or a token makes up for
    /// it. Only with `with=gain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<i32>,
    /// What the command says, as you would say it at the table. No other legal command of the
    /// decision has the same text. Seats are called by their numbers, counted from one. The wording
    /// may change from version to version. Only with `with=text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 300, example = "Draw forest on D6, D7, D8 and E8")]
    pub text: Option<String>,
    /// The cells that the command fills, takes or goes to, each once; empty if it names none. They
    /// are cells of the sheet you draw on in Cartographers, of the board in Bunny Kingdom, and of
    /// your zone in Big Monster. In Builders & Biomes a `build` names a space of your board, and
    /// all else the cells of the overworld's layout, of which a crossing touches four. Only with
    /// `with=cells`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 10)]
    pub cells: Option<Vec<Cell>>,
}
