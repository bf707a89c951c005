//! What the matches of a batch came to, as they are counted.

use domain::GameId;

use crate::{
    Statistics,
    columns::rows::Rows,
    facts::finished::WIN,
    query::{
        facts_at::FactsAt,
        filter::{Bitmap, RowFilter},
        group_by::Axis,
        measure::Reading,
        question::{Filter, Slice, Unanswerable},
    },
};
use store_log::{BatchId, checkpoint::Moves};
use store_play::{
    Visibility,
    batches::{Contestant, Counting, SeatOfBatch},
};

/// The conditions that the matches of a batch meet, whatever the edition of the rules.
/// They were played here: an imported one that names the batch is none of them.
fn slice(game: GameId, batch: BatchId) -> Slice {
    let any = ["deal_closed", "foreknown", "rules", "server_made"].map(Filter::is_known);
    let is_it = Filter::is_in("batch", &[&batch.to_string()]);
    Slice {
        game,
        filters: any.into_iter().chain([is_it]).collect(),
        with_private: Visibility::All,
        still_closed: Vec::new(),
    }
}

impl Counting for Statistics {
    fn seats_of_batch(
        &self,
        game: GameId,
        batch: BatchId,
        seen: usize,
    ) -> (Vec<SeatOfBatch>, usize) {
        let seats = self.moment(game, |at| at.seats_of_batch(game, batch, seen));
        seats.expect("it asks for metrics of every game")
    }

    fn moves(&self) -> Moves {
        Statistics::moves(self)
    }
}

impl FactsAt<'_> {
    fn seats_of_batch(
        &self,
        game: GameId,
        batch: BatchId,
        seen: usize,
    ) -> Result<(Vec<SeatOfBatch>, usize), Unanswerable> {
        let slice = slice(game, batch);
        let selection = RowFilter::of(&slice, self.facts)?;
        let win_index = Reading::of(&slice, "win_index")?;
        let columns = ["player", "final_score", WIN, "server_made"];
        let columns = columns.map(|id| Axis::of(id, self.facts).column());
        let (mut seats, mut marks, mut first) = (Vec::new(), Bitmap::default(), 0);
        for chunk in self.facts.chunks() {
            let begin = first;
            first += chunk.matches.len();
            if first <= seen {
                continue;
            }
            let picked = selection.rows(chunk, &mut marks);
            if let Rows::None = picked {
                continue;
            }
            let known = chunk.matches.iter().take(seen.saturating_sub(begin));
            let known: usize = known.map(|(_, seats)| usize::from(*seats)).sum();
            let [player, score, win, made] = columns.map(|column| chunk.values(column));
            let rows = chunk.match_of_rows().enumerate().skip(known);
            seats.extend(
                rows.filter(|(row, _)| picked.contain(*row))
                    .map(|(row, id)| SeatOfBatch {
                        id,
                        who: self.contestant(player[row]),
                        final_score: score[row],
                        win_index_parts: win_index.whole(win[row]),
                        server_made: self
                            .word("server_made", made[row])
                            .is_some_and(|it| it == "yes"),
                    }),
            );
        }
        Ok((seats, first))
    }

    /// Whom a word of the dimension `player` names.
    fn contestant(&self, code: i32) -> Option<Contestant> {
        Contestant::of_word(&self.word("player", code)?)
    }
}
