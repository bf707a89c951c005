//! Matches: listing, sitting down, starting, looking.

use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use domain::{
    GameId, Seat,
    matches::{Match, MatchEvent, PlayerId, Request},
};
use serde::Deserialize;
use store::{Answer, Asker, LobbyFilter, Status};
use utoipa::{IntoParams, ToSchema};

use super::MatchPath;
use crate::{
    http::{
        accept,
        app::App,
        auth::{Caller, Player, Reader, Seated, cacheable::Cacheable},
        codes::Code,
        error::ApiError,
        extract::{Json, Key, KeyHeader, Query},
        listing,
        picture::{self, PictureQuery, PixelsQuery},
        read_your_writes::{self, AtLeastQuery},
        reply,
    },
    wire::{
        JoinMatch, Joined, ListedMatch, MatchInfo, MatchView, Named, Page, Picture, Pixels,
        SeatToken,
    },
};

/// Which matches to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MatchesQuery {
    /// Only matches of this game.
    game: Option<GameId>,
    /// Only matches with this status.
    status: Option<Status>,
    /// Only matches that this player takes part in or opened. Your own id also lists your private
    /// matches.
    player: Option<PlayerId>,
}

/// List matches
///
/// The newest first. The list is a projection and may be some milliseconds behind
/// (`as_of_position`); a match itself is always current.
#[utoipa::path(operation_id = "listMatches", tag = "Matches", security((), ("token" = [])),
    params(MatchesQuery, listing::PageQuery, AtLeastQuery),
    responses((status = 200, description = "A page of matches.",
        body = Named<Page<ListedMatch>>)))]
#[get("/matches")]
pub(crate) async fn list_matches(
    caller: Caller,
    request: HttpRequest,
    query: Query<MatchesQuery>,
    page: Query<listing::PageQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    listing::check_player(query.0.player.as_ref())?;
    let filter = LobbyFilter {
        with_private: listing::visibility(&caller, query.0.player.as_ref()),
        game: query.0.game,
        status: query.0.status,
        player: query.0.player,
    };
    let part = page.0.part(&request)?;
    read_your_writes::seen(&request, |at| app.store.lobby.at_least(at)).await?;
    let page = app.store.lobby.list(&filter, part.after(), part.limit)?;
    let page = page.map(ListedMatch::from);
    Ok(part.reply_named(&request, &app.store.players, page))
}

/// Get a match
///
/// The current state of the match: its seats, whose decision is awaited, and how many events have
/// happened.
#[utoipa::path(operation_id = "getMatch", tag = "Matches", security((), ("token" = [])),
    params(MatchPath),
    responses((status = 200, description = "The current state of the match.", body = Named<MatchInfo>)))]
#[get("/matches/{id}")]
pub(crate) async fn get_match(reader: Reader, app: web::Data<App>) -> HttpResponse {
    reply::ok(&Named::of(
        &app.store.players,
        MatchInfo::from(&*reader.now),
    ))
}

/// Take a seat
///
/// Takes the seat you name, or the first one that is free for you. If it was the last free seat,
/// the match starts.
#[utoipa::path(operation_id = "joinMatch", tag = "Matches", params(MatchPath, KeyHeader),
    request_body = JoinMatch,
    responses((status = 201, description = "Your seat, and its token.", body = Named<Joined>)))]
#[post("/matches/{id}/seats")]
pub(crate) async fn join_match(
    Player(asker): Player,
    reader: Reader,
    key: Key,
    body: Json<JoinMatch>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let id = reader.id;
    let (joined, replayed) = join(&app, (&asker, reader), &key, body).await?;
    let seat = joined.answer.seat.seat.0;
    let response = reply::created(&format!("/v1/matches/{id}/seats/{seat}"), &joined);
    Ok(reply::replayed(response, replayed))
}

