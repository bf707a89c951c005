//! Players: registering, finding, replacing a token, and being deleted.

use std::sync::Arc;

use actix_web::{
    HttpRequest, HttpResponse, delete, get,
    http::header::{self, HeaderValue},
    post, web,
};
use domain::matches::PlayerId;
use serde::Deserialize;
use store::{
    Asker, Hash, IdempotencyKey, NameFilter, Player, PlayerKind, PlayersFilter, Registration,
    RequestError,
};
use utoipa::{IntoParams, ToSchema};

use super::push;
use crate::{
    http::{
        app::App,
        auth,
        codes::Code,
        error::ApiError,
        extract::{Json, Key, KeyHeader, Path, Query, SecretKeyHeader},
        listing, reply,
    },
    wire::{NewPlayer, Page, PlayerInfo, Registered},
};

/// The player that the path names.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct PlayerPath {
    /// The id of the player, as given at registration.
    pub(super) id: PlayerId,
}

/// Which players to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PlayersQuery {
    /// Only players whose name begins with this text, or equals it (`match`). Names are compared in
    /// Unicode's form NFKC, in lower case, with runs of white space as one space.
    #[param(min_length = 1, max_length = 80)]
    name: Option<String>,
    /// How `name` is compared with the players' names. Default: `prefix`.
    #[param(inline)]
    r#match: Option<NameMatch>,
    /// Only players of this kind.
    kind: Option<PlayerKind>,
}

/// How a name is compared with the names of players.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NameMatch {
    /// The player's name begins with it.
    #[default]
    Prefix,
    /// The player's name is the same.
    Exact,
}

/// Register a player
///
/// A person or a program. The token in the answer is shown once. With an `Idempotency-Key` you can
/// ask again within a day for an answer that was lost. Anybody who has the key gets the token, so
/// make the key random and at least 16 characters long. A token that has become void in the
/// meantime is not shown again (409 `token_void`).
///
/// With `unique_name` the name is yours alone: the request is refused with `name_taken` if any
/// player has it, and nobody else can register it while you have it. Two names are the same if they
/// are equal in Unicode's form NFKC, in lower case, with runs of white space as one space.
#[utoipa::path(operation_id = "registerPlayer", tag = "Players",
    extensions(("x-problems" = json!([409]))), security(()),
    params(SecretKeyHeader), request_body = NewPlayer,
    responses((status = 201, description = "The player and their token.", body = Registered)))]
#[post("/players")]
pub(crate) async fn register_player(
    key: Key,
    body: Json<NewPlayer>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let (registered, replayed) = register(&app, &key, body).await?;
    Ok(reply::replayed(created(&registered), replayed))
}

/// Registers a player: who they are with their token, and whether they had been registered before.
pub(super) async fn register(
    app: &App,
    key: &Key,
    body: Json<NewPlayer>,
) -> Result<(Registered, bool), ApiError> {
    check_secret_key(key)?;
    let key = registration_key(key, &body.bytes);
    if let Some(field) = body.value.unfit() {
        return Err(invalid_text(field));
    }
    let NewPlayer {
        name,
        kind,
        version,
        unique_name,
    } = body.value;
    let registration = Registration {
        name,
        unique_name,
        kind,
        version,
    };
    let token_hash = |id: &PlayerId| Hash::of(app.tokens.player(id, 0));
    let registered = app
        .store
        .players
        .register(registration, token_hash, key)
        .await?;
    let player = &*registered.player;
    let is_first = player.generation == 0;
    let token = app.token_of(player).filter(|_| is_first);
    let token = token.ok_or_else(|| {
        Code::TokenVoid.because(
            "the token of this registration is void: it was replaced, its player was deleted, or \
         the server has another key. Register anew, under another Idempotency-Key",
        )
    })?;
    let player = PlayerInfo::from(player);
    Ok((Registered { token, player }, registered.replayed))
}

/// The key of a registration. What was sent is kept with it as a hash, which must not be
/// one that can be guessed, because a name is in it that can be dropped: so the caller's
/// key, which only its own hash is kept of, goes into it.
fn registration_key(key: &Key, body: &[u8]) -> Option<IdempotencyKey> {
    key.of(
        "",
        "registerPlayer",
        &[key.text()?.as_bytes(), body].concat(),
    )
}

/// List players
///
/// The newest first; deleted players are left out. As soon as you have the answer to a registration
/// or deletion, the list includes it.
#[utoipa::path(operation_id = "listPlayers", tag = "Players", security(()),
    params(PlayersQuery, listing::PageQuery),
    responses((status = 200, description = "A page of players.", body = Page<PlayerInfo>)))]
#[get("/players")]
pub(crate) async fn list_players(
    request: HttpRequest,
    query: Query<PlayersQuery>,
    page: Query<listing::PageQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let filter = query.0.filter()?;
    let part = page.0.part(&request)?;
    let page = app.store.players.list(&filter, part.after(), part.limit);
    let page = store::Page {
        rows: page.rows.into_iter().map(PlayerInfo::from).collect(),
        next: page.next,
        as_of_position: page.as_of_position,
    };
    Ok(part.reply(&request, page))
}

impl PlayersQuery {
    fn filter(self) -> Result<PlayersFilter, ApiError> {
        let characters = self.name.as_ref().map(|name| name.chars().count());
        if characters.is_some_and(|characters| !(1..=80).contains(&characters)) {
            let detail = "name must have 1 to 80 characters";
            return Err(Code::MalformedQuery.because(detail));
        }
        if self.name.is_none() && self.r#match.is_some() {
            let detail = "`match` says how to compare `name`: give `name` as well";
            return Err(Code::MalformedQuery.because(detail));
        }
        let compared = match self.r#match.unwrap_or_default() {
            NameMatch::Prefix => NameFilter::BeginsWith,
            NameMatch::Exact => NameFilter::Exactly,
        };
        Ok(PlayersFilter {
            name: self.name.map(compared),
            kind: self.kind,
        })
    }
}

