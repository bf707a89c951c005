//! What a query says of each group: a ranking by one number with its interval.

use ::web::page::{Panel, Ranking, Row, Shown};
use domain::facts::{Metric, Per};
use store::statistics::{Aggregate, AggregateGroup, OPPONENT, Query, QueryAnswer};

use super::{aggregates, called, words};
use crate::{http::app::App, stats::links};

/// The groups of an answer.
pub(super) struct Groups<'a> {
    pub(super) app: &'a App,
    pub(super) query: &'a Query,
    pub(super) answer: &'a QueryAnswer,
    /// Whether what is computed was asked for by name.
    pub(super) names_aggregates: bool,
    /// Whether an order was asked for.
    pub(super) names_order: bool,
}

impl Groups<'_> {
    /// For each metric a ranking by one number, and a table if more was asked for.
    pub(super) fn panels(&self) -> Vec<Panel> {
        let metrics = self.answer.metrics.iter().enumerate();
        let of_metric = |(nth, metric): (usize, &Metric)| {
            let leading = self.leading().filter(|_| !self.query.group_by.is_empty());
            let ranking = leading.map(|at| self.ranking(nth, metric, at));
            let is_all_told = ranking.is_some() && self.query.aggregates.len() == 1;
            let has_table = self.names_aggregates && !is_all_told;
            let table = has_table.then(|| self.table(nth, metric));
            ranking.into_iter().chain(table)
        };
        metrics.flat_map(of_metric).collect()
    }

    /// Which number of a group is drawn: the first that is an estimate, but of two players the
    /// difference, which is about these two alone.
    fn leading(&self) -> Option<usize> {
        let all = &self.query.aggregates;
        if self.names_aggregates {
            return all.iter().position(|it| aggregates::has_interval(*it));
        }
        all.len().checked_sub(1)
    }

    pub(super) fn is_of_two(&self) -> bool {
        self.query.group_by.iter().any(|id| id == OPPONENT)
    }

    fn ranking(&self, nth: usize, metric: &Metric, at: usize) -> Panel {
        let leading = self.query.aggregates[at];
        let is_difference = leading == Aggregate::Difference;
        // Of two seats of one player neither is ahead.
        let is_told =
            |group: &&AggregateGroup| !is_difference || group.key.first() != group.key.get(1);
        let told = self.answer.groups.iter().filter(is_told);
        let at = nth * self.query.aggregates.len() + at;
        let mut rows: Vec<Row> = told.map(|group| self.row(group, at)).collect();
        if is_difference && !self.names_order {
            // The order of the API is that of the means.
            rows.sort_by(Row::by_lower_end);
        }
        let (sorted, order) = self.order(nth, leading);
        let is_mean = leading == Aggregate::Mean;
        let of = if is_mean || is_difference {
            String::new()
        } else {
            format!(", {}", aggregates::name(leading))
        };
        let par = words::par(metric).filter(|_| is_mean);
        Panel {
            title: format!("{}{of}, {order}", metric.title),
            notes: self.notes(metric, is_difference),
            links: words::links(&links::query(self.query, self.answer).this),
            is_wide: true,
            shown: Shown::Ranking(Ranking {
                of: self.by(),
                value: aggregates::name(leading),
                counted: self.counted(metric).to_owned(),
                sorted,
                par: if is_difference { Some(0.0) } else { par },
                decimals: words::decimals(metric),
                rows,
                none: "Nothing was counted, so there is nothing to rank.".to_owned(),
            }),
        }
    }

    fn notes(&self, metric: &Metric, is_difference: bool) -> Vec<String> {
        let mut notes = vec![metric.definition.clone()];
        if is_difference {
            notes.push(
                "The number is the mean of the first's value minus that of the second at the same \
                 tables."
                    .to_owned(),
            );
        }
        notes.push("95% intervals, computed by deal.".to_owned());
        notes.extend(self.cut());
        notes
    }

    /// That there are more groups than are shown.
    pub(super) fn cut(&self) -> Option<String> {
        let (shown, all) = (self.answer.groups.len(), self.answer.group_count);
        let is_cut = all > domain::cast::<u64>(shown);
        is_cut.then(|| format!("The first {shown} of {all} groups."))
    }

    /// A group, with the number of one of its cells.
    fn row(&self, group: &AggregateGroup, at: usize) -> Row {
        let game = self.query.slice.game;
        let keys = self.query.group_by.iter().zip(&group.key);
        let mut addresses = keys.filter_map(|(on, part)| called::address(game, on, part.as_ref()?));
        let estimate = &group.cells[at].estimate;
        Row {
            name: self.name(group),
            address: addresses.next().filter(|_| group.key.len() == 1),
            number: words::interval(estimate),
            counted: match estimate.deals {
                Some(deals) => {
                    format!("{} in {}", estimate.n, words::count(deals, "deal", "deals"))
                }
                None => estimate.n.to_string(),
            },
        }
    }

    pub(super) fn name(&self, group: &AggregateGroup) -> String {
        let game = self.query.slice.game;
        let parts = self.query.group_by.iter().zip(&group.key);
        let parts = parts.map(|(on, part)| match part {
            Some(word) => called::value(self.app, game, on, word),
            None => "Unknown".to_owned(),
        });
        let parts: Vec<String> = parts.collect();
        let between = if self.is_of_two() {
            " against "
        } else {
            " · "
        };
        let partial = if group.partial { " (not over yet)" } else { "" };
        match parts[..] {
            [] => "All together".to_owned(),
            [..] => format!("{}{partial}", parts.join(between)),
        }
    }

    /// What the groups are by.
    pub(super) fn by(&self) -> String {
        let titles = self.query.group_by.iter();
        let titles = titles.map(|id| words::dimension(self.query.slice.game, id));
        titles.collect::<Vec<_>>().join(", ")
    }
}

/// What the values of a metric are of.
pub(super) const fn counted(metric: &Metric) -> &'static str {
    match metric.per {
        Per::Seat => "Seats",
        Per::Match => "Matches",
        Per::Decision => "Decisions",
    }
}
