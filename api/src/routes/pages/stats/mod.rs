//! Statistics for people: the questions of `/v1/stats` at `/stats`, answered by the same calls.

mod aggregates;
mod asked;
mod batches;
mod called;
mod choices;
mod compare;
mod curve;
mod groups;
mod heatmap;
mod histogram;
mod order;
mod overview;
mod query;
mod ratings;
mod table;
mod taken;
mod tournaments;
mod words;

use ::web::page::{Asking, Chip, Statistics};
use actix_web::{HttpRequest, HttpResponse, ResponseError as _};
use domain::{GameId, words::capital};
use store::Hash;

use self::asked::Asked;
use super::assets;
use crate::{
    http::{app::App, error::ApiError, read_your_writes, reply},
    stats::tabular,
    wire,
};

/// What can be asked of a game: what it is called, and where it is.
const QUESTIONS: [(&str, &str, &str); 8] = [
    ("Overview", "/stats", ""),
    ("Cards and tiles", "/stats/choices", ""),
    (
        "Scores",
        "/stats/query",
        "&metric=final_score&group_by=player",
    ),
    (
        "Head to head",
        "/stats/query",
        "&metric=final_score&group_by=player,opponent",
    ),
    ("Map", "/stats/heatmap", ""),
    (
        "Curve",
        "/stats/curve",
        "&metric=final_score&group_by=player",
    ),
    ("Compare", "/stats/compare", ""),
    ("Ratings", "/stats/ratings", ""),
];

/// What is planned of many matches: what it is called, and where it is.
const PLANNED: [(&str, &str); 2] = [("Batches", "/batches"), ("Tournaments", "/tournaments")];

pages! {
    "/stats" => overview::page,
    "/stats/query" => query::page,
    "/stats/choices" => choices::page,
    "/stats/heatmap" => heatmap::page,
    "/stats/curve" => curve::page,
    "/stats/compare" => compare::page,
    "/stats/ratings" => ratings::page,
    "/batches" => batches::list,
    "/batches/{id}" => batches::batch,
    "/tournaments" => tournaments::list,
    "/tournaments/{id}" => tournaments::tournament,
}

/// Asks the statistics as an operation of the API does.
async fn ask<T, E>(
    app: &App,
    ask: impl FnOnce(&store::Statistics) -> Result<T, E> + Send + 'static,
) -> Result<T, ApiError>
where
    T: Send + 'static,
    E: Send + 'static,
    ApiError: From<E>,
{
    read_your_writes::counted(&app.store).await?;
    let statistics = app.store.statistics.clone();
    let answer = tabular::off_thread(&app.looks, move || ask(&statistics)).await?;
    Ok(answer?)
}

/// Asks a question, and shows the answer.
async fn show(
    app: &App,
    request: &HttpRequest,
    question: &str,
    answer: impl AsyncFnOnce(&App, &Asked) -> Result<Statistics, ApiError>,
) -> Result<HttpResponse, ApiError> {
    let asked = Asked::of(request)?;
    let answer = answer(app, &asked).await;
    answered(&asked, question, answer)
}

/// The page with an answer, or with what is wrong with the question.
fn answered(
    asked: &Asked,
    question: &str,
    answer: Result<Statistics, ApiError>,
) -> Result<HttpResponse, ApiError> {
    let page = match answer {
        Ok(page) => page,
        Err(error) if error.status_code().is_client_error() => {
            let known = error.problem().known.join(", ");
            let known = Some(known).filter(|known| !known.is_empty());
            let known = known.map_or_else(String::new, |known| format!(" There is: {known}."));
            // What follows is about the fields of a problem, which a page does not have.
            let wrong = error.to_string();
            let wrong = capital(wrong.split(';').next().unwrap_or_default());
            Statistics {
                title: "That cannot be asked".to_owned(),
                trouble: Some(format!("{wrong}.{known}")),
                ..Statistics::default()
            }
        }
        Err(error) => return Err(error),
    };
    let page = Statistics {
        games: games(asked, question),
        questions: questions(asked.game, question),
        asking: page.asking.or_else(|| Some(Asking::Here(asked.form()))),
        ..page
    };
    let page = page.page(&assets::address);
    // The text changes with the log, with the names of players and with the build.
    let tag = Hash::of(page.as_bytes()).to_string();
    Ok(reply::revalidated(assets::html(page), &tag[..32]))
}

/// The same question about each game, and about all where one need not be named.
fn games(asked: &Asked, question: &str) -> Vec<Chip> {
    let planned = PLANNED.iter().find(|(called, _)| *called == question);
    let all = planned.map(|(_, path)| Chip {
        name: "All games".to_owned(),
        address: (*path).to_owned(),
        is_chosen: !asked.names_game,
    });
    let is_of_one = all.is_none() || asked.names_game;
    let of_game = |&game: &GameId| Chip {
        name: game.info().title.to_owned(),
        address: address(game, question),
        is_chosen: is_of_one && game == asked.game,
    };
    let of_games = GameId::ALL.iter().map(of_game);
    all.into_iter().chain(of_games).collect()
}

/// Everything that can be asked about a game.
fn questions(game: GameId, chosen: &str) -> Vec<Chip> {
    let chip = |(name, _, _): &(&str, &str, &str)| Chip {
        name: (*name).to_owned(),
        address: address(game, name),
        is_chosen: *name == chosen,
    };
    let planned = PLANNED.map(|(name, path)| Chip {
        name: name.to_owned(),
        address: format!("{path}?game={}", wire::name(&game)),
        is_chosen: chosen == name,
    });
    QUESTIONS.iter().map(chip).chain(planned).collect()
}

/// Where a question about a game is answered.
fn address(game: GameId, question: &str) -> String {
    let name = wire::name(&game);
    let mut all = QUESTIONS.iter();
    match all.find(|(called, _, _)| *called == question) {
        Some((_, path, more)) => format!("{path}?game={name}{more}"),
        None => {
            let planned = PLANNED.iter().find(|(called, _)| *called == question);
            let path = planned.map_or(PLANNED[0].1, |(_, path)| path);
            format!("{path}?game={name}")
        }
    }
}
