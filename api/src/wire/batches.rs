//! Batches on the wire.

use domain::{
    BySeat, GameId, Options, Seat, Seed,
    bots::Bot,
    matches::{Arranged, Arrangement, Clock, Legal, OnIllegal, OnTimeout, PlayerId, Settings},
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use store::{
    BatchId, Position, Timestamp,
    batches::{BatchProgress, BatchState, Contestant, LineUpSeat, SequentialTest, Stopped},
    statistics::{Estimate, PairResult, Paired},
};
use utoipa::ToSchema;

use super::StatisticsLinks;

/// A batch to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanBatch {
    /// The game that all its matches play.
    pub game: GameId,
    /// The options of the game; each option that is left out has its default.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub options: Option<Box<RawValue>>,
    /// Who plays together. All line-ups have the same number of seats. With players among them, the
    /// batch waits until all have accepted.
    pub line_ups: LineUps,
    /// The number of deals. With `duplicate`, each deal is played by every line-up in every
    /// rotation; otherwise once, with the line-ups taking turns. At most 100,000 matches in total.
    #[schema(minimum = 1, maximum = 10_000)]
    pub count: u32,
    /// Whether to play each deal once for every rotation of each line-up through the seats, so that
    /// no result depends on the luck of the deal or of the seat. Rotations that seat the same bots
    /// are played once. Otherwise every match has a deal of its own. Players who have the same deal
    /// more than once may remember it: with players, such matches are marked `deal_closed`, never
    /// rated, and left out of statistics by default; a deal may then have at most 16 matches, which
    /// run at the same time.
    #[serde(default)]
    pub duplicate: bool,
    /// 64 lower-case hexadecimal digits that every deal is derived from: the same digits give the
    /// same deals, so that batches can be compared deal by deal. The matches are then marked
    /// `seed_known`. If you leave it out, the server draws a seed and reveals it at the end.
    #[serde(default)]
    #[schema(min_length = 64, max_length = 64, pattern = "^[0-9a-f]{64}$")]
    pub seed: Option<Seed>,
    /// A table that every match begins with, as when a match is opened: what is arranged is the
    /// same in all matches, and what chance has still to decide differs from deal to deal.
    #[serde(default)]
    #[schema(value_type = Option<Arrangement>)]
    pub arranged: Option<Box<RawValue>>,
    /// A test that ends the batch as soon as enough is known.
    #[serde(default)]
    pub stop: Option<SequentialTest>,
    /// How long passes are held in Big Monster, as when a match is opened.
    #[serde(default)]
    #[schema(maximum = 60_000)]
    pub window_ms: Option<u16>,
    /// How much the seats are told about which commands are legal while a match runs, as when a
    /// match is opened.
    #[serde(default)]
    pub legal: Option<Legal>,
    /// How many steps everybody who holds no seat is behind while a match runs.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 10_000)]
    pub spectator_delay: Option<u32>,
    /// The time that each seat has to think, as when a match is opened. Default:
    /// 60 seconds for each decision if players are invited, otherwise unlimited.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// What happens to a seat whose time, or whose tries, are used up. Default: `forfeit`
    /// if players are invited. A player who forfeits a match ends the batch.
    #[serde(default)]
    pub on_timeout: Option<OnTimeout>,
    /// What happens when a seat sends a command that the rules refuse. Default: `refuse`.
    #[serde(default)]
    pub on_illegal: Option<OnIllegal>,
    /// With `on_illegal: limit`: how many tries that the rules refuse a seat has for one decision.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000)]
    pub tries_limit: Option<u32>,
    /// The milliseconds without any event after which a match that runs is ended as abandoned. From
    /// a minute to a year. Default: a week.
    #[serde(default)]
    #[schema(minimum = 60_000, maximum = 31_536_000_000_u64)]
    pub abandon_after_ms: Option<u64>,
    /// Whether the notes that seats write with their decisions are shown to everybody at once.
    #[serde(default)]
    pub notes_open: bool,
}

/// Who plays together, in each line-up.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_items = 1, max_items = 16)]
pub struct LineUps(pub Vec<LineUp>);

/// Who takes which seat, clockwise.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_items = 1, max_items = 100)]
pub struct LineUp(pub Vec<LineUpPlace>);

/// Who sits on a seat, in the form used when a match is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum LineUpPlace {
    /// A bot that the server plays.
    Bot {
        /// The name of the bot.
        bot: Bot,
    },
    /// A player, who must accept the batch unless they plan it.
    Player {
        /// The id of the player who is to play there. Several players may have one name, so names are
        /// not taken: `/v1/players?name=ann&match=exact` finds ids.
        player: PlayerId,
    },
}

