//! What the bots of a batch came to, asked of the statistics like anything else.

use std::sync::Arc;

use domain::{bots::Bot, facts};

use super::{Batch, Batches};
use crate::{
    projections::lobby::Visibility,
    statistics::{Aggregate, Comparison, Estimate, Filter, Query, Slice, Statistics, Unanswerable},
};

/// What the bots of a batch came to.
#[derive(Clone, Debug)]
pub struct Results {
    /// Each bot of the line-ups.
    pub bots: Vec<OfBot>,
    /// Every two of them, by final score and by win index.
    pub comparisons: Vec<OfTwo>,
}

/// What a bot came to.
#[derive(Clone, Debug)]
pub struct OfBot {
    /// Which.
    pub bot: Bot,
    /// Its mean final score.
    pub final_score: Estimate,
    /// Its mean win index.
    pub win_index: Estimate,
}

/// Two bots side by side.
#[derive(Clone, Debug)]
pub struct OfTwo {
    /// One.
    pub first: Bot,
    /// The other.
    pub second: Bot,
    /// The answer of the statistics.
    pub comparison: Arc<Comparison>,
}

const FINAL_SCORE: &str = "final_score";
const WIN_INDEX: &str = "win_index";

impl Batches {
    /// What the bots of a batch came to so far. Numbers of fewer values than `min_n` are
    /// withheld.
    pub fn results(&self, batch: &Batch, min_n: u64) -> Results {
        let bots = batch.plan.bots();
        let asking = Asking {
            statistics: &self.0.statistics,
            batch,
            min_n,
        };
        let of_bots = bots.iter().map(|&bot| asking.of_bot(bot));
        let two = |nth: usize| bots[nth + 1..].iter().map(move |&other| (nth, other));
        let pairs = (0..bots.len()).flat_map(two);
        let pairs = pairs.map(|(nth, second)| (bots[nth], second));
        let by_both = pairs.flat_map(|pair| [FINAL_SCORE, WIN_INDEX].map(|metric| (pair, metric)));
        let compared = by_both.map(|(pair, metric)| asking.of_two(pair, metric));
        let found: Result<Results, Unanswerable> =
            of_bots.collect::<Result<_, _>>().and_then(|bots| {
                let comparisons = compared.collect::<Result<_, _>>()?;
                Ok(Results { bots, comparisons })
            });
        found.expect("it asks for metrics of every game")
    }
}

struct Asking<'a> {
    statistics: &'a Statistics,
    batch: &'a Batch,
    min_n: u64,
}

impl Asking<'_> {
    /// The seats of a bot, under whatever edition of the rules they were played: what a
    /// batch came to stays when another edition is out.
    fn slice(&self, bot: Bot) -> Slice {
        let player = format!("bot:{}", facts::word(&bot));
        Slice {
            game: self.batch.plan.options.game(),
            filters: vec![
                Filter::is_in("batch", &[&self.batch.id.to_string()]),
                Filter::is_in("player", &[&player]),
                Filter::is_known("rules"),
            ],
            with_private: Visibility::Public,
        }
    }

    fn of_bot(&self, bot: Bot) -> Result<OfBot, Unanswerable> {
        Ok(OfBot {
            bot,
            final_score: self.mean(bot, FINAL_SCORE)?,
            win_index: self.mean(bot, WIN_INDEX)?,
        })
    }

    fn mean(&self, bot: Bot, metric: &str) -> Result<Estimate, Unanswerable> {
        let query = Query {
            slice: self.slice(bot),
            metric: metric.to_owned(),
            group_by: Vec::new(),
            aggregates: vec![Aggregate::Mean],
            min_n: self.min_n,
        };
        let answer = self.statistics.query(&query)?;
        Ok(answer.groups[0].cells[0].estimate.clone())
    }

    fn of_two(&self, (first, second): (Bot, Bot), metric: &str) -> Result<OfTwo, Unanswerable> {
        let slices = [first, second].map(|bot| self.slice(bot));
        let [one, other] = &slices;
        Ok(OfTwo {
            first,
            second,
            comparison: self.statistics.compare(one, other, metric, self.min_n)?,
        })
    }
}
