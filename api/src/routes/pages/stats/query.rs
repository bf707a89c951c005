//! Metrics by groups, and how often each value occurs.

use std::sync::Arc;

use ::web::{
    chart::Histogram,
    page::{Panel, Ranking, Row, Shown, Statistics},
};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::facts::{Metric, Per};
use store::statistics::{
    Aggregate, AggregateGroup, Distribution, OPPONENT, Query, QueryAnswer, Slice, Sort,
};

use super::{answered, ask, asked::Asked, called, words};
use crate::{
    http::{app::App, error::ApiError},
    routes::stats::query::AggregatesQuery,
    stats::{
        links,
        query::{MinNQuery, SliceQuery},
    },
};

/// More groups than these are left to the API, unless somebody asks for them.
const GROUPS: usize = 100;

pub(super) async fn page(
    request: HttpRequest,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let asked = Asked::of(&request)?;
    let is_of_two = asked
        .read::<GroupByQuery>()?
        .group_by
        .join(",")
        .contains(OPPONENT);
    let question = if is_of_two { "Head to head" } else { "Scores" };
    let answer = answer(&app, &asked).await;
    answered(&asked, question, answer)
}

/// What tells which question of the list it is.
#[derive(serde::Deserialize)]
struct GroupByQuery {
    #[serde(default)]
    group_by: Vec<String>,
}

async fn answer(app: &App, asked: &Asked) -> Result<Statistics, ApiError> {
    let slice = asked.read::<SliceQuery>()?.slice(&app.store)?;
    let min_n = asked.read::<MinNQuery>()?.checked()?;
    let mut query = asked
        .read::<AggregatesQuery>()?
        .query(slice.clone(), min_n)?;
    let is_of_two = query.group_by.iter().any(|id| id == OPPONENT);
    query.aggregates = if is_of_two {
        vec![Aggregate::Mean, Aggregate::Difference]
    } else {
        vec![Aggregate::Mean]
    };
    if !asked.has("sort") {
        query.sort = Sort::AtLeast;
    }
    query.limit = query.limit.or(Some(GROUPS));
    let asked_query = query.clone();
    let answer = ask(app, move |statistics| statistics.query(&asked_query)).await?;
    let mut panels = Vec::new();
    if !query.group_by.is_empty() {
        let rankings = answer.metrics.iter().enumerate();
        panels.extend(rankings.map(|(nth, metric)| ranking(app, &query, &answer, nth, metric)));
    }
    for metric in &answer.metrics {
        panels.extend(histogram(app, &slice, metric).await?);
    }
    let metrics: Vec<&str> = answer.metrics.iter().map(|it| it.title.as_str()).collect();
    let by = query.group_by.iter();
    let by: Vec<String> = by
        .map(|id| words::dimension(slice.game, id).to_lowercase())
        .collect();
    let by = if by.is_empty() {
        String::new()
    } else {
        format!(" by {}", by.join(" and "))
    };
    Ok(Statistics {
        title: format!("{}{by}, {}", metrics.join(", "), slice.game.info().title),
        counted: words::counted(app, &slice, &answer.about).await?,
        panels,
        ..Statistics::default()
    })
}

fn ranking(app: &App, query: &Query, answer: &QueryAnswer, nth: usize, metric: &Metric) -> Panel {
    let aggregates = query.aggregates.len();
    // Of pairs the difference is told, which is about these two alone.
    let at = (nth + 1) * aggregates - 1;
    let is_of_two = aggregates > 1;
    // Of two seats of one player neither is ahead.
    let is_told = |group: &&AggregateGroup| !is_of_two || group.key.first() != group.key.get(1);
    let told = answer.groups.iter().filter(is_told);
    let mut rows: Vec<Row> = told.map(|group| row(app, query, group, at)).collect();
    if is_of_two {
        // The order of the API is that of the means.
        rows.sort_by(Row::by_lower_end);
    }
    let counted = match metric.per {
        Per::Seat => "Seats",
        Per::Match => "Matches",
        Per::Decision => "Decisions",
    };
    let mut notes = vec![metric.definition.clone()];
    if is_of_two {
        notes.push(
            "The number is the mean of the first's value minus that of the second at the same \
             tables."
                .to_owned(),
        );
    }
    notes.push("95% intervals, computed by deal.".to_owned());
    if answer.group_count > domain::cast::<u64>(answer.groups.len()) {
        notes.push(format!(
            "The first {} of {} groups.",
            answer.groups.len(),
            answer.group_count
        ));
    }
    Panel {
        title: format!("{}, sorted by the lower end", metric.title),
        notes,
        links: words::links(&links::query(query, answer).this),
        is_wide: true,
        shown: Shown::Ranking(Ranking {
            of: by(query),
            value: if is_of_two { "Difference" } else { "Mean" }.to_owned(),
            counted: if is_of_two { "Pairs" } else { counted }.to_owned(),
            par: if is_of_two {
                Some(0.0)
            } else {
                words::par(metric)
            },
            decimals: words::decimals(metric),
            rows,
            none: "Nothing was counted, so there is nothing to rank.".to_owned(),
        }),
    }
}

/// A group, with the number of one of its cells.
fn row(app: &App, query: &Query, group: &AggregateGroup, at: usize) -> Row {
    let game = query.slice.game;
    let keys = || query.group_by.iter().zip(&group.key);
    let parts = keys().map(|(on, part)| match part {
        Some(word) => called::value(app, game, on, word),
        None => "Unknown".to_owned(),
    });
    let mut addresses = keys().filter_map(|(on, part)| called::address(game, on, part.as_ref()?));
    let is_of_two = query.aggregates.len() > 1;
    let between = if is_of_two { " against " } else { " · " };
    let partial = if group.partial { " (not over yet)" } else { "" };
    let estimate = &group.cells[at].estimate;
    Row {
        name: format!("{}{partial}", parts.collect::<Vec<_>>().join(between)),
        address: addresses.next().filter(|_| group.key.len() == 1),
        number: words::interval(estimate),
        counted: match estimate.deals {
            Some(deals) => format!("{} in {}", estimate.n, words::count(deals, "deal", "deals")),
            None => estimate.n.to_string(),
        },
    }
}

fn by(query: &Query) -> String {
    let titles = query.group_by.iter();
    let titles = titles.map(|id| words::dimension(query.slice.game, id));
    titles.collect::<Vec<_>>().join(", ")
}

/// How often each value of a metric occurs, with its mean.
pub(super) async fn histogram(
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
    let counted = match metric.per {
        Per::Seat => "seats",
        Per::Match => "matches",
        Per::Decision => "decisions",
    };
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
            axis: words::with_unit(metric),
            counted: counted.to_owned(),
            values: distribution
                .bars
                .iter()
                .map(|bar| (bar.value, bar.count))
                .collect(),
            mean: mean.value,
        }),
    }))
}
