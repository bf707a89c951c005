//! Opening and joining a match, on the wire.

use domain::bots::Bot;
use domain::matches::{Arrangement, PlayerId};
use domain::{GameId, Seat, Seed};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::MatchInfo;

/// A match to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenMatch {
    /// The game to play.
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
    pub seed: Option<Seed>,
    /// A table that you arranged: how it is set up, or all of it, in the middle of play.
    /// It has everything that the box has, each as often, and withholds nothing; `options`
    /// and the number of seats are its own. Others see of it what they see of any table.
    /// Chance that is still to come is drawn from the seed. Such a match is marked
    /// `arranged` for ever and never rated.
    #[serde(default)]
    #[schema(value_type = Option<Arrangement>)]
    pub arranged: Option<Box<RawValue>>,
    /// Nothing is hidden from anyone.
    #[serde(default)]
    pub open_hands: bool,
    /// Only its players and holders of its watch token see it, even when finished.
    #[serde(default)]
    pub private: bool,
    /// Big Monster: how many milliseconds a pass is held after the first of a turn, until
    /// all have passed; then a drawn order takes the ships. From 0, which holds nothing, to
    /// 60,000; left out: 500.
    #[serde(default)]
    #[schema(maximum = 60_000)]
    pub window_ms: Option<u16>,
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
        /// The player who is to sit there.
        player: PlayerId,
    },
    /// A bot that the server plays.
    Bot {
        /// The bot that is to play.
        bot: Bot,
    },
}

/// The right to one seat.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatToken {
    /// The seat that the token is for.
    pub seat: Seat,
    /// Good for this seat only, as long as you sit there: give it to a bot that
    /// shall play no other.
    #[schema(max_length = 150)]
    pub token: String,
}

/// A match just opened.
#[derive(Debug, Serialize, ToSchema)]
pub struct Opened {
    /// The match that was opened.
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
    /// The match you joined.
    #[serde(rename = "match")]
    pub joined: MatchInfo,
    /// Your seat, and its token.
    #[serde(flatten)]
    pub seat: SeatToken,
}
