//! Forking and importing a match, on the wire.

use domain::{Seat, Seed, matches::Chance};
use serde::{Deserialize, Serialize};
use store::Verdict;
use utoipa::ToSchema;

use super::{MatchInfo, SeatsWanted};

/// A match to be taken from another.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ForkMatch {
    /// The step after which it is taken: one that the manifest calls `settled`.
    #[schema(minimum = 1)]
    pub step: u32,
    /// Who sits where: a list, clockwise, or the number of seats, all yours. As many
    /// as there are. Play goes on as soon as every seat is taken.
    pub seats: SeatsWanted,
    /// What becomes of chance. `keep`: the same decisions see the same cards come; for
    /// matches that are over and for no others. `redraw`: everything you cannot see is
    /// drawn anew.
    pub chance: Chance,
    /// With `redraw`: through the eyes of this seat, which must be yours while the
    /// match runs. Left out: your own first seat, else what anybody may see; once the
    /// match is over, everything but what is face down to all.
    #[serde(default)]
    pub viewer: Option<Seat>,
    /// With `redraw`: 64 lower-case hexadecimal digits that all chance is derived from.
    /// The same digits give the same samples.
    #[serde(default)]
    #[schema(min_length = 64, max_length = 64, pattern = "^[0-9a-f]{64}$")]
    pub seed: Option<Seed>,
    /// Nothing is hidden from anyone.
    #[serde(default)]
    pub open_hands: bool,
    /// Only its players and holders of its watch token see it. A fork of a match that
    /// is private, or runs with hidden hands, always is.
    #[serde(default)]
    pub private: bool,
}

/// A match taken in.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportedMatch {
    /// The match that was imported.
    #[serde(rename = "match")]
    pub imported: MatchInfo,
    /// What checking its record found.
    pub verdict: Verdict,
}
