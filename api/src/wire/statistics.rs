//! Statistics on the wire.

use domain::{GameId, facts::Metric};
use serde::Serialize;
use store::{
    MatchId, Position, Statistics,
    statistics::{Answer, Choices, Comparison, Consistency, Deal, Distribution, Heatmap, Ratings},
};
use utoipa::ToSchema;

use super::Page;
use crate::stats::tabular::{Row, Tabular, flat, named, of_estimate};

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

impl ProjectionState {
    /// As it is now.
    pub(crate) fn of(statistics: &Statistics) -> ProjectionState {
        let progress = statistics.progress();
        let count = |count: usize| u64::try_from(count).expect("memory has fewer bytes");
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
    pub(crate) fn of(id: MatchId) -> CountedMatch {
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

impl Tabular for Metrics {
    fn columns(&self) -> Vec<String> {
        named(&["id", "title", "unit", "kind", "per", "definition", "since"])
    }

    fn rows(&self) -> Vec<Row> {
        let without_lists = |metric| {
            let mut row = flat(metric);
            row.shift_remove("values");
            row
        };
        self.metrics.iter().map(without_lists).collect()
    }
}

impl Tabular for Answered<&Answer> {
    fn columns(&self) -> Vec<String> {
        let key = self.answer.group_by.iter().cloned();
        let rest = named(&["partial", "aggregate"]);
        key.chain(rest).chain(of_estimate("")).collect()
    }

    /// A row for each aggregate of each group.
    fn rows(&self) -> Vec<Row> {
        let groups = self.answer.groups.iter();
        let cells = groups.flat_map(|group| group.cells.iter().map(move |cell| (group, cell)));
        let row = |(group, cell)| {
            let group: &store::statistics::Group = group;
            let names = self.answer.group_by.iter().cloned();
            let mut row: Row = names
                .zip(group.key.iter().map(|part| part.clone().into()))
                .collect();
            row.insert("partial".to_owned(), group.partial.into());
            row.extend(flat(cell));
            row
        };
        cells.map(row).collect()
    }
}

impl Tabular for Answered<&Distribution> {
    fn columns(&self) -> Vec<String> {
        named(&["value", "count"])
    }

    fn rows(&self) -> Vec<Row> {
        self.answer.bars.iter().map(flat).collect()
    }
}

impl Tabular for Answered<&Comparison> {
    fn columns(&self) -> Vec<String> {
        [named(&["of"]), of_estimate("")].concat()
    }

    /// A row for each of the numbers.
    fn rows(&self) -> Vec<Row> {
        let answer = self.answer;
        let paired = answer.paired.as_ref().map(|paired| &paired.difference);
        let all = [
            ("first", Some(&answer.first)),
            ("second", Some(&answer.second)),
            ("difference", Some(&answer.difference)),
            ("difference_apart", Some(&answer.apart)),
            ("paired_difference", paired),
        ];
        let rows = all.into_iter().filter_map(|(of, estimate)| {
            let mut row = Row::from_iter([("of".to_owned(), of.into())]);
            row.extend(flat(estimate?));
            Some(row)
        });
        rows.collect()
    }
}

impl Tabular for Answered<&Choices> {
    fn columns(&self) -> Vec<String> {
        let estimates = [
            "take_rate",
            "score_with",
            "score_without",
            "win_index_with",
            "win_index_without",
        ];
        let counts = named(&["kind", "item", "round", "offered", "taken"]);
        let estimates = estimates.into_iter().flat_map(of_estimate);
        counts.into_iter().chain(estimates).collect()
    }

    fn rows(&self) -> Vec<Row> {
        self.answer.choices.iter().map(flat).collect()
    }
}

impl Tabular for Answered<&Heatmap> {
    fn columns(&self) -> Vec<String> {
        let cell = named(&["cell", "with"]);
        [cell, of_estimate("share"), named(&["by_rank"])].concat()
    }

    fn rows(&self) -> Vec<Row> {
        self.answer.cells.iter().map(flat).collect()
    }
}

impl Tabular for Page<CountedMatch> {
    fn columns(&self) -> Vec<String> {
        named(&["match", "links_results", "links_record"])
    }

    fn rows(&self) -> Vec<Row> {
        self.items.iter().map(flat).collect()
    }
}

impl Tabular for Deal {
    fn columns(&self) -> Vec<String> {
        named(&[
            "match",
            "seat",
            "player",
            "final_score",
            "rank",
            "percentile",
            "percentile_of_seat",
        ])
    }

    fn rows(&self) -> Vec<Row> {
        self.plays.iter().map(flat).collect()
    }
}

impl Tabular for Ratings {
    fn columns(&self) -> Vec<String> {
        named(&["player", "rating", "uncertainty", "lo", "hi", "seats"])
    }

    fn rows(&self) -> Vec<Row> {
        self.players.iter().map(flat).collect()
    }
}
