//! How often each cell of the board is filled, drawn on the board.

use std::collections::{BTreeMap, BTreeSet};

use ::web::{
    chart::{Heat, HeatCell},
    page::{Panel, Shown, Statistics},
};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::Cell;
use serde::Deserialize;
use store::statistics::{Heatmap, Slice};

use super::{ask, asked::Asked, show, words};
use crate::{
    http::{app::App, error::ApiError},
    stats::{
        links,
        query::{MIN_N, MinNQuery, SliceQuery},
    },
};

/// With what cells are filled.
#[derive(Debug, Deserialize)]
struct WithQuery {
    with: Option<String>,
}

pub(super) async fn page(
    request: HttpRequest,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    show(&app, &request, "Map", answer).await
}

async fn answer(app: &App, asked: &Asked) -> Result<Statistics, ApiError> {
    let slice = asked.read::<SliceQuery>()?.slice(&app.store)?;
    let min_n = asked.read::<MinNQuery>()?.checked()?;
    let with = asked.read::<WithQuery>()?.with;
    let map = heatmap(app, &slice, min_n).await?;
    let all = things(&map);
    let chosen = all
        .iter()
        .filter(|it| with.as_ref().is_none_or(|with| with == *it));
    Ok(Statistics {
        title: format!("What stands where in {}?", slice.game.info().title),
        counted: words::counted(app, &slice, &map.about).await?,
        panels: if all.is_empty() {
            vec![nothing()]
        } else {
            chosen.map(|with| panel(&map, with, min_n)).collect()
        },
        ..Statistics::default()
    })
}

fn nothing() -> Panel {
    Panel {
        title: "No map yet".to_owned(),
        notes: Vec::new(),
        links: Vec::new(),
        is_wide: false,
        shown: Shown::Words(vec![
            "No cell was filled in a match that is counted.".to_owned(),
        ]),
    }
}

async fn heatmap(
    app: &App,
    slice: &Slice,
    min_n: u64,
) -> Result<std::sync::Arc<Heatmap>, ApiError> {
    let slice = slice.clone();
    ask(app, move |statistics| statistics.heatmap(&slice, min_n)).await
}

/// What fills cells, the most frequent first.
fn things(map: &Heatmap) -> Vec<String> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for heat in &map.cells {
        let count: u64 = heat.by_rank.iter().map(|it| it.count).sum();
        *counts.entry(&heat.with).or_default() += count;
    }
    let mut counts: Vec<(&str, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
        .into_iter()
        .map(|(with, _)| with.to_owned())
        .collect()
}

/// Where what fills most cells stands.
pub(super) async fn usual(app: &App, slice: &Slice) -> Result<Option<Panel>, ApiError> {
    let map = heatmap(app, slice, MIN_N).await?;
    let things = things(&map);
    let panel = things.first().map(|with| panel(&map, with, MIN_N));
    let all = ("All maps".to_owned(), super::address(slice.game, "Map"));
    Ok(panel.map(|panel| Panel {
        links: std::iter::once(all).chain(panel.links).collect(),
        ..panel
    }))
}

/// Cells that fewer seats of a hundred fill than this, with whatever, are left to the API. Boards of
/// a fixed size have no such cells; others would shrink to nothing for a single match.
const RARE_PERCENT: u64 = 3;

/// The cells that are filled often enough to be drawn.
fn near(map: &Heatmap) -> BTreeSet<Cell> {
    let mut filled: BTreeMap<Cell, u64> = BTreeMap::new();
    for heat in &map.cells {
        let count: u64 = heat.by_rank.iter().map(|it| it.count).sum();
        *filled.entry(heat.cell).or_default() += count;
    }
    let boards: u64 = map.seats.iter().map(|it| it.count).sum();
    let is_grown = filled.keys().any(|Cell(row, column)| *row.min(column) < 0);
    let often = |count: u64| !is_grown || count * 100 >= RARE_PERCENT * boards;
    let near = filled.into_iter().filter(|(_, count)| often(*count));
    near.map(|(cell, _)| cell).collect()
}

fn notes(seats: u64, far: usize) -> Vec<String> {
    let mut notes = vec![format!(
        "Each number is the percentage of {} that have this on the cell at the end of the match.",
        words::count(seats, "seat", "seats")
    )];
    if far > 0 {
        notes.push(format!(
            "{} farther out, filled by fewer than {RARE_PERCENT} seats of a hundred, {} left to the API.",
            words::count(domain::cast::<u64>(far), "cell", "cells"),
            if far == 1 { "is" } else { "are" }
        ));
    }
    notes
}

fn panel(map: &Heatmap, with: &str, min_n: u64) -> Panel {
    let seats: u64 = map.seats.iter().map(|it| it.count).sum();
    let every = near(map);
    let with_it = map.cells.iter().filter(|heat| heat.with == with);
    let shares: BTreeMap<_, _> = with_it.map(|heat| (heat.cell, heat.share.value)).collect();
    let cells = every.iter().map(|&cell| HeatCell {
        cell,
        share: shares.get(&cell).copied().flatten(),
    });
    let far = shares.keys().filter(|cell| !every.contains(cell)).count();
    let what = map.about.game.item_name(with);
    Panel {
        title: format!("{what} on the board"),
        notes: notes(seats, far),
        links: words::links(&links::heatmap(map, min_n).this),
        is_wide: false,
        shown: Shown::Heat(Heat {
            game: map.about.game,
            shows: format!("{what}: how often it is on each cell"),
            cells: cells.collect(),
        }),
    }
}
