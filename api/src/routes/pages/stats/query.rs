//! Metrics by groups, and how often each value occurs.

use ::web::page::Statistics;
use actix_web::{HttpRequest, HttpResponse, web};
use store::statistics::{Aggregate, OPPONENT, Query, Sort};

use super::{answered, ask, asked::Asked, groups::Groups, histogram, words};
use crate::{
    http::{app::App, error::ApiError},
    routes::stats::query::AggregatesQuery,
    stats::query::{MinNQuery, SliceQuery},
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
    let query = asked.read::<AggregatesQuery>()?;
    let query = usual(asked, query.query(slice.clone(), min_n)?);
    let asked_query = query.clone();
    let answer = ask(app, move |statistics| statistics.query(&asked_query)).await?;
    let groups = Groups {
        app,
        query: &query,
        answer: &answer,
        names_aggregates: asked.has("aggregates"),
        names_order: asked.has("sort"),
    };
    let mut panels = groups.panels();
    for metric in &answer.metrics {
        panels.extend(histogram::panel(app, &slice, metric).await?);
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

/// The query as the page puts it: what nobody asked for is what the page usually shows.
fn usual(asked: &Asked, mut query: Query) -> Query {
    let is_of_two = query.group_by.iter().any(|id| id == OPPONENT);
    if !asked.has("aggregates") {
        query.aggregates = vec![Aggregate::Mean];
        query
            .aggregates
            .extend(is_of_two.then_some(Aggregate::Difference));
    }
    if !asked.has("sort") {
        query.sort = Sort::AtLeast;
    }
    query.limit = query.limit.or(Some(GROUPS));
    query
}
