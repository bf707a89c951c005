//! What goes over the wire and is not a type of the rules or of the record.

use domain::{
    BySeat, Command, GameId, Options, ScoreSheet, Seat, Seats, Standing, View,
    bots::Bot,
    matches::{MatchEvent, Occupant, Place, PlayerId},
};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::value::RawValue;
use store::{MatchId, PlayerKind, Status, Timestamp, Verdict};
use utoipa::ToSchema;

use crate::error::ApiError;

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Page<T> {
    /// The items, newest first unless the list says otherwise.
    #[schema(max_items = 500)]
    pub items: Vec<T>,
    /// Give this as `cursor` for the next page. `null` on the last page.
    #[schema(max_length = 2000)]
    pub next_cursor: Option<String>,
    /// The position in the log that the list has read up to. A match itself is
    /// always current; a list may be some milliseconds behind.
    pub as_of_position: u64,
}

/// A game of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameInfo {
    /// Its id.
    pub game: GameId,
    /// As printed on the box.
    #[schema(max_length = 80)]
    pub title: &'static str,
    /// How many can play.
    pub players: PlayerCount,
    /// The edition of our rules. Counts up when a decision comes out otherwise than
    /// before; a match keeps the edition it was opened with.
    pub rules: u16,
    /// The options a host gets by choosing nothing.
    pub default_options: Options,
    /// A JSON Schema of the options, with what each means.
    #[schema(value_type = Object)]
    pub options_schema: serde_json::Value,
    /// Bots that the server plays on request, the weakest first.
    #[schema(max_items = 20)]
    pub bots: &'static [Bot],
    /// Where to read on.
    pub links: GameLinks,
}

/// How many can play.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerCount {
    /// At least.
    #[schema(minimum = 1, maximum = 100)]
    pub min: u8,
    /// At most.
    #[schema(minimum = 1, maximum = 100)]
    pub max: u8,
}

/// Where to read on about a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameLinks {
    /// This game.
    #[serde(rename = "self")]
    #[schema(max_length = 200)]
    pub this: String,
    /// Everything in the box.
    #[schema(max_length = 200)]
    pub components: String,
    /// The rules.
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
    /// Which game.
    pub game: GameId,
    /// The edition.
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
pub struct Sheets {
    /// One for each seat, in seat order.
    pub sheets: BySeat<ScoreSheet>,
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

/// A command that could be played.
#[derive(Debug, Serialize, ToSchema)]
pub struct LegalCommand {
    /// Put this as it stands.
    pub command: Command,
    /// What it would add to your sheet, in points, if the game scored at once and it
    /// were all that happened. Only with `with=gain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<i32>,
}

/// A player to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPlayer {
    /// What others call you.
    #[schema(
        min_length = 1,
        max_length = 80,
        pattern = r"^[^\u0000-\u0020\u007f-\u009f]([^\u0000-\u001f\u007f-\u009f]*[^\u0000-\u0020\u007f-\u009f])?$",
        example = "ann"
    )]
    pub name: String,
    /// What you are.
    pub kind: PlayerKind,
    /// Which version of your program. It is written beside every decision you make.
    #[serde(default)]
    #[schema(
        min_length = 1,
        max_length = 80,
        pattern = r"^[^\u0000-\u0020\u007f-\u009f]([^\u0000-\u001f\u007f-\u009f]*[^\u0000-\u0020\u007f-\u009f])?$"
    )]
    pub version: Option<String>,
}

/// A player.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerInfo {
    /// Their id.
    pub id: PlayerId,
    /// What others call them.
    #[schema(max_length = 80)]
    pub name: String,
    /// What they say they are.
    pub kind: PlayerKind,
    /// Which version of their program, if they told.
    #[schema(max_length = 80)]
    pub version: Option<String>,
    /// When they registered.
    pub registered_at: Timestamp,
}

/// A player and their token.
#[derive(Debug, Serialize, ToSchema)]
pub struct Registered {
    /// The player.
    #[serde(flatten)]
    pub player: PlayerInfo,
    /// Send it as `Authorization: Bearer …`. Shown once: keep it.
    #[schema(max_length = 150)]
    pub token: String,
}

impl NewPlayer {
    /// Refuses what would not fit on a page.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        let fits = |text: &str| {
            let is_plain = !text.chars().any(char::is_control) && text.trim_matches(' ') == text;
            is_plain && (1..=80).contains(&text.chars().count())
        };
        let wrong = |field: &str| ApiError::Malformed {
            code: "malformed_body",
            detail: format!("{field} is 1 to 80 printable characters"),
            pointer: Some(format!("/{field}")),
        };
        if !fits(&self.name) {
            return Err(wrong("name"));
        }
        match &self.version {
            Some(version) if !fits(version) => Err(wrong("version")),
            Some(_) | None => Ok(()),
        }
    }
}

