//! Rematches: the table of a match that is over, once more.

use actix_web::{HttpResponse, post, web};
use store::Opening;

use super::{MatchPath, opening};
use crate::{
    http::{
        app::App,
        auth::Reader,
        codes::Code,
        error::ApiError,
        extract::{Key, KeyHeader},
    },
    wire::{Named, Opened},
};

/// Play a match again
///
/// Opens a match of the same game, options and settings between the same players and bots, with a
/// new deal, once this match is over. Everybody sits one seat further to the right, so that another
/// begins. Your seats are taken at once; the others are reserved for their players, who must join.
/// The match says `rematch_of`. Only a player of the match may do this.
#[utoipa::path(operation_id = "rematch", tag = "Matches", params(MatchPath, KeyHeader),
    responses((status = 201, description = "The new match, and your tokens for it.",
        body = Named<Opened>)))]
#[post("/matches/{id}/rematch")]
pub(crate) async fn rematch(
    reader: Reader,
    key: Key,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let asker = reader.asker.clone().ok_or(Code::NoToken)?;
    let player = asker.player().expect("a player asks").clone();
    if !reader.has_seat() {
        return Err(Code::NotYours.because("only a player of the match may play it again"));
    }
    if !reader.now.game.is_over() {
        return Err(Code::NotOver.because("a match can be played again once it is over"));
    }
    let key = key.of(&player.0, &format!("rematch {}", reader.id), b"");
    let opening = Opening::rematch(reader.id, &reader.now.game, &player);
    opening::check_places(&app, &opening.places).await?;
    let answer = app.store.matches.open(&asker, opening, key).await?;
    opening::opened(&app, &player, &answer).await
}
