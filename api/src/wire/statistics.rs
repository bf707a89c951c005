//! Statistics on the wire.

use domain::{GameId, cast, facts::Metric};
use serde::Serialize;
use store::{
    MatchId, Position, Statistics,
    statistics::{self, Consistency},
};
use utoipa::ToSchema;

/// What is counted of a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MetricCatalogue)]
pub struct Metrics {
    /// The game whose catalogue it is.
    pub game: GameId,
    /// Its catalogue: first what every game counts, then what this one does, then what
    /// is known of players and matches.
    #[schema(max_items = 500)]
    pub metrics: Vec<&'static Metric>,
}

/// An answer, and where it comes from.
#[derive(Debug, Serialize, ToSchema)]
pub struct Answered<T> {
    /// Where to ask again, and for what was counted.
    pub links: StatisticsLinks,
    /// The answer to the question.
    #[serde(flatten)]
    pub answer: T,
}

/// Where an answer comes from.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatisticsLinks {
    /// The question in canonical form, with every condition spelled out, those that
    /// hold by default as well.
    #[serde(rename = "self")]
    #[schema(max_length = 40000)]
    pub this: String,
    /// The very matches that were counted.
    #[schema(max_length = 40000)]
    pub matches: String,
    /// Of a comparison: those of the second slice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40000)]
    pub second_matches: Option<String>,
}

/// A match that was counted.
#[derive(Debug, Serialize, ToSchema)]
pub struct CountedMatch {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// Where to look at it.
    pub links: CountedMatchLinks,
}

/// Where to look at a match that was counted.
#[derive(Debug, Serialize, ToSchema)]
pub struct CountedMatchLinks {
    /// Where its results are.
    #[schema(max_length = 200)]
    pub results: String,
    /// Where its record is.
    #[schema(max_length = 200)]
    pub record: String,
}

/// How far the statistics have come, and whether they can be trusted.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProjectionState {
    /// Up to which position of the log matches are counted.
    pub as_of_position: Position,
    /// Where the log ends.
    pub head: Position,
    /// Nothing more is counted before the next start: the server's log says why.
    pub stopped: bool,
    /// How many seats of finished matches are counted.
    pub seats: u64,
    /// How many bytes of memory they take, dictionaries apart.
    pub bytes: u64,
    /// The result of the last check: whether the facts equal those of a full rebuild, to
    /// the byte. Null if none was made since the server started.
    pub last_check: Option<Consistency>,
}

impl Metrics {
    /// The catalogue of a game.
    pub fn of(game: GameId) -> Metrics {
        Metrics {
            game,
            metrics: statistics::metrics(game).collect(),
        }
    }
}

impl ProjectionState {
    /// As it is now.
    pub(crate) fn of(statistics: &Statistics) -> ProjectionState {
        let progress = statistics.progress();
        let count = |count: usize| cast::<u64>(count);
        ProjectionState {
            as_of_position: progress.as_of_position,
            head: progress.head,
            stopped: progress.has_stopped,
            seats: count(progress.seats),
            bytes: count(progress.bytes),
            last_check: statistics.last_check(),
        }
    }
}

impl CountedMatch {
    /// As it is told.
    pub fn of(id: MatchId) -> CountedMatch {
        let this = format!("/v1/matches/{id}");
        CountedMatch {
            id,
            links: CountedMatchLinks {
                results: format!("{this}/results"),
                record: format!("{this}/record"),
            },
        }
    }
}
