//! Forks: matches that begin in the middle of another.

use actix_web::{HttpResponse, post, web};
use domain::{
    Viewer,
    matches::{Chance, PlayerId},
};
use store::{Asker, Forking};

use super::{
    MatchPath,
    opening::{self, Sitting},
};
use crate::{
    app::App,
    auth::Reader,
    error::ApiError,
    extract::{Json, Key, KeyHeader},
    wire::{ForkMatch, Named, Opened},
};

/// Fork a match
///
/// Opens a new match that begins with this one's table after a step. Decisions are
/// counted from zero there. `chance: keep` goes on with the same cards; `redraw` draws
/// anew everything that you cannot see, so a running match can be played on, too, without
/// telling what it hides. Results leave forks out unless asked for them.
#[utoipa::path(operation_id = "forkMatch", tag = "Replay", params(MatchPath, KeyHeader),
    request_body = ForkMatch,
    responses((status = 201, description = "The new match, and your tokens for it.",
        body = Named<Opened>)))]
#[post("/matches/{id}/forks")]
pub(crate) async fn fork_match(
    reader: Reader,
    key: Key,
    body: Json<ForkMatch>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let asker = reader.asker.clone().ok_or(ApiError::NoToken)?;
    let player = asker.player().expect("a player asks").clone();
    let key = key.of(&player.0, &format!("forkMatch {}", reader.id), &body.bytes);
    let (game, version) = (reader.now.game.terms.options.game(), reader.now.version());
    if body.value.step == 0 || body.value.step > version {
        return Err(ApiError::Unknown("unknown_step"));
    }
    let forking = forking(body.value, &reader, &asker, &player)?;
    opening::check_places(&app, &forking.places).await?;
    let answer = app.store.matches.fork(&asker, forking, key).await;
    let answer = answer.map_err(|error| ApiError::from(error).about(game, None))?;
    opening::opened(&app, &player, &answer).await
}

fn forking(
    wanted: ForkMatch,
    reader: &Reader,
    asker: &Asker,
    player: &PlayerId,
) -> Result<Forking, ApiError> {
    let viewer = viewer(&wanted, reader, asker)?;
    let Sitting { places, seated } = opening::sitting(wanted.seats, player)?;
    Ok(Forking {
        parent: reader.id,
        step: wanted.step,
        chance: wanted.chance,
        viewer,
        places,
        seated,
        seed: wanted.seed,
        open_hands: wanted.open_hands,
        // What whoever forks could see is in there, and told when the fork ends.
        private: wanted.private || reader.now.game.terms.private || !reader.sees_everything(),
    })
}

/// Through whose eyes it is forked: to keep chance, one must be allowed to see it all.
fn viewer(wanted: &ForkMatch, reader: &Reader, asker: &Asker) -> Result<Viewer, ApiError> {
    let game = &reader.now.game;
    let is_host = asker.player() == Some(&game.terms.host);
    match wanted.chance {
        Chance::Redraw => reader.viewer(wanted.viewer),
        Chance::Keep if wanted.viewer.is_some() || wanted.seed.is_some() => {
            Err(ApiError::Conflict(
                "requires_redraw",
                "viewer and seed are for chance that is drawn anew",
            ))
        }
        Chance::Keep if game.is_revealed() || (is_host && game.terms.open_hands) => {
            Ok(Viewer::Referee)
        }
        Chance::Keep => Err(ApiError::Forbidden(
            "while a match runs, only its host may keep its chance, and only with open hands",
        )),
    }
}
