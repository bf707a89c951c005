//! Forking and importing a match, on the wire.

use domain::{
    Seat, Seed,
    matches::{Chance, Clock, Legal, OnIllegal, OnTimeout},
};
use serde::{Deserialize, Serialize};
use store::Verdict;
use utoipa::ToSchema;

use super::{MatchInfo, SeatsWanted};

/// A fork to be opened from a match.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ForkMatch {
    /// The step after which to fork: one that the manifest calls `settled`.
    #[schema(minimum = 1)]
    pub step: u32,
    /// Who takes which seat: a list, clockwise, or the number of seats, all yours. There must be as
    /// many seats as in the match. Play continues as soon as every seat is taken.
    pub seats: SeatsWanted,
    /// What happens to chance. `keep`: the same decisions are followed by the same cards; only for
    /// matches that are over. `redraw`: everything that you cannot see is drawn anew.
    pub chance: Chance,
    /// With `redraw`: the seat whose view decides what is drawn anew; it must be yours while the
    /// match runs. Default: your own first seat, otherwise what anybody may see; once the match is
    /// over, everything that is not face down to all.
    #[serde(default)]
    pub viewer: Option<Seat>,
    /// With `redraw`: 64 lower-case hexadecimal digits that all chance is derived from.
    /// The same digits give the same samples.
    #[serde(default)]
    #[schema(min_length = 64, max_length = 64, pattern = "^[0-9a-f]{64}$")]
    pub seed: Option<Seed>,
    /// Whether nothing is hidden from anyone.
    #[serde(default)]
    pub open_hands: bool,
    /// Whether only its players and holders of its watch token may see it. A fork of a match that
    /// is private, or that runs with hidden hands, is always private.
    #[serde(default)]
    pub private: bool,
    /// How long passes are held, as when a match is opened. Default: as in the match it is taken from.
    #[serde(default)]
    #[schema(maximum = 60_000)]
    pub window_ms: Option<u16>,
    /// How much the seats are told about which commands are legal while a match runs, as when a
    /// match is opened.
    #[serde(default)]
    pub legal: Option<Legal>,
    /// How many steps everybody who holds no seat is behind while a match runs.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 10_000)]
    pub spectator_delay: Option<u32>,
    /// The time that each seat has to think, as when a match is opened. Default:
    /// unlimited, whatever the match it is taken from has.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// What happens to a seat whose time, or whose tries, are used up. It needs `clock` or
    /// `on_illegal: limit`. Default: `default`.
    #[serde(default)]
    pub on_timeout: Option<OnTimeout>,
    /// What happens when a seat sends a command that the rules refuse. Default: `refuse`.
    #[serde(default)]
    pub on_illegal: Option<OnIllegal>,
    /// With `on_illegal: limit`: how many tries that the rules refuse a seat has for one decision.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000)]
    pub tries_limit: Option<u32>,
    /// The milliseconds without any event after which a match that runs is ended as abandoned. From
    /// a minute to a year. Default: a week.
    #[serde(default)]
    #[schema(minimum = 60_000, maximum = 31_536_000_000_u64)]
    pub abandon_after_ms: Option<u64>,
    /// Whether the notes that seats write with their decisions are shown to everybody at once.
    #[serde(default)]
    pub notes_open: bool,
}

/// The answer to an import of a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportedMatch {
    /// The match that was imported.
    #[serde(rename = "match")]
    pub imported: MatchInfo,
    /// The result of checking its record.
    pub verdict: Verdict,
}
