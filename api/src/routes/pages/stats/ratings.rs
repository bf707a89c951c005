//! Ratings, with what they say about who is stronger.

use ::web::{
    chart::Interval,
    page::{Panel, Ranking, Row, Shown, Sorted, Statistics},
};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::GameId;
use store::statistics::{Rated, Ratings};

use super::{answered, ask, asked::Asked, called, words};
use crate::{
    http::{app::App, error::ApiError},
    wire,
};

/// More players than these are left to the API.
const PLAYERS: usize = 100;

pub(super) async fn page(
    request: HttpRequest,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let asked = Asked::of(&request)?;
    let answer = answer(&app, asked.game).await;
    answered(&asked, "Ratings", answer)
}

async fn answer(app: &App, game: GameId) -> Result<Statistics, ApiError> {
    let ratings = ratings(app, game).await?;
    let panel = panel(app, &ratings, PLAYERS);
    Ok(Statistics {
        title: format!("Who is the strongest in {}?", game.info().title),
        counted: vec![format!(
            "{}, rated at log position {}.",
            words::count(ratings.matches, "match", "matches"),
            ratings.as_of_position
        )],
        panels: vec![
            Panel {
                is_wide: true,
                ..panel
            },
            definition(ratings.definition),
        ],
        ..Statistics::default()
    })
}

/// How it is rated, for those who want to know.
fn definition(definition: String) -> Panel {
    Panel {
        title: "How it is rated".to_owned(),
        notes: vec![definition],
        links: Vec::new(),
        is_wide: true,
        shown: Shown::Words(vec![
            "Everybody begins at 25. A rating rises with each match won, more if the others were \
             rated higher."
                .to_owned(),
        ]),
    }
}

async fn ratings(app: &App, game: GameId) -> Result<Ratings, ApiError> {
    ask(app, move |statistics| {
        Ok::<_, ApiError>(statistics.ratings(game))
    })
    .await
}

/// The first of a game.
pub(super) async fn first(app: &App, game: GameId, most: usize) -> Result<Panel, ApiError> {
    let ratings = ratings(app, game).await?;
    Ok(panel(app, &ratings, most))
}

fn panel(app: &App, ratings: &Ratings, most: usize) -> Panel {
    let name = |rated: &Rated| called::player(app, &rated.player);
    let row = |rated: &Rated| Row {
        name: name(rated),
        address: called::address(ratings.game, "player", &rated.player),
        number: Interval {
            n: rated.matches,
            value: Some(rated.rating),
            lo: Some(rated.lo),
            hi: Some(rated.hi),
        },
        counted: format!(
            "{}, {}",
            words::count(rated.matches, "match", "matches"),
            words::count(rated.seats, "seat", "seats")
        ),
    };
    let mut notes = Vec::new();
    if !ratings.players.is_empty() {
        notes.push(format!(
            "95% intervals, of {} in all. A match weighs the same however many sit at the table.",
            words::count(ratings.matches, "match", "matches")
        ));
    }
    if let [first, second, ..] = ratings.players.as_slice() {
        let (first_name, second_name) = (name(first), name(second));
        notes.push(if first.lo > second.hi {
            format!("The intervals do not touch: {first_name} is stronger than {second_name}.")
        } else {
            format!(
                "The intervals overlap: it is not settled whether {first_name} is stronger than \
                 {second_name}."
            )
        });
    }
    Panel {
        title: format!("Ratings, {}", ratings.game.info().title),
        notes,
        links: words::links(&format!("/v1/ratings/{}", wire::name(&ratings.game))),
        is_wide: false,
        shown: Shown::Ranking(Ranking {
            of: "Player".to_owned(),
            value: "Rating".to_owned(),
            counted: "Rests on".to_owned(),
            sorted: Sorted::AtLeast,
            par: None,
            decimals: 1,
            rows: ratings.players.iter().take(most).map(row).collect(),
            none: "Nobody is rated yet: no match that counts is over.".to_owned(),
        }),
    }
}
