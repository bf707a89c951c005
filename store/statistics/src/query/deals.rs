//! One deal, and everybody who played it.

use std::collections::BTreeMap;

use domain::{GameId, cast};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    columns::rows::Rows,
    estimate::summary::float,
    facts::game::DEAL,
    query::{
        facts_at::FactsAt,
        filter::{Bitmap, RowFilter},
        group_by::Axis,
        question::{Filter, Slice, Unanswerable},
    },
};
use store_log::{
    DealId,
    id::{MatchId, Position},
};
use store_play::projections::lobby::Visibility;

/// More plays of a deal are counted, but not listed.
pub const PLAYS: usize = 100_000;

/// All plays of one deal from its beginning on this server; forks and imported matches are not
/// included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Deal {
    /// The id of the deal.
    pub deal: DealId,
    /// The game of the deal.
    pub game: GameId,
    /// How many matches of this deal are over.
    pub matches: u64,
    /// The seats of these matches, in the order the matches ended; at most the first 100,000.
    #[schema(max_items = 100000)]
    pub plays: Vec<DealPlay>,
    /// The position of the log up to which matches were counted.
    pub as_of_position: Position,
}

/// One seat of a match of the deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DealPlay {
    /// The id of the match.
    pub r#match: MatchId,
    /// The seat that was played, counted from 0.
    #[schema(minimum = 0, maximum = 99)]
    pub seat: i32,
    /// The player or bot on this seat.
    #[schema(max_length = 80)]
    pub player: String,
    /// The final score, in points.
    pub final_score: i32,
    /// The rank in the match, counted from one.
    #[schema(minimum = 1, maximum = 100)]
    pub rank: i32,
    /// Among all plays of the deal from any seat: the percentage that scored less, plus half of
    /// those that scored the same. From 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    pub percentile: f64,
    /// The same percentage among the plays from this seat.
    #[schema(minimum = 0, maximum = 100)]
    pub percentile_of_seat: f64,
}

impl FactsAt<'_> {
    /// The plays of a deal of this game; none if the deal was never played.
    pub(crate) fn deal(
        &self,
        game: GameId,
        deal: DealId,
        with_private: Visibility,
    ) -> Result<Option<Deal>, Unanswerable> {
        if self.facts.deals.known(&deal).is_none() {
            return Ok(None);
        }
        let is_it = Filter::is_in(DEAL, &[&deal.to_string()]);
        let any = ["deal_closed", "foreknown", "rules", "server_made"].map(Filter::is_known);
        let filters = any.into_iter().chain([is_it]).collect();
        let slice = Slice {
            game,
            filters,
            with_private,
            still_closed: Vec::new(),
        };
        let mut plays = self.plays(&slice)?;
        let all = Scores::of(plays.iter().map(|play| play.final_score));
        let mut of_seats: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
        for play in &plays {
            of_seats
                .entry(play.seat)
                .or_default()
                .push(play.final_score);
        }
        let of_seats: BTreeMap<i32, Scores> = of_seats
            .into_iter()
            .map(|(seat, scores)| (seat, Scores::of(scores.into_iter())))
            .collect();
        for play in &mut plays {
            play.percentile = all.percentile(play.final_score);
            play.percentile_of_seat = of_seats[&play.seat].percentile(play.final_score);
        }
        let mut matches: Vec<MatchId> = plays.iter().map(|play| play.r#match).collect();
        matches.dedup();
        Ok((!plays.is_empty()).then(|| Deal {
            deal,
            game,
            matches: cast::<u64>(matches.len()),
            plays: plays.into_iter().take(PLAYS).collect(),
            as_of_position: self.as_of_position,
        }))
    }

    fn plays(&self, slice: &Slice) -> Result<Vec<DealPlay>, Unanswerable> {
        let selection = RowFilter::of(slice, self.facts)?;
        let mut marks = Bitmap::default();
        let mut plays = Vec::new();
        let columns = ["seat", "player", "final_score", "rank"];
        let columns = columns.map(|id| Axis::of(id, self.facts).column());
        for chunk in self.facts.chunks() {
            let picked = selection.rows(chunk, &mut marks);
            if let Rows::None = picked {
                continue;
            }
            let [seat, player, final_score, rank] = columns.map(|column| chunk.values(column));
            let ids = chunk.match_of_rows();
            for (row, id) in ids.enumerate().filter(|(row, _)| picked.contain(*row)) {
                plays.push(DealPlay {
                    r#match: id,
                    seat: seat[row],
                    player: self.word("player", player[row]).unwrap_or_default(),
                    final_score: final_score[row],
                    rank: rank[row],
                    percentile: 0.0,
                    percentile_of_seat: 0.0,
                });
            }
        }
        Ok(plays)
    }
}

/// Scores, the least first.
struct Scores(Vec<i32>);

impl Scores {
    fn of(scores: impl Iterator<Item = i32>) -> Scores {
        let mut scores: Vec<i32> = scores.collect();
        scores.sort_unstable();
        Scores(scores)
    }

    /// The percentage of scores below this one, with half of those equal to it.
    #[expect(clippy::float_arithmetic, reason = "a percentage is no integer")]
    fn percentile(&self, score: i32) -> f64 {
        let float = |count: usize| float(cast::<u64>(count));
        let below = self.0.partition_point(|&other| other < score);
        let up_to = self.0.partition_point(|&other| other <= score);
        100.0 * f64::midpoint(float(below), float(up_to)) / float(self.0.len())
    }
}
