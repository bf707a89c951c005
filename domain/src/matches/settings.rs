//! What a host may settle beyond the game, the seats and who sees the match.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What was settled beyond the game and its seats. Everybody who may see the match may
/// know all of it. What is absent was not settled; records written before a field was
/// added lack it, too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = MatchSettings)]
pub struct Settings {
    /// What the host laid out by hand instead of having it drawn, if anything. Of what
    /// was laid out there is no commitment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arranged: Option<Arranged>,
    /// The time each seat has to think. Without it nobody's time runs out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// How many milliseconds what several seats decide at once is held after the first of
    /// them has decided, from 0 to 60,000: then those who have decided wait no longer. In
    /// Big Monster from rules 2, where passes are held, 500 if it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 60_000)]
    pub window_ms: Option<u16>,
    /// What happens to a seat whose time ran out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_timeout: Option<OnTimeout>,
    /// What happens when a seat sends an illegal command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_illegal: Option<OnIllegal>,
    /// How many refused tries a seat has for one decision before the server decides for
    /// it, where `on_illegal` is `limit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    pub tries_limit: Option<u32>,
    /// How much seats are told about which commands are legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Legal>,
    /// Notes that seats write beside their decisions are shown to everybody at once, not
    /// only after the end.
    #[serde(default, skip_serializing_if = "is_false")]
    pub notes_open: bool,
    /// The deal is played more than once, so the seed stays sealed when this match ends.
    #[serde(default, skip_serializing_if = "is_false")]
    pub deal_closed: bool,
    /// After how many milliseconds without a decision the match is ended as abandoned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abandon_after_ms: Option<u64>,
    /// By how many steps spectators see the match later than its players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spectator_delay: Option<u32>,
    /// The match that this one is the rematch of: `m_` and 32 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 34, max_length = 34, pattern = "^m_[0-9a-f]{32}$")]
    pub rematch_of: Option<String>,
    /// The tournament it belongs to: `t_` and 32 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 34, max_length = 34, pattern = "^t_[0-9a-f]{32}$")]
    pub tournament: Option<String>,
}

/// What the host laid out by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arranged {
    /// How the table was set up before the first decision.
    Setup,
    /// The whole table, in the middle of play.
    State,
}

/// The time a seat has to think, in milliseconds. What is absent is not limited or
/// not given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clock {
    /// The most that one decision may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_decision_ms: Option<u64>,
    /// The most that all decisions of a seat may take together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_match_ms: Option<u64>,
    /// What a seat gains with each decision it makes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
    /// What a seat may draw on once the time of a decision is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserve_ms: Option<u64>,
}

/// What happens to a seat whose time ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnTimeout {
    /// It is out of the match; the server decides for it from then on.
    Forfeit,
    /// The server takes the decision that changes least.
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
    /// It is refused, as often as it is sent.
    Refuse,
    /// It is refused until `tries_limit` is reached; then the server decides.
    Limit,
}

/// How much seats are told about which commands are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Legal {
    /// Seats are told nothing: they must know the rules.
    None,
    /// Seats are told how many commands are legal.
    Count,
    /// Seats are told every legal command.
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
}
