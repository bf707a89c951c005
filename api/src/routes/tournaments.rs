//! Tournaments: entrants meet in rounds, by round robin or by Swiss pairing.

use actix_web::{HttpRequest, HttpResponse, get, post, web};
use domain::{GameId, cast};
use serde::Deserialize;
use store::{
    Tournament, TournamentId, TournamentPlan,
    batches::{AT_ONCE, Dealing, WIN_INDEX_PARTS},
    statistics::{Estimate, Filter},
    tournaments::{Encounter, Entrant, EntrantStanding, Round},
};
use utoipa::IntoParams;

use super::{opening, settings};
use crate::{
    http::{
        app::App,
        auth::Player,
        codes::Code,
        error::ApiError,
        extract::{Json, Key, KeyHeader, Path, Query},
        listing,
        read_your_writes::{self, AtLeastQuery},
        reply,
    },
    stats::{canonical, tabular},
    wire::{
        CrosstableCell, DroppedEntrant, EntrantPlace, MeetingRange, Named, Page, PlanTournament,
        RoundOfTournament, StandingOfEntrant, TableOfTournament, TournamentInfo, TournamentLinks,
        TournamentReport,
    },
};

/// The most rounds of a tournament.
const ROUNDS: u32 = 1_000;
/// The most deals of a meeting.
const DEALS: u32 = 1_000;

/// The tournament that the path names.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct TournamentPath {
    /// The id of the tournament.
    pub(crate) id: TournamentId,
}

/// Which tournaments to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TournamentsQuery {
    /// Only tournaments of this game.
    game: Option<GameId>,
}

/// Play a tournament
///
/// Entrants meet in rounds: the server's own bots, players, and in a game of teams teams. Players
/// must accept (`/tournaments/{id}/accept`), but for you who plan it; until all have, it is
/// `waiting`, for a week at most, and then goes on without those who have not. Its matches are
/// ordinary public ones, at most 16 at once, and `GET /v1/stream?mine=true` says whose turn it is
/// in all of them. Each meeting is played on fresh deals in rotating seats, or with `duplicate` on
/// the same deal in every rotation. In a `swiss` tournament those sit together in each round who
/// stand next to each other and have not met; meetings are repeated only where no way without was
/// found. Who is left over has a bye, the last of those who had fewest. Lots are drawn of the seed,
/// so the same seed and the same results give the same rounds. Who forfeits a match (`clock`,
/// `on_timeout: forfeit`) is last in it; who forfeits every match of a round is out. A tournament
/// is stored: if the server restarts, it continues where it was. `where=tournament:t_…` selects
/// its matches in statistics. As many may run at once as batches (429 `too_many_tournaments`).
#[utoipa::path(operation_id = "planTournament", tag = "Tournaments",
    extensions(("x-problems" = json!([404]))), params(KeyHeader),
    request_body = PlanTournament,
    responses((status = 201, description = "The tournament, which waits for players or is played.",
        body = Named<TournamentInfo>)))]
#[post("/tournaments")]
pub(crate) async fn plan_tournament(
    Player(asker): Player,
    key: Key,
    body: Json<PlanTournament>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let player = asker.player().expect("a player asks");
    let key = key.of(&player.0, "planTournament", &body.bytes);
    let (game, seed) = (body.value.game, body.value.seed);
    let plan = plan(&body.value)?;
    for player in plan.players() {
        if !app.is_living(&player).await? {
            return Err(Code::UnknownPlayer.at("/entrants", Code::UnknownPlayer.title()));
        }
    }
    let planned = app.store.tournaments.plan(&asker, plan, seed, key).await;
    let planned = planned.map_err(|error| ApiError::from(error).about(game, None))?;
    let tournament = Named::of(&app.store.players, info(&planned.tournament));
    let response = reply::created(&tournament.answer.links.this, &tournament);
    Ok(reply::replayed(response, planned.replayed))
}

/// List tournaments
///
/// The newest first.
#[utoipa::path(operation_id = "listTournaments", tag = "Tournaments", security(()),
    params(TournamentsQuery, listing::PageQuery, AtLeastQuery),
    responses((status = 200, description = "A page of tournaments.",
        body = Named<Page<TournamentInfo>>)))]
#[get("/tournaments")]
pub(crate) async fn list_tournaments(
    request: HttpRequest,
    query: Query<TournamentsQuery>,
    page: Query<listing::PageQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let part = page.0.part(&request)?;
    read_your_writes::seen(&request, |at| app.store.at_least(at)).await?;
    let tournaments = &app.store.tournaments;
    let page = tournaments.list(query.0.game, part.after(), part.limit);
    let page = page.map(|tournament| info(&tournament));
    Ok(part.reply_named(&request, &app.store.players, page))
}

