//! The catalogue: what can be played, what is in the box, what the rules say, and
//! both rules and scores for positions at anybody's own table.

use actix_web::{HttpRequest, HttpResponse, get, http::header, middleware::Compress, post, web};
use domain::{GameId, Position, Refused, View};

use super::GamePath;
use crate::{
    http::{
        accept,
        app::App,
        conditional,
        contract::schema,
        error::ApiError,
        extract::{Json, Path, Query},
        heavy_looks::Waiting,
        legal::{self, LegalQuery},
        picture::{PictureQuery, PixelsQuery},
        reply,
    },
    routes::pages,
    wire::{GameInfo, Games, LegalCommands, Picture, Pixels, Rules, Section, Sheets},
};

/// List the games
///
/// All games that this server offers, with their options and defaults.
#[utoipa::path(operation_id = "listGames", tag = "Catalogue",
    extensions(("x-cacheable" = json!(true))), security(()),
    responses((status = 200, description = "The games this server offers.", body = Games)))]
#[get("/games")]
pub(crate) async fn list_games() -> HttpResponse {
    let items = GameId::ALL.iter().map(|&game| info(game)).collect();
    reply::fixed(&Games { items })
}

/// Get a game
///
/// The number of players, the options that the host may choose, and the bots that the server can
/// play.
#[utoipa::path(operation_id = "getGame", tag = "Catalogue",
    extensions(("x-cacheable" = json!(true))), security(()), params(GamePath),
    responses((status = 200, description = "The game and its options.", body = GameInfo)))]
#[get("/games/{game}")]
pub(crate) async fn get_game(path: Path<GamePath>) -> Result<HttpResponse, ApiError> {
    Ok(reply::fixed(&info(path.0.game()?)))
}

/// Get the components of a game
///
/// Everything in the box as data: cards, maps, tiles. Each record names its source and marks values
/// that could not be checked against a printed copy. The `ETag` is the `sha256` of the game.
#[utoipa::path(operation_id = "getComponents", tag = "Catalogue",
    extensions(("x-cacheable" = json!(true))), security(()), params(GamePath),
    responses((status = 200, description = "Everything in the box.", body = Object)))]
#[get("/games/{game}/components")]
pub(crate) async fn get_components(path: Path<GamePath>) -> Result<HttpResponse, ApiError> {
    Ok(reply::fixed_text(path.0.game()?.components()))
}

/// Get the rules of a game
///
/// The rules in numbered paragraphs, and the codes of all refusals with the paragraph behind each.
/// `rule` in a problem is the `anchor` of a paragraph. A browser, which asks for `text/html`, gets
/// a page with these anchors, so that `links.rule` of a problem leads straight to the paragraph.
#[utoipa::path(operation_id = "getRules", tag = "Catalogue",
    extensions(("x-cacheable" = json!(true))), security(()), params(GamePath),
    responses((status = 200, description = "The rules in numbered paragraphs.", content(
        (Rules = "application/json"), (String = "text/html")))))]
#[get("/games/{game}/rules")]
pub(crate) async fn get_rules(
    path: Path<GamePath>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let game = path.0.game()?;
    let info = game.info();
    let sections = Section::all(info.rules_text);
    let form = accept::best(&request, &["application/json", "text/html"])?;
    let mut answer = if form == "text/html" {
        conditional::tagged(pages::rules(game, &sections))
    } else {
        reply::fixed(&Rules {
            game,
            rules: info.rules,
            sections,
        })
    };
    let vary = header::HeaderValue::from_static("accept");
    answer.headers_mut().insert(header::VARY, vary);
    Ok(answer)
}

/// Score a position
///
/// Takes a position and returns its score sheet, line by line, with the cells that each line
/// counted. Nothing is stored. Use it for a game at your own table, or to check your own engine.
/// `board.svg` draws the same position; give it `line` to see the cells of a line.
#[utoipa::path(operation_id = "scorePosition", tag = "Catalogue", security(()), params(GamePath),
    request_body = Position,
    responses((status = 200, description = "The score sheets.", body = Sheets)))]
#[post("/games/{game}/score")]
pub(crate) async fn score_position(
    path: Path<GamePath>,
    body: Json<Position>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let (game, position) = (path.0.game()?, body.value);
    let scored = move |_: &Waiting<'_>| imagined(game, position).map(|view| Sheets::of(&view));
    Ok(reply::ok(&app.looks.run(scored).await??))
}

/// List the legal commands of a position
///
/// Takes a position and returns the commands that are legal in it, each exactly once.
#[utoipa::path(operation_id = "legalInPosition", tag = "Catalogue", security(()),
    params(GamePath, LegalQuery), request_body = Position,
    responses((status = 200, description = "The legal commands.", body = LegalCommands)))]
#[post("/games/{game}/legal")]
pub(crate) async fn legal_in_position(
    path: Path<GamePath>,
    query: Query<LegalQuery>,
    body: Json<Position>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let (game, position) = (path.0.game()?, body.value);
    let legal = move |_: &Waiting<'_>| legal::commands(&imagined(game, position)?, &query.0);
    Ok(reply::ok(&app.looks.run(legal).await??))
}

/// Draw a position
///
/// Takes a position and returns its board as a picture. With `line`, the cells that a line of its
/// score sheet counts are marked.
#[utoipa::path(operation_id = "drawPosition", tag = "Catalogue", security(()),
    params(GamePath, PictureQuery), request_body = Position,
    responses((status = 200, description = "The board as SVG.", body = Picture,
        content_type = "image/svg+xml")))]
#[post("/games/{game}/board.svg", wrap = "Compress::default()")]
pub(crate) async fn draw_position(
    path: Path<GamePath>,
    wanted: Query<PictureQuery>,
    body: Json<Position>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let (game, position) = (path.0.game()?, body.value);
    let draw = move |_: &Waiting<'_>| drawn(game, position, &wanted.0);
    Ok(reply::picture(app.looks.run(draw).await??))
}

/// Draw a position as a PNG
///
/// Takes a position and returns the same picture as `board.svg` in pixels.
#[utoipa::path(operation_id = "drawPositionPng", tag = "Catalogue", security(()),
    params(GamePath, PictureQuery, PixelsQuery), request_body = Position,
    responses((status = 200, description = "The board as PNG.", body = Pixels,
        content_type = "image/png")))]
#[post("/games/{game}/board.png")]
pub(crate) async fn draw_position_png(
    path: Path<GamePath>,
    wanted: Query<PictureQuery>,
    pixels: Query<PixelsQuery>,
    body: Json<Position>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let (game, position) = (path.0.game()?, body.value);
    let draw = move |_: &Waiting<'_>| {
        let picture = drawn(game, position, &wanted.0)?;
        Ok::<Vec<u8>, ApiError>(pixels.0.draw(&picture))
    };
    Ok(reply::pixels(app.looks.run(draw).await??))
}

fn drawn(game: GameId, position: Position, wanted: &PictureQuery) -> Result<String, ApiError> {
    let view = imagined(game, position)?;
    let focus = wanted.focus(&view)?;
    Ok(::web::board(&view, &focus))
}

fn imagined(game: GameId, position: Position) -> Result<View, ApiError> {
    if position.game() != game {
        return Err(ApiError::from(Refused::WrongGame).about(game, None));
    }
    position.imagine().map_err(|impossible| ApiError::Refused {
        rejection: Box::new(impossible.rejection),
        game: Some(game),
        seat: None,
        pointer: impossible.field.map(|field| format!("/position/{field}")),
    })
}

fn info(game: GameId) -> GameInfo {
    GameInfo::of(game, schema::options_schema(game))
}
