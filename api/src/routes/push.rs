//! Push: having the decisions that one owes sent to a URL.

use std::{io, sync::Arc};

use actix_web::{HttpResponse, delete, get, post, put, web};
use domain::matches::PlayerId;

use super::players::{self, PlayerPath};
use crate::{
    http::{
        app::App,
        auth,
        codes::Code,
        error::ApiError,
        extract::{Json, Path},
        reply,
    },
    push::{self, Failure, Registration, Registrations, Unreachable},
    wire::{NewPush, PushFailure, PushInfo, PushRegistered, PushState},
};

/// Register a URL
///
/// Every decision that you owe, in every match, is sent to your URL by `POST`, with the same body
/// that `getDecision` answers with. It is signed as Standard Webhooks describe: the headers
/// `webhook-id` (match, seat and decision, separated by dots: the same for each attempt),
/// `webhook-timestamp` (seconds since 1970) and `webhook-signature` (`v1,` and base64 of the
/// HMAC-SHA256 over id, timestamp and body, separated by dots; one for each secret that is valid,
/// separated by spaces). `/docs/push` shows how to verify it.
///
/// Answer with 200 and what you would put as the decision (`putDecision`): it is then put, with the
/// same consequences. Or answer with 204, or 200 without a body, and put the decision yourself. An
/// answer with 410 switches the URL off. Any other answer, none, or a command that is refused, is
/// followed by another attempt for as long as the decision is due: after a random time of up to a
/// second that doubles with each attempt up to a minute, or after the time in `Retry-After`. The
/// same decision may arrive twice; that a decision is made twice cannot happen.
///
/// Each push is a connection of its own. Redirects are not followed. The limits are in `push` of
/// `/version`. A URL that this server may not send to, by the address that its host has now, is
/// refused with `invalid_push_url`; the address is checked again for each push.
///
/// The answer holds the secret. Putting again replaces the URL, keeps the secret, and switches the
/// URL on if it was off.
#[utoipa::path(operation_id = "putPush", tag = "Players",
    params(PlayerPath), request_body = NewPush,
    responses((status = 200, description = "The URL, and the secret.", body = PushRegistered)))]
#[put("/players/{id}/push")]
pub(crate) async fn put_push(
    asker: auth::Player,
    path: Path<PlayerPath>,
    body: Json<NewPush>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let id = own(&asker, &path.0)?;
    ensure_on(&app)?;
    let url = app.push.check(&body.value.url).await;
    let url = url.map_err(|why| refused(&why))?;
    let id = id.clone();
    let registered = change(&app, move |all| all.put(&id, url)).await?;
    Ok(reply::ok(&with_secret(&app, &registered)))
}

/// Get your URL
///
/// Where your decisions are sent, and what went wrong last. The secret is not shown.
#[utoipa::path(operation_id = "getPush", tag = "Players", params(PlayerPath),
    responses((status = 200, description = "The URL, and how it goes.", body = PushInfo)))]
#[get("/players/{id}/push")]
pub(crate) async fn get_push(
    asker: auth::Player,
    path: Path<PlayerPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let id = own(&asker, &path.0)?;
    ensure_on(&app)?;
    let found = app.push.registrations.get(id).ok_or(Code::NoPush)?;
    Ok(reply::ok(&info(&app, &found)))
}

/// Delete your URL
///
/// Nothing more is sent, and the secret becomes void. Without a URL, nothing is done.
#[utoipa::path(operation_id = "deletePush", tag = "Players", params(PlayerPath),
    responses((status = 204, description = "No URL is registered.")))]
#[delete("/players/{id}/push")]
pub(crate) async fn delete_push(
    asker: auth::Player,
    path: Path<PlayerPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    forget(&app, own(&asker, &path.0)?).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Replace the secret
///
/// Gives you a new secret. The one before signs, too, for a day (`previous_secret_until`), so that
/// no message is refused while you install the new one; if you replace it again within the day, the
/// one before that no longer signs. If the answer is lost, put your URL again: that shows the
/// present secret.
#[utoipa::path(operation_id = "rotatePushSecret", tag = "Players", params(PlayerPath),
    responses((status = 201, description = "The URL, and the new secret.", body = PushRegistered)))]
#[post("/players/{id}/push/secrets")]
pub(crate) async fn rotate_push_secret(
    asker: auth::Player,
    path: Path<PlayerPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let id = own(&asker, &path.0)?;
    ensure_on(&app)?;
    app.push.registrations.get(id).ok_or(Code::NoPush)?;
    let (of, now) = (id.clone(), app.store.matches.now());
    let rotated = change(&app, move |all| all.rotate(&of, now)).await?;
    let location = format!("/v1/players/{}/push", id.0);
    Ok(reply::created(&location, &with_secret(&app, &rotated)))
}

/// Forgets the URL of a player, if there is one.
pub(super) async fn forget(app: &App, id: &PlayerId) -> Result<(), ApiError> {
    let id = id.clone();
    change(app, move |all| all.delete(&id)).await
}

/// Changes who has registered.
async fn change<T: Send + 'static>(
    app: &App,
    change: impl FnOnce(&Registrations) -> io::Result<T> + Send + 'static,
) -> Result<T, ApiError> {
    let changed = Arc::clone(&app.push).change(change).await;
    changed.map_err(|error| match app.store.is_full() {
        true => Code::DiskFull.into(),
        false => ApiError::unwritten(&error),
    })
}

/// The player that the path names, if it is they who ask.
fn own<'a>(asker: &auth::Player, path: &'a PlayerPath) -> Result<&'a PlayerId, ApiError> {
    players::ensure_own(&asker.0, &path.id)?;
    Ok(&path.id)
}

fn ensure_on(app: &App) -> Result<(), ApiError> {
    if app.push.is_on() {
        Ok(())
    } else {
        Err(Code::PushOff.into())
    }
}

fn refused(why: &Unreachable) -> ApiError {
    if matches!(why, Unreachable::Busy) {
        Code::Busy.into()
    } else {
        Code::InvalidPushUrl.at("/url", why)
    }
}

fn with_secret(app: &App, registration: &Registration) -> PushRegistered {
    let secrets = app
        .push
        .registrations
        .secrets(registration, app.store.matches.now());
    PushRegistered {
        push: info(app, registration),
        secret: push::shown(&secrets[0]),
    }
}

fn info(app: &App, registration: &Registration) -> PushInfo {
    let settings = registration.settings();
    let now = app.store.matches.now();
    PushInfo {
        url: settings.url.unwrap_or_default(),
        state: match settings.off {
            None => PushState::On,
            Some(_) => PushState::Off,
        },
        off_because: settings.off,
        previous_secret_until: settings.previous_until.filter(|until| now < *until),
        delivered: registration.delivered(),
        last_failure: registration.last_failure().map(failure),
    }
}

fn failure(failure: Failure) -> PushFailure {
    PushFailure {
        at: failure.at,
        r#match: failure.id,
        seat: failure.seat,
        decision: failure.decision,
        attempts: failure.attempts,
        reason: failure.reason,
        problem: failure.problem,
        next_attempt_at: failure.next_attempt_at,
    }
}
