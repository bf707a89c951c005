//! Forks: matches that begin in the middle of another.

use actix_web::{HttpResponse, post, web};
use domain::{
    Viewer,
    matches::{Chance, PlayerId},
};
use store::Forking;

use super::{
    MatchPath,
    opening::{self, Sitting},
    settings,
};
use crate::{
    http::{
        app::App,
        auth::Reader,
        codes::Code,
        error::ApiError,
        extract::{Json, Key, KeyHeader},
    },
    wire::{ForkMatch, Named, Opened},
};

/// Fork a match
///
/// Opens a new match that begins with the table of this match after a step. Decisions are counted
/// from zero there. Settings of the match are not inherited, but for `window_ms`: send those that
/// the fork shall have. `chance: keep` continues with the same cards; `redraw` draws everything that
/// you cannot see anew, so a running match can be forked, too, without revealing what it hides.
/// While a match runs, nobody may keep its chance, not even with open hands: 403. Results leave
/// forks out unless you ask for them.
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
    let asker = reader.asker.clone().ok_or(Code::NoToken)?;
    let player = asker.player().expect("a player asks").clone();
    let key = key.of(&player.0, &format!("forkMatch {}", reader.id), &body.bytes);
    let (game, version) = (reader.now.game.terms.options.game(), reader.now.version());
    if body.value.step == 0 || body.value.step > version {
        return Err(Code::UnknownStep.into());
    }
    let forking = forking(body.value, &reader, &player)?;
    opening::check_places(&app, &forking.places).await?;
    let answer = app.store.matches.fork(&asker, forking, key).await;
    let answer = answer.map_err(|error| ApiError::from(error).about(game, None))?;
    opening::opened(&app, &player, &answer).await
}

fn forking(wanted: ForkMatch, reader: &Reader, player: &PlayerId) -> Result<Forking, ApiError> {
    let viewer = viewer(&wanted, reader)?;
    let settings = settings::settings(reader.game(), wanted.settings())?;
    let Sitting { places, seated } = opening::sitting(wanted.seats, player)?;
    if places.seats() == 0 {
        return Err(ApiError::body("a match must have 1 to 100 seats"));
    }
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
        settings,
    })
}

/// Through whose eyes it is forked: to keep chance is to know what comes, so a match that
/// runs keeps it to itself, whatever is open at its table.
fn viewer(wanted: &ForkMatch, reader: &Reader) -> Result<Viewer, ApiError> {
    match wanted.chance {
        Chance::Redraw => reader.viewer(wanted.viewer),
        Chance::Keep if wanted.viewer.is_some() || wanted.seed.is_some() => {
            Err(Code::RequiresRedraw.because("`viewer` and `seed` require `chance` to be `redraw`"))
        }
        Chance::Keep if reader.is_revealed() => Ok(Viewer::Referee),
        Chance::Keep => Err(Code::NotYours.because(
            "while a match runs, nobody may keep its chance: that would reveal what is to come",
        )),
    }
}