/// A match to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenMatch {
    /// Which game.
    pub game: GameId,
    /// Its options; what is left out has its default.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub options: Option<Box<RawValue>>,
    /// Who sits where: a list, clockwise, or a number of seats that are all yours.
    /// The match starts by itself as soon as every seat is taken.
    pub seats: SeatsWanted,
    /// 64 lower-case hexadecimal digits that all chance is derived from. Matches
    /// with one seed and one set of options are dealt alike. Such a match is marked
    /// `seed_known`. Leave it out and the server draws one and tells it at the end.
    #[serde(default)]
    #[schema(min_length = 64, max_length = 64, pattern = "^[0-9a-f]{64}$")]
    pub seed: Option<domain::Seed>,
    /// Nothing is hidden from anyone.
    #[serde(default)]
    pub open_hands: bool,
    /// Only its players and holders of its watch token see it, even when finished.
    #[serde(default)]
    pub private: bool,
}

/// Who sits where.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SeatsWanted {
    /// So many seats, all yours.
    Count(SeatCount),
    /// Seat by seat.
    Each(SeatList),
}

/// Read by hand, because an untagged union cannot say what is wrong with its content.
impl<'de> Deserialize<'de> for SeatsWanted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SeatsWanted, D::Error> {
        let given = serde_json::Value::deserialize(deserializer)?;
        let read = if given.is_number() {
            serde_json::from_value(given).map(SeatsWanted::Count)
        } else {
            serde_json::from_value(given).map(SeatsWanted::Each)
        };
        read.map_err(D::Error::custom)
    }
}

/// So many seats, all yours.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(minimum = 1, maximum = 100)]
pub struct SeatCount(pub u8);

/// Seat by seat, clockwise.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_items = 1, max_items = 100)]
pub struct SeatList(pub Vec<SeatWanted>);

/// Whom the host wants on a seat.
// Braces, because serde lets a plain variant have unknown fields.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatWanted {
    /// You. One caller may hold several seats.
    Me {},
    /// Anyone who joins.
    Open {},
    /// This player, who must join.
    Player {
        /// Who.
        player: PlayerId,
    },
    /// A bot that the server plays.
    Bot {
        /// Which.
        bot: Bot,
    },
}

/// A seat of a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatInfo {
    /// Which.
    pub seat: Seat,
    /// Whom the host wants there. Only before the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Who sits there.
    pub occupant: Option<Occupant>,
    /// How many decisions it has made. The next one has this number.
    pub decisions: u32,
}

/// A match as it stands.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchInfo {
    /// Its id.
    pub id: MatchId,
    /// How far it has come.
    pub status: Status,
    /// How many events have happened.
    pub version: u32,
    /// The game and its options.
    pub options: Options,
    /// The edition of the rules that decides.
    pub rules: u16,
    /// The seats, clockwise.
    #[schema(max_items = 100)]
    pub seats: Vec<SeatInfo>,
    /// The seats that owe a decision.
    pub to_act: Seats,
    /// Who opened the match.
    pub host: PlayerId,
    /// SHA-256 of the component file, in hexadecimal.
    #[schema(max_length = 64)]
    pub components: String,
    /// `SHA-256("cartulary seed 1", seed)` in hexadecimal: binds the server to the
    /// seed, which is told when the match ends.
    #[schema(max_length = 64)]
    pub seed_commitment: String,
    /// The host chose the seed and knows it.
    pub seed_known: bool,
    /// Nothing is hidden from anyone.
    pub open_hands: bool,
    /// Only its players and holders of its watch token see it.
    pub private: bool,
    /// Where to go on.
    pub links: MatchLinks,
}

/// Where to go on from a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchLinks {
    /// This match.
    #[serde(rename = "self")]
    #[schema(max_length = 200)]
    pub this: String,
    /// What you may see.
    #[schema(max_length = 200)]
    pub view: String,
    /// What happened.
    #[schema(max_length = 200)]
    pub events: String,
    /// The record.
    #[schema(max_length = 200)]
    pub record: String,
}

/// The right to one seat.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatToken {
    /// Which.
    pub seat: Seat,
    /// Good for this seat only, as long as you sit there: give it to a bot that
    /// shall play no other.
    #[schema(max_length = 150)]
    pub token: String,
}

/// A match just opened.
#[derive(Debug, Serialize, ToSchema)]
pub struct Opened {
    /// The match.
    #[serde(rename = "match")]
    pub opened: MatchInfo,
    /// A token for each seat that is yours.
    #[schema(max_items = 100)]
    pub seat_tokens: Vec<SeatToken>,
    /// The right to look at the match, if it is private.
    #[schema(max_length = 150)]
    pub watch_token: Option<String>,
}

/// Which seat you want.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinMatch {
    /// The seat. Left out: the first that is free for you.
    #[serde(default)]
    pub seat: Option<Seat>,
}

