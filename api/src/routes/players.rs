//! Players: registering, and replacing a token.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{self, HeaderValue},
    post, web,
};
use domain::matches::PlayerId;
use serde::Deserialize;
use store::{Hash, Player, Registration};
use utoipa::IntoParams;

use crate::{
    app::App,
    auth,
    error::ApiError,
    extract::{Json, Key, Path, SecretKeyHeader},
    reply,
    wire::{NewPlayer, PlayerInfo, Registered},
};

/// A player.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct PlayerPath {
    /// The player.
    id: PlayerId,
}

/// Register a player
///
/// A person or a program. The token in the answer is shown once. With an
/// `Idempotency-Key` a lost answer can be asked for again within a day; whoever has
/// the key gets the token, so make it random, of at least 16 characters.
#[utoipa::path(operation_id = "registerPlayer", tag = "Players", security(()),
    params(SecretKeyHeader), request_body = NewPlayer,
    responses((status = 201, description = "The player and their token.", body = Registered)))]
#[post("/players")]
pub(crate) async fn register_player(
    key: Key,
    body: Json<NewPlayer>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    guards(&key)?;
    let key = key.of("", "registerPlayer", &body.bytes);
    body.value.check()?;
    let NewPlayer {
        name,
        kind,
        version,
    } = body.value;
    let registration = Registration {
        name,
        kind,
        version,
    };
    let token_hash = |id: &PlayerId| Hash::of(app.tokens.player(id, 0));
    let registered = app
        .store
        .players
        .register(registration, token_hash, key)
        .await?;
    let player = &registered.player;
    let answer = reply::created(
        &format!("/v1/players/{}", player.id.0),
        &Registered {
            token: app.tokens.player(&player.id, 0),
            player: info(player),
        },
    );
    Ok(reply::replayed(answer, registered.replayed))
}

/// Get a player
#[utoipa::path(operation_id = "getPlayer", tag = "Players", security(()), params(PlayerPath),
    responses((status = 200, description = "The player.", body = PlayerInfo)))]
#[get("/players/{id}")]
pub(crate) async fn get_player(
    path: Path<PlayerPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let player = app.store.players.get(&path.0.id).await?;
    let player = player.ok_or(ApiError::Unknown("unknown_player"))?;
    Ok(reply::ok(&info(&player)))
}

/// Replace your token
///
/// A new token; the old one is void at once. Seat tokens stay good. With an
/// `Idempotency-Key` a lost answer can be asked for again within a day, with the old
/// token; whoever has both gets the new one, so make the key random, of at least 16
/// characters.
#[utoipa::path(operation_id = "rotateToken", tag = "Players",
    params(PlayerPath, SecretKeyHeader),
    responses((status = 201, description = "The player and the new token.", body = Registered)))]
#[post("/players/{id}/tokens")]
pub(crate) async fn rotate_token(
    request: HttpRequest,
    asker: Result<auth::Player, ApiError>,
    key: Key,
    path: Path<PlayerPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    guards(&key)?;
    let id = path.0.id;
    let sent = request.headers().get(header::AUTHORIZATION);
    let sent = sent.map_or(&[][..], HeaderValue::as_bytes);
    let key = key.of(&id.0, "rotateToken", sent);
    let players = &app.store.players;
    let refused = |error| ApiError::of_request(error, "unknown_player");
    let asker = match (asker, key) {
        // Replaced under this very key: the answer was lost.
        (Err(ApiError::BadToken), Some(key)) => {
            let player = players.rotated(&id, key).await.map_err(refused)?;
            let player = player.ok_or(ApiError::BadToken)?;
            return Ok(reply::replayed(with_token(&app, &player), true));
        }
        (asker, _) => asker?.0,
    };
    if asker.player() != Some(&id) {
        return Err(ApiError::Forbidden("you can replace your own token only"));
    }
    let token_hash = |generation| Hash::of(app.tokens.player(&id, generation));
    let player = players.rotate(&id, token_hash, key).await;
    Ok(with_token(&app, &*player.map_err(refused)?))
}

/// A player with their token, which is shown to nobody else.
fn with_token(app: &App, player: &Player) -> HttpResponse {
    reply::created(
        &format!("/v1/players/{}", player.id.0),
        &Registered {
            token: app.tokens.player(&player.id, player.generation),
            player: info(player),
        },
    )
}

/// Refuses a key that others could guess.
fn guards(key: &Key) -> Result<(), ApiError> {
    if key.is_shorter_than(16) {
        let detail = "here the key guards a token: make it random, 16 characters or more";
        return Err(ApiError::malformed("malformed_header", detail));
    }
    Ok(())
}

fn info(player: &Player) -> PlayerInfo {
    PlayerInfo {
        id: player.id.clone(),
        name: player.name.clone(),
        kind: player.kind,
        version: player.version.clone(),
        registered_at: player.registered_at,
    }
}
