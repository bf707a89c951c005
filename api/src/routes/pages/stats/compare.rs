//! Two slices side by side, with a verdict in words.

use ::web::page::{
    Asking, Compared, Form, Panel, Ranking, Row, Shown, Sorted, Statistics, verdict,
};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use store::statistics::{Comparison, OneOf, Slice, Test};

use super::{ask, asked::Asked, called, show, words};
use crate::{
    http::{app::App, error::ApiError},
    routes::stats::compare::CompareQuery,
    stats::{
        links,
        query::{MinNQuery, SliceQuery},
    },
};

/// What is compared unless something else is asked for.
const METRICS: [&str; 2] = ["final_score", "win_index"];

/// What is compared.
#[derive(Debug, Deserialize)]
struct MetricsQuery {
    metric: Option<String>,
}

pub(super) async fn page(
    request: HttpRequest,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    show(&app, &request, "Compare", answer).await
}

async fn answer(app: &App, asked: &Asked) -> Result<Statistics, ApiError> {
    let slice: SliceQuery = asked.read()?;
    let sides: CompareQuery = asked.read()?;
    let min_n = asked.read::<MinNQuery>()?.checked()?;
    let asked_metric = asked.read::<MetricsQuery>()?.metric;
    let [first, second] = sides.or_bots();
    let conditions = [&first, &second].map(|side| {
        let side = side.iter().map(|condition| condition.0.clone());
        side.collect::<Vec<_>>().join(" ")
    });
    let (first, second) = (
        slice.slice_and(&first, &app.store)?,
        slice.slice_and(&second, &app.store)?,
    );
    let names = [&first, &second].map(|slice| name(app, slice));
    let metrics = asked_metric.map_or_else(|| METRICS.map(str::to_owned).to_vec(), |it| vec![it]);
    let mut panels = Vec::new();
    let mut counted = Vec::new();
    for metric in metrics {
        let (one, other) = (first.clone(), second.clone());
        let compare =
            move |statistics: &store::Statistics| statistics.compare(&one, &other, &metric, min_n);
        let comparison = ask(app, compare).await?;
        if counted.is_empty() {
            counted = words::counted(app, &slice.slice(&app.store)?, &comparison.about).await?;
        }
        panels.push(panel(&comparison, &names, min_n));
        panels.push(ranking(&comparison, &names, min_n));
    }
    let [one, other] = names;
    Ok(Statistics {
        title: format!("{one} and {other}, {}", asked.game.info().title),
        counted,
        panels,
        asking: Some(Asking::Here(Form {
            sides: Some(conditions),
            ..asked.form()
        })),
        ..Statistics::default()
    })
}

/// What tells a slice from all others: its own conditions.
fn name(app: &App, Slice { game, filters, .. }: &Slice) -> String {
    let words = filters.iter().map(|filter| match &filter.test {
        Test::In(OneOf(values)) if filter.on == "player" => {
            let names = values.iter().map(|value| called::player(app, value));
            names.collect::<Vec<_>>().join(" or ")
        }
        Test::In(_) | Test::Between { .. } => words::condition(app, *game, filter),
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() {
        "All".to_owned()
    } else {
        words.join(" where ")
    }
}

/// A comparison in words.
fn panel(comparison: &Comparison, [first, second]: &[String; 2], min_n: u64) -> Panel {
    let metric = &comparison.about.metric;
    let compared = |difference| Compared {
        first: first.clone(),
        second: second.clone(),
        metric: words::in_sentence(metric),
        unit: words::unit(metric),
        decimals: words::decimals(metric),
        difference: words::interval(difference),
    };
    let mut said = vec![verdict(&compared(&comparison.difference))];
    if let Some(paired) = &comparison.paired {
        said.push(format!(
            "Deal by deal, over {} that both played: {}",
            words::count(paired.difference.n, "deal", "deals"),
            verdict(&compared(&paired.difference))
        ));
    }
    Panel {
        title: metric.title.clone(),
        notes: vec![metric.definition.clone()],
        links: words::links(&links::compare(comparison, min_n).this),
        is_wide: false,
        shown: Shown::Words(said),
    }
}

fn ranking(comparison: &Comparison, names: &[String; 2], min_n: u64) -> Panel {
    let metric = &comparison.about.metric;
    let row = |name: &String, estimate: &store::statistics::Estimate| Row {
        name: name.clone(),
        address: None,
        number: words::interval(estimate),
        counted: estimate.n.to_string(),
    };
    let mut rows = vec![
        row(&names[0], &comparison.first),
        row(&names[1], &comparison.second),
    ];
    rows.sort_by(Row::by_lower_end);
    Panel {
        title: format!("{}, each alone", metric.title),
        notes: vec!["95% intervals, computed by deal.".to_owned()],
        links: words::links(&links::compare(comparison, min_n).this),
        is_wide: false,
        shown: Shown::Ranking(Ranking {
            of: "Group".to_owned(),
            value: "Mean".to_owned(),
            counted: "Values".to_owned(),
            sorted: Sorted::AtLeast,
            par: words::par(metric),
            decimals: words::decimals(metric),
            rows,
            none: String::new(),
        }),
    }
}
