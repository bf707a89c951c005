//! The pages of players and of the server's bots: who they are, and how they play.

mod standing;

use ::web::page::{self, Played, PlayerPage};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::{
    bots::Bot,
    facts::word,
    matches::{Occupant, PlayerId},
};
use serde::Deserialize;
use store::{HouseBot, PlayerKind, ResultRow};

use super::{assets, home, names, wanted::Wanted};
use crate::http::{
    app::App,
    codes::Code,
    error::ApiError,
    extract::{Path, Query},
    listing,
};

/// So many matches are listed on a page.
const SHOWN: usize = 20;

/// The player that the path names.
#[derive(Deserialize)]
pub(super) struct PlayerPath {
    id: PlayerId,
}

/// The bot that the path names.
#[derive(Deserialize)]
pub(super) struct BotPath {
    name: String,
}

pub(super) async fn player(
    request: HttpRequest,
    path: Path<PlayerPath>,
    page: Query<listing::PageQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let id = path.0.id;
    let player = app.store.players.get(&id).await?;
    let player = player.ok_or(Code::UnknownPlayer)?;
    let occupant = Occupant::Player { player: id.clone() };
    let base = PlayerPage {
        name: names::of(&app, &occupant),
        kind: match player.kind {
            PlayerKind::Person => "Person",
            PlayerKind::Bot => "Bot",
        },
        decides: None,
        version: player.version.clone(),
        registered_at: Some(player.registered_at.to_string()),
        data: format!("/v1/players/{}", id.0),
        games: standing::in_each_game(&app, id.0, "player_version").await?,
        finished: Vec::new(),
        older: None,
    };
    show(&app, &request, &page.0, base, &occupant)
}

pub(super) async fn bot(
    request: HttpRequest,
    path: Path<BotPath>,
    page: Query<listing::PageQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let bot = Bot::ALL.iter().find(|bot| word(*bot) == path.0.name);
    let bot = *bot.ok_or(Code::NotFound)?;
    let base = PlayerPage {
        name: page::name(bot).to_owned(),
        kind: "Bot of this server",
        decides: Some(page::decides(bot)),
        version: Some(HouseBot::today(bot).to_string()),
        registered_at: None,
        data: "/v1/games".to_owned(),
        games: standing::in_each_game(&app, names::id(&Occupant::Bot { bot }), "bot_version")
            .await?,
        finished: Vec::new(),
        older: None,
    };
    show(&app, &request, &page.0, base, &Occupant::Bot { bot })
}

/// The page with a part of the matches that are over.
fn show(
    app: &App,
    request: &HttpRequest,
    page: &listing::PageQuery,
    base: PlayerPage,
    occupant: &Occupant,
) -> Result<HttpResponse, ApiError> {
    let part = page.part(request)?;
    let found = Wanted::with(occupant.clone()).page(app, part.after(), SHOWN)?;
    let here = request.path();
    let page = PlayerPage {
        finished: found
            .rows
            .iter()
            .map(|row| played(app, row, occupant))
            .collect(),
        older: part
            .query_of(found.next)
            .map(|query| format!("{here}?{query}")),
        ..base
    };
    Ok(assets::html(page.page(&assets::address)))
}

fn played(app: &App, row: &ResultRow, occupant: &Occupant) -> Played {
    let own = row
        .placings
        .iter()
        .filter(|(_, it)| it.occupant == *occupant);
    Played {
        listed: home::of_finished(app, row),
        places: own.map(|(_, it)| (it.rank, it.total)).collect(),
    }
}