/// Get a tournament
///
/// Its standings with tie-breaks and intervals, the crosstable, and every round with its matches.
#[utoipa::path(operation_id = "getTournament", tag = "Tournaments", security(()),
    params(TournamentPath, AtLeastQuery),
    responses((status = 200, description = "The tournament with its standings.",
        body = Named<TournamentReport>)))]
#[get("/tournaments/{id}")]
pub(crate) async fn get_tournament(
    request: HttpRequest,
    path: Path<TournamentPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    read_your_writes::seen(&request, |at| app.store.at_least(at)).await?;
    let tournament = app.store.tournaments.get(path.0.id);
    let tournament = tournament.ok_or(Code::UnknownTournament)?;
    let report = tabular::off_thread(&app.looks, move || report(&tournament)).await?;
    Ok(reply::ok(&Named::of(&app.store.players, report)))
}

/// Stop a tournament
///
/// Only the host may do this. No further deal is begun. Deals that have begun are played to their
/// end. Stopping twice changes nothing.
#[utoipa::path(operation_id = "stopTournament", tag = "Tournaments", params(TournamentPath),
    responses((status = 200, description = "The tournament, which will begin no further deal.",
        body = Named<TournamentInfo>)))]
#[post("/tournaments/{id}/stop")]
pub(crate) async fn stop_tournament(
    Player(asker): Player,
    path: Path<TournamentPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let tournament = app.store.tournaments.get(path.0.id);
    let tournament = tournament.ok_or(Code::UnknownTournament)?;
    if asker.player() != Some(&tournament.host) {
        return Err(Code::NotYours.because("only its host may stop a tournament"));
    }
    let stopped = app.store.tournaments.stop(tournament.id, &asker).await?;
    Ok(reply::ok(&Named::of(&app.store.players, info(&stopped))))
}

/// Accept a tournament
///
/// Only players who are entered may do this, each for themselves. Once all have, its first round
/// begins. Accepting twice changes nothing.
#[utoipa::path(operation_id = "acceptTournament", tag = "Tournaments", params(TournamentPath),
    extensions(("x-problems" = json!([409]))),
    responses((status = 200, description = "The tournament, which waits for others or is played.",
        body = Named<TournamentInfo>)))]
#[post("/tournaments/{id}/accept")]
pub(crate) async fn accept_tournament(
    Player(asker): Player,
    path: Path<TournamentPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let accepted = app.store.tournaments.accept(path.0.id, &asker).await;
    let accepted =
        accepted.map_err(|error| ApiError::of_request(error, Code::UnknownTournament))?;
    Ok(reply::ok(&Named::of(&app.store.players, info(&accepted))))
}

/// Refuse a tournament, or withdraw from it
///
/// Only players who are entered may do this. Their entrant plays no further deal, the others go
/// on, and the tournament is marked `partial`. Your seats in its matches that have begun forfeit at
/// once, as if you had left each; others of your team play on. Matches to come of a deal that has
/// begun are still played, and you can leave them by asking again. Otherwise doing it twice changes
/// nothing.
#[utoipa::path(operation_id = "refuseTournament", tag = "Tournaments", params(TournamentPath),
    responses((status = 200, description = "The tournament, without that entrant.",
        body = Named<TournamentInfo>)))]
#[post("/tournaments/{id}/refuse")]
pub(crate) async fn refuse_tournament(
    Player(asker): Player,
    path: Path<TournamentPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let refused = app.store.tournaments.refuse(path.0.id, &asker).await;
    let refused = refused.map_err(|error| ApiError::of_request(error, Code::UnknownTournament))?;
    Ok(reply::ok(&Named::of(&app.store.players, info(&refused))))
}

/// What is played.
fn plan(wanted: &PlanTournament) -> Result<TournamentPlan, ApiError> {
    let entrants: Option<Vec<Entrant>> =
        wanted.entrants.iter().map(EntrantPlace::entrant).collect();
    let entrants = entrants
        .ok_or_else(|| Code::MalformedBody.at("/entrants", "a team has at most 100 members"))?;
    for (name, count, most) in [
        ("rounds", wanted.rounds, ROUNDS),
        ("deals", wanted.deals, DEALS),
    ] {
        if count.is_some_and(|count| !(1..=most).contains(&count)) {
            let detail = format!("{name} must be from 1 to {most}");
            return Err(Code::MalformedBody.at(format!("/{name}"), detail));
        }
    }
    let fewest = *wanted.game.info().players.start();
    let seats = wanted.seats.unwrap_or(fewest.max(2));
    let (dealing, deals) = match wanted.duplicate {
        true => (Dealing::Duplicate, 1),
        false => (Dealing::Own, seats.into()),
    };
    let plan = TournamentPlan {
        options: opening::options(wanted.game, wanted.options.as_deref())?,
        seats,
        system: wanted.system,
        entrants,
        rounds: wanted.rounds,
        deals: wanted.deals.unwrap_or(deals),
        dealing,
        settings: Box::default(),
    };
    let has_players = !plan.players().is_empty();
    if plan.deal_closed() && u32::from(seats) > AT_ONCE {
        let detail = format!(
            "with players, a deal may be played at most {AT_ONCE} times: all its matches run at the \
             same time"
        );
        return Err(Code::InvalidSettings.at("/seats", detail));
    }
    let settings = settings::of_batch(wanted.game, wanted.settings(), has_players)?;
    Ok(TournamentPlan {
        settings: Box::new(settings),
        ..plan
    })
}

