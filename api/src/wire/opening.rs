//! Opening and joining a match, on the wire.

use domain::bots::Bot;
use domain::matches::{Arrangement, Clock, Legal, OnIllegal, OnTimeout, PlayerId, Settings};
use domain::{GameId, Seat, Seed};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::{ForkMatch, MatchInfo, PlanBatch, PlanTournament};

/// A match to open.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenMatch {
    /// The game to play.
    pub game: GameId,
    /// The options of the game; each option that is left out has its default.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub options: Option<Box<RawValue>>,
    /// Who takes which seat: a list, clockwise, or a number of seats that are all yours. The match
    /// starts by itself as soon as every seat is taken.
    pub seats: SeatsWanted,
    /// 64 lower-case hexadecimal digits that all chance is derived from. Matches with the same seed
    /// and the same options are dealt alike. Such a match is marked `seed_known`. If you leave it
    /// out, the server draws a seed and reveals it at the end.
    #[serde(default)]
    #[schema(min_length = 64, max_length = 64, pattern = "^[0-9a-f]{64}$")]
    pub seed: Option<Seed>,
    /// A table that you arranged: its set-up, or the whole table in the middle of play. It contains
    /// everything in the box, each item as often as the box does, and withholds nothing; `options`
    /// and the number of seats are its own. Others see as much of it as of any table. Chance that
    /// is still to come is drawn from the seed. Such a match is permanently marked `arranged` and
    /// never rated.
    #[serde(default)]
    #[schema(value_type = Option<Arrangement>)]
    pub arranged: Option<Box<RawValue>>,
    /// Whether nothing is hidden from anyone.
    #[serde(default)]
    pub open_hands: bool,
    /// Whether only its players and holders of its watch token may see it, even when it is
    /// finished.
    #[serde(default)]
    pub private: bool,
    /// Big Monster: for how many milliseconds after the first pass of a turn passes are held,
    /// unless all have passed before; then ships are assigned in an order drawn at random. From 0,
    /// which holds nothing, to 60,000. Default: 500.
    #[serde(default)]
    #[schema(maximum = 60_000)]
    pub window_ms: Option<u16>,
    /// How much the seats are told about which commands are legal while the match runs: every
    /// command (`full`, the default), only how many there are (`count`), or nothing (`none`), for
    /// players that shall know the rules by themselves. Lists, numbers, masks and appraisals are
    /// then refused with 403 `legal_withheld` or left out; action ids can still be put. Whoever
    /// writes the same position down is told all the same: `POST /v1/games/{game}/legal` knows no
    /// match, nor does a fork inherit this.
    #[serde(default)]
    pub legal: Option<Legal>,
    /// How many steps everybody who holds no seat is behind while the match runs, from 1 to
    /// 10,000: views, events, streams, pages and pictures are those of a match that has come so
    /// much less far, and what one request caused is shown together. The start is shown at once,
    /// and so is everything when the match is over. The list of matches tells nothing of how far
    /// such a match has come. Default: nobody is behind.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 10_000)]
    pub spectator_delay: Option<u32>,
    /// The time that each seat has to think, with `per_decision_ms`, `per_match_ms` or both. Each
    /// at most a year. `increment_ms` needs `per_match_ms`, `reserve_ms` needs `per_decision_ms`.
    /// Default: unlimited.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// What happens to a seat whose time, or whose tries, are used up. It needs `clock` or
    /// `on_illegal: limit`. Default: `default`.
    #[serde(default)]
    pub on_timeout: Option<OnTimeout>,
    /// What happens when a seat sends a command that the rules refuse. What another seat caused
    /// (`overtaken`, `decision_not_due`, `ship_taken`) is never counted. Default: `refuse`.
    #[serde(default)]
    pub on_illegal: Option<OnIllegal>,
    /// With `on_illegal: limit`: how many tries that the rules refuse a seat has for one decision.
    /// One more has the consequence of a time-out.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000)]
    pub tries_limit: Option<u32>,
    /// The milliseconds without any event after which the match, once it runs, is ended as
    /// abandoned, without ranks. From a minute to a year. Default: a week.
    #[serde(default)]
    #[schema(minimum = 60_000, maximum = 31_536_000_000_u64)]
    pub abandon_after_ms: Option<u64>,
    /// Whether the notes that seats write with their decisions are shown to everybody at once, and
    /// not only after the end.
    #[serde(default)]
    pub notes_open: bool,
}

/// The player or bot on each seat so far.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SeatsWanted {
    /// A number of seats, all yours.
    Count(SeatCount),
    /// The wishes of the host, seat by seat.
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

/// A number of seats, all yours.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(minimum = 1, maximum = 100)]
pub struct SeatCount(pub u8);

/// The seats one by one, clockwise.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_items = 1, max_items = 100)]
pub struct SeatList(pub Vec<SeatWanted>);

/// Who may take a seat, as the host wishes.
// Braces, because serde lets a plain variant have unknown fields.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatWanted {
    /// You yourself. One caller may hold several seats.
    Me {},
    /// Open to anyone who joins.
    Open {},
    /// Reserved for this player, who must join.
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

/// The right to play one seat.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatToken {
    /// The seat that the token is for.
    pub seat: Seat,
    /// The token. It is valid for this seat only, as long as you hold the seat: give it to a bot
    /// that shall play no other.
    #[schema(max_length = 150)]
    pub token: String,
}

/// A match that was just opened.
#[derive(Debug, Serialize, ToSchema)]
pub struct Opened {
    /// The match that was opened.
    #[serde(rename = "match")]
    pub opened: MatchInfo,
    /// A token for each of your seats.
    #[schema(max_items = 100)]
    pub seat_tokens: Vec<SeatToken>,
    /// A token to look at the match, if it is private.
    #[schema(max_length = 150)]
    pub watch_token: Option<String>,
}

/// Which seat you want.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinMatch {
    /// The seat that you want. Default: the first one that is free for you.
    #[serde(default)]
    pub seat: Option<Seat>,
}

/// A seat that was just taken.
#[derive(Debug, Serialize, ToSchema)]
pub struct Joined {
    /// The match you joined.
    #[serde(rename = "match")]
    pub joined: MatchInfo,
    /// Your seat, and its token.
    #[serde(flatten)]
    pub seat: SeatToken,
}

/// What the host settles beyond game and seats, as each request that opens matches has it.
macro_rules! settle {
    ($($Request:ty),+) => {$(
        impl $Request {
            /// What the host settles, as it was sent.
            pub(crate) fn settings(&self) -> Settings {
                Settings {
                    window_ms: self.window_ms,
                    clock: self.clock,
                    on_timeout: self.on_timeout,
                    on_illegal: self.on_illegal,
                    tries_limit: self.tries_limit,
                    abandon_after_ms: self.abandon_after_ms,
                    notes_open: self.notes_open,
                    legal: self.legal,
                    spectator_delay: self.spectator_delay,
                    ..Settings::default()
                }
            }
        }
    )+};
}

settle!(OpenMatch, ForkMatch, PlanBatch, PlanTournament);
