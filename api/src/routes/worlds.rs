//! Worlds: tables that look to a seat exactly like the one it sits at.

use actix_web::{HttpResponse, get, web};
use domain::{Dice, Refused, Seed, Viewer};
use serde::Deserialize;
use utoipa::IntoParams;

use super::SeatPath;
use crate::{
    http::{
        app::App, auth::Seated, codes::Code, error::ApiError, extract::Query, heavy_looks::Waiting,
        reply,
    },
    wire::Worlds,
};

/// The most worlds of one answer.
// A table of a hundred seats takes 200,000 bytes.
pub(crate) const WORLDS: u32 = 32;

/// Which worlds.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WorldsQuery {
    /// How many worlds to draw.
    #[serde(default = "one")]
    #[param(minimum = 1, maximum = 32, default = 1)]
    n: u32,
    /// What they are drawn from: the same seed gives the same worlds as long as the seat sees the
    /// same, whatever `n` is. Default: a seed that the server draws.
    seed: Option<Seed>,
}

const fn one() -> u32 {
    1
}

/// Draw worlds that the seat cannot rule out
///
/// Complete tables that look to this seat exactly like the match does now: what it sees is kept,
/// and all else is drawn anew, so that a bot may search in them. They are drawn from the view of
/// the seat and the seed alone, so they tell nothing that the seat does not know. How likely a
/// world is given what the others decided is not considered. Nothing is stored, and asking again
/// costs as much (a heavy look). Each item is a table that can be played on: as `arranged.state`
/// of `POST /v1/matches` it begins a match of its own.
#[utoipa::path(operation_id = "drawWorlds", tag = "Decisions", params(SeatPath, WorldsQuery),
    responses((status = 200, description = "The worlds that were drawn.", body = Worlds)))]
#[get("/matches/{id}/seats/{seat}/worlds")]
pub(crate) async fn draw_worlds(
    seated: Seated,
    query: Query<WorldsQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let WorldsQuery { n, seed } = query.0;
    if !(1..=WORLDS).contains(&n) {
        let detail = format!("n must be from 1 to {WORLDS}");
        return Err(Code::MalformedQuery.because(detail));
    }
    let Seated { id, seat, now, .. } = seated;
    if now.game.is_over() {
        return Err(Code::Over.because("the match is over, and nothing is hidden any more"));
    }
    let table = now.game.table().ok_or(Refused::NotStarted)?;
    let view = table.state.view(Viewer::Seat(seat));
    let seed = seed.unwrap_or_else(drawn);
    let draw = move |waiting: &Waiting<'_>| {
        let worlds = waiting.each(0..n);
        let worlds = worlds.map(|nth| view.redraw(&Dice::new(of_world(seed, nth))));
        worlds.collect()
    };
    Ok(reply::ok(&Worlds {
        id,
        seat,
        version: now.version(),
        seed,
        items: app.looks.run(draw).await?,
    }))
}

fn drawn() -> Seed {
    let mut seed = Seed([0; 32]);
    getrandom::fill(&mut seed.0).expect("the operating system gives random bytes");
    seed
}

fn of_world(seed: Seed, nth: u32) -> Seed {
    Seed(Dice::new(seed).derive("world", nth))
}