/// A seat just taken.
#[derive(Debug, Serialize, ToSchema)]
pub struct Joined {
    /// The match.
    #[serde(rename = "match")]
    pub joined: MatchInfo,
    /// Your seat, and its token.
    #[serde(flatten)]
    pub seat: SeatToken,
}

/// What one viewer may know of a match at one step.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchView {
    /// The match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The step: how many events had happened.
    pub step: u32,
    /// The table. `null` before the start.
    pub view: Option<View>,
}

/// A decision that a seat owes.
#[derive(Debug, Serialize, ToSchema)]
pub struct Owed {
    /// Its number: put your command to `links.put`.
    pub decision: u32,
    /// How many commands are legal.
    pub legal_count: u32,
    /// Where to go on.
    pub links: OwedLinks,
}

/// Where to go on from a decision owed.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwedLinks {
    /// `PUT` the command here.
    #[schema(max_length = 200)]
    pub put: String,
    /// The legal commands.
    #[schema(max_length = 200)]
    pub legal: String,
}

/// A decision that a seat owes, with all that is needed to make it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Due {
    /// The match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The seat.
    pub seat: Seat,
    /// How many events have happened.
    pub version: u32,
    /// Since when the seat owes it.
    pub offered_at: Option<Timestamp>,
    /// What is owed.
    #[serde(flatten)]
    pub owed: Owed,
    /// What the seat may know.
    pub view: View,
    /// Legal commands: all, unless you asked for fewer.
    #[schema(max_items = 5000)]
    pub legal: Vec<LegalCommand>,
}

/// Something that happened in a match. One body for answers, history and streams.
#[derive(Debug, Serialize, ToSchema)]
pub struct Happened {
    /// The step this led to: its place in the match, counted from one.
    #[schema(minimum = 1)]
    pub step: u32,
    /// When it became durable.
    pub recorded_at: Timestamp,
    /// What happened, as far as you may know.
    pub event: MatchEvent,
}

/// Events, in order.
#[derive(Debug, Serialize, ToSchema)]
pub struct Events {
    /// The events after step `from`.
    #[schema(max_items = 5000)]
    pub items: Vec<Happened>,
    /// Give this as `from` to go on.
    pub next_from: u32,
    /// How many events have happened in the match.
    pub version: u32,
    /// Whether the match is over: nothing will follow.
    pub over: bool,
}

/// What a decision came to.
#[derive(Debug, Serialize, ToSchema)]
pub struct Made {
    /// The match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The seat that decided.
    pub seat: Seat,
    /// Which decision it was.
    pub decision: u32,
    /// How many events have happened.
    pub version: u32,
    /// What happened because of it, as far as the seat may know.
    #[schema(max_items = 5000)]
    pub events: Vec<Happened>,
    /// What it added to the seat's sheet, in points, as if the game had scored at once.
    pub gain: i32,
    /// What the seat owes next, if anything now.
    pub next: Option<Owed>,
    /// Whether the match is over.
    pub over: bool,
}

/// What a decision would come to.
#[derive(Debug, Serialize, ToSchema)]
pub struct Tried {
    /// Whether it would be accepted: always, or this were a problem.
    pub legal: bool,
    /// What it would add to the seat's sheet, in points, if the game scored at once.
    pub gain: i32,
}

/// What a put comes to: made, or only tried.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum PutAnswer {
    /// It was made.
    Made(Made),
    /// It was only tried (`dry_run=true`): nothing was written.
    Tried(Tried),
}

/// A match after one of its events.
#[derive(Debug, Serialize, ToSchema)]
pub struct Step {
    /// The match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// Which step: how many events had happened.
    pub step: u32,
    /// What led here. `null` at step 0.
    pub happened: Option<Happened>,
    /// The table. `null` before the start.
    pub view: Option<View>,
}

/// Score sheets at a step.
#[derive(Debug, Serialize, ToSchema)]
pub struct StepScore {
    /// Which step.
    pub step: u32,
    /// One for each seat, as far as you may see. `null` before the start.
    pub sheets: Option<BySeat<ScoreSheet>>,
}

/// One operation of a JSON patch (RFC 6902).
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct PatchOperation {
    /// What to do.
    #[schema(max_length = 10, example = "replace")]
    pub op: String,
    /// Where, as a JSON pointer.
    #[schema(max_length = 500)]
    pub path: String,
    /// With what. Not for `remove`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
}

/// How a match came out.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchResults {
    /// The match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The game and its options.
    pub options: Options,
    /// Who played.
    pub occupants: BySeat<Occupant>,
    /// Who finished where, with score sheets.
    pub standings: BySeat<Standing>,
}

/// What checking a match found.
#[derive(Debug, Serialize, ToSchema)]
pub struct Verified {
    /// The match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// What was found.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// The name of one of our enum's values on the wire.
pub(crate) fn name(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).expect("an enum's name is JSON");
    value
        .as_str()
        .expect("a plain enum is written as text")
        .to_owned()
}
