//! Statistics on the wire.

use domain::{GameId, cast, facts::Metric};
use serde::Serialize;
use store::{
    MatchId, Position, Statistics,
    statistics::{self, Consistency},
};
use utoipa::ToSchema;

/// The metrics of a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MetricCatalogue)]
pub struct Metrics {
    /// The game whose catalogue it is.
    pub game: GameId,
    /// The metrics: first those of every game, then those of this game, then what is known about
    /// players and matches.
    #[schema(max_items = 500)]
    pub metrics: Vec<&'static Metric>,
}

/// An answer, and where it comes from.
#[derive(Debug, Serialize, ToSchema)]
pub struct Answered<T> {
    /// Links to repeat the query and to list what was counted.
    pub links: StatisticsLinks,
    /// The answer to the question.
    #[serde(flatten)]
    pub answer: T,
}

/// Links from an answer of the statistics.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatisticsLinks {
    /// The query in canonical form, with every condition spelled out, including the default ones.
    #[serde(rename = "self")]
    #[schema(max_length = 40000)]
    pub this: String,
    /// The exact matches that were counted.
    #[schema(max_length = 40000)]
    pub matches: String,
    /// For a comparison: the matches of the second slice.
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
    /// Links to the match.
    pub links: CountedMatchLinks,
}

/// Links to a match that was counted.
#[derive(Debug, Serialize, ToSchema)]
pub struct CountedMatchLinks {
    /// The path of its results.
    #[schema(max_length = 200)]
    pub results: String,
    /// The path of its record.
    #[schema(max_length = 200)]
    pub record: String,
}

/// How far the statistics have read the log, and whether they agree with a full rebuild.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProjectionState {
    /// The position of the log up to which matches are counted.
    pub as_of_position: Position,
    /// The last position of the log.
    pub head: Position,
    /// Whether counting has stopped until the next start; the server's log says why.
    pub stopped: bool,
    /// How many seats of finished matches are counted.
    pub seats: u64,
    /// How many bytes of memory they take, without dictionaries.
    pub bytes: u64,
    /// The result of the last check: whether the facts equal those of a full rebuild, byte for
    /// byte. Null if none was made since the server started.
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
    /// The form in which it is sent.
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
