//! Each answer as a table: its columns and its rows.

use domain::facts::Per;
use serde_json::Value;
use store::statistics::{
    Choices, Comparison, Curve, Deal, Distribution, Heatmap, QueryAnswer, Ratings,
};

use super::tabular::{Row, Tabular, column_names, estimate_columns, flat};
use crate::wire::{Answered, CountedMatch, Metrics, Page};

impl Tabular for Metrics {
    fn columns(&self) -> Vec<String> {
        column_names(&["id", "title", "unit", "kind", "per", "definition", "since"])
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

impl Tabular for Answered<&QueryAnswer> {
    fn columns(&self) -> Vec<String> {
        let key = self.answer.group_by.iter().cloned();
        let matches = of_decisions(self.answer).then(|| MATCHES.to_owned());
        let rest = column_names(&["metric", "aggregate"]);
        key.chain(["partial".to_owned()])
            .chain(matches)
            .chain(rest)
            .chain(estimate_columns(""))
            .collect()
    }

    /// A row for each aggregate of each group.
    fn rows(&self) -> Vec<Row> {
        let groups = self.answer.groups.iter();
        let cells = groups.flat_map(|group| group.cells.iter().map(move |cell| (group, cell)));
        let row = |(group, cell)| {
            let group: &store::statistics::AggregateGroup = group;
            let names = self.answer.group_by.iter().cloned();
            let mut row: Row = names
                .zip(group.key.iter().map(|part| part.clone().into()))
                .collect();
            row.insert("partial".to_owned(), group.partial.into());
            if of_decisions(self.answer) {
                row.insert(MATCHES.to_owned(), Value::Null);
            }
            row.extend(flat(cell));
            row
        };
        cells.map(row).collect()
    }
}

/// The column of how many matches there are behind a metric of decisions.
const MATCHES: &str = "matches";

/// Whether a metric of an answer is of decisions: then a table has that column.
fn of_decisions(answer: &QueryAnswer) -> bool {
    let mut metrics = answer.metrics.iter();
    metrics.any(|metric| metric.per == Per::Decision)
}

impl Tabular for Answered<&Distribution> {
    fn columns(&self) -> Vec<String> {
        column_names(&["value", "count"])
    }

    fn rows(&self) -> Vec<Row> {
        self.answer.bars.iter().map(flat).collect()
    }
}

impl Tabular for Answered<&Curve> {
    fn columns(&self) -> Vec<String> {
        let point = column_names(&["series", "matches", "day"]);
        [point, estimate_columns("mean")].concat()
    }

    /// A row for each point of each series.
    fn rows(&self) -> Vec<Row> {
        let series = self.answer.series.iter();
        let rows = series.flat_map(|series| {
            let row = |point| {
                let mut row = Row::from_iter([("series".to_owned(), series.key.clone().into())]);
                row.extend(flat(point));
                row
            };
            series.points.iter().map(row)
        });
        rows.collect()
    }
}

impl Tabular for Answered<&Comparison> {
    fn columns(&self) -> Vec<String> {
        [column_names(&["of"]), estimate_columns("")].concat()
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
        let counts = column_names(&["kind", "item", "item_name", "round", "offered", "taken"]);
        let estimates = estimates.into_iter().flat_map(estimate_columns);
        counts.into_iter().chain(estimates).collect()
    }

    fn rows(&self) -> Vec<Row> {
        self.answer.choices.iter().map(flat).collect()
    }
}

impl Tabular for Answered<&Heatmap> {
    fn columns(&self) -> Vec<String> {
        let cell = column_names(&["cell", "with"]);
        [cell, estimate_columns("share"), column_names(&["by_rank"])].concat()
    }

    fn rows(&self) -> Vec<Row> {
        self.answer.cells.iter().map(flat).collect()
    }
}

impl Tabular for Page<CountedMatch> {
    fn columns(&self) -> Vec<String> {
        column_names(&["match", "links_results", "links_record"])
    }

    fn rows(&self) -> Vec<Row> {
        self.items.iter().map(flat).collect()
    }
}

impl Tabular for Deal {
    fn columns(&self) -> Vec<String> {
        column_names(&[
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
        column_names(&[
            "player",
            "rating",
            "uncertainty",
            "lo",
            "hi",
            "seats",
            "matches",
        ])
    }

    fn rows(&self) -> Vec<Row> {
        self.players.iter().map(flat).collect()
    }
}