/// A tournament as it is sent.
pub(crate) fn info(tournament: &Tournament) -> TournamentInfo {
    let plan = &tournament.plan;
    let dropped = tournament.dropped.iter();
    TournamentInfo {
        id: tournament.id,
        position: tournament.last,
        options: plan.options.clone(),
        seats: plan.seats,
        system: plan.system,
        entrants: plan.entrants.iter().map(EntrantPlace::of).collect(),
        rounds: tournament.planned_rounds(),
        rounds_drawn: cast::<u32>(tournament.rounds.len()),
        deals: plan.deals,
        duplicate: plan.dealing == Dealing::Duplicate,
        deal_closed: plan.deal_closed(),
        settings: (*plan.settings).clone(),
        missing: tournament.missing.iter().cloned().collect(),
        dropped: dropped
            .map(|(&entrant, out)| DroppedEntrant {
                entrant,
                why: out.why,
                player: out.player.clone(),
                after_rounds: out.after_rounds,
            })
            .collect(),
        seed: tournament.seed(),
        seed_known: tournament.seed_known,
        host: tournament.host.clone(),
        state: tournament.state(),
        stopped: tournament.stopped,
        partial: tournament.is_partial(),
        created_at: tournament.created_at,
        ended_at: tournament.ended_at,
        links: links(tournament),
    }
}

fn links(tournament: &Tournament) -> TournamentLinks {
    let of_it = [
        Filter::is_in("tournament", &[&tournament.id.to_string()]),
        Filter::is_known("rules"),
        Filter::is_known("foreknown"),
        Filter::is_known("deal_closed"),
        Filter::is_known("server_made"),
    ];
    TournamentLinks {
        this: format!("/v1/tournaments/{}", tournament.id),
        matches: canonical::matches_link(tournament.plan.options.game(), &of_it),
    }
}

/// A tournament and how it stands, as they are sent.
pub(crate) fn report(tournament: &Tournament) -> TournamentReport {
    let (least, most) = tournament.meetings();
    let standings = tournament.standings();
    TournamentReport {
        tournament: info(tournament),
        crosstable: crosstable(tournament, &standings),
        standings: standings
            .iter()
            .map(|it| standing(tournament, it))
            .collect(),
        meetings: MeetingRange { least, most },
        rounds: tournament.rounds.iter().map(|it| round(it)).collect(),
    }
}

/// Parts of points as a number.
#[expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "a share is no integer"
)]
fn in_ones(parts: i64, of: i64) -> f64 {
    parts as f64 / of as f64
}

fn standing(tournament: &Tournament, it: &EntrantStanding) -> StandingOfEntrant {
    StandingOfEntrant {
        rank: it.rank,
        entrant: it.entrant,
        points: in_ones(it.points, WIN_INDEX_PARTS),
        mean: Estimate::of_shares(&it.deals, WIN_INDEX_PARTS),
        matches: it.matches,
        won: it.won,
        shared: it.shared,
        forfeited: it.forfeited,
        unranked: it.unranked,
        byes: it.byes,
        opponents: in_ones(it.opponents, WIN_INDEX_PARTS),
        difference: in_ones(it.difference, 1000),
        dropped: tournament.dropped.contains_key(&it.entrant),
    }
}

/// Every two who have met, in the order of the standings.
fn crosstable(tournament: &Tournament, standings: &[EntrantStanding]) -> Vec<CrosstableCell> {
    let place = |entrant| standings.iter().position(|it| it.entrant == entrant);
    let mut encounters: Vec<_> = tournament.encounters().into_iter().collect();
    encounters.sort_by_cached_key(|((entrant, other), _)| (place(*entrant), place(*other)));
    let cell = |((entrant, other), encounter): ((u16, u16), Encounter)| CrosstableCell {
        entrant,
        other,
        mean: Estimate::of_shares(&encounter.deals, WIN_INDEX_PARTS),
        matches: encounter.matches,
    };
    encounters.into_iter().map(cell).collect()
}

fn round(round: &Round) -> RoundOfTournament {
    let tables = round.tables.iter().map(|table| TableOfTournament {
        entrants: table.entrants.clone(),
        matches: table.matches().cloned().collect(),
    });
    RoundOfTournament {
        tables: tables.collect(),
        byes: round.byes.clone(),
    }
}