/// Sits a player down: what they are told, and whether they had sat down before.
pub(super) async fn join(
    app: &App,
    (asker, reader): (&Asker, Reader),
    key: &Key,
    body: Json<JoinMatch>,
) -> Result<(Named<Joined>, bool), ApiError> {
    let id = reader.id;
    let player = asker.player().expect("a player asks").clone();
    let key = key.of(&player.0, &format!("joinMatch {id}"), &body.bytes);
    let join = Request::Join {
        seat: body.value.seat,
    };
    let answer = request(app, reader, asker, join, key).await?;
    let seat = seat_taken(&answer).expect("joining takes a seat");
    let (version, position) = (
        answer.commit.line.tip().version,
        answer.commit.line.position,
    );
    let then = app.store.matches.at(id, version).await?;
    let joined = Joined {
        seat: SeatToken {
            seat,
            token: app.tokens.seat(id, seat, &player),
        },
        joined: MatchInfo::of(id, &then, (version, position)),
    };
    let joined = Named::of(&app.store.players, joined);
    Ok((joined, answer.replayed))
}

/// Leave a match
///
/// Before the start, the seat is free again and its token becomes void. Once the match runs, the
/// seat forfeits: from then on the server plays the default of each of its decisions, which the
/// rules of the game name, and the seat will be last (in a team, its side). Nobody is rated for the
/// match, and statistics leave it out unless asked (`server_made`). Nothing takes this back.
#[utoipa::path(operation_id = "leaveMatch", tag = "Matches", params(super::SeatPath),
    responses((status = 200, description = "The current state of the match.", body = Named<MatchInfo>)))]
#[delete("/matches/{id}/seats/{seat}")]
pub(crate) async fn leave_match(
    seated: Seated,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    asked(&app, seated, |seat| Request::Leave { seat }).await
}

/// Ask to end a match
///
/// The match ends here, without ranks, once every player who is still in it has asked: bots of the
/// server and seats that have forfeited need not. `end_asked` of the match says who has asked. Your
/// next decision takes it back, and so does a forfeit of any seat. Asking twice is 409 `end_asked`.
#[utoipa::path(operation_id = "askEnd", tag = "Matches", params(super::SeatPath),
    responses((status = 200, description = "The current state of the match.", body = Named<MatchInfo>)))]
#[post("/matches/{id}/seats/{seat}/end")]
pub(crate) async fn ask_end(seated: Seated, app: web::Data<App>) -> Result<HttpResponse, ApiError> {
    asked(&app, seated, |seat| Request::AskEnd { seat }).await
}

/// Asks for something in the name of a seat. Answers with the match as it is then.
async fn asked(
    app: &App,
    seated: Seated,
    request: fn(Seat) -> Request,
) -> Result<HttpResponse, ApiError> {
    let Seated {
        id,
        seat,
        asker,
        now,
        ..
    } = seated;
    // The store changes the match in place when nobody else holds it.
    drop(now);
    let matches = &app.store.matches;
    let answer = matches.request(id, &asker, request(seat), matches.now(), None);
    let then = MatchInfo::from(&*answer.await?.now);
    Ok(reply::ok(&Named::of(&app.store.players, then)))
}

/// Start a match early
///
/// Only the host may do this. Seats that are still free are removed, and the seats after them move
/// down.
#[utoipa::path(operation_id = "startMatch", tag = "Matches", params(MatchPath, KeyHeader),
    responses((status = 200, description = "The current state of the match.", body = Named<MatchInfo>)))]
#[post("/matches/{id}/start")]
pub(crate) async fn start_match(
    Player(asker): Player,
    reader: Reader,
    key: Key,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let id = reader.id;
    let player = asker.player().expect("a player asks");
    let key = key.of(&player.0, &format!("startMatch {id}"), b"");
    let answer = request(&app, reader, &asker, Request::Start, key).await?;
    let (version, position) = (
        answer.commit.line.tip().version,
        answer.commit.line.position,
    );
    let then = app.store.matches.at(id, version).await?;
    let started = MatchInfo::of(id, &then, (version, position));
    let started = Named::of(&app.store.players, started);
    Ok(reply::replayed(reply::ok(&started), answer.replayed))
}

