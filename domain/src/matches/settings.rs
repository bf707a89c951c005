//! What a host may settle beyond the game, the seats and who sees the match.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Settings beyond the game and its seats. Everybody who may see the match may know all of them. A
/// setting that is absent was not made; records written before a field was added lack it, too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = MatchSettings)]
pub struct Settings {
    /// The parts of the table that the host arranged instead of having them drawn, if any. There is
    /// no commitment to these parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arranged: Option<Arranged>,
    /// The time that each seat has to think. It runs from the moment at which a decision falls due,
    /// for each seat by itself, and stops while the server is down. Bots of the server and seats
    /// that have forfeited have no clock. Without a clock, time is unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// How many milliseconds a decision that several seats make simultaneously is held after the
    /// first of them has decided, from 0 to 60,000; after that, those who have decided wait no
    /// longer. In Big Monster from edition 2 of the rules, where passes are held, 500 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 60_000)]
    pub window_ms: Option<u16>,
    /// What happens to a seat whose time, or whose tries, are used up. `default` if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_timeout: Option<OnTimeout>,
    /// What happens when a seat sends an illegal command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_illegal: Option<OnIllegal>,
    /// How many tries that the rules refuse a seat has for one decision, if `on_illegal` is `limit`.
    /// One more has the consequence of a time-out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    pub tries_limit: Option<u32>,
    /// How much the seats are told about which commands are legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Legal>,
    /// Whether the notes that seats write with their decisions are shown to everybody at once, and
    /// not only after the end.
    #[serde(default, skip_serializing_if = "is_false")]
    pub notes_open: bool,
    /// Whether the deal is played more than once, so that the seed stays sealed when this match
    /// ends.
    #[serde(default, skip_serializing_if = "is_false")]
    pub deal_closed: bool,
    /// The milliseconds without any event after which a running match is ended as abandoned. They
    /// stop while the server is down. Without it, as in older records, a match waits for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abandon_after_ms: Option<u64>,
    /// How many steps spectators are behind the players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spectator_delay: Option<u32>,
    /// The match that this is a rematch of: `m_` and 32 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 34, max_length = 34, pattern = "^m_[0-9a-f]{32}$")]
    pub rematch_of: Option<String>,
    /// The tournament that it belongs to: `t_` and 32 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 34, max_length = 34, pattern = "^t_[0-9a-f]{32}$")]
    pub tournament: Option<String>,
}

/// The parts of the table that the host arranged by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arranged {
    /// How the table was set up before the first decision.
    Setup,
    /// The whole table, in the middle of play.
    State,
}

/// The time that a seat has to think, in milliseconds. A field that is absent sets no limit or
/// gives no time.
///
/// Where both limits are set, the one that is reached first counts. Time that was spent on a
/// question which another seat closed is given back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clock {
    /// The most time for one decision; beyond it the reserve runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_decision_ms: Option<u64>,
    /// The most time for all decisions of a seat together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_match_ms: Option<u64>,
    /// The time that a seat gains, for the match, with each decision that it makes itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
    /// The reserve that a seat may use, in the whole match, once the time of a decision is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserve_ms: Option<u64>,
}

/// What happens to a seat whose time ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnTimeout {
    /// It forfeits the match: the defaults of the rules are played for it to the end, and it is
    /// last.
    Forfeit,
    /// The default that the rules of the game name for the decision is played this once.
    Default,
    /// The server's bot `random` decides this once.
    Random,
    /// The server's bot `greedy` decides this once.
    Greedy,
}

/// What happens when a seat sends an illegal command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnIllegal {
    /// It is refused, however often it is sent.
    Refuse,
    /// It is refused as often as `tries_limit` says; one try more has the consequence of a time-out.
    Limit,
}

/// How much the seats are told about which commands are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Legal {
    /// Seats get no legal commands: they must know the rules.
    None,
    /// Seats get the number of legal commands.
    Count,
    /// Seats get every legal command.
    Full,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks with a reference"
)]
pub(super) const fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Settings {
    /// Whether a seat whose time ran out is out of the match.
    pub fn forfeits(&self) -> bool {
        self.on_timeout == Some(OnTimeout::Forfeit)
    }

    /// How many tries that the rules refuse a seat has for one decision, if they are limited.
    pub fn tries_allowed(&self) -> Option<u32> {
        self.tries_limit
            .filter(|_| self.on_illegal == Some(OnIllegal::Limit))
    }
}
