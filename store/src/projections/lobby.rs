//! The lobby: every match with who sits where, the newest first.

use domain::{
    BySeat, GameId, Options,
    matches::{Occupant, Place, PlayerId},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    error::StoreError,
    id::{MatchId, Position, Version},
    projection::Page,
    time::Timestamp,
};

/// How far a match has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Seats are being taken.
    Open,
    /// Decisions are being made.
    Running,
    /// It is over.
    Finished,
}

/// A match in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LobbyRow {
    /// Which match.
    pub id: MatchId,
    /// The game.
    pub game: GameId,
    /// The game and its options.
    pub options: Options,
    /// Who opened it.
    pub host: PlayerId,
    /// How far it has come.
    pub status: Status,
    /// Who may sit where.
    pub places: BySeat<Place>,
    /// Who sits where.
    pub seated: BySeat<Option<Occupant>>,
    /// How many events there are.
    pub version: Version,
    /// When it was opened.
    pub created_at: Timestamp,
    /// When something last happened.
    pub updated_at: Timestamp,
    /// Nothing is hidden from anyone.
    pub open_hands: bool,
    /// Only its players and holders of its watch token see it.
    pub private: bool,
}

/// Which matches are asked for. Empty: all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LobbyFilter {
    /// Of this game.
    pub game: Option<GameId>,
    /// That have come so far.
    pub status: Option<Status>,
    /// In which this player sits, or which they opened.
    pub player: Option<PlayerId>,
    /// Also those that are private.
    pub with_private: Visibility,
}

/// Whether private matches are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// Public matches only.
    #[default]
    Public,
    /// All matches.
    All,
}

/// The list of matches.
#[derive(Clone, Debug)]
pub struct Lobby {}

impl Lobby {
    /// At most `limit` matches, the newest first, behind a page's `next`.
    ///
    /// # Errors
    ///
    /// If the list cannot be read.
    pub fn list(
        &self,
        filter: &LobbyFilter,
        after: Option<Position>,
        limit: usize,
    ) -> Result<Page<LobbyRow>, StoreError> {
        let _ = (filter, after, limit);
        Err(StoreError::Stopped)
    }

    /// One match.
    ///
    /// # Errors
    ///
    /// If the list cannot be read.
    pub fn get(&self, id: MatchId) -> Result<Option<LobbyRow>, StoreError> {
        let _ = id;
        Err(StoreError::Stopped)
    }

    /// Waits until the list has read the log up to a position.
    pub async fn at_least(&self, position: Position) {
        let _ = position;
    }
}
