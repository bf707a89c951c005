//! Opening a match: who sits where, with which options.

use actix_web::{HttpResponse, post, web};
use domain::{
    BySeat, GameId, Options, Seat,
    matches::{Match, Place, PlayerId},
};
use serde_json::value::RawValue;
use store::{Answer, Asker, Opening};

use crate::{
    http::{
        app::App,
        auth::{self, Player},
        body::arranging,
        codes::Code,
        error::ApiError,
        extract::{self, Json, Key, KeyHeader},
        reply,
    },
    routes::settings,
    wire::{self, MatchInfo, Named, OpenMatch, Opened, SeatToken, SeatWanted, SeatsWanted},
};

/// Open a match
///
/// Name a game and who takes which seat; everything else has a default. If every seat is taken at
/// once (by you and bots), the match starts at once. Settings that records know but this server
/// does not support yet (`deal_closed`, `tournament`) are refused with 422 `not_supported_yet`. So is
/// `window_ms` in games that hold no decisions.
///
/// A running match that nobody plays on ends by itself after `abandon_after_ms`. With `clock`, a
/// seat that takes too long has its decision made for it or forfeits, as `on_timeout` says; with
/// `on_illegal: limit`, so has one that sends too many commands that the rules refuse.
///
/// With `arranged` the match begins with a table that you arranged. `cartulary arrange` prints one
/// from the record of any match. A body with an arranged table may be longer than others:
/// `sizes.arranged_bytes` of `/version`. A body longer than `sizes.body_bytes` must state its
/// length (`Content-Length`) and counts as an import while it arrives. Reading the table counts as
/// a heavy look (`at_once`).
#[utoipa::path(operation_id = "openMatch", tag = "Matches",
    extensions(("x-problems" = json!([404, 409]))), params(KeyHeader),
    request_body = OpenMatch,
    responses((status = 201, description = "The match, and your tokens for it.", body = Named<Opened>)))]
#[post("/matches")]
pub(crate) async fn open_match(
    Player(asker): Player,
    key: Key,
    body: Json<OpenMatch>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let (opened, replayed) = open(&app, &asker, &key, body).await?;
    Ok(created(&opened, replayed))
}

/// Opens a match: what its host is told, and whether it had been opened before.
pub(super) async fn open(
    app: &App,
    asker: &Asker,
    key: &Key,
    body: Json<OpenMatch>,
) -> Result<(Named<Opened>, bool), ApiError> {
    let player = asker.player().expect("a player asks").clone();
    let key = key.of(&player.0, "openMatch", &body.bytes);
    let game = body.value.game;
    let mut wanted = body.value;
    let arranged = arranging::read(app, wanted.arranged.take()).await?;
    let opening = Opening {
        arranged,
        ..opening(wanted, &player)?
    };
    check_places(app, &opening.places).await?;
    let answer = app.store.matches.open(asker, opening, key).await;
    let answer = answer.map_err(|error| {
        let refused = ApiError::from(error).about(game, None);
        arranging::located(refused, &body.bytes)
    })?;
    let opened = told(app, &player, &answer).await?;
    Ok((opened, answer.replayed))
}

/// The answer to opening a match.
pub(super) async fn opened(
    app: &App,
    player: &PlayerId,
    answer: &Answer,
) -> Result<HttpResponse, ApiError> {
    Ok(created(&told(app, player, answer).await?, answer.replayed))
}

fn created(opened: &Named<Opened>, replayed: bool) -> HttpResponse {
    let id = opened.answer.opened.id;
    reply::replayed(
        reply::created(&format!("/v1/matches/{id}"), opened),
        replayed,
    )
}

/// What the host of a match is told.
async fn told(app: &App, player: &PlayerId, answer: &Answer) -> Result<Named<Opened>, ApiError> {
    // The answer to a key used before is the match as it was then.
    let first;
    let now = if answer.replayed {
        let line = &answer.commit.line;
        let version = line.tip().version;
        first = app.store.matches.at(answer.now.id, version).await?;
        (&first, (version, line.position))
    } else {
        (
            &answer.now.game,
            (answer.now.version(), answer.now.position),
        )
    };
    let id = answer.now.id;
    let held = held(now.0, player).map(|seat| SeatToken {
        seat,
        token: app.tokens.seat(id, seat, player),
    });
    let opened = Opened {
        seat_tokens: held.collect(),
        watch_token: now.0.terms.private.then(|| app.tokens.watch(id)),
        opened: MatchInfo::of(id, now.0, now.1),
    };
    Ok(Named::of(&app.store.players, opened))
}

