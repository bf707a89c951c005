//! What batches ask of those who count their matches.

use std::fmt;

use domain::{GameId, bots::Bot};
use store_log::{BatchId, MatchId, checkpoint::Moves};

/// One win index in parts, so that sums are the same in any order: every share of a win
/// that the games know is a whole number of them.
pub const WIN_INDEX_PARTS: i64 = 720_720;

/// One seat of a match of a batch that is over and was counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatOfBatch {
    /// The match.
    pub id: MatchId,
    /// The bot that sat there, if this program knows it.
    pub bot: Option<Bot>,
    /// Its final score, in points.
    pub final_score: i32,
    /// Its win index, in parts of one: [`WIN_INDEX_PARTS`] of them.
    pub win_index_parts: i64,
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
