//! Batches on the wire.

use domain::{
    BySeat, GameId, Options, Seat, Seed,
    bots::Bot,
    matches::{Arranged, Arrangement, PlayerId},
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use store::{
    BatchId, Position, Timestamp,
    batches::{BatchProgress, BatchState, LineUpSeat, SequentialTest, Stopped},
    statistics::{Estimate, PairResult, Paired},
};
use utoipa::ToSchema;

use super::StatisticsLinks;

/// A batch to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanBatch {
    /// The game that all its matches play.
    pub game: GameId,
    /// Its options; what is left out has its default.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub options: Option<Box<RawValue>>,
    /// Who sits down together. All line-ups have the same number of seats.
    pub line_ups: LineUps,
    /// How many deals. With `duplicate`, each is played by every line-up in every
    /// rotation; else once, the line-ups taking turns. At most 100,000 matches in all.
    #[schema(minimum = 1, maximum = 10_000)]
    pub count: u32,
    /// Play each deal once for every rotation of each line-up through the seats, so that
    /// nobody owes anything to the deal, or to the seat. Rotations that seat the same bots
    /// are played once. Otherwise every match has a deal of its own.
    #[serde(default)]
    pub duplicate: bool,
    /// 64 lower-case hexadecimal digits that every deal is derived from: the same digits,
    /// the same deals, so that batches can be compared deal by deal. Its matches are then
    /// marked `seed_known`. Leave it out and the server draws one and tells it at the end.
    #[serde(default)]
    #[schema(min_length = 64, max_length = 64, pattern = "^[0-9a-f]{64}$")]
    pub seed: Option<Seed>,
    /// A table that every match begins with, as when a match is opened: what is arranged is
    /// alike in all of them, what chance has still to decide differs from deal to deal.
    #[serde(default)]
    #[schema(value_type = Option<Arrangement>)]
    pub arranged: Option<Box<RawValue>>,
    /// Ends the batch as soon as enough is known.
    #[serde(default)]
    pub stop: Option<SequentialTest>,
}

/// Who sits down together, in each line-up.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_items = 1, max_items = 16)]
pub struct LineUps(pub Vec<LineUp>);

/// Who sits where, clockwise.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_items = 1, max_items = 100)]
pub struct LineUp(pub Vec<BotSeat>);

/// Who sits on a seat, as when a match is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum BotSeat {
    /// A bot that the server plays.
    Bot {
        /// The name of the bot.
        bot: Bot,
    },
}

/// A batch of matches that the server's own bots play.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchInfo {
    /// The id of the batch.
    pub id: BatchId,
    /// Where in the log something last happened to it: give it as `at_least` to read
    /// statistics that have seen it.
    pub position: Position,
    /// The game and its options.
    pub options: Options,
    /// Who sits down together.
    pub line_ups: LineUps,
    /// How many deals were asked for.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub count: u32,
    /// Each deal is played in every rotation of each line-up.
    pub duplicate: bool,
    /// How many matches that is.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub matches: u64,
    /// What every deal is derived from: known if the host chose it, else once the batch
    /// has ended.
    #[schema(min_length = 64, max_length = 64, pattern = "^[0-9a-f]{64}$")]
    pub seed: Option<Seed>,
    /// The host chose the seed.
    pub seed_known: bool,
    /// What the host arranged of the table that every match begins with, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arranged: Option<Arranged>,
    /// What ends it as soon as enough is known.
    pub stop: Option<SequentialTest>,
    /// Who asked for it, and may stop it.
    pub host: PlayerId,
    /// How far it has come.
    pub state: BatchState,
    /// If no further deal is begun: why, and how many there are.
    pub stopped: Option<Stopped>,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When its last match was over.
    pub ended_at: Option<Timestamp>,
    /// Where to go on.
    pub links: BatchLinks,
}

/// Where to go on from a batch.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchLinks {
    /// Where to ask for this batch.
    #[serde(rename = "self")]
    #[schema(max_length = 200)]
    pub this: String,
    /// How far it has come, as it goes on.
    #[schema(max_length = 200)]
    pub events: String,
    /// Its matches that are over.
    #[schema(max_length = 40000)]
    pub matches: String,
}

/// A batch with its progress and its results so far.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchReport {
    /// The batch, as far as it has come.
    pub batch: BatchInfo,
    /// How far it has come.
    pub progress: BatchProgress,
    /// The results of each bot.
    #[schema(max_items = 100)]
    pub bots: Vec<BotResults>,
    /// Every two bots side by side, by final score and by win index.
    #[schema(max_items = 1000)]
    pub comparisons: Vec<BatchComparison>,
}

/// The results of one bot in a batch.
#[derive(Debug, Serialize, ToSchema)]
pub struct BotResults {
    /// The bot these results are of.
    pub bot: Bot,
    /// How many seats it had in matches that are over.
    pub seats: u64,
    /// Its mean final score.
    pub final_score: Estimate,
    /// Its mean win index: 1.0 is par.
    pub win_index: Estimate,
}

/// Two bots of a batch side by side.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchComparison {
    /// The bot that is compared.
    pub first: Bot,
    /// The bot it is compared with.
    pub second: Bot,
    /// What is compared: `final_score` or `win_index`.
    #[schema(max_length = 80)]
    pub metric: String,
    /// The mean of the first less that of the second, with what both have in common of a
    /// deal.
    pub difference: Estimate,
    /// The same with the interval it would have if the two had no deal in common.
    pub apart: Estimate,
    /// The same deal by deal. `narrower` is the part of the length of `apart` that this
    /// took away. Null if there are not two deals that both played.
    pub paired: Option<Paired>,
    /// `self` is the question as the statistics are asked it.
    pub links: StatisticsLinks,
}

impl BatchComparison {
    /// Two bots side by side, and where to ask for them.
    pub fn of(of_two: &PairResult, links: StatisticsLinks) -> BatchComparison {
        let PairResult {
            first,
            second,
            comparison,
        } = of_two;
        BatchComparison {
            first: *first,
            second: *second,
            metric: comparison.about.metric.id.clone(),
            difference: comparison.difference.clone(),
            apart: comparison.apart.clone(),
            paired: comparison.paired.clone(),
            links,
        }
    }
}

impl LineUp {
    /// The bots, if it is no longer than a table may be.
    pub(crate) fn bots(&self) -> Option<BySeat<LineUpSeat>> {
        let seats = u8::try_from(self.0.len()).ok();
        let seats = seats.filter(|&seats| seats <= Seat::MAX)?;
        let bot = |seat: Seat| match self.0[usize::from(seat.0)] {
            BotSeat::Bot { bot } => bot.into(),
        };
        Some(BySeat::new(seats, bot))
    }

    /// The line-up with these bots.
    pub fn of(line_up: &BySeat<LineUpSeat>) -> LineUp {
        let seats = line_up.iter().map(|(_, at)| BotSeat::Bot { bot: at.bot() });
        LineUp(seats.collect())
    }
}