/// How to look.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ViewQuery {
    /// The seat whose view to show; it must be yours while the match runs. Default: your own first
    /// seat, otherwise what anybody may see; once the match is over, everything.
    seat: Option<Seat>,
    /// The match after this many events. Default: now.
    step: Option<u32>,
    /// The form of the view: data, or a board as text or as a picture.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

/// The form in which a view is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Format {
    /// Data as JSON.
    #[default]
    Json,
    /// A board for terminals.
    Text,
    /// A board as a picture.
    Svg,
    /// The same picture in pixels.
    Png,
}

impl Format {
    const fn media_type(self) -> &'static str {
        match self {
            Format::Json => "application/json",
            Format::Text => "text/plain",
            Format::Svg => reply::PICTURE,
            Format::Png => reply::PIXELS,
        }
    }

    /// Refuses what this form does not have.
    fn check(self, wanted: &PictureQuery, pixels: PixelsQuery) -> Result<(), ApiError> {
        if self != Format::Png && !pixels.is_empty() {
            let detail = "`width`, `height` and `theme` are for pixels: they need `format=png`";
            return Err(Code::RequiresPicture.because(detail));
        }
        if !matches!(self, Format::Svg | Format::Png) && !wanted.is_empty() {
            let detail = "`of`, `mark` and `line` say what to draw: they need `format=svg` or \
                          `format=png`";
            return Err(Code::RequiresPicture.because(detail));
        }
        Ok(())
    }
}

/// Look at a match
///
/// What you may see of the match, now or at any earlier step, as data, as text or as a picture.
/// `of`, `mark` and `line` are for pictures, `width`, `height` and `theme` for pictures in pixels
/// (otherwise 422 `requires_picture`).
#[utoipa::path(operation_id = "getView", tag = "Matches",
    extensions(("x-cacheable" = json!(true)), ("x-problems" = json!([422]))), security((), ("token" = [])),
    params(MatchPath, ViewQuery, PictureQuery, PixelsQuery),
    responses((status = 200, description = "What the viewer may know.", content(
        (MatchView = "application/json"), (String = "text/plain"),
        (Picture = "image/svg+xml"), (Pixels = "image/png")))))]
#[get("/matches/{id}/view")]
pub(crate) async fn get_view(
    Cacheable(reader): Cacheable,
    request: HttpRequest,
    query: Query<ViewQuery>,
    wanted: Query<PictureQuery>,
    pixels: Query<PixelsQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    query.0.format.check(&wanted.0, pixels.0)?;
    accept::best(&request, &[query.0.format.media_type()])?;
    let viewer = reader.viewer(query.0.seat)?;
    let step = query.0.step.unwrap_or(reader.now.version());
    let game = reader.at(&app, step).await?;
    let view = game
        .as_ref()
        .and_then(Match::table)
        .map(|table| table.state.view(viewer));
    let answer = match query.0.format {
        Format::Json => reply::ok(&MatchView {
            id: reader.id,
            step,
            view,
        }),
        Format::Text => HttpResponse::Ok()
            .content_type("text/plain; charset=utf-8")
            .body(view.map_or_else(String::new, |view| view.to_string())),
        Format::Svg => return picture::of_match(&app, &reader, view, &wanted.0).await,
        Format::Png => {
            let wanted = (&wanted.0, pixels.0);
            return picture::of_match_in_pixels(&app, &reader, view, wanted).await;
        }
    };
    Ok(reader.cached(answer))
}

/// Asks something of a match that the caller may see.
async fn request(
    app: &App,
    reader: Reader,
    asker: &Asker,
    request: Request,
    key: Option<store::IdempotencyKey>,
) -> Result<Answer, ApiError> {
    let (id, game) = (reader.id, reader.now.game.terms.options.game());
    drop(reader);
    let matches = &app.store.matches;
    let answer = matches
        .request(id, asker, request, matches.now(), key)
        .await;
    answer.map_err(|error| ApiError::from(error).about(game, None))
}

/// The seat that was taken.
fn seat_taken(answer: &Answer) -> Option<Seat> {
    answer.commit.events.iter().find_map(|event| {
        if let MatchEvent::SeatTaken { seat, .. } = event {
            Some(*seat)
        } else {
            None
        }
    })
}
