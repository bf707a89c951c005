//! Cards, tiles and shapes: how those did who took them.

use std::{
    cmp::{Ordering, Reverse},
    sync::Arc,
};

use ::web::page::{Panel, Ranking, Row, Shown, Sorted, Statistics};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::facts::{Kind, Metric};
use store::statistics::{ChoiceCounts, Choices, Slice, metrics};

use super::{ask, asked::Asked, called, show, taken, words};
use crate::{
    http::{app::App, error::ApiError},
    routes::stats::choices::KindQuery,
    stats::{
        links,
        query::{MIN_N, MinNQuery, SliceQuery},
    },
};

pub(super) async fn page(
    request: HttpRequest,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    show(&app, &request, "Cards and tiles", answer).await
}

async fn answer(app: &App, asked: &Asked) -> Result<Statistics, ApiError> {
    let slice = asked.read::<SliceQuery>()?.slice(&app.store)?;
    let min_n = asked.read::<MinNQuery>()?.checked()?;
    let kind = asked.read::<KindQuery>()?.kind;
    let choices = choices(app, &slice, kind.clone(), min_n).await?;
    let kinds = metrics(slice.game).filter(|it| it.kind == Kind::Choice);
    let kinds = kinds.filter(|it| kind.as_ref().is_none_or(|kind| *kind == it.id));
    let panels: Vec<Panel> = kinds
        .map(|kind| ranking(&choices, kind, min_n, usize::MAX))
        .collect();
    Ok(Statistics {
        title: format!("Which cards and tiles win in {}?", slice.game.info().title),
        counted: words::counted(app, &slice, &choices.about).await?,
        panels,
        ..Statistics::default()
    })
}

/// What decisions offered and took.
async fn choices(
    app: &App,
    slice: &Slice,
    kind: Option<String>,
    min_n: u64,
) -> Result<Arc<Choices>, ApiError> {
    let slice = slice.clone();
    ask(app, move |statistics| {
        statistics.choices(&slice, kind.as_deref(), min_n)
    })
    .await
}

/// The best of the kind of thing of which most is known: of equals, the first of the catalogue.
pub(super) async fn best(app: &App, slice: &Slice, rows: usize) -> Result<Option<Panel>, ApiError> {
    let choices = choices(app, slice, None, MIN_N).await?;
    let known = |kind: &&Metric| {
        let of_kind = choices.choices.iter().filter(|it| it.kind == kind.id);
        let over_all = of_kind.filter(|it| it.round.is_none());
        over_all.filter(|it| it.win_index_with.lo.is_some()).count()
    };
    let kinds = metrics(slice.game).filter(|it| it.kind == Kind::Choice);
    let Some(kind) = kinds.min_by_key(|kind| Reverse(known(kind))) else {
        return Ok(None);
    };
    let panel = ranking(&choices, kind, MIN_N, rows);
    let all = super::address(slice.game, "Cards and tiles");
    let all = ("All of them".to_owned(), all);
    Ok(Some(Panel {
        links: std::iter::once(all).chain(panel.links).collect(),
        ..panel
    }))
}

fn ranking(choices: &Choices, kind: &Metric, min_n: u64, most: usize) -> Panel {
    let of_kind = choices.choices.iter();
    let of_kind = of_kind.filter(|it| it.kind == kind.id && it.round.is_none());
    let mut sorted: Vec<&ChoiceCounts> = of_kind.collect();
    sorted.sort_by(|a, b| greatest_first(a, b).then_with(|| a.item.cmp(&b.item)));
    let game = choices.about.game;
    let row = |choice: &ChoiceCounts| Row {
        name: choice.item_name.clone(),
        address: called::component(game, &choice.item),
        number: words::interval(&choice.win_index_with),
        counted: format!("{} of {}", choice.taken, choice.offered),
    };
    let all = sorted.len();
    let rows: Vec<Row> = sorted.into_iter().take(most).map(row).collect();
    Panel {
        title: format!(
            "{}: win index of those who {}",
            kind.title,
            taken::told(&kind.id)
        ),
        notes: notes(rows.len(), all),
        links: words::links(&links::choices(choices, Some(&kind.id), min_n).this),
        is_wide: true,
        shown: Shown::Ranking(Ranking {
            of: kind.title.clone(),
            value: "Mean".to_owned(),
            counted: "Chosen of offered".to_owned(),
            sorted: Sorted::AtLeast,
            par: Some(1.0),
            decimals: 2,
            rows,
            none: "Nothing of this kind was offered in the matches that are counted.".to_owned(),
        }),
    }
}

/// How a ranking is read, of which so many rows of all are shown.
fn notes(shown: usize, all: usize) -> Vec<String> {
    if all == 0 {
        return Vec::new();
    }
    let read = [
        "Sorted by the lower end of the interval, so that a lucky small sample does not lead.",
        "1.00 is what a seat wins on average. 95% intervals; they err on the wide side.",
        "Who chose a thing may have won for another reason.",
    ];
    let read = read.into_iter().map(str::to_owned);
    let cut = (shown < all).then(|| format!("The first {shown} of {all}."));
    read.chain(cut).collect()
}

fn greatest_first(a: &ChoiceCounts, b: &ChoiceCounts) -> Ordering {
    let lo = |it: &ChoiceCounts| it.win_index_with.lo.unwrap_or(f64::NEG_INFINITY);
    lo(b).total_cmp(&lo(a))
}
