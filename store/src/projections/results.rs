//! Results: every finished match with its ranks and totals, the latest first.

use domain::{
    BySeat, GameId, Options,
    matches::{Occupant, PlayerId},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    error::StoreError,
    id::{MatchId, Position, Version},
    projection::Page,
    time::Timestamp,
};

/// Where a seat finished, without its score sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Placing {
    /// Who sat there.
    pub occupant: Occupant,
    /// From one; equal ranks share the place.
    #[schema(minimum = 1, maximum = 100)]
    pub rank: u8,
    /// The final score.
    pub total: i16,
}

/// A finished match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ResultRow {
    /// Which match.
    pub id: MatchId,
    /// The game.
    pub game: GameId,
    /// The game and its options.
    pub options: Options,
    /// Who finished where, by seat.
    pub placings: BySeat<Placing>,
    /// How many events there are.
    pub version: Version,
    /// When it was opened.
    pub created_at: Timestamp,
    /// When it ended.
    pub ended_at: Timestamp,
    /// The host chose the seed and knew it.
    pub seed_known: bool,
    /// Only its players and holders of its watch token see it.
    pub private: bool,
}

/// Which results are asked for. Empty: all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultsFilter {
    /// Of this game.
    pub game: Option<GameId>,
    /// In which this player sat.
    pub player: Option<PlayerId>,
    /// With this many seats.
    pub seats: Option<u8>,
    /// Also those that are private.
    pub with_private: crate::projections::lobby::Visibility,
}

/// The list of finished matches.
#[derive(Clone, Debug)]
pub struct Results {}

impl Results {
    /// At most `limit` results, the latest first, behind a page's `next`.
    ///
    /// # Errors
    ///
    /// If the list cannot be read.
    pub fn list(
        &self,
        filter: &ResultsFilter,
        after: Option<Position>,
        limit: usize,
    ) -> Result<Page<ResultRow>, StoreError> {
        let _ = (filter, after, limit);
        Err(StoreError::Stopped)
    }

    /// Waits until the list has read the log up to a position.
    pub async fn at_least(&self, position: Position) {
        let _ = position;
    }
}
