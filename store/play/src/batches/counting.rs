//! What batches ask of those who count their matches.

use std::fmt;

use domain::GameId;
use store_log::{BatchId, MatchId, checkpoint::Moves};

use super::Contestant;

/// One win index in parts, so that sums are the same in any order: every share of a win
/// that the games know is a whole number of them.
pub const WIN_INDEX_PARTS: i64 = 720_720;

/// One seat of a match of a batch that is over and was counted.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatOfBatch {
    /// The match.
    pub id: MatchId,
    /// Who sat there, unless that is a bot this program does not know.
    pub who: Option<Contestant>,
    /// Its final score, in points.
    pub final_score: i32,
    /// Its win index, in parts of one: [`WIN_INDEX_PARTS`] of them.
    pub win_index_parts: i64,
    /// Whether the server decided in its stead, or some seat of the match has forfeited it.
    pub server_made: bool,
}

/// Someone who counts the matches that are over.
pub trait Counting: fmt::Debug + Send + Sync + 'static {
    /// The seats of a batch that were counted after the first `seen` matches of the game,
    /// match by match, and how many matches there are now.
    fn seats_of_batch(
        &self,
        game: GameId,
        batch: BatchId,
        seen: usize,
    ) -> (Vec<SeatOfBatch>, usize);

    /// Up to where in the log matches are counted, and each move of that.
    fn moves(&self) -> Moves;
}
