//! What the bots of a batch came to, asked of the statistics like anything else.

use std::sync::Arc;

use crate::{
    Aggregate, Comparison, Estimate, Filter, Query, Slice, Sort, Statistics, Unanswerable,
};
use store_play::{Batch, Visibility, batches::Contestant};

/// The results of the bots of a batch.
#[derive(Clone, Debug)]
pub struct BatchResults {
    /// Each bot of the line-ups.
    pub bots: Vec<BotResult>,
    /// Every two of them, by final score and by win index.
    pub comparisons: Vec<PairResult>,
}

/// The results of a bot.
#[derive(Clone, Debug)]
pub struct BotResult {
    /// Whose.
    pub bot: Contestant,
    /// Its mean final score.
    pub final_score: Estimate,
    /// Its mean win index.
    pub win_index: Estimate,
}

/// Two bots side by side.
#[derive(Clone, Debug)]
pub struct PairResult {
    /// One.
    pub first: Contestant,
    /// The other.
    pub second: Contestant,
    /// The answer of the statistics.
    pub comparison: Arc<Comparison>,
}

const FINAL_SCORE: &str = "final_score";
const WIN_INDEX: &str = "win_index";

impl Statistics {
    /// The results of the bots of a batch so far. Numbers based on fewer than `min_n` values are
    /// withheld.
    pub fn results_of(&self, batch: &Batch, min_n: u64) -> BatchResults {
        let bots = batch.plan.contestants();
        let query = ResultsQuery {
            statistics: self,
            batch,
            min_n,
        };
        let of_bots = bots.iter().map(|bot| query.of_bot(bot));
        let pairs =
            (0..bots.len()).flat_map(|nth| bots[nth + 1..].iter().map(move |other| (nth, other)));
        let pairs = pairs.map(|(nth, second)| (&bots[nth], second));
        let by_both = pairs.flat_map(|pair| [FINAL_SCORE, WIN_INDEX].map(|metric| (pair, metric)));
        let compared = by_both.map(|(pair, metric)| query.of_two(pair, metric));
        let found: Result<BatchResults, Unanswerable> =
            of_bots.collect::<Result<_, _>>().and_then(|bots| {
                let comparisons = compared.collect::<Result<_, _>>()?;
                Ok(BatchResults { bots, comparisons })
            });
        found.expect("it asks for metrics of every game")
    }
}

struct ResultsQuery<'a> {
    statistics: &'a Statistics,
    batch: &'a Batch,
    min_n: u64,
}

impl ResultsQuery<'_> {
    /// The seats of a bot or player, on closed deals, too, and under whatever edition of the rules they were played: what a
    /// batch came to stays when another edition is out.
    fn slice(&self, bot: &Contestant) -> Slice {
        Slice {
            game: self.batch.plan.options.game(),
            filters: vec![
                Filter::is_in("batch", &[&self.batch.id.to_string()]),
                Filter::is_in("player", &[&bot.word()]),
                Filter::is_known("deal_closed"),
                Filter::is_known("foreknown"),
                Filter::is_known("rules"),
            ],
            with_private: Visibility::Public,
            still_closed: Vec::new(),
        }
    }

    fn of_bot(&self, bot: &Contestant) -> Result<BotResult, Unanswerable> {
        Ok(BotResult {
            bot: bot.clone(),
            final_score: self.mean(bot, FINAL_SCORE)?,
            win_index: self.mean(bot, WIN_INDEX)?,
        })
    }

    fn mean(&self, bot: &Contestant, metric: &str) -> Result<Estimate, Unanswerable> {
        let query = Query {
            slice: self.slice(bot),
            metrics: vec![metric.to_owned()],
            group_by: Vec::new(),
            aggregates: vec![Aggregate::Mean],
            min_n: self.min_n,
            sort: Sort::Group,
            limit: None,
        };
        let answer = self.statistics.query(&query)?;
        Ok(answer.groups[0].cells[0].estimate.clone())
    }

    fn of_two(
        &self,
        (first, second): (&Contestant, &Contestant),
        metric: &str,
    ) -> Result<PairResult, Unanswerable> {
        let slices = [first, second].map(|bot| self.slice(bot));
        let [one, other] = &slices;
        Ok(PairResult {
            first: first.clone(),
            second: second.clone(),
            comparison: self.statistics.compare(one, other, metric, self.min_n)?,
        })
    }
}
