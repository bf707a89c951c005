//! One deal, and everybody who played it.

use domain::GameId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    asking::Moment,
    counting::Axis,
    deal::DealId,
    game::DEAL,
    question::{Filter, Slice, Unanswerable},
    selecting::{Marks, Rows, Selection},
    summary::float,
};
use crate::{
    id::{MatchId, Position},
    projections::lobby::Visibility,
};

/// All plays of one deal from its beginning: forks are none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Deal {
    /// Which.
    pub deal: DealId,
    /// The game.
    pub game: GameId,
    /// How many matches of it are over.
    pub matches: u64,
    /// Every seat of these, in the order the matches ended.
    #[schema(max_items = 100000)]
    pub plays: Vec<Play>,
    /// Up to which position of the log matches were counted.
    pub as_of_position: Position,
}

/// One seat of a match of the deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = DealPlay)]
pub struct Play {
    /// The match.
    pub r#match: MatchId,
    /// The seat.
    #[schema(minimum = 0, maximum = 99)]
    pub seat: i32,
    /// Who sat there.
    #[schema(max_length = 80)]
    pub player: String,
    /// The final score.
    pub final_score: i32,
    /// The rank in the match.
    #[schema(minimum = 1, maximum = 100)]
    pub rank: i32,
    /// Of all plays of the deal from any seat, the percentage that scored less, with
    /// half of those that scored the same.
    #[schema(minimum = 0, maximum = 100)]
    pub percentile: f64,
    /// The same among the plays from this seat.
    #[schema(minimum = 0, maximum = 100)]
    pub percentile_of_seat: f64,
}

impl Moment<'_> {
    /// The plays of a deal of this game; none if nobody played it.
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
        let any = ["rules", "server_made"].map(Filter::is_known);
        let filters = any.into_iter().chain([is_it]).collect();
        let slice = Slice {
            game,
            filters,
            with_private,
        };
        let mut plays = self.plays(&slice)?;
        let scores: Vec<(i32, i32)> = plays
            .iter()
            .map(|play| (play.seat, play.final_score))
            .collect();
        for play in &mut plays {
            let all = scores.iter().map(|(_, score)| *score);
            play.percentile = percentile(all, play.final_score);
            let of_seat = scores.iter().filter(|(seat, _)| *seat == play.seat);
            play.percentile_of_seat =
                percentile(of_seat.map(|(_, score)| *score), play.final_score);
        }
        let mut matches: Vec<MatchId> = plays.iter().map(|play| play.r#match).collect();
        matches.dedup();
        Ok((!plays.is_empty()).then(|| Deal {
            deal,
            game,
            matches: u64::try_from(matches.len()).expect("few"),
            plays,
            as_of_position: self.as_of_position,
        }))
    }

    fn plays(&self, slice: &Slice) -> Result<Vec<Play>, Unanswerable> {
        let selection = Selection::of(slice, self.facts)?;
        let mut marks = Marks::default();
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
                plays.push(Play {
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

/// The percentage of scores below this one, with half of those equal to it.
#[expect(clippy::float_arithmetic, reason = "a percentage is no integer")]
fn percentile(scores: impl Iterator<Item = i32>, score: i32) -> f64 {
    let (mut n, mut below, mut equal) = (0, 0, 0);
    for other in scores {
        n += 1;
        below += u64::from(other < score);
        equal += u64::from(other == score);
    }
    100.0 * (float(below) + float(equal) / 2.0) / float(n)
}
