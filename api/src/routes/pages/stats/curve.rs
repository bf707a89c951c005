//! How a metric went on, match after match.

use ::web::{
    chart::{Line, Lines},
    page::{Panel, Shown, Statistics},
};
use actix_web::{HttpRequest, HttpResponse, web};
use store::statistics::{Curve, Series};

use super::{ask, asked::Asked, called, show, words};
use crate::{
    http::{app::App, error::ApiError},
    routes::stats::curve::CurveOfQuery,
    stats::{
        links,
        query::{MinNQuery, SliceQuery},
    },
};

pub(super) async fn page(
    request: HttpRequest,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    show(&app, &request, "Curve", answer).await
}

async fn answer(app: &App, asked: &Asked) -> Result<Statistics, ApiError> {
    let slice = asked.read::<SliceQuery>()?.slice(&app.store)?;
    let min_n = asked.read::<MinNQuery>()?.checked()?;
    let query = asked.read::<CurveOfQuery>()?.query(slice.clone(), min_n)?;
    let of = query.clone();
    let curve = ask(app, move |statistics| statistics.curve(&of)).await?;
    let metric = &curve.about.metric;
    Ok(Statistics {
        title: format!("{} over time, {}", metric.title, slice.game.info().title),
        counted: words::counted(app, &slice, &curve.about).await?,
        panels: vec![Panel {
            title: format!(
                "Mean of the last {}",
                words::count(curve.window, "match", "matches")
            ),
            notes: vec![
                metric.definition.clone(),
                "The band is the 95% interval, computed by deal. Neighboring points share most of \
                 their matches."
                    .to_owned(),
            ],
            links: words::links(&links::curve(&query, &curve).this),
            is_wide: true,
            shown: Shown::Lines(lines(app, &curve)),
        }],
        ..Statistics::default()
    })
}

fn lines(app: &App, curve: &Curve) -> Lines {
    let metric = &curve.about.metric;
    let line = |series: &Series| Line {
        name: match (&series.key, &curve.group_by) {
            (Some(key), Some(on)) => called::value(app, curve.about.game, on, key),
            (None, Some(_)) => "Unknown".to_owned(),
            (_, None) => "All".to_owned(),
        },
        points: series
            .points
            .iter()
            .map(|point| {
                let at = u32::try_from(point.matches).unwrap_or(u32::MAX);
                (at, words::interval(&point.mean))
            })
            .collect(),
    };
    Lines {
        title: format!("{} over the matches of each series", metric.title),
        across: "matches of the series".to_owned(),
        up: words::with_unit(metric),
        decimals: words::decimals(metric),
        series: curve.series.iter().map(line).collect(),
    }
}