/// A batch of matches that bots of the server and players play.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchInfo {
    /// The id of the batch.
    pub id: BatchId,
    /// The position in the log of the last change to the batch: send it as `at_least` to read
    /// statistics that include it.
    pub position: Position,
    /// The game and its options.
    pub options: Options,
    /// Who plays together.
    pub line_ups: LineUps,
    /// How many deals were asked for.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub count: u32,
    /// Whether each deal is played in every rotation of each line-up.
    pub duplicate: bool,
    /// Whether players have the same deal more than once. While such a batch is played, its matches
    /// are shown to nobody but those who sit there, and nothing hidden is told when one ends; all is
    /// told when the batch has ended. They are never rated, and left out of statistics by default.
    pub deal_closed: bool,
    /// What every match is opened with beyond game and seats.
    pub settings: Settings,
    /// The players who have still to accept. Nothing is played before.
    #[schema(max_items = 1600)]
    pub missing: Vec<PlayerId>,
    /// The number of matches planned.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub matches: u64,
    /// The seed that every deal is derived from: shown if the host chose it, otherwise once the
    /// batch has ended.
    #[schema(min_length = 64, max_length = 64, pattern = "^[0-9a-f]{64}$")]
    pub seed: Option<Seed>,
    /// Whether the host chose the seed.
    pub seed_known: bool,
    /// What the host arranged of the table that every match begins with, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arranged: Option<Arranged>,
    /// The test that ends the batch as soon as enough is known.
    pub stop: Option<SequentialTest>,
    /// The player who asked for the batch and may stop it.
    pub host: PlayerId,
    /// The state of the batch.
    pub state: BatchState,
    /// Present if no further deal is begun: the reason, and how many deals there are.
    pub stopped: Option<Stopped>,
    /// Whether it ended, or is about to end, with less than was asked for; `stopped` says why. A
    /// verdict of its sequential test is all that was asked for.
    pub partial: bool,
    /// When the batch was requested.
    pub created_at: Timestamp,
    /// When its last match ended.
    pub ended_at: Option<Timestamp>,
    /// Links to related resources.
    pub links: BatchLinks,
}

/// Links from a batch.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchLinks {
    /// The path of this batch.
    #[serde(rename = "self")]
    #[schema(max_length = 200)]
    pub this: String,
    /// The stream of the batch's progress.
    #[schema(max_length = 200)]
    pub events: String,
    /// The finished matches of the batch.
    #[schema(max_length = 40000)]
    pub matches: String,
}

/// A batch with its progress and its results so far.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchReport {
    /// The batch in its current state.
    pub batch: BatchInfo,
    /// The progress of the batch.
    pub progress: BatchProgress,
    /// The results of each bot and player.
    #[schema(max_items = 1600)]
    pub bots: Vec<BotResults>,
    /// Every pair of them compared, by final score and by win index.
    #[schema(max_items = 100_000)]
    pub comparisons: Vec<BatchComparison>,
}

/// The results of one bot or player in a batch.
#[derive(Debug, Serialize, ToSchema)]
pub struct BotResults {
    /// Whose results these are.
    pub bot: Contestant,
    /// The number of seats it had in matches that are over.
    pub seats: u64,
    /// Its mean final score.
    pub final_score: Estimate,
    /// Its mean win index. 1.0 is par.
    pub win_index: Estimate,
}

/// Two bots or players of a batch side by side.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchComparison {
    /// Who is compared.
    pub first: Contestant,
    /// With whom they are compared.
    pub second: Contestant,
    /// What is compared: `final_score` or `win_index`.
    #[schema(max_length = 80)]
    pub metric: String,
    /// The mean of the first bot minus that of the second, taking into account what the two have in
    /// common of a deal.
    pub difference: Estimate,
    /// The same difference with the interval it would have if the two bots shared no deal.
    pub apart: Estimate,
    /// The same difference, deal by deal. `narrower` is the fraction by which pairing shortened the
    /// interval of `apart`. Null if there are not two deals that both bots played.
    pub paired: Option<Paired>,
    /// `self` is the same question as a statistics query.
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
            first: first.clone(),
            second: second.clone(),
            metric: comparison.about.metric.id.clone(),
            difference: comparison.difference.clone(),
            apart: comparison.apart.clone(),
            paired: comparison.paired.clone(),
            links,
        }
    }
}

impl LineUp {
    /// Its seats, if it is no longer than a table may be.
    pub(crate) fn seats(&self) -> Option<BySeat<LineUpSeat>> {
        let seats = u8::try_from(self.0.len()).ok();
        let seats = seats.filter(|&seats| seats <= Seat::MAX)?;
        let at = |seat: Seat| match &self.0[usize::from(seat.0)] {
            LineUpPlace::Bot { bot } => (*bot).into(),
            LineUpPlace::Player { player } => LineUpSeat::Player {
                player: player.clone(),
            },
        };
        Some(BySeat::new(seats, at))
    }

    /// The line-up with these seats.
    pub fn of(line_up: &BySeat<LineUpSeat>) -> LineUp {
        let places = line_up.iter().map(|(_, at)| at.contestant());
        LineUp(places.map(|it| LineUpPlace::of(&it)).collect())
    }
}

impl LineUpPlace {
    /// The place of somebody.
    pub(crate) fn of(contestant: &Contestant) -> LineUpPlace {
        match contestant {
            Contestant::Bot(bot) => LineUpPlace::Bot { bot: *bot },
            Contestant::Player(player) => LineUpPlace::Player {
                player: player.clone(),
            },
        }
    }
}
