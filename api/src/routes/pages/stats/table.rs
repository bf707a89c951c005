//! All that was asked for of each group, in a table.

use ::web::{
    chart::number,
    page::{Cell, Grid, Panel, Shown},
};
use domain::facts::Metric;
use store::statistics::{Aggregate, AggregateGroup, Estimate};

use super::{aggregates, groups::Groups, words};
use crate::stats::links;

impl Groups<'_> {
    /// All numbers that were asked for.
    pub(super) fn table(&self, nth: usize, metric: &Metric) -> Panel {
        let all = &self.query.aggregates;
        let heads = all.iter().map(|it| aggregates::name(*it));
        let row = |group: &AggregateGroup| {
            let cells = &group.cells[nth * all.len()..][..all.len()];
            let numbers = cells.iter().map(|it| {
                let is_count = it.aggregate == Aggregate::N;
                let decimals = if is_count { 0 } else { words::decimals(metric) };
                Cell::of(&told(&it.estimate, decimals))
            });
            std::iter::once(Cell::of(&self.name(group)))
                .chain(numbers)
                .collect()
        };
        let mut notes = vec![
            "In brackets 95% intervals, computed by deal. A dash stands where too few values were \
             counted to say."
                .to_owned(),
        ];
        notes.extend(self.cut());
        Panel {
            title: format!("{}: all that was asked for", metric.title),
            notes,
            links: words::links(&links::query(self.query, self.answer).this),
            is_wide: true,
            shown: Shown::Grid(Grid {
                head: std::iter::once(self.by()).chain(heads).collect(),
                words: 1,
                rows: self.answer.groups.iter().map(row).collect(),
                none: "Nothing was counted.".to_owned(),
            }),
        }
    }
}

/// A number with its interval, if it has one.
fn told(of: &Estimate, decimals: usize) -> String {
    let Some(value) = of.value else {
        return "–".to_owned();
    };
    let value = number(value, decimals);
    match of.lo.zip(of.hi) {
        Some((lo, hi)) => {
            format!(
                "{value} ({} to {})",
                number(lo, decimals),
                number(hi, decimals)
            )
        }
        None => value,
    }
}
