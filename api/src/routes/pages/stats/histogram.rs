//! How often each value of a metric occurs.

use std::sync::Arc;

use ::web::{
    chart::Histogram,
    page::{Panel, Shown},
};
use domain::facts::{Kind, Metric};
use store::statistics::{Aggregate, Distribution, Query, Slice, Sort};

use super::{ask, groups, words};
use crate::{
    http::{app::App, error::ApiError},
    stats::links,
};

/// How often each value of a metric occurs, with its mean.
pub(super) async fn panel(
    app: &App,
    slice: &Slice,
    metric: &Metric,
) -> Result<Option<Panel>, ApiError> {
    let (of, id) = (slice.clone(), metric.id.clone());
    let query = Query {
        slice: slice.clone(),
        metrics: vec![metric.id.clone()],
        group_by: Vec::new(),
        aggregates: vec![Aggregate::Mean],
        min_n: 0,
        sort: Sort::Group,
        limit: None,
    };
    let (distribution, mean) = ask(app, move |statistics| {
        let distribution: Arc<Distribution> = statistics.distribution(&of, &id)?;
        Ok::<_, store::statistics::Unanswerable>((distribution, statistics.query(&query)?))
    })
    .await?;
    if distribution.bars.is_empty() {
        return Ok(None);
    }
    let mean = &mean.groups[0].cells[0].estimate;
    let counted = groups::counted(metric).to_lowercase();
    let shown = |value: Option<f64>| {
        value.map_or_else(
            || "unknown".to_owned(),
            |value| format!("{value:.2}").replace('-', "\u{2212}"),
        )
    };
    let note = match (mean.lo, mean.hi) {
        (Some(_), Some(_)) => format!(
            "{} {counted}. Mean {}, 95% interval {} to {}.",
            distribution.n,
            shown(mean.value),
            shown(mean.lo),
            shown(mean.hi)
        ),
        _ => format!("{} {counted}. Mean {}.", distribution.n, shown(mean.value)),
    };
    Ok(Some(Panel {
        title: format!("{}: how often each value occurs", metric.title),
        notes: vec![note],
        links: words::links(&links::distribution(&distribution).this),
        is_wide: false,
        shown: Shown::Histogram(Histogram {
            title: format!(
                "How often each value occurs: {}",
                words::in_sentence(metric)
            ),
            axis: words::with_unit(metric),
            counted,
            // Of few seats win indices may all be whole numbers, but they are no counts.
            is_whole: metric.kind != Kind::Rate,
            decimals: words::decimals(metric),
            values: distribution
                .bars
                .iter()
                .map(|bar| (bar.value, bar.count))
                .collect(),
            mean: mean.value,
        }),
    }))
}