/// Who may take which seat, and who takes one at once.
pub(super) struct Sitting {
    pub(super) places: BySeat<Place>,
    pub(super) seated: Vec<(Seat, PlayerId)>,
}

/// Reads who takes which seat, from the caller's point of view.
pub(super) fn sitting(wanted: SeatsWanted, player: &PlayerId) -> Result<Sitting, ApiError> {
    let seats = match wanted {
        SeatsWanted::Count(count) => (0..count.0).map(|_| SeatWanted::Me {}).collect(),
        SeatsWanted::Each(seats) => seats.0,
    };
    let count = u8::try_from(seats.len())
        .ok()
        .filter(|&count| count <= Seat::MAX);
    let count = count.ok_or_else(|| ApiError::body("a match may have at most 100 seats"))?;
    let mine = |seat: &Seat| matches!(seats[usize::from(seat.0)], SeatWanted::Me {});
    Ok(Sitting {
        places: BySeat::new(count, |seat| place(&seats[usize::from(seat.0)], player)),
        seated: Seat::first(count)
            .filter(mine)
            .map(|seat| (seat, player.clone()))
            .collect(),
    })
}

/// The request to open a match, without what was arranged.
fn opening(wanted: OpenMatch, player: &PlayerId) -> Result<Opening, ApiError> {
    let settings = settings::settings(wanted.game, wanted.settings())?;
    let Sitting { places, seated } = sitting(wanted.seats, player)?;
    Ok(Opening {
        options: options(wanted.game, wanted.options.as_deref())?,
        places,
        seated,
        seed: wanted.seed,
        arranged: None,
        open_hands: wanted.open_hands,
        private: wanted.private,
        settings,
    })
}

/// Refuses to keep a seat for a player who does not exist.
pub(super) async fn check_places(app: &App, places: &BySeat<Place>) -> Result<(), ApiError> {
    for (_, place) in places.iter() {
        known(app, place).await?;
    }
    Ok(())
}

async fn known(app: &App, place: &Place) -> Result<(), ApiError> {
    if let Place::Player { player } = place
        && !app.is_living(player).await?
    {
        return Err(Code::UnknownPlayer.into());
    }
    Ok(())
}

fn place(wanted: &SeatWanted, me: &PlayerId) -> Place {
    match wanted {
        SeatWanted::Me {} => Place::Player { player: me.clone() },
        SeatWanted::Open {} => Place::Open,
        SeatWanted::Player { player } => Place::Player {
            player: player.clone(),
        },
        SeatWanted::Bot { bot } => Place::Bot { bot: *bot },
    }
}

/// Options with the name of their game, as the union has them.
fn tagged(game: &GameId, options: &RawValue) -> Vec<u8> {
    let (name, options) = (wire::name(game), options.get());
    format!(r#"{{"game":"{name}","options":{options}}}"#).into_bytes()
}

/// The options of a game, read as the union they are kept in.
pub(super) fn options(game: GameId, given: Option<&RawValue>) -> Result<Options, ApiError> {
    let Some(given) = given else {
        return Ok(game.default_options());
    };
    let read = |game: &GameId| extract::read(&tagged(game, given));
    read(&game).map_err(|error| {
        let are_anothers = GameId::ALL.iter().any(|other| read(other).is_ok());
        if are_anothers {
            return Code::WrongGame.at("/options", error);
        }
        extract::problem::<Options>(&tagged(&game, given), &error)
    })
}

/// The seats that a player holds.
fn held<'a>(game: &'a Match, player: &'a PlayerId) -> impl Iterator<Item = Seat> + 'a {
    Seat::first(game.seats()).filter(move |&seat| auth::player_at(game, seat) == Some(player))
}