/// Get a player
///
/// A player who was deleted is still found by id, with `name` set to `null`.
#[utoipa::path(operation_id = "getPlayer", tag = "Players", security(()), params(PlayerPath),
    responses((status = 200, description = "The player with that id.", body = PlayerInfo)))]
#[get("/players/{id}")]
pub(crate) async fn get_player(
    path: Path<PlayerPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let player = app.store.players.get(&path.0.id).await?;
    let player = player.ok_or(Code::UnknownPlayer)?;
    Ok(reply::ok(&PlayerInfo::from(&*player)))
}

/// Replace your token
///
/// Gives you a new token and makes the old one void at once. Seat tokens remain valid. With an
/// `Idempotency-Key` you can ask again within a day for an answer that was lost, using the old
/// token. Anybody who has both gets the new token, so make the key random and at least 16
/// characters long.
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
    check_secret_key(&key)?;
    let id = path.0.id;
    let key = key.of(&id.0, "rotateToken", authorization(&request));
    if let Some(player) = changed_before(&app, asker, &id, key).await? {
        let token = app.token_of(&player).ok_or(Code::BadToken)?;
        return Ok(reply::replayed(with_token(&player, token), true));
    }
    let token_hash = |generation| Hash::of(app.tokens.player(&id, generation));
    let player = app.store.players.rotate(&id, token_hash, key).await;
    let player = player.map_err(refused)?;
    let token = app.token_of(&player).ok_or(Code::Internal)?;
    Ok(with_token(&player, token))
}

/// Delete yourself
///
/// Your name is removed from every answer, list, export and file of the server, and your token
/// becomes void. Your id stays, with `name` as `null`: records refer to players by id and do not
/// change. The salt that sealed your name is deleted with it, so nobody can recover the name. A URL
/// for pushes is deleted, too.
///
/// Tokens for seats remain valid, so that nobody waits for ever at your running tables: give the
/// seats back or play on.
///
/// A name that was registered before names were sealed is withheld from every answer and export,
/// but its bytes stay in the server's files until the store is exported and imported again.
///
/// With an `Idempotency-Key` you can ask again within a day for an answer that was lost, using the
/// void token. Without one, your token is refused with `bad_token` from then on.
#[utoipa::path(operation_id = "deletePlayer", tag = "Players",
    params(PlayerPath, KeyHeader),
    responses((status = 200, description = "What remains of the player.", body = PlayerInfo)))]
#[delete("/players/{id}")]
pub(crate) async fn delete_player(
    request: HttpRequest,
    asker: Result<auth::Player, ApiError>,
    key: Key,
    path: Path<PlayerPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let id = path.0.id;
    let key = key.of(&id.0, "deletePlayer", authorization(&request));
    if let Some(player) = changed_before(&app, asker, &id, key).await? {
        return Ok(reply::replayed(
            reply::ok(&PlayerInfo::from(&*player)),
            true,
        ));
    }
    push::forget(&app, &id).await?;
    let player = app.store.players.delete(&id, key).await.map_err(refused)?;
    Ok(reply::ok(&PlayerInfo::from(&*player)))
}

/// What was sent to prove who the caller is.
fn authorization(request: &HttpRequest) -> &[u8] {
    let sent = request.headers().get(header::AUTHORIZATION);
    sent.map_or(&[][..], HeaderValue::as_bytes)
}

/// Checks that a player asks about themselves. If their token is void because of what
/// was asked under this very key, so that the answer was lost: the player as it left them.
async fn changed_before(
    app: &App,
    asker: Result<auth::Player, ApiError>,
    id: &PlayerId,
    key: Option<IdempotencyKey>,
) -> Result<Option<Arc<Player>>, ApiError> {
    let asker = match (asker, key) {
        (Err(ApiError::Plain(Code::BadToken)), Some(key)) => {
            // Who has no token learns nothing of a key, not even that it was used.
            let player = match app.store.players.changed(id, key).await {
                Err(RequestError::KeyReused) => None,
                player => player.map_err(refused)?,
            };
            return player.map(Some).ok_or(Code::BadToken.into());
        }
        (asker, _) => asker?.0,
    };
    ensure_own(&asker, id)?;
    Ok(None)
}

/// Refuses who is not the player.
pub(super) fn ensure_own(asker: &Asker, id: &PlayerId) -> Result<(), ApiError> {
    if asker.player() == Some(id) {
        Ok(())
    } else {
        Err(Code::NotYours.because("this operation needs the player's own token"))
    }
}

fn refused(error: RequestError) -> ApiError {
    ApiError::of_request(error, Code::UnknownPlayer)
}

/// A player with their token, which is shown to nobody else.
fn with_token(player: &Player, token: String) -> HttpResponse {
    let player = PlayerInfo::from(player);
    created(&Registered { token, player })
}

fn created(registered: &Registered) -> HttpResponse {
    reply::created(
        &format!("/v1/players/{}", registered.player.id.0),
        registered,
    )
}

/// Refuses a key that others could guess.
fn check_secret_key(key: &Key) -> Result<(), ApiError> {
    if key.is_shorter_than(16) {
        let detail = "this key protects a token: make it random and at least 16 characters long";
        return Err(Code::MalformedHeader.because(detail));
    }
    Ok(())
}

/// What is wrong with a name or version that people could not read.
fn invalid_text(field: &str) -> ApiError {
    let detail = format_args!(
        "{field} must have 1 to 80 visible characters, without white space at either end"
    );
    Code::MalformedBody.at(format!("/{field}"), detail)
}
